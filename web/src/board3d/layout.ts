/* Where everything stands. The unit is one place; x goes right, z towards the viewer, y up, and the middle of the
 * board's top is the origin. Nothing here draws or knows any game: a board is places with levels, and its game
 * says whether it has hollows or tiles, and how many pieces a stack usually has. */
import type { Board, Piece, PieceKind, Place } from "../protocol.js";

export interface Point3 {
  x: number;
  y: number;
  z: number;
}

export const BALL = 0.492; // radius
const BALL_FIRST = 0.374; // middle of a ball in a hollow
const BALL_STEP = Math.sqrt(4 * BALL * BALL - 0.5); // one ball rests on four
export const TILE = 0.87;
export const HOLLOW = 0.335; // radius of a hollow's opening
export const BOWL = 0.5; // radius of the sphere that it is cut with
export const STRING = 0.07; // from the outer places to the inlaid line round them

export const HEIGHT: Record<PieceKind, number> = {
  ball: 2 * BALL,
  square: 0.2,
  triangle: 0.2,
  round: 0.2,
  pawn: 0.15,
  cube: 0.42,
  wall: 0.5,
};
/* Half the width of what stands on a place, for pointing and for shadows between pieces. */
export const REACH: Record<PieceKind, number> = {
  ball: BALL,
  square: 0.33,
  triangle: 0.36,
  round: 0.345,
  pawn: 0.35,
  cube: 0.28,
  wall: 0.34,
};
const ROOM = 2.1; // higher stacks have thinner pieces

/* A number between 0 and 1, always the same for a place and piece: pieces are not set down exactly. */
export function inexact(place: number, index: number, what: number): number {
  let h = (Math.imul(place + 1, 374761393) + Math.imul(index + 1, 668265263) + Math.imul(what, 1442695041)) | 0;
  h = Math.imul(h ^ (h >>> 13), 1274126177);
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296;
}

export class Layout {
  readonly round: boolean; // hollows for balls, not tiles
  readonly margin: number;
  readonly recess: number; // how deep the tiles lie
  readonly plate: number;
  readonly width: number;
  readonly depth: number;
  readonly floor: number; // the table
  private readonly lowest: number; // of the kinds of piece
  private readonly highest: number;

  constructor(readonly board: Board) {
    const heights = board.kinds.map((kind) => HEIGHT[kind]);
    this.lowest = Math.min(...heights);
    this.highest = Math.max(...heights);
    this.round = board.hollow;
    this.margin = this.round ? 0.66 : 0.56;
    this.recess = this.round ? 0 : Math.min(0.055, 0.28 * this.lowest);
    this.plate = this.round ? 0.2 : 0.16;
    this.width = board.columns + 2 * this.margin;
    this.depth = board.rows + 2 * this.margin;
    this.floor = -this.plate - 0.225;
  }

  get key(): string {
    const { columns, rows, levels, hollow, stack, kinds } = this.board;
    return [columns, rows, levels, hollow, stack, ...kinds].join(" ");
  }

  x(place: number): number {
    return (this.board.places[place] as Place).x / 2 - (this.board.columns - 1) / 2;
  }

  z(place: number): number {
    return (this.board.rows - 1) / 2 - (this.board.places[place] as Place).y / 2;
  }

  /* The foot of the first piece on a place. */
  base(place: number): number {
    const { level } = this.board.places[place] as Place;
    if (this.round) return BALL_FIRST - BALL + (level - 1) * BALL_STEP;
    return (level - 1) * this.highest - this.recess;
  }

  /* How much thinner all pieces are when one stack would be too high. */
  squash(stacks: Piece[][]): number {
    const tallest = Math.max(0, ...stacks.map((s) => s.reduce((sum, p) => sum + HEIGHT[p.kind], 0)));
    return tallest > ROOM ? ROOM / tallest : 1;
  }

  foot(place: number, stack: Piece[], index: number, squash: number): number {
    let y = this.base(place);
    for (let i = 0; i < index; i++) y += HEIGHT[(stack[i] as Piece).kind] * squash;
    return y;
  }

  /* What must be in the picture: the board and the highest pieces that usually stand on it. */
  outline(): Point3[] {
    const out: Point3[] = [];
    const hx = this.width / 2;
    const hz = this.depth / 2;
    for (const sx of [-1, 1])
      for (const sz of [-1, 1]) {
        out.push({ x: sx * hx, y: this.floor, z: sz * hz }, { x: sx * hx, y: 0, z: sz * hz });
        if (!this.round)
          out.push({ x: sx * (hx - this.margin - 0.15), y: this.usualHeight(), z: sz * (hz - this.margin - 0.15) });
      }
    if (this.round)
      this.board.places.forEach((p, i) => {
        const y = this.base(i) + 2 * BALL - 0.06;
        if (p.level > 1)
          for (const s of [-0.3, 0.3])
            out.push({ x: this.x(i), y, z: this.z(i) + s }, { x: this.x(i) + s, y, z: this.z(i) });
      });
    return out;
  }

  /* Most of a usual stack on the highest level; only its top piece may be one of the highest. */
  private usualHeight(): number {
    const stack = Math.max(0, this.board.stack - 1) * this.lowest + this.highest;
    return (this.board.levels - 1) * this.highest + stack * 0.72;
  }
}
