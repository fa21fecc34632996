/** A legal move of one position. It is valid only there: to keep a move, keep its text. */
export type Move = bigint;

/** What a position or a move is worth to the player to move. */
export type Value =
  { proven: true; result: "win" | "draw" | "loss"; plies: number | null } | { proven: false; score: number };

export interface Place {
  label: string;
  /** Half-places from the left and the bottom. */
  x: number;
  y: number;
  /** From 1. */
  level: number;
}

export interface Piece {
  kind: number;
  /** 4: nobody's. */
  seat: number;
  /** 0 none, 1 north, 2 east, 3 south, 4 west. */
  direction: number;
}

/** One choice on the way to a move. */
export interface Step {
  role: number;
  value: number;
  /** A place's label, a number, or a word. */
  text: string;
}

export interface Choices {
  steps: Step[];
  /** The move that the choices complete. */
  complete: Move | null;
}

export interface Advice {
  move: Move;
  text: string;
  value: Value;
  /** Begins with the move. */
  line: string[];
}

export type Language = "en" | "fr";

/** A malformed text, or a move that a rule forbids. */
export class IllegalText extends Error {
  /** The character of the text, from 1; 0: none in particular. */
  at: number;
  /** The line of a record, from 1. */
  line: number;
}

export class Game {
  private constructor();
  readonly id: string;
  readonly title: string;
  /** Seats, numbered from 0 in order of play. */
  readonly players: number;
  /** Who wins together: side = seat % sides. */
  readonly sides: number;
  readonly symmetries: number;
  readonly columns: number;
  readonly rows: number;
  readonly levels: number;
  readonly places: Place[];
  /** The kinds of piece. */
  readonly kinds: string[];
  start(): Position;
  /** @throws IllegalText */
  read(text: string): Position;
  /** The rules for players, in Markdown. */
  rules(language?: Language): string;
}

/** A position; it never changes. */
export class Position {
  private constructor();
  readonly game: Game;
  /** The seat whose turn it is. */
  readonly mover: number;
  readonly over: boolean;
  /** The side that has won. */
  readonly winner: number | null;
  /** "ongoing", "draw", "w", "b", "wr" … */
  readonly result: string;
  readonly reason: string;
  /** Every legal move; none exactly when the game is over. */
  moves(): Move[];
  text(move: Move): string;
  /** @throws IllegalText */
  move(text: string): Move;
  play(move: Move | string): Position;
  choices(made?: Pick<Step, "role" | "value">[]): Choices;
  stepText(role: number, value: number): string;
  /** The stack on a place, bottom to top. */
  pieces(place: number): Piece[];
  reserve(seat: number, kind?: number): number;
  perft(depth: number): bigint;
  svg(language?: Language): string;
  /** The proven value, or an unproven one if the limits come first. Games with repetition need `within`. */
  prove(options?: { within?: number; count?: boolean; nodes?: number; seconds?: number }): Value;
  toString(): string;
  equals(other: Position): boolean;
}

export interface Node {
  position: Position;
  move: Move | null;
  comment: string;
  parent: number | null;
  ply: number;
  over: boolean;
  winner: number | null;
}

/** A game in progress; it detects repetition. */
export class Tree {
  constructor(start: Game | Position);
  readonly game: Game;
  readonly current: number;
  readonly position: Position;
  readonly over: boolean;
  readonly winner: number | null;
  node(node: number): Node;
  /** @throws IllegalText */
  play(move: Move | string): void;
  undo(): boolean;
  redo(): boolean;
  goto(node: number): void;
  record(): string;
  svg(language?: Language): string;
  free(): void;
}

/** Evaluates moves, and chooses one as a player of some level (1 to 10) would. Calls block: use it in a worker. */
export class Engine {
  constructor(game: Game, options?: { memory?: number; seed?: number });
  analyse(
    where: Tree | Position,
    limits?: { seconds?: number; nodes?: number; depth?: number; lines?: number },
  ): Advice[];
  choose(where: Tree | Position, level: number, seconds?: number): Advice;
  free(): void;
}

export interface Colonnade {
  readonly version: string;
  /** The ids of all rulesets. */
  readonly games: string[];
  game(id: string): Game;
  /** Reads a record; the current node is the end of its main line. @throws IllegalText */
  readRecord(record: string): Tree;
}

/** Loads the library: the file beside this one, unless a module or its bytes are given. */
export function load(source?: WebAssembly.Module | BufferSource): Promise<Colonnade>;
