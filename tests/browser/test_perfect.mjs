/* Level 10 of the page's engine never gives away the proven value of a position: it plays against itself, and the
 * program's proofs judge every move.
 *
 * usage: test_perfect.mjs PROGRAM GAME [GAMES [PLIES]]      PLIES random moves open each game */
import { execFileSync } from "node:child_process";
import path from "node:path";
import { check, run } from "./page.mjs";
import { engine, think } from "./engine.mjs";

const [program, game, games = "2", plies = "6"] = process.argv.slice(2);
const lines = (...words) => execFileSync(path.resolve(program), words, { encoding: "utf8" }).trim().split("\n");

let state = 1;
const random = (below) => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 2 ** 32) * below);
};

run(async () => {
  const ask = await engine();
  let judged = 0;
  let slowest = 0;
  for (let number = 0; number < Number(games); number++) {
    const moves = [];
    for (;;) {
      const position = (moves.length ? lines("apply", game, ...moves) : lines("start", game))[0];
      if (!lines("result", game, "--position", position)[0].startsWith("ongoing")) break;
      if (moves.length < Number(plies)) {
        const legal = lines("moves", game, "--position", position);
        moves.push(legal[random(legal.length)]);
        continue;
      }
      check(ask(`command follow\n${game}\n\n${moves.join(" ")}`).ok, `${moves.join(" ")} can be followed`);
      const started = performance.now();
      const { move } = think(ask, `choose 10 0 ${number}`);
      slowest = Math.max(slowest, performance.now() - started);
      const [worth, ...values] = lines("prove", game, "--position", position);
      check(values.includes(`${move} ${worth}`), `${move} keeps the ${worth} after ${moves.join(" ")}`);
      judged++;
      moves.push(move);
    }
  }
  check(judged > Number(games), "the level moved");
  console.log(
    `${game}: ${judged} moves of ${games} games keep their value; the slowest took ${Math.round(slowest)} ms`,
  );
});
