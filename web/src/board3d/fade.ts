/* Places in transition between two states, each by a share from 0 to 1: solid or see-through, closed or lifted
 * apart. */
export class Fade {
  private shares = new Map<number, number>();

  at(place: number): number {
    return this.shares.get(place) ?? 0;
  }

  /* Moves towards 1 for the places of `goal` and towards 0 for others; true: something has changed. */
  step(goal: Set<number>, by: number): boolean {
    let changed = false;
    for (const place of new Set([...goal, ...this.shares.keys()])) {
      const is = this.at(place);
      const next = goal.has(place) ? Math.min(1, is + by) : Math.max(0, is - by);
      if (next === 0) this.shares.delete(place);
      else this.shares.set(place, next);
      if (next !== is) changed = true;
    }
    return changed;
  }

  clear(): void {
    this.shares.clear();
  }
}

const GAP = 0.18; // between two pieces of a stack that is lifted apart
const MOST = 0.6; // for all of them together

/* How much higher a piece of a stack of `height` is, so that the pieces below it are visible. */
export function lifted(index: number, height: number, share: number): number {
  return height > 1 ? share * index * Math.min(GAP, MOST / (height - 1)) : 0;
}
