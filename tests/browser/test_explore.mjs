/* The explorer of perfect play: it walks a won line of Pyrga to its end and back with values beside it, and starts
 * a game from a fair start. */
import { check, fromMenu, run, withBrowser } from "./page.mjs";

const LINE =
  "Sa1 Tb1n Sb4 Tc4s Cc1 Sc1 Cb1 Sb1 Tc1w Ta1e Sd1 Td2n Cd4 Sd4 Cc4 Sc4 Cb4 Tb4s Tb2n Sb3 Ta3n Ca4 Sa4 Ca3 Sa3".split(
    " ",
  );
const SETTLED = 60_000; // ms for a proof, on a busy machine

run(() =>
  withBrowser(async (open) => {
    const page = await open({ hash: "#/learn", width: 360, height: 740 });
    const fetched = [];
    page.on("request", (r) => fetched.push(r.url()));
    check(!fetched.some((u) => /explore/.test(u)), "the explorer is not fetched before it is wanted");
    await page.click('a[href="#/explore/pyrga"]');
    const words = () => page.textContent(".explored");
    const value = (move) => page.textContent(`li:has([data-move="${move}"]) .value`, { timeout: SETTLED });

    /* All first moves are in the book. */
    await page.waitForSelector('[data-move="Sa1"]', { timeout: SETTLED });
    check((await page.locator("[data-move]").count()) === 80, "every first move has a value");
    check(/25/.test(await words()) && /24 of 80/.test(await words()), `the start: ${await words()}`);
    check((await value("Sa1")) === "✓13" && (await value("Cb1")) === "=", "a win and a draw");
    check(
      fetched.some((u) => /explore/.test(u)),
      "the explorer was fetched",
    );
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    check(width <= 360, `nothing sticks out of a phone: ${width}`);

    /* To the end: by the moves' buttons where their values are known, otherwise in notation. */
    for (const [i, move] of LINE.entries()) {
      const known = i < 2 || i > 12;
      if (known) await page.click(`[data-move="${move}"]`, { timeout: SETTLED });
      else {
        await page.fill("#explore-notation", move);
        await page.press("#explore-notation", "Enter");
      }
      await page.waitForFunction((m) => document.querySelector(".walked")?.textContent?.endsWith(m), move);
    }
    check((await page.textContent(".walked")) === LINE.join(" "), "the whole line was walked");
    check(/White/.test(await words()), `the end: ${await words()}`);

    /* And back: the last move but two was the only good one. */
    for (let i = 0; i < 3; i++) {
      await page.focus(".side .row button:nth-child(2)");
      await page.keyboard.press("Enter");
      await page.waitForFunction(
        (n) => document.querySelector(".walked")?.textContent?.split(" ").length === n,
        LINE.length - 1 - i,
      );
    }
    await page.waitForSelector(".only", { timeout: SETTLED });
    check(
      (await page.getAttribute('[data-move="Sa4"]', "aria-label"))?.includes("the only move"),
      "the only move is said",
    );

    /* Landmarks: the longest win opens on the board, and a mistake says how many games it lost. */
    await page.waitForSelector("[data-landmark=longest]");
    check(
      !fetched.some((u) => /landmarks-pylos/.test(u)) && fetched.some((u) => /landmarks-pyrga/.test(u)),
      "only this ruleset's landmarks are fetched",
    );
    check((await page.locator("[data-landmark=mistake]").count()) >= 8, "mistakes are listed");
    await page.click("[data-landmark=longest]");
    await page.waitForFunction(
      () => /29 plies/.test(document.querySelector(".explored")?.textContent ?? ""),
      undefined,
      {
        timeout: SETTLED,
      },
    );
    const mistakes = page.locator("[data-landmark=mistake]");
    const told = (await mistakes.first().textContent()) ?? "";
    await mistakes.first().click();
    await page.waitForFunction((t) => document.querySelector(".mistake")?.textContent === t, told, {
      timeout: SETTLED,
    });

    /* A fair start: a draw by the explorer too, then a game at the table. */
    await page.click('[data-fair="5"]');
    await page.waitForFunction(() => /draw/.test(document.querySelector(".explored")?.textContent ?? ""), undefined, {
      timeout: SETTLED,
    });
    await page.click("[data-name=fair-play]");
    await page.waitForFunction(() => location.hash === "#/table");
    await page.waitForSelector(".places");
    check(/Pyrga/.test(await page.title()), `a game of Pyrga has begun: ${await page.title()}`);

    /* From the table, with its moves. */
    const table = await open({ hash: "#/game/pyrga/Sa1~Tb1n" });
    await fromMenu(table, "explore");
    await table.waitForFunction(() => document.querySelector(".walked")?.textContent === "Sa1 Tb1n");
    check(new URL(table.url()).hash === "#/explore/pyrga/Sa1~Tb1n", `its address: ${table.url()}`);
    await table.context().close();

    /* Another ruleset, and one that is not solved. */
    const pylos = await open({ hash: "#/explore/pylos", width: 1440, height: 900 });
    await pylos.waitForSelector("[data-fair]", { timeout: SETTLED });
    await pylos.click("[data-name=fair-random]");
    await pylos.waitForFunction(() => document.querySelector(".walked")?.textContent?.split(" ").length === 8);
    const dorix = await open({ hash: "#/explore/dorix" });
    await dorix.waitForSelector(".cards");
  }),
);
