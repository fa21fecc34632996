/* Learning: an index of the games, each game's rules with an example to play through, the first lessons and the
 * puzzles. */
import "./base.js";
import { button, h, replace } from "./dom.js";
import { Engine } from "./engine.js";
import { Client, DEAF } from "./client.js";
import type { Gallery } from "./gallery.js";
import { families, playAtOnce, sky } from "./home.js";
import { LessonView } from "./lesson.js";
import { PuzzleView } from "./puzzles.js";
import { rulesProse } from "./rules.js";
import type { GameInfo } from "./protocol.js";
import type { Settings } from "./store.js";
import { T, fill } from "./text.js";

export class LearnView {
  readonly element = h("div", { class: "learn" });
  private scratch: Client | undefined; // a separate game: the table's is not touched
  private scratchLang = "";

  constructor(
    private readonly table: Client,
    private readonly settings: Settings,
    private readonly gallery: Gallery,
  ) {}

  async show(view: string, name: string, which: string): Promise<void> {
    const family = this.table.games.find((g) => g.family === name);
    const ruleset = this.table.games.find((g) => g.id === name);
    if (view === "rules" && family) await this.rules(family);
    else if (view === "lesson" && family) await this.lesson(family);
    else if (view === "explore" && ruleset?.solved) await this.explore(ruleset);
    else if (view === "puzzles" && ruleset) await this.puzzles(ruleset, Number(which) || 0);
    else this.index(view === "puzzles");
    document.title = `Colonnade — ${this.element.querySelector("h2")?.textContent ?? ""}`;
  }

  leave(): void {
    if (this.scratch) this.scratch.listener = DEAF;
  }

  private async own(): Promise<Client> {
    if (!this.scratch || this.scratchLang !== this.settings.lang) {
      this.scratch = new Client(new Engine("worker.js"), this.table.thinker);
      await this.scratch.open(this.settings.lang);
      this.scratchLang = this.settings.lang;
    }
    return this.scratch;
  }

  private index(puzzles = false): void {
    const shown = families(this.table.games).filter((f) => !puzzles || this.sets(f).length > 0);
    replace(
      this.element,
      h("h2", {}, puzzles ? T("Puzzles") : T("Learn")),
      h("div", { class: "cards" }, ...shown.map((f) => this.card(f, puzzles))),
    );
    for (const box of this.element.querySelectorAll<HTMLElement>(".card"))
      void this.gallery.example(box.firstElementChild as Element, box.dataset.family ?? "");
  }

  /* The family's rulesets that have puzzles. */
  private sets(f: GameInfo): GameInfo[] {
    return this.table.games.filter((g) => g.family === f.family && g.puzzles > 0);
  }

  private card(f: GameInfo, puzzles: boolean): HTMLElement {
    return h(
      "article",
      { class: "card", "data-family": f.family },
      sky(this.table.games, f.family),
      h("h3", {}, f.title),
      h("p", {}, f.goal),
      h(
        "ul",
        {},
        puzzles ? null : h("li", {}, h("a", { href: `#/rules/${f.family}` }, fill(T("The rules of {0}"), f.title))),
        f.lesson && !puzzles
          ? h("li", {}, h("a", { href: `#/lesson/${f.family}` }, fill(T("First lesson of {0}"), f.title)))
          : null,
        ...(puzzles ? [] : this.table.games.filter((g) => g.family === f.family && g.solved)).map((g) =>
          h("li", {}, h("a", { href: `#/explore/${g.id}` }, fill(T("Perfect play: {0}"), g.title))),
        ),
        ...this.sets(f).map((g) =>
          h("li", {}, h("a", { href: `#/puzzles/${g.id}` }, fill(T("Puzzles: {0}"), g.title))),
        ),
      ),
    );
  }

  private async rules(info: GameInfo): Promise<void> {
    const text = await this.table.ask<string>(`rules ${info.family}`);
    const play = () =>
      h(
        "p",
        {},
        button(fill(T("Play {0}"), info.title), () => void playAtOnce(this.table, info), { class: "primary" }),
      );
    const back = h("p", {}, h("a", { href: "#/learn" }, T("All games")));
    const own = await this.own();
    const prose = rulesProse(text, info.family, (request) => own.ask(request));
    replace(this.element, back, play(), prose, play());
  }

  private async lesson(info: GameInfo): Promise<void> {
    if (!info.lesson) return this.index();
    replace(this.element);
    await new LessonView(this.element, await this.own(), this.table, this.settings, info).start();
  }

  /* Fetched on use: few people look at it first. */
  private async explore(info: GameInfo): Promise<void> {
    replace(this.element);
    try {
      const { ExploreView } = await import("./explore.js");
      await new ExploreView(this.element, this.table, await this.own(), this.settings, info).show();
    } catch {
      replace(this.element, h("p", {}, T("This part of the page cannot be fetched now.")));
    }
  }

  private async puzzles(info: GameInfo, which: number): Promise<void> {
    replace(this.element);
    await new PuzzleView(this.element, await this.own(), this.settings, info).start(which);
  }
}
