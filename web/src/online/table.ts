/* An online table: the same board as for a local game, with names, presence, offers and messages, and links for
 * those who are still missing. */
import { AnalysisPanel } from "../analysis.js";
import { Client } from "../client.js";
import { button, download, h, replace } from "../dom.js";
import { Engine } from "../engine.js";
import { type Panel, type Parts, PlayView } from "../play.js";
import type { Offer } from "../protocol.js";
import { confirmBox } from "../confirm.js";
import { T, capital, fill } from "../text.js";
import type { House } from "./house.js";
import { Refused, text } from "./house.js";
import { Keys } from "./keys.js";
import { linkRow } from "./links.js";
import { nameField, rememberName, signInFirst } from "./names.js";
import { ownOffer, theirOffer } from "./offers.js";
import type { Host } from "./online.js";
import { FarRound, type Goal, type News } from "./round.js";
import { heldSeat, holdSeat } from "./seats.js";
import {
  SEATS,
  clockWords,
  colour,
  phraseWords,
  playerName,
  pointsText,
  ratingMark,
  ratingText,
  seatLink,
  watchLink,
} from "./words.js";

export class FarTable implements Parts, News {
  readonly extra = h("div", { class: "far" });
  readonly client: Client;
  readonly play: PlayView;
  readonly round: FarRound;
  private analysis: AnalysisPanel;
  private line = h("p", { class: "far-line", role: "status" });
  private began = h("p", { class: "far-start quiet" });
  private invitation = h("div", {});
  private offers = h("div", {});
  private talk = h("div", { class: "far-talk" });
  private keys = new Keys();
  private spoken = h("p", { class: "far-said", role: "status" });
  private mute = false;
  private claim = 0;
  private fed = false; // the feed is shown, or has been requested
  private held = ""; // the token that this browser was told to keep
  private invited = ""; // the state that the invitation was painted for

  /* `moved` hears of everything that happens, for turns and titles. */
  constructor(
    private readonly host: Host,
    private readonly house: House,
    goal: Goal,
    private readonly moved: (table: FarTable, fresh: string[]) => void,
  ) {
    const engine = new Engine("worker.js");
    engine.ondeath = () => host.reopen();
    this.client = new Client(engine, host.thinker);
    const panels: Panel[] = [];
    this.play = new PlayView(this.client, host.settings, panels, () => this.changedSettings(), this);
    this.analysis = new AnalysisPanel(this.client, this.play);
    panels.push(
      { title: T("Moves"), element: h("div", {}, this.play.moves.element), update: () => undefined },
      this.analysis,
    );
    this.play.panelsReady();
    replace(this.extra, this.line, this.invitation, this.offers, this.spoken, this.more());
    this.client.listener = {
      changed: () => this.changed(),
      announce: (words) => host.announce(words),
      problem: (words) => host.problem(words),
    };
    void this.client.open(host.settings.lang).catch(() => undefined);
    this.client.wantThreats = host.settings.threats;
    this.round = new FarRound(house, this.client, goal, this);
  }

  /* On a phone a sheet that a button opens; on wide screens it is always there. */
  private more(): HTMLElement {
    const close = button("×", () => this.showMore(false), { class: "far-close", "aria-label": T("Close") });
    return h("div", { class: "far-more" }, close, this.began, this.talk);
  }

  private showMore(shown: boolean): void {
    this.element.toggleAttribute("data-more", shown);
    const details = this.talk.querySelector("details");
    if (details) details.open = shown;
    (shown ? this.talk.querySelector<HTMLElement>("summary") : this.keys.made.get("talk"))?.focus();
  }

  private changedSettings(): void {
    this.host.changedSettings();
    if (this.client.wantThreats === this.host.settings.threats) return;
    this.client.wantThreats = this.host.settings.threats;
    void this.client.refresh();
  }

  get element(): HTMLElement {
    return this.play.element;
  }

