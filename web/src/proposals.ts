/* Proposed moves, as a board shows them: ghosts of the pieces where they would lie, and arrows along their paths.
 * The better a move is, the stronger its colour. */
import type { Advice, Value } from "./protocol.js";
import type { Arrow, Ghost } from "./scene.js";

const MOST = 4; // moves at once: more of them hide the board
const NEAR = 0.5; // how much worse than the best a shown move may be
const STEP = 0.16; // how much fainter each is than the one before it

/* Between -1 and 1, for the player to move. */
const worth = (value: Value): number => {
  if ("result" in value) return { win: 1, draw: 0, loss: -1 }[value.result];
  return Math.max(-0.95, Math.min(0.95, value.score / 1000));
};

/* Whether a move is good enough to be shown with the best. */
const isNear = (a: Advice, best: Advice | undefined): boolean =>
  best !== undefined && worth(best.value) - worth(a.value) <= NEAR;
export const isProposed = (a: Advice, advice: Advice[]): boolean => advice.indexOf(a) < MOST && isNear(a, advice[0]);

/* `advice`: best first. `chosen`: the words of the steps already made, which the board shows. */
export function proposals(advice: Advice[], chosen: string[]): { ghosts: Ghost[]; arrows: Arrow[] } {
  const ghosts: Ghost[] = [];
  const arrows: Arrow[] = [];
  const [best] = advice;
  const near = advice.filter((a) => isNear(a, best) && chosen.every((word, i) => a.steps[0]?.[i] === word));
  near.slice(0, MOST).forEach((a, i) => {
    const behind = best ? worth(best.value) - worth(a.value) : 0;
    const strength = Math.max(0.25, (1 - behind) * (1 - i * STEP));
    const taken = new Set(ghosts.map((g) => g.place)); // by a better move
    for (const { piece, from, to, step } of a.flights) {
      if (step < chosen.length) continue;
      if (to >= 0 && !taken.has(to)) ghosts.push({ place: to, piece, strength });
      if (from >= 0 && !arrows.some((other) => other.from === from && other.to === to))
        arrows.push({ from, to, strength, tone: a.tone });
    }
  });
  return { ghosts, arrows };
}
