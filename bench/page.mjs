/* How much the page fetches until its first board appears, in each language, and for the board in three
 * dimensions, compressed, as counted on the wire; then how fast it answers, for every ruleset, played with the
 * mouse against levels 1 to 5:
 *
 *   board   from the start of a cold load to the frame that shows the board
 *   click   from the release of the button to the next frame after the board changed
 *   level   from the frame with a person's move to the frame with the level's answer, with
 *           the pause that the page makes so that the eye can follow
 *   frames  per second while pieces move on the flat board, and the longest time between two of them
 *   flat    milliseconds between two of those frames
 *   3D      the same on the board in three dimensions, turned and played on
 *
 * median / worst, in milliseconds. The renderer of the three-dimensional board is named first; if it is software,
 * its figures do not count. Exit status 1 when a median misses what docs/speed.md promises. A busy machine gets
 * worse figures. */
import { spawn } from "node:child_process";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { engine } from "../tests/browser/engine.mjs";
import { ROOT, SOLID, chance, chooseByMouse, newGame, settled } from "../tests/browser/page.mjs";
import { createRequire } from "node:module";

const { chromium } = createRequire(path.join(ROOT, "web/package.json"))("playwright-core");
const [program = path.join(ROOT, "build/release/colonnade"), ...asked] = process.argv.slice(2);
const RULESETS = (await engine())("games");
const LOADS = 5;
const CHOICES = 40;
const AIM = { before: 300, part: 250, board: 1000, click: 50, level: 300, frames: 55, solid: 17 };

/* In the page: what happened when, by its own clock. */
function watch() {
  const seen = { board: 0, clicks: [], levels: [], frames: [], solid: [] };
  window.seen = seen;
  const shown = (then) =>
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => then(performance.now());
      port2.postMessage(0);
    });
  let released = 0;
  let turn;
  let ply;
  let waiting = 0;
  let until = 0;
  let last = 0;
  const tick = (now) => {
    if (last > 0) seen.frames.push(now - last);
    last = now < until ? now : 0;
    if (last) requestAnimationFrame(tick);
  };
  addEventListener("pointerup", (e) => (released = e.timeStamp), true);
  new MutationObserver((changes) => {
    const paces = changes.filter((c) => c.attributeName === "data-pace");
    for (const { target } of paces) seen.solid.push(Number(target.dataset.pace));
    if (paces.length === changes.length) return;
    const table = document.querySelector(".table");
    if (seen.board === 0 && document.querySelector(".board .picture > *")) {
      seen.board = -1;
      shown((now) => (seen.board = now));
    }
    if (!table) return;
    if (released > 0) {
      const from = released;
      released = 0;
      shown((now) => seen.clicks.push(now - from));
    }
    if (table.dataset.ply === ply) return;
    const answered = turn === "level";
    ply = table.dataset.ply;
    turn = table.dataset.turn;
    const begun = waiting;
    shown((now) => {
      if (answered && begun > 0) seen.levels.push(now - begun);
      waiting = table.dataset.turn === "level" ? now : 0;
    });
    if (document.getAnimations().length > 0) {
      if (last === 0) requestAnimationFrame(tick);
      until = performance.now() + 200;
    }
  }).observe(document, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ["data-ply", "data-turn", "data-pace", "aria-disabled"],
  });
}

const sorted = (list) => [...list].sort((a, b) => a - b);
const median = (list) => sorted(list)[Math.floor(list.length / 2)] ?? NaN;
const worst = (list) => sorted(list).at(-1) ?? NaN;
const pair = (list) => `${Math.round(median(list))} / ${Math.round(worst(list))}`;

async function cold(browser, base, game) {
  const times = [];
  for (let i = 0; i < LOADS; i++) {
    const scope = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    const page = await scope.newPage();
    await page.addInitScript(watch);
    await page.goto(`${base}#/game/${game}/`);
    await page.waitForFunction(() => window.seen.board > 0);
    times.push(await page.evaluate(() => window.seen.board));
    await scope.close();
  }
  return times;
}

async function played(browser, base, game) {
  const index = RULESETS.findIndex((g) => g.id === game);
  const scope = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: "no-preference" });
  const page = await scope.newPage();
  const random = chance(11 + index);
  await page.addInitScript(watch);
  await page.goto(`${base}#/table`);
  await page.waitForSelector("html[data-ready]");

  let level = 0;
  let choices = 0;
  while (choices < CHOICES) {
    level = (level % 5) + 1;
    await newGame(page, game, [0, ...new Array(RULESETS[index].players - 1).fill(level)]);
    for (let i = 0; i < CHOICES / 5; i++, choices++) {
      if ((await settled(page)).turn === "over") break;
      await chooseByMouse(page, random);
      await page.waitForTimeout(300);
    }
  }
  await settled(page);
  const seen = await page.evaluate(() => window.seen);
  await scope.close();
  return seen;
}

