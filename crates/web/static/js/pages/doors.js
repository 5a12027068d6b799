// Links that lead in: an invitation to a table, a ticket, a recovery link.

import { enter, gameOf, get, look, part, post } from "../api.js";
import { busy, h } from "../dom.js";
import { Page, go } from "../route.js";
import { sorry } from "../say.js";
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

/** A recovery link. The secret is behind a #, so that no server is told it by the address. */
export class LxRecover extends Page {
  heading = "Welcome back";

  async enter() {
    const secret = location.hash.slice(1);
    history.replaceState(null, "", "/recover");
    const back = async () => {
      try {
        await post("/session", { recovery: secret });
        await look();
        go("/account", { replace: true });
      } catch (error) {
        sorry(error);
      }
    };
    this.replaceChildren(h("section", { class: "prose" }, h("h1", {}, "Welcome back"), secret ? h("p", {}, "This link signs you in here. What you played here as a guest becomes yours.") : h("p", {}, "There is no secret in this link. Copy it whole, please."),
      secret && h("button", { type: "button", class: "go", onclick: (/** @type {any} */ event) => busy(event.currentTarget, back) }, "Sign in")));
  }
}
