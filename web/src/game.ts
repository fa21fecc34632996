/* One game under way: the session in its worker, who sits where, the choices made so
 * far for the next move, the clocks, and the levels' moves. Views listen to it. */
import { Engine } from "./engine.js";
import type { Board, Choice, Failure, Followed, GameInfo, Loaded, Reply, State, Threats, Tree } from "./protocol.js";
import { isKept, keep, recall, type Kept, type Link } from "./store.js";
import { T, fill } from "./text.js";
import { Thinker, type Line } from "./thinker.js";

export interface Clock {
  minutes: number;
  increment: number; // seconds
  left: number[]; // milliseconds a seat
}
export interface Listener {
  changed(): void;
  announce(text: string): void;
  problem(text: string): void;
}

const LEVEL_SECONDS = 1; // when a clock runs; without one the highest level need not hurry
const PAUSE = 150; // so that the eye can follow

export class Game {
  games: GameInfo[] = [];
  board!: Board;
  state!: State;
  tree!: Tree;
  threats: Threats = { wins: [], threats: [] };
  steps: Choice[] = []; // chosen so far for the next move
  seats: number[] = [0, 3];
  clock: Clock | null = null;
  thinking = false;
  auto = true; // levels play when it is their turn; false while someone looks back
  wantThreats = false;
  saving = true;
  listener: Listener = { changed: () => undefined, announce: () => undefined, problem: () => undefined };
  private start = "";
  private record = ""; // the game as it was kept last, with its branches
  private lastTick = 0;
  private queue: Promise<unknown> = Promise.resolve();
  private turn = 0; // counts positions, so that late answers are dropped

  constructor(
    private engine: Engine,
    readonly thinker: Thinker,
  ) {
    setInterval(() => this.tick(), 100);
  }

  async open(lang: string): Promise<void> {
    await this.engine.ask(`open ${lang}`);
    this.games = await this.engine.ask<GameInfo[]>("games");
    for (const game of this.games) game.levels = await this.engine.ask<boolean>(`knows ${game.id}`);
  }

  ask<A>(text: string): Promise<A> {
    return this.engine.ask<A>(text);
  }

  /* One change after the other, in the order they were asked for. */
  private enqueue<A>(work: () => Promise<A>): Promise<A> {
    const next = this.queue.then(work, work);
    this.queue = next.catch(() => undefined);
    return next;
  }

  /* --- beginning --- */

  /* The game that was left here, or the first ruleset against an easy level. */
  async begin(): Promise<void> {
    if (!(await this.resume())) await this.newGame(this.games[0]?.id ?? "", [0, 3]);
  }

  newGame(id: string, seats: number[], clock: Clock | null = null): Promise<void> {
    return this.enqueue(async () => {
      await this.command(`new ${id}`);
      this.seats = seats;
      this.clock = clock;
      this.auto = true;
      await this.refresh(true);
      this.listener.announce(`${this.board.title}. ${this.state.status}.`);
    });
  }

  /* The refusal as a sentence, or "" when the link was followed to its end. */
  follow(link: Link, seats?: number[]): Promise<string> {
    return this.enqueue(async () => {
      const answer = await this.ask<Followed | Failure>(
        `follow ${link.game}\n${link.position}\n${link.moves.join(" ")}`,
      );
      if ("error" in answer) return answer.error;
      if (answer.ok || answer.played > 0 || link.moves.length > 0) {
        const info = this.games.find((g) => g.id === link.game);
        this.seats = seats ?? new Array<number>(info?.players ?? 2).fill(0);
        this.clock = null;
        this.auto = false;
        const now = await this.ask<State | null>("state ");
        if (now) await this.refresh(true);
      }
      return answer.ok ? "" : fill(T("After {0} moves: {1}"), answer.played, answer.text);
    });
  }

