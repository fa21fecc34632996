/* The board in three dimensions: a canvas that shows the scenes it is given and says which place is at a point. It
 * draws only when something has changed. While something moves and the machine is slow it draws fewer pixels; the
 * last frame always has all of them. */
import { NeutralToneMapping, PCFShadowMap, PerspectiveCamera, Vector2, WebGLRenderer, Scene as World } from "three";
import type { CameraMove, Face, Ghost, Scene, Spot, Theme } from "../scene.js";
import { Actors } from "./actors.js";
import { Camera } from "./camera.js";
import { Fade, lifted } from "./fade.js";
import { BALL, HEIGHT, type Point3, REACH } from "./layout.js";
import { Occluders } from "./material.js";
import { hiding, placeAt } from "./pick.js";
import type { Standing } from "./pieces.js";
import { type Cost, Stage } from "./stage.js";

export interface Options extends Cost {
  still: () => boolean; // whether motion is unwanted
  moved: () => void; // places have moved in the picture
  failed: (why: "lost" | "slow") => void; // this picture has to end
}

const SLOW = 28; // milliseconds per frame: slower ones have fewer pixels while things move
const TOO_SLOW = 160; // … and above this it gives up
const GLASS = 180;
const TURN = 420;
const PATIENCE = 280; // before what is in the way becomes see-through

export class Board3d implements Face {
  readonly element = document.createElement("canvas");
  readonly turns = true;
  private renderer: WebGLRenderer;
  private world = new World();
  private lens = new PerspectiveCamera(23, 1, 0.5, 140);
  private camera = new Camera();
  private occluders = new Occluders();
  private stage: Stage | undefined;
  private stageKey = "";
  private scene: Scene | undefined;
  private theme: Theme = "light";
  private actors = new Actors();
  private pointed = -1;
  private kept = false; // pointed at by keyboard or long press
  private peeking = false; // … or for long enough
  private patience = 0;
  private glass = new Fade(); // places that are see-through
  private apart = new Fade(); // … and those whose pieces are lifted apart
  private carried: { place: number; by: Point3 } | undefined;
  private width = 0;
  private height = 0;
  private litAt = -1e9; // when the light on open places came on
  private wonAt = -1e9; // … and on the winning places
  private sized = "";
  private pixels = new Vector2(1, 1); // the picture's size
  private wanted = false; // a frame has been requested
  private moving = false;
  private lastFrame = 0;
  private pace = 16; // recent milliseconds per frame
  private frames = 0;
  private observer: ResizeObserver;
  closed = false;

  constructor(private readonly options: Options) {
    this.element.className = "picture solid";
    this.element.setAttribute("aria-hidden", "true");
    this.renderer = new WebGLRenderer({ canvas: this.element, antialias: !options.simple, alpha: true });
    this.renderer.toneMapping = NeutralToneMapping;
    this.renderer.shadowMap.enabled = !options.simple;
    this.renderer.shadowMap.type = PCFShadowMap;
    this.renderer.shadowMap.autoUpdate = false;
    this.element.addEventListener("webglcontextlost", (e) => {
      e.preventDefault();
      if (!this.closed) options.failed("lost");
    });
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(this.element);
  }

  /* --- the stage: what stays the same from move to move --- */

  setTheme(theme: Theme): void {
    if (theme === this.theme) return;
    this.theme = theme;
    if (this.scene) this.draw(this.scene);
  }

  private build(scene: Scene): Stage {
    const key = Stage.key(scene, this.theme);
    if (this.stage && this.stageKey === key) return this.stage;
    this.strike();
    this.stage = new Stage(scene, this.theme, this.options, this.renderer, this.world, this.occluders, this.pixels);
    this.stageKey = key;
    this.frame();
    return this.stage;
  }

  private strike(): void {
    this.stage?.strike();
    this.stage = undefined;
    this.actors.finish();
  }

  ratio(): number {
    return !this.narrow() ? 4 / 3 : this.crowded() ? 0.96 : 1.08;
  }

  private narrow(): boolean {
    return (this.element.parentElement?.clientWidth ?? this.width) < 520;
  }

  /* So many places that on a phone they must be seen from higher up to be large enough for a finger. */
  private crowded(): boolean {
    return (this.scene?.board.columns ?? 0) > 4;
  }

  private resize(): void {
    const { clientWidth, clientHeight } = this.element;
    if (clientWidth === 0 || clientHeight === 0) return;
    if (clientWidth === this.width && clientHeight === this.height) return;
    this.width = clientWidth;
    this.height = clientHeight;
    this.sharpness(1);
    this.frame();
    this.options.moved();
    this.remark();
    this.render();
  }

