/* Reading aloud, with a voice that only takes notes: moves are announced as they are played, keys ask about the
 * board, and nothing is said unless it was asked for. */
import { check, run, until, withBrowser } from "./page.mjs";

/* In the page, before it starts. */
function voice() {
  window.said = [];
  const notes = {
    getVoices: () => [],
    cancel: () => window.said.push("(stop)"),
    speak: (words) => window.said.push(`${words.lang}: ${words.text}`),
  };
  Object.defineProperty(window, "speechSynthesis", { value: notes });
}

const said = (page) => page.evaluate(() => window.said);
const heard = (page, what) => page.waitForFunction((w) => window.said.some((s) => new RegExp(w).test(s)), what.source);

run(() =>
  withBrowser(async (open) => {
    const hash = "#/game/pyrga/Sb2~Tc2n~Cc3~Sc3~Sc2";
    const page = await open({ hash, settings: { aloud: true, lang: "en", threats: true }, init: voice });
    await page.fill("#notation", "Tc3w");
    await page.keyboard.press("Enter");
    await heard(page, /^en: Black put a triangle on c3, pointing west/);
    /* Questions: the place that the keyboard is on, threats, whose towers, again. */
    const place = page.locator('.place[aria-label^="c3:"]');
    await place.focus();
    await page.keyboard.press("w");
    await heard(page, /^en: c3.*bottom to top/);
    await page.keyboard.press("o");
    await heard(page, /^en: White: nothing. Black: c3\.$/);
    await page.keyboard.press("t");
    await page.waitForFunction(() => window.said.length >= 6);
    await page.keyboard.press("r");
    await heard(page, /^en: .*c3.*White to move\.$/);
    const shows = (where) => async () => (await page.textContent(where)).includes("White to move");
    await until("the answer can be read too", shows(".note"));
    await until("and is announced", shows("[aria-live]"));
    /* Winning places and threats are in the places' own labels. */
    await page.evaluate(() => (location.hash = "#/game/dorix/b2~a2~c3~b3~a1~c2"));
    await page.waitForSelector('.place[aria-label^="d4:"][aria-label*="wins at once"]');
    await page.context().close();

    /* In French, and only when asked for. */
    const quiet = await open({ hash, settings: { lang: "fr" }, init: voice });
    await quiet.locator('.place[aria-label^="b2:"]').focus();
    await quiet.keyboard.press("w");
    await quiet.waitForFunction(() => /b2/.test(document.querySelector(".note").textContent));
    check((await said(quiet)).length === 0, "silent unless asked for");
    await quiet.click(".settings summary");
    await quiet.locator(".settings label", { hasText: "voix haute" }).locator("select").selectOption("on");
    await heard(quiet, /^fr: /);
    await quiet.context().close();
  }),
);
