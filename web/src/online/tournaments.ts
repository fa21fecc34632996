/* Tournaments of the house: a list of them, or one with its standings, its rounds and the way to enter it. */
import { button, h, replace } from "../dom.js";
import { keep, recall } from "../store.js";
import { T, fill } from "../text.js";
import { type Ear, type Heard, Refused, number, text } from "./house.js";
import { type Host, NO_HOUSE, type Online } from "./online.js";
import { called, holdSeat } from "./seats.js";
import { rememberName, rememberedName } from "./names.js";
import { clockWords, gameTitle, playerName, pointsText, startWords } from "./words.js";

const LOOK = 20000; // ms between two fetches
const DAY = 86400000;

interface Player {
  rank: number;
  number: number;
  name: string;
  points: number;
  buchholz?: number;
  berger: number;
  rating?: number;
  withdrawn?: boolean;
}

/* Round, first seat, second seat (0: a bye), result, the address of the round that they play. */
type Pairing = [number, number, number, string, string];

const isText = (value: unknown): value is string => typeof value === "string";
const ours = (id: number): string => recall(`tournament.${id}`, isText) ?? "";

const kindWords = (kind: string): string =>
  kind === "swiss" ? T("Swiss system") : kind === "double" ? T("Everybody meets everybody twice") : T("Round robin");

function stateWords(t: Heard): string {
  if (t.state === "entering") return T("Open for entries");
  if (t.state === "over") return T("Over");
  return fill(T("Round {0} of {1}"), number(t.round), number(t.rounds));
}

const nameOf = (p: Player | undefined): string => (p?.name ? playerName({ kind: "person", name: p.name }) : T("Guest"));

const why = (word: string): string => {
  switch (word) {
    case "name-taken":
    case "already-entered":
      return T("Somebody with this name has already entered.");
    case "not-signed-in":
      return T("Only accounts can enter this tournament: sign in first.");
    case "bad-name":
      return T("This name cannot be used.");
    case "begun":
    case "over":
    case "tournament-full":
    case "not-allowed":
      return T("Nobody can enter this tournament any more.");
    default:
      return T("That did not work just now. Try again later.");
  }
};

/* "1–0", "½–½"; unplayed games are marked. */
function resultWords(result: string): string {
  switch (result) {
    case "1-0":
      return "1–0";
    case "0-1":
      return "0–1";
    case "1/2":
      return "½–½";
    case "+":
      return fill(T("{0}, not played"), "1–0");
    case "-":
      return fill(T("{0}, not played"), "0–1");
    default:
      return T("under way");
  }
}

export class TournamentsView implements Ear {
  readonly element = h("div", { class: "online tournaments" });
  private body = h("div", { class: "tournament-body" });
  private line = h("p", { class: "far-line", role: "status" });
  private said = h("p", { class: "account-said", role: "status" });
  private timer = 0;
  private painted = "";

  /* `id` 0: all of them. */
  constructor(
    private readonly host: Host,
    private readonly online: Online,
    private readonly id: number,
  ) {}

  show(): void {
    replace(this.element, this.line, this.body);
    this.online.house.listen(this);
    this.timer = setInterval(() => void this.look(), LOOK) as unknown as number;
  }

  leave(): void {
    clearInterval(this.timer);
    this.online.house.unlisten(this);
  }

  up(): void {
    this.line.textContent = "";
    void this.look();
  }

  down(): void {
    this.line.textContent = this.online.house.met ? T("Connection lost. Trying again …") : NO_HOUSE();
  }

  heard(m: Heard): void {
    if (m.is.startsWith("signed-")) void this.look();
  }

