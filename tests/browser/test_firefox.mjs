/* Whole games of every family in Firefox, on the flat board: the mouse, a finger and the keyboard take a move each, in turn. Every other game
 * is on a phone's screen.
 *
 * usage: test_firefox.mjs [RULESET…]      COLONNADE_SHOTS=FOLDER: keeps a picture of each end there */
import fs from "node:fs";
import path from "node:path";
import { engine, families } from "./engine.mjs";
import { withFirefox } from "./firefox.mjs";
import { run } from "./page.mjs";
import { HANDS, playWhole, wholeGame } from "./whole.mjs";

const SIZES = [
  [1280, 900],
  [460, 800],
];

run(() =>
  withFirefox(async (page, base) => {
    const ask = await engine();
    const asked = process.argv.slice(2);
    const games = asked.length > 0 ? asked : families(ask).map(({ id }) => id);
    for (const [i, game] of games.entries()) {
      const line = wholeGame(ask, game);
      await page.resize(...SIZES[i % SIZES.length]);
      await page.goto(`${base}?${game}#/game/${game}/`);
      await page.waitForFunction(() => document.documentElement.dataset.ready !== undefined);
      await playWhole(page, ask(`board ${game}`), line, ...Object.values(HANDS));
      console.log(`${game}: ${line.status}; ${line.moves.length} moves`);
      if (process.env.COLONNADE_SHOTS)
        fs.writeFileSync(path.join(process.env.COLONNADE_SHOTS, `${game}.png`), await page.screenshot());
    }
  }),
);
