/* Materials. Beyond what three.js offers, they have the soft shadows of nearby pieces (ambient occlusion: every
 * piece is a ball in a list), a rim of light that sets black off against black, and glass. */
import { Color, type Material, MeshLambertMaterial, MeshPhysicalMaterial, MeshStandardMaterial, Vector4 } from "three";
import type { PieceKind } from "../protocol.js";
import { type Baked, Oven } from "./bake.js";
import { pawnInk } from "./ink.js";
import { EBONY, MAPLE, type Palette } from "./palette.js";

const OCCLUDERS = 64;

/* Whatever shades its neighbours; one list for all materials of a board. */
export class Occluders {
  readonly uniforms = {
    uOccluder: { value: Array.from({ length: OCCLUDERS }, () => new Vector4(0, -99, 0, 0.01)) },
    uOccluders: { value: 0 },
  };

  set(list: { x: number; y: number; z: number; r: number }[]): void {
    const n = Math.min(list.length, OCCLUDERS);
    /* The upper ones matter most: whatever they stand on is in the shade anyway. */
    const chosen = list.length > n ? [...list].sort((a, b) => b.y - a.y).slice(0, n) : list;
    chosen.forEach((o, i) => this.uniforms.uOccluder.value[i]?.set(o.x, o.y, o.z, o.r));
    this.uniforms.uOccluders.value = n;
  }
}

export interface Grade {
  shade?: number; // strength of occlusion
  rim?: number;
  rimColour?: number;
  rimPower?: number;
  glass?: number; // > 0: how opaque it is seen face on; then `aGlass` of each instance counts
  shifted?: boolean; // each instance has another part of the texture (`aShift`)
}

/* Adds what the head of this file describes. `simple`: nothing expensive. */
export function grade<M extends Material>(m: M, occluders: Occluders, simple: boolean, g: Grade): M {
  const { shade = 0.85, rim = 0, rimColour = 0xffe6c8, rimPower = 3, glass = 0, shifted = false } = g;
  const loop = simple
    ? ""
    : `for (int i = 0; i < ${OCCLUDERS}; i++) {
         if (i >= uOccluders) break;
         vec4 s = uOccluder[i];
         vec3 d = s.xyz - vWorld;
         float l2 = dot(d, d);
         o *= 1. - clamp(max(0., dot(nw, d) * inversesqrt(l2)) * s.w * s.w / l2, 0., 1.) * .92;
       }`;
  m.onBeforeCompile = (s) => {
    Object.assign(s.uniforms, occluders.uniforms, {
      uRim: { value: new Color(rimColour).multiplyScalar(rim) },
      uRimPower: { value: rimPower },
      uShade: { value: shade },
    });
    s.vertexShader = s.vertexShader
      .replace(
        "#include <common>",
        `#include <common>
         varying vec3 vWorld;
         ${glass ? "attribute float aGlass; varying float vGlass;" : ""}
         ${shifted ? "attribute vec2 aShift;" : ""}`,
      )
      .replace("#include <uv_vertex>", `#include <uv_vertex>\n${shifted ? "vMapUv += aShift;" : ""}`)
      .replace(
        "#include <project_vertex>",
        `#include <project_vertex>
         { vec4 q = vec4(transformed, 1.);
           #ifdef USE_INSTANCING
             q = instanceMatrix * q;
           #endif
           vWorld = (modelMatrix * q).xyz; }
         ${glass ? "vGlass = aGlass;" : ""}`,
      );
    s.fragmentShader = s.fragmentShader
      .replace(
        "#include <common>",
        `#include <common>
         varying vec3 vWorld; uniform vec4 uOccluder[${OCCLUDERS}]; uniform int uOccluders;
         uniform vec3 uRim; uniform float uRimPower, uShade;
         ${glass ? "varying float vGlass;" : ""}`,
      )
      .replace(
        "#include <opaque_fragment>",
        `{ vec3 nw = inverseTransformDirection(normal, viewMatrix);
           float o = 1.;
           ${loop}
           float fresnel = pow(1. - saturate(dot(normal, normalize(vViewPosition))), uRimPower);
           outgoingLight *= mix(vec3(1.), mix(vec3(.16, .09, .05), vec3(1.), o), uShade);
           outgoingLight += uRim * fresnel * (.14 + .86 * saturate(nw.y + .45)) * mix(1., o, .6);
           ${glass ? `diffuseColor.a = mix(1., mix(${glass.toFixed(3)}, .92, fresnel), vGlass);` : ""} }
         #include <opaque_fragment>`,
      );
  };
  m.customProgramCacheKey = () => `${simple} ${glass} ${shifted}`;
  return m;
}

export type Lacquer = MeshStandardMaterial | MeshLambertMaterial;
export type Finish = "solid" | "glass" | "ghost";

/* The materials of one theme, made on first use. */
export class Wardrobe {
  private kept = new Map<string, Material>();
  private baked = new Map<string, Baked>();

  constructor(
    private readonly oven: Oven,
    private readonly occluders: Occluders,
    readonly palette: Palette,
    readonly simple: boolean,
  ) {}

  /* The divisor for the number of corners (shapes.ts). */
  get rough(): number {
    return this.simple ? 2 : 1;
  }

  private once<M extends Material>(key: string, make: () => M): M {
    const old = this.kept.get(key);
    if (old) return old as M;
    const made = make();
    this.kept.set(key, made);
    return made;
  }

  private texture(key: string, make: () => Baked): Baked {
    const old = this.baked.get(key);
    if (old) return old;
    const made = make();
    this.baked.set(key, made);
    return made;
  }

  graded<M extends Material>(m: M, g: Grade): M {
    return grade(m, this.occluders, this.simple, g);
  }

