/* The list of moves, with its branches: the game itself in numbered rounds, variations
 * indented under the move that they replace. */
import type { Client } from "./client.js";
import { h, replace } from "./dom.js";
import { seatSign } from "./marks.js";
import { T, fill } from "./text.js";
import type { TreeNode } from "./protocol.js";

export class MoveList {
  readonly element = h("div", { class: "movelist" });
  marks = new Map<number, string>(); // marks after moves, from a review

  constructor(private readonly game: Client) {
    new ResizeObserver(() => this.showCurrent()).observe(this.element); // also when it becomes visible
    this.element.addEventListener("keydown", (e) => this.key(e));
  }

  /* One tab stop, the current move; arrow keys go to the others. */
  private key(event: KeyboardEvent): void {
    const all = [...this.element.querySelectorAll<HTMLElement>(".go")];
    const at = all.indexOf(document.activeElement as HTMLElement);
    const to = {
      ArrowLeft: at - 1,
      ArrowUp: at - 1,
      ArrowRight: at + 1,
      ArrowDown: at + 1,
      Home: 0,
      End: all.length - 1,
    }[event.key];
    if (at < 0 || to === undefined) return;
    event.preventDefault();
    const node = all[to]?.dataset.node;
    if (node === undefined) return;
    all[to]?.focus();
    void this.game.goto(Number(node));
  }

  update(): void {
    const nodes = this.game.nodes;
    if (nodes.length < 2) {
      replace(this.element, h("p", { class: "quiet" }, T("No move has been played yet.")));
      return;
    }
    const begin = this.moveButton(0, T("Start"));
    const keepTop = this.element.scrollTop;
    const focused = this.element.contains(document.activeElement);
    const columns = Math.min(3, this.game.board.players === 4 ? 2 : this.game.board.players);
    const line = h("ol", { class: "line main", "data-columns": columns });
    replace(line, h("li", { class: "begin" }, begin), ...this.items(nodes[0]?.first ?? -1));
    for (const item of line.querySelectorAll<HTMLElement>(":scope > .move"))
      item.style.gridColumn = String((Number(item.dataset.seat) % columns) + 1);
    replace(this.element, line);
    const here = this.element.querySelector<HTMLElement>("[aria-current]");
    this.element.scrollTop = keepTop;
    if (focused) here?.focus({ preventScroll: true });
    this.showCurrent();
  }

  /* Scrolls the current move into sight, in whichever box scrolls the list; never the page. */
  private showCurrent(): void {
    const here = this.element.querySelector<HTMLElement>("[aria-current]");
    let box: HTMLElement | null = this.element;
    while (box && !(box.scrollHeight > box.clientHeight && /auto|scroll/.test(getComputedStyle(box).overflowY)))
      box = box.parentElement;
    if (!here || !box || box.contains(document.querySelector("main"))) return;
    const [line, seen] = [here.getBoundingClientRect(), box.getBoundingClientRect()];
    if (line.top < seen.top || line.bottom > seen.bottom) box.scrollTop += line.top - seen.top - box.clientHeight / 2;
  }

  /* The moves from `node` on along first children, each with the branches beside it. */
  private items(node: number): HTMLLIElement[] {
    const nodes = this.game.nodes;
    const out: HTMLLIElement[] = [];
    for (let at = node; at >= 0; at = nodes[at]?.first ?? -1) {
      const one = nodes[at] as TreeNode;
      const item = h(
        "li",
        { class: "move", "data-seat": one.seat },
        this.number(at),
        this.moveButton(at, one.move ?? ""),
      );
      if (one.comment) item.append(h("span", { class: "comment" }, one.comment));
      out.push(item);
      const isFirst = nodes[one.parent]?.first === at;
      if (isFirst)
        for (let other = one.next; other >= 0; other = nodes[other]?.next ?? -1) out.push(this.branch(other));
    }
    return out;
  }

  private branch(node: number): HTMLLIElement {
    const nodes = this.game.nodes;
    const one = nodes[node] as TreeNode;
    const first = h("li", { class: "move" }, this.number(node), this.moveButton(node, one.move ?? ""));
    if (one.comment) first.append(h("span", { class: "comment" }, one.comment));
    return h(
      "li",
      { class: "branch" },
      h("ol", { class: "line", "aria-label": T("Variation") }, first, ...this.items(one.first)),
    );
  }

  private number(node: number): HTMLSpanElement | null {
    const nodes = this.game.nodes;
    const one = nodes[node] as TreeNode;
    const round = nodes[one.parent]?.round ?? 0;
    return one.seat === 0 || nodes[one.parent]?.first !== node ? h("span", { class: "number" }, `${round}.`) : null;
  }

  private moveButton(node: number, text: string): HTMLButtonElement {
    const one = this.game.nodes[node] as TreeNode;
    const seat = one.seat ?? -1;
    const here = node === this.game.state.node;
    const mark = this.marks.get(node);
    const who = seat >= 0 ? fill(T("{0}: {1}"), this.game.board.seats[seat] ?? "", text) : text;
    return h(
      "button",
      {
        type: "button",
        class: "go",
        "data-node": node,
        tabindex: here ? 0 : -1,
        "aria-current": here ? "step" : null,
        "aria-label": mark ? `${who} ${mark}` : who,
        onclick: () => void this.game.goto(node),
      },
      seat >= 0 ? seatSign(seat) : null,
      text,
      mark ? h("span", { class: "mark" }, mark) : null,
    );
  }
}
