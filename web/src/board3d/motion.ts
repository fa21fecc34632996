/* Pieces in motion. Comparing two positions tells which pieces came where and which left where; a new piece flies
 * from where one like it left, one piece after the other. */
import type { Piece } from "../protocol.js";
import type { Point3 } from "./layout.js";

const PUT = 350;
const FLY = 380;
const TAKE = 360;
const APART = 130; // milliseconds between two pieces of one move
const MANY = 10; // more pieces at once are another position, not a move

export interface Come {
  place: number;
  index: number;
}
export interface Gone extends Come {
  piece: Piece;
}
export interface Change {
  come: (Come & { from?: Come })[];
  gone: Gone[]; // and did not reappear
}

const same = (a: Piece | undefined, b: Piece | undefined): boolean => a?.kind === b?.kind && a?.seat === b?.seat;

/* What a move did; "much": this is another position altogether. */
export function change(before: Piece[][], after: Piece[][]): Change | "nothing" | "much" {
  const gone: Gone[] = [];
  const come: (Come & { piece: Piece })[] = [];
  after.forEach((stack, place) => {
    const old = before[place] ?? [];
    let common = 0;
    while (common < stack.length && common < old.length && same(stack[common], old[common])) common++;
    for (let index = old.length - 1; index >= common; index--) gone.push({ place, index, piece: old[index] as Piece });
    for (let index = common; index < stack.length; index++) come.push({ place, index, piece: stack[index] as Piece });
  });
  if (come.length + gone.length === 0) return "nothing";
  if (come.length > MANY) return "much";
  const found = come.map(({ place, index, piece }) => {
    const i = gone.findIndex((g) => same(g.piece, piece));
    const from = i >= 0 ? gone.splice(i, 1)[0] : undefined;
    return from ? { place, index, from: { place: from.place, index: from.index } } : { place, index };
  });
  return { come: found, gone };
}

export interface Flight {
  from: Point3;
  to: Point3;
  start: number;
  lasts: number;
  rise: number; // above the higher end
  fades: "in" | "out" | "no";
}

/* A flight's start counts from the beginning of its move. */
export function put(to: Point3, turn: number): Flight {
  return { from: { ...to, y: to.y + 0.6 }, to, start: turn * APART, lasts: PUT, rise: 0, fades: "in" };
}
export function fly(from: Point3, to: Point3, turn: number): Flight {
  return { from, to, start: turn * APART, lasts: FLY, rise: 0.55, fades: "no" };
}
export function take(from: Point3, to: Point3, turn: number): Flight {
  return { from, to, start: turn * APART, lasts: TAKE, rise: 0.3, fades: "out" };
}
export function lift(from: Point3, to: Point3): Flight {
  return { from, to, start: 0, lasts: 140, rise: 0, fades: "no" };
}

/* Where a piece is `passed` milliseconds after the move began; size 0: not there. */
export function along(f: Flight, passed: number): Point3 & { size: number; done: boolean } {
  const t = Math.min(1, Math.max(0, (passed - f.start) / f.lasts));
  const ease = f.fades === "in" ? 1 - (1 - t) ** 3 : t < 0.5 ? 4 * t ** 3 : 1 - (2 - 2 * t) ** 3 / 2;
  const straight = f.from.y + (f.to.y - f.from.y) * ease;
  const apex = Math.max(f.from.y, f.to.y) + f.rise;
  /* A parabola through both ends whose highest point is the apex. */
  const bow = f.rise > 0 ? 4 * (apex - (f.from.y + f.to.y) / 2) * ease * (1 - ease) : 0;
  return {
    x: f.from.x + (f.to.x - f.from.x) * ease,
    y: straight + bow,
    z: f.from.z + (f.to.z - f.from.z) * ease,
    size: f.fades === "in" ? Math.min(1, t * 4) : f.fades === "out" ? 1 - ease : 1,
    done: t >= 1,
  };
}
