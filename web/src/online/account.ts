/* The account in the house: signing in, signing up, devices, data export. Nothing here holds a secret: the server
 * sets the browser's cookie (docs/house.md), and no script sees it. */
import { type Child, button, download, h, replace } from "../dom.js";
import { T, fill } from "../text.js";
import { type Ear, type Heard, type House, Refused, number, text, texts } from "./house.js";
import type { Host } from "./online.js";
import { device, kept, why } from "./account_words.js";
import { makePasskey, passkeysHere, signWithPasskey } from "./passkey.js";
import { eye, meter } from "./password.js";
import { ownRatings } from "./ratings.js";
import { heldSeats } from "./seats.js";

const TAKEN = 20; // tokens per request

/* Fetches the cookie for a ticket; "none" removes it. */
const cookie = (ticket: string): Promise<unknown> =>
  fetch(new URL("session", location.href.split("#")[0]), {
    headers: { Authorization: `Ticket ${ticket}` },
    cache: "no-store",
  }).catch(() => undefined);

const day = (ms: number): string =>
  new Date(ms).toLocaleDateString(document.documentElement.lang, { dateStyle: "medium" });

type Asking = "in" | "up" | "lost";
type Proved = (
  message: Record<string, unknown>,
  makes?: (asked: Heard) => Promise<Record<string, unknown>>,
) => Promise<Heard | undefined>;

export class AccountView implements Ear {
  readonly element = h("div", { class: "online account" });
  private body = h("div", { class: "account-body" });
  private said = h("p", { class: "account-said", role: "status" });
  private asking: Asking = "in";
  private codes: string[] = []; // shown until confirmed
  private poor = false; // the password is too weak and has to be changed

  constructor(
    private readonly host: Host,
    private readonly house: House,
  ) {}

  show(): void {
    replace(
      this.element,
      h(
        "div",
        { class: "lobby-head" },
        h(
          "div",
          {},
          h("h2", {}, T("Account")),
          h("p", { class: "quiet" }, T("A name that lasts. Nobody needs one to play.")),
        ),
        h("a", { class: "button", href: "#/online" }, T("All tables")),
      ),
      this.said,
      this.body,
    );
    this.house.listen(this);
  }

  leave(): void {
    this.house.unlisten(this);
  }

  /* A restored connection leaves alone what somebody is typing. */
  up(): void {
    if (!this.body.hasChildNodes()) this.paint();
  }

  heard(message: Heard): void {
    if (message.is === "notice") {
      this.said.textContent =
        message.what === "codes"
          ? T("Somebody who is signed in to your account has made new recovery codes.")
          : T("Somebody who is signed in to your account has changed its passkeys.");
    }
    if ((message.is === "signed-in" || message.is === "signed-out") && message.re === undefined) this.paint();
  }

  private paint(): void {
    if (!this.house.accounts) replace(this.body, h("p", {}, T("This house has no accounts.")));
    else if (this.codes.length > 0) this.paintCodes();
    else if (this.house.account) void this.paintOwn();
    else if (!isSecureContext)
      replace(this.body, h("p", {}, T("Accounts need a connection that nobody else can read: https.")));
    else this.paintForm();
  }

  /* --- asking --- */

  /* Says what went wrong and then returns undefined. */
  private async ask(message: Record<string, unknown>): Promise<Heard | undefined> {
    this.said.textContent = "";
    this.body.inert = true;
    try {
      return await this.house.askOnce(message);
    } catch (error) {
      this.said.textContent = why(error instanceof Refused ? error.why : "");
      return undefined;
    } finally {
      this.body.inert = false;
    }
  }

  /* The same with a passkey, which only the browser can give: `give` receives the house's challenge. */
  private async askWithPasskey(give: (asked: Heard) => Promise<Record<string, unknown>>): Promise<Heard | undefined> {
    const asked = await this.ask({ do: "challenge" });
    if (!asked) return undefined;
    let message: Record<string, unknown>;
    try {
      message = await give(asked);
    } catch {
      this.said.textContent = why("cancelled");
      return undefined;
    }
    return this.ask(message);
  }

  private get canPasskey(): boolean {
    return this.house.passkeys && passkeysHere();
  }

  private input(label: string, name: string, complete: string, type = "password"): [HTMLInputElement, HTMLElement] {
    const input = h("input", {
      type,
      name,
      autocomplete: complete,
      maxlength: 128,
      required: true,
      spellcheck: "false",
    });
    const field = h("label", { class: "field" }, h("span", {}, label), input);
    return [input, type === "password" ? h("div", { class: "password" }, field, eye(input)) : field];
  }

