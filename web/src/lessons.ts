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

export const LESSONS: Record<string, Lesson> = {
  pylos: {
    game: "pylos",
    steps: [
      { say: () => T("You are White. Put a ball on any place of the board."), well: () => T("Well done. Each ball that you put down leaves your reserve, and whoever runs out first loses."), goal: any },
      { say: () => T("Four balls carry a place above them. Put your ball on the second level, on 2b2."), well: () => T("Well done. A place above the ground can be used as soon as four balls carry it."), moves: ["1b2", "1c2", "1b3", "1c3"], goal: one("2b2") },
      { say: () => T("Raising costs no ball: lift your ball from 1a1 and put it on 2b2."), well: () => T("Well done. You climbed and kept your reserve. Raise whenever you can."), moves: ["1b2", "1c2", "1b3", "1c3", "1a1", "1d4"], goal: one("1a1-2b2") },
      { say: () => T("Complete the white square with 1b2, then take back two of your balls."), well: () => T("Well done. A square of your colour gives one or two free balls back, even the one you just put down."), position: "..../b.b./ww../w.b. w", goal: (m) => m.startsWith("1b1x") || m.startsWith("1b2x") ? m.split("x").length === 3 : false },
      { say: () => T("Black threatens to complete a square. Stop it: which place must you take?"), well: () => T("Well done. Now play a whole game: level 1 is a friendly opponent."), position: "..../.bb./.b.w/.w.w w", goal: any },
    ],
  },
};
