// A match: its scene, whose turn it is, the game log, hints, leaving, and the result.

import { ApiError, get, fetchPlayer, post, currentPlayer } from "../api.js";
import { button } from "../button.js";
import { confirmDialog } from "../dialog.js";
import { h, keepFocus, setText } from "../dom.js";
import { notify, announce } from "../notify.js";
import { LxScene } from "../scene/scene.js";
import { liveSocket } from "../socket.js";
import { HintBox } from "./hint.js";
import { ResultBox } from "./result.js";
import { hasStandIn, waitsForPlayer } from "./seats.js";
import { TipsBox } from "./tips.js";
import { TurnStatus } from "./turn.js";

/** The question and the buttons before leaving a match. @type {Record<string, [string, string, string]>} */
const LEAVE = {
  resign: ["Resign from this game?", "Resign", "Keep playing"],
  giveUp: ["Give up this game?", "Give up", "Keep playing"],
};

export class LxMatch extends HTMLElement {
  /** @type {Update | undefined} */
  update;
  scene = new LxScene();
  #turn = new TurnStatus();
  /** Whose turn it is; the page decides where to show it. */
  status = this.#turn.el;
  /** Whether the match is part of a table, which then shows stand-ins and rematches. */
  atTable = false;
  /** Called with every update. @type {(update: Update) => void} */
  onUpdate = () => {};
  #tips = new TipsBox(this.scene);
  #result = new ResultBox();
  #hint = new HintBox(this.scene);
  #log = h("ol", { class: "log" });
  #logBox = h("details", { class: "disclosure" }, h("summary", {}, "Game log"), this.#log);
  #tools = h("div", { class: "tools" });
  #cancelButton = button("Cancel game", () => this.#cancel(), { class: "subtle" });
  /** @type {(() => void) | undefined} */
  #unfollow;
  /** Callbacks that wait for the update with a sequence number. @type {Map<() => void, number>} */
  #waitingForSeq = new Map();

  connectedCallback() {
    if (!this.scene.isConnected)
      this.append(this.#tips.el, this.#result.el, this.scene, this.#hint.el, this.#tools, this.#logBox);
  }

  disconnectedCallback() {
    this.#unfollow?.();
    this.#turn.stop();
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
      this.#hint.dismiss();
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
    this.dataset.game = update.game;
    const back = keepFocus(this, this.scene.stage);
    this.scene.draw(update);
    if (!before) this.#tips.show(update);
    if (before?.seq !== update.seq || !before) this.#announce(update, before);
    this.#turn.show(update, this.atTable);
    if (
      !before ||
      Boolean(before.over) !== Boolean(update.over) ||
      before.left.length !== update.left.length ||
      hasStandIn(before) !== hasStandIn(update)
    )
      this.#showEnd(update, Boolean(before));
    back();
    this.#cancelButton.hidden = !update.may_cancel && !update.may_call_off;
    setText(this.#cancelButton, update.may_cancel ? "Cancel game" : "Offer to cancel");
    this.onUpdate(update);
    for (const [done, seq] of [...this.#waitingForSeq]) {
      if (update.seq < seq) continue;
      this.#waitingForSeq.delete(done);
      done();
    }
    // The number of waiting games changes when a turn begins or ends.
    if (
      before &&
      (update.seats.length > 1 || update.table) &&
      waitsForPlayer(before) !== waitsForPlayer(update)
    )
      fetchPlayer().catch(() => {});
  }

  /** @param {Update} update @param {Update | undefined} before */
  #announce(update, before) {
    const said = this.scene.skin?.said?.(update, before) ?? update.said;
    for (const sentence of said) this.#log.append(h("li", {}, sentence));
    this.#logBox.hidden = this.#log.childElementCount === 0;
    // For the first update the last sentence is enough; all of them are in the log.
    announce(before ? said : said.slice(-1));
  }

  /** The buttons below the scene, and the result. @param {Update} update @param {boolean} now */
  #showEnd(update, now) {
    const playing =
      !update.over && update.viewer >= 0 && !update.left.includes(update.viewer) && !hasStandIn(update);
    const rules = h("a", { class: "button subtle", href: `/rules/${update.game}` }, "Rules");
    this.#tools.replaceChildren(
      ...(playing
        ? [
            button("Hint", () => this.#hint.show(update.match), { class: "subtle" }),
            rules,
            this.#cancelButton,
            button(update.seats.length > 1 ? "Resign" : "Give up", () => this.#leave(), { class: "subtle" }),
          ]
        : [rules]),
    );
    if (update.over) {
      this.#hint.hide();
      this.#tips.hide();
    }
    this.#result.show(update, this.scene.skin ?? {}, this.atTable, now);
  }

  async #leave() {
    const { update } = this;
    if (!update || !(await confirmDialog(...LEAVE[update.seats.length > 1 ? "resign" : "giveUp"]))) return;
    await liveSocket.leave(update.match);
  }

  async #cancel() {
    const { update } = this;
    if (!update) return;
    if (!update.may_cancel) {
      const { state } = await post(`/tables/${update.table}/call_off`);
      return notify(state === "playing" ? "The game ends if everyone agrees." : "Game cancelled.");
    }
    try {
      await post(`/matches/${update.match}/abort`);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== "web.begun") throw error;
      throw new Error("It's too late to cancel; you can still give up.", { cause: error });
    }
    notify("Game cancelled.");
  }
}

customElements.define("lx-match", LxMatch);
