/* Hints and analyses show on either board: ghosts of the pieces and arrows along their paths, stronger for better
 * moves. A hint first shows only where the move begins. */
import { FEW_PIXELS, SOLID, check, openPanel, run, settled, until, withBrowser } from "./page.mjs";

/* A move that raises a piece, one that puts a piece down, and one whose kind is chosen first. */
const GAMES = {
  pylos: "1b2~1c2~1b3~1c3~1a2~1a3",
  pyrga: "Sb2~Tc2n",
  dorix: "b2~c2~b3~c3",
  pilea: "a1~b2~c2~d2~d4~b4~e1~c4~a5~e5",
};
const LIFTS = ["pylos", "dorix", "pilea"];

const seen = (page) =>
  page.evaluate((solid) => {
    const inSolid = document.querySelector(solid) !== null;
    const shown = (selector) => [...document.querySelectorAll(`.board ${selector}`)];
    return {
      ghosts: inSolid ? Number(document.querySelector("canvas.solid").dataset.ghosts) : shown(".proposed").length,
      ways: shown(".way").map((way) => Number(way.getAttribute("opacity"))),
      pointers: shown(".badge").length + document.querySelectorAll(".slot.pointed").length,
      told: [...document.querySelectorAll(".place, .prompt button")]
        .map((one) => one.getAttribute("aria-label") ?? "")
        .filter((label) => /; the hint points here$/.test(label)),
      note: document.querySelector(".note").textContent,
    };
  }, SOLID);

const untilSeen = (page, what, test) =>
  until(
    async () => `${what}, not ${JSON.stringify(await seen(page))}`,
    async () => test(await seen(page)),
  );

run(() =>
  withBrowser(async (open) => {
    let graded = 0;
    for (const board of process.argv.slice(2))
      for (const [game, moves] of Object.entries(GAMES)) {
        const where = `${game}, ${board}`;
        const page = await open({ hash: `#/game/${game}/${moves}`, query: `?board=${board}`, ...FEW_PIXELS });
        await settled(page);
        await page.click('[data-name="hint"]');
        await page.waitForFunction(() => /Hint again/.test(document.querySelector(".note").textContent));
        let now = await seen(page);
        check(now.ghosts === 0 && now.ways.length === 0, `${where}: the first hint only says where to begin`);
        check(now.pointers === 1, `${where}: it points at one thing, not ${now.pointers}`);
        check(now.told.length === 1, `${where}: one label says so to who listens: ${now.told}`);
        const [begins] = now.told;
        await page.click('[data-name="hint"]');
        await untilSeen(page, `${where}: a ghost`, (now) => now.ghosts > 0);
        now = await seen(page);
        check(/^Try \S+:/.test(now.note), `${where}: the notation is beside it: ${now.note}`);
        check(now.told.join() === begins, `${where}: the label still says where it begins: ${now.told}`);
        await openPanel(page, 1);
        await page.click(".analysis button");
        await page.waitForSelector(".values li:nth-child(2)");
        const lifts = LIFTS.includes(game);
        await untilSeen(page, `${where}: ghosts and arrows`, (s) => s.ghosts > 0 && (!lifts || s.ways.length > 0));
        now = await seen(page);
        if (Math.min(...now.ways) < Math.max(...now.ways)) graded++;
        await page.click(".analysis button");
        await untilSeen(page, `${where}: none of it after the analysis`, (s) => s.ghosts + s.ways.length === 0);
        await page.context().close();
        console.log(`${where}: ${now.ghosts} ghosts, ${now.ways.length} arrows`);
      }
    check(graded > 0, "better moves are stronger in colour");
    /* Threats are in the labels, too: Black is about to take the fourth place of a diagonal. */
    const page = await open({ hash: "#/game/dorix/d4~a4~d3~b3~a1~c2", settings: { threats: true } });
    await settled(page);
    const label = await page.getAttribute('.place[aria-label^="d1:"]', "aria-label");
    check(/the next player threatens to win here$/.test(label), `a threat is told: ${label}`);
  }),
);
