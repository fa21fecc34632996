/* The page's end of the engine: sends what people do as commands, passes the round's events to the engines that
 * think, and holds the state that views draw. It decides nothing: rules, seats, clocks, ends and judgements are
 * the engine's (docs/page-protocol.md). */
import { expect } from "./compiled.js";
import type { Engine } from "./engine.js";
import type { KeptGames } from "./kept.js";
import type { Board, Choice, GameInfo, LevelInfo, Reply, State, TreeNode, Want } from "./protocol.js";
import { forgetOldGame, oldGame, recallTab, rememberTab, type Link } from "./store.js";
import { T } from "./text.js";
import type { Line, Thinker } from "./thinker.js";

export interface Listener {
  changed(): void;
  announce(text: string): void;
  problem(text: string): void;
}
export const DEAF: Listener = { changed: () => undefined, announce: () => undefined, problem: () => undefined };

const PAUSE = 150; // milliseconds, so that the eye can follow
const SEATS = "wbrg";

/* Tells tests that drive the page when their actions have been processed. */
let underWay = 0;
function busy(more: number): void {
  underWay += more;
  document.documentElement.toggleAttribute("data-busy", underWay > 0);
}

export class Client {
  games: GameInfo[] = [];
  levels: LevelInfo[] = [];
  board!: Board;
  state!: State;
  steps: Choice[] = []; // chosen so far for the next move; the state shows them
  thinking = false;
  wantThreats = false;
  listener = DEAF;
  /* Set when the round is in a house: carries the session's requests there. */
  carry: ((want: Want) => void) | undefined;
  private sending = false; // a move is on its way there; the board already shows it
  private log: string[] = []; // the round's events
  private fetched = 0; // when the state was requested, for clocks that run on the screen
  private queue: Promise<unknown> = Promise.resolve();
  private timer: number;
  private turn = 0; // counts positions, so that late answers are dropped

  constructor(
    private engine: Engine,
    readonly thinker: Thinker,
    readonly kept?: KeptGames,
  ) {
    this.timer = setInterval(() => this.tick(), 200) as unknown as number;
  }

  /* Ends it and its engine. */
  close(): void {
    clearInterval(this.timer);
    this.listener = DEAF;
    this.engine.end();
  }

  /* Requests wait until it is open. */
  open(lang: string): Promise<void> {
    return this.enqueue(() => this.opening(lang));
  }

  private async opening(lang: string): Promise<void> {
    await this.engine.ask(`open ${lang} ${Math.floor(Math.random() * 2 ** 48)}`);
    this.games = await this.ask<GameInfo[]>("games");
    this.levels = await this.ask<LevelInfo[]>("levels");
    for (const game of (await this.kept?.all()) ?? [])
      await this.ask(`give ${game.id} ${Math.round(game.stamp)}\n${game.record}`);
  }

  /* Asks the engine; if it was a command, its events are processed, too. */
  async ask<A>(text: string): Promise<A> {
    const answer = await this.engine.ask<A>(text);
    if (/^(command|far) /.test(text)) {
      const { events = [], wants = [] } = answer as Reply;
      for (const event of events) await this.hear(event);
      for (const want of wants) this.carry?.(want);
    }
    return answer;
  }

  /* Changes happen one after the other, in the order of the requests. */
  private enqueue<A>(work: () => Promise<A>): Promise<A> {
    busy(1);
    const next = this.queue.then(work, work).finally(() => busy(-1));
    this.queue = next.catch(() => undefined);
    return next;
  }

  /* --- commands --- */

  private send(line: string): Promise<Reply> {
    return this.ask<Reply>(`command ${line}`);
  }

  /* Events of the round begin with their number, the session's with a word. */
  private async hear(event: string): Promise<void> {
    const [first = "", second = "", third = ""] = event.split(" ");
    if (/^\d+$/.test(first)) {
      if (third === "started") this.log = [];
      this.log.push(event);
    } else if ((first === "lesson" || first === "puzzle") && event.endsWith(" over")) {
      this.log = (await this.ask<string>("events")).split("\n").filter(Boolean);
    } else if (first === "kept") await this.keep(second, third === "place");
    else if (first === "deleted") await this.kept?.remove(second);
  }

