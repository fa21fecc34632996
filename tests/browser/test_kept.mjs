/* Kept games in the browser: tabs, links, reloads, the editor and records never end or overwrite a game; two tabs
 * with one game make two games; the list resumes, renames, saves and deletes them. */
import { PATIENCE, check, newGame, openPanel, run, until, withBrowser } from "./page.mjs";

const moves = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll(".movelist [data-node]")]
      .slice(1)
      .map((b) => b.textContent.trim())
      .join(" "),
  );

async function play(page, ...list) {
  for (const move of list) {
    const ply = await page.getAttribute(".table", "data-ply");
    await page.fill("#notation", move);
    await page.keyboard.press("Enter");
    await page.waitForFunction((old) => document.querySelector(".table").dataset.ply !== old, ply);
  }
}

/* Every record in the store. */
const stored = (page) =>
  page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const open = indexedDB.open("colonnade");
        open.onerror = () => reject(open.error);
        open.onsuccess = () => {
          const all = open.result.transaction("games").objectStore("games").getAll();
          all.onsuccess = () => resolve(all.result.map((g) => g.record));
        };
      }),
  );

const line = (record) =>
  record
    .slice(record.lastIndexOf("]") + 1)
    .trim()
    .replace(/\s+/g, " ");

async function expectStored(page, ...wanted) {
  const lines = async () => (await stored(page)).map(line);
  await until(
    async () => `${wanted.join(" | ")} among ${(await lines()).join(" | ")}`,
    async () => {
      const now = await lines();
      return wanted.every((w) => now.some((l) => l.includes(w)));
    },
  );
}

run(() =>
  withBrowser(async (open, errors, base) => {
    const one = await open();
    const tab = async (hash) => {
      const page = await one.context().newPage();
      page.setDefaultTimeout(PATIENCE);
      page.on("pageerror", (e) => errors.push(e.message));
      await page.goto(base + hash);
      await page.waitForSelector("html[data-ready]");
      return page;
    };
    /* Three games in three tabs, one of them from a link. */
    await newGame(one, "pylos", [0, 0]);
    await play(one, "1a1", "1b1", "1c1");
    const two = await tab("");
    check((await moves(two)) !== (await moves(one)), "another tab begins with a game of its own");
    await newGame(two, "dorix", [0, 0]);
    await play(two, "a1", "b1");
    const three = await tab("#/game/pyrga/Sb2~Sa2");
    await play(three, "Ta1n");
    await expectStored(one, "1. 1a1 1b1 2. 1c1 ongoing", "1. a1 b1 ongoing", "1. Sb2 Sa2 2. Ta1n ongoing");

    /* A reload in the middle of each. */
    for (const [page, wanted] of [
      [one, "1a1 1b1 1c1"],
      [two, "a1 b1"],
      [three, "Sb2 Sa2 Ta1n"],
    ]) {
      await page.reload();
      await page.waitForSelector("html[data-ready]");
      check((await moves(page)) === wanted, `after a reload: ${await moves(page)}, not ${wanted}`);
    }
    await play(one, "1d1");
    await play(two, "c1");

    /* A link, the editor, a record and `n` + Enter in a tab with a game. */
    await one.evaluate(() => (location.hash = "#/game/pilea/a1~b1"));
    await one.waitForFunction(() => document.title.includes("Pilea"));
    await play(one, "c1");
    await one.evaluate(() => (location.hash = "#/edit"));
    await one.click("text=Play from here");
    await one.waitForFunction(
      () => document.querySelector(".table[data-ply]") && document.activeElement?.id === "main",
    );
    await one.keyboard.press("n");
    await one.waitForSelector("dialog[open]");
    await one.keyboard.press("Enter");
    await one.waitForFunction(() => !document.querySelector("dialog[open]"));
    await openPanel(one, 2);
    await one.fill("#record", '[Game "dorix"]\n\n1. d4 d3 2. d2 ongoing');
    await one.click("text=Read this record");
    await one.waitForFunction(() => document.querySelector(".table").dataset.ply === "3");
    await expectStored(
      one,
      "1. 1a1 1b1 2. 1c1 1d1 ongoing",
      "1. a1 b1 2. c1 ongoing",
      "1. Sb2 Sa2 2. Ta1n ongoing",
      "1. a1 b1 2. c1 ongoing",
    );

    /* One game in two tabs: both go on, nothing is overwritten. */
    const goOn = async (page, text) => {
      await page.evaluate(() => (location.hash = "#/kept"));
      await page.waitForSelector(".kept-list li");
      await page.locator(".kept-list li", { hasText: text }).getByText("Go on", { exact: true }).click();
      await page.waitForSelector(".table[data-ply]");
      await openPanel(page, 0);
    };
    await goOn(one, "Pyrga");
    check((await moves(one)) === "Sb2 Sa2 Ta1n", `the game from the list, not ${await moves(one)}`);
    await play(three, "Ca2");
    await play(one, "Sa3");
    await expectStored(one, "1. Sb2 Sa2 2. Ta1n Ca2 ongoing", "1. Sb2 Sa2 2. Ta1n Sa3 ongoing");

    /* Names, files, deleting. */
    await two.evaluate(() => (location.hash = "#/kept"));
    await two.waitForSelector(".kept-list li");
    const before = await two.locator(".kept-list li").count();
    check(before >= 5, `${before} games are listed`);
    two.on("dialog", (d) => void d.accept("My evening"));
    await two.locator(".kept-list li", { hasText: "Pylos" }).getByText("Rename", { exact: true }).click();
    await two.waitForSelector("text=My evening");
    const [file] = await Promise.all([two.waitForEvent("download"), two.click("text=Save all as a file")]);
    check(file.suggestedFilename() === "colonnade.txt", "all of them in a file");
    await two.locator(".kept-list li", { hasText: "My evening" }).getByText("Delete", { exact: true }).click();
    await two.locator("dialog").getByText("Delete", { exact: true }).click();
    await two.waitForFunction((n) => document.querySelectorAll(".kept-list li").length === n - 1, before);
    check(!(await stored(two)).some((r) => r.includes("My evening")), "it is gone from the store");

    /* The single game that earlier versions kept is not lost either. */
    const old = await open({
      init: () => {
        if (!sessionStorage.getItem("once"))
          localStorage.setItem(
            "colonnade.game",
            JSON.stringify({
              game: "pylos",
              record: '[Game "pylos"]\n\n1. 1b2 1c3 ongoing\n',
              path: [],
              seats: [0, 0],
              clock: null,
            }),
          );
        sessionStorage.setItem("once", "1");
      },
    });
    await expectStored(old, "1. 1b2 1c3 ongoing");
  }),
);
