/* The puzzle of the day, and what the browser remembers about puzzles. */
import type { Client } from "./client.js";
import type { Puzzle } from "./protocol.js";
import { isNames, recall } from "./store.js";

export const solvedBefore = (): string[] => recall("puzzles", isNames) ?? [];

/* Tells the engine what the browser remembers. */
export const remind = (game: Client): Promise<unknown> => game.ask(`solved ${solvedBefore().join("\n")}`);

/* One puzzle per day, the same for everybody. */
export async function puzzleOfDay(game: Client, day: Date): Promise<Puzzle | null> {
  await remind(game);
  const days = Math.floor(Date.UTC(day.getFullYear(), day.getMonth(), day.getDate()) / 86_400_000);
  return game.ask<Puzzle | null>(`daily ${days}`);
}
