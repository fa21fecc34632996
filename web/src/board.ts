/* A board on the page: a picture (hidden from screen readers) and, over it, one
 * labelled button a place for the keyboard and for those who listen. It shows what it
 * is given and reports which place was chosen; it knows no rules. */
import { h, reducedMotion, svg } from "./dom.js";
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
import { drawMarks } from "./marks.js";
import { ballMiddle, flatStack, piece, shadow } from "./pieces.js";
import type { Board, Choice, Piece, Place, State } from "./protocol.js";
import { T, fill } from "./text.js";

export type View = "depth" | "above";
export type Tone = "good" | "even" | "bad";
export interface Badge {
  text: string;
  tone: Tone;
  words: string;
  best: boolean;
}
/* Everything that a drawing shows. */
export interface Scene {
  board: Board;
  state: Pick<State, "stacks" | "owners" | "marked">;
  view: View;
  shown: number; // levels above this one are only hinted at
  choices: Map<number, Choice["role"]>;
  chosen: number[];
  badges: Map<number, Badge>;
  wins: number[];
  threats: number[];
  control: boolean;
  labels: string[]; // what each place's button says
}

const WIDE = 520;
const REACH = 98; // how much of a place can be hit: a little is left between two

export class BoardView {
  readonly element: HTMLDivElement; // as wide as there is room; the board in it may be smaller
  private picture = svg("svg", { class: "picture", "aria-hidden": "true", focusable: "false" });
  private places = h("div", { class: "places", role: "group" });
  private box = h("div", { class: "board" }, this.picture, this.places);
  private buttons: HTMLButtonElement[] = [];
  private scene: Scene | undefined;
  private narrow = true;
  private focused = 0;
  private pieceAt = new Map<string, SVGGElement>();
  private middle = new Map<string, Point>();
  private pressed = -1;
  private drag: { piece: SVGGElement; x: number; y: number } | undefined; // a piece that follows the pointer
  private dropped = -1e9; // when one was let go: it is where it belongs already

  constructor(
    label: string,
    private readonly onplace: (place: number) => void | Promise<void>,
    private readonly onback: () => void,
  ) {
    this.element = h("div", { class: "board-room" }, this.box);
    this.places.setAttribute("aria-label", label);
    this.picture.addEventListener("pointerdown", (e) => this.press(e));
    this.picture.addEventListener("pointerup", (e) => void this.release(e));
    this.picture.addEventListener("pointermove", (e) => this.pull(e));
    /* A finger on a piece that can be lifted drags it; elsewhere it scrolls the page. */
    this.picture.addEventListener(
      "touchstart",
      (e) => {
        if ((e.target as Element).closest(".liftable")) e.preventDefault();
      },
      { passive: false },
    );
    this.picture.addEventListener("pointercancel", () => this.letGo());
    this.places.addEventListener("keydown", (e) => this.key(e));
    new ResizeObserver(() => this.resize()).observe(this.element);
  }

  draw(scene: Scene): void {
    const before = this.scene;
    this.scene = scene;
    this.narrow = this.element.clientWidth < WIDE;
    const old = { middle: this.middle, stacks: before?.state.stacks };
    this.paint(scene);
    this.label(scene);
    if (
      before &&
      before.board.game === scene.board.game &&
      before.view === scene.view &&
      old.stacks !== scene.state.stacks
    )
      this.animate(old.stacks ?? [], old.middle, scene.state.stacks);
  }

  focusPlace(place: number): void {
    this.focused = place;
    this.buttons.forEach((b, i) => (b.tabIndex = i === place ? 0 : -1));
    this.buttons[place]?.focus();
  }

  /* Back to the place that had the focus last. */
  refocus(): void {
    this.buttons[this.focused]?.focus({ preventScroll: true });
  }

  get svgElement(): SVGSVGElement {
    return this.picture;
  }

  /* --- drawing --- */

  private resize(): void {
    const narrow = this.element.clientWidth < WIDE;
    if (this.scene && narrow !== this.narrow) {
      this.narrow = narrow;
      this.paint(this.scene);
      this.label(this.scene);
    }
  }

  private paint(scene: Scene): void {
    this.pieceAt = new Map();
    this.middle = new Map();
    this.box.dataset.view = scene.view;
    const frame = scene.view === "depth" ? this.paintDepth(scene) : this.paintAbove(scene);
    this.picture.setAttribute(
      "viewBox",
      `${frame.left} ${frame.top} ${frame.right - frame.left} ${frame.bottom - frame.top}`,
    );
    /* The buttons lie over the picture: its box has the picture's proportions. */
    const ratio = (frame.right - frame.left) / (frame.bottom - frame.top);
    this.box.style.aspectRatio = String(ratio);
    this.box.style.maxWidth = `${Math.round(74 * ratio)}vh`;
    this.position(scene, frame);
  }

