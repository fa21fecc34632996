/* Textures that the graphics processor makes once: wood and stone out of periodic noise,
 * with lines and letters ("ink", drawn on a canvas) cut into them. A picture keeps the
 * height of its surface in alpha; a second pass turns that into a map of normals. */
import {
  type CanvasTexture,
  ClampToEdgeWrapping,
  Color,
  DataTexture,
  LinearMipmapLinearFilter,
  LinearSRGBColorSpace,
  Mesh,
  NoBlending,
  NoColorSpace,
  OrthographicCamera,
  PlaneGeometry,
  RawShaderMaterial,
  RepeatWrapping,
  SRGBColorSpace,
  Scene,
  type Texture,
  Vector2,
  type WebGLRenderer,
  WebGLRenderTarget,
} from "three";
import { GLSL3 } from "three";
import { STRING, TILE, type Layout } from "./layout.js";
import type { Palette, Wood } from "./palette.js";

const NOISE = `
float lattice(ivec2 p, int s) {
  uint h = uint(p.x) * 374761393u + uint(p.y) * 668265263u + uint(s) * 1442695041u;
  h = (h ^ (h >> 13)) * 1274126177u;
  h ^= h >> 16;
  return float(h >> 8) / 16777216.;
}
float noise(vec2 uv, ivec2 period, int s) {
  vec2 p = fract(uv) * vec2(period);
  ivec2 a = ivec2(floor(p)) % period, b = (a + 1) % period;
  vec2 f = fract(p);
  f = f * f * (3. - 2. * f);
  return mix(mix(lattice(a, s), lattice(ivec2(b.x, a.y), s), f.x),
             mix(lattice(ivec2(a.x, b.y), s), lattice(b, s), f.x), f.y);
}`;

/* Wood with its grain along u; sRGB colour and height. */
const WOOD = `
struct Wood { vec3 light, dark, pore; float rings, ring, fibre, pores, cloud; int seed; };
vec4 wood(Wood w, vec2 uv) {
  int s = w.seed;
  float warp = (noise(uv, ivec2(2, 3), s) - .5) + (noise(uv, ivec2(4, 8), s + 1) - .5) * .35
    + (noise(uv, ivec2(10, 24), s + 2) - .5) * .06;
  float r = fract(fract(uv.y) * w.rings + warp * 1.98);
  float ring = pow(r, 2.2) * (1. - max(0., (r - .92) / .08));
  float f1 = noise(uv, ivec2(6, 256), s + 3), f2 = noise(uv, ivec2(14, 512), s + 4);
  float pore = max(0., noise(uv, ivec2(26, 400), s + 6) - .72) / .28;
  float t = ring * w.ring + (f1 * .6 + f2 * .4 - .5) * w.fibre + (noise(uv, ivec2(3, 5), s + 5) - .5) * w.cloud + .18;
  float p = min(1., pore * w.pores * (.5 + ring));
  vec3 c = mix(mix(w.light, w.dark, clamp(t, 0., 1.)), w.pore, p);
  return vec4(c, (200. - p * 70. - (f1 - .5) * 16. - ring * 10.) / 255.);
}
vec3 linear(vec3 c) { return mix(c / 12.92, pow((c + .055) / 1.055, vec3(2.4)), step(.04045, c)); }`;

const HEAD = `precision highp float; precision highp int; in vec2 vUv; out vec4 result;`;

/* A swatch of wood, tinted, with ink on it. */
const PIECE = `${HEAD}${NOISE}${WOOD}
uniform Wood uWood; uniform vec3 uTint; uniform float uFlat; uniform vec2 uScale; uniform sampler2D uInk;
void main() {
  vec4 w = wood(uWood, vUv * uScale);
  vec4 ink = texture(uInk, vUv);
  vec3 c = mix(w.rgb * uTint, uTint, uFlat);
  result = vec4(linear(mix(c, ink.rgb, ink.a)), mix(w.a, .3, min(1., ink.a * 1.6)));
}`;

