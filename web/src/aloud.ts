/* Reading aloud, for people who see little and use no screen reader: the browser's own voice tells what happens on
 * the board, and answers questions asked with a key. The sentences are the engine's; without a voice they are
 * still announced to screen readers. */
import { seatName } from "./describe.js";
import type { Board, Reply, State } from "./protocol.js";
import { T, fill } from "./text.js";

export const canSpeak = (): boolean => "speechSynthesis" in window && "SpeechSynthesisUtterance" in window;

/* What can be asked, by key. */
export const QUESTIONS: Record<string, "place" | "threats" | "owners" | "again"> = {
  w: "place",
  t: "threats",
  o: "owners",
  r: "again",
};
export type Question = (typeof QUESTIONS)[string];

export class Voice {
  constructor(
    private readonly on: () => boolean,
    private readonly lang: () => string,
  ) {}

  /* Queues the text after what is being said; `now`: interrupts that. */
  say(text: string, now = false): void {
    if (!this.on() || !canSpeak() || !text.trim()) return;
    const voice = speechSynthesis.getVoices().find((v) => v.lang.toLowerCase().startsWith(this.lang()));
    const words = new SpeechSynthesisUtterance(text);
    words.lang = this.lang();
    if (voice) words.voice = voice;
    if (now) speechSynthesis.cancel();
    speechSynthesis.speak(words);
  }

  stop(): void {
    if (canSpeak()) speechSynthesis.cancel();
  }
}

/* Who owns which stacks: "White: a1, b2." for each player, in order of play. */
export function ownersWords(board: Board, state: State): string {
  const held = board.seats.map((_, seat) =>
    board.places.flatMap((p, i) => (state.owners[i] === seat && (state.stacks[i]?.length ?? 0) > 0 ? [p.label] : [])),
  );
  if (held.every((places) => places.length === 0)) return T("Nobody holds anything yet.");
  return held
    .map((places, seat) => fill(T("{0}: {1}."), seatName(board, seat), places.join(", ") || T("nothing")))
    .join(" ");
}

/* The answer to a question about the current position; `place`: where the keyboard focus is. */
export async function answer(
  question: Question,
  place: number,
  game: { board: Board; state: State; ask<A>(text: string): Promise<A> },
): Promise<string> {
  const { board, state } = game;
  const command = async (line: string) => (await game.ask<Reply>(`command ${line}`)).text.trim();
  switch (question) {
    case "place":
      return command(`look ${board.places[place]?.label ?? ""}`);
    case "threats":
      return command("threats");
    case "owners":
      return ownersWords(board, state);
    case "again":
      return `${state.ply > 0 ? await command("last") : ""} ${state.status}.`;
  }
}
