/* The table: the board with the choices of the next move, the players with their
 * reserves and clocks, and the panels beside it. */
import { Chooser, pieceIcon } from "./chooser.js";
import { kindName, seatName } from "./describe.js";
import { type Child, button, drawn, h, iconButton, replace } from "./dom.js";
import type { Client } from "./client.js";
import { seatSign } from "./marks.js";
import { markdown } from "./markdown.js";
import { MoveList } from "./moves.js";
import { confirmBox, openSetup, seatOptions } from "./setup.js";
import type { Settings } from "./store.js";
import { T, capital, fill } from "./text.js";

export interface Panel {
  readonly title: string;
  readonly element: HTMLElement;
  update(): void;
  shown?(visible: boolean): void;
}

/* What a table has where people far away sit at it. */
export interface Parts {
  seat(seat: number): HTMLElement; // instead of a list to choose who plays
  controls(): Child[]; // instead of those of a game at one screen
  status(): string; // above all of it; "": as the game stands
  readonly extra: HTMLElement; // below the players
}

const SEATS = "wbrg";
const UNDO = "M9 7V3L3 9l6 6v-4c5 0 8 2 10 6 0-6-3-10-10-10Z";
const REDO = "M15 7V3l6 6-6 6v-4c-5 0-8 2-10 6 0-6 3-10 10-10Z";

const BACK = "M15 5l-7 7 7 7";
const BOOK = "M12 6c-2-1.5-5-2-9-2v14c4 0 7 .5 9 2 2-1.5 5-2 9-2V4c-4 0-7 .5-9 2ZM12 6v14";

export class PlayView {
  readonly element: HTMLElement;
  readonly chooser: Chooser;
  readonly moves: MoveList;
  private name = h("h2", {});
  private goal = h("p", { class: "quiet" });
  private players = h("div", { class: "players" });
  private status = h("h2", { class: "status" });
  private controls = h("div", { class: "controls" });
  private tabs = h("div", { class: "tabs", role: "tablist", "aria-label": T("Panels") });
  private panelBox = h("div", { class: "panel-box" });
  private open = 0;
  private asking = false;

  constructor(
    private readonly game: Client,
    settings: Settings,
    private readonly panels: Panel[],
    changedSettings: () => void,
    private readonly parts?: Parts,
  ) {
    this.chooser = new Chooser(game, settings, parts ? "far-notation" : "notation", changedSettings);
    this.moves = new MoveList(game);
    this.chooser.element.prepend(
      h(
        "div",
        { class: "table-title" },
        h("a", { class: "back", href: "#/", "aria-label": T("All games") }, drawn(BACK)),
        h("div", { class: "named" }, this.name, this.goal),
        h(
          "button",
          { type: "button", class: "rules-button", "data-name": "rules", onclick: () => void this.rules() },
          drawn(BOOK),
          h("span", {}, T("Rules")),
        ),
      ),
    );
    this.element = h(
      "div",
      { class: "table" },
      this.chooser.element,
      h(
        "section",
        { class: "side", "aria-label": T("Game") },
        this.status,
        this.players,
        parts?.extra ?? null,
        this.controls,
        this.tabs,
        this.panelBox,
      ),
    );
  }

  /* The panels are made after the table that they belong to. */
  panelsReady(): void {
    this.paintTabs();
  }

  /* --- drawing --- */

  update(): void {
    this.name.textContent = this.game.board.title;
    this.goal.textContent = this.game.games.find((g) => g.id === this.game.board.game)?.goal ?? "";
    this.chooser.update();
    this.paintPlayers();
    this.paintControls();
    this.moves.update();
    this.panels[this.open]?.update();
    const { game } = this;
    this.element.dataset.ply = String(game.state.ply);
    this.element.dataset.steps = String(game.steps.length);
    this.element.dataset.turn = game.state.turn;
    this.element.dataset.kept = game.state.kept;
    if (!this.parts) void this.askPartner();
  }

  say(text: string): void {
    this.chooser.say(text);
  }

