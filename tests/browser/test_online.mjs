/* Two people in two browsers: one invites the other, on a phone, by touch and in French; the other follows the
 * link and plays by keyboard only. A whole game, the end, a rematch with the seats swapped, offers.
 *
 * usage: test_online.mjs PROGRAM GAME [SEED] */
import { PHONE, agree, axe, choose, fits, links, openTable, playOut, sit, stand, withHouse } from "./house.mjs";
import { chance, check, run } from "./page.mjs";

const [program = "build/gcc/colonnade", game = "pyrga", seed = "5"] = process.argv.slice(2);

const seat = (page, letter) => page.textContent(`[data-far-seat="${letter}"] .far-name`);

run(() =>
  withHouse(program, async ({ come }) => {
    const random = chance(Number(seed));
    const ann = await come({ ...PHONE, settings: { lang: "fr" }, locale: "fr-FR" });
    await ann.waitForSelector('.lobby[data-line="up"]');
    await axe(ann, "the lobby on a phone");
    await openTable(ann, { game, seats: ["me", "link"], name: "Ann" });
    const [link] = await links(ann);
    check(/#seat=[\w-]{22}$/.test(link), `a link for the other seat: ${link}`);
    await axe(ann, "the invitation on a phone");

    const bob = await come({ hash: new URL(link).hash });
    await bob.waitForSelector('[data-name="sit"]');
    check((await bob.textContent(".invitation h3")).includes("Ann invites you"), "the invitation says who");
    await axe(bob, "the invitation");
    await sit(bob, "Bob");
    for (const page of [ann, bob]) await page.waitForSelector('.table[data-phase="playing"]');
    check((await seat(ann, "b")) === "Bob" && (await seat(bob, "w")) === "Ann", "each sees the other's name");
    check((await ann.title()).startsWith("● À vous"), `the tab says whose turn it is: ${await ann.title()}`);
    check((await bob.locator(".analysis").count()) === 0, "no analysis is open");

    const players = [
      { page: ann, how: "touch" },
      { page: bob, how: "keys" },
    ];
    /* A move, then chat and offers. */
    while (await choose(ann, random, "touch"));
    await bob.waitForSelector('.table[data-turn="person"]');
    await bob.click(".far-talk summary");
    await bob.click('[data-phrase="hello"]');
    await ann.waitForFunction(() => /Bob .*Bonjour/.test(document.querySelector(".far-said").textContent));
    await ann.click('[data-name="take-back"]');
    await bob.click('[data-offer="take-back"] [data-name="yes"]');
    await ann.waitForSelector('.table[data-ply="0"][data-turn="person"]');
    await bob.keyboard.press("h");
    await bob.waitForFunction(() => /no hints/.test(document.querySelector(".table .note").textContent));
    await axe(bob, "the table");
    await axe(ann, "the table on a phone");
    await fits(ann, "a table far away");

    await playOut(players, random);
    await agree([ann, bob]);
    const english = /\b(move|moves|won|wins|to move|game|undo|hint|draw)\b/i.exec(
      await ann.evaluate(() => document.body.innerText),
    );
    check(!english, `French throughout, not "${english?.[0]}"`);
    const number = await bob.getAttribute(".table", "data-number");

    /* The rematch: everybody has moved up one seat. */
    await ann.click('[data-name="rematch"]');
    await bob.click('[data-offer="rematch"] [data-name="yes"]');
    for (const page of [ann, bob]) await page.waitForSelector('.table[data-phase="playing"][data-ply="0"]');
    check((await seat(ann, "b")) === "Ann", "Ann plays Black now");
    check((await stand(bob)).turn === "person", "Bob begins");
    check(await bob.locator("form.notation").evaluate((form) => !form.hidden), "a move may be typed again");
    check((await bob.locator('.controls [data-name="resign"]').count()) === 0, "nobody resigns before the first moves");
    while (await choose(bob, random, "keys"));
    await ann.waitForSelector('.table[data-turn="person"]');
    while (await choose(ann, random, "touch"));
    await bob.click('.controls [data-name="resign"]');
    await bob.click("dialog.confirm .primary");
    await ann.waitForSelector('.table[data-phase="over"]');
    for (const page of [ann, bob])
      await page.waitForFunction(() => document.querySelector(".far-table form.notation").hidden); // nothing is left to play
    await agree([ann, bob]);
    /* Both rounds of the link are in Bob's list. */
    await bob.evaluate(() => (location.hash = "#/online"));
    await bob.waitForFunction(() => document.querySelectorAll("[data-mine]").length === 2);
    console.log(`${game}: ${number} events`);
  }),
);
