/* Light and gold on the board. Light means possible, gilt means just played, a wire of
 * amber means held or proposed, a lit line means won. */
import {
  AdditiveBlending,
  type BufferGeometry,
  CylinderGeometry,
  Group,
  type Material,
  Mesh,
  MeshBasicMaterial,
  NormalBlending,
  PlaneGeometry,
  Quaternion,
  Shape,
  ShapeGeometry,
  SphereGeometry,
  Sprite,
  SpriteMaterial,
  type Texture,
  TorusGeometry,
  Vector3,
} from "three";
import type { Place } from "../protocol.js";
import type { Scene } from "../scene.js";
import { lineGlow, roundGlow, tileGlow } from "./ink.js";
import { BALL, HEIGHT, type Layout, type Point3, STRING, TILE } from "./layout.js";
import type { Wardrobe } from "./material.js";
import { type Pieces, type Standing, WINDOW, heading, lie } from "./pieces.js";
import { box, slab, wire } from "./shapes.js";

const LIGHT = 160; // milliseconds for the light to come up
const PAUSE = 300; // before the winning places light up,
const EACH = 90; // place by place,
const RUN = 700; // and for the thread of light through them
const ON_TOP = 2; // drawn after the board, below proposed pieces

export class Marks {
  readonly group = new Group();
  private geometries = new Map<string, BufferGeometry>();
  private textures: Texture[] = [];
  private materials: Material[] = [];
  private tile: MeshBasicMaterial;
  private lit: MeshBasicMaterial;
  private flat: MeshBasicMaterial;
  private thread: MeshBasicMaterial;
  private bead: MeshBasicMaterial;
  private amber: MeshBasicMaterial;
  private halo: SpriteMaterial;
  private through: SpriteMaterial;
  private bright: [Material, number][]; // marks of open places, and their full brightness
  private tiles: Mesh[] = []; // of the places that won, in order
  private threads: Mesh[] = [];

  constructor(
    private readonly layout: Layout,
    private readonly wardrobe: Wardrobe,
    private readonly pieces: Pieces,
  ) {
    const p = wardrobe.palette;
    const round = this.texture(roundGlow(p));
    const square = this.texture(tileGlow(p));
    this.tile = this.light(square, p.contrast ? 1 : 0.7);
    this.lit = this.light(square, 1);
    this.flat = this.light(round, 0.5);
    this.flat.depthTest = false;
    this.thread = this.light(this.texture(lineGlow()), p.contrast ? 1 : 0.9);
    this.bead = this.plain(p.contrast ? 0xffe100 : 0xffdf9c);
    this.amber = this.plain(p.contrast ? p.amber : p.glow);
    this.halo = new SpriteMaterial({
      map: round,
      depthWrite: false,
      toneMapped: false,
      blending: p.contrast ? NormalBlending : AdditiveBlending,
      opacity: p.contrast ? 1 : 0.85,
    });
    this.through = this.halo.clone();
    this.through.depthTest = false;
    this.through.opacity = p.contrast ? 0.9 : 0.42;
    this.materials.push(this.halo, this.through);
    this.bright = [this.tile, this.flat, this.halo, this.through].map((m) => [m, m.opacity]);
  }

  /* Brightens the marks: `choices` and `won` are milliseconds since there are open places and since the game was
   * won. False: everything has its full brightness. */
  shine(choices: number, won: number): boolean {
    const k = Math.min(1, Math.max(0, choices / LIGHT));
    for (const [m, full] of this.bright) m.opacity = full * k;
    this.tiles.forEach((tile, i) => (tile.visible = won >= PAUSE + i * EACH));
    const run = Math.min(1, Math.max(0, (won - PAUSE) / RUN));
    for (const thread of this.threads) {
      thread.visible = run > 0;
      thread.scale.x = Math.max(run, 0.001);
    }
    return k < 1 || (this.tiles.length > 0 && won < PAUSE + RUN);
  }

  private texture<T extends Texture>(t: T): T {
    this.textures.push(t);
    return t;
  }