  load(record: string, path: string[] | undefined, seats?: number[], clock: Clock | null = null): Promise<string> {
    return this.enqueue(async () => {
      const answer = await this.ask<Loaded>(`load ${record}`);
      if (!answer.ok) return fill(T("Line {0}, character {1}: {2}"), answer.line, answer.column, answer.text);
      this.auto = false; // nobody moves before it is known who sits where
      await this.refresh(true);
      this.seats = seats && seats.length === this.board.players ? seats : new Array<number>(this.board.players).fill(0);
      this.clock = clock;
      if (path) await this.goPath(path);
      this.listener.changed();
      return "";
    });
  }

  /* The game kept by an earlier visit; false: there is none. */
  async resume(): Promise<boolean> {
    const kept = recall("game", isKept);
    if (!kept || (await this.load(kept.record, kept.path, kept.seats, kept.clock)) !== "") return false;
    this.auto = true;
    void this.think();
    this.listener.changed();
    return true;
  }

  private async goPath(path: string[]): Promise<void> {
    let node = 0;
    for (const move of path) {
      let child = this.tree.nodes[node]?.first ?? -1;
      while (child >= 0 && this.tree.nodes[child]?.move !== move) child = this.tree.nodes[child]?.next ?? -1;
      if (child < 0) break;
      node = child;
    }
    await this.ask(`goto ${node}`);
    await this.refresh(false);
  }

  /* --- the state --- */

  private async command(line: string): Promise<Reply> {
    return this.ask<Reply>(`command ${line}`);
  }

  private async refresh(fresh: boolean): Promise<void> {
    this.stopThinking(); // about the position before
    this.steps = [];
    this.turn++;
    this.state = await this.ask<State>("state ");
    if (fresh || this.board?.game !== this.state.game) {
      this.board = await this.ask<Board>(`board ${this.state.game}`);
      const here = await this.ask<Tree>("tree");
      await this.ask("goto 0");
      const first = await this.ask<State>("state ");
      await this.ask(`goto ${here.current}`);
      this.start = first.position;
    }
    this.tree = await this.ask<Tree>("tree");
    this.threats = this.wantThreats ? await this.ask<Threats>("threats") : { wins: [], threats: [] };
    this.save();
    void this.think(); // before others want the thinker
    this.listener.changed();
  }

  async refreshThreats(): Promise<void> {
    this.threats = this.wantThreats ? await this.ask<Threats>("threats") : { wins: [], threats: [] };
    this.listener.changed();
  }

  /* The same game in another language. */
  async setLang(lang: string): Promise<void> {
    const record = await this.ask<string>("record");
    const path = this.path();
    this.thinker.stop();
    this.thinker.setLang(lang);
    await this.open(lang);
    if (record) {
      await this.ask(`load ${record}`);
      await this.refresh(true);
      await this.goPath(path);
    }
  }

  /* A worker that died takes nothing along: the game is in storage and here. */
  revive(lang: string): Promise<void> {
    this.engine.restart();
    this.queue = Promise.resolve();
    /* What people do meanwhile waits for the game to be back. */
    return this.enqueue(async () => {
      const path = this.path();
      await this.open(lang);
      const whole = this.record !== "" && (await this.ask<Loaded>(`load ${this.record}`)).ok;
      if (!whole) await this.ask<Followed | Failure>(`follow ${this.board.game}\n${this.start}\n${path.join(" ")}`);
      await this.refresh(true);
      if (whole) await this.goPath(path);
    });
  }

  path(): string[] {
    const moves: string[] = [];
    for (let node = this.tree?.current ?? 0; node > 0; node = this.tree.nodes[node]?.parent ?? 0)
      moves.unshift(this.tree.nodes[node]?.move ?? "");
    return moves;
  }

  line(): Line {
    return { game: this.board.game, start: this.start, moves: this.path() };
  }

  private async save(): Promise<void> {
    if (!this.saving) return;
    const record = await this.ask<string>("record");
    this.record = record;
    const kept: Kept = { game: this.board.game, record, path: this.path(), seats: this.seats, clock: this.clock };
    keep("game", kept);
  }

