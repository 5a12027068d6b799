// The pages behind links: an invitation to a table, a ticket, a recovery link.

import { ensurePlayer, findGame, get, setPlayer, fetchPlayer, encodePart, post } from "../api.js";
import { button } from "../button.js";
import { copyButton } from "../copy.js";
import { h } from "../dom.js";
import { joinNames, decodePart, canRace, seatName } from "../format.js";
import { openMatch, openTable } from "../open.js";
import { Page, navigate } from "../route.js";

/** An invitation: shows the table before the player joins it. */
export class LxJoin extends Page {
  /** @param {string} table @param {string} code */
  async load(table, code) {
    await ensurePlayer({ table: decodePart(table), invitation: decodePart(code) });
    const shown = await get(`/tables/${encodePart(table)}?invitation=${encodePart(code)}`);
    if (shown.you >= 0) return navigate(`/table/${table}`, { replace: true });
    const game = await findGame(shown.game);
    const name = game?.name ?? shown.game;
    this.setHeading(`Invitation to ${name}`);
    const join = async (/** @type {boolean} */ sit) => {
      await post(`/tables/${encodePart(table)}/join`, { invitation: decodePart(code) });
      if (sit) await post(`/tables/${encodePart(table)}/sit`);
      navigate(`/table/${table}`, { replace: true });
    };
    const free = shown.state === "open" && shown.seats.includes(null);
    this.replaceChildren(
      h(
        "section",
        { class: "prose" },
        h("h1", {}, shown.race ? `${name} race` : name),
        h("p", {}, game?.blurb ?? ""),
        h("p", {}, `At the table: ${joinNames(shown.seats.filter(Boolean).map(seatName))}.`),
        h(
          "div",
          { class: "buttons" },
          free && button("Take a seat", () => join(true), { class: "primary" }),
          button("Watch", () => join(false), { class: free ? "subtle" : "primary" }),
        ),
      ),
    );
  }
}

/** A ticket: a puzzle that another player has shared. */
export class LxTicket extends Page {
  /** @param {string} path */
  async load(path) {
    const ticket = decodePart(path);
    const game = await findGame(ticket.split("/")[0]);
    if (!game) throw new Error("This link is for a game that this server doesn't have.");
    this.setHeading(game.name);
    const play = () => openMatch({ ticket }, { replace: true });
    const race = () => openTable({ ticket, seats: 2, race: true, limit: null }, { replace: true });
    this.replaceChildren(
      h(
        "section",
        { class: "prose" },
        h("h1", {}, game.name),
        h("p", {}, "You've been sent a puzzle. It's the same for everyone who opens the link."),
        h("p", {}, game.blurb),
        h(
          "div",
          { class: "buttons" },
          button("Play", play, { class: "primary" }),
          canRace(game) && button("Race a friend", race),
          h("a", { class: "button subtle", href: `/rules/${game.id}` }, "Rules"),
        ),
      ),
    );
  }
}

/**
 * A recovery link: shows whose account it opens before signing in. The secret comes after a #, so browsers
 * don't send it to any server.
 */
export class LxRecover extends Page {
  heading = "Sign in with a link";

  async load() {
    const secret = location.hash.slice(1);
    history.replaceState(null, "", "/recover");
    if (!secret) return this.#show("This link is incomplete", [h("p", {}, "Copy the whole link.")]);
    await this.#offer(secret);
  }

  /** @param {string} heading @param {HTMLElement[]} parts */
  #show(heading, parts) {
    this.setHeading(heading);
    this.replaceChildren(h("section", { class: "prose" }, h("h1", {}, heading), parts));
  }

  /** @param {string} secret */
  async #offer(secret) {
    /** @type {[LinkOwner, Me | null]} */
    let known;
    try {
      known = await Promise.all([post("/recovery", { recovery: secret }), fetchPlayer()]);
    } catch (error) {
      const again = button("Try again", () => this.#offer(secret));
      return this.#show("You can't sign in with this link", [
        h("p", {}, error instanceof Error ? error.message : String(error)),
        h("div", { class: "buttons" }, again, h("a", { class: "button subtle", href: "/" }, "Home")),
      ]);
    }
    const [{ name }, me] = known;
    this.#show(`Sign in as ${name}?`, [
      h("p", {}, "This link opens the account ", h("strong", {}, h("bdi", {}, name)), ". It works once."),
      ...(me && !(me.kept && me.name === name) ? [this.#loses(me, name)] : []),
      h(
        "div",
        { class: "buttons" },
        button("Sign in", () => this.#use(secret), { class: "primary" }),
        h("a", { class: "button subtle", href: "/" }, "Cancel"),
      ),
    ]);
  }

  /** What the current player gives up by signing in. @param {Me} me @param {string} name */
  #loses(me, name) {
    const mine = h("bdi", {}, me.name);
    if (me.kept) return h("p", {}, "You'll be signed out of ", mine, " in this browser.");
    return h(
      "p",
      {},
      "You're playing as ",
      mine,
      ". Your matches, tables and boards will belong to ",
      h("bdi", {}, name),
      ".",
    );
  }

  /** @param {string} secret */
  async #use(secret) {
    /** @type {SignedIn} */
    const { me, link } = await post("/session", { recovery: secret });
    setPlayer(me);
    if (!link) return navigate("/account", { replace: true });
    this.#show("Your new link", [
      h(
        "p",
        {},
        "You're signed in as ",
        h("bdi", {}, me.name),
        ". The link you used doesn't work any more. Keep this one: without a passphrase, ",
        "it is the only way back to your account.",
      ),
      h("p", { class: "wrap" }, h("code", {}, link), " ", copyButton(link, "Link copied.")),
      h("div", { class: "buttons" }, h("a", { class: "button primary", href: "/account" }, "Continue")),
    ]);
  }
}