  private light(map: Texture, opacity: number): MeshBasicMaterial {
    const m = new MeshBasicMaterial({
      map,
      opacity,
      transparent: true,
      depthWrite: false,
      toneMapped: false,
      blending: this.wardrobe.palette.contrast ? NormalBlending : AdditiveBlending,
      polygonOffset: true,
      polygonOffsetFactor: -2,
      polygonOffsetUnits: -2,
    });
    this.materials.push(m);
    return m;
  }

  private plain(color: number): MeshBasicMaterial {
    const m = new MeshBasicMaterial({ color, toneMapped: false });
    this.materials.push(m);
    return m;
  }

  private once(key: string, make: () => BufferGeometry): BufferGeometry {
    const old = this.geometries.get(key);
    if (old) return old;
    const made = make();
    this.geometries.set(key, made);
    return made;
  }

  private add(g: BufferGeometry, m: Material, x: number, y: number, z: number, turn = 0): Mesh {
    const mesh = new Mesh(g, m);
    mesh.position.set(x, y, z);
    mesh.rotation.y = turn;
    mesh.renderOrder = ON_TOP;
    this.group.add(mesh);
    return mesh;
  }

  /* --- all marks --- */

  /* `standing`: every piece, at rest; `viewer`: from a point towards the eye. */
  update(scene: Scene, standing: Standing[], viewer: (p: Point3) => Point3): void {
    this.group.clear();
    this.tiles = [];
    this.threads = [];
    const top = new Map<number, Standing>();
    for (const s of standing) if (!s.ghost && s.index >= (top.get(s.place)?.index ?? 0)) top.set(s.place, s);
    const won = scene.line ?? [];
    for (const place of won) this.win(place, top.get(place), viewer);
    for (const line of scene.board.lines) if (line.every((place) => won.includes(place))) this.line(line);
    for (const place of scene.choices.keys()) this.choice(place, top.get(place), scene, viewer);
    for (const place of scene.state.marked) if (!won.includes(place)) this.last(place, top.get(place), viewer);
    for (const place of scene.chosen) {
      const s = top.get(place);
      if (s) this.edged(s, this.amber, this.wardrobe.palette.contrast ? 0.028 : 0.016, viewer);
    }
    for (const s of top.values()) {
      if (scene.control) this.finial(scene, s);
      if (s.piece.direction && (scene.state.marked.includes(s.place) || scene.chosen.includes(s.place)))
        this.chevrons(s);
    }
    for (const s of standing) if (s.ghost) this.outlineGhost(s, viewer);
  }

  private choice(place: number, top: Standing | undefined, scene: Scene, viewer: (p: Point3) => Point3): void {
    const { layout } = this;
    if ((layout.board.places[place] as Place).level > scene.shown) return;
    if (!layout.round) {
      this.add(this.square(), this.tile, layout.x(place), 0.004 - layout.recess, layout.z(place));
    } else if (top) this.rimmed(top, this.wardrobe.palette.contrast ? 0.028 : 0.015, viewer);
    else this.beadAt(place);
  }

  private square(): BufferGeometry {
    return this.once("tile", () => new PlaneGeometry(TILE, TILE).rotateX(-Math.PI / 2));
  }

  /* A bead of light where the ball's foot will be. */
  private beadAt(place: number): void {
    const { layout } = this;
    const [x, z] = [layout.x(place), layout.z(place)];
    const { rough } = this.wardrobe;
    const first = (layout.board.places[place] as Place).level === 1;
    const y = layout.base(place) + (first ? 0.07 : 0.05);
    this.add(
      this.once("bead", () => new SphereGeometry(0.075, 24 / rough, 16 / rough)),
      this.bead,
      x,
      y,
      z,
    );
    const sprite = (m: SpriteMaterial, size: number, order: number) => {
      const s = new Sprite(m);
      s.position.set(x, y + 0.02, z);
      s.scale.setScalar(size);
      s.renderOrder = order;
      this.group.add(s);
    };
    sprite(this.halo, 0.5, ON_TOP);
    sprite(this.through, 0.34, 9); // shines through whatever is in front
    if (first && !this.wardrobe.palette.contrast)
      this.add(
        this.once("pool", () => new PlaneGeometry(0.66, 0.66).rotateX(-Math.PI / 2)),
        this.flat,
        x,
        -0.02,
        z,
      );
  }

