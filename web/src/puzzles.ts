/* Puzzles: the engine asks, judges and plays the defence; this shows them, and remembers in the browser which are
 * solved. */
import { Chooser } from "./chooser.js";
import type { Client } from "./client.js";
import { remind, solvedBefore } from "./daily.js";
import { button, h, replace } from "./dom.js";
import type { GameInfo, Puzzle } from "./protocol.js";
import { keep, type Settings } from "./store.js";
import { T, fill } from "./text.js";

export class PuzzleView {
  private text = h("p", { class: "lesson-text", role: "status" });
  private bar = h("div", { class: "row" });
  private list = h("div", {});
  private chooser: Chooser;
  private puzzles: Puzzle[] = [];
  private remembered = ""; // the puzzle that was last found solved

  constructor(
    private readonly root: HTMLElement,
    private readonly game: Client,
    settings: Settings,
    private readonly info: GameInfo,
  ) {
    this.chooser = new Chooser(game, settings, "puzzle-notation", () => undefined);
  }

  /* `which`: from 1; 0: the first unsolved one. */
  async start(which = 0): Promise<void> {
    replace(
      this.root,
      h("p", {}, h("a", { href: "#/learn" }, T("All games"))),
      h("h2", {}, fill(T("Puzzles: {0}"), this.info.title)),
      h(
        "div",
        { class: "table" },
        this.chooser.element,
        h("section", { class: "side", "aria-label": T("Puzzle") }, this.text, this.bar, this.list),
      ),
    );
    await remind(this.game);
    await this.look();
    this.game.listener = {
      changed: () => void this.changed(),
      announce: (text) => this.chooser.say(text),
      problem: (text) => this.chooser.say(text),
    };
    await this.step(`puzzle ${this.info.id} ${which >= 1 && which <= this.info.puzzles ? which : ""}`);
  }

  private async step(line: string): Promise<void> {
    await this.game.do(line.trim());
    this.chooser.say("");
  }

  private async look(): Promise<void> {
    this.puzzles = await this.game.ask<Puzzle[]>(`puzzles ${this.info.id}`);
  }

  private async changed(): Promise<void> {
    const { puzzle } = this.game.state;
    this.chooser.update();
    if (!puzzle) return;
    this.text.textContent = puzzle.text;
    if (puzzle.done) await this.remember(puzzle.number);
    this.paint(puzzle.number);
  }

  private async remember(number: number): Promise<void> {
    const name = `${this.info.id} ${this.puzzles[number - 1]?.position ?? ""}`;
    if (this.remembered === name) return;
    this.remembered = name;
    const before = solvedBefore();
    if (!before.includes(name)) keep("puzzles", [...before, name]);
    await this.look();
  }

  private paint(now: number): void {
    replace(
      this.bar,
      button(T("Start again"), () => void this.step("puzzle again")),
      button(T("Show the solution"), () => void this.step("puzzle solution")),
      now < this.puzzles.length
        ? button(T("Next puzzle"), () => void this.step("puzzle next"), { class: "primary" })
        : null,
    );
    const grade = this.puzzles[now - 1]?.grade;
    const grades = [...new Set(this.puzzles.map((p) => p.grade))];
    replace(this.list, ...grades.map((which) => this.grade(which, now, which === grade)));
  }

  /* The puzzles of one grade; other grades are folded away. */
  private grade(which: number, now: number, open: boolean): HTMLElement {
    const puzzles = this.puzzles.filter((p) => p.grade === which);
    const solved = puzzles.filter((p) => p.solved).length;
    return h(
      "details",
      { open: open ? "" : null },
      h("summary", {}, fill(T("Difficulty {0}: {1} of {2} solved"), which, solved, puzzles.length)),
      h("ol", { class: "puzzle-list", "aria-label": T("Puzzles") }, ...puzzles.map((p) => this.item(p, now))),
    );
  }

  private item(p: Puzzle, now: number): HTMLElement {
    return h(
      "li",
      {},
      button(`${p.number}${p.solved ? " ✓" : ""}`, () => void this.step(`puzzle ${this.info.id} ${p.number}`), {
        "aria-current": p.number === now ? "true" : null,
        "data-number": p.number,
        "aria-label": p.solved ? fill(T("Puzzle {0}, solved"), p.number) : fill(T("Puzzle {0}"), p.number),
      }),
    );
  }
}
