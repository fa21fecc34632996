/* What the page remembers, and games in links. Storage may be full or forbidden: then
 * the page says so once and goes on without. */

export interface Kept {
  game: string;
  record: string;
  path: string[]; // moves to the current position
  seats: number[]; // 0: a person; 1 to 10: a level
  clock: { minutes: number; increment: number; left: number[] } | null;
}
export interface Settings {
  lang: "fr" | "en";
  theme: "auto" | "light" | "dark" | "contrast";
  view: "depth" | "above";
  board: "auto" | "3d" | "flat";
  control: boolean;
  threats: boolean;
  size: number; // per cent
  keys: boolean; // single letters do something
  aloud: boolean; // what happens is read aloud
}

const PREFIX = "colonnade.";
let complain: (() => void) | undefined;
let complained = false;

export const onStorageTrouble = (f: () => void): void => {
  complain = f;
};

export function keep(name: string, value: unknown): void {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    if (!complained) complain?.();
    complained = true;
  }
}

/* What was kept, when it has the shape that `fits` asks for. */
export function recall<V>(name: string, fits: (value: unknown) => value is V): V | undefined {
  try {
    const text = localStorage.getItem(PREFIX + name);
    const value: unknown = text === null ? undefined : JSON.parse(text);
    return fits(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((v) => typeof v === "string");
const isNumbers = (value: unknown): value is number[] =>
  Array.isArray(value) && value.every((v) => typeof v === "number");

export function isKept(value: unknown): value is Kept {
  if (!isObject(value) || typeof value.game !== "string" || typeof value.record !== "string") return false;
  if (!isTexts(value.path) || !isNumbers(value.seats)) return false;
  const clock = value.clock;
  return (
    clock === null ||
    (isObject(clock) &&
      typeof clock.minutes === "number" &&
      typeof clock.increment === "number" &&
      isNumbers(clock.left))
  );
}

export const isNames = isTexts;

export function readSettings(): Settings {
  const fits = (value: unknown): value is Partial<Settings> => isObject(value);
  const kept = recall("settings", fits) ?? {};
  const one = <V>(value: V | undefined, allowed: readonly V[], otherwise: V): V =>
    value !== undefined && allowed.includes(value) ? value : otherwise;
  return {
    lang: one(kept.lang, ["fr", "en"] as const, navigator.language.toLowerCase().startsWith("fr") ? "fr" : "en"),
    theme: one(kept.theme, ["auto", "light", "dark", "contrast"] as const, "auto"),
    view: one(kept.view, ["depth", "above"] as const, "depth"),
    board: one(kept.board, ["auto", "3d", "flat"] as const, "auto"),
    control: kept.control !== false,
    threats: kept.threats === true,
    size: one(kept.size, [100, 125, 150, 200] as const, 100),
    keys: kept.keys !== false,
    aloud: kept.aloud === true,
  };
}

/* --- links: #/game/ID/MOVE.MOVE…[/POSITION] --- */

export interface Link {
  game: string;
  moves: string[];
  position: string;
}

export function writeLink(link: Link): string {
  const parts = [link.game, link.moves.join("~"), ...(link.position ? [link.position] : [])];
  return `#/game/${parts.map(encodeURIComponent).join("/")}`;
}

/* undefined: not a link to a game. What cannot be decoded is left for the engine to refuse. */
export function readLink(hash: string): Link | undefined {
  if (!hash.startsWith("#/game/")) return undefined;
  const decode = (text: string): string => {
    try {
      return decodeURIComponent(text);
    } catch {
      return text;
    }
  };
  const [game = "", moves = "", position = ""] = hash.slice("#/game/".length).split("/").map(decode);
  return {
    game,
    moves: moves
      .split("~")
      .filter(Boolean)
      .map((m) => m.replace(/\s/g, "_")),
    position: position.replace(/\n/g, " "),
  };
}