  private async look(): Promise<void> {
    const token = ours(this.id);
    const ask = this.id
      ? { do: "tournament", tournament: this.id, ...(token ? { token } : {}) }
      : { do: "tournaments" };
    try {
      const answer = await this.online.house.ask(ask);
      const { re: _, ...told } = answer;
      const said = JSON.stringify([told, this.online.house.account]);
      if (said === this.painted) return; // repainting would lose the focus for nothing
      this.painted = said;
      if (this.id) this.paintOne(answer);
      else this.paintAll(answer);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.painted = "";
      replace(this.body, h("h2", {}, T("Tournaments")), h("p", {}, T("There is no such tournament.")), this.back());
    }
  }

  private back(): HTMLElement {
    return h("a", { class: "button", href: this.id ? "#/online/tournaments" : "#/online" }, T("Back"));
  }

  private facts(t: Heard): string {
    return [
      gameTitle(this.host.game.games, text(t.game)),
      kindWords(text(t.kind)),
      clockWords(`move:${number(t.days) * DAY}`),
      startWords(t.start),
      t.rated === true ? T("Rated") : "",
      fill(T("{0} players"), number(t.entrants)),
    ]
      .filter(Boolean)
      .join(" · ");
  }

  /* --- the list --- */

  private paintAll(answer: Heard): void {
    const all = Array.isArray(answer.tournaments) ? (answer.tournaments as Heard[]) : [];
    const row = (t: Heard) =>
      h(
        "li",
        { class: "lobby-row" },
        h(
          "div",
          { class: "lobby-words" },
          h("a", { href: `#/online/tournament/${number(t.tournament)}` }, h("strong", {}, text(t.name))),
          h("span", { class: "quiet" }, `${stateWords(t)} · ${this.facts(t)}`),
        ),
      );
    replace(
      this.body,
      h("div", { class: "lobby-head" }, h("h2", {}, T("Tournaments")), this.back()),
      all.length > 0
        ? h("ul", { class: "lobby-list" }, ...all.map(row))
        : h("p", { class: "quiet" }, T("There is no tournament yet. The operator of this house can make one.")),
    );
  }

  /* --- one --- */

  private paintOne(t: Heard): void {
    const players = Array.isArray(t.players) ? (t.players as Player[]) : [];
    const games = Array.isArray(t.games) ? (t.games as Pairing[]) : [];
    const rounds = [...new Set(games.map((g) => g[0]))].sort((a, b) => b - a);
    const name = new Map(players.map((p) => [p.number, p]));
    replace(
      this.body,
      h(
        "div",
        { class: "lobby-head" },
        h("div", {}, h("h2", {}, text(t.name)), h("p", { class: "quiet" }, `${stateWords(t)} · ${this.facts(t)}`)),
        this.back(),
      ),
      this.door(t),
      this.said,
      this.standings(t, players),
      ...rounds.map((r) =>
        this.round(
          r,
          games.filter((g) => g[0] === r),
          name,
          number(t.you),
        ),
      ),
    );
  }

  /* A table that is wider than a phone scrolls on its own, also by keyboard. */
  private framed(title: string, table: HTMLTableElement): HTMLElement {
    return h("div", { class: "tournament-frame", role: "region", tabindex: 0, "aria-label": title }, table);
  }

  private standings(t: Heard, players: Player[]): HTMLElement {
    const swiss = t.kind === "swiss";
    const head = [T("Place"), T("No."), T("Player"), T("Points"), swiss ? "Buchholz" : "", "Sonneborn-Berger"];
    const row = (p: Player) =>
      h(
        "tr",
        { class: p.number === t.you ? "you" : "" },
        h("td", {}, String(p.rank)),
        h("td", {}, String(p.number)),
        h(
          "th",
          { scope: "row" },
          p.rating ? `${nameOf(p)} (${p.rating})` : nameOf(p),
          p.withdrawn ? h("span", { class: "quiet" }, ` ${T("withdrawn")}`) : null,
        ),
        h("td", {}, pointsText(p.points)),
        swiss ? h("td", {}, pointsText(p.buchholz ?? 0)) : null,
        h("td", {}, String(p.berger)),
      );
    return h(
      "section",
      {},
      h("h3", {}, T("Standings")),
      players.length === 0
        ? h("p", { class: "quiet" }, T("Nobody has entered yet."))
        : this.framed(
            T("Standings"),
            h(
              "table",
              { class: "tournament-table" },
              h("thead", {}, h("tr", {}, ...head.filter(Boolean).map((w) => h("th", { scope: "col" }, w)))),
              h("tbody", {}, ...players.map(row)),
            ),
          ),
    );
  }

