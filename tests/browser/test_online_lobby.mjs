/* The lobby, the archive and what the page keeps of them; notices of whose turn it is; axe on every screen for
 * playing with people; and the page where there is no house.
 *
 * usage: test_online_lobby.mjs PROGRAM lobby|starts|away|alone */
import { PHONE, axe, choose, openTable, sit, stand, withHouse } from "./house.mjs";
import { chance, check, run, settled, withBrowser } from "./page.mjs";

const [program = "build/gcc/colonnade", what = "lobby"] = process.argv.slice(2);

/* With text at twice its size a table stays readable, on a phone and on a desktop: no word is broken, nothing
 * overlaps or leaves the screen. */
async function large(page) {
  const was = page.viewportSize();
  for (const [width, height] of [
    [360, 740],
    [1280, 800],
  ]) {
    await page.setViewportSize({ width, height });
    await page.waitForFunction((w) => innerWidth === w, width);
    await axe(page, `a game with large text, ${width} wide`);
    const wrong = await page.evaluate(() => {
      const seen = (of) => [...document.querySelectorAll(of)].filter((e) => e.checkVisibility());
      const outside = seen(".controls .act span").filter((e) => {
        const [word, key] = [e.getBoundingClientRect(), e.closest(".act").getBoundingClientRect()];
        return word.left < key.left - 1 || word.right > key.right + 1;
      });
      const narrow = seen(".table-title h2, .table-title .quiet, .top nav a, .question").filter((e) => {
        const line = parseFloat(getComputedStyle(e).fontSize) * 1.6;
        return e.getBoundingClientRect().height > 4 * line;
      });
      return [...outside, ...narrow].map((e) => e.textContent);
    });
    check(wrong.length === 0, `large text, ${width} wide: ${wrong.join(" | ")}`);
    const board = await page.locator(".board").boundingBox();
    check(board.width >= 340, `the board is ${board.width} wide`);
  }
  await page.setViewportSize(was);
}

