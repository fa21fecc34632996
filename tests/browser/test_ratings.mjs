/* Ratings, the archive and its explorer, as people see them: two accounts play rated games, the standings follow,
 * and finished games can be found by whatever one remembers of them; axe on every screen, in both languages.
 *
 * usage: test_ratings.mjs PROGRAM */
import { execFileSync } from "node:child_process";
import { PHONE, axe, stand, withHouse } from "./house.mjs";
import { check, choosePlace, chosen, run } from "./page.mjs";

const [program = "build/gcc/colonnade"] = process.argv.slice(2);
const GOOD = "seven quiet doves";

const go = (page, hash) => page.evaluate((h) => (location.hash = h), hash);
const says = (page, selector, words) =>
  page.waitForFunction(
    ([s, w]) => new RegExp(w).test(document.querySelector(s)?.textContent ?? ""),
    [selector, words.source],
  );

async function signUp(page, name) {
  await page.waitForSelector(".account-form");
  await page.click('[data-name="account-up"]');
  await page.fill('.account-form [name="username"]', name);
  await page.fill('.account-form [name="password"]', GOOD);
  await page.click('.account-form button[type="submit"]');
  await page.click('[data-name="codes-done"]');
  await page.waitForSelector('[data-name="sign-out-all"]');
}

/* Plays games with all seats at one screen, over the page's own connection: [moves of Pylos, how the game ends].
 * After them, a game of Pyrga to its end, whose moves it returns. */
