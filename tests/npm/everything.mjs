// Everything that the package offers, each against known values.
import assert from "node:assert/strict";
import { Engine, IllegalText, Tree, load } from "colonnade";

const colonnade = await load();
assert.equal(colonnade.version, "1.0.0");
assert.throws(() => colonnade.game("chess"), /there is no game chess/);

const pyrga = colonnade.game("pyrga");
assert.deepEqual(
  [pyrga.players, pyrga.sides, pyrga.places.length, pyrga.kinds],
  [2, 2, 16, ["square", "triangle", "round"]],
);
assert.deepEqual(pyrga.places[5], { label: "b2", x: 2, y: 2, level: 1 });
assert.match(pyrga.rules(), /^#/);
assert.notEqual(pyrga.rules("fr"), pyrga.rules());
const corner = pyrga.start().play("Ca1");
assert.deepEqual(
  corner.moves().map((move) => corner.text(move)),
  ["Sa1", "Ta1n", "Ta1e"],
);
assert.deepEqual(corner.pieces(0), [{ kind: 2, seat: 0, direction: 0 }]);
assert.deepEqual([corner.mover, corner.reserve(0, 2), corner.reserve(1, 2)], [1, 4, 5]);
assert.ok(pyrga.read(String(corner)).equals(corner));
assert.throws(
  () => pyrga.start().play("Sb2").play("Sd4"),
  (error) => error instanceof IllegalText && error.at === 2,
);
assert.throws(() => pyrga.read("rubbish"), IllegalText);

const first = pyrga.start().choices().steps;
assert.deepEqual(
  first.map((step) => step.text),
  ["square", "triangle", "round"],
);
const made = [first[1]];
for (const word of ["b2", "north"])
  made.push(
    pyrga
      .start()
      .choices(made)
      .steps.find((step) => step.text === word),
  );
assert.equal(pyrga.start().text(pyrga.start().choices(made).complete), "Tb2n");

assert.equal(colonnade.game("pilea").start().perft(4), 255024n);
assert.match(corner.svg(), /<svg[^]*White/);
assert.match(corner.svg("fr"), /Blanc/);

const dorix = colonnade.game("dorix");
const mate = dorix.read("-,-,-,b/-,-,b,-/-,b,-,-/-,w,w,w b");
const engine = new Engine(dorix, { memory: 1 << 20, seed: 3 });
const [best] = engine.analyse(mate, { depth: 2 });
assert.deepEqual([best.text, best.value, best.line], ["a1", { proven: true, result: "win", plies: 1 }, ["a1"]]);
assert.equal(engine.choose(mate, 9).text, "a1");
assert.throws(() => engine.choose(mate, 11), IllegalText);
assert.deepEqual(mate.prove({ within: 3, count: true }), { proven: true, result: "win", plies: 1 });
assert.throws(() => mate.prove(), /can repeat/);
assert.throws(() => colonnade.game("dorix-3").start().prove(), RangeError);
engine.free();
engine.free();

const over = mate.play("a1");
assert.deepEqual([over.over, over.winner, over.result, over.reason], [true, 1, "b", "diagonal held"]);

const tree = new Tree(dorix);
tree.play("a1");
tree.play(tree.position.moves()[0]);
const again = colonnade.readRecord(tree.record());
assert.ok(again.position.equals(tree.position));
assert.equal(again.node(1).ply, 1);
assert.equal(again.node(0).parent, null);
assert.equal(again.undo(), true);
assert.equal(again.redo(), true);
again.goto(0);
assert.equal(again.undo(), false);
assert.throws(() => again.goto(99), RangeError);
assert.throws(() => again.node(99), RangeError);
assert.throws(
  () => colonnade.readRecord('[Game "dorix"]\n\n1. a1 z9 *\n'),
  (error) => error.line === 3,
);
assert.match(tree.svg(), /<svg/);

for (const id of colonnade.games) {
  const player = new Engine(colonnade.game(id), { memory: 1 << 20 });
  const game = new Tree(colonnade.game(id));
  for (let level = 1; level <= 5; level++) game.play(player.choose(game, level).move);
  assert.equal(game.node(game.current).ply, 5);
}
console.log("done");
