/* What was played in a position, in the games of the house: a board to reach it on, and for each move how often it
 * was chosen, how it scored and its exact value if the house knows it. */
import { Chooser } from "../chooser.js";
import { Client, DEAF } from "../client.js";
import { button, h, replace, select, svg } from "../dom.js";
import { Engine } from "../engine.js";
import { T, capital, fill } from "../text.js";
import { type Heard, type House, Refused, number, text } from "./house.js";
import type { Host } from "./online.js";

/* The position that a search or the explorer looks for; {}: the start, or any. */
export interface GamePlace {
  opening?: string;
  position?: string;
}

/* "win 5", as the house writes it, in words and with its colour. */
function exactValue(value: string): HTMLElement | string {
  const [result = "", plies = ""] = value.split(" ");
  const known: Record<string, [string, string, string]> = {
    win: ["good", T("win"), T("win in {0} plies")],
    loss: ["bad", T("loss"), T("loss in {0} plies")],
    draw: ["even", T("draw"), T("draw")],
  };
  const [tone, plain, counted] = known[result] ?? ["", "", ""];
  return plain ? h("span", { class: `value ${tone}` }, plies ? fill(counted, plies) : plain) : "–";
}

/* Three parts of a bar. */
function scoreBar(won: number, drawn: number, games: number): SVGSVGElement {
  const part = (name: string, from: number, wide: number) =>
    svg("rect", { class: name, x: (100 * from) / games, width: (100 * wide) / games, height: 8 });
  return svg(
    "svg",
    { class: "score-bar", viewBox: "0 0 100 8", preserveAspectRatio: "none", "aria-hidden": "true" },
    part("won", 0, won),
    part("drawn", won, drawn),
    part("lost", won + drawn, games - won - drawn),
  );
}

export class PlayedView {
  readonly element = h("section", { class: "played", "aria-labelledby": "played-title", hidden: true });
  private client: Client | undefined;
  private chooser: Chooser | undefined;
  private bar = h("div", { class: "row" });
  private walked = h("p", { class: "walked" });
  private found = h("div", { class: "played-moves", "aria-live": "polite" });
  private any = false; // also games that reached the position in another way, not only by these moves
  private asked = "";

  /* `moved`: the board shows another position. */
  constructor(
    private readonly host: Host,
    private readonly house: House,
    private readonly moved: () => void,
  ) {}

  close(): void {
    this.client?.close();
  }

  /* Shows the board of a ruleset, at a position if one is given; returns a sentence if that is not a position. */
  async go(game: string, position = ""): Promise<string> {
    this.element.hidden = !game;
    if (!game) return "";
    const client = await this.open();
    const refusal = await client.follow({ game, position, moves: [] });
    if (refusal) await client.do(`new ${game}`);
    return refusal;
  }

  private async open(): Promise<Client> {
    if (this.client) return this.client;
    const { settings, thinker } = this.host;
    const client = new Client(new Engine("worker.js"), thinker);
    this.client = client;
    this.chooser = new Chooser(client, settings, "played-notation", () => this.host.changedSettings());
    await client.open(settings.lang);
    client.listener = {
      ...DEAF,
      changed: () => this.changed(),
      problem: (words) => this.chooser?.say(words),
    };
    const ways: [string, string][] = [
      ["opening", T("that began this way")],
      ["position", T("that reached this position")],
    ];
    replace(
      this.element,
      h("h3", { id: "played-title" }, T("What was played there")),
      h(
        "div",
        { class: "table" },
        this.chooser.element,
        h(
          "div",
          { class: "side" },
          this.bar,
          this.walked,
          select(T("Games"), ways, "opening", (way) => {
            this.any = way === "position";
            this.moved();
          }),
          this.found,
        ),
      ),
    );
    return client;
  }

  /* The board's position. */
  place(): GamePlace {
    const { client } = this;
    if (!client?.state || this.element.hidden) return {};
    const path = client.path();
    if (client.state.start || (this.any && path.length > 0)) return { position: client.state.position };
    return path.length > 0 ? { opening: path.join(" ") } : {};
  }

  private changed(): void {
    const { client } = this;
    if (!client) return;
    const { state } = client;
    this.chooser?.update();
    replace(
      this.bar,
      button(T("First move"), () => void client.step("first"), { "aria-disabled": String(!state.undo) }),
      button(T("One move back"), () => void client.step("back"), { "aria-disabled": String(!state.undo) }),
    );
    this.walked.textContent = client.path().join(" ") || T("The start");
    if (this.asked === `${state.game} ${state.position}`) return;
    this.asked = `${state.game} ${state.position}`;
    void this.ask(this.asked);
    this.moved();
  }

  private async ask(now: string): Promise<void> {
    const { client } = this;
    if (!client) return;
    const path = client.path();
    const where = client.state.start
      ? { position: client.state.position }
      : path.length > 0
        ? { opening: path.join(" ") }
        : {};
    this.element.dataset.asked = now;
    delete this.element.dataset.answered;
    try {
      const answer = await this.house.ask({ do: "explore", game: client.state.game, ...where });
      if (now === this.asked) this.paint(answer);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const reply = await client.ask<{ text: string }>(`far refused ${error.why}\n`);
      if (now === this.asked) replace(this.found, h("p", { class: "quiet" }, capital(reply.text.trim())));
    }
    if (now === this.asked) this.element.dataset.answered = now;
  }

  private paint(answer: Heard): void {
    const moves = Array.isArray(answer.moves) ? (answer.moves as Record<string, unknown>[]) : [];
    if (moves.length === 0) {
      replace(this.found, h("p", { class: "quiet" }, T("No game in the archive went on from here.")));
      return;
    }
    replace(
      this.found,
      h(
        "table",
        {},
        h("caption", { class: "hidden" }, T("What was played there")),
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            ...[T("Move played"), T("Games"), T("Won, drawn, lost"), T("Exact value")].map((t) =>
              h("th", { scope: "col" }, t),
            ),
          ),
        ),
        h("tbody", {}, ...moves.map((m) => this.row(m))),
      ),
    );
  }

  private row(m: Record<string, unknown>): HTMLTableRowElement {
    const move = text(m.move);
    const [games, won, drawn, lost] = [number(m.games), number(m.won), number(m.drawn), number(m.lost)];
    return h(
      "tr",
      {},
      h(
        "th",
        { scope: "row" },
        button(move, () => void this.client?.playText(move), { class: "go", "data-explored": move }),
      ),
      h("td", {}, String(games)),
      h("td", {}, `${won} – ${drawn} – ${lost}`, scoreBar(won, drawn, games)),
      h("td", {}, exactValue(text(m.value))),
    );
  }
}
