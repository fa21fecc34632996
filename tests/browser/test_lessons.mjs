/* The lessons' positions are legal, what they ask for can be played, and other moves are not accepted; the example
 * games in the rules are legal games. */
import fs from "node:fs";
import path from "node:path";
import { engine, families, source } from "./engine.mjs";
import { DIST, check, run } from "./page.mjs";

run(async () => {
  const ask = await engine();
  const { EXAMPLES } = await source("examples.ts");
  for (const { family, lesson: taught } of families(ask)) {
    const demo = EXAMPLES[family];
    check(demo && taught, `${family} has a lesson and an example`);
    const example = ask(`command follow\n${demo.game}\n\n${demo.moves.join(" ")}`);
    check(example.ok, `the example of ${family} can be played`);
    check(ask(`command lesson ${family}`).ok, `the lesson of ${family} begins`);
    for (let { lesson } = ask("state "); ; lesson = ask("state ").lesson) {
      const moves = ask("command moves").text.split("\n").slice(1).join(" ").split(" ").filter(Boolean);
      let missed = 0;
      for (const move of moves) {
        check(ask(`command ${move}`).ok, `${move} is taken`);
        const now = ask("state ").lesson;
        check(now.step === lesson.step && now.done !== now.wrong, `${move} is right or wrong`);
        missed += now.wrong ? 1 : 0;
        if (now.done) break;
      }
      check(ask("state ").lesson.done, `${family}, step ${lesson.step} can be done`);
      /* The first move that fits may be the first of all: another one must not fit. */
      if (lesson.step > 1 && missed === 0 && moves.length > 1) {
        ask("command lesson back");
        ask("command lesson next");
        check(
          ask(`command ${moves.at(-1)}`).ok && ask("state ").lesson.wrong,
          `${family}, step ${lesson.step} can be missed`,
        );
        for (const move of moves) if (!ask("state ").lesson.done) ask(`command ${move}`);
      }
      if (lesson.step === lesson.steps) break;
      check(ask("command lesson next").ok, "the next step");
    }
    check(ask("command lesson end").ok && ask("state ").lesson === null, "the lesson ends");
  }
  /* How many bytes a server sends before the first board appears. */
  const sent = (name, packing = "br") => {
    const packed = path.join(DIST, `${name}.${packing}`);
    return fs.statSync(fs.existsSync(packed) ? packed : path.join(DIST, name)).size;
  };
  const page = fs.readFileSync(path.join(DIST, "index.html"), "utf8");
  const scripts = new Set([...page.matchAll(/(?:src|href)="([\w.-]+\.js)\b/g)].map((match) => match[1]));
  check(scripts.has("app.js") && scripts.size >= 2, `the scripts that are fetched at once: ${[...scripts]}`);
  const first = [
    "index.html",
    "styles.css",
    ...scripts,
    "worker.js",
    "colonnade.wasm",
    "figtree.woff2",
    "marcellus.woff2",
  ];
  for (const packing of ["br", "gz"]) {
    const size = first.reduce((sum, name) => sum + sent(name, packing), 0);
    console.log(
      `before the first board, .${packing}: ${(size / 1024).toFixed(0)} KiB, the engine ${sent("colonnade.wasm", packing)} bytes of it`,
    );
    check(size <= 300000, `at most 300 KB before the first board with .${packing}`);
  }
  check(sent("board3d.js") <= 250 * 1024, "at most 250 KB for the third dimension");
});
