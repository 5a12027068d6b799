// One WebSocket for every match and table that the page follows. It reconnects by itself, follows everything
// again, and resends moves that weren't acknowledged: for the server, the same line from the same view is the
// same move.

import { ApiError, setPlayer, fetchPlayer } from "./api.js";
import { warn } from "./notify.js";

const RESEND_AFTER = 2500;
const SILENCE_LIMIT = 45_000;
const MAX_PAUSE = 30_000;
/**
 * How long to wait before asking again who the player is: another tab may be setting a passphrase just now,
 * which gives this browser a new cookie.
 */
const RECHECK_AFTER = 1000;
const SIGNED_OUT =
  "You're signed out in this browser. Sign in again, or start a new game from the home page.";
const TOO_MANY_TABS = "Lexicade is open in too many tabs. Close one of them; nothing is lost.";
const CONNECTION_LOST = "The connection was lost. Try again in a moment.";

/**
 * @typedef {{ frame: Record<string, any>, done: (answer: any) => void, failed: (error: Error) => void,
 * timer?: ReturnType<typeof setTimeout> }} Waiting
 */
/**
 * @typedef {{ frame: Record<string, any>, show: (shown: any) => void, gone: (error: ApiError) => void }}
 * Following
 */

class LiveSocket {
  /** @type {WebSocket | null} */
  #socket = null;
  /** @type {Map<number, Waiting>} */
  #waiting = new Map();
  /** @type {Map<string, Following>} */
  #following = new Map();
  #n = 0;
  #pause = 0;
  /** Whether the server has sent its hello on this socket. */
  #gotHello = false;
  /** How many sockets in a row closed before a hello. */
  #failedConnections = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #reconnectTimer;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #silenceTimer;
  /**
   * Called with whether the connection is up and, if known, why it isn't.
   * @type {(up: boolean, why?: string) => void}
   */
  onStatus = () => {};

