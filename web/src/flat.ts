/* The flat board: an SVG picture, tilted or as plans from above. For machines without
 * graphics, for print, for forced colours and for pictures in files. */
import { reducedMotion, svg } from "./dom.js";
import {
  type Frame,
  type Eye,
  Heights,
  MARGIN,
  PLACE,
  PLAN_PAD,
  type Plan,
  type Point,
  SLAB,
  depthFrame,
  eyeFor,
  placeX,
  placeY,
  planPoint,
  plans,
} from "./geometry.js";
import { drawArrows, drawMarks } from "./marks.js";
import { pictureSvg, picturePng } from "./picture.js";
import { ballMiddle, flat, flatStack, piece, shadow } from "./pieces.js";
import type { Board, Piece, Place } from "./protocol.js";
import type { Face, Scene, Spot } from "./scene.js";
import { T, fill } from "./text.js";

export const WIDE = 520;
const REACH = 98; // how much of a place can be hit: a small gap is left between two

export class FlatBoard implements Face {
  readonly element = svg("svg", { class: "picture", "aria-hidden": "true", focusable: "false" });
  readonly turns = false;
  private scene: Scene | undefined;
  private narrow = true;
  private shape: Frame = { left: 0, top: 0, right: 1, bottom: 1 };
  private pieceAt = new Map<string, SVGGElement>();
  private rimAt = new Map<string, SVGGElement>();
  private middle = new Map<string, Point>();
  private carried: SVGGElement | undefined;
  private dropped = -1e9; // when a dragged piece was dropped: it needs no animation

  /* `room`: how wide the board may be. `aside`: seen a little from the side. */
  constructor(
    private readonly room: () => number,
    private readonly aside = false,
  ) {
    /* A finger on a piece that can be lifted drags it; elsewhere it scrolls the page. */
    this.element.addEventListener(
      "touchstart",
      (e) => {
        if ((e.target as Element).closest(".liftable")) e.preventDefault();
      },
      { passive: false },
    );
  }

  draw(scene: Scene): void {
    const before = this.scene;
    this.scene = scene;
    this.narrow = this.room() < WIDE;
    const old = { middle: this.middle, stacks: before?.state.stacks };
    this.paint(scene);
    if (
      before &&
      before.board.game === scene.board.game &&
      before.view === scene.view &&
      old.stacks !== scene.state.stacks
    )
      this.animate(old.stacks ?? [], old.middle, scene.state.stacks);
  }

  ratio(): number {
    return (this.shape.right - this.shape.left) / (this.shape.bottom - this.shape.top);
  }

  point(): void {
    /* nothing is hidden */
  }

  look(): void {
    /* it cannot be turned */
  }

  quarter(): number {
    return 0;
  }

  under(x: number, y: number): number {
    const hit = document.elementFromPoint(x, y)?.closest("[data-place]");
    return hit && this.element.contains(hit) ? Number(hit.getAttribute("data-place")) : -1;
  }

  carry(place: number, dx: number, dy: number): void {
    const stack = this.scene?.state.stacks[place] ?? [];
    this.carried = this.pieceAt.get(`${place}:${stack.length - 1}`);
    const unit = this.element.viewBox.baseVal.width / this.element.clientWidth;
    this.carried?.setAttribute("transform", `translate(${dx * unit} ${dy * unit})`);
    this.carried?.classList.add("dragged");
    this.rimAt.get(`${place}:${stack.length - 1}`)?.remove();
  }

  putBack(): void {
    this.carried?.removeAttribute("transform");
    this.carried?.classList.remove("dragged");
    if (this.carried) this.dropped = performance.now();
    this.carried = undefined;
  }

  image(width: number): Promise<Blob> {
    return picturePng(pictureSvg(this.element), width);
  }

  close(): void {
    this.element.remove();
  }

  /* --- drawing --- */

  private paint(scene: Scene): void {
    this.pieceAt = new Map();
    this.rimAt = new Map();
    this.middle = new Map();
    const frame = scene.view === "depth" ? this.paintDepth(scene) : this.paintAbove(scene);
    this.shape = frame;
    this.element.setAttribute(
      "viewBox",
      `${frame.left} ${frame.top} ${frame.right - frame.left} ${frame.bottom - frame.top}`,
    );
  }

