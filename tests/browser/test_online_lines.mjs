/* Lost connections: the house is killed and restarted, a browser loses its network, two tabs hold the same seat,
 * somebody watches, and the other player sits at a terminal. Nothing is lost or done twice.
 *
 * usage: test_online_lines.mjs PROGRAM breaks|terminal|claim */
import { spawn } from "node:child_process";
import path from "node:path";
import { agree, axe, choose, links, openTable, playOut, sit, stand, withHouse } from "./house.mjs";
import { chance, check, run, until } from "./page.mjs";

const [program = "build/gcc/colonnade", what = "breaks"] = process.argv.slice(2);

const line = (page, state) => page.waitForSelector(`.table[data-line="${state}"]`);

/* The house is killed between moves and during them; then the network of one browser goes. */
async function breaks({ house, come, openTab }) {
  const random = chance(11);
  const ann = await come();
  await openTable(ann, { game: "pilotis", seats: ["me", "link"], name: "Ann" });
  const [link, watch] = await links(ann);
  const bob = await come({ hash: new URL(link).hash });
  await sit(bob, "Bob");
  const cleo = await come({ hash: new URL(watch).hash });
  await cleo.waitForSelector('.table[data-phase="playing"]');
  await ann.waitForFunction(() => /One is watching/.test(document.querySelector('[data-name="watching"]').textContent));
  check((await stand(cleo)).turn === "far", "who looks on chooses nothing");
  await axe(cleo, "the table of who looks on");
  const again = await openTab(ann.context(), new URL(ann.url()).hash);
  await again.waitForSelector('.table[data-turn="person"]');

  while (await choose(again, random)); // the first move in the second tab
  await bob.waitForSelector('.table[data-turn="person"]');
  await agree([ann, again, bob, cleo]);
  check((await stand(ann)).turn === "far", "the first tab knows of it");

  /* Killed while nobody does anything. */
  await house.kill();
  for (const page of [ann, bob, cleo]) await line(page, "lost");
  check(/Connection lost/.test(await bob.textContent(".far-line")), "the table says so");
  await axe(bob, "a table without a line");
  /* A move without a connection: it stays on the board, and is sent when the connection is back. */
  while (await choose(bob, random));
  const before = await bob.getAttribute(".table", "data-number");
  check(Number(before) >= 4, "nothing is taken for done yet");
  await house.start();
  for (const page of [ann, again, bob, cleo]) await line(page, "up");
  await ann.waitForSelector('.table[data-turn="person"]');
  await agree([ann, again, bob, cleo]);

  /* Killed with a move on its way, several times over. */
  const players = [
    { page: ann, how: "keys" },
    { page: bob, how: "keys" },
  ];
  let kills = 0;
  await playOut(players, random, async (count) => {
    if (count % 9 === 0 && kills < 2) {
      kills++;
      await house.kill();
      await house.start();
    }
    if (count === 14) {
      await bob.context().setOffline(true);
      await bob.evaluate(() => dispatchEvent(new Event("offline")));
      await bob.context().setOffline(false);
    }
  });
  check(kills === 2, "the house was killed meanwhile");
  await agree([ann, again, bob, cleo]);
  console.log(`pilotis: ${await bob.getAttribute(".table", "data-number")} events, ${kills + 1} kills`);
}

/* The legal moves, from the house, over a separate connection. */
const askMoves = () =>
  new Promise((resolve) => {
    const socket = new WebSocket(`ws://${location.host}/house`);
    socket.onopen = () => socket.send(JSON.stringify({ do: "enter", token: location.hash.slice(6) }));
    socket.onmessage = (event) => {
      const m = JSON.parse(event.data);
      if (m.is === "round") socket.send(JSON.stringify({ do: "moves", round: m.round }));
      if (m.is !== "moves") return;
      socket.close();
      resolve(m.moves);
    };
  });

/* The other one types moves into a pipe. */
async function terminal({ come }) {
  const random = chance(4);
  const ann = await come();
  await openTable(ann, { game: "pyrga", seats: ["link", "me"], name: "Ann" });
  const [link] = await links(ann);
  const child = spawn(path.resolve(program), ["play", "--join", link, "--events"], {
    stdio: ["pipe", "pipe", "inherit"],
    env: { ...process.env, LC_ALL: "C" },
  });
  let said = "";
  child.stdout.on("data", (text) => (said += text));
  try {
    await ann.waitForSelector('.table[data-phase="playing"]');
    for (let i = 0; i < 200; i++) {
      const now = await stand(ann);
      if (now.turn === "over") break;
      if (now.turn === "person") {
        await choose(ann, random);
        continue;
      }
      /* What is typed before the terminal has heard of the last move would be judged in the position before it. */
      await until(
        () => `the terminal has not heard of move ${now.ply}: ${said.slice(-400)}`,
        async () => / began/.test(said) && said.split(" moved ").length > Number(now.ply),
      );
      const moves = await ann.evaluate(askMoves);
      child.stdin.write(`${moves[random(moves.length)]}\n`);
      await ann.waitForFunction((old) => document.querySelector(".table").dataset.ply !== old, now.ply);
    }
    check((await stand(ann)).turn === "over", "the game ends");
    for (let i = 0; i < 300 && !/ ended /.test(said); i++) await ann.evaluate(() => new Promise(requestAnimationFrame));
    check(/ ended /.test(said), `the terminal hears of the end: ${said.slice(-400)}`);
  } finally {
    child.kill("SIGKILL");
  }
}

/* Somebody leaves and does not come back: after a while the opponent may claim the win. */
async function claim({ come }) {
  const random = chance(6);
  const ann = await come();
  await openTable(ann, { game: "pyrga", seats: ["me", "link"], clock: "3+2", name: "Ann" });
  const [link] = await links(ann);
  const bob = await come({ hash: new URL(link).hash });
  await sit(bob);
  while (await choose(ann, random));
  await bob.waitForSelector('.table[data-turn="person"]');
  while (await choose(bob, random));
  await ann.waitForSelector('.table[data-turn="person"]');
  await bob.context().close();
  await ann.waitForFunction(() => /cannot be reached/.test(document.querySelector('[data-far-seat="b"]').textContent));
  check((await ann.locator('[data-name="claim"]').count()) === 0, "not at once");
  await ann.click('[data-name="claim"]', { timeout: 90000 });
  await ann.waitForSelector('.table[data-phase="over"]');
}

run(() => withHouse(program, { breaks, terminal, claim }[what]));
