/* The ratings in this house, ruleset by ruleset, and what the first seat is worth. */
import { h, replace, select } from "../dom.js";
import type { GameInfo } from "../protocol.js";
import { T, fill } from "../text.js";
import { type Heard, type House, number, text } from "./house.js";
import type { Host } from "./online.js";
import { type Rated, colour, gameTitle, ratingMark } from "./words.js";

export class RatingsView {
  readonly element = h("div", { class: "online ratings" });
  private body = h("div", { class: "ratings-body", "aria-live": "polite" });
  private game = "";

  constructor(
    private readonly host: Host,
    private readonly house: House,
  ) {}

  async show(): Promise<void> {
    const { games } = this.host.game;
    const [, wanted = ""] = /^#\/online\/ratings\/([\w-]+)$/.exec(location.hash) ?? [];
    this.game = games.find((g) => g.id === wanted)?.id ?? games[0]?.id ?? "";
    replace(
      this.element,
      h(
        "div",
        { class: "lobby-head" },
        h(
          "div",
          {},
          h("h2", {}, T("Ratings")),
          h("p", { class: "quiet" }, T("From rated games between accounts. A question mark: provisional.")),
        ),
        h("a", { class: "button", href: "#/online" }, T("All tables")),
      ),
      select(
        T("Game"),
        games.map((g) => [g.id, g.title]),
        this.game,
        (id) => {
          this.game = id;
          void this.look();
        },
      ),
      this.body,
    );
    await this.look();
  }

  private async look(): Promise<void> {
    const { game } = this;
    delete this.element.dataset.game;
    const answer = await this.house.ask({ do: "standings", game });
    if (game !== this.game) return;
    this.paint(answer);
    this.element.dataset.game = game;
  }

  private paint(answer: Heard): void {
    const players = Array.isArray(answer.players) ? (answer.players as (Rated & { name?: unknown })[]) : [];
    replace(
      this.body,
      h("p", { class: "ratings-seat" }, seatWords(answer)),
      players.length === 0
        ? h("p", { class: "quiet" }, T("Nobody has played a rated game of it yet."))
        : h(
            "table",
            {},
            h("caption", { class: "hidden" }, T("Ratings")),
            h("thead", {}, h("tr", {}, ...["#", T("Player"), T("Rating")].map((t) => h("th", { scope: "col" }, t)))),
            h(
              "tbody",
              {},
              ...players.map((p, i) => {
                const name = text(p.name);
                return h(
                  "tr",
                  { class: name === this.house.account ? "own" : null, "data-player": name },
                  h("td", {}, String(i + 1)),
                  h("th", { scope: "row" }, name),
                  h("td", {}, ...ratingMark(p)),
                );
              }),
            ),
          ),
    );
  }
}

function seatWords(answer: Heard): string {
  if (answer.experimental === true) return T("Ratings of three and four are experimental.");
  const advantage = number(answer.advantage);
  const [won, drawn, lost] = [number(answer.won), number(answer.drawn), number(answer.lost)];
  if (won + drawn + lost === 0) return "";
  const worth =
    advantage === 0
      ? T("Neither seat counts as stronger.")
      : fill(T("{0} counts as {1} points stronger."), colour(advantage < 0 ? "b" : "w"), Math.abs(advantage));
  return `${worth} ${fill(T("White won {0}, drew {1} and lost {2}."), won, drawn, lost)}`;
}

/* For the account's page: its own ratings, from the house's answer about the account. */
export function ownRatings(games: GameInfo[], own: Heard): HTMLElement[] {
  const list = Array.isArray(own.ratings) ? (own.ratings as (Rated & { game?: unknown })[]) : [];
  if (list.length === 0) return [];
  const row = (r: Rated & { game?: unknown }) =>
    h(
      "li",
      { "data-rated": text(r.game) },
      h("a", { href: `#/online/ratings/${text(r.game)}` }, gameTitle(games, text(r.game))),
      " ",
      ...ratingMark(r),
    );
  return [h("h3", {}, T("Ratings")), h("ul", { class: "account-ratings" }, ...list.map(row))];
}
