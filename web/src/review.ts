/* A finished game looked at again: the value before and after each move of the main
 * line, which moves were mistakes, and why, in words. */
import { h, svg } from "./dom.js";
import type { Game } from "./game.js";
import type { AdviceList, TreeNode } from "./protocol.js";
import { T, fill } from "./text.js";

export interface Verdict {
  node: number; // the move's node
  move: string;
  value: number; // of the position before the move, for White's side, within ±1
  sign: string; // ?? ? ?! or nothing
  words: string;
}

const SECONDS = 0.35;
const SURE = 30000;

/* A value as a share of a sure win. */
const squash = (value: number): number => (Math.abs(value) >= SURE ? Math.sign(value) : Math.tanh(value / 2500) * 0.95);

function judge(list: AdviceList, played: string): { sign: string; words: string } {
  const best = list.moves[0];
  const own = list.moves.find((m) => m.move === played);
  if (!best || !own || best.move === played) return { sign: "", words: "" };
  const lost = squash(best.value) - squash(own.value);
  if (best.value >= SURE && own.value < SURE) {
    if (own.value <= -SURE) return { sign: "??", words: fill(T("{0} would have won; this loses."), best.move) };
    return { sign: "?", words: fill(T("This lets the win go: {0} wins."), best.move) };
  }
  if (own.value <= -SURE && best.value > -SURE) {
    const reply = own.line[1];
    return {
      sign: "??",
      words: reply
        ? fill(T("This loses, to {0} for example. {1} holds."), reply, best.move)
        : fill(T("This loses. {0} holds."), best.move),
    };
  }
  if (lost > 0.5) return { sign: "?", words: fill(T("A mistake: {0} is much better."), best.move) };
  if (lost > 0.22) return { sign: "?!", words: fill(T("Not the best: {0} is better."), best.move) };
  return { sign: "", words: "" };
}

/* The nodes of the main line after the start. */
export function mainLine(game: Game): number[] {
  const nodes = game.tree.nodes;
  const out: number[] = [];
  for (let at = nodes[0]?.first ?? -1; at >= 0; at = nodes[at]?.first ?? -1) out.push(at);
  return out;
}

/* `each` answers whether to go on. */
export async function review(
  game: Game,
  each: (verdict: Verdict, done: number, all: number) => boolean,
): Promise<void> {
  const nodes = game.tree.nodes;
  const line = mainLine(game);
  const all = game.line();
  const moves = line.map((node) => nodes[node]?.move ?? "");
  for (let i = 0; i < line.length; i++) {
    const one = nodes[line[i] as number] as TreeNode;
    let list: AdviceList;
    try {
      list = await game.thinker.analyse({ ...all, moves: moves.slice(0, i) }, SECONDS);
    } catch {
      return;
    }
    const side = (one.seat ?? 0) % game.board.sides === 0 ? 1 : -1;
    const value = squash(list.moves[0]?.value ?? 0) * side;
    if (
      !each(
        { node: line[i] as number, move: moves[i] ?? "", value, ...judge(list, moves[i] ?? "") },
        i + 1,
        line.length,
      )
    )
      return;
  }
}

/* The course of the game: White's chances upwards. Each point is a move that can be gone to. */
export function graph(verdicts: Verdict[], game: Game): HTMLElement {
  const width = 320;
  const height = 110;
  const x = (i: number) => (verdicts.length < 2 ? 0 : (i / (verdicts.length - 1)) * width);
  const y = (value: number) => height / 2 - (value * (height - 10)) / 2;
  const points = verdicts.map((v, i) => `${x(i).toFixed(1)} ${y(v.value).toFixed(1)}`);
  const picture = svg(
    "svg",
    {
      class: "graph",
      viewBox: `-4 0 ${width + 8} ${height}`,
      role: "img",
      "aria-label": T("The course of the game: up is good for White, down for the others."),
    },
    svg("path", { class: "graph-area", d: `M0 ${height / 2}L${points.join("L")}L${width} ${height / 2}Z` }),
    svg("path", { class: "graph-middle", d: `M0 ${height / 2}H${width}` }),
    svg("path", { class: "graph-line", d: `M${points.join("L")}` }),
  );
  verdicts.forEach((v, i) => {
    if (v.node === game.state.node) picture.append(svg("path", { class: "graph-here", d: `M${x(i)} 0V${height}` }));
    if (v.sign) picture.append(svg("circle", { class: "graph-mistake", cx: x(i), cy: y(v.value), r: 4.5 }));
  });
  picture.addEventListener("click", (e) => {
    const box = picture.getBoundingClientRect();
    const i = Math.round(((e.clientX - box.left) / box.width) * (verdicts.length - 1));
    const v = verdicts[Math.max(0, Math.min(verdicts.length - 1, i))];
    if (v) void game.goto(v.node);
  });
  return h("div", { class: "graph-box" }, picture);
}
