// Plays a random game of every ruleset and prints its moves and where they led.
import { Tree, load } from "colonnade";

const colonnade = await load();
let seed = 7;
const random = (n) => {
  seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
  return (seed >>> 8) % n;
};
const games = colonnade.games.map((id) => {
  const tree = new Tree(colonnade.game(id));
  const moves = [];
  while (!tree.over && moves.length < 80) {
    const { position } = tree;
    const legal = position.moves();
    const move = legal[random(legal.length)];
    moves.push(position.text(move));
    tree.play(move);
  }
  const { position } = tree;
  tree.free();
  return { id, moves, position: String(position), result: position.result };
});
console.log(JSON.stringify(games));
