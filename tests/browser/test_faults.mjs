/* Bad input and faults: the page explains each, and no move is lost. */
import { check, newGame, openPanel, run, withBrowser } from "./page.mjs";

const alerts = async (page) => {
  await page.waitForSelector(".alert p");
  return page.textContent(".alerts");
};

run(() =>
  withBrowser(async (open, errors) => {
    /* Mangled links: an unknown game, a text that is not a move, bytes that are not text. */
    for (const hash of [
      "#/game/chess/e4",
      "#/game/pylos/1b2~1b2",
      "#/game/pylos/%E0%A4%A",
      "#/game/dorix//not-a-position",
      "#/game/",
      `#/game/pylos/${"1b2~".repeat(3000)}`,
    ]) {
      const page = await open({ hash });
      check((await alerts(page)).length > 20, `${hash.slice(0, 30)} is explained`);
      check(await page.locator(".board .place").count(), "there is a board all the same");
      await page.context().close();
    }
    /* The correct part of a link is kept. */
    const page = await open({ hash: "#/game/pylos/1b2~1c2~1b2" });
    await alerts(page);
    check((await page.locator(".movelist [data-node]").count()) === 3, "two moves are kept");

    /* A broken record: refused with line and column; the game stays. */
    await openPanel(page, 2);
    await page.fill("#record", '[Game "pylos"]\n\n1. 1b2 1b2 *');
    await page.click("text=Read this record");
    await page.waitForFunction(() => /line 3/.test(document.querySelector(".alerts").textContent));
    check((await page.locator("#panel").count()) === 1, "the page goes on");
    await page.fill("#position", "wwww w");
    await page.click("text=Go there");
    await page.waitForFunction(() => document.querySelector(".files .note").textContent.length > 5);

    /* A dead worker is started again, with the game. */
    await openPanel(page, 0);
    await page.click('[data-name="undo"]');
    await page.fill("#notation", "1d4");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelectorAll(".movelist [data-node]").length === 4);
    for (const worker of page.workers())
      await worker.evaluate(() =>
        setTimeout(() => {
          throw new Error("killed by a test");
        }, 0),
      );
    await page.waitForFunction(() =>
      /Nothing that was played is lost/.test(document.querySelector(".alerts").textContent),
    );
    await page.waitForFunction(() => document.querySelectorAll(".movelist [data-node]").length === 4);
    check(await page.locator(".movelist .branch").count(), "branches are there too");
    await page.fill("#notation", "1b3");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelectorAll(".movelist [data-node]").length === 5);
    errors.splice(0, errors.length, ...errors.filter((e) => !/killed by a test/.test(e)));
    await page.context().close();

    /* Storage that refuses. */
    const poor = await open({
      init: () => {
        Storage.prototype.setItem = () => {
          throw new DOMException("full", "QuotaExceededError");
        };
      },
    });
    check(/keeps nothing/.test(await alerts(poor)), "full storage is explained");
    await poor.fill("#notation", "1b2");
    await poor.keyboard.press("Enter");
    await poor.waitForFunction(() => document.querySelector(".table").dataset.ply !== "0");
    await poor.context().close();

    /* The engine's data for a game cannot be fetched: the page says so, and tries again on request. */
    const cut = await open({ serviceWorkers: "block" });
    await cut.context().route(/pilea\.data/, (request) => request.abort());
    await newGame(cut, "pilea", [3, 0]);
    check(/press Continue/.test(await alerts(cut)), "an engine that cannot think is explained");
    await cut.context().unroute(/pilea\.data/);
    await cut.click('.choices button:has-text("Continue")');
    await cut.waitForFunction(() => document.querySelector(".table").dataset.ply === "1");
    errors.splice(0, errors.length, ...errors.filter((e) => !/ERR_FAILED/.test(e)));
    await cut.context().close();

    /* The stored game is nonsense: the page starts afresh. */
    const odd = await open({ init: () => localStorage.setItem("colonnade.game", '{"game":7}') });
    check((await odd.getAttribute(".table", "data-ply")) === "0", "a new game");
  }),
);
