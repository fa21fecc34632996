/* A board on the page: a picture (hidden from screen readers), flat or in three dimensions, and over it one
 * labelled button for each place, for the keyboard and for screen readers. It shows what it is given and reports
 * which place was chosen; it knows no rules. */
import type { Board3d } from "./board3d/index.js";
import { h, reducedMotion, svg } from "./dom.js";
import { FlatBoard, WIDE } from "./flat.js";
import { Hand } from "./hand.js";
import { drawArrows, drawMarks } from "./marks.js";
import type { CameraMove, Face, Scene } from "./scene.js";
import { currentTheme, leaveSolid, looksAt, takeSolid, wantsSolid } from "./solid.js";

export type { Badge, Face, Scene, Tone, View } from "./scene.js";

const LOOK: Record<string, CameraMove> = {
  "[": "left",
  "]": "right",
  ".": "higher",
  ",": "lower",
  "+": "closer",
  "-": "farther",
  "0": "home",
};

export class BoardView {
  readonly element: HTMLDivElement; // as wide as possible; the board in it may be smaller
  private flat = new FlatBoard(() => this.element.clientWidth);
  private solid: Board3d | undefined;
  private face: Face = this.flat;
  private signs = svg("svg", { class: "signs", "aria-hidden": "true", focusable: "false" });
  private places = h("div", { class: "places", role: "group" });
  private box = h("div", { class: "board" }, this.flat.element, this.signs, this.places);
  private buttons: HTMLButtonElement[] = [];
  private scene: Scene | undefined;
  private narrow = true;
  private focused = 0;
  onface: () => void = () => undefined; // the picture has been replaced
  private asking = false; // the picture in three dimensions is being made

  /* `mayTurn`: whether this board may be the one in three dimensions. */
  constructor(
    label: string,
    private readonly onplace: (place: number) => void | Promise<void>,
    private readonly onback: () => void,
    private readonly mayTurn = false,
  ) {
    this.element = h("div", { class: "board-room" }, this.box);
    this.places.setAttribute("aria-label", label);
    new Hand(this.box, {
      face: () => this.face,
      solid: () => this.solid,
      under: (x, y) => this.under(x, y),
      liftable: (place) => this.scene?.choices.get(place) === "from",
      choose: (place) => this.onplace(place),
    });
    this.places.addEventListener("keydown", (e) => this.key(e));
    new ResizeObserver(() => this.resize()).observe(this.element);
  }

  draw(scene: Scene): void {
    this.scene = scene;
    this.box.dataset.view = scene.view;
    if (this.buttons.length !== scene.board.places.length) this.makeButtons(scene.board.places.length);
    this.narrow = this.element.clientWidth < WIDE;
    this.face.draw(scene);
    this.arrange();
    this.label(scene);
    if (this.mayTurn && this.element.isConnected) this.refresh();
  }

  focusPlace(place: number): void {
    this.focused = place;
    this.buttons.forEach((b, i) => (b.tabIndex = i === place ? 0 : -1));
    this.buttons[place]?.focus();
  }

  /* The place that the keyboard is on, or was on last. */
  get current(): number {
    return this.focused;
  }

  /* Back to the place that had the focus last. */
  refocus(): void {
    this.buttons[this.focused]?.focus({ preventScroll: true });
  }

  /* The flat picture, whichever one is shown. */
  get svgElement(): SVGSVGElement {
    if (this.solid && this.scene) this.flat.draw(this.scene);
    return this.flat.element;
  }

  /* Another scene as an image, drawn like this one, which then returns at once. */
  plainImage(scene: Scene, width: number): Promise<Blob> {
    this.face.draw(scene);
    const image = this.face.image(width);
    if (this.scene) this.face.draw(this.scene);
    return image;
  }

  get turns(): boolean {
    return this.face.turns;
  }

  look(move: CameraMove): void {
    this.face.look(move);
  }

  /* Turns the board if this key does that; false: it does not. */
  lookByKey(key: string): boolean {
    const move = LOOK[key];
    if (!move || !this.face.turns) return false;
    this.face.look(move);
    return true;
  }

  /* --- which picture --- */

  refresh(): void {
    looksAt(this);
    if (wantsSolid() === Boolean(this.solid)) return;
    if (this.solid) this.release();
    else if (!this.asking) void this.goSolid();
  }

  /* The flat board stays until the other one has its first frame. */
  private async goSolid(): Promise<void> {
    this.asking = true;
    try {
      const made = await takeSolid(this, {
        still: reducedMotion,
        moved: () => this.arrange(),
        failed: () => this.release(),
      });
      made.setTheme(currentTheme());
      made.element.classList.add("coming");
      this.box.prepend(made.element);
      if (this.scene) made.draw(this.scene);
      await made.ready();
      if (wantsSolid() && !made.closed) this.show(made);
      else leaveSolid(this);
    } catch {
      leaveSolid(this); // no network, or no WebGL after all: the flat board will do
    }
    this.asking = false;
  }

  private show(made: Board3d): void {
    this.solid = made;
    this.face = made;
    if (this.scene) made.draw(this.scene);
    made.element.classList.remove("coming");
    this.flat.element.remove();
    this.box.dataset.face = "solid";
    this.arrange();
    this.onface();
  }

  release(): void {
    const had = this.solid;
    leaveSolid(this);
    this.solid = undefined;
    this.face = this.flat;
    delete this.box.dataset.face;
    if (had) this.box.prepend(this.flat.element);
    if (had && this.scene) this.draw(this.scene);
    if (had) this.onface();
  }

