/* French is complete: no view shows the English form of a sentence that has a French one, and its longer words fit
 * on their buttons. */
import fs from "node:fs";
import path from "node:path";
import { ROOT, check, goTo, openPanel, run, withBrowser } from "./page.mjs";

/* English → French of the catalogue, where they differ. */
function catalogue() {
  const text = fs.readFileSync(path.join(ROOT, "lang/fr.po"), "utf8").replace(/"\n"/g, "");
  const out = new Map();
  for (const [, english, french] of text.matchAll(/^msgid "(.+)"\nmsgstr "(.+)"$/gm))
    if (english !== french) out.set(JSON.parse(`"${english}"`), french);
  return out;
}

const words = (page) =>
  page.evaluate(() => {
    const out = [];
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walk.nextNode())
      if (walk.currentNode.parentElement.tagName !== "CODE") out.push(walk.currentNode.textContent.trim());
    for (const e of document.querySelectorAll("[aria-label], [title]"))
      out.push(e.getAttribute("aria-label") ?? "", e.getAttribute("title") ?? "");
    return out.filter(Boolean);
  });

/* Words on visible buttons that continue on the next line, which letters may do where there is no room. */
const brokenWords = (page) =>
  page.evaluate(() => {
    const out = [];
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
      const text = walk.currentNode;
      if (!text.parentElement.closest("button, .button") || text.parentElement.clientWidth === 1) continue;
      for (const { index, 0: word } of text.textContent.matchAll(/[^\s-]+/g)) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        if (new Set([...range.getClientRects()].map((r) => Math.round(r.top))).size > 1) out.push(word);
      }
    }
    return out;
  });

const SIZES = [
  [1440, 900],
  [1280, 800],
  [1024, 768],
  [390, 844],
];

run(() =>
  withBrowser(async (open) => {
    const english = catalogue();
    check(english.size > 300, "the catalogue is read");
    const page = await open({ settings: { lang: "fr" }, hash: "#/game/pilea/a1~b2~c2" });
    const found = [];
    const look = async (where) => {
      for (const text of await words(page)) if (english.has(text)) found.push(`${where}: ${text}`);
    };
    check((await page.getAttribute("html", "lang")) === "fr", "the page says that it is French");
    await look("table");
    for (const i of [1, 2, 0]) {
      await openPanel(page, i);
      await look(`panel ${i}`);
    }
    await page.click('.controls [data-name="menu"]');
    await look("menu");
    await page.click('dialog.menu [data-name="new"]');
    await page.waitForSelector("dialog.setup[open]");
    await look("new game");
    await page.keyboard.press("Escape");
    for (const [hash, selector] of [
      ["#/", ".game-card svg"],
      ["#/kept", ".kept h2"],
      ["#/puzzles", '.card a[href^="#/puzzles/"]'],
      ["#/learn", '.card a[href^="#/rules/"]'],
      ["#/rules/dorix", ".demo[data-frame]"],
      ["#/lesson/pyrga", ".lesson-text[data-state]"],
      ["#/puzzles/pylos", ".puzzle-list [aria-current=true]"],
      ["#/edit", ".verdict:not(:empty)"],
    ]) {
      await goTo(page, hash, selector);
      await look(hash);
    }
    for (const [hash, selector] of [
      ["#/", ".acts .play"],
      ["#/table", ".controls .act"],
    ]) {
      await goTo(page, hash, selector);
      for (const [width, height] of SIZES) {
        await page.setViewportSize({ width, height });
        for (const word of await brokenWords(page)) found.push(`${hash}, ${width} wide, broken: ${word}`);
      }
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    for (const one of found) console.error(one);
    check(found.length === 0, "everything is in French, and its words are whole");
    /* Back to English; the game is kept. */
    await page.evaluate(() => (location.hash = "#/table"));
    await page.click(".settings summary");
    await page.locator(".settings select").first().selectOption("en");
    await page.waitForFunction(
      () =>
        document.documentElement.lang === "en" && /to move/.test(document.querySelector(".status")?.textContent ?? ""),
    );
    check((await page.locator(".movelist [data-node]").count()) === 4, "the moves are still there");
  }),
);
