/* Light and table: one quiet lamp from the left, a softly lit room around, and a table that consists only of
 * shadows, so that the page shows through. */
import {
  BackSide,
  Color,
  DirectionalLight,
  DoubleSide,
  Group,
  HemisphereLight,
  Mesh,
  MeshBasicMaterial,
  PlaneGeometry,
  PMREMGenerator,
  Scene,
  ShaderMaterial,
  ShadowMaterial,
  SphereGeometry,
  Vector2,
  type WebGLRenderer,
  type WebGLRenderTarget,
} from "three";
import type { Layout } from "./layout.js";
import type { Palette } from "./palette.js";

/* What surfaces reflect: a dome and four soft boxes. */
export function surroundings(renderer: WebGLRenderer, p: Palette): WebGLRenderTarget {
  const scene = new Scene();
  const [zenith, horizon, nadir] = p.dome;
  const dome = new Mesh(
    new SphereGeometry(20, 32, 24),
    new ShaderMaterial({
      side: BackSide,
      uniforms: {
        a: { value: new Color(zenith) },
        b: { value: new Color(horizon) },
        c: { value: new Color(nadir) },
      },
      vertexShader:
        "varying vec3 p; void main() { p = normalize(position); gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.); }",
      fragmentShader: `varying vec3 p; uniform vec3 a, b, c;
        void main() { gl_FragColor = vec4(p.y > 0. ? mix(b, a, smoothstep(0., .8, p.y)) : mix(b, c, smoothstep(0., .35, -p.y)), 1.); }`,
    }),
  );
  scene.add(dome);
  const softbox = (x: number, y: number, z: number, w: number, h: number, colour: number, strength: number) => {
    const m = new Mesh(
      new PlaneGeometry(w, h),
      new MeshBasicMaterial({ color: new Color(colour).multiplyScalar(strength * p.softbox), side: DoubleSide }),
    );
    m.position.set(x, y, z);
    m.lookAt(0, 0, 0);
    scene.add(m);
  };
  softbox(-9, 11, -2, 8, 8, 0xfff7ec, 9); // the main lamp
  softbox(3, 9, -13, 16, 3.2, 0xfff6ea, 3.2); // sheen on tops
  softbox(13, 4, 2, 4, 9, 0xdfe8f5, 2); // cool, from the side
  softbox(-2, 4.8, 13, 15, 5.5, 0xfff3e4, 4.6); // for the fronts of black pieces
  const generator = new PMREMGenerator(renderer);
  const made = generator.fromScene(scene, 0.03, 0.1, 100, { size: 128 });
  generator.dispose();
  scene.traverse((o) => {
    if (o instanceof Mesh) {
      (o.geometry as PlaneGeometry).dispose();
      (o.material as MeshBasicMaterial).dispose();
    }
  });
  return made;
}

/* `simple`: no reflections, so more plain light. */
export function lamps(p: Palette, reach: number, simple: boolean): Group {
  const group = new Group();
  const key = new DirectionalLight(p.keyColour, p.key);
  key.position.set(-4.6, 8, -0.4);
  key.castShadow = !simple;
  const size = simple ? 512 : 2048;
  key.shadow.mapSize.set(size, size);
  key.shadow.radius = 5;
  key.shadow.bias = -0.0004;
  key.shadow.normalBias = 0.018;
  key.shadow.intensity = 0.95;
  Object.assign(key.shadow.camera, { left: -reach, right: reach, top: reach, bottom: -reach, near: 1, far: 22 });
  const rim = new DirectionalLight(p.rimColour, p.rim);
  rim.position.set(3.5, 3.2, -6);
  const fill = new DirectionalLight(0xfff3e6, p.fill);
  fill.position.set(-1.5, 3.2, 8);
  group.add(key, rim, fill);
  if (simple) group.add(new HemisphereLight(0xfff4e6, 0x7a5c42, p.contrast ? 1.6 : 1.3));
  return group;
}

/* Shadows end before the picture does; `size` is its width and height in pixels. */
const EDGE = `float edge(vec2 size) {
  vec2 at = gl_FragCoord.xy / size;
  vec2 in_ = smoothstep(vec2(0.), vec2(.05, .07), at) * smoothstep(vec2(0.), vec2(.05, .07), 1. - at);
  return in_.x * in_.y;
}`;

/* `picture`: the size of the picture in pixels, which may change. */
export function table(layout: Layout, p: Palette, picture: Vector2): Group {
  const group = new Group();
  const cast = new ShadowMaterial({ color: p.shadow, opacity: p.shadowStrength });
  cast.onBeforeCompile = (s) => {
    s.uniforms.picture = { value: picture };
    s.fragmentShader = s.fragmentShader
      .replace("#include <common>", `#include <common>\nuniform vec2 picture;\n${EDGE}`)
      .replace("#include <tonemapping_fragment>", "gl_FragColor.a *= edge(picture);\n#include <tonemapping_fragment>");
  };
  const shade = new Mesh(new PlaneGeometry(40, 40).rotateX(-Math.PI / 2), cast);
  shade.position.y = layout.floor;
  shade.receiveShadow = true;
  const [w, d] = [layout.width + 4, layout.depth + 4];
  const contact = new Mesh(
    new PlaneGeometry(w, d).rotateX(-Math.PI / 2),
    new ShaderMaterial({
      transparent: true,
      depthWrite: false,
      uniforms: {
        picture: { value: picture },
        size: { value: new Vector2(w, d) },
        half_: { value: new Vector2(layout.width / 2, layout.depth / 2) },
        colour: { value: new Color(p.theme === "light" ? 0x34200e : 0x000000) },
        strength: { value: p.theme === "dark" ? 0.85 : 0.62 },
      },
      vertexShader:
        "varying vec2 at; void main() { at = uv; gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.); }",
      fragmentShader: `varying vec2 at; uniform vec2 size, half_, picture; uniform vec3 colour; uniform float strength;
        ${EDGE}
        void main() {
          vec2 q = abs((at - .5) * size) - half_ + .13;
          float d = length(max(q, 0.)) + min(max(q.x, q.y), 0.) - .13;
          float a = .55 * (1. - smoothstep(-.12, .13, d)) + .4 * pow(1. - smoothstep(-.3, 1.1, d), 2.2);
          gl_FragColor = vec4(colour, a * strength * edge(picture));
          #include <colorspace_fragment>
        }`,
    }),
  );
  contact.position.y = layout.floor + 0.002;
  contact.renderOrder = -1;
  group.add(shade, contact);
  return group;
}
