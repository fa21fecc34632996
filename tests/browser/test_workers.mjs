/* An analysis that several workers share: it finds the same moves as one worker does, best first; a move stops it
 * at once; when one worker dies, the others finish it. */
import { check, openPanel, run, settled, until, withBrowser } from "./page.mjs";
import { engine, source, think } from "./engine.mjs";

const LINE = "#/game/dorix/b2~c2~b3~a1~c3";
/* A machine with that many cores, and a way to kill the worker that was started last. */
const cores = (count) => `
  Object.defineProperty(navigator, "hardwareConcurrency", { value: ${count} });
  const started = [];
  window.Worker = class extends Worker { constructor(...given) { super(...given); started.push(this); } };
  window.killOne = () => { const last = started.pop(); last.terminate(); last.dispatchEvent(new ErrorEvent("error", { message: "killed by a test" })); };`;

const advice = (move, rank, value = { score: rank }) => ({ move, value, rank, exact: true, line: [move], steps: [] });
const WIN = { result: "win", plies: 3 };
const LOSS = { result: "loss" };
const looked = (depth, moves, nodes = 2000, found = "") => ({ depth, nodes, seconds: 0, moves, found });

/* Values of different depths are not mixed; proven values count at once. */
async function putTogether() {
  const { Worklist } = await source("worklist.ts");
  const list = new Worklist(2, looked(1, [advice("a", 5), advice("c", 3), advice("b", 1)]));
  const text = () =>
    list
      .together(0)
      .moves.map((m) => `${m.move}${m.rank}`)
      .join(" ");
  check(text() === "a5 c3 b1" && list.depth === 1, `best first: ${text()}`);
  const [zero, one] = [list.next(0), list.next(1)];
  check(`${zero.moves} ${one.moves}` === "a,b c", `each has moves: ${zero.moves} ${one.moves}`);
  check(list.next(0) === undefined && list.busy, "nothing is given out twice");
  list.take(0, zero, looked(2, [advice("b", 9), advice("a", -31000, LOSS)], 2000, "told"));
  check(text() === "c3 b1 a-31000", `the common depth, and what is proven: ${text()}`);
  check(`${list.news(1)}` === "told" && list.news(1).length === 0, "the other is told, once");
  check(list.news(0).length === 0, "and who found it is not");
  list.take(1, one, looked(0, [advice("c", 99)]));
  check(text() === "c3 b1 a-31000" && list.depth === 1, `what was interrupted does not count: ${text()}`);
  list.take(1, list.next(1), looked(2, [advice("c", 31000, WIN)]));
  check(text() === "c31000 b9 a-31000" && list.depth === 2, `what is settled holds nobody back: ${text()}`);
  check(`${list.toProve(0)} ${list.toProve(1)} ${list.toProve(1)}` === "b a ", "what is open is dealt out, once");
  list.settle({ moves: [advice("a", 0), advice("b", 0, { result: "draw" })] });
  check(text() === "c31000 b0 a-31000", `only what is proven is taken, and no proof is lost: ${text()}`);
  let lost = false;
  try {
    list.take(0, list.next(0), looked(3, []));
  } catch {
    lost = true;
  }
  check(lost, "an answer that leaves a move out is noticed");
}

/* Engines of any speed: each move is searched once per depth, shallow depths first, and no engine is idle. */
async function dividesAll() {
  const { Worklist } = await source("worklist.ts");
  for (const [engines, count] of [
    [2, 3],
    [3, 1],
    [4, 40],
  ]) {
    const moves = Array.from({ length: count }, (_, i) => `m${i}`);
    const list = new Worklist(
      engines,
      looked(
        1,
        moves.map((m) => advice(m, 0)),
      ),
    );
    const asked = new Map(moves.map((m) => [m, 1]));
    const jobs = Array.from({ length: engines }, () => undefined);
    const did = jobs.map(() => 0);
    let random = 7;
    for (let step = 0; step < 2000 && list.depth < 30; step++) {
      random = (random * 48271) % 2147483647;
      const i = random % engines;
      const job = jobs[i];
      if (job) {
        const cost = 10 + (Number(job.moves[0].slice(1)) % 5) * 900 * job.depth;
        list.take(
          i,
          job,
          looked(
            job.depth,
            job.moves.map((m) => advice(m, job.depth)),
            cost,
          ),
        );
      }
      jobs[i] = list.next(i);
      if (jobs[i]) did[i]++;
      for (const move of jobs[i]?.moves ?? []) {
        check(jobs[i].depth === asked.get(move) + 1, `${move} at depth ${jobs[i].depth} after ${asked.get(move)}`);
        asked.set(move, jobs[i].depth);
      }
      const { depth, moves: shown } = list.together(0);
      check(new Set(shown.map((m) => m.move)).size === count, `${shown.length} of ${count} moves`);
      check(depth === 1 || shown.every((m) => m.rank === depth), `all at depth ${depth}`);
    }
    check(list.depth === 30, `${engines} engines and ${count} moves came to depth ${list.depth}`);
    check(count < engines || did.every((n) => n > 20), `all have worked: ${did}`);
  }
}

/* The engine's side of it, in every ruleset: each move can be asked about by its name, by itself, and only once. */
async function doesJobs() {
  const ask = await engine();
  for (const { id, sides } of ask("games")) {
    ask(`command follow\n${id}\n\n`);
    const job = (words) => think(ask, words);
    const first = job("look 1 1").moves;
    check((first.length === 0) === sides > 2, `${id}: ${first.length} moves`);
    const apart = first.map(({ move }) => job(`look 1 2 ${move}`));
    const together = job(`look 1 2 ${first.map((m) => m.move).join(" ")}`);
    if (sides > 2) continue;
    check(
      apart.every((list, i) => list.depth === 2 && list.moves.length === 1 && list.moves[0].move === first[i].move),
      `${id}: each alone`,
    );
    check(together.moves.length === first.length && together.depth === 2, `${id}: ${together.moves.length} together`);
    check(job(`prove 0.01 ${first[0].move}`).moves.length === 1, `${id}: a proof is sought for one`);
    check("error" in job(`look 1 2 ${first[0].move} ${first[0].move}`), `${id}: none twice`);
    check("error" in job("look 1 2 nonsense") && "error" in job("look 1 0"), `${id}: nothing else`);
    check("error" in job("learn nonsense") && job(`learn ${together.found}`) === true, `${id}: what was found, only`);
  }
}

/* Counts the workers besides the game's own; those that were ended take a moment to go. */
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
  await dividesAll();
  await doesJobs();
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

    /* One dies in the middle: the analysis still finishes. */
    await page.evaluate(() => {
      document.querySelector(".values").dataset.old = "1";
      window.killOne();
    });
    await page.waitForSelector(".values:not([data-old]) li");
    await helpers(page, 3);
    check((await moves(page)) === all, `with every move, not ${await moves(page)}`);
    check((await page.locator(".alert").count()) === 0, "nobody is bothered with it");

    /* A move ends it at once: its values disappear, and those of the next position appear. */
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
