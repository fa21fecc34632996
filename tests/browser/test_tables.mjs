/* A house with tables: level 10 plays by them and an analysis shows exact values, with nothing to download. The
 * tables are made up (tests/house/made_up.h): no search could find their values.
 *   node test_tables.mjs FRAGILE */
import { check, newGame, run, settled } from "./page.mjs";
import { withHouse } from "./house.mjs";

process.env.COLONNADE_MADE_UP = "1";
const START = "..../..../..../....|.../.../...|../..|. w";

run(() =>
  withHouse(process.argv[2], async ({ house, come }) => {
    const answer = await fetch(`${house.url}probe/pylos.txt?position=${encodeURIComponent(START)}`);
    check(answer.status === 200, "the house knows the position");
    const good = (await answer.text())
      .trim()
      .split("\n")
      .slice(1)
      .filter((line) => line.includes(" win "))
      .map((line) => line.split(" ")[0]);
    check(good.length > 0 && good.length < 8, `a few moves win: ${good.join(" ")}`);

    const page = await come({ hash: "#/table" });
    await newGame(page, "pylos", [10, 0]);
    await page.waitForFunction(() => document.querySelectorAll(".movelist [data-node]").length === 2);
    const [, first] = await page
      .locator(".movelist [data-node]")
      .evaluateAll((all) => all.map((node) => node.textContent.trim()));
    check(good.includes(first), `level 10 plays one of ${good.join(" ")}, not ${first}`);

    await newGame(page, "pylos", [0, 0]);
    await settled(page);
    await page.locator('[role="tab"]').nth(1).click();
    await page.click("text=Analyse this position");
    await page.waitForSelector(".values li");
    const values = await page.locator(".values li").evaluateAll((all) => all.map((row) => row.textContent));
    check(
      values.length >= good.length && values.slice(0, good.length).every((text) => good.some((m) => text.includes(m))),
      `the moves that win come first: ${values.slice(0, 8).join(" | ")}`,
    );
  }),
);
