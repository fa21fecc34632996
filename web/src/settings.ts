/* The sheet of settings, and what the keys do. */
import { canSpeak } from "./aloud.js";
import { drawn, h, select } from "./dom.js";
import { canKnock } from "./knock.js";
import type { Settings } from "./store.js";
import { T } from "./text.js";

const SLIDERS =
  "M4 7h8M18 7h2M4 17h2M12 17h8M15 4.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5ZM9 14.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5Z";

export interface Changes {
  language(lang: Settings["lang"]): void;
  changed(): void;
  aloud(): void; // turned on or off
}

/* Keys and what they do, in the order of use. */
const keys = (): [string, string][] => [
  [T("arrows"), T("on the board: to the next place; elsewhere: through the moves")],
  ["Page Up, Page Down", T("a level higher or lower")],
  ["Enter", T("chooses the place")],
  ["Escape", T("takes the last choice back")],
  ["U, Y", T("undo, redo")],
  ["H", T("a hint")],
  ["N", T("a new game")],
  ["V", T("seen from above, or not")],
  ["[ ], . ,", T("turns the board, tilts it")],
  ["+ -, 0", T("brings the board closer or farther, puts it back")],
  ["W, T, O, R", T("says what is here, what is threatened, who holds what, the last move")],
];

const keysSheet = (): HTMLElement =>
  h(
    "details",
    { class: "keys" },
    h("summary", {}, T("What the keys do")),
    h("dl", {}, ...keys().flatMap(([key, does]) => [h("dt", {}, key), h("dd", {}, does)])),
    h("p", { class: "quiet" }, T("Drag beside the board with the mouse, or sideways with a finger, to turn it.")),
  );

const onOrOff = (title: string, on: boolean, change: (on: boolean) => void): HTMLElement =>
  select(
    title,
    [
      ["on", T("On")],
      ["off", T("Off")],
    ],
    on ? "on" : "off",
    (v) => change(v === "on"),
  );

export function settingsSheet(settings: Settings, on: Changes): HTMLElement {
  /* One setting with its values; a choice is stored. */
  const one = <K extends "theme" | "board">(title: string, name: K, values: [Settings[K], string][]) =>
    select(title, values, settings[name], (v) => {
      settings[name] = v as Settings[K];
      on.changed();
    });
  const onOff = (title: string, name: "aloud" | "keys" | "sound", then: () => void = () => undefined) =>
    onOrOff(title, settings[name], (v) => {
      settings[name] = v;
      then();
      on.changed();
    });
  return h(
    "details",
    { class: "settings" },
    h("summary", {}, drawn(SLIDERS), h("span", {}, T("Settings"))),
    h(
      "div",
      { class: "sheet" },
      select(
        T("Language"),
        [
          ["en", "English"],
          ["fr", "Français"],
        ],
        settings.lang,
        (v) => on.language(v === "fr" ? "fr" : "en"),
      ),
      one(T("Theme"), "theme", [
        ["auto", T("Same as the system")],
        ["light", T("Light")],
        ["dark", T("Dark")],
        ["contrast", T("High contrast")],
      ]),
      one(T("Board"), "board", [
        ["auto", T("Automatic")],
        ["3d", T("Three dimensions")],
        ["flat", T("Flat")],
      ]),
      select(
        T("Text size"),
        [100, 125, 150, 200].map((n): [string, string] => [String(n), `${n} %`]),
        String(settings.size),
        (v) => {
          settings.size = Number(v);
          on.changed();
        },
      ),
      canSpeak() ? onOff(T("Reading aloud"), "aloud", on.aloud) : null,
      canKnock() ? onOff(T("Sound of the pieces"), "sound") : null,
      onOff(T("Letter keys"), "keys"),
      keysSheet(),
    ),
  );
}

/* Escape, or a click elsewhere, closes an open sheet. */
export function closeSheets(): void {
  const open = () => document.querySelector<HTMLDetailsElement>("details.settings[open]");
  addEventListener("keydown", (e: KeyboardEvent) => {
    const sheet = open();
    if (e.key !== "Escape" || !sheet || document.querySelector("dialog[open]")) return;
    const inside = sheet.contains(document.activeElement);
    sheet.open = false;
    if (inside) sheet.querySelector("summary")?.focus();
  });
  addEventListener("pointerdown", (e: PointerEvent) => {
    const sheet = open();
    if (sheet && !sheet.contains(e.target as Node)) sheet.open = false;
  });
}
