/* Whole games of every ruleset in Chromium, with the mouse, with a finger and with the keyboard, on one of the boards. Flat there is
 * a game with each of the three for the first ruleset of a family. For every other ruleset, which has the same page, and in
 * three dimensions, where the keys and the presses are the same, there is one game in which they take turns.
 *
 * usage: test_whole.mjs flat|3d [PART/PARTS | RULESET…]      2/3: the second third of all rulesets */
import { engine, families } from "./engine.mjs";
import { FEW_PIXELS, check, run, withBrowser } from "./page.mjs";
import { HANDS, playWhole, wholeGame } from "./whole.mjs";

const [board, ...asked] = process.argv.slice(2);

/* The rulesets that were asked for. */
function chosenFrom(all) {
  const [, part, parts] = /^(\d+)\/(\d+)$/.exec(asked[0] ?? "") ?? [];
  if (!part) return asked.length > 0 ? asked : all;
  const from = (n) => Math.floor((all.length * n) / parts);
  return all.slice(from(part - 1), from(part));
}

/* Opens a game from its link, with a person in every seat. */
async function begin(page, game) {
  await page.evaluate(() => (location.hash = "#/"));
  await page.waitForSelector(".home");
  await page.evaluate((id) => (location.hash = `#/game/${id}/`), game);
  await page.waitForFunction(() => document.querySelector(".table")?.dataset.ply === "0");
}

run(() =>
  withBrowser(async (open) => {
    const ask = await engine();
    const all = ask("games").map((g) => g.id);
    const games = chosenFrom(all);
    check(games.length > 0, "rulesets to play");
    const phone = { width: 360, height: 640, ...FEW_PIXELS };
    const page = await open({
      ...(board === "3d" ? phone : {}),
      query: `?board=${board}`,
      hash: `#/game/${games[0]}/`,
      hasTouch: true,
    });
    for (const game of games) {
      const line = wholeGame(ask, game);
      const first = families(ask).some(({ id }) => id === game);
      for (const names of board === "flat" && first ? Object.keys(HANDS).map((name) => [name]) : [Object.keys(HANDS)]) {
        const begun = performance.now();
        await begin(page, game);
        await playWhole(page, ask(`board ${game}`), line, ...names.map((name) => HANDS[name]));
        const seconds = ((performance.now() - begun) / 1000).toFixed(1);
        console.log(`${game}: ${line.status}; ${line.moves.length} moves with ${names.join(", ")} in ${seconds} s`);
      }
    }
  }),
);
