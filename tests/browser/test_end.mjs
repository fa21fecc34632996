/* The card at the end says what is proven of how one fared: a win in one that was not taken, and the loss in one that
 * followed. In both languages. */
import { check, run, settled, withBrowser } from "./page.mjs";

const LINE = "a1~a4~b2~b3~c3~c2"; // three places of a diagonal each: d4 wins, and what does not stop d1 loses
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

run(() =>
  withBrowser(async (open) => {
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
