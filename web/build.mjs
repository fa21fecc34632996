/* Builds the page: node build.mjs [--wasm FILE] [--out FOLDER]
 *
 * Makes a folder from web/ and the engine's module that any web server can serve from any path: every address in
 * it is relative. index.html, sw.js and the manifest keep their addresses; the other files are requested with
 * ?v=HASH, so that browsers may keep them for ever. Files that compress well get .gz and .br beside them.
 * Unchanged files are not written. */
import { execFileSync } from "node:child_process";
import crypto from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import zlib from "node:zlib";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import * as esbuild from "esbuild";

const HERE = path.dirname(fileURLToPath(import.meta.url));
const { values: option } = parseArgs({
  options: {
    wasm: { type: "string", default: path.join(HERE, "../build/wasm/src/ui/wasm/colonnade.wasm") },
    out: { type: "string", default: path.join(HERE, "dist") },
  },
});

const COMPRESSED = /\.(html|js|css|wasm|data|svg|webmanifest)$/;
const hash = (bytes) => crypto.createHash("sha256").update(bytes).digest("hex").slice(0, 12);
const source = (name) => fs.readFileSync(path.join(HERE, name));

/* The files of the page: name → bytes. */
const files = new Map();

/* `text` with "NAME" replaced by "NAME?v=HASH" for files that are there already. An expected name that is missing
 * is a mistake: it would be loaded without a version. */
function versioned(text, where, names) {
  return names.reduce((so_far, name) => {
    if (!so_far.includes(`"${name}"`)) throw new Error(`${where} does not name "${name}"`);
    return so_far.replaceAll(`"${name}"`, `"${name}?v=${hash(files.get(name))}"`);
  }, text);
}

const HOW = {
  bundle: true,
  minify: true,
  write: false,
  format: "esm",
  target: "es2022",
  charset: "utf8",
  legalComments: "none",
  loader: { ".tsv": "text" },
  external: ["*.woff2"],
  logLevel: "warning",
};

async function bundle(entry, define = {}, format = "esm") {
  const { outputFiles } = await esbuild.build({ ...HOW, entryPoints: [path.join(HERE, entry)], define, format });
  return outputFiles[0].text;
}

/* The page's program: app.js, what it fetches only on use, and the parts that both need. Returns the parts that
 * app.js cannot start without. `names`: files that one of them names. */
async function program(entry, define, names) {
  const { outputFiles, metafile } = await esbuild.build({
    ...HOW,
    entryPoints: { app: path.join(HERE, entry) },
    define,
    splitting: true,
    metafile: true,
    outdir: HERE,
    absWorkingDir: HERE,
  });
  const missing = new Set(names);
  const called = new Map(); // bundler's name → ours, which is the same in every version
  const part = (output) => {
    const known = called.get(output);
    if (known) return known;
    const plain = output.replace(/-[0-9A-Z]{8}\.js$/, ".js");
    const name = [...called.values()].includes(plain) ? plain.replace(".js", `${called.size}.js`) : plain;
    called.set(output, name);
    let { text } = outputFiles.find((file) => path.basename(file.path) === output);
    for (const { path: other } of metafile.outputs[output].imports) {
      const theirs = part(other);
      text = text.replaceAll(`"./${other}"`, `"./${theirs}?v=${hash(files.get(theirs))}"`);
    }
    for (const named of names.filter((n) => text.includes(`"${n}"`))) {
      text = versioned(text, name, [named]);
      missing.delete(named);
    }
    files.set(name, Buffer.from(text));
    return name;
  };
  part("app.js");
  if (missing.size > 0) throw new Error(`${entry} does not name ${[...missing]}`);
  const needed = metafile.outputs["app.js"].imports.filter((i) => i.kind === "import-statement");
  return needed.map((i) => called.get(i.path));
}

/* The page requests the parts of the program together with it. */
function preloading(html, parts) {
  const line = '    <link rel="modulepreload" href="app.js" />\n';
  if (!html.includes(line)) throw new Error("index.html does not preload app.js");
  return html.replace(line, line + parts.map((name) => line.replace("app.js", name)).join(""));
}

const ICONS = fs.readdirSync(path.join(HERE, "icons"));
for (const icon of ICONS) files.set(icon, source(`icons/${icon}`));
files.set("colonnade.wasm", fs.readFileSync(option.wasm));
/* The engine's data for families of games, in files beside the module: fetched when it thinks about one. */
const beside = path.dirname(option.wasm);
const knowledge = fs.readdirSync(beside).filter((name) => name.endsWith(".data"));
for (const name of knowledge) files.set(name, fs.readFileSync(path.join(beside, name)));
const FONTS = {
  "figtree.woff2": "@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2",
  "marcellus.woff2": "@fontsource/marcellus/files/marcellus-latin-400-normal.woff2",
};
for (const [name, from] of Object.entries(FONTS)) files.set(name, source(`node_modules/${from}`));
files.set(
  "fonts.licence.txt",
  Buffer.concat([
    source("node_modules/@fontsource-variable/figtree/LICENSE"),
    Buffer.from("\n\n"),
    source("node_modules/@fontsource/marcellus/LICENSE"),
  ]),
);
/* What the first screen shows before the engine is there: this engine's games, in each language, and the
 * translations of the sentences in its sources. */