  leave(): void {
    clearTimeout(this.claim);
    this.round.leave();
    this.client.close();
  }

  /* --- news --- */

  came(): void {
    this.invited = "";
    this.hold();
    this.changed();
    this.moved(this, []);
  }

  /* Remembers the seat, so that it can be found again. */
  private hold(): void {
    const { token } = this.round;
    if (!token || !this.sits || this.held === token) return;
    this.held = token;
    void holdSeat({ token, game: this.client.state.game, made: Date.now(), links: [] });
  }

  happened(lines: string[]): void {
    this.hold();
    this.moved(this, lines);
  }

  here(): void {
    if (this.client.state) this.changed();
  }

  said(seat: string, phrase: string): void {
    if (this.mute || !phraseWords(phrase)) return;
    this.spoken.textContent = fill(T("{0} says: {1}"), this.nameOf(SEATS.indexOf(seat)), phraseWords(phrase));
  }

  refused(sentence: string): void {
    this.play.say(capital(sentence));
  }

  lost(lost: boolean): void {
    this.element.dataset.line = lost ? "lost" : "up";
    this.line.textContent = lost ? T("Connection lost. Trying again …") : "";
  }

  nowhere(why: string): void {
    void this.client.ask<{ text: string }>(`far refused ${why}\n`).then((reply) => {
      replace(
        this.host.main,
        h(
          "div",
          { class: "online" },
          h("h2", {}, T("Online")),
          h("p", { class: "far-nowhere" }, capital(text(reply.text).trim())),
          h("a", { class: "button", href: "#/online" }, T("All tables")),
        ),
      );
    });
  }

  /* --- how it stands --- */

  /* Whether we sit in one of our seats. */
  get sits(): boolean {
    return this.client.state?.seats.some((s) => s.mine && s.kind !== "empty") === true;
  }

  get isMyTurn(): boolean {
    const { state } = this.client;
    return state?.phase === "playing" && state.seats[state.mover]?.mine === true && state.node === state.head;
  }

  nameOf(seat: number): string {
    return playerName(this.client.state.seats[seat] ?? {});
  }

  changed(): void {
    if (!this.client.state || !this.client.board) return;
    this.analysis.follow();
    this.paintStart();
    this.paintInvitation();
    this.paintOffers();
    this.paintTalk();
    this.play.update();
    if (!this.client.state.over && !this.client.personToMove) this.element.dataset.turn = "far"; // or a move is on its way
    this.element.dataset.phase = this.client.state.phase;
    this.element.dataset.number = String(this.client.events.length);
    this.host.changedTable(this);
    this.awaitClaim();
  }

  /* Repaints when somebody has been away long enough to claim the win. */
  private awaitClaim(): void {
    clearTimeout(this.claim);
    const waits = this.client.state.seats.flatMap((s) => (s.claim !== undefined && s.claim > 0 ? [s.claim] : []));
    if (waits.length === 0) return;
    const look = () => void this.client.far(`events ${Math.round(this.house.now())}\n`).catch(() => undefined);
    this.claim = setTimeout(look, Math.min(...waits) + 50) as unknown as number;
  }

  status(): string {
    const { state } = this.client;
    if (state.phase === "seating")
      return this.sits ? T("Waiting for somebody to sit down.") : T("The game has not begun.");
    if (state.aborted) return T("The game is called off: it has no result.");
    return this.isMyTurn && this.client.state.phase === "playing" ? T("Your turn") : "";
  }

  seat(seat: number): HTMLElement {
    const s = this.client.state.seats[seat];
    const letter = SEATS[seat] ?? "";
    const there = this.round.present.includes(letter);
    const note = s?.mine
      ? T("you")
      : s?.kind === "person"
        ? s.claim !== undefined
          ? T("cannot be reached")
          : there
            ? T("here now")
            : T("not here")
        : "";
    return h(
      "div",
      { class: "far-seat", "data-far-seat": letter, "data-here": String(there) },
      h("span", { class: "far-name" }, this.nameOf(seat)),
      this.ratingOf(letter),
      note ? h("small", { class: "quiet" }, note) : null,
    );
  }

