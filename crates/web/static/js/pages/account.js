// Who you are here: a name, a passphrase or a recovery link, sessions, tokens for programs, and what is kept about you.

import { del, get, heard, look, post, put, who } from "../api.js";
import { confirmed } from "../confirm.js";
import { busy, h } from "../dom.js";
import { sure } from "../match.js";
import { Page, go } from "../route.js";
import { note, sorry } from "../say.js";
import { copy } from "../share.js";
import { ago } from "../words.js";
import { labelled } from "./setup.js";

export class LxAccount extends Page {
  heading = "Account";

  async enter() {
    const me = await look();
    const [sessions, tokens] = me ? await Promise.all([get("/me/sessions"), get("/me/tokens")]) : [null, null];
    this.replaceChildren(h("h1", {}, me ? me.name : "Account"), h("div", { class: "columns" },
      h("div", {}, me ? this.#name(me) : h("p", {}, "You play here without an account. A name is yours when you begin a match."), me && this.#keep(me), me && this.#recovery()),
      h("div", {}, (!me || !me.kept) && this.#signIn(), me && this.#sessions(sessions.sessions), me && this.#tokens(tokens.tokens), me && this.#data(me))));
  }

  /** A form that does something and says so. @param {string} title @param {HTMLElement[]} parts @param {string} does @param {() => Promise<unknown>} work @param {string} [kind] */
  #form(title, parts, does, work, kind = "") {
    const button = h("button", { type: "submit", class: kind }, does);
    return h("form", { onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      void busy(button, () => work().catch(sorry));
    } }, h("fieldset", {}, h("legend", {}, title), parts, button));
  }

  /** @param {Me} me */
  #name(me) {
    const input = h("input", { id: "name", type: "text", minlength: 3, maxlength: 20, required: true, value: me.name, autocomplete: "username" });
    return this.#form("Your name", [labelled("Name", input, "3 to 20 characters")], "Change it", async () => {
      const renamed = await confirmed((given) => put("/me", { name: input.value, ...given }));
      if (!renamed) return;
      heard(renamed.me);
      note(`You are ${who()?.name} now.`);
      await this.enter();
    });
  }

  /** @param {Me} me */
  #keep(me) {
    const old = h("input", { id: "old", type: "password", autocomplete: "current-password" });
    const fresh = h("input", { id: "fresh", type: "password", minlength: 8, maxlength: 256, required: true, autocomplete: "new-password" });
    return this.#form(me.kept ? "Another passphrase" : "Keep your name", [...(me.kept ? [labelled("Current passphrase", old, "if you have one; not needed right after you sign in with a recovery link")] : []), labelled("Passphrase", fresh, "8 characters or more; several words are best. All other sessions, recovery links and tokens end.")], me.kept ? "Change it" : "Keep it", async () => {
      heard((await post("/me/passphrase", { passphrase: fresh.value, ...(old.value ? { old: old.value } : {}) })).me);
      note("It is kept.");
      await this.enter();
    });
  }

  #recovery() {
    const shown = h("p", { class: "wrap" });
    return this.#form("Recovery link", [h("p", { class: "about" }, "A link that signs you in once, on another device or if you lose the passphrase. If you have a passphrase, it works for 30 days. An older link stops working."), shown], "Make a link", async () => {
      const made = await confirmed((given) => post("/me/recovery", given));
      if (!made) return;
      const { url } = made;
      shown.replaceChildren(h("code", {}, url), " ", h("button", { type: "button", class: "quiet small", onclick: () => copy(url, "The link is copied.") }, "Copy"));
      await look();
    });
  }

  #signIn() {
    const name = h("input", { id: "in-name", type: "text", required: true, autocomplete: "username" });
    const phrase = h("input", { id: "in-phrase", type: "password", required: true, autocomplete: "current-password" });
    return this.#form("Sign in", [labelled("Name", name), labelled("Passphrase", phrase)], "Sign in", async () => {
      await post("/session", { name: name.value, passphrase: phrase.value });
      await this.enter();
      note(`Welcome back, ${who()?.name}.`);
    });
  }

  /** @param {Session[]} sessions */
  #sessions(sessions) {
    return h("fieldset", {}, h("legend", {}, "Where you are signed in"), h("ul", { class: "rows" }, sessions.map((one) => h("li", {}, h("span", { class: "grow" }, one.here ? "Here" : "Elsewhere", h("span", { class: "faint" }, `, last seen ${ago(one.seen)}`)), h("button", { type: "button", class: "quiet small", onclick: (/** @type {any} */ event) => busy(event.currentTarget, async () => {
      const lost = one.here && !who()?.kept;
      if (lost && !(await sure("Your name is not kept: nobody could sign in to it again, and what you played would be out of reach. Do you want to sign out all the same?", "Sign out"))) return;
      await (one.here ? del("/session") : confirmed((given) => del(`/me/sessions/${one.id}`, given))).catch(sorry);
      await this.enter();
    }) }, one.here ? "Sign out" : "End it")))));
  }

  /** @param {Token[]} tokens */
  #tokens(tokens) {
    const label = h("input", { id: "label", type: "text", required: true, maxlength: 40 });
    const shown = h("p", { class: "wrap" });
    const rows = h("ul", { class: "rows" }, tokens.map((token) => h("li", {}, h("span", { class: "grow" }, token.label), h("button", { type: "button", class: "quiet small", "aria-label": `Take back the token ${token.label}`, onclick: (/** @type {any} */ event) => busy(event.currentTarget, async () => {
      await del(`/me/tokens/${token.id}`).catch(sorry);
      await this.enter();
    }) }, "Take back"))));
    return this.#form("Tokens for programs", [rows, labelled("For", label, "such as: my bot"), shown], "Make a token", async () => {
      const made = await confirmed((given) => post("/me/tokens", { label: label.value, ...given }));
      if (!made) return;
      const { token } = made;
      shown.replaceChildren("Shown only now: ", h("code", {}, token), " ", h("button", { type: "button", class: "quiet small", onclick: () => copy(token, "The token is copied.") }, "Copy"));
    });
  }

  /** @param {Me} me */
  #data(me) {
    return h("fieldset", {}, h("legend", {}, "What is kept about you"), h("div", { class: "buttons" },
      h("a", { class: "button", href: "/api/v1/me/export", download: "lexicade.json" }, "Have it all"),
      h("button", { type: "button", class: "danger", onclick: async () => {
        if (!(await sure(`Do you want to be forgotten here, ${me.name}? This cannot be taken back.`, "Forget me"))) return;
        try {
          if (!(await confirmed((given) => del("/me", { name: me.name, ...given })))) return;
          heard(null);
          go("/");
          note("You are forgotten here.");
        } catch (error) {
          sorry(error);
        }
      } }, "Forget me")));
  }
}

