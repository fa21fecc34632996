/* A board on which a game is played: the picture, the choices of the next move, and a
 * box for notation. Used by the table, by lessons and by puzzles. */
import { type Badge, BoardView, type Scene } from "./board.js";
import { badgeOf, placeWords } from "./describe.js";
import { type Props, button, drawn, h, icon, replace, select } from "./dom.js";
import type { Client } from "./client.js";
import { Held } from "./held.js";
import { isProposed, proposals } from "./proposals.js";
import type { Advice, Choice, Piece, Reply } from "./protocol.js";
import type { Settings } from "./store.js";
import { T, capital, fill } from "./text.js";

const ARROW: Record<string, string> = {
  north: "M12 4L19 14H5Z",
  east: "M20 12L10 19V5Z",
  south: "M12 20L5 10H19Z",
  west: "M4 12L14 5V19Z",
};
const LONG = 70; // characters of a sentence that fills the prompt by itself
/* Line drawings of the tools over the board. */
const TOOLS = {
  above: "M4 4h16v16H4ZM4 12h16M12 4v16",
  turn: "M4 12a8 8 0 0 1 14-5.3M20 12a8 8 0 0 1-14 5.3M18 2v5h-5M6 22v-5h5",
  home: "M4 11l8-7 8 7M6 10v10h12V10",
  back: "M6 6l12 12M18 6L6 18",
  owners: "M6 21V4M6 5h12l-3 4 3 4H6",
  threats: "M12 4l9 16H3ZM12 10v5M12 17.5v.5",
};

export class Chooser {
  readonly element: HTMLElement;
  readonly board: BoardView;
  readonly tools = h("div", { class: "tools", role: "group", "aria-label": T("View") });
  readonly levels = h("div", { class: "levels" }); // chooses which levels are shown, if there are several
  readonly notation: HTMLFormElement;
  advice: Advice[] = []; // shown on the board if there is any, …
  first = false; // … or only its next choice
  points: { points: string[]; places: number[] } = { points: [], places: [] }; // choices that a lesson points at
  instead = ""; // replaces the question
  private question = h("p", { class: "question" });
  private hand: Held;
  private choices = h("div", { class: "choices", role: "group", "aria-label": T("Choices") });
  private note = h("p", { class: "note", role: "status" });
  private prompt: HTMLElement;
  private typed: HTMLInputElement;
  private shown = 9;
  private waiting: number | null = null; // a place chosen before its piece
  private waitingFor = "";
  private noteFor = "";

  constructor(
    private readonly game: Client,
    private readonly settings: Settings,
    name: string,
    private readonly changedSettings: () => void,
  ) {
    this.board = new BoardView(
      T("Board"),
      (place) => this.place(place),
      () => void this.back(),
      true,
    );
    this.board.onface = () => this.paintTools();
    this.hand = new Held(game, (c) => void this.pick(c));
    this.typed = h("input", {
      id: name,
      type: "text",
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
      enterkeyhint: "send",
    });
    this.notation = h(
      "form",
      {
        class: "notation",
        onsubmit: (e: Event) => {
          e.preventDefault();
          void this.type();
        },
      },
      h("label", { for: name }, T("Move in notation")),
      this.typed,
      h("button", { type: "submit" }, T("Play")),
    );
    this.prompt = h(
      "div",
      { class: "prompt" },
      this.hand.element,
      h("div", { class: "say" }, this.question, this.note),
      this.choices,
    );
    this.board.element.append(this.tools);
    this.element = h(
      "section",
      { class: "stage", "aria-label": T("Board") },
      this.board.element,
      this.prompt,
      h("div", { class: "under" }, this.levels, this.notation),
    );
  }

  update(): void {
    const key = `${this.game.state.game} ${this.game.state.node} ${this.game.state.result}`;
    if (key !== this.noteFor) this.say(""); // the message was about another position
    this.noteFor = key;
    const turn = `${this.game.state.game} ${this.game.state.position} ${this.game.state.node}`;
    if (turn !== this.waitingFor) this.waiting = null;
    this.waitingFor = turn;
    this.paintBoard();
    this.paintTools();
    this.paintPrompt();
    this.paintNotation();
  }