  private sharpness(share: number): void {
    const { simple } = this.options;
    const ratio = simple ? Math.min(devicePixelRatio, 1) : Math.min(devicePixelRatio, 2) * share;
    const size = `${this.width} ${this.height} ${ratio}`;
    if (size === this.sized) return; // setting it again would clear the canvas
    this.sized = size;
    this.renderer.setPixelRatio(ratio);
    this.renderer.setSize(this.width, this.height, false);
    this.renderer.getDrawingBufferSize(this.pixels);
  }

  private frame(): void {
    const stage = this.stage;
    if (!stage || this.width === 0) return;
    const narrow = this.narrow();
    const usual = stage.layout.round ? 54 : this.crowded() ? 56 : 55;
    const higher = !narrow ? 0 : this.crowded() ? 17 : 5;
    const pad = !narrow ? 0.94 : this.crowded() ? 0.985 : 0.975;
    this.camera.frame(stage.layout.outline(), this.width / this.height, usual + higher, pad);
  }

  /* --- scenes --- */

  draw(scene: Scene): void {
    const before = this.scene;
    this.scene = scene;
    if (this.width === 0) this.measure();
    const stage = this.build(scene);
    const now = performance.now();
    const quiet = this.options.still() || !before || before.board.game !== scene.board.game;
    this.camera.lookFromAbove(scene.view === "above", quiet ? 0 : TURN, now);
    this.actors.set(scene, quiet ? undefined : before, this.ghosts(scene), stage.layout, now);
    if (before?.board.game !== scene.board.game) {
      this.glass.clear();
      this.apart.clear();
    }
    const changed = (a: Iterable<number> | undefined, b: Iterable<number> | undefined) =>
      [...(a ?? [])].join() !== [...(b ?? [])].join();
    if (quiet) this.litAt = this.wonAt = -1e9;
    else if (changed(before?.choices.keys(), scene.choices.keys())) this.litAt = now;
    if (!quiet && changed(before?.line, scene.line)) this.wonAt = now;
    this.shadows();
    this.remark();
    this.options.moved();
    this.render();
  }

  private measure(): void {
    this.width = this.element.clientWidth || 640;
    this.height = this.element.clientHeight || 480;
    this.sharpness(1);
  }

  /* Resolves when the first full frame is ready. */
  async ready(): Promise<void> {
    await this.renderer.compileAsync(this.world, this.lens);
  }

  /* The proposed pieces, and the piece that would be put where someone points. */
  private ghosts(scene: Scene): Ghost[] {
    const out = [...(scene.ghosts ?? [])];
    const role = scene.choices.get(this.pointed);
    if (scene.hand && (role === "to" || role === "drop") && !out.some((g) => g.place === this.pointed))
      out.push({ place: this.pointed, piece: scene.hand, strength: 1 });
    return out;
  }

  /* --- a frame --- */

  private render(): void {
    if (this.wanted || this.closed) return;
    this.wanted = true;
    requestAnimationFrame((now) => this.tick(now));
  }

  private tick(now: number): void {
    this.wanted = false;
    if (this.closed || !this.stage || !this.element.isConnected) return;
    const turning = this.camera.step(now);
    const fading = this.fade(now);
    if (fading || this.actors.moving || this.carried) this.shadows(); // turning does not change shadows
    const shining = this.stage.marks.shine(now - this.litAt, now - this.wonAt);
    const moving = turning || fading || shining || this.actors.moving;
    if (this.moving && moving) this.timing(now - this.lastFrame);
    this.lastFrame = now;
    const share = moving && this.pace > SLOW ? 0.5 : 1;
    this.sharpness(share);
    this.moving = moving;
    if (turning) this.options.moved();
    if (turning || fading) {
      this.remark();
      this.stage.marks.shine(now - this.litAt, now - this.wonAt);
    }
    this.show(now);
    this.paint();
    if (moving) this.render();
  }

  private timing(passed: number): void {
    this.element.dataset.pace = passed.toFixed(2); // for measurements
    this.pace += (Math.min(passed, 400) - this.pace) * 0.25;
    if (++this.frames > 12 && this.pace > TOO_SLOW) this.options.failed("slow");
  }

