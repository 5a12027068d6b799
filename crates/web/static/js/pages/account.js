// The account: name, passphrase, recovery link, sessions, tokens for programs, and the player's data.

import { del, get, setPlayer, fetchPlayer, post, put, currentPlayer } from "../api.js";
import { button } from "../button.js";
import { copyButton } from "../copy.js";
import { confirmDialog } from "../dialog.js";
import { h } from "../dom.js";
import { labelledField } from "../field.js";
import { titledForm } from "../form.js";
import { timeAgo } from "../format.js";
import { notify, showError } from "../notify.js";
import { withPassphrase } from "../passphrase.js";
import { Page, navigate } from "../route.js";

export class LxAccount extends Page {
  heading = "Account";

  async load() {
    const me = await fetchPlayer();
    const [sessions, tokens] = me
      ? await Promise.all([get("/me/sessions"), get("/me/tokens")])
      : [null, null];
    this.replaceChildren(
      h("h1", {}, me ? me.name : "Account"),
      h(
        "div",
        { class: "columns" },
        h(
          "div",
          {},
          me ? this.#name(me) : h("p", {}, "No account needed. You get a guest name with your first game."),
          me && this.#passphrase(me),
          me && this.#recovery(),
        ),
        h(
          "div",
          {},
          (!me || !me.kept) && this.#signIn(),
          me && this.#sessions(sessions.sessions),
          me && this.#tokens(tokens.tokens),
          me && this.#data(me),
        ),
      ),
    );
  }

  /** @param {Me} me */
  #name(me) {
    const input = h("input", {
      id: "name",
      type: "text",
      minlength: 3,
      maxlength: 20,
      required: true,
      value: me.name,
      autocomplete: "username",
    });
    return titledForm(
      "Your name",
      [labelledField("Name", input, "3 to 20 characters")],
      "Change name",
      async () => {
        const renamed = await withPassphrase((given) => put("/me", { name: input.value, ...given }));
        if (!renamed) return;
        setPlayer(renamed.me);
        notify(`Your name is now ${currentPlayer()?.name}.`);
        await this.load();
      },
    );
  }

  /** @param {Me} me */
  #passphrase(me) {
    const old = h("input", { id: "old", type: "password", autocomplete: "current-password" });
    const fresh = h("input", {
      id: "fresh",
      type: "password",
      minlength: 8,
      maxlength: 256,
      required: true,
      autocomplete: "new-password",
    });
    return titledForm(
      me.kept ? "Change passphrase" : "Save this account",
      [
        ...(me.kept
          ? [
              labelledField(
                "Current passphrase",
                old,
                "Leave empty if you have none, or right after you sign in with a recovery link.",
              ),
            ]
          : []),
        labelledField(
          me.kept ? "New passphrase" : "Passphrase",
          fresh,
          "8 characters or more; several words are best. Ends all other sessions, recovery links and tokens.",
        ),
      ],
      me.kept ? "Change passphrase" : "Set passphrase",
      async () => {
        setPlayer(
          (
            await post("/me/passphrase", {
              passphrase: fresh.value,
              ...(old.value ? { old: old.value } : {}),
            })
          ).me,
        );
        notify(me.kept ? "Passphrase changed." : "Account saved.");
        await this.load();
      },
    );
  }

  #recovery() {
    const shown = h("p", { class: "wrap" });
    return titledForm(
      "Recovery link",
      [
        h(
          "p",
          { class: "help" },
          "A link that signs you in once, on another device or if you forget your passphrase. " +
            "With a passphrase, it expires after 30 days. A new link replaces the old one.",
        ),
        shown,
      ],
      "Create link",
      async () => {
        const made = await withPassphrase((given) => post("/me/recovery", given));
        if (!made) return;
        const { url } = made;
        shown.replaceChildren(h("code", {}, url), " ", copyButton(url, "Link copied."));
        await fetchPlayer();
      },
    );
  }

  #signIn() {
    const name = h("input", { id: "in-name", type: "text", required: true, autocomplete: "username" });
    const phrase = h("input", {
      id: "in-phrase",
      type: "password",
      required: true,
      autocomplete: "current-password",
    });
    return titledForm(
      "Sign in",
      [labelledField("Name", name), labelledField("Passphrase", phrase)],
      "Sign in",
      async () => {
        await post("/session", { name: name.value, passphrase: phrase.value });
        await this.load();
        notify(`Welcome back, ${currentPlayer()?.name}.`);
      },
    );
  }

  /** @param {Session[]} sessions */
  #sessions(sessions) {
    return h(
      "fieldset",
      {},
      h("legend", {}, "Sessions"),
      h(
        "ul",
        { class: "rows" },
        sessions.map((one) =>
          h(
            "li",
            {},
            h(
              "span",
              { class: "grow" },
              one.here ? "This device" : "Other device",
              h("span", { class: "muted" }, `, last seen ${timeAgo(one.seen)}`),
            ),
            button("Sign out", () => this.#signOut(one), { class: "subtle small" }),
          ),
        ),
      ),
    );
  }

  /** @param {Session} session */
  async #signOut({ here, id }) {
    const warning = "Your account isn't saved. If you sign out, you lose it and your games. Sign out?";
    if (here && !currentPlayer()?.kept && !(await confirmDialog(warning, "Sign out"))) return;
    await (here ? del("/session") : withPassphrase((given) => del(`/me/sessions/${id}`, given))).catch(
      showError,
    );
    await this.load();
  }

  /** @param {Token[]} tokens */
  #tokens(tokens) {
    const label = h("input", { id: "label", type: "text", required: true, maxlength: 40 });
    const shown = h("p", { class: "wrap" });
    const rows = h(
      "ul",
      { class: "rows" },
      tokens.map((token) =>
        h(
          "li",
          {},
          h("span", { class: "grow" }, token.label),
          button("Revoke", () => this.#revoke(token), {
            class: "subtle small",
            "aria-label": `Revoke the token ${token.label}`,
          }),
        ),
      ),
    );
    return titledForm(
      "Tokens for programs",
      [rows, labelledField("Name of the token", label, "for example: my bot"), shown],
      "Create token",
      async () => {
        const made = await withPassphrase((given) => post("/me/tokens", { label: label.value, ...given }));
        if (!made) return;
        const { token } = made;
        shown.replaceChildren(
          "Copy it now; it is shown only once: ",
          h("code", {}, token),
          " ",
          copyButton(token, "Token copied."),
        );
      },
    );
  }

  /** @param {Token} token */
  async #revoke({ id }) {
    await del(`/me/tokens/${id}`).catch(showError);
    await this.load();
  }

  /** @param {Me} me */
  #data(me) {
    return h(
      "fieldset",
      {},
      h("legend", {}, "Your data"),
      h(
        "div",
        { class: "buttons" },
        h("a", { class: "button", href: "/api/v1/me/export", download: "lexicade.json" }, "Download"),
        button("Delete account", () => this.#delete(me), { class: "danger" }),
      ),
    );
  }

  /** @param {Me} me */
  async #delete({ name }) {
    if (!(await confirmDialog(`Delete your account, ${name}? This can't be undone.`, "Delete account")))
      return;
    if (!(await withPassphrase((given) => del("/me", { name, ...given })))) return;
    setPlayer(null);
    navigate("/");
    notify("Account deleted.");
  }
}
