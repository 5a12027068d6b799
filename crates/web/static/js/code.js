// The code of a house in a network of its own: from the link that the house tells at its start, or asked for.

import { h } from "./dom.js";

const KEY = "code";

// It is kept for this visit and taken out of the address, so that nobody reads it there.
const here = new URL(location.href);
const given = here.searchParams.get(KEY);
if (given) {
  sessionStorage.setItem(KEY, given);
  here.searchParams.delete(KEY);
  history.replaceState(history.state, "", here.pathname + here.search + here.hash);
}

/** The code we came with. */
export const ourCode = () => sessionStorage.getItem(KEY);

/** Asks for the code; nothing when somebody would rather not. @param {string} why @returns {Promise<string>} */
export function askCode(why) {
  sessionStorage.removeItem(KEY);
  return new Promise((done) => {
    const field = h("input", { type: "text", id: "code", required: true, maxlength: 40, autocomplete: "off", autocapitalize: "characters", spellcheck: "false" });
    const dialog = h("dialog", { "aria-label": "The code of the house" },
      h("form", { method: "dialog" },
        h("p", {}, why),
        h("div", { class: "field" }, h("label", { for: "code" }, "Code"), field),
        h("div", { class: "buttons" }, h("button", { value: "yes", class: "go" }, "Come in"), h("button", { value: "", class: "quiet", formnovalidate: true }, "Not now"))));
    dialog.addEventListener("close", () => {
      const code = dialog.returnValue === "yes" ? field.value.trim() : "";
      if (code) sessionStorage.setItem(KEY, code);
      done(code);
      dialog.remove();
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}