  private show(now: number): void {
    const { stage } = this;
    if (!stage) return;
    const list = this.posed(this.actors.poses(now)).map((s) => {
      const by = this.carried?.place === s.place && !s.ghost && this.isTop(s) ? this.carried.by : undefined;
      return by ? { ...s, at: { x: s.at.x + by.x, y: s.at.y + by.y, z: s.at.z + by.z } } : s;
    });
    stage.pieces.show(list);
    this.element.dataset.ghosts = String(list.filter((s) => s.ghost).length); // for tests
    this.shade(list);
  }

  /* Pieces as they appear: some see-through, some lifted apart. */
  private posed(list: Standing[]): Standing[] {
    return list.map((s) => {
      const height = this.scene?.state.stacks[s.place]?.length ?? 0;
      const up = lifted(s.index, height, this.apart.at(s.place));
      return { ...s, at: { ...s.at, y: s.at.y + up }, glass: this.glass.at(s.place) };
    });
  }

  private isTop(s: Standing): boolean {
    return s.index === (this.scene?.state.stacks[s.place]?.length ?? 0) - 1;
  }

  private shade(list: Standing[]): void {
    this.occluders.set(
      list
        .filter((s) => !s.ghost && s.glass < 0.5 && s.size > 0.5)
        .map((s) => {
          const ball = s.piece.kind === "ball";
          const h = HEIGHT[s.piece.kind] * s.squash;
          return {
            x: s.at.x,
            y: s.at.y + (ball ? BALL : h * 0.6),
            z: s.at.z,
            r: ball ? BALL : REACH[s.piece.kind] * 0.9,
          };
        }),
    );
  }

  private shadows(): void {
    this.renderer.shadowMap.needsUpdate = true;
  }

  private paint(): void {
    const { eye, target, up } = this.camera.sight();
    this.lens.aspect = this.width / this.height;
    this.lens.position.set(eye.x, eye.y, eye.z);
    this.lens.up.set(up.x, up.y, up.z);
    this.lens.lookAt(target.x, target.y, target.z);
    this.lens.updateProjectionMatrix();
    this.renderer.render(this.world, this.lens);
    this.element.dataset.frames = String(Number(this.element.dataset.frames ?? 0) + 1);
  }

  private remark(): void {
    const { stage, scene } = this;
    if (!stage || !scene) return;
    stage.marks.update(scene, this.posed(this.actors.standing), (p) => this.camera.towards(p));
  }

  /* --- seeing through --- */

  private hidden(): Set<number> {
    const { scene, stage } = this;
    if (!scene || !stage) return new Set();
    const clear = this.kept || scene.choices.has(this.pointed);
    const out =
      this.pointed >= 0 && this.peeking
        ? hiding(this.camera.sight().eye, stage.layout, scene.state.stacks, this.pointed, clear)
        : new Set<number>();
    scene.board.places.forEach((p, i) => {
      if (p.level > scene.shown) out.add(i);
    });
    return out;
  }

  private fadedAt = 0;

  /* A stack that is pointed at is lifted apart to show what is inside. */
  private opened(): Set<number> {
    const stack = this.scene?.state.stacks[this.pointed] ?? [];
    return new Set(this.peeking && !this.carried && stack.length > 1 ? [this.pointed] : []);
  }

  /* Advances both fades; true: something has changed. */
  private fade(now: number): boolean {
    const step = this.options.still() ? 1 : Math.min(1, Math.max(0.02, (now - this.fadedAt) / GLASS));
    this.fadedAt = now;
    const seen = this.glass.step(this.hidden(), step);
    return this.apart.step(this.opened(), step) || seen;
  }

  point(place: number, kept: boolean): void {
    if ((place === this.pointed && kept === this.kept) || !this.scene || !this.stage) return;
    this.pointed = place;
    this.kept = kept;
    this.peeking = kept;
    clearTimeout(this.patience);
    if (!kept && place >= 0)
      this.patience = window.setTimeout(() => {
        this.peeking = true;
        this.render();
      }, PATIENCE);
    this.fadedAt = performance.now();
    this.actors.propose(this.scene, this.ghosts(this.scene), this.stage.layout);
    this.remark();
    this.render();
  }

  /* --- where things are in the picture --- */