  retheme(): void {
    this.solid?.setTheme(currentTheme());
  }

  /* --- what lies over the picture --- */

  private resize(): void {
    const narrow = this.element.clientWidth < WIDE;
    if (!this.scene || narrow === this.narrow) return;
    this.narrow = narrow;
    this.face.draw(this.scene);
    this.arrange();
  }

  private arrange(): void {
    const { face, scene } = this;
    if (!scene) return;
    const ratio = face.ratio();
    this.box.style.setProperty("--ratio", ratio.toFixed(4));
    face.spots().forEach((s, i) => {
      const style = (this.buttons[i] as HTMLButtonElement).style;
      style.left = `${s.x * 100}%`;
      style.top = `${s.y * 100}%`;
      style.width = `${s.width * 100}%`;
      style.height = `${s.height * 100}%`;
    });
    const [w, height] = [this.box.clientWidth, this.box.clientHeight];
    this.signs.setAttribute("viewBox", `0 0 ${w} ${height}`);
    const anchors = face.anchors();
    const at = (place: number) => {
      const anchor = anchors[place];
      return anchor && { x: anchor.x * w, y: anchor.y * height };
    };
    const large = Math.max(0.5, ((anchors[0]?.unit ?? 0) * height) / 100);
    this.signs.replaceChildren(
      ...(anchors.length > 0 ? [drawArrows(scene.arrows ?? [], at, large)] : []),
      ...anchors.map(({ x, y, unit }, i) => {
        const scale = Math.max(0.5, (unit * height) / 100);
        const g = svg("g", { class: "marks", transform: `translate(${x * w} ${y * height}) scale(${scale})` });
        const middle = { x: 0, y: 0 };
        drawMarks(g, scene, i, { top: middle, foot: middle }, (scene.board.places[i]?.level ?? 1) <= scene.shown, true);
        return g;
      }),
    );
  }

  private makeButtons(count: number): void {
    this.buttons = Array.from({ length: count }, (_, i) =>
      h("button", {
        type: "button",
        class: "place",
        tabindex: i === 0 ? 0 : -1,
        "data-button": i,
        onclick: () => void this.onplace(i),
        onfocus: () => this.remember(i),
        onblur: () => this.face.point(-1, false),
      }),
    );
    this.focused = 0;
    this.places.replaceChildren(...this.buttons);
  }

  private remember(i: number): void {
    this.focused = i;
    this.buttons.forEach((b, k) => (b.tabIndex = k === i ? 0 : -1));
    if (this.buttons[i]?.matches(":focus-visible")) this.face.point(i, true);
  }

  private label(scene: Scene): void {
    this.buttons.forEach((b, i) => {
      const label = scene.labels[i] ?? "";
      if (b.getAttribute("aria-label") !== label) b.setAttribute("aria-label", label);
      const off = String(!scene.choices.has(i));
      if (b.getAttribute("aria-disabled") !== off) b.setAttribute("aria-disabled", off);
    });
  }

  /* The place at a point. A place that can be chosen wins over one that cannot: a pile may hide the middle of the
   * place behind it. For a finger, just beside a place is near enough. */
  private under(x: number, y: number): number {
    const place = this.face.under(x, y);
    const open = this.scene?.choices;
    if (place >= 0 && (open?.has(place) || !open?.size)) return place;
    const within = (b: HTMLButtonElement, i: number): boolean => {
      const r = b.getBoundingClientRect();
      const here = x >= r.left && x < r.right && y >= r.top && y < r.bottom;
      return here && (place < 0 ? !this.face.turns : open?.has(i) === true);
    };
    const other = this.buttons.findIndex(within);
    return other >= 0 ? other : place;
  }

  /* --- keys --- */

  private key(event: KeyboardEvent): void {
    const scene = this.scene;
    if (!scene) return;
    if (event.key === "Escape") {
      event.preventDefault();
      this.onback();
    } else if (event.key === "Home" || event.key === "End") {
      event.preventDefault();
      this.focusPlace(event.key === "Home" ? 0 : scene.board.places.length - 1);
    } else if (event.key in STEP) {
      event.preventDefault();
      const to = this.neighbour(scene, STEP[event.key] as Step);
      if (to >= 0) this.focusPlace(to);
    }
  }

  /* The nearest place in a direction, as the board is seen now. */
  private neighbour(scene: Scene, [right, away, up]: Step): number {
    const here = scene.board.places[this.focused];
    if (!here) return -1;
    let [dx, dy] = [right, away];
    for (let i = this.face.quarter(); i > 0; i--) [dx, dy] = [-dy, dx];
    let best = -1;
    let nearest = 1e9;
    scene.board.places.forEach((p, i) => {
      if (p.level !== here.level + up || i === this.focused) return;
      const ax = p.x - here.x;
      const ay = p.y - here.y;
      const along = up ? 0 : ax * dx + ay * dy;
      if (!up && along <= 0) return;
      const off = up ? Math.abs(ax) + Math.abs(ay) : Math.abs(ax * dy) + Math.abs(ay * dx);
      const distance = along + 10 * off;
      if (distance < nearest) [best, nearest] = [i, distance];
    });
    return best;
  }
}

type Step = [right: number, away: number, up: number];
const STEP: Record<string, Step> = {
  ArrowLeft: [-1, 0, 0],
  ArrowRight: [1, 0, 0],
  ArrowUp: [0, 1, 0],
  ArrowDown: [0, -1, 0],
  PageUp: [0, 0, 1],
  PageDown: [0, 0, -1],
};
