/* The board as a standalone file: styles are written into the elements, definitions added. */
import { definitions } from "./pieces.js";

export interface Picture {
  text: string;
  width: number;
  height: number;
}

const KEPT = [
  "fill",
  "stroke",
  "stroke-width",
  "stroke-opacity",
  "fill-opacity",
  "stroke-dasharray",
  "stroke-linecap",
  "stroke-linejoin",
  "opacity",
  "stop-color",
  "stop-opacity",
  "font-family",
  "font-size",
  "font-weight",
  "text-anchor",
];

function inline(from: Element, to: Element): void {
  const style = getComputedStyle(from);
  for (const name of KEPT) {
    const value = style.getPropertyValue(name);
    if (value) to.setAttribute(name, value.replace(/url\("[^"#]*(#[^"]+)"\)/, "url($1)"));
  }
  to.removeAttribute("class");
  const children = [...from.children];
  [...to.children].forEach((child, i) => {
    const source = children[i];
    if (source) inline(source, child);
  });
}

export function pictureSvg(board: SVGSVGElement): Picture {
  const copy = board.cloneNode(true) as SVGSVGElement;
  const shared = document.querySelector(".definitions defs");
  inline(board, copy);
  const defs = shared ? (shared.cloneNode(true) as Element) : definitions();
  if (shared) inline(shared, defs);
  copy.prepend(defs);
  const box = board.viewBox.baseVal;
  const scale = 900 / box.width;
  const width = Math.round(box.width * scale);
  const height = Math.round(box.height * scale);
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", String(width));
  copy.setAttribute("height", String(height));
  copy.removeAttribute("aria-hidden");
  return { text: new XMLSerializer().serializeToString(copy), width, height };
}

export function picturePng(picture: Picture, width = picture.width * 2): Promise<Blob> {
  return new Promise((resolve, reject) => {
    const image = new Image();
    const url = URL.createObjectURL(new Blob([picture.text], { type: "image/svg+xml" }));
    image.onerror = () => reject(new Error("picture"));
    image.onload = () => {
      const canvas = document.createElement("canvas");
      canvas.width = width;
      canvas.height = Math.round((width * picture.height) / picture.width);
      canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
      URL.revokeObjectURL(url);
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("picture"))), "image/png");
    };
    image.src = url;
  });
}
