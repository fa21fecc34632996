/* What the tests of play between people share: a house with its own log, browsers that visit it as different
 * people, and ways to play there by mouse, touch and keyboard. */
import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { createRequire } from "node:module";
import {
  CHROMIUM,
  DIST,
  PATIENCE,
  ROOT,
  askSeldom,
  check,
  choosePlace,
  chosen,
  settled,
  tabTo,
  until,
} from "./page.mjs";

const { chromium } = createRequire(path.join(ROOT, "web/package.json"))("playwright-core");
const AXE = fs.readFileSync(path.join(ROOT, "web/node_modules/axe-core/axe.min.js"), "utf8");

export const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
export const DESK = { viewport: { width: 1280, height: 800 } };

/* Starts the house; it keeps its log and its address through `kill` and `start`. */
async function openHouse(program, folder, options) {
  const house = { url: "", child: undefined, store: path.join(folder, "house.db") };
  house.start = () =>
    new Promise((resolve, reject) => {
      const port = house.url ? new URL(house.url).port : "0";
      house.child = spawn(program, ["serve", "--port", port, "--root", DIST, "--store", house.store, ...options], {
        stdio: ["ignore", "pipe", "inherit"],
        env: { ...process.env, LC_ALL: "C" },
      });
      house.child.once("exit", () => reject(new Error("the house did not start")));
      house.child.stdout.once("data", (line) => {
        house.url = String(line).match(/http:\S+/)[0];
        resolve();
      });
    });
  house.kill = (signal = "SIGKILL") =>
    new Promise((resolve) => {
      house.child.once("exit", resolve);
      house.child.kill(signal);
    });
  await house.start();
  return house;
}

/* Runs `test` with a house and a browser. `come` opens a page as another person. Any error on a page fails the
 * test, except lost connections, which the tests cause. */
