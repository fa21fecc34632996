/* The explorer of perfect play: its own board, every move with its certain value, landmarks to look at and fair
 * starts for new games. The engine knows; this shows it. */
import "./base.js";
import { Chooser } from "./chooser.js";
import { type Client, DEAF } from "./client.js";
import { button, h, replace } from "./dom.js";
import type { Explored, ExploredMove, FairStart, GameInfo, Landmark } from "./protocol.js";
import { type Settings, readLink } from "./store.js";
import { T, fill } from "./text.js";

const SECONDS = 4;
const FURTHER = 30;
const LISTED = 8;
const NUMBERS = 9999; // of fair starts

export class ExploreView {
  private head = h("p", { class: "explored", role: "status" });
  private bar = h("div", { class: "row" });
  private walked = h("p", { class: "walked" });
  private list = h("ol", { class: "values explore-moves", "aria-label": T("Moves and their values") });
  private more = h("div", {});
  private fair = h("section", { class: "fair", "aria-labelledby": "fair-title" });
  private landmarks = h("section", { class: "landmarks", "aria-labelledby": "landmarks-title" });
  private chooser: Chooser;
  private asked = ""; // the position that was asked about last
  private start: FairStart | undefined; // the one on the board

  /* `table`: where games are played; `game`: the explorer's own. */
  constructor(
    private readonly root: HTMLElement,
    private readonly table: Client,
    private readonly game: Client,
    settings: Settings,
    private readonly info: GameInfo,
  ) {
    this.chooser = new Chooser(game, settings, "explore-notation", () => undefined);
  }

  async show(): Promise<void> {
    replace(
      this.root,
      h("p", {}, h("a", { href: "#/learn" }, T("All games"))),
      h("h2", {}, fill(T("Perfect play: {0}"), this.info.title)),
      h(
        "div",
        { class: "table" },
        this.chooser.element,
        h(
          "section",
          { class: "side", "aria-label": T("Perfect play") },
          this.head,
          this.bar,
          this.walked,
          this.list,
          this.more,
          this.landmarks,
          this.fair,
        ),
      ),
    );
    this.game.listener = {
      ...DEAF,
      changed: () => this.changed(),
      problem: (text) => this.chooser.say(text),
    };
    /* The address may say where to start, like that of a shared game. */
    const link = readLink(location.hash.replace("/explore/", "/game/"));
    if (!link || (await this.game.follow({ ...link, game: this.info.id })) !== "")
      await this.game.do(`new ${this.info.id}`);
    void this.paintLandmarks();
    if (this.info.fair) void this.paintFair();
  }

  private changed(): void {
    const { state } = this.game;
    const now = `${state.game} ${state.position}`;
    this.chooser.update();
    this.paintWalk();
    if (now === this.asked) return;
    this.asked = now;
    this.chooser.advice = [];
    replace(this.list);
    replace(this.more);
    if (state.over) this.head.textContent = state.status;
    else void this.look(now, SECONDS);
  }

  private async look(now: string, seconds: number): Promise<void> {
    this.head.textContent = T("Looking …");
    this.game.thinker.stop();
    try {
      const found = await this.game.thinker.explore(this.game.line(), seconds);
      if (now === this.asked) this.paint(found, now);
    } catch {
      if (now === this.asked && !this.list.firstChild) this.head.textContent = "";
    }
  }

  private paint(found: Explored, now: string): void {
    const hidden = found.count - found.known;
    this.head.textContent = found.words;
    this.chooser.advice = found.moves;
    this.chooser.paintBoard();
    replace(this.list, ...found.moves.map((m) => this.row(m)));
    replace(
      this.more,
      hidden > 0
        ? h(
            "p",
            { class: "quiet" },
            hidden === 1
              ? T("One move is not known for certain.")
              : fill(T("{0} moves are not known for certain."), hidden),
          )
        : null,
      hidden > 0 ? button(T("Look further"), () => void this.look(now, FURTHER)) : null,
    );
  }

