/* The table fits its window: nothing scrolls, every control is in sight and large enough for a finger, and nothing
 * shifts while a move is put together, refused or hinted at. */
import { engine } from "./engine.mjs";
import { check, run, settled, withBrowser } from "./page.mjs";
import { wholeGame } from "./whole.mjs";

const SIZES = [
  [360, 740],
  [360, 640],
  [390, 844],
  [740, 360],
  [720, 450],
  [1024, 768],
  [1440, 900],
  [2560, 1440],
];
const LEAST = 44;
const NEEDED = [
  ".board",
  ".prompt",
  '[data-name="undo"]',
  '[data-name="hint"]',
  '[data-name="menu"]',
  '[data-name="rules"]',
];

const boxes = (page) =>
  page.evaluate(
    (all) =>
      Object.fromEntries(
        [...all, ".table-title", ".others", ".mine"].map((s) => {
          const r = document.querySelector(s).getBoundingClientRect();
          return [s, [r.left, r.top, r.width, r.height].map(Math.round).join(" ")];
        }),
      ),
    NEEDED,
  );

async function inSight(page, where) {
  const wrong = await page.evaluate(
    ([all, least]) => {
      const root = document.documentElement;
      const out = [];
      if (root.scrollHeight > innerHeight + 1) out.push(`scrolls by ${root.scrollHeight - innerHeight}`);
      if (root.scrollWidth > innerWidth) out.push(`is ${root.scrollWidth - innerWidth} too wide`);
      for (const s of all) {
        const r = document.querySelector(s).getBoundingClientRect();
        if (r.top < -1 || r.left < -1 || r.bottom > innerHeight + 1 || r.right > innerWidth + 1)
          out.push(`${s} is cut off`);
      }
      for (const b of document.querySelectorAll(".arena button:not(.place):not(.go), .arena a")) {
        const r = b.getBoundingClientRect();
        if (r.width > 0 && (r.width < least - 0.5 || r.height < least - 0.5))
          out.push(`${b.className} ${b.textContent} is ${Math.round(r.width)}x${Math.round(r.height)}`);
      }
      const places = [...document.querySelectorAll(".board .place")].map((b) => b.getBoundingClientRect());
      const small = Math.min(...places.flatMap((r) => [r.width, r.height]));
      if (small < least - 1) out.push(`places of ${small.toFixed(0)} px`);
      return out;
    },
    [NEEDED, LEAST],
  );
  check(wrong.length === 0, `${where}: ${wrong.join("; ")}`);
}

async function still(page, before, where) {
  const now = await boxes(page);
  for (const [name, box] of Object.entries(before))
    check(box === now[name], `${where}: ${name} stays where it is (${box}, not ${now[name]})`);
}

async function tryOut(open, [width, height], lang) {
  const where = `${width}x${height} ${lang}`;
  const page = await open({ width, height, query: "?board=flat", hash: "#/game/pyrga/Sb2~Tc2n", settings: { lang } });
  await settled(page);
  await inSight(page, where);
  const before = await boxes(page);
  const press = (label) => page.locator(`.place[aria-label^="${label}:"]`).evaluate((b) => b.click());
  await press("a1");
  await page.waitForFunction(() => document.querySelector(".prompt.refused .note")?.textContent);
  await still(page, before, `${where}, refused`);
  await page.click('.prompt [data-step="triangle"]');
  await page.waitForSelector(".slot.held");
  await still(page, before, `${where}, a piece in hand`);
  await press("c4");
  await page.waitForSelector('.prompt [data-step="west"]');
  await inSight(page, `${where}, direction`);
  await still(page, before, `${where}, direction`);
  await page.click('.prompt [data-step="west"]');
  await page.waitForFunction(() => document.querySelector(".table").dataset.ply === "3");
  await still(page, before, `${where}, played`);
  await page.click('[data-name="hint"]');
  await page.waitForFunction(() => /:/.test(document.querySelector(".note")?.textContent ?? ""));
  await still(page, before, `${where}, a hint`);
  await page.context().close();
}

