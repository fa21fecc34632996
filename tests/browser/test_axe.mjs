/* axe on every view in one theme, or in the system's own colours ("forced"), on a wide screen and on a phone with large
 * text. Themes differ in colours alone, so the rules that do not ask for them are tried in the first. */
import fs from "node:fs";
import path from "node:path";
import { ROOT, check, closePanels, goTo, openPanel, run, withBrowser } from "./page.mjs";

const theme = process.argv[2] ?? "light";
const AXE = fs.readFileSync(path.join(ROOT, "web/node_modules/axe-core/axe.min.js"), "utf8");
const RULES = {
  resultTypes: ["violations"],
  ...(theme === "light" ? {} : { runOnly: ["color-contrast", "link-in-text-block"] }),
};
const TOWERS = "#/game/pyrga/Sb2~Tc2n~Cc3~Sc3~Sc2~Tc3w";

async function look(page, where, found) {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  const result = await page.evaluate((rules) => window.axe.run(document, rules), RULES);
  for (const v of result.violations)
    found.push(
      `${where}: ${v.id} (${v.nodes.length}) ${v.nodes[0].target} ${v.nodes[0].failureSummary?.split("\n")[1] ?? ""}`,
    );
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  if (wide > 0) found.push(`${where}: ${wide} px wider than the screen`);
}

run(() =>
  withBrowser(async (open) => {
    const found = [];
    for (const [name, size] of [
      ["wide", { width: 1280, height: 900 }],
      ["phone", { width: 360, height: 740 }],
    ]) {
      const page = await open({
        ...size,
        hash: TOWERS,
        forcedColors: theme === "forced" ? "active" : "none",
        settings: {
          theme: theme === "forced" ? "auto" : theme,
          size: name === "phone" ? 200 : 100,
          threats: true,
          lang: name === "phone" ? "fr" : "en",
        },
      });
      await page.waitForSelector(".movelist [data-node]", { state: "attached" });
      await look(page, `${name} table`, found);
      await page.click('[aria-keyshortcuts="v"]');
      await look(page, `${name} from above`, found);
      await openPanel(page, 1);
      await page.locator(".analysis button").first().click();
      await page.waitForSelector(".values li");
      await look(page, `${name} analysis`, found);
      await page.locator(".analysis button").first().click(); // enough of it
      await openPanel(page, 2);
      await look(page, `${name} share`, found);
      await closePanels(page);
      await page.click('.controls [data-name="menu"]');
      await look(page, `${name} menu`, found);
      await page.click('dialog.menu [data-name="new"]');
      await page.waitForSelector("dialog.setup[open]");
      await look(page, `${name} new game`, found);
      await page.keyboard.press("Escape");
      await page.click(".settings summary");
      await look(page, `${name} settings`, found);
      await goTo(page, "#/", ".game-card svg");
      await look(page, `${name} first screen`, found);
      await goTo(page, "#/kept", ".kept h2");
      await look(page, `${name} kept games`, found);
      await goTo(page, "#/learn", ".cards");
      await look(page, `${name} learn`, found);
      await goTo(page, "#/explore/pyrga", "[data-move]");
      await look(page, `${name} explore`, found);
      await goTo(page, "#/rules/pylos", ".prose h3");
      await look(page, `${name} rules`, found);
      await goTo(page, "#/lesson/pylos", ".lesson-text");
      await look(page, `${name} lesson`, found);
      await goTo(page, "#/puzzles/pylos", ".puzzle-list [aria-current=true]");
      await look(page, `${name} puzzles`, found);
      await goTo(page, "#/edit", ".palette");
      await look(page, `${name} editor`, found);
      await page.context().close();
    }
    for (const one of found) console.error(one);
    check(found.length === 0, `no violation in the theme ${theme}`);
  }),
);
