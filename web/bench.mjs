/* The engine as WebAssembly under node: node bench.mjs [--wasm FILE] [--nodes N | --ply N] GAME… Prints one JSON
 * line per game: nodes, seconds of processor time, and the search's signature or, with --ply, the most seconds
 * that proving a position after N moves took. The loader is the page's own (src/module.ts). */
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { countWork, source } from "./source.mjs";

const HERE = path.dirname(fileURLToPath(import.meta.url));
const { values: option, positionals: games } = parseArgs({
  allowPositionals: true,
  options: {
    wasm: { type: "string", default: path.join(HERE, "dist/colonnade.wasm") },
    nodes: { type: "string", default: "0" },
    ply: { type: "string" },
  },
});
const { instantiate } = await source("module.ts");

countWork();
const engine = await instantiate(
  fs.readFileSync(option.wasm),
  () => undefined,
  (family) => fs.readFileSync(path.join(path.dirname(option.wasm), `${family}.data`)),
);

for (const game of games) {
  const found = JSON.parse(
    engine.call(option.ply ? `proofs ${game} ${option.ply}` : `signature ${game} ${option.nodes}`),
  );
  if (found.error) throw new Error(`${game}: ${found.error}`);
  console.log(JSON.stringify({ game, ...found }));
}