  private form(title: string, label: string, fields: HTMLElement[], go: () => void, ...more: Child[]): HTMLElement {
    const submit = (e: Event) => {
      e.preventDefault();
      go();
    };
    return h(
      "form",
      { class: "account-form", onsubmit: submit, "aria-label": title },
      h("h3", {}, title),
      ...fields,
      h("div", { class: "row" }, h("button", { type: "submit", class: "primary" }, label), ...more),
    );
  }

  private paintForm(): void {
    const [name, nameField] = this.input(T("Name"), "username", "username", "text");
    const fresh = this.asking !== "in";
    const [password, passwordField] = this.input(
      this.asking === "lost" ? T("New password") : T("Password"),
      "password",
      fresh ? "new-password" : "current-password",
    );
    const [code, codeField] = this.input(T("Recovery code"), "code", "off", "text");
    name.maxLength = 40;
    const go = async () => {
      const words = { in: "sign-in", up: "sign-up", lost: "recover" };
      const answer = await this.ask({
        do: words[this.asking],
        name: name.value.trim().normalize("NFC"),
        password: password.value.normalize("NFC"),
        ...(this.asking === "lost" ? { code: code.value } : {}),
        keep: "cookie",
        device: device(),
      });
      if (answer) await this.signedIn(answer);
    };
    const other = (asking: Asking, label: string) =>
      this.asking === asking
        ? null
        : button(
            label,
            () => {
              this.asking = asking;
              this.said.textContent = "";
              this.paintForm();
            },
            { "data-name": `account-${asking}` },
          );
    const titles = { in: T("Sign in"), up: T("New account"), lost: T("Forgotten password") };
    replace(
      this.body,
      this.form(
        titles[this.asking],
        this.asking === "lost" ? T("Set the new password") : titles[this.asking],
        [
          nameField,
          ...(this.asking === "lost" ? [codeField] : []),
          passwordField,
          ...(fresh ? [meter(password)] : []),
          ...(this.asking === "up" ? [h("p", { class: "quiet" }, kept())] : []),
        ],
        () => void go(),
        this.passkeyButton(name),
        other("in", titles.in),
        other("up", titles.up),
        other("lost", titles.lost),
      ),
    );
  }

  private passkeyButton(name: HTMLInputElement): HTMLElement | null {
    if (this.asking === "lost" || !this.canPasskey) return null;
    return button(
      this.asking === "in" ? T("Sign in with a passkey") : T("With a passkey, without a password"),
      () => void (this.asking === "in" ? this.signInWithPasskey() : this.signUpWithPasskey(name)),
      { "data-name": "passkey" },
    );
  }

  private async signInWithPasskey(): Promise<void> {
    const answer = await this.askWithPasskey(async (asked) => ({
      do: "sign-in",
      passkey: await signWithPasskey(asked),
      keep: "cookie",
      device: device(),
    }));
    if (answer) await this.signedIn(answer);
  }

  private async signUpWithPasskey(field: HTMLInputElement): Promise<void> {
    const name = field.value.trim().normalize("NFC");
    if (!name) {
      this.said.textContent = why("bad-name");
      return field.focus();
    }
    const answer = await this.askWithPasskey(async (asked) => ({
      do: "sign-up",
      name,
      made: await makePasskey(asked, name),
      label: device(),
      keep: "cookie",
      device: device(),
    }));
    if (answer) await this.signedIn(answer);
  }

  private async signedIn(answer: Heard): Promise<void> {
    await cookie(text(answer.ticket));
    this.poor = answer.poor === true;
    this.codes = texts(answer.codes);
    await this.take();
    this.host.announce(fill(T("Signed in as {0}."), this.house.account));
    this.paint();
    if (this.poor) this.said.textContent = T("This password is one that everybody would try: choose another.");
  }

  /* Takes over the games that were played here as a guest. */
  private async take(): Promise<void> {
    const tokens = (await heldSeats()).map((s) => s.token);
    for (let i = 0; i < tokens.length; i += TAKEN)
      await this.house.ask({ do: "take", tokens: tokens.slice(i, i + TAKEN) }).catch(() => undefined);
  }

  /* --- recovery codes, once --- */

