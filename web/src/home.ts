/* The first screen: the games as pictures, unfinished games, and a puzzle for today. One tap starts a game. */
import type { Client, Listed } from "./client.js";
import { puzzleOfDay } from "./daily.js";
import { drawn, h, replace } from "./dom.js";
import type { Gallery } from "./gallery.js";
import type { GameInfo } from "./protocol.js";
import { T, fill, movesText } from "./text.js";

const LEVEL = 2; // the first opponent
const TILES = 3; // unfinished games to offer
const SEATS = "wbrg";

const PEOPLE =
  "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM3 20c0-4 2.5-6 6-6s6 2 6 6M15.5 4.3a3.5 3.5 0 0 1 0 6.4M17 14.3c2.5.8 4 2.7 4 5.7";
const TIME = "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM12 7v5l3.5 2";
const CAP = "M2 9.5 12 5l10 4.5L12 14ZM6 11.5V16c2 2 10 2 12 0v-4.5M22 9.5V15";
const SLIDERS = "M4 7h9M17 7h3M4 17h3M11 17h9M15 5v4M9 15v4";
const BOARD = "M4 4h16v16H4ZM4 12h16M12 4v16";
const ON = "M9 5l7 7-7 7";

/* One ruleset of each family, in the engine's order, which is also the order of the backgrounds. */
export const families = (games: GameInfo[]): GameInfo[] =>
  games.filter((g, i) => games.findIndex((o) => o.family === g.family) === i);

/* A box for a picture of a game of this family, on its background. */
export const sky = (games: GameInfo[], family: string): HTMLDivElement =>
  h("div", {
    class: "sky",
    "data-sky": families(games).findIndex((g) => g.family === family),
    "aria-hidden": "true",
  });

/* Straight to the table: you move first, an easy level answers, no clock. */
export async function playAtOnce(game: Client, f: GameInfo, level = LEVEL): Promise<void> {
  const others = new Array<number>(f.players - 1).fill(f.levels ? level : 0);
  await game.newGame(f.id, [0, ...others], "-");
  location.hash = "#/table";
}

export const range = (from: number, to: number): string => (from === to ? String(from) : `${from}–${to}`);

export class HomeView {
  readonly element = h("div", { class: "home" });
  private begun = h("section", { class: "panel begun", "aria-labelledby": "begun" });
  private daily = h("section", { class: "panel daily", "aria-labelledby": "daily", hidden: true });

  /* `setup` opens the dialogue for a new game. */
  constructor(
    private readonly game: Client,
    private readonly gallery: Gallery,
    private readonly problem: (text: string) => void,
    private readonly setup: () => void,
  ) {}

  /* Everything that is known without an engine: the games, and a welcome for people without kept games. */
  async frame(): Promise<void> {
    if (this.element.firstChild) return;
    replace(
      this.element,
      h(
        "div",
        { class: "home-head" },
        h("h2", {}, T("What shall we build?")),
        h("p", { class: "quiet" }, T("Five stacking games for two to four. No account, nothing to install.")),
      ),
      h(
        "div",
        { class: "row home-more" },
        h(
          "button",
          { type: "button", onclick: this.setup, "data-name": "new" },
          drawn(SLIDERS),
          T("Choose level, seats, clock"),
        ),
        h("a", { class: "button", href: "#/online" }, drawn(PEOPLE), T("Play with someone")),
        h("a", { class: "button", href: "#/edit" }, drawn(BOARD), T("Set up a position")),
      ),
      h("div", { class: "game-cards" }, ...families(this.game.games).map((f) => this.card(f))),
      h("div", { class: "panels" }, this.begun, this.daily),
    );
    if ((await this.game.kept?.all())?.length === 0 && !this.begun.firstChild) this.paintWelcome();
  }

  async show(): Promise<void> {
    await this.frame();
    for (const box of this.element.querySelectorAll<HTMLElement>(".game-card"))
      if (!box.firstElementChild?.firstChild)
        void this.gallery.example(box.firstElementChild as Element, box.dataset.family ?? "");
    await Promise.all([this.paintBegun(), this.paintDaily()]);
  }

  /* --- the games --- */

  private card(f: GameInfo): HTMLElement {
    const seats = this.game.games.filter((g) => g.family === f.family).map((g) => g.players);
    const players = range(Math.min(...seats), Math.max(...seats));
    const fact = (path: string, short: string, rest: string) =>
      h("span", { class: "fact" }, drawn(path), short, h("span", { class: "long" }, rest));
    return h(
      "article",
      { class: "game-card", "data-family": f.family },
      sky(this.game.games, f.family),
      h(
        "div",
        { class: "game-words" },
        h("h3", {}, f.title),
        h("p", { class: "goal" }, f.goal),
        h(
          "p",
          { class: "facts" },
          fact(PEOPLE, players, T("players")),
          fact(TIME, fill(T("{0} min"), range(f.minutes[0], f.minutes[1])), ""),
        ),
        h(
          "div",
          { class: "acts" },
          h(
            "button",
            {
              type: "button",
              class: "primary play",
              "aria-label": fill(T("Play {0}"), f.title),
              onclick: () => void this.play(f),
            },
            h("span", {}, T("Play")),
          ),
          h(
            "a",
            {
              class: "button teach",
              href: `#/${f.lesson ? "lesson" : "rules"}/${f.family}`,
              "aria-label": fill(T("Learn {0}"), f.title),
            },
            drawn(CAP),
            h("span", {}, T("Learn")),
          ),
        ),
      ),
    );
  }

