/* An analysis that several workers divide between them: the same moves as from one, best
 * first; stopped at once by a move; finished by the others when one dies. */
import { check, openPanel, run, settled, until, withBrowser } from "./page.mjs";
import { source } from "./engine.mjs";

const LINE = "#/game/dorix/b2~c2~b3~a1~c3";
/* A machine with that many cores, and a way to kill the worker that was started last. */
const cores = (count) => `
  Object.defineProperty(navigator, "hardwareConcurrency", { value: ${count} });
  const started = [];
  window.Worker = class extends Worker { constructor(...given) { super(...given); started.push(this); } };
  window.killOne = () => { const last = started.pop(); last.terminate(); last.dispatchEvent(new ErrorEvent("error", { message: "killed by a test" })); };`;

/* Values of different depths are not mixed; what is proven counts at once. */
async function putTogether() {
  const { Shares } = await source("shares.ts");
  const advice = (move, rank, proven = false) => ({
    move,
    value: proven ? { result: "loss" } : { score: rank },
    rank,
    exact: true,
    line: [move],
    steps: [],
  });
  const list = (depth, ...moves) => ({ depth, nodes: 10, seconds: depth, moves });
  const shares = new Shares(2);
  const text = () =>
    shares
      .together()
      ?.moves.map((m) => `${m.move}${m.rank}`)
      .join(" ");
  shares.take(0, list(1, advice("a", 5), advice("b", 1)));
  check(text() === undefined, "nothing before all have spoken");
  shares.take(1, list(1, advice("c", 3)));
  check(text() === "a5 c3 b1", `best first: ${text()}`);
  shares.take(0, list(2, advice("b", 9), advice("a", -31000, true)));
  check(text() === "c3 b1 a-31000", `the common depth, and what is proven: ${text()}`);
  shares.take(1, list(1, advice("c", 31000, true)));
  check(
    text() === "c31000 b9 a-31000" && shares.together().depth === 2,
    `a settled share holds nobody back: ${text()}`,
  );
}

/* Beside the game's own; those that were ended take a moment to go. */
async function helpers(page, wanted) {
  await until(
    () => `${wanted} workers beside the game's, not ${page.workers().length - 1}`,
    () => page.workers().length - 1 === wanted,
  );
}

const moves = (page) =>
  page.evaluate(
    () =>
      document.querySelectorAll(".values li").length +
      Number(/\d+/.exec(document.querySelector(".advice .quiet")?.textContent ?? "0")?.[0] ?? 0),
  );

async function analysis(page) {
  await openPanel(page, 1);
  await page.click("text=Analyse this position");
  await page.waitForSelector(".values li");
}

run(async () => {
  await putTogether();
  await withBrowser(async (open, errors) => {
    const single = await open({ hash: LINE, init: cores(1) });
    await analysis(single);
    const all = await moves(single);
    await helpers(single, 1);
    await single.context().close();

    const page = await open({ hash: LINE, init: cores(8) });
    await helpers(page, 1);
    await analysis(page);
    await helpers(page, 4);
    check((await moves(page)) === all, `all ${all} moves, not ${await moves(page)}`);

    /* One dies in the middle: the analysis comes to an end all the same. */
    await page.evaluate(() => {
      document.querySelector(".values").dataset.old = "1";
      window.killOne();
    });
    await page.waitForSelector(".values:not([data-old]) li");
    await helpers(page, 3);
    check((await moves(page)) === all, `with every move, not ${await moves(page)}`);
    check((await page.locator(".alert").count()) === 0, "nobody is bothered with it");

    /* A move ends it at once: its values go, those of the next position come. */
    const first = await page.locator(".values .go").first().textContent();
    await page.fill("#notation", first);
    await page.keyboard.press("Enter");
    await page.waitForFunction(
      () =>
        document.querySelectorAll(".movelist [data-node]").length === 7 ||
        document.querySelector(".table").dataset.ply === "6",
    );
    await page.waitForFunction((old) => {
      const now = document.querySelector(".values .go")?.textContent;
      return now !== undefined && now !== old;
    }, first);
    await settled(page);
    await page.click("text=Stop analysing");
    check((await page.locator(".marks .badge").count()) === 0, "no value stays on the board");
    await helpers(page, 1);
    errors.splice(0, errors.length, ...errors.filter((e) => !/killed by a test/.test(e)));
  });
});
