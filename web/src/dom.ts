/* Makes elements without ever parsing markup: text is always text. */

export type Child = Node | string | null | undefined | false;
export interface Props {
  [attribute: string]: string | number | boolean | null | undefined | ((event: never) => void);
}

const SVG = "http://www.w3.org/2000/svg";

function apply(element: Element, props: Props, children: Child[]): void {
  for (const [name, value] of Object.entries(props)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value as unknown as EventListener);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, String(value));
  }
  for (const child of children) if (child !== null && child !== undefined && child !== false) element.append(child);
}

/* h("button", { class: "x", onclick: f }, "text") */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  props: Props = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  apply(element, props, children);
  return element;
}

export function svg<K extends keyof SVGElementTagNameMap>(
  tag: K,
  props: Props = {},
  ...children: Child[]
): SVGElementTagNameMap[K] {
  const element = document.createElementNS(SVG, tag);
  apply(element, props, children);
  return element;
}

export function replace(parent: Element, ...children: Child[]): void {
  parent.replaceChildren(...children.filter((child): child is Node | string => Boolean(child) || child === ""));
}

/* The same, unless these are the children already: an element that is removed and put back loses a press in
 * progress. */
export function exchange(parent: Element, ...children: Element[]): void {
  const same = children.length === parent.childNodes.length && children.every((c, i) => c === parent.childNodes[i]);
  if (!same) parent.replaceChildren(...children);
}

export const button = (label: string, onclick: () => void, props: Props = {}): HTMLButtonElement =>
  h("button", { type: "button", onclick, ...props }, label);

/* A drawn sign beside the words of a button. */
export function icon(path: string): SVGSVGElement {
  return svg(
    "svg",
    { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true", focusable: "false" },
    svg("path", { d: path }),
  );
}

export const BOOK = "M12 6c-2-1.5-5-2-9-2v14c4 0 7 .5 9 2 2-1.5 5-2 9-2V4c-4 0-7 .5-9 2ZM12 6v14"; // beside "Rules"

/* The same as a line drawing. */
export function drawn(path: string): SVGSVGElement {
  const sign = icon(path);
  sign.setAttribute("class", "icon drawn");
  return sign;
}

export function select(
  label: string,
  options: [value: string, text: string][],
  value: string,
  onpick: (value: string) => void,
): HTMLLabelElement {
  const list = h(
    "select",
    { onchange: () => onpick(list.value) },
    ...options.map(([v, text]) => h("option", { value: v, selected: v === value }, text)),
  );
  return h("label", { class: "field" }, h("span", {}, label), list);
}

/* Offers a text or picture as a file. */
export function download(name: string, data: Blob): void {
  const url = URL.createObjectURL(data);
  const link = h("a", { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}

/* Fetches the style sheet of a later part; resolves when it is loaded or has failed. */
export const fetchStyles = (name: string): Promise<void> =>
  new Promise((done) => {
    const link = h("link", { rel: "stylesheet", href: new URL(name, import.meta.url).href });
    link.onload = link.onerror = () => done();
    document.head.append(link);
  });

export const reducedMotion = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;
