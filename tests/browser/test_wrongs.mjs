/* Tests for past faults of the page. */
import { check, newGame, openPanel, run, settled, withBrowser } from "./page.mjs";

const note = (page, pattern) =>
  page.waitForFunction((p) => new RegExp(p).test(document.querySelector(".note")?.textContent ?? ""), pattern);

const centre = async (page, label) => {
  await page.evaluate(() => document.querySelector(".board").scrollIntoView({ block: "center" }));
  const box = await page.locator(`.place[aria-label^="${label}:"]`).boundingBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
};

const WRONGS = {
  /* A malformed address leads to the list of games. */
  async addresses(open) {
    for (const hash of ["#/rules/%", "#/lesson/%E0%A4%A", "#/puzzles/%"]) {
      const page = await open({ hash });
      await page.waitForSelector(".learn .card");
      check((await page.locator(".alert").count()) === 0, `${hash} is no fault of the engine's`);
      await page.context().close();
    }
  },

  /* A click on the middle of the place behind Pilea's grey pile hits that place. */
  async "behind the pile"(open) {
    for (const query of ["?board=flat", "?board=3d"]) {
      const page = await open({ query, width: 900, height: 800 });
      await newGame(page, "pilea", [0, 0]);
      await page.mouse.click(...(await centre(page, "c4")));
      await page.waitForSelector('.place[aria-label^="c4: White"]');
      await page.context().close();
    }
  },

  /* The flag of a tower's owner stands beside that tower, and only the last triangle shows its direction. */
  async towers(open) {
    const page = await open({ query: "?board=flat", hash: "#/game/pyrga/Sb2~Tc2n~Cc3~Sc3~Sc2~Tc3w" });
    await page.waitForSelector(".flag");
    const held = await page.evaluate(() => {
      const middle = (e) => {
        const r = e.getBoundingClientRect();
        return [r.left + r.width / 2, r.top + r.height / 2];
      };
      const flags = [...document.querySelectorAll(".flag")].map(middle);
      const places = [...document.querySelectorAll(".place")];
      return flags.map(([x, y]) => {
        const near = places
          .map((p) => [Math.hypot(middle(p)[0] - x, middle(p)[1] - y), p.getAttribute("aria-label")])
          .sort((a, b) => a[0] - b[0]);
        return near[0][1];
      });
    });
    check(held.length > 0 && held.every((label) => /belongs to/.test(label)), `owner signs by their towers: ${held}`);
    check((await page.locator(".arrow").count()) === 1, "one arrow, of the last triangle");
    await page.click('[aria-keyshortcuts="v"]');
    check((await page.locator(".arrow").count()) === 1, "one arrow from above");
    await page.context().close();
  },

  /* A refusal at the end of a game (here of a draw, by a level that is winning) appears beside the board, and is
   * gone in the next game. */
  async refusal(open) {
    const page = await open({ hash: "#/game/pylos/1b2~1c2" });
    await page.waitForSelector(".movelist [data-node]");
    await newGame(page, "pylos", [0, 4]);
    await page.locator('[data-name="draw"]').evaluate((b) => b.click());
    await note(page, "draw");
    check((await page.locator(".alert").count()) === 0, "no box above the board");
    await newGame(page, "dorix", [0, 3]);
    check((await page.textContent(".note")) === "", "nothing of it in the next game");
    await page.context().close();
  },

  /* A touch leaves no hover style behind; hovering looks unlike selection. */
  async hover(open) {
    const page = await open({ width: 360, height: 740, hasTouch: true, isMobile: true, hash: "#/" });
    const look = () =>
      page
        .locator(".top nav a")
        .nth(2)
        .evaluate((a) => getComputedStyle(a).color + getComputedStyle(a).boxShadow);
    await page.waitForSelector(".game-card");
    const before = await look();
    await page.locator(".top nav a").nth(2).tap();
    await page.waitForSelector(".learn .card");
    await page.locator(".top nav a").nth(0).tap();
    await page.waitForSelector(".game-card");
    check((await look()) === before, "what was touched looks as before");
    await page.context().close();
    const wide = await open({ hash: "#/table", query: "?board=flat" });
    const button = wide.locator('[aria-keyshortcuts="v"]');
    const style = () => button.evaluate((b) => getComputedStyle(b).boxShadow + getComputedStyle(b).backgroundColor);
    await button.hover();
    const pointed = await style();
    await button.click();
    check((await style()) !== pointed, "pointed at is not selected");
    await wide.context().close();
  },

  /* Escape, or a click elsewhere, closes the settings. */
  async settings(open) {
    const page = await open({});
    const sheet = page.locator("details.settings");
    await page.click(".settings > summary");
    check(await sheet.evaluate((d) => d.open), "it opens");
    await page.keyboard.press("Escape");
    check(!(await sheet.evaluate((d) => d.open)), "Escape closes it");
    check(await page.evaluate(() => document.activeElement?.matches("summary")), "the focus is where it was");
    await page.click(".settings > summary");
    await page.mouse.click(40, 400);
    check(!(await sheet.evaluate((d) => d.open)), "so does a press elsewhere");
    await page.context().close();
  },

  async "title and begin"(open) {
    const page = await open({});
    await newGame(page, "dorix", [0, 3]);
    await settled(page);
    check(/^Dorix · /.test(await page.title()), `the tab names the game: ${await page.title()}`);
    check(await page.evaluate(() => document.activeElement?.matches(".place")), "the board has the focus after Begin");
    await page.evaluate(() => (location.hash = "#/learn"));
    await page.waitForSelector(".learn .card");
    await page.waitForFunction(() => !/Dorix/.test(document.title));
    await page.context().close();
  },

  async counting(open) {
    const page = await open({ hash: "#/game/pylos/1b2~1b2" });
    await page.waitForSelector(".alert p");
    const said = await page.textContent(".alerts");
    check(/After move 1/.test(said) && !/1 moves/.test(said), `in good English: ${said}`);
    await page.context().close();
  },

  /* Marks of the mouse and of hints are not in the picture. */
  async picture(open) {
    const page = await open({ hash: "#/game/dorix/b2~c2~b3~a1", query: "?board=flat" });
    await page.waitForSelector(".movelist [data-node]");
    await page.click('[data-name="hint"]');
    await page.waitForSelector(".marks .badge, .board .proposed");
    await openPanel(page, 2);
    const [file] = await Promise.all([page.waitForEvent("download"), page.click("text=Picture (SVG)")]);
    const chunks = [];
    for await (const chunk of await file.createReadStream()) chunks.push(chunk);
    const picture = Buffer.concat(chunks).toString();
    const plain = await page.evaluate((text) => {
      const marks = new DOMParser().parseFromString(text, "image/svg+xml").querySelectorAll("text");
      return [...marks].every((t) => /^[a-z0-9]$/.test(t.textContent));
    }, picture);
    check(plain, "nothing but coordinates is written in the picture");
    await page.context().close();
  },

  /* Where the system chooses the colours, borders show the states. */
  async "forced colours"(open) {
    const page = await open({ forcedColors: "active" });
    const edge = (selector) =>
      page
        .locator(selector)
        .first()
        .evaluate((e) => {
          const s = getComputedStyle(e);
          return Math.max(parseFloat(s.outlineStyle === "none" ? "0" : s.outlineWidth), parseFloat(s.borderTopWidth));
        });
    check((await edge(".player.turn")) >= 3, "who is to move has a thick edge");
    check((await edge(".player:not(.turn)")) < 3, "the others have not");
    check((await edge('[role="tab"][aria-selected="true"]')) >= 3, "the open panel's tab has one");
    await page.click('[aria-keyshortcuts="v"]');
    check((await edge('[aria-keyshortcuts="v"]')) >= 3, "so has what is switched on");
    await page.context().close();
  },

  async threats(open) {
    const page = await open({});
    await page
      .getByRole("button", { name: "Threats" })
      .first()
      .evaluate((b) => b.click());
    await note(page, "nothing that wins|threatens");
    await page.context().close();
  },

  /* Arrows step through the moves, Y replays what U took back; the page's list of keys names both. */
  async keys(open) {
    const page = await open({ hash: "#/game/dorix/b2~c2~b3~a1" });
    const ply = (n) => page.waitForFunction((k) => document.querySelector(".table").dataset.ply === k, String(n));
    await ply(4);
    await page.locator("#main").focus();
    await page.keyboard.press("ArrowLeft");
    await ply(3);
    await page.keyboard.press("Home");
    await ply(0);
    await page.keyboard.press("ArrowRight");
    await ply(1);
    await page.keyboard.press("End");
    await ply(4);
    await page.keyboard.press("u");
    await ply(3);
    await page.keyboard.press("y");
    await ply(4);
    await page.click(".settings > summary");
    await page.click(".keys summary");
    const keys = await page.locator(".keys dt").allTextContents();
    check(keys.includes("N") && keys.includes("U, Y"), `the keys are documented: ${keys}`);
    await page.context().close();
  },

  /* A browser without SIMD is told so. */
  async "old browser"(open) {
    const page = await open({
      init: () => {
        const { validate } = WebAssembly;
        WebAssembly.validate = (bytes) => bytes.byteLength > 40 && validate(bytes);
        new MutationObserver(() => {
          if (document.querySelector(".alert")) document.documentElement.dataset.ready = "true";
        }).observe(document, { childList: true, subtree: true });
      },
    });
    check(/SIMD/.test(await page.textContent(".alert")), "the sentence names what is missing");
    await page.context().close();
  },
};

run(() =>
  withBrowser(async (open) => {
    const only = process.argv.slice(2);
    for (const [name, again] of Object.entries(WRONGS)) {
      if (only.length > 0 && !only.includes(name)) continue;
      await again(open);
      console.log(name);
    }
  }),
);
