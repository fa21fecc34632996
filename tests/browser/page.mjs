/* What the page's tests share: the built page behind a small server with the headers that matter, a browser, and
 * functions that make the choices of a move. */
import fs from "node:fs";
import http from "node:http";
import path from "node:path";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
export const DIST = process.env.COLONNADE_DIST ?? path.join(ROOT, "web/dist");
const require = createRequire(path.join(ROOT, "web/package.json"));
const { chromium } = require("playwright-core");

/* Features to switch off. First those that Playwright would switch off itself: given two such lists, Chromium
 * takes only the last. Then the drop-down pages of the address bar, which nobody sees here and which cost more
 * time per window than the page under test. */
const UNWANTED = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "BoundaryEventDispatchTracksNodeRemoval",
  "DestroyProfileOnBrowserClose",
  "DialMediaRouteProvider",
  "GlobalMediaControls",
  "HttpsUpgrades",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "Translate",
  "AutoDeElevate",
  "RenderDocument",
  "OptimizationHints",
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
];

/* How every test starts Chromium: without its window, which nobody sees and which takes a fifth of the time. */
export const CHROMIUM = {
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell",
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-dev-shm-usage",
    `--disable-features=${UNWANTED.join(",")}`,
  ],
};

const TYPES = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".wasm": "application/wasm",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".woff2": "font/woff2",
  ".webmanifest": "application/manifest+json",
};
const CSP =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; img-src 'self' blob: data:; style-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export function check(condition, what) {
  if (!condition) throw new Error(`expected: ${what}`);
}

/* Milliseconds that a test waits for anything: many times what a busy machine needs, since only a failure takes
 * that long. */
export const PATIENCE = 60000;

/* Waits until `test` is true; `what` may be a function that describes the state instead. */
export async function until(what, test) {
  for (const end = Date.now() + PATIENCE; !(await test()); await new Promise((done) => setTimeout(done, 50)))
    if (Date.now() > end) check(false, typeof what === "function" ? await what() : what);
}

/* Lets a page be asked every 30 ms while a test waits for something: Playwright would ask at every frame, for which Chromium
 * draws sixty a second. */
export function askSeldom(page) {
  const wait = page.waitForFunction.bind(page);
  page.waitForFunction = (test, words, options) => wait(test, words, { polling: 30, ...options });
}

/* `more` answers requests for what is not in the folder, and returns true when it did. */
export function serve(more = () => false) {
  return new Promise((resolve) => {
    const server = http.createServer((request, reply) => {
      if (more(request, reply)) return;
      const name = decodeURIComponent(new URL(request.url, "http://page").pathname);
      const file = path.join(DIST, name === "/" ? "index.html" : path.normalize(name));
      if (!file.startsWith(DIST) || !fs.existsSync(file) || fs.statSync(file).isDirectory()) {
        reply.writeHead(404).end();
        return;
      }
      reply.writeHead(200, {
        "content-type": TYPES[path.extname(file)] ?? "application/octet-stream",
        "content-security-policy": CSP,
      });
      reply.end(fs.readFileSync(file));
    });
    server.listen(0, "127.0.0.1", () => resolve(server));
  });
}

/* Runs `test` with a browser; any error on the page fails it. `more` answers requests besides the page's files. */
export async function withBrowser(test, more) {
  check(fs.existsSync(path.join(DIST, "app.js")), `the page is built (${DIST})`);
  const server = await serve(more);
  const base = `http://127.0.0.1:${server.address().port}/`;
  const browser = await chromium.launch({ ...CHROMIUM, timeout: 3 * PATIENCE });
  const errors = [];
  const open = async ({
    query = "",
    hash = "#/table",
    width = 1280,
    height = 800,
    settings = {},
    init,
    patience = PATIENCE,
    waits = true, // for the page to be ready
    route, // hears of every request and may hold it back
    ...context
  } = {}) => {
    const scope = await browser.newContext({
      viewport: { width, height },
      locale: "en-GB",
      reducedMotion: "reduce",
      serviceWorkers: "block", // which would fetch all files once more: test_offline.mjs and pages of a house have it
      ...context,
    });
    const page = await scope.newPage();
    askSeldom(page);
    page.setDefaultTimeout(patience);
    page.on("pageerror", (e) => errors.push(e.message));
    page.on("console", (m) => m.type() === "error" && !/404|favicon/.test(m.text()) && errors.push(m.text()));
    page.on(
      "request",
      (r) => !r.url().startsWith(base) && !/^(blob|data):/.test(r.url()) && errors.push(`a request to ${r.url()}`),
    );
    await page.addInitScript((s) => {
      try {
        if (!localStorage.getItem("colonnade.settings")) localStorage.setItem("colonnade.settings", JSON.stringify(s));
      } catch {
        /* a test may forbid storage */
      }
    }, settings);
    if (init) await page.addInitScript(init);
    if (route) await scope.route("**", async (handled, request) => (await route(request), handled.continue()));
    await page.goto(base + query + hash);
    if (waits) await page.waitForSelector("html[data-ready]");
    if (query.includes("board=3d")) await page.waitForSelector(SOLID);
    return page;
  };
  try {
    await test(open, errors, base);
    check(errors.length === 0, `no error on the page: ${errors.join(" | ")}`);
  } finally {
    await browser.close();
    server.close();
  }
}

