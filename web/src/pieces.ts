/* The shapes of the pieces, in space and from above. Colours are style rules (styles/): class m-w … m-x for the
 * owner's material, so themes change them. The third and fourth colours also have a pattern, for people who do not
 * tell colours apart. */
import { svg } from "./dom.js";
import type { Eye, Point } from "./geometry.js";
import type { Direction, Piece } from "./protocol.js";

const BALL = 49;
const BALL_SINKS = 12;
const LETTERS = ["w", "b", "r", "g"];

export const material = (seat: number): string => LETTERS[seat] ?? "x";

const n = (value: number): string => String(Math.round(value * 10) / 10);
const path = (d: string, cls: string, fill?: string): SVGPathElement =>
  svg("path", fill ? { d, class: cls, fill } : { d, class: cls });

/* Gradients, once per picture. */
export function definitions(): SVGDefsElement {
  const defs = svg("defs");
  const stop = (offset: number, cls: string) => svg("stop", { offset, class: cls });
  for (const m of ["w", "b", "r", "g", "x"]) {
    defs.append(
      svg(
        "radialGradient",
        { id: `ball-${m}`, cx: 0.36, cy: 0.3, r: 0.75 },
        stop(0, `${m}-light`),
        stop(0.45, `${m}-middle`),
        stop(1, `${m}-shade`),
      ),
      svg(
        "linearGradient",
        { id: `side-${m}` },
        stop(0, `${m}-middle`),
        stop(0.35, `${m}-light`),
        stop(1, `${m}-shade`),
      ),
      svg("linearGradient", { id: `top-${m}`, x2: 1, y2: 1 }, stop(0, `${m}-light`), stop(1, `${m}-middle`)),
    );
  }
  defs.append(
    svg("radialGradient", { id: "shadow" }, stop(0.4, "shadow-in"), stop(1, "shadow-out")),
    svg("linearGradient", { id: "wood", x2: 1, y2: 0.6 }, stop(0, "wood-1"), stop(0.5, "wood-2"), stop(1, "wood-3")),
    svg("linearGradient", { id: "tile", x2: 1, y2: 1 }, stop(0, "tile-1"), stop(1, "tile-2")),
    svg(
      "radialGradient",
      { id: "dimple", cx: 0.45, cy: 0.4 },
      stop(0, "dimple-1"),
      stop(0.8, "dimple-2"),
      stop(1, "dimple-3"),
    ),
  );
  return defs;
}

export function shadow(eye: Eye, x: number, y: number, radius: number): SVGElement {
  const p = eye.project(x, y, 0);
  return svg("ellipse", {
    class: "shadow",
    cx: n(p.x + radius * 0.28),
    cy: n(p.y + radius * 0.06),
    rx: n(radius * 1.2),
    ry: n(radius * 1.2 * eye.liftSin),
    fill: "url(#shadow)",
  });
}

/* --- in space --- */

function ball(eye: Eye, m: string, x: number, y: number, z: number, r: number): SVGElement[] {
  const c = eye.project(x, y, z + r - BALL_SINKS);
  return [
    svg("circle", { cx: n(c.x), cy: n(c.y), r: n(r), class: `line-${m}`, fill: `url(#ball-${m})` }),
    svg("ellipse", {
      cx: n(c.x - r * 0.38),
      cy: n(c.y - r * 0.47),
      rx: n(r * 0.2),
      ry: n(r * 0.11),
      class: "glint",
      transform: `rotate(-35 ${n(c.x - r * 0.38)} ${n(c.y - r * 0.47)})`,
    }),
  ];
}

function pattern(seat: number, c: Point, rx: number, ry: number): SVGElement[] {
  if (seat === 2)
    return [svg("ellipse", { cx: n(c.x), cy: n(c.y), rx: n(rx * 0.22), ry: n(ry * 0.22), class: "pattern-fill" })];
  if (seat === 3)
    return [
      path(
        `M${n(c.x - rx * 0.36)} ${n(c.y)}h${n(rx * 0.72)}M${n(c.x)} ${n(c.y - ry * 0.42)}v${n(ry * 0.84)}`,
        "pattern-line",
      ),
    ];
  return [];
}