  /* Wood with lacquer, or without if that costs too much. */
  lacquer(colour: Baked, tint: number, roughness: number, coat: number, coatRoughness: number): Lacquer {
    if (this.simple) return new MeshLambertMaterial({ map: colour.map, color: tint });
    const plain = { map: colour.map, color: tint, roughness, ...(colour.normal ? { normalMap: colour.normal } : {}) };
    if (this.palette.contrast) return new MeshStandardMaterial(plain);
    return new MeshPhysicalMaterial({ ...plain, clearcoat: coat, clearcoatRoughness: coatRoughness });
  }

  piece(kind: PieceKind, seat: number, finish: Finish): Material {
    return this.once(`${kind} ${seat} ${finish}`, () =>
      finish === "solid" ? this.solid(kind, seat) : this.glass(kind, seat, finish),
    );
  }

  get gilt(): MeshStandardMaterial {
    const { gilt, contrast } = this.palette;
    return this.once(
      "gilt",
      () =>
        new MeshStandardMaterial({
          color: gilt,
          metalness: contrast ? 0 : 1,
          roughness: 0.26,
          emissive: gilt,
          emissiveIntensity: contrast ? 0.8 : this.simple ? 0.5 : 0.22,
        }),
    );
  }

  private solid(kind: PieceKind, seat: number): Material {
    const { contrast } = this.palette;
    const dark = seat === 1;
    if (kind === "cube" || seat < 0) return this.stone(seat);
    const patterned = kind === "pawn";
    const texture = this.texture(`${patterned ? "pawn " : ""}${seat}`, () => this.bakeWood(seat, patterned));
    const ball = kind === "ball";
    const tint = contrast ? 0xffffff : dark ? (ball ? 0xb9b0aa : 0xa8a09b) : seat === 0 ? 0xfff8ec : 0xffffff;
    const m = dark
      ? this.lacquer(texture, tint, 0.36, ball ? 0.75 : 0.6, ball ? 0.2 : 0.24)
      : this.lacquer(texture, tint, ball ? 0.42 : 0.44, ball ? 0.45 : 0.36, ball ? 0.26 : 0.3);
    if (contrast && seat === 0) m.emissive.setHex(0x2a2a2a);
    const rim = dark
      ? {
          shade: ball ? 0.88 : 0.74,
          rim: contrast ? (ball ? 0.6 : 0.05) : ball ? 0.36 : 0.34,
          rimPower: ball ? 2.5 : 2.2,
        }
      : seat === 2
        ? { shade: 0.78, rim: 0.1, rimPower: 2.6, rimColour: 0xffb090 }
        : { shade: ball ? 0.84 : 0.76, rim: 0.04 };
    return this.graded(m, { ...rim, shifted: !patterned });
  }

  private bakeWood(seat: number, patterned: boolean): Baked {
    const { contrast, red, green } = this.palette;
    const ink = patterned ? pawnInk(seat, this.palette) : undefined;
    const plain = [0xffffff, 0x141414, red, green][seat] ?? 0x9a9a9a;
    const tint = contrast ? plain : seat === 2 ? red : seat === 3 ? green : 0xffffff;
    const made = this.oven.wood(seat === 1 ? EBONY : MAPLE, tint, contrast ? 0.85 : 0, ink);
    ink?.dispose();
    return made;
  }

  private stone(seat: number): Material {
    const { contrast } = this.palette;
    const dark = seat === 1;
    const texture = this.texture(`stone ${seat}`, () =>
      seat < 0
        ? this.oven.stone(0x8f9196, 0x37393f, 0xe1e2e6, contrast ? 0.15 : 0.55)
        : dark
          ? this.oven.stone(contrast ? 0x111111 : 0x3f3834, 0x0a0808, 0x968c84, contrast ? 0 : 0.42)
          : seat === 0
            ? this.oven.stone(contrast ? 0xffffff : 0xf3ebdd, 0xb49a70, 0xfffcf4, contrast ? 0 : 0.34)
            : this.oven.stone(seat === 2 ? this.palette.red : this.palette.green, 0x2a1a14, 0xffeedd, 0.3),
    );
    const m = this.lacquer(texture, 0xffffff, dark ? 0.4 : 0.52, dark ? 0.5 : 0.2, 0.3);
    const rim = dark && !contrast ? { shade: 0.72, rim: 0.42, rimPower: 1.9 } : { shade: 0.78, rim: 0.03 };
    return this.graded(m, { ...rim, shifted: true });
  }

  /* Glass is see-through. A ghost is a proposed piece with an amber rim. */
  private glass(kind: PieceKind, seat: number, finish: "glass" | "ghost"): Material {
    const { palette } = this;
    const colour = seat < 0 ? 0x9a9ca0 : ([0xfff3da, 0x2b2422, palette.red, palette.green][seat] ?? 0xfff3da);
    const ghost = finish === "ghost";
    const m = new MeshStandardMaterial({ color: colour, roughness: 0.3, transparent: true, depthWrite: ghost });
    return this.graded(m, {
      shade: ghost ? 0.3 : 0,
      rim: ghost ? (kind === "ball" ? 0.9 : 0.28) : 0.35,
      rimPower: ghost ? 2.4 : 2,
      rimColour: ghost ? palette.amber : seat === 1 ? 0xcfc2b6 : 0xffffff,
      glass: ghost ? (kind === "ball" ? 0.6 : 0.72) : 0.1,
    });
  }

  /* Disposes of everything in this theme; the oven's textures go with the oven. */
  clear(): void {
    for (const m of this.kept.values()) m.dispose();
    this.kept.clear();
    this.baked.clear();
  }
}
