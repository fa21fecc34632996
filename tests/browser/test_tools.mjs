/* Learning, analysing, setting up, sharing: each used once, as a person would. */
import { check, openPanel, run, settled, withBrowser } from "./page.mjs";

const type = async (page, box, move) => {
  await page.fill(box, move);
  await page.press(box, "Enter");
};

async function lesson(page) {
  await page.evaluate(() => (location.hash = "#/lesson/pylos"));
  const moves = ["1a1", "2b2", "1a1-2b2", "1d1-2b1", "1b2x1a1x1b1", "1b2x1b2", "1c3", "1a4-3b2", "2a3"];
  const pointed = () => page.$$eval('.place[aria-label*="the lesson points here"]', (all) => all.length);
  for (const [i, move] of moves.entries()) {
    await page.waitForFunction(
      (n) => document.querySelector(".lesson .table-title .quiet")?.textContent === `Step ${n} of 9`,
      i + 1,
    );
    if (i === 1) check((await pointed()) === 1, "the lesson points at the place that it asks for");
    if (i === 6) {
      check((await pointed()) === 0, "what is to be found is not pointed at");
      await type(page, "#lesson-notation", "1a4");
      await page.waitForFunction(() =>
        /Which place is missing/.test(document.querySelector(".lesson-text").textContent),
      );
      check((await pointed()) === 1, "after a wrong move it is");
    }
    await type(page, "#lesson-notation", move);
    await page.waitForFunction(() => /Well done/.test(document.querySelector(".lesson-text").textContent));
    if (i + 1 < moves.length) await page.click("text=Next step");
  }
}

async function puzzle(page) {
  await page.evaluate(() => (location.hash = "#/puzzles/pilea"));
  await page.waitForSelector(".puzzle-list button");
  for (let i = 0; i < 6; i++) {
    await page.click("text=Show the solution");
    await page.waitForFunction(() => /One solution|Solved/.test(document.querySelector(".lesson-text").textContent));
    const move = /One solution: (\S+)/.exec(await page.textContent(".lesson-text"))?.[1];
    if (!move) break;
    await type(page, "#puzzle-notation", move);
    await page.waitForFunction(() => /Good|Solved/.test(document.querySelector(".lesson-text").textContent));
    if (/Solved/.test(await page.textContent(".lesson-text"))) break;
  }
  await page.waitForFunction(() => /Solved/.test(document.querySelector(".lesson-text").textContent));
  await page.reload();
  await page.waitForSelector('.puzzle-list [aria-label="Puzzle 1, solved"]', { state: "attached" });
}

async function editor(page) {
  await page.evaluate(() => (location.hash = "#/edit"));
  await page.waitForSelector(".palette button");
  await page.click("text=Empty the board");
  const place = async (label) => {
    const button = page.locator(`.place[aria-label^="${label}:"]`);
    await button.focus();
    await page.keyboard.press("Enter");
  };
  await place("2a1");
  await page.waitForSelector(".verdict.bad");
  await page.click("text=Take the top piece away");
  await place("2a1");
  await page.click('.palette button:has-text("White")');
  await place("1a1");
  await page.waitForSelector(".verdict:not(.bad)");
  await page.locator(".editor-form select").nth(1).selectOption("1");
  await page.waitForFunction(() => / b$/.test(document.querySelector("#edited").value));
  await page.click("text=Play from here");
  await page.waitForFunction(() => document.querySelector(".status")?.textContent === "Black to move");
}

async function analyse(page) {
  await page.evaluate(() => (location.hash = "#/game/dorix/b2~c2~b3~a1~c3"));
  await page.waitForFunction(() => document.querySelectorAll(".movelist [data-node]").length === 6);
  await openPanel(page, 1);
  await page.click("text=Analyse this position");
  await page.waitForSelector(".values li");
  check(await page.locator(".marks .badge").count(), "values are on the board");
  check(
    /:.*(better|even|worse|wins|loses|draw)/.test(
      await page.locator('.place[aria-disabled="false"]').first().getAttribute("aria-label"),
    ),
    "values are in words",
  );
  await page.click("text=Stop analysing");
  await page.click("text=Review the game");
  await page.waitForFunction(
    () => /Reviewed 5 of 5/.test(document.querySelector(".analysis")?.textContent ?? ""),
    undefined,
    { timeout: 40000 },
  );
  await page.waitForSelector(".graph-line");
}

async function share(page) {
  await openPanel(page, 2);
  for (const [text, name] of [
    ["Picture (SVG)", /dorix-5\.svg$/],
    ["Picture (PNG)", /dorix-5\.png$/],
    ["Save the record", /dorix\.txt$/],
  ]) {
    const [file] = await Promise.all([page.waitForEvent("download"), page.click(`text=${text}`)]);
    check(name.test(file.suggestedFilename()), `${text} is offered as ${name}`);
  }
  await page.waitForFunction(() => /b2/.test(document.querySelector("#record")?.value));
  await page.click("text=QR code");
  await page.waitForSelector(".files svg.qr path");
  /* On paper: a diagram before the first move and after each. */
  await page.evaluate(() => {
    window.print = () => {
      window.printed = [...document.querySelectorAll(".print-sheet figcaption")].map((c) => c.textContent);
      dispatchEvent(new Event("afterprint"));
    };
  });
  await page.getByRole("button", { name: "Print" }).click();
  await page.waitForFunction(() => window.printed);
  const printed = await page.evaluate(() => window.printed);
  check(printed.length === 6 && printed[5] === "3. White: c3", `diagrams with moves: ${printed}`);
  check((await page.locator(".print-sheet").count()) === 0, "the sheet is gone afterwards");
  await page.click("text=Read this record");
  await page.waitForFunction(() => /was read/.test(document.querySelector(".files .note").textContent));
  await settled(page);
}

/* Pieces make sounds only when asked to. */
async function sound(page) {
  await page.evaluate(() => {
    const { start } = AudioBufferSourceNode.prototype;
    window.knocks = 0;
    AudioBufferSourceNode.prototype.start = function (...when) {
      window.knocks++;
      return start.apply(this, when);
    };
  });
  await openPanel(page, 0);
  await type(page, "#notation", "d2");
  await page.waitForFunction(() => document.querySelector(".table").dataset.ply === "6");
  check((await page.evaluate(() => window.knocks)) === 0, "silent at first");
  await page.click(".settings > summary");
  await page.getByLabel("Sound of the pieces").selectOption("on");
  await page.keyboard.press("Escape");
  await type(page, "#notation", "a2");
  await page.waitForFunction(() => window.knocks === 1);
}

run(() =>
  withBrowser(async (open) => {
    const page = await open();
    for (const part of [lesson, puzzle, editor, analyse, share, sound]) {
      await part(page);
      console.log(part.name);
    }
  }),
);
