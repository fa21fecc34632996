/* Where pieces of several kinds share a place, a position may not tell in which order they
 * came, nor where those below point. This remembers it, as someone at the table does. */
import type { Piece } from "../protocol.js";
import type { Scene } from "../scene.js";

export class Memory {
  private game = "";
  private seen: Piece[][] = [];

  /* The stacks of a scene as they were built up. */
  stacks(scene: Scene): Piece[][] {
    const { board, state } = scene;
    if (board.game !== this.game || board.kinds.length < 2 || !state.stacks.every((s) => unordered(s, board.kinds)))
      this.seen = [];
    this.game = board.game;
    if (board.kinds.length < 2) return state.stacks;
    this.seen = state.stacks.map((now, place) => merged(this.seen[place] ?? [], now));
    return this.seen;
  }
}

/* Whether a stack is only a list by kind. */
function unordered(stack: Piece[], kinds: string[]): boolean {
  return stack.every((p, i) => i === 0 || kinds.indexOf((stack[i - 1] as Piece).kind) < kinds.indexOf(p.kind));
}

/* What was there and still is, in the old order; then what is new. */
function merged(before: Piece[], now: Piece[]): Piece[] {
  const left = [...now];
  const kept: Piece[] = [];
  for (const old of before) {
    const i = left.findIndex((p) => p.kind === old.kind && p.seat === old.seat);
    if (i < 0) continue;
    const p = left.splice(i, 1)[0] as Piece;
    kept.push(p.direction || !old.direction ? p : { ...p, direction: old.direction });
  }
  return [...kept, ...left];
}