const FIRST_SOURCES = ["app", "header", "home", "settings", "text"];
async function firstScreen() {
  const { instantiate } = await import(
    `data:text/javascript;base64,${Buffer.from(await bundle("src/module.ts")).toString("base64")}`
  );
  const know = (name) => fs.readFileSync(path.join(beside, `${name}.data`));
  const module = await instantiate(files.get("colonnade.wasm"), () => undefined, know);
  const ask = (text) => JSON.parse(module.call(text));
  const said = FIRST_SOURCES.flatMap((name) =>
    [...String(source(`src/${name}.ts`)).matchAll(/\bT\(\s*("(?:[^"\\]|\\.)*")/g)].map((found) => JSON.parse(found[1])),
  );
  const first = (lang) => {
    ask(`open ${lang}`);
    const all = ask("texts");
    return { games: ask("games"), texts: Object.fromEntries(said.filter((s) => s in all).map((s) => [s, all[s]])) };
  };
  return JSON.stringify({ en: first("en"), fr: first("fr") });
}

const css = (await bundle("styles.css")).replace(/url\((\w+\.woff2)\)/g, 'url("$1")');
files.set("styles.css", Buffer.from(versioned(css, "styles.css", Object.keys(FONTS))));
files.set("worker.js", Buffer.from(await bundle("src/worker.ts")));
files.set("board3d.js", Buffer.from(await bundle("src/board3d/index.ts"))); // fetched on use
files.set("board3d.licence.txt", source("node_modules/three/LICENSE")); // for the library in it
const KNOWLEDGE_FILES = JSON.stringify(
  Object.fromEntries(knowledge.map((name) => [path.parse(name).name, `${name}?v=${hash(files.get(name))}`])),
);
files.set("online.css", Buffer.from(await bundle("src/online/online.css"))); // fetched on use
files.set("setup.css", Buffer.from(await bundle("styles/setup.css"))); // likewise
files.set("early.js", Buffer.from(versioned(await bundle("src/early.ts", {}, "iife"), "early.js", ["colonnade.wasm"])));
const parts = await program("src/app.ts", { KNOWLEDGE_FILES, FIRST: await firstScreen() }, [
  "worker.js",
  "colonnade.wasm",
  "board3d.js",
  "online.css",
  "setup.css",
]);
files.set("manifest.webmanifest", source("manifest.webmanifest"));
files.set(
  "index.html",
  Buffer.from(
    versioned(preloading(String(source("index.html")), parts), "index.html", [
      "styles.css",
      "app.js",
      "early.js",
      "icon.svg",
      ...parts,
      ...Object.keys(FONTS),
    ]),
  ),
);

/* The service worker stores what the page requests, under the address that it uses. */
const plain = new Set(["manifest.webmanifest", ...ICONS]);
const lasting = (name) => `${name}?v=${hash(files.get(name))}`;
const addresses = [...files.keys()]
  .filter((name) => !/^index\.html$|\.txt$/.test(name))
  .map((name) => (plain.has(name) ? name : lasting(name)))
  .concat(lasting("icon.svg")); // index.html requests it with a version, the manifest without
const version = hash(
  [...files]
    .map(([name, bytes]) => `${name} ${hash(bytes)}`)
    .sort()
    .join("\n"),
);
files.set(
  "sw.js",
  Buffer.from(
    await bundle("src/sw.ts", {
      PAGE_VERSION: JSON.stringify(version),
      PAGE_FILES: JSON.stringify(["./", ...addresses]),
    }),
  ),
);

/* --- writing --- */

fs.mkdirSync(option.out, { recursive: true });
const kept = new Set();

/* Makes or replaces the file atomically; true: it was missing or different. */
function write(name, bytes) {
  const file = path.join(option.out, name);
  kept.add(name);
  if (fs.existsSync(file) && fs.readFileSync(file).equals(bytes)) return false;
  fs.writeFileSync(`${file}.tmp`, bytes, { mode: 0o644 });
  fs.renameSync(`${file}.tmp`, file);
  return true;
}

const squeeze = {
  /* For the engine, a twentieth smaller than zlib's. */
  gz: (_bytes, file) => execFileSync("zopfli", ["-c", file], { maxBuffer: 2 ** 26 }),
  br: (bytes) => zlib.brotliCompressSync(bytes, { params: { [zlib.constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
};
for (const [name, bytes] of files) {
  const changed = write(name, bytes);
  if (!COMPRESSED.test(name)) continue;
  for (const [ending, compress] of Object.entries(squeeze)) {
    const beside = `${name}.${ending}`;
    if (changed || !fs.existsSync(path.join(option.out, beside)))
      write(beside, compress(bytes, path.join(option.out, name)));
    kept.add(beside);
  }
}
for (const name of fs.readdirSync(option.out))
  if (!kept.has(name)) fs.rmSync(path.join(option.out, name), { recursive: true });
