/* Three and four players at a table: people, each in a browser, and levels of the house.
 *
 * usage: test_online_seats.mjs PROGRAM dorix-3|dorix-4 */
import { PHONE, agree, axe, links, openTable, playOut, sit, withHouse } from "./house.mjs";
import { chance, check, run } from "./page.mjs";

const [program = "build/gcc/colonnade", game = "dorix-3"] = process.argv.slice(2);
const SEATS = { "dorix-3": ["link", "me", "level:3"], "dorix-4": ["me", "level:3", "link", "link"] };

run(() =>
  withHouse(program, async ({ come }) => {
    const random = chance(8);
    const ann = await come({ settings: { lang: "fr" }, locale: "fr-FR" });
    await openTable(ann, { game, seats: SEATS[game], name: "Ann" });
    const all = await links(ann);
    const people = SEATS[game].filter((s) => s === "link").length;
    check(all.length === people + 1, `a link for each of ${people}, and one to look on`);
    const pages = [ann];
    for (const link of all.slice(0, people)) {
      const page = await come({ hash: new URL(link).hash, ...(pages.length === 1 ? PHONE : {}) });
      await sit(page, pages.length === 1 ? "" : "Cleo");
      pages.push(page);
    }
    for (const page of pages) await page.waitForSelector('.table[data-phase="playing"]');
    check((await pages[1].textContent(".players")).includes("Guest 1"), "who gave no name has a number");
    check((await ann.textContent(".players")).includes("Niveau 3"), "levels are marked as such");
    for (const page of pages.slice(0, 2)) await axe(page, `the table of ${game}`);
    await playOut(
      pages.map((page, i) => ({ page, how: i === 1 ? "touch" : "keys" })),
      random,
    );
    await agree(pages);
    console.log(`${game}: ${await ann.getAttribute(".table", "data-number")} events`);
  }),
);
