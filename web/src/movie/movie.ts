/* Pictures that leave the page: a position without marks, and a whole game as a moving picture. They are drawn on
 * a separate board, out of sight. */
import { h } from "../dom.js";
import { Engine } from "../engine.js";
import { FlatBoard } from "../flat.js";
import { type Picture, pictureSvg } from "../picture.js";
import type { Board, State } from "../protocol.js";
import type { Face, Scene } from "../scene.js";
import { Gif, palette } from "./gif.js";
import { type Still, animate } from "./webp.js";

const WORKER = "worker.js";
const EACH = 700; // milliseconds per move
const LAST = 2500;
const SAMPLES = 8; // frames that the colours of a GIF are chosen from

export type Format = "gif" | "webp";
export const WIDTH: Record<Format, number> = { gif: 480, webp: 640 };

/* Pieces and owners; nothing that helps whoever is to move. */
export const plainScene = (
  scene: Pick<Scene, "board" | "state" | "view" | "control"> & { line?: number[] },
): Scene => ({
  board: scene.board,
  state: { ...scene.state, marked: [] },
  view: scene.view,
  control: scene.control,
  ...(scene.line ? { line: scene.line } : {}),
  shown: 9,
  choices: new Map(),
  chosen: [],
  badges: new Map(),
  wins: [],
  threats: [],
  labels: [],
});

/* A place for boards that are invisible but have the page's colours. */
export function backstage(width: number): HTMLElement {
  const room = h("div", { class: "board backstage", "aria-hidden": "true" });
  room.style.width = `${width}px`;
  document.body.append(room);
  return room;
}

export function plainPicture(scene: Scene): Picture {
  const room = backstage(WIDTH.webp);
  try {
    const face = new FlatBoard(() => room.clientWidth);
    room.append(face.element);
    face.draw(plainScene(scene));
    return pictureSvg(face.element);
  } finally {
    room.remove();
  }
}

/* Every position of a line, from its start. It uses a separate engine: the game on the table is not touched. */
export async function positions(
  lang: string,
  line: { game: string; start: string; moves: string[] },
): Promise<{ board: Board; states: State[] }> {
  const engine = new Engine(WORKER);
  try {
    await engine.ask(`open ${lang}`);
    const board = await engine.ask<Board>(`board ${line.game}`);
    await engine.ask(`command follow\n${line.game}\n${line.start}\n${line.moves.join(" ")}`);
    const { ply: played } = await engine.ask<State>("state ");
    const states: State[] = [];
    for (let ply = 0; ply <= played; ply++) {
      await engine.ask(`command to ${ply}`);
      states.push(await engine.ask<State>("state "));
    }
    return { board, states };
  } finally {
    engine.end();
  }
}

/* The scenes as one animated picture. `paper`: the background; `progress` hears how many frames are done and may
 * return false to give up. undefined: given up, or this browser cannot write the format. */
export async function movie(
  scenes: Scene[],
  face: Face,
  format: Format,
  paper: string,
  progress: (done: number) => boolean,
): Promise<Blob | undefined> {
  const canvas = document.createElement("canvas");
  const g = canvas.getContext("2d", { willReadFrequently: true });
  const stills: Still[] = [];
  const pixels: Uint8ClampedArray[] = [];
  for (const [i, scene] of scenes.entries()) {
    if (!progress(i) || !g) return undefined;
    face.draw(scene);
    const bitmap = await createImageBitmap(await face.image(WIDTH[format]));
    if (i === 0) {
      canvas.width = WIDTH[format];
      canvas.height = Math.round((WIDTH[format] * bitmap.height) / bitmap.width);
    }
    g.fillStyle = paper;
    g.fillRect(0, 0, canvas.width, canvas.height);
    g.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    bitmap.close();
    const ms = i + 1 === scenes.length ? LAST : EACH;
    if (format === "gif") pixels.push(g.getImageData(0, 0, canvas.width, canvas.height).data);
    else stills.push({ still: await webp(canvas), ms });
  }
  if (format === "webp") {
    const file = animate(stills, canvas.width, canvas.height);
    return file && new Blob([file], { type: "image/webp" });
  }
  const step = Math.max(1, Math.floor(pixels.length / SAMPLES));
  const gif = new Gif(canvas.width, canvas.height, palette(pixels.filter((_, i) => i % step === 0)));
  for (const [i, frame] of pixels.entries()) {
    gif.add(frame, i + 1 === pixels.length ? LAST : EACH);
    await new Promise((go) => setTimeout(go, 0)); // let the page run
  }
  return new Blob([gif.finish()], { type: "image/gif" });
}

/* Browsers that cannot write WebP write something else. */
const webp = (canvas: HTMLCanvasElement): Promise<Uint8Array> =>
  new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) =>
        blob ? void blob.arrayBuffer().then((b) => resolve(new Uint8Array(b)), reject) : reject(new Error("picture")),
      "image/webp",
      0.86,
    ),
  );
