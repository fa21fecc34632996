/* Saving what the table shows as pictures, still and moving. */
import type { BoardView } from "../board.js";
import { FlatBoard } from "../flat.js";
import { picturePng } from "../picture.js";
import type { Scene, View } from "../scene.js";
import { spareSolid } from "../solid.js";
import { type Format, WIDTH, backstage, movie, plainPicture, plainScene, positions } from "./movie.js";

export const svgOf = (scene: Scene): Blob => new Blob([plainPicture(scene).text], { type: "image/svg+xml" });

/* As shown: in three dimensions if the board is. */
export const pngOf = (scene: Scene, board: BoardView): Promise<Blob> =>
  board.turns ? board.plainImage(plainScene(scene), 1600) : picturePng(plainPicture(scene));

/* A whole line of moves; see movie() for what undefined means. */
export async function movieOf(
  lang: string,
  line: { game: string; start: string; moves: string[] },
  look: { view: View; solid: boolean },
  format: Format,
  progress: (done: number, all: number) => boolean,
): Promise<Blob | undefined> {
  const { board, states } = await positions(lang, line);
  const room = backstage(WIDTH[format]);
  const face = (look.solid ? await spareSolid() : undefined) ?? new FlatBoard(() => room.clientWidth);
  try {
    room.append(face.element);
    const scenes = states.map((state) => ({
      ...plainScene({ board, state, view: look.view, control: true, line: state.decided }),
      state, // the last move stays marked
    }));
    if (scenes[0]) face.draw(scenes[0]);
    room.style.aspectRatio = String(face.ratio());
    const paper = getComputedStyle(document.body).backgroundColor;
    return await movie(scenes, face, format, paper, (done) => progress(done, scenes.length));
  } finally {
    face.close();
    room.remove();
  }
}
