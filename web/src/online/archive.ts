/* The archive of the house: finished games that anybody may find, to look at and to save. */
import { button, download, h, replace, select } from "../dom.js";
import { T, capital, fill } from "../text.js";
import { type Heard, type House, Refused, number, text, texts } from "./house.js";
import type { Host } from "./online.js";
import { type Rated, SEATS, colour, gameTitle, seatName } from "./words.js";

const DAY = 86400000;

interface Found {
  round: string;
  game: string;
  players: string[];
  result: string;
  moves: number;
  last: number;
  ratings: Rated[];
}

const resultWords = (result: string): string =>
  result === "draw" ? T("draw") : SEATS.includes(result) ? fill(T("{0} won"), colour(result)) : T("no result");

export class ArchiveView {
  readonly element = h("div", { class: "online archive" });
  private list = h("ul", { class: "lobby-list", "aria-live": "polite" });
  private more = h("div", {});
  private explorer = h("div", { class: "explorer" });
  private goOn: (move: string) => void = () => undefined;
  private wanted: Record<string, string | number> = {};

  constructor(
    private readonly host: Host,
    private readonly house: House,
  ) {}

  async show(): Promise<void> {
    const { games } = this.host.game;
    const any: [string, string] = ["", T("Any")];
    const player = h("input", { type: "text", name: "player", maxlength: 60, autocomplete: "off" });
    const shortest = h("input", { type: "number", name: "shortest", min: 0, max: 1000, inputmode: "numeric" });
    const longest = h("input", { type: "number", name: "longest", min: 0, max: 1000, inputmode: "numeric" });
    const rating = h("input", { type: "number", name: "rating", min: 0, max: 4000, inputmode: "numeric" });
    const since = h("input", { type: "date", name: "since" });
    const until = h("input", { type: "date", name: "until" });
    const opening = h("input", { type: "text", name: "opening", maxlength: 200, autocomplete: "off" });
    const position = h("input", { type: "text", name: "position", maxlength: 250, autocomplete: "off" });
    let game = "";
    let result = "";
    const day = (text: string, more = 0) => new Date(`${text}T00:00`).getTime() + more;
    const field = (label: string, input: HTMLInputElement) =>
      h("label", { class: "field" }, h("span", {}, label), input);
    const ask = () => {
      this.wanted = {
        ...(game ? { game } : {}),
        ...(result ? { result } : {}),
        ...(player.value.trim() ? { player: player.value.trim() } : {}),
        ...(shortest.value ? { shortest: Number(shortest.value) } : {}),
        ...(longest.value ? { longest: Number(longest.value) } : {}),
        ...(rating.value ? { rating: Number(rating.value) } : {}),
        ...(since.value ? { since: day(since.value) } : {}),
        ...(until.value ? { until: day(until.value, DAY) } : {}),
        ...(opening.value.trim() ? { opening: opening.value.trim().replace(/\s+/g, " ") } : {}),
        ...(position.value.trim() ? { position: position.value.trim() } : {}),
      };
      replace(this.list);
      void this.search();
      void this.explore();
    };
    replace(
      this.element,
      h(
        "div",
        { class: "lobby-head" },
        h("div", {}, h("h2", {}, T("Archive of the house"))),
        h("a", { class: "button", href: "#/online" }, T("All tables")),
      ),
      h(
        "form",
        {
          class: "row archive-search",
          onsubmit: (e: Event) => {
            e.preventDefault();
            ask();
          },
        },
        select(T("Game"), [any, ...games.map((g): [string, string] => [g.id, g.title])], "", (v) => (game = v)),
        field(T("Player"), player),
        select(
          T("Result"),
          [any, ...[...SEATS, "draw"].map((r): [string, string] => [r, capital(resultWords(r))])],
          "",
          (v) => (result = v),
        ),
        field(T("Moves, at least"), shortest),
        field(T("Moves, at most"), longest),
        field(T("Ratings, at least"), rating),
        field(T("From"), since),
        field(T("To"), until),
        field(T("Opening: moves from the start"), opening),
        field(T("Position"), position),
        h("button", { type: "submit", class: "primary" }, T("Search")),
      ),
      this.explorer,
      this.list,
      this.more,
    );
    this.goOn = (move) => {
      opening.value = `${opening.value.trim()} ${move}`.trim();
      ask();
    };
    await this.search();
  }