  /* Once nothing can be played there is nothing to type; the focus moves to the board. */
  private paintNotation(): void {
    const { state } = this.game;
    const idle = state.over || (state.turn === "far" && state.finished);
    if (idle && this.notation.contains(document.activeElement)) this.board.refocus();
    this.notation.hidden = idle;
  }

  /* `refused`: in the colour of refusals. */
  say(text: string, refused = false): void {
    this.note.textContent = text;
    this.prompt.classList.toggle("refused", refused && text !== "");
  }

  private placeChoices(): Map<number, Choice["role"]> {
    const { state, steps, board } = this.game;
    const out = new Map<number, Choice["role"]>();
    if (!this.game.personToMove) return out;
    for (const c of state.choices) if (c.place !== undefined) out.set(c.place, c.role);
    if (steps.length === 0) for (const c of state.choices) for (const place of c.places ?? []) out.set(place, "to");
    const last = steps[steps.length - 1]?.place;
    if (state.choices.some((c) => c.role === "direction") && last !== undefined)
      board.places.forEach((_, i) => {
        if (this.directionTo(last, i, true)) out.set(i, "to");
      });
    return out;
  }

  /* The direction choice that points from one place to another. */
  private directionTo(from: number, to: number, next: boolean): Choice | undefined {
    const a = this.game.board.places[from];
    const b = this.game.board.places[to];
    if (!a || !b || a === b) return undefined;
    const dx = b.x - a.x;
    const dy = b.y - a.y;
    if ((dx !== 0 && dy !== 0) || (next && Math.abs(dx) + Math.abs(dy) > 2)) return undefined;
    const word = dy > 0 ? "north" : dy < 0 ? "south" : dx > 0 ? "east" : "west";
    return this.game.state.choices.find((c) => c.step === word);
  }

  /* The best value of the moves that each choice leads to. */
  private badges(): Map<number, Badge> {
    const out = new Map<number, Badge>();
    const prefix = this.game.steps.map((s) => s.step);
    const label = new Map(this.game.board.places.map((p, i) => [p.label, i]));
    const { places, words } = this.pointed();
    for (const place of places) out.set(place, { text: "↓", tone: "good", words, best: true });
    if (this.first) return out;
    this.advice.forEach((a, rank) => {
      for (const path of a.steps) {
        if (prefix.some((word, i) => path[i] !== word)) continue;
        let word = path[prefix.length];
        if (word !== undefined && !label.has(word)) word = path.slice(prefix.length).find((w) => label.has(w));
        const place = word === undefined ? undefined : label.get(word);
        if (place !== undefined && !out.has(place)) out.set(place, badgeOf(a, rank === 0, !isProposed(a, this.advice)));
      }
    });
    return out;
  }

  /* The piece that the next chosen place would get, if it is a single one. */
  private held(): { hand?: Piece } {
    const { board, state, steps } = this.game;
    if (!this.game.personToMove) return {};
    const last = steps[steps.length - 1];
    const kind = board.kinds.length === 1 ? board.kinds[0] : last?.role === "kind" ? last.kind : undefined;
    if (steps.length > 0 && last?.role !== "kind") return {}; // the board already shows it
    return kind ? { hand: { kind, seat: state.mover } } : {};
  }

  /* Where a lesson or a hint points: the words of the next choice, and places. */
  private pointed(): { points: string[]; places: number[]; words: string } {
    if (this.advice.length !== 1) return { ...this.points, words: T("the lesson points here") };
    const done = this.game.steps.map((s) => s.step);
    const path = this.advice[0]?.steps.find((steps) => done.every((word, i) => steps[i] === word));
    const word = path?.[done.length];
    const place = this.game.board.places.findIndex((p) => p.label === word);
    return {
      points: word === undefined ? [] : [word],
      places: place < 0 ? [] : [place],
      words: T("the hint points here"),
    };
  }