/* Stone: specks of two colours in three sizes. */
const STONE = `${HEAD}${NOISE}${WOOD}
uniform vec3 uTint, uSpeckDark, uSpeckLight; uniform float uSpecks;
void main() {
  vec3 c = uTint * (.97 + .06 * noise(vUv, ivec2(5), 3));
  for (int k = 0; k < 3; k++) {
    int n = 24 << k;
    ivec2 cell = ivec2(floor(vUv * float(n)));
    for (int y = -1; y <= 1; y++) for (int x = -1; x <= 1; x++) {
      ivec2 q = (cell + ivec2(x, y) + n) % n;
      vec2 at = vec2(cell + ivec2(x, y)) + vec2(lattice(q, 7 + k), lattice(q, 17 + k));
      float r = (.10 + .32 * lattice(q, 27 + k)) * step(.35, lattice(q, 57 + k));
      float d = length(vUv * float(n) - at);
      vec3 speck = lattice(q, 37 + k) < .5 ? uSpeckDark : uSpeckLight;
      c = mix(c, speck, uSpecks * lattice(q, 47 + k) * (1. - smoothstep(r * .7, r + .02, d)));
    }
  }
  result = vec4(linear(c), .7);
}`;

/* The board from above: a mitred frame, the field, the tiles in it. x right, y towards the viewer. */
const BOARD = `${HEAD}${NOISE}${WOOD}
uniform Wood uWood[3]; uniform vec2 uSize, uField, uCells; uniform float uTile; uniform int uGround; uniform sampler2D uInk;
uniform int uInlaid[128];
float away(vec2 p, vec2 half_, float r) { vec2 q = abs(p) - half_ + r; return length(max(q, 0.)) + min(max(q.x, q.y), 0.) - r; }
void main() {
  vec2 p = vec2(vUv.x - .5, .5 - vUv.y) * uSize;
  vec2 over = abs(p) - uField;
  float frame = max(over.x, over.y);
  bool side = frame > 0. && over.x > over.y;
  vec2 shift = frame <= 0. ? vec2(.07, .21) : side ? vec2(.11, p.x < 0. ? .01 : .49) : vec2(p.y < 0. ? .05 : .24, .4);
  vec4 c = wood(uWood[frame > 0. ? 0 : uGround], (side ? p.yx : p) / 2.94 + shift + 4.);
  if (min(over.x, over.y) > 0.) {
    float mitre = 1. - smoothstep(.002, .007, abs(over.x - over.y) * .7071);
    c = mix(c, vec4(.1, .05, .02, .35), mitre * .55);
  }
  vec2 at = p + uCells * .5;
  ivec2 cell = ivec2(floor(at));
  if (uTile > 0. && frame < 0. && all(greaterThanEqual(cell, ivec2(0))) && all(lessThan(cell, ivec2(uCells)))) {
    vec2 q = fract(at) - .5;
    float d = away(q, vec2(uTile * .5), .07);
    if (d < .002) {
      bool turned = ((cell.x + cell.y) & 1) == 1;
      vec2 own = vec2(lattice(cell, 1), lattice(cell, 2));
      int kind = uInlaid[cell.y * int(uCells.x) + cell.x] == 1 ? 2 : 1;
      c = wood(uWood[kind], (turned ? p.yx : p) / 2.56 + own + 4.);
      c.rgb = mix(c.rgb, own.x < .5 ? vec3(1., .92, .78) : vec3(.16, .08, .02), own.y * .07);
      c.rgb *= mix(1., .42, smoothstep(-.075, 0., d) * smoothstep(-.075, 0., d));
    }
  }
  vec4 ink = texture(uInk, vUv);
  result = vec4(linear(mix(c.rgb, ink.rgb, ink.a)), mix(c.a, .25, ink.a * .9));
}`;

const NORMAL = `${HEAD}
uniform sampler2D uHeight; uniform vec2 uStep; uniform float uStrength;
void main() {
  float dx = texture(uHeight, vUv - vec2(uStep.x, 0.)).a - texture(uHeight, vUv + vec2(uStep.x, 0.)).a;
  float dy = texture(uHeight, vUv - vec2(0., uStep.y)).a - texture(uHeight, vUv + vec2(0., uStep.y)).a;
  result = vec4(normalize(vec3(dx * uStrength, dy * uStrength, 1.)) * .5 + .5, 1.);
}`;

const VERTEX = `in vec3 position; in vec2 uv; out vec2 vUv; void main() { vUv = uv; gl_Position = vec4(position.xy, 0., 1.); }`;

const rgb = (hex: number): Color => new Color().setHex(hex, LinearSRGBColorSpace); // without conversion

const woodUniform = (w: Wood) => ({ ...w, light: rgb(w.light), dark: rgb(w.dark), pore: rgb(w.pore) });

export interface Baked {
  map: Texture;
  normal?: Texture;
}

