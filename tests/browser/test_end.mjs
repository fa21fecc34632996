/* The card at the end says what is proven about the player's game: a win in one that was missed, and the loss in
 * one that followed. Where the reason alone leaves it open, it also says whose reserve it was. In both languages. */
import fs from "node:fs";
import path from "node:path";
import { ROOT, check, run, settled, withBrowser } from "./page.mjs";

const LINE = "a1~a4~b2~b3~c3~c2"; // each holds three places of a diagonal: d4 wins, and a move that does not stop d1 loses
const SAID = {
  en: "You left the won line at move 4.",
  fr: "Vous avez quitté la ligne gagnante au coup 4.",
};

async function seatLevel(page) {
  await page.click('.controls [data-name="menu"]');
  await page.selectOption('dialog.menu [data-seat="1"]', "1");
  await page.keyboard.press("Escape");
}

/* The level may see its win or not. */
async function end(page) {
  await page.waitForFunction(() => document.querySelector(".table").dataset.ply === "8");
  if ((await settled(page)).turn === "over") return;
  await page.click('.controls [data-name="resign"]');
  await page.click("dialog.confirm .primary");
}

const EMPTY = {
  en: "Black has no ball left in reserve.",
  fr: "Noir n'a plus de bille en réserve.",
};

/* The last move of a game that ends with an empty reserve: the card and the voice say whose it is. */
async function whose(open, lang) {
  const record = fs.readFileSync(path.join(ROOT, "examples/pylos.cgr"), "utf8");
  const moves = record.split("\n\n")[1].match(/\d[a-d]\d\S*/g);
  const page = await open({ hash: `#/game/pylos/${moves.slice(0, -1).join("~")}`, settings: { lang } });
  await settled(page);
  await page.fill("#notation", moves.at(-1));
  await page.keyboard.press("Enter");
  await page.waitForSelector(".end-card:not([hidden])");
  check((await page.textContent(".end-why")) === EMPTY[lang], `whose reserve: ${await page.textContent(".end-why")}`);
  const heard = page.locator('[aria-live="polite"]').filter({ hasText: EMPTY[lang] });
  check((await heard.count()) === 1, "a screen reader hears it");
  await page.context().close();
}

run(() =>
  withBrowser(async (open) => {
    for (const lang of Object.keys(EMPTY)) await whose(open, lang);
    for (const [lang, said] of Object.entries(SAID)) {
      const page = await open({ hash: `#/game/dorix/${LINE}`, settings: { lang }, patience: 60000 });
      await settled(page);
      await seatLevel(page);
      await page.fill("#notation", "d2");
      await page.keyboard.press("Enter");
      await end(page);
      await page.waitForSelector(".end-course p");
      await page.waitForFunction((words) => document.querySelector(".end-course p")?.textContent === words, said);
      check((await page.locator(".end-course svg").count()) === 1, "with the game as a graph");
      await page.context().close();
      console.log(`${lang}: ${said}`);
    }
  }),
);