/* In a long game the list scrolls so that the current move is in sight. */
async function longGame(open) {
  const ask = await engine();
  const line = wholeGame(ask, "pilea").moves.map(({ move }) => move);
  const page = await open({ width: 1024, height: 600, query: "?board=flat", hash: `#/game/pilea/${line.join("~")}` });
  await page.waitForSelector(".status.over");
  await page.click(".end-close");
  await page.waitForFunction(() => {
    const here = document.querySelector(".movelist [aria-current]")?.getBoundingClientRect();
    const box = document.querySelector(".movelist").closest(".panel-box").getBoundingClientRect();
    return here && here.height > 0 && here.top >= box.top && here.bottom <= box.bottom + 1;
  });
  await page.context().close();
}

/* Whether two elements overlap. */
const overlap = (page, one, other) =>
  page.evaluate(
    ([a, b]) => {
      const boxes = (s) => [...document.querySelectorAll(s)].map((e) => e.getBoundingClientRect());
      const over = (p, q) => p.left < q.right && q.left < p.right && p.top < q.bottom - 1 && q.top < p.bottom - 1;
      return boxes(a).some((p) => boxes(b).some((q) => over(p, q)));
    },
    [one, other],
  );

/* A phone held upright: the card at the end says why and shows where the game was decided, and covers neither the
 * board nor the players. */
async function upright(open) {
  const page = await open({ width: 360, height: 740, query: "?board=flat", hash: "#/game/dorix/b2~a2~c3~b3~a1~c2~d4" });
  await page.waitForSelector(".end-card:not([hidden])");
  check((await page.textContent(".end-why")) === "Diagonal held: a1, b2, c3 and d4.", "why it ended, and where");
  check((await page.locator(".end-card .lit .won").count()) === 4, "the places on the card's plan");
  check((await page.locator(".end-card .lit rect").count()) === 16, "the whole board on it");
  for (const seen of [".board", ".player", ".table-title"])
    check(!(await overlap(page, ".end-card", seen)), `the card does not cover ${seen}`);
  await page.click(".end-close");
  check((await page.isVisible(".prompt")) && (await page.isVisible(".controls")), "then the keys are there again");
  /* The key on the board's corner touches no pile, however high. */
  await page.evaluate(() => (location.hash = "#/game/pilotis/Cd4~Td4s~Cd1~Sd1~Tc1e~Td1n~Sd4"));
  await page.waitForFunction(() => document.querySelector(".table").dataset.ply === "7");
  check((await page.locator(".board .stack .piece").count()) === 7, "there are piles");
  check(!(await overlap(page, ".tools .tool", ".board .stack .piece")), "the key beside the board covers no piece");
  await page.context().close();
}

/* The last move against a level, with a full card: the board keeps its place and its size, and the card's buttons
 * are in sight. */
async function unmoved(open, width, height) {
  const page = await open({ width, height, query: "?board=flat", hash: "#/game/dorix/b2~a2~c3~b3~a1~c2" });
  await settled(page);
  await page.click('.controls [data-name="menu"]');
  await page.selectOption('dialog.menu [data-seat="1"]', "1");
  await page.keyboard.press("Escape");
  await settled(page);
  const before = await page.locator(".board").boundingBox();
  await page.evaluate(() => {
    const field = document.querySelector("#notation");
    field.value = "d4";
    field.form.requestSubmit();
  });
  await page.waitForSelector(".end-card .end-course p");
  const where = `at ${width} by ${height}`;
  const after = await page.locator(".board").boundingBox();
  check(JSON.stringify(after) === JSON.stringify(before), `the board is as it was ${where}: ${JSON.stringify(after)}`);
  check(!(await overlap(page, ".end-card", ".board")), `the card does not cover the board ${where}`);
  for (const key of await page.locator(".end-acts > *").all()) {
    const box = await key.boundingBox();
    check(box.y + box.height <= height && box.height >= 44, `“${await key.textContent()}” is in sight ${where}`);
  }
  await page.context().close();
}

