// The chat of a table: fixed phrases only.

import { button } from "../button.js";
import { setChildren, attr, h, setText } from "../dom.js";
import { liveSocket } from "../socket.js";

export class Chat {
  #log = h("ul", { class: "chat-log", "aria-label": "Messages" });
  #phrases = h("div", { class: "phrases", role: "group", "aria-label": "Send a message" });
  el = h(
    "section",
    { class: "chat", "aria-label": "Chat" },
    h("h2", { class: "pane-title" }, "Chat"),
    this.#log,
    this.#phrases,
  );

  /** Offers the phrases of the server. @param {string} table @param {string[]} phrases */
  offer(table, phrases) {
    this.#phrases.replaceChildren(
      ...phrases.map((phrase, n) =>
        button(phrase, () => liveSocket.say(table, n), { class: "subtle small" }),
      ),
    );
  }

  /** @param {Table} table */
  show({ said }) {
    setChildren(
      this.#log,
      said.map(({ name, phrase }, n) => {
        const li = /** @type {HTMLElement} */ (this.#log.children[n] ?? h("li"));
        setText(li, `${name}: ${phrase}`);
        return li;
      }),
    );
    attr(this.#log, "hidden", said.length === 0);
  }
}