  scene(): Scene {
    const { board, steps, state } = this.game;
    const choices = this.placeChoices();
    const shown = this.first ? [] : this.advice;
    const { ghosts, arrows } = proposals(
      shown,
      steps.map((s) => s.step),
    );
    const told = this.badges();
    const badges = shown.length === 1 ? new Map<number, Badge>() : told; // the ghost shows it to those who see
    const chosen = steps.flatMap((s) => (s.place === undefined ? [] : [s.place]));
    if (this.waiting !== null) chosen.push(this.waiting);
    return {
      board,
      state,
      choices,
      badges,
      chosen,
      view: this.settings.view,
      shown: Math.min(this.shown, board.levels),
      wins: state.wins ?? [],
      threats: state.threats ?? [],
      control: this.settings.control,
      line: state.decided,
      ghosts,
      arrows,
      ...this.held(),
      labels: board.places.map((_, i) => placeWords(board, state, i, choices.get(i), told.get(i), state)),
    };
  }

  paintBoard(): void {
    this.board.draw(this.scene());
  }

  private paintTools(): void {
    const { board } = this.game;
    const redraw = () => {
      this.changedSettings();
      this.update();
    };
    const focused = this.tools.contains(document.activeElement)
      ? document.activeElement?.getAttribute("aria-label")
      : "";
    const tool = (label: string, path: string, press: () => void, props: Props = {}) =>
      h(
        "button",
        { type: "button", class: "tool", onclick: press, "aria-label": label, title: label, ...props },
        drawn(path),
      );
    const on = (yes: boolean) => ({ "aria-pressed": String(yes) });
    replace(
      this.tools,
      tool(T("From above"), TOOLS.above, () => this.flipView(), {
        ...on(this.settings.view === "above"),
        "aria-keyshortcuts": "v",
      }),
      this.board.turns &&
        tool(T("Turn the board"), TOOLS.turn, () => this.board.look("right"), { "aria-keyshortcuts": "]" }),
      this.board.turns &&
        tool(T("Reset the view"), TOOLS.home, () => this.board.look("home"), { "aria-keyshortcuts": "0" }),
      board.levels === 1 &&
        tool(
          T("Owners"),
          TOOLS.owners,
          () => {
            this.settings.control = !this.settings.control;
            redraw();
          },
          on(this.settings.control),
        ),
      tool(
        T("Threats"),
        TOOLS.threats,
        () => {
          this.settings.threats = !this.settings.threats;
          this.changedSettings();
          this.paintTools();
          if (this.settings.threats) void this.tellThreats();
        },
        on(this.settings.threats),
      ),
    );
    if (focused)
      for (const b of this.tools.children) if (b.getAttribute("aria-label") === focused) (b as HTMLElement).focus();
    this.paintLevels();
  }

  private paintLevels(): void {
    const { levels } = this.game.board;
    const wanted = levels > 1 && this.settings.view === "depth";
    if (wanted && this.levels.dataset.count === String(levels)) return;
    this.levels.dataset.count = wanted ? String(levels) : "";
    const some = Array.from({ length: levels - 1 }, (_, i): [string, string] => [
      String(i + 1),
      fill(T("Up to {0}"), i + 1),
    ]);
    replace(
      this.levels,
      wanted
        ? select(T("Levels shown"), [["9", T("All")], ...some], String(this.shown), (v) => {
            this.shown = Number(v);
            this.paintBoard();
          })
        : null,
    );
  }

  /* In words, too: when there are no threats, the board shows nothing. */
  private async tellThreats(): Promise<void> {
    const { text } = await this.game.ask<Reply>("command threats");
    this.say(text.trim());
  }

  flipView(): void {
    this.settings.view = this.settings.view === "depth" ? "above" : "depth";
    this.changedSettings();
    this.update();
  }

  /* The question, and the rule behind it. With only one person at the screen there is no need to say whose turn it
   * is. */
  private asked(): string {
    const { state, steps } = this.game;
    if (this.instead) return this.instead;
    if (state.over) return `${capital(state.status)} (${state.reason})`;
    if (this.game.personToMove) {
      const { must, question } = state;
      /* A long list of places comes last: if there is little room, its end is cut off. */
      const both = must.length > LONG ? `${question} ${must}` : `${must} ${question}`;
      const words = steps.length === 0 && must ? both : question;
      return state.seats.filter((s) => s.kind === "person").length === 1 ? words : `${state.status}. ${words}`;
    }
    if (state.turn === "far") return `${state.status}.`;
    if (state.turn === "person") return `${state.status}. ${state.question}`;
    return this.game.thinking ? fill(T("Level {0} is thinking …"), state.level) : T("The level waits.");
  }

