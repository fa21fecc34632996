/* The table: the board with the question under it, the players with their reserves and clocks, the panels, and the
 * buttons that every turn needs. */
import { Chooser } from "./chooser.js";
import { confirmBox } from "./confirm.js";
import { fetched } from "./fetched.js";
import { seatName } from "./describe.js";
import { BOOK, button, drawn, exchange, h, replace } from "./dom.js";
import type { Client } from "./client.js";
import { EndCard } from "./end.js";
import { Engine } from "./engine.js";
import type { Gallery } from "./gallery.js";
import { families } from "./home.js";
import { Menu } from "./menu.js";
import { MoveList } from "./moves.js";
import { Players } from "./players.js";
import type { Advice } from "./protocol.js";
import type { Settings } from "./store.js";
import { T, capital, fill } from "./text.js";

export interface Panel {
  readonly title: string;
  readonly element: HTMLElement;
  update(): void;
  shown?(visible: boolean): void;
}

/* What an online table adds or replaces. */
export interface Parts {
  seat(seat: number): HTMLElement; // replaces the list to choose who plays
  controls(): HTMLElement[]; // replaces those of a local game
  status(): string; // above everything; "": as in a local game
  readonly extra: HTMLElement; // below the players
}

const SEATS = "wbrg";
const BACK = "M15 5l-7 7 7 7";
const ACTS = {
  undo: "M9 14L4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
  redo: "M15 14l5-5-5-5M20 9H10a6 6 0 0 0 0 12h3",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.5 10.9c.6.5 1 1.2 1 2.1h5c0-.9.4-1.6 1-2.1A6 6 0 0 0 12 3Z",
  moves: "M9 6h11M9 12h11M9 18h11M4 6h.5M4 12h.5M4 18h.5",
  resign: "M6 21V4M6 5h12l-3 4 3 4H6",
  menu: "M5 12h.5M12 12h.5M19 12h.5",
};

export class PlayView {
  readonly element: HTMLElement;
  readonly chooser: Chooser;
  readonly moves: MoveList;
  private players: Players;
  private menu: Menu;
  private end: EndCard;
  private name = h("h2", {});
  private goal = h("p", { class: "quiet" });
  private status: HTMLElement;
  private controls = h("div", { class: "controls", role: "group", "aria-label": T("Actions") });
  private tabs = h("div", { class: "tabs", role: "tablist", "aria-label": T("Panels") });
  private panelBox = h("div", { class: "panel-box" });
  private drawer: HTMLElement;
  private open = 0;
  private asking = false;

  constructor(
    private readonly game: Client,
    settings: Settings,
    private readonly panels: Panel[],
    changedSettings: () => void,
    private readonly parts?: Parts,
    private readonly gallery?: Gallery,
  ) {
    this.chooser = new Chooser(game, settings, parts ? "far-notation" : "notation", changedSettings);
    this.moves = new MoveList(game);
    /* In a local game the prompt says it; online, more happens than that. */
    this.status = parts ? h("h2", { class: "status" }) : h("p", { class: "status hidden" });
    this.players = new Players(game, parts);
    this.menu = new Menu(
      game,
      {
        setup: () => this.setup(),
        panel: (i) => this.showPanel(i),
        draw: () => void this.offer(game.state.speaker),
        resign: () => void this.resign(game.state.speaker),
      },
      this.chooser.levels,
    );
    this.end = new EndCard(game, this.players, { review: () => this.review(), share: () => this.showPanel(2) });
    const close = () => this.showDrawer(false);
    this.drawer = h(
      "div",
      { class: "drawer" },
      h(
        "div",
        { class: "drawer-head" },
        this.tabs,
        h("button", { type: "button", class: "drawer-close", onclick: close, "aria-label": T("Close") }, "×"),
      ),
      this.panelBox,
      this.chooser.notation,
    );
    this.drawer.addEventListener("keydown", (e) => {
      if (e.key === "Escape") close();
    });
    this.element = h("div", { class: parts ? "table arena far-table" : "table arena" });
    this.lay();
  }

  private lay(): void {
    this.chooser.element.prepend(
      h(
        "div",
        { class: "table-title" },
        this.parts
          ? h("a", { class: "back", href: "#/online", "aria-label": T("All tables") }, drawn(BACK))
          : h("a", { class: "back", href: "#/", "aria-label": T("All games") }, drawn(BACK)),
        h("div", { class: "named" }, this.name, this.goal),
        h(
          "button",
          { type: "button", class: "rules-button", "data-name": "rules", onclick: () => void this.rules() },
          drawn(BOOK),
          h("span", {}, T("Rules")),
        ),
      ),
    );
    replace(
      this.element,
      this.chooser.element,
      h("section", { class: "side", "aria-label": T("Game") }, this.status, ...this.sideParts()),
      this.menu.element,
    );
  }