  /* --- moving --- */

  /* Whether levels play the game on the table, so that it can be analysed. */
  get hasLevels(): boolean {
    return this.games.find((g) => g.id === this.board.game)?.levels === true;
  }

  get personToMove(): boolean {
    return !this.state.over && (this.seats[this.state.mover] ?? 0) === 0;
  }

  get canContinue(): boolean {
    return !this.state.over && !this.personToMove && !this.auto;
  }

  choose(choice: Choice): Promise<void> {
    return this.enqueue(async () => {
      const words = [...this.steps.map((s) => s.step), choice.step].join(" ");
      const next = await this.ask<State>(`state ${words}`);
      if (!next.prefix_ok) return;
      this.steps.push(choice);
      const done = next.complete ?? next.only;
      if (done) {
        await this.playMove(done);
        return;
      }
      this.state = { ...this.state, choices: next.choices };
      this.listener.changed();
      this.listener.announce(this.question());
    });
  }

  /* What the next choice is about. */
  question(): string {
    const first = this.state.choices[0];
    if (!first || this.state.over) return "";
    const roles = new Set(this.state.choices.map((c) => c.role));
    if (roles.has("kind")) return T("Choose a piece.");
    if (roles.has("direction")) return T("Choose where it points.");
    if (roles.has("top") || roles.has("whole")) return T("Move the top piece alone, or the whole pile?");
    if (roles.has("take"))
      return roles.has("stop") ? T("Take back another piece, or stop.") : T("Take back one of your pieces.");
    if (roles.has("collapse")) return T("The pile collapses: choose where its top piece goes.");
    if (roles.has("capture")) return T("Choose the pile that you capture from.");
    if (roles.has("drop")) return T("Choose where the captured piece goes.");
    if (roles.has("pass")) return T("You can only pass.");
    if (roles.has("from"))
      return roles.has("to") ? T("Choose a place for a new piece, or a piece to lift.") : T("Choose a piece to move.");
    return T("Choose a place.");
  }

  back(): Promise<void> {
    return this.enqueue(async () => {
      if (this.steps.length === 0) return;
      const steps = this.steps.slice(0, -1);
      const next = await this.ask<State>(`state ${steps.map((s) => s.step).join(" ")}`);
      this.steps = steps;
      this.state = { ...this.state, choices: next.choices };
      this.listener.changed();
      this.listener.announce(this.question());
    });
  }

  /* Plays a move in notation or as its steps; the refusal, or "". */
  playText(text: string): Promise<string> {
    return this.enqueue(() => this.playMove(text));
  }

  private async playMove(text: string): Promise<string> {
    const mover = this.state.mover;
    const reply = await this.command(text);
    if (!reply.changed) return reply.text;
    if (this.clock) this.clock.left[mover] = (this.clock.left[mover] ?? 0) + this.clock.increment * 1000;
    this.auto = true;
    await this.refresh(false);
    this.listener.announce(this.state.over ? reply.text : `${reply.text} ${this.state.status}.`);
    return "";
  }

  why(place: number): Promise<Reply> {
    return this.command(`why ${this.board.places[place]?.label ?? ""}`);
  }

  /* Back to where a person last had to move. */
  undo(): Promise<void> {
    return this.enqueue(async () => {
      this.stopThinking();
      this.auto = false;
      let reply = await this.command("undo");
      let guard = 0;
      while (reply.changed && guard++ < 8 && this.seats.includes(0)) {
        const now = await this.ask<State>("state ");
        if (now.over || (this.seats[now.mover] ?? 0) === 0 || now.ply === 0) break;
        reply = await this.command("undo");
      }
      await this.refresh(false);
      this.listener.announce(`${reply.text} ${this.state.status}`);
    });
  }

