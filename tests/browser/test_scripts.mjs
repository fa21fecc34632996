/* The midend's scripts (tests/scripts) through the page's engine, under node: the same lines cause the same events
 * as in the C session and behind the terminal's pipe. */
import fs from "node:fs";
import path from "node:path";
import { engine } from "./engine.mjs";
import { ROOT, check, run } from "./page.mjs";

const FOLDER = path.join(ROOT, "tests/scripts");

run(async () => {
  const ask = await engine();
  const names = fs.readdirSync(FOLDER).filter((name) => name.endsWith(".txt"));
  check(names.length > 15, "there are scripts");
  for (const name of names) {
    const text = fs.readFileSync(path.join(FOLDER, name), "utf8");
    const out = [];
    ask("open en 7 script");
    for (const line of text.split("\n").slice(0, -1)) {
      if (line.startsWith("!")) continue;
      out.push(line);
      out.push(...ask(`command ${line}`).events.map((e) => `! ${e}`));
      while (ask("state ")?.think) out.push(...ask("command think").events.map((e) => `! ${e}`));
    }
    const wanted = text.split("\n").slice(0, -1);
    const at = wanted.findIndex((line, i) => line !== out[i]);
    check(at < 0 && out.length === wanted.length, `${name}, line ${at + 1}: ${wanted[at]}, not ${out[at]}`);
  }
  console.log(`${names.length} scripts`);
});
