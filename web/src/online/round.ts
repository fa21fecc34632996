/* One round in a house: enters it, and enters again after every break where it left off; passes events to the
 * session, and the session's requests to the house. An action without an answer is sent again with the same nonce,
 * so that it is done only once. */
import type { Client } from "../client.js";
import type { Want } from "../protocol.js";
import { T } from "../text.js";
import { type Ear, type Heard, type House, Refused, number, text, texts } from "./house.js";
import { called } from "./seats.js";
import type { Rated } from "./words.js";

const AGAIN = 6000; // ms after which an action without an answer is sent again

interface Action extends Want {
  nonce: string;
  number: number; // the last event that its sender had seen
}

export interface Goal {
  token: string; // of a seat; "": only to watch
  round: string; // "": the token's newest round
}

/* How the round started, if not in the usual way. */
export interface Start {
  fair: number; // number of the fair start; 0: none
  pair: number; // 1, 2: which game of a pair; 0: none
  first: string; // the pair's first round, in the second
  points: number[]; // of the pair, by the seats of this game
  rated: boolean;
  experimental: boolean; // ratings of three and four
  advantage: number; // of the first seat, in points
  tournament: number; // the one it belongs to; 0: none
}

const NO_START: Start = {
  fair: 0,
  pair: 0,
  first: "",
  points: [],
  rated: false,
  experimental: false,
  advantage: 0,
  tournament: 0,
};

function startOf(m: Heard): Start {
  const pair = (typeof m.pair === "object" ? m.pair : null) as Record<string, unknown> | null;
  return {
    fair: number(m.fair),
    pair: number(pair?.game),
    first: text(pair?.first),
    points: Array.isArray(pair?.points) ? pair.points.map(number) : [],
    rated: m.rated === true,
    experimental: m.experimental === true,
    advantage: number(m.advantage),
    tournament: number(m.tournament),
  };
}

export interface News {
  came(): void; // the round is known, or another one than before
  happened(lines: string[]): void; // after the session has processed them
  here(): void; // who is present has changed
  said(seat: string, phrase: string): void;
  refused(sentence: string): void;
  lost(lost: boolean): void; // the connection
  nowhere(why: string): void; // there is no such round or seat
}

const letters = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(9));
  return [...bytes].map((b) => b.toString(16).padStart(2, "0")).join("");
};

export class FarRound implements Ear {
  you = ""; // letters of our seats
  openSeats = "";
  present = ""; // letters of the seats whose players are connected
  watching = 0;
  isKnown = false;
  lost = false;
  start: Start = NO_START;
  ratings = new Map<string, Rated & { before?: number }>(); // by the letter of the seat
  private seen = 0; // number of the last event
  private under: Action | undefined; // pending
  private waiting: Want[] = [];
  private queue: Promise<unknown> = Promise.resolve();
  private timer = 0;

  constructor(
    private readonly house: House,
    private readonly client: Client,
    private readonly goal: Goal,
    private readonly news: News,
  ) {
    client.carry = (want) => this.act(want);
    this.timer = setInterval(() => this.under && this.send(this.under), AGAIN) as unknown as number;
    house.listen(this);
  }

  get id(): string {
    return this.goal.round;
  }

  get token(): string {
    return this.goal.token;
  }

  get isBusy(): boolean {
    return this.under !== undefined;
  }

  leave(): void {
    clearInterval(this.timer);
    this.house.unlisten(this);
    this.client.carry = undefined;
    if (this.goal.round) this.house.send({ do: "leave", round: this.goal.round });
  }

  /* Takes the seat of our link, or an open one; the answer has its token. */
  async sit(name: string, seat = ""): Promise<void> {
    const { token, round } = this.goal;
    const where = token ? { token } : { round, ...(seat ? { seat } : {}) };
    const answer = await this.house.ask({ do: "sit", ...where, ...(await called(name)) });
    this.goal.token = text(answer.token) || token;
    this.goal.round = text(answer.round);
    /* A watcher learns about the new seat only by entering again. */
    if (!this.you.includes(text(answer.seat))) this.enter();
  }

  say(phrase: string): void {
    this.house.send({ do: "say", round: this.goal.round, phrase });
  }

  /* --- the line --- */

  up(): void {
    this.lost = false;
    this.news.lost(false);
    this.enter();
  }

  down(): void {
    this.lost = true;
    this.news.lost(true);
  }

  private enter(): void {
    const { token, round } = this.goal;
    const question = {
      do: "enter",
      ...(token ? { token } : {}),
      ...(round ? { round } : {}),
      after: this.isKnown ? this.seen : 0,
    };
    this.house.askOnce(question).catch((error: unknown) => {
      if (error instanceof Refused && error.why !== "trouble") this.news.nowhere(error.why);
    });
  }

