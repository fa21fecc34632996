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

/* `kind`: the initial kind of the other seats. `chosen`: the game and the seats, if they were chosen before. */
export function openInvite(
  host: Host,
  house: House,
  kind: "link" | "open",
  chosen?: Pick<Wish, "game" | "seats">,
): void {
  const { games } = host.game;
  const known = games.some((g) => g.id === chosen?.game) ? chosen : undefined;
  let id = known?.game ?? (host.game.state ? host.game.board.game : (games[0]?.id ?? ""));
  let seats: string[] = known?.seats ?? ["me"];
  let clock = "none";
  let listed = kind === "open";
  let start = "sheet";
  let rated = false;
  const dialog = h("dialog", { class: "setup invite", "aria-labelledby": "invite-title" });
  const name = nameField(house.account);
  const trouble = h("p", { class: "note", role: "status" });
  const close = () => {
    dialog.close();
    dialog.remove();
  };
  const begin = async () => {
    const players = games.find((g) => g.id === id)?.players ?? 2;
    const wanted = name.querySelector("input")?.value.trim() ?? "";
    if (!seats.slice(0, players).includes("me")) {
      trouble.textContent = T("One of the seats is yours: choose which.");
      return;
    }
    if (!house.account) rememberName(wanted);
    const wish = { game: id, clock: clockOf(clock), seats: seats.slice(0, players), listed, name: wanted, start };
    const among = wish.seats.every((s) => !s.startsWith("level")) && house.account !== "";
    const refusal = await openRound(host, house, { ...wish, rated: rated && among });
    trouble.textContent = refusal;
    if (!refusal) close();
  };
  const options = (levels: boolean): [string, string][] => [
    ["me", T("Me")],
    ["link", T("Somebody with a link")],
    ["open", T("Anybody")],
    ...(levels ? Array.from({ length: 10 }, (_, i) => i + 1) : []).map((n): [string, string] => [
      `level:${n}`,
      fill(T("Level {0}"), n),
    ]),
  ];
  /* For signed-in players: the result counts for both. */
  const ratable = () => {
    if (!house.account) return null;
    const box = h("input", {
      type: "checkbox",
      name: "rated",
      checked: rated,
      onchange: () => (rated = box.checked),
    });
    return h("label", { class: "check" }, box, h("span", {}, T("Rated: only for accounts, without levels")));
  };
  const paint = () => {
    const info = games.find((g) => g.id === id);
    const players = info?.players ?? 2;
    while (seats.length < players) seats.push(kind);
    const starts = startsOf(info);
    if (!starts.some(([s]) => s === start)) start = "sheet";
    const list = h("input", { type: "checkbox", checked: listed, onchange: () => (listed = list.checked) });
    replace(
      dialog,
      h(
        "form",
        {
          method: "dialog",
          onsubmit: (e: Event) => {
            e.preventDefault();
            void begin();
          },
        },
        h("h2", { id: "invite-title" }, kind === "link" ? T("Invite a friend") : T("Open a table")),
        select(
          T("Game"),
          games.map((g) => [g.id, g.title]),
          id,
          (v) => {
            id = v;
            paint();
            dialog.querySelector("select")?.focus();
          },
        ),
        h(
          "fieldset",
          { class: "seats" },
          h("legend", {}, T("Players")),
          ...Array.from({ length: players }, (_, seat) =>
            select(colours()[seat] ?? "", options(info?.levels === true), seats[seat] ?? kind, (v) => pick(seat, v)),
          ),
        ),
        select(
          T("Clock"),
          CLOCKS.map((c) => [c, clockText(c)]),
          clock,
          (v) => (clock = v),
        ),
        starts.length > 1
          ? h(
              "div",
              { class: "start" },
              select(T("Beginning"), starts, start, (v) => (start = v)),
            )
          : null,
        name,
        ratable(),
        h("label", { class: "check" }, list, h("span", {}, T("Anybody may watch and find it in the archive"))),
        trouble,
        h(
          "div",
          { class: "row end" },
          button(T("Cancel"), close),
          h("button", { type: "submit", class: "primary" }, kind === "link" ? T("Make the link") : T("Open")),
        ),
      ),
    );
  };
  /* Only one seat is ours: taking another leaves the first to somebody else. */
  const pick = (seat: number, value: string) => {
    const before = seats[seat] ?? kind;
    if (value === "me" && before !== "me") {
      const mine = seats.indexOf("me");
      if (mine >= 0) seats[mine] = before;
    }
    seats = seats.map((s, i) => (i === seat ? value : s));
    paint();
    dialog.querySelectorAll<HTMLElement>(".seats select")[seat]?.focus();
  };
  paint();
  document.body.append(dialog);
  dialog.addEventListener("cancel", () => setTimeout(() => dialog.remove()));
  dialog.showModal();
  dialog.querySelector("select")?.focus();
}
