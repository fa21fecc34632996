/* The dialogue that opens a table: which game, who sits where, with which clock. */
import { button, h, replace, select } from "../dom.js";
import type { GameInfo } from "../protocol.js";
import { T, capital, fill } from "../text.js";
import type { House } from "./house.js";
import { Refused, text } from "./house.js";
import type { Host } from "./online.js";
import { called, holdSeat } from "./seats.js";
import { nameField, rememberName } from "./names.js";
import { colours } from "./words.js";

const MINUTE = 60000;
const DAY = 86400000;

export interface Wish {
  game: string;
  clock: string;
  seats: string[];
  listed: boolean;
  name: string;
  start?: string; // "fair" or "pair"; otherwise the usual start
  rated?: boolean; // between accounts
}

/* Opens the table and goes there; returns a sentence if the house refuses. */
export async function openRound(host: Host, house: House, wish: Wish): Promise<string> {
  try {
    const { name, ...rest } = wish;
    const answer = await house.askOnce({ do: "open", ...rest, ...(await called(name)) });
    const seats = Array.isArray(answer.seats) ? (answer.seats as Record<string, unknown>[]) : [];
    const token = text(seats.find((s) => s.kind === "me")?.token);
    const links = seats.filter((s) => s.kind === "link").map((s) => ({ seat: text(s.seat), token: text(s.token) }));
    await holdSeat({ token, game: wish.game, made: Date.now(), links });
    location.hash = `#seat=${token}`;
    return "";
  } catch (error) {
    const why = error instanceof Refused ? error.why : "trouble";
    const reply = await host.game.ask<{ text: string }>(`far refused ${why}\n`);
    return capital(reply.text.trim());
  }
}

const CLOCKS = ["none", "3+2", "5+0", "10+5", "30+0", "1d", "3d", "7d"];

function clockOf(word: string): string {
  if (word === "none") return "none";
  if (word.endsWith("d")) return `move:${Number(word.slice(0, -1)) * DAY}`;
  const [minutes = 0, seconds = 0] = word.split("+").map(Number);
  return seconds > 0 ? `increment:${minutes * MINUTE}+${seconds * 1000}` : `sudden:${minutes * MINUTE}`;
}

function clockText(word: string): string {
  if (word === "none") return T("No clock");
  if (word === "1d") return capital(T("one day per move"));
  if (word.endsWith("d")) return fill(T("{0} days per move"), word.slice(0, -1));
  const [minutes = 0, seconds = 0] = word.split("+").map(Number);
  return seconds > 0 ? fill(T("{0} min + {1} s per move"), minutes, seconds) : fill(T("{0} min each"), minutes);
}

/* How a game may begin. */
const startsOf = (info: GameInfo | undefined): [string, string][] => [
  ["sheet", T("As the sheet says")],
  ...(info?.fair ? [["fair", T("Fair start: a random opening that is a draw")] as [string, string]] : []),
  ...(info?.players === 2 ? [["pair", T("A pair of games, seats swapped")] as [string, string]] : []),
];

const seatOptions = (levels: boolean): [string, string][] => [
  ["me", T("Me")],
  ["link", T("Somebody with a link")],
  ["open", T("Anybody")],
  ...(levels ? Array.from({ length: 10 }, (_, i) => i + 1) : []).map((n): [string, string] => [
    `level:${n}`,
    fill(T("Level {0}"), n),
  ]),
];

const box = (words: string, name: string, checked: boolean, change: (checked: boolean) => void): HTMLElement => {
  const input = h("input", { type: "checkbox", name, checked, onchange: () => change(input.checked) });
  return h("label", { class: "check" }, input, h("span", {}, words));
};

export class Invite {
  private readonly dialog = h("dialog", { class: "setup invite", "aria-labelledby": "invite-title" });
  private readonly trouble = h("p", { class: "note", role: "status" });
  private readonly name: HTMLElement;
  private id: string;
  private seats: string[];
  private clock = "none";
  private listed: boolean;
  private start = "sheet";
  private rated = false;

