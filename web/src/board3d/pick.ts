/* Which place a ray meets first: pieces as balls and boxes, then beads, then the board. */
import type { Piece } from "../protocol.js";
import type { Ray } from "./camera.js";
import { BALL, HEIGHT, type Layout, type Point3, REACH } from "./layout.js";

/* How far along the ray; Infinity: not at all. */
export function ballAt(ray: Ray, c: Point3, r: number): number {
  const [ox, oy, oz] = [ray.from.x - c.x, ray.from.y - c.y, ray.from.z - c.z];
  const { x, y, z } = ray.along;
  const a = x * x + y * y + z * z;
  const b = ox * x + oy * y + oz * z;
  const root = b * b - a * (ox * ox + oy * oy + oz * oz - r * r);
  return root < 0 ? Infinity : (-b - Math.sqrt(root)) / a;
}

export function boxAt(ray: Ray, low: Point3, high: Point3): number {
  let near = -Infinity;
  let far = Infinity;
  for (const k of ["x", "y", "z"] as const) {
    const d = ray.along[k];
    const a = (low[k] - ray.from[k]) / d;
    const b = (high[k] - ray.from[k]) / d;
    near = Math.max(near, Math.min(a, b));
    far = Math.min(far, Math.max(a, b));
  }
  return near <= far && far > 0 ? near : Infinity;
}

/* How far along the ray it meets the pieces on a place. */
export function stackAt(ray: Ray, layout: Layout, place: number, stack: Piece[], squash: number): number {
  const [x, z] = [layout.x(place), layout.z(place)];
  let nearest = Infinity;
  stack.forEach((p, i) => {
    const y = layout.foot(place, stack, i, squash);
    const r = REACH[p.kind];
    const t =
      p.kind === "ball"
        ? ballAt(ray, { x, y: y + BALL, z }, BALL)
        : boxAt(ray, { x: x - r, y, z: z - r }, { x: x + r, y: y + HEIGHT[p.kind] * squash, z: z + r });
    nearest = Math.min(nearest, t);
  });
  return nearest;
}

/* The place that a ray meets first; `open`: empty places above the board that can be chosen. */
export function placeAt(ray: Ray, layout: Layout, stacks: Piece[][], open: Set<number>): number {
  const squash = layout.squash(stacks);
  let best = -1;
  let nearest = Infinity;
  const take = (place: number, t: number) => {
    if (t < nearest) [best, nearest] = [place, t];
  };
  layout.board.places.forEach((p, i) => {
    const stack = stacks[i] ?? [];
    if (stack.length > 0) take(i, stackAt(ray, layout, i, stack, squash));
    else if (p.level > 1 && open.has(i))
      take(i, ballAt(ray, { x: layout.x(i), y: layout.base(i) + 0.16, z: layout.z(i) }, 0.26));
  });
  const t = (-layout.recess - ray.from.y) / ray.along.y;
  const [x, z] = [ray.from.x + ray.along.x * t, ray.from.z + ray.along.z * t];
  layout.board.places.forEach((p, i) => {
    if (p.level === 1 && Math.abs(x - layout.x(i)) <= 0.5 && Math.abs(z - layout.z(i)) <= 0.5) take(i, t);
  });
  return best;
}

/* The places to make see-through: what rests on a place and, if `clear`, what stands between it and the eye. */
export function hiding(eye: Point3, layout: Layout, stacks: Piece[][], place: number, clear: boolean): Set<number> {
  const out = new Set<number>();
  const squash = layout.squash(stacks);
  const here = layout.board.places[place];
  const own = stacks[place] ?? [];
  if (!here) return out;
  const y = own.length > 0 || here.level > 1 ? layout.base(place) + (layout.round ? BALL : 0.1) : -layout.recess;
  const foot = { x: layout.x(place), y, z: layout.z(place) };
  const ray: Ray = { from: eye, along: { x: foot.x - eye.x, y: foot.y - eye.y, z: foot.z - eye.z } };
  layout.board.places.forEach((p, i) => {
    const stack = stacks[i] ?? [];
    if (i === place || stack.length === 0) return;
    if (p.level > here.level && resting(layout, place, i)) out.add(i);
    else if (clear && stackAt(ray, layout, i, stack, squash) < 0.97) out.add(i);
  });
  return out;
}

/* Whether a higher place stands, through others, on a lower one. */
function resting(layout: Layout, low: number, high: number): boolean {
  const [a, b] = [layout.board.places[low], layout.board.places[high]];
  if (!a || !b) return false;
  const reach = b.level - a.level;
  return Math.abs(b.x - a.x) <= reach && Math.abs(b.y - a.y) <= reach;
}
