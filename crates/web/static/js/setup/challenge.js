// A challenge: a puzzle that a friend gets as a link.

import { ensurePlayer, post } from "../api.js";
import { copyButton } from "../copy.js";
import { h } from "../dom.js";
import { onSubmit } from "../form.js";
import { keyField, readFields } from "./key-field.js";

/**
 * The form for a challenge, if the game has a secret to choose.
 * @param {Game} game
 * @param {() => Record<string, unknown>} readOptions the options that aren't secret
 */
export function challengeForm(game, readOptions) {
  const secrets = game.keys.filter((key) => key.secret).map((key) => keyField(game.id, key, []));
  if (secrets.length === 0 || game.most > 1) return null;
  const link = h("p", { class: "wrap" });
  const make = h("button", { type: "submit" }, "Create link");
  const createLink = async () => {
    await ensurePlayer();
    const { day: _, ...open } = readOptions();
    const { url } = await post("/tickets", { game: game.id, set: { ...open, ...readFields(secrets) } });
    link.replaceChildren(h("a", { href: url }, url), " ", copyButton(url, "Link copied."));
  };
  return h(
    "form",
    { class: "challenge", onsubmit: onSubmit(make, createLink) },
    h(
      "fieldset",
      {},
      h("legend", {}, "Challenge a friend"),
      h(
        "p",
        { class: "help" },
        "Choose the secret of the puzzle and send the link. The link won't give it away.",
      ),
      secrets.map(({ el }) => el),
      make,
      link,
    ),
  );
}
