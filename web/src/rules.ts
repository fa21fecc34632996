/* The rules of a game with an animated diagram at every rule: a small board on which the engine plays real moves.
 * It plays once when it comes into sight and again on request; if motion is unwanted, a button steps through the
 * moves. */
import "./base.js";
import { type Diagram, diagramsOf } from "./diagrams.js";
import { button, h, reducedMotion } from "./dom.js";
import { EXAMPLES } from "./examples.js";
import { FlatBoard } from "./flat.js";
import { markdown } from "./markdown.js";
import type { Board, Reply, State } from "./protocol.js";
import type { Scene } from "./scene.js";
import { T } from "./text.js";

/* Asks a separate engine. */
type Ask = <A>(request: string) => Promise<A>;

const EACH = 1600; // milliseconds from move to move

interface Moment {
  scene: Scene;
  words: string; // what the last move did
}

/* What a diagram shows, from before its first move to after its last. */
async function film(ask: Ask, { game: id, position, before, moves }: Diagram): Promise<Moment[]> {
  const board = await ask<Board>(`board ${id}`);
  await ask(`command follow\n${id}\n${position}\n${[...before, ...moves].join(" ")}`);
  const frames: Moment[] = [];
  for (let ply = before.length; ply <= before.length + moves.length; ply++) {
    await ask(`command to ${ply}`);
    const state = await ask<State>("state ");
    const told = ply > before.length ? (await ask<Reply>("command last")).text.trim() : "";
    const end = state.over ? `${state.status} (${state.reason}).` : state.must;
    frames.push({ scene: sceneOf(board, state), words: `${told} ${end}`.trim() || `${state.status}.` });
  }
  return frames;
}

/* If a rule says where to play, those places are lit. */
function sceneOf(board: Board, state: State): Scene {
  const choices: Scene["choices"] = new Map();
  if (state.must) for (const c of state.choices) for (const place of c.places ?? []) choices.set(place, "to");
  return {
    board,
    state,
    choices,
    view: "depth",
    shown: 9,
    chosen: [],
    badges: new Map(),
    wins: [],
    threats: [],
    control: true,
    labels: [],
    line: state.decided,
  };
}

class Moving {
  readonly element: HTMLElement;
  private room = h("div", { class: "demo-board" });
  private flat = new FlatBoard(() => this.room.clientWidth);
  private words = h("p", {});
  private frames: Moment[] = [];
  private at = 0;
  private timer = 0;

  constructor() {
    this.room.append(this.flat.element);
    this.element = h(
      "figure",
      { class: "demo" },
      this.room,
      h(
        "figcaption",
        {},
        this.words,
        h(
          "div",
          { class: "row" },
          reducedMotion() ? null : button(T("Play the moves"), () => this.play()),
          button(T("One move forward"), () => this.step()),
        ),
      ),
    );
  }

  /* `plays`: start at once. */
  show(frames: Moment[], plays: boolean): void {
    this.frames = frames;
    this.go(0);
    if (plays) this.play();
  }

  private go(to: number): void {
    const frame = this.frames[to];
    if (!frame) return;
    this.at = to;
    this.flat.draw(frame.scene);
    this.words.textContent = frame.words;
    this.element.dataset.frame = String(to);
  }

  private play(): void {
    clearTimeout(this.timer);
    if (this.at + 1 >= this.frames.length) this.go(0);
    const next = () => {
      if (!this.element.isConnected || this.at + 1 >= this.frames.length) return;
      this.go(this.at + 1);
      this.timer = window.setTimeout(next, EACH);
    };
    this.timer = window.setTimeout(next, EACH / 2);
  }

  private step(): void {
    clearTimeout(this.timer);
    this.words.setAttribute("aria-live", "polite"); // whoever pressed the button hears it
    this.go((this.at + 1) % this.frames.length);
  }
}

/* Each rule of a text by its section and its number there. */
function numbered(prose: HTMLElement): Map<string, HTMLElement> {
  const out = new Map<string, HTMLElement>();
  let [section, rule] = [0, 0];
  for (const part of prose.querySelectorAll<HTMLElement>(":scope > h3, :scope > p, :scope > * > li"))
    if (part.tagName === "H3") [section, rule] = [section + 1, 0];
    else out.set(`${section}.${++rule}`, part);
  return out;
}

/* The text with its diagrams. */
export function rulesProse(text: string, family: string, ask: Ask): HTMLElement {
  const prose = markdown(text);
  const wanted = new Map<Element, Diagram>();
  let queue: Promise<unknown> = Promise.resolve();
  const watch = new IntersectionObserver(
    (seen) => {
      for (const { target, isIntersecting } of seen) {
        const diagram = wanted.get(target);
        if (!isIntersecting || !diagram) continue;
        watch.unobserve(target);
        const moving = made.get(target) as Moving;
        queue = queue.then(async () => moving.show(await film(ask, diagram), !reducedMotion())).catch(() => undefined);
      }
    },
    { rootMargin: "80px" },
  );
  const made = new Map<Element, Moving>();
  const add = (diagram: Diagram, put: (figure: HTMLElement) => void): void => {
    const moving = new Moving();
    wanted.set(moving.element, diagram);
    made.set(moving.element, moving);
    put(moving.element);
    watch.observe(moving.element);
  };
  const rules = numbered(prose);
  for (const diagram of diagramsOf(family)) {
    const part = rules.get(diagram.rule);
    if (part)
      add(diagram, (figure) => {
        figure.dataset.rule = diagram.rule;
        if (part.tagName === "LI") part.append(figure);
        else part.after(figure);
      });
  }
  const example = EXAMPLES[family];
  const last = [...prose.querySelectorAll("h3")].at(-1);
  if (example && last)
    add({ rule: "", game: example.game, position: "", before: [], moves: example.moves }, (figure) =>
      last.after(figure),
    );
  return prose;
}
