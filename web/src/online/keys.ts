/* The buttons under an online table, each with an icon and a word. */
import { drawn, h } from "../dom.js";

const SIGNS = {
  claim: "M5 13l4 4L19 7",
  "take-back": "M9 14L4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
  draw: "M4 9h16M4 15h16",
  resign: "M6 21V4M6 5h12l-3 4 3 4H6",
  abort: "M6 6l12 12M18 6L6 18",
  rematch: "M4 12a8 8 0 0 1 14-5.3M20 4v5h-5M20 12a8 8 0 0 1-14 5.3M4 20v-5h5",
  save: "M12 4v11M7 10l5 5 5-5M5 20h14",
  moves: "M9 6h11M9 12h11M9 18h11M4 6h.5M4 12h.5M4 18h.5",
  talk: "M4 5h16v11H9l-5 4Z",
  tables: "M4 4h7v7H4ZM13 4h7v7h-7ZM4 13h7v7H4ZM13 13h7v7h-7Z",
};

export class Keys {
  readonly made = new Map<string, HTMLButtonElement>();

  /* Buttons are reused: a press on one that is replaced meanwhile would be lost. `whole`: the full label for
   * screen readers, if the word on it is short. */
  key(name: keyof typeof SIGNS, text: string, whole: string, then: () => void, main = false): HTMLButtonElement {
    const key =
      this.made.get(name) ??
      h("button", { type: "button", "data-name": name }, drawn(SIGNS[name]), h("span", {}, text));
    this.made.set(name, key);
    key.className = main ? "act primary" : "act";
    key.setAttribute("aria-label", whole);
    key.title = whole;
    key.onclick = then;
    return key;
  }
}