const played = (page, games) =>
  page.evaluate(async (all) => {
    const socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}/house`);
    const heard = [];
    let wake = () => undefined;
    socket.onmessage = (event) => {
      heard.push(JSON.parse(event.data));
      wake();
    };
    const next = async (fits) => {
      for (;;) {
        const at = heard.findIndex(fits);
        if (at >= 0) return heard.splice(at, 1)[0];
        await new Promise((done, fail) => {
          wake = done;
          socket.onclose = () => fail(new Error("the line is closed"));
        });
      }
    };
    await next((m) => m.is === "welcome");
    const send = (message) => socket.send(JSON.stringify(message));
    let nonces = 0;
    let round, number;
    const open = async (game) => {
      send({ do: "open", game, seats: ["me", "me"], listed: true, name: "Cleo" });
      ({ round, number } = await next((m) => m.is === "round"));
    };
    const act = async (action, seat) => {
      const nonce = `n${++nonces}`;
      send({ do: "act", round, number, action, nonce, ...(seat ? { seat } : {}) });
      const answer = await next((m) => m.nonce === nonce);
      if (answer.is !== "done") throw new Error(JSON.stringify(answer));
      number = answer.number;
    };
    for (const [moves, ...end] of all) {
      await open("pylos");
      for (const move of moves) await act(`move ${move}`);
      for (const [seat, action] of end) await act(action, seat);
    }
    await open("pyrga");
    const line = [];
    for (;;) {
      send({ do: "moves", round });
      const { moves, seat } = await next((m) => m.is === "moves");
      if (moves.length === 0) break;
      line.push(moves[(7 * line.length) % moves.length]);
      await act(`move ${line.at(-1)}`, seat);
    }
    socket.close();
    return line;
  }, games);

async function move(page, place) {
  const now = await stand(page);
  await choosePlace(page, place);
  await chosen(page, now);
}

async function openRated(page, { game, start = "sheet" }) {
  await go(page, "#/online");
  await page.waitForSelector('.lobby[data-line="up"]');
  await page.click('[data-name="open"]');
  await page.waitForSelector("dialog.invite");
  await says(page, "dialog.invite .playing-as", /You play as Ann/);
  await page.locator("dialog.invite > form > label select").first().selectOption(game);
  await page.locator("dialog.invite .start select").selectOption(start);
  await page.check('dialog.invite [name="rated"]');
  await page.click('dialog.invite button[type="submit"]');
  await page.waitForSelector('.table[data-phase="seating"]');
}

/* Ann opens a table, Bob sits down, each moves once, and Bob resigns. */
async function ratedGame(ann, bob) {
  await openRated(ann, { game: "pylos" });
  await go(bob, "#/online");
  await bob.click('[data-tab="open"]');
  await bob.click("[data-join]");
  await says(bob, ".playing-as", /sous le nom de Bob/);
  await bob.click('[data-name="sit"]');
  for (const page of [ann, bob]) await page.waitForSelector('.table[data-phase="playing"]');
  await move(ann, "1b2");
  await bob.waitForSelector('.table[data-turn="person"]');
  await move(bob, "1a1");
  await ann.waitForSelector('.table[data-turn="person"]');
}

const seat = (letter) => `[data-far-seat="${letter}"] .far-rating`;

async function resign(page) {
  await page.click('.controls [data-name="resign"]');
  await page.click("dialog.confirm .primary");
}

async function ratings({ come }) {
  const ann = await come({ hash: "#/online/account" });
  const bob = await come({ ...PHONE, hash: "#/online/account", settings: { lang: "fr" }, locale: "fr-FR" });
  await signUp(ann, "Ann");
  await signUp(bob, "Bob");

  /* A first game: newcomers have no rating before it, and a provisional one afterwards. */
  await ratedGame(ann, bob);
  check((await ann.locator(".far-rating").count()) === 0, "nobody has a rating yet");
  await says(ann, ".far-start", /Rated\./);
  await resign(bob);
  for (const page of [ann, bob]) {
    await says(page, seat("w"), /1500 → 1662\? prov/);
    await says(page, seat("b"), /1500 → 1338\? prov/);
  }

  /* In the second game, both ratings are shown when the players sit down, and so is what White's seat is worth. */
  await ratedGame(ann, bob);
  await says(ann, seat("b"), /^1338\?/);
  await says(ann, ".far-start", /White counts as 17 points stronger/);
  await says(bob, ".far-start", /Blanc est censé avoir 17 points d'avance/);
  await axe(bob, "a rated game on a phone");
  await resign(bob);
  await says(ann, seat("w"), /1662 → 1717\?/);

  /* A rated game from a fair start: neither seat is ahead, and only accounts may sit down. */
  await openRated(ann, { game: "pyrga", start: "fair" });
  await says(ann, ".far-start", /fair start \d+.*Rated\./);
  const cleo = await come();
  await cleo.click("[data-join]");
  await cleo.waitForSelector('[data-name="sign-in-first"]');
  await axe(cleo, "a rated table that a guest looks at");

  /* The standings, and one's own. */
  await go(ann, "#/online/ratings/pylos");
  await ann.waitForSelector('.ratings[data-game="pylos"]');
  const rows = await ann.locator("[data-player]").evaluateAll((all) => all.map((r) => r.textContent));
  check(rows.length === 2 && /^1Ann1717\?/.test(rows[0]) && /^2Bob1283\?/.test(rows[1]), `the standings: ${rows}`);
  await says(ann, ".ratings-seat", /32 points stronger.*White won 2, drew 0 and lost 0/);
  await go(bob, "#/online/account");
  await bob.click('[data-rated="pylos"] a');
  await bob.waitForSelector('.ratings[data-game="pylos"] .own');
  await axe(bob, "the ratings on a phone");
  return cleo;
}

/* --- the archive --- */

async function archive(cleo, bob) {
  const line = await played(cleo, [
    [
      ["1a1", "1b2"],
      ["w", "resign"],
    ],
    [
      ["1d4", "1c3", "1a1"],
      ["b", "resign"],
    ], // the same opening up to symmetry
    [
      ["1b3", "1a1", "1d4", "1d1"],
      ["b", "offer draw"],
      ["w", "yes draw"],
    ],
  ]);
  await go(cleo, "#/online/archive");
  await cleo.waitForSelector("[data-found]");

  /* Searches until `count` games are found: positions are indexed a few moments after a game ends. */
  const found = async (page, count, what) => {
    for (const end = Date.now() + 30000; ;) {
      const before = await page.getAttribute(".archive", "data-searched");
      await page.click(".archive-search button");
      await page.waitForFunction((b) => document.querySelector(".archive").dataset.searched !== b, before);
      const now = await page.locator("[data-found]").count();
      if (now === count) return;
      check(Date.now() < end, `${count} games are found by ${what}, not ${now}`);
    }
  };
  const set = (name, value) => cleo.fill(`.archive-search [name="${name}"]`, value);
  const pick = (nth, value) => cleo.locator(".archive-search select").nth(nth).selectOption(value);
  await found(cleo, 6, "nothing");
  await set("player", "bob");
  await found(cleo, 2, "a player");
  await set("player", "");
  await pick(1, "draw");
  await found(cleo, 1, "a result");
  await pick(1, "");
  await cleo.click(".archive-search summary");
  await set("rating", "1300");
  await found(cleo, 2, "ratings");
  await set("rating", "1400");
  await found(cleo, 1, "higher ratings");
  await set("rating", "");
  await set("shortest", "3");
  await set("longest", "3");
  await found(cleo, 1, "length");
  await set("shortest", "");
  await set("longest", "");
  await set("until", "2020-01-01");
  await found(cleo, 0, "a date");
  await set("until", "");
  await set("since", "2020-01-01");
  await found(cleo, 6, "another date");
  await pick(0, "pyrga");
  await found(cleo, 1, "a ruleset");

  /* The search looks for the position on the board; a symmetric move counts as the same move. */
  await pick(0, "pylos");
  await found(cleo, 5, "another ruleset");
  await cleo.waitForSelector('[data-explored="1a1"]');
  const table = () => cleo.locator(".played-moves tbody tr").evaluateAll((all) => all.map((r) => r.textContent));
  const first = await table();
  check(
    first.length === 2 && /^1b232 – 1 – 0/.test(first[0]) && /^1a121 – 0 – 1/.test(first[1]),
    `the first moves: ${first}`,
  );
  await axe(cleo, "the archive with a board");
  await cleo.click('[data-explored="1a1"]');
  await says(cleo, ".walked", /^1a1$/);
  await found(cleo, 2, "an opening");
  await cleo.waitForSelector('[data-explored="1b2"]');
  const second = await table();
  check(second.length === 1 && /^1b221 – 0 – 1/.test(second[0]), `what came then: ${second}`);
  await cleo.locator(".played .row button").nth(1).click();
  await says(cleo, ".walked", /start/);

  /* A move on the board, and a position by its text, written as a symmetric one. */
  await choosePlace(cleo, "1c3");
  await says(cleo, ".walked", /^1c3$/);
  await found(cleo, 3, "another opening");
  await set("position", "not a position");
  await cleo.click(".archive-search button");
  await cleo.waitForFunction(() => document.querySelector(".archive-search .note").textContent.length > 10);
  await set("position", "...w/..../..w./b...|.../.../...|../..|. b");
  await found(cleo, 1, "a position");

  /* Before a game's last move, the position's value is proven. */
  const before = execFileSync(program, ["apply", "pyrga", ...line.slice(0, -1)], { encoding: "utf8" }).trim();
  await pick(0, "pyrga");
  await set("position", before);
  await found(cleo, 1, "a position near the end");
  await says(cleo, ".played-moves .value", /win|loss|draw/);

  /* On a phone, in French. */
  await go(bob, "#/online/archive");
  await bob.locator(".archive-search select").first().selectOption("pylos");
  await bob.waitForSelector("[data-explored]");
  await axe(bob, "the archive on a phone");
}

run(() =>
  withHouse(
    program,
    async ({ come, openTab, ...rest }) => {
      const pages = [];
      const noted = async (options) => {
        pages.push(await come(options));
        return pages.at(-1);
      };
      const cleo = await ratings({ come: noted, openTab, ...rest });
      await archive(cleo, pages[1]);
    },
    ["--accounts", "--unlimited"],
  ),
);
