/* What the first lessons say and ask for, and the example games of the rules. Words and
 * positions only; the code that teaches them is in lesson.ts. */
import { T } from "./text.js";

export interface LessonStep {
  say: () => string;
  well: () => string;
  position?: string;
  moves?: string[];
  goal: (move: string) => boolean;
}
export interface Lesson {
  game: string;
  steps: LessonStep[];
}

const any = () => true;
const one = (...moves: string[]) => (move: string) => moves.includes(move);

export const DEMOS: Record<string, { game: string; moves: string[] }> = {
  pylos: { game: "pylos", moves: ["1b2", "1c2", "1b3", "1c3", "1a2", "1a3", "1a2-2b2", "1d2", "1a1", "1d3x1d2x1d3"] },
  pyrga: { game: "pyrga", moves: ["Sb2", "Tc2n", "Cc3", "Sc3", "Sc2", "Tc3w"] },
  pilotis: { game: "pilotis", moves: ["Ta1e", "Cc1", "Tc1n", "Sc2", "Sc1"] },
  dorix: { game: "dorix", moves: ["b2", "c2", "b3", "c3", "b2:c2,b3", "c3"] },
  pilea: { game: "pilea", moves: ["a1", "b2", "c2", "d2", "d4", "b4", "e1", "c4", "a5", "e5", "a1-a2xb2>e3", "b4-c4", "c2-d2"] },
};

/* Pyrga and Pilotis begin alike; their ends differ. */
const towers = (game: string, end: () => string): Lesson => ({
  game,
  steps: [
    { say: () => T("You are White. Put a square on b2: choose the square, then the place."), well: () => T("Well done. A square sends your opponent to one of the four places beside it."), goal: one("Sb2") },
    { say: () => T("Black put a square on b3, so you must play beside it. Put a triangle on b2, pointing north."), well: () => T("Well done. A triangle sends your opponent to the places in front of its point, up to the edge."), moves: ["Sb2", "Sb3"], goal: one("Tb2n") },
    { say: () => T("Black put a round piece on b4: it sends you to b4 itself. Put a square there."), well: () => T("Well done. A place takes one piece of each kind, whoever owns them: three pieces make a complete tower."), moves: ["Sb2", "Sb3", "Tb2n", "Cb4"], goal: one("Sb4") },
    { say: () => T("Black's triangle points at b2. Complete your tower there with a round piece."), well: end, moves: ["Sb2", "Sc2", "Tb2e", "Tc2w"], goal: one("Cb2") },
  ],
});

export const LESSONS: Record<string, Lesson> = {
  pylos: {
    game: "pylos",
    steps: [
      { say: () => T("You are White. Put a ball on any place of the board."), well: () => T("Well done. Each ball that you put down leaves your reserve, and whoever runs out first loses."), goal: any },
      { say: () => T("Four balls carry a place above them. Put your ball on the second level, on 2b2."), well: () => T("Well done. A place above the ground can be used as soon as four balls carry it."), moves: ["1b2", "1c2", "1b3", "1c3"], goal: one("2b2") },
      { say: () => T("Raising costs no ball: lift your ball from 1a1 and put it on 2b2."), well: () => T("Well done. You climbed and kept your reserve. Raise whenever you can."), moves: ["1b2", "1c2", "1b3", "1c3", "1a1", "1d4"], goal: one("1a1-2b2") },
      { say: () => T("Complete the white square with 1b2, then take back two of your balls."), well: () => T("Well done. A square of your colour gives one or two free balls back, even the one you just put down."), moves: ["1a1", "1d4", "1b1", "1c4", "1a2", "1a4"], goal: (m) => m.startsWith("1b2x") && m.split("x").length === 3 },
      { say: () => T("Black threatens to complete a square. Take the place that Black needs."), well: () => T("Well done. Now play a whole game: level 1 is a friendly opponent."), moves: ["1a1", "1d4", "1b4", "1c4", "1a3", "1d3"], goal: one("1c3") },
    ],
  },
  pyrga: towers("pyrga", () => T("Well done. A tower belongs to whoever has two or three of its pieces. The first player with three towers wins.")),
  pilotis: towers("pilotis", () => T("Well done. Three towers win. And take care: whoever can play nowhere while pieces are left loses.")),
  dorix: {
    game: "dorix",
    steps: [
      { say: () => T("You are White. Put a pawn on any place of the board."), well: () => T("Well done. You want four piles of yours on one of the two long diagonals."), goal: any },
      { say: () => T("Put a second pawn on your pile on b2. It is then higher than its neighbours: it collapses, and you choose where each pawn goes."), well: () => T("Well done. Each lower pile beside it received one pawn, and whoever is on top owns a pile."), moves: ["b2", "c2", "b3", "c3"], goal: (m) => m.startsWith("b2:") },
      { say: () => T("You hold three places of a long diagonal. Take the fourth, d4."), well: () => T("Well done: you have won. Now play a whole game: level 1 is a friendly opponent."), moves: ["a1", "b1", "b2", "c1", "c3", "d1"], goal: one("d4") },
    ],
  },
  pilea: {
    game: "pilea",
    steps: [
      { say: () => T("You are White. The grey pile in the middle is the goal. Put a cube on any empty place."), well: () => T("Well done. When all ten cubes are on the board, they begin to move."), goal: any },
      { say: () => T("Move the cube on d4 to c4, on top of Black's cube."), well: () => T("Well done. A top cube may step one level up or down, and the pile is yours while you are on top."), moves: ["a1", "b2", "c2", "d2", "d4", "b4", "e1", "c4", "a5", "e5"], goal: (m) => m.startsWith("d4-c4") },
      { say: () => T("Move from a1 to a2: Black's cube on b2 then stands between two of yours. Put it on a place of your choice."), well: () => T("Well done. What you enclose in a row or column loses its top cube, and you choose where that goes."), moves: ["a1", "b2", "c2", "d2", "d4", "b4", "e1", "c4", "a5", "e5"], goal: (m) => m.startsWith("a1-a2x") },
      { say: () => T("Your pile on c2 has four levels. Step from it onto the grey pile on c3."), well: () => T("Well done: you have won. Now play a whole game: level 1 is a friendly opponent."), position: "-,-,-,-,b/-,-,b,-,-/w,-,xxx,-,b/-,-,bbww,-,-/w,-,-,-,w w", goal: one("c2-c3") },
    ],
  },
};
