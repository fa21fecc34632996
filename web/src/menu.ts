/* The table's menu: one level, with everything that is not needed in every turn. */
import { drawn, h, replace } from "./dom.js";
import type { Client } from "./client.js";
import { seatName } from "./describe.js";
import { writeLink } from "./store.js";
import { T, fill } from "./text.js";

const SIGNS = {
  new: "M12 5v14M5 12h14",
  analysis: "M4 20V4M4 20h16M7 15l4-5 3 3 5-7",
  explore: "M12 3l2.7 5.8 6.3.7-4.7 4.3 1.3 6.2-5.6-3.2L6.4 20l1.3-6.2L3 9.5l6.3-.7Z",
  share: "M6 12a2.5 2.5 0 1 0 0 .1M18 5a2.5 2.5 0 1 0 0 .1M18 19a2.5 2.5 0 1 0 0 .1M8.3 11l7.4-4.6M8.3 13l7.4 4.6",
  edit: "M4 20l1-5L16 4l4 4L9 19ZM14 6l4 4",
  draw: "M4 9h16M4 15h16",
  resign: "M6 21V4M6 5h12l-3 4 3 4H6",
  pause: "M8 5v14M16 5v14",
};

/* A person, or one of the levels by its name. */
export const seatOptions = (game: Client, levels: boolean): [string, string][] => [
  ["0", T("Person")],
  ...(levels ? game.levels : []).map(({ name }, i): [string, string] => [
    String(i + 1),
    `${fill(T("Level {0}"), i + 1)} · ${name}`,
  ]),
];

export interface Deeds {
  setup(): void;
  panel(index: number): void;
  draw(): void;
  resign(): void;
}

export class Menu {
  readonly element: HTMLDialogElement;
  private list = h("div", { class: "menu-list" });
  private seats = h("fieldset", { class: "menu-seats" });

  /* `extra`: what else is set here. */
  constructor(
    private readonly game: Client,
    private readonly deeds: Deeds,
    extra: HTMLElement,
  ) {
    this.element = h(
      "dialog",
      { class: "menu", "aria-label": T("Menu") },
      this.list,
      this.seats,
      extra,
      h("button", { type: "button", class: "menu-close", onclick: () => this.element.close() }, T("Close")),
    );
    /* A click outside closes it. */
    this.element.addEventListener("click", (e) => {
      if (e.target === this.element) this.element.close();
    });
  }

  open(): void {
    this.update();
    this.element.showModal();
  }

  update(): void {
    const { state } = this.game;
    const row = (name: keyof typeof SIGNS, text: string, then: () => void) =>
      h(
        "button",
        {
          type: "button",
          class: name === "resign" ? "menu-row bad" : "menu-row",
          "data-name": name,
          onclick: () => {
            this.element.close();
            then();
          },
        },
        drawn(SIGNS[name]),
        text,
      );
    replace(
      this.list,
      row("new", T("New game"), () => this.deeds.setup()),
      row("analysis", T("Analysis"), () => this.deeds.panel(1)),
      this.solved() ? row("explore", T("Perfect play"), () => (location.hash = this.explorer())) : null,
      row("share", T("Share"), () => this.deeds.panel(2)),
      row("edit", T("Set up a position"), () => (location.hash = "#/edit")),
      !this.game.people && state.think ? row("pause", T("Pause"), () => void this.game.pause()) : null,
      state.finished ? null : row("draw", T("Offer a draw"), () => this.deeds.draw()),
      state.finished ? null : row("resign", T("Resign"), () => this.deeds.resign()),
    );
    this.paintSeats();
  }

  /* Whether perfect play can be looked up: not while people play each other. */
  private solved(): boolean {
    const { state, games } = this.game;
    return state.helps && games.some((g) => g.id === state.game && g.solved);
  }

  /* The explorer, at the position that is on the table. */
  private explorer(): string {
    const { state } = this.game;
    return writeLink({ game: state.game, moves: this.game.path(), position: state.start }).replace(
      "/game/",
      "/explore/",
    );
  }

  private paintSeats(): void {
    const { board, state } = this.game;
    const focus = document.activeElement instanceof HTMLSelectElement ? document.activeElement.dataset.seat : undefined;
    replace(
      this.seats,
      h("legend", {}, T("Players")),
      ...board.seats.map((name, seat) => {
        const list = h(
          "select",
          {
            "data-seat": seat,
            "aria-label": fill(T("Who plays {0}"), name),
            onchange: () => void this.game.setSeat(seat, Number(list.value)),
          },
          ...seatOptions(this.game, this.game.hasLevels).map(([v, text]) =>
            h("option", { value: v, selected: v === String(state.seats[seat]?.level ?? 0) }, text),
          ),
        );
        return h("label", { class: "field" }, h("span", {}, seatName(board, seat)), list);
      }),
    );
    if (focus !== undefined) this.seats.querySelector<HTMLElement>(`[data-seat="${focus}"]`)?.focus();
  }
}
