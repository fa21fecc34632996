/* The archive of the house: finished games that anybody may find, look at and save. With a ruleset there is a
 * board, whose position is searched for. */
import { button, download, h, replace, select } from "../dom.js";
import type { GameInfo } from "../protocol.js";
import { T, capital, fill } from "../text.js";
import { type Heard, type House, Refused, number, text, texts } from "./house.js";
import type { Host } from "./online.js";
import { PlayedView } from "./played.js";
import { type Rated, SEATS, colour, gameTitle, seatName } from "./words.js";

const DAY = 86400000;
const SOON = 30; // ms

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

const words = (name: string, long: number) =>
  h("input", { type: "text", name, maxlength: long, autocomplete: "off", autocapitalize: "off" });
const count = (name: string, most: number) =>
  h("input", { type: "number", name, min: 0, max: most, inputmode: "numeric" });
const day = (name: string) => h("input", { type: "date", name });
const field = (label: string, input: HTMLInputElement) => h("label", { class: "field" }, h("span", {}, label), input);
const midnight = (date: string, more = 0) => new Date(`${date}T00:00`).getTime() + more;

class SearchForm {
  private game = "";
  private result = "";
  private player = words("player", 60);
  private shortest = count("shortest", 1000);
  private longest = count("longest", 1000);
  private rating = count("rating", 4000);
  private since = day("since");
  private until = day("until");
  private position = words("position", 250);

  constructor(private readonly go: (game: string, position: string) => void) {}

  wanted(): Record<string, string | number> {
    const { game, result, player, shortest, longest, rating, since, until } = this;
    return {
      ...(game ? { game } : {}),
      ...(result ? { result } : {}),
      ...(player.value.trim() ? { player: player.value.trim() } : {}),
      ...(shortest.value ? { shortest: Number(shortest.value) } : {}),
      ...(longest.value ? { longest: Number(longest.value) } : {}),
      ...(rating.value ? { rating: Number(rating.value) } : {}),
      ...(since.value ? { since: midnight(since.value) } : {}),
      ...(until.value ? { until: midnight(until.value, DAY) } : {}),
    };
  }

  private submit(): void {
    this.go(this.game, this.position.value.trim());
  }

  draw(games: GameInfo[], said: HTMLElement): HTMLElement {
    const any: [string, string] = ["", T("Any")];
    return h(
      "form",
      {
        class: "archive-search",
        onsubmit: (e: Event) => {
          e.preventDefault();
          this.submit();
        },
      },
      select(T("Game"), [any, ...games.map((g): [string, string] => [g.id, g.title])], "", (v) => {
        this.game = v;
        this.position.value = "";
        this.submit();
      }),
      field(T("Player"), this.player),
      select(
        T("Result"),
        [any, ...[...SEATS, "draw"].map((r): [string, string] => [r, capital(resultWords(r))])],
        "",
        (v) => (this.result = v),
      ),
      h("button", { type: "submit", class: "primary" }, T("Search")),
      h(
        "details",
        {},
        h("summary", {}, T("Length, ratings, dates, position")),
        h(
          "div",
          { class: "archive-more" },
          field(T("Moves, at least"), this.shortest),
          field(T("Moves, at most"), this.longest),
          field(T("Ratings, at least"), this.rating),
          field(T("From"), this.since),
          field(T("To"), this.until),
          field(T("Position, in notation"), this.position),
        ),
      ),
      said,
    );
  }
}

export class ArchiveView {
  readonly element = h("div", { class: "online archive" });
  private list = h("ul", { class: "lobby-list", "aria-live": "polite" });
  private more = h("div", {});
  private said = h("p", { class: "note", role: "status" });
  private played: PlayedView;
  private form: SearchForm | undefined;
  private there = ""; // the ruleset and position that the board was set to
  private wanted: Record<string, string | number> = {};
  private soon = 0;
  private asked = 0; // counts searches, so that a late answer is dropped

  constructor(
    private readonly host: Host,
    private readonly house: House,
  ) {
    this.played = new PlayedView(host, house, () => this.ask());
  }

  leave(): void {
    clearTimeout(this.soon);
    this.played.close();
  }

  /* Searches for what the form says, at the board's position. */
  private ask(): void {
    this.wanted = { ...this.form?.wanted(), ...this.played.place() };
    clearTimeout(this.soon); // the board and the form may both have changed
    this.soon = setTimeout(() => void this.search(), SOON) as unknown as number;
  }

  private async go(game: string, position: string): Promise<void> {
    const where = `${game} ${position}`;
    this.said.textContent = "";
    if (where !== this.there) {
      this.there = where;
      this.said.textContent = capital(await this.played.go(game, position));
    }
    this.ask();
  }

  async show(): Promise<void> {
    const form = new SearchForm((game, position) => void this.go(game, position));
    this.form = form;
    this.there = "";
    replace(
      this.element,
      h(
        "div",
        { class: "lobby-head" },
        h("div", {}, h("h2", {}, T("Archive of the house"))),
        h("a", { class: "button", href: "#/online" }, T("All tables")),
      ),
      form.draw(this.host.game.games, this.said),
      this.played.element,
      h("h3", {}, T("Finished games")),
      this.list,
      this.more,
    );
    await this.search();
  }

  private async search(before?: unknown): Promise<void> {
    const asked = ++this.asked;
    let answer: Heard;
    try {
      answer = await this.house.ask({ do: "search", ...this.wanted, ...(before ? { before } : {}) });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const reply = await this.host.game.ask<{ text: string }>(`far refused ${error.why}\n`);
      if (asked !== this.asked) return;
      replace(this.more);
      replace(this.list, h("li", { class: "quiet" }, capital(reply.text.trim())));
      return;
    }
    if (asked !== this.asked) return;
    if (!before) replace(this.list);
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
      replace(this.list, h("li", { class: "quiet" }, T("No finished game matches.")));
    this.element.dataset.searched = String(asked);
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
