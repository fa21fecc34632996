/* The card at the end of a game: who won and why, how the player fared, and what to do next. */
import { button, h, replace, svg } from "./dom.js";
import type { Client } from "./client.js";
import type { Verdict } from "./protocol.js";
import type { Players } from "./players.js";
import { graph } from "./review.js";
import { T, capital, fill, movesText } from "./text.js";

const SECONDS = 0.12; // for each move

export interface After {
  review(): void;
  share(): void;
}

export class EndCard {
  readonly element = h("section", { class: "end-card", "aria-label": T("The end of the game") });
  private course = h("div", { class: "end-course", role: "status" });
  private closed = ""; // the end whose card was closed
  private shown = "";

  constructor(
    private readonly game: Client,
    private readonly players: Players,
    private readonly after: After,
  ) {
    this.element.hidden = true;
  }

  update(): void {
    const { state } = this.game;
    const key =
      state.finished && state.over && !state.lesson
        ? `${state.game} ${state.node} ${state.result} ${state.reason}`
        : "";
    this.element.hidden = key === "" || key === this.closed;
    if (this.element.hidden || key === this.shown) {
      if (key === "") this.shown = "";
      return;
    }
    this.shown = key;
    this.closed = "";
    replace(
      this.element,
      h(
        "div",
        { class: "end-head" },
        this.lit(),
        h("h2", {}, this.title()),
        button("×", () => this.close(key), { class: "end-close", "aria-label": T("Close") }),
      ),
      h("p", { class: "end-why" }, this.me() < 0 ? this.why() : `${capital(state.status)}. ${this.why()}`),
      h("p", { class: "quiet" }, this.facts()),
      this.course,
      h(
        "div",
        { class: "end-acts" },
        button(T("Review the game"), () => this.after.review(), { "data-name": "review", class: "primary" }),
        button(this.again(), () => void this.game.rematch(), { "data-name": "rematch" }),
        button(T("Share"), () => this.after.share(), { "data-name": "share-end" }),
      ),
    );
    void this.look(key);
  }

  /* The winning places, as a small plan of the board. */
  private lit(): SVGSVGElement | null {
    const { board, state } = this.game;
    const wins = state.decided;
    if (wins.length === 0) return null;
    const places = board.places.flatMap((p, i) =>
      p.level === board.places[0]?.level || wins.includes(i) ? [{ ...p, won: wins.includes(i) }] : [],
    );
    const far = { x: Math.max(...places.map((p) => p.x)), y: Math.max(...places.map((p) => p.y)) };
    return svg(
      "svg",
      {
        class: "lit",
        viewBox: `-0.1 -0.1 ${far.x / 2 + 1.2} ${far.y / 2 + 1.2}`,
        "aria-hidden": "true",
        focusable: "false",
      },
      ...places.map((p) =>
        svg("rect", {
          x: p.x / 2 + 0.06,
          y: (far.y - p.y) / 2 + 0.06,
          width: 0.88,
          height: 0.88,
          rx: 0.16,
          class: p.won ? "won" : null,
        }),
      ),
    );
  }

  /* The reason in words, with the places. */
  private why(): string {
    const { board, state } = this.game;
    const labels = state.decided.map((place) => board.places[place]?.label ?? "");
    if (labels.length === 0) return state.told || `${capital(state.reason)}.`;
    const { lang } = document.documentElement;
    const list = new Intl.ListFormat(lang === "en" ? "en-GB" : lang).format(labels); // without a comma before "and"
    return `${fill(T("{0}: {1}."), capital(state.reason), list)} ${state.told}`.trim();
  }

  /* How the only person at the screen fared: the engine reviews the game meanwhile. */
  private async look(key: string): Promise<void> {
    const me = this.me();
    replace(this.course);
    if (me < 0 || !this.game.hasLevels || !this.game.state.helps) return;
    const verdicts: Verdict[] = [];
    const take = (verdict: Verdict): void => {
      if (key !== this.shown) return;
      verdicts.push(verdict);
      const said = verdicts.filter((v) => v.seat === me).at(-1)?.course ?? "";
      replace(this.course, verdicts.length > 2 ? graph(verdicts, this.game) : null, said ? h("p", {}, said) : null);
    };
    await this.game.thinker.review(this.game.events, SECONDS, take).catch(() => undefined);
  }

  /* The seat of the only person; -1: there are more, or none. */
  private me(): number {
    const people = this.game.state.seats.flatMap((s, seat) => (s.kind === "person" ? [seat] : []));
    return people.length === 1 ? (people[0] ?? -1) : -1;
  }

  private close(key: string): void {
    this.closed = key;
    this.update();
  }

  /* "You win", "You lose", "White wins", "A draw". */
  private title(): string {
    const { state } = this.game;
    const winners = state.seats.flatMap((s, seat) => (s.result === "won" ? [seat] : []));
    const me = this.me();
    if (winners.length === 0) return T("A draw");
    if (me >= 0) return winners.includes(me) ? T("You win") : T("You lose");
    return fill(
      winners.length > 1 ? T("{0} win") : T("{0} wins"),
      winners.map((w) => this.game.board.seats[w]).join(" – "),
    );
  }

  /* A rematch swaps the seats: if one person plays, the button says with which colour. */
  private again(): string {
    const { board, state } = this.game;
    const me = state.seats.findIndex((s) => s.kind === "person");
    const alone = board.players === 2 && state.seats.filter((s) => s.kind === "person").length === 1;
    return alone ? fill(T("Rematch as {0}"), board.seats[1 - me] ?? "") : T("Rematch");
  }

  private facts(): string {
    const { state } = this.game;
    const against = state.seats.flatMap((s, seat) => (s.kind === "level" ? [this.players.name(seat)] : []));
    return [...new Set(against), movesText(this.game.nodes[state.head]?.ply ?? 0)].join(" · ");
  }
}
