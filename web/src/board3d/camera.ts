/* Where the board is seen from: turned by `yaw`, `lift` degrees above the table, as far away as the board needs to
 * fill the picture. Plain arithmetic, so that pointing and placing buttons need no picture. */
import type { Point3 } from "./layout.js";

const FIELD = Math.tan((23 * Math.PI) / 360); // half the visible height at distance 1
export const ABOVE = 86;
const LOW = 30;

export interface Sight {
  eye: Point3;
  target: Point3;
  up: Point3;
}
export interface Ray {
  from: Point3;
  along: Point3;
}

const dot = (a: Point3, b: Point3): number => a.x * b.x + a.y * b.y + a.z * b.z;
const plus = (a: Point3, b: Point3, k: number): Point3 => ({ x: a.x + b.x * k, y: a.y + b.y * k, z: a.z + b.z * k });

interface Pose {
  yaw: number; // degrees
  lift: number;
  zoom: number;
}

export class Camera {
  private now: Pose = { yaw: 0, lift: 54, zoom: 1 };
  private from: Pose = this.now;
  private goal: Pose = this.now;
  private began = 0;
  private lasts = 0;
  private home = 54;
  private above = false;
  private points: Point3[] = [];
  private aspect = 1;
  private pad = 0.93;
  private distance = 12;
  private shift = 0;
  private right: Point3 = { x: 1, y: 0, z: 0 };
  private up: Point3 = { x: 0, y: 1, z: 0 };
  private back: Point3 = { x: 0, y: 0, z: 1 };

  /* What must be visible, and the picture's aspect ratio; `home`: the usual height. */
  frame(points: Point3[], aspect: number, home: number, pad: number): void {
    const moved = home !== this.home && !this.above;
    this.points = points;
    this.aspect = aspect;
    this.pad = pad;
    this.home = home;
    if (moved) this.now = this.goal = { ...this.goal, lift: home };
    this.fit();
  }

  /* Moves to another pose within `ms`; 0: at once. */
  private go(goal: Pose, ms: number, now: number): void {
    this.goal = goal;
    this.from = this.now;
    this.began = now;
    this.lasts = ms;
    if (ms <= 0) {
      this.now = goal;
      this.fit();
    }
  }

  lookFromAbove(above: boolean, ms: number, now: number): void {
    if (above === this.above) return;
    this.above = above;
    this.go({ ...this.goal, lift: above ? ABOVE : this.home }, ms, now);
  }

  turnBy(quarters: number, ms: number, now: number): void {
    const next = (Math.round(this.goal.yaw / 90) + quarters) * 90;
    this.go({ ...this.goal, yaw: next }, ms, now);
  }

  zoomBy(factor: number, ms: number, now: number): void {
    this.go({ ...this.goal, zoom: clamp(this.goal.zoom * factor, 0.7, 2.2) }, ms, now);
  }

  tiltBy(degrees: number, ms: number, now: number): void {
    this.go({ ...this.goal, lift: clamp(this.goal.lift + degrees, LOW, ABOVE) }, ms, now);
  }

  goHome(ms: number, now: number): void {
    const yaw = Math.round(this.now.yaw / 360) * 360; // the short way
    this.go({ yaw, lift: this.above ? ABOVE : this.home, zoom: 1 }, ms, now);
  }

  /* By hand, in degrees, without animation. */
  drag(yaw: number, lift: number): void {
    this.now = this.goal = {
      ...this.now,
      yaw: this.now.yaw + yaw,
      lift: clamp(this.now.lift + lift, LOW, ABOVE),
    };
    this.lasts = 0;
    this.fit();
  }

  get turnedAway(): boolean {
    return this.goal.zoom !== 1 || this.goal.yaw % 360 !== 0 || this.goal.lift !== (this.above ? ABOVE : this.home);
  }

  get quarter(): number {
    return ((Math.round(this.goal.yaw / 90) % 4) + 4) % 4;
  }

  /* Advances the animation; false: there is none. */
  step(now: number): boolean {
    if (this.lasts <= 0) return false;
    const t = clamp((now - this.began) / this.lasts, 0, 1);
    const k = t < 0.5 ? 4 * t ** 3 : 1 - (2 - 2 * t) ** 3 / 2;
    const mix = (a: number, b: number) => a + (b - a) * k;
    this.now = {
      yaw: mix(this.from.yaw, this.goal.yaw),
      lift: mix(this.from.lift, this.goal.lift),
      zoom: mix(this.from.zoom, this.goal.zoom),
    };
    if (t >= 1) this.lasts = 0;
    this.fit();
    return true;
  }

  private fit(): void {
    const yaw = (this.now.yaw * Math.PI) / 180;
    const lift = (this.now.lift * Math.PI) / 180;
    const [s, c, ls, lc] = [Math.sin(yaw), Math.cos(yaw), Math.sin(lift), Math.cos(lift)];
    this.back = { x: s * lc, y: ls, z: c * lc };
    this.right = { x: c, y: 0, z: -s };
    this.up = { x: -s * ls, y: lc, z: -c * ls };
    let near = 3;
    let far = 90;
    for (let i = 0; i < 26; i++) {
      const middle = (near + far) / 2;
      if (this.fits(middle)) far = middle;
      else near = middle;
    }
    this.fits(far);
    this.distance = far / this.now.zoom;
    this.shift /= this.now.zoom > 1 ? this.now.zoom : 1;
  }

  /* Whether everything is visible from that distance, with the board in the middle. */
  private fits(distance: number): boolean {
    this.distance = distance;
    this.shift = 0;
    let widest = 0;
    let low = 0;
    let high = 0;
    for (let i = 0; i < 5; i++) {
      [widest, low, high] = [0, 9, -9];
      for (const p of this.points) {
        const q = this.project(p);
        widest = Math.max(widest, Math.abs(q.x));
        low = Math.min(low, q.y);
        high = Math.max(high, q.y);
      }
      this.shift += ((low + high) / 2) * distance * FIELD;
    }
    return widest <= this.pad && (high - low) / 2 <= this.pad;
  }

  /* Where a point is in the picture, -1 … 1 from left to right and from bottom to top. */
  project(p: Point3): { x: number; y: number; away: number } {
    const away = this.distance - dot(p, this.back);
    return {
      x: dot(p, this.right) / (away * FIELD * this.aspect),
      y: (dot(p, this.up) - this.shift) / (away * FIELD),
      away,
    };
  }

  /* How much of the picture's height one unit takes at a distance. */
  unit(away: number): number {
    return 1 / (2 * away * FIELD);
  }

  ray(x: number, y: number): Ray {
    const aside = plus(plus({ x: 0, y: 0, z: 0 }, this.right, x * FIELD * this.aspect), this.up, y * FIELD);
    return { from: this.sight().eye, along: plus(aside, this.back, -1) };
  }

  sight(): Sight {
    const target = plus({ x: 0, y: 0, z: 0 }, this.up, this.shift);
    return { eye: plus(target, this.back, this.distance), target, up: this.up };
  }

  /* From a point towards the eye, one unit long. */
  towards(p: Point3): Point3 {
    const { eye } = this.sight();
    const d = { x: eye.x - p.x, y: eye.y - p.y, z: eye.z - p.z };
    const l = Math.sqrt(dot(d, d));
    return { x: d.x / l, y: d.y / l, z: d.z / l };
  }
}

const clamp = (x: number, low: number, high: number): number => Math.min(high, Math.max(low, x));
