/* Whole games, choice by choice: levels play one under node, and a browser replays it by mouse, finger or keys.
 * Pages are Playwright's, or those of firefox.mjs. */
import { think } from "./engine.mjs";
import { check, pointOn } from "./page.mjs";

const TRIES = 8;

/* A game that levels play: each move's text and choices, and how it ended. */
function played(ask, game, seed) {
  ask(`command new ${game}`);
  const moves = [];
  for (;;) {
    const { over, status, result } = ask("state ");
    if (over) return { game, moves, status, result };
    const level = moves.length % 2 === 0 ? 3 : 1;
    const { move, steps } = think(ask, `choose ${level} 0 ${seed * 1000 + moves.length}`);
    check(ask(`command ${move}`).ok, `${game}: ${move} is legal`);
    moves.push({ move, steps: steps[0] });
    if (moves.length > 150) return undefined; // it does not end
  }
}

const choices = ({ moves }) => moves.reduce((sum, { steps }) => sum + steps.length, 0);

/* The shortest of a few games; if there are any, of those in which some move takes more choices than usual. */
export function wholeGame(ask, game) {
  const found = [];
  for (let seed = 1; seed <= TRIES; seed++) {
    const one = played(ask, game, seed);
    if (one) found.push(one);
  }
  check(found.length > 0, `${game}: a whole game`);
  const varied = found.filter(({ moves }) => moves.some(({ steps }) => steps.length > moves[0].steps.length));
  return (varied.length > 0 ? varied : found).sort((a, b) => choices(a) - choices(b))[0];
}

/* --- hands: how a button and a place are chosen --- */

const middle = (page, selector) =>
  page.evaluate((s) => {
    const button = document.querySelector(s);
    button.scrollIntoView({ block: "nearest" });
    const r = button.getBoundingClientRect();
    return { x: r.left + r.width / 2, y: r.top + r.height / 2 };
  }, selector);

/* A point that hits the place; the board is seen from above if the place is hidden. */
async function spot(page, place, press) {
  const seen = await pointOn(page, place);
  if (seen) return seen;
  const { x, y } = await middle(page, '[aria-keyshortcuts="v"]');
  await press(x, y);
  const point = await pointOn(page, place);
  check(point, `place ${place} can be hit`);
  return point;
}

const pointer = (press) => ({
  button: async (page, selector) => {
    const { x, y } = await middle(page, selector);
    await press(page, x, y);
  },
  place: async (page, place) => {
    const { x, y } = await spot(page, place, (px, py) => press(page, px, py));
    await press(page, x, y);
  },
});

/* Presses Tab, in the direction that leads there, until something is reached. */
async function tab(page, selector) {
  const way = () =>
    page.evaluate((s) => {
      const here = document.activeElement ?? document.body;
      if (here.matches(s)) return "";
      const before = here.compareDocumentPosition(document.querySelector(s)) & Node.DOCUMENT_POSITION_PRECEDING;
      return before ? "Shift+Tab" : "Tab";
    }, selector);
  for (let i = 0, key = await way(); key; i++, key = await way()) {
    check(i < 60, `the keyboard reaches ${selector}`);
    await page.keyboard.press(key);
  }
}

const ARROWS = [
  ["PageUp", (from, to) => to.level > from.level],
  ["PageDown", (from, to) => to.level < from.level],
  ["ArrowRight", (from, to) => to.x - from.x > 1],
  ["ArrowLeft", (from, to) => from.x - to.x > 1],
  ["ArrowUp", (from, to) => to.y - from.y > 1],
  ["ArrowDown", (from, to) => from.y - to.y > 1],
];

export const HANDS = {
  mouse: pointer((page, x, y) => page.mouse.click(x, y)),
  touch: pointer((page, x, y) => page.touchscreen.tap(x, y)),
  keys: {
    button: async (page, selector) => {
      await tab(page, selector);
      await page.keyboard.press("Enter");
    },
    place: async (page, place, board) => {
      await tab(page, ".place");
      const focused = () => page.evaluate(() => Number(document.activeElement.dataset.button));
      const to = board.places[place];
      for (let i = 0, at = await focused(); at !== place; i++, at = await focused()) {
        check(i < 20, `the arrows lead to ${to.label}`);
        const found = ARROWS.find(([, towards]) => towards(board.places[at], to));
        check(found, `an arrow leads from ${board.places[at].label} to ${to.label}`);
        await page.keyboard.press(found[0]);
      }
      await page.keyboard.press("Enter");
    },
  },
};

/* --- a game --- */

/* Waits for a choice to be offered at that ply after `steps` steps; false: the move was made without it. */
async function offered(page, ply, steps, selector) {
  await page.waitForFunction(
    ([p, s, found]) => {
      const now = document.querySelector(".table")?.dataset;
      return (
        Number(now?.ply) > p || (Number(now?.ply) === p && Number(now.steps) === s && document.querySelector(found))
      );
    },
    [ply, steps, selector],
  );
  return page.evaluate((p) => Number(document.querySelector(".table").dataset.ply) === p, ply);
}

/* Plays a whole game, on a table with a person in every seat; several hands take one move each, in turn. */
export async function playWhole(page, board, { game, moves, status }, ...hands) {
  const places = new Map(board.places.map((p, i) => [p.label, i]));
  for (const [ply, { steps }] of moves.entries())
    for (const [i, step] of steps.entries()) {
      const place = places.get(step);
      const selector =
        place === undefined ? `.prompt [data-step="${step}"]` : `.place[data-button="${place}"][aria-disabled="false"]`;
      if (!(await offered(page, ply, i, selector))) break;
      const hand = hands[ply % hands.length];
      if (place === undefined) await hand.button(page, selector);
      else await hand.place(page, place, board);
    }
  await page.waitForFunction(() => document.querySelector(".status.over"));
  const said = await page.evaluate(() => ({
    status: document.querySelector(".status").textContent,
    moves: [...document.querySelectorAll(".movelist [data-node]")].length - 1,
  }));
  const same = said.status.toLowerCase().startsWith(status.toLowerCase()) && said.moves === moves.length;
  check(same, `${game}: ${status} after ${moves.length} moves, not ${said.status} after ${said.moves}`);
}