function disc(
  eye: Eye,
  m: string,
  seat: number,
  x: number,
  y: number,
  z: number,
  r: number,
  height: number,
): SVGElement[] {
  const low = eye.project(x, y, z);
  const top = eye.project(x, y, z + height);
  const ry = r * eye.liftSin;
  const arc = `A${n(r)} ${n(ry)} 0 0 0 ${n(low.x + r)}`;
  const out: SVGElement[] = [
    path(
      `M${n(low.x - r)} ${n(top.y)}V${n(low.y)}${arc} ${n(low.y)}V${n(top.y)}A${n(r)} ${n(ry)} 0 0 1 ${n(low.x - r)} ${n(top.y)}Z`,
      `line-${m}`,
      `url(#side-${m})`,
    ),
  ];
  if (seat === 2 || seat === 3)
    out.push(
      path(
        `M${n(low.x - r)} ${n((low.y + top.y) / 2)}${arc} ${n((low.y + top.y) / 2)}`,
        seat === 2 ? "rim-dots" : "rim-dashes",
      ),
    );
  out.push(
    svg("ellipse", { cx: n(top.x), cy: n(top.y), rx: n(r), ry: n(ry), class: `line-${m}`, fill: `url(#top-${m})` }),
    svg("ellipse", { cx: n(top.x), cy: n(top.y), rx: n(r * 0.76), ry: n(ry * 0.76), class: `groove-${m}` }),
    path(`M${n(top.x - r)} ${n(top.y)}A${n(r)} ${n(ry)} 0 0 0 ${n(top.x + r)} ${n(top.y)}`, `edge-${m}`),
    ...pattern(seat, top, r, ry),
  );
  return out;
}

/* An upright prism over corners given counter-clockwise around (x, y). */
function prism(eye: Eye, m: string, corners: Point[], x: number, y: number, z: number, height: number): SVGElement[] {
  const out: SVGElement[] = [];
  corners.forEach((p, i) => {
    const q = corners[(i + 1) % corners.length] as Point;
    const nx = q.y - p.y;
    const ny = p.x - q.x;
    const towards = nx * eye.sin - ny * eye.cos;
    if (towards <= 0.5) return;
    const a = eye.project(x + p.x, y + p.y, z);
    const c = eye.project(x + q.x, y + q.y, z);
    const rise = height * eye.liftCos;
    const dark = nx * eye.cos + ny * eye.sin > 0.3 * towards;
    out.push(
      path(
        `M${n(a.x)} ${n(a.y)}L${n(c.x)} ${n(c.y)}V${n(c.y - rise)}L${n(a.x)} ${n(a.y - rise)}Z`,
        `line-${m} ${dark ? "face-shade" : "face-middle"}-${m}`,
      ),
    );
  });
  const top = corners.map((p) => eye.project(x + p.x, y + p.y, z + height));
  out.push(path(`M${top.map((t) => `${n(t.x)} ${n(t.y)}`).join("L")}Z`, `edgeline-${m}`, `url(#top-${m})`));
  return out;
}

const box = (r: number, deep = r): Point[] => [
  { x: -r, y: -deep },
  { x: r, y: -deep },
  { x: r, y: deep },
  { x: -r, y: deep },
];

function turned(u: number, v: number, direction: Direction | undefined): Point {
  switch (direction) {
    case "east":
      return { x: v, y: -u };
    case "south":
      return { x: -u, y: -v };
    case "west":
      return { x: -v, y: u };
    default:
      return { x: u, y: v };
  }
}
const triangle = (r: number, direction: Direction | undefined): Point[] =>
  (
    [
      [-0.95, -0.78],
      [0.95, -0.78],
      [0, 1.08],
    ] as const
  ).map(([u, v]) => turned(u * r, v * r, direction));

