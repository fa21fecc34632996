/* A board on which a game is played: the picture, the choices of the next move, and a
 * box for notation. Used by the table, by lessons and by puzzles. */
import { type Badge, BoardView, type Ghost, type Scene } from "./board.js";
import { badgeOf, placeWords } from "./describe.js";
import { button, h, icon, replace, select, svg } from "./dom.js";
import type { Client } from "./client.js";
import { Eye } from "./geometry.js";
import { piece } from "./pieces.js";
import type { Advice, Choice, Direction, Piece, PieceKind, Reply } from "./protocol.js";
import type { Settings } from "./store.js";
import { T, capital, fill } from "./text.js";

const ARROW: Record<string, string> = {
  north: "M12 4L19 14H5Z",
  east: "M20 12L10 19V5Z",
  south: "M12 20L5 10H19Z",
  west: "M4 12L14 5V19Z",
};
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

export class Chooser {
  readonly element: HTMLElement;
  readonly board: BoardView;
  advice: Advice[] = []; // shown on the board when there is any
  private question = h("p", { class: "question" });
  private choices = h("div", { class: "choices", role: "group", "aria-label": T("Choices") });
  private tools = h("div", { class: "tools" });
  private note = h("p", { class: "note", role: "status" });
  private typed: HTMLInputElement;
  private shown = 9;
  private waiting: number | null = null; // a place chosen before its piece
  private waitingFor = "";
  private noteFor = "";

  constructor(
    private readonly game: Client,
    private readonly settings: Settings,
    name: string,
    private readonly changedSettings: () => void,
  ) {
    this.board = new BoardView(
      T("Board"),
      (place) => this.place(place),
      () => void this.back(),
      true,
    );
    this.board.onface = () => this.paintTools();
    this.typed = h("input", {
      id: name,
      type: "text",
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
      enterkeyhint: "send",
    });
    const form = h(
      "form",
      {
        class: "notation",
        onsubmit: (e: Event) => {
          e.preventDefault();
          void this.type();
        },
      },
      h("label", { for: name }, T("Move in notation")),
      this.typed,
      h("button", { type: "submit" }, T("Play")),
    );
    this.element = h(
      "section",
      { class: "stage", "aria-label": T("Board") },
      this.board.element,
      h("div", { class: "ask" }, this.question, this.choices),
      this.note,
      h("div", { class: "under" }, this.tools, form),
    );
  }

  update(): void {
    const key = `${this.game.state.game} ${this.game.state.node} ${this.game.state.result}`;
    if (key !== this.noteFor) this.say(""); // what was said was about another position
    this.noteFor = key;
    const turn = `${this.game.state.game} ${this.game.state.position} ${this.game.state.node}`;
    if (turn !== this.waitingFor) this.waiting = null;
    this.waitingFor = turn;
    this.paintBoard();
    this.paintTools();
    this.paintChoices();
  }

  say(text: string): void {
    this.note.textContent = text;
  }

  private placeChoices(): Map<number, Choice["role"]> {
    const { state, steps, board } = this.game;
    const out = new Map<number, Choice["role"]>();
    if (!this.game.personToMove) return out;
    for (const c of state.choices) if (c.place !== undefined) out.set(c.place, c.role);
    if (steps.length === 0) for (const c of state.choices) for (const place of c.places ?? []) out.set(place, "to");
    const last = steps[steps.length - 1]?.place;
    if (state.choices.some((c) => c.role === "direction") && last !== undefined)
      board.places.forEach((_, i) => {
        if (this.directionTo(last, i, true)) out.set(i, "to");
      });
    return out;
  }

  /* The direction choice that points from one place to another. */
  private directionTo(from: number, to: number, next: boolean): Choice | undefined {
    const a = this.game.board.places[from];
    const b = this.game.board.places[to];
    if (!a || !b || a === b) return undefined;
    const dx = b.x - a.x;
    const dy = b.y - a.y;
    if ((dx !== 0 && dy !== 0) || (next && Math.abs(dx) + Math.abs(dy) > 2)) return undefined;
    const word = dy > 0 ? "north" : dy < 0 ? "south" : dx > 0 ? "east" : "west";
    return this.game.state.choices.find((c) => c.step === word);
  }

