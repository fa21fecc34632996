/* The same search gives the same nodes, moves and values in the program, under node and in
 * Chromium; and the engine stays small.
 *
 * usage: test_signature.mjs PROGRAM */
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { DIST, ROOT, check, run, withBrowser } from "./page.mjs";

const program = path.resolve(process.argv[2] ?? "build/release/colonnade");
const NODES = "3000";
const LARGEST = 300 * 1024; // bytes, compressed; networks and openings are separate files

run(async () => {
  const size = fs.statSync(path.join(DIST, "colonnade.wasm.gz")).size;
  check(size <= LARGEST, `the engine has at most ${LARGEST} bytes compressed, not ${size}`);

  const native = new Map();
  for (const line of execFileSync(program, ["bench", "search", "--threads", "1", "--nodes", NODES], {
    encoding: "utf8",
  })
    .trim()
    .split("\n")
    .slice(1)) {
    const [game, nodes, , , signature] = line.split(/\s+/);
    native.set(game, `${nodes} ${signature}`);
  }
  check(native.size >= 8, "the program knows searches");

  const bench = execFileSync(
    "node",
    [path.join(ROOT, "web/bench.mjs"), "--wasm", path.join(DIST, "colonnade.wasm"), "--nodes", NODES, ...native.keys()],
    { encoding: "utf8" },
  );
  for (const line of bench.trim().split("\n")) {
    const { game, nodes, signature } = JSON.parse(line);
    check(
      native.get(game) === `${nodes} ${signature}`,
      `${game} under node: ${native.get(game)}, not ${nodes} ${signature}`,
    );
  }

  const files = fs.readdirSync(DIST).filter((name) => name.endsWith(".data"));
  const knowledge = Object.fromEntries(files.map((name) => [name.replace(".data", ""), name]));
  await withBrowser(async (open) => {
    const page = await open();
    const found = await page.evaluate(
      async ([games, count, knowledge]) => {
        const worker = new Worker("worker.js", { type: "module" });
        worker.postMessage({ code: await WebAssembly.compileStreaming(fetch("colonnade.wasm")), knowledge });
        const answers = [];
        for (const game of games) {
          const answer = await new Promise((resolve) => {
            worker.onmessage = (event) => resolve(event.data);
            worker.postMessage({ id: 1, text: `signature ${game} ${count}` });
          });
          answers.push([game, JSON.parse(answer.answer ?? answer.failed)]);
        }
        worker.terminate();
        return answers;
      },
      [[...native.keys()], NODES, knowledge],
    );
    for (const [game, { nodes, signature }] of found)
      check(
        native.get(game) === `${nodes} ${signature}`,
        `${game} in Chromium: ${native.get(game)}, not ${nodes} ${signature}`,
      );
    console.log(`${found.length} rulesets agree; the engine has ${size} bytes compressed`);
  });
});
