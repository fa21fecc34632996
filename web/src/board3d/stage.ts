/* What stays the same from move to move: board, light, table, and the materials of pieces and marks. A stage is
 * for one shape of board and one theme. */
import {
  type BufferGeometry,
  Group,
  type Material,
  Mesh,
  type Scene as World,
  type Vector2,
  type WebGLRenderTarget,
  type WebGLRenderer,
} from "three";
import type { Scene, Theme } from "../scene.js";
import { Oven } from "./bake.js";
import { Layout } from "./layout.js";
import { Marks } from "./marks.js";
import { type Occluders, Wardrobe } from "./material.js";
import { palette } from "./palette.js";
import { Pieces } from "./pieces.js";
import { lamps, surroundings, table } from "./room.js";
import { slabs } from "./slabs.js";

export interface Cost {
  simple: boolean; // no reflections, shadows or lacquer: for machines without graphics
  small: boolean; // smaller textures, for machines that are slow at making them
}

export class Stage {
  readonly layout: Layout;
  readonly pieces: Pieces;
  readonly marks: Marks;
  private readonly oven: Oven;
  private readonly wardrobe: Wardrobe;
  private readonly root = new Group();
  private readonly surroundings: WebGLRenderTarget | undefined;

  constructor(
    scene: Scene,
    theme: Theme,
    cost: Cost,
    private readonly renderer: WebGLRenderer,
    private readonly world: World,
    occluders: Occluders,
    picture: Vector2, // its size in pixels, which the caller keeps up to date
  ) {
    const p = palette(theme);
    const layout = new Layout(scene.board);
    this.layout = layout;
    this.oven = new Oven(renderer, cost.simple ? 512 : cost.small || picture.x <= 900 ? 1024 : 2048);
    this.wardrobe = new Wardrobe(this.oven, occluders, p, cost.simple);
    this.pieces = new Pieces(this.wardrobe);
    this.marks = new Marks(layout, this.wardrobe, this.pieces);
    const reach = Math.max(layout.width, layout.depth) / 2 + 1.6;
    this.root.add(
      table(layout, p, picture),
      slabs(layout, this.wardrobe, this.oven),
      this.pieces.group,
      this.marks.group,
      lamps(p, reach, cost.simple),
    );
    world.add(this.root);
    if (!cost.simple) {
      this.surroundings = surroundings(renderer, p);
      world.environment = this.surroundings.texture;
      world.environmentIntensity = p.environment;
    }
    renderer.toneMappingExposure = p.exposure;
  }

  /* Scenes with the same key share a stage. */
  static key(scene: Scene, theme: Theme): string {
    return `${new Layout(scene.board).key} ${JSON.stringify(scene.board.lines)} ${theme}`;
  }

  strike(): void {
    this.world.remove(this.root);
    this.root.traverse((o) => {
      if (!(o instanceof Mesh)) return;
      (o.geometry as BufferGeometry).dispose();
      (o.material as Material).dispose();
    });
    this.marks.clear();
    this.pieces.clear();
    this.wardrobe.clear();
    this.oven.clear();
    this.surroundings?.dispose();
    this.world.environment = null;
    this.renderer.renderLists.dispose();
  }
}
