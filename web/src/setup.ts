/* The screen for a new game: which one, who sits where, with which clock. The last choices are offered again. */
import "./base.js";
import { button, drawn, fetchStyles, h, replace, select, svg } from "./dom.js";
import type { Client } from "./client.js";
import { families, range, sky } from "./home.js";
import type { Gallery } from "./gallery.js";
import { seatSign } from "./marks.js";
import { seatOptions } from "./menu.js";
import type { GameInfo } from "./protocol.js";
import { keep, recall } from "./store.js";
import { T, fill } from "./text.js";

/* As the engine's command takes them, with their minutes and seconds. */
const CLOCKS: [string, number, number][] = [
  ["-", 0, 0],
  ["3+2", 3, 2],
  ["5+0", 5, 0],
  ["10+5", 10, 5],
  ["30+0", 30, 0],
];

/* What was chosen the last time. */
interface TableWish {
  game: string;
  seats: number[];
  clock: string;
  lot: boolean; // seats are drawn by lot
  fair: boolean; // from an opening that is a proven draw
}

const isWish = (value: unknown): value is TableWish => {
  const w = value as Partial<TableWish> | null;
  return (
    typeof w === "object" &&
    typeof w?.game === "string" &&
    typeof w.clock === "string" &&
    Array.isArray(w.seats) &&
    w.seats.every((n) => Number.isInteger(n) && n >= 0 && n <= 10)
  );
};

/* The game on the table, otherwise the last choice, otherwise the first game against an easy level. */
function firstWish(game: Client): TableWish {
  const last = recall("setup", isWish);
  const lot = last?.lot === true;
  const fair = last?.fair === true;
  const clock = CLOCKS.some(([c]) => c === last?.clock) ? (last?.clock ?? "-") : "-";
  if (game.state)
    return { game: game.board.game, seats: game.state.seats.map((s) => (s.left ? 0 : s.level)), clock, lot, fair };
  if (last && game.games.some((g) => g.id === last.game)) return { ...last, clock, lot, fair };
  return { game: game.games[0]?.id ?? "", seats: [0, 2], clock, lot, fair };
}

const PERSON = "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20c0-4 3-6 7.5-6s7.5 2 7.5 6";
const CHIP = "M6 6h12v12H6ZM10 10h4v4h-4ZM9 2.5V6M15 2.5V6M9 18v3.5M15 18v3.5M2.5 9H6M2.5 15H6M18 9h3.5M18 15h3.5";
const STYLES = "setup.css"; // the build puts its version here
let styled: Promise<void> | undefined;
const EASY = 3; // the default level

/* One of several buttons in a row: a radio button under a drawn one. */
interface Key {
  value: string;
  text: string;
  sign?: string;
}

function keys(name: string, chosen: string, list: Key[], onpick: (value: string) => void): HTMLElement {
  return h(
    "div",
    { class: "keys" },
    ...list.map(({ value, text, sign }) =>
      h(
        "label",
        { class: "key" },
        h("input", { type: "radio", name, value, checked: value === chosen, onchange: () => onpick(value) }),
        sign ? drawn(sign) : null,
        h("span", {}, text),
      ),
    ),
  );
}

const clockText = (minutes: number, seconds: number): string =>
  minutes === 0
    ? T("No clock")
    : seconds === 0
      ? fill(T("{0} min"), minutes)
      : fill(T("{0} min + {1} s"), minutes, seconds);

/* The same seats at a table in a house: the other people or, if there are none, the first level become people who
 * get a link. */
function farSeats(levels: number[]): string {
  const me = Math.max(0, levels.indexOf(0));
  const far = levels.filter((level, seat) => level === 0 && seat !== me).length;
  const first = far > 0 ? -1 : levels.findIndex((_, seat) => seat !== me);
  const kind = (level: number, seat: number) =>
    seat === me ? "me" : level === 0 || seat === first ? "link" : `level:${level}`;
  return levels.map(kind).join();
}

class Setup {
  readonly dialog = h("dialog", { class: "setup", "aria-labelledby": "setup-title" });
  private wish: TableWish;
  private about = h("p", { class: "level-words", role: "status" });
  private colours = [T("White"), T("Black"), T("Red"), T("Green")];
  private rulesets = h("div", { class: "rulesets-box" });
  private seats = h("fieldset", { class: "seat-room" });
  private picture = h("div", { class: "seat-picture", "aria-hidden": "true" });
  private pictured = ""; // the family that it shows
  private away = h(
    "a",
    { class: "button setup-away", "data-name": "away", onclick: () => this.close() },
    T("Play with someone far away"),
  );
  private level = h("fieldset", { class: "setup-level" });
  private lot = h("div");
  private fair = h("div");

  constructor(
    private readonly game: Client,
    private readonly done: () => void,
    private readonly gallery?: Gallery,
  ) {
    this.wish = firstWish(game);
  }

  private get info(): GameInfo | undefined {
    return this.game.games.find((g) => g.id === this.wish.game);
  }
  private get players(): number {
    return this.info?.players ?? 2;
  }
  private get taken(): number[] {
    return this.wish.seats.slice(0, this.players);
  }

