/* Password fields: a button that shows what is typed, and a meter for its strength. */
import { button, h } from "../dom.js";
import { T } from "../text.js";

/* 0 to 4, by length and variety of characters. The house decides what it accepts. */
export function strength(password: string): number {
  const signs = [...password];
  if (signs.length < 12) return 0;
  const kinds = new Set(signs.map((c) => c.toLowerCase())).size;
  const codes = signs.map((c) => c.charCodeAt(0));
  const steps = codes.filter((c, i) => i > 0 && Math.abs(c - (codes[i - 1] ?? 0)) > 1).length;
  const worth = Math.min(signs.length, 2 * kinds, 2 * steps);
  return worth < 10 ? 1 : worth < 14 ? 2 : worth < 18 ? 3 : 4;
}

/* A button that shows or hides what is typed. */
export function eye(input: HTMLInputElement): HTMLElement {
  const show = button(
    T("Show"),
    () => {
      input.type = input.type === "password" ? "text" : "password";
      show.textContent = input.type === "password" ? T("Show") : T("Hide");
    },
    { "data-name": "password-show" },
  );
  return show;
}

/* Shows how strong a password is while it is typed. */
export function meter(input: HTMLInputElement): HTMLElement {
  const bar = h("meter", {
    min: 0,
    max: 4,
    low: 2,
    high: 3,
    optimum: 4,
    "aria-label": T("Strength of the password"),
  });
  const words = [T("too short"), T("weak"), T("fair"), T("good"), T("strong")];
  const said = h("span", { class: "quiet" }, words[0]);
  input.addEventListener("input", () => {
    bar.value = strength(input.value);
    said.textContent = words[bar.value] ?? "";
  });
  return h("div", { class: "row password-meter" }, bar, said);
}
