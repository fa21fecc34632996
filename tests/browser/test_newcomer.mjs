/* Somebody who has never seen a game finishes its lesson by following only what the page says and points at, with
 * everything in sight on a phone, upright and on its side; then wins a game against level 1 with hints, without
 * reading the rules. test_newcomer.mjs FAMILY … */
import { check, chooseByMouse, chance, pointOn, run, settled, taken, until, withBrowser } from "./page.mjs";

const SIZES = [
  [360, 740],
  [740, 360],
];
/* What a lesson needs on the screen; none of it may lie outside. */
const NEEDED = [".lesson-text", ".board", ".prompt", ".lesson-bar"];

const lessonNow = (page) =>
  page.evaluate(() => ({
    state: document.querySelector(".lesson-text")?.dataset.state,
    step: document.querySelector(".table-title .quiet")?.textContent,
    text: document.querySelector(".lesson-text")?.textContent,
  }));

async function inSight(page, where) {
  const outside = await page.evaluate((selectors) => {
    const { innerWidth: w, innerHeight: h } = window;
    const hidden = selectors.filter((s) => {
      const r = document.querySelector(s).getBoundingClientRect();
      return r.width === 0 || r.height === 0 || r.top < -1 || r.left < -1 || r.bottom > h + 1 || r.right > w + 1;
    });
    const text = document.querySelector(".lesson-text");
    if (text.scrollHeight > text.clientHeight + 1) hidden.push(`the end of “${text.textContent}”`);
    if (document.documentElement.scrollHeight > h + 1) hidden.push("the end of the page");
    return hidden;
  }, NEEDED);
  check(outside.length === 0, `${where}: in sight without scrolling, not ${outside.join(", ")}`);
}

/* Everything that changes once the engine has taken a choice; words and marks vanish at the press already. */
const stands = (page) =>
  page.evaluate(() => {
    const { ply, steps, turn } = document.querySelector(".table").dataset;
    const parts = [...document.querySelectorAll(".place, .prompt button, .lesson-text")];
    return [ply, steps, turn, ...parts.map((e) => e.ariaDisabled ?? e.dataset.step ?? e.textContent)].join();
  });

/* What the page points at now: a place, a piece in the hand, or a key. Otherwise what is lit. */
async function followPointer(page) {
  const before = await stands(page);
  const at = await page.evaluate(() => {
    const key = document.querySelector(".prompt .pointed[data-step], .prompt .choices .primary[data-step]");
    if (key) return { step: key.dataset.step };
    const places = [...document.querySelectorAll(".place")];
    const pointed = places.find((p) => /points here|montre cette case|montre ici/.test(p.getAttribute("aria-label")));
    if (pointed) return { place: Number(pointed.dataset.button) };
    const step = document.querySelector(".prompt .choices [data-step]");
    if (step) return { step: step.dataset.step };
    const open = places.find((p) => p.getAttribute("aria-disabled") === "false");
    return open ? { place: Number(open.dataset.button) } : null;
  });
  if (!at) return; // a move is still being finished
  const point = at.step === undefined ? await pointOn(page, at.place) : null;
  if (at.step !== undefined) await page.click(`.prompt [data-step="${at.step}"]`);
  else if (point) await page.mouse.click(point.x, point.y);
  else await page.locator(`[data-button="${at.place}"]`).evaluate((b) => b.click());
  await until(`${JSON.stringify(at)} leads on`, async () => (await stands(page)) !== before);
}

async function lesson(open, family, [width, height], lang) {
  const where = `${family}, ${width}x${height} ${lang}`;
  const page = await open({ width, height, query: "?board=flat", hash: `#/lesson/${family}`, settings: { lang } });
  await page.waitForSelector(".lesson-text[data-state]");
  const board = await page.locator(".board").boundingBox();
  let steps = 0;
  for (; ; steps++) {
    const { step } = await lessonNow(page);
    await inSight(page, `${where}, ${step}`);
    const size = await page.locator(".board").boundingBox();
    if (family !== "pylos")
      check(Math.abs(size.height - board.height) < 2, `${where}, ${step}: the board keeps its size`);
    /* Nothing points at the move: ask for it. */
    if (!(await page.locator(".marks .badge, .pointed, .choices .primary").count()))
      await page.click('.lesson-bar [data-name="show"]');
    for (let tries = 0; ; tries++) {
      await taken(page);
      if ((await lessonNow(page)).state === "done") break;
      check(tries < 12, `${where}, ${step} can be done by following what is pointed at`);
      await followPointer(page);
    }
    await inSight(page, `${where}, ${step}, done`);
    const over = await page.locator('.lesson-bar a[href^="#/puzzles/"]').count();
    if (over) break;
    await page.click('.lesson-bar [data-name="next"]');
    await page.waitForFunction((old) => document.querySelector(".table-title .quiet").textContent !== old, step);
  }
  check(steps + 1 >= 8 && steps + 1 <= 12, `${where}: 8 to 12 steps, not ${steps + 1}`);
  return page;
}

async function askForHint(page) {
  await page.click('[data-name="hint"]');
  await page.waitForFunction(() => /Begin here/.test(document.querySelector(".note").textContent));
}

/* From the lesson's last button: follows hints until the game is over. */
async function game(page, family) {
  await page.click('.lesson-bar [data-name="next"]');
  await page.waitForFunction(() => location.hash === "#/table");
  const random = chance(family.length);
  for (let turns = 0; turns < 400; turns++) {
    const now = await settled(page);
    if (now.turn === "over") break;
    if (now.steps === "0") await askForHint(page);
    const pointed = await page.locator(".marks .badge, .prompt .pointed, .choices .primary[data-step]").count();
    if (pointed) await followPointer(page);
    else await chooseByMouse(page, random);
  }
  const title = await page.textContent(".end-card h2");
  check(/You win/.test(title), `${family}: level 1 is beaten, not “${title}”`);
  console.log(
    `${family}: ${title} after ${await page.evaluate(() => document.querySelector(".table").dataset.ply)} moves`,
  );
}

run(() =>
  withBrowser(async (open) => {
    for (const family of process.argv.slice(2)) {
      const french = await lesson(open, family, SIZES[0], "fr");
      await french.context().close();
      const page = await lesson(open, family, SIZES[1], "en");
      await game(page, family);
      await page.context().close();
    }
  }),
);
