/* The lobby: my games, tables with a free seat, and games to watch. */
import { button, h, replace, select } from "../dom.js";
import { T, fill } from "../text.js";
import type { Ear, Heard } from "./house.js";
import { Refused, number, text } from "./house.js";
import { Invite, openRound } from "./invite.js";
import { type Host, NO_HOUSE, type Online } from "./online.js";
import { gameRow, myGames } from "./rows.js";
import { called } from "./seats.js";
import { rememberedName } from "./names.js";
import { type Ways, canNotify, canSound, canVibrate } from "./turns.js";
import { clockWords, gameTitle, seatName, startWords } from "./words.js";

interface Listing {
  round: string;
  game: string;
  clock: string;
  moves: number;
  start: string;
  rated: boolean;
  seats: { seat?: string; kind?: string; name?: string; level?: number; rating?: number; unsure?: boolean }[];
}

const listings = (value: unknown): Listing[] =>
  Array.isArray(value)
    ? value.map((v: Record<string, unknown>) => ({
        round: text(v.round),
        game: text(v.game),
        clock: text(v.clock),
        moves: number(v.moves),
        start: text(v.start),
        rated: v.rated === true,
        seats: Array.isArray(v.seats) ? (v.seats as Listing["seats"]) : [],
      }))
    : [];

type Part = "mine" | "open" | "watch";

export class LobbyView implements Ear {
  readonly element = h("div", { class: "online lobby" });
  private line = h("p", { class: "far-line", role: "status" });
  private account = h("a", { class: "button", href: "#/online/account", "data-name": "account", hidden: true });
  private rated = h("li", { hidden: true }, h("a", { href: "#/online/ratings" }, T("Ratings")));
  private mine = h("div", { class: "lobby-box" });
  /* Each box has a line from the start, so that what is below does not move while somebody is about to press it. */
  private open = h("div", { class: "lobby-box" }, h("p", { class: "quiet" }, "…"));
  private playing = h("div", { class: "lobby-box" }, h("p", { class: "quiet" }, "…"));
  private tabs = h("div", { class: "lobby-tabs", role: "group", "aria-label": T("Online") });
  private part: Part = "open";
  private picked = false; // by a person
  private counts = { mine: 0, open: 0, watch: 0 };

  constructor(
    private readonly host: Host,
    private readonly online: Online,
  ) {}

  show(): void {
    delete this.element.dataset.tables;
    const invite = (kind: "link" | "open") => () => new Invite(this.host, this.online.house, kind).open();
    replace(
      this.element,
      h(
        "div",
        { class: "lobby-head" },
        h(
          "div",
          {},
          h("h2", {}, T("Online")),
          h("p", { class: "quiet" }, T("Live games, or days per move. Everything is kept.")),
        ),
        h(
          "div",
          { class: "row lobby-acts" },
          this.account,
          button(T("Invite a friend"), invite("link"), { "data-name": "invite" }),
          button(T("Open a table"), invite("open"), { class: "primary", "data-name": "open" }),
        ),
      ),
      this.line,
      this.tabs,
      h(
        "div",
        { class: "lobby-columns" },
        this.column("mine", T("My games"), this.mine, this.telling()),
        this.column("open", T("Open tables"), this.open, this.levels()),
        this.column("watch", T("Watch"), this.playing, this.elsewhere()),
      ),
    );
    this.pick(this.part);
    this.paintMine();
    this.paintAccount();
    this.online.house.listen(this);
  }

  leave(): void {
    this.online.house.send({ do: "lobby", on: false });
    this.online.house.unlisten(this);
  }

  private paintAccount(): void {
    const { accounts, account } = this.online.house;
    this.account.hidden = !accounts;
    this.rated.hidden = !accounts;
    this.account.textContent = account || T("Sign in");
    if (account) void this.online.look();
  }

  private column(part: Part, title: string, box: HTMLElement, below: HTMLElement | null): HTMLElement {
    return h(
      "section",
      { class: "lobby-column", "data-part": part, "aria-label": title },
      h("h3", {}, title),
      box,
      below,
    );
  }

  private elsewhere(): HTMLElement {
    return h(
      "ul",
      { class: "lobby-more" },
      h("li", {}, h("a", { href: "#/online/archive" }, T("All finished games"))),
      h("li", {}, h("a", { href: "#/online/tournaments", "data-name": "tournaments" }, T("Tournaments"))),
      this.rated,
    );
  }

  /* On a phone one column at a time. */
  private pick(part: Part, picked = this.picked): void {
    this.part = part;
    this.picked = picked;
    this.element.dataset.part = part;
    const tab = (name: Part, title: string) =>
      button(this.counts[name] > 0 ? `${title} ${this.counts[name]}` : title, () => this.pick(name, true), {
        "aria-pressed": String(name === part),
        "data-tab": name,
      });
    const had = this.tabs.contains(document.activeElement);
    replace(this.tabs, tab("mine", T("My games")), tab("open", T("Tables")), tab("watch", T("Watch")));
    if (had) this.tabs.querySelector<HTMLElement>(`[data-tab="${part}"]`)?.focus();
  }

  /* --- the line --- */

  up(): void {
    this.element.dataset.line = "up";
    this.line.textContent = "";
    this.online.house.send({ do: "lobby" });
    void this.online.look();
  }

  down(): void {
    this.element.dataset.line = "lost";
    this.line.textContent = this.online.house.met ? T("Connection lost. Trying again …") : NO_HOUSE();
  }

