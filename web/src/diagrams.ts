/* What the animated diagrams in the rules play: a few real moves for each rule. */
import table from "../../lang/diagrams.tsv";

export interface Diagram {
  rule: string; // its section in the text and its number there
  game: string;
  position: string; // where it begins; "": at the start of the game
  before: string[]; // moves that lead to the first picture,
  moves: string[]; // … and moves that are shown
}

const words = (text = ""): string[] => (text === "-" ? [] : text.split(" "));

export const diagramsOf = (family: string): Diagram[] =>
  table
    .split("\n")
    .map((line) => line.split("\t"))
    .filter(([first]) => first === family)
    .map(([, rule = "", game = "", position = "-", before, moves]) => ({
      rule,
      game,
      position: position === "-" ? "" : position,
      before: words(before),
      moves: words(moves),
    }));
