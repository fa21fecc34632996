/* The page: its frame, its views and its settings. Routes are in the address after #:
 * / the first screen, /table, /kept, /learn, /rules/FAMILY, /lesson/FAMILY, /explore/GAME[/MOVES], /puzzles/GAME, /edit, /game/… a
 * shared game. */
import { QUESTIONS, type Question, Voice, answer } from "./aloud.js";
import { AnalysisPanel } from "./analysis.js";
import { button, h, replace } from "./dom.js";
import { holdEngine, expect, runnable } from "./compiled.js";
import { Engine } from "./engine.js";
import { first, firstShown, isFirstScreen } from "./first.js";
import { Client, DEAF } from "./client.js";
import { Gallery } from "./gallery.js";
import { Header, isOnline } from "./header.js";
import { HomeView } from "./home.js";
import { KeptGames } from "./kept.js";
import { knock } from "./knock.js";
import type { KeptView } from "./keptview.js";
import type { EditorView } from "./editor.js";
import { fetched } from "./fetched.js";
import { LaterPanel } from "./later.js";
import type { LearnView } from "./learn.js";
import type { Online } from "./online/online.js";
import type { FarTable } from "./online/table.js";
import { definitions } from "./pieces.js";
import { type Panel, PlayView } from "./play.js";
import { letNewerVersionIn, registerServiceWorker } from "./offline.js";
import { keep, onStorageTrouble, readLink, readSettings, recall, storageTrouble } from "./store.js";
import { closeSheets, settingsSheet } from "./settings.js";
import { setBoardKind } from "./solid.js";
import { T, laterTexts, setTexts, takeTexts, withTexts } from "./text.js";
import { Thinker } from "./thinker.js";
import { svg } from "./dom.js";

const WORKER = "worker.js";

const isOne = (value: unknown): value is 1 => value === 1;

/* What cannot be decoded names nothing. */
const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
};

const STEPS: Record<string, "back" | "on" | "first" | "last"> = {
  ArrowLeft: "back",
  ArrowRight: "on",
  Home: "first",
  End: "last",
};

class App {
  private settings = readSettings();
  private engine = new Engine(WORKER);
  private thinker = new Thinker(WORKER, this.settings.lang);
  private kept = new KeptGames();
  private game = new Client(this.engine, this.thinker, this.kept);
  private gallery = new Gallery(this.thinker);
  private home: HomeView | undefined; // in the current language
  private play!: PlayView;
  private analysis!: AnalysisPanel;
  private learn: Promise<LearnView> | undefined; // once requested
  private editor: EditorView | undefined;
  private keptView: KeptView | undefined;
  private online: Promise<Online> | undefined; // once requested
  private far: FarTable | undefined; // the online table on screen
  private turns = 0; // online games where it is our turn
  private main = h("main", { id: "main", tabindex: -1 });
  private header = new Header(this.main);
  private live = h("div", { class: "hidden", role: "status", "aria-live": "polite" });
  private voice = new Voice(
    () => this.settings.aloud,
    () => this.settings.lang,
  );
  private toldNode = -1;
  private heard = ""; // the position whose sound was played last
  private alert = h("div", { class: "alerts", role: "alert" });
  private opened: Promise<void> = Promise.resolve(); // the engine and the page's texts are there

  /* `stands` is called when the first screen is up, if the address asks for it. */
  async start(stands?: () => void): Promise<void> {
    this.theme();
    await letNewerVersionIn();
    expect(`lang-${this.settings.lang}`);
    this.opened = this.game.open(this.settings.lang).then(() => takeTexts(this.game));
    const root = document.getElementById("app") as HTMLElement;
    replace(
      root,
      this.header.element,
      this.alert,
      this.main,
      this.live,
      svg(
        "svg",
        { class: "definitions", "aria-hidden": "true", focusable: "false", width: 0, height: 0 },
        definitions(),
      ),
    );
    onStorageTrouble(() =>
      this.problem(
        T(
          "This browser keeps nothing for this page: your game is lost when you close it. Save it as a file to keep it.",
        ),
      ),
    );
    this.kept.ontrouble = storageTrouble;
    this.engine.ondeath = () => void this.died();
    if (stands) this.showFirst(stands);
    await this.opened;
    this.game.wantThreats = this.settings.threats;
    this.build();
    this.game.listener = {
      changed: () => this.changed(),
      announce: (text) => this.announce(text),
      problem: this.problem,
    };
    if (readLink(location.hash)) await this.openLink();
    addEventListener("hashchange", () => void this.hash());
    await this.route();
    addEventListener("keydown", (e: KeyboardEvent) => this.key(e));
    closeSheets();
    setInterval(() => this.table.play.tickClocks(), 200);
    document.documentElement.dataset.ready = "true";
    if (recall("online", isOne)) void this.fetchOnline().then((online) => online.look());
    registerServiceWorker();
  }

