/* Whole games with the mouse: random choices against levels. To the page, rulesets of one family with the same
 * number of players are alike, so one of them is enough here; test_whole.mjs plays them all.
 *
 * usage: test_play.mjs first|others|RULESET [3d]      3d: on the board in three dimensions */
import { engine } from "./engine.mjs";
import { FEW_PIXELS, chance, check, chooseByMouse, newGame, run, settled, withBrowser } from "./page.mjs";

const asked = process.argv[2] ?? "first";
const solid = process.argv[3] === "3d";

/* The rulesets that were asked for, as their numbers. */
function chosenFrom(rulesets) {
  const kind = ({ id, players }) => `${id.split("-")[0]} ${players}`;
  const first = rulesets.map((g, i) => (rulesets.findIndex((other) => kind(other) === kind(g)) === i ? i : -1));
  if (asked === "others") return first.filter((i) => i > 0);
  return [asked === "first" ? 0 : rulesets.findIndex((g) => g.id === asked)];
}

async function play(open, { id: game, players }, number) {
  const page = await open({
    ...(solid ? { query: "?board=3d", width: 620, height: 560, ...FEW_PIXELS } : {}),
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
  await page.context().close();
}

run(() =>
  withBrowser(async (open) => {
    const rulesets = (await engine())("games");
    const numbers = chosenFrom(rulesets);
    check(numbers.length > 0 && numbers.every((i) => i >= 0), "a ruleset");
    for (const number of numbers) await play(open, rulesets[number], number);
  }),
);
