/* The small part of Markdown that the rules use, as elements: nothing in a text can
 * become markup. */
import { h } from "./dom.js";

function inline(parent: HTMLElement, text: string): void {
  const token = /\*\*([^*]+)\*\*|\*([^*]+)\*|`([^`]+)`/g;
  let at = 0;
  for (const found of text.matchAll(token)) {
    parent.append(text.slice(at, found.index));
    const [all, bold, italic, code] = found;
    if (bold !== undefined) parent.append(h("strong", {}, bold));
    else if (italic !== undefined) parent.append(h("em", {}, italic));
    else parent.append(h("code", {}, code ?? ""));
    at = (found.index ?? 0) + all.length;
  }
  parent.append(text.slice(at));
}

/* Headings are one step lower than in the text: the page has its own title. */
export function markdown(text: string): HTMLElement {
  const out = h("div", { class: "prose" });
  let block: HTMLElement | null = null;
  let words = "";
  const flush = () => {
    if (block && words) inline(block, words.trim());
    words = "";
    block = null;
  };
  let list: HTMLElement | null = null;
  for (const line of text.split("\n")) {
    const heading = /^(#{1,3}) (.*)/.exec(line);
    const item = /^(-|\d+\.) (.*)/.exec(line);
    if (heading) {
      flush();
      list = null;
      const level = Math.min(4, (heading[1] ?? "").length + 1);
      const title = h(`h${level}` as "h2");
      inline(title, heading[2] ?? "");
      out.append(title);
    } else if (item) {
      flush();
      const tag = item[1] === "-" ? "ul" : "ol";
      if (!list || list.tagName.toLowerCase() !== tag) {
        list = h(tag);
        out.append(list);
      }
      block = h("li");
      words = item[2] ?? "";
      list.append(block);
    } else if (line.trim() === "") {
      flush();
    } else if (block) {
      words += ` ${line.trim()}`;
    } else {
      list = null;
      block = h("p");
      words = line;
      out.append(block);
    }
  }
  flush();
  return out;
}
