/* A move put together choice by choice ends with the board as the rules leave it, and so does one whose pieces are
 * followed along their paths: games of every ruleset and of the sample games, under node. */
import { SAMPLES, engine, think } from "./engine.mjs";
import { chance, check, run } from "./page.mjs";

const plain = (stacks) =>
  JSON.stringify(stacks.map((stack) => stack.map((p) => `${p.kind} ${p.seat} ${p.direction ?? ""}`)));

/* The stacks after the pieces have flown; stacks have no order. */
function flown(stacks, flights) {
  const like = (a) => (b) => a.kind === b.kind && a.seat === b.seat;
  const left = stacks.map((stack) => [...stack]);
  for (const { piece, from, to } of flights) {
    if (from >= 0) left[from].splice(left[from].findLastIndex(like(piece)), 1);
    if (to >= 0) left[to].push(piece);
  }
  return left;
}
const heaps = (stacks) => JSON.stringify(stacks.map((stack) => stack.map((p) => `${p.kind} ${p.seat}`).sort()));

/* A weak level plays against itself: its moves are varied enough. */
function follow(ask, game) {
  let moves = 0;
  ask(`command new ${game}`);
  for (let before = ask("state "); !before.over && moves < 60; moves++) {
    const { move, flights } = think(ask, `choose 1 0 ${moves + 1}`);
    ask(`command ${move}`);
    const after = ask("state ");
    const way = flown(before.stacks, flights);
    check(heaps(way) === heaps(after.stacks), `${game}: ${before.position} and ${move}: ${JSON.stringify(flights)}`);
    before = after;
  }
  return moves;
}

async function every(ask) {
  for (const { id: game, levels } of ask("games")) {
    if (levels) console.log(`${game}: ${follow(ask, game)} moves followed`);
    let compared = 0;
    for (let seed = 1; seed <= 8; seed++) {
      const random = chance(seed);
      ask(`command new ${game}`);
      for (let ply = 0; ply < 60; ply++) {
        const start = ask("state ");
        if (start.over) break;
        const steps = [];
        let now = start;
        while (now.complete === null) {
          const choice = now.choices[random(now.choices.length)];
          steps.push(choice);
          now = ask(`state ${steps.map((s) => s.step).join(" ")}`);
        }
        const shown = plain(now.stacks);
        ask(`command ${now.complete}`);
        const after = ask("state ");
        check(
          shown === plain(after.stacks),
          `${game}: ${start.position} and ${steps.map((s) => `${s.role} ${s.step}`).join(", ")}: ${shown}, not ${plain(after.stacks)}`,
        );
        compared++;
      }
    }
    console.log(`${game}: ${compared} moves`);
  }
}

run(async () => {
  await every(await engine());
  await every(await engine(SAMPLES));
});
