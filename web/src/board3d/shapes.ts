/* Solids with smooth bevels. An outline is a closed line of points, each with the centre of its rounding, the
 * outward direction and the radius: so a parallel outline is the same list with another radius, and every normal
 * is exact. Outlines lie in (x, y) with y away from the viewer, that is, towards -z. `rough` divides the number of
 * corners of round shapes: in software every corner costs time, and half of them look as good. */
import { BufferGeometry, Float32BufferAttribute, ShapeUtils, Vector2 } from "three";

interface Corner {
  cx: number;
  cy: number;
  nx: number;
  ny: number;
  r: number;
}
export type Outline = Corner[];
type Uv = (x: number, z: number) => [number, number];
/* Along the outline (length, and as a share of all), height, and where that is. */
type SideUv = (along: number, y: number, x: number, z: number, share: number) => [number, number];

function arc(cx: number, cy: number, from: number, to: number, n: number, r: number): Corner[] {
  return Array.from({ length: n + 1 }, (_, i) => {
    const a = from + ((to - from) * i) / n;
    return { cx, cy, nx: Math.cos(a), ny: Math.sin(a), r };
  });
}

export const circle = (r: number, n = 64, cx = 0, cy = 0): Outline =>
  Array.from({ length: n }, (_, i) => {
    const a = (i / n) * Math.PI * 2;
    return { cx, cy, nx: Math.cos(a), ny: Math.sin(a), r };
  });

export function box(width: number, depth: number, r: number, cx = 0, cy = 0, n = 6): Outline {
  const a = width / 2 - r;
  const b = depth / 2 - r;
  const q = Math.PI / 2;
  return [
    ...arc(cx + a, cy + b, 0, q, n, r),
    ...arc(cx - a, cy + b, q, 2 * q, n, r),
    ...arc(cx - a, cy - b, 2 * q, 3 * q, n, r),
    ...arc(cx + a, cy - b, 3 * q, 4 * q, n, r),
  ];
}

/* Corners in counter-clockwise order. */
export function polygon(corners: [number, number][], r: number, n = 8): Outline {
  const out: Outline = [];
  const count = corners.length;
  corners.forEach((p, i) => {
    const a = corners[(i + count - 1) % count] as [number, number];
    const b = corners[(i + 1) % count] as [number, number];
    const first = Math.atan2(a[0] - p[0], p[1] - a[1]);
    let last = Math.atan2(p[0] - b[0], b[1] - p[1]);
    while (last < first) last += Math.PI * 2;
    const half = (last - first) / 2;
    const reach = r / Math.cos(half);
    out.push(...arc(p[0] - Math.cos(first + half) * reach, p[1] - Math.sin(first + half) * reach, first, last, n, r));
  });
  return out;
}

/* Vertices are added one by one; triangles are oriented to face the way their normals do. */
class Builder {
  private position: number[] = [];
  private normal: number[] = [];
  private uv: number[] = [];
  private index: number[] = [];

  put(x: number, y: number, z: number, nx: number, ny: number, nz: number, u: number, v: number): number {
    this.position.push(x, y, z);
    this.normal.push(nx, ny, nz);
    this.uv.push(u, v);
    return this.position.length / 3 - 1;
  }

  triangle(a: number, b: number, c: number): void {
    const p = (i: number, k: number) => this.position[3 * i + k] as number;
    const n = (k: number) =>
      (this.normal[3 * a + k] as number) + (this.normal[3 * b + k] as number) + (this.normal[3 * c + k] as number);
    const [ux, uy, uz] = [p(b, 0) - p(a, 0), p(b, 1) - p(a, 1), p(b, 2) - p(a, 2)];
    const [vx, vy, vz] = [p(c, 0) - p(a, 0), p(c, 1) - p(a, 1), p(c, 2) - p(a, 2)];
    const facing = (uy * vz - uz * vy) * n(0) + (uz * vx - ux * vz) * n(1) + (ux * vy - uy * vx) * n(2);
    if (facing < 0) this.index.push(a, c, b);
    else this.index.push(a, b, c);
  }

  strip(rows: number[][], closed: boolean): void {
    for (let r = 0; r + 1 < rows.length; r++) {
      const low = rows[r] as number[];
      const high = rows[r + 1] as number[];
      const n = closed ? low.length : low.length - 1;
      for (let i = 0; i < n; i++) {
        const k = (i + 1) % low.length;
        this.triangle(low[i] as number, low[k] as number, high[k] as number);
        this.triangle(low[i] as number, high[k] as number, high[i] as number);
      }
    }
  }

  geometry(): BufferGeometry {
    const g = new BufferGeometry();
    g.setAttribute("position", new Float32BufferAttribute(this.position, 3));
    g.setAttribute("normal", new Float32BufferAttribute(this.normal, 3));
    g.setAttribute("uv", new Float32BufferAttribute(this.uv, 2));
    g.setIndex(this.index);
    return g;
  }
}

export interface SlabOptions {
  holes?: Outline[];
  uvTop?: Uv;
  uvSide?: SideUv;
  steps?: number; // of a bevel
  rough?: number;
  base?: number; // height of the lower face
}