/* Turned all the way round, with a few moves between. */
async function solid(browser, base, game) {
  const scope = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: "no-preference" });
  const page = await scope.newPage();
  page.setDefaultTimeout(120000);
  const random = chance(5);
  await page.addInitScript(watch);
  await page.goto(`${base}?board=3d#/game/${game}/`);
  await page.waitForSelector(SOLID);
  for (let i = 0; i < 4; i++) {
    await page.keyboard.press("]");
    await page.waitForTimeout(600);
    if ((await settled(page)).turn === "person") await chooseByMouse(page, random);
    await page.waitForTimeout(500);
  }
  const seen = await page.evaluate(() => window.seen.solid);
  await scope.close();
  return seen;
}

/* Thousands of bytes that a cold load of a game fetches, including headers, until nothing more arrives. */
async function weighed(browser, base, query, locale) {
  let bytes = 0;
  const { hostname, port } = new URL(base);
  const tap = net.createServer((near) => {
    const far = net.connect(Number(port), hostname);
    far.on("data", (data) => (bytes += data.length));
    for (const [from, to] of [
      [near, far],
      [far, near],
    ]) {
      from.pipe(to);
      from.on("error", () => to.destroy());
    }
  });
  await new Promise((resolve) => tap.listen(0, "127.0.0.1", resolve));
  const scope = await browser.newContext({ viewport: { width: 1280, height: 800 }, serviceWorkers: "block", locale });
  const page = await scope.newPage();
  page.setDefaultTimeout(120000);
  await page.goto(`http://127.0.0.1:${tap.address().port}/${query}#/game/dorix/`);
  await page.waitForSelector(query.includes("3d") ? SOLID : ".board .picture > *");
  await page.waitForLoadState("networkidle");
  await scope.close();
  tap.close();
  return bytes / 1000;
}

const drawer = (browser) =>
  browser.newPage().then(async (page) => {
    const name = await page.evaluate(() => {
      const gl = document.createElement("canvas").getContext("webgl2");
      const info = gl?.getExtension("WEBGL_debug_renderer_info");
      return gl ? String(gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER)) : "nothing";
    });
    await page.close();
    return name;
  });

const server = spawn(program, ["serve", "--port", "0"], { stdio: ["ignore", "pipe", "inherit"] });
const base = await new Promise((resolve, reject) => {
  server.stdout.on("data", (text) => {
    const found = /http:\/\/\S*\//.exec(String(text));
    if (found) resolve(found[0]);
  });
  server.on("exit", () => reject(new Error("the server ended")));
});
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-dev-shm-usage"],
});
let missed = 0;
const software = /swiftshader|llvmpipe|software/i.test(await drawer(browser));
try {
  console.log(
    `load of the machine: ${os
      .loadavg()
      .map((n) => n.toFixed(1))
      .join(" ")}, ${os.cpus().length} cores`,
  );
  console.log(`three dimensions are drawn by ${await drawer(browser)}`);
  const english = await weighed(browser, base, "?board=flat", "en");
  const french = await weighed(browser, base, "?board=flat", "fr");
  const part = (await weighed(browser, base, "?board=3d", "en")) - english;
  console.log(
    `fetched: ${english.toFixed(1)} KB in English and ${french.toFixed(1)} KB in French before the board in three dimensions (${AIM.before} allowed), ${part.toFixed(0)} KB for it (${AIM.part})`,
  );
  missed += !(english <= AIM.before) + !(french <= AIM.before) + !(part <= AIM.part);
  console.log(
    `${"ruleset".padEnd(21)} ${"board ms".padStart(11)} ${"click ms".padStart(10)} ${"level ms".padStart(11)} ${"frames/s".padStart(9)} ${"longest ms".padStart(10)} ${"flat ms".padStart(10)} ${"3D ms".padStart(10)}`,
  );
  for (const game of asked.length ? asked : RULESETS.map((g) => g.id)) {
    const board = await cold(browser, base, game);
    const { clicks, levels, frames } = await played(browser, base, game);
    const turned = await solid(browser, base, game);
    const rate = 1000 / (frames.reduce((a, b) => a + b, 0) / frames.length);
    console.log(
      `${game.padEnd(21)} ${pair(board).padStart(11)} ${pair(clicks).padStart(10)} ${pair(levels).padStart(11)} ${rate.toFixed(0).padStart(9)} ${worst(frames).toFixed(0).padStart(10)} ${pair(frames).padStart(10)} ${pair(turned).padStart(10)}`,
    );
    missed +=
      !(median(board) <= AIM.board) +
      !(median(clicks) <= AIM.click) +
      !(median(levels) <= AIM.level) +
      !(rate >= AIM.frames) +
      !(software || median(turned) <= AIM.solid);
  }
  console.log(
    missed
      ? `${missed} figures miss: ${AIM.before} and ${AIM.part} KB, board ${AIM.board} ms, click ${AIM.click} ms, level ${AIM.level} ms, ${AIM.frames} frames/s, ${AIM.solid} ms in three dimensions`
      : "every figure is where it should be",
  );
} finally {
  await browser.close();
  server.removeAllListeners("exit");
  server.kill();
}
process.exit(missed ? 1 : 0);
