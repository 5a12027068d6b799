// A table: seats, invitation, race, chat, and the current match.

import { loadGames, del, ensurePlayer, findGame, get, post } from "../api.js";
import { attr, h, keepFocus, setText } from "../dom.js";
import { duration } from "../format.js";
import { LxMatch } from "../match/match.js";
import { announce, showError } from "../notify.js";
import { Page } from "../route.js";
import { liveSocket } from "../socket.js";
import { TableActions } from "../table/actions.js";
import { Chat } from "../table/chat.js";
import { Invitation } from "../table/invitation.js";
import { tableNews } from "../table/news.js";
import { TableNotices } from "../table/notices.js";
import { RaceTable } from "../table/race.js";
import { RoundList, roundResult } from "../table/rounds.js";
import { SeatList } from "../table/seats.js";
import { TableTurn } from "../table/turn.js";

export class LxTable extends Page {
  #id = "";
  /** @type {Table | undefined} */
  #table;
  /** @type {Game | undefined} */
  #game;
  /** @type {LxMatch | undefined} */
  #match;
  /** @type {Update | undefined} */
  #update;
  /** @type {(() => void) | undefined} */
  #unfollow;
  /** @type {PostToTable} */
  #post = async (what, body) => this.#show(await post(`/tables/${this.#id}/${what}`, body));
  #turnOffLink = async () => this.#show(await del(`/tables/${this.#id}/invitation`));
  #heading = h("h1", {}, "Table");
  #state = h("p", { class: "status" });
  #blurb = h("p", { class: "blurb" });
  #seats = new SeatList(this.#post);
  #actions = new TableActions(this.#post);
  #invitation = new Invitation(this.#post, this.#turnOffLink);
  #setup = h(
    "div",
    { class: "table-setup" },
    h("div", {}, this.#seats.el, this.#actions.el),
    this.#invitation.el,
  );
  #race = new RaceTable();
  #notices = new TableNotices(this.#post, () => this.#showNotices());
  #turn = new TableTurn(this.#post);
  #play = h("div", { class: "table-match" }, this.#turn.el);
  /** The seats and the invitation while a match is on. */
  #details = h("details", { class: "disclosure", hidden: true }, h("summary", {}, "Seats and invitation"));
  #chat = new Chat();
  #rounds = new RoundList();

  /** @param {string} id */
  async load(id) {
    this.#id = id;
    await ensurePlayer();
    this.#chat.offer(id, (await loadGames()).phrases);
    this.replaceChildren(
      h("div", { class: "match-head" }, this.#heading, this.#state),
      this.#blurb,
      this.#setup,
      this.#race.el,
      this.#notices.el,
      this.#play,
      this.#details,
      this.#chat.el,
      this.#rounds.el,
    );
    await new Promise((done, failed) => {
      this.#unfollow = liveSocket.follow(
        "table",
        id,
        (table) => void this.#show(table).then(done, failed),
        failed,
      );
    });
  }

  disconnectedCallback() {
    this.#unfollow?.();
    this.#notices.stop();
  }

  /** @param {Table} table */
  async #show(table) {
    const before = this.#table;
    if (before && table.seq < before.seq) return;
    this.#table = table;
    this.#game ??= await findGame(table.game);
    this.#showHeading(table, !before);
    const back = keepFocus(this, this.#heading);
    if (before) announce(tableNews(before, table));
    this.#seats.show(table, this.#game?.bots ?? []);
    this.#actions.show(table);
    this.#invitation.show(table);
    this.#placeSeats(table);
    this.#race.show(table);
    this.#follow(table.match);
    this.#showNotices();
    this.#showTurn();
    // The time limit is part of the match.
    if (before && before.more_time !== table.more_time && table.match)
      get(`/matches/${table.match}`)
        .then((update) => this.#match?.show(update))
        .catch(() => {});
    back();
    this.#chat.show(table);
    const state = stateText(table);
    setText(this.#state, state);
    attr(this.#state, "hidden", state === "");
    this.#rounds.show(table);
  }

  /** @param {Table} table @param {boolean} first */
  #showHeading(table, first) {
    const name = this.#game?.name ?? table.game;
    setText(this.#heading, table.race ? `${name} race` : name);
    this.setHeading(this.#heading.textContent ?? name);
    if (first)
      this.#blurb.replaceChildren(
        this.#game?.blurb ?? "",
        " ",
        h("a", { href: `/rules/${table.game}` }, "Rules"),
      );
    this.#blurb.hidden = table.state !== "open";
  }

  /** Once the first round has started, the seats and the link move below the match. @param {Table} table */
  #placeSeats({ state }) {
    const [seats, invitation] = [this.#seats.el, this.#invitation.el];
    const open = state === "open";
    this.#details.hidden = open || (seats.hidden && invitation.hidden);
    const moved = seats.parentElement === this.#details;
    if (open && moved) {
      this.#actions.el.before(seats);
      this.#setup.append(invitation);
    } else if (!open && !moved) this.#details.append(seats, invitation);
  }

  /** Shows another match when the table has started one. @param {string | null} id */
  #follow(id) {
    if (this.#match?.dataset.match === (id ?? undefined)) return;
    this.#match?.remove();
    this.#match?.status.remove();
    this.#match = undefined;
    this.#update = undefined;
    this.#notices.allow();
    if (!id) return;
    const match = new LxMatch();
    match.atTable = true;
    match.onUpdate = (update) => this.#onUpdate(update);
    match.dataset.match = id;
    this.#match = match;
    this.#turn.el.prepend(match.status);
    this.#play.append(match);
    match.open(id).catch(showError);
  }

  /** @param {Update} update */
  #onUpdate(update) {
    if (!this.#table) return;
    this.#update = update;
    this.#showTurn();
    this.#notices.allow(update.may_stand_in);
    this.#showNotices();
  }

  #showTurn() {
    const back = keepFocus(this.#turn.el, this.#heading);
    if (this.#table) this.#turn.show(this.#table, this.#update);
    back();
  }

  #showNotices() {
    const back = keepFocus(this.#notices.el, this.#heading);
    if (this.#table) this.#notices.show(this.#table, this.#game?.bots ?? []);
    back();
  }
}

/** What the table waits for; a match says that itself. @param {Table} table */
function stateText(table) {
  if (table.state === "closed") return "This table is closed.";
  if (table.state === "over") return roundResult(table);
  if (table.state === "playing") return "";
  const limit = table.limit ? ` ${duration(table.limit)} per move.` : "";
  if (table.you < 0) return `There are open seats.${limit}`;
  return (table.seats.includes(null) ? "Waiting for players." : "Everyone is here.") + limit;
}
