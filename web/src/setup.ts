/* The screen that begins a game: which one, who sits where, with which clock. What was chosen last is offered again. */
import { button, h, replace, select } from "./dom.js";
import type { Client } from "./client.js";
import { families, sky } from "./home.js";
import type { Gallery } from "./gallery.js";
import { seatSign } from "./marks.js";
import type { GameInfo } from "./protocol.js";
import { keep, recall } from "./store.js";
import { T, fill } from "./text.js";

/* As the engine's command takes them, with the minutes and seconds that they mean. */
export const CLOCKS: [string, number, number][] = [
  ["-", 0, 0],
  ["3+2", 3, 2],
  ["5+0", 5, 0],
  ["10+5", 10, 5],
  ["30+0", 30, 0],
];

/* A person, or one of the levels by its name. */
export const seatOptions = (game: Client, levels: boolean): [string, string][] => [
  ["0", T("Person")],
  ...(levels ? game.levels : []).map(({ name }, i): [string, string] => [
    String(i + 1),
    `${fill(T("Level {0}"), i + 1)} · ${name}`,
  ]),
];

/* What was chosen the last time. */
interface Wish {
  game: string;
  seats: number[];
  clock: string;
  lot: boolean; // the seats are drawn
  fair: boolean; // it begins from an opening that is proven to be a draw
}

const isWish = (value: unknown): value is Wish => {
  const w = value as Partial<Wish> | null;
  return (
    typeof w === "object" &&
    typeof w?.game === "string" &&
    typeof w.clock === "string" &&
    Array.isArray(w.seats) &&
    w.seats.every((n) => Number.isInteger(n) && n >= 0 && n <= 10)
  );
};

/* On the table, else what was wished last, else the first game against an easy level. */
function firstWish(game: Client): Wish {
  const last = recall("setup", isWish);
  const lot = last?.lot === true;
  const fair = last?.fair === true;
  const clock = CLOCKS.some(([c]) => c === last?.clock) ? (last?.clock ?? "-") : "-";
  if (game.state)
    return { game: game.board.game, seats: game.state.seats.map((s) => (s.left ? 0 : s.level)), clock, lot, fair };
  if (last && game.games.some((g) => g.id === last.game)) return { ...last, clock, lot, fair };
  return { game: game.games[0]?.id ?? "", seats: [0, 2], clock, lot, fair };
}

class Setup {
  readonly dialog = h("dialog", { class: "setup", "aria-labelledby": "setup-title" });
  private wish: Wish;
  private about = h("p", { class: "level-words", role: "status" });

  constructor(
    private readonly game: Client,
    private readonly seatNames: string[],
    private readonly done: () => void,
    private readonly gallery?: Gallery,
  ) {
    this.wish = firstWish(game);
  }

  private get info(): GameInfo | undefined {
    return this.game.games.find((g) => g.id === this.wish.game);
  }

  open(): void {
    this.paint();
    document.body.append(this.dialog);
    this.dialog.addEventListener("cancel", () => setTimeout(() => this.dialog.remove()));
    this.dialog.showModal();
    this.dialog.querySelector<HTMLInputElement>("input:checked")?.focus();
    for (const box of this.dialog.querySelectorAll<HTMLElement>("[data-picture]"))
      void this.gallery?.example(box.firstElementChild as Element, box.dataset.picture ?? "");
  }

  private close(): void {
    this.dialog.close();
    this.dialog.remove();
  }

  /* It closes when there is something else to look at. */
  private begin(): void {
    const players = this.info?.players ?? 2;
    let seats = this.wish.seats.slice(0, players);
    keep("setup", { ...this.wish, seats });
    const turn = this.wish.lot ? Math.floor(Math.random() * players) : 0;
    seats = seats.map((_, i) => seats[(i + turn) % players] ?? 0);
    const fair = this.wish.fair && this.info?.fair === true;
    void this.game.newGame(this.wish.game, seats, this.wish.clock, fair).then(() => {
      this.close();
      this.done();
    });
  }

