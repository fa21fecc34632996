/* An account in the house, through the page: a new one with its codes, the cookie that keeps a browser signed in,
 * devices, a code instead of a password, the data export, deletion; axe on every screen, in both languages.
 *
 * usage: test_account.mjs PROGRAM */
import fs from "node:fs";
import { PHONE, axe, openTable, withHouse } from "./house.mjs";
import { check, run, until } from "./page.mjs";

const [program = "build/gcc/colonnade"] = process.argv.slice(2);
const GOOD = "seven quiet doves";

async function fill(page, fields) {
  for (const [name, value] of Object.entries(fields)) await page.fill(`.account-form [name="${name}"]`, value);
  await page.click('.account-form button[type="submit"]');
}

const saved = async (page, name) => {
  const [file] = await Promise.all([page.waitForEvent("download"), page.click(`[data-name="${name}"]`)]);
  return fs.readFileSync(await file.path(), "utf8");
};

async function account({ come, house }) {
  /* A game as a guest first, then the account, by way of the lobby. */
  const ann = await come();
  await ann.waitForSelector('.lobby[data-line="up"]');
  await openTable(ann, { game: "pylos", seats: ["me", "link"], name: "Somebody" });
  await ann.evaluate(() => (location.hash = "#/online"));
  await ann.click('[data-name="account"]');
  await ann.waitForSelector(".account-form");
  await axe(ann, "signing in");
  await ann.click('[data-name="account-up"]');
  await fill(ann, { username: "Ann", password: "short" });
  await ann.waitForFunction(() => /12 characters/.test(document.querySelector(".account-said").textContent));
  await fill(ann, { username: "Ann", password: GOOD });
  await ann.waitForSelector(".account-codes");
  await axe(ann, "recovery codes");
  const codes = (await saved(ann, "codes-save")).trim().split("\n");
  check(codes.length === 9 && codes[0] === "Ann", `the file has the codes: ${codes}`);
  await ann.click('[data-name="codes-done"]');
  await ann.waitForSelector('[data-name="sign-out-all"]');
  await axe(ann, "one's account");

  /* The cookie is set, scripts cannot see it, and the page is still signed in after a reload. */
  const cookies = await ann.context().cookies();
  const cookie = cookies.find((c) => c.name === "__Host-colonnade");
  check(cookie?.httpOnly && cookie.secure && cookie.sameSite === "Lax" && cookie.path === "/", JSON.stringify(cookies));
  check((await ann.evaluate(() => document.cookie)) === "", "no script sees it");
  await ann.reload();
  await ann.waitForSelector(".account-name");
  check((await ann.textContent(".account-name")).includes("Ann"), "signed in after a reload");

  /* Signing in on a phone with a code signs the desk out, and the guest's game has come along. */
  const phone = await come({
    ...PHONE,
    hash: "#/online/account",
    settings: { lang: "fr", size: 200 },
    locale: "fr-FR",
  });
  await phone.waitForSelector(".account-form");
  await axe(phone, "signing in on a phone with large text, in French");
  await phone.click('[data-name="account-lost"]');
  await fill(phone, { username: "ann", code: codes[1].toUpperCase(), password: "another fine day" });
  await phone.waitForSelector('[data-name="sign-out-all"]');
  await axe(phone, "one's account on a phone");
  await phone.evaluate(() => (location.hash = "#/online"));
  await phone.click('[data-tab="mine"]');
  await phone.waitForSelector('[data-mine][href^="#watch="]');
  await ann.reload();
  await ann.waitForSelector(".account-form");
  await fill(ann, { username: "Ann", password: GOOD });
  await ann.waitForFunction(() => /do not match/.test(document.querySelector(".account-said").textContent));
  await fill(ann, { username: "Ann", password: "another fine day" });
  await ann.waitForSelector('[data-name="sign-out-all"]');
  await until("two devices", async () => (await ann.locator(".account .lobby-row").count()) === 2);

  /* A new password, shown while it is typed, signs the phone out. */
  await ann.fill('.account-form [name="password"]', "another fine day");
  await ann.click('[data-name="password-new"]');
  await axe(ann, "a new password");
  const fresh = ann.locator('[name="new-password"]');
  await fresh.fill("aaaaaaaaaaab");
  const words = () => ann.textContent(".account-new-password .password-meter .quiet");
  check((await words()) === "weak", `a weak one: ${await words()}`);
  await fresh.fill("qwertyqwerty");
  await ann.click('[data-name="password-set"]');
  await ann.waitForFunction(() => /everybody would try/.test(document.querySelector(".account-said").textContent));
  await fresh.fill("a third of the moon");
  check((await words()) === "strong", `a strong one: ${await words()}`);
  check((await fresh.getAttribute("type")) === "password", "it is hidden");
  await ann.click('.account-new-password [data-name="password-show"]');
  check((await fresh.getAttribute("type")) === "text", "and shown");
  await ann.click('[data-name="password-set"]');
  await ann.waitForFunction(() => /is changed/.test(document.querySelector(".account-said").textContent));
  check((await ann.locator(".account .lobby-row").count()) === 1, "one device is left");

  /* The data export; the account cannot be deleted while a game is open, and can afterwards. */
  const data = JSON.parse(await saved(ann, "export"));
  check(data.name === "Ann" && data.games.length === 1 && data.games[0].later, `the data: ${JSON.stringify(data)}`);
  await ann.click('[data-name="sign-out-all"]');
  await ann.waitForSelector('.account-form [autocomplete="current-password"]');
  const held = async () => (await ann.context().cookies()).some((c) => c.name === "__Host-colonnade");
  await until("the cookie is gone", async () => !(await held()));
  await phone.evaluate(() => (location.hash = "#/online/account"));
  await phone.waitForSelector(".account-form");

  const bob = await come({ hash: "#/online/account" });
  await bob.waitForSelector(".account-form");
  await bob.click('[data-name="account-up"]');
  await fill(bob, { username: "Bob", password: GOOD });
  await bob.click('[data-name="codes-done"]');
  await bob.waitForSelector('[data-name="erase"]');
  await bob.fill('.account-form [name="password"]', GOOD);
  await bob.click('[data-name="erase"]');
  await axe(bob, "erasing");
  await bob.click('[data-name="erase-yes"]');
  await bob.waitForFunction(() => /is erased/.test(document.querySelector(".account-said").textContent));
  check(house.url !== "", "the house is there");
}

run(() => withHouse(program, account, ["--accounts"]));
