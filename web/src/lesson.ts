/* A first lesson: a few positions, in each something to do with one's own hands. */
import { button, h, replace } from "./dom.js";
import { Chooser } from "./chooser.js";
import type { Game } from "./game.js";
import type { GameInfo, LessonStep } from "./protocol.js";
import { isNames, keep, recall, type Settings } from "./store.js";
import { T, fill } from "./text.js";

const before = (step: LessonStep): string[] => step.moves.split(" ").filter(Boolean);

/* Whether a move is what was asked for. */
export function fits(goal: string, move: string): boolean {
  const parts = goal.split("*").map((part) => part.replace(/[^\w]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`).test(move);
}

export class LessonView {
  private at = 0;
  private done = false;
  private text = h("p", { class: "lesson-text", role: "status" });
  private bar = h("div", { class: "row" });
  private chooser: Chooser;

  constructor(
    private readonly root: HTMLElement,
    private readonly game: Game,
    private readonly steps: LessonStep[],
    private readonly settings: Settings,
    private readonly info: GameInfo,
  ) {
    this.chooser = new Chooser(game, { ...settings, view: settings.view }, "lesson-notation", () => undefined);
  }

  async start(): Promise<void> {
    replace(
      this.root,
      h("p", {}, h("a", { href: "#/learn" }, T("All games"))),
      h("h2", {}, fill(T("First lesson of {0}"), this.info.title)),
      h(
        "div",
        { class: "table" },
        this.chooser.element,
        h("section", { class: "side", "aria-label": T("Lesson") }, this.text, this.bar),
      ),
    );
    void this.settings;
    await this.begin();
  }

  private async begin(): Promise<void> {
    const step = this.steps[this.at];
    if (!step) return;
    this.done = false;
    this.game.listener = { changed: () => undefined, announce: () => undefined, problem: () => undefined };
    await this.game.follow({ game: step.game, moves: before(step), position: step.position });
    this.game.listener = {
      changed: () => this.changed(),
      announce: (text) => this.chooser.say(text),
      problem: (text) => this.chooser.say(text),
    };
    this.text.textContent = step.say;
    this.chooser.say("");
    this.chooser.update();
    this.paintBar();
  }

  private changed(): void {
    this.chooser.update();
    const step = this.steps[this.at];
    const move = step && this.game.path()[before(step).length];
    if (!step || this.done || !move) return;
    if (fits(step.goal, move)) {
      this.done = true;
      this.text.textContent = step.well;
      this.paintBar();
      if (this.at + 1 === this.steps.length) this.remember();
    } else {
      this.text.textContent = `${T("Not quite. Try again.")} ${step.say}`;
      void this.game.undo();
    }
  }

  private remember(): void {
    const known = recall("lessons", isNames) ?? [];
    if (!known.includes(this.info.family)) keep("lessons", [...known, this.info.family]);
  }

  private paintBar(): void {
    const last = this.at + 1 >= this.steps.length;
    replace(
      this.bar,
      h("span", { class: "quiet" }, fill(T("Step {0} of {1}"), this.at + 1, this.steps.length)),
      this.at > 0
        ? button(T("Previous step"), () => {
            this.at--;
            void this.begin();
          })
        : null,
      !last
        ? button(
            T("Next step"),
            () => {
              this.at++;
              void this.begin();
            },
            { class: this.done ? "primary" : "" },
          )
        : null,
      last && this.done
        ? h("a", { class: "primary-link", href: `#/puzzles/${this.info.id}` }, T("On to the puzzles"))
        : null,
    );
  }
}
