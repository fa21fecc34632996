/* Every rule has an animated diagram, made of moves that the engine plays; the rules have the same numbers in both
 * languages. On the page the diagrams play by themselves, or step by button where motion is unwanted. */
import fs from "node:fs";
import path from "node:path";
import { engine, families, source } from "./engine.mjs";
import { ROOT, check, run, withBrowser } from "./page.mjs";

/* The first and the last section whose rules all have a diagram; so have those of section 1, the goal. */
const SECTIONS = ["## Your turn", "## End of the game"];

/* The rules of a text, as the page numbers them: paragraphs and items of lists in each section. */
function numbers(text) {
  const out = [];
  let [section, rule, inside] = [-1, 0, false];
  for (const line of text.split("\n")) {
    const item = /^(-|\d+\.) /.test(line);
    if (/^#/.test(line)) [section, rule, inside] = [section + 1, 0, false];
    else if (line.trim() === "") inside = false;
    else if (item || !inside) [rule, inside] = [out.push(`${section}.${rule + 1}`) && rule + 1, true];
  }
  return out;
}

async function texts() {
  const ask = await engine();
  const { diagramsOf } = await source("diagrams.ts");
  for (const { family } of families(ask)) {
    const diagrams = Object.fromEntries(diagramsOf(family).map((d) => [d.rule, d]));
    const read = (lang) => fs.readFileSync(path.join(ROOT, `lang/rules/${family}.${lang}.md`), "utf8");
    const [english, french] = ["en", "fr"].map((lang) => numbers(read(lang)));
    const headings = read("en").match(/^#.*$/gm);
    const [first, last] = SECTIONS.map((heading) => headings.indexOf(heading));
    check(first > 1 && last > first, `${family}: the English rules have the sections ${SECTIONS.join(", ")}`);
    check(english.join() === french.join(), `${family}: the same rules in both languages`);
    for (const rule of Object.keys(diagrams)) check(english.includes(rule), `${family} has a rule ${rule}`);
    for (const rule of english) {
      const section = Number(rule.split(".")[0]);
      const wanted = section === 1 || (section >= first && section <= last);
      check(!wanted || rule in diagrams, `${family}, rule ${rule} has a diagram`);
    }
    for (const [rule, { game, position, before, moves }] of Object.entries(diagrams)) {
      const reply = ask(`command follow\n${game}\n${position}\n${[...before, ...moves].join(" ")}`);
      const { ply } = ask("state ");
      check(reply.ok && ply === before.length + moves.length, `${family}, rule ${rule}: ${reply.text}`);
    }
    console.log(`${family}: ${Object.keys(diagrams).length} diagrams`);
  }
}

run(async () => {
  await texts();
  await withBrowser(async (open) => {
    const still = await open({ hash: "#/rules/dorix" });
    await still.clock.install(); // before the diagram is in sight
    const diagram = still.locator('.demo[data-rule="3.3"]');
    await diagram.scrollIntoViewIfNeeded();
    await still.waitForSelector('.demo[data-rule="3.3"][data-frame="0"]');
    check((await diagram.locator("button").count()) === 1, "where nothing may move there is only the next move");
    await still.clock.runFor(60000);
    check((await diagram.getAttribute("data-frame")) === "0", "and nothing moves");
    await diagram.locator("button").click();
    await still.waitForSelector('.demo[data-rule="3.3"][data-frame="1"]');
    check(/collapsed/.test(await diagram.textContent()), "it says what the move did");
    await still.click("text=Play Dorix");
    await still.waitForFunction(() => location.hash === "#/table" && document.querySelector(".table-title h2"));
    await still.click('[data-name="rules"]');
    await still.waitForSelector("dialog.rules .demo[data-frame]");
    await still.context().close();
    const page = await open({ hash: "#/rules/pyrga", reducedMotion: "no-preference" });
    await page.locator('.demo[data-rule="3.4"]').scrollIntoViewIfNeeded();
    await page.waitForSelector('.demo[data-rule="3.4"][data-frame="2"]');
    check(
      (await page.locator('.demo[data-rule="3.4"] .dot, .demo[data-rule="3.4"] .choice').count()) > 0,
      "lit places",
    );
    await page.context().close();
  });
});