  /* The first screen, before the engine is there. */
  private showFirst(stands: () => void): void {
    const { games, texts } = first(this.settings.lang);
    setTexts(texts);
    this.game.games = games;
    document.documentElement.lang = this.settings.lang;
    document.documentElement.dataset.view = "home";
    this.paintHeader();
    replace(this.main, this.homeView().element);
    void this.homeView().frame().then(stands);
    document.title = this.titled();
  }

  private homeView(): HomeView {
    this.home ??= new HomeView(this.game, this.gallery, this.problem, () => void this.opened.then(() => this.setup()));
    return this.home;
  }

  private build(): void {
    document.documentElement.lang = this.settings.lang;
    const panels: Panel[] = [];
    this.play = new PlayView(this.game, this.settings, panels, () => this.changedSettings(), undefined, this.gallery);
    this.analysis = new AnalysisPanel(this.game, this.play);
    const moves: Panel = { title: T("Moves"), element: h("div", {}, this.play.moves.element), update: () => undefined };
    const { play, game } = this;
    const share = new LaterPanel(T("Share"), () =>
      withTexts(() => import("./files.js")).then((part) => new part.FilePanel(game, play, this.problem)),
    );
    panels.push(moves, this.analysis, share);
    this.play.panelsReady();
    this.learn = undefined;
    this.editor = undefined;
    this.keptView = undefined;
    this.paintHeader();
  }

  private paintHeader(): void {
    this.header.paint(this.settings.lang, () => this.sheet());
  }

  /* --- settings --- */

  private sheet(): HTMLElement {
    return settingsSheet(this.settings, {
      language: (lang) => void this.setLang(lang),
      changed: () => this.changedSettings(),
      aloud: () => {
        this.voice.stop();
        if (this.game.state) this.voice.say(this.game.state.status);
      },
    });
  }

  private theme(): void {
    const root = document.documentElement;
    if (this.settings.theme === "auto") delete root.dataset.theme;
    else root.dataset.theme = this.settings.theme;
    root.dataset.size = String(this.settings.size);
    root.toggleAttribute("data-fit", this.settings.size < 150); // larger text needs room to flow
    setBoardKind(this.settings.board);
  }

  private changedSettings(): void {
    keep("settings", this.settings);
    this.theme();
    if (this.game.wantThreats !== this.settings.threats) {
      this.game.wantThreats = this.settings.threats;
      void this.game.refresh();
    }
  }

  private async setLang(lang: "fr" | "en"): Promise<void> {
    this.settings.lang = lang;
    keep("settings", this.settings);
    const listener = this.game.listener;
    this.game.listener = DEAF;
    await this.game.setLang(lang);
    await takeTexts(this.game).then(laterTexts); // for parts that were fetched before
    this.live.textContent = "";
    this.home = undefined;
    this.build();
    this.game.listener = listener;
    await this.route();
    this.header.element.querySelector<HTMLElement>("summary")?.focus();
  }

  /* --- views --- */

  private changed(): void {
    if (!this.game.state || !this.game.board) return;
    const focused = this.main.contains(document.activeElement);
    this.hear();
    this.analysis.follow();
    this.play.update();
    this.retitle();
    /* If the focused element is gone, the board takes the focus. */
    if (focused && document.activeElement === document.body && this.play.element.isConnected)
      this.play.chooser.board.refocus();
  }

  /* After a move: plays the sound of a piece, if wanted. */
  private hear(): void {
    const { node, over, ply, game } = this.game.state;
    const now = `${game} ${node}`;
    if (this.settings.sound && ply > 0 && now !== this.heard && this.play.element.isConnected) knock(over);
    this.heard = now;
  }

  private async hash(): Promise<void> {
    if (readLink(location.hash)) await this.openLink();
    await this.route();
    this.main.focus({ preventScroll: true });
    scrollTo(0, 0);
  }

  private async openLink(): Promise<void> {
    const link = readLink(location.hash);
    if (!link) return;
    const refusal = await this.game.follow(link);
    if (refusal) this.problem(`${T("This link does not hold a whole game.")} ${refusal}`);
    history.replaceState(null, "", "#/table");
  }

