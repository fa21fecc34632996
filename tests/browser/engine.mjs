/* The page's engine under node: the module in web/dist, called directly. */
import fs from "node:fs";
import path from "node:path";
import { source } from "../../web/source.mjs";
import { DIST, ROOT } from "./page.mjs";

export { source };

/* The engine with the sample games of tests/samples, and no other games. */
export const SAMPLES = path.join(ROOT, "build/wasm/tests/samples/samples.wasm");

export async function engine(file = path.join(DIST, "colonnade.wasm"), lang = "en") {
  const { instantiate } = await source("module.ts");
  const know = (family) => fs.readFileSync(path.join(path.dirname(file), `${family}.data`));
  const module = await instantiate(fs.readFileSync(file), () => undefined, know);
  const ask = (text) => JSON.parse(module.call(text));
  ask(`open ${lang}`);
  return ask;
}

/* The first ruleset of every family, in the order of the page. */
export function families(ask) {
  const all = ask("games");
  return all.filter((g) => all.find(({ family }) => family === g.family) === g);
}

/* What an engine thinks about the session's own game. */
export const think = (ask, words) => ask(`think ${words}\n${ask("state ").node}\n${ask("events")}`);
