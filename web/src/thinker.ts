/* Engines for thinking, apart from the one that keeps the game: each question brings the round's
 * events, so that they know what happened. They can be stopped at any time without harm to
 * it. Levels ask one of them; an analysis is divided between as many as the machine has
 * room for, and goes on with fewer when one dies. */
import { Engine } from "./engine.js";
import type { Advice, AdviceList, Explored, Failure, Verdict } from "./protocol.js";
import { Shares } from "./shares.js";

/* What a question is about. */
export interface Line {
  events: string[];
  node: number;
}

const MOST = 4;
const ATTEMPTS = 3;

/* One core is left to the page itself; each engine wants its own memory. */
function room(): number {
  const { hardwareConcurrency, deviceMemory = 4 } = navigator as Navigator & { deviceMemory?: number };
  return Math.max(1, Math.min(MOST, (hardwareConcurrency || 2) - 1, Math.floor(deviceMemory)));
}

/* An answer that there is none: asking again would not help. */
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

  /* Ends what is under way; who waits for it gets an error. */
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

  /* Ends what is under way; who waits for it gets an error. */
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

  analyse(line: Line, seconds: number, report?: (list: AdviceList) => void): Promise<AdviceList> {
    return this.surely((first) => {
      const crew = this.most;
      if (crew === 1) return first.question<AdviceList>(about(line, `analyse ${seconds} 0 0`), report);
      while (this.helpers.length < crew) this.helpers.push(new Helper(this.url, this.lang));
      const shares = new Shares(crew);
      const take = (share: number, list: AdviceList): void => {
        shares.take(share, list);
        const together = report && shares.together();
        if (together) report(together);
      };
      const asked = this.helpers.slice(0, crew).map(async (helper, i) => {
        take(
          i,
          await helper.question<AdviceList>(about(line, `analyse ${seconds} 0 0 ${i} ${crew}`), (list) =>
            take(i, list),
          ),
        );
      });
      return Promise.all(asked).then(() => shares.together() as AdviceList);
    });
  }

  /* What is certain there. */
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

  /* An engine that dies is replaced and asked again, by then with fewer beside it. */
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
