// The invitation to a table: its link, and the people who have followed it.

import { button } from "../button.js";
import { copy } from "../copy.js";
import { confirmDialog } from "../dialog.js";
import { h, hasChanged } from "../dom.js";

export class Invitation {
  el = h("section", { class: "invite", "aria-label": "Invitation" });
  #post;
  #turnOff;

  /** @param {PostToTable} post @param {() => Promise<void>} turnOff removes the link */
  constructor(post, turnOff) {
    this.#post = post;
    this.#turnOff = turnOff;
  }

  /** @param {Table} table */
  show({ state, host, invitation, people }) {
    const closed = state === "closed";
    this.el.hidden = closed || !(invitation || host);
    if (!hasChanged(this.el, [closed, host, invitation, people])) return;
    this.el.replaceChildren();
    if (closed) return;
    if (invitation) this.el.append(this.#link(invitation));
    if (!host) return;
    const others = people.filter(({ you }) => !you);
    if (others.length > 0) this.el.append(this.#people(others));
    this.el.append(
      h(
        "div",
        { class: "buttons" },
        button(invitation ? "New link" : "Create link", () => this.#post("invitation"), {
          class: "subtle small",
        }),
        invitation && button("Turn off link", () => this.#turnOff(), { class: "subtle small" }),
      ),
    );
  }

  /** @param {string} link */
  #link(link) {
    return h(
      "div",
      { class: "field" },
      h("label", { for: "invitation" }, "Anyone with this link can join"),
      h(
        "div",
        { class: "ask-row" },
        h("input", { type: "text", id: "invitation", readonly: true, value: link }),
        button("Copy", () => copy(link, "Invitation link copied.")),
      ),
    );
  }

  /** The people at the table, whom the host may remove. @param {Table["people"]} people */
  #people(people) {
    return h(
      "ul",
      { class: "rows", "aria-label": "People at the table" },
      people.map((one) =>
        h(
          "li",
          {},
          h("span", { class: "grow" }, `${one.name} `),
          button("Remove", () => this.#remove(one), {
            class: "subtle small",
            "aria-label": `Remove ${one.name}`,
          }),
        ),
      ),
    );
  }

  /** @param {Table["people"][number]} person */
  async #remove({ person, name }) {
    if (await confirmDialog(`Remove ${name}? The invitation link will change.`, "Remove"))
      await this.#post("remove", { person });
  }
}
