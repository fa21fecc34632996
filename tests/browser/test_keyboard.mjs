/* A whole game by keyboard alone: the mouse is never used, not even to start it.
 *
 * usage: test_keyboard.mjs RULESET [3d]      3d: on the board in three dimensions */
import { chance, check, choosePlace, chosen, forgetTable, run, settled, tabTo, withBrowser } from "./page.mjs";

async function begin(page, game) {
  await page.keyboard.press("n");
  await page.waitForSelector("dialog.setup[open]");
  await tabTo(page, 'dialog [name="family"]');
  for (let i = 0; i < 12 && (await page.evaluate(() => document.activeElement.value)) !== game; i++)
    await page.keyboard.press("ArrowDown");
  await forgetTable(page);
  await page.keyboard.press("Enter");
  await page.waitForFunction(
    () => !document.querySelector("dialog[open]") && document.querySelector(".table")?.dataset.ply === "0",
  );
}

async function play(page, game, random) {
  await begin(page, game);
  for (let i = 0; i < 300; i++) {
    const now = await settled(page);
    if (now.turn === "over") break;
    const options = await page.evaluate(() => ({
      words: [...document.querySelectorAll(".prompt [data-step]")].map((b) => b.dataset.step),
      places: [...document.querySelectorAll('.place[aria-disabled="false"]')].map(
        (b) => b.getAttribute("aria-label").split(":")[0],
      ),
    }));
    const waiting = now.back && now.steps === "0";
    const count = options.words.length + (waiting ? 0 : options.places.length);
    const pick = random(count);
    if (pick < options.words.length) {
      await tabTo(page, `.prompt [data-step="${options.words[pick]}"]`, i % 2 === 0);
      await page.keyboard.press("Enter");
    } else await choosePlace(page, options.places[pick - options.words.length]);
    await chosen(page, now);
    check(await page.evaluate(() => document.activeElement !== document.body), "the focus is never lost");
  }
  check(await page.locator(".status.over").count(), "the game ends");
  console.log(`${game}: ${await page.textContent(".status")}`);
}

run(() =>
  withBrowser(async (open) => {
    const page = await open(process.argv[3] === "3d" ? { query: "?board=3d", width: 620, height: 560 } : {});
    await play(page, process.argv[2] ?? "pyrga", chance(11));
    /* On a narrow screen the panels are a sheet. */
    if (!(await page.isVisible(".movelist .go"))) {
      if (await page.isVisible(".end-close")) {
        await tabTo(page, ".end-close");
        await page.keyboard.press("Enter");
      }
      if (!(await page.isVisible(".movelist .go"))) {
        await tabTo(page, '.controls [data-name="moves"]');
        await page.keyboard.press("Enter");
      }
    }
    /* The list of moves is one tab stop: arrow keys step back in it, and it keeps the focus. */
    await tabTo(page, ".movelist .go");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => !document.querySelector(".status.over"));
    check(
      await page.evaluate(() => document.activeElement?.matches(".movelist [aria-current]")),
      "the focus is on the move that was gone to",
    );
    /* Notation in the box, and what is announced. */
    await begin(page, "pylos");
    await tabTo(page, "#notation");
    await page.keyboard.type("1z9");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => /character 2/.test(document.querySelector(".note")?.textContent ?? ""));
    await page.keyboard.type("1b2");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => /1b2/.test(document.querySelector(".movelist")?.textContent ?? ""));
    await page.waitForFunction(() => /plays/.test(document.querySelector("[aria-live]")?.textContent ?? ""));
  }),
);