/* Each pile has a visible rim all around it, under its pieces: it shows where the pile ends in front of another. */
async function rims(open) {
  const page = await open({ query: "?board=flat", hash: "#/game/pilea/a3~a1~b5~d1~d3~e4~c4~e1~a5~c1~b5-c5~d1-e1" });
  await settled(page);
  const piles = await page.$$eval(".board .stack", (stacks) =>
    stacks.flatMap((stack) => {
      const [pieces, rims] = [".piece", ".rim"].map((of) => [...stack.querySelectorAll(`:scope > ${of}`)]);
      const under = rims.every((rim) => rim.compareDocumentPosition(pieces[0]) & Node.DOCUMENT_POSITION_FOLLOWING);
      const wide = rims.every((rim) => parseFloat(getComputedStyle(rim.firstElementChild).strokeWidth) > 8);
      return pieces.length > 1 ? [{ pieces: pieces.length, rims: rims.length, under, wide }] : [];
    }),
  );
  check(piles.length >= 2, "there are piles");
  for (const pile of piles) check(pile.rims === pile.pieces && pile.under && pile.wide, JSON.stringify(pile));
  await page.context().close();
}

/* Nothing is cut in two by the card at the end, on a phone on its side. */
async function endCard(open) {
  const page = await open({ width: 740, height: 360, query: "?board=flat", hash: "#/game/dorix/b2~a2~c3~b3~a1~c2~d4" });
  await page.waitForSelector(".end-card:not([hidden])");
  check(!(await page.isVisible(".say")), "the card alone says how it ended");
  await page.click(".end-close");
  check(await page.isVisible(".say"), "afterwards the prompt says it");
  await page.context().close();
}

run(() =>
  withBrowser(async (open) => {
    await longGame(open);
    await endCard(open);
    await upright(open);
    await rims(open);
    await unmoved(open, 360, 740);
    await unmoved(open, 360, 640);
    await unmoved(open, 740, 360);
    for (const size of SIZES) await tryOut(open, size, size[0] === 360 ? "fr" : "en");
    /* A long sentence is cut, and covers nothing. */
    const long = await open({
      width: 360,
      height: 740,
      query: "?board=flat",
      hash: "#/game/pyrga/Sb2~Sc2~Tb2e~Tc2w~Cb2",
    });
    await settled(long);
    const [asked, hand] = [await long.locator(".question").boundingBox(), await long.locator(".hand").boundingBox()];
    check(asked.y + asked.height <= hand.y + 1, `what is asked ends at ${asked.y + asked.height}, above ${hand.y}`);
    const towers = await long.$$eval(".player small", (all) =>
      all
        .map((e) => e.textContent)
        .sort()
        .join(),
    );
    check(towers === "towers 0 of 3,towers 1 of 3", `the cards count towers, not “${towers}”`);
    check(/Which piece/.test(await long.textContent(".question")), "the question itself is in sight");
    await long.context().close();
    /* Towers grow, and the board keeps its size. */
    const page = await open({
      width: 390,
      height: 844,
      query: "?board=flat",
      hash: "#/game/pyrga/Sb2~Tc2n~Cc3~Sc3~Sc2~Tc3w",
    });
    await settled(page);
    const [board, places] = [await boxes(page), await page.locator(".board .place").first().boundingBox()];
    for (const ply of [2, 4, 6]) {
      await page.evaluate((n) => document.querySelectorAll(".movelist [data-node]")[n].click(), ply);
      await page.waitForFunction((n) => document.querySelector(".table").dataset.ply === String(n), ply);
      check((await boxes(page))[".board"] === board[".board"], "the board keeps its size");
      const now = await page.locator(".board .place").first().boundingBox();
      check(now.width === places.width && now.y === places.y, "its places stay where they are");
    }
  }),
);
