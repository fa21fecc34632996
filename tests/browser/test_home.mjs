/* The first screen: the games, one tap to the table, resuming a game, the puzzle of the day; on a wide screen and
 * on a phone, in both languages. */
import fs from "node:fs";
import path from "node:path";
import { engine, families } from "./engine.mjs";
import { ROOT, check, closePanels, openPanel, run, seatAll, settled, withBrowser } from "./page.mjs";

const AXE = fs.readFileSync(path.join(ROOT, "web/node_modules/axe-core/axe.min.js"), "utf8");
const WORDS = {
  en: {
    title: "What shall we build?",
    play: "Play",
    turn: "Your turn",
    goal: "Climb step by step onto the grey tower.",
  },
  fr: { title: "Que bâtit-on ?", play: "Jouer à", turn: "À vous", goal: "Montez marche à marche sur la tour grise." },
};

async function clean(page, where) {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  check(violations.length === 0, `${where}: ${violations.map((v) => `${v.id} ${v.nodes[0].target}`).join(" | ")}`);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  check(wide <= 0, `${where} is ${wide} px wider than the screen`);
}

const plain = (text) => text.replaceAll("\u00a0", " ");

/* What the card of one game says. */
const onCard = (page, game, selector) => page.locator(".game-card", { hasText: game }).locator(selector).textContent();

const drawn = (page, boxes) =>
  page.waitForFunction(
    ([selector]) => [...document.querySelectorAll(selector)].every((box) => box.querySelector("svg.picture .slab-top")),
    [boxes],
  );

/* The games are shown before the engine is there (it is held back here), and a tap on one is not lost. */
async function early(open, lang) {
  let give;
  const held = new Promise((done) => (give = done));
  const asked = []; // requests by the page itself
  const page = await open({
    hash: "#/",
    settings: { lang },
    waits: false,
    route: async (request) => {
      if (request.serviceWorker() === null) asked.push(request.url());
      if (request.url().includes("colonnade.wasm")) await held;
    },
  });
  await page.waitForSelector(".welcome");
  check(plain(await page.textContent(".home h2")) === WORDS[lang].title, `the title in ${lang} without an engine`);
  check(plain(await onCard(page, "Pilea", ".goal")) === WORDS[lang].goal, `the goal in ${lang} without an engine`);
  const before = await page.evaluate(() => document.querySelector(".game-card").getBoundingClientRect().top);
  await page.click(`.play[aria-label="${WORDS[lang].play} Pyrga"]`);
  check((await page.locator("html[data-ready], .table").count()) === 0, "there was no engine");
  give();
  await settled(page);
  check((await page.textContent(".table-title h2")) === "Pyrga", "the tap is answered when the engine is there");
  /* In English only the service worker fetches them: it stores every file for use without a network. */
  const french = asked.some((url) => url.includes("lang-fr.data"));
  check(french === (lang === "fr"), `${lang}: the page has ${french ? "" : "not "}fetched the French sentences`);
  await page.goBack();
  await page.waitForSelector(".game-card");
  const after = await page.evaluate(() => document.querySelector(".game-card").getBoundingClientRect().top);
  check(before === after, "the games stand where they stood");
  await page.context().close();
}

/* A first visit: every game, each with its picture, and one tap starts one. */
async function first(page, lang) {
  const words = WORDS[lang];
  const games = families(await engine(undefined, lang)).map(({ title }) => title);
  check(plain(await page.textContent(".home h2")) === words.title, `the title in ${lang}`);
  check((await page.locator(".game-card h3").allTextContents()).join() === games.join(), "every game in order");
  check((await onCard(page, "Pilea", ".goal")) === words.goal, `the goal in ${lang}`);
  check(/^2–4.*5–20/.test(await onCard(page, "Dorix", ".facts")), "how many play, how long");
  check((await page.locator(".table").count()) === 0, "no table yet");
  await drawn(page, ".game-card .sky, .daily .sky");
  await clean(page, `the first visit in ${lang}`);
  for (const game of games) {
    await page.click(`.play[aria-label="${words.play} ${game}"]`);
    const { ply } = await settled(page);
    check(ply === "0", `${game}: a person begins`);
    check((await page.textContent(".table-title h2")) === game, `the table names ${game}`);
    check((await page.title()).startsWith(`${game} · `), `the tab names ${game}: ${await page.title()}`);
    const seats = await page.locator("[data-seat]").evaluateAll((all) => all.map((s) => s.value));
    check(/^0(,2)+$/.test(seats.join()), `${game} against level 2: ${seats}`);
    check((await page.locator("[data-clock]").count()) === 0, "no clock");
    await page.goBack();
    await page.waitForSelector(".game-card");
  }
}