async function lobby({ come, house }) {
  const random = chance(2);
  const ann = await come({ settings: { theme: "dark" } });
  await ann.waitForSelector('.lobby[data-line="up"]');
  await axe(ann, "the empty lobby");
  await openTable(ann, { game: "pylos", seats: ["open", "me"], clock: "5+0", name: "Ann", kind: "open" });
  await axe(ann, "an open table");

  const bob = await come({ ...PHONE, settings: { size: 200 } });
  await bob.waitForSelector("[data-join]");
  await axe(bob, "the lobby on a phone with large text");
  await bob.click("[data-join]");
  await sit(bob, "Bob");
  await ann.waitForSelector('.table[data-phase="playing"]');
  check(/^#seat=/.test(new URL(bob.url()).hash), "the address is the seat's from now on");
  check((await ann.locator("[data-clock]").count()) === 2, "there are clocks");
  await bob.waitForSelector('.table[data-turn="person"]');
  await large(bob);

  /* Somebody in the lobby sees the game, and watches it. */
  const cleo = await come({ settings: { lang: "fr" }, locale: "fr-FR" });
  await cleo.click('[data-part="watch"] a[href^="#watch="]');
  await cleo.waitForSelector('.table[data-phase="playing"]');

  /* My games: it is Bob's turn, in the list and in the title of a tab that shows something else; then back from
   * the list. */
  await bob.evaluate(() => (location.hash = "#/online"));
  await bob.click('[data-tab="mine"]');
  await bob.waitForSelector(".lobby-row.turn [data-mine]");
  check((await bob.title()).startsWith("(1)"), `the title counts: ${await bob.title()}`);
  check((await bob.getAttribute('link[rel="icon"]', "href")) === "icon-turn.svg", "so does the tab's icon");
  await axe(bob, "my games on a phone");
  await bob.evaluate(() => (location.hash = "#/kept"));
  await bob.waitForSelector(".kept [data-mine]");
  await axe(bob, "all my games");
  await bob.click(".kept [data-mine]");
  await bob.waitForSelector('.table[data-turn="person"]');
  while (await choose(bob, random, "touch"));
  await ann.waitForSelector('.table[data-turn="person"]');
  check((await ann.title()).startsWith("● Your turn"), "the tab says that it is one's turn");

  /* A draw by agreement; analysis opens; the archive has it. */
  await ann.click('.controls [data-name="draw"]');
  await bob.tap('[data-offer="draw"] [data-name="no"]');
  await ann.waitForFunction(() => !document.querySelector("[data-offer]"));
  await bob.tap('.controls [data-name="draw"]');
  await ann.click('[data-offer="draw"] [data-name="yes"]');
  for (const page of [ann, bob, cleo]) await page.waitForSelector('.table[data-phase="over"]');
  await axe(ann, "the end");
  await ann.locator('[role="tab"]').nth(1).click();
  await ann.waitForSelector(".analysis button");

  await cleo.evaluate(() => (location.hash = "#/online/archive"));
  await cleo.waitForSelector("[data-found]");
  await axe(cleo, "the archive");
  const search = async (fill, found) => {
    await fill();
    await cleo.click(".archive-search button");
    await cleo.waitForFunction((n) => {
      const list = document.querySelector(".archive .lobby-list");
      return list.children.length > 0 && list.querySelectorAll("[data-found]").length === n;
    }, found);
  };
  await search(() => cleo.fill('.archive-search [name="player"]', "bob"), 1);
  await search(() => cleo.locator(".archive-search select").nth(1).selectOption("w"), 0);
  await search(() => cleo.locator(".archive-search select").nth(1).selectOption("draw"), 1);
  await search(() => cleo.locator(".archive-search select").first().selectOption("pyrga"), 0);
  await search(() => cleo.locator(".archive-search select").first().selectOption("pylos"), 1);
  const [file] = await Promise.all([cleo.waitForEvent("download"), cleo.click("[data-found] button")]);
  check(/^pylos-.*\.txt$/.test(file.suggestedFilename()), "the record can be saved");
  await cleo.click("[data-found] a");
  await cleo.waitForSelector('.table[data-phase="over"]');

  /* A level always plays. Somebody new asks, because Cleo's searches have used up most of her line's quota. */
  const dora = await come();
  await dora.waitForSelector(".lobby[data-tables]"); // the lists have pushed down what is below them
  await dora.click('[data-name="level"]');
  await dora.waitForSelector('.table[data-phase="playing"]');
  for (let now = await stand(dora); now.turn === "person" && now.ply === "0"; now = await stand(dora))
    await choose(dora, random);
  await dora.waitForFunction(() => {
    const { ply, turn } = document.querySelector(".table").dataset;
    return Number(ply) >= 2 && turn === "person"; // the level has answered
  });

  /* Dead links. */
  await dora.evaluate(() => (location.hash = "#seat=AAAAAAAAAAAAAAAAAAAAAA"));
  await dora.waitForSelector(".far-nowhere");
  await axe(dora, "a link that leads nowhere");

  /* A level cannot play because the house has just gone: the lobby says so. */
  await dora.evaluate(() => (location.hash = "#/online"));
  await dora.waitForSelector('.lobby[data-line="up"]');
  await house.kill();
  await dora.waitForSelector('.lobby[data-line="lost"]');
  await dora.click('[data-name="level"]');
  await dora.waitForFunction(() => document.querySelector(".levels [role=status]").textContent !== "");
}

/* A fair start is chosen at random; the second game of a pair starts by itself with the seats swapped, and the
 * points are shown. */
async function starts({ come }) {
  const ann = await come();
  await ann.waitForSelector('.lobby[data-line="up"]');
  await openTable(ann, { game: "pyrga", seats: ["me", "open"], name: "Ann", kind: "open", start: "fair" });
  await ann.waitForFunction(() => /fair start \d+/.test(document.querySelector(".far-start").textContent));
  await ann.evaluate(() => (location.hash = "#/online"));
  await openTable(ann, { game: "dorix", seats: ["me", "open"], name: "Ann", kind: "open", start: "pair" });
  check(/first game of a pair/.test(await ann.textContent(".far-start")), "the table says that it is a pair");

  const bob = await come({ ...PHONE, settings: { lang: "fr" }, locale: "fr-FR" });
  const row = bob.locator(".lobby-row", { hasText: "Dorix" });
  check(/Une paire de parties/.test(await row.textContent()), "the lobby says it too");
  check(
    /Départ équitable/.test(await bob.locator(".lobby-row", { hasText: "Pyrga" }).textContent()),
    "and what is fair",
  );
  await row.locator("[data-join]").click();
  await sit(bob, "Bob");
  const random = chance(3);
  const moved = async (page) => {
    await page.waitForSelector('.table[data-turn="person"]');
    while (await choose(page, random));
  };
  await moved(ann);
  await moved(bob);
  await ann.click('.controls [data-name="resign"]');
  await ann.click("dialog.confirm .primary");
  await bob.waitForFunction(() => /Seconde partie/.test(document.querySelector(".far-start").textContent));
  check(/Bob 1 – Ann 0/.test(await bob.textContent(".far-start")), await bob.textContent(".far-start"));
  await axe(bob, "the second game of a pair");
  await moved(bob);
  await moved(ann);
  await bob.click('.controls [data-name="draw"]');
  await ann.click('[data-offer="draw"] [data-name="yes"]');
  await ann.waitForFunction(() => /Bob 1½ – Ann ½/.test(document.querySelector(".far-start").textContent));
}

/* From the screen for a new game, on a phone, in French: the form for the table takes over the game and the seats. */
async function away({ come }) {
  const ann = await come({ ...PHONE, hash: "#/game/dorix-4/", settings: { lang: "fr" }, locale: "fr-FR" });
  await settled(ann);
  await ann.click('.controls [data-name="menu"]');
  await ann.click('dialog.menu [data-name="new"]');
  await ann.waitForSelector("dialog.setup[open]");
  await ann.locator('.seat-card[data-seat="2"] [value="level"]').check();
  check((await ann.textContent('[data-name="away"]')) === "Jouer avec quelqu'un au loin", "it is found there");
  await ann.click('[data-name="away"]');
  await ann.waitForSelector("dialog.invite[open]");
  check((await ann.locator("dialog.setup:not(.invite)").count()) === 0, "the other screen is gone");
  const form = await ann.$$eval("dialog.invite select", (all) => all.slice(0, 5).map((s) => s.value));
  check(form.join() === "dorix-4,me,link,level:3,link", `the game and the seats as they were: ${form}`);
  await axe(ann, "the table's form");
  await ann.click('dialog.invite button[type="submit"]');
  await ann.waitForSelector(".invitation .link");
  check((await ann.locator(".invitation .link").count()) >= 2, "a link for each of them");
}

/* On a plain file server the entry says why it does not work, and everything else does. */
async function alone() {
  await withBrowser(async (open, errors) => {
    const page = await open({ hash: "#/online" });
    await page.waitForFunction(() => /No house answers here/.test(document.querySelector(".far-line").textContent));
    await page.evaluate(() => (location.hash = "#/online/new/pylos/me,link"));
    await page.waitForFunction(() => /No house answers here/.test(document.querySelector(".far-line").textContent));
    check((await page.locator("dialog.invite").count()) === 0, "nothing is asked that cannot be had");
    await page.evaluate(() => (location.hash = "#/table"));
    check((await settled(page)).turn === "person", "one can play");
    errors.splice(0, errors.length, ...errors.filter((e) => !/WebSocket|a request to ws:/.test(e)));
  });
}

run(() => (what === "alone" ? alone() : withHouse(program, { lobby, starts, away }[what])));
