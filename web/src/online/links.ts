/* A link to hand to somebody: to copy, to share with the system's own dialogue, or to scan from the screen with a
 * phone. */
import { button, h, replace, svg } from "../dom.js";
import { T } from "../text.js";

/* `code`: the rows of a QR code, "1" where it is dark. */
export function qrPicture(code: string[]): SVGSVGElement {
  const size = code.length + 8; // with the quiet zone that readers need
  const dark = code.flatMap((row, y) => [...row].map((c, x) => (c === "1" ? `M${x + 4} ${y + 4}h1v1h-1Z` : "")));
  return svg(
    "svg",
    { class: "qr", viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": T("The link as a QR code") },
    svg("rect", { width: size, height: size, class: "qr-light" }),
    svg("path", { d: dark.join(""), class: "qr-dark" }),
  );
}

/* `title`: whom it is for; `code` makes the QR code's rows; `look` is the class of the button that copies. */
export function linkRow(
  title: string,
  link: string,
  code: (text: string) => Promise<string[]>,
  look = "primary",
): HTMLElement {
  const said = h("span", { class: "quiet", role: "status" });
  const picture = h("div", { class: "qr-box" });
  const field = h("input", { type: "text", readonly: true, value: link, "aria-label": title, class: "link" });
  field.addEventListener("focus", () => field.select());
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      said.textContent = T("Copied.");
    } catch {
      field.focus();
      said.textContent = T("Copy it with Ctrl and C.");
    }
  };
  const share = () => void navigator.share({ url: link, title: "Colonnade" }).catch(() => undefined);
  const show = button(
    T("QR code"),
    () => {
      const open = picture.childElementCount === 0;
      show.setAttribute("aria-expanded", String(open));
      if (open) void code(link).then((rows) => replace(picture, qrPicture(rows)));
      else replace(picture);
    },
    { "aria-expanded": "false" },
  );
  return h(
    "div",
    { class: "link-row" },
    h("p", {}, title),
    field,
    h(
      "div",
      { class: "row" },
      button(T("Copy"), () => void copy(), { class: look, "data-name": "copy" }),
      "share" in navigator ? button(T("Share"), share) : null,
      show,
      said,
    ),
    picture,
  );
}