/* A game that was begun is offered again, even after a reload, and goes on where it stopped. */
async function begun(page, lang) {
  await page.click(`.play[aria-label="${WORDS[lang].play} Dorix"]`);
  await settled(page);
  await openPanel(page, 0);
  await page.fill("#notation", "b2");
  await page.keyboard.press("Enter");
  await closePanels(page);
  await page.waitForFunction(() => Number(document.querySelector(".table")?.dataset.ply) >= 2);
  const id = await page.getAttribute(".table", "data-kept");
  check(id, "the game is kept");
  await page.evaluate(() => (location.hash = "#/"));
  await page.waitForSelector(`.resume[data-id="${id}"]`);
  await page.reload();
  const tile = page.locator(`.resume[data-id="${id}"]`);
  await tile.waitFor();
  check((await tile.textContent()).includes(WORDS[lang].turn), "it says whose turn it is");
  await drawn(page, ".resume:not(:is(li + li *)) .sky");
  await clean(page, `with a game begun in ${lang}`);
  await tile.click();
  await settled(page);
  check((await page.getAttribute(".table", "data-ply")) === "2", "it goes on where it stood");
  check((await page.getAttribute(".table", "data-kept")) === id, "it is the same game");
}

/* The rules over the table; the table stays. */
async function rules(page) {
  await page.click('[data-name="rules"]');
  await page.waitForSelector("dialog.rules[open] h3");
  await clean(page, "the rules");
  await page.keyboard.press("Escape");
  await page.waitForSelector("dialog.rules", { state: "detached" });
  check((await page.getAttribute(".table", "data-ply")) === "2", "the game waits behind the rules");
}

async function daily(page) {
  await page.evaluate(() => (location.hash = "#/"));
  await page.click(".daily .primary-link");
  const which = /\/(\d+)$/.exec(new URL(page.url()).hash)[1];
  await page.waitForSelector(`.puzzle-list [aria-current][data-number="${which}"]`);
  await page.evaluate(() => (location.hash = "#/puzzles"));
  await page.waitForSelector(".card a[href^='#/puzzles/']");
}

/* The pictures need none of the games' data, and nothing jumps when they appear. */
async function light(open) {
  const page = await open({
    width: 412,
    height: 823,
    hash: "",
    init: () => {
      window.shifted = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) window.shifted += entry.value;
      }).observe({ type: "layout-shift", buffered: true });
    },
  });
  await drawn(page, ".game-card");
  const fetched = await page.evaluate(() => performance.getEntriesByType("resource").map((r) => r.name));
  check(!fetched.some((name) => name.includes(".data")), `no knowledge is fetched: ${fetched}`);
  const shifted = await page.evaluate(() => window.shifted);
  check(shifted < 0.01, `nothing jumps (${shifted})`);
  await page.context().close();
}

run(() =>
  withBrowser(async (open) => {
    await light(open);
    for (const lang of ["en", "fr"]) await early(open, lang);
    for (const [lang, size] of [
      ["en", { width: 1440, height: 900 }],
      ["fr", { width: 360, height: 740 }],
    ]) {
      const page = await open({ ...size, hash: "#/", settings: { lang, theme: lang === "fr" ? "dark" : "light" } });
      await first(page, lang);
      await begun(page, lang);
      await rules(page);
      await daily(page);
      await page.context().close();
      console.log(lang);
    }
    /* The dialogue, before any game. */
    const page = await open({ hash: "", settings: { theme: "contrast" } });
    await clean(page, "under high contrast");
    await page.click('.home [data-name="new"]');
    await page.check('dialog [name="family"][value="dorix"]');
    await page.check('dialog [name="ruleset"][value="dorix-3"]');
    check((await page.locator("dialog .seat-card").count()) === 3, "three seats");
    await seatAll(page, [0, 9, 4]);
    await page.locator('dialog [data-seat="1"] select').selectOption("9");
    check(/gives nothing away/.test(await page.textContent(".level-words")), "what a level is like");
    await page.check("dialog [name=lot]");
    await page.click('dialog button[type="submit"]');
    await page.waitForFunction(() => document.querySelectorAll(".player").length === 3);
    /* The last choice is offered again, even after a reload. */
    await page.goto(page.url().replace(/#.*/, "#/"));
    await page.reload();
    await page.click('.home [data-name="new"]');
    check(await page.isChecked('dialog [name="ruleset"][value="dorix-3"]'), "the same rules");
    const kept = await page.locator("dialog .seat-card select").evaluateAll((all) => all.map((list) => list.value));
    check(kept.join() === "9,4", "the same levels");
    check(await page.isChecked('dialog [name="seat-0"][value="person"]'), "the same person");
    check(await page.isChecked("dialog [name=lot]"), "the same lot");
    check((await page.locator("dialog [name=fair]").count()) === 0, "no fair start where none is known");
    /* A fair start: pieces are on the board before anybody moves. This choice is offered again, too. */
    await page.check('dialog [name="family"][value="pyrga"]');
    await page.check("dialog [name=fair]");
    await page.click('dialog button[type="submit"]');
    await page.waitForFunction(() => document.querySelector(".table-title h2")?.textContent === "Pyrga");
    await page.waitForFunction(() => document.querySelectorAll(".board .stack .piece").length > 0);
    await page.goto(page.url().replace(/#.*/, "#/"));
    await page.reload();
    await page.click('.home [data-name="new"]');
    check(await page.isChecked("dialog [name=fair]"), "a fair start again");
  }),
);