  open(): void {
    this.paint();
    document.body.append(this.dialog);
    this.dialog.addEventListener("cancel", () => setTimeout(() => this.dialog.remove()));
    this.dialog.showModal();
    this.dialog.querySelector<HTMLInputElement>("input:checked")?.focus();
    for (const box of this.dialog.querySelectorAll<HTMLElement>("[data-picture]"))
      void this.gallery?.example(box.firstElementChild as Element, box.dataset.picture ?? "");
    this.paintPicture();
  }

  private close(): void {
    this.dialog.close();
    this.dialog.remove();
  }

  /* The dialogue closes once the game is there. */
  private begin(): void {
    let seats = this.taken;
    keep("setup", { ...this.wish, seats });
    const turn = this.wish.lot ? Math.floor(Math.random() * seats.length) : 0;
    seats = seats.map((_, i) => seats[(i + turn) % seats.length] ?? 0);
    const fair = this.wish.fair && this.info?.fair === true;
    void this.game.newGame(this.wish.game, seats, this.wish.clock, fair).then(() => {
      this.close();
      this.done();
    });
  }

  private paint(): void {
    const clocks = CLOCKS.map(([value, m, s]) => ({ value, text: clockText(m, s) }));
    replace(
      this.dialog,
      h(
        "form",
        {
          method: "dialog",
          onsubmit: (e: Event) => {
            e.preventDefault();
            this.begin();
          },
        },
        h(
          "div",
          { class: "setup-head" },
          h("h2", { id: "setup-title" }, T("New game")),
          button("×", () => this.close(), { class: "setup-close", "aria-label": T("Close") }),
        ),
        h("div", { class: "setup-who" }, this.games(), this.rulesets, this.seats, this.away),
        h(
          "div",
          { class: "setup-how" },
          this.level,
          h(
            "fieldset",
            { class: "setup-clock" },
            h("legend", {}, T("Clock")),
            keys("clock", this.wish.clock, clocks, (v) => (this.wish.clock = v)),
          ),
          this.lot,
          this.fair,
          h(
            "div",
            { class: "setup-begin" },
            h("button", { type: "submit", class: "primary" }, T("Begin")),
            h("p", { class: "quiet" }, T("Your running game stays in My games.")),
          ),
        ),
      ),
    );
    this.paintGame();
  }

  /* Families as pictures; choosing one selects its first ruleset. */
  private games(): HTMLElement {
    const family = this.info?.family;
    const count = (f: string) => {
      const all = this.game.games.filter((g) => g.family === f).map((g) => g.players);
      return range(Math.min(...all), Math.max(...all));
    };
    return h(
      "fieldset",
      { class: "setup-games" },
      h("legend", {}, T("Game")),
      ...families(this.game.games).map((f) =>
        h(
          "label",
          { class: "setup-game", "data-picture": f.family },
          sky(this.game.games, f.family),
          h("input", {
            type: "radio",
            name: "family",
            value: f.id,
            checked: f.family === family,
            onchange: () => this.choose(f.id),
          }),
          h("span", {}, f.title, h("small", { "aria-hidden": "true" }, count(f.family))),
        ),
      ),
    );
  }

  private choose(id: string): void {
    this.wish.game = id;
    const focused = this.rulesets.contains(document.activeElement);
    this.paintGame();
    if (focused) this.rulesets.querySelector<HTMLElement>(":checked")?.focus();
  }

  /* What depends on the game; the pictures stay. */
  private paintGame(): void {
    while (this.wish.seats.length < this.players) this.wish.seats.push(this.wish.seats.find((n) => n > 0) ?? EASY);
    if (!this.info?.levels) this.wish.seats = this.wish.seats.map(() => 0);
    replace(this.rulesets, this.choices());
    const { players = 2, sides = 2 } = this.info ?? {};
    replace(
      this.lot,
      this.tick("lot", T("Draw the seats by lot"), players > sides ? T("Teams stay as they are.") : ""),
    );
    const text = T("A random opening that is a draw when nobody errs.");
    replace(this.fair, this.info?.fair ? this.tick("fair", T("Fair start"), text) : null);
    this.paintSeats();
    this.paintPicture();
  }

  /* Rulesets of a family differ in how many play, or in the rules. */
  private choices(): HTMLElement | null {
    const all = this.game.games.filter((g) => g.family === this.info?.family);
    if (all.length < 2) return null;
    const byCount = new Set(all.map((g) => g.players)).size === all.length;
    const count = ({ players, sides }: GameInfo) =>
      fill(players === 2 ? T("{0} players") : players > sides ? T("{0}, in teams") : T("{0}, each alone"), players);
    return h(
      "fieldset",
      { class: "rulesets" },
      h("legend", {}, byCount ? T("How many?") : T("Which rules?")),
      keys(
        "ruleset",
        this.wish.game,
        all.map((g) => ({ value: g.id, text: byCount ? count(g) : g.title })),
        (id) => this.choose(id),
      ),
    );
  }

  /* --- who sits where --- */

