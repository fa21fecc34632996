/* One analysis that several engines share, job by job: some moves, to be searched one ply deeper. A free engine
 * takes the next job, and with it what the others have found meanwhile. A move stays with the engine that searched
 * it last, unless that engine is behind and another would run ahead of it.
 *
 * Values of different depths cannot be compared, so every move is shown at the depth that all have reached; proven
 * values hold at any depth and count at once. */
import type { Advice, AdviceList, Looked } from "./protocol.js";

export interface Job {
  depth: number;
  moves: string[];
}

const DEEPEST = 100; // the engine's limit
const WORTH_ASKING = 2000; // nodes: less is done sooner than handed out
const UNHEARD = 32; // most texts that wait for an engine

interface Entry {
  move: string;
  depth: number; // searched to this depth …
  cost: number; // … with this many nodes …
  owner: number; // … by this engine
  busy: boolean; // an engine is searching the next ply
  values: Map<number, Advice>; // by depth, from the one that all have reached
  proven: Advice | undefined;
}

/* Nothing deeper can change it. */
const settled = ({ proven }: Entry): boolean => {
  const value = proven?.value;
  return value !== undefined && "result" in value && (value.plies !== undefined || value.result === "draw");
};

const proves = (a: Advice): boolean => "result" in a.value;

/* The engine's order: known values before mere bounds, then by value. */
export function better(a: Advice, b: Advice): number {
  if (a.exact !== b.exact) return a.exact ? -1 : 1;
  return a.rank !== b.rank ? b.rank - a.rank : Number(proves(b)) - Number(proves(a));
}

export class Worklist {
  private entries: Entry[];
  private nodes = 0;
  private unheard: string[][];
  private hands: string[][] | undefined;

  /* `first`: every move, at depth 1. */
  constructor(
    private readonly engines: number,
    first: AdviceList,
  ) {
    this.unheard = Array.from({ length: engines }, () => []);
    this.entries = first.moves.map((advice, i) => ({
      move: advice.move,
      depth: 0,
      cost: 0,
      owner: i % engines,
      busy: false,
      values: new Map(),
      proven: undefined,
    }));
    this.take(undefined, { depth: 1, moves: this.entries.map((e) => e.move) }, { ...first, depth: 1, found: "" });
  }

  /* The shallowest moves, preferably the engine's own, the most expensive first: so all engines finish a depth at
   * about the same time. undefined: there is nothing to do now. */
  next(engine: number): Job | undefined {
    const open = this.entries.filter((e) => !e.busy && !settled(e) && e.depth < DEEPEST);
    const depth = Math.min(...open.map((e) => e.depth));
    const least = open.filter((e) => e.depth === depth).sort((a, b) => b.cost - a.cost);
    const own = least.filter((e) => e.owner === engine);
    const taken: Entry[] = [];
    let cost = 0;
    for (const entry of own.length > 0 ? own : least) {
      if (cost >= WORTH_ASKING) break;
      taken.push(entry);
      cost += entry.cost;
      entry.busy = true;
    }
    return taken.length > 0 ? { depth: depth + 1, moves: taken.map((e) => e.move) } : undefined;
  }

  /* Whether an engine is at work, so that there may be something to do later. */
  get busy(): boolean {
    return this.entries.some((e) => e.busy);
  }

  /* What the others have found since this engine last heard. */
  news(engine: number): string[] {
    return this.unheard[engine]?.splice(0) ?? [];
  }

  /* Takes the result of a job. */
  take(engine: number | undefined, job: Job, list: Looked): void {
    const asked = new Set(job.moves);
    const done = list.depth >= job.depth; // otherwise it was interrupted
    for (const entry of this.entries.filter((e) => asked.has(e.move))) {
      const advice = list.moves.find((a) => a.move === entry.move);
      entry.busy = false;
      if (!advice) throw new Error(`nothing was said about ${entry.move}`);
      if (proves(advice) && !settled(entry)) entry.proven = advice;
      if (!done) continue;
      entry.depth = job.depth;
      entry.cost = list.nodes / job.moves.length;
      entry.owner = engine ?? entry.owner;
      entry.values.set(job.depth, advice);
    }
    this.nodes += list.nodes;
    if (list.found)
      this.unheard.forEach((waiting, i) => {
        if (i !== engine && waiting.push(list.found) > UNHEARD) waiting.shift();
      });
  }

  /* The moves that this engine should try to prove, the best first: dealt out once. */
  toProve(engine: number): string[] {
    if (!this.hands) {
      const open = this.together(0).moves.filter((a) => this.entries.some((e) => e.move === a.move && !settled(e)));
      this.hands = Array.from({ length: this.engines }, (_, i) =>
        open.filter((_a, k) => k % this.engines === i).map((a) => a.move),
      );
    }
    return this.hands[engine]?.splice(0) ?? [];
  }

  /* Takes the proofs. A known result stays, unless its plies are now counted. */
  settle(list: AdviceList): void {
    for (const advice of list.moves.filter(proves)) {
      const entry = this.entries.find((e) => e.move === advice.move);
      if (entry && (!entry.proven || ("plies" in advice.value && !settled(entry)))) entry.proven = advice;
    }
  }

  /* The depth that all moves have reached, without settled ones. */
  get depth(): number {
    const open = this.entries.filter((e) => !settled(e));
    return open.length > 0 ? Math.min(...open.map((e) => e.depth)) : Math.max(...this.entries.map((e) => e.depth));
  }

  get proven(): number {
    return this.entries.filter((e) => e.proven).length;
  }

  together(seconds: number): AdviceList {
    const { depth } = this;
    for (const { values } of this.entries) for (const old of values.keys()) if (old < depth) values.delete(old);
    const moves = this.entries.map((e) => e.proven ?? e.values.get(depth)).filter((a) => a !== undefined);
    return { depth, nodes: this.nodes, seconds, moves: moves.sort(better) };
  }
}
