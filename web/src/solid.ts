/* Whether boards are drawn in three dimensions, and the part of the page that does it: it is fetched on use. One
 * board at a time has it. */
import type { Board3d, Options } from "./board3d/index.js";
import type { Theme } from "./scene.js";

/* Another file of the page; the build puts its version here. */
const PART = "board3d.js";

export type BoardKind = "auto" | "3d" | "flat";
/* A board that may be drawn either way. */
export interface Holder {
  release(): void; // gives up the picture
  refresh(): void; // asks again whether it may have it
  retheme(): void;
}

let kind: BoardKind = "auto";
let tooSlow = false; // discovered while drawing
let lost = false; // the graphics processor went away, and nobody has asked for it again
let graphics: boolean | undefined;
let holder: Holder | undefined;
let board: Board3d | undefined;

/* What the address asks for overrides all settings: ?board=3d, ?board=3d-fine (whatever it costs) or ?board=flat. */
const asked = new URLSearchParams(location.search).get("board") ?? "";

export function setBoardKind(to: BoardKind): void {
  if (to === kind) return;
  kind = to;
  lost = false;
  holder?.refresh();
}

/* Software rendering is worse than a flat picture. */
function hasGraphics(): boolean {
  if (graphics !== undefined) return graphics;
  graphics = false;
  const gl = document.createElement("canvas").getContext("webgl2", { failIfMajorPerformanceCaveat: true });
  if (!gl) return graphics;
  const info = gl.getExtension("WEBGL_debug_renderer_info");
  const name = String(gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER));
  graphics = !/swiftshader|llvmpipe|softpipe|software|basic render/i.test(name);
  gl.getExtension("WEBGL_lose_context")?.loseContext();
  return graphics;
}

export function wantsSolid(): boolean {
  if (lost || matchMedia("(forced-colors: active)").matches || asked === "flat") return false;
  if (asked.startsWith("3d")) return true;
  if (kind !== "auto") return kind === "3d";
  return !tooSlow && hasGraphics();
}

export function currentTheme(): Theme {
  const set = document.documentElement.dataset.theme;
  if (set === "light" || set === "dark" || set === "contrast") return set;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

/* The page comes first: this waits until it is painted and idle. */
const pageDone = (): Promise<void> =>
  new Promise((done) =>
    requestAnimationFrame(() =>
      requestAnimationFrame(() =>
        "requestIdleCallback" in window ? requestIdleCallback(() => done(), { timeout: 400 }) : setTimeout(done, 60),
      ),
    ),
  );

/* Fetches the part and makes a picture for `view`, which had none. Fails without network or
 * WebGL 2. */
export async function takeSolid(view: Holder, options: Omit<Options, "simple" | "small">): Promise<Board3d> {
  await pageDone();
  const address = new URL(PART, import.meta.url).href;
  const part = (await import(address)) as typeof import("./board3d/index.js");
  holder?.release();
  holder = view;
  const failed: Options["failed"] = (why) => {
    if (why === "slow" && (kind === "3d" || asked.startsWith("3d"))) return; // the person insists
    if (why === "lost") lost = true;
    else tooSlow = true;
    options.failed(why);
  };
  board = new part.Board3d({
    ...options,
    failed,
    small: !hasGraphics(),
    simple: asked !== "3d-fine" && !hasGraphics(),
  });
  return board;
}

/* Another picture, which nobody sees; undefined: there is none. */
export async function spareSolid(): Promise<Board3d | undefined> {
  try {
    const part = (await import(new URL(PART, import.meta.url).href)) as typeof import("./board3d/index.js");
    const nothing = () => undefined;
    const real = hasGraphics();
    const made = new part.Board3d({
      still: () => true,
      moved: nothing,
      failed: nothing,
      small: !real,
      simple: asked !== "3d-fine" && !real,
    });
    made.setTheme(currentTheme());
    return made;
  } catch {
    return undefined;
  }
}

export function leaveSolid(view: Holder): void {
  if (holder !== view) return;
  board?.close();
  board = undefined;
}

/* A change of theme reaches whoever shows a board. */
const retheme = () => holder?.retheme();
new MutationObserver(retheme).observe(document.documentElement, { attributeFilter: ["data-theme"] });
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", retheme);
matchMedia("(forced-colors: active)").addEventListener("change", () => holder?.refresh());

/* The board on screen, so that a change of the setting reaches it. */
export function looksAt(view: Holder): void {
  if (!board) holder = view;
}
