/* What a board shows, and what a drawer of boards must be able to do. There are two: the flat one (an SVG picture,
 * flat.ts) and the one in three dimensions (board3d/). Both get the same scenes and know no rules; board.ts has
 * one of them and lays the buttons for keyboard and screen readers over it. */
import type { Board, Choice, Piece, State } from "./protocol.js";

export type View = "depth" | "above";
export type Tone = "good" | "even" | "bad";
export type Theme = "light" | "dark" | "contrast";
export interface Badge {
  text: string;
  tone: Tone;
  words: string;
  best: boolean;
  small?: boolean; // only its shape and colour, because there is a better move
}
/* A proposed piece: what someone might play. */
export interface Ghost {
  place: number;
  piece: Piece;
  strength: number; // of its colour, up to 1
}
/* The path of a piece in a proposed move; `to` is -1 if it leaves the board. */
export interface Arrow {
  from: number;
  to: number;
  strength: number;
  tone: Tone;
}
/* Everything that a board shows. */
export interface Scene {
  board: Board;
  state: Pick<State, "stacks" | "owners" | "marked">;
  view: View;
  shown: number; // levels above this one are only hinted at
  choices: Map<number, Choice["role"]>;
  chosen: number[];
  badges: Map<number, Badge>;
  wins: number[];
  threats: number[];
  control: boolean;
  labels: string[]; // what each place's button says
  hand?: Piece; // what would be put on a place that is chosen next
  ghosts?: Ghost[]; // proposed moves: pieces where they would lie, the lowest first,
  arrows?: Arrow[]; // … and their paths
  line?: number[]; // the places that decided the game
}

/* A place's button: its middle and size, as fractions of the picture's box. */
export interface Spot {
  x: number;
  y: number;
  width: number;
  height: number;
}

export type CameraMove = "left" | "right" | "higher" | "lower" | "closer" | "farther" | "home";

export interface Face {
  readonly element: HTMLElement | SVGSVGElement;
  readonly turns: boolean; // whether look() does anything
  /* Width / height that the picture wants; asked for after draw(). */
  ratio(): number;
  draw(scene: Scene): void;
  spots(): Spot[];
  /* Where marks for a place are drawn, in the same fractions, and how large a place is there. */
  anchors(): { x: number; y: number; unit: number }[];
  /* The place at a point of the window; -1: none. */
  under(x: number, y: number): number;
  /* Someone points at a place (-1: at none): what hides it becomes see-through. `kept`: by keyboard or a long
   * press, not just in passing. */
  point(place: number, kept: boolean): void;
  /* The piece on top of a place follows the pointer; putBack ends it. */
  carry(place: number, dx: number, dy: number): void;
  putBack(): void;
  look(move: CameraMove): void;
  /* From which side it is seen: quarter turns, 0 to 3. */
  quarter(): number;
  /* The whole picture as an image of that width. */
  image(width: number): Promise<Blob>;
  close(): void;
}
