/* The engine's answers, as docs/page-protocol.md describes them. */

/* The shapes that can be drawn; within a game a shape also stands for its kind of piece. */
export type PieceKind = "ball" | "square" | "triangle" | "round" | "pawn" | "cube" | "wall";
export type Direction = "north" | "east" | "south" | "west";

export interface GameInfo {
  id: string;
  title: string;
  family: string;
  goal: string; // in one line
  minutes: [from: number, to: number];
  players: number;
  sides: number;
  levels: boolean; // whether levels play this ruleset
  lesson: boolean; // whether its family has a first lesson
  puzzles: number; // how many it has
  fair: boolean; // whether it has fair starts
  solved: boolean; // whether it can be explored
}

/* An opening that is a proven draw. */
export interface FairStart {
  number: number;
  position: string;
  line: string[]; // the moves that lead there
  source: string;
}

/* Something worth a look in a solved ruleset. */
export interface Landmark {
  kind: string; // "longest", "hardest", "only-draw", "only-win", "mistake"; without a position "phase", "games"
  words: string; // a sentence
  position: string;
  move: string;
}

/* A level of play, in order from the first. */
export interface LevelInfo {
  name: string;
  words: string; // how it plays, a sentence
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
  steps: string[]; // for each kind: its word in a step,
  names: string[]; // its name,
  letters: string[][]; // its letters by seat, the last nobody's,
  supplied: boolean[]; // whether it has a reserve of its own,
  neutral: boolean[]; // whether a piece of it can be nobody's
  hollow: boolean; // places are hollows for balls
  stack: number; // pieces that a stack usually has; 0: a place holds one at most
  tapers: boolean; // stacks get narrower towards the top
  unordered: boolean; // a position forgets the order inside a stack
  held: string; // a phrase for how many stacks count for a player, {0}; "": not shown
  seats: string[];
  lines: number[][]; // rows of places that the rules mention
}

export interface Piece {
  kind: PieceKind;
  seat: number;
  direction?: Direction;
}

export interface Choice {
  step: string;
  role:
    | "from"
    | "to"
    | "kind"
    | "direction"
    | "take"
    | "stop"
    | "collapse"
    | "top"
    | "whole"
    | "capture"
    | "drop"
    | "pass"
    | "count";
  kind?: PieceKind; // if that is chosen
  place?: number;
  label?: string;
  places?: number[]; // where a piece of this kind can go
}

export interface Seat {
  kind: "empty" | "person" | "level" | "engine" | "remote";
  level: number;
  name: string;
  left: boolean; // by its player, who has lost
  mine: boolean; // the person here plays it
  result: "open" | "won" | "drew" | "lost";
  time?: number; // ms on its clock at the time of the request
  claim?: number; // its player is away: ms until the win may be claimed
}

export interface Offer {
  offer: "draw" | "take-back" | "rematch" | "give-up";
  by: number;
  asked: number[];
}

export interface Lesson {
  family: string;
  step: number; // from 1
  steps: number;
  done: boolean;
  wrong: boolean;
  say: string;
  well: string;
  hint: string; // shown after a wrong move
  points: string[]; // the next choices towards the goal, by their words,
  places: number[]; // and where on the board they lie
}

export interface State {
  game: string;
  position: string;
  start: string; // position at node 0; "": the game's own start
  node: number;
  ply: number;
  mover: number;
  status: string;
  over: boolean;
  result: string;
  reason: string;
  told: string; // details of the reason in sentences: whose, how many; "": none
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
  question: string; // what the next choice is about
  must: string; // the rule that restricts where to play; "": none
  head: number; // node where the game stands
  phase: "seating" | "playing" | "over";
  finished: boolean; // the game is over, whichever position is shown
  aborted: boolean; // … without a result
  turn: "person" | "level" | "far" | "over"; // far: nobody here is to move
  level: number; // of the player to move; 0: a person
  think: boolean; // a level is to move and has not been told to wait
  seconds: number; // the level's time limit; 0: none
  speaker: number; // the seat for which resignations and offers count
  undo: boolean;
  redo: boolean;
  kept: string; // name of the kept game; "": not kept yet
  helps: boolean; // values, hints and threats may be shown
  seats: Seat[];
  clock: { text: string; base: number; step: number; running: number } | null;
  offers: Offer[];
  lesson: Lesson | null;
  puzzle: PuzzleNow | null;
  wins?: number[];
  threats?: number[];
  tree: TreeNode[];
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

export interface Puzzle {
  game: string;
  number: number; // within the ruleset, from 1
  position: string;
  task: string;
  grade: number; // how hard it is: 1 to 5
  solved: boolean;
}

/* The puzzle on the board. */
export interface PuzzleNow {
  game: string;
  number: number;
  count: number;
  done: boolean;
  streak: number; // solved in a row without help
  text: string; // the task, or the result of the last move
}

export interface Reply {
  ok: boolean;
  changed: boolean;
  text: string;
  events: string[];
  wants: Want[];
}

/* A request of the session to the house (docs/house.md). */
export interface Want {
  seat: string; // its letter; "-": of a watcher
  action: string;
}

/* A certain result, with the plies to the end if they are counted, or an estimate. */
export type Value = { result: "win" | "loss" | "draw"; plies?: number } | { score: number };

/* A piece that travels in a move; the place -1 is the reserve. */
export interface Travel {
  piece: Piece;
  from: number;
  to: number;
  step: number; // the choice that starts it, from 0
}

export interface Advice {
  move: string;
  value: Value;
  rank: number; // greater is better
  exact: boolean;
  tone: "good" | "even" | "bad";
  sign: string; // short, for the board
  words: string;
  line: string[];
  steps: string[][]; // the ways to enter it, step by step
  flights: Travel[]; // the animation of the first of them
}

/* What is certain about a position. */
export interface ExploredMove extends Advice {
  keeps: boolean; // the result of the position
  only: boolean; // … and no other does
  mistake: string; // how often games were lost by it, a sentence; "": seldom
}

export interface Explored {
  words: string; // a sentence
  tone: string;
  count: number; // legal moves,
  known: number; // those whose result is certain,
  keep: number; // those that keep the result; 0: not known yet
  moves: ExploredMove[]; // the known ones, the best first
}

export interface AdviceList {
  depth: number;
  nodes: number;
  seconds: number;
  moves: Advice[];
}

/* What one of several engines found in a job, with a text for the others. */
export interface Looked extends AdviceList {
  found: string;
}

/* One move of a review. */
export interface Verdict {
  node: number;
  move: string;
  better: string;
  value: number; // before the move, for the first side, within ±1
  sign: string; // ?? ? ?! or nothing
  words: string;
  seat: number; // who made it …
  course: string; // … and how that player fared up to here, a sentence or ""
}

export interface Composed {
  position: string;
  ok: boolean;
  text: string;
}

export interface Failure {
  error: string;
}