  private row(m: ExploredMove): HTMLElement {
    const mark = m.only ? T("the only move") : m.keeps ? T("keeps it") : T("gives something away");
    return h(
      "li",
      { class: m.keeps ? "keeps" : null },
      h("span", { class: `value ${m.tone}` }, m.sign),
      h(
        "span",
        { class: "words" },
        h(
          "button",
          {
            type: "button",
            class: "go",
            "data-move": m.move,
            onclick: () => void this.game.playText(m.move),
            "aria-label": `${fill(T("Play {0}: {1}"), m.move, m.words)}, ${mark}`,
          },
          m.move,
        ),
        h("span", {}, m.words),
        m.only ? h("strong", { class: "only" }, T("the only move")) : null,
        m.mistake ? h("span", { class: "quiet mistake" }, m.mistake) : null,
      ),
    );
  }

  private paintWalk(): void {
    const { state } = this.game;
    const path = this.game.path();
    replace(
      this.bar,
      button(T("First move"), () => void this.game.step("first"), { "aria-disabled": String(!state.undo) }),
      button(T("One move back"), () => void this.game.step("back"), { "aria-disabled": String(!state.undo) }),
      button(T("One move forward"), () => void this.game.step("on"), { "aria-disabled": String(!state.redo) }),
    );
    this.walked.textContent = [...(this.start && state.start ? this.start.line : []), ...path].join(" ");
  }

  /* --- landmarks --- */

  private async paintLandmarks(): Promise<void> {
    const found = await this.game.ask<Landmark[]>(`landmarks ${this.info.id}`);
    const mistakes = found.filter((l) => l.kind === "mistake");
    const sights = found.filter((l) => l.position && l.kind !== "mistake");
    const counts = found.filter((l) => !l.position);
    const list = (of: Landmark[]) => h("ul", { class: "landmark-list" }, ...of.map((l) => this.landmark(l)));
    if (found.length === 0) return;
    replace(
      this.landmarks,
      h("h3", { id: "landmarks-title" }, T("Landmarks")),
      list(sights),
      h("h3", {}, T("How a won game is lost")),
      list(mistakes),
      ...counts.map((l) => h("p", { class: "quiet" }, l.words)),
    );
  }

  private landmark(l: Landmark): HTMLElement {
    return h(
      "li",
      {},
      h("button", { type: "button", class: "go", "data-landmark": l.kind, onclick: () => void this.visit(l) }, l.words),
    );
  }

  private async visit(l: Landmark): Promise<void> {
    this.start = undefined;
    await this.game.follow({ game: this.info.id, position: l.position, moves: [] });
    this.fair.querySelector("[data-name=fair-play]")?.setAttribute("aria-disabled", "true");
    this.head.scrollIntoView({ block: "nearest" });
  }

  /* --- fair starts --- */

  private async paintFair(): Promise<void> {
    const starts = await this.game.ask<FairStart[]>(`fair ${this.info.id} 1 ${LISTED}`);
    replace(
      this.fair,
      h("h3", { id: "fair-title" }, T("Fair starts")),
      h("p", { class: "quiet" }, T("Openings that are proven to be draws: nobody is ahead.")),
      h(
        "div",
        { class: "row" },
        button(T("A random fair start"), () => void this.drawOne(), { "data-name": "fair-random" }),
        button(T("Play from here"), () => void this.begin(), {
          class: "primary",
          "data-name": "fair-play",
          "aria-disabled": String(!this.start),
        }),
      ),
      h(
        "ol",
        { class: "fair-list" },
        ...starts.map((s) =>
          h(
            "li",
            { value: s.number },
            h(
              "button",
              { type: "button", class: "go", "data-fair": s.number, onclick: () => void this.take(s) },
              s.line.join(" "),
            ),
          ),
        ),
      ),
    );
  }

  private async drawOne(): Promise<void> {
    const number = Math.floor(Math.random() * NUMBERS) + 1;
    const [start] = await this.game.ask<FairStart[]>(`fair ${this.info.id} ${number} 1`);
    if (start) await this.take(start);
  }

  private async take(start: FairStart): Promise<void> {
    this.start = start;
    await this.game.follow({ game: this.info.id, position: start.position, moves: [] });
    this.fair.querySelector("[data-name=fair-play]")?.setAttribute("aria-disabled", "false");
  }

  /* Starts a game at the table, with the seats that were chosen there. */
  private async begin(): Promise<void> {
    if (!this.start) return;
    await this.table.do(`fair ${this.info.id} ${this.start.number}`);
    location.hash = "#/table";
  }
}