  heard(m: Heard): void {
    const ours = m.round !== undefined && m.round === this.goal.round;
    if (m.is === "round" && (ours || this.goal.round === "")) this.takeRound(m);
    else if (!ours) return;
    else if (m.is === "events") this.takeEvents(m);
    else if (m.is === "next") this.follow(text(m.next));
    else if (m.is === "rated") this.learn(() => this.takeRatings(m.seats));
    else if (m.is === "ratings") this.learn(() => this.takeRatings(m.ratings));
    else if (m.is === "pair") this.learn(() => (this.start = { ...this.start, points: startOf(m).points }));
    else if (m.is === "said") this.news.said(text(m.seat), text(m.phrase));
    else if (m.is === "here") {
      this.present = text(m.seats);
      this.watching = number(m.watching);
      this.news.here();
    } else if (m.nonce !== undefined && m.nonce === this.under?.nonce) this.takeAnswer(m);
  }

  /* --- what happened --- */

  /* One thing after the other, so that the session hears it in order. */
  private enqueue(work: () => Promise<unknown>): void {
    this.queue = this.queue.then(work, work).catch(() => undefined);
  }

  /* What accompanies the round is also queued: the next game's points under the last game's names would be wrong. */
  private learn(take: () => void): void {
    this.enqueue(async () => {
      take();
      this.news.here();
    });
  }

  private takeRound(m: Heard): void {
    this.goal.round = text(m.round);
    const whole = !this.isKnown || this.you !== text(m.you);
    this.you = text(m.you);
    const lines = this.fresh(m);
    if (!lines) return;
    const before = this.isKnown;
    this.isKnown = true;
    this.enqueue(async () => {
      const log = before ? [...this.client.events, ...lines] : lines;
      if (whole) await this.client.far(`round ${this.you || "-"} ${number(m.now)}\n${log.join("\n")}\n`);
      else if (lines.length > 0) await this.client.far(`events ${number(m.now)}\n${lines.join("\n")}\n`);
      this.openSeats = text(m.open);
      this.start = startOf(m);
      this.takeRatings(m.ratings);
      if (whole) this.news.came();
      else if (lines.length > 0) this.news.happened(lines);
      else this.news.here();
    });
    if (this.under) this.send(this.under);
  }

  private takeRatings(seats: unknown): void {
    if (!Array.isArray(seats)) return;
    this.ratings.clear();
    for (const s of seats as (Rated & { seat?: unknown; before?: number })[]) this.ratings.set(text(s.seat), s);
  }

  private takeEvents(m: Heard): void {
    const lines = this.fresh(m);
    if (!lines || lines.length === 0) return;
    this.enqueue(async () => {
      await this.client.far(`events ${number(m.now)}\n${lines.join("\n")}\n`);
      this.news.happened(lines);
    });
  }

  /* The events that are new, in order; undefined: some are missing and have been requested. */
  private fresh(m: Heard): string[] | undefined {
    const out: string[] = [];
    for (const line of texts(m.events)) {
      const n = Number(line.split(" ", 1)[0]);
      if (n <= this.seen) continue;
      if (n !== this.seen + 1) {
        this.enter();
        return undefined;
      }
      this.seen = n;
      out.push(line);
    }
    return out;
  }

  /* A rematch: our token leads there, too. */
  private follow(next: string): void {
    this.seen = 0;
    this.isKnown = false;
    this.under = undefined;
    this.waiting = [];
    this.present = "";
    this.goal.round = next;
    this.enter();
  }

  /* --- acting --- */

  private act(want: Want): void {
    if (want.action.startsWith("say ")) this.say(want.action.slice(4));
    else if (this.under) this.waiting.push(want);
    else {
      this.under = { ...want, nonce: letters(), number: this.seen };
      this.send(this.under);
    }
  }

  private send({ seat, action, nonce, number: seen }: Action): void {
    this.house.send({ do: "act", round: this.goal.round, number: seen, action, nonce, seat });
  }

  private takeAnswer(m: Heard): void {
    /* Perhaps not done: it is sent again after a while, and done only once. */
    if (m.is === "trouble") return this.news.refused(T("the house cannot keep anything at the moment: try again"));
    this.under = undefined;
    if (m.is === "stale") {
      this.takeEvents(m);
      this.tell("stale", []);
    } else if (m.is === "refused") this.tell(text(m.why), texts(m.says));
    const next = this.waiting.shift();
    if (next) this.act(next);
  }

  private tell(why: string, says: string[]): void {
    this.enqueue(async () => {
      const reply = await this.client.far(`refused ${why}\n${says.map((s) => s.replace(/\n/g, " ")).join("\n")}`);
      this.news.refused(reply.text.trim());
    });
  }
}
