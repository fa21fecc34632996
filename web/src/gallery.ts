/* Pictures of boards that nobody plays on: the example of a game, a kept game, a puzzle. A separate engine draws
 * them one after the other, so that the table's game is not touched. */
import { FlatBoard } from "./flat.js";
import { Client } from "./client.js";
import { Engine } from "./engine.js";
import { EXAMPLES } from "./examples.js";
import type { Thinker } from "./thinker.js";

const WIDTH = 900; // drawn as for a wide board, then scaled

export class Gallery {
  private client: Promise<Client> | undefined;
  private queue: Promise<unknown> = Promise.resolve();

  constructor(private readonly thinker: Thinker) {}

  /* A game of the family, in mid-game. */
  example(box: Element, family: string): Promise<void> {
    const shown = EXAMPLES[family];
    return this.draw(box, async (client) => {
      if (!shown) return false;
      return (await client.follow({ game: shown.game, moves: shown.picture, position: "" })) === "";
    });
  }

  position(box: Element, game: string, position: string): Promise<void> {
    return this.draw(box, async (client) => (await client.follow({ game, moves: [], position })) === "");
  }

  record(box: Element, record: string): Promise<void> {
    return this.draw(box, async (client) => (await client.load(record)).ok);
  }

  private open(): Promise<Client> {
    this.client ??= (async () => {
      const client = new Client(new Engine("worker.js"), this.thinker);
      await client.open("en"); // nothing is said
      return client;
    })();
    return this.client;
  }

  /* A picture that fails leaves its box empty: the words beside it say what it shows. */
  private draw(box: Element, go: (client: Client) => Promise<boolean>): Promise<void> {
    const work = async (): Promise<void> => {
      const client = await this.open();
      if (!box.isConnected || !(await go(client))) return;
      const flat = new FlatBoard(() => WIDTH, true);
      flat.draw({
        board: client.board,
        state: { ...client.state, marked: [] },
        view: "depth",
        shown: 9,
        choices: new Map(),
        chosen: [],
        badges: new Map(),
        wins: [],
        threats: [],
        control: false,
        labels: [],
      });
      box.replaceChildren(flat.element);
    };
    const next = this.queue.then(work, work);
    this.queue = next.catch(() => undefined);
    return next.catch(() => undefined);
  }
}
