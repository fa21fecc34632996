/* Analysis beside the board: every legal move with its value, lines to play through, the course of the game as a
 * graph, and a review that explains mistakes. */
import { button, h, replace } from "./dom.js";
import type { Client } from "./client.js";
import { graph } from "./review.js";
import type { Panel, PlayView } from "./play.js";
import type { Advice, AdviceList, Verdict } from "./protocol.js";
import { T, fill } from "./text.js";

const SECONDS = 4;
const REVIEW_SECONDS = 0.35;
const ROWS = 12;

export class AnalysisPanel implements Panel {
  readonly title = T("Analysis");
  readonly element = h("div", { class: "analysis" });
  private head = h("p", { class: "quiet", role: "status" });
  private table = h("div", { class: "advice" });
  private course = h("div", { class: "course" });
  private buttons = h("div", { class: "row" });
  private on = false;
  private node = -1;
  private key = "";
  private verdicts: Verdict[] = [];
  private reviewing = false;

  constructor(
    private readonly game: Client,
    private readonly play: PlayView,
  ) {
    replace(this.element, this.buttons, this.head, this.table, this.course);
  }

  /* Starts from the beginning, unless a review is running already. */
  review(): void {
    if (!this.reviewing) void this.startReview();
  }

  shown(visible: boolean): void {
    if (!visible && this.on) this.toggle();
  }

  /* If the position has changed, values of the old one must not stay on the board. */
  follow(): void {
    const key = this.game.board.game + this.game.state.position + this.game.state.node;
    if (key === this.key) return;
    this.key = key;
    this.advise([]);
    replace(this.table);
    this.head.textContent = "";
    if (this.on && !this.reviewing) void this.analyse();
  }

  update(): void {
    if (!this.game.hasLevels) {
      replace(this.buttons, h("p", {}, T("This game cannot be analysed.")));
      replace(this.course);
      return;
    }
    if (!this.game.state.helps) {
      replace(this.buttons, h("p", {}, T("Analysis waits until the game is over: people play each other.")));
      replace(this.course);
      return;
    }
    replace(
      this.buttons,
      button(this.on ? T("Stop analysing") : T("Analyse this position"), () => this.toggle(), {
        "aria-pressed": String(this.on),
      }),
      button(this.reviewing ? T("Stop the review") : T("Review the game"), () => void this.startReview(), {
        "aria-disabled": String(this.game.nodes.length < 2),
      }),
    );
    this.paintCourse();
  }

  private advise(moves: Advice[]): void {
    this.play.chooser.advice = moves;
    this.play.chooser.first = false;
  }

  private toggle(): void {
    this.on = !this.on;
    if (this.on) void this.analyse();
    else {
      if (!this.game.thinking) this.game.thinker.stop();
      this.advise([]);
      this.play.chooser.paintBoard();
    }
    this.update();
  }

  private async analyse(): Promise<void> {
    const node = (this.node = this.game.state.node);
    if (this.game.state.over) {
      this.head.textContent = T("The game is over.");
      return;
    }
    if (this.game.thinking) {
      this.head.textContent = T("The level is thinking; analysis waits for its move.");
      return;
    }
    this.game.thinker.stop();
    const take = (list: AdviceList) => {
      if (this.on && node === this.game.state.node) this.show(list);
    };
    try {
      take(await this.game.thinker.analyse(this.game.line(), SECONDS, take));
    } catch {
      if (node === this.node) this.head.textContent = "";
    }
  }

  private show(list: AdviceList): void {
    this.advise(list.moves);
    this.play.chooser.paintBoard();
    this.head.textContent = fill(
      T("Depth {0}, {1} positions looked at."),
      list.depth,
      list.nodes.toLocaleString(document.documentElement.lang),
    );
    const rows = list.moves.slice(0, ROWS).map((a, i) => this.row(a, i));
    const rest = list.moves.length - rows.length;
    replace(
      this.table,
      h("ol", { class: "values" }, ...rows),
      rest > 0
        ? h("p", { class: "quiet" }, rest === 1 ? T("and one more move") : fill(T("and {0} more moves"), rest))
        : null,
    );
  }

  private row(a: Advice, i: number): HTMLLIElement {
    return h(
      "li",
      {},
      h("span", { class: `value ${a.tone}` }, a.sign),
      h(
        "span",
        { class: "words" },
        h(
          "button",
          {
            type: "button",
            class: "go",
            onclick: () => void this.game.playText(a.move),
            "aria-label": fill(T("Play {0}: {1}"), a.move, a.words),
          },
          a.move,
        ),
        h("span", {}, a.words),
      ),
      i < 3 && a.line.length > 1
        ? h(
            "span",
            { class: "best-line" },
            ...a.line
              .slice(1, 8)
              .map((m, k) =>
                h(
                  "button",
                  { type: "button", class: "go small", onclick: () => void this.playThrough(a.line.slice(0, k + 2)) },
                  m,
                ),
              ),
          )
        : null,
    );
  }

  private async playThrough(moves: string[]): Promise<void> {
    for (const move of moves) if (await this.game.playText(move)) break;
  }

  /* --- the whole game --- */

  private async startReview(): Promise<void> {
    if (this.reviewing) {
      this.reviewing = false;
      this.game.thinker.stop();
      return;
    }
    if (this.game.nodes.length < 2 || this.game.thinking) return;
    await this.game.pause();
    this.game.thinker.stop(); // what the card at the end wanted to know
    this.reviewing = true;
    this.verdicts = [];
    this.play.moves.marks.clear();
    this.update();
    const all = this.game.nodes[this.game.state.head]?.ply ?? 0;
    const take = (verdict: Verdict): void => {
      if (!this.reviewing) return;
      this.verdicts.push(verdict);
      if (verdict.sign) this.play.moves.marks.set(verdict.node, verdict.sign);
      this.head.textContent = fill(T("Reviewed {0} of {1} moves."), this.verdicts.length, all);
      this.paintCourse();
    };
    await this.game.thinker.review(this.game.events, REVIEW_SECONDS, take).catch(() => undefined);
    this.reviewing = false;
    this.play.moves.update();
    this.update();
  }

  private paintCourse(): void {
    if (this.verdicts.length === 0) {
      replace(this.course);
      return;
    }
    const mistakes = this.verdicts.filter((v) => v.sign);
    replace(
      this.course,
      graph(this.verdicts, this.game),
      mistakes.length === 0 && !this.reviewing ? h("p", {}, T("No mistake was found.")) : null,
      h(
        "ul",
        { class: "mistakes" },
        ...mistakes.map((v) =>
          h(
            "li",
            {},
            h(
              "button",
              { type: "button", class: "go", onclick: () => void this.game.goto(v.node) },
              `${v.move} ${v.sign}`,
            ),
            h("span", {}, v.words),
          ),
        ),
      ),
    );
  }
}
