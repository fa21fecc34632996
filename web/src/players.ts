/* Who plays: a card for each seat, with its reserve and its clock. The person at the screen is below the others. */
import { kindName, seatName } from "./describe.js";
import { h, replace } from "./dom.js";
import type { Client } from "./client.js";
import { pieceIcon } from "./held.js";
import { seatSign } from "./marks.js";
import type { Parts } from "./play.js";
import { T, fill } from "./text.js";

export class Players {
  readonly others = h("div", { class: "players others" });
  readonly mine = h("div", { class: "players mine" });

  /* `parts`: an online table, which supplies the names. */
  constructor(
    private readonly game: Client,
    private readonly parts?: Parts,
  ) {}

  update(): void {
    const { board } = this.game;
    const me = this.lowest();
    const seats = board.seats.map((_, seat) => seat);
    this.others.dataset.count = String(board.players);
    replace(this.others, ...seats.filter((seat) => seat !== me).map((seat) => this.card(seat)));
    replace(this.mine, me < 0 ? null : this.card(me));
  }

  /* Two players face each other: the first person, otherwise White, sits below. More than two are listed together. */
  private lowest(): number {
    const { board, state } = this.game;
    if (board.players !== 2) return -1;
    const mine = state.seats.findIndex((s) => (this.parts ? s.mine : s.kind === "person"));
    return Math.max(0, mine);
  }

  /* "You" where one person plays against levels, "Level 4", a name, or the colour. */
  name(seat: number): string {
    const { board, state } = this.game;
    const sits = state.seats[seat];
    if (sits?.kind === "level") return fill(T("Level {0}"), sits.level);
    const alone = state.seats.filter((s) => s.kind === "person").length === 1;
    return sits?.name || (alone && sits?.kind === "person" ? T("You") : seatName(board, seat));
  }

  private card(seat: number): HTMLElement {
    const { board, state } = this.game;
    const turn = !state.over && state.mover === seat && state.phase !== "seating";
    const name = this.name(seat);
    const colour = seatName(board, seat);
    const more = [
      name === colour && !this.parts ? "" : colour,
      board.sides < board.players ? fill(T("team {0}"), (seat % board.sides) + 1) : "",
      board.held && fill(board.held, state.owners.filter((owner) => owner === seat).length),
      state.seats[seat]?.left ? T("left the game") : "",
    ].filter(Boolean);
    return h(
      "div",
      { class: turn ? "player turn" : "player" },
      h("span", { class: "disc" }, seatSign(seat)),
      h(
        "div",
        { class: "who" },
        this.parts?.seat(seat) ?? h("strong", {}, name),
        turn ? h("span", { class: "badge-turn" }, T("to move")) : null,
        h("small", {}, more.join(" · ")),
      ),
      h(
        "ul",
        { class: "reserve", "aria-label": T("Reserve") },
        ...board.kinds.map((kind, k) =>
          board.supplied[k]
            ? h(
                "li",
                {},
                pieceIcon(kind, seat),
                h("span", {}, String(state.reserves[seat]?.[k] ?? 0)),
                h("span", { class: "hidden" }, kindName(board, kind)),
              )
            : null,
        ),
      ),
      state.clock ? h("span", { class: "clock", "data-clock": seat }, clockText(this.game.timeLeft(seat) ?? 0)) : null,
    );
  }

  tick(): void {
    for (const box of [this.others, this.mine])
      for (const face of box.querySelectorAll<HTMLElement>("[data-clock]")) {
        const left = this.game.timeLeft(Number(face.dataset.clock)) ?? 0;
        const text = clockText(left);
        if (face.textContent !== text) face.textContent = text;
        face.classList.toggle("low", left < 20000);
      }
  }
}

export function clockText(ms: number): string {
  const s = Math.ceil(ms / 1000);
  const hours = Math.floor(s / 3600);
  if (hours >= 24 && hours % 24 === 0) return fill(T("{0} d"), hours / 24);
  if (hours >= 24) return fill(T("{0} d {1} h"), Math.floor(hours / 24), hours % 24);
  if (hours > 1) return fill(T("{0} h {1} min"), hours, Math.floor((s % 3600) / 60));
  return `${Math.floor(s / 60)}:${String(s % 60).padStart(2, "0")}`;
}
