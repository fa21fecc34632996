/* Where things stand: a board in space, seen from the front and above, and the same
 * board as plans seen from straight above. Lengths are in board units: a place is 100
 * wide. x goes east, y north, z up; on the picture x goes right and y down. */
import type { Board, PieceKind, Place, State } from "./protocol.js";

export interface Point {
  x: number;
  y: number;
}
export interface Frame {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export const PLACE = 100;
export const MARGIN = 34;
export const SLAB = 26;

/* How far the eye is turned to the side and lifted above the table. */
export class Eye {
  readonly cos: number;
  readonly sin: number;
  readonly liftSin: number;
  readonly liftCos: number;
  constructor(turn: number, lift = 45) {
    this.liftSin = Math.sin((lift * Math.PI) / 180);
    this.liftCos = Math.cos((lift * Math.PI) / 180);
    this.cos = Math.cos((turn * Math.PI) / 180);
    this.sin = Math.sin((turn * Math.PI) / 180);
  }
  project(x: number, y: number, z: number): Point {
    const depth = this.cos * y - this.sin * x;
    return { x: this.cos * x + this.sin * y, y: -(depth * this.liftSin + z * this.liftCos) };
  }
  depth(x: number, y: number, z: number): number {
    return (this.cos * y - this.sin * x) * this.liftCos - z * this.liftSin;
  }
  /* The transformation from coordinates on the table (u east, v south) to the picture. */
  table(): string {
    return `matrix(${this.cos} ${this.sin * this.liftSin} ${-this.sin} ${this.cos * this.liftSin} 0 0)`;
  }
}

const THICKNESS: Record<PieceKind, number> = {
  ball: 70.7,
  square: 26,
  triangle: 26,
  round: 26,
  pawn: 20,
  cube: 46,
  wall: 58,
};
const ROOM = 230;

export const placeX = (p: Place): number => (p.x * PLACE) / 2;
export const placeY = (p: Place): number => (p.y * PLACE) / 2;

/* Straight from the front; `aside`: a little from the side, for pictures that nobody plays on. On narrow screens,
 * which are taller than wide, the view is from higher up; even more so for boards with levels, where places behind
 * a ball must stay in sight. */
export const eyeFor = (board: Board, narrow: boolean, aside = false): Eye =>
  aside ? new Eye(16, board.levels > 1 ? 56 : 46) : new Eye(0, narrow ? (board.levels > 1 ? 68 : 62) : 60);

/* How many pieces a stack may have before the picture needs more room: it should not change its size in the middle
 * of a game. */
const EXPECTED: Record<PieceKind, number> = { ball: 1, square: 3, triangle: 3, round: 3, pawn: 6, cube: 4, wall: 1 };

/* The heights of everything in one state: very tall stacks are made of thinner pieces. */
export class Heights {
  private readonly tallest: number;
  private readonly rise: number; // of a level: the thickest piece
  constructor(
    private readonly board: Board,
    private readonly state: Pick<State, "stacks">,
  ) {
    this.tallest = Math.max(1, ...state.stacks.map((s) => s.length));
    this.rise = Math.max(...board.kinds.map((kind) => THICKNESS[kind]));
  }
  piece(kind: PieceKind): number {
    const h = THICKNESS[kind];
    return kind !== "ball" && this.tallest * h > ROOM ? ROOM / this.tallest : h;
  }
  level(p: Place): number {
    return (p.level - 1) * this.rise;
  }
  /* The height of the foot of a stack's i-th piece. */
  at(place: number, i: number): number {
    const p = this.board.places[place] as Place;
    let z = this.level(p);
    for (const piece of (this.state.stacks[place] ?? []).slice(0, i)) z += this.piece(piece.kind);
    return z;
  }
  top(place: number): number {
    return this.at(place, this.state.stacks[place]?.length ?? 0);
  }
  /* If stacks taper, each piece is a little smaller than the one below. */
  size(i: number): number {
    return this.board.tapers ? ([1.08, 0.9, 0.73][i] ?? 0.73) : 1;
  }
}

/* What the picture of a board in space must hold. */
export function depthFrame(board: Board, eye: Eye, heights: Heights): Frame {
  const west = -PLACE / 2 - MARGIN;
  const east = (board.columns - 0.5) * PLACE + MARGIN;
  const north = (board.rows - 0.5) * PLACE + MARGIN;
  const frame: Frame = { left: 1e9, top: 1e9, right: -1e9, bottom: -1e9 };
  const include = (p: Point) => {
    frame.left = Math.min(frame.left, p.x);
    frame.right = Math.max(frame.right, p.x);
    frame.top = Math.min(frame.top, p.y);
    frame.bottom = Math.max(frame.bottom, p.y);
  };
  for (let i = 0; i < 8; i++) include(eye.project(i & 1 ? west : east, i & 2 ? west : north, i & 4 ? -SLAB : 0));
  const tall = Math.max(...board.kinds.map((kind) => THICKNESS[kind] * EXPECTED[kind]));
  board.places.forEach((p, i) => {
    const room = p.level > 1 ? 70 : 0;
    const top = eye.project(placeX(p), placeY(p), Math.max(heights.top(i), heights.level(p) + tall) + room);
    include({ x: top.x, y: top.y - 48 });
  });
  return { left: frame.left - 6, top: frame.top - 4, right: frame.right + 10, bottom: frame.bottom + 12 };
}

/* The plans, two per row: level 1 beside level 2 and so on; if there is little room, level 1 beside the last,
 * level 2 beside the last but one, so that all rows are equally wide. */
export interface Plan {
  level: number;
  x: number;
  y: number;
  columns: number;
  rows: number;
  left: number; // coordinates of its first column and row
  foot: number;
}
export const PLAN_PAD = 14;
const PLAN_GAP = 16;
const PLAN_HEAD = 40;
const PLAN_EDGE = 36; // for letters and numbers outside

export function plans(board: Board, narrow: boolean): { plans: Plan[]; frame: Frame } {
  const list: Plan[] = [];
  const head = board.levels > 1 ? PLAN_HEAD : 0;
  let y = head;
  let right = 0;
  let bottom = 0;
  const put = (level: number, x: number): number => {
    const own = board.places.filter((p) => p.level === level);
    const left = Math.min(...own.map((p) => p.x));
    const foot = Math.min(...own.map((p) => p.y));
    const columns = (Math.max(...own.map((p) => p.x)) - left) / 2 + 1;
    const rows = (Math.max(...own.map((p) => p.y)) - foot) / 2 + 1;
    list[level - 1] = { level, x, y, columns, rows, left, foot };
    const end = x + columns * PLACE + 2 * PLAN_PAD;
    right = Math.max(right, end);
    bottom = Math.max(bottom, y + rows * PLACE + 2 * PLAN_PAD);
    return end + PLAN_GAP + PLAN_EDGE;
  };
  for (let row = 1; 2 * row <= board.levels + 1; row++) {
    const first = narrow ? row : 2 * row - 1;
    const second = narrow ? board.levels + 1 - row : 2 * row;
    const next = put(first, 0);
    if (second > first && second <= board.levels) put(second, next);
    y = bottom + head + PLAN_GAP + PLAN_EDGE;
  }
  return { plans: list, frame: { left: -PLAN_EDGE - 4, top: -4, right: right + 4, bottom: bottom + PLAN_EDGE + 4 } };
}

/* The middle of a place on the plans. */
export function planPoint(list: Plan[], p: Place): Point {
  const plan = list[p.level - 1] as Plan;
  const across = (p.x - plan.left) / 2;
  const up = (p.y - plan.foot) / 2;
  return { x: plan.x + PLAN_PAD + (across + 0.5) * PLACE, y: plan.y + PLAN_PAD + (plan.rows - 1 - up + 0.5) * PLACE };
}
