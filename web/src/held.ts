/* What the player to move has in hand: every kind of piece and how many are left. If the player chooses the kind,
 * these are the buttons for it, and the chosen one is highlighted. */
import { kindName } from "./describe.js";
import { h, replace, svg } from "./dom.js";
import type { Client } from "./client.js";
import { Eye } from "./geometry.js";
import { piece } from "./pieces.js";
import type { Choice, PieceKind } from "./protocol.js";
import { T, capital, fill } from "./text.js";

/* A small picture of one piece. */
export function pieceIcon(kind: PieceKind, seat: number): SVGSVGElement {
  const eye = new Eye(0);
  const height = kind === "cube" || kind === "wall" ? 46 : 26;
  return svg(
    "svg",
    {
      class: "piece-icon",
      viewBox: kind === "ball" ? "-54 -82 108 108" : "-46 -62 92 92",
      "aria-hidden": "true",
      focusable: "false",
    },
    piece(eye, { kind, seat }, 0, 0, 0, 1, height),
  );
}

export class Held {
  readonly element = h("div", { class: "hand", role: "group", "aria-label": T("In hand") });

  constructor(
    private readonly game: Client,
    private readonly pick: (choice: Choice) => void,
  ) {}

  /* `waiting`: a place that was chosen before its piece. `points`: what a lesson or a hint asks for, and
   * `words` which of them it is. */
  update(waiting: number | null, points: string[], words: string): void {
    const { board, state } = this.game;
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.piece : undefined;
    const inside = this.element.contains(document.activeElement);
    const seat = this.game.personToMove ? state.mover : state.speaker;
    replace(
      this.element,
      ...board.kinds.map((kind, k) => (this.offered(kind, k) ? this.slot(kind, k, seat, waiting) : null)),
    );
    for (const step of points) {
      const slot = this.element.querySelector(`[data-step="${step}"]`);
      slot?.classList.add("pointed");
      slot?.setAttribute("aria-label", `${slot.getAttribute("aria-label")}; ${words}`);
    }
    if (inside && focused) this.element.querySelector<HTMLElement>(`button[data-piece="${focused}"]`)?.focus();
  }

  /* A kind that is another kind laid differently (a wall) is in hand only while it can be chosen. */
  private offered(kind: PieceKind, k: number): boolean {
    const { board, state, steps } = this.game;
    return (
      board.supplied[k] === true || state.choices.some((c) => c.kind === kind) || steps.some((s) => s.kind === kind)
    );
  }

  private slot(kind: PieceKind, k: number, seat: number, waiting: number | null): HTMLElement {
    const { board, state, steps } = this.game;
    const person = this.game.personToMove;
    const left = state.reserves[seat]?.[k] ?? 0;
    const choice = person ? state.choices.find((c) => c.role === "kind" && c.kind === kind) : undefined;
    const open = choice && (waiting === null || choice.places?.includes(waiting)) ? choice : undefined;
    const held = steps.some((s) => s.role === "kind" && s.kind === kind) || (board.kinds.length === 1 && this.puts());
    const look = [pieceIcon(kind, seat), h("span", { class: "left", "aria-hidden": "true" }, `× ${left}`)];
    const name = fill(T("{0}, {1} left"), capital(kindName(board, kind)), left);
    if (board.kinds.length === 1)
      return h("div", { class: held ? "slot held" : "slot" }, ...look, h("span", { class: "hidden" }, name));
    const props = {
      type: "button",
      class: held ? "slot choice held" : "slot choice",
      "data-piece": kind,
      "aria-label": name,
    };
    if (open) return h("button", { ...props, "data-step": open.step, onclick: () => this.pick(open) }, ...look);
    /* Another piece instead of the one in hand. */
    const other = person && !held && left > 0 && steps.length === 1 && steps[0]?.role === "kind";
    return h(
      "button",
      {
        ...props,
        "aria-pressed": String(held),
        "aria-disabled": other || held ? null : "true",
        onclick: () => void (other ? this.change(kind) : held && this.game.back()),
      },
      ...look,
    );
  }

  /* Whether a piece from the reserve can go onto a place now. */
  private puts(): boolean {
    const { state } = this.game;
    return this.game.personToMove && state.choices.some((c) => c.role === "to") && this.game.steps.length === 0;
  }

  private async change(kind: PieceKind): Promise<void> {
    await this.game.back();
    const choice = this.game.state.choices.find((c) => c.role === "kind" && c.kind === kind);
    if (choice) this.pick(choice);
  }
}