export async function withHouse(program, test, options = []) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "colonnade-house-"));
  const house = await openHouse(path.resolve(program), folder, options);
  const browser = await chromium.launch({ ...CHROMIUM, timeout: 3 * PATIENCE });
  const errors = [];
  const come = async ({ hash = "#/online", settings = {}, init, ...context } = {}) => {
    const scope = await browser.newContext({ ...DESK, locale: "en-GB", reducedMotion: "reduce", ...context });
    await scope.addInitScript((s) => {
      if (!localStorage.getItem("colonnade.settings"))
        localStorage.setItem("colonnade.settings", JSON.stringify({ board: "flat", ...s }));
    }, settings);
    if (init) await scope.addInitScript(init);
    return openTab(scope, hash);
  };
  const openTab = async (scope, hash) => {
    const page = await scope.newPage();
    askSeldom(page);
    page.setDefaultTimeout(PATIENCE);
    page.on("pageerror", (e) => errors.push(e.message));
    page.on(
      "console",
      (m) =>
        m.type() === "error" && !/404|favicon|WebSocket|ERR_INTERNET|ERR_CONN/.test(m.text()) && errors.push(m.text()),
    );
    await page.goto(house.url + hash);
    await page.waitForSelector("html[data-ready]");
    return page;
  };
  try {
    await test({ house, come, openTab, errors });
    check(errors.length === 0, `no error on the pages: ${errors.join(" | ")}`);
  } finally {
    await browser.close();
    house.child.kill("SIGKILL");
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/* --- sitting down --- */

/* Opens a table through the dialogue: `seats` are values of its lists. */
export async function openTable(page, { game, seats, clock = "none", name = "", kind = "invite", start = "" }) {
  await page.click(`[data-name="${kind}"]`);
  await page.waitForSelector("dialog.invite");
  await page.locator("dialog.invite > form > label select").first().selectOption(game);
  for (const [i, seat] of seats.entries()) await page.locator("dialog.invite .seats select").nth(i).selectOption(seat);
  await page.locator("dialog.invite > form > label select").nth(1).selectOption(clock);
  if (start) await page.locator("dialog.invite .start select").selectOption(start);
  await page.fill('dialog.invite input[name="player"]', name);
  await page.click('dialog.invite button[type="submit"]');
  await page.waitForSelector(".table[data-phase]");
}

/* The links that a table shows for its open seats; the last one is for watching. */
export async function links(page) {
  await page.waitForSelector(".invitation .link");
  return page.locator(".invitation .link").evaluateAll((all) => all.map((field) => field.value));
}

export async function sit(page, name = "") {
  await page.waitForSelector('[data-name="sit"]');
  await page.fill('.invitation input[name="player"]', name);
  await page.click('[data-name="sit"]');
  await page.waitForFunction(() => !document.querySelector('[data-name="sit"]'));
}

/* On a phone, upright and on its side, every control is in sight and large enough for a thumb. */
export async function fits(page, where) {
  const was = page.viewportSize();
  for (const [width, height] of [
    [360, 740],
    [740, 360],
  ]) {
    await page.setViewportSize({ width, height });
    await page.waitForFunction(([w, h]) => innerWidth === w && innerHeight === h, [width, height]);
    const wrong = () =>
      page.evaluate(() => {
        const seen = (selector) => [...document.querySelectorAll(selector)].filter((e) => e.checkVisibility());
        const keys = seen(".controls button, .prompt button");
        const outside = [...seen(".board, .prompt"), ...keys].filter((e) => {
          const box = e.getBoundingClientRect();
          return box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1;
        });
        const small = keys.filter((e) => e.offsetWidth < 44 || e.offsetHeight < 44);
        return [...outside, ...small]
          .map((e) => `${e.className} ${e.textContent}`)
          .concat(keys.length ? [] : ["no key"]);
      });
    for (const end = Date.now() + PATIENCE; (await wrong()).length > 0; await page.waitForTimeout(50))
      check(Date.now() < end, `${where}, ${width} by ${height}: in sight and large enough: ${await wrong()}`);
  }
  await page.setViewportSize(was);
}

/* --- playing --- */

const offered = () => {
  const table = document.querySelector(".table")?.dataset;
  const places = [...document.querySelectorAll('.place[aria-disabled="false"]')].map((b) => Number(b.dataset.button));
  const words = [...document.querySelectorAll(".prompt [data-step]")].map((b) => b.dataset.step);
  const back = document.querySelector("[data-back]") !== null;
  return { ...table, places, words, back };
};

/* What can be chosen, once it has not changed for some frames; "over" and "far" need no choices. */
export async function stand(page) {
  await page.bringToFront(); // a tab in the background gets few frames
  await settled(page, ["over", "far"]);
  return page.evaluate(offered);
}

async function byKeys(page, place) {
  const label = await page.getAttribute(`[data-button="${place}"]`, "aria-label");
  await choosePlace(page, label.split(":")[0]);
}

async function byTouch(page, place) {
  await page.evaluate(() => document.querySelector(".board").scrollIntoView({ block: "center" }));
  for (let view = 0; view < 2; view++) {
    const point = await page.evaluate((i) => {
      const rect = document.querySelector(`[data-button="${i}"]`).getBoundingClientRect();
      for (const fx of [0.5, 0.2, 0.8])
        for (const fy of [0.5, 0.8, 0.2]) {
          const [x, y] = [rect.left + rect.width * fx, rect.top + rect.height * fy];
          if (document.elementFromPoint(x, y)?.closest("[data-place]")?.getAttribute("data-place") === String(i))
            return { x, y };
        }
      return null;
    }, place);
    if (point) return page.touchscreen.tap(point.x, point.y);
    await page.tap('[aria-keyshortcuts="v"]');
  }
  throw new Error(`place ${place} can be touched`);
}

const WAYS = {
  keys: {
    place: byKeys,
    word: async (page, step) => {
      await tabTo(page, `.prompt [data-step="${step}"]`);
      await page.keyboard.press("Enter");
    },
  },
  touch: { place: byTouch, word: (page, step) => page.tap(`.prompt [data-step="${step}"]`) },
};

/* One random choice for whoever is to move on this page; false: nobody here is. */
export async function choose(page, random, how = "keys") {
  const now = await stand(page);
  if (now.turn !== "person") return false;
  const places = now.back && now.steps === "0" ? [] : now.places;
  const pick = random(now.words.length + places.length);
  if (pick < now.words.length) await WAYS[how].word(page, now.words[pick]);
  else await WAYS[how].place(page, places[pick - now.words.length]);
  await chosen(page, now);
  return true;
}

/* Plays on until the game is over for all; `between` is called after each choice with the number of choices so
 * far. */
export async function playOut(players, random, between = async () => undefined) {
  for (let count = 0; count < 1200;) {
    let moved = false;
    let over = true;
    for (const { page, how } of players) {
      while (await choose(page, random, how)) {
        moved = true;
        await between(++count);
      }
      over &&= (await stand(page)).turn === "over";
    }
    if (over) return count;
    /* Nobody here is to move: somebody else is, or a move is on its way. */
    if (!moved)
      await Promise.race(
        players.map(({ page }) =>
          page.waitForFunction(() => /^(person|over)$/.test(document.querySelector(".table").dataset.turn)),
        ),
      );
  }
  throw new Error("the game ends");
}

/* Everybody sees the same events and the same end. */
export async function agree(pages) {
  const read = (page) =>
    page.evaluate(() => {
      const { number, ply, phase } = document.querySelector(".table").dataset;
      const moves = [...document.querySelectorAll(".movelist [data-node]")].slice(1).map((m) => m.textContent.trim());
      return JSON.stringify({ number, ply, phase, moves });
    });
  const [first, ...others] = pages;
  for (const other of others)
    await until(
      async () => `both see the same: ${await read(first)} ${await read(other)}`,
      async () => (await read(first)) === (await read(other)),
    );
}

/* --- looking --- */

/* axe finds nothing wrong with a page in any theme; afterwards the page is as before. Themes differ in their
 * colours only. */
export async function axe(page, where) {
  await page.evaluate(AXE);
  const found = await page.evaluate(async () => {
    const { dataset } = document.documentElement;
    const before = dataset.theme;
    const out = [];
    for (const theme of ["light", "dark", "contrast"]) {
      dataset.theme = theme;
      const only = theme === "light" ? {} : { runOnly: ["color-contrast", "link-in-text-block"] };
      for (const v of (await window.axe.run(document, { resultTypes: ["violations"], ...only })).violations)
        out.push(`${theme}: ${v.id} ${v.nodes[0].target} ${v.nodes[0].failureSummary?.split("\n")[1] ?? ""}`);
    }
    if (before === undefined) delete dataset.theme;
    else dataset.theme = before;
    return out;
  });
  check(found.length === 0, `axe finds nothing on ${where}: ${found.join(" | ")}`);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  check(wide <= 0, `${where} is not wider than the screen (${wide} px)`);
}
