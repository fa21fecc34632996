/* One analysis that several engines divide between them, a job at a time: some moves, to be looked at one ply deeper.
 * Whoever is free takes the next one, and with it what the others have found meanwhile. A move stays with the engine
 * that looked at it last, unless that has others to do and somebody would run ahead of it.
 *
 * Values of different depths do not compare, so every move is shown at the depth that all have reached; only what is
 * proven holds at any depth and is taken at once. */
import type { Advice, AdviceList, Looked } from "./protocol.js";

export interface Job {
  depth: number;
  moves: string[];
}

const DEEPEST = 100; // that the engine takes
const WORTH_ASKING = 2000; // nodes: less is sooner done than handed out
const UNHEARD = 32; // texts that wait for an engine, at most

interface Entry {
  move: string;
  depth: number; // it was looked at so deep …
  cost: number; // … for so many nodes …
  owner: number; // … by this engine
  busy: boolean; // one is at the next ply
  values: Map<number, Advice>; // by depth, from the one that all have reached on
  proven: Advice | undefined;
}

/* Nothing deeper can change it. */
const settled = ({ proven }: Entry): boolean => {
  const value = proven?.value;
  return value !== undefined && "result" in value && (value.plies !== undefined || value.result === "draw");
};

const proves = (a: Advice): boolean => "result" in a.value;

/* As the engine orders them: what is known before what is only bounded, then by value. */
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

  /* The least deep moves, one's own if there are any of those, the dearest first: then all are through with a depth
   * at about the same time. undefined: there is nothing to do now. */
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

  /* Whether somebody is at a job, so that there may be something to do later. */
  get busy(): boolean {
    return this.entries.some((e) => e.busy);
  }

  /* What the others have found since this engine was told last. */
  news(engine: number): string[] {
    return this.unheard[engine]?.splice(0) ?? [];
  }

  /* What came of a job. */
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

  /* The moves that this engine should have proofs sought for, the best first: dealt out once for all. */
  toProve(engine: number): string[] {
    if (!this.hands) {
      const open = this.together(0).moves.filter((a) => this.entries.some((e) => e.move === a.move && !settled(e)));
      this.hands = Array.from({ length: this.engines }, (_, i) =>
        open.filter((_a, k) => k % this.engines === i).map((a) => a.move),
      );
    }
    return this.hands[engine]?.splice(0) ?? [];
  }

  /* What came of that. A result that is known stays, unless its plies are counted now. */
  settle(list: AdviceList): void {
    for (const advice of list.moves.filter(proves)) {
      const entry = this.entries.find((e) => e.move === advice.move);
      if (entry && (!entry.proven || ("plies" in advice.value && !settled(entry)))) entry.proven = advice;
    }
  }

  /* That all have reached; what is settled holds nobody back. */
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
