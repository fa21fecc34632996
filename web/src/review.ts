/* The course of a game as a picture: the engine judges, this draws. */
import type { Client } from "./client.js";
import { h, svg } from "./dom.js";
import type { Verdict } from "./protocol.js";
import { T } from "./text.js";

/* The course of the game: White's chances upwards. Each point leads to its move. */
export function graph(verdicts: Verdict[], game: Client): HTMLElement {
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
