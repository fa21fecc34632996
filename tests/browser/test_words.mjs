/* The page's French comes in two files: the sentences of its first files and of a plain game, and all the others.
 * No sentence is missing from both, and a plain game needs only the first. */
import fs from "node:fs";
import path from "node:path";
import { createRequire } from "node:module";
import { DIST, ROOT, chance, check, run } from "./page.mjs";
import { source } from "./engine.mjs";

const esbuild = createRequire(path.join(ROOT, "web/package.json"))("esbuild");
const WASM = path.join(DIST, "colonnade.wasm");

/* The engine in French; `asked` receives the name of each file that it wants, with the request that needed it. */
async function french(asked) {
  const { instantiate } = await source("module.ts");
  const know = (name) => {
    asked.push(`${name} by ${now}`);
    return fs.readFileSync(path.join(DIST, `${name}.data`));
  };
  const module = await instantiate(fs.readFileSync(WASM), () => undefined, know);
  let now = "";
  const ask = (text) => JSON.parse(module.call((now = text)));
  ask("open fr 1");
  return ask;
}

/* Sentence → the source files that use it, as lang/collect.py found them. */
function catalogue() {
  const text = fs.readFileSync(path.join(ROOT, "lang/fr.po"), "utf8").replace(/"\n"/g, "");
  return [...text.matchAll(/((?:^#: .+\n)+)(?:#.*\n)*msgid "(.+)"$/gm)].map(([, places, english]) => ({
    english: JSON.parse(`"${english}"`),
    places: places.trim().replaceAll("#: ", "").split("\n"),
  }));
}

/* The sources under web/src of the page's first files, and of all its files. */
async function sources() {
  const { metafile } = await esbuild.build({
    entryPoints: { app: path.join(ROOT, "web/src/app.ts") },
    bundle: true,
    splitting: true,
    format: "esm",
    write: false,
    metafile: true,
    outdir: ROOT,
    absWorkingDir: ROOT,
    loader: { ".tsv": "text" },
  });
  const { outputs } = metafile;
  const begin = [
    outputs["app.js"],
    ...outputs["app.js"].imports.filter((i) => i.kind !== "dynamic-import").map((i) => outputs[i.path]),
  ];
  const inputs = (parts) => new Set(parts.flatMap((part) => Object.keys(part.inputs)));
  return { first: inputs(begin), all: inputs(Object.values(outputs)) };
}

/* The engine's C files. */
const compiled = () =>
  new Set(
    JSON.parse(fs.readFileSync(path.join(ROOT, "build/wasm/compile_commands.json"), "utf8")).map(({ file }) =>
      path.relative(ROOT, file),
    ),
  );

async function complete() {
  const ask = await french([]);
  const texts = ask("texts");
  const later = ask("texts later");
  const { first, all } = await sources();
  check(
    first.has("web/src/play.ts") && !first.has("web/src/setup.ts") && all.has("web/src/setup.ts"),
    "the page's files",
  );
  const module = fs.readFileSync(WASM);
  const files = compiled();
  const inEngine = ({ english, places }) =>
    places.some((p) => files.has(p) || p.endsWith(".h")) && module.includes(`${english}\0`);
  const said = catalogue();
  const missing = (where, test) => said.filter((s) => test(s) && !where(s.english)).map((s) => s.english);
  const known = (english) => english in texts || english in later;
  check(
    said.length > 1500 && said.filter(inEngine).length > 500,
    "the catalogue is read, and the engine's sentences found",
  );
  for (const [what, found] of [
    [
      "of the page's first files",
      missing(
        (e) => e in texts,
        (s) => s.places.some((p) => first.has(p)),
      ),
    ],
    ["of the page's files", missing(known, (s) => s.places.some((p) => all.has(p)))],
    ["of the engine", missing(known, inEngine)],
    ["of the lessons", missing(known, (s) => s.places.includes("lang/lessons.tsv"))],
  ])
    check(found.length === 0, `every sentence ${what} in French; not: ${JSON.stringify(found)}`);
  check(
    Object.keys(texts).every((e) => !(e in later)),
    "no sentence twice",
  );
}

/* Whole random games, with one refused place in each: the second file is not requested. */
async function plain() {
  const asked = [];
  const ask = await french(asked);
  const random = chance(3);
  const one = (list) => list[random(list.length)];
  for (const { id } of (ask("levels"), ask("games"))) {
    ask(`command new ${id}`);
    const board = ask(`board ${id}`);
    for (let ply = 0, state; ply < 150 && !(state = ask("state +threats ")).over; ply++) {
      const steps = [];
      while (!state.complete && !state.only) {
        steps.push(one(state.choices).step);
        state = ask(`state ${steps.join(" ")}`);
      }
      check(ask(`command ${state.complete ?? state.only}`).ok, `a move of ${id}`);
      ask(`command why ${one(board.places).label}`);
    }
  }
  const first = (file) => asked.find((one) => one.startsWith(file));
  check(first("lang-fr"), "the sentences of a game are asked for");
  check(!first("later-fr"), `the others are not: ${first("later-fr")}`);
  ask("command help");
  check(first("later-fr"), "they are when one of them is said");
}

run(async () => {
  await complete();
  await plain();
});
