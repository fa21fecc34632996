/* The page's header: its name, its navigation, the settings. */
import { drawn, h, replace } from "./dom.js";
import { T } from "./text.js";

/* Icons as line drawings. */
const SIGNS = {
  brand: "M4 4h16v3H4ZM4 17h16v3H4ZM7 7v10M10 7v10M14 7v10M17 7v10",
  play: "M12 3l9 5-9 5-9-5ZM3 12.5l9 5 9-5M3 17l9 5 9-5",
  puzzles: "M4 8h4a2.5 2.5 0 1 1 5 0h4v4a2.5 2.5 0 1 1 0 5v4h-5a2.5 2.5 0 1 0-4 0H4v-4a2.5 2.5 0 1 0 0-5Z",
  learn: "M2 9.5 12 5l10 4.5L12 14ZM6 11.5V16c2 2 10 2 12 0v-4.5",
  online:
    "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM3 20c0-4 2.5-6 6-6s6 2 6 6M15.5 4.3a3.5 3.5 0 0 1 0 6.4M17 14.3c2.5.8 4 2.7 4 5.7",
  kept: "M5 4v16M10 4v16M15 4v16M18 4.5l3 15",
};

/* Whether an address belongs to online play, which is fetched on use. */
export const isOnline = (hash: string): boolean => /^#(seat|watch)=|^#\/online(\/|$)/.test(hash);

export class Header {
  readonly element = h("header", { class: "top" });
  readonly badge = h("span", { class: "turns" }); // number of online games where it is our turn
  private painted = "";

  constructor(private readonly main: HTMLElement) {}

  /* Repaints only for another language or another part of the page: somebody may be using it. */
  paint(lang: string, sheet: () => HTMLElement): void {
    const here = location.hash.replace(/^#/, "") || "/";
    const now = `${lang} ${here}`;
    if (now === this.painted) return;
    this.painted = now;
    const link = (to: string, text: string, path: string, on: boolean, more: HTMLElement | null = null) =>
      h("a", { href: `#${to}`, "aria-current": on ? "page" : null }, drawn(path), h("span", {}, text), more);
    const puzzling = here.startsWith("/puzzles");
    const learning = /^\/(learn|rules|lesson|explore)/.test(here);
    const online = isOnline(location.hash);
    replace(
      this.element,
      h(
        "a",
        {
          class: "skip",
          href: "#main",
          onclick: (e: Event) => {
            e.preventDefault();
            this.main.focus();
          },
        },
        T("Skip to the board"),
      ),
      h("h1", {}, drawn(SIGNS.brand), h("span", {}, "Colonnade")),
      h(
        "nav",
        { "aria-label": T("Main") },
        link("/", T("Play"), SIGNS.play, !online && !learning && !puzzling && !here.startsWith("/kept")),
        link("/online", T("Online"), SIGNS.online, online),
        link("/puzzles", T("Puzzles"), SIGNS.puzzles, puzzling),
        link("/learn", T("Learn"), SIGNS.learn, learning),
        link("/kept", T("My games"), SIGNS.kept, here.startsWith("/kept"), this.badge),
      ),
      sheet(),
    );
  }
}