  /* What was played there, how often and how it scored; a move leads on. */
  private async explore(): Promise<void> {
    const { game, opening, position } = this.wanted;
    replace(this.explorer);
    if (!game) return;
    const where = { ...(opening ? { opening } : {}), ...(position ? { position } : {}) };
    const answer = await this.house.ask({ do: "explore", game, ...where }).catch(() => undefined);
    const moves = Array.isArray(answer?.moves) ? (answer.moves as Record<string, unknown>[]) : [];
    if (moves.length === 0) return;
    const cell = (value: unknown) => h("td", {}, String(value ?? ""));
    replace(
      this.explorer,
      h(
        "table",
        {},
        h("caption", {}, T("What was played there")),
        h(
          "tr",
          {},
          ...[T("Move"), T("Games"), T("Won"), T("Drawn"), T("Lost"), T("Exact value")].map((t) =>
            h("th", { scope: "col" }, t),
          ),
        ),
        ...moves.map((m) => {
          const move = text(m.move);
          const go = position ? move : button(move, () => this.goOn(move), { "data-explored": move });
          return h("tr", {}, h("td", {}, go), ...[m.games, m.won, m.drawn, m.lost, m.value].map(cell));
        }),
      ),
    );
  }

  private async search(before?: unknown): Promise<void> {
    let answer: Heard;
    try {
      answer = await this.house.ask({ do: "search", ...this.wanted, ...(before ? { before } : {}) });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const reply = await this.host.game.ask<{ text: string }>(`far refused ${error.why}\n`);
      replace(this.list, h("li", { class: "quiet" }, capital(reply.text.trim())));
      return;
    }
    const found = (Array.isArray(answer.rounds) ? answer.rounds : []).map((r: Record<string, unknown>): Found => ({
      round: text(r.round),
      game: text(r.game),
      players: texts(r.players),
      result: text(r.result),
      moves: number(r.moves),
      last: number(r.last),
      ratings: Array.isArray(r.ratings) ? (r.ratings as Rated[]) : [],
    }));
    this.list.append(...found.map((f) => this.row(f)));
    if (this.list.childElementCount === 0)
      replace(this.list, h("li", { class: "quiet" }, T("No finished game is like that.")));
    replace(
      this.more,
      answer.more ? button(T("More"), () => void this.search(answer.more), { "data-name": "more" }) : null,
    );
  }

  private row(f: Found): HTMLLIElement {
    const who = f.players.map((name, i) => seatName({ kind: "person", name, ...f.ratings[i] })).join(" – ");
    const when = new Date(f.last).toLocaleDateString(document.documentElement.lang, { dateStyle: "medium" });
    const facts = [who, resultWords(f.result), fill(T("{0} moves"), f.moves), when];
    const title = gameTitle(this.host.game.games, f.game);
    return h(
      "li",
      { class: "lobby-row", "data-found": f.round },
      h("div", { class: "lobby-words" }, h("strong", {}, title), h("span", { class: "quiet" }, facts.join(" · "))),
      h(
        "div",
        { class: "row" },
        h(
          "a",
          { class: "button", href: `#watch=${f.round}`, "aria-label": `${T("Review")}: ${title}, ${who}` },
          T("Review"),
        ),
        button(T("Save as a file"), () => void this.save(f), {
          "aria-label": `${T("Save as a file")}: ${title}, ${who}`,
        }),
      ),
    );
  }

  private async save(f: Found): Promise<void> {
    try {
      const answer = await this.house.ask({ do: "record", round: f.round });
      download(`${f.game}-${f.round}.txt`, new Blob([text(answer.text)], { type: "text/plain" }));
    } catch (error) {
      if (error instanceof Refused) this.host.problem(error.why);
    }
  }
}