  private round(r: number, games: Pairing[], name: Map<number, Player>, you: number): HTMLElement {
    const title = fill(T("Round {0}"), r);
    const row = ([, first, second, result, round]: Pairing) => {
      const pair = `${nameOf(name.get(first))} – ${nameOf(name.get(second))}`;
      const link = round
        ? h("a", { href: `#watch=${round}`, "aria-label": `${pair}: ${resultWords(result)}` }, resultWords(result))
        : result === "bye"
          ? T("Bye")
          : resultWords(result);
      return h(
        "tr",
        { class: first === you || second === you ? "you" : "" },
        h("th", { scope: "row" }, nameOf(name.get(first))),
        h("td", {}, second ? nameOf(name.get(second)) : "–"),
        h("td", {}, link),
      );
    };
    return h(
      "section",
      { "data-round": String(r) },
      h("h3", {}, title),
      this.framed(
        title,
        h(
          "table",
          { class: "tournament-table" },
          h(
            "thead",
            {},
            h("tr", {}, ...[T("First seat"), T("Second seat"), T("Result")].map((w) => h("th", { scope: "col" }, w))),
          ),
          h("tbody", {}, ...games.map(row)),
        ),
      ),
    );
  }

  /* --- entering and leaving --- */

  private door(t: Heard): HTMLElement | null {
    if (t.state === "over") return null;
    if (t.you !== undefined)
      return h(
        "details",
        { class: "tournament-door" },
        h("summary", {}, fill(T("You are number {0} in this tournament."), number(t.you))),
        h("p", {}, T("Whoever withdraws is not paired again; games that have begun go on.")),
        button(T("Leave the tournament"), () => void this.withdraw(), { "data-name": "withdraw" }),
      );
    if (t.open !== true) return null;
    const { account } = this.online.house;
    if (t.rated === true && !account)
      return h("p", {}, h("a", { href: "#/online/account" }, T("Sign in")), ` – ${why("not-signed-in")}`);
    const field = h("input", { type: "text", name: "player", maxlength: 40, autocomplete: "nickname" });
    field.value = rememberedName();
    return h(
      "form",
      {
        class: "row tournament-door",
        onsubmit: (e: Event) => {
          e.preventDefault();
          void this.enter(text(t.game), field.value.trim());
        },
      },
      account ? null : h("label", { class: "field" }, h("span", {}, T("Your name")), field),
      h(
        "button",
        { type: "submit", class: "primary", "data-name": "enter" },
        account ? fill(T("Enter as {0}"), account) : T("Enter the tournament"),
      ),
    );
  }

  private async enter(game: string, name: string): Promise<void> {
    try {
      if (name) rememberName(name);
      const who = this.online.house.account ? {} : await called(name);
      const answer = await this.online.house.askOnce({ do: "join", tournament: this.id, ...who });
      const token = text(answer.token);
      if (token) {
        keep(`tournament.${this.id}`, token);
        await holdSeat({ token, game, made: Date.now(), links: [] });
      }
      this.said.textContent = T("You are in. Your games appear under “My games” when a round begins.");
    } catch (error) {
      this.said.textContent = why(error instanceof Refused ? error.why : "");
    }
    await this.look();
  }

  private async withdraw(): Promise<void> {
    const token = ours(this.id);
    try {
      await this.online.house.askOnce({ do: "withdraw", tournament: this.id, ...(token ? { token } : {}) });
      this.said.textContent = T("You have withdrawn.");
    } catch (error) {
      this.said.textContent = why(error instanceof Refused ? error.why : "");
    }
    await this.look();
  }
}