  heard(m: Heard): void {
    if (m.is === "welcome" || m.is.startsWith("signed-")) this.paintAccount();
    if (m.is !== "lobby") return;
    const ours = new Set(this.online.mine.map((r) => r.round));
    const open = listings(m.open);
    const playing = listings(m.playing);
    this.counts.open = open.length;
    this.element.dataset.tables = String(open.length); // the list is known from now on
    this.counts.watch = playing.length;
    this.pick(this.part);
    this.paintOpen(open, ours);
    this.paintPlaying(playing);
  }

  /* --- rows --- */

  private paintOpen(open: Listing[], ours: Set<string>): void {
    const { games } = this.host.game;
    const any = open.find((r) => !ours.has(r.round));
    replace(
      this.open,
      open.length === 0
        ? h("p", { class: "quiet" }, T("No table is open. Open one, or play a level below."))
        : h(
            "ul",
            { class: "lobby-list" },
            ...open.map((r) => {
              const people = r.seats.filter((s) => s.kind === "person" || s.kind === "level").map(seatName);
              const title = [gameTitle(games, r.game), ...people].join(" · ");
              return gameRow(
                this.host,
                r.game,
                title,
                [clockWords(r.clock), startWords(r.start), r.rated ? T("Rated") : ""].filter(Boolean).join(" · "),
                h(
                  "a",
                  {
                    class: "button",
                    href: `#watch=${r.round}`,
                    "data-join": r.round,
                    "aria-label": fill(T("Join {0}"), title),
                  },
                  ours.has(r.round) ? T("Look") : T("Join"),
                ),
              );
            }),
          ),
      any ? button(T("Seat me at any table"), () => void this.sitAnywhere(any), { "data-name": "any" }) : null,
    );
  }

  private async sitAnywhere(r: Listing): Promise<void> {
    try {
      const who = await called(rememberedName());
      const answer = await this.online.house.askOnce({ do: "sit", round: r.round, ...who });
      location.hash = `#seat=${text(answer.token)}`;
    } catch (error) {
      if (error instanceof Refused) location.hash = `#watch=${r.round}`;
    }
  }

  private paintPlaying(playing: Listing[]): void {
    const { games } = this.host.game;
    replace(
      this.playing,
      playing.length === 0
        ? h("p", { class: "quiet" }, T("Nobody is playing at the moment."))
        : h(
            "ul",
            { class: "lobby-list" },
            ...playing.map((r) => {
              const title = r.seats.map(seatName).join(" – ");
              return gameRow(
                this.host,
                r.game,
                title,
                `${gameTitle(games, r.game)} · ${fill(T("{0} moves"), r.moves)}`,
                h(
                  "a",
                  { class: "button", href: `#watch=${r.round}`, "aria-label": fill(T("Watch {0}"), title) },
                  T("Watch"),
                ),
              );
            }),
          ),
    );
  }

  paintMine(): void {
    this.counts.mine = this.online.mine.filter((r) => this.online.isMyTurn(r)).length;
    this.pick(this.online.mine.length > 0 && !this.picked ? "mine" : this.part);
    replace(this.mine, ...myGames(this.host, this.online));
  }

  /* --- levels, always ready --- */

  private levels(): HTMLElement {
    const { games } = this.host.game;
    const known = games.filter((g) => g.levels);
    let game = known[0]?.id ?? "";
    let level = "3";
    const numbers = Array.from({ length: 10 }, (_, i): [string, string] => [`${i + 1}`, fill(T("Level {0}"), i + 1)]);
    const refusal = h("p", { class: "quiet", role: "status" });
    const play = async () => {
      const players = games.find((g) => g.id === game)?.players ?? 2;
      const seats = ["me", ...new Array<string>(players - 1).fill(`level:${level}`)];
      refusal.textContent = await openRound(this.host, this.online.house, {
        game,
        clock: "none",
        seats,
        listed: false,
        name: rememberedName(),
      });
    };
    return h(
      "div",
      { class: "lobby-box levels" },
      h("strong", {}, T("Play a level")),
      h(
        "div",
        { class: "row" },
        select(
          T("Game"),
          known.map((g) => [g.id, g.title]),
          game,
          (v) => (game = v),
        ),
        select(T("Level"), numbers, level, (v) => (level = v)),
        button(T("Play"), () => void play(), { "data-name": "level" }),
      ),
      refusal,
    );
  }

  /* --- notifications of one's turn --- */

  private telling(): HTMLElement {
    const { turns } = this.online;
    const said = h("p", { class: "quiet", role: "status" });
    const way = (name: keyof Ways, title: string, can: boolean) => {
      if (!can) return null;
      const box = h("input", {
        type: "checkbox",
        checked: turns.ways[name],
        "data-way": name,
        onchange: () =>
          void turns.set(name, box.checked).then((ok) => {
            if (!ok) box.checked = false;
            said.textContent = ok ? "" : T("This browser does not allow it: see its settings for this page.");
          }),
      });
      return h("label", { class: "check" }, box, h("span", {}, title));
    };
    return h(
      "fieldset",
      { class: "lobby-box telling" },
      h("legend", {}, T("Tell me when it is my turn")),
      way("notify", T("A notification from this browser, nothing else"), canNotify()),
      way("sound", T("A sound"), canSound()),
      way("vibrate", T("Vibration"), canVibrate()),
      said,
    );
  }
}