export class Oven {
  private scene = new Scene();
  private camera = new OrthographicCamera();
  private sheet = new Mesh(new PlaneGeometry(2, 2));
  private made: WebGLRenderTarget[] = [];
  private nothing: DataTexture;

  constructor(
    private readonly renderer: WebGLRenderer,
    readonly size: number, // of the board's texture; those of pieces are half as large
  ) {
    this.scene.add(this.sheet);
    this.sheet.frustumCulled = false;
    this.nothing = new DataTexture(new Uint8Array(4), 1, 1);
    this.nothing.needsUpdate = true;
  }

  private bake(
    fragment: string,
    uniforms: Record<string, { value: unknown }>,
    width: number,
    height: number,
    options: { colour: boolean; repeat: boolean },
  ): Texture {
    const wrap = options.repeat ? RepeatWrapping : ClampToEdgeWrapping;
    const target = new WebGLRenderTarget(width, height, {
      colorSpace: options.colour ? SRGBColorSpace : NoColorSpace,
      minFilter: LinearMipmapLinearFilter,
      generateMipmaps: true,
      depthBuffer: false,
      wrapS: wrap,
      wrapT: wrap,
      anisotropy: Math.min(8, this.renderer.capabilities.getMaxAnisotropy()),
    });
    const material = new RawShaderMaterial({
      glslVersion: GLSL3,
      vertexShader: VERTEX,
      fragmentShader: fragment,
      uniforms,
      blending: NoBlending,
      depthTest: false,
      depthWrite: false,
    });
    this.sheet.material = material;
    const before = this.renderer.getRenderTarget();
    this.renderer.setRenderTarget(target);
    this.renderer.render(this.scene, this.camera);
    this.renderer.setRenderTarget(before);
    material.dispose();
    this.made.push(target);
    return target.texture;
  }

  private normals(from: Texture, width: number, height: number, strength: number, repeat: boolean): Texture {
    return this.bake(
      NORMAL,
      {
        uHeight: { value: from },
        uStep: { value: new Vector2(1 / width, 1 / height) },
        uStrength: { value: strength },
      },
      width,
      height,
      { colour: false, repeat },
    );
  }

  /* `flat`: how much of the wood gives way to the plain tint. */
  wood(wood: Wood, tint: number, flat: number, ink?: CanvasTexture): Baked {
    const height = this.size / 2;
    const width = ink ? this.size : height;
    const map = this.bake(
      PIECE,
      {
        uWood: { value: woodUniform(wood) },
        uTint: { value: rgb(tint) },
        uFlat: { value: flat },
        uScale: { value: new Vector2(ink ? 2 : 1, 1) },
        uInk: { value: ink ?? this.nothing },
      },
      width,
      height,
      { colour: true, repeat: true },
    );
    return ink ? { map, normal: this.normals(map, width, height, 3, true) } : { map };
  }

  stone(tint: number, dark: number, light: number, specks: number): Baked {
    const size = this.size / 4;
    const map = this.bake(
      STONE,
      {
        uTint: { value: rgb(tint) },
        uSpeckDark: { value: rgb(dark) },
        uSpeckLight: { value: rgb(light) },
        uSpecks: { value: specks },
      },
      size,
      size,
      { colour: true, repeat: true },
    );
    return { map };
  }

  board(layout: Layout, inlaid: boolean[], ink: CanvasTexture, p: Palette): Baked {
    const { columns, rows } = layout.board;
    const cells = new Array<number>(128).fill(0);
    inlaid.forEach((on, i) => (cells[i] = on ? 1 : 0));
    const map = this.bake(
      BOARD,
      {
        uWood: { value: [p.walnut, p.tile, p.inlaid].map(woodUniform) },
        uSize: { value: new Vector2(layout.width, layout.depth) },
        uField: { value: new Vector2(columns / 2 + STRING, rows / 2 + STRING) },
        uCells: { value: new Vector2(columns, rows) },
        uTile: { value: layout.round ? 0 : TILE },
        uInlaid: { value: cells },
        uGround: { value: layout.round && p.contrast ? 1 : 0 }, // black balls need a lighter ground
        uInk: { value: ink },
      },
      this.size,
      this.size,
      { colour: true, repeat: false },
    );
    return { map, normal: this.normals(map, this.size, this.size, (2.2 * this.size) / 2048, false) };
  }

  clear(): void {
    for (const target of this.made) target.dispose();
    this.made = [];
  }
}
