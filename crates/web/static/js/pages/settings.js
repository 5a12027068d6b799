// Settings: colours, contrast, motion and keyboard shortcuts.

import { button } from "../button.js";
import { h } from "../dom.js";
import { checkboxField, labelledField } from "../field.js";
import { notify } from "../notify.js";
import { Page } from "../route.js";
import { updateSettings, settings } from "../settings.js";

export class LxSettings extends Page {
  heading = "Settings";

  async load() {
    const select = (
      /** @type {"theme" | "contrast" | "motion"} */ name,
      /** @type {[string, string][]} */ values,
    ) =>
      h(
        "select",
        { id: name, onchange: (/** @type {any} */ event) => updateSettings({ [name]: event.target.value }) },
        values.map(([value, text]) => h("option", { value, selected: settings[name] === value }, text)),
      );
    const keys = h("input", {
      type: "checkbox",
      id: "keys",
      checked: settings.keys,
      onchange: () => updateSettings({ keys: keys.checked }),
    });
    const showTips = () => {
      updateSettings({ met: {} });
      notify("The tips will show again in every game.");
    };
    this.replaceChildren(
      h(
        "section",
        { class: "prose" },
        h("h1", {}, "Settings"),
        h("p", { class: "help" }, "Saved in this browser."),
        labelledField(
          "Colours",
          select("theme", [
            ["system", "Same as system"],
            ["light", "Light"],
            ["dark", "Dark"],
          ]),
        ),
        labelledField(
          "Contrast",
          select("contrast", [
            ["system", "Same as system"],
            ["high", "High: orange and blue, strong lines"],
          ]),
        ),
        labelledField(
          "Motion",
          select("motion", [
            ["system", "Same as system"],
            ["calm", "Reduced"],
          ]),
        ),
        checkboxField(keys, "Keyboard shortcuts (for example G to grab)"),
        h("p", {}, button("Show the tips again", showTips, { class: "subtle" })),
      ),
    );
  }
}
