/* What fingers and mice do on a board. A press and release on one place chooses it; a drag from a piece that can
 * be lifted to another place chooses both. A drag beside the board, with another button, sideways with a finger or
 * with two fingers turns the board; two fingers also bring it closer. A long press only looks. */
import type { Board3d } from "./board3d/index.js";
import type { Face } from "./scene.js";

export interface Reach {
  face(): Face;
  solid(): Board3d | undefined;
  under(x: number, y: number): number;
  liftable(place: number): boolean;
  choose(place: number): void | Promise<void>;
}

const SLIPS = 8; // pixels that a hand may slip and still press
const LONG = 420; // milliseconds

type Mode = "none" | "press" | "lift" | "turn" | "two" | "looked";

export class Hand {
  private mode: Mode = "none";
  private place = -1;
  private start = { x: 0, y: 0 };
  private last = { x: 0, y: 0 };
  private fingers = new Map<number, { x: number; y: number }>();
  private timer = 0;

  constructor(
    private readonly box: HTMLElement,
    private readonly reach: Reach,
  ) {
    box.addEventListener("pointerdown", (e) => this.down(e));
    box.addEventListener("pointermove", (e) => this.move(e));
    box.addEventListener("pointerup", (e) => void this.up(e));
    box.addEventListener("pointercancel", (e) => this.cancel(e));
    box.addEventListener("pointerleave", (e) => {
      if (e.pointerType === "mouse" && this.mode === "none") this.hover(-1);
    });
    box.addEventListener("contextmenu", (e) => {
      if (reach.face().turns) e.preventDefault(); // that button turns the board
    });
    box.addEventListener(
      "wheel",
      (e) => {
        const solid = reach.solid();
        if (!solid || !e.ctrlKey) return; // without Ctrl the page scrolls
        e.preventDefault();
        solid.zoom(Math.exp(-e.deltaY / 300));
      },
      { passive: false },
    );
  }

  private hover(place: number): void {
    if (place < 0) delete this.box.dataset.over;
    else this.box.dataset.over = String(place);
    this.reach.face().point(place, false);
  }

  private down(e: PointerEvent): void {
    this.fingers.set(e.pointerId, { x: e.clientX, y: e.clientY });
    this.start = this.last = { x: e.clientX, y: e.clientY };
    clearTimeout(this.timer);
    const solid = this.reach.solid();
    if (this.fingers.size > 1) {
      if (this.mode === "lift") this.reach.face().putBack();
      this.mode = solid ? "two" : "none";
      return;
    }
    this.place = this.reach.under(e.clientX, e.clientY);
    if (e.button !== 0 || (solid && this.place < 0)) {
      this.mode = solid ? "turn" : "none";
      if (solid) this.box.setPointerCapture(e.pointerId);
      return;
    }
    this.mode = "press";
    if (e.pointerType !== "mouse")
      this.timer = window.setTimeout(() => {
        if (this.mode !== "press") return;
        this.mode = "looked";
        this.reach.face().point(this.place, true);
      }, LONG);
  }

  private move(e: PointerEvent): void {
    const before = this.fingers.get(e.pointerId);
    if (before) this.fingers.set(e.pointerId, { x: e.clientX, y: e.clientY });
    if (this.mode === "none" && e.pointerType === "mouse") return this.hover(this.reach.under(e.clientX, e.clientY));
    const [dx, dy] = [e.clientX - this.start.x, e.clientY - this.start.y];
    const slipped = Math.hypot(dx, dy) > SLIPS;
    if (this.mode === "press" && slipped) this.leave(e, dx, dy);
    if (this.mode === "lift") this.reach.face().carry(this.place, dx, dy);
    if (this.mode === "turn") this.reach.solid()?.turn(e.clientX - this.last.x, e.clientY - this.last.y);
    if (this.mode === "two" && before) this.pinch(e, before);
    this.last = { x: e.clientX, y: e.clientY };
  }

  /* A press that has become something else. */
  private leave(e: PointerEvent, dx: number, dy: number): void {
    if (this.reach.liftable(this.place)) this.mode = "lift";
    else if (this.reach.solid() && (e.pointerType === "mouse" || Math.abs(dx) > Math.abs(dy))) this.mode = "turn";
    else return;
    clearTimeout(this.timer);
    this.box.setPointerCapture(e.pointerId);
  }

  private pinch(e: PointerEvent, before: { x: number; y: number }): void {
    const solid = this.reach.solid();
    const other = [...this.fingers].find(([id]) => id !== e.pointerId)?.[1];
    if (!solid || !other) return;
    const was = Math.hypot(before.x - other.x, before.y - other.y);
    const is = Math.hypot(e.clientX - other.x, e.clientY - other.y);
    if (was > 0) solid.zoom(is / was);
    solid.turn((e.clientX - before.x) / 2, (e.clientY - before.y) / 2);
  }

  private async up(e: PointerEvent): Promise<void> {
    const { mode, place } = this;
    this.end(e);
    if (mode !== "press" && mode !== "lift") return;
    const to = this.reach.under(e.clientX, e.clientY);
    if (mode === "lift") this.reach.face().putBack();
    if (place < 0 || to < 0) return;
    await this.reach.choose(place);
    if (to !== place) await this.reach.choose(to);
  }

  private cancel(e: PointerEvent): void {
    if (this.mode === "lift") this.reach.face().putBack();
    this.end(e);
  }

  private end(e: PointerEvent): void {
    clearTimeout(this.timer);
    this.fingers.delete(e.pointerId);
    if (this.mode === "looked" || e.pointerType !== "mouse") this.reach.face().point(-1, false);
    if (this.fingers.size === 0 || this.mode !== "two") this.mode = "none";
  }
}