  /* The rating before and, once the game has counted, after it. */
  private ratingOf(letter: string): HTMLElement | null {
    const r = this.round.ratings.get(letter);
    if (!r || !ratingText(r)) return null;
    const before = r.before === undefined ? "" : `${r.before} → `;
    return h("small", { class: "far-rating" }, before, ...ratingMark(r));
  }

  /* --- what one can do --- */

  controls(): HTMLElement[] {
    const { state } = this.client;
    const playing = state.phase === "playing";
    const say = (line: string) => () => void this.client.end(line);
    const claimable = playing && state.seats.some((s) => !s.mine && s.claim === 0);
    const ours = (offer: Offer["offer"]) => state.offers.some((o) => o.offer === offer && state.seats[o.by]?.mine);
    const beginning = !state.finished && state.head < state.seats.length; // not everybody has moved: it may be aborted
    const tables = () => this.keys.key("tables", T("Tables"), T("All tables"), () => (location.hash = "#/online"));
    if (!this.sits) return [tables()];
    const asks = playing && !claimable;
    const again = state.finished && !state.aborted && !ours("rematch") && this.round.start.pair !== 1;
    const people = state.seats.filter((s) => s.kind === "person").length > 1;
    const keys = [
      claimable && this.keys.key("claim", T("Claim"), T("Claim the win"), say("claim"), true),
      asks && state.head > 0 && !ours("take-back")
        ? this.keys.key("take-back", T("Take back"), T("Ask to take back"), say("undo"))
        : null,
      asks && !ours("draw") ? this.keys.key("draw", T("Draw"), T("Offer a draw"), say("draw")) : null,
      playing && !beginning && this.keys.key("resign", T("Resign"), T("Resign"), () => void this.resign()),
      beginning && this.keys.key("abort", T("Call it off"), T("Call it off"), () => this.abort()),
      again && this.keys.key("rematch", T("Rematch"), T("Rematch, seats swapped"), say("rematch"), true),
      state.finished && this.keys.key("save", T("Save"), T("Save as a file"), () => void this.save()),
      this.keys.key("moves", T("Moves"), T("Moves"), () => this.play.showPanel(0)),
      people && this.keys.key("talk", T("Talk"), T("Talk, and who is watching"), () => this.showMore(true)),
      tables(),
    ];
    return keys.filter((key): key is HTMLButtonElement => Boolean(key));
  }

  private async resign(): Promise<void> {
    if (await confirmBox(T("Do you resign?"), T("Resign"), T("Play on"))) await this.client.end("resign");
  }

  private abort(): void {
    const seat = this.round.you[0] ?? "w";
    this.client.carry?.({ seat, action: "abort" });
  }

  private async save(): Promise<void> {
    try {
      const answer = await this.house.ask({ do: "record", round: this.round.id });
      download(`${this.client.state.game}-${this.round.id}.txt`, new Blob([text(answer.text)], { type: "text/plain" }));
    } catch (error) {
      if (error instanceof Refused) this.host.problem(error.why);
    }
  }

  /* --- painting --- */

  /* How the round started, and the pair's score so far. */
  private paintStart(): void {
    const { fair, pair, first, points, tournament } = this.round.start;
    const sum = points.map((p, seat) => `${this.nameOf(seat)} ${pointsText(p)}`).join(" – ");
    replace(
      this.began,
      fair > 0 ? fill(T("It begins from fair start {0}, a draw when nobody errs."), fair) : null,
      pair === 1 ? T("The first game of a pair: the second follows by itself, with seats swapped.") : null,
      pair === 2 ? `${T("The second game of a pair.")} ${sum}. ` : null,
      first ? h("a", { href: `#watch=${first}` }, T("The first game")) : null,
      this.ratedWords(),
      tournament > 0 ? h("a", { href: `#/online/tournament/${tournament}` }, T("A game of a tournament")) : null,
    );
    this.began.hidden = this.began.childNodes.length === 0;
  }

