/* Telling people that it is their turn: the tab's title and icon, a sound, vibration, a notification when the page
 * is hidden, a number on the app's icon; each only when asked for. A table survives a reload, a change of language
 * and a dead engine.
 *
 * usage: test_online_turns.mjs PROGRAM */
import { PHONE, axe, choose, links, openTable, sit, stand, withHouse } from "./house.mjs";
import { chance, check, run } from "./page.mjs";

const program = process.argv[2] ?? "build/gcc/colonnade";

/* Notes what the page asks the browser for. */
const record = () => {
  window.asked = [];
  const note = (what) => window.asked.push(what);
  navigator.vibrate = () => note("vibrate");
  navigator.setAppBadge = async (n) => note(`badge ${n}`);
  navigator.clearAppBadge = async () => note("badge 0");
  ServiceWorkerRegistration.prototype.showNotification = async (title, options) =>
    note(`notify ${title}: ${options.body}`);
  window.Notification = class {
    constructor(title, options) {
      note(`notify ${title}: ${options.body}`);
    }
    static permission = "granted";
    static requestPermission = async () => "granted";
  };
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...at) {
    note("sound");
    start.apply(this, at);
  };
};
const asked = (page) => page.evaluate(() => window.asked);
const forget = (page) => page.evaluate(() => void (window.asked = []));

run(() =>
  withHouse(program, async ({ come, errors }) => {
    const random = chance(9);
    const turn = async (page, other) => {
      while (await choose(page, random));
      await other.waitForSelector('.table[data-turn="person"]');
    };
    const ann = await come({ ...PHONE, init: record });
    await ann.click('[data-tab="mine"]');
    check(!(await ann.isChecked('[data-way="sound"]')), "no sound unless it is asked for");
    check(!(await ann.isChecked('[data-way="notify"]')), "nor notifications");
    await openTable(ann, { game: "pyrga", seats: ["link", "me"], clock: "1d", name: "Ann" });
    const [link] = await links(ann);
    const bob = await come({ hash: new URL(link).hash });
    await sit(bob, "Bob");
    await turn(bob, ann);
    await ann.waitForFunction(() => window.asked.includes("vibrate"));
    check(!(await asked(ann)).some((a) => /sound|notify/.test(a)), "only what was asked for");
    const feed = await ann.getAttribute('[data-name="feed"]', "href");
    const entries = await ann.evaluate((href) => fetch(href).then((r) => r.text()), feed);
    check(/<feed[^]*<entry>/.test(entries), `a feed tells of the turn: ${entries.slice(0, 200)}`);
    await turn(ann, bob);

    /* All of them, while the person looks at another page. */
    await ann.evaluate(() => (location.hash = "#/online"));
    await ann.click('[data-tab="mine"]');
    await ann.check('[data-way="sound"]');
    await ann.check('[data-way="notify"]');
    await axe(ann, "the lobby with settings");
    await ann.evaluate(() => (location.hash = "#/puzzles"));
    await forget(ann);
    while (await choose(bob, random));
    await ann.waitForFunction(() => window.asked.some((a) => a.startsWith("notify Your turn: Pyrga")), undefined, {
      timeout: 60000,
    });
    const all = await asked(ann);
    check(all.includes("sound") && all.includes("vibrate") && all.includes("badge 1"), `told in every way: ${all}`);
    await ann.waitForFunction(() => document.title.startsWith("(1)"));
    check((await ann.textContent(".turns")) === "1", "the header counts");
    await ann.evaluate(() => (location.hash = "#/online"));
    await ann.click("[data-mine]");
    await ann.waitForSelector('.table[data-turn="person"]');

    /* Another language, a reload, a dead engine: the table stays the same. */
    const before = await ann.getAttribute(".table", "data-number");
    const still = async (what) => {
      await ann.waitForSelector(`.table[data-number="${before}"][data-turn="person"]`);
      check((await stand(ann)).ply === "3", what);
    };
    await ann.reload();
    await ann.waitForSelector("html[data-ready]");
    await still("after a reload");
    await ann.evaluate(() => document.querySelector(".settings summary").click());
    await ann.locator(".settings select").first().selectOption("fr");
    await ann.waitForSelector("html[lang=fr]");
    await still("in another language");
    check(/vous/.test(await ann.textContent(".side")), "the table speaks French");
    await ann.evaluate(() => (document.querySelector(".table").dataset.old = "yes"));
    for (const worker of ann.workers())
      await worker.evaluate(() =>
        setTimeout(() => {
          throw new Error("killed by a test");
        }, 0),
      );
    await ann.waitForSelector(`.table:not([data-old])[data-number="${before}"][data-turn="person"]`);
    errors.splice(0, errors.length, ...errors.filter((e) => !/killed by a test/.test(e)));
    await turn(ann, bob);
  }),
);
