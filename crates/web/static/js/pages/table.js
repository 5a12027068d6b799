// A table: who sits there, the invitation, the race, a few words, and the match that is played.

import { allGames, del, enter, gameOf, get, post } from "../api.js";
import { arrange, attr, busy, h, keepFocus, write } from "../dom.js";
import { link } from "../link.js";
import { LxMatch, sure } from "../match.js";
import { Page } from "../route.js";
import { sorry, tell } from "../say.js";
import { copy } from "../share.js";
import { big, list, person, sitter, span } from "../words.js";

export class LxTable extends Page {
  #id = "";
  /** @type {Table | undefined} */
  #table;
  /** @type {Game | undefined} */
  #game;
  /** @type {LxMatch | undefined} */
  #match;
  /** @type {(() => void) | undefined} */
  #unfollow;
  #heading = h("h1", {}, "Table");
  #state = h("p", { class: "status" });
  #seats = h("ol", { class: "seats", "aria-label": "Seats" });
  #doors = h("div", { class: "doors" });
  #links = h("section", { class: "invite", "aria-label": "Invitation" });
  /** What the game is, for those who wait. */
  #blurb = h("p", { class: "blurb" });
  #before = h("div", { class: "before" }, h("div", {}, this.#seats, this.#doors), this.#links);
  #race = h("section", { class: "race", hidden: true, "aria-label": "The race" });
  /** How it goes on: who wants to call it off, and for whom a bot plays on. */
  #on = h("section", { class: "playing-on", hidden: true, "aria-label": "Playing on" });
  /** @type {Update | undefined} */
  #update;
  /** Have others waited long enough for whoever is to move? */
  #late = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #waiting;
  /** More time for somebody else, beside what is said about theirs. */
  #time = h("button", { type: "button", class: "quiet small", hidden: true, onclick: (/** @type {any} */ event) => busy(event.currentTarget, () => this.#do("time")) }, "Give more time");
  #turn = h("div", { class: "turn" }, this.#time);
  #play = h("div", { class: "at-table" }, this.#turn);
  #said = h("ul", { class: "phrases-said", "aria-label": "Said at the table" });
  #phrases = h("div", { class: "phrases", role: "group", "aria-label": "Say something" });
  #rounds = h("section", { class: "rounds", hidden: true });
  /** Who sits where and how others come, while that is not what matters most. */
  #more = h("details", { class: "told", hidden: true }, h("summary", {}, "Seats and invitation"));

