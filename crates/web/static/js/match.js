// A match: its scene, whose turn it is, the game log, hints, leaving, and the result.

import { ApiError, get, fetchPlayer, post, currentPlayer } from "./api.js";
import { confirmDialog } from "./dialog.js";
import { whileBusy, h, keepFocus, setText } from "./dom.js";
import { liveSocket } from "./socket.js";
import { startMatch } from "./pages/lobby.js";
import { notify, showError, announce } from "./notify.js";
import { LxScene } from "./scene/scene.js";
import { share, shareText } from "./share.js";
import { capitalize, duration, joinNames, possessive, seatName } from "./format.js";
import { updateSettings, settings } from "./settings.js";

/** The question and the buttons before leaving a match. @type {Record<string, [string, string, string]>} */
const LEAVE = {
  resign: ["Resign from this game?", "Resign", "Keep playing"],
  giveUp: ["Give up this game?", "Give up", "Keep playing"],
};

/** The seconds before the end of a turn at which the player is warned. */
const WARNINGS = [86_400, 3600, 60, 30, 10];

export class LxMatch extends HTMLElement {
  /** @type {Update | undefined} */
  update;
  scene = new LxScene();
  status = h("p", { class: "status" });
  /** Whether the match is part of a table, which then shows stand-ins and rematches. */
  atTable = false;
  /** Called with every update. @type {(update: Update) => void} */
  onUpdate = () => {};
  #tips = h("aside", { class: "tips", hidden: true, "aria-label": "Tips" });
  #result = h("section", { class: "result", hidden: true, "aria-label": "Result" });
  #hint = h("div", { class: "hint", hidden: true });
  #log = h("ol", { class: "log" });
  #logBox = h("details", { class: "disclosure" }, h("summary", {}, "Game log"), this.#log);
  #tools = h("div", { class: "tools" });
  #cancelButton = h(
    "button",
    { type: "button", class: "subtle", onclick: () => this.#cancel() },
    "Cancel game",
  );
  /** @type {(() => void) | undefined} */
  #unfollow;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #clock;
  #deadline = 0;
  /** How many log entries aren't moves: players who sit down, hints. */
  #otherEntries = 0;
  /** Callbacks that wait for the update with a sequence number. @type {Map<() => void, number>} */
  #waitingForSeq = new Map();

