/* Somebody who knows a game only from its lesson plays level 1, without hints or rules, and wins more often than
 * not: they take a win when there is one, leave none to the opponent, and otherwise do what the lesson calls good.
 * Under node, with the page's engine.
 *
 * usage: test_taught.mjs GAMES [FAMILY…]      without a family: every one that two can play */
import { engine, families, think } from "./engine.mjs";
import { chance, check, run } from "./page.mjs";

const ME = 0;
const TRIED = 60; // moves to look at; people do not look at hundreds
const LONGEST = 120;
const WIN = 1000;

const mine = (state, place) => state.stacks[place].at(-1)?.seat;
const steps = (a, b) => (Math.abs(a.x - b.x) + Math.abs(a.y - b.y)) / 2; // from one place to the other
const most = (list) => Math.max(0, ...list);

/* What the lesson of a family calls good, for a seat. */
const TAUGHT = {
  /* "Spend as few balls as you can, and take back as many as you can." */
  pylos: ({ state }, seat) => state.reserves[seat][0],
  /* "The first player with three complete towers wins", and two of its three pieces own a tower. */
  pyrga: ({ state }, seat) =>
    state.stacks.filter((s) => s.length === 3 && s.filter((p) => p.seat === seat).length > 1).length,
  /* "Count both diagonals before each move." */
  dorix: ({ state, board }, seat) => most(board.lines.map((l) => l.filter((p) => mine(state, p) === seat).length)),
  /* "Climb when you can. When you cannot, bring a pile beside another of its height, near the grey one." */
  pilea: ({ state, board }, seat) =>
    board.places.reduce((sum, place, i) => {
      if (mine(state, i) !== seat) return sum;
      const height = state.stacks[i].length;
      const grey = board.places.find((_, j) => mine(state, j) === -1);
      const twin = board.places.some(
        (p, j) => steps(p, place) === 1 && state.stacks[j].length === height && p !== grey,
      );
      return sum + height ** 3 + (twin ? height ** 2 : 0) - (height * steps(place, grey)) / 2;
    }, 0),
};
TAUGHT.pilotis = TAUGHT.pyrga;

/* The moves of a position (a sample when there are hundreds), each with the position it leads to and how good that
 * looks. */
function look(scratch, family, position) {
  const board = scratch(`board ${family}`);
  const follow = (move) => scratch(`command follow\n${family}\n${position}\n${move}`);
  follow("");
  const moves = scratch("command moves").text.split("\n").slice(1).join(" ").trim().split(/\s+/);
  const every = Math.ceil(moves.length / TRIED);
  return moves
    .filter((_, i) => i % every === 0)
    .map((move) => {
      follow(move);
      const state = scratch("state +threats ");
      return { move, value: worth(state, board, family) };
    })
    .sort((a, b) => b.value - a.value);
}

function worth(state, board, family) {
  if (state.over) return { won: WIN, lost: -WIN }[state.seats[ME].result] ?? 0;
  const taught = TAUGHT[family];
  const given = (state.wins ?? []).length > 0 ? -WIN / 10 : 0; // the opponent wins at once
  return given + taught({ state, board }, ME) - taught({ state, board }, 1 - ME);
}

function choose(ask, scratch, family, random) {
  const tried = look(scratch, family, ask("state ").position);
  const good = tried.filter((t) => t.value === tried[0].value);
  return good[random(good.length)].move;
}

function play(ask, scratch, family, number) {
  const random = chance(number);
  ask(`command new ${family}`);
  for (let ply = 0; ply < LONGEST; ply++) {
    const { over, mover, seats } = ask("state ");
    if (over) return seats[ME].result;
    const level = () => think(ask, `choose 1 0 ${number * 1000 + ply}`).move;
    const move = mover === ME ? choose(ask, scratch, family, random) : level();
    check(ask(`command ${move}`).ok, `${family}: ${move} is legal`);
  }
  return "unfinished";
}

run(async () => {
  const [games, ...asked] = process.argv.slice(2);
  const [ask, scratch] = [await engine(), await engine()];
  const forTwo = families(ask).filter(({ players }) => players === 2);
  for (const family of asked.length > 0 ? asked : forTwo.map((g) => g.family)) {
    check(TAUGHT[family], `TAUGHT in tests/browser/test_taught.mjs says what the lesson of ${family} calls good`);
    const results = Array.from({ length: Number(games) }, (_, i) => play(ask, scratch, family, i + 1));
    const won = results.filter((r) => r === "won").length;
    console.log(`${family}: ${won} of ${games} won: ${results.join(" ")}`);
    check(2 * won > results.length, `${family}: whoever took the lesson beats level 1`);
  }
});