  private paintDepth(scene: Scene): Frame {
    const { board, state } = scene;
    const eye = eyeFor(board, this.narrow, this.aside);
    const heights = new Heights(board, state);
    const [slab, table] = slabOf(board, eye);
    board.places.forEach((p, i) => {
      if (p.level === 1) table.append(tile(scene, i, placeX(p), -placeY(p), board.hollow));
    });
    board.places.forEach((p, i) => {
      const sent = pointing(scene, i);
      if (sent) table.append(arrow(sent, placeX(p), -placeY(p)));
    });
    table.append(...ruled(board, (p) => ({ x: placeX(p), y: -placeY(p) }), scene.line ?? []));
    table.append(coordinates(board));
    const stand = svg("g");
    const order = board.places.map((p, i) => ({ p, i, depth: eye.depth(placeX(p), placeY(p), heights.level(p)) }));
    order.sort((a, b) => b.depth - a.depth);
    for (const { p, i } of order) stand.append(this.stack(scene, eye, heights, p, i));
    const marks = svg("g", { class: "marks" });
    const tops = board.places.map((p, i) => {
      const stack = state.stacks[i] ?? [];
      const z = heights.top(i);
      if (!board.hollow) return eye.project(placeX(p), placeY(p), z);
      if (stack.length) return ballMiddle(eye, placeX(p), placeY(p), heights.level(p));
      return eye.project(placeX(p), placeY(p), z + (p.level > 1 ? 37 : 0));
    });
    board.places.forEach((p, i) => {
      const foot = eye.project(placeX(p) - 34, placeY(p) - 38, 0);
      drawMarks(marks, scene, i, { top: tops[i] as Point, foot }, p.level <= scene.shown);
    });
    stand.append(...this.ghosts(scene, eye, heights));
    this.element.replaceChildren(
      slab,
      table,
      stand,
      drawArrows(scene.arrows ?? [], (i) => tops[i]),
      marks,
    );
    return depthFrame(board, eye, heights);
  }

  /* Proposed pieces, each on top of what is there and of those before it. */
  private ghosts({ board, state, ghosts = [] }: Scene, eye: Eye, heights: Heights): SVGElement[] {
    const risen = new Map<number, number>();
    return ghosts.map(({ place, piece: one, strength }) => {
      const p = board.places[place] as Place;
      const thick = heights.piece(one.kind);
      const above = risen.get(place) ?? 0;
      risen.set(place, above + thick);
      const size = heights.size(state.stacks[place]?.length ?? 0);
      return proposed(piece(eye, one, placeX(p), placeY(p), heights.top(place) + above, size, thick), strength);
    });
  }

  private stack(scene: Scene, eye: Eye, heights: Heights, p: Place, i: number): SVGGElement {
    const stack = scene.state.stacks[i] ?? [];
    const x = placeX(p);
    const y = placeY(p);
    const g = svg("g", {
      "data-place": i,
      class: `stack${p.level > scene.shown ? " ghost" : ""}${scene.choices.get(i) === "from" ? " liftable" : ""}`,
    });
    if (stack.length === 0 && p.level > 1 && scene.choices.has(i) && p.level <= scene.shown) {
      const c = ballMiddle(eye, x, y, heights.level(p));
      g.append(svg("circle", { cx: c.x, cy: c.y, r: 44, class: "spot" }));
    } else if (stack.length === 0 && scene.choices.has(i) && !scene.badges.has(i) && scene.choices.get(i) !== "take") {
      const c = eye.project(x, y, 0);
      g.append(svg("ellipse", { cx: c.x, cy: c.y, rx: 10, ry: 10 * eye.liftSin, class: "dot" }));
    }
    if (stack.length > 0 && p.level === 1) g.append(shadow(eye, x, y, stack[0]?.kind === "ball" ? 38 : 36));
    stack.forEach((one, k) => {
      const z = heights.at(i, k);
      const shape = piece(eye, one, x, y, z, heights.size(k), heights.piece(one.kind));
      this.keep(i, k, shape, eye.project(x, y, z));
      if (stack.length > 1) this.rimAt.set(`${i}:${k}`, rim(shape));
      g.append(shape);
      if (one.kind === "ball" && scene.state.marked.includes(i)) shape.append(lastRing(ballMiddle(eye, x, y, z), 47));
    });
    const rims = stack.flatMap((_, k) => this.rimAt.get(`${i}:${k}`) ?? []);
    g.querySelector(".piece")?.before(...rims);
    return g;
  }