  /** @param {string} id */
  async enter(id) {
    this.#id = id;
    await enter();
    const { phrases } = await allGames();
    this.#phrases.replaceChildren(...phrases.map((phrase, n) => h("button", { type: "button", class: "quiet small", onclick: (/** @type {any} */ event) => busy(event.currentTarget, () => link.say(id, n).catch(sorry)) }, phrase)));
    this.replaceChildren(h("div", { class: "match-head" }, this.#heading, this.#state), this.#blurb, this.#before, this.#race, this.#on, this.#play, this.#more,
      h("section", { class: "talk", "aria-label": "Talk" }, h("h2", { class: "pane-title" }, "At the table"), this.#said, this.#phrases), this.#rounds);
    await new Promise((done, failed) => {
      this.#unfollow = link.follow("table", id, (table) => void this.#show(table).then(done, failed), failed);
    });
  }

  disconnectedCallback() {
    this.#unfollow?.();
    clearTimeout(this.#waiting);
  }

  /** Does something at the table, and shows it. @param {string} what @param {unknown} [body] */
  async #do(what, body = {}) {
    try {
      await this.#show(await post(`/tables/${this.#id}/${what}`, body));
    } catch (error) {
      sorry(error);
    }
  }

  /** @param {Table} table */
  async #show(table) {
    const before = this.#table;
    if (before && table.seq < before.seq) return;
    this.#table = table;
    this.#game ??= await gameOf(table.game);
    const name = this.#game?.name ?? table.game;
    write(this.#heading, table.race ? `${name}, a race` : name);
    this.call(this.#heading.textContent ?? name);
    if (!before) this.#blurb.replaceChildren(this.#game?.blurb ?? "", " ", h("a", { href: `/rules/${table.game}` }, "Rules"));
    this.#blurb.hidden = table.state !== "open";
    const back = keepFocus(this, this.#heading);
    this.#tell(before, table);
    this.#seat(table);
    this.#door(table);
    this.#racers(table);
    this.#follow(table);
    this.#playOn(table);
    this.#hurry(table);
    // How long there is time stands in the match.
    if (before && before.more_time !== table.more_time && table.match) get(`/matches/${table.match}`).then((update) => this.#match?.show(update)).catch(() => {});
    back();
    arrange(this.#said, table.said.map(({ name, phrase }, n) => {
      const li = /** @type {HTMLElement} */ (this.#said.children[n] ?? h("li"));
      write(li, `${name}: ${phrase}`);
      return li;
    }));
    attr(this.#said, "hidden", table.said.length === 0);
    const sentence = { open: table.you < 0 ? "Seats are free." : table.seats.includes(null) ? "Waiting for everybody to sit down." : "Everybody is here.", playing: "", over: ended(table), closed: "The table is closed." };
    const limit = table.limit ? ` ${span(table.limit)} for a move.` : "";
    const state = table.state === "playing" && this.#match ? "" : sentence[table.state] + (table.state === "open" ? limit : "");
    write(this.#state, state);
    attr(this.#state, "hidden", state === "");
    this.#rounds.hidden = table.rounds.length === 0;
    this.#rounds.replaceChildren(h("h2", { class: "pane-title" }, "Rounds"), h("ol", {}, table.rounds.map(({ seats, matches, scores, winners, called_off }) => h("li", {}, called_off ? "called off " : `${list(winners.map((seat) => sitter(seats[seat] ?? null))) || "nobody won"}: ${scores.join(" : ")} `, matches.map((match, n) => [h("a", { href: `/match/${match}/steps` }, matches.length > 1 ? `step through ${sitter(seats[n] ?? null)}` : "step through"), " "]).flat()))));
  }

  /** What has changed, for those who listen. @param {Table | undefined} before @param {Table} table */
  #tell(before, table) {
    if (!before) return;
    const news = table.seats.flatMap((seat, n) => {
      const old = before.seats[n] ?? null;
      if (seat && !old) return [`${big(sitter(seat))} sits down.`];
      return old && !seat ? [`${big(sitter(old))} gets up.`] : [];
    });
    const last = table.said[table.said.length - 1];
    if (last && JSON.stringify(before.said) !== JSON.stringify(table.said)) news.push(`${last.name}: ${last.phrase}`);
    for (const seat of table.asked) {
      const who = table.seats[seat];
      if (who && !who.you && !before.asked.includes(seat)) news.push(`${who.name} wants to call the match off.`);
    }
    if (before.asked.length > 0 && table.asked.length === 0 && table.state === "playing") news.push("The match goes on.");
    table.seats.forEach((seat, n) => {
      const old = before.seats[n];
      if (seat?.stand_in && !old?.stand_in) news.push(`A bot plays on for ${person(seat)}.`);
      if (seat && !seat.stand_in && old?.stand_in && table.state === "playing") news.push(`${big(person(seat))} ${seat.you ? "are" : "is"} back.`);
    });
    if (before.more_time < table.more_time) news.push("There is more time.");
    if (before.state !== table.state && table.state === "playing") news.push("It begins.");
    if (before.state !== table.state && table.state === "over") news.push(ended(table));
    for (const racer of table.progress ?? []) {
      const old = before.progress?.find(({ seat }) => seat === racer.seat);
      if (racer.seat === table.you || !old || (old.progress === racer.progress && old.over === racer.over)) continue;
      news.push(`${big(sitter(table.seats[racer.seat] ?? null))}: ${racer.over ? "done" : racer.progress}.`);
    }
    tell(news);
  }

  /** @param {Table} table */
  #seat(table) {
    const free = table.state === "open" || table.state === "over";
    this.#seats.hidden = !free;
    // What stands already is not drawn again: no button is lost under a finger.
    const key = JSON.stringify([table.state, table.host, table.you, table.seats]);
    if (this.#seats.dataset.key === key) return;
    this.#seats.dataset.key = key;
    const at = [...this.#seats.children].findIndex((li) => li.contains(document.activeElement));
    this.#seats.replaceChildren(...table.seats.map((seat, n) => h("li", { "data-empty": !seat || null },
      h("span", { class: "grow" }, seat ? big(sitter(seat)) : "Free"),
      !seat && table.you < 0 && h("button", { type: "button", class: "small go", "aria-label": `Sit on seat ${n + 1}`, onclick: (/** @type {any} */ event) => busy(event.currentTarget, () => this.#do("sit", { seat: n })) }, "Sit here"),
      !seat && table.host && this.#game?.bots.map((bot) => h("button", { type: "button", class: "quiet small", "aria-label": `Put the bot ${bot} on seat ${n + 1}`, onclick: (/** @type {any} */ event) => busy(event.currentTarget, () => this.#do("bot", { seat: n, name: bot })) }, `+ ${big(bot)}`)),
      seat?.you && !table.host && h("button", { type: "button", class: "quiet small", onclick: (/** @type {any} */ event) => busy(event.currentTarget, () => this.#do("stand")) }, "Get up"),
      seat && !seat.you && table.host && h("button", { type: "button", class: "quiet small", "aria-label": `Free seat ${n + 1}`, onclick: (/** @type {any} */ event) => busy(event.currentTarget, () => this.#do("bot", { seat: n, name: null })) }, "Free it"))));
    // Who did something with a seat stays at it.
    this.#seats.children[at]?.querySelector("button")?.focus();
  }

  /** Invitation, beginning, once more, closing. @param {Table} table */
  #door(table) {
    const ready = !table.seats.includes(null);
    const { invitation } = table;
    const again = table.state === "over";
    const [open, closed] = [table.state === "open", table.state === "closed"];
    const parts = [];
    const links = [];
    if (!closed && invitation) {
      const field = h("input", { type: "text", id: "invitation", readonly: true, value: invitation });
      links.push(h("div", { class: "field" }, h("label", { for: "invitation" }, "Whoever has this link may come to the table"), h("div", { class: "ask-row" }, field, h("button", { type: "button", onclick: () => copy(invitation, "The invitation is copied.") }, "Copy"))));
    }
    const buttons = [
      table.host && (table.state === "open" || again) && h("button", { type: "button", class: "go", disabled: !ready || null, onclick: (/** @type {any} */ event) => busy(event.currentTarget, () => this.#do("start")) }, again ? "Once more" : "Start"),
      table.host && (table.state === "open" || again) && h("button", { type: "button", class: "quiet", onclick: async () => {
        if (await sure("Do you want to close the table for everybody?", "Close it")) await this.#do("close");
      } }, "Close the table"),
      again && !table.host && h("span", { class: "faint" }, "The host may start another round."),
    ];
    const others = table.people.filter(({ you }) => !you);
    if (table.host && !closed && others.length > 0) {
      links.push(h("ul", { class: "rows", "aria-label": "People at the table" }, others.map(({ person, name }) => h("li", {}, h("span", { class: "grow" }, `${name} `), h("button", { type: "button", class: "quiet small", "aria-label": `Show ${name} the door`, onclick: async () => {
        if (await sure(`Do you want to show ${name} the door? The link becomes another one.`, "Show the door")) await this.#do("remove", { person });
      } }, "Show the door")))));
    }
    if (table.host && !closed) {
      links.push(h("div", { class: "buttons" },
        h("button", { type: "button", class: "quiet small", onclick: () => this.#do("invitation") }, invitation ? "Another link" : "Make a link"),
        invitation && h("button", { type: "button", class: "quiet small", onclick: () => del(`/tables/${this.#id}/invitation`).then((shown) => this.#show(/** @type {Table} */ (shown))).catch(sorry) }, "No link any more")));
    }
    const row = buttons.filter((button) => button !== false && button !== null);
    if (row.length > 0) parts.push(h("div", { class: "buttons" }, row));
    if (table.host && open && !ready) parts.push(h("p", { class: "about" }, "It starts when every seat is taken, by somebody with the link or by a bot."));
    // Before the first round the seats and the link are all there is; later they stand beneath the match.
    this.#more.hidden = open || (links.length === 0 && this.#seats.hidden);
    if (open && this.#seats.parentElement === this.#more) this.#doors.before(this.#seats);
    // The same buttons stay, so that none is lost under a finger.
    const key = JSON.stringify([table.state, table.host, ready, invitation, table.people]);
    if (this.#doors.dataset.key === key) return;
    this.#doors.dataset.key = key;
    this.#doors.replaceChildren(...parts);
    this.#links.replaceChildren(...links);
    this.#links.hidden = links.length === 0;
    if (open) this.#before.append(this.#links);
    else this.#more.append(this.#seats, this.#links);
  }

  /** How far everybody is. @param {Table} table */
  #racers(table) {
    this.#race.hidden = !table.progress;
    if (!table.progress) return;
    attr(this.#race, "data-running", table.state === "playing");
    const rows = table.progress.map((racer) => h("tr", { "data-you": racer.seat === table.you || null },
      h("th", { scope: "row" }, big(sitter(table.seats[racer.seat] ?? null))),
      h("td", {}, racer.progress),
      h("td", {}, racer.won !== null ? `${racer.won ? "won" : "lost"}, ${racer.score}` : racer.over ? "done" : ""),
      h("td", {}, racer.match && h("a", { href: `/match/${racer.match}/steps` }, "step through"))));
    this.#race.replaceChildren(h("table", { class: "plain" }, h("caption", { class: "pane-title" }, "The race"), h("tbody", {}, rows)));
  }

  /** A view of the match: when somebody has moved, others begin to wait. @param {Update} update */
  #seen(update) {
    const table = this.#table;
    if (!table) return;
    const same = this.#update?.match === update.match && update.said.length === 0 && JSON.stringify(this.#update.seats) === JSON.stringify(update.seats);
    this.#update = update;
    this.#hurry(table);
    if (same) return;
    clearTimeout(this.#waiting);
    this.#late = false;
    this.#waiting = setTimeout(() => {
      this.#late = true;
      if (this.#table) this.#playOn(this.#table);
    }, table.patience * 1000);
    this.#playOn(table);
  }

  /** Who may give more time: whoever sits here, and the host, while somebody else is to move and they are not. @param {Table} table */
  #hurry(table) {
    const update = this.#update?.match === table.match ? this.#update : undefined;
    const moves = (/** @type {Update} */ at) => !at.over && at.to_act.includes(at.viewer);
    const others = table.race
      ? table.progress?.some(({ seat, over }) => !over && seat !== table.you && !table.seats[seat]?.bot)
      : update?.to_act.some((seat) => !update.seats[seat]?.you && !update.seats[seat]?.bot);
    const may = table.limit !== null && table.state === "playing" && (table.host || table.you >= 0) && (!table.match || (update && !moves(update))) && others;
    const back = keepFocus(this.#turn, this.#heading);
    this.#time.hidden = !may;
    back();
  }

  /** The seats of the table for which others have waited long enough. @param {Table} table */
  #waitedFor(table) {
    const update = this.#update;
    if (!this.#late || !update || update.over || table.race || table.limit !== null || table.seats[table.you]?.stand_in || (!table.host && table.you < 0)) return [];
    // Who sits first moves on with every round.
    const seats = update.to_act.map((seat) => (seat + table.round - 1) % table.seats.length);
    return seats.filter((seat) => table.seats[seat] && !table.seats[seat]?.you && !table.seats[seat]?.bot && !table.seats[seat]?.stand_in);
  }

  /** Calling off together, and bots for those who are away. @param {Table} table */
  #playOn(table) {
    const playing = table.state === "playing";
    const asked = table.asked.map((seat) => table.seats[seat] ?? null);
    const own = table.seats[table.you];
    const late = playing ? this.#waitedFor(table) : [];
    const key = JSON.stringify([playing, table.asked, table.seats, late]);
    if (this.#on.dataset.key === key) return;
    this.#on.dataset.key = key;
    const bots = this.#game?.bots ?? [];
    const bot = bots.find((name) => name === "sensible") ?? bots[bots.length - 1];
    const back = keepFocus(this.#on, this.#heading);
    const rows = [];
    if (asked.length > 0) {
      const want = asked.length > 1 || asked[0]?.you ? "want" : "wants";
      const may = own && !own.stand_in && !table.asked.includes(table.you);
      rows.push(h("div", {}, h("p", {}, `${big(list(asked.map(sitter)))} ${want} to call the match off. ${may ? "Whoever moves plays on." : "The others are asked."}`), may && this.#button("Agree", () => this.#do("call_off"))));
    }
    for (const seat of playing ? table.seats : []) {
      if (seat?.stand_in) rows.push(h("div", {}, h("p", {}, `A bot plays on for ${person(seat)}.`), seat.you && this.#button("Come back", () => this.#do("come_back"))));
    }
    for (const seat of late) {
      const name = sitter(table.seats[seat] ?? null);
      if (bot) rows.push(h("div", {}, h("p", {}, `${name} has not moved for a while.`), this.#button(`Let a bot play on for ${name}`, () => this.#do("stand_in", { seat, name: bot }))));
    }
    this.#on.replaceChildren(...rows);
    this.#on.hidden = rows.length === 0;
    back();
  }

  /** @param {string} label @param {() => Promise<unknown>} does */
  #button(label, does) {
    return h("button", { type: "button", class: "small", onclick: (/** @type {any} */ event) => busy(event.currentTarget, does) }, label);
  }

  /** @param {Table} table */
  #follow(table) {
    const id = table.match;
    if (this.#match?.dataset.match === (id ?? undefined)) return;
    this.#match?.remove();
    this.#match?.status.remove();
    this.#match = undefined;
    this.#update = undefined;
    if (!id) return;
    const match = new LxMatch();
    match.atTable = true;
    match.shown = (update) => this.#seen(update);
    match.dataset.match = id;
    this.#match = match;
    this.#turn.prepend(match.status);
    this.#play.append(match);
    match.open(id).catch(sorry);
  }
}

/** That a round is over, and who has won it: how a match has ended stands there, a race has several. @param {Table} table */
function ended(table) {
  const round = table.rounds[table.rounds.length - 1];
  if (!table.race || !round) return "This round is over.";
  const names = round.winners.map((seat) => round.seats[seat] ?? null);
  const has = names.length > 1 || names[0]?.you ? "have" : "has";
  return `This round is over: ${list(names.map(sitter)) || "nobody"} ${has} won.`;
}