  /* `kind`: the initial kind of the other seats. `chosen`: the game and the seats, if they were chosen before. */
  constructor(
    private readonly host: Host,
    private readonly house: House,
    private readonly kind: "link" | "open",
    chosen?: Pick<Wish, "game" | "seats">,
  ) {
    const { games } = host.game;
    const known = games.some((g) => g.id === chosen?.game) ? chosen : undefined;
    this.id = known?.game ?? (host.game.state ? host.game.board.game : (games[0]?.id ?? ""));
    this.seats = known?.seats ?? ["me"];
    this.listed = kind === "open";
    this.name = nameField(house.account);
  }

  open(): void {
    this.paint();
    document.body.append(this.dialog);
    this.dialog.addEventListener("cancel", () => setTimeout(() => this.dialog.remove()));
    this.dialog.showModal();
    this.dialog.querySelector("select")?.focus();
  }

  private close(): void {
    this.dialog.close();
    this.dialog.remove();
  }

  private get info(): GameInfo | undefined {
    return this.host.game.games.find((g) => g.id === this.id);
  }

  private async begin(): Promise<void> {
    const seats = this.seats.slice(0, this.info?.players ?? 2);
    const name = this.name.querySelector("input")?.value.trim() ?? "";
    if (!seats.includes("me")) {
      this.trouble.textContent = T("One of the seats is yours: choose which.");
      return;
    }
    const { account } = this.house;
    if (!account) rememberName(name);
    const among = seats.every((s) => !s.startsWith("level")) && account !== "";
    const refusal = await openRound(this.host, this.house, {
      game: this.id,
      clock: clockOf(this.clock),
      seats,
      listed: this.listed,
      name,
      start: this.start,
      rated: this.rated && among,
    });
    this.trouble.textContent = refusal;
    if (!refusal) this.close();
  }

  /* Only one seat is ours: taking another leaves the first to somebody else. */
  private pick(seat: number, value: string): void {
    const before = this.seats[seat] ?? this.kind;
    if (value === "me" && before !== "me") {
      const mine = this.seats.indexOf("me");
      if (mine >= 0) this.seats[mine] = before;
    }
    this.seats = this.seats.map((s, i) => (i === seat ? value : s));
    this.paint();
    this.dialog.querySelectorAll<HTMLElement>(".seats select")[seat]?.focus();
  }

  private paint(): void {
    const players = this.info?.players ?? 2;
    while (this.seats.length < players) this.seats.push(this.kind);
    const starts = startsOf(this.info);
    if (!starts.some(([s]) => s === this.start)) this.start = "sheet";
    const submit = (e: Event) => {
      e.preventDefault();
      void this.begin();
    };
    const link = this.kind === "link";
    replace(
      this.dialog,
      h(
        "form",
        { method: "dialog", onsubmit: submit },
        h("h2", { id: "invite-title" }, link ? T("Invite a friend") : T("Open a table")),
        ...this.fields(players, starts),
        h(
          "div",
          { class: "row end" },
          button(T("Cancel"), () => this.close()),
          h("button", { type: "submit", class: "primary" }, link ? T("Make the link") : T("Open")),
        ),
      ),
    );
  }

  private fields(players: number, starts: [string, string][]): (HTMLElement | null)[] {
    const options = seatOptions(this.info?.levels === true);
    const colourSeats = Array.from({ length: players }, (_, seat) =>
      select(colours()[seat] ?? "", options, this.seats[seat] ?? this.kind, (v) => this.pick(seat, v)),
    );
    return [
      select(
        T("Game"),
        this.host.game.games.map((g) => [g.id, g.title]),
        this.id,
        (v) => {
          this.id = v;
          this.paint();
          this.dialog.querySelector("select")?.focus();
        },
      ),
      h("fieldset", { class: "seats" }, h("legend", {}, T("Players")), ...colourSeats),
      select(
        T("Clock"),
        CLOCKS.map((c) => [c, clockText(c)]),
        this.clock,
        (v) => (this.clock = v),
      ),
      starts.length > 1
        ? h(
            "div",
            { class: "start" },
            select(T("Beginning"), starts, this.start, (v) => (this.start = v)),
          )
        : null,
      this.name,
      /* For signed-in players: the result counts for both. */
      this.house.account
        ? box(T("Rated: only for accounts, without levels"), "rated", this.rated, (v) => (this.rated = v))
        : null,
      box(T("Anybody may watch and find it in the archive"), "listed", this.listed, (v) => (this.listed = v)),
      this.trouble,
    ];
  }
}