  private paintAbove(scene: Scene): Frame {
    const { board } = scene;
    const layout = plans(board, this.narrow);
    const root = svg("g");
    for (const plan of layout.plans) root.append(this.plan(scene, plan, layout.plans));
    const marks = svg("g", { class: "marks" });
    board.places.forEach((p, i) => {
      const top = planPoint(layout.plans, p);
      /* Clear of the column that shows a stack piece by piece; towers have none. */
      const foot = board.tapers ? { x: top.x + 30, y: top.y - 32 } : { x: top.x - 5, y: top.y + 35 };
      drawMarks(marks, scene, i, { top, foot }, true);
    });
    const at = (place: number): Point => planPoint(layout.plans, board.places[place] as Place);
    const ghosts = (scene.ghosts ?? []).map((g) =>
      proposed(flat(g.piece, at(g.place), g.piece.kind === "ball" ? 44 : 30), g.strength),
    );
    this.element.replaceChildren(root, ...ghosts, drawArrows(scene.arrows ?? [], at), marks);
    return layout.frame;
  }

  private plan(scene: Scene, plan: Plan, list: Plan[]): SVGGElement {
    const { board, state } = scene;
    const width = plan.columns * PLACE + 2 * PLAN_PAD;
    const height = plan.rows * PLACE + 2 * PLAN_PAD;
    const g = svg(
      "g",
      {},
      svg("rect", { class: "slab-top", x: plan.x, y: plan.y, width, height, rx: 8, fill: "url(#wood)" }),
    );
    const arrows = svg("g");
    const lines = ruled(board, (p) => planPoint(list, p), plan.level === 1 ? (scene.line ?? []) : [], plan.level === 1);
    if (board.levels > 1)
      g.append(svg("text", { x: plan.x + 4, y: plan.y - 10, class: "plan-head" }, fill(T("Level {0}"), plan.level)));
    g.append(planCoordinates(plan));
    board.places.forEach((p, i) => {
      if (p.level !== plan.level) return;
      const c = planPoint(list, p);
      const stack = state.stacks[i] ?? [];
      const shape = svg(
        "g",
        { "data-place": i, class: scene.choices.get(i) === "from" ? "liftable" : "" },
        tile(scene, i, c.x, c.y, board.hollow),
      );
      const pieces = flatStack(stack, c, board.tapers);
      shape.append(pieces);
      const sent = pointing(scene, i);
      if (sent) arrows.append(arrow(sent, c.x, c.y));
      if (stack.length > 1 && !board.tapers)
        shape.append(svg("text", { x: c.x - 38, y: c.y + 42, class: "count" }, String(stack.length)));
      if (stack.length && scene.state.marked.includes(i) && stack[0]?.kind === "ball") pieces.append(lastRing(c, 42));
      if (stack.length) this.keep(i, stack.length - 1, pieces, c);
      g.append(shape);
    });
    g.append(...lines, arrows);
    return g;
  }

  private keep(place: number, i: number, shape: SVGGElement, at: Point): void {
    this.pieceAt.set(`${place}:${i}`, shape);
    this.middle.set(`${place}:${i}`, at);
  }

  /* --- animation --- */