/* A flat solid of height h whose edges are rounded with radius b. */
export function slab(outer: Outline, h: number, b: number, options: SlabOptions = {}): BufferGeometry {
  const { holes = [], uvTop = (x, z) => [x, -z], uvSide = (t, y) => [t, y], rough = 1, base = 0 } = options;
  const steps = Math.ceil((options.steps ?? 4) / rough);
  const out = new Builder();
  const profile: [number, number, number][] = []; // how far out, height, how much up
  for (let k = 0; k <= 2 * steps + 1; k++) {
    const low = k <= steps;
    const a = ((low ? k / steps - 1 : (k - steps - 1) / steps) * Math.PI) / 2;
    profile.push([Math.cos(a), (low ? b : h - b) + b * Math.sin(a), Math.sin(a)]);
  }
  const wall = (line: Outline, sign: 1 | -1) => {
    const along = lengths(line, sign, b);
    const total = along[along.length - 1] as number;
    const rows = profile.map(([far, y, up]) =>
      Array.from({ length: line.length + 1 }, (_, i) => {
        const c = line[i % line.length] as Corner;
        const r = c.r + sign * b * (far - 1);
        const x = c.cx + c.nx * r;
        const z = -(c.cy + c.ny * r);
        const flat = Math.sqrt(Math.max(0, 1 - up * up));
        const t = along[i] as number;
        const [u, v] = uvSide(t, y, x, z, t / total);
        return out.put(x, y + base, z, sign * c.nx * flat, up, -sign * c.ny * flat, u, v);
      }),
    );
    out.strip(rows, false);
  };
  wall(outer, 1);
  for (const hole of holes) wall(hole, -1);
  const cap = (y: number, up: 1 | -1) => {
    const ring = (line: Outline, sign: number) =>
      line.map((c) => new Vector2(c.cx + c.nx * (c.r - sign * b), c.cy + c.ny * (c.r - sign * b)));
    const edge = ring(outer, 1);
    const inner = holes.map((hole) => ring(hole, -1));
    const ids = [edge, ...inner].flat().map((p) => {
      const [u, v] = uvTop(p.x, -p.y);
      return out.put(p.x, y + base, -p.y, 0, up, 0, u, v);
    });
    for (const [a, c, d] of ShapeUtils.triangulateShape(edge, inner) as [number, number, number][])
      out.triangle(ids[a] as number, ids[c] as number, ids[d] as number);
  };
  cap(h, 1);
  cap(0, -1);
  return out.geometry();
}

function lengths(line: Outline, sign: number, b: number): number[] {
  const at = (c: Corner): [number, number] => [c.cx + c.nx * (c.r - sign * b), c.cy + c.ny * (c.r - sign * b)];
  const out = [0];
  for (let i = 1; i <= line.length; i++) {
    const [px, py] = at(line[i - 1] as Corner);
    const [qx, qy] = at(line[i % line.length] as Corner);
    out.push((out[i - 1] as number) + Math.hypot(px - qx, py - qy));
  }
  return out;
}

/* A wire of radius c along an outline that is moved outwards by `off`. */
export function wire(line: Outline, c: number, off = 0, y = 0, n = 10): BufferGeometry {
  const out = new Builder();
  const rows = Array.from({ length: line.length + 1 }, (_, i) => {
    const p = line[i % line.length] as Corner;
    return Array.from({ length: n }, (_, k) => {
      const a = (k / n) * Math.PI * 2;
      const r = p.r + off + c * Math.cos(a);
      return out.put(
        p.cx + p.nx * r,
        y + c * Math.sin(a),
        -(p.cy + p.ny * r),
        p.nx * Math.cos(a),
        Math.sin(a),
        -p.ny * Math.cos(a),
        i / line.length,
        k / n,
      );
    });
  });
  out.strip(rows, true);
  return out.geometry();
}

/* A ball whose texture lies across it like the grain of the block that it was turned from. */
export function ball(r: number, rough = 1): BufferGeometry {
  const [across, down] = [48 / rough, 32 / rough];
  const out = new Builder();
  const rows = Array.from({ length: down + 1 }, (_, i) => {
    const a = (i / down) * Math.PI;
    return Array.from({ length: across + 1 }, (_, k) => {
      const t = (k / across) * Math.PI * 2;
      const [x, y, z] = [Math.sin(a) * Math.cos(t), Math.cos(a), Math.sin(a) * Math.sin(t)];
      return out.put(r * x, r * y, r * z, x, y, z, x * r * 0.22 + 0.3, y * r * 0.42 + 0.5);
    });
  });
  out.strip(rows, false);
  return out.geometry();
}

/* The inside of bowls whose openings have radius r at height 0, in one piece. */
export function bowls(at: [number, number][], r: number, sphere: number, uv: Uv, rough = 1): BufferGeometry {
  const [across, down] = [40 / rough, 12 / rough];
  const out = new Builder();
  const sunk = Math.sqrt(sphere * sphere - r * r) - 0.03;
  for (const [mx, mz] of at) {
    const rows = Array.from({ length: down + 1 }, (_, i) => {
      const a = (Math.asin((r + 0.002) / sphere) * i) / down;
      return Array.from({ length: across + 1 }, (_, k) => {
        const t = (k / across) * Math.PI * 2;
        const [x, y, z] = [Math.sin(a) * Math.cos(t), -Math.cos(a), Math.sin(a) * Math.sin(t)];
        const [u, v] = uv(mx + sphere * x, mz + sphere * z);
        return out.put(mx + sphere * x, sphere * y + sunk, mz + sphere * z, -x, -y, -z, u, v);
      });
    });
    out.strip(rows, false);
  }
  return out.geometry();
}