  private ratedWords(): string | null {
    const { rated, experimental, advantage } = this.round.start;
    if (!rated) return null;
    if (experimental) return ` ${T("Rated; ratings of three and four are experimental.")}`;
    const seat = colour(advantage < 0 ? "b" : "w");
    return advantage === 0
      ? ` ${T("Rated.")}`
      : ` ${fill(T("Rated; {0} counts as {1} points stronger."), seat, Math.abs(advantage))}`;
  }

  private paintInvitation(): void {
    const { state } = this.client;
    const free = state.seats.findIndex(
      (s, i) => s.kind === "empty" && (s.mine || (!this.sits && this.round.openSeats.includes(SEATS[i] ?? "-"))),
    );
    const key = `${this.round.id} ${state.phase} ${free} ${this.sits} ${state.seats.map((s) => s.kind)}`;
    if (key === this.invited) return;
    this.invited = key;
    if (state.phase !== "seating") replace(this.invitation);
    else if (!this.sits && free >= 0) replace(this.invitation, this.welcome(free));
    else if (this.sits) void this.links();
    else replace(this.invitation, h("p", {}, T("The game has not begun. You are watching.")));
  }

  private welcome(seat: number): HTMLElement {
    const { state, board } = this.client;
    const host = state.seats.find((s) => s.kind === "person");
    const title = host
      ? fill(T("{0} invites you to {1}."), playerName(host), board.title)
      : fill(T("You are invited to {0}."), board.title);
    const clock = state.clock ? clockWords(state.clock.text) : T("No clock");
    const { account } = this.house;
    if (this.round.start.rated && !account) return signInFirst(title);
    const name = nameField(account);
    const trouble = h("p", { class: "note", role: "status" });
    const sit = async () => {
      const wanted = name.querySelector("input")?.value.trim() ?? "";
      if (!account) rememberName(wanted);
      try {
        await this.round.sit(wanted, SEATS[seat] ?? "");
        if (location.hash.startsWith("#watch=")) history.replaceState(null, "", `#seat=${this.round.token}`);
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        const reply = await this.client.ask<{ text: string }>(`far refused ${error.why}\n`);
        trouble.textContent = capital(reply.text.trim());
      }
    };
    return h(
      "form",
      {
        class: "invitation",
        onsubmit: (e: Event) => {
          e.preventDefault();
          void sit();
        },
      },
      h("h3", {}, title),
      h("p", {}, `${fill(T("You play {0}."), colour(SEATS[seat] ?? ""))} ${clock}.`),
      name,
      trouble,
      h("button", { type: "submit", class: "primary", "data-name": "sit" }, T("Sit down")),
      h(
        "div",
        { class: "row" },
        h("a", { class: "button", href: `#/learn/${board.family}` }, T("Learn first")),
        h("a", { class: "button", href: "#/online" }, T("Another game")),
      ),
    );
  }

  /* Links for those who are still missing. */
  private async links(): Promise<void> {
    const { state } = this.client;
    const held = await heldSeat(this.round.token);
    const code = (words: string) => this.client.ask<string[]>(`qr ${words}`);
    const rows = state.seats.flatMap((s, i) => {
      const link = held?.links.find((l) => l.seat === SEATS[i]);
      return s.kind === "empty" && link
        ? [linkRow(fill(T("Send this link to whoever plays {0}:"), colour(link.seat)), seatLink(link.token), code)]
        : [];
    });
    replace(
      this.invitation,
      h(
        "div",
        { class: "invitation" },
        h("h3", {}, rows.length > 0 ? T("Invite somebody") : T("Your table is open")),
        rows.length > 0 ? null : h("p", {}, T("Whoever comes to the house may sit down.")),
        ...rows,
        linkRow(T("This link is for watching:"), watchLink(this.round.id), code, ""),
        isHere()
          ? h(
              "p",
              { class: "quiet" },
              T(
                "These links work on this machine only: open the page by the machine's name, from a house that others can reach.",
              ),
            )
          : null,
      ),
    );
  }

