/* Online play: the part of the page that is fetched when somebody wants it. It owns the connection to the house
 * and shows the lobby, the archive, or a table. */
import "../base.js";
import type { Client } from "../client.js";
import { fetchStyles, h, replace } from "../dom.js";
import type { Gallery } from "../gallery.js";
import type { Settings } from "../store.js";
import { T, fill } from "../text.js";
import type { Thinker } from "../thinker.js";
import { AccountView } from "./account.js";
import { ArchiveView } from "./archive.js";
import { type Ear, House, number, text } from "./house.js";
import { Invite } from "./invite.js";
import { LobbyView } from "./lobby.js";
import { RatingsView } from "./ratings.js";
import { myGames } from "./rows.js";
import { heldSeats } from "./seats.js";
import { FarTable } from "./table.js";
import { TournamentsView } from "./tournaments.js";
import { Turns } from "./turns.js";

const STYLES = "online.css";
const SOON = 3000; // ms until our games are fetched again after a move
const LOOK = 20000; // ms between two such fetches otherwise

/* What this part needs of the page. */
export interface Host {
  readonly game: Client; // the local game: knows the rulesets
  readonly settings: Settings;
  readonly gallery: Gallery;
  readonly thinker: Thinker;
  readonly main: HTMLElement;
  announce(text: string): void;
  problem(text: string): void;
  changedSettings(): void;
  changedTable(table: FarTable | undefined): void; // the one on screen
  turns(count: number): void; // games where it is our turn
  reopen(): void; // shows again what the address says
}

/* A round of ours, as in the answer `mine`. */
export interface MyRound {
  token: string;
  round: string;
  seat: string;
  game: string;
  clock: string;
  start?: string;
  rated?: boolean;
  phase: string;
  turn: string;
  left?: number;
  result: string;
  moves: number;
  number: number;
  last: number;
  seats: { seat?: string; kind?: string; name?: string; level?: number }[];
}

export class Online {
  readonly house: House;
  readonly turns = new Turns();
  mine: MyRound[] = [];
  private table: FarTable | undefined;
  private lobby: LobbyView | undefined;
  private archive: ArchiveView | undefined;
  private account: AccountView | undefined;
  private tournaments: TournamentsView | undefined;
  private ready = fetchStyles(STYLES);
  private looking = false;
  private soon = 0;
  private ear: Ear | undefined; // while waiting for a table
  private onmine: (() => void) | undefined;

  constructor(private readonly host: Host) {
    const address = new URL("house", location.href);
    address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
    address.hash = "";
    this.house = new House(address.href);
    setInterval(() => void this.look(), LOOK);
    document.addEventListener("visibilitychange", () => void this.look());
  }

  /* Shows what the address asks for. */
  async show(): Promise<void> {
    await this.ready;
    this.leave();
    const [, what = "", name = ""] = /^#(seat|watch)=([\w-]+)$/.exec(location.hash) ?? [];
    if (what) return this.sitDown(what === "seat" ? { token: name, round: "" } : { token: "", round: name });
    if (location.hash.startsWith("#/online/archive")) {
      this.archive = new ArchiveView(this.host, this.house);
      replace(this.host.main, this.archive.element);
      return this.archive.show();
    }
    const [, , id = "0"] = /^#\/online\/tournament(s|\/(\d{1,15}))$/.exec(location.hash) ?? [undefined];
    if (location.hash.startsWith("#/online/tournament")) {
      this.tournaments = new TournamentsView(this.host, this, Number(id));
      replace(this.host.main, this.tournaments.element);
      return this.tournaments.show();
    }
    if (location.hash.startsWith("#/online/ratings")) {
      const ratings = new RatingsView(this.host, this.house);
      replace(this.host.main, ratings.element);
      return ratings.show();
    }
    if (location.hash.startsWith("#/online/account")) {
      this.account = new AccountView(this.host, this.house);
      replace(this.host.main, this.account.element);
      return this.account.show();
    }
    this.lobby = new LobbyView(this.host, this);
    this.onmine = () => this.lobby?.paintMine();
    replace(this.host.main, this.lobby.element);
    this.lobby.show();
    this.invite();
    await this.look();
  }

  /* From the screen for a new game, with the choices made there: #/online/new/GAME/SEAT,SEAT. If no house answers,
   * the lobby says so. */
  private invite(): void {
    const [, game, seats = ""] = /^#\/online\/new\/([\w-]+)\/([\w:,]+)$/.exec(location.hash) ?? [];
    const { lobby } = this;
    if (!game) return;
    history.replaceState(history.state, "", "#/online"); // only once
    const ear: Ear = {
      up: () => {
        this.house.unlisten(ear);
        if (lobby === this.lobby) new Invite(this.host, this.house, "link", { game, seats: seats.split(",") }).open();
      },
    };
    this.house.listen(ear);
  }

