/* What the page remembers, and games in links. Storage may be full or forbidden: then the page says so once and
 * goes on without it. */

/* The game of one tab, for a reload. */
export interface Tab {
  id: string; // the kept game's; "": none
  record: string;
  path: string[]; // moves to the position on screen
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
  sound: boolean; // pieces make sounds
}

const PREFIX = "colonnade.";
let complain: (() => void) | undefined;
let complained = false;

export const onStorageTrouble = (f: () => void): void => {
  complain = f;
};

export const storageTrouble = (): void => {
  if (!complained) complain?.();
  complained = true;
};

export function keep(name: string, value: unknown): void {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    storageTrouble();
  }
}

/* What was stored, if `fits` accepts its shape. */
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

/* --- one tab --- */

export function rememberTab(tab: Tab): void {
  try {
    sessionStorage.setItem(`${PREFIX}tab`, JSON.stringify(tab));
  } catch {
    storageTrouble();
  }
}

export function recallTab(): Tab | undefined {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(`${PREFIX}tab`) ?? "null");
    const fits =
      isObject(value) && typeof value.id === "string" && typeof value.record === "string" && isTexts(value.path);
    return fits ? (value as unknown as Tab) : undefined;
  } catch {
    return undefined;
  }
}

/* The single game that earlier versions of the page kept. */
export function oldGame(): string | undefined {
  const fits = (value: unknown): value is { record: string } => isObject(value) && typeof value.record === "string";
  return recall("game", fits)?.record;
}

export function forgetOldGame(): void {
  try {
    localStorage.removeItem(`${PREFIX}game`);
  } catch {
    /* it will be found again */
  }
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
    sound: kept.sound === true,
  };
}

/* --- links: #/game/ID/MOVE~MOVE…[/POSITION] --- */

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