  /* --- on pieces --- */

  /* A wire round a piece's upper edge, or a ring on a ball. */
  private edged(s: Standing, m: Material, thick: number, viewer: (p: Point3) => Point3): void {
    if (s.piece.kind === "ball") return this.ring(s, m, 0.62, thick * 1.2, viewer);
    const y = s.at.y + HEIGHT[s.piece.kind] * s.squash - thick * 0.8;
    const mesh = this.add(this.pieces.edge(s.piece.kind, thick, -thick * 0.5), m, s.at.x, y, s.at.z);
    mesh.quaternion.copy(lie(s, new Quaternion()));
  }

  private ring(s: Standing, m: Material, angle: number, thick: number, viewer: (p: Point3) => Point3): void {
    const { rough } = this.wardrobe;
    const g = this.once(`ring ${angle} ${thick}`, () =>
      new TorusGeometry(BALL * Math.sin(angle) + 0.004, thick, 10 / rough, 64 / rough).rotateX(Math.PI / 2),
    );
    const c = { x: s.at.x, y: s.at.y + BALL, z: s.at.z };
    const v = viewer(c);
    const d = new Vector3(v.x * 0.45, v.y * 0.45 + 0.75, v.z * 0.45).normalize(); // tipped towards the viewer
    const far = BALL * Math.cos(angle) + 0.002;
    const mesh = this.add(g, m, c.x + d.x * far, c.y + d.y * far, c.z + d.z * far);
    mesh.quaternion.setFromUnitVectors(new Vector3(0, 1, 0), d);
  }

  private last(place: number, top: Standing | undefined, viewer: (p: Point3) => Point3): void {
    const { layout, wardrobe } = this;
    const { contrast } = wardrobe.palette;
    if (top) this.edged(top, wardrobe.gilt, contrast ? 0.03 : 0.0145, viewer);
    else if (!layout.round)
      this.add(
        this.once("left", () => wire(box(TILE - 0.03, TILE - 0.03, 0.06), contrast ? 0.014 : 0.008, 0, 0, 6)),
        wardrobe.gilt,
        layout.x(place),
        0.006 - layout.recess,
        layout.z(place),
      );
  }

  /* Proposed pieces have an edge of light. */
  private outlineGhost(s: Standing, viewer: (p: Point3) => Point3): void {
    if (s.piece.kind !== "ball") this.edged(s, this.amber, 0.0105, viewer);
    else this.rimmed(s, 0.0085, viewer).renderOrder = 6;
  }

  /* A ring round the whole outline of a ball, unlike gilt, which lies on top of it. */
  private rimmed(s: Standing, thick: number, viewer: (p: Point3) => Point3): Mesh {
    const { rough } = this.wardrobe;
    const g = this.once(`rim ${thick}`, () => new TorusGeometry(BALL * 0.996, thick, 8 / rough, 96 / rough));
    const c = { x: s.at.x, y: s.at.y + BALL, z: s.at.z };
    const v = viewer(c);
    const mesh = this.add(g, this.amber, c.x, c.y, c.z);
    mesh.quaternion.setFromUnitVectors(new Vector3(0, 0, 1), new Vector3(v.x, v.y, v.z));
    return mesh;
  }