  private paintOffers(): void {
    const { state } = this.client;
    const had = document.activeElement instanceof HTMLElement && this.offers.contains(document.activeElement);
    replace(
      this.offers,
      ...state.offers.map((o) => {
        const asked = o.asked.some((seat) => state.seats[seat]?.mine);
        const mine = state.seats[o.by]?.mine === true;
        if (!asked && !mine) return null;
        return h(
          "div",
          { class: "far-offer", "data-offer": o.offer },
          h("p", {}, mine ? ownOffer(o) : theirOffer(o, this.nameOf(o.by))),
          asked
            ? h(
                "div",
                { class: "row" },
                button(T("No"), () => void this.answer(o, false), { "data-name": "no" }),
                button(T("Yes"), () => void this.answer(o, true), { class: "primary", "data-name": "yes" }),
              )
            : button(T("Withdraw"), () => this.withdraw(o), { "data-name": "withdraw" }),
        );
      }),
    );
    if (had) this.offers.querySelector("button")?.focus();
  }

  private async answer(o: Offer, yes: boolean): Promise<void> {
    const seat = o.asked.find((s) => this.client.state.seats[s]?.mine) ?? 0;
    this.client.carry?.({ seat: SEATS[seat] ?? "w", action: `${yes ? "yes" : "no"} ${o.offer}` });
  }

  private withdraw(o: Offer): void {
    this.client.carry?.({ seat: SEATS[o.by] ?? "w", action: `withdraw ${o.offer}` });
  }

  private paintTalk(): void {
    const { watching } = this.round;
    const { state } = this.client;
    const people = state.seats.filter((s) => s.kind === "person").length > 1;
    const watchers =
      watching === 1 ? T("One is watching.") : watching > 1 ? fill(T("{0} are watching."), watching) : "";
    if (this.talk.childElementCount === 0)
      replace(
        this.talk,
        h("p", { class: "quiet", "data-name": "watching" }),
        h(
          "details",
          {},
          h("summary", {}, T("Say something")),
          h(
            "div",
            { class: "phrases" },
            ...this.house.phrases
              .filter(phraseWords)
              .map((p) => button(phraseWords(p), () => this.round.say(p), { "data-phrase": p })),
          ),
          button(T("Mute"), () => this.flipMute(), { "data-name": "mute", "aria-pressed": "false" }),
        ),
      );
    if (this.sits && state.clock?.text.startsWith("move") && !this.fed) void this.paintFeed();
    const [count, details] = this.talk.children;
    if (count) count.textContent = watchers;
    if (details) (details as HTMLElement).hidden = !people || !this.sits;
  }

  /* For daily games: a feed that announces turns without this page. */
  private async paintFeed(): Promise<void> {
    this.fed = true;
    const answer = await this.house.ask({ do: "feed", token: this.round.token }).catch(() => undefined);
    const path = text(answer?.path);
    if (!path) return;
    const href = `${new URL(path.replace(/^\//, ""), location.href.split("#")[0]).href}?lang=${this.host.settings.lang}`;
    this.talk.append(h("p", {}, h("a", { href, "data-name": "feed" }, T("A feed that says when it is your turn"))));
  }

  private flipMute(): void {
    this.mute = !this.mute;
    if (this.mute) this.spoken.textContent = "";
    this.talk.querySelector('[data-name="mute"]')?.setAttribute("aria-pressed", String(this.mute));
  }
}

/* Whether this address means this machine, and so is useless elsewhere. */
const isHere = (): boolean => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(location.hostname);
