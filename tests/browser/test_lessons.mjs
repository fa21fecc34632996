/* The lessons' positions are legal, what they ask for can be played, and not everything
 * else is accepted; the example games of the rules are games. */
import zlib from "node:zlib";
import fs from "node:fs";
import path from "node:path";
import { engine, source } from "./engine.mjs";
import { DIST, check, run } from "./page.mjs";

run(async () => {
  const ask = await engine();
  const { EXAMPLES } = await source("examples.ts");
  const { fits } = await source("lesson.ts");
  const families = new Set(ask("games").map((g) => g.family));
  for (const family of families) {
    const demo = EXAMPLES[family];
    const steps = ask(`lesson ${family}`);
    check(demo && steps.length > 0, `${family} has a lesson and an example`);
    check(ask(`follow ${demo.game}\n\n${demo.moves.join(" ")}`).ok, `the example of ${family} can be played`);
    steps.forEach((step, i) => {
      const answer = ask(`follow ${step.game}\n${step.position}\n${step.moves}`);
      check(answer.ok, `${family}, step ${i + 1}: ${answer.text}`);
      const moves = ask("command moves").text.split("\n").slice(1).join(" ").split(" ").filter(Boolean);
      const good = moves.filter((m) => fits(step.goal, m));
      check(
        good.length > 0 && (i === 0 || good.length < moves.length),
        `${family}, step ${i + 1} can be done and can be missed`,
      );
    });
  }
  check(
    fits("1b2x*x*", "1b2x1a1x1b1") && !fits("1b2x*x*", "1b2x1a1") && !fits("d4", "d4:c4") && fits("*", "a1"),
    "goals with stars",
  );
  const size = zlib.gzipSync(fs.readFileSync(path.join(DIST, "colonnade.wasm")), { level: 9 }).length;
  console.log(`the module: ${(size / 1024).toFixed(0)} KB compressed`);
  check(size <= 400 * 1024, "the module has at most 400 KB");
});