export function run(test) {
  test().then(
    () => console.log("ok"),
    (error) => {
      console.error(error);
      process.exit(1);
    },
  );
}

/* A random generator, the same in every run. */
export function chance(seed) {
  let state = seed >>> 0;
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

/* Before a new game: forgets what the table shows of the previous one, which may also be at its first ply. */
export const forgetTable = (page) =>
  page.evaluate(() => {
    const table = document.querySelector(".table");
    if (table) table.dataset.ply = "";
  });

/* Clicks an entry of the table's menu. */
export async function fromMenu(page, name) {
  await page.click('.controls [data-name="menu"]');
  await page.click(`dialog.menu [data-name="${name}"]`);
}

/* Opens one of the panels; on narrow screens they are in a sheet. */
export async function openPanel(page, index) {
  const tab = page.locator('[role="tab"]').nth(index);
  const end = page.locator(".end-close"); // the card at the end of a game lies over them
  if (await end.isVisible()) await end.click();
  if (!(await tab.isVisible())) await page.click('.controls [data-name="moves"]');
  await tab.click();
}

export async function closePanels(page) {
  const close = page.locator(".drawer-close");
  if (await close.isVisible()) await close.click();
}

/* Chooses who sits where in the dialogue for a new game, 0 for a person; false: levels do not play this game. */
export async function seatAll(page, seats) {
  if ((await page.locator("dialog .seat-card .keys").count()) === 0) return false;
  const kind = (level) => (level > 0 ? "level" : "person");
  for (const [i, level] of seats.entries()) await page.check(`dialog [name="seat-${i}"][value="${kind(level)}"]`);
  const levels = [...seats.entries()].filter(([, level]) => level > 0);
  if (levels.length === 1) await page.check(`dialog [name="level"][value="${levels[0][1]}"]`);
  else
    for (const [i, level] of levels) await page.locator(`dialog [data-seat="${i}"] select`).selectOption(String(level));
  return true;
}

/* Begins a game through the dialogue, as a person would. */
export async function newGame(page, game, seats) {
  const home = page.locator('.home [data-name="new"]');
  if (await home.isVisible()) await home.click();
  else await fromMenu(page, "new");
  await page.waitForSelector('dialog [name="family"]', { state: "attached" });
  const own = await page.locator(`dialog [name="family"][value="${game}"]`).count();
  await page.check(`dialog [name="family"][value="${own ? game : game.split("-")[0]}"]`);
  const ruleset = page.locator(`dialog [name="ruleset"][value="${game}"]`);
  if (await ruleset.count()) await ruleset.check();
  const levels = await seatAll(page, seats);
  await forgetTable(page);
  await page.click('dialog button[type="submit"]');
  /* A level that moves first may have moved already. */
  const begun = levels && Number(seats[0]) > 0 ? ["0", "1"] : ["0"];
  await page.waitForFunction(
    (plies) => !document.querySelector("dialog[open]") && plies.includes(document.querySelector(".table")?.dataset.ply),
    begun,
  );
  return levels;
}

const state = (page) =>
  page.evaluate(() => ({
    ...document.querySelector(".table").dataset,
    back: document.querySelector("[data-back]") !== null,
  }));

/* Waits until the page has processed what was done. */
export const taken = (page) => page.waitForSelector("html:not([data-busy])", { state: "attached" });

/* Goes to another view, in which `selector` appears last. */
export async function goTo(page, hash, selector) {
  await page.evaluate((h) => (location.hash = h), hash);
  await page.waitForSelector(selector);
  await taken(page);
}

/* Waits until a person can choose, or the turn is one of `resting`, where nobody can, and until the table has not
 * changed for a moment: a busy machine paints late, and what is read between two paints belongs to neither. */
export async function settled(page, resting = ["over"]) {
  await page.waitForFunction((nobody) => {
    if (document.documentElement.hasAttribute("data-busy")) return false;
    const t = document.querySelector(".table")?.dataset;
    const offered = [...document.querySelectorAll('.place[aria-disabled="false"], .prompt [data-step]')];
    const ready = nobody.includes(t?.turn) || (t?.turn === "person" && offered.length > 0);
    const now = `${t?.ply} ${t?.steps} ${t?.turn} ${offered.map((o) => o.dataset.step ?? o.dataset.button)}`;
    const seen = window.settledAs;
    const same = ready && seen?.now === now;
    if (same && seen.frames < 3) return false;
    const since = (window.settledAs = same || !ready ? undefined : { now, frames: 0 });
    const count = () => window.settledAs === since && ++since.frames < 3 && requestAnimationFrame(count);
    if (since) requestAnimationFrame(count);
    return same;
  }, resting);
  return state(page);
}

/* For tests that do not look at the pixels of the board in three dimensions: each pixel is drawn in software.
 * Measurements on the page stay the same. */
export const FEW_PIXELS = { deviceScaleFactor: 0.25 };

/* Matches while the board in three dimensions is shown. */
export const SOLID = '.board[data-face="solid"]';

/* A point where the board in three dimensions itself says that the mouse is over the place. */
async function pointOnSolid(page, place) {
  const box = await page.evaluate((i) => {
    const { x, y, width, height } = document.querySelector(`[data-button="${i}"]`).getBoundingClientRect();
    return { x, y, width, height };
  }, place);
  for (const [fx, fy] of [
    [0.5, 0.5],
    [0.5, 0.85],
    [0.5, 0.2],
    [0.2, 0.6],
    [0.8, 0.6],
    [0.5, -0.2],
    [0.5, -0.6],
    [0.15, 0.9],
    [0.85, 0.9],
  ]) {
    const at = { x: box.x + box.width * fx, y: box.y + box.height * fy };
    await page.mouse.move(at.x, at.y);
    if ((await page.evaluate(() => document.querySelector(".board").dataset.over)) === String(place)) return at;
  }
  return null;
}

/* Where the mouse can hit a place; null: it is hidden behind others in this view. */
export async function pointOn(page, place) {
  const solid = await page.evaluate((s) => document.querySelector(s) !== null, SOLID);
  return solid ? pointOnSolid(page, place) : pointOnFlat(page, place);
}

const pointOnFlat = (page, place) =>
  page.evaluate((i) => {
    const rect = document.querySelector(`[data-button="${i}"]`).getBoundingClientRect();
    for (const [fx, fy] of [
      [0.5, 0.5],
      [0.5, 0.8],
      [0.5, 0.2],
      [0.2, 0.5],
      [0.8, 0.5],
      [0.15, 0.85],
      [0.85, 0.85],
      [0.15, 0.15],
      [0.85, 0.15],
    ]) {
      const x = rect.left + rect.width * fx;
      const y = rect.top + rect.height * fy;
      if (document.elementFromPoint(x, y)?.closest("[data-place]")?.getAttribute("data-place") === String(i))
        return { x, y };
    }
    return null;
  }, place);

/* Waits until a choice has changed what the table said before it (`settled` tells that). */
export const chosen = (page, before) =>
  page.waitForFunction((old) => {
    const now = document.querySelector(".table").dataset;
    return (
      now.ply !== old.ply ||
      now.steps !== old.steps ||
      now.turn !== old.turn ||
      (!old.back && document.querySelector("[data-back]"))
    );
  }, before);

/* One random choice with the mouse. */
export async function chooseByMouse(page, random) {
  await taken(page);
  const before = await state(page);
  const options = await page.evaluate(() => {
    const words = [...document.querySelectorAll(".prompt [data-step]")].map((b) => b.dataset.step);
    const places = [...document.querySelectorAll('.place[aria-disabled="false"]')].map((b) => Number(b.dataset.button));
    return { words, places };
  });
  /* A place was chosen before its piece: the piece comes now. */
  if (before.back && before.steps === "0") options.places = [];
  const count = options.words.length + options.places.length;
  if (count === 0) return; // a move is still being finished: the next choices are not there yet
  const pick = random(count);
  if (pick < options.words.length) await page.click(`.prompt [data-step="${options.words[pick]}"]`);
  else {
    const place = options.places[pick - options.words.length];
    await page.evaluate(() => document.querySelector(".board").scrollIntoView({ block: "center" }));
    let point = await pointOn(page, place);
    if (!point) {
      await page.click('[aria-keyshortcuts="v"]');
      point = await pointOn(page, place);
    }
    check(point, `place ${place} can be hit with the mouse`);
    await page.mouse.click(point.x, point.y);
  }
  await chosen(page, before);
}

/* --- by keyboard --- */

const COLUMNS = "abcde";

/* Tab until the focus is on something that `selector` matches. */
export async function tabTo(page, selector, back = false) {
  for (let i = 0; i < 80; i++) {
    if (await page.evaluate((s) => document.activeElement?.matches(s), selector)) return;
    await page.keyboard.press(back ? "Shift+Tab" : "Tab");
  }
  throw new Error(`the keyboard does not reach ${selector}`);
}

/* Chooses a place by its label, with the keys that lead there. */
export async function choosePlace(page, label) {
  const [, level = "", column, row] = /^(\d?)([a-e])(\d)$/.exec(label);
  await tabTo(page, ".place", true);
  await page.keyboard.press("Home");
  for (let i = 1; i < Number(level || 1); i++) await page.keyboard.press("PageUp");
  for (let i = 0; i < COLUMNS.indexOf(column); i++) await page.keyboard.press("ArrowRight");
  for (let i = 1; i < Number(row); i++) await page.keyboard.press("ArrowUp");
  const here = await page.evaluate(() => document.activeElement.getAttribute("aria-label"));
  check(here.startsWith(`${label}:`), `the arrows lead to ${label}, not to ${here}`);
  await page.keyboard.press("Enter");
}
