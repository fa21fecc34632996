/* The page's engine under node: the module that is in web/dist, asked directly. */
import fs from "node:fs";
import path from "node:path";
import { createRequire } from "node:module";
import { DIST, ROOT } from "./page.mjs";

const require = createRequire(path.join(ROOT, "web/package.json"));
const esbuild = require("esbuild");

/* A module of the page's sources. */
export async function source(name) {
  const { outputFiles } = await esbuild.build({
    entryPoints: [path.join(ROOT, "web/src", name)],
    bundle: true,
    format: "esm",
    write: false,
    loader: { ".tsv": "text" },
    logLevel: "error",
  });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].text).toString("base64")}`);
}

/* The engine with the sample games of tests/samples, and no others. */
export const SAMPLES = path.join(ROOT, "build/wasm/tests/samples/samples.wasm");

export async function engine(file = path.join(DIST, "colonnade.wasm"), lang = "en") {
  const { instantiate } = await source("module.ts");
  const know = (family) => fs.readFileSync(path.join(path.dirname(file), `${family}.data`));
  const module = await instantiate(fs.readFileSync(file), () => undefined, know);
  const ask = (text) => JSON.parse(module.call(text));
  ask(`open ${lang}`);
  return ask;
}

/* What an engine thinks about the session's own game. */
export const think = (ask, words) => ask(`think ${words}\n${ask("state ").node}\n${ask("events")}`);