  private play = (f: GameInfo): Promise<void> => playAtOnce(this.game, f);

  /* --- unfinished games --- */

  private async paintBegun(): Promise<void> {
    const all = await this.game.list();
    const open = all.filter((g) => !g.turn.startsWith("=")).slice(0, TILES);
    this.begun.classList.toggle("some", open.length > 0);
    if (open.length === 0) {
      if (!this.begun.querySelector(".welcome")) this.paintWelcome();
      return;
    }
    const boxes = new Map<string, Element>();
    replace(
      this.begun,
      h(
        "div",
        { class: "panel-head" },
        h("h3", { id: "begun" }, T("Continue")),
        h("a", { href: "#/kept" }, fill(T("All games: {0}"), all.length)),
      ),
      h("ul", { class: "resumes" }, ...open.map((g) => this.tile(g, boxes))),
    );
    for (const [id, box] of boxes) {
      const record = await this.game.ask<string | null>(`kept ${id}`);
      if (record) void this.gallery.record(box, record);
    }
  }

  private tile(g: Listed, boxes: Map<string, Element>): HTMLLIElement {
    const info = this.game.games.find((i) => i.id === g.game);
    const seats = g.seats === "-" ? [] : g.seats.split(",");
    const levels = seats.filter((s) => s !== "human").map((s) => fill(T("Level {0}"), s));
    const mine = levels.length > 0 && seats[SEATS.indexOf(g.turn)] === "human";
    const names = [T("White"), T("Black"), T("Red"), T("Green")];
    const turn = mine ? T("Your turn") : fill(T("{0} to move"), names[SEATS.indexOf(g.turn)] ?? "");
    const when = new Date(g.stamp).toLocaleDateString(document.documentElement.lang, { dateStyle: "medium" });
    const box = sky(this.game.games, info?.family ?? "");
    boxes.set(g.id, box);
    return h(
      "li",
      {},
      h(
        "button",
        { type: "button", class: "resume", "data-id": g.id, onclick: () => void this.resume(g.id) },
        box,
        h(
          "span",
          { class: "resume-words" },
          h("strong", {}, [g.name || (info?.title ?? g.game), ...levels].join(" · ")),
          h("span", { class: mine ? "chip" : "quiet" }, turn),
          h("span", { class: "quiet" }, `${movesText(g.moves)} · ${when}`),
        ),
        drawn(ON),
      ),
    );
  }

  private async resume(id: string): Promise<void> {
    const reply = await this.game.resume(id);
    if (reply.ok) location.hash = "#/table";
    else this.problem(reply.text);
  }

  private paintWelcome(): void {
    const step = (n: number, what: string, more: string) =>
      h(
        "li",
        {},
        h("span", { class: "count-disc", "aria-hidden": "true" }, String(n)),
        h("span", {}, h("strong", {}, what), ` ${more}`),
      );
    replace(
      this.begun,
      h("h3", { id: "begun" }, T("New here?")),
      h(
        "ol",
        { class: "welcome" },
        step(1, T("Pick a game."), T("You sit at the table at once, as White, against an easy level.")),
        step(2, T("Tap a lit place."), T("Only places where you may play are lit.")),
        step(3, T("Undo as you like."), T("Every game is kept in My games.")),
      ),
      h("a", { class: "button", href: "#/learn" }, drawn(CAP), T("Learn a game")),
    );
  }

  /* --- the puzzle of the day --- */

  private async paintDaily(): Promise<void> {
    const today = await puzzleOfDay(this.game, new Date());
    const info = today && this.game.games.find((g) => g.id === today.game);
    this.daily.hidden = !info;
    if (!today || !info) return;
    const box = sky(this.game.games, info.family);
    requestAnimationFrame(() => void this.gallery.position(box, today.game, today.position));
    replace(
      this.daily,
      h(
        "div",
        { class: "panel-head" },
        h("h3", { id: "daily" }, T("Puzzle of the day")),
        h("a", { href: "#/puzzles" }, T("All puzzles")),
      ),
      h(
        "div",
        { class: "daily-body" },
        box,
        h(
          "div",
          {},
          h("strong", {}, info.title),
          h("p", {}, today.task),
          h(
            "p",
            { class: "quiet" },
            today.solved
              ? T("Solved. The next one comes tomorrow.")
              : T("A new one every day, each with a forced win."),
          ),
          h("a", { class: "button primary-link", href: `#/puzzles/${today.game}/${today.number}` }, T("Solve")),
        ),
      ),
    );
  }
}
