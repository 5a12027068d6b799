// Settings: how the page looks and listens. Kept in this browser.

import { h } from "../dom.js";
import { Page } from "../route.js";
import { wish, wishes } from "../wishes.js";
import { check, labelled } from "./setup.js";

export class LxSettings extends Page {
  heading = "Settings";

  async enter() {
    const select = (/** @type {"theme" | "contrast" | "motion"} */ name, /** @type {[string, string][]} */ values) =>
      h("select", { id: name, onchange: (/** @type {any} */ event) => wish({ [name]: event.target.value }) }, values.map(([value, text]) => h("option", { value, selected: wishes[name] === value }, text)));
    const keys = h("input", { type: "checkbox", id: "keys", checked: wishes.keys, onchange: () => wish({ keys: keys.checked }) });
    this.replaceChildren(h("section", { class: "prose" }, h("h1", {}, "Settings"), h("p", { class: "about" }, "They are kept in this browser."),
      labelled("Colours", select("theme", [["system", "As the system has them"], ["light", "Light"], ["dark", "Dark"]])),
      labelled("Contrast", select("contrast", [["system", "As the system has it"], ["high", "High: orange and blue, strong lines"]])),
      labelled("Motion", select("motion", [["system", "As the system has it"], ["calm", "None"]])),
      check(keys, "Single keys do things, such as G for grab"),
      h("p", {}, h("button", { type: "button", class: "quiet", onclick: () => wish({ met: {} }) }, "Show the first words of every game again"))));
  }
}
