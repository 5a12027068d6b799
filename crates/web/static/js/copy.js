// Copying text to the clipboard.

import { button } from "./button.js";
import { openDialog } from "./dialog.js";
import { h } from "./dom.js";
import { notify } from "./notify.js";

/**
 * Copies a text, or shows it to be copied if the browser refuses.
 * @param {string} text
 * @param {string} [done]
 */
export async function copy(text, done = "Copied.") {
  try {
    await navigator.clipboard.writeText(text);
    notify(done);
  } catch {
    const area = h("textarea", { rows: 8, readonly: true, "aria-label": "Text to copy" });
    area.value = text;
    void openDialog(
      "Copy this",
      h("p", {}, "Copy this:"),
      area,
      h("form", { method: "dialog", class: "buttons" }, h("button", { class: "primary" }, "Done")),
    );
    area.select();
  }
}

/** @param {string} text @param {string} done */
export const copyButton = (text, done) => button("Copy", () => copy(text, done), { class: "subtle small" });