  /* A tower's owner: a small ball of that colour on a gilt collar. */
  private finial(scene: Scene, s: Standing): void {
    const { layout, wardrobe, pieces } = this;
    const owner = scene.state.owners[s.place] ?? -1;
    const height = (scene.state.stacks[s.place] ?? []).length;
    if (owner < 0 || height < 2 || s.glass > 0 || (!layout.board.tapers && owner === s.piece.seat)) return;
    let y = s.at.y + HEIGHT[s.piece.kind] * s.squash;
    const { x, z } = s.at;
    if (s.piece.kind === "square") {
      const key = this.once("keystone", () => slab(box(WINDOW - 0.002, WINDOW - 0.002, 0.05), 0.03, 0.008));
      this.add(key, wardrobe.gilt, x, y - 0.045, z).castShadow = true;
      y -= 0.05;
    } else
      this.add(
        this.once("collar", () => new CylinderGeometry(0.082, 0.1, 0.035, 32)),
        wardrobe.gilt,
        x,
        y + 0.0175,
        z,
      );
    const knob = pieces.solid("ball");
    const mesh = this.add(knob, wardrobe.piece("ball", owner, "solid"), x, y + 0.015, z);
    mesh.scale.setScalar(0.1 / BALL);
    mesh.castShadow = true;
  }

  /* Where a piece with a direction points: on the bars between places, up to the edge. */
  private chevrons(s: Standing): void {
    const { layout } = this;
    const g = this.once("chevron", () => {
      const shape = new Shape();
      [
        [-0.09, -0.05],
        [0, 0.01],
        [0.09, -0.05],
        [0.09, 0.01],
        [0, 0.07],
        [-0.09, 0.01],
      ].forEach(([x, y], i) => (i ? shape.lineTo(x as number, y as number) : shape.moveTo(x as number, y as number)));
      return new ShapeGeometry(shape).rotateX(-Math.PI / 2);
    });
    const turn = heading(s.piece.direction);
    const [dx, dz] = [-Math.sin(turn), -Math.cos(turn)];
    const { columns, rows } = layout.board;
    const m = this.wardrobe.palette.contrast ? this.bead : this.amber;
    for (let i = 0; i < Math.max(columns, rows); i++) {
      const x = layout.x(s.place) + dx * (i + 0.5);
      const z = layout.z(s.place) + dz * (i + 0.5);
      if (Math.abs(x) > columns / 2 - 0.4 || Math.abs(z) > rows / 2 - 0.4)
        if (Math.abs(x + dx * 0.5) > columns / 2 || Math.abs(z + dz * 0.5) > rows / 2) break;
      this.add(g, m, x, 0.004, z, turn);
    }
  }

  /* --- the end --- */

  private win(place: number, top: Standing | undefined, viewer: (p: Point3) => Point3): void {
    const { layout, wardrobe } = this;
    if (!layout.round)
      this.tiles.push(this.add(this.square(), this.lit, layout.x(place), 0.004 - layout.recess, layout.z(place)));
    if (top) this.edged(top, wardrobe.gilt, wardrobe.palette.contrast ? 0.03 : 0.018, viewer);
  }

  /* A thread of light along one of the board's lines, growing from its first place. */
  private line(places: number[]): void {
    const { layout } = this;
    const [first, last] = [places[0] ?? 0, places[places.length - 1] ?? 0];
    const [ax, az] = [layout.x(first), layout.z(first)];
    const [dx, dz] = [layout.x(last) - ax, layout.z(last) - az];
    const span = Math.hypot(dx, dz);
    if (span === 0) return;
    const over = (0.5 + STRING) / Math.max(Math.abs(dx), Math.abs(dz)); // beyond either end, to the edge of the field
    const length = span * (1 + 2 * over);
    const g = this.once(`line ${length}`, () =>
      new PlaneGeometry(length, 0.8).rotateX(-Math.PI / 2).translate(length / 2, 0, 0),
    );
    for (const y of [0.005, 0.006 - layout.recess])
      this.threads.push(this.add(g, this.thread, ax - dx * over, y, az - dz * over, Math.atan2(-dz, dx)));
  }

  clear(): void {
    this.group.clear();
    for (const g of this.geometries.values()) g.dispose();
    for (const t of this.textures) t.dispose();
    for (const m of this.materials) m.dispose();
    this.geometries.clear();
  }
}
