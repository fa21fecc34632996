/* The board in three dimensions, drawn in software: who gets it, whether pieces are where the page says, turning
 * it, and the flat board taking over when it must. Games on it are played by test_play.mjs and test_keyboard.mjs.
 *
 * usage: test_solid.mjs [PART…]      named below; without any: all */
import fs from "node:fs";
import path from "node:path";
import { ROOT, SOLID, check, openPanel, pointOn, run, until, withBrowser } from "./page.mjs";

const FLAT = ".board:not([data-face]) svg.picture";
const SIZE = { width: 620, height: 560 };
const GAMES = [
  ["pylos", "1b2~1c3", "1b2", "1c3"],
  ["pyrga", "Tb2n~Cb3", "b2", "b3"],
  ["dorix", "b2~c3", "b2", "c3"],
  ["pilea", "b2~d4", "b2", "d4"],
];

/* How light the picture is round the middle of a button, 0 to 255. */
async function lightAt(page, label) {
  const box = await page.locator(`.place[aria-label^="${label}:"]`).boundingBox();
  const clip = { x: box.x + box.width * 0.4, y: box.y + box.height * 0.35, width: box.width * 0.2, height: 6 };
  const shot = (await page.screenshot({ clip })).toString("base64");
  return page.evaluate(async (png) => {
    const image = new Image();
    image.src = `data:image/png;base64,${png}`;
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.width, image.height];
    const g = canvas.getContext("2d");
    g.drawImage(image, 0, 0);
    const { data } = g.getImageData(0, 0, canvas.width, canvas.height);
    let sum = 0;
    for (let i = 0; i < data.length; i += 4) sum += data[i] + data[i + 1] + data[i + 2];
    return sum / (data.length / 4) / 3;
  }, shot);
}

const frames = (page) => page.evaluate(() => Number(document.querySelector("canvas").dataset.frames));
const drawn = async (page, after) => {
  await page.waitForFunction((n) => Number(document.querySelector("canvas").dataset.frames) > n, after);
};
const labels = (page) =>
  page.evaluate(() => [...document.querySelectorAll(".place")].map((b) => b.getAttribute("aria-label")));

async function pieces(open) {
  for (const [game, moves, white, black] of GAMES) {
    const page = await open({ ...SIZE, query: "?board=3d", hash: `#/game/${game}/${moves}` });
    await drawn(page, 0);
    const light = async () => [await lightAt(page, white), await lightAt(page, black)];
    await until(
      async () => `${game}: a white piece on ${white} and a black one on ${black} (${await light()})`,
      async () => {
        const [bright, dark] = await light();
        return bright > 150 && dark < 100;
      },
    );
    const places = await labels(page);
    for (const label of [white, black]) {
      const place = places.findIndex((words) => words.startsWith(`${label}:`));
      check(await pointOn(page, place), `${game}: the mouse finds ${label}`);
    }
    if (game === "pyrga") {
      const flat = await open({ ...SIZE, query: "?board=flat", hash: `#/game/${game}/${moves}` });
      check(
        JSON.stringify(await labels(flat)) === JSON.stringify(places),
        "both boards say the same to those who listen",
      );
      await flat.context().close();
    }
    await page.context().close();
  }
}

async function turning(open) {
  const page = await open({ ...SIZE, query: "?board=3d", hash: "#/game/dorix/b2~c3" });
  await drawn(page, 0);
  const middle = (label) =>
    page.evaluate((l) => {
      const r = document.querySelector(`.place[aria-label^="${l}:"]`).getBoundingClientRect();
      return { x: r.left + r.width / 2, y: r.top + r.height / 2 };
    }, label);
  const [a1, d1] = [await middle("a1"), await middle("d1")];
  check(a1.x < d1.x, "a1 is on the left");
  await page.locator('.place[aria-label^="a1:"]').focus();
  let n = await frames(page);
  await page.keyboard.press("]");
  await drawn(page, n);
  const turned = await middle("a1");
  check(Math.hypot(turned.x - a1.x, turned.y - a1.y) > 50, "a key turns the board");
  /* The arrow keys move where they point, however the board is turned. */
  const from = await middle("a1");
  const [key, wanted] = turned.x > 310 ? ["ArrowLeft", (p) => p.x < from.x] : ["ArrowRight", (p) => p.x > from.x];
  await page.keyboard.press(key);
  const label = await page.evaluate(() => document.activeElement.getAttribute("aria-label").slice(0, 2));
  check(label !== "a1" && wanted(await middle(label)), `${key} goes that way: to ${label}`);
  n = await frames(page);
  await page.keyboard.press("0");
  await drawn(page, n);
  const back = await middle("a1");
  check(Math.hypot(back.x - a1.x, back.y - a1.y) < 2, "0 turns it back");
  /* Turning with the mouse, beside the board; then the fixed camera. */
  const box = await page.locator(".board").boundingBox();
  await page.mouse.move(box.x + 4, box.y + 4);
  await page.mouse.down();
  await page.mouse.move(box.x + 90, box.y + 10, { steps: 3 });
  await page.mouse.up();
  const dragged = await middle("a1");
  check(Math.hypot(dragged.x - a1.x, dragged.y - a1.y) > 15, "the mouse turns the board");
  check((await page.getAttribute(".table", "data-steps")) === "0", "turning chooses nothing");
  await page.click('[aria-keyshortcuts="v"]');
  const above = await middle("d4");
  check(above.y < (await middle("d1")).y, "from above");
  await page.context().close();
}

