/* Puzzles: positions with a forced win, made and checked by search (web/puzzles/). The
 * page plays the defence; what was solved is kept. */
import { Chooser } from "./chooser.js";
import { button, h, replace } from "./dom.js";
import { type Client, DEAF } from "./client.js";
import type { GameInfo } from "./protocol.js";
import known from "../puzzles/puzzles.json";
import { isNames, keep, recall, type Settings } from "./store.js";
import { T, fill } from "./text.js";

interface Puzzle {
  position: string;
  plies: number; // to the end of the game, best play by both
}

export const hasPuzzles = (game: string): boolean => game in known;

/* One puzzle a day, the same for everybody: days go through the games in turn. `index` from 0. */
export function puzzleOfDay(
  day: Date,
  games: GameInfo[],
): (Puzzle & { game: string; index: number; solved: boolean }) | undefined {
  const ids = games.map((g) => g.id).filter(hasPuzzles);
  const n = Math.floor(Date.UTC(day.getFullYear(), day.getMonth(), day.getDate()) / 86_400_000);
  const game = ids[n % ids.length];
  const puzzles = (game && (known as Record<string, Puzzle[]>)[game]) || [];
  const index = Math.floor(n / ids.length) % puzzles.length;
  const puzzle = puzzles[index];
  if (!game || !puzzle) return undefined;
  return { ...puzzle, game, index, solved: (recall("puzzles", isNames) ?? []).includes(`${game} ${puzzle.position}`) };
}

export class PuzzleView {
  private puzzles: Puzzle[] = [];
  private at = 0;
  private left = 0; // plies in which the win must come
  private busy = false;
  private solver = 0;
  private text = h("p", { class: "lesson-text", role: "status" });
  private bar = h("div", { class: "row" });
  private list = h("ol", { class: "puzzle-list", "aria-label": T("Puzzles") });
  private chooser: Chooser;

  constructor(
    private readonly root: HTMLElement,
    private readonly game: Client,
    settings: Settings,
    private readonly info: GameInfo,
  ) {
    this.chooser = new Chooser(game, settings, "puzzle-notation", () => undefined);
  }

  /* `which`: from 1; otherwise the first that is not solved. */
  async start(which = 0): Promise<void> {
    replace(
      this.root,
      h("p", {}, h("a", { href: "#/learn" }, T("All games"))),
      h("h2", {}, fill(T("Puzzles: {0}"), this.info.title)),
      this.text,
    );
    this.puzzles = (known as Record<string, Puzzle[]>)[this.info.id] ?? [];
    this.root.append(
      h(
        "div",
        { class: "table" },
        this.chooser.element,
        h("section", { class: "side", "aria-label": T("Puzzle") }, this.text, this.bar, this.list),
      ),
    );
    const solved = this.solved();
    this.at = this.puzzles[which - 1]
      ? which - 1
      : Math.max(
          0,
          this.puzzles.findIndex((p) => !solved.includes(this.name(p))),
        );
    await this.begin();
  }

  private name = (p: Puzzle): string => `${this.info.id} ${p.position}`;
  private solved = (): string[] => recall("puzzles", isNames) ?? [];

  private async begin(): Promise<void> {
    const puzzle = this.puzzles[this.at];
    if (!puzzle) return;
    this.left = puzzle.plies;
    this.busy = true;
    this.game.listener = DEAF;
    await this.game.follow({ game: this.info.id, moves: [], position: puzzle.position });
    this.solver = this.game.state.mover;
    this.busy = false;
    this.game.listener = {
      changed: () => void this.changed(),
      announce: (text) => this.chooser.say(text),
      problem: (text) => this.chooser.say(text),
    };
    this.text.textContent = this.task(puzzle);
    this.chooser.say("");
    this.chooser.update();
    this.paint();
  }

  private task(puzzle: Puzzle): string {
    return fill(
      T("{0} moves and wins in {1} moves."),
      this.game.board.seats[this.solver] ?? "",
      Math.ceil(puzzle.plies / 2),
    );
  }

  /* After the solver's move: does it still win in time? Then the best defence answers. */
  private async changed(): Promise<void> {
    this.chooser.update();
    const puzzle = this.puzzles[this.at];
    const { state } = this.game;
    if (!puzzle || this.busy || this.game.path().length === 0 || this.game.steps.length > 0) return;
    if (state.over) {
      const won = state.result.includes("wbrg"[this.solver] ?? "?");
      if (won) this.solve(puzzle);
      else await this.again(T("The game is over, and not won."));
      return;
    }
    if (state.mover === this.solver) return;
    this.busy = true;
    this.text.textContent = T("Checking …");
    try {
      const list = await this.game.thinker.analyse(this.game.line(), 3);
      const best = list.moves[0];
      const plies = this.left - this.game.path().length;
      const worth = best && "result" in best.value && best.value.result === "loss" ? best.value : undefined;
      if (best && worth && (worth.plies ?? Infinity) <= plies) {
        this.text.textContent = T("Good. Go on.");
        await this.game.playText(best.move);
        this.busy = false;
        this.chooser.update();
        if (this.game.state.over) await this.changed();
      } else {
        this.busy = false;
        await this.again(
          worth ? T("This wins too, but not fast enough.") : fill(T("{0} gets out of it."), best?.move ?? ""),
        );
      }
    } catch {
      this.busy = false;
      this.text.textContent = this.task(puzzle);
    }
  }

  private async again(reason: string): Promise<void> {
    this.busy = true;
    await this.game.goto(0);
    this.busy = false;
    this.text.textContent = `${reason} ${T("Try again.")}`;
    this.chooser.update();
  }

  private solve(puzzle: Puzzle): void {
    const solved = this.solved();
    if (!solved.includes(this.name(puzzle))) keep("puzzles", [...solved, this.name(puzzle)]);
    this.text.textContent = T("Solved!");
    this.paint();
  }

  private async show(): Promise<void> {
    const list = await this.game.thinker.analyse(this.game.line(), 3);
    const best = list.moves[0];
    if (best) this.text.textContent = fill(T("One solution: {0}"), best.line.join(" "));
  }

  private paint(): void {
    const solved = this.solved();
    replace(
      this.bar,
      button(T("Start again"), () => void this.begin()),
      button(T("Show the solution"), () => void this.show().catch(() => undefined)),
      this.at + 1 < this.puzzles.length
        ? button(
            T("Next puzzle"),
            () => {
              this.at++;
              void this.begin();
            },
            { class: "primary" },
          )
        : null,
    );
    replace(
      this.list,
      ...this.puzzles.map((p, i) => {
        const done = solved.includes(this.name(p));
        return h(
          "li",
          {},
          button(
            `${i + 1}${done ? " ✓" : ""}`,
            () => {
              this.at = i;
              void this.begin();
            },
            {
              "aria-current": i === this.at ? "true" : null,
              "aria-label": done ? fill(T("Puzzle {0}, solved"), i + 1) : fill(T("Puzzle {0}"), i + 1),
            },
          ),
        );
      }),
    );
  }
}