  connectedCallback() {
    if (!this.scene.isConnected)
      this.append(this.#tips, this.#result, this.scene, this.#hint, this.#tools, this.#logBox);
  }

  disconnectedCallback() {
    this.#unfollow?.();
    clearInterval(this.#clock);
    for (const done of this.#waitingForSeq.keys()) done();
  }

  /** Follows a match. Resolves to its first update. @param {string} id @returns {Promise<Update>} */
  async open(id) {
    if (!currentPlayer()) {
      // Without a player, the server only shows finished matches.
      const update = await get(`/matches/${id}`);
      this.show(update);
      return update;
    }
    this.scene.act = async (line) => {
      const seq = await liveSocket.act(id, this.update?.seq ?? 0, line);
      this.#dismiss(this.#hint);
      // Waits for the update, so that the next move is made from the new view.
      if (this.isConnected && (this.update?.seq ?? 0) < seq)
        await new Promise((done) => void this.#waitingForSeq.set(() => done(undefined), seq));
    };
    this.scene.preview = (typed) => liveSocket.preview(id, typed);
    return new Promise((done, failed) => {
      this.#unfollow = liveSocket.follow(
        "match",
        id,
        (update) => {
          this.show(update);
          done(update);
        },
        (error) => {
          // A finished match that can't be followed may still be viewed.
          get(`/matches/${id}`)
            .then((update) => {
              this.show(update);
              done(update);
            })
            .catch(() => failed(error));
        },
      );
    });
  }

  /** @param {Update} update */
  show(update) {
    const before = this.update;
    if (before && update.seq < before.seq) return;
    this.update = update;
    // An entry that changes nothing visible wasn't a move.
    if (!before) this.#otherEntries = update.seats.length;
    else if (update.said.length === 0 && JSON.stringify(before.scene) === JSON.stringify(update.scene))
      this.#otherEntries += update.seq - before.seq;
    if (!before) this.#showTips(update);
    const back = keepFocus(this, this.scene.stage);
    this.scene.draw(update);
    if (before?.seq !== update.seq || !before) this.#announce(update, before);
    this.#showTurn(update);
    if (
      !before ||
      Boolean(before.over) !== Boolean(update.over) ||
      before.left.length !== update.left.length ||
      hasStandIn(before) !== hasStandIn(update)
    )
      this.#showEnd(update, Boolean(before));
    back();
    this.#cancelButton.hidden = !this.#canCancel(update) && !severalPeople(update);
    setText(this.#cancelButton, this.#canCancel(update) ? "Cancel game" : "Offer to cancel");
    this.onUpdate(update);
    for (const [done, seq] of [...this.#waitingForSeq]) {
      if (update.seq < seq) continue;
      this.#waitingForSeq.delete(done);
      done();
    }
    // The number of waiting games changes when a turn begins or ends.
    const waits = (/** @type {Update | undefined} */ at) =>
      Boolean(at && !at.over && at.to_act.includes(at.viewer) && !hasStandIn(at));
    if (before && (update.seats.length > 1 || update.table) && waits(before) !== waits(update))
      fetchPlayer().catch(() => {});
  }

  /**
   * Whether the player may cancel the match: before the second move, unless it is a daily.
   * @param {Update} update
   */
  #canCancel(update) {
    return !update.daily && update.seq - this.#otherEntries <= 1;
  }

  /** Shows the tips of a game until the player has dismissed them. @param {Update} update */
  #showTips(update) {
    this.dataset.game = update.game;
    // The skin is created when the first scene is drawn, right after this.
    queueMicrotask(() => {
      const tips = this.scene.skin?.tips;
      if (!tips || settings.met[update.game] || update.over || update.viewer < 0) return;
      this.#tips.replaceChildren(
        h(
          "div",
          { class: "grow" },
          tips.map((sentence) => h("p", {}, sentence)),
        ),
        h(
          "div",
          { class: "buttons" },
          h(
            "button",
            {
              type: "button",
              class: "small",
              onclick: () => {
                updateSettings({ met: { ...settings.met, [update.game]: true } });
                this.#dismiss(this.#tips);
              },
            },
            "Got it",
          ),
          h("a", { class: "button subtle small", href: `/rules/${update.game}` }, "Rules"),
        ),
      );
      this.#tips.hidden = false;
    });
  }

  /** Hides a box and moves the focus back to the board. @param {HTMLElement} box */
  #dismiss(box) {
    const back = keepFocus(box, this.scene.stage);
    box.hidden = true;
    back();
  }

  /** @param {Update} update @param {Update | undefined} before */
  #announce(update, before) {
    const said = this.scene.skin?.said?.(update, before) ?? update.said;
    for (const sentence of said) this.#log.append(h("li", {}, sentence));
    this.#logBox.hidden = this.#log.childElementCount === 0;
    // For the first update the last sentence is enough; all of them are in the log.
    announce(before ? said : said.slice(-1));
  }