  /* The best value of the moves that each choice leads to. */
  private badges(): Map<number, Badge> {
    const out = new Map<number, Badge>();
    const prefix = this.game.steps.map((s) => s.step);
    const label = new Map(this.game.board.places.map((p, i) => [p.label, i]));
    this.advice.forEach((a, rank) => {
      for (const path of a.steps) {
        if (prefix.some((word, i) => path[i] !== word)) continue;
        let word = path[prefix.length];
        if (word !== undefined && !label.has(word)) word = path.slice(prefix.length).find((w) => label.has(w));
        const place = word === undefined ? undefined : label.get(word);
        if (place !== undefined && !out.has(place)) out.set(place, badgeOf(a, rank === 0));
      }
    });
    return out;
  }

  /* What the next place would get, where that is one piece. */
  private hand(): { hand?: Piece } {
    const { board, state, steps } = this.game;
    if (!this.game.personToMove) return {};
    const last = steps[steps.length - 1];
    const kind = board.kinds.length === 1 ? board.kinds[0] : last?.role === "kind" ? last.kind : undefined;
    if (steps.length > 0 && last?.role !== "kind") return {}; // it is seen on the board already
    return kind ? { hand: { kind, seat: state.mover } } : {};
  }

  /* The one move that was asked for, as the piece that it puts down. */
  private ghosts(): Ghost[] {
    const { board, state, steps } = this.game;
    const only = this.advice.length === 1 ? this.advice[0] : undefined;
    const path = only?.steps[0];
    if (!path || steps.length > 0) return [];
    const place = (word: string | undefined) => board.places.findIndex((p) => p.label === word);
    const first = state.choices.find((c) => c.step === path[0]);
    const seat = state.mover;
    if (first?.role === "to") return [{ place: place(path[0]), piece: { kind: board.kinds[0] ?? "pawn", seat } }];
    if (first?.role === "kind") {
      const direction = path[2] as Direction | undefined;
      const kind = board.kinds[board.steps.indexOf(path[0] ?? "")] ?? "pawn";
      const piece: Piece = { kind, seat, ...(direction ? { direction } : {}) };
      return [{ place: place(path[1]), piece }].filter((g) => g.place >= 0);
    }
    const lifted = first?.role === "from" ? state.stacks[first.place ?? -1]?.at(-1) : undefined;
    return lifted ? [{ place: place(path[1]), piece: lifted }].filter((g) => g.place >= 0) : [];
  }

  scene(): Scene {
    const { board, steps, state } = this.game;
    const choices = this.placeChoices();
    const badges = this.badges();
    const chosen = steps.flatMap((s) => (s.place === undefined ? [] : [s.place]));
    if (this.waiting !== null) chosen.push(this.waiting);
    return {
      board,
      state,
      choices,
      badges,
      chosen,
      view: this.settings.view,
      shown: Math.min(this.shown, board.levels),
      wins: state.wins ?? [],
      threats: state.threats ?? [],
      control: this.settings.control,
      line: state.decided,
      ghosts: this.ghosts(),
      ...this.hand(),
      labels: board.places.map((_, i) => placeWords(board, state, i, choices.get(i), badges.get(i), state)),
    };
  }

  paintBoard(): void {
    this.board.draw(this.scene());
  }

  private paintTools(): void {
    const { board } = this.game;
    const toggle = (label: string, on: boolean, flip: () => void, key?: string) =>
      h(
        "button",
        {
          type: "button",
          class: "toggle",
          "aria-pressed": String(on),
          onclick: flip,
          ...(key ? { "aria-keyshortcuts": key } : {}),
        },
        label,
      );
    const redraw = () => {
      this.changedSettings();
      this.update();
    };
    const focusName =
      document.activeElement instanceof HTMLElement && this.tools.contains(document.activeElement)
        ? document.activeElement.textContent
        : null;
    replace(
      this.tools,
      toggle(T("From above"), this.settings.view === "above", () => this.flipView(), "v"),
      this.board.turns && button(T("Turn the board"), () => this.board.look("right"), { "aria-keyshortcuts": "]" }),
      this.board.turns && button(T("As at first"), () => this.board.look("home"), { "aria-keyshortcuts": "0" }),
      board.levels === 1 &&
        toggle(T("Owners"), this.settings.control, () => {
          this.settings.control = !this.settings.control;
          redraw();
        }),
      toggle(T("Threats"), this.settings.threats, () => {
        this.settings.threats = !this.settings.threats;
        this.changedSettings();
        if (this.settings.threats) void this.tellThreats();
      }),
      board.levels > 1 && this.settings.view === "depth"
        ? select(
            T("Levels shown"),
            [
              ["9", T("All")],
              ...Array.from({ length: board.levels - 1 }, (_, i): [string, string] => [
                String(i + 1),
                fill(T("Up to {0}"), i + 1),
              ]),
            ],
            String(this.shown),
            (v) => {
              this.shown = Number(v);
              this.paintBoard();
            },
          )
        : null,
    );
    if (focusName) for (const b of this.tools.querySelectorAll("button")) if (b.textContent === focusName) b.focus();
  }