  /* Beside the board, in order. Online, the seats already say how the game ended. */
  private sideParts(): HTMLElement[] {
    const { others, mine } = this.players;
    return this.parts
      ? [others, this.parts.extra, this.drawer, this.controls, mine]
      : [others, this.end.element, this.drawer, this.controls, mine];
  }

  /* The panels are made after their table. */
  panelsReady(): void {
    this.paintTabs();
  }

  /* --- drawing --- */

  update(): void {
    const { game } = this;
    this.name.textContent = game.board.title;
    this.goal.textContent = game.games.find((g) => g.id === game.board.game)?.goal ?? "";
    this.chooser.update();
    this.players.update();
    this.end.update();
    this.paintStatus();
    this.paintControls();
    this.menu.update();
    this.moves.update();
    this.panels[this.open]?.update();
    const table = this.element.dataset;
    table.sky = String(families(game.games).findIndex((g) => g.family === game.board.family));
    table.ply = String(game.state.ply);
    table.steps = String(game.steps.length);
    table.turn = game.state.turn;
    table.kept = game.state.kept;
    if (!this.parts) void this.askPartner();
  }

  say(text: string, refused = false): void {
    this.chooser.say(text, refused);
  }

  private paintStatus(): void {
    const { state } = this.game;
    const stands = capital(state.over && state.reason ? `${state.status} (${state.reason})` : state.status);
    this.status.textContent = this.parts?.status() || stands;
    this.status.classList.toggle("over", state.over);
  }

  tickClocks(): void {
    this.players.tick();
  }

  private paintControls(): void {
    const { state } = this.game;
    const focus =
      document.activeElement instanceof HTMLElement && this.controls.contains(document.activeElement)
        ? document.activeElement.getAttribute("data-name")
        : null;
    /* Buttons and their texts are reused: a press on one that is replaced meanwhile would be lost. */
    const act = (name: keyof typeof ACTS, text: string, then: () => void, off = false) => {
      const key =
        this.controls.querySelector<HTMLButtonElement>(`button.act[data-name="${name}"]`) ??
        h("button", { type: "button", class: "act", "data-name": name }, drawn(ACTS[name]), h("span", {}));
      if (key.lastElementChild) key.lastElementChild.textContent = text;
      key.onclick = () => (off ? undefined : then());
      if (off) key.setAttribute("aria-disabled", "true");
      else key.removeAttribute("aria-disabled");
      return key;
    };
    if (this.parts) exchange(this.controls, ...this.parts.controls());
    else
      exchange(
        this.controls,
        act("undo", T("Undo"), () => void this.game.undo(), !state.undo),
        act("redo", T("Redo"), () => void this.game.redo(), !state.redo),
        act("hint", T("Hint"), () => void this.hint(), state.over || !this.game.hasLevels),
        act("moves", T("Moves"), () => this.showDrawer(this.element.dataset.drawer === undefined)),
        act("resign", T("Resign"), () => void this.resign(state.speaker), state.finished),
        act("menu", T("Menu"), () => this.menu.open()),
      );
    if (focus) this.controls.querySelector<HTMLElement>(`[data-name="${focus}"]`)?.focus();
  }

  setup(): void {
    const begun = () => {
      this.say("");
      this.chooser.board.refocus();
    };
    const failed = () => this.say(T("This part of the page cannot be fetched now."));
    void fetched.setup().then((part) => part.openSetup(this.game, begun, this.gallery), failed);
  }

  /* On narrow screens the panels are a sheet over the lower part; elsewhere they are always there. */
  private showDrawer(shown: boolean): void {
    if (shown) this.element.dataset.drawer = "open";
    else delete this.element.dataset.drawer;
    if (!shown) this.controls.querySelector<HTMLElement>('[data-name="moves"]')?.focus();
  }

  playerNames(): string[] {
    return this.game.board.seats.map((_, seat) => this.players.name(seat));
  }

  showPanel(i: number): void {
    this.showDrawer(true);
    this.pickTab(i);
  }

  private review(): void {
    this.showPanel(1);
    (this.panels[1] as Panel & { review?: () => void }).review?.();
  }

