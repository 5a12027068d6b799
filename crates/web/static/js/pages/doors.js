// Links that lead in: an invitation to a table, a ticket, a recovery link.

import { enter, gameOf, get, heard, look, part, post } from "../api.js";
import { busy, h } from "../dom.js";
import { Page, go } from "../route.js";
import { sorry } from "../say.js";
import { copy } from "../share.js";
import { list, plain, races, sitter } from "../words.js";

/** An invitation: what the table is, before one comes to it. */
export class LxJoin extends Page {
  /** @param {string} table @param {string} code */
  async enter(table, code) {
    await enter({ table: plain(table), invitation: plain(code) });
    const shown = await get(`/tables/${part(table)}?invitation=${part(code)}`);
    if (shown.you >= 0) return go(`/table/${table}`, { replace: true });
    const game = await gameOf(shown.game);
    const name = game?.name ?? shown.game;
    this.call(`Invitation to ${name}`);
    const come = async (/** @type {boolean} */ sit) => {
      try {
        await post(`/tables/${part(table)}/join`, { invitation: plain(code) });
        if (sit) await post(`/tables/${part(table)}/sit`);
      } catch (error) {
        return sorry(error);
      }
      go(`/table/${table}`, { replace: true });
    };
    const free = shown.state === "open" && shown.seats.includes(null);
    this.replaceChildren(h("section", { class: "prose" }, h("h1", {}, shown.race ? `A race: ${name}` : name), h("p", {}, game?.blurb ?? ""), h("p", {}, `At the table: ${list(shown.seats.filter(Boolean).map(sitter))}.`),
      h("div", { class: "buttons" },
        free && h("button", { type: "button", class: "go", onclick: (/** @type {any} */ event) => busy(event.currentTarget, () => come(true)) }, "Sit down"),
        h("button", { type: "button", class: free ? "quiet" : "go", onclick: (/** @type {any} */ event) => busy(event.currentTarget, () => come(false)) }, "Watch"))));
  }
}

/** A ticket: the same puzzle as somebody else's. */
export class LxTicket extends Page {
  /** @param {string} path */
  async enter(path) {
    const ticket = plain(path);
    const game = await gameOf(ticket.split("/")[0]);
    if (!game) throw new Error("This link is of no game that the house knows.");
    this.call(game.name);
    const play = async () => {
      try {
        await enter();
        const { match } = await post("/matches", { ticket });
        go(`/match/${match}`, { replace: true });
      } catch (error) {
        sorry(error);
      }
    };
    const race = async () => {
      try {
        await enter();
        const { table } = await post("/tables", { ticket, seats: 2, race: true, limit: null });
        go(`/table/${table}`, { replace: true });
      } catch (error) {
        sorry(error);
      }
    };
    this.replaceChildren(h("section", { class: "prose" }, h("h1", {}, game.name), h("p", {}, "Somebody has sent you this puzzle. It is the same for everybody who opens the link."), h("p", {}, game.blurb),
      h("div", { class: "buttons" },
        h("button", { type: "button", class: "go", onclick: (/** @type {any} */ event) => busy(event.currentTarget, play) }, "Play it"),
        races(game) && h("button", { type: "button", onclick: (/** @type {any} */ event) => busy(event.currentTarget, race) }, "Race somebody on it"),
        h("a", { class: "button quiet", href: `/rules/${game.id}` }, "Rules"))));
  }
}

/** A recovery link: whose account it opens, before anything is handed over. The secret is behind a #, so that browsers send it to no server. */
export class LxRecover extends Page {
  heading = "Sign in with a link";

  async enter() {
    const secret = location.hash.slice(1);
    history.replaceState(null, "", "/recover");
    if (!secret) return this.#show("This link is incomplete", [h("p", {}, "Copy the whole link.")]);
    await this.#offer(secret);
  }

  /** @param {string} heading @param {HTMLElement[]} parts */
  #show(heading, parts) {
    this.call(heading);
    this.replaceChildren(h("section", { class: "prose" }, h("h1", {}, heading), parts));
  }

  /** @param {string} secret */
  async #offer(secret) {
    /** @type {[LinkOwner, Me | null]} */
    let known;
    try {
      known = await Promise.all([post("/recovery", { recovery: secret }), look()]);
    } catch (error) {
      const again = h("button", { type: "button", onclick: (/** @type {any} */ event) => busy(event.currentTarget, () => this.#offer(secret)) }, "Try again");
      return this.#show("You can't sign in with this link", [h("p", {}, error instanceof Error ? error.message : String(error)), h("div", { class: "buttons" }, again, h("a", { class: "button quiet", href: "/" }, "Lobby"))]);
    }
    const [{ name }, me] = known;
    this.#show(`Sign in as ${name}?`, [
      h("p", {}, "This link opens the account ", h("strong", {}, h("bdi", {}, name)), ". It works once."),
      ...(me && !(me.kept && me.name === name) ? [this.#loses(me, name)] : []),
      h("div", { class: "buttons" },
        h("button", { type: "button", class: "go", onclick: (/** @type {any} */ event) => busy(event.currentTarget, () => this.#use(secret)) }, "Sign in"),
        h("a", { class: "button quiet", href: "/" }, "Cancel"))]);
  }

  /** What the player who is here gives up by signing in. @param {Me} me @param {string} name */
  #loses(me, name) {
    const mine = h("bdi", {}, me.name);
    if (me.kept) return h("p", {}, "You'll be signed out of ", mine, " in this browser.");
    return h("p", {}, "You are ", mine, " here. Your matches, tables and boards will belong to ", h("bdi", {}, name), ".");
  }

  /** @param {string} secret */
  async #use(secret) {
    try {
      /** @type {SignedIn} */
      const { me, link } = await post("/session", { recovery: secret });
      heard(me);
      if (!link) return go("/account", { replace: true });
      this.#show("Your new link", [
        h("p", {}, "You are signed in as ", h("bdi", {}, me.name), ". The link you used doesn't work any more. Keep this one: without a passphrase it is the only way back to your account."),
        h("p", { class: "wrap" }, h("code", {}, link), " ", h("button", { type: "button", class: "quiet small", onclick: () => copy(link, "The link is copied.") }, "Copy")),
        h("div", { class: "buttons" }, h("a", { class: "button go", href: "/account" }, "Continue"))]);
    } catch (error) {
      sorry(error);
    }
  }
}
