/* A first lesson: the engine asks and judges; here it is shown, step by step. */
import { Chooser } from "./chooser.js";
import type { Client } from "./client.js";
import { button, h, replace } from "./dom.js";
import type { GameInfo } from "./protocol.js";
import { isNames, keep, recall, type Settings } from "./store.js";
import { T, fill } from "./text.js";

export class LessonView {
  private text = h("p", { class: "lesson-text", role: "status" });
  private bar = h("div", { class: "row" });
  private chooser: Chooser;

  constructor(
    private readonly root: HTMLElement,
    private readonly game: Client,
    settings: Settings,
    private readonly info: GameInfo,
  ) {
    this.chooser = new Chooser(game, settings, "lesson-notation", () => undefined);
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
    this.game.listener = {
      changed: () => this.changed(),
      announce: (text) => this.chooser.say(text),
      problem: (text) => this.chooser.say(text),
    };
    await this.step(`lesson ${this.info.family}`);
  }

  private async step(line: string): Promise<void> {
    await this.game.do(line);
    this.chooser.say("");
  }

  private changed(): void {
    const { lesson } = this.game.state;
    if (lesson) this.chooser.points = lesson;
    this.chooser.update();
    if (!lesson) return;
    this.text.textContent = lesson.done
      ? lesson.well
      : lesson.wrong
        ? `${T("Not quite. Try again.")} ${lesson.hint}`
        : lesson.say;
    if (lesson.done && lesson.step === lesson.steps) this.remember();
    this.paintBar();
  }

  private remember(): void {
    const known = recall("lessons", isNames) ?? [];
    if (!known.includes(this.info.family)) keep("lessons", [...known, this.info.family]);
  }

  private paintBar(): void {
    const { lesson } = this.game.state;
    if (!lesson) return;
    const last = lesson.step === lesson.steps;
    replace(
      this.bar,
      h("span", { class: "quiet" }, fill(T("Step {0} of {1}"), lesson.step, lesson.steps)),
      lesson.step > 1 ? button(T("Previous step"), () => void this.step("lesson back")) : null,
      !last
        ? button(T("Next step"), () => void this.step("lesson next"), { class: lesson.done ? "primary" : "" })
        : null,
      last && lesson.done
        ? h("a", { class: "primary-link", href: `#/puzzles/${this.info.id}` }, T("On to the puzzles"))
        : null,
    );
  }
}