  private paintCodes(): void {
    const all = this.codes.join("\n");
    const save = () =>
      download("colonnade-codes.txt", new Blob([`${this.house.account}\n${all}\n`], { type: "text/plain" }));
    const done = () => {
      this.codes = [];
      this.paint();
    };
    replace(
      this.body,
      h("h3", {}, T("Recovery codes")),
      h("p", {}, T("Keep these. Each brings you back once if you forget the password; they are not shown again.")),
      h("ul", { class: "account-codes" }, ...this.codes.map((c) => h("li", {}, h("code", {}, c)))),
      h(
        "div",
        { class: "row" },
        button(T("Save as a file"), save, { "data-name": "codes-save" }),
        button(T("I have kept them"), done, { class: "primary", "data-name": "codes-done" }),
      ),
    );
  }

  /* --- the signed-in account --- */

  private async paintOwn(): Promise<void> {
    const own = await this.ask({ do: "account" });
    if (!own || this.codes.length > 0) return;
    const sessions = Array.isArray(own.sessions) ? (own.sessions as Record<string, unknown>[]) : [];
    const keys = Array.isArray(own.passkeys) ? (own.passkeys as Record<string, unknown>[]) : [];
    const [password, field] = this.input(T("Password"), "password", "current-password");
    const left = number(own.codes);
    const title = keys.length > 0 && this.canPasskey ? T("With the password or a passkey") : T("With the password");
    const proved: Proved = (message, makes) => this.askProved(message, password.value, keys.length > 0, makes);
    replace(
      this.body,
      h("p", { class: "account-name" }, fill(T("Signed in as {0}."), text(own.name))),
      ...ownRatings(this.host.game.games, own),
      h("h3", {}, T("Devices")),
      h("ul", { class: "lobby-list" }, ...sessions.map((s) => this.device(s, number(own.session)))),
      h(
        "div",
        { class: "row" },
        button(T("Sign out"), () => void this.signOut({}), { "data-name": "sign-out" }),
        button(T("Sign out everywhere"), () => void this.signOut({ all: true }), { "data-name": "sign-out-all" }),
      ),
      h("h3", {}, T("Your data")),
      h(
        "div",
        { class: "row" },
        button(T("Download everything"), () => void this.save(), { "data-name": "export" }),
      ),
      h("h3", {}, title),
      h(
        "p",
        { class: "quiet" },
        left === 1 ? T("One recovery code is left.") : fill(T("{0} recovery codes are left."), left),
      ),
      h(
        "form",
        { class: "account-form", onsubmit: (e: Event) => e.preventDefault(), "aria-label": title },
        own.password === false ? null : field,
        h(
          "div",
          { class: "row" },
          this.passwordButton(proved, own.password !== false),
          button(T("New recovery codes"), () => void this.newCodes(proved), { "data-name": "codes" }),
          button(T("Erase the account"), () => this.confirm(proved), { "data-name": "erase" }),
          this.canPasskey
            ? button(T("Add a passkey"), () => void this.addPasskey(proved, text(own.name)), {
                "data-name": "passkey-add",
              })
            : null,
        ),
        keys.length > 0 ? h("h3", {}, T("Passkeys")) : null,
        keys.length > 0 ? h("ul", { class: "lobby-list" }, ...keys.map((k) => this.passkey(k, proved))) : null,
      ),
    );
  }

  private device(s: Record<string, unknown>, here: number): HTMLLIElement {
    const name = text(s.device) || T("A device");
    const own = number(s.session) === here;
    return h(
      "li",
      { class: "lobby-row" },
      h(
        "div",
        { class: "lobby-words" },
        h("strong", {}, own ? fill(T("{0}, this one"), name) : name),
        h("span", { class: "quiet" }, fill(T("since {0}, last seen {1}"), day(number(s.made)), day(number(s.seen)))),
      ),
      own
        ? null
        : button(T("Sign out"), () => void this.signOut({ session: number(s.session) }), {
            "aria-label": `${T("Sign out")}: ${name}`,
          }),
    );
  }

  private async signOut(which: Record<string, unknown>): Promise<void> {
    const answer = await this.ask({ do: "sign-out", ...which });
    if (answer && answer.session === undefined) await cookie("none");
    this.paint();
  }