  redo(): Promise<void> {
    return this.enqueue(async () => {
      this.stopThinking();
      this.auto = false;
      const reply = await this.command("redo");
      await this.refresh(false);
      this.listener.announce(reply.text);
    });
  }

  goto(node: number): Promise<void> {
    return this.enqueue(async () => {
      this.stopThinking();
      this.auto = false;
      await this.ask(`goto ${node}`);
      await this.refresh(false);
      this.listener.announce(`${this.tree.nodes[node]?.move ?? T("Start")}. ${this.state.status}`);
    });
  }

  resign(seat: number): Promise<void> {
    return this.end(`resign ${"wbrg"[seat] ?? "w"}`);
  }

  draw(): Promise<void> {
    return this.end("draw");
  }

  private end(line: string): Promise<void> {
    return this.enqueue(async () => {
      this.stopThinking();
      const reply = await this.command(line);
      if (!reply.changed) this.listener.problem(reply.text);
      await this.refresh(false);
      this.listener.announce(reply.text);
    });
  }

  rematch(): Promise<void> {
    const seats = [...this.seats.slice(1), this.seats[0] ?? 0];
    const clock = this.clock
      ? { ...this.clock, left: this.clock.left.map(() => (this.clock?.minutes ?? 0) * 60000) }
      : null;
    return this.newGame(this.board.game, seats, clock);
  }

  comment(text: string): Promise<void> {
    return this.enqueue(async () => {
      const reply = await this.command(`comment ${text.replace(/\s+/g, " ").trim() || "-"}`);
      if (!reply.ok) this.listener.problem(reply.text);
      this.tree = await this.ask<Tree>("tree");
      this.listener.changed();
    });
  }

  resumeLevels(): void {
    this.auto = true;
    void this.think();
    this.listener.changed();
  }

  pause(): void {
    this.stopThinking();
    this.auto = false;
    this.listener.changed();
  }

  /* --- levels --- */

  private stopThinking(): void {
    if (this.thinking) this.thinker.stop();
    this.thinking = false;
  }

  /* Lets a level move when it is its turn; who calls this says that something changed. */
  private async think(): Promise<void> {
    const level = this.seats[this.state.mover] ?? 0;
    if (this.state.over || level === 0 || !this.auto || this.thinking) return;
    const turn = this.turn;
    this.thinking = true;
    try {
      const started = performance.now();
      this.thinker.stop(); // an analysis of the position before
      const advice = await this.thinker.choose(this.line(), level, this.clock ? LEVEL_SECONDS : 0);
      const rest = (this.seats.includes(0) ? PAUSE : PAUSE * 2) - (performance.now() - started);
      if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest));
      if (turn !== this.turn) return; // another position is thought about by now
      this.thinking = false;
      if (this.auto) await this.enqueue(() => this.playMove(advice.move));
    } catch (error) {
      if (turn !== this.turn) return;
      this.thinking = false;
      this.auto = false;
      if (String(error).includes("stopped")) return this.listener.changed();
      this.listener.problem(T("The opponent's engine stopped. The game is as it was: press Continue to try again."));
      this.thinker.stop();
      this.listener.changed();
    }
  }

  /* --- clocks --- */

  private tick(): void {
    const now = performance.now();
    const passed = now - this.lastTick;
    this.lastTick = now;
    const clock = this.clock;
    if (!clock || !this.state || this.state.over || this.state.ply === 0) return;
    if (!this.auto && !this.personToMove) return;
    if (this.tree.nodes[this.tree.current]?.first !== -1) return; // someone looks back
    const seat = this.state.mover;
    clock.left[seat] = Math.max(0, (clock.left[seat] ?? 0) - passed);
    if (clock.left[seat] === 0)
      void this.enqueue(async () => {
        this.stopThinking();
        await this.ask(`flag ${seat}`);
        await this.refresh(false);
        this.listener.announce(`${this.state.status}: ${this.state.reason}`);
      });
  }
}
