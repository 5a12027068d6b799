// Text that may be typed: a field, what the house remarks while it is being typed, and the way to send it. Letters come from
// a keyboard, or from tiles that are tapped.

import { attr, h, write } from "../dom.js";

/** How long nothing is typed before the house is asked what it makes of it. */
const THINK = 140;

let count = 0;

/** A form for one ask. */
export class LxAsk extends HTMLElement {
  /** @type {Ask | undefined} */
  ask;
  /** Sends a whole line; true when it was taken. @type {(line: string) => Promise<boolean>} */
  send = async () => false;
  /** What the house makes of a line that is being typed. @type {(line: string) => Promise<string[]>} */
  preview = async () => [];
  /** Called when what is typed has changed. @type {() => void} */
  typed = () => {};

  #id = `ask-${++count}`;
  #label = h("label", { for: this.#id });
  #field = h("input", { id: this.#id, type: "text", autocomplete: "off", autocapitalize: "none", autocorrect: "off", spellcheck: "false", enterkeyhint: "send", "aria-describedby": `${this.#id}-remark` });
  #remark = h("p", { class: "remark", id: `${this.#id}-remark` });
  #back = h("button", { type: "button", class: "quiet back", "aria-label": "Delete the last letter", onclick: () => this.back() }, "⌫");
  #go = h("button", { type: "submit", class: "go" });
  #form = h("form", { class: "ask-form", onsubmit: (/** @type {Event} */ event) => this.submit(event), oninput: () => this.#changed() }, this.#label, h("div", { class: "ask-row" }, this.#field, this.#back, this.#go), this.#remark);
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #soon;
  #asked = 0;

  connectedCallback() {
    if (!this.#form.isConnected) this.append(this.#form);
  }

  get field() {
    return this.#field;
  }

  get value() {
    return this.#field.value;
  }

  set value(text) {
    this.#field.value = text.slice(0, this.ask?.max ?? text.length);
    this.#changed();
  }

  /** @param {Ask} ask */
  draw(ask) {
    const verb = ask.prefix.trim() || "say";
    const name = verb[0].toUpperCase() + verb.slice(1);
    if (this.ask?.prefix !== ask.prefix) this.#field.value = "";
    this.ask = ask;
    this.dataset.ask = verb;
    write(this.#label, ask.max === 1 ? `${name}: one letter` : name);
    write(this.#go, name);
    attr(this.#field, "maxlength", ask.max);
    attr(this.#back, "hidden", !ask.tiles);
    // Tiles are the keyboard there: no other one has to cover half of a small screen.
    attr(this.#field, "inputmode", ask.tiles && matchMedia("(pointer: coarse)").matches ? "none" : null);
  }

  /** @param {string} letter */
  type(letter) {
    if (this.value.length < (this.ask?.max ?? 0)) this.value += letter;
  }

  back() {
    this.value = this.value.slice(0, -1);
  }

  /** @param {Event} [event] */
  async submit(event) {
    event?.preventDefault();
    if (!this.ask || this.hasAttribute("data-sending")) return;
    const text = this.value.trim();
    this.setAttribute("data-sending", "");
    try {
      if (await this.send(this.ask.prefix + text)) this.value = "";
    } finally {
      this.removeAttribute("data-sending");
    }
  }

  #changed() {
    this.typed();
    clearTimeout(this.#soon);
    const asked = ++this.#asked;
    if (!this.value.trim()) return write(this.#remark, "");
    this.#soon = setTimeout(async () => {
      const remarks = await this.preview(`${this.ask?.prefix}${this.value.trim()}`).catch(() => []);
      if (asked === this.#asked) write(this.#remark, remarks.join(" "));
    }, THINK);
  }
}

customElements.define("lx-ask", LxAsk);