  /** @param {Update} update */
  #showTurn(update) {
    const several = update.seats.length > 1;
    const acting = update.to_act.map((seat) => update.seats[seat] ?? null);
    const mine = acting.some((seat) => seat?.you && !seat.stand_in);
    let text = "";
    if (update.over) text = "";
    else if (update.viewer < 0) text = `Watching · ${joinNames(acting.map(possessive))} turn`;
    // A table has its own notice.
    else if (hasStandIn(update)) text = this.atTable ? "" : "A bot is playing for you.";
    else if (several) text = mine ? "Your turn." : `Waiting for ${joinNames(acting.map(seatName))}.`;
    clearInterval(this.#clock);
    this.#deadline = update.deadline_ms === null || update.over ? 0 : performance.now() + update.deadline_ms;
    let left = Infinity;
    const say = () => {
      const before = left;
      left = (this.#deadline - performance.now()) / 1000;
      setText(this.status, this.#deadline ? `${text} ${duration(left)} left.`.trim() : text);
      // Screen readers hear when little time is left.
      if (this.#deadline && mine && WARNINGS.some((seconds) => left <= seconds && before > seconds))
        announce([`${duration(left)} left.`]);
    };
    say();
    if (this.#deadline) this.#clock = setInterval(say, 1000);
    this.status.dataset.myTurn = String(mine && several);
  }

  /** The buttons below the scene, and the result. @param {Update} update @param {boolean} now */
  #showEnd(update, now) {
    const { match } = update;
    const playing =
      !update.over && update.viewer >= 0 && !update.left.includes(update.viewer) && !hasStandIn(update);
    this.#tools.replaceChildren(
      ...(playing
        ? [
            h(
              "button",
              {
                type: "button",
                class: "subtle",
                onclick: (/** @type {any} */ event) => this.#showHint(event.currentTarget),
              },
              "Hint",
            ),
            h("a", { class: "button subtle", href: `/rules/${update.game}` }, "Rules"),
            this.#cancelButton,
            h(
              "button",
              { type: "button", class: "subtle", onclick: () => this.#leave() },
              update.seats.length > 1 ? "Resign" : "Give up",
            ),
          ]
        : [h("a", { class: "button subtle", href: `/rules/${update.game}` }, "Rules")]),
    );
    this.#result.hidden = !update.over;
    if (!update.over) return;
    this.#hint.hidden = true;
    this.#tips.hidden = true;
    const [head, about] = outcome(update, this.scene.skin ?? {});
    const ticket = update.over.ticket;
    this.#result.replaceChildren(
      h("h2", {}, head),
      h("p", { class: "muted" }, about),
      h(
        "div",
        { class: "buttons" },
        !this.atTable &&
          !update.daily &&
          update.viewer >= 0 &&
          update.seats.length === 1 &&
          h(
            "button",
            {
              type: "button",
              class: "primary",
              onclick: (/** @type {any} */ event) =>
                startMatch(event.currentTarget, {
                  game: update.game,
                  set: settings.setups[update.game] ?? {},
                }),
            },
            "Play again",
          ),
        ticket &&
          h("button", { type: "button", onclick: () => share(shareText(update, ticket, false)) }, "Share"),
        ticket &&
          h(
            "button",
            { type: "button", class: "subtle", onclick: () => share(shareText(update, ticket, true)) },
            "Share in words",
          ),
        // There is no ticket while others are still racing.
        ticket && h("a", { class: "button subtle", href: `/match/${match}/steps` }, "Replay"),
        update.game === "builder" &&
          update.view.file &&
          h(
            "button",
            {
              type: "button",
              class: "primary",
              onclick: (/** @type {any} */ event) => this.#saveBoard(event.currentTarget, update),
            },
            "Save to your boards",
          ),
        update.daily &&
          h(
            "a",
            { class: "button subtle", href: `/leaderboard/${update.game}/${update.daily}` },
            "Leaderboard",
          ),
        h("a", { class: "button subtle", href: "/" }, "Home"),
      ),
    );
    if (now) announce([[/[.!?]$/.test(head) ? head : `${head}.`, about].filter(Boolean).join(" ")]);
  }

  /** @param {HTMLElement} button */
  #showHint(button) {
    return whileBusy(button, async () => {
      const { match } = this.update ?? {};
      if (!match) return;
      try {
        const hint = await liveSocket.hint(match);
        if (!hint) return notify("There is no hint right now.");
        const move = this.scene.skin?.describe?.(hint.line) ?? capitalize(hint.line);
        this.#hint.replaceChildren(
          h("p", {}, h("strong", {}, `${move}.`), " ", hint.why),
          h(
            "div",
            { class: "buttons" },
            h("button", { type: "button", class: "small", onclick: () => this.scene.send(hint.line) }, move),
            h(
              "button",
              { type: "button", class: "subtle small", onclick: () => this.#dismiss(this.#hint) },
              "Dismiss",
            ),
          ),
        );
        this.#hint.hidden = false;
        announce([`${move}. ${hint.why}`]);
      } catch (error) {
        showError(error);
      }
    });
  }

  async #leave() {
    const { update } = this;
    if (!update || !(await confirmDialog(...LEAVE[update.seats.length > 1 ? "resign" : "giveUp"]))) return;
    await liveSocket.leave(update.match).catch(showError);
  }