  private paintPrompt(): void {
    const { state, steps } = this.game;
    const person = this.game.personToMove;
    this.question.textContent = this.asked();
    const had = this.prompt.contains(document.activeElement);
    const mine = state.choices.filter((c) => c.place === undefined && c.role !== "kind");
    const { points, words } = this.pointed();
    this.hand.update(this.waiting, points, words);
    replace(
      this.choices,
      ...(person
        ? mine.map((c) =>
            h(
              "button",
              {
                type: "button",
                class: points.includes(c.step) ? "choice primary" : "choice",
                "data-step": c.step,
                "aria-label": points.includes(c.step) ? `${capital(c.label ?? c.step)}; ${words}` : null,
                onclick: () => void this.pick(c),
              },
              this.choiceIcon(c),
              h("span", {}, capital(c.label ?? c.step)),
            ),
          )
        : []),
      person && (steps.length > 0 || this.waiting !== null)
        ? h(
            "button",
            { type: "button", class: "put-back", "data-back": true, onclick: () => void this.back() },
            drawn(TOOLS.back),
            h("span", {}, T("Put back")),
          )
        : null,
      this.game.canContinue ? button(T("Continue"), () => void this.game.resumeLevels(), { class: "primary" }) : null,
    );
    if (!had || this.prompt.contains(document.activeElement)) return;
    const next = this.prompt.querySelector<HTMLElement>("[data-step]");
    if (next) next.focus({ preventScroll: true });
    else this.board.refocus();
  }

  private choiceIcon(c: Choice): SVGElement | null {
    return ARROW[c.step] ? icon(ARROW[c.step] as string) : null;
  }

  /* --- what people do --- */

  private async place(place: number): Promise<void> {
    const { state, steps } = this.game;
    if (!this.game.personToMove) {
      this.say(state.over ? T("The game is over.") : T("It is not your turn."));
      return;
    }
    this.say("");
    const choice = state.choices.find((c) => c.place === place);
    if (choice) return this.game.choose(choice);
    const last = steps[steps.length - 1]?.place;
    const direction = last === undefined ? undefined : this.directionTo(last, place, false);
    if (direction) return this.game.choose(direction);
    const kinds = state.choices.filter((c) => c.places?.includes(place));
    if (steps.length === 0 && kinds.length > 0) {
      this.waiting = place;
      if (kinds.length === 1 && kinds[0]) return this.pick(kinds[0]);
      this.paintBoard();
      this.paintPrompt();
      this.game.listener.announce(state.question);
      this.focusStep();
      return;
    }
    this.say((await this.game.why(place)).text.trim(), true);
  }

  private focusStep(): void {
    this.prompt.querySelector<HTMLElement>("[data-step]")?.focus({ preventScroll: true });
  }

  private async pick(c: Choice): Promise<void> {
    const place = this.waiting;
    this.waiting = null;
    await this.game.choose(c);
    const next = place === null ? undefined : this.game.state.choices.find((o) => o.place === place);
    if (next && this.game.steps.length > 0) await this.game.choose(next);
    else if (this.game.steps.length > 0) this.focusStep();
  }

  async back(): Promise<void> {
    this.say("");
    if (this.waiting !== null) {
      this.waiting = null;
      this.paintBoard();
      this.paintPrompt();
    } else await this.game.back();
  }

  private async type(): Promise<void> {
    const text = this.typed.value.trim();
    if (!text) return;
    if (!this.game.personToMove)
      return this.say(this.game.state.over ? T("The game is over.") : T("It is not your turn."));
    const refusal = await this.game.playText(text);
    this.say(refusal, true);
    if (!refusal) this.typed.value = "";
    else this.typed.select();
  }
}
