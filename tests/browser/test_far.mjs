/* The page's engine, under node, with a round that is kept in a house: what it asks for there, how it handles the
 * answers, and that it helps nobody while people play each other. */
import { engine } from "./engine.mjs";
import { check, run } from "./page.mjs";

const NOW = 1794781233103;
const LOG = [
  `1 ${NOW} started pyrga increment:300000+3000 fair 1000 30000 5`,
  `2 ${NOW} sat w person 0 Ann`,
  `3 ${NOW} sat b person 0 ~7`,
  `4 ${NOW} began`,
];
const same = (a, b, what) => check(JSON.stringify(a) === JSON.stringify(b), `${what}: ${JSON.stringify(a)}`);

run(async () => {
  const ask = await engine();
  const seats = () => ask("state ").seats;
  check(!ask("state "), "there is no game at first");
  let reply = ask(`far round w ${NOW}\n${LOG.join("\n")}\n`);
  check(reply.ok && reply.changed && /Ann/.test(reply.text), `the round is there: ${reply.text}`);
  same(reply.events, LOG, "its events");
  same(
    seats().map((s) => s.mine),
    [true, false],
    "one seat is ours",
  );
  let state = ask("state +threats ");
  check(state.turn === "person" && state.phase === "playing" && !state.helps, "we are to move, without help");
  check(state.wins === undefined && state.threats === undefined, "threats are not shown");
  check(Math.abs(seats()[0].time - 300000) < 5000, `the clock goes by the house's: ${seats()[0].time}`);

  /* What is typed becomes a request; nothing has happened yet. */
  reply = ask("command Sb2");
  same(reply.wants, [{ seat: "w", action: "move Sb2" }], "a move is wanted");
  check(ask("state ").ply === 0 && ask("command record").wants.length === 0, "once, and not done");
  for (const line of ["hint", "analyse", "review", "threats"])
    check(!ask(`command ${line}`).ok, `${line} is refused while people play`);
  for (const words of ["analyse 0.1 0 0", "choose 3 0.1 1"])
    check(ask(`think ${words}\n0\n${ask("events")}`).error, `workers do not ${words.split(" ")[0]}`);
  check(ask(`review 0.1\n${ask("events")}`).error, "nor review");
  check(!ask("command new pylos").ok && !ask("command go").ok, "what belongs to one's own board is refused");
  same(ask("command draw").wants, [{ seat: "w", action: "offer draw" }], "an offer is wanted");
  same(ask("command say 1").wants, [{ seat: "w", action: "say hello" }], "a phrase is wanted");

  /* The answer arrives; arriving twice counts once. */
  const moved = `5 ${NOW + 100} moved w 0 299000 Sb2`;
  reply = ask(`far events ${NOW + 100}\n${moved}\n`);
  check(reply.changed && ask("state ").ply === 1 && ask("state ").turn === "far", "the move is done");
  check(!ask(`far events ${NOW + 100}\n${moved}\n`).changed && ask("state ").ply === 1, "once");
  reply = ask("command Tb1n");
  check(!reply.ok && reply.wants.length === 0, "the other's moves are not ours to make");
  reply = ask("far refused illegal\n{0} is not a move here\nxx");
  check(!reply.ok && reply.text.length > 3, "a refusal is a sentence");
  check(/moved on/.test(ask("far refused stale").text), "so is a word of the house");
  check(/Hello!/.test(ask("far said b hello").text), "and a phrase");
  check(/cannot be reached/.test(ask(`far events ${NOW + 200}\n6 ${NOW + 200} went b\n`).text), "and an absence");
  check(Math.abs(seats()[1].claim - 30000) < 5000, `which can be claimed later: ${seats()[1].claim}`);

  /* After the end there is help again. */
  ask(`far events ${NOW + 300}\n7 ${NOW + 300} resigned b\n8 ${NOW + 300} ended w resigned b\n`);
  state = ask("state ");
  check(state.finished && state.helps, "it is over");
  check(ask(`think analyse 0.1 0 1\n0\n${ask("events")}`).moves.length > 0, "workers think again");
  same(ask("command rematch").wants, [{ seat: "w", action: "offer rematch" }], "a rematch is wanted");

  /* Watching; and text that is not a round. */
  check(ask(`far round - ${NOW}\n${LOG.join("\n")}\n`).ok && ask("state ").turn === "far", "one can look on");
  check(ask("command Sb2").wants.length === 0, "and do nothing");
  check(!ask(`far round w ${NOW}\nnonsense\n`).ok, "nonsense is not a round");
  check(ask("far nothing").error && ask("far").error, "nor are other words a request");

  /* A QR code has its corners. */
  const code = ask("qr http://localhost:8080/#seat=AAAAAAAAAAAAAAAAAAAAAA");
  check(code.length === 29 && code.every((row) => /^[01]{29}$/.test(row)), "a code of version 3");
  check(code[0].startsWith("1111111") && code[0].endsWith("1111111"), "with corners");
  same(ask(`qr ${"x".repeat(272)}`), [], "too long for a code");
});