  private async keep(id: string, place: boolean): Promise<void> {
    const record = this.kept && (await this.ask<string | null>(`kept ${id}`));
    if (!this.kept || !record) return;
    if ((await this.kept.put({ id, record, stamp: Date.now() })) !== "changed") return;
    if (place) return; // looking at its moves does not make a new game
    /* Another tab has changed that game: ours gets its own name. */
    const theirs = await this.kept.get(id);
    if (theirs) await this.ask(`give ${id} ${Math.round(theirs.stamp)}\n${theirs.record}`);
    await this.send("keep");
  }

  /* Sends commands one after the other, then fetches the state once. */
  do(...lines: string[]): Promise<Reply> {
    return this.enqueue(async () => {
      let reply: Reply = { ok: true, changed: false, text: "", events: [], wants: [] };
      for (const line of lines) {
        const next = await this.send(line);
        reply = { ...next, ok: reply.ok && next.ok, text: reply.text + next.text };
      }
      await this.refresh();
      return reply;
    });
  }

  /* The same, with the words read aloud. */
  private async say(...lines: string[]): Promise<Reply> {
    const reply = await this.do(...lines);
    const status = this.state.over ? "" : ` ${this.state.status}.`;
    this.listener.announce(`${reply.text.trim()}${status}`);
    return reply;
  }

  private stateWords(prefix: string): string {
    return `state ${this.wantThreats ? "+threats " : ""}${prefix}`;
  }

  async refresh(): Promise<void> {
    const state = await this.ask<State | null>(this.stateWords(""));
    if (!state) return;
    this.stopThinking(); // about the previous position
    this.steps = [];
    this.sending = false;
    this.turn++;
    if (this.board?.game !== state.game) {
      this.board = await this.ask<Board>(`board ${state.game}`);
      if (state.seats.some((s) => s.level > 0)) expect(this.board.family); // nobody thinks about a mere picture
    }
    this.state = state;
    this.fetched = performance.now();
    await this.remember();
    void this.think(); // before anything else uses the thinker
    this.listener.changed();
  }

  /* --- a round in a house --- */

  /* Passes on what came from there. If the position stays the same, a half-chosen move is kept. */
  far(request: string): Promise<Reply> {
    return this.enqueue(async () => {
      const reply = await this.ask<Reply>(`far ${request}`);
      const same = this.state && reply.ok && !reply.changed ? await this.look(this.steps) : undefined;
      if (same) {
        this.state = this.sending ? sent(same) : same;
        this.fetched = performance.now();
        this.listener.changed();
      } else await this.refresh();
      if (reply.text) this.listener.announce(reply.text.trim());
      return reply;
    });
  }

  /* --- beginning --- */

  /* The game that this tab had; otherwise the last one that no other tab has; otherwise a new one. */
  async begin(): Promise<void> {
    if (await this.takeOldGame()) return;
    const tab = recallTab();
    const path = tab?.path ?? [];
    if (tab?.id && (await this.resume(tab.id)).ok) return this.goPath(path);
    if (tab?.record && (await this.load(tab.record)).ok) return this.goPath(path);
    const elsewhere = (await this.kept?.held()) ?? new Set();
    for (const game of (await this.list()).filter((g) => !g.turn.startsWith("=")))
      if (!elsewhere.has(game.id) && (await this.resume(game.id)).ok) return;
    await this.newGame(this.games[0]?.id ?? "", [0, 3], "-");
  }

  /* A game from before games were kept by name. */
  private async takeOldGame(): Promise<boolean> {
    const record = oldGame();
    if (!record) return false;
    const ok = (await this.load(record)).ok;
    if (ok) await this.do("keep");
    forgetOldGame();
    return ok;
  }

  /* `seats`: levels, 0 for a person. `clock`: as the command takes it, "5+3" or "-". `fair`: from an opening that
   * is a proven draw. */
  async newGame(id: string, seats: number[], clock: string, fair = false): Promise<void> {
    const sit = seats.map((level, seat) => `seat ${SEATS[seat] ?? "w"} ${level || "human"}`);
    await this.do(`clock ${clock}`, fair ? `fair ${id}` : `new ${id}`, ...sit);
    this.listener.announce(`${this.board.title}. ${this.state.status}.`);
  }

  /* The refusal as a sentence, or "" if the link was followed to its end. */
  async follow(link: Link): Promise<string> {
    const reply = await this.do(`follow\n${link.game}\n${link.position}\n${link.moves.join(" ")}`);
    return reply.ok ? "" : reply.text.trim();
  }

  load(record: string): Promise<Reply> {
    return this.do(`load\n${record}`);
  }

  resume(id: string): Promise<Reply> {
    return this.do(`resume ${id}`);
  }

