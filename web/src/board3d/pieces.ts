/* Pieces, one draw call for each kind, colour and finish: every piece is an instance. */
import {
  BufferGeometry,
  Euler,
  Group,
  InstancedBufferAttribute,
  InstancedMesh,
  type Material,
  Matrix4,
  MeshBasicMaterial,
  Quaternion,
  Vector3,
} from "three";
import type { Direction, Piece, PieceKind } from "../protocol.js";
import { BALL, HEIGHT, type Point3, inexact } from "./layout.js";
import type { Finish, Wardrobe } from "./material.js";
import { type Outline, ball, box, circle, polygon, slab, wire } from "./shapes.js";

export interface Standing {
  piece: Piece;
  at: Point3; // its foot
  place: number;
  index: number;
  squash: number;
  size: number; // 0: not there yet
  glass: number; // 0: solid, 1: see-through
  ghost: boolean;
  faint: number; // how weak a ghost is: 0 to 1
}

const POINTED: [number, number][] = [
  [-0.38, -0.36],
  [0.38, -0.36],
  [0, 0.5],
];

const OUTLINE: Record<PieceKind, (rough: number) => Outline> = {
  ball: (rough) => circle(BALL, 72 / rough),
  square: (rough) => box(0.66, 0.66, 0.07, 0, 0, 6 / rough),
  triangle: (rough) => polygon(POINTED, 0.055, 8 / rough),
  round: (rough) => circle(0.345, 64 / rough),
  pawn: (rough) => circle(0.35, 72 / rough),
  cube: (rough) => box(0.56, 0.56, 0.06, 0, 0, 6 / rough),
  wall: (rough) => box(0.68, 0.2, 0.04, 0, 0, 6 / rough),
};

/* Half the side of a square's window, in which other pieces stand. */
export const WINDOW = 0.32;

function geometry(kind: PieceKind, rough: number): BufferGeometry {
  const h = HEIGHT[kind];
  const outline = OUTLINE[kind](rough);
  switch (kind) {
    case "ball":
      return ball(BALL, rough).translate(0, BALL, 0);
    case "square":
      return slab(outline, h, 0.028, { holes: [box(WINDOW, WINDOW, 0.05, 0, 0, 6 / rough)], rough });
    case "round":
      return slab(outline, h, 0.05, { steps: 6, rough });
    case "triangle":
      return slab(outline, h, 0.028, { rough });
    case "wall":
      return slab(outline, h, 0.028, { rough });
    case "cube":
      return slab(outline, h, 0.042, {
        rough,
        uvTop: (x, z) => [x * 0.8, -z * 0.8],
        uvSide: (t, y) => [t * 0.8, y * 0.8],
      });
    case "pawn":
      return slab(outline, h, 0.028, {
        rough,
        uvTop: (x, z) => [0.25 + (x / 0.35) * 0.235, 0.5 - (z / 0.35) * 0.47],
        uvSide: (_t, y, _x, _z, share) => [0.5 + share * 0.5, 0.08 + (0.84 * y) / h],
      });
  }
}

const QUARTER: Record<Direction, number> = { north: 0, east: -Math.PI / 2, south: Math.PI, west: Math.PI / 2 };

export const heading = (direction: Direction | undefined): number => QUARTER[direction ?? "north"];

/* A piece's rotation: where it points, or slightly askew. */
export function lie(s: Standing, out: Quaternion): Quaternion {
  const own = (what: number) => inexact(s.place, s.index, what) - 0.5;
  switch (s.piece.kind) {
    case "ball":
      return out.setFromEuler(new Euler(own(1) * 0.9 + 0.25, own(2) * 6.28, own(3) * 1.2));
    case "triangle":
      return out.setFromEuler(new Euler(0, heading(s.piece.direction), 0));
    case "cube":
      return out.setFromEuler(new Euler(0, own(1) * 0.11, 0));
    case "pawn":
      return out.setFromEuler(new Euler(0, own(1) * 0.28, 0));
    case "round":
      return out.setFromEuler(new Euler(0, own(1) * 6, 0));
    default:
      return out.identity();
  }
}

interface Pool {
  mesh: InstancedMesh;
  shift: InstancedBufferAttribute;
  glass: InstancedBufferAttribute;
}

const ROOM = 16; // instances to begin with; doubled as needed

export class Pieces {
  readonly group = new Group();
  private pools = new Map<string, Pool>();
  private shapes = new Map<string, BufferGeometry>();
  private edges = new Map<boolean, Material>();

  constructor(private readonly wardrobe: Wardrobe) {}

  private shape(key: string, make: () => BufferGeometry): BufferGeometry {
    const old = this.shapes.get(key);
    if (old) return old;
    const made = make();
    this.shapes.set(key, made);
    return made;
  }

  /* A thin wire round a piece's upper edge, for marks and for the contrast theme. */
  edge(kind: PieceKind, thick: number, off: number): BufferGeometry {
    const { rough } = this.wardrobe;
    return this.shape(`edge ${kind} ${thick} ${off}`, () => wire(OUTLINE[kind](rough), thick, off, 0, 8 / rough));
  }

