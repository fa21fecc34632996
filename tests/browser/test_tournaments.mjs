/* A tournament on the page: found in the lobby, entered by a guest on a phone and by an account, its table with
 * links to the games, a result, leaving the tournament; axe on every screen, in both languages.
 *
 * usage: test_tournaments.mjs PROGRAM */
import { execFileSync } from "node:child_process";
import { PHONE, axe, withHouse } from "./house.mjs";
import { check, run } from "./page.mjs";

const [program = "build/gcc/colonnade"] = process.argv.slice(2);

async function tournaments({ come, house }) {
  const runIt = (...words) =>
    execFileSync(program, ["house", "tournament", ...words, "--store", house.store], { encoding: "utf8" }).trim();
  const desk = await come();
  await desk.waitForSelector('.lobby[data-line="up"]');
  await desk.click('[data-name="tournaments"]');
  await desk.waitForSelector(".tournaments h2");
  await axe(desk, "no tournament yet");

  const id = runIt("new", "Autumn cup", "--game", "pyrga", "--kind", "swiss", "--rounds", "2");
  runIt("enter", id, "Cleo");
  await desk.reload();
  await desk.click(`.tournaments a[href="#/online/tournament/${id}"]`);
  await desk.waitForSelector(".tournament-table");
  await axe(desk, "a tournament that is open");
  await desk.fill('.tournament-door [name="player"]', "Cleo");
  await desk.click('[data-name="enter"]');
  await desk.waitForFunction(() => /already/.test(document.querySelector(".account-said").textContent));
  await desk.fill('.tournament-door [name="player"]', "Ann");
  await desk.click('[data-name="enter"]');
  await desk.waitForSelector("details.tournament-door");
  check((await desk.locator(".tournament-table tbody tr").count()) === 2, "two have entered");
  check((await desk.textContent(".tournament-table tr.you th")) === "Ann", "and one of them is here");

  const phone = await come({
    ...PHONE,
    hash: `#/online/tournament/${id}`,
    settings: { lang: "fr", size: 200 },
    locale: "fr-FR",
  });
  await phone.waitForSelector(".tournament-table");
  await phone.fill('.tournament-door [name="player"]', "Bob");
  await phone.click('[data-name="enter"]');
  await phone.waitForSelector("details.tournament-door");
  runIt("start", id);
  await phone.reload();
  await phone.waitForSelector('[data-round="1"]');
  await axe(phone, "a tournament on a phone with large text, in French");
  check(/Classement/.test(await phone.textContent(".tournaments")), "in French");
  const wide = await phone.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  check(wide <= 0, `the page is no wider than the phone: ${wide}`);

  /* The game exists, is listed among the player's games, and leads back to the table. */
  await desk.reload();
  await desk.waitForSelector('[data-round="1"] tr');
  await axe(desk, "a tournament under way");
  const games = await desk.locator('[data-round="1"] a').count();
  check(games === 1, `three players, one game: ${games}`);
  const mine = (await desk.locator('[data-round="1"] tr.you a').count()) === 1 ? desk : phone;
  await mine.evaluate(() => (location.hash = "#/online"));
  await mine.click('[data-tab="mine"]:visible, .lobby h2');
  await mine.waitForSelector("[data-mine]", { timeout: 60000 });
  await mine.click("[data-mine]");
  await mine.waitForSelector(`.far-table a[href="#/online/tournament/${id}"]`);

  /* Leaving it. */
  await mine.evaluate((n) => (location.hash = `#/online/tournament/${n}`), id);
  await mine.click("details.tournament-door summary");
  await axe(mine, "before leaving");
  await mine.click('[data-name="withdraw"]');
  await mine.waitForSelector("details.tournament-door", { state: "detached" });
  await mine.waitForSelector(".tournament-table .quiet");

  await mine.evaluate(() => (location.hash = "#/online/tournament/999"));
  await mine.waitForFunction(() => document.querySelectorAll(".tournaments p").length > 1);
  await axe(mine, "no such tournament");
}

run(() => withHouse(program, tournaments));