  /* A piece that is new on a place flies from where one like it left, in the order of the list; others drop from
   * above. */
  private animate(before: Piece[][], middle: Map<string, Point>, after: Piece[][]): void {
    if (reducedMotion() || performance.now() - this.dropped < 300) return;
    const same = (a: Piece | undefined, b: Piece | undefined) => a?.kind === b?.kind && a?.seat === b?.seat;
    const gone: { piece: Piece; at: Point }[] = [];
    const come: { place: number; i: number; piece: Piece }[] = [];
    after.forEach((stack, place) => {
      const old = before[place] ?? [];
      let common = 0;
      while (common < stack.length && common < old.length && same(stack[common], old[common])) common++;
      for (let i = old.length - 1; i >= common; i--) {
        const at = middle.get(`${place}:${i}`);
        if (at) gone.push({ piece: old[i] as Piece, at });
      }
      for (let i = common; i < stack.length; i++) come.push({ place, i, piece: stack[i] as Piece });
    });
    if (come.length > 8) return;
    come.forEach(({ place, i, piece: one }, index) => {
      const shape = this.pieceAt.get(`${place}:${i}`);
      const to = this.middle.get(`${place}:${i}`);
      if (!shape || !to) return;
      const from = gone.findIndex((g) => same(g.piece, one));
      const start = from >= 0 ? (gone.splice(from, 1)[0] as { at: Point }).at : undefined;
      const first = start ? `translate(${start.x - to.x}px, ${start.y - to.y}px)` : "translate(0, -46px)";
      for (const moved of [shape, this.rimAt.get(`${place}:${i}`)])
        moved?.animate(
          [
            { transform: first, opacity: start ? 1 : 0 },
            { transform: "none", opacity: 1 },
          ],
          { duration: 220, delay: index * 110, easing: "cubic-bezier(.3,.8,.4,1)", fill: "backwards" },
        );
    });
  }

  spots(): Spot[] {
    const { scene, shape: frame } = this;
    if (!scene) return [];
    const { board } = scene;
    const eye = eyeFor(board, this.narrow, this.aside);
    const heights = new Heights(board, scene.state);
    const layout = plans(board, this.narrow);
    const width = frame.right - frame.left;
    const height = frame.bottom - frame.top;
    return board.places.map((p) => {
      const c =
        scene.view === "depth"
          ? eye.project(placeX(p), placeY(p), heights.level(p) + (p.level > 1 ? 37 : 0))
          : planPoint(layout.plans, p);
      const tall = scene.view === "depth" && p.level === 1 ? eye.liftSin : 1;
      return {
        x: (c.x - frame.left) / width,
        y: (c.y - frame.top) / height,
        width: REACH / width,
        height: (REACH * tall) / height,
      };
    });
  }

  anchors(): { x: number; y: number; unit: number }[] {
    return []; // marks are part of the picture
  }
}

/* --- parts of the picture --- */

/* The slab of wood in depth: its sides, and its top, on which the places are drawn. */
function slabOf(board: Board, eye: Eye): [SVGGElement, SVGGElement] {
  const west = -PLACE / 2 - MARGIN;
  const east = (board.columns - 0.5) * PLACE + MARGIN;
  const north = (board.rows - 0.5) * PLACE + MARGIN;
  const drop = SLAB * eye.liftCos;
  const sw = eye.project(west, west, 0);
  const se = eye.project(east, west, 0);
  const ne = eye.project(east, north, 0);
  const nw = eye.project(west, north, 0);
  const sides = svg(
    "g",
    {},
    svg("path", {
      class: "slab-shadow",
      transform: "translate(10 14)",
      d: `M${sw.x} ${sw.y}L${nw.x} ${nw.y}L${ne.x} ${ne.y}v${drop}L${se.x} ${se.y + drop}L${sw.x} ${sw.y + drop}Z`,
    }),
    svg("path", { class: "slab-front", d: `M${sw.x} ${sw.y}L${se.x} ${se.y}v${drop}L${sw.x} ${sw.y + drop}Z` }),
    svg("path", { class: "slab-side", d: `M${se.x} ${se.y}L${ne.x} ${ne.y}v${drop}L${se.x} ${se.y + drop}Z` }),
  );
  const table = svg(
    "g",
    { transform: eye.table() },
    svg("rect", {
      class: "slab-top",
      x: west,
      y: -north,
      width: east - west,
      height: north - west,
      fill: "url(#wood)",
    }),
  );
  return [sides, table];
}