  constructor() {
    addEventListener("online", () => this.#reconnectAfter(0));
  }

  /**
   * Follows a match or a table until the returned function is called.
   * @param {"match" | "table"} kind
   * @param {string} id
   * @param {(shown: any) => void} show
   * @param {(error: ApiError) => void} gone
   */
  follow(kind, id, show, gone) {
    const key = `${kind} ${id}`;
    this.#following.set(key, { frame: { do: "follow", [kind]: id }, show, gone });
    this.#send({ do: "follow", [kind]: id });
    return () => {
      this.#following.delete(key);
      if (this.#isOpen()) this.#send({ do: "unfollow", [kind]: id });
    };
  }

  /**
   * Makes a move. Resolves to its sequence number once the server has stored it.
   * @param {string} match
   * @param {number} seen
   * @param {string} line
   * @returns {Promise<number>}
   */
  act(match, seen, line) {
    return this.#ask({ do: "act", match, seen, line }).then((answer) => answer.seq);
  }

  /** @param {string} match @returns {Promise<Hint | null>} */
  hint(match) {
    return this.#ask({ do: "hint", match }).then((answer) => answer.hint);
  }

  /** @param {string} match @param {string} typed @returns {Promise<string[]>} */
  preview(match, typed) {
    return this.#ask({ do: "preview", match, typed }).then((answer) => answer.remarks);
  }

  /** @param {string} match */
  leave(match) {
    return this.#ask({ do: "leave", match });
  }

  /** @param {string} table @param {number} phrase */
  say(table, phrase) {
    return this.#ask({ do: "say", table, phrase });
  }

  /** @param {Record<string, any>} frame @returns {Promise<any>} */
  #ask(frame) {
    return new Promise((done, failed) => {
      const n = ++this.#n;
      /** @type {Waiting} */
      const waiting = { frame: { ...frame, n }, done, failed };
      this.#waiting.set(n, waiting);
      if (frame.do === "act") this.#resendLater(waiting);
      else if (!this.#isOpen() && this.#socket?.readyState !== WebSocket.CONNECTING)
        return this.#fail(n, new ApiError(0, "page.lost", CONNECTION_LOST));
      this.#send(waiting.frame);
    });
  }

  /** Resends a move until the server answers it. @param {Waiting} waiting */
  #resendLater(waiting) {
    clearTimeout(waiting.timer);
    waiting.timer = setTimeout(() => {
      if (!this.#waiting.has(waiting.frame.n)) return;
      if (this.#isOpen()) this.#send(waiting.frame);
      this.#resendLater(waiting);
    }, RESEND_AFTER);
  }

  /** @param {number} n @param {Error} error */
  #fail(n, error) {
    const waiting = this.#waiting.get(n);
    if (!waiting) return;
    clearTimeout(waiting.timer);
    this.#waiting.delete(n);
    waiting.failed(error);
  }

  #isOpen() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  /**
   * Sends a frame, or connects first: on opening, the socket sends all follows and waiting frames.
   * @param {Record<string, any>} frame
   */
  #send(frame) {
    if (this.#isOpen()) this.#socket?.send(JSON.stringify(frame));
    else this.#connect();
  }

  #connect() {
    if (this.#socket || this.#reconnectTimer !== undefined) return;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/v1/ws`);
    this.#socket = socket;
    this.#gotHello = false;
    this.#restartSilenceTimer();
    socket.onopen = () => {
      for (const { frame } of this.#following.values()) this.#send(frame);
      for (const { frame } of this.#waiting.values()) this.#send(frame);
    };
    socket.onmessage = (event) => {
      this.#restartSilenceTimer();
      this.#receive(JSON.parse(event.data));
    };
    socket.onclose = () => this.#closed(socket);
  }

  /** Gives up on a connection that has been silent for too long. */
  #restartSilenceTimer() {
    clearTimeout(this.#silenceTimer);
    const socket = this.#socket;
    this.#silenceTimer = setTimeout(() => {
      socket?.close();
      if (socket) this.#closed(socket);
    }, SILENCE_LIMIT);
  }

  /** @param {WebSocket} socket */
  #closed(socket) {
    if (this.#socket !== socket) return;
    this.#socket = null;
    clearTimeout(this.#silenceTimer);
    for (const [n, { frame }] of [...this.#waiting]) {
      if (frame.do !== "act") this.#fail(n, new ApiError(0, "page.lost", CONNECTION_LOST));
    }
    if (this.#following.size === 0 && this.#waiting.size === 0) return;
    this.onStatus(false);
    // If the server answers but doesn't know the player, the player was signed out.
    const unheard = this.#gotHello ? (this.#failedConnections = 0) : ++this.#failedConnections;
    fetchPlayer()
      .then(async (me) => {
        if (!me) await new Promise((done) => setTimeout(done, RECHECK_AFTER));
        if (!me && !(await fetchPlayer())) this.#signedOut();
        else if (unheard > 1) this.onStatus(false, TOO_MANY_TABS);
      })
      .catch(() => {});
    this.#reconnectAfter(this.#pause);
    this.#pause = Math.min(MAX_PAUSE, this.#pause * 2 || 1000);
  }

  /** The player was signed out: fails everything that waits, and follows nothing any more. */
  #signedOut() {
    const error = new ApiError(401, "web.guest", SIGNED_OUT);
    clearTimeout(this.#reconnectTimer);
    this.#reconnectTimer = undefined;
    for (const n of [...this.#waiting.keys()]) this.#fail(n, error);
    for (const { gone } of this.#following.values()) gone(error);
    this.#following.clear();
    this.onStatus(true);
    warn(SIGNED_OUT);
  }

  /** @param {number} pause */
  #reconnectAfter(pause) {
    if (this.#socket || (this.#following.size === 0 && this.#waiting.size === 0)) return;
    clearTimeout(this.#reconnectTimer);
    // The random part spreads the clients of a server that has come back.
    this.#reconnectTimer = setTimeout(
      () => {
        this.#reconnectTimer = undefined;
        this.#connect();
      },
      pause + Math.random() * Math.max(1000, pause),
    );
  }

  /** @param {any} message */
  #receive(message) {
    const { type, n } = message;
    if (type === "hello") {
      this.#pause = 0;
      this.#gotHello = true;
      this.onStatus(true);
      setPlayer(message.me);
    } else if (type === "update") {
      this.#following.get(`match ${message.match}`)?.show(message);
    } else if (type === "table") {
      this.#following.get(`table ${message.table}`)?.show(message);
    } else if (type === "gone") {
      const key = message.match ? `match ${message.match}` : `table ${message.table}`;
      this.#following.get(key)?.gone(new ApiError(0, message.code, message.text));
    } else if (type === "refused") {
      const waiting = this.#waiting.get(n);
      // The move wasn't stored; the resend timer will send it again.
      if (waiting?.frame.do === "act" && (message.code === "house.store" || message.code === "web.closing"))
        return;
      this.#fail(n, new ApiError(0, message.code, message.text));
    } else if (type === "ack" || type === "hint" || type === "preview") {
      const waiting = this.#waiting.get(n);
      if (!waiting) return;
      clearTimeout(waiting.timer);
      this.#waiting.delete(n);
      waiting.done(message);
    } else if (type === "bye") {
      this.#pause = 0;
    }
  }
}

/** The page's only connection. */
export const liveSocket = new LiveSocket();
