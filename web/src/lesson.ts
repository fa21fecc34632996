/* A first lesson: the engine asks and judges; this shows it, step by step. It is laid out like the table, so that
 * board, task and buttons are in sight on every screen. */
import { Chooser } from "./chooser.js";
import type { Client } from "./client.js";
import { BOOK, type Props, button, drawn, h, replace } from "./dom.js";
import { families, playAtOnce } from "./home.js";
import type { GameInfo, Lesson } from "./protocol.js";
import { isNames, keep, recall, type Settings } from "./store.js";
import { T, fill } from "./text.js";

const BACK = "M15 5l-7 7 7 7";
const FIRST_LEVEL = 1; // the opponent after the lesson

export class LessonView {
  private text = h("p", { class: "others lesson-text", role: "status" });
  private count = h("p", { class: "quiet" });
  private bar = h("div", { class: "controls lesson-bar", role: "group", "aria-label": T("Lesson") });
  private chooser: Chooser;
  private shown = ""; // the step whose move somebody asked to see

  /* `table`: where a game is played after the lesson. */
  constructor(
    private readonly root: HTMLElement,
    private readonly game: Client,
    private readonly table: Client,
    settings: Settings,
    private readonly info: GameInfo,
  ) {
    this.chooser = new Chooser(game, settings, "lesson-notation", () => undefined);
  }

  async start(): Promise<void> {
    this.chooser.element.prepend(
      h(
        "div",
        { class: "table-title" },
        h("a", { class: "back", href: "#/learn", "aria-label": T("All games") }, drawn(BACK)),
        h("div", { class: "named" }, h("h2", {}, fill(T("First lesson of {0}"), this.info.title)), this.count),
        h(
          "a",
          { class: "button rules-button", href: `#/rules/${this.info.family}` },
          drawn(BOOK),
          h("span", {}, T("Rules")),
        ),
      ),
    );
    const sky = families(this.table.games).findIndex((g) => g.family === this.info.family);
    replace(
      this.root,
      h(
        "div",
        { class: "table arena lesson", "data-sky": sky },
        this.chooser.element,
        h("section", { class: "side", "aria-label": T("Lesson") }, this.text, this.bar, this.chooser.notation),
      ),
    );
    this.game.listener = {
      changed: () => this.changed(),
      /* The lesson's own words already say what the engine says about the move. */
      announce: (text) => this.chooser.say(text === this.game.state.question ? text : ""),
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
    /* The lesson itself says whose turn it is and why. After a step people look at what the move did; nobody plays
     * on. */
    this.chooser.instead = lesson?.done ? T("Look at the board, then go on.") : this.game.state.question;
    if (lesson?.done) this.game.state = { ...this.game.state, choices: [] };
    this.chooser.update();
    if (!lesson) return;
    this.text.textContent = this.words(lesson);
    this.text.dataset.state = lesson.done ? "done" : lesson.wrong ? "wrong" : "asked";
    this.count.textContent = fill(T("Step {0} of {1}"), lesson.step, lesson.steps);
    if (lesson.done && lesson.step === lesson.steps) this.remember();
    this.paintBar(lesson);
  }

  private words(lesson: Lesson): string {
    if (lesson.done) return lesson.well;
    if (lesson.wrong) return `${T("Not quite. Try again.")} ${lesson.hint}`;
    return this.shown === String(lesson.step) ? lesson.hint : lesson.say;
  }

  private remember(): void {
    const known = recall("lessons", isNames) ?? [];
    if (!known.includes(this.info.family)) keep("lessons", [...known, this.info.family]);
  }

  /* Back, a button that shows the move, and on, which is enabled when the step is done. Buttons keep their places. */
  private paintBar(lesson: Lesson): void {
    const focused = this.bar.contains(document.activeElement);
    const key = (text: string, then: () => void, open: boolean, props: Props = {}) =>
      button(text, () => (open ? then() : undefined), { ...props, "aria-disabled": open ? null : "true" });
    const show = () => {
      this.shown = String(lesson.step);
      void this.step("lesson show");
    };
    const next = () => {
      this.shown = "";
      void this.step("lesson next");
    };
    const over = lesson.done && lesson.step === lesson.steps;
    replace(
      this.bar,
      key(T("Previous step"), () => void this.step("lesson back"), lesson.step > 1),
      over
        ? h("a", { class: "button", href: `#/puzzles/${this.info.id}` }, T("On to the puzzles"))
        : key(T("Show me"), show, !lesson.done, { "data-name": "show" }),
      over
        ? button(fill(T("Play level {0}"), FIRST_LEVEL), () => void playAtOnce(this.table, this.info, FIRST_LEVEL), {
            class: "primary",
            "data-name": "next",
          })
        : key(T("Next step"), next, lesson.done, { class: lesson.done ? "primary" : "", "data-name": "next" }),
    );
    if (lesson.done || focused) this.bar.querySelector<HTMLElement>("[data-name=next]")?.focus({ preventScroll: true });
  }
}
