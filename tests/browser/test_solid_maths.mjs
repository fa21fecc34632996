/* What the board in three dimensions computes without drawing, under node, for random games of every ruleset:
 * everything that matters is in the picture, every choice can be pointed at from above, and pieces find their way
 * from one position to the next. */
import { engine, source } from "./engine.mjs";
import { chance, check, run } from "./page.mjs";

const SHAPES = [4 / 3, 1.08, 0.6, 2.2]; // of the picture

/* A point in the picture, near a place, that picks that place. */
function pointAt(camera, placeAt, layout, stacks, open, place, y) {
  const c = camera.project({ x: layout.x(place), y, z: layout.z(place) });
  for (const [dx, dy] of [
    [0, 0],
    [0.03, 0.03],
    [-0.03, 0.03],
    [0.03, -0.03],
    [-0.03, -0.03],
  ])
    if (placeAt(camera.ray(c.x + dx, c.y + dy), layout, stacks, open) === place) return true;
  return false;
}

run(async () => {
  await apart();
  const ask = await engine();
  const GAMES = ask("games").map((g) => g.id);
  const { Layout } = await source("board3d/layout.ts");
  const { Camera } = await source("board3d/camera.ts");
  const { placeAt } = await source("board3d/pick.ts");
  const { change, along, fly, put, take } = await source("board3d/motion.ts");

  for (const game of GAMES) {
    const board = ask(`board ${game}`);
    const layout = new Layout(board);
    const camera = new Camera();
    const random = chance(GAMES.indexOf(game) + 3);

    /* The whole board is visible, from every side, in pictures of every shape. */
    for (const aspect of SHAPES) {
      camera.frame(layout.outline(), aspect, 55, 0.95);
      for (let quarter = 0; quarter < 8; quarter++) {
        for (const p of layout.outline()) {
          const q = camera.project(p);
          check(Math.abs(q.x) <= 0.951 && Math.abs(q.y) <= 0.951, `${game}: all is in a picture of ${aspect}`);
        }
        camera.drag(45, 0);
      }
      camera.goHome(0, 0);
    }

    /* Everything that can be chosen can be pointed at from above. */
    camera.frame(layout.outline(), 4 / 3, 55, 0.95);
    camera.lookFromAbove(true, 0, 0);
    let pointed = 0;
    for (let seed = 0; seed < 4; seed++) {
      ask(`command new ${game}`);
      for (let ply = 0; ply < 80; ply++) {
        const state = ask("state ");
        if (state.over) break;
        const steps = [];
        let now = state;
        while (now.complete === null) {
          const places = now.choices.flatMap((c) => (c.place === undefined ? [] : [c.place]));
          const open = new Set(places.filter((i) => state.stacks[i].length === 0));
          const squash = layout.squash(state.stacks);
          for (const place of places) {
            const stack = state.stacks[place];
            const y = layout.foot(place, stack, stack.length, squash) + (open.has(place) && layout.round ? 0.1 : -0.01);
            check(
              pointAt(camera, placeAt, layout, state.stacks, open, place, y),
              `${game}: ${board.places[place].label} can be pointed at in ${state.position} after ${steps}`,
            );
            pointed++;
          }
          steps.push(now.choices[random(now.choices.length)].step);
          now = ask(`state ${steps.join(" ")}`);
        }
        ask(`command ${now.complete}`);
        moved(state.stacks, ask("state ").stacks, change, `${game} ${now.complete}`);
      }
    }
    console.log(`${game}: ${pointed} choices`);
  }

  /* Pieces fly clear of the stacks they leave and reach, and end where they belong. */
  const [a, b] = [
    { x: 0, y: 0.2, z: 0 },
    { x: 2, y: 0.6, z: 1 },
  ];
  const flight = fly(a, b, 2);
  check(along(flight, 0).x === a.x && !along(flight, flight.start).done, "each waits for its turn");
  const end = along(flight, flight.start + flight.lasts);
  check(end.done && Math.hypot(end.x - b.x, end.y - b.y, end.z - b.z) < 1e-9, "it ends where it belongs");
  const highest = Math.max(...Array.from({ length: 50 }, (_, i) => along(flight, flight.start + i * 8).y));
  check(highest > 0.6 + 0.4, "it goes over the others");
  const times = [put(b, 0), flight, take(a, b, 0)].map((f) => f.lasts);
  check(Math.min(...times) >= 350 && Math.max(...times) <= 450, `a piece takes 350 to 450 ms, not ${times}`);
  check(along(put(b, 0), 1e4).done && along(take(a, b, 0), 1e4).size === 0, "put down, and taken away");
});

/* A stack that is pointed at: every piece clears the one below it, and the whole stack stays in the picture. */
async function apart() {
  const { Fade, lifted } = await source("board3d/fade.ts");
  const fade = new Fade();
  check(fade.step(new Set([3]), 0.6) && fade.at(3) === 0.6 && fade.at(4) === 0, "on its way");
  check(fade.step(new Set([3]), 0.6) && fade.at(3) === 1 && !fade.step(new Set([3]), 0.6), "there");
  check(fade.step(new Set(), 0.6) && fade.step(new Set(), 0.6) && fade.at(3) === 0, "and back");
  for (const height of [1, 2, 4, 9]) {
    const steps = Array.from({ length: height }, (_, i) => lifted(i, height, 1));
    check(steps[0] === 0 && steps.every((y, i) => i === 0 || y - steps[i - 1] > 0.05), `${height} pieces part`);
    check(steps[height - 1] <= 0.61, `${height} pieces stay together`);
  }
}

/* The change leads from one position to the other: pieces that went and came add up. */
function moved(before, after, change, what) {
  const c = change(before, after);
  if (c === "nothing") return;
  check(c !== "much", `${what} is a move`);
  const count = (stacks) => stacks.reduce((n, s) => n + s.length, 0);
  const landed = c.come.filter((one) => !one.from).length;
  check(count(before) + landed - c.gone.length === count(after), `${what}: the pieces add up`);
}