  private paintPlayers(): void {
    const { board, state } = this.game;
    const focus = document.activeElement instanceof HTMLSelectElement ? document.activeElement.dataset.seat : undefined;
    replace(
      this.players,
      ...board.seats.map((name, seat) => {
        const turn = !state.over && state.mover === seat && state.phase !== "seating";
        const list = h(
          "select",
          {
            "data-seat": seat,
            "aria-label": fill(T("Who plays {0}"), name),
            onchange: () => void this.game.setSeat(seat, Number(list.value)),
          },
          ...seatOptions(this.game.hasLevels).map(([v, text]) =>
            h("option", { value: v, selected: v === String(state.seats[seat]?.level ?? 0) }, text),
          ),
        );
        return h(
          "div",
          { class: turn ? "player turn" : "player" },
          h(
            "div",
            { class: "who" },
            seatSign(seat),
            h("strong", {}, name),
            turn ? h("span", { class: "badge-turn" }, T("to move")) : null,
            state.seats[seat]?.left ? h("small", {}, T("left the game")) : null,
          ),
          this.parts?.seat(seat) ?? list,
          h(
            "div",
            { class: "stock" },
            h(
              "ul",
              { class: "reserve", "aria-label": T("Reserve") },
              ...board.kinds.map((kind, k) =>
                board.supplied[k]
                  ? h(
                      "li",
                      {},
                      pieceIcon(kind, seat),
                      h("span", {}, `× ${state.reserves[seat]?.[k] ?? 0}`),
                      h("span", { class: "hidden" }, kindName(board, kind)),
                    )
                  : null,
              ),
            ),
            board.sides < board.players ? h("small", {}, fill(T("team {0}"), (seat % board.sides) + 1)) : null,
          ),
          state.clock
            ? h("span", { class: "clock", "data-clock": seat }, clockText(this.game.timeLeft(seat) ?? 0))
            : null,
        );
      }),
    );
    if (focus !== undefined) this.players.querySelector<HTMLElement>(`[data-seat="${focus}"]`)?.focus();
    const stands = capital(state.over && state.reason ? `${state.status} (${state.reason})` : state.status);
    this.status.textContent = this.parts?.status() || stands;
    this.status.classList.toggle("over", state.over);
  }

  tickClocks(): void {
    for (const face of this.players.querySelectorAll<HTMLElement>("[data-clock]")) {
      const left = this.game.timeLeft(Number(face.dataset.clock)) ?? 0;
      const text = clockText(left);
      if (face.textContent !== text) face.textContent = text;
      face.classList.toggle("low", left < 20000);
    }
  }

  private paintControls(): void {
    const { state } = this.game;
    const focus =
      document.activeElement instanceof HTMLElement && this.controls.contains(document.activeElement)
        ? document.activeElement.getAttribute("data-name")
        : null;
    const seat = state.speaker;
    const off = (no: boolean) => (no ? { "aria-disabled": "true" } : {});
    if (this.parts) replace(this.controls, ...this.parts.controls());
    else
      replace(
        this.controls,
        iconButton(T("Undo"), UNDO, () => void this.game.undo(), {
          "data-name": "undo",
          ...off(!state.undo),
        }),
        iconButton(T("Redo"), REDO, () => void this.game.redo(), {
          "data-name": "redo",
          ...off(!state.redo),
        }),
        this.game.hasLevels && button(T("Hint"), () => void this.hint(), { "data-name": "hint", ...off(state.over) }),
        state.finished ? null : button(T("Resign"), () => void this.resign(seat), { "data-name": "resign" }),
        state.finished ? null : button(T("Offer a draw"), () => void this.offer(seat), { "data-name": "draw" }),
        state.finished
          ? button(T("Rematch, seats swapped"), () => void this.game.rematch(), {
              "data-name": "rematch",
              class: "primary",
            })
          : null,
        !this.game.people && state.think
          ? button(T("Pause"), () => void this.game.pause(), { "data-name": "pause" })
          : null,
        button(T("New game"), () => this.setup(), { "data-name": "new", class: state.finished ? "" : "primary" }),
      );
    if (focus) this.controls.querySelector<HTMLElement>(`[data-name="${focus}"]`)?.focus();
  }

  setup(): void {
    openSetup(this.game, [T("White"), T("Black"), T("Red"), T("Green")], () => {
      this.say("");
      this.chooser.board.refocus();
    });
  }