  /* For requests that need the password again or, if none is typed, a passkey. */
  private async askProved(
    message: Record<string, unknown>,
    password: string,
    keys: boolean,
    makes?: (asked: Heard) => Promise<Record<string, unknown>>,
  ): Promise<Heard | undefined> {
    const sign = keys && !password && this.canPasskey;
    const typed = { ...message, password: password.normalize("NFC") };
    if (!sign && !makes) return this.ask(typed);
    return this.askWithPasskey(async (asked) => ({
      ...(sign ? { ...message, passkey: await signWithPasskey(asked) } : typed),
      ...(makes ? await makes(asked) : {}),
    }));
  }

  private passkey(k: Record<string, unknown>, proved: Proved): HTMLLIElement {
    const label = text(k.label) || T("A passkey");
    const name = h("input", { type: "text", value: label, maxlength: 40, "aria-label": T("Name of the passkey") });
    name.addEventListener(
      "change",
      () => void this.ask({ do: "passkey-name", number: number(k.passkey), label: name.value.normalize("NFC") }),
    );
    const remove = async () => {
      if (await proved({ do: "passkey-remove", number: number(k.passkey) })) this.paint();
    };
    return h(
      "li",
      { class: "lobby-row" },
      h(
        "div",
        { class: "lobby-words" },
        name,
        h("span", { class: "quiet" }, fill(T("since {0}, last seen {1}"), day(number(k.made)), day(number(k.seen)))),
      ),
      button(T("Remove"), () => void remove(), {
        "data-name": "passkey-remove",
        "aria-label": `${T("Remove")}: ${label}`,
      }),
    );
  }

  private async addPasskey(proved: Proved, name: string): Promise<void> {
    const makes = async (asked: Heard) => ({ made: await makePasskey(asked, name) });
    if (await proved({ do: "passkey-add", label: device() }, makes)) this.paint();
  }

  /* Asks for the new password, along with the old one or a passkey. */
  private passwordButton(proved: Proved, has: boolean): HTMLElement {
    const label = has ? T("Change the password") : T("Set a password");
    return button(label, () => this.paintPassword(proved), { "data-name": "password-new" });
  }

  private paintPassword(proved: Proved): void {
    const [fresh, field] = this.input(T("New password"), "new-password", "new-password");
    const set = async () => {
      const answer = await proved({ do: "password", new: fresh.value.normalize("NFC") });
      if (!answer) return;
      this.poor = false;
      this.paint();
      this.said.textContent = T("The password is changed, and other devices are signed out.");
    };
    const form = h(
      "div",
      { class: "account-new-password" },
      field,
      meter(fresh),
      button(T("Set the new password"), () => void set(), { class: "primary", "data-name": "password-set" }),
    );
    this.body.querySelector(".account-new-password")?.remove();
    this.body.querySelector('[data-name="password-new"]')?.closest("form")?.append(form);
    fresh.focus();
  }

  private async newCodes(proved: Proved): Promise<void> {
    const answer = await proved({ do: "codes" });
    this.codes = texts(answer?.codes);
    if (answer) this.paint();
  }

  /* Saves all data, fetched part by part, as one file. */
  private async save(): Promise<void> {
    const games: unknown[] = [];
    let first: Heard | undefined;
    for (let before: unknown = undefined; ;) {
      const part = await this.ask({ do: "export", ...(before ? { before } : {}) });
      if (!part) return;
      first ??= part;
      if (Array.isArray(part.games)) games.push(...part.games);
      before = part.more;
      if (!before) break;
      await new Promise((done) => setTimeout(done, 2100)); // the house limits requests
    }
    const { name, account, made, reports } = first;
    const all = JSON.stringify({ name, account, made, reports, games }, null, 1);
    download("colonnade-account.json", new Blob([all], { type: "application/json" }));
  }

  private confirm(proved: Proved): void {
    replace(
      this.body,
      h("h3", {}, T("Erase the account")),
      h(
        "p",
        {},
        T(
          "The account is deleted for good, and your name is removed from your finished games. Their moves stay: they are your opponents' too.",
        ),
      ),
      h(
        "div",
        { class: "row" },
        button(T("Erase it"), () => void this.erase(proved), { "data-name": "erase-yes" }),
        button(T("Keep it"), () => this.paint(), { class: "primary", "data-name": "erase-no" }),
      ),
    );
  }

  private async erase(proved: Proved): Promise<void> {
    const answer = await proved({ do: "erase" });
    if (!answer) return;
    this.house.account = "";
    await cookie("none");
    this.paint();
    this.said.textContent = T("The account is erased.");
  }
}