  /* In words too: where there are none, the board shows nothing. */
  private async tellThreats(): Promise<void> {
    const { text } = await this.game.ask<Reply>("command threats");
    this.say(text.trim());
  }

  flipView(): void {
    this.settings.view = this.settings.view === "depth" ? "above" : "depth";
    this.changedSettings();
    this.update();
  }

  private paintChoices(): void {
    const { state, steps } = this.game;
    const person = this.game.personToMove;
    this.question.textContent = state.over
      ? `${capital(state.status)} (${state.reason})`
      : person
        ? `${state.status}. ${state.question}`
        : state.turn === "far" || state.turn === "person"
          ? `${state.status}. ${state.turn === "person" ? state.question : ""}`
          : this.game.thinking
            ? fill(T("Level {0} is thinking …"), state.level)
            : T("The level waits.");
    const mine = state.choices.filter(
      (c) => c.place === undefined && (this.waiting === null || c.places?.includes(this.waiting)),
    );
    const had = document.activeElement && this.choices.contains(document.activeElement);
    replace(
      this.choices,
      ...(person
        ? mine.map((c) =>
            h(
              "button",
              { type: "button", class: "choice", "data-step": c.step, onclick: () => void this.pick(c) },
              this.choiceIcon(c),
              capital(c.label ?? c.step),
            ),
          )
        : []),
      person && (steps.length > 0 || this.waiting !== null)
        ? button(T("Back"), () => void this.back(), { class: "quiet-button", "data-back": true })
        : null,
      this.game.canContinue ? button(T("Continue"), () => void this.game.resumeLevels(), { class: "primary" }) : null,
    );
    if (had && this.choices.querySelector("button")) this.choices.querySelector("button")?.focus();
    else if (had) this.board.refocus();
  }

  private choiceIcon(c: Choice): SVGElement | null {
    if (c.kind) return pieceIcon(c.kind, this.game.state.mover);
    return ARROW[c.step] ? icon(ARROW[c.step] as string) : null;
  }

  /* --- what people do --- */

  private async place(place: number): Promise<void> {
    const { state, steps } = this.game;
    if (!this.game.personToMove) {
      this.say(state.over ? T("The game is over.") : T("It is not your turn."));
      return;
    }
    this.say("");
    const choice = state.choices.find((c) => c.place === place);
    if (choice) return this.game.choose(choice);
    const last = steps[steps.length - 1]?.place;
    const direction = last === undefined ? undefined : this.directionTo(last, place, false);
    if (direction) return this.game.choose(direction);
    const kinds = state.choices.filter((c) => c.places?.includes(place));
    if (steps.length === 0 && kinds.length > 0) {
      this.waiting = place;
      if (kinds.length === 1 && kinds[0]) return this.pick(kinds[0]);
      this.paintBoard();
      this.paintChoices();
      this.game.listener.announce(state.question);
      this.choices.querySelector("button")?.focus({ preventScroll: true });
      return;
    }
    if (steps.length === 0) {
      const reply = await this.game.why(place);
      this.say(reply.text || T("This place cannot be chosen now."));
    } else this.say(T("This place cannot be chosen now."));
  }

  private async pick(c: Choice): Promise<void> {
    const place = this.waiting;
    this.waiting = null;
    await this.game.choose(c);
    const next = place === null ? undefined : this.game.state.choices.find((o) => o.place === place);
    if (next && this.game.steps.length > 0) await this.game.choose(next);
    else if (this.game.steps.length > 0) this.choices.querySelector("button")?.focus({ preventScroll: true });
  }

  async back(): Promise<void> {
    this.say("");
    if (this.waiting !== null) {
      this.waiting = null;
      this.paintBoard();
      this.paintChoices();
    } else await this.game.back();
  }

  private async type(): Promise<void> {
    const text = this.typed.value.trim();
    if (!text) return;
    if (!this.game.personToMove)
      return this.say(this.game.state.over ? T("The game is over.") : T("It is not your turn."));
    const refusal = await this.game.playText(text);
    this.say(refusal);
    if (!refusal) this.typed.value = "";
    else this.typed.select();
  }
}