  private async goPath(path: string[]): Promise<void> {
    const nodes = this.state.tree;
    let node = 0;
    for (const move of path) {
      let child = nodes[node]?.first ?? -1;
      while (child >= 0 && nodes[child]?.move !== move) child = nodes[child]?.next ?? -1;
      if (child < 0) break;
      node = child;
    }
    if (node !== this.state.node) await this.goto(node);
  }

  /* So that a reload finds this tab's game, kept or not. */
  private async remember(): Promise<void> {
    if (!this.kept || this.state.lesson || this.state.puzzle) return;
    const { text } = await this.ask<Reply>("command record");
    rememberTab({ id: this.state.kept, record: text, path: this.path() });
    this.kept.hold(this.state.kept);
  }

  /* --- kept games --- */

  /* The engine's list, including changes by other tabs. */
  async list(): Promise<Listed[]> {
    return this.enqueue(async () => {
      const there = (await this.kept?.all()) ?? [];
      const before = (await this.ask<Reply>("command kept")).events.map(readListed).filter((g) => g !== undefined);
      for (const game of there) await this.ask(`give ${game.id} ${Math.round(game.stamp)}\n${game.record}`);
      for (const game of before)
        if (this.kept?.knew(game.id) && !there.some((g) => g.id === game.id))
          await this.ask(`command delete ${game.id}`);
      const now = await this.ask<Reply>("command kept");
      return now.events.map(readListed).filter((g) => g !== undefined);
    });
  }

  /* --- another language, another engine --- */

  async setLang(lang: string): Promise<void> {
    this.stopThinking();
    this.thinker.setLang(lang);
    await this.enqueue(() => this.send(`language ${lang}`));
    this.games = await this.ask<GameInfo[]>("games");
    this.levels = await this.ask<LevelInfo[]>("levels");
    if (this.state) {
      this.board = await this.ask<Board>(`board ${this.state.game}`);
      await this.refresh();
    }
  }

  /* A dead worker takes nothing with it: the game is in storage and here. */
  async revive(lang: string): Promise<void> {
    const { state } = this;
    const path = this.path();
    const start = state?.start ?? "";
    this.engine.restart();
    this.queue = Promise.resolve();
    await this.open(lang);
    if (!state) return;
    const sit = state.seats.map((s, i) => `seat ${SEATS[i] ?? "w"} ${s.level || "human"}`);
    const tab = this.kept ? recallTab() : undefined;
    if (state.kept && (await this.resume(state.kept)).ok) await this.goPath(path);
    else if (tab?.record && (await this.load(tab.record)).ok) await this.goPath(path);
    else await this.do(`follow\n${state.game}\n${start}\n${path.join(" ")}`, ...sit);
  }

  /* --- how it stands --- */

  get nodes(): TreeNode[] {
    return this.state.tree;
  }

  path(): string[] {
    const moves: string[] = [];
    for (let node = this.state?.node ?? 0; node > 0; node = this.nodes[node]?.parent ?? 0)
      moves.unshift(this.nodes[node]?.move ?? "");
    return moves;
  }

  line(): Line {
    return { events: this.log, node: this.state.node };
  }

  get events(): string[] {
    return this.log;
  }

  /* Whether levels play the game on the table, so that it can be analysed. */
  get hasLevels(): boolean {
    return this.games.find((g) => g.id === this.board.game)?.levels === true;
  }

  get personToMove(): boolean {
    return this.state.turn === "person" && !this.sending;
  }

  get canContinue(): boolean {
    return this.state.turn === "level" && !this.state.think;
  }

  get people(): boolean {
    return this.state.seats.some((s) => s.kind === "person");
  }

  /* Ms on a clock as the screen shows it; undefined: there is none. */
  timeLeft(seat: number): number | undefined {
    const time = this.state.seats[seat]?.time;
    if (time === undefined) return undefined;
    const running = this.state.clock?.running === seat;
    return Math.max(0, time - (running ? performance.now() - this.fetched : 0));
  }

  /* The engine decides whose time is up; it only has to be asked in time. */
  private tick(): void {
    const running = this.carry ? -1 : (this.state?.clock?.running ?? -1); // in a house the server watches
    if (running < 0 || (this.timeLeft(running) ?? 1) > 0) return;
    this.fetched = Infinity; // once
    void this.say("");
  }

  /* --- moving --- */

  private async look(steps: Choice[]): Promise<State | undefined> {
    const next = await this.ask<State>(this.stateWords(steps.map((s) => s.step).join(" ")));
    return next.prefix_ok ? next : undefined;
  }

