/* The name that a person uses at a table. */
import { h } from "../dom.js";
import { keep, recall } from "../store.js";
import { T, fill } from "../text.js";

const isText = (value: unknown): value is string => typeof value === "string";
export const rememberedName = (): string => recall("name", isText) ?? "";
export const rememberName = (name: string): void => keep("name", name);

/* The field for that name; an account has its own. */
export function nameField(account: string): HTMLElement {
  if (account) return h("p", { class: "playing-as" }, fill(T("You play as {0}."), account));
  return h(
    "label",
    { class: "field" },
    h("span", {}, T("Your name, if you like")),
    h("input", { type: "text", name: "player", maxlength: 40, autocomplete: "nickname", value: rememberedName() }),
  );
}

/* Shown for an invitation to a rated game to people who are not signed in: only accounts have ratings. */
export function signInFirst(title: string): HTMLElement {
  return h(
    "div",
    { class: "invitation" },
    h("h3", {}, title),
    h("p", {}, T("This game is rated: sign in, or make an account, and come back to this link.")),
    h("a", { class: "button primary-link", href: "#/online/account", "data-name": "sign-in-first" }, T("Sign in")),
    h("div", { class: "row" }, h("a", { class: "button", href: "#/online" }, T("Another game"))),
  );
}