  spots(): Spot[] {
    const { stage, scene } = this;
    if (!stage || !scene) return [];
    const { layout } = stage;
    return scene.board.places.map((p, i) => {
      const [x, z] = [layout.x(i), layout.z(i)];
      if (layout.round) {
        const c = this.camera.project({ x, y: layout.base(i) + BALL, z });
        const r = this.camera.unit(c.away) * BALL * 1.96;
        return { x: (c.x + 1) / 2, y: (1 - c.y) / 2, width: (r * this.height) / this.width, height: r };
      }
      void p;
      const corners = [-1, 1].flatMap((sx) =>
        [-1, 1].map((sz) => this.camera.project({ x: x + sx * 0.49, y: 0, z: z + sz * 0.49 })),
      );
      const xs = corners.map((c) => (c.x + 1) / 2);
      const ys = corners.map((c) => (1 - c.y) / 2);
      const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
      return { x: (left + right) / 2, y: (top + bottom) / 2, width: right - left, height: bottom - top };
    });
  }

  anchors(): { x: number; y: number; unit: number }[] {
    const { stage, scene } = this;
    if (!stage || !scene) return [];
    const { layout } = stage;
    const squash = layout.squash(scene.state.stacks);
    return scene.board.places.map((_, i) => {
      const stack = scene.state.stacks[i] ?? [];
      const y = layout.round ? layout.base(i) + BALL : layout.foot(i, stack, stack.length, squash);
      const c = this.camera.project({ x: layout.x(i), y, z: layout.z(i) });
      return { x: (c.x + 1) / 2, y: (1 - c.y) / 2, unit: this.camera.unit(c.away) };
    });
  }

  under(x: number, y: number): number {
    const { stage, scene } = this;
    if (!stage || !scene) return -1;
    const r = this.element.getBoundingClientRect();
    if (x < r.left || x >= r.right || y < r.top || y >= r.bottom) return -1;
    const ray = this.camera.ray(((x - r.left) / r.width) * 2 - 1, 1 - ((y - r.top) / r.height) * 2);
    const open = new Set([...scene.choices.keys()].filter((i) => (scene.state.stacks[i]?.length ?? 0) === 0));
    return placeAt(ray, stage.layout, scene.state.stacks, open);
  }

  /* --- by hand --- */

  carry(place: number, dx: number, dy: number): void {
    const { stage } = this;
    if (!stage) return;
    const { layout } = stage;
    const from = { x: layout.x(place), y: 0.5, z: layout.z(place) };
    const c = this.camera.project(from);
    /* In the plane through the piece that faces the viewer, a little above the board. */
    const ray = this.camera.ray(c.x + (dx / this.width) * 2, c.y - (dy / this.height) * 2);
    const t = (from.y - ray.from.y) / ray.along.y;
    this.carried = {
      place,
      by: { x: ray.from.x + ray.along.x * t - from.x, y: 0.35, z: ray.from.z + ray.along.z * t - from.z },
    };
    this.render();
  }

  putBack(): void {
    this.carried = undefined;
    this.shadows();
    this.render();
  }

  /* By as many pixels as the hand moved. */
  turn(dx: number, dy: number): void {
    this.camera.drag((-dx / this.width) * 180, (dy / this.height) * 90);
    this.options.moved();
    this.remark();
    this.render();
  }

  zoom(factor: number): void {
    this.camera.zoomBy(factor, 0, performance.now());
    this.options.moved();
    this.remark();
    this.render();
  }

  look(move: CameraMove): void {
    const now = performance.now();
    const ms = this.options.still() ? 0 : TURN;
    if (move === "left") this.camera.turnBy(-1, ms, now);
    else if (move === "right") this.camera.turnBy(1, ms, now);
    else if (move === "home") this.camera.goHome(ms, now);
    else if (move === "higher" || move === "lower") this.camera.tiltBy(move === "higher" ? 8 : -8, ms / 2, now);
    else this.camera.zoomBy(move === "closer" ? 1.2 : 1 / 1.2, ms / 2, now);
    this.options.moved();
    this.remark();
    this.render();
  }

  quarter(): number {
    return this.camera.quarter;
  }

  /* --- pictures, the end --- */

  image(width: number): Promise<Blob> {
    this.sized = "";
    this.renderer.setPixelRatio(width / this.width);
    this.renderer.getDrawingBufferSize(this.pixels);
    this.actors.finish();
    this.stage?.marks.shine(1e9, 1e9);
    this.shadows();
    this.show(performance.now());
    this.paint();
    return new Promise((resolve, reject) => {
      this.element.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("picture"))), "image/png");
      this.render(); // back to its own size
    });
  }

  close(): void {
    this.closed = true;
    this.observer.disconnect();
    this.strike();
    this.renderer.dispose();
    this.renderer.forceContextLoss();
    this.element.remove();
  }
}
