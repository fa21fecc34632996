/* Records, positions, links and pictures: what leaves the page and comes back. */
import "./base.js";
import { button, download, h, replace } from "./dom.js";
import type { Client } from "./client.js";
import { movieOf, pngOf, svgOf } from "./movie/share.js";
import type { Panel, PlayView } from "./play.js";
import type { Reply } from "./protocol.js";
import { qrPicture } from "./online/links.js";
import { printGame } from "./print.js";
import { writeLink } from "./store.js";
import { T, fill } from "./text.js";

const MAX_FILE = 1 << 20;

export class FilePanel implements Panel {
  readonly title = T("Share");
  readonly element = h("div", { class: "files" });
  private text = h("textarea", { id: "record", rows: 8, spellcheck: "false" });
  private position = h("input", { id: "position", type: "text", spellcheck: "false", autocomplete: "off" });
  private filming = false;
  private qr = h("div", { class: "qr-box" });
  private note = h("p", { class: "note", role: "status" });

  constructor(
    private readonly game: Client,
    private readonly play: PlayView,
    private readonly problem: (text: string) => void,
  ) {
    const file = h("input", {
      type: "file",
      id: "file",
      accept: ".txt,.col,.rec,text/plain",
      onchange: () => void this.read(file),
    });
    replace(
      this.element,
      h(
        "div",
        { class: "row" },
        button(T("Copy a link"), () => void this.link()),
        button(T("QR code"), () => void this.code()),
        button(T("Copy as text"), () => void this.copyText()),
        button(T("Print"), () => void printGame(this.game, this.play.playerNames())),
        button(T("Save the record"), () => void this.save()),
        button(T("Picture (SVG)"), () => void this.picture("svg")),
        button(T("Picture (PNG)"), () => void this.picture("png")),
        button(T("Animation (GIF)"), () => void this.movie("gif")),
        button(T("Animation (WebP)"), () => void this.movie("webp")),
      ),
      this.note,
      this.qr,
      h("label", { for: "position" }, T("Position")),
      h(
        "div",
        { class: "row" },
        this.position,
        button(T("Go there"), () => void this.setPosition()),
      ),
      h("label", { for: "record" }, T("Record")),
      this.text,
      h(
        "div",
        { class: "row" },
        button(T("Read this record"), () => void this.load(this.text.value)),
        h("label", { for: "file", class: "file" }, T("Open a file …")),
        file,
      ),
    );
  }

  update(): void {
    replace(this.qr); // it showed another position
    if (document.activeElement !== this.position) this.position.value = this.game.state.position;
    if (document.activeElement !== this.text)
      void this.record().then((text) => {
        /* Somebody may be typing in it. */
        if (document.activeElement !== this.text) this.text.value = text;
      });
  }

  private address(): string {
    const { game, start } = this.game.state;
    return new URL(writeLink({ game, moves: this.game.path(), position: start }), location.href).href;
  }

  /* Shows the QR code; a second press hides it. */
  private async code(): Promise<void> {
    if (this.qr.childElementCount > 0) return replace(this.qr);
    const rows = await this.game.ask<string[] | { error: string }>(`qr ${this.address()}`);
    if (Array.isArray(rows) && rows.length > 0) replace(this.qr, qrPicture(rows));
    else this.note.textContent = T("This game is too long for a QR code: copy the link.");
  }

  /* Copies the board as letters, the state of the game, and the link. */
  private async copyText(): Promise<void> {
    const board = (await this.game.ask<Reply>("command board")).text.trimEnd();
    const text = `${this.game.board.title}\n${board}\n${this.game.state.status}\n${this.address()}\n`;
    try {
      await navigator.clipboard.writeText(text);
      this.note.textContent = T("The text is in the clipboard.");
    } catch {
      this.note.textContent = text;
    }
  }

  private async link(): Promise<void> {
    const url = this.address();
    try {
      await navigator.clipboard.writeText(url);
      this.note.textContent = T("The link is in the clipboard.");
    } catch {
      this.note.textContent = url;
    }
  }

  private async record(): Promise<string> {
    return (await this.game.ask<Reply>("command record")).text;
  }

  private async save(): Promise<void> {
    const record = await this.record();
    download(`${this.game.board.game}.txt`, new Blob([record], { type: "text/plain" }));
  }

  private async picture(kind: "svg" | "png"): Promise<void> {
    const { board } = this.play.chooser;
    const scene = this.play.chooser.scene();
    try {
      const file = kind === "svg" ? svgOf(scene) : await pngOf(scene, board);
      download(`${this.game.board.game}-${this.game.state.ply}.${kind}`, file);
    } catch {
      this.problem(T("This browser cannot make the picture."));
    }
  }

  /* The whole main line, whichever position is on the board. */
  private async movie(kind: "gif" | "webp"): Promise<void> {
    if (this.filming) return;
    this.filming = true;
    const { nodes } = this.game;
    const moves: string[] = [];
    for (let at = nodes[0]?.first ?? -1; at >= 0; at = nodes[at]?.first ?? -1) moves.push(nodes[at]?.move ?? "");
    const { game, start } = this.game.state;
    const { board } = this.play.chooser;
    const view = this.play.chooser.scene().view;
    try {
      const file = await movieOf(
        document.documentElement.lang,
        { game, start, moves },
        { view, solid: board.turns },
        kind,
        (done, all) => {
          this.note.textContent = fill(T("Picture {0} of {1} …"), done + 1, all);
          return this.element.isConnected;
        },
      );
      this.note.textContent = "";
      if (file) download(`${game}.${kind}`, file);
      else if (this.element.isConnected) this.problem(T("This browser cannot make the picture."));
    } catch {
      this.note.textContent = "";
      this.problem(T("This browser cannot make the picture."));
    }
    this.filming = false;
  }

  private async setPosition(): Promise<void> {
    const reply = await this.game.do(`position ${this.position.value.trim()}`);
    this.note.textContent = reply.ok ? "" : reply.text;
    if (reply.ok) this.play.say("");
  }

  private async read(input: HTMLInputElement): Promise<void> {
    const file = input.files?.[0];
    input.value = "";
    if (!file) return;
    if (file.size > MAX_FILE) this.problem(T("This file is too large to be a record."));
    else await this.load(await file.text());
  }

  private async load(text: string): Promise<void> {
    const reply = await this.game.load(text.replaceAll("\0", " "));
    this.note.textContent = reply.ok ? T("The record was read.") : reply.text;
    if (!reply.ok) this.problem(`${T("This is not a record that can be read.")} ${reply.text}`);
  }
}
