/* What the first screen shows before there is an engine: web/build.mjs asks the engine for it and puts it in. */
import type { GameInfo } from "./protocol.js";
import type { Settings } from "./store.js";

export interface First {
  games: GameInfo[];
  texts: Record<string, string>; // those of the first screen
}
declare const FIRST: Record<Settings["lang"], First>;

export const isFirstScreen = (hash: string): boolean => /^(#\/?)?$/.test(hash);

export const first = (lang: Settings["lang"]): First => FIRST[lang];

/* When the browser has shown what is there by now. */
const frame = (): Promise<unknown> =>
  new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))));

const PATIENCE = 500; // a page behind others is shown no frames

/* `called` when the first screen stands; `seen`: it was shown. */
export function firstShown(): { called: () => void; seen: Promise<unknown> } {
  let called = (): void => undefined;
  const standing = new Promise<void>((done) => (called = done));
  const late = new Promise((done) => setTimeout(done, PATIENCE));
  return { called, seen: Promise.race([standing.then(frame), late]) };
}