  solid(kind: PieceKind): BufferGeometry {
    return this.shape(kind, () => geometry(kind, this.wardrobe.rough));
  }

  private pool(key: string, base: BufferGeometry, material: Material, casts: boolean, count: number): Pool {
    const old = this.pools.get(key);
    if (old && old.mesh.instanceMatrix.count >= count) return old;
    let room = ROOM;
    while (room < count) room *= 2;
    if (old) this.drop(key, old);
    const g = new BufferGeometry();
    g.setIndex(base.getIndex());
    for (const name of ["position", "normal", "uv"]) g.setAttribute(name, base.getAttribute(name));
    const shift = new InstancedBufferAttribute(new Float32Array(room * 2), 2);
    const glass = new InstancedBufferAttribute(new Float32Array(room), 1);
    g.setAttribute("aShift", shift);
    g.setAttribute("aGlass", glass);
    const mesh = new InstancedMesh(g, material, room);
    mesh.frustumCulled = false;
    mesh.castShadow = casts;
    mesh.receiveShadow = casts;
    this.group.add(mesh);
    const made = { mesh, shift, glass };
    this.pools.set(key, made);
    return made;
  }

  private drop(key: string, pool: Pool): void {
    this.group.remove(pool.mesh);
    pool.mesh.dispose();
    this.pools.delete(key);
  }

  show(list: Standing[]): void {
    const sorted = new Map<string, Standing[]>();
    for (const s of list) {
      if (s.size <= 0) continue;
      const finish: Finish = s.ghost ? "ghost" : s.glass > 0 ? "glass" : "solid";
      const key = `${s.piece.kind} ${s.piece.seat} ${finish}`;
      const had = sorted.get(key);
      if (had) had.push(s);
      else sorted.set(key, [s]);
    }
    for (const [key, pool] of this.pools) if (!sorted.has(key) && !key.startsWith("edge")) pool.mesh.count = 0;
    for (const [key, standings] of sorted) {
      const { kind, seat } = (standings[0] as Standing).piece;
      const finish = key.split(" ")[2] as Finish;
      const pool = this.pool(
        key,
        this.solid(kind),
        this.wardrobe.piece(kind, seat, finish),
        finish === "solid",
        standings.length,
      );
      pool.mesh.renderOrder = finish === "solid" ? 0 : finish === "ghost" ? 5 : 6;
      this.place(pool, standings);
    }
    if (this.wardrobe.palette.contrast) this.outline(list);
  }

  private place({ mesh, shift, glass }: Pool, standings: Standing[]): void {
    const matrix = new Matrix4();
    const turn = new Quaternion();
    standings.forEach((s, i) => {
      matrix.compose(
        new Vector3(s.at.x, s.at.y, s.at.z),
        lie(s, turn),
        new Vector3(s.size, s.size * (s.piece.kind === "ball" ? 1 : s.squash), s.size),
      );
      if (s.piece.kind === "ball") {
        /* A ball turns about its middle, not about its foot. */
        matrix.compose(new Vector3(s.at.x, s.at.y + BALL * s.size, s.at.z), turn, new Vector3(s.size, s.size, s.size));
        matrix.multiply(new Matrix4().makeTranslation(0, -BALL, 0));
      }
      mesh.setMatrixAt(i, matrix);
      shift.setXY(i, inexact(s.place, s.index, 5), inexact(s.place, s.index, 6));
      glass.setX(i, s.ghost ? 1 + 0.8 * s.faint : s.glass);
    });
    mesh.count = standings.length;
    mesh.instanceMatrix.needsUpdate = shift.needsUpdate = glass.needsUpdate = true;
  }

  /* A line of the other colour round every upper edge. */
  private outline(list: Standing[]): void {
    const sorted = new Map<string, Standing[]>();
    for (const s of list)
      if (s.piece.kind !== "ball" && s.size > 0 && s.glass === 0 && !s.ghost) {
        const key = `edge ${s.piece.kind} ${s.piece.seat === 1}`;
        sorted.set(key, [...(sorted.get(key) ?? []), s]);
      }
    for (const [key, pool] of this.pools) if (key.startsWith("edge") && !sorted.has(key)) pool.mesh.count = 0;
    for (const [key, standings] of sorted) {
      const { kind, seat } = (standings[0] as Standing).piece;
      const dark = seat === 1;
      const material = this.edges.get(dark) ?? new MeshBasicMaterial({ color: dark ? 0xffffff : 0, toneMapped: false });
      this.edges.set(dark, material);
      const pool = this.pool(key, this.edge(kind, 0.0085, -0.005), material, false, standings.length);
      const raised = standings.map((s) => ({
        ...s,
        at: { ...s.at, y: s.at.y + HEIGHT[kind] * s.squash - 0.012 },
      }));
      this.place(pool, raised);
    }
  }

  clear(): void {
    for (const [key, pool] of this.pools) this.drop(key, pool);
    for (const g of this.shapes.values()) g.dispose();
    for (const m of this.edges.values()) m.dispose();
    this.shapes.clear();
    this.edges.clear();
  }
}
