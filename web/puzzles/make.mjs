/* Makes and checks the puzzles of the page: positions with one winning move, and a win in
 * two to four moves. Run from web/:
 *   node puzzles/make.mjs WASM GAME [COUNT]   adds puzzles of a ruleset to puzzles.json
 *   node puzzles/make.mjs WASM --check        looks at every puzzle again; fails on one that is none */
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";

const HERE = path.dirname(fileURLToPath(import.meta.url));
const FILE = path.join(HERE, "puzzles.json");
const QUICK = 20000; // positions searched to find a puzzle …
const DEEP = 150000; // … and to be sure of it
const [wasm, what, count = "12"] = process.argv.slice(2);

const { outputFiles } = await esbuild.build({
  entryPoints: [path.join(HERE, "../src/module.ts")],
  bundle: true,
  format: "esm",
  write: false,
  logLevel: "error",
});
const { instantiate } = await import(
  `data:text/javascript;base64,${Buffer.from(outputFiles[0].text).toString("base64")}`
);
const engine = await instantiate(
  fs.readFileSync(wasm),
  () => undefined,
  (family) => fs.readFileSync(path.join(path.dirname(wasm), `${family}.data`)),
);
const ask = (text) => JSON.parse(engine.call(text));
ask("open en");
/* What the engine thinks about the game that it has. */
const think = (words) => ask(`think ${words}\n${ask("state ").node}\n${ask("events")}`);

let seed = 1;
const random = (limit) => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return Math.floor((seed / 2 ** 32) * limit);
};

/* The plies to the end when the position has exactly one winning move, with two to four moves of one's own; else 0. */
function plies(nodes) {
  const list = think(`analyse 0 ${nodes} 0`);
  const [best, second] = list.moves ?? [];
  if (!best || !second || best.value.result !== "win" || second.value.result === "win") return 0;
  const { plies = 0 } = best.value;
  const own = Math.ceil(plies / 2);
  return own >= 2 && own <= 4 ? plies : 0;
}

/* A move with little sight, and sometimes with none. */
function pick(blind) {
  if (!blind) return think(`choose ${2 + random(3)} 0.1 ${random(1 << 30)}`).move;
  for (let words = ""; ;) {
    const next = ask(`state ${words}`);
    if (next.complete) return next.complete;
    words = `${words} ${next.choices[random(next.choices.length)].step}`.trim();
  }
}

/* Plays a game, then looks at its last positions for one from which the winner had to win. */
function find(game) {
  const played = [];
  ask(`command follow\n${game}\n\n`);
  for (let state = ask("state "); !state.over; state = ask("state ")) {
    if (played.length > 150) return null;
    const move = pick(played.length < 4 || random(6) === 0);
    played.push(move);
    ask(`command ${move}`);
  }
  /* In some games the loser makes the last move. */
  for (const back of random(3) ? [8, 7, 6, 5, 4, 3] : [6, 5, 4, 3]) {
    if (played.length <= back + 4) continue;
    ask(`command follow\n${game}\n\n${played.slice(0, -back).join(" ")}`);
    const { position } = ask("state ");
    /* The position alone counts, without the moves that led to it. */
    ask(`command follow\n${game}\n${position}\n`);
    const quick = plies(QUICK);
    if (quick && plies(DEEP) === quick) return { position, plies: quick };
  }
  return null;
}

const puzzles = fs.existsSync(FILE) ? JSON.parse(fs.readFileSync(FILE, "utf8")) : {};
if (what === "--check") {
  let bad = 0;
  let all = 0;
  for (const [game, list] of Object.entries(puzzles))
    for (const p of list) {
      const answer = ask(`command follow\n${game}\n${p.position}\n`);
      all++;
      if (!answer.ok || plies(DEEP) !== p.plies) {
        bad++;
        console.error(`${game}: ${p.position}: not a win in ${p.plies} plies by one move alone`);
      }
    }
  const poor = Object.entries(puzzles)
    .filter(([, list]) => list.length < 10)
    .map(([game]) => game);
  if (poor.length) console.error(`fewer than ten: ${poor}`);
  console.log(`${all} puzzles, ${bad} wrong`);
  process.exit(bad || poor.length ? 1 : 0);
}
const mine = puzzles[what] ?? [];
seed = 1000 * mine.length + what.length + 17;
for (let tries = 0; mine.length < Number(count) && tries < 400; tries++) {
  const found = find(what);
  if (!found || mine.some((p) => p.position === found.position)) continue;
  if (found.plies < 5 && mine.filter((p) => p.plies < 5).length >= 5 && tries < 200) continue;
  mine.push(found);
  console.log(what, mine.length, found.plies, found.position);
}
mine.sort((a, b) => a.plies - b.plies);
const latest = fs.existsSync(FILE) ? JSON.parse(fs.readFileSync(FILE, "utf8")) : {};
latest[what] = mine;
const sorted = Object.fromEntries(Object.entries(latest).sort(([a], [b]) => a.localeCompare(b)));
const text = `{\n${Object.entries(sorted)
  .map(
    ([game, list]) => `  ${JSON.stringify(game)}: [\n${list.map((p) => `    ${JSON.stringify(p)}`).join(",\n")}\n  ]`,
  )
  .join(",\n")}\n}\n`;
fs.writeFileSync(`${FILE}.tmp`, text);
fs.renameSync(`${FILE}.tmp`, FILE);