  /* Shows the rules over the table; the game waits behind them. */
  private async rules(): Promise<void> {
    const text = await this.game.ask<string>(`rules ${this.game.board.family}`);
    const { rulesProse } = await fetched.rules();
    const engine = new Engine("worker.js"); // for the diagrams: the table's game is not touched
    await engine.ask(`open ${document.documentElement.lang}`);
    const prose = rulesProse(text, this.game.board.family, (request) => engine.ask(request));
    prose.querySelector("h2")?.setAttribute("id", "rules-title");
    const dialog = h("dialog", { class: "rules", "aria-labelledby": "rules-title" });
    dialog.append(
      prose,
      h(
        "div",
        { class: "row end" },
        h(
          "a",
          { class: "button", href: `#/lesson/${this.game.board.family}`, onclick: () => dialog.close() },
          T("First lesson"),
        ),
        button(T("Close"), () => dialog.close(), { class: "primary" }),
      ),
    );
    dialog.addEventListener("close", () => {
      dialog.remove();
      engine.end();
    });
    document.body.append(dialog);
    dialog.showModal();
    dialog.scrollTop = 0;
  }

  private pickTab(i: number): void {
    this.panels[this.open]?.shown?.(false);
    this.open = i;
    this.paintTabs();
    this.panels[i]?.shown?.(true);
    this.panels[i]?.update();
    this.tabs.querySelectorAll("button")[i]?.focus();
  }

  private paintTabs(): void {
    const key = (e: KeyboardEvent) => {
      const step = e.key === "ArrowRight" ? 1 : e.key === "ArrowLeft" ? -1 : 0;
      if (step) this.pickTab((this.open + step + this.panels.length) % this.panels.length);
    };
    replace(
      this.tabs,
      ...this.panels.map((p, i) =>
        h(
          "button",
          {
            type: "button",
            role: "tab",
            id: `tab-${i}`,
            "aria-controls": "panel",
            "aria-selected": String(i === this.open),
            tabindex: i === this.open ? 0 : -1,
            onclick: () => this.pickTab(i),
            onkeydown: key,
          },
          p.title,
        ),
      ),
    );
    replace(
      this.panelBox,
      h(
        "div",
        { role: "tabpanel", id: "panel", "aria-labelledby": `tab-${this.open}`, tabindex: 0 },
        this.panels[this.open]?.element ?? null,
      ),
    );
  }

  /* --- what people do --- */

  async hint(): Promise<void> {
    if (!this.game.state.helps) return this.say(capital(T("there are no hints while people play each other")));
    if (this.game.state.over) return;
    if (this.game.thinking) return this.say(T("It is not your turn."));
    const { chooser } = this;
    /* The second press shows the whole move. */
    if (chooser.first && chooser.advice[0]) return this.showHint(chooser.advice[0], false);
    this.say(T("Thinking …"));
    const turn = this.game.state.node;
    try {
      const list = await this.game.thinker.analyse(this.game.line(), 1);
      const best = list.moves[0];
      if (!best || turn !== this.game.state.node) return;
      this.showHint(best, true);
    } catch {
      if (turn === this.game.state.node) this.say(T("No hint came: ask again."));
    }
  }

  /* `first`: only where the move begins, so that something is left to find. */
  private showHint(best: Advice, first: boolean): void {
    this.chooser.advice = [best];
    this.chooser.first = first;
    this.chooser.update();
    this.say(first ? T("Begin here. Hint again: the whole move.") : fill(T("Try {0}: {1}."), best.move, best.words));
  }

  private async resign(seat: number): Promise<void> {
    const name = seatName(this.game.board, seat);
    if (!(await confirmBox(fill(T("{0} resigns?"), name), T("Resign"), T("Play on")))) return;
    const reply = await this.game.end(`resign ${SEATS[seat] ?? "w"}`);
    if (!reply.ok) this.say(reply.text.trim(), true);
  }

  /* Other people are asked before the offer is made; the engine answers for levels. */
  private async offer(seat: number): Promise<void> {
    const others = this.game.state.seats.some((s, i) => i !== seat && s.kind === "person" && !s.left);
    if (others && !(await confirmBox(T("A draw is offered. Do all players accept?"), T("Accept"), T("Play on"))))
      return;
    const reply = await this.game.do("draw");
    if (!reply.ok) this.say(reply.text.trim(), true);
  }

  /* Whoever resigns asks the partner (ALL-3). */
  private async askPartner(): Promise<void> {
    const open = this.game.state.offers.find((o) => o.offer === "give-up");
    if (!open || this.asking) return;
    this.asking = true;
    const yes = await confirmBox(
      fill(
        T("{0} would like to give up. Does the partner agree? Otherwise a level takes over."),
        seatName(this.game.board, open.by),
      ),
      T("Agree"),
      T("Play on"),
    );
    this.asking = false;
    const reply = await this.game.end(yes ? "agree" : "decline");
    if (!reply.ok) this.say(reply.text.trim(), true);
  }
}
