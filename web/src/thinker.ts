/* Engines for thinking, separate from the one that keeps the game: each request includes the round's events, so
 * that they know what happened. They can be stopped at any time without harm to the game. Levels use one of them;
 * an analysis is divided among as many as the machine has room for, and goes on with fewer when one dies. */
import { Engine } from "./engine.js";
import type { Advice, AdviceList, Explored, Failure, Looked, Verdict } from "./protocol.js";
import { Worklist, type Job } from "./worklist.js";

/* What a request is about. */
export interface Line {
  events: string[];
  node: number;
}

const MOST = 4;
const ATTEMPTS = 3;
const LEAST = 0.01; // the shortest time in seconds that is worth a request

/* One core is left to the page itself; each engine wants its own memory. */
function room(): number {
  const { hardwareConcurrency, deviceMemory = 4 } = navigator as Navigator & { deviceMemory?: number };
  return Math.max(1, Math.min(MOST, (hardwareConcurrency || 2) - 1, Math.floor(deviceMemory)));
}

/* The engine refused: asking again would not help. */
class Refusal extends Error {}

const about = (line: Line, words: string): string => `think ${words}\n${line.node}\n${line.events.join("\n")}\n`;

class Helper {
  private engine: Engine;
  private ready: Promise<unknown>;
  private busy = 0;

  constructor(
    url: string,
    private lang: string,
  ) {
    this.engine = new Engine(url);
    this.ready = this.open(lang);
  }

  open(lang: string): Promise<unknown> {
    this.lang = lang;
    this.ready = this.engine.ask(`open ${lang}`);
    this.ready.catch(() => undefined);
    return this.ready;
  }

  /* Ends the current request; whoever waits for it gets an error. */
  stop(): void {
    if (this.busy > 0) this.restart();
  }

  restart(): void {
    this.busy = 0;
    this.engine.restart();
    this.open(this.lang);
  }

  end(): void {
    this.engine.end();
  }

  async question<A>(text: string, report?: (so_far: A) => void): Promise<A> {
    this.busy++;
    try {
      await this.ready;
      const answer = await this.engine.ask<A | Failure>(text, report as ((so_far: A | Failure) => void) | undefined);
      if (typeof answer === "object" && answer !== null && "error" in answer)
        throw new Refusal((answer as Failure).error);
      return answer as A;
    } finally {
      this.busy = Math.max(0, this.busy - 1);
    }
  }
}

/* An analysis that helpers share. */
class Analysis {
  private waiting: (() => void)[] = [];
  private shown = "";

  constructor(
    private readonly line: Line,
    private readonly seconds: number,
    private readonly spent: () => number,
    readonly list: Worklist,
    private readonly report: (list: AdviceList) => void,
  ) {
    this.tell();
  }

  /* The work of one helper: it searches for half of the time, looks for proofs, and searches again for the rest. */
  async work(helper: Helper, number: number): Promise<void> {
    await this.look(helper, number, this.seconds / 2);
    const moves = this.list.toProve(number);
    const left = this.seconds - this.spent();
    if (moves.length > 0 && left > LEAST) {
      this.list.settle(await helper.question<AdviceList>(about(this.line, `prove ${left} ${moves.join(" ")}`)));
      this.tell();
    }
    await this.look(helper, number, this.seconds);
  }

  private async look(helper: Helper, number: number, until: number): Promise<void> {
    for (;;) {
      const left = until - this.spent();
      if (left < LEAST) return;
      const job = this.list.next(number);
      /* A job that has begun may run over a little: an interrupted one would have to be repeated. */
      const most = Math.min(left + this.seconds / 4, this.seconds - this.spent());
      if (job) await this.one(helper, number, job, most);
      else if (this.list.busy) await new Promise<void>((resolve) => this.waiting.push(resolve));
      else return;
    }
  }

  private async one(helper: Helper, number: number, job: Job, left: number): Promise<void> {
    for (const found of this.list.news(number))
      helper.question(about(this.line, `learn ${found}`)).catch(() => undefined);
    const answer = await helper.question<Looked>(about(this.line, `look ${left} ${job.depth} ${job.moves.join(" ")}`));
    this.list.take(number, job, answer);
    this.tell();
    for (const go of this.waiting.splice(0)) go();
  }

  /* Reports as soon as all moves have reached a depth, or something is proven. */
  private tell(): void {
    const news = `${this.list.depth} ${this.list.proven}`;
    if (news !== this.shown) this.report(this.list.together(this.spent()));
    this.shown = news;
  }
}

export class Thinker {
  private helpers: Helper[]; // the first one is always there
  private most = room();
  private stops = 0;

  constructor(
    private readonly url: string,
    private lang: string,
  ) {
    this.helpers = [new Helper(url, lang)];
  }

  /* Ends all current requests; whoever waits for them gets an error. */
  stop(): void {
    this.stops++;
    for (const helper of this.helpers.splice(1)) helper.end();
    this.helpers[0]?.stop();
  }

  setLang(lang: string): void {
    this.lang = lang;
    for (const helper of this.helpers) void helper.open(lang);
  }

  choose(line: Line, level: number, seconds: number): Promise<Advice> {
    const seed = Math.floor(Math.random() * 2 ** 31);
    return this.surely((helper) => helper.question<Advice>(about(line, `choose ${level} ${seconds} ${seed}`)));
  }

  analyse(line: Line, seconds: number, report: (list: AdviceList) => void = () => undefined): Promise<AdviceList> {
    return this.surely(async (first) => {
      const crew = this.most;
      const alone = (): Promise<AdviceList> =>
        first.question<AdviceList>(about(line, `analyse ${seconds} 0 0`), report);
      if (crew === 1) return alone();
      const begun = performance.now();
      const spent = (): number => (performance.now() - begun) / 1000;
      const glance = await first.question<AdviceList>(about(line, `look ${seconds} 1`));
      if (glance.moves.length === 0) return alone(); // this game's search cannot be divided
      while (this.helpers.length < crew) this.helpers.push(new Helper(this.url, this.lang));
      const analysis = new Analysis(line, seconds, spent, new Worklist(crew, glance), report);
      await Promise.all(this.helpers.slice(0, crew).map((helper, i) => analysis.work(helper, i)));
      return analysis.list.together(spent());
    });
  }

  /* What is certain about the position. */
  explore(line: Line, seconds: number): Promise<Explored> {
    return this.surely((helper) => helper.question<Explored>(about(line, `explore ${seconds}`)));
  }

  /* Every move of the game, judged one after the other. */
  review(events: string[], seconds: number, report: (verdict: Verdict) => void): Promise<Verdict[]> {
    return this.surely((helper) =>
      helper.question<Verdict[]>(
        `review ${seconds}\n${events.join("\n")}\n`,
        report as unknown as (so_far: Verdict[]) => void,
      ),
    );
  }

  /* An engine that dies is replaced and asked again, with fewer beside it. */
  private async surely<A>(work: (first: Helper) => Promise<A>): Promise<A> {
    const stops = this.stops;
    for (let attempt = 1; ; attempt++) {
      try {
        return await work(this.helpers[0] as Helper);
      } catch (error) {
        if (stops !== this.stops) throw new Error("stopped");
        if (error instanceof Refusal || attempt === ATTEMPTS) throw error;
        this.most = Math.max(1, this.most - 1);
        for (const helper of this.helpers.splice(1)) helper.end();
        this.helpers[0]?.restart();
      }
    }
  }
}