  async #cancel() {
    const { update } = this;
    if (!update) return;
    try {
      if (!this.#canCancel(update)) {
        const { state } = await post(`/tables/${update.table}/call_off`);
        return notify(state === "playing" ? "The game ends if everyone agrees." : "Game cancelled.");
      }
      await post(`/matches/${update.match}/abort`);
      notify("Game cancelled.");
    } catch (error) {
      showError(
        error instanceof ApiError && error.code === "web.begun"
          ? new Error("It's too late to cancel; you can still give up.")
          : error,
      );
    }
  }

  /** @param {HTMLElement} button @param {Update} update */
  #saveBoard(button, update) {
    return whileBusy(button, async () => {
      const name = String(update.view.file.name).replace(/\.txt$/, "");
      try {
        await post("/boards", { name, text: update.view.file.text });
        notify(`${name} is saved to your boards.`);
      } catch (error) {
        showError(error);
      }
    });
  }
}

/** Whether a bot is standing in for the player. @param {Update} update */
const hasStandIn = (update) => Boolean(update.seats[update.viewer]?.stand_in);

/**
 * Whether several people still play at a table, and so may agree to cancel.
 * @param {Update} update
 */
const severalPeople = (update) =>
  Boolean(update.table) &&
  update.seats.filter((seat, n) => seat && !seat.bot && !seat.stand_in && !update.left.includes(n)).length >
    1;

/** The headline of the result, and a sentence about it. @param {Update} update @param {Skin} skin */
function outcome(update, skin) {
  const over = /** @type {NonNullable<Update["over"]>} */ (update.over);
  if (over.called_off !== null) {
    const by = update.seats[over.called_off];
    return ["Game cancelled", `${by?.you ? "You" : seatName(by ?? null)} cancelled the game. Nobody wins.`];
  }
  // A player who leaves can't win, even in a game that everybody wins.
  const winners = over.winners.filter((seat) => !update.left.includes(seat));
  // If a bot has stood in to the end, the bot has won.
  const won = winners.includes(update.viewer) && !update.seats[update.viewer]?.bot;
  if (update.seats.length === 1) return soloOutcome(update, skin, won);
  const names = joinNames(winners.map((seat) => seatName(update.seats[seat] ?? null)));
  const scores = update.seats.map(
    (seat, n) => `${seat?.you ? "You" : seatName(seat)} ${over.scores[n] ?? 0}`,
  );
  const about = `${scores.join(", ")}.`;
  if (winners.length === 0) return ["Nobody wins", about];
  if (won) return [winners.length > 1 ? "You share the win" : "You win!", about];
  return [`${names} ${winners.length > 1 ? "win" : "wins"}`, about];
}

/** @param {Update} update @param {Skin} skin @param {boolean} won */
function soloOutcome(update, skin, won) {
  const own = skin.result?.(update, won);
  const heading = update.left.includes(update.viewer)
    ? "You gave up"
    : (own?.heading ?? (won ? "Well done!" : "Game over"));
  const about = own?.about ?? `Score ${update.over?.scores[0] ?? 0}.`;
  return [heading, [about, update.hinted && "You used hints."].filter(Boolean).join(" ")];
}

customElements.define("lx-match", LxMatch);
