/* Marks over the pieces: what can be chosen and how, what was chosen, who owns a stack, what a move is worth, what
 * threatens. Every mark differs by shape, not only by colour. */
import { svg } from "./dom.js";
import type { Point } from "./geometry.js";
import type { Choice } from "./protocol.js";
import { material } from "./pieces.js";
import type { Arrow, Scene } from "./scene.js";

/* Drawn in a circle of radius 15 around the origin. */
const ROLE: Partial<Record<Choice["role"], string>> = {
  from: "M0 8V-8M-6 -2L0 -8L6 -2", // lift
  to: "M-7 0H7M0 -7V7",
  take: "M-7 0H7",
  collapse: "M0 -8V8M-6 2L0 8L6 2",
  capture: "M-6 -6L6 6M6 -6L-6 6",
  drop: "M-7 0H7M0 -7V7",
};

const SEAT_SIGN: Record<string, string> = {
  w: "M0 -9A9 9 0 1 1 -0.01 -9Z",
  b: "M0 -11L11 0L0 11L-11 0Z",
  r: "M0 -10L10 8H-10Z",
  g: "M-4 -10H4V-4H10V4H4V10H-4V4H-10V-4H-4Z",
};

/* A player's symbol, beside a name or a move. */
export function seatSign(seat: number): SVGElement {
  const m = material(seat);
  return svg(
    "svg",
    { class: `sign flag-${m}`, viewBox: "-13 -13 26 26", "aria-hidden": "true" },
    svg("path", { d: SEAT_SIGN[m] ?? "" }),
  );
}

/* Where marks go: on the top piece, and beside the foot of the stack. */
export interface Spots {
  top: Point;
  foot: Point;
}

/* `solid`: over the board in three dimensions, which shows with light what can be chosen, what is held and who
 * owns a stack. */
export function drawMarks(
  out: SVGGElement,
  scene: Scene,
  i: number,
  { top: at, foot }: Spots,
  visible: boolean,
  solid = false,
): void {
  const stack = scene.state.stacks[i] ?? [];
  const role = scene.choices.get(i);
  const badge = scene.badges.get(i);
  const here = (cls: string, ...children: SVGElement[]) =>
    out.append(svg("g", { class: cls, transform: `translate(${at.x} ${at.y})` }, ...children));
  /* From above, a mark in the middle would hide what it is about. */
  const beside = !solid && scene.view === "above" && stack.length > 0 && scene.board.levels === 1;
  const aside = (cls: string, ...children: SVGElement[]) =>
    out.append(
      svg(
        "g",
        { class: cls, transform: beside ? `translate(${at.x - 28} ${at.y - 28})` : `translate(${at.x} ${at.y})` },
        ...children,
      ),
    );
  const shifted = (cls: string, dy: number, ...children: SVGElement[]) =>
    out.append(svg("g", { class: cls, transform: `translate(${at.x} ${at.y + dy})` }, ...children));
  if (!visible) return;
  if (scene.chosen.includes(i) && stack.length > 0 && !solid) here("picked", svg("circle", { r: 30 }));
  if (scene.threats.includes(i))
    here("threat", svg("path", { d: "M0 -26L24 16H-24Z" }), svg("path", { class: "ink", d: "M0 -12V3M0 8V10" }));
  if (scene.wins.includes(i))
    here("winning", svg("path", { d: "M0 -26L7 -8L26 -8L11 4L17 22L0 11L-17 22L-11 4L-26 -8L-7 -8Z" }));
  if (badge?.small) {
    const shape = { good: SEAT_SIGN.w, even: "M-8 -8H8V8H-8Z", bad: SEAT_SIGN.b }[badge.tone];
    aside(`badge small ${badge.tone}`, svg("path", { d: shape ?? "" }));
  } else if (badge) {
    const wide = 16 + badge.text.length * 13;
    const below = scene.ghosts?.some((g) => g.place === i); // the proposed piece stays in sight
    const put = below ? (cls: string, ...children: SVGElement[]) => shifted(cls, 36, ...children) : here;
    put(
      `badge ${badge.tone}${badge.best ? " best" : ""}`,
      svg("rect", {
        x: -wide / 2,
        y: -15,
        width: wide,
        height: 30,
        rx: badge.tone === "good" ? 15 : badge.tone === "even" ? 6 : 0,
      }),
      svg("text", { y: 7 }, badge.text),
    );
  } else if (role && (!solid || role === "take" || role === "capture" || role === "collapse")) {
    if (stack.length === 0 && role !== "take") {
      if (scene.view === "above" && !solid) here("choice", svg("circle", { r: 8, class: "dot" }));
    } else aside("choice", svg("circle", { r: 16 }), svg("path", { d: ROLE[role] ?? "" }));
  }
  const owner = scene.state.owners[i] ?? -1;
  if (!solid && scene.control && owner >= 0 && stack.length > 1 && scene.board.levels === 1) {
    const m = material(owner);
    out.append(
      svg(
        "g",
        { class: `flag flag-${m}`, transform: `translate(${foot.x} ${foot.y})` },
        svg("path", { d: SEAT_SIGN[m] ?? "" }),
      ),
    );
  }
}

const HEAD = 20; // of an arrow
const UP = 62; // length of the arrow of a piece that leaves the board

/* The paths of pieces in proposed moves, weakest first. `at`: where a place's top is in the picture; `unit`: how
 * large a place is there, in hundredths. */
export function drawArrows(arrows: Arrow[], at: (place: number) => Point | undefined, unit = 1): SVGGElement {
  const out = svg("g", { class: "ways" });
  for (const arrow of [...arrows].sort((a, b) => a.strength - b.strength)) {
    const from = at(arrow.from);
    const to = arrow.to < 0 ? from && { x: from.x, y: from.y - UP * unit } : at(arrow.to);
    if (from && to) out.append(way(from, to, arrow, unit));
  }
  return out;
}

/* A curved arrow from one point to another: drawn twice, the lower one wider, so that it is visible on any wood. */
function way(from: Point, to: Point, arrow: Arrow, unit: number): SVGElement {
  const far = Math.hypot(to.x - from.x, to.y - from.y);
  const bend = arrow.to < 0 ? from : { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 - far * 0.22 };
  const along = Math.atan2(to.y - bend.y, to.x - bend.x);
  const head = HEAD * unit;
  const foot = { x: to.x - Math.cos(along) * head, y: to.y - Math.sin(along) * head };
  const n = (value: number): string => value.toFixed(1);
  const line = `M${n(from.x)} ${n(from.y)}Q${n(bend.x)} ${n(bend.y)} ${n(foot.x)} ${n(foot.y)}`;
  const wing = (side: number) =>
    `${n(foot.x + Math.sin(along) * side * head * 0.62)} ${n(foot.y - Math.cos(along) * side * head * 0.62)}`;
  const tip = `M${n(to.x)} ${n(to.y)}L${wing(1)}L${wing(-1)}Z`;
  const stroke = (width: number) => ({ d: line, "stroke-width": n(width * unit) });
  return svg(
    "g",
    { class: `way ${arrow.tone}`, opacity: n(0.3 + 0.6 * arrow.strength) },
    svg("path", { class: "way-edge", ...stroke(12) }),
    svg("path", { class: "way-edge", d: tip, "stroke-width": n(5 * unit) }),
    svg("path", { class: "way-line", ...stroke(7) }),
    svg("path", { class: "way-head", d: tip }),
  );
}
