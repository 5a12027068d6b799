// A table: seats, invitation, race, chat, and the current match.

import { loadGames, del, ensurePlayer, findGame, get, post } from "../api.js";
import { setChildren, attr, whileBusy, h, keepFocus, setText } from "../dom.js";
import { liveSocket } from "../socket.js";
import { LxMatch } from "../match.js";
import { confirmDialog } from "../dialog.js";
import { Page } from "../route.js";
import { showError, announce } from "../notify.js";
import { copy } from "../share.js";
import { botName, capitalize, duration, joinNames, playerName, possessive, seatName } from "../format.js";

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
  #actions = h("div", { class: "table-actions" });
  #invitation = h("section", { class: "invite", "aria-label": "Invitation" });
  #blurb = h("p", { class: "blurb" });
  #setup = h("div", { class: "table-setup" }, h("div", {}, this.#seats, this.#actions), this.#invitation);
  #race = h("section", { class: "race", hidden: true, "aria-label": "Race" });
  /** Offers to cancel, and stand-ins. */
  #notices = h("section", { class: "notices", hidden: true, "aria-label": "Notices" });
  /** @type {Update | undefined} */
  #update;
  /** Whether the others have waited long enough for the player to move. */
  #late = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #lateTimer;
  /** Gives the player to move more time. */
  #moreTimeButton = h(
    "button",
    {
      type: "button",
      class: "subtle small",
      hidden: true,
      onclick: (/** @type {any} */ event) => whileBusy(event.currentTarget, () => this.#post("time")),
    },
    "Give more time",
  );
  #turn = h("div", { class: "turn" }, this.#moreTimeButton);
  #play = h("div", { class: "table-match" }, this.#turn);
  #chatLog = h("ul", { class: "chat-log", "aria-label": "Messages" });
  #phrases = h("div", { class: "phrases", role: "group", "aria-label": "Send a message" });
  #rounds = h("section", { class: "rounds", hidden: true });
  /** The seats and the invitation while a match is on. */
  #details = h("details", { class: "disclosure", hidden: true }, h("summary", {}, "Seats and invitation"));

  /** @param {string} id */
  async load(id) {
    this.#id = id;
    await ensurePlayer();
    const { phrases } = await loadGames();
    this.#phrases.replaceChildren(
      ...phrases.map((phrase, n) =>
        h(
          "button",
          {
            type: "button",
            class: "subtle small",
            onclick: (/** @type {any} */ event) =>
              whileBusy(event.currentTarget, () => liveSocket.say(id, n).catch(showError)),
          },
          phrase,
        ),
      ),
    );
    this.replaceChildren(
      h("div", { class: "match-head" }, this.#heading, this.#state),
      this.#blurb,
      this.#setup,
      this.#race,
      this.#notices,
      this.#play,
      this.#details,
      h(
        "section",
        { class: "chat", "aria-label": "Chat" },
        h("h2", { class: "pane-title" }, "Chat"),
        this.#chatLog,
        this.#phrases,
      ),
      this.#rounds,
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
    clearTimeout(this.#lateTimer);
  }

  /** Changes the table on the server, and shows the answer. @param {string} what @param {unknown} [body] */
  async #post(what, body = {}) {
    try {
      await this.#show(await post(`/tables/${this.#id}/${what}`, body));
    } catch (error) {
      showError(error);
    }
  }

  /** @param {Table} table */
  async #show(table) {
    const before = this.#table;
    if (before && table.seq < before.seq) return;
    this.#table = table;
    this.#game ??= await findGame(table.game);
    const name = this.#game?.name ?? table.game;
    setText(this.#heading, table.race ? `${name} race` : name);
    this.setHeading(this.#heading.textContent ?? name);
    if (!before)
      this.#blurb.replaceChildren(
        this.#game?.blurb ?? "",
        " ",
        h("a", { href: `/rules/${table.game}` }, "Rules"),
      );
    this.#blurb.hidden = table.state !== "open";
    const back = keepFocus(this, this.#heading);
    this.#announce(before, table);
    this.#showSeats(table);
    this.#showActions(table);
    this.#showRace(table);
    this.#follow(table);
    this.#showNotices(table);
    this.#showMoreTime(table);
    // The time limit is part of the match.
    if (before && before.more_time !== table.more_time && table.match)
      get(`/matches/${table.match}`)
        .then((update) => this.#match?.show(update))
        .catch(() => {});
    back();
    setChildren(
      this.#chatLog,
      table.said.map(({ name, phrase }, n) => {
        const li = /** @type {HTMLElement} */ (this.#chatLog.children[n] ?? h("li"));
        setText(li, `${name}: ${phrase}`);
        return li;
      }),
    );
    attr(this.#chatLog, "hidden", table.said.length === 0);
    const sentence = {
      open:
        table.you < 0
          ? "There are open seats."
          : table.seats.includes(null)
            ? "Waiting for players."
            : "Everyone is here.",
      playing: "",
      over: roundResult(table),
      closed: "This table is closed.",
    };
    const limit = table.limit ? ` ${duration(table.limit)} per move.` : "";
    const state =
      table.state === "playing" && this.#match
        ? ""
        : sentence[table.state] + (table.state === "open" ? limit : "");
    setText(this.#state, state);
    attr(this.#state, "hidden", state === "");
    this.#rounds.hidden = table.rounds.length === 0;
    this.#rounds.replaceChildren(
      h("h2", { class: "pane-title" }, "Rounds"),
      h(
        "ol",
        {},
        table.rounds.map(({ seats, matches, scores, winners, called_off }) =>
          h(
            "li",
            {},
            called_off ? "Cancelled " : `${winnersText(seats, winners)}: ${scores.join(" : ")} `,
            matches
              .map((match, n) => [
                h(
                  "a",
                  { href: `/match/${match}/steps` },
                  matches.length > 1 ? `${possessive(seats[n])} replay` : "Replay",
                ),
                " ",
              ])
              .flat(),
          ),
        ),
      ),
    );
  }

  /** Tells screen readers what has changed. @param {Table | undefined} before @param {Table} table */
  #announce(before, table) {
    if (!before) return;
    const news = table.seats.flatMap((seat, n) => {
      const old = before.seats[n] ?? null;
      if (seat && !old) return [`${capitalize(seatName(seat))} joined.`];
      return old && !seat ? [`${capitalize(seatName(old))} left.`] : [];
    });
    const last = table.said[table.said.length - 1];
    if (last && JSON.stringify(before.said) !== JSON.stringify(table.said))
      news.push(`${last.name}: ${last.phrase}`);
    for (const seat of table.asked) {
      const who = table.seats[seat];
      if (who && !who.you && !before.asked.includes(seat))
        news.push(`${who.name} offers to cancel the game.`);
    }
    if (before.asked.length > 0 && table.asked.length === 0 && table.state === "playing")
      news.push("The game continues.");
    table.seats.forEach((seat, n) => {
      const old = before.seats[n];
      if (seat?.stand_in && !old?.stand_in) news.push(`A bot is playing for ${playerName(seat)}.`);
      if (seat && !seat.stand_in && old?.stand_in && table.state === "playing")
        news.push(`${capitalize(playerName(seat))} ${seat.you ? "are" : "is"} back.`);
    });
    if (before.more_time < table.more_time) news.push("More time was given.");
    if (before.state !== table.state && table.state === "playing") news.push("The game starts.");
    if (before.state !== table.state && table.state === "over") news.push(roundResult(table));
    for (const racer of table.progress ?? []) {
      const old = before.progress?.find(({ seat }) => seat === racer.seat);
      if (racer.seat === table.you || !old || (old.progress === racer.progress && old.over === racer.over))
        continue;
      const name = capitalize(seatName(table.seats[racer.seat] ?? null));
      news.push(`${name}: ${racer.over ? "finished" : racer.progress}.`);
    }
    announce(news);
  }

  /** @param {Table} table */
  #showSeats(table) {
    const free = table.state === "open" || table.state === "over";
    this.#seats.hidden = !free;
    // Unchanged seats aren't redrawn, so that no button moves under a finger.
    const key = JSON.stringify([table.state, table.host, table.you, table.seats]);
    if (this.#seats.dataset.key === key) return;
    this.#seats.dataset.key = key;
    const at = [...this.#seats.children].findIndex((li) => li.contains(document.activeElement));
    this.#seats.replaceChildren(
      ...table.seats.map((seat, n) =>
        h(
          "li",
          { "data-empty": !seat || null },
          h("span", { class: "grow" }, seat ? capitalize(seatName(seat)) : "Open seat"),
          !seat &&
            table.you < 0 &&
            h(
              "button",
              {
                type: "button",
                class: "small primary",
                "aria-label": `Take seat ${n + 1}`,
                onclick: (/** @type {any} */ event) =>
                  whileBusy(event.currentTarget, () => this.#post("sit", { seat: n })),
              },
              "Take seat",
            ),
          !seat && table.host && h("span", { class: "muted" }, "Add bot:"),
          !seat &&
            table.host &&
            this.#game?.bots.map((bot) =>
              h(
                "button",
                {
                  type: "button",
                  class: "subtle small",
                  "aria-label": `Add bot ${botName(bot)} to seat ${n + 1}`,
                  onclick: (/** @type {any} */ event) =>
                    whileBusy(event.currentTarget, () => this.#post("bot", { seat: n, name: bot })),
                },
                botName(bot),
              ),
            ),
          seat?.you &&
            !table.host &&
            h(
              "button",
              {
                type: "button",
                class: "subtle small",
                onclick: (/** @type {any} */ event) =>
                  whileBusy(event.currentTarget, () => this.#post("stand")),
              },
              "Leave seat",
            ),
          seat &&
            !seat.you &&
            table.host &&
            h(
              "button",
              {
                type: "button",
                class: "subtle small",
                "aria-label": `Remove ${seatName(seat)} from seat ${n + 1}`,
                onclick: (/** @type {any} */ event) =>
                  whileBusy(event.currentTarget, () => this.#post("bot", { seat: n, name: null })),
              },
              "Remove",
            ),
        ),
      ),
    );
    // The focus stays at the seat.
    this.#seats.children[at]?.querySelector("button")?.focus();
  }

  /** The buttons to start and close, and the invitation. @param {Table} table */
  #showActions(table) {
    const ready = !table.seats.includes(null);
    const { invitation } = table;
    const again = table.state === "over";
    const [open, closed] = [table.state === "open", table.state === "closed"];
    const parts = [];
    const links = [];
    if (!closed && invitation) {
      const field = h("input", { type: "text", id: "invitation", readonly: true, value: invitation });
      links.push(
        h(
          "div",
          { class: "field" },
          h("label", { for: "invitation" }, "Anyone with this link can join"),
          h(
            "div",
            { class: "ask-row" },
            field,
            h(
              "button",
              { type: "button", onclick: () => copy(invitation, "Invitation link copied.") },
              "Copy",
            ),
          ),
        ),
      );
    }
    const buttons = [
      table.host &&
        (table.state === "open" || again) &&
        h(
          "button",
          {
            type: "button",
            class: "primary",
            disabled: !ready || null,
            onclick: (/** @type {any} */ event) => whileBusy(event.currentTarget, () => this.#post("start")),
          },
          again ? "Rematch" : "Start",
        ),
      table.host &&
        (table.state === "open" || again) &&
        h(
          "button",
          {
            type: "button",
            class: "subtle",
            onclick: async () => {
              if (await confirmDialog("Close this table for everyone?", "Close table"))
                await this.#post("close");
            },
          },
          "Close table",
        ),
      again && !table.host && h("span", { class: "muted" }, "Waiting for the host to start a rematch."),
    ];
    const others = table.people.filter(({ you }) => !you);
    if (table.host && !closed && others.length > 0) {
      links.push(
        h(
          "ul",
          { class: "rows", "aria-label": "People at the table" },
          others.map(({ person, name }) =>
            h(
              "li",
              {},
              h("span", { class: "grow" }, `${name} `),
              h(
                "button",
                {
                  type: "button",
                  class: "subtle small",
                  "aria-label": `Remove ${name}`,
                  onclick: async () => {
                    if (await confirmDialog(`Remove ${name}? The invitation link will change.`, "Remove"))
                      await this.#post("remove", { person });
                  },
                },
                "Remove",
              ),
            ),
          ),
        ),
      );
    }
    if (table.host && !closed) {
      links.push(
        h(
          "div",
          { class: "buttons" },
          h(
            "button",
            { type: "button", class: "subtle small", onclick: () => this.#post("invitation") },
            invitation ? "New link" : "Create link",
          ),
          invitation &&
            h(
              "button",
              {
                type: "button",
                class: "subtle small",
                onclick: () =>
                  del(`/tables/${this.#id}/invitation`)
                    .then((shown) => this.#show(/** @type {Table} */ (shown)))
                    .catch(showError),
              },
              "Turn off link",
            ),
        ),
      );
    }
    const row = buttons.filter((button) => button !== false && button !== null);
    if (row.length > 0) parts.push(h("div", { class: "buttons" }, row));
    if (table.host && open && !ready)
      parts.push(h("p", { class: "help" }, "You can start when every seat is filled."));
    // Once the first round has started, the seats and the link move below the match.
    this.#details.hidden = open || (links.length === 0 && this.#seats.hidden);
    if (open && this.#seats.parentElement === this.#details) this.#actions.before(this.#seats);
    // Unchanged buttons aren't redrawn, so that none moves under a finger.
    const key = JSON.stringify([table.state, table.host, ready, invitation, table.people]);
    if (this.#actions.dataset.key === key) return;
    this.#actions.dataset.key = key;
    this.#actions.replaceChildren(...parts);
    this.#invitation.replaceChildren(...links);
    this.#invitation.hidden = links.length === 0;
    if (open) this.#setup.append(this.#invitation);
    else this.#details.append(this.#seats, this.#invitation);
  }

  /** The progress of every racer. @param {Table} table */
  #showRace(table) {
    this.#race.hidden = !table.progress;
    if (!table.progress) return;
    attr(this.#race, "data-running", table.state === "playing");
    const rows = table.progress.map((racer) =>
      h(
        "tr",
        { "data-you": racer.seat === table.you || null },
        h("th", { scope: "row" }, capitalize(seatName(table.seats[racer.seat] ?? null))),
        h("td", {}, racer.progress),
        h(
          "td",
          {},
          racer.won !== null ? `${racer.won ? "won" : "lost"}, ${racer.score}` : racer.over ? "finished" : "",
        ),
        h("td", {}, racer.match && h("a", { href: `/match/${racer.match}/steps` }, "Replay")),
      ),
    );
    this.#race.replaceChildren(
      h("table", { class: "plain" }, h("caption", { class: "pane-title" }, "Race"), h("tbody", {}, rows)),
    );
  }

  /** Restarts the waiting time when a player has moved. @param {Update} update */
  #onUpdate(update) {
    const table = this.#table;
    if (!table) return;
    const same =
      this.#update?.match === update.match &&
      update.said.length === 0 &&
      JSON.stringify(this.#update.seats) === JSON.stringify(update.seats);
    this.#update = update;
    this.#showMoreTime(table);
    if (same) return;
    clearTimeout(this.#lateTimer);
    this.#late = false;
    this.#lateTimer = setTimeout(() => {
      this.#late = true;
      if (this.#table) this.#showNotices(this.#table);
    }, table.patience * 1000);
    this.#showNotices(table);
  }

  /**
   * Shows the button for more time to players and the host while they wait for another player.
   * @param {Table} table
   */
  #showMoreTime(table) {
    const update = this.#update?.match === table.match ? this.#update : undefined;
    const moves = (/** @type {Update} */ at) => !at.over && at.to_act.includes(at.viewer);
    const others = table.race
      ? table.progress?.some(({ seat, over }) => !over && seat !== table.you && !table.seats[seat]?.bot)
      : update?.to_act.some((seat) => !update.seats[seat]?.you && !update.seats[seat]?.bot);
    const may =
      table.limit !== null &&
      table.state === "playing" &&
      (table.host || table.you >= 0) &&
      (!table.match || (update && !moves(update))) &&
      others;
    const back = keepFocus(this.#turn, this.#heading);
    this.#moreTimeButton.hidden = !may;
    back();
  }

  /** The seats of players who have kept the others waiting too long. @param {Table} table */
  #lateSeats(table) {
    const update = this.#update;
    if (
      !this.#late ||
      !update ||
      update.over ||
      table.race ||
      table.limit !== null ||
      table.seats[table.you]?.stand_in ||
      (!table.host && table.you < 0)
    )
      return [];
    // The first seat of the match moves on with every round.
    const seats = update.to_act.map((seat) => (seat + table.round - 1) % table.seats.length);
    return seats.filter(
      (seat) =>
        table.seats[seat] &&
        !table.seats[seat]?.you &&
        !table.seats[seat]?.bot &&
        !table.seats[seat]?.stand_in,
    );
  }

  /** Shows offers to cancel, stand-ins, and players who could get one. @param {Table} table */
  #showNotices(table) {
    const playing = table.state === "playing";
    const asked = table.asked.map((seat) => table.seats[seat] ?? null);
    const own = table.seats[table.you];
    const late = playing ? this.#lateSeats(table) : [];
    const key = JSON.stringify([playing, table.asked, table.seats, late]);
    if (this.#notices.dataset.key === key) return;
    this.#notices.dataset.key = key;
    const bots = this.#game?.bots ?? [];
    const bot = bots.find((name) => name === "sensible") ?? bots[bots.length - 1];
    const back = keepFocus(this.#notices, this.#heading);
    const rows = [];
    if (asked.length > 0) {
      const offer = asked.length > 1 || asked[0]?.you ? "offer" : "offers";
      const may = own && !own.stand_in && !table.asked.includes(table.you);
      rows.push(
        h(
          "div",
          {},
          h(
            "p",
            {},
            `${capitalize(joinNames(asked.map(seatName)))} ${offer} to cancel the game.`,
            may ? " A move declines." : " Waiting for the others.",
          ),
          may && this.#button("Agree", () => this.#post("call_off")),
        ),
      );
    }
    for (const seat of playing ? table.seats : []) {
      if (seat?.stand_in)
        rows.push(
          h(
            "div",
            {},
            h("p", {}, `A bot is playing for ${playerName(seat)}.`),
            seat.you && this.#button("Take over", () => this.#post("come_back")),
          ),
        );
    }
    for (const seat of late) {
      const name = seatName(table.seats[seat] ?? null);
      if (bot)
        rows.push(
          h(
            "div",
            {},
            h("p", {}, `${name} hasn't moved for a while.`),
            this.#button(`Let a bot play for ${name}`, () => this.#post("stand_in", { seat, name: bot })),
          ),
        );
    }
    this.#notices.replaceChildren(...rows);
    this.#notices.hidden = rows.length === 0;
    back();
  }

  /** @param {string} label @param {() => Promise<unknown>} does */
  #button(label, does) {
    return h(
      "button",
      {
        type: "button",
        class: "small",
        onclick: (/** @type {any} */ event) => whileBusy(event.currentTarget, does),
      },
      label,
    );
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
    match.onUpdate = (update) => this.#onUpdate(update);
    match.dataset.match = id;
    this.#match = match;
    this.#turn.prepend(match.status);
    this.#play.append(match);
    match.open(id).catch(showError);
  }
}

/** The winners of a round. @param {(Sitter | null)[]} seats @param {number[]} winners */
const winnersText = (seats, winners) =>
  capitalize(joinNames(winners.map((seat) => seatName(seats[seat] ?? null)))) || "Nobody won";

/**
 * That the last round is over and, for a race, who won it. The result of other matches is shown with the
 * match.
 * @param {Table} table
 */
function roundResult(table) {
  const round = table.rounds[table.rounds.length - 1];
  if (!table.race || !round) return "This round is over.";
  const { seats, winners } = round;
  if (winners.length === 0) return "Nobody wins the round.";
  const win = winners.length > 1 || seats[winners[0]]?.you ? "win" : "wins";
  return `${winnersText(seats, winners)} ${win} the round.`;
}