  private paintSeats(): void {
    const focus = this.seats.querySelector<HTMLInputElement>(":focus")?.name;
    const levels = this.taken.filter((level) => level > 0);
    this.seats.dataset.count = String(this.players);
    replace(
      this.seats,
      h("legend", {}, T("Players")),
      this.partners(),
      this.picture,
      ...this.taken.map((_, seat) => this.seat(seat, levels.length > 1)),
    );
    this.away.href = `#/online/new/${this.wish.game}/${farSeats(this.taken)}`;
    if (focus) this.seats.querySelector<HTMLElement>(`[name="${focus}"]:checked`)?.focus();
    this.paintLevels(levels);
  }

  /* Lines from the board to the seats, the same style for partners. */
  private partners(): SVGElement | null {
    const { players = 2, sides = 2 } = this.info ?? {};
    if (players === sides) return null;
    const corners = ["0 0", "100 0", "100 100", "0 100"];
    return svg(
      "svg",
      { class: "partners", viewBox: "0 0 100 100", preserveAspectRatio: "none", "aria-hidden": "true" },
      ...corners.map((to, seat) => svg("path", { d: `M50 50L${to}`, "data-team": seat % sides })),
    );
  }

  /* The nearest person is "you"; other people are beside you. */
  private who(seat: number): string {
    const level = this.taken[seat] ?? 0;
    if (level > 0) return fill(T("Level {0}"), level);
    return this.taken.indexOf(0) === seat ? T("You") : T("Someone here");
  }

  private seat(seat: number, several: boolean): HTMLElement {
    const { sides = 2, levels = false } = this.info ?? {};
    const colour = this.colours[seat] ?? "";
    const level = this.taken[seat] ?? 0;
    const kinds: Key[] = [
      { value: "person", text: T("Person"), sign: PERSON },
      { value: "level", text: T("Level"), sign: CHIP },
    ];
    const pick = (kind: string) => {
      this.wish.seats[seat] = kind === "level" ? (this.taken.find((n) => n > 0) ?? EASY) : 0;
      this.paintSeats();
    };
    return h(
      "div",
      {
        class: "seat-card",
        role: "group",
        "aria-label": colour,
        "data-seat": seat,
        "data-kind": level ? "level" : "person",
      },
      h("span", { class: "disc", "aria-hidden": "true" }, seatSign(seat)),
      h(
        "span",
        { class: "seat-words" },
        h("strong", {}, this.who(seat)),
        h("small", {}, sides < this.players ? `${colour} · ${fill(T("team {0}"), (seat % sides) + 1)}` : colour),
      ),
      levels ? keys(`seat-${seat}`, level > 0 ? "level" : "person", kinds, pick) : null,
      several && level > 0 ? this.levelOf(seat, level, colour) : null,
    );
  }

  /* If several levels play, they may differ. */
  private levelOf(seat: number, level: number, colour: string): HTMLElement {
    const options = seatOptions(this.game, true).slice(1);
    const field = select(fill(T("Level of {0}"), colour), options, String(level), (v) => {
      this.wish.seats[seat] = Number(v);
      const title = this.seats.querySelector(`[data-seat="${seat}"] strong`);
      if (title) title.textContent = this.who(seat);
      this.paintLevels(
        this.taken.filter((n) => n > 0),
        Number(v),
      );
    });
    field.classList.add("seat-level");
    return field;
  }

  private paintPicture(): void {
    const family = this.info?.family ?? "";
    if (!this.dialog.open || family === this.pictured) return;
    this.pictured = family;
    void this.gallery?.example(this.picture, family);
  }

  /* --- how they play --- */

  /* Ten buttons for all seated levels, and a description of the last one looked at. */
  private paintLevels(seated: number[], about = seated[0] ?? 0): void {
    this.level.hidden = seated.length === 0;
    const same = seated.every((n) => n === seated[0]) ? String(seated[0]) : "";
    const focused = this.level.contains(document.activeElement);
    const all = this.game.levels.map((_, i) => ({ value: String(i + 1), text: String(i + 1) }));
    replace(
      this.level,
      h("legend", {}, T("Level of the computer")),
      keys("level", same, all, (v) => {
        this.wish.seats = this.wish.seats.map((n) => (n > 0 ? Number(v) : 0));
        this.paintSeats();
      }),
      this.about,
    );
    if (focused) this.level.querySelector<HTMLElement>(":checked")?.focus();
    const { name, words } = this.game.levels[about - 1] ?? { name: "", words: "" };
    if (name) replace(this.about, h("strong", {}, `${about} · ${name}.`), ` ${words}`);
  }

  private tick(name: "lot" | "fair", title: string, more: string): HTMLElement {
    const box = h("input", {
      type: "checkbox",
      role: "switch",
      name,
      checked: this.wish[name],
      onchange: () => (this.wish[name] = box.checked),
    });
    return h("label", { class: "switch" }, h("span", {}, title, h("small", {}, more)), box);
  }
}

/* `gallery` draws the games; without it they are names. */
export async function openSetup(game: Client, done: () => void, gallery?: Gallery): Promise<void> {
  await (styled ??= fetchStyles(STYLES));
  if (!document.querySelector("dialog.setup")) new Setup(game, done, gallery).open();
}
