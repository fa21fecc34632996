/* The house's protocol words as sentences for people. */
import { h } from "../dom.js";
import type { GameInfo } from "../protocol.js";
import { T, fill } from "../text.js";

export const SEATS = "wbrg";
const DAY = 86400000;
const MINUTE = 60000;

export const colours = (): string[] => [T("White"), T("Black"), T("Red"), T("Green")];
export const colour = (letter: string): string => colours()[SEATS.indexOf(letter)] ?? "";

/* Who sits there. */
export function playerName(seat: { kind?: unknown; name?: unknown; level?: unknown }): string {
  const name = typeof seat.name === "string" ? seat.name : "";
  if (seat.kind === "level") return fill(T("Level {0}"), Number(seat.level));
  if (name.startsWith("~")) return fill(T("Guest {0}"), name.slice(1));
  return name || (seat.kind === "person" ? T("Guest") : T("Nobody yet"));
}

export interface Rated {
  rating?: unknown;
  unsure?: unknown;
}

/* "1512", "1512?" while it is provisional; "": none. */
export const ratingText = (r: Rated): string =>
  typeof r.rating === "number" ? `${r.rating}${r.unsure === true ? "?" : ""}` : "";

/* The same, with words for screen readers. */
export const ratingMark = (r: Rated): (string | HTMLElement)[] => [
  ratingText(r),
  ...(r.unsure === true ? [h("span", { class: "hidden" }, ` ${T("provisional")}`)] : []),
];

/* In lists: who sits there, and with which rating. */
export function seatName(seat: { kind?: unknown; name?: unknown; level?: unknown } & Rated): string {
  const rating = ratingText(seat);
  return rating ? `${playerName(seat)} (${rating})` : playerName(seat);
}

export function clockWords(clock: string): string {
  const [kind = "", rest = ""] = clock.split(":");
  const [base = 0, step = 0] = rest.split("+").map(Number);
  const minutes = Math.round((base / MINUTE) * 10) / 10;
  if (kind === "sudden") return fill(T("{0} min each"), minutes);
  if (kind === "increment") return fill(T("{0} min + {1} s per move"), minutes, Math.round(step / 1000));
  if (kind === "move" && base === DAY) return T("one day per move");
  if (kind === "move") return fill(T("{0} days per move"), Math.round((base / DAY) * 10) / 10);
  return T("No clock");
}

/* A span of time, roughly. */
export function spanWords(ms: number): string {
  const hours = ms / 3600000;
  if (hours >= 48) return fill(T("{0} days left"), Math.round(hours / 24));
  if (hours >= 1) return fill(T("{0} h left"), Math.floor(hours));
  return fill(T("{0} min left"), Math.max(1, Math.ceil(ms / MINUTE)));
}

export const gameTitle = (games: GameInfo[], id: string): string => games.find((g) => g.id === id)?.title ?? id;
export const gameFamily = (games: GameInfo[], id: string): string => games.find((g) => g.id === id)?.family ?? "";

export function phraseWords(phrase: string): string {
  switch (phrase) {
    case "hello":
      return T("Hello!");
    case "good-luck":
      return T("Good luck!");
    case "nice-move":
      return T("Nice move!");
    case "oops":
      return T("Oops!");
    case "thanks":
      return T("Thank you!");
    case "one-moment":
      return T("One moment, please.");
    case "good-game":
      return T("Good game!");
    case "goodbye":
      return T("Goodbye!");
    default:
      return "";
  }
}

/* How a round in a list started; "": as usual. */
export function startWords(start: unknown): string {
  return start === "fair" ? T("Fair start") : start === "pair" ? T("A pair of games") : "";
}

/* Points in halves: "1½". */
export const pointsText = (points: number): string =>
  points % 1 === 0 ? String(points) : `${points >= 1 ? Math.floor(points) : ""}½`;

export const seatLink = (token: string): string => `${location.href.split("#")[0] ?? ""}#seat=${token}`;
export const watchLink = (round: string): string => `${location.href.split("#")[0] ?? ""}#watch=${round}`;
