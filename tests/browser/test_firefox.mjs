/* Whole games in Firefox, on the flat board: with the mouse, with a finger and with the keyboard.
 *
 * usage: test_firefox.mjs RULESET…      COLONNADE_SHOTS=FOLDER: keeps a picture of each end there */
import fs from "node:fs";
import path from "node:path";
import { engine } from "./engine.mjs";
import { withFirefox } from "./firefox.mjs";
import { run } from "./page.mjs";
import { HANDS, playWhole, wholeGame } from "./whole.mjs";

const SIZES = { mouse: [1280, 900], touch: [460, 800], keys: [1280, 900] };

run(() =>
  withFirefox(async (page, base) => {
    const ask = await engine();
    for (const game of process.argv.slice(2)) {
      const line = wholeGame(ask, game);
      const board = ask(`board ${game}`);
      for (const [name, hand] of Object.entries(HANDS)) {
        await page.resize(...SIZES[name]);
        await page.goto(`${base}?${game}-${name}#/game/${game}/`);
        await page.waitForFunction(() => document.documentElement.dataset.ready !== undefined);
        await playWhole(page, board, line, hand);
        console.log(`${game}: ${line.status}; ${line.moves.length} moves with ${name}`);
        if (process.env.COLONNADE_SHOTS)
          fs.writeFileSync(path.join(process.env.COLONNADE_SHOTS, `${game}-${name}.png`), await page.screenshot());
      }
    }
  }),
);
