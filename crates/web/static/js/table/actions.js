// What the host does with a table between the rounds: start, rematch, close.

import { button } from "../button.js";
import { confirmDialog } from "../dialog.js";
import { h, hasChanged } from "../dom.js";

export class TableActions {
  el = h("div", { class: "table-actions" });
  #post;

  /** @param {PostToTable} post */
  constructor(post) {
    this.#post = post;
  }

  /** @param {Table} table */
  show({ state, host, seats }) {
    const ready = !seats.includes(null);
    if (!hasChanged(this.el, [state, host, ready])) return;
    this.el.replaceChildren();
    if (state !== "open" && state !== "over") return;
    if (host)
      this.el.append(
        h(
          "div",
          { class: "buttons" },
          button(state === "over" ? "Rematch" : "Start", () => this.#post("start"), {
            class: "primary",
            disabled: !ready,
          }),
          button("Close table", () => this.#close(), { class: "subtle" }),
        ),
      );
    else if (state === "over")
      this.el.append(
        h(
          "div",
          { class: "buttons" },
          h("span", { class: "muted" }, "Waiting for the host to start a rematch."),
        ),
      );
    if (host && state === "open" && !ready)
      this.el.append(h("p", { class: "help" }, "You can start when every seat is filled."));
  }

  async #close() {
    if (await confirmDialog("Close this table for everyone?", "Close table")) await this.#post("close");
  }
}
