/* A whole game of one ruleset with the mouse: random choices against levels.
 *
 * usage: test_play.mjs RULESET [3d]      3d: on the board in three dimensions */
import { GAMES, chance, check, chooseByMouse, newGame, run, settled, withBrowser } from "./page.mjs";

const game = process.argv[2] ?? "pylos";
const solid = process.argv[3] === "3d";
const players = { "dorix-3": 3, "dorix-4": 4 }[game] ?? 2;

run(() =>
  withBrowser(async (open) => {
    check(GAMES.includes(game), "a ruleset");
    const page = await open({
      ...(solid ? { query: "?board=3d", width: 620, height: 560 } : {}),
      settings: { view: GAMES.indexOf(game) % 2 && !solid ? "above" : "depth", threats: true },
    });
    const random = chance(7 + GAMES.indexOf(game));
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