function tile(scene: Scene, i: number, x: number, y: number, round: boolean): SVGElement {
  const covered = round && (scene.state.stacks[i]?.length ?? 0) > 0; // the ball itself is marked
  const cls = [
    "tile",
    scene.state.marked.includes(i) && !covered ? "marked" : "",
    scene.chosen.includes(i) ? "chosen" : "",
    scene.line?.includes(i) ? "won" : "",
  ]
    .join(" ")
    .trim();
  return round
    ? svg("circle", { "data-place": i, cx: x, cy: y, r: 38, class: cls, fill: "url(#dimple)" })
    : svg("rect", {
        "data-place": i,
        x: x - 46,
        y: y - 46,
        width: 92,
        height: 92,
        rx: 7,
        class: cls,
        fill: "url(#tile)",
      });
}

/* Rows that the rules mention, and a thread of light through the winning one. */
function ruled(board: Board, at: (p: Place) => Point, won: number[], shown = true): SVGElement[] {
  if (!shown) return [];
  return board.lines.flatMap((line) => {
    const [first, last] = [board.places[line[0] ?? 0], board.places[line.at(-1) ?? 0]];
    if (!first || !last) return [];
    const [a, b] = [at(first), at(last)];
    const lit = won.length > 0 && line.every((i) => won.includes(i));
    return [svg("path", { class: lit ? "ruled won" : "ruled", d: `M${a.x} ${a.y}L${b.x} ${b.y}` })];
  });
}

/* A proposed piece. */
function proposed(shape: SVGGElement, strength: number): SVGGElement {
  shape.classList.add("proposed");
  shape.setAttribute("opacity", (0.3 + 0.4 * strength).toFixed(2));
  return shape;
}

/* A ring round the ball that moved last, because it hides the place under it. */
const lastRing = (c: Point, r: number): SVGElement => svg("circle", { class: "last-ring", cx: c.x, cy: c.y, r });

/* The piece on a place whose direction counts now: only the last one played, or the one being played. */
function pointing(scene: Scene, i: number): Piece | undefined {
  const top = scene.state.stacks[i]?.at(-1);
  return top?.direction && (scene.state.marked.includes(i) || scene.chosen.includes(i)) ? top : undefined;
}

const ANGLE = { north: 0, east: 90, south: 180, west: 270 } as const;

function arrow(p: Piece, x: number, y: number): SVGElement {
  return svg("path", {
    class: "arrow",
    d: "M-8 -36V-50H-19L0 -68L19 -50H8V-36Z",
    transform: `translate(${x} ${y}) rotate(${ANGLE[p.direction ?? "north"]})`,
  });
}

function coordinates(board: Board): SVGElement {
  const g = svg("g", { class: "coordinates" });
  for (let c = 0; c < board.columns; c++)
    g.append(svg("text", { x: c * PLACE, y: PLACE / 2 + 27 }, String.fromCharCode(97 + c)));
  for (let r = 0; r < board.rows; r++) g.append(svg("text", { x: -PLACE / 2 - 18, y: -r * PLACE + 9 }, String(r + 1)));
  return g;
}

function planCoordinates(plan: Plan): SVGElement {
  const g = svg("g", { class: "coordinates outside" });
  for (let c = 0; c < plan.columns; c++)
    g.append(
      svg(
        "text",
        { x: plan.x + PLAN_PAD + (c + 0.5) * PLACE, y: plan.y + plan.rows * PLACE + 2 * PLAN_PAD + 28 },
        String.fromCharCode(97 + c),
      ),
    );
  for (let r = 0; r < plan.rows; r++)
    g.append(svg("text", { x: plan.x - 18, y: plan.y + PLAN_PAD + (plan.rows - r - 0.5) * PLACE + 9 }, String(r + 1)));
  return g;
}

/* The outline of a piece, widened, to put under its whole pile: it shows where a pile ends in front of another. */
function rim(shape: SVGGElement): SVGGElement {
  const outline = svg("g", { class: "rim" });
  for (const part of shape.querySelectorAll("[class*='line-']")) {
    const copy = part.cloneNode() as SVGElement;
    copy.removeAttribute("class");
    copy.removeAttribute("fill");
    outline.append(copy);
  }
  return outline;
}