  private paint(): void {
    const players = this.info?.players ?? 2;
    const levels = this.info?.levels === true;
    while (this.wish.seats.length < players) this.wish.seats.push(3);
    if (!levels) this.wish.seats = this.wish.seats.map(() => 0);
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
        h("h2", { id: "setup-title" }, T("New game")),
        this.games(),
        h("div", { class: "rulesets-box" }, this.rulesets()),
        this.seats(players, levels),
        this.about,
        h(
          "div",
          { class: "setup-more" },
          select(
            T("Clock"),
            CLOCKS.map(([c, m, i]) => [c, m === 0 ? T("No clock") : fill(T("{0} min + {1} s a move"), m, i)]),
            this.wish.clock,
            (v) => (this.wish.clock = v),
          ),
          this.lot(),
          this.fair(),
        ),
        h("p", { class: "quiet" }, T("Your running game stays in My games.")),
        h(
          "div",
          { class: "row end" },
          button(T("Cancel"), () => this.close()),
          h("button", { type: "submit", class: "primary" }, T("Begin")),
        ),
      ),
    );
    this.tellLevel(Math.max(0, ...this.wish.seats.slice(0, players)));
  }

  /* Families as pictures; choosing one begins with its first ruleset. */
  private games(): HTMLElement {
    const family = this.info?.family;
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
          h("span", {}, f.title),
        ),
      ),
    );
  }

  /* The pictures stay: what depends on the game is painted again. */
  private choose(id: string): void {
    this.wish.game = id;
    const players = this.info?.players ?? 2;
    const levels = this.info?.levels === true;
    while (this.wish.seats.length < players) this.wish.seats.push(3);
    if (!levels) this.wish.seats = this.wish.seats.map(() => 0);
    const rulesets = this.dialog.querySelector(".rulesets-box");
    const focused = rulesets?.contains(document.activeElement);
    if (rulesets) replace(rulesets, this.rulesets());
    if (focused) this.dialog.querySelector<HTMLElement>("[name=ruleset]:checked")?.focus();
    this.dialog.querySelector(".seats")?.replaceWith(this.seats(players, levels));
    this.dialog.querySelector(".fair-box")?.replaceWith(this.fair());
    this.dialog.querySelector(".pick:has([name=lot])")?.replaceWith(this.lot());
    this.tellLevel(Math.max(0, ...this.wish.seats.slice(0, players)));
  }

  private rulesets(): HTMLElement | null {
    const all = this.game.games.filter((g) => g.family === this.info?.family);
    if (all.length < 2) return null;
    return h(
      "fieldset",
      { class: "rulesets" },
      h("legend", {}, T("Which rules?")),
      ...all.map((g) =>
        h(
          "label",
          { class: "pick" },
          h("input", {
            type: "radio",
            name: "ruleset",
            value: g.id,
            checked: g.id === this.wish.game,
            onchange: () => this.choose(g.id),
          }),
          h("span", {}, g.title),
        ),
      ),
    );
  }

  private seats(players: number, levels: boolean): HTMLElement {
    const sides = this.info?.sides ?? players;
    return h(
      "fieldset",
      { class: "seats" },
      h("legend", {}, T("Players")),
      ...Array.from({ length: players }, (_, seat) => {
        const name = this.seatNames[seat] ?? "";
        const title = sides < players ? `${name} · ${fill(T("team {0}"), (seat % sides) + 1)}` : name;
        const field = select(title, seatOptions(this.game, levels), String(this.wish.seats[seat] ?? 0), (v) => {
          this.wish.seats[seat] = Number(v);
          this.tellLevel(Number(v));
        });
        field.prepend(seatSign(seat));
        return field;
      }),
    );
  }

  /* How the level that was looked at last plays. */
  private tellLevel(level: number): void {
    this.about.textContent = this.game.levels[level - 1]?.words ?? "";
  }

  private lot(): HTMLElement {
    const { players = 2, sides = 2 } = this.info ?? {};
    return this.tick("lot", T("Draw the seats by lot"), players > sides ? T("Teams stay as they are.") : "");
  }

  /* Only where such openings are known. */
  private fair(): HTMLElement {
    const text = T("An opening by lot that is a draw when nobody errs.");
    return h("div", { class: "fair-box" }, this.info?.fair ? this.tick("fair", T("Fair start"), text) : null);
  }

  private tick(name: "lot" | "fair", title: string, more: string): HTMLElement {
    const box = h("input", {
      type: "checkbox",
      name,
      checked: this.wish[name],
      onchange: () => (this.wish[name] = box.checked),
    });
    return h("label", { class: "pick" }, box, h("span", {}, title, h("small", {}, more)));
  }
}

/* `gallery` draws the games; without it they are names. */
export function openSetup(game: Client, seatNames: string[], done: () => void, gallery?: Gallery): void {
  new Setup(game, seatNames, done, gallery).open();
}

/* A question with two answers. */
export function confirmBox(question: string, yes: string, no: string): Promise<boolean> {
  return new Promise((resolve) => {
    const dialog = h("dialog", { class: "confirm", "aria-labelledby": "confirm-question" });
    const answer = (value: boolean) => {
      dialog.close();
      dialog.remove();
      resolve(value);
    };
    dialog.append(
      h("p", { id: "confirm-question" }, question),
      h(
        "div",
        { class: "row end" },
        button(no, () => answer(false)),
        button(yes, () => answer(true), { class: "primary" }),
      ),
    );
    dialog.addEventListener("cancel", () => answer(false));
    document.body.append(dialog);
    dialog.showModal();
  });
}
