/* The board itself: a plate with hollows or recessed tiles, a brass line, a base. */
import {
  BufferAttribute,
  type BufferGeometry,
  Group,
  type Material,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  PlaneGeometry,
} from "three";
import type { Oven } from "./bake.js";
import { type Inlay, boardInk } from "./ink.js";
import { BOWL, HOLLOW, type Layout, STRING, TILE } from "./layout.js";
import type { Wardrobe } from "./material.js";
import { bowls, box, circle, slab, wire } from "./shapes.js";

/* The lines that the board names, from edge to edge of the field. */
function inlays(layout: Layout): { lines: Inlay[]; cells: boolean[] } {
  const { lines, columns, rows, places } = layout.board;
  const cells = new Array<boolean>(columns * rows).fill(false);
  const out: Inlay[] = [];
  for (const line of lines) {
    const first = line[0];
    const last = line[line.length - 1];
    if (first === undefined || last === undefined || first === last) continue;
    for (const i of line) {
      const p = places[i];
      if (p) cells[(rows - 1 - p.y / 2) * columns + p.x / 2] = true;
    }
    const [ax, az, bx, bz] = [layout.x(first), layout.z(first), layout.x(last), layout.z(last)];
    const reach = (0.5 + STRING - 0.005) / Math.max(Math.abs(bx - ax), Math.abs(bz - az));
    const [dx, dz] = [(bx - ax) * reach, (bz - az) * reach];
    out.push({ from: [ax - dx, az - dz], to: [bx + dx, bz + dz] });
  }
  return { lines: out, cells };
}

/* Texture coordinates of the board's picture, seen from above. */
function planar(g: BufferGeometry, uv: (x: number, z: number) => [number, number]): BufferGeometry {
  const p = g.getAttribute("position");
  const out = new Float32Array(p.count * 2);
  for (let i = 0; i < p.count; i++) out.set(uv(p.getX(i), p.getZ(i)), 2 * i);
  g.setAttribute("uv", new BufferAttribute(out, 2));
  return g;
}

export function slabs(layout: Layout, wardrobe: Wardrobe, oven: Oven): Group {
  const p = wardrobe.palette;
  const group = new Group();
  const { lines, cells } = inlays(layout);
  const ink = boardInk(layout, lines, p, oven.size);
  const picture = oven.board(layout, cells, ink, p);
  ink.dispose();
  const uv = (x: number, z: number): [number, number] => [x / layout.width + 0.5, 0.5 - z / layout.depth];
  const wood = wardrobe.graded(wardrobe.lacquer(picture, 0xffffff, 0.52, 0.18, 0.45), { shade: 0.9 });
  wood.normalScale.set(0.8, 0.8);
  const side = wardrobe.graded(wardrobe.lacquer(oven.wood(p.walnut, 0xffffff, 0), 0xd8cfc8, 0.5, 0.18, 0.45), {});

  const floorPlaces = layout.board.places.flatMap((place, i) => (place.level === 1 ? [i] : []));
  const { rough } = wardrobe;
  const holes = floorPlaces.map((i) =>
    layout.round
      ? circle(HOLLOW, 48 / rough, layout.x(i), -layout.z(i))
      : box(TILE, TILE, 0.07, layout.x(i), -layout.z(i), rough > 1 ? 2 : 5),
  );
  const outer = box(layout.width, layout.depth, 0.13);
  const add = (g: BufferGeometry, m: Material, casts = true) => {
    const mesh = new Mesh(g, m);
    mesh.castShadow = casts;
    mesh.receiveShadow = true;
    group.add(mesh);
    return mesh;
  };
  add(
    slab(outer, layout.plate, 0.03, {
      holes,
      uvTop: uv,
      uvSide: (_t, _y, x, z) => uv(x, z),
      base: -layout.plate,
      rough,
    }),
    wood,
  );
  add(
    slab(box(layout.width - 0.012, layout.depth - 0.012, 0.125), 0.03, 0.005, {
      base: -layout.plate - 0.025,
      steps: 1,
    }),
    new MeshStandardMaterial({ color: p.brass, metalness: wardrobe.simple ? 0.2 : 0.9, roughness: 0.35 }),
  );
  add(
    slab(outer, 0.2, 0.035, { base: layout.floor, uvSide: (t, y) => [t * 0.35, y * 0.35], uvTop: (x, z) => [x, z] }),
    side,
  );
  if (layout.round) {
    const middles = floorPlaces.map((i): [number, number] => [layout.x(i), layout.z(i)]);
    const inside = wardrobe.graded(wardrobe.lacquer({ map: picture.map }, 0xc9bcb0, 0.5, 0.2, 0.4), { shade: 0.9 });
    add(bowls(middles, HOLLOW, BOWL, uv, rough), inside, false);
  } else {
    const plane = planar(new PlaneGeometry(layout.board.columns, layout.board.rows).rotateX(-Math.PI / 2), uv);
    add(plane, wood, false).position.y = -layout.recess;
  }
  /* On a black page the frame would be invisible. */
  if (p.contrast) add(wire(outer, 0.014, -0.02, -0.008, 8), new MeshBasicMaterial({ color: 0xffffff }), false);
  return group;
}
