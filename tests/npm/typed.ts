// Compiles only if the types say what the package does.
import { Engine, IllegalText, Tree, load, type Advice, type Value } from "colonnade";

const colonnade = await load();
const game = colonnade.game(colonnade.games[0] ?? "pylos");
const tree: Tree = new Tree(game.start());
const advice: Advice[] = new Engine(game, { seed: 1 }).analyse(tree, { depth: 2 });
const value: Value | undefined = advice[0]?.value;
const said: string = value === undefined ? "" : value.proven ? value.result : String(value.score);
const moves: bigint[] = tree.position.moves();
const step = tree.position.choices().steps[0];
const text: string = step ? step.text : said;
try {
  tree.play(text);
} catch (error) {
  if (error instanceof IllegalText) error.at.toFixed();
}
// @ts-expect-error: a game has no such thing
game.colour;
// @ts-expect-error: moves are BigInts
tree.play(1);
export { moves };