/* A piece standing at (x, y, z). */
export function piece(eye: Eye, p: Piece, x: number, y: number, z: number, size: number, height: number): SVGGElement {
  const m = material(p.seat);
  const shapes = ((): SVGElement[] => {
    switch (p.kind) {
      case "ball":
        return ball(eye, m, x, y, z, BALL * size);
      case "square":
        return prism(eye, m, box(30 * size), x, y, z, height);
      case "triangle":
        return prism(eye, m, triangle(33 * size, p.direction), x, y, z, height);
      case "cube":
        return prism(eye, m, box(25 * size), x, y, z, height);
      case "wall":
        return prism(eye, m, box(32 * size, 9 * size), x, y, z, height);
      default:
        return disc(eye, m, p.seat, x, y, z, 33 * size, height);
    }
  })();
  return svg("g", { class: "piece" }, ...shapes);
}

export const ballMiddle = (eye: Eye, x: number, y: number, z: number): Point =>
  eye.project(x, y, z + BALL - BALL_SINKS);

/* --- from above --- */

/* The outline of a piece seen from above, around c, r in units. */
export function flat(p: Piece, c: Point, r: number): SVGGElement {
  const m = material(p.seat);
  const g = svg("g", { class: "piece" });
  switch (p.kind) {
    case "square":
    case "cube":
      g.append(
        svg("rect", { x: n(c.x - r), y: n(c.y - r), width: n(2 * r), height: n(2 * r), rx: 3, class: `flat-${m}` }),
      );
      break;
    case "wall":
      g.append(
        svg("rect", { x: n(c.x - r), y: n(c.y - r / 3), width: n(2 * r), height: n((2 * r) / 3), class: `flat-${m}` }),
      );
      break;
    case "triangle": {
      const corners = triangle(r, p.direction).map((t) => `${n(c.x + t.x)} ${n(c.y - t.y)}`);
      g.append(path(`M${corners.join("L")}Z`, `flat-${m}`));
      break;
    }
    case "ball":
      g.append(svg("circle", { cx: n(c.x), cy: n(c.y), r: n(r), class: `line-${m}`, fill: `url(#ball-${m})` }));
      break;
    default:
      g.append(svg("circle", { cx: n(c.x), cy: n(c.y), r: n(r), class: `flat-${m}` }), ...pattern(p.seat, c, r, r));
  }
  return g;
}

/* A stack in a square of the plan, with every piece shown. Pieces of different kinds lie inside one another; of
 * equal ones the top is shown, and beside it the stack as a column seen from the side. */
export function flatStack(stack: Piece[], c: Point, mixed: boolean): SVGGElement {
  const g = svg("g");
  if (stack.length === 0) return g;
  if (mixed) {
    const size: Record<string, number> = { square: 39, round: 31, triangle: 22 };
    const order = ["square", "round", "triangle"];
    for (const p of [...stack].sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind)))
      g.append(flat(p, p.kind === "triangle" ? { x: c.x, y: c.y } : c, size[p.kind] ?? 30));
    return g;
  }
  const top = stack[stack.length - 1] as Piece;
  if (top.kind === "ball" || stack.length === 1) {
    g.append(flat(top, c, top.kind === "ball" ? 44 : 32));
    return g;
  }
  g.append(flat(top, { x: c.x - 17, y: c.y }, 25));
  const slice = Math.min(13, 82 / stack.length);
  const bottom = c.y + (slice * stack.length) / 2;
  stack.forEach((p, i) => {
    const y = bottom - (i + 1) * slice;
    g.append(
      svg("rect", {
        x: n(c.x + 15),
        y: n(y),
        width: 26,
        height: n(slice - 1),
        rx: 2,
        class: `flat-${material(p.seat)}`,
      }),
    );
    if (p.seat === 2)
      g.append(svg("circle", { cx: n(c.x + 28), cy: n(y + slice / 2), r: n(slice / 5), class: "pattern-fill" }));
    if (p.seat === 3) g.append(path(`M${n(c.x + 22)} ${n(y + slice / 2)}h12`, "pattern-line thin"));
  });
  return g;
}
