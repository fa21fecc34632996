/* A game on paper: its players, its result, and a diagram after every move of the main line. */
import { capital } from "./text.js";
import { h } from "./dom.js";
import { FlatBoard } from "./flat.js";
import { plainScene, positions } from "./movie/movie.js";
import type { Client } from "./client.js";

const WIDTH = 900; // drawn as for a wide board, then scaled

export async function printGame(game: Client, players: string[]): Promise<void> {
  const { nodes, state, board } = game;
  const line: number[] = [];
  for (let at = nodes[0]?.first ?? -1; at >= 0; at = nodes[at]?.first ?? -1) line.push(at);
  const moves = line.map((node) => nodes[node]?.move ?? "");
  const { states } = await positions(document.documentElement.lang, { game: state.game, start: state.start, moves });
  const sheet = h(
    "section",
    { class: "print-sheet", "aria-hidden": "true" },
    h("h1", {}, board.title),
    h("p", {}, [players.join(" – "), capital(state.finished ? state.status : "")].filter(Boolean).join(" · ")),
  );
  document.body.append(sheet);
  states.forEach((one, i) => {
    const flat = new FlatBoard(() => WIDTH);
    const scene = plainScene({ board, state: one, view: "depth", control: true, line: one.decided });
    flat.draw({ ...scene, state: one });
    const before = i > 0 ? nodes[nodes[line[i - 1] ?? 0]?.parent ?? 0] : undefined;
    const caption = before
      ? `${before.round}. ${board.seats[nodes[line[i - 1] ?? 0]?.seat ?? 0] ?? ""}: ${moves[i - 1] ?? ""}`
      : "";
    sheet.append(h("figure", {}, flat.element, h("figcaption", {}, caption)));
  });
  addEventListener("afterprint", () => sheet.remove(), { once: true });
  window.print();
}
