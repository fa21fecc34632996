/* The list of kept games: resume one, name it, save it as a file, delete it; or save or delete all of them. */
import "./base.js";
import type { Client, Listed } from "./client.js";
import { button, download, h, replace } from "./dom.js";
import { confirmBox } from "./confirm.js";
import { T, capital, fill, movesText } from "./text.js";

const SEATS = "wbrg";

export class KeptView {
  readonly element = h("div", { class: "kept" });
  readonly elsewhere = h("div", {}); // games in a house, if there are any
  private list = h("div", {});

  constructor(
    private readonly game: Client,
    private readonly problem: (text: string) => void,
  ) {}

  async show(): Promise<void> {
    replace(this.element, h("h2", {}, T("My games")), this.list, this.elsewhere);
    const games = await this.game.list();
    replace(
      this.list,
      games.length === 0
        ? h("p", {}, T("No game is kept yet: that happens by itself from the second move on."))
        : h("ul", { class: "kept-list" }, ...games.map((g) => this.item(g))),
      games.length > 0
        ? h(
            "div",
            { class: "row" },
            button(T("Save all as a file"), () => void this.save("all", "colonnade.txt")),
            button(T("Delete all"), () => void this.remove("all", T("all kept games"))),
          )
        : null,
    );
  }

  private item(g: Listed): HTMLLIElement {
    const info = this.game.games.find((i) => i.id === g.game);
    const title = info?.title ?? g.game;
    const name = g.name || title;
    const players = g.seats === "-" ? [] : g.seats.split(",");
    const who = players.map((p) => (p === "human" ? T("Person") : fill(T("Level {0}"), p))).join(" – ");
    const names = [T("White"), T("Black"), T("Red"), T("Green")];
    const turn = g.turn.startsWith("=") ? T("finished") : fill(T("{0} to move"), names[SEATS.indexOf(g.turn)] ?? "");
    const when = new Date(g.stamp).toLocaleString(document.documentElement.lang, {
      dateStyle: "medium",
      timeStyle: "short",
    });
    const facts = [g.name ? title : "", who, movesText(g.moves), turn, when].filter(Boolean);
    return h(
      "li",
      { "data-id": g.id, "aria-current": g.id === this.game.state?.kept ? "true" : null },
      h("strong", {}, name),
      h("p", { class: "quiet" }, capital(facts.join(" · "))),
      h(
        "div",
        { class: "row" },
        button(T("Go on"), () => void this.resume(g), {
          class: "primary",
          "aria-label": fill(T("Go on with {0}"), name),
        }),
        button(T("Rename"), () => void this.rename(g), { "aria-label": fill(T("Rename {0}"), name) }),
        button(T("Save as a file"), () => void this.save(g.id, `${g.game}-${g.id}.txt`), {
          "aria-label": fill(T("Save {0} as a file"), name),
        }),
        button(T("Delete"), () => void this.remove(g.id, name), { "aria-label": fill(T("Delete {0}"), name) }),
      ),
    );
  }

  private async resume(g: Listed): Promise<void> {
    const reply = await this.game.resume(g.id);
    if (reply.ok) location.hash = "#/table";
    else this.problem(reply.text);
  }

  private async rename(g: Listed): Promise<void> {
    const name = prompt(T("A name for this game"), g.name);
    if (!name?.trim()) return;
    const reply = await this.game.do(`rename ${g.id} ${name.trim()}`);
    if (!reply.ok) this.problem(reply.text);
    await this.show();
  }

  private async save(which: string, name: string): Promise<void> {
    const reply = await this.game.do(`export ${which}`);
    if (reply.ok) download(name, new Blob([reply.text], { type: "text/plain" }));
    else this.problem(reply.text);
  }

  private async remove(which: string, name: string): Promise<void> {
    if (!(await confirmBox(fill(T("Delete {0}? That cannot be undone."), name), T("Delete"), T("Keep")))) return;
    const reply = await this.game.do(`delete ${which}`);
    if (!reply.ok) this.problem(reply.text);
    await this.show();
  }
}
