/* Setting up a position freely: pieces from a palette onto places; the engine says whether the result is a
 * position, and how it is written. */
import "./base.js";
import { BoardView } from "./board.js";
import { pieceIcon } from "./held.js";
import { kindName, placeWords, seatName } from "./describe.js";
import { button, h, replace, select } from "./dom.js";
import { type Tool, putDown, toolsFor } from "./palette.js";
import type { Client } from "./client.js";
import type { Board, Composed, Failure, Piece, State } from "./protocol.js";
import { T, fill } from "./text.js";

const LETTERS = "wbrg";

function letter(board: Board, p: Piece): string {
  const letters = board.letters[board.kinds.indexOf(p.kind)] ?? [];
  return letters[p.seat < 0 ? letters.length - 1 : p.seat] ?? "";
}

/* The pieces of every place as letters, for the engine to compose a position from. */
const letters = (board: Board, stacks: Piece[][]): string =>
  board.places.map((_, i) => (stacks[i] ?? []).map((p) => letter(board, p)).join("")).join(",");

export class EditorView {
  readonly element = h("div", { class: "table" });
  private view: BoardView;
  private board!: Board;
  private stacks: Piece[][] = [];
  private mover = 0;
  private last = "";
  private tool: Tool = null;
  private palette = h("div", { class: "palette", role: "group" });
  private verdict = h("p", { class: "verdict", role: "status" });
  private text = h("input", { id: "edited", type: "text", readonly: true });
  private form = h("div", { class: "editor-form" });
  private use = button(T("Play from here"), () => void this.begin(), { class: "primary" });
  private ok = false;

  constructor(
    private readonly game: Client,
    private readonly problem: (text: string) => void,
  ) {
    this.view = new BoardView(
      T("Board"),
      (i) => this.put(i),
      () => undefined,
    );
    this.palette.setAttribute("aria-label", T("Piece to put down"));
  }

  /* Starts with what is on the table. */
  async show(): Promise<void> {
    this.board = this.game.board;
    this.stacks = this.game.state.stacks.map((s) => [...s]);
    this.mover = this.game.state.mover;
    const third = this.game.state.position.split(" ")[2];
    this.last = third && third !== "-" ? third : "";
    this.tool = toolsFor(this.board)[0] ?? null;
    replace(
      this.element,
      h(
        "section",
        { class: "stage", "aria-label": T("Board") },
        h("h2", {}, T("Set up a position")),
        this.view.element,
      ),
      h(
        "section",
        { class: "side", "aria-label": T("Pieces and checks") },
        this.form,
        this.palette,
        this.verdict,
        h("label", { for: "edited" }, T("Position")),
        this.text,
        h(
          "div",
          { class: "row" },
          this.use,
          button(T("Empty the board"), () => this.clear()),
          button(T("As on the table"), () => void this.show()),
        ),
      ),
    );
    this.paint();
  }

  private clear(): void {
    this.stacks = this.board.places.map(() => []);
    this.last = "";
    this.paint();
  }

  private async setGame(id: string): Promise<void> {
    const board = await this.game.ask<Board | Failure>(`board ${id}`);
    if ("error" in board) return this.problem(board.error);
    const same = board.kinds.join() === this.board.kinds.join() && board.places.length === this.board.places.length;
    this.board = board;
    this.tool = toolsFor(board)[0] ?? null;
    this.mover = 0;
    if (same) this.paint();
    else this.clear();
  }

  private put(i: number): void {
    this.stacks[i] = putDown(this.board, this.stacks[i] ?? [], this.tool);
    this.paint();
  }

  private paint(): void {
    this.paintBoard();
    this.paintPalette();
    if (!this.form.contains(document.activeElement)) this.paintForm();
    void this.check();
  }

  private paintBoard(): void {
    const state: Pick<State, "stacks" | "owners" | "marked"> = {
      stacks: this.stacks.map((s) => [...s]),
      owners: this.stacks.map((s) => s[s.length - 1]?.seat ?? -1),
      marked: [],
    };
    this.view.draw({
      board: this.board,
      state,
      view: this.board.levels > 1 ? "above" : "depth",
      shown: 9,
      choices: new Map(),
      chosen: [],
      badges: new Map(),
      wins: [],
      threats: [],
      control: false,
      labels: this.board.places.map((_, i) => placeWords(this.board, state, i, "to", undefined)),
    });
  }

  private toolName(tool: Tool): string {
    if (tool === null) return T("Take the top piece away");
    const seat = seatName(this.board, tool.seat);
    return this.board.kinds.length > 1 ? `${seat} ${kindName(this.board, tool.kind)}` : seat;
  }

  private paintPalette(): void {
    const focus = document.activeElement?.getAttribute("data-tool");
    const held = (t: Tool) =>
      t === null ? this.tool === null : this.tool?.kind === t.kind && this.tool.seat === t.seat;
    replace(
      this.palette,
      ...toolsFor(this.board).map((t, i) =>
        h(
          "button",
          {
            type: "button",
            class: "choice",
            "data-tool": i,
            "aria-pressed": String(held(t)),
            onclick: () => {
              this.tool = t;
              this.paint();
            },
          },
          t ? pieceIcon(t.kind, t.seat) : null,
          this.toolName(t),
        ),
      ),
    );
    if (focus) this.palette.querySelector<HTMLElement>(`[data-tool="${focus}"]`)?.focus();
  }

  private paintForm(): void {
    const last = h("input", {
      id: "last",
      type: "text",
      autocomplete: "off",
      oninput: () => {
        this.last = last.value;
        void this.check();
      },
    });
    last.value = this.last;
    replace(
      this.form,
      select(
        T("Game"),
        this.game.games.map((g) => [g.id, g.title]),
        this.board.game,
        (v) => void this.setGame(v),
      ),
      select(
        T("To move"),
        this.board.seats.map((name, i) => [String(i), name]),
        String(this.mover),
        (v) => {
          this.mover = Number(v);
          void this.check();
        },
      ),
      this.board.unordered
        ? h("label", { class: "field", for: "last" }, h("span", {}, T("Last move (Sb2, Tb2n, Cb2)")), last)
        : null,
    );
  }

  private async check(): Promise<void> {
    const answer = await this.game.ask<Composed | Failure>(
      `compose ${this.board.game}\n${letters(this.board, this.stacks)}\n${LETTERS[this.mover] ?? "w"}\n${this.last.trim()}`,
    );
    if (!("error" in answer)) this.text.value = answer.position;
    this.ok = !("error" in answer) && answer.ok;
    this.verdict.textContent = this.ok
      ? T("This is a position that can be played.")
      : fill(T("Not yet a position: {0}"), "error" in answer ? answer.error : answer.text);
    this.verdict.classList.toggle("bad", !this.ok);
    this.use.setAttribute("aria-disabled", String(!this.ok));
  }

  private async begin(): Promise<void> {
    if (!this.ok) return;
    const refusal = await this.game.follow({ game: this.board.game, moves: [], position: this.text.value });
    if (refusal) this.problem(refusal);
    else location.hash = "#/table";
  }
}
