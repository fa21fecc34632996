/* A second engine, for thinking: it follows the game it is given and answers questions
 * about it, and can be stopped at any time without harm to the game. */
import { Engine } from "./engine.js";
import type { Advice, AdviceList, Failure, Followed } from "./protocol.js";

export interface Line {
  game: string;
  start: string; // a position, or "" for the game's own start
  moves: string[];
}

export class Thinker {
  private engine: Engine;
  private ready: Promise<unknown>;
  private busy = 0;

  constructor(url: string, private lang: string) {
    this.engine = new Engine(url);
    this.ready = this.engine.ask(`open ${lang}`);
    this.ready.catch(() => undefined);
  }

  /* Ends what is under way; who waits for it gets an error. */
  stop(): void {
    if (this.busy === 0) return;
    this.engine.restart();
    this.ready = this.engine.ask(`open ${this.lang}`);
    this.ready.catch(() => undefined);
    this.busy = 0;
  }

  setLang(lang: string): void {
    this.lang = lang;
    this.ready = this.engine.ask(`open ${lang}`);
  }

  choose(line: Line, level: number, seconds: number): Promise<Advice> {
    const seed = Math.floor(Math.random() * 2 ** 31);
    return this.question<Advice>(line, `choose ${level} ${seconds} ${seed}`);
  }

  analyse(line: Line, seconds: number, report?: (list: AdviceList) => void): Promise<AdviceList> {
    return this.question<AdviceList>(line, `analyse ${seconds} 0 0`, report);
  }

  private async question<A>(line: Line, text: string, report?: (so_far: A) => void): Promise<A> {
    this.busy++;
    try {
      await this.ready;
      const followed = await this.engine.ask<Followed | Failure>(`follow ${line.game}\n${line.start}\n${line.moves.join(" ")}`);
      if ("error" in followed) throw new Error(followed.error);
      const answer = await this.engine.ask<A | Failure>(text, report as ((so_far: A | Failure) => void) | undefined);
      if (typeof answer === "object" && answer !== null && "error" in answer) throw new Error((answer as Failure).error);
      return answer as A;
    } finally {
      this.busy = Math.max(0, this.busy - 1);
    }
  }
}