/* A tower comes apart while it is pointed at, and closes again afterwards; a key tilts the board. */
async function towers(open) {
  const page = await open({ ...SIZE, query: "?board=3d", hash: "#/game/pyrga/Sa1~Sb1~Ca1~Ta1e" });
  await drawn(page, 0);
  const picture = async (act) => {
    const n = await frames(page);
    await act();
    await drawn(page, n);
    return (await page.locator("canvas").screenshot()).toString("base64");
  };
  const focus = (label) => picture(() => page.locator(`.place[aria-label^="${label}:"]`).focus());
  await page.evaluate(() => (document.querySelector(".places").style.opacity = 0)); // the picture alone
  await page.keyboard.press("Shift"); // from now on with the keyboard
  const empty = await focus("c3");
  const apart = await focus("a1");
  const single = await focus("b1");
  check(apart !== empty, "the tower on a1 is lifted apart");
  check(single === empty, "and stands together when another place is pointed at");
  const before = await page.locator('.place[aria-label^="d4:"]').boundingBox();
  await picture(() => page.keyboard.press("."));
  const after = await page.locator('.place[aria-label^="d4:"]').boundingBox();
  check(after.height > before.height, `a key tilts the board: ${before.height}, ${after.height}`);
  await page.context().close();
}

async function motion(open) {
  const page = await open({ ...SIZE, query: "?board=3d", hash: "#/game/dorix/", reducedMotion: "no-preference" });
  await drawn(page, 0);
  const n = await frames(page);
  await openPanel(page, 0);
  await page.fill("#notation", "b2");
  await page.keyboard.press("Enter");
  await drawn(page, n + 2);
  await page.waitForFunction(() => document.querySelector(".table").dataset.ply !== "0");
  await page.context().close();
}

/* The page has had the time in which it fetches the other board: it does so when it is painted and idle. */
const idle = (page) =>
  page.evaluate(
    () =>
      new Promise((done) =>
        requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(() => done()))),
      ),
  );

/* The page leaves the board flat: it has had its time, and a later request has been answered. */
async function flatByItself(open, options, why) {
  const requests = [];
  const page = await open({ ...SIZE, ...options, route: (request) => requests.push(request.url()) });
  await page.waitForSelector(".place");
  await idle(page);
  await page.evaluate(() => fetch("index.html"));
  check(requests.at(-1).endsWith("index.html"), "requests are heard of");
  check(!requests.some((url) => url.includes("board3d")), why);
  check(await page.locator(FLAT).count(), why);
  return page;
}

