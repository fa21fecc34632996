/* What the first screen shows before the engine is there: web/build.mjs asks the engine for it and inserts it. */
import type { GameInfo } from "./protocol.js";
import type { Settings } from "./store.js";

export interface First {
  games: GameInfo[];
  texts: Record<string, string>; // those of the first screen
}
declare const FIRST: Record<Settings["lang"], First>;

export const isFirstScreen = (hash: string): boolean => /^(#\/?)?$/.test(hash);

export const first = (lang: Settings["lang"]): First => FIRST[lang];

/* Resolves when the browser has painted what is there now. */
const frame = (): Promise<unknown> =>
  new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))));

const PATIENCE = 500; // a page in the background gets no frames

/* Call `called` when the first screen is up; `seen` resolves when it was painted. */
export function firstShown(): { called: () => void; seen: Promise<unknown> } {
  let called = (): void => undefined;
  const standing = new Promise<void>((done) => (called = done));
  const late = new Promise((done) => setTimeout(done, PATIENCE));
  return { called, seen: Promise.race([standing.then(frame), late]) };
}
