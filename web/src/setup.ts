/* The dialogue that begins a game: which one, who sits where, with which clock. */
import { button, h, replace, select } from "./dom.js";
import type { Client } from "./client.js";
import { T, fill } from "./text.js";

/* As the engine's command takes them, with the minutes and seconds that they mean. */
export const CLOCKS: [string, number, number][] = [
  ["-", 0, 0],
  ["3+2", 3, 2],
  ["5+0", 5, 0],
  ["10+5", 10, 5],
  ["30+0", 30, 0],
];

const LEVELS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

export const seatOptions = (levels: boolean): [string, string][] => [
  ["0", T("Person")],
  ...(levels ? LEVELS : []).map((n): [string, string] => [String(n), fill(T("Level {0}"), n)]),
];

export function openSetup(game: Client, seatNames: string[], done: () => void): void {
  /* Nothing is on the table yet when this is asked for on the first screen. */
  let id = game.state ? game.board.game : (game.games[0]?.id ?? "");
  let seats = game.state ? game.state.seats.map((s) => (s.left ? 0 : s.level)) : [0, 2];
  let clock = "-";
  const dialog = h("dialog", { class: "setup", "aria-labelledby": "setup-title" });
  const close = () => {
    dialog.close();
    dialog.remove();
  };
  const begin = () => {
    const players = game.games.find((g) => g.id === id)?.players ?? 2;
    /* It closes when there is something else to look at. */
    void game.newGame(id, seats.slice(0, players), clock).then(() => {
      close();
      done();
    });
  };
  const paint = () => {
    const info = game.games.find((g) => g.id === id);
    const players = info?.players ?? 2;
    const levels = info?.levels === true;
    while (seats.length < players) seats.push(3);
    if (!levels) seats = seats.map(() => 0);
    replace(
      dialog,
      h(
        "form",
        {
          method: "dialog",
          onsubmit: (e: Event) => {
            e.preventDefault();
            begin();
          },
        },
        h("h2", { id: "setup-title" }, T("New game")),
        h(
          "fieldset",
          { class: "games" },
          h("legend", {}, T("Game")),
          ...game.games.map((g) =>
            h(
              "label",
              { class: "pick" },
              h("input", {
                type: "radio",
                name: "game",
                value: g.id,
                checked: g.id === id,
                onchange: () => {
                  id = g.id;
                  paint();
                  dialog.querySelector<HTMLInputElement>("input:checked")?.focus();
                },
              }),
              h("span", {}, g.title),
              h("small", {}, g.players > 2 ? fill(T("{0} players"), g.players) : ""),
            ),
          ),
        ),
        h(
          "fieldset",
          { class: "seats" },
          h("legend", {}, T("Players")),
          ...Array.from({ length: players }, (_, seat) =>
            select(
              seatNames[seat] ?? "",
              seatOptions(levels),
              String(seats[seat] ?? 0),
              (v) => (seats[seat] = Number(v)),
            ),
          ),
        ),
        select(
          T("Clock"),
          CLOCKS.map(([c, m, i]) => [c, m === 0 ? T("No clock") : fill(T("{0} min + {1} s a move"), m, i)]),
          clock,
          (v) => (clock = v),
        ),
        h(
          "div",
          { class: "row end" },
          button(T("Cancel"), close),
          h("button", { type: "submit", class: "primary" }, T("Begin")),
        ),
      ),
    );
  };
  paint();
  document.body.append(dialog);
  dialog.addEventListener("cancel", () => setTimeout(() => dialog.remove()));
  dialog.showModal();
  dialog.querySelector<HTMLInputElement>("input:checked")?.focus();
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
