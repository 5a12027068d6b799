// Small sentences: counts, times, names.

/** `1 word`, `2 words`. @param {number} n @param {string} one @param {string} [many] */
export const some = (n, one, many = `${one}s`) => `${n} ${n === 1 ? one : many}`;

/** The first letter large. @param {string} text */
export const big = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);

/** `Ann, Ben and Cem`. @param {string[]} names */
export const list = (names) => (names.length < 2 ? (names[0] ?? "") : `${names.slice(0, -1).join(", ")} and ${names[names.length - 1]}`);

/** How long ago. @param {string} stamp */
export function ago(stamp) {
  const seconds = Math.max(0, (Date.now() - Date.parse(stamp)) / 1000);
  if (seconds < 60) return "just now";
  if (seconds < 3600) return `${some(Math.floor(seconds / 60), "minute")} ago`;
  if (seconds < 86_400) return `${some(Math.floor(seconds / 3600), "hour")} ago`;
  return `${some(Math.floor(seconds / 86_400), "day")} ago`;
}

/** A stretch of time. @param {number} seconds */
export function span(seconds) {
  const whole = Math.max(0, Math.ceil(seconds));
  if (whole < 60) return some(whole, "second");
  if (whole < 3600) return whole % 60 && whole < 600 ? `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")} minutes` : some(Math.ceil(whole / 60), "minute");
  if (whole < 172_800) return some(Math.ceil(whole / 3600), "hour");
  return some(Math.ceil(whole / 86_400), "day");
}

/** Who sits there. @param {Sitter | null} seat */
export const sitter = (seat) => (!seat ? "an empty seat" : `${person(seat)}${seat.stand_in ? " (a bot plays on)" : ""}`);

/** Whose seat it is. @param {Sitter} seat */
export const person = (seat) => (seat.you ? "you" : seat.bot ? `${big(seat.name)} (bot)` : seat.name);

/** Can several race on one puzzle of it? What has no puzzle of the day is none: nobody is first at building a board. @param {Game} game */
export const races = (game) => game.most === 1 && game.daily;

/** The page of a ticket. @param {string} ticket */
export function playPath(ticket) {
  const tame = (/** @type {string} */ text) => encodeURIComponent(text).replace(/%(3D|2C|40|3A|2B)/g, (sign) => decodeURIComponent(sign));
  return `/play/${ticket.split("/").map(tame).join("/")}`;
}

/** Text as it was before it was made fit for an address. @param {string} text */
export function plain(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
