/* The sample games in the page's engine and drawings, in both languages, under node: 64 places, walls, steps with
 * a number, and positions that the editor composes. */
import { SAMPLES, engine, source } from "./engine.mjs";
import { chance, check, run } from "./page.mjs";

/* What the editor sends for the pieces that are shown. */
const letters = (board, stacks) =>
  stacks.map((stack) => stack.map((p) => board.letters[board.kinds.indexOf(p.kind)].at(p.seat)).join("")).join(",");

function composes(ask, board) {
  const random = chance(5);
  ask(`command new ${board.game}`);
  for (let ply = 0; ply < 30; ply++) {
    const now = ask("state ");
    const made = ask(`compose ${board.game}\n${letters(board, now.stacks)}\n${"wb"[now.mover]}\n`);
    check(made.position === now.position, `${board.game}: ${now.position}, not ${JSON.stringify(made)}`);
    if (now.over) return;
    const steps = [];
    let next = now;
    while (next.complete === null) {
      steps.push(next.choices[random(next.choices.length)]);
      next = ask(`state ${steps.map((s) => s.step).join(" ")}`);
    }
    check(
      steps.every((s) => s.place !== undefined || s.label),
      `${board.game}: a choice without a name`,
    );
    ask(`command ${next.complete}`);
  }
}

const same = (one, other, what) =>
  check(JSON.stringify(one) === JSON.stringify(other), `${what}: ${JSON.stringify(one)}`);

/* What the editor offers and does is what the game says of its pieces, whatever their order and number. */
async function edits(toy, four, tak) {
  const { putDown, toolsFor } = await source("palette.ts");
  const named = (board) => toolsFor(board).map((t) => (t ? `${t.seat} ${t.kind}` : "none"));
  const [white, black] = [0, 1].map((seat) => ({ kind: "square", seat }));
  same(named(tak), ["0 square", "0 wall", "1 square", "1 wall", "none"], "every kind in every colour");
  same(named({ ...tak, neutral: [false, true] }).slice(-2), ["-1 wall", "none"], "the kind that can be nobody's");
  same(putDown(four, [white], black), [black], "one place, one piece");
  same(putDown({ ...four, levels: 1 }, [white], black), [black], "also on one level");
  same(putDown({ ...tak, levels: 2 }, [white], black), [white, black], "a stack, also on two levels");
  same(putDown(toy, [white], black), [white, black], "a stack");
  same(putDown(tak, [white, black], null), [white], "the top piece is taken away");
}

/* The board in three dimensions has room for what usually stands on it, and no kind of piece sinks into its tiles. */
async function holds(four, tak) {
  const { HEIGHT, Layout } = await source("board3d/layout.ts");
  const highest = (board) => Math.max(...new Layout(board).outline().map((p) => p.y));
  const top = four.places.findIndex((p) => p.level === four.levels);
  check(highest(four) > new Layout(four).base(top) + HEIGHT.cube / 2, "a cube on the highest level is in the picture");
  check(highest({ ...tak, stack: 6 }) > highest(tak), "higher stacks, more room");
  for (const kinds of [
    ["pawn", "wall"],
    ["wall", "pawn"],
  ])
    check(new Layout({ ...tak, kinds }).recess < 0.3 * HEIGHT.pawn, `${kinds}: the thinnest shows above its tile`);
}

run(async () => {
  const { plans, planPoint, Heights } = await source("geometry.ts");
  for (const [lang, wall] of [
    ["en", "wall"],
    ["fr", "mur"],
  ]) {
    const ask = await engine(SAMPLES, lang);
    const four = ask("board four-in-space");
    check(four.places.length === 64 && !four.hollow && four.stack === 0, "four levels of sixteen places");
    for (const narrow of [false, true]) {
      const { plans: list } = plans(four, narrow);
      const points = new Set(four.places.map((p) => JSON.stringify(planPoint(list, p))));
      check(points.size === 64, `64 places apart on the plans, not ${points.size}`);
    }
    const empty = { stacks: four.places.map(() => []) };
    const heights = new Heights(four, empty);
    check(new Set(four.places.map((p) => heights.level(p))).size === 4, "four levels above one another");
    const tak = ask("board small-tak");
    check(tak.kinds.join() === "square,wall" && tak.steps.join() === "flat,wall", "flat stones and walls");
    check(tak.names[1] === wall && tak.supplied.join() === "true,false", "a wall is a stone, named in the language");
    await edits(ask("board toy"), four, tak);
    await holds(four, tak);
    for (const { id } of ask("games")) composes(ask, ask(`board ${id}`));
  }
});
