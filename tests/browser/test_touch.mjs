/* On a phone, in French: whole games by touch alone, every place large enough for a finger; a game goes on after a
 * reload, and from its link in another browser. Then moves by dragging, with the mouse and with a finger. */
import { chance, check, chosen, newGame, openPanel, run, settled, withBrowser } from "./page.mjs";

const PHONE = { width: 360, height: 740, hasTouch: true, isMobile: true };
const LEAST = 44; // px

/* The middle of the part of a place that can be touched; null: hidden behind others. */
const finger = (page, place) =>
  page.evaluate((i) => {
    document.querySelector(".board").scrollIntoView({ block: "center" });
    const rect = document.querySelector(`[data-button="${i}"]`).getBoundingClientRect();
    for (const [fx, fy] of [
      [0.5, 0.5],
      [0.5, 0.8],
      [0.5, 0.15],
      [0.15, 0.5],
      [0.85, 0.5],
      [0.15, 0.85],
      [0.85, 0.85],
    ]) {
      const x = rect.left + rect.width * fx;
      const y = rect.top + rect.height * fy;
      if (document.elementFromPoint(x, y)?.closest("[data-place]")?.getAttribute("data-place") === String(i))
        return { x, y };
    }
    return null;
  }, place);

async function tapOne(page, random) {
  const before = await page.evaluate(() => ({
    ...document.querySelector(".table").dataset,
    back: document.querySelector("[data-back]") !== null,
  }));
  const options = await page.evaluate(() => ({
    words: [...document.querySelectorAll(".prompt [data-step]")].map((b) => b.dataset.step),
    places: [...document.querySelectorAll('.place[aria-disabled="false"]')].map((b) => Number(b.dataset.button)),
  }));
  if (before.back && before.steps === "0") options.places = [];
  if (options.words.length + options.places.length === 0) return; // a move is still being finished
  const pick = random(options.words.length + options.places.length);
  if (pick < options.words.length) await page.tap(`.prompt [data-step="${options.words[pick]}"]`);
  else {
    const place = options.places[pick - options.words.length];
    let point = await finger(page, place);
    if (!point) {
      await page.tap('[aria-keyshortcuts="v"]');
      point = await finger(page, place);
    }
    check(point, `place ${place} can be touched`);
    await page.touchscreen.tap(point.x, point.y);
  }
  await chosen(page, before);
}

async function byTouch(open, game, level, seed) {
  const page = await open({ ...PHONE, settings: { lang: "fr" } });
  await newGame(page, game, [0, level]);
  for (const view of ["depth", "above"]) {
    const size = await page.evaluate(() => {
      const boxes = [...document.querySelectorAll(".board .place")].map((b) => b.getBoundingClientRect());
      return Math.min(...boxes.flatMap((r) => [r.width, r.height]));
    });
    check(size >= LEAST - 1, `${game}: places of ${LEAST} px in view ${view}, not ${size.toFixed(1)}`);
    await page.tap('[aria-keyshortcuts="v"]');
  }
  const random = chance(seed);
  for (let i = 0; i < 200 && (await settled(page)).turn !== "over"; i++) {
    await tapOne(page, random);
    if (i === 5) {
      const moves = await page.locator(".movelist [data-node]").count();
      await page.reload();
      await page.waitForSelector("html[data-ready]");
      check(
        (await page.locator(".movelist [data-node]").count()) >= moves,
        `${game}: the game is there after a reload`,
      );
    }
  }
  check(await page.locator(".status.over").count(), `${game} ends`);
  const english = /\b(move|moves|won|wins|to move|game|undo|hint)\b/i.exec(
    await page.evaluate(() => document.body.innerText),
  );
  check(!english, `${game}: French throughout, not "${english?.[0]}"`);

  /* The link, in a browser that does not know the game. */
  await openPanel(page, 2);
  await page.waitForFunction(() => document.querySelector("#record")?.value.includes("\n\n"));
  const [moves, over] = [await page.locator("#record").inputValue(), await page.textContent(".status")];
  const link = await page.evaluate(async () => {
    let copied = "";
    Object.defineProperty(navigator, "clipboard", {
      value: {
        writeText: async (text) => {
          copied = text;
        },
      },
    });
    document.querySelector(".files button").click();
    for (let i = 0; i < 600 && !copied; i++) await new Promise((resolve) => setTimeout(resolve, 100));
    return copied;
  });
  check(link.includes("#/game/"), `a link is copied: ${link}`);
  const other = await open({ hash: new URL(link).hash, settings: { lang: "fr" } });
  await other.waitForSelector(".status.over");
  check((await other.textContent(".status")) === over, `${game}: the link leads to the same end`);
  await openPanel(other, 2);
  await other.waitForFunction(
    (n) => document.querySelector("#record")?.value.split("\n\n")[1]?.length === n,
    moves.split("\n\n")[1].length,
  );
  await other.context().close();
  await page.context().close();
}

/* Dragging from one place to another, with the mouse and with a finger. */
const DRAGS = {
  mouse: async (page, from, to) => {
    await page.mouse.move(...from);
    await page.mouse.down();
    await page.mouse.move(...to, { steps: 5 });
    await page.mouse.up();
  },
  finger: async (page, from, to) => {
    const device = await page.context().newCDPSession(page);
    const touch = (type, at) =>
      device.send("Input.dispatchTouchEvent", { type, touchPoints: at ? [{ x: at[0], y: at[1] }] : [] });
    await touch("touchStart", from);
    for (const part of [0.3, 0.6, 1])
      await touch("touchMove", [from[0] + part * (to[0] - from[0]), from[1] + part * (to[1] - from[1])]);
    await touch("touchEnd");
  },
};

async function byDragging(open, how, screen) {
  const page = await open({ ...screen, hash: "#/game/pilea/a1~b2~c2~d2~d4~b4~e1~c4~a5~e5" });
  await page.waitForFunction(() => document.querySelectorAll(".movelist [data-node]").length === 11);
  const where = async (label) => {
    const box = await page.locator(`.place[aria-label^="${label}"]`).boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  await DRAGS[how](page, await where("e1"), await where("e2"));
  /* A drag chooses both places: the move is made, or both are chosen. */
  await page.waitForFunction(() => {
    const { steps, ply } = document.querySelector(".table").dataset;
    return steps === "2" || ply === "11";
  });
  check((await page.evaluate(() => scrollY)) === 0, "the page does not scroll meanwhile");
  await page.context().close();
}

run(() =>
  withBrowser(async (open) => {
    await byTouch(open, "pilotis", 2, 3);
    await byTouch(open, "pilea", 9, 5);
    await byDragging(open, "mouse", {});
    await byDragging(open, "finger", PHONE);
  }),
);