  /* The rules over the table: the game waits behind them. */
  private async rules(): Promise<void> {
    const text = await this.game.ask<string>(`rules ${this.game.board.family}`);
    const prose = markdown(text);
    prose.querySelector("h2")?.setAttribute("id", "rules-title");
    const dialog = h("dialog", { class: "rules", "aria-labelledby": "rules-title" });
    dialog.append(
      prose,
      h(
        "div",
        { class: "row end" },
        h(
          "a",
          { class: "button", href: `#/lesson/${this.game.board.family}`, onclick: () => dialog.close() },
          T("First lesson"),
        ),
        button(T("Close"), () => dialog.close(), { class: "primary" }),
      ),
    );
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
    dialog.scrollTop = 0;
  }

  private paintTabs(): void {
    const pick = (i: number) => {
      this.panels[this.open]?.shown?.(false);
      this.open = i;
      this.paintTabs();
      this.panels[i]?.shown?.(true);
      this.panels[i]?.update();
      this.tabs.querySelectorAll("button")[i]?.focus();
    };
    const key = (e: KeyboardEvent) => {
      const step = e.key === "ArrowRight" ? 1 : e.key === "ArrowLeft" ? -1 : 0;
      if (step) pick((this.open + step + this.panels.length) % this.panels.length);
    };
    replace(
      this.tabs,
      ...this.panels.map((p, i) =>
        h(
          "button",
          {
            type: "button",
            role: "tab",
            id: `tab-${i}`,
            "aria-controls": "panel",
            "aria-selected": String(i === this.open),
            tabindex: i === this.open ? 0 : -1,
            onclick: () => pick(i),
            onkeydown: key,
          },
          p.title,
        ),
      ),
    );
    replace(
      this.panelBox,
      h(
        "div",
        { role: "tabpanel", id: "panel", "aria-labelledby": `tab-${this.open}`, tabindex: 0 },
        this.panels[this.open]?.element ?? null,
      ),
    );
  }

  /* --- what people do --- */

  async hint(): Promise<void> {
    if (!this.game.state.helps) return this.say(capital(T("there are no hints while people play each other")));
    if (this.game.state.over || this.game.thinking) return;
    this.say(T("Thinking …"));
    const turn = this.game.state.node;
    try {
      const list = await this.game.thinker.analyse(this.game.line(), 1);
      const best = list.moves[0];
      if (!best || turn !== this.game.state.node) return;
      this.chooser.advice = [best];
      this.chooser.paintBoard();
      this.say(fill(T("Try {0}: {1}."), best.move, best.words));
    } catch {
      this.say("");
    }
  }

  private async resign(seat: number): Promise<void> {
    const name = seatName(this.game.board, seat);
    if (!(await confirmBox(fill(T("{0} resigns?"), name), T("Resign"), T("Play on")))) return;
    const reply = await this.game.end(`resign ${SEATS[seat] ?? "w"}`);
    if (!reply.ok) this.say(reply.text.trim());
  }

  /* People answer for themselves, before the offer is made; levels are the engine's business. */
  private async offer(seat: number): Promise<void> {
    const others = this.game.state.seats.some((s, i) => i !== seat && s.kind === "person" && !s.left);
    if (others && !(await confirmBox(T("A draw is offered. Do all players accept?"), T("Accept"), T("Play on"))))
      return;
    const reply = await this.game.do("draw");
    if (!reply.ok) this.say(reply.text.trim());
  }

  /* Whoever gives up asks the partner (ALL-3). */
  private async askPartner(): Promise<void> {
    const open = this.game.state.offers.find((o) => o.offer === "give-up");
    if (!open || this.asking) return;
    this.asking = true;
    const yes = await confirmBox(
      fill(
        T("{0} would like to give up. Does the partner agree? Otherwise a level takes over."),
        seatName(this.game.board, open.by),
      ),
      T("Agree"),
      T("Play on"),
    );
    this.asking = false;
    const reply = await this.game.end(yes ? "agree" : "decline");
    if (!reply.ok) this.say(reply.text.trim());
  }
}

export function clockText(ms: number): string {
  const s = Math.ceil(ms / 1000);
  const hours = Math.floor(s / 3600);
  if (hours >= 24 && hours % 24 === 0) return fill(T("{0} d"), hours / 24);
  if (hours >= 24) return fill(T("{0} d {1} h"), Math.floor(hours / 24), hours % 24);
  if (hours > 1) return fill(T("{0} h {1} min"), hours, Math.floor((s % 3600) / 60));
  return `${Math.floor(s / 60)}:${String(s % 60).padStart(2, "0")}`;
}