  private paintDepth(scene: Scene): Frame {
    const { board, state } = scene;
    const eye = eyeFor(board, this.narrow);
    const heights = new Heights(board, state);
    const west = -PLACE / 2 - MARGIN;
    const east = (board.columns - 0.5) * PLACE + MARGIN;
    const north = (board.rows - 0.5) * PLACE + MARGIN;
    const drop = SLAB * eye.liftCos;
    const sw = eye.project(west, west, 0);
    const se = eye.project(east, west, 0);
    const ne = eye.project(east, north, 0);
    const nw = eye.project(west, north, 0);
    const slab = svg(
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
    board.places.forEach((p, i) => {
      if (p.level === 1) table.append(tile(scene, i, placeX(p), -placeY(p), board.kinds[0] === "ball"));
    });
    state.stacks.forEach((stack, i) => {
      const p = board.places[i] as Place;
      for (const one of stack) if (one.direction) table.append(arrow(one, placeX(p), -placeY(p)));
    });
    table.append(coordinates(board));
    const stand = svg("g");
    const order = board.places.map((p, i) => ({ p, i, depth: eye.depth(placeX(p), placeY(p), heights.level(p)) }));
    order.sort((a, b) => b.depth - a.depth);
    for (const { p, i } of order) stand.append(this.stack(scene, eye, heights, p, i));
    const marks = svg("g", { class: "marks" });
    board.places.forEach((p, i) => {
      const stack = state.stacks[i] ?? [];
      const z = heights.top(i);
      const flatBall = board.kinds[0] === "ball";
      const top = flatBall
        ? stack.length
          ? ballMiddle(eye, placeX(p), placeY(p), heights.level(p))
          : eye.project(placeX(p), placeY(p), z + (p.level > 1 ? 37 : 0))
        : eye.project(placeX(p), placeY(p), z);
      drawMarks(marks, scene, i, top, p.level <= scene.shown);
    });
    this.picture.replaceChildren(slab, table, stand, marks);
    return depthFrame(board, eye, heights);
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
      g.append(shape);
      if (one.kind === "ball" && scene.state.marked.includes(i)) shape.append(lastRing(ballMiddle(eye, x, y, z), 47));
    });
    return g;
  }

  private paintAbove(scene: Scene): Frame {
    const { board, state } = scene;
    const layout = plans(board, this.narrow);
    const root = svg("g");
    for (const plan of layout.plans) root.append(this.plan(scene, plan, layout.plans));
    const marks = svg("g", { class: "marks" });
    board.places.forEach((p, i) => drawMarks(marks, scene, i, planPoint(board, layout.plans, p), true));
    this.picture.replaceChildren(root, marks);
    void state;
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
    if (board.levels > 1)
      g.append(svg("text", { x: plan.x + 4, y: plan.y - 10, class: "plan-head" }, fill(T("Level {0}"), plan.level)));
    g.append(planCoordinates(plan));
    board.places.forEach((p, i) => {
      if (p.level !== plan.level) return;
      const c = planPoint(board, list, p);
      const stack = state.stacks[i] ?? [];
      const shape = svg(
        "g",
        { "data-place": i, class: scene.choices.get(i) === "from" ? "liftable" : "" },
        tile(scene, i, c.x, c.y, board.kinds[0] === "ball"),
      );
      const pieces = flatStack(stack, c, board.kinds.length > 1);
      shape.append(pieces);
      for (const one of stack) if (one.direction) arrows.append(arrow(one, c.x, c.y));
      if (stack.length > 1 && board.kinds.length === 1)
        shape.append(svg("text", { x: c.x - 38, y: c.y + 42, class: "count" }, String(stack.length)));
      if (stack.length && scene.state.marked.includes(i) && stack[0]?.kind === "ball") pieces.append(lastRing(c, 42));
      if (stack.length) this.keep(i, stack.length - 1, pieces, c);
      g.append(shape);
    });
    g.append(arrows);
    return g;
  }

  private keep(place: number, i: number, shape: SVGGElement, at: Point): void {
    this.pieceAt.set(`${place}:${i}`, shape);
    this.middle.set(`${place}:${i}`, at);
  }

  /* --- animation --- */

  /* Pieces that are new on a place come from where one like them has gone, in the
   * order they were listed; others drop from above. */
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
      shape.animate(
        [
          { transform: first, opacity: start ? 1 : 0 },
          { transform: "none", opacity: 1 },
        ],
        { duration: 220, delay: index * 110, easing: "cubic-bezier(.3,.8,.4,1)", fill: "backwards" },
      );
    });
  }

  /* --- controls --- */

  private position(scene: Scene, frame: Frame): void {
    const { board } = scene;
    if (this.buttons.length !== board.places.length) this.makeButtons(board.places.length);
    const eye = eyeFor(board, this.narrow);
    const heights = new Heights(board, scene.state);
    const layout = plans(board, this.narrow);
    const width = frame.right - frame.left;
    const height = frame.bottom - frame.top;
    board.places.forEach((p, i) => {
      const button = this.buttons[i] as HTMLButtonElement;
      const c =
        scene.view === "depth"
          ? eye.project(placeX(p), placeY(p), heights.level(p) + (p.level > 1 ? 37 : 0))
          : planPoint(board, layout.plans, p);
      const tall = scene.view === "depth" && p.level === 1 ? eye.liftSin : 1;
      button.style.left = `${((c.x - frame.left) / width) * 100}%`;
      button.style.top = `${((c.y - frame.top) / height) * 100}%`;
      button.style.width = `${(REACH / width) * 100}%`;
      button.style.height = `${((REACH * tall) / height) * 100}%`;
    });
  }

  private makeButtons(count: number): void {
    this.buttons = Array.from({ length: count }, (_, i) => {
      const b = h("button", {
        type: "button",
        class: "place",
        tabindex: i === 0 ? 0 : -1,
        "data-button": i,
        onclick: () => void this.onplace(i),
        onfocus: () => this.remember(i),
      });
      return b;
    });
    this.focused = 0;
    this.places.replaceChildren(...this.buttons);
  }

  private remember(i: number): void {
    this.focused = i;
    this.buttons.forEach((b, k) => (b.tabIndex = k === i ? 0 : -1));
  }

  private label(scene: Scene): void {
    this.buttons.forEach((b, i) => {
      const label = scene.labels[i] ?? "";
      if (b.getAttribute("aria-label") !== label) b.setAttribute("aria-label", label);
      const off = String(!scene.choices.has(i));
      if (b.getAttribute("aria-disabled") !== off) b.setAttribute("aria-disabled", off);
    });
  }

  private under(event: PointerEvent): number {
    const hit = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-place]");
    if (hit && this.picture.contains(hit)) return Number(hit.getAttribute("data-place"));
    /* Just beside a place is near enough for a finger. */
    return this.buttons.findIndex((b) => {
      const r = b.getBoundingClientRect();
      return event.clientX >= r.left && event.clientX < r.right && event.clientY >= r.top && event.clientY < r.bottom;
    });
  }

  /* A press and release on one place chooses it; from one place to another chooses both. */
  private press(event: PointerEvent): void {
    if (event.button !== 0) return;
    this.pressed = this.under(event);
    const stack = this.scene?.state.stacks[this.pressed] ?? [];
    const piece = this.pieceAt.get(`${this.pressed}:${stack.length - 1}`);
    if (piece && this.scene?.choices.get(this.pressed) === "from")
      this.drag = { piece, x: event.clientX, y: event.clientY };
  }

  private pull(event: PointerEvent): void {
    if (!this.drag) return;
    const unit = this.picture.viewBox.baseVal.width / this.picture.clientWidth;
    this.drag.piece.setAttribute(
      "transform",
      `translate(${(event.clientX - this.drag.x) * unit} ${(event.clientY - this.drag.y) * unit})`,
    );
    this.drag.piece.classList.add("dragged");
  }

  private letGo(): void {
    this.drag?.piece.removeAttribute("transform");
    this.drag?.piece.classList.remove("dragged");
    this.drag = undefined;
    this.pressed = -1;
  }

  private async release(event: PointerEvent): Promise<void> {
    const from = this.pressed;
    const to = this.under(event);
    if (this.drag && to !== from) this.dropped = performance.now();
    this.letGo();
    if (from < 0 || to < 0) return;
    await this.onplace(from);
    if (to !== from) await this.onplace(to);
  }

  private key(event: KeyboardEvent): void {
    const scene = this.scene;
    const here = scene?.board.places[this.focused];
    if (!scene || !here) return;
    const step: Record<string, [number, number, number]> = {
      ArrowLeft: [-1, 0, 0],
      ArrowRight: [1, 0, 0],
      ArrowUp: [0, 1, 0],
      ArrowDown: [0, -1, 0],
      PageUp: [0, 0, 1],
      PageDown: [0, 0, -1],
    };
    if (event.key === "Escape") {
      event.preventDefault();
      this.onback();
      return;
    }
    if (event.key === "Home" || event.key === "End") {
      event.preventDefault();
      this.focusPlace(event.key === "Home" ? 0 : scene.board.places.length - 1);
      return;
    }
    const move = step[event.key];
    if (!move) return;
    event.preventDefault();
    const [dx, dy, dl] = move;
    let best = -1;
    let nearest = 1e9;
    scene.board.places.forEach((p, i) => {
      if (p.level !== here.level + dl || i === this.focused) return;
      const ax = p.x - here.x;
      const ay = p.y - here.y;
      const along = dl ? 0 : ax * dx + ay * dy;
      if (!dl && along <= 0) return;
      const off = dl ? Math.abs(ax) + Math.abs(ay) : Math.abs(ax * dy) + Math.abs(ay * dx);
      const distance = along + 10 * off;
      if (distance < nearest) {
        nearest = distance;
        best = i;
      }
    });
    if (best >= 0) this.focusPlace(best);
  }
}

/* --- parts of the picture --- */

function tile(scene: Scene, i: number, x: number, y: number, round: boolean): SVGElement {
  const covered = round && (scene.state.stacks[i]?.length ?? 0) > 0; // the ball itself is marked
  const cls = [
    "tile",
    scene.state.marked.includes(i) && !covered ? "marked" : "",
    scene.chosen.includes(i) ? "chosen" : "",
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

/* Round a ball that was moved last: it hides the place under it. */
const lastRing = (c: Point, r: number): SVGElement => svg("circle", { class: "last-ring", cx: c.x, cy: c.y, r });

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
