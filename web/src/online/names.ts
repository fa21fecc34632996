/* What one wants to be called in a house. */
import { h } from "../dom.js";
import { keep, recall } from "../store.js";
import { T } from "../text.js";

const isText = (value: unknown): value is string => typeof value === "string";
export const rememberedName = (): string => recall("name", isText) ?? "";
export const rememberName = (name: string): void => keep("name", name);

/* The field for what one wants to be called. */
export function nameField(): HTMLLabelElement {
  return h(
    "label",
    { class: "field" },
    h("span", {}, T("Your name, if you like")),
    h("input", { type: "text", name: "player", maxlength: 40, autocomplete: "nickname", value: rememberedName() }),
  );
}
