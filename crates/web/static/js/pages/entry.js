// The pages behind links: an invitation to a table, a ticket, a recovery link.

import { ensurePlayer, findGame, get, setPlayer, fetchPlayer, encodePart, post } from "../api.js";
import { whileBusy, h } from "../dom.js";
import { Page, navigate } from "../route.js";
import { showError } from "../notify.js";
import { copy } from "../share.js";
import { joinNames, decodePart, canRace, seatName } from "../format.js";

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
      try {
        await post(`/tables/${encodePart(table)}/join`, { invitation: decodePart(code) });
        if (sit) await post(`/tables/${encodePart(table)}/sit`);
      } catch (error) {
        return showError(error);
      }
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
          free &&
            h(
              "button",
              {
                type: "button",
                class: "primary",
                onclick: (/** @type {any} */ event) => whileBusy(event.currentTarget, () => join(true)),
              },
              "Take a seat",
            ),
          h(
            "button",
            {
              type: "button",
              class: free ? "subtle" : "primary",
              onclick: (/** @type {any} */ event) => whileBusy(event.currentTarget, () => join(false)),
            },
            "Watch",
          ),
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
    const play = async () => {
      try {
        await ensurePlayer();
        const { match } = await post("/matches", { ticket });
        navigate(`/match/${match}`, { replace: true });
      } catch (error) {
        showError(error);
      }
    };
    const race = async () => {
      try {
        await ensurePlayer();
        const { table } = await post("/tables", { ticket, seats: 2, race: true, limit: null });
        navigate(`/table/${table}`, { replace: true });
      } catch (error) {
        showError(error);
      }
    };
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
          h(
            "button",
            {
              type: "button",
              class: "primary",
              onclick: (/** @type {any} */ event) => whileBusy(event.currentTarget, play),
            },
            "Play",
          ),
          canRace(game) &&
            h(
              "button",
              { type: "button", onclick: (/** @type {any} */ event) => whileBusy(event.currentTarget, race) },
              "Race a friend",
            ),
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
      const again = h(
        "button",
        {
          type: "button",
          onclick: (/** @type {any} */ event) => whileBusy(event.currentTarget, () => this.#offer(secret)),
        },
        "Try again",
      );
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
        h(
          "button",
          {
            type: "button",
            class: "primary",
            onclick: (/** @type {any} */ event) => whileBusy(event.currentTarget, () => this.#use(secret)),
          },
          "Sign in",
        ),
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
    try {
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
        h(
          "p",
          { class: "wrap" },
          h("code", {}, link),
          " ",
          h(
            "button",
            { type: "button", class: "subtle small", onclick: () => copy(link, "Link copied.") },
            "Copy",
          ),
        ),
        h("div", { class: "buttons" }, h("a", { class: "button primary", href: "/account" }, "Continue")),
      ]);
    } catch (error) {
      showError(error);
    }
  }
}
