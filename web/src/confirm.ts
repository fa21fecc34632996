/* A question with two answers. */
import { button, h } from "./dom.js";

export function confirmBox(question: string, yes: string, no: string): Promise<boolean> {
  return new Promise((resolve) => {
    const dialog = h("dialog", { class: "confirm", "aria-labelledby": "confirm-question" });
    const answer = (value: boolean) => {
      dialog.close();
      dialog.remove();
      resolve(value);
    };
    dialog.append(
      h("p", { id: "confirm-question" }, question),
      h(
        "div",
        { class: "row end" },
        button(no, () => answer(false)),
        button(yes, () => answer(true), { class: "primary" }),
      ),
    );
    dialog.addEventListener("cancel", () => answer(false));
    document.body.append(dialog);
    dialog.showModal();
  });
}