async function choosing(open) {
  const page = await flatByItself(
    open,
    { hash: "#/game/pilea/b2~d4" },
    "no graphics processor: the flat board by itself",
  );
  await page.click(".settings summary");
  const list = page.locator(".settings select").nth(2);
  await list.selectOption("3d");
  await page.waitForSelector(SOLID);
  check((await page.locator("svg.picture").count()) === 0, "one picture at a time");
  await list.selectOption("flat");
  await page.waitForSelector(`.board:not([data-face])`);
  await list.selectOption("3d");
  await page.waitForSelector(SOLID);
  /* The settings are kept. */
  await page.reload();
  await page.waitForSelector(SOLID);
  await drawn(page, 0);
  /* The theme changes the board. */
  const before = await lightAt(page, "a1");
  const n = await frames(page);
  await page.evaluate(() => (document.documentElement.dataset.theme = "contrast"));
  await drawn(page, n);
  await until("another theme, another board", async () => Math.abs((await lightAt(page, "a1")) - before) > 3);
  /* The graphics processor goes away: the flat board takes over, and the game goes on. */
  await page.evaluate(() =>
    document.querySelector("canvas").getContext("webgl2").getExtension("WEBGL_lose_context").loseContext(),
  );
  await page.waitForSelector(FLAT);
  check((await page.locator(".place").count()) === 25, "every place is there");
  await idle(page);
  check(await page.locator(FLAT).count(), "it stays until somebody asks for the other one again");
  await page.click(".settings summary");
  await list.selectOption("flat");
  await list.selectOption("3d");
  await page.waitForSelector(SOLID);
  /* Whoever changes their mind before the other board is there gets the last one that they asked for. */
  await list.selectOption("flat");
  await page.waitForSelector(FLAT);
  await list.selectOption("3d");
  await list.selectOption("flat");
  await idle(page);
  await page.waitForFunction(() => !document.querySelector("canvas"));
  check(await page.locator(FLAT).count(), "the flat board was asked for last");
  await page.context().close();
  const forced = { forcedColors: "active", settings: { board: "3d" } };
  await (await flatByItself(open, forced, "forced colours: the flat board")).context().close();
}

/* Dragging a ball to a higher place raises it. */
async function dragging(open) {
  const moves =
    "1a2~1c3~1d4~1b1~1b2~1a3~1b4~1c2~1d2~1d1~1a4~1c4~1a1~2a1~1b3~1d1-2a3~1d2-2b2~1d2~1d3~1d2-2c3~1d1~2b3~1d2~1c1";
  const page = await open({ ...SIZE, query: "?board=3d", hash: `#/game/pylos/${moves}` });
  await drawn(page, 0);
  const find = async (words) => (await labels(page)).findIndex((l) => words.test(l));
  const from = await find(/can be lifted/);
  const start = await pointOn(page, from);
  await page.mouse.click(start.x, start.y);
  await page.waitForFunction(() => document.querySelector(".table").dataset.steps === "1");
  const to = await find(/^2.*empty.*can be chosen/);
  const end = await pointOn(page, to);
  await page.click("[data-back]");
  await page.waitForFunction(() => document.querySelector(".table").dataset.steps === "0");
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2, { steps: 3 });
  await page.mouse.move(end.x, end.y, { steps: 2 });
  await page.mouse.up();
  await page.waitForFunction((i) => {
    const words = document.querySelector(`[data-button="${i}"]`).getAttribute("aria-label");
    return !words.includes("empty");
  }, to);
  await page.context().close();
}

/* On a phone: places are large enough for a finger, and a tap chooses one. */
async function phone(open) {
  const page = await open({
    width: 360,
    height: 740,
    hasTouch: true,
    isMobile: true,
    query: "?board=3d",
    hash: "#/game/pilea/b2",
  });
  await drawn(page, 0);
  const sizes = await page.evaluate(() =>
    [...document.querySelectorAll(".board .place")].flatMap((b) => {
      const r = b.getBoundingClientRect();
      return [r.width, r.height];
    }),
  );
  check(Math.min(...sizes) >= 43, `places of 44 px, not ${Math.min(...sizes).toFixed(1)}`);
  const box = await page.locator('.place[aria-label^="d1:"]').boundingBox();
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
  await page.waitForFunction(() => document.querySelectorAll(".movelist [data-node]").length >= 3);
  await page.context().close();
}

async function axe(open) {
  const page = await open({ ...SIZE, query: "?board=3d", hash: "#/game/pyrga/Sb2~Tc2n~Cc3~Sc3~Sc2~Tc3w" });
  await page.evaluate(fs.readFileSync(path.join(ROOT, "web/node_modules/axe-core/axe.min.js"), "utf8"));
  const result = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  check(result.violations.length === 0, `no violation: ${result.violations.map((v) => v.id)}`);
  await page.context().close();
}

const PARTS = { pieces, towers, motion, axe, turning, dragging, phone, choosing };

run(() =>
  withBrowser(async (open) => {
    const asked = process.argv.slice(2);
    for (const [name, part] of Object.entries(PARTS)) if (asked.length === 0 || asked.includes(name)) await part(open);
  }),
);
