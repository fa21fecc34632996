/* One analysis that several engines divide between them, each with a share of the legal
 * moves: what they know so far, put together best first.
 *
 * Values of different depths do not compare, so every move is shown at the depth that all
 * shares have reached; only what is proven holds at any depth and is taken at once. */
import type { Advice, AdviceList } from "./protocol.js";

const proven = (a: Advice): boolean => "result" in a.value;

/* As the engine orders them: what is known before what is only bounded, then by value. */
export function better(a: Advice, b: Advice): number {
  if (a.exact !== b.exact) return a.exact ? -1 : 1;
  return a.rank !== b.rank ? b.rank - a.rank : Number(proven(b)) - Number(proven(a));
}

class Share {
  private byDepth = new Map<number, AdviceList>();
  latest: AdviceList | undefined;

  take(list: AdviceList): void {
    this.latest = list;
    /* An answer that was interrupted comes after the report of its depth and holds moves of the next one. */
    if (!this.byDepth.has(list.depth)) this.byDepth.set(list.depth, list);
  }

  /* A share without an open question holds nobody back. */
  get depth(): number {
    return this.latest?.moves.every(proven) ? Infinity : (this.latest?.depth ?? 0);
  }

  at(depth: number): Advice[] {
    const latest = this.latest?.moves ?? [];
    const settled = new Map(latest.filter(proven).map((m) => [m.move, m]));
    for (const old of this.byDepth.keys()) if (old < depth) this.byDepth.delete(old);
    return (this.byDepth.get(depth)?.moves ?? latest).map((m) => settled.get(m.move) ?? m);
  }
}

export class Shares {
  private shares: Share[];

  constructor(count: number) {
    this.shares = Array.from({ length: count }, () => new Share());
  }

  take(share: number, list: AdviceList): void {
    this.shares[share]?.take(list);
  }

  /* undefined: one of them has said nothing yet. */
  together(): AdviceList | undefined {
    const known = this.shares.map((s) => s.latest).filter((list) => list !== undefined);
    if (known.length < this.shares.length) return undefined;
    const common = Math.min(...this.shares.map((s) => s.depth));
    return {
      depth: Number.isFinite(common) ? common : Math.max(...known.map((list) => list.depth)),
      nodes: known.reduce((sum, list) => sum + list.nodes, 0),
      seconds: Math.max(...known.map((list) => list.seconds)),
      moves: this.shares.flatMap((s) => s.at(common)).sort(better),
    };
  }
}
