/* The engine's answers, as docs/page-protocol.md describes them. */

export type PieceKind = "ball" | "square" | "triangle" | "round" | "pawn" | "cube";
export type Direction = "north" | "east" | "south" | "west";

export interface GameInfo {
  id: string;
  title: string;
  family: string;
  players: number;
  sides: number;
  levels?: boolean; // whether levels play it; asked for each by itself
}

export interface Place {
  label: string;
  x: number;
  y: number;
  level: number;
}

export interface Board {
  game: string;
  title: string;
  family: string;
  players: number;
  sides: number;
  columns: number;
  rows: number;
  levels: number;
  places: Place[];
  kinds: PieceKind[];
  seats: string[];
  lines: number[][]; // places in a row that the rules speak of
}

export interface Piece {
  kind: PieceKind;
  seat: number;
  direction?: Direction;
}

export interface Choice {
  step: string;
  role:
    "from" | "to" | "kind" | "direction" | "take" | "stop" | "collapse" | "top" | "whole" | "capture" | "drop" | "pass";
  place?: number;
  label?: string;
}

export interface State {
  game: string;
  position: string;
  node: number;
  ply: number;
  mover: number;
  status: string;
  over: boolean;
  result: string;
  reason: string;
  stacks: Piece[][];
  owners: number[];
  reserves: number[][];
  marked: number[];
  decided: number[];
  prefix_ok: boolean;
  moves: number;
  only: string | null;
  complete: string | null;
  choices: Choice[];
}

export interface TreeNode {
  parent: number;
  first: number;
  next: number;
  ply: number;
  round: number;
  move?: string;
  seat?: number;
  comment?: string;
}

export interface Tree {
  current: number;
  nodes: TreeNode[];
}

export interface Reply {
  ok: boolean;
  changed: boolean;
  text: string;
}

export interface Advice {
  move: string;
  proven: boolean;
  exact: boolean;
  value: number;
  distance: number;
  line: string[];
  steps: string[][]; // the ways to choose it, step by step
}

export interface AdviceList {
  depth: number;
  nodes: number;
  seconds: number;
  moves: Advice[];
}

/* One step of a first lesson. */
export interface LessonStep {
  game: string;
  position: string; // "": the start
  moves: string; // played before, separated by blanks
  goal: string; // the move that is asked for; * stands for any signs
  say: string;
  well: string;
}

export interface Followed {
  ok: boolean;
  played: number;
  text: string;
}

export interface Threats {
  wins: number[];
  threats: number[];
}

export interface Loaded {
  ok: boolean;
  line: number;
  column: number;
  text: string;
}

export interface Checked {
  ok: boolean;
  at: number;
  text: string;
}

export interface Failure {
  error: string;
}
