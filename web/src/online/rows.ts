/* Rows of games in lists: a picture of the game, the players, and the available actions. */
import { button, h } from "../dom.js";
import { sky } from "../home.js";
import { T, fill } from "../text.js";
import { type Host, type MyRound, type Online, seatHash } from "./online.js";
import { dropSeat } from "./seats.js";
import { clockWords, gameFamily, gameTitle, seatName, spanWords, startWords } from "./words.js";

const FINISHED = 12; // shown at most

export function gameRow(
  host: Host,
  game: string,
  title: string,
  facts: string,
  act: HTMLElement,
  turn = false,
): HTMLLIElement {
  const { games } = host.game;
  const box = sky(games, gameFamily(games, game));
  requestAnimationFrame(() => void host.gallery.example(box, gameFamily(games, game)));
  return h(
    "li",
    { class: turn ? "lobby-row turn" : "lobby-row" },
    box,
    h("div", { class: "lobby-words" }, h("strong", {}, title), h("span", { class: "quiet" }, facts)),
    act,
  );
}

/* This browser's games in the house, first those where something is to be done. */
export function myGames(host: Host, online: Online): HTMLElement[] {
  const going = online.mine.filter((r) => r.phase !== "over");
  const group = (title: string, rounds: MyRound[]) =>
    rounds.length > 0
      ? [h("h4", {}, title), h("ul", { class: "lobby-list" }, ...rounds.map((r) => myRow(host, online, r)))]
      : [];
  const rows = [
    ...group(
      T("Your turn"),
      going.filter((r) => online.isMyTurn(r)),
    ),
    ...group(
      T("Waiting for them"),
      going.filter((r) => !online.isMyTurn(r)),
    ),
    ...group(T("Finished"), online.mine.filter((r) => r.phase === "over").slice(0, FINISHED)),
  ];
  return rows.length > 0 ? rows : [h("p", { class: "quiet" }, T("You have no games yet."))];
}

function myRow(host: Host, online: Online, r: MyRound): HTMLElement {
  const { games } = host.game;
  const turn = online.isMyTurn(r);
  const others = r.seats.filter((s) => !r.seat.includes(s.seat ?? "-")).map(seatName);
  const title = [gameTitle(games, r.game), ...others].join(" · ");
  const facts = [
    clockWords(r.clock),
    startWords(r.start),
    r.rated ? T("Rated") : "",
    r.phase === "playing" && r.left !== undefined && r.clock.startsWith("move") ? spanWords(r.left) : "",
    r.moves > 0 ? fill(T("{0} moves"), r.moves) : "",
  ];
  const word = turn ? T("Move") : r.phase === "seating" ? T("Links") : r.phase === "over" ? T("Review") : T("Look");
  const forget = button("×", () => void forgetRound(online, r), {
    class: "quiet-button",
    "aria-label": fill(T("Forget {0}"), title),
  });
  return gameRow(
    host,
    r.game,
    title,
    facts.filter(Boolean).join(" · "),
    h(
      "div",
      { class: "row" },
      h(
        "a",
        {
          class: turn ? "button primary-link" : "button",
          href: r.phase === "over" ? `#watch=${r.round}` : seatHash(r),
          "data-mine": r.round,
          "aria-label": `${word}: ${title}`,
        },
        word,
      ),
      r.phase === "over" && r.token ? forget : null,
    ),
    turn,
  );
}

/* A token may lead to several rounds: it is dropped once all of them are over. */
async function forgetRound(online: Online, r: MyRound): Promise<void> {
  const goesOn = online.mine.some((o) => o.token === r.token && o.phase !== "over");
  if (!goesOn) await dropSeat(r.token);
  online.forget((o) => (goesOn ? o.round === r.round : o.token === r.token));
}
