/* A move that is put together choice by choice looks, once it is complete, as the rules
 * leave the board: random games of every ruleset, and of the sample games, under node. */
import { SAMPLES, engine } from "./engine.mjs";
import { chance, check, run } from "./page.mjs";

const plain = (stacks) =>
  JSON.stringify(stacks.map((stack) => stack.map((p) => `${p.kind} ${p.seat} ${p.direction ?? ""}`)));

async function every(ask) {
  for (const { id: game } of ask("games")) {
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