  private async route(): Promise<void> {
    const [, view = "", name = "", which = ""] = (location.hash.replace(/^#/, "") || "/").split("/");
    /* The first screen does not start a game: a clock would run behind it. */
    if (!this.game.state && /^(table|edit)$/.test(view)) await this.game.begin();
    const online = isOnline(location.hash);
    const atTable = (online && view !== "online") || view === "lesson"; // laid out like the table
    document.documentElement.dataset.view = atTable ? "table" : view || "home";
    this.paintHeader();
    void this.learn?.then((learn) => learn.leave());
    if (online) return this.showOnline();
    void this.online?.then((part) => part.leave());
    switch (view) {
      case "learn":
      case "rules":
      case "lesson":
      case "explore":
      case "puzzles":
        await this.showLearning(view, decoded(name), which);
        break;
      case "kept":
        this.keptView = await this.showPart(T("My games"), async () => {
          const { KeptView } = await withTexts(() => import("./keptview.js"));
          return this.keptView ?? new KeptView(this.game, this.problem);
        });
        if (this.keptView) this.joinKept();
        break;
      case "edit":
        await this.showPart(T("Set up a position"), async () => {
          const { EditorView } = await withTexts(() => import("./editor.js"));
          return (this.editor ??= new EditorView(this.game, this.problem));
        });
        break;
      case "table":
        replace(this.main, this.play.element);
        this.play.update();
        break;
      default:
        if (!this.homeView().element.isConnected) replace(this.main, this.homeView().element);
        void this.homeView().show();
    }
    this.retitle();
  }

  /* A view that is fetched on use; undefined: that failed, or the person has moved on. */
  private async showPart<View extends { element: HTMLElement; show(): Promise<void> }>(
    title: string,
    fetch: () => Promise<View>,
  ): Promise<View | undefined> {
    const { hash } = location;
    const view = await fetch().catch(() => undefined);
    if (location.hash !== hash) return undefined;
    if (!view) return this.cannotFetch(title);
    replace(this.main, view.element);
    void view.show();
    return view;
  }

  private async showLearning(view: string, name: string, which: string): Promise<void> {
    const { hash } = location;
    this.learn ??= withTexts(() => import("./learn.js")).then(
      (part) => new part.LearnView(this.game, this.settings, this.gallery),
    );
    try {
      const learn = await this.learn;
      if (location.hash !== hash) return; // the person has moved on
      replace(this.main, learn.element);
      await learn.show(view, name, which);
    } catch {
      this.learn = undefined; // no network: the next visit tries again
      this.cannotFetch(T("Learn"));
    }
  }

  private cannotFetch(what: string): undefined {
    replace(this.main, h("h2", {}, what), h("p", {}, T("This part of the page cannot be fetched now.")));
  }

  /* At the table the tab's title has the game and whose turn it is. */
  private retitle(): void {
    const { play, game } = this.table;
    const mine = this.far?.isMyTurn ? `● ${T("Your turn")} · ` : this.turns > 0 ? `(${this.turns}) ` : "";
    document.title = play.element.isConnected
      ? `${mine}${game.board.title} · ${game.state.status} — Colonnade`
      : `${mine}${this.titled()}`;
  }

  private titled = (): string => `Colonnade — ${this.main.querySelector("h2")?.textContent ?? ""}`;

  /* --- online play --- */

  /* The table on screen, local or online. */
  private get table(): { play: PlayView; game: Client } {
    return this.far ? { play: this.far.play, game: this.far.client } : { play: this.play, game: this.game };
  }

  private fetchOnline(): Promise<Online> {
    this.online ??= withTexts(() => import("./online/online.js")).then(
      (part) =>
        new part.Online({
          game: this.game,
          settings: this.settings,
          gallery: this.gallery,
          thinker: this.thinker,
          main: this.main,
          announce: (text) => this.announce(text),
          problem: this.problem,
          changedSettings: () => this.changedSettings(),
          changedTable: (table) => {
            this.far = table?.element.isConnected ? table : undefined;
            this.retitle();
          },
          turns: (count) => {
            if (count === this.turns) return;
            this.turns = count;
            this.header.badge.textContent = count > 0 ? String(count) : "";
            this.retitle();
          },
          reopen: () => void this.route(),
        }),
    );
    this.online.catch(() => (this.online = undefined)); // no network: the next visit tries again
    return this.online;
  }

  /* Games in the house, below those of this screen. */
  private joinKept(): void {
    if (!recall("online", isOne)) return;
    void this.fetchOnline().then((part) => {
      if (this.keptView?.element.isConnected) void part.joinKept(this.keptView.elsewhere);
    });
  }

  private async showOnline(): Promise<void> {
    try {
      const part = await this.fetchOnline();
      if (isOnline(location.hash)) await part.show();
    } catch {
      this.cannotFetch(T("Online"));
    }
    this.retitle();
  }

  /* From the first screen a new game leads to the table. */
  private setup(): void {
    const begun = () => (location.hash = "#/table");
    const failed = () => this.problem(T("This part of the page cannot be fetched now."));
    void fetched.setup().then((part) => part.openSetup(this.game, begun, this.gallery), failed);
  }

  private announce(text: string): void {
    this.live.textContent = text;
    if (!this.settings.aloud) return;
    /* A move is announced in words, not in notation. */
    const { game } = this.table;
    const { node } = game.state;
    if (node === this.toldNode) return this.voice.say(text);
    this.toldNode = node;
    void answer("again", 0, game).then((words) => this.voice.say(words));
  }

  /* Answers a question asked with a key, for people who listen. */
  private async tell(question: Question): Promise<void> {
    const { play, game } = this.table;
    const text = await answer(question, play.chooser.board.current, game);
    this.live.textContent = text;
    play.say(text);
    this.voice.say(text, true);
  }

  /* --- keys and trouble --- */

  private key(e: KeyboardEvent): void {
    const target = e.target as HTMLElement;
    if (
      e.ctrlKey ||
      e.metaKey ||
      e.altKey ||
      /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName) ||
      document.querySelector("dialog[open]")
    )
      return;
    const { play, game } = this.table;
    if (!play.element.isConnected) return;
    /* Where arrow keys mean nothing else, they step through the moves. */
    const step = target.closest(".places, [role=tablist], .movelist, dialog") ? undefined : STEPS[e.key];
    if (step) {
      e.preventDefault();
      void game.step(step);
    }
    if (!this.settings.keys) return;
    if (e.key === "v") play.chooser.flipView();
    else if (e.key === "u") void game.undo();
    else if (e.key === "y") void game.redo();
    else if (e.key === "h") void play.hint();
    else if (e.key === "n" && !this.far) play.setup();
    else if (QUESTIONS[e.key]) void this.tell(QUESTIONS[e.key] as Question);
    else play.chooser.board.lookByKey(e.key);
  }

  private problem = (text: string): void => {
    const line = h(
      "div",
      { class: "alert" },
      h("p", {}, text),
      button(T("Close"), () => line.remove()),
    );
    this.alert.append(line);
    while (this.alert.children.length > 3) this.alert.firstElementChild?.remove();
  };

  private async died(): Promise<void> {
    this.problem(T("The engine stopped and was started again. Nothing that was played is lost."));
    try {
      await this.game.revive(this.settings.lang);
    } catch {
      this.problem(T("The engine does not start. Load the page again."));
    }
  }
}

/* Shown instead of the page. Without an engine there are no translations, so both languages are here. */
function giveUp(...sentences: [lang: string, text: string][]): void {
  const root = document.getElementById("app");
  const lines = sentences.map(([lang, text]) => h("p", { lang }, text));
  if (root) replace(root, h("div", { class: "alert", role: "alert" }, h("div", {}, ...lines)));
}

fetched.setup = () => withTexts(() => import("./setup.js"));
fetched.rules = () => withTexts(() => import("./rules.js"));
if (runnable()) {
  const screen = isFirstScreen(location.hash) ? firstShown() : undefined;
  if (screen) holdEngine(screen.seen);
  new App().start(screen?.called).catch((error: unknown) => {
    giveUp(
      ["en", `The engine does not start. Load the page again. (${String(error)})`],
      ["fr", "Le moteur ne démarre pas. Rechargez la page."],
    );
  });
} else
  giveUp(
    [
      "en",
      "This browser is too old: the engine needs WebAssembly with SIMD. Chromium from 91, Firefox from 89 and Safari from 16.4 on have it.",
    ],
    [
      "fr",
      "Ce navigateur est trop ancien : le moteur a besoin de WebAssembly avec SIMD. Chromium dès la version 91, Firefox dès la 89 et Safari dès la 16.4 l’ont.",
    ],
  );
