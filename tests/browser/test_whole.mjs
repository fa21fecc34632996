/* Whole games of every ruleset in Chromium, with the mouse, with a finger and with the keyboard, on one of the boards.
 *
 * usage: test_whole.mjs flat|3d [RULESET…] */
import { engine } from "./engine.mjs";
import { FEW_PIXELS, run, withBrowser } from "./page.mjs";
import { HANDS, playWhole, wholeGame } from "./whole.mjs";

const [board, ...asked] = process.argv.slice(2);

/* A game from its link, where everybody is a person. */
async function begin(page, game) {
  await page.evaluate(() => (location.hash = "#/"));
  await page.waitForSelector(".home");
  await page.evaluate((id) => (location.hash = `#/game/${id}/`), game);
  await page.waitForFunction(() => document.querySelector(".table")?.dataset.ply === "0");
}

run(() =>
  withBrowser(async (open) => {
    const ask = await engine();
    const games = asked.length > 0 ? asked : ask("games").map((g) => g.id);
    const phone = { width: 360, height: 640, ...FEW_PIXELS };
    const page = await open({
      ...(board === "3d" ? phone : {}),
      query: `?board=${board}`,
      hash: `#/game/${games[0]}/`,
      hasTouch: true,
    });
    for (const game of games) {
      const line = wholeGame(ask, game);
      for (const [name, hand] of Object.entries(HANDS)) {
        const begun = performance.now();
        await begin(page, game);
        await playWhole(page, ask(`board ${game}`), line, hand);
        const seconds = ((performance.now() - begun) / 1000).toFixed(1);
        console.log(`${game}: ${line.status}; ${line.moves.length} moves with ${name} in ${seconds} s`);
      }
    }
  }),
);