  leave(): void {
    if (this.ear) this.house.unlisten(this.ear);
    this.ear = undefined;
    this.table?.leave();
    this.table = undefined;
    this.lobby?.leave();
    this.lobby = undefined;
    this.archive?.leave();
    this.archive = undefined;
    this.account?.leave();
    this.account = undefined;
    this.tournaments?.leave();
    this.tournaments = undefined;
    this.onmine = undefined;
    this.host.changedTable(undefined);
  }

  private sitDown(goal: { token: string; round: string }): void {
    const waiting = h("p", { class: "quiet online-wait", role: "status" }, T("Looking for the house …"));
    replace(this.host.main, h("div", { class: "online" }, h("h2", {}, T("Online")), waiting));
    this.ear = {
      down: () => {
        if (!this.house.met) waiting.textContent = NO_HOUSE();
      },
    };
    this.house.listen(this.ear);
    const table = new FarTable(this.host, this.house, goal, (t, fresh) => this.moved(t, fresh));
    this.table = table;
  }

  /* Something happened at the table on screen. */
  private moved(table: FarTable, fresh: string[]): void {
    if (table !== this.table) return;
    if (!table.element.isConnected) {
      replace(this.host.main, table.element);
      table.changed(); // the drawing depends on the available room
    }
    this.host.changedTable(table);
    const last = fresh.some((line) => / (moved|began|taken-back|left) ?/.test(line));
    if (last && table.isMyTurn && table.sits)
      this.turns.tell(
        table.round.id,
        table.client.events.length,
        `${table.client.board.title}. ${table.client.state.status}.`,
        `#seat=${table.round.token}`,
        document.visibilityState === "visible",
      );
    if (last) this.lookSoon();
  }

  /* --- the games that we play --- */

  /* However fast moves follow each other, the house is not asked after each one. */
  private lookSoon(): void {
    if (this.soon) return;
    this.soon = setTimeout(() => {
      this.soon = 0;
      void this.look();
    }, SOON) as unknown as number;
  }

  async look(): Promise<void> {
    const seats = (await heldSeats()).slice(0, 100);
    const { account } = this.house;
    if (seats.length === 0 && !account) {
      this.mine = [];
      this.host.turns(0);
      this.onmine?.();
      return;
    }
    if (this.looking) return;
    this.looking = true;
    const answer = await this.house
      .ask({ do: "mine", tokens: seats.map((s) => s.token), ...(account ? { account: true } : {}) })
      .finally(() => (this.looking = false));
    const all = Array.isArray(answer.rounds) ? (answer.rounds as Record<string, unknown>[]) : [];
    const known = new Set(all.filter((r) => r.token !== undefined).map((r) => r.round));
    const rounds = all.filter((r) => r.token !== undefined || !known.has(r.round));
    this.mine = rounds.map((r) => ({
      ...(r as unknown as MyRound),
      token: r.token === undefined ? "" : (seats[number(r.token)]?.token ?? ""),
      turn: text(r.turn),
      result: text(r.result),
      seats: Array.isArray(r.seats) ? r.seats : [],
    }));
    this.count();
    this.onmine?.();
  }

  /* No longer in the list. */
  forget(which: (r: MyRound) => boolean): void {
    this.mine = this.mine.filter((r) => !which(r));
    this.onmine?.();
  }

  /* The games in the house, next to those of this screen. */
  async joinKept(box: HTMLElement): Promise<void> {
    await this.ready;
    const list = h("div", { class: "lobby-box" });
    replace(box, h("section", { class: "kept-online" }, h("h3", {}, T("With people far away")), list));
    this.onmine = () => replace(list, ...myGames(this.host, this));
    this.onmine();
    await this.look();
  }

  isMyTurn(r: MyRound): boolean {
    return r.phase === "playing" && r.seat.includes(r.turn);
  }

  private count(): void {
    const waiting = this.mine.filter((r) => this.isMyTurn(r));
    this.turns.count(waiting.length);
    this.host.turns(waiting.length);
    for (const r of waiting) {
      if (r.round === this.table?.round.id) continue;
      const title = this.host.game.games.find((g) => g.id === r.game)?.title ?? r.game;
      this.turns.tell(r.round, r.number, fill(T("{0}: it is your turn."), title), seatHash(r), false);
    }
  }
}

/* The address of a round of ours: an account needs no token. */
export const seatHash = (r: MyRound): string => (r.token ? `#seat=${r.token}` : `#watch=${r.round}`);

export const NO_HOUSE = (): string =>
  T("No house answers here, so there is nobody to play with. Everything else works as usual.");
