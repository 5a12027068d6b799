// Text for counts, times, dates, names and addresses.

/** `1 word`, `2 words`. @param {number} n @param {string} one @param {string} [many] */
export const plural = (n, one, many = `${one}s`) => `${n} ${n === 1 ? one : many}`;

/** @param {string} text */
export const capitalize = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);

/** `Ann, Ben and Cem`. @param {string[]} names */
export const joinNames = (names) =>
  names.length < 2 ? (names[0] ?? "") : `${names.slice(0, -1).join(", ")} and ${names[names.length - 1]}`;

/** `5 minutes ago`. @param {string} stamp */
export function timeAgo(stamp) {
  const seconds = Math.max(0, (Date.now() - Date.parse(stamp)) / 1000);
  if (seconds < 60) return "just now";
  if (seconds < 3600) return `${plural(Math.floor(seconds / 60), "minute")} ago`;
  if (seconds < 86_400) return `${plural(Math.floor(seconds / 3600), "hour")} ago`;
  return `${plural(Math.floor(seconds / 86_400), "day")} ago`;
}

/** `4:05 minutes`, `3 hours`. @param {number} seconds */
export function duration(seconds) {
  const whole = Math.max(0, Math.ceil(seconds));
  if (whole < 60) return plural(whole, "second");
  if (whole < 3600)
    return whole % 60 && whole < 600
      ? `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")} minutes`
      : plural(Math.ceil(whole / 60), "minute");
  if (whole < 172_800) return plural(Math.ceil(whole / 3600), "hour");
  return plural(Math.ceil(whole / 86_400), "day");
}

/** `17 November`, with the year unless it is this one. @param {string} day such as `2026-11-17` */
export function dayName(day) {
  const date = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(date.getTime())) return day;
  const year = date.getUTCFullYear() === new Date().getUTCFullYear() ? undefined : "numeric";
  return date.toLocaleDateString("en-GB", { day: "numeric", month: "long", year, timeZone: "UTC" });
}

/** The name on a seat, with a note if a bot stands in. @param {Sitter | null} seat */
export const seatName = (seat) =>
  !seat ? "an open seat" : `${playerName(seat)}${seat.stand_in ? " (a bot is standing in)" : ""}`;

/** The name of the player on a seat, or `you`. @param {Sitter} seat */
export const playerName = (seat) =>
  seat.you ? "you" : seat.bot ? `${capitalize(seat.name)} (bot)` : seat.name;

/** `Your`, `Sensible's`. @param {Sitter | null | undefined} seat */
export const possessive = (seat) =>
  !seat ? "Nobody's" : seat.you ? "Your" : `${seat.bot ? capitalize(seat.name) : seat.name}'s`;

/** How strong the bots of games for several players are. @type {Record<string, string>} */
const BOT_LEVELS = { random: "very easy", greedy: "easy", sensible: "medium", strong: "hard" };

/** `Sensible (medium)`. @param {string} bot */
export const botName = (bot) => capitalize(bot) + (BOT_LEVELS[bot] ? ` (${BOT_LEVELS[bot]})` : "");

/**
 * Whether several players can race on the same puzzle. Games without a daily have no puzzles.
 * @param {Game} game
 */
export const canRace = (game) => game.most === 1 && game.daily;

/** The page of a ticket. @param {string} ticket */
export function ticketPath(ticket) {
  const encode = (/** @type {string} */ text) =>
    encodeURIComponent(text).replace(/%(3D|2C|40|3A|2B)/g, (sign) => decodeURIComponent(sign));
  return `/play/${ticket.split("/").map(encode).join("/")}`;
}

/** Decodes a part of an address, or returns it unchanged if it is malformed. @param {string} text */
export function decodePart(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
