/* A house with tables: level 10 plays by them and an analysis shows exact values, with nothing to download. The
 * tables are made up (tests/house/made_up.h): no search could find their values. At first the house runs out of time,
 * since it waits for its disk.
 *   node test_tables.mjs FRAGILE */
import { execFileSync } from "node:child_process";
import { check, newGame, run, settled } from "./page.mjs";
import { withHouse } from "./house.mjs";

process.env.COLONNADE_MADE_UP = "1";
process.env.COLONNADE_COLD = "7"; // lookups, and a question ends with the second slow one
const START = "..../..../..../....|.../.../...|../..|. w";
const GAME = ["1a1", "1b1", "1c1", "1d1", "1a2", "1b2", "1c2", "1d2"];

/* What the house says about each move from a position. */
async function ask(house, position = START) {
  const answer = await fetch(`${house.url}probe/pylos.txt?position=${encodeURIComponent(position)}`);
  const lines = answer.ok ? (await answer.text()).trim().split("\n").slice(1) : [];
  return { status: answer.status, worth: new Map(lines.map((line) => line.split(/ (.*)/))) };
}

/* A review judges every move by the table, even after the house has been asked too often. */
async function review(house, page) {
  const wanted = [];
  for (const [ply, move] of GAME.entries()) {
    const words = ply ? ["apply", "pylos", ...GAME.slice(0, ply)] : ["start", "pylos"];
    const { worth } = await ask(house, execFileSync(process.argv[2], words, { encoding: "utf8" }).trim());
    if (worth.get(move) !== "win 7" && [...worth.values()].includes("win 7")) wanted.push(move);
  }
  check(wanted.length > 1 && wanted.length < GAME.length, `some moves are mistakes: ${wanted}`);
  await page.evaluate((moves) => (location.hash = `#/game/pylos/${moves}`), GAME.join("~"));
  await page.waitForFunction((n) => document.querySelector(".table").dataset.ply === String(n), GAME.length);
  for (let asked = 0; (await ask(house)).status !== 429; asked++)
    check(asked < 200, "the house can be asked too often");
  await page.click("text=Review the game");
  await page.waitForFunction(
    (n) => document.querySelector(".analysis")?.textContent.includes(`Reviewed ${n} of ${n}`),
    GAME.length,
  );
  const found = await page.locator(".mistakes button").evaluateAll((all) => all.map((one) => one.textContent));
  check(found.join() === wanted.map((move) => `${move} ??`).join(), `mistakes: ${wanted}, not ${found}`);
}

run(() =>
  withHouse(process.argv[2], async ({ house, come }) => {
    check((await ask(house)).status === 503, "the house has to wait for its disk");
    const page = await come({ hash: "#/table" });
    await newGame(page, "pylos", [10, 0]);
    await page.waitForFunction(() => document.querySelectorAll(".movelist [data-node]").length === 2);
    const [, first] = await page
      .locator(".movelist [data-node]")
      .evaluateAll((all) => all.map((node) => node.textContent.trim()));
    const { status, worth } = await ask(house);
    check(status === 200, "the house knows the position");
    const good = [...worth.keys()].filter((move) => worth.get(move) === "win 7");
    check(good.length > 0 && good.length < 8, `a few moves win: ${good.join(" ")}`);
    check(good.includes(first), `level 10 plays one of ${good.join(" ")}, not ${first}`);

    await newGame(page, "pylos", [0, 0]);
    await settled(page);
    await page.locator('[role="tab"]').nth(1).click();
    await page.click("text=Analyse this position");
    await page.waitForSelector(".values li");
    const values = await page
      .locator(".values li")
      .evaluateAll((all) => all.map((row) => ["button", ".words > span"].map((s) => row.querySelector(s).textContent)));
    check(values.length > good.length, "the moves that win are shown, and others");
    for (const [i, [move, words]] of values.entries()) {
      check(worth.get(move) === (i < good.length ? "win 7" : "loss 6"), `the moves that win come first: ${move}`);
      const wanted = i < good.length ? "wins, in 4 moves at most" : "loses, in 3 moves at best";
      check(words === wanted, `${move} ${wanted}, not ${words}`);
    }
    await page.click("text=Stop analysing");
    await review(house, page);
  }),
);
