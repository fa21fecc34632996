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

run(async () => {
  const { plans, planPoint, Heights } = await source("geometry.ts");
  for (const [lang, wall] of [
    ["en", "wall"],
    ["fr", "mur"],
  ]) {
    const ask = await engine(SAMPLES, lang);
    const four = ask("board four-in-space");
    check(four.places.length === 64 && !four.hollow && !four.neutral, "four levels of sixteen places");
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
    for (const { id } of ask("games")) composes(ask, ask(`board ${id}`));
  }
});
