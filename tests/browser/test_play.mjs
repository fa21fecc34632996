/* A whole game of one ruleset with the mouse: random choices against levels.
 *
 * usage: test_play.mjs RULESET [3d]      3d: on the board in three dimensions */
import { engine } from "./engine.mjs";
import { chance, check, chooseByMouse, newGame, run, settled, withBrowser } from "./page.mjs";

const game = process.argv[2] ?? "pylos";
const solid = process.argv[3] === "3d";

run(() =>
  withBrowser(async (open) => {
    const rulesets = (await engine())("games");
    const number = rulesets.findIndex((g) => g.id === game);
    check(number >= 0, "a ruleset");
    const { players } = rulesets[number];
    const page = await open({
      ...(solid ? { query: "?board=3d", width: 620, height: 560 } : {}),
      settings: { view: number % 2 && !solid ? "above" : "depth", threats: true },
    });
    const random = chance(7 + number);
    /* Where levels do not play, people do. */
    const seats = [0, ...new Array(players - 1).fill(game === "pilea" ? 9 : 3)];
    const levels = await newGame(page, game, seats);
    let choices = 0;
    for (; choices < 400; choices++) {
      const now = await settled(page);
      if (now.turn === "over") break;
      await chooseByMouse(page, random);
    }
    const over = await page.textContent(".status");
    check(await page.locator(".status.over").count(), `the game ends (${choices} choices)`);
    const moves = await page.locator(".movelist [data-node]").count();
    console.log(`${game}: ${over}; ${moves - 1} moves, ${choices} choices by mouse`);
    /* The game survives a reload, and a rematch swaps the seats. */
    await page.reload();
    await page.waitForSelector(".status.over");
    check((await page.textContent(".status")) === over, "the same end after a reload");
    await page.click('[data-name="rematch"]');
    await page.waitForFunction(() => !document.querySelector(".status.over"));
    const last = await page.locator("[data-seat]").last().inputValue();
    check(!levels || last === "0", "the person sits last after the rematch");
  }),
);