  private show(steps: Choice[], state: State): void {
    this.steps = steps;
    this.state = state;
    this.fetched = performance.now();
    this.listener.changed();
    this.listener.announce(state.question);
  }

  choose(choice: Choice): Promise<void> {
    return this.enqueue(async () => {
      const steps = [...this.steps, choice];
      const next = await this.look(steps);
      if (!next) return;
      const move = next.complete ?? next.only;
      if (!move) return this.show(steps, next);
      const reply = await this.send(move);
      if (this.carry && reply.ok) {
        this.sending = true;
        return this.show(steps, sent(next));
      }
      await this.refresh();
      this.listener.announce(`${reply.text.trim()}${this.state.over ? "" : ` ${this.state.status}.`}`);
    });
  }

  back(): Promise<void> {
    return this.enqueue(async () => {
      const steps = this.steps.slice(0, -1);
      const next = this.steps.length > 0 ? await this.look(steps) : undefined;
      if (next) this.show(steps, next);
    });
  }

  /* Plays a move given in notation or as its steps; returns the refusal, or "". */
  async playText(text: string): Promise<string> {
    const reply = await this.say(text);
    return reply.ok ? "" : reply.text.trim();
  }

  /* Which rule forbids a place, after what was chosen so far. */
  why(place: number): Promise<Reply> {
    const words = [...this.steps.map((s) => s.step), this.board.places[place]?.label ?? ""];
    return this.ask<Reply>(`command why ${words.join(" ")}`);
  }

  undo = (): Promise<Reply> => this.say("undo");
  redo = (): Promise<Reply> => this.say("redo");
  goto = async (node: number): Promise<void> => void (await this.say(`to #${node}`));
  /* Steps through the moves as played, without changing them: back, on, to the first or to the last. */
  step = async (where: "back" | "on" | "first" | "last"): Promise<void> => {
    const { node } = this.state;
    let to =
      where === "first" ? 0 : where === "back" ? (this.nodes[node]?.parent ?? -1) : (this.nodes[node]?.first ?? -1);
    while (where === "last" && (this.nodes[to]?.first ?? -1) >= 0) to = this.nodes[to]?.first ?? -1;
    if (to >= 0 && to !== node) await this.goto(to);
  };
  rematch = (): Promise<Reply> => this.say("rematch");
  resumeLevels = (): Promise<Reply> => this.do("go");
  pause = (): Promise<Reply> => this.do("wait");
  setSeat = (seat: number, level: number): Promise<Reply> => this.do(`seat ${SEATS[seat] ?? "w"} ${level || "human"}`);

  /* Resigning, offers and answers to them. */
  end = (line: string): Promise<Reply> => this.say(line);

  /* --- levels --- */

  private stopThinking(): void {
    if (this.thinking) this.thinker.stop();
    this.thinking = false;
  }

  /* Lets a level move if it is its turn; call this after every change. */
  private async think(): Promise<void> {
    const { think, level, seconds } = this.state;
    if (!think || this.thinking) return;
    const turn = this.turn;
    this.thinking = true;
    try {
      const started = performance.now();
      this.thinker.stop(); // an analysis of the previous position
      const advice = await this.thinker.choose(this.line(), level, seconds);
      const rest = (this.people ? PAUSE : PAUSE * 2) - (performance.now() - started);
      if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest));
      if (turn !== this.turn) return; // the position has changed meanwhile
      this.thinking = false;
      await this.say(advice.move);
    } catch (error) {
      if (turn !== this.turn) return;
      this.thinking = false;
      if (!String(error).includes("stopped"))
        this.listener.problem(T("The opponent's engine stopped. The game is as it was: press Continue to try again."));
      this.thinker.stop();
      await this.pause();
    }
  }
}

/* A move that was sent but not confirmed: there is nothing to choose. */
const sent = (state: State): State => ({ ...state, choices: [], question: T("On its way …") });

/* --- the list of kept games, from its events --- */

export interface Listed {
  id: string;
  stamp: number;
  game: string;
  moves: number;
  turn: string; // a seat's letter, or "=" and the result
  seats: string; // "human,3"; "-": people
  name: string;
}

function readListed(event: string): Listed | undefined {
  const [word, id = "", stamp = "0", game = "", moves = "0", turn = "", seats = "", ...name] = event.split(" ");
  return word === "game"
    ? { id, stamp: Number(stamp), game, moves: Number(moves), turn, seats, name: name.join(" ") }
    : undefined;
}
