// What has changed at a table, as sentences for screen readers.

import { capitalize, playerName, seatName } from "../format.js";
import { roundResult } from "./rounds.js";

/** @param {Table} before @param {Table} table @returns {string[]} */
export function tableNews(before, table) {
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
    if (who && !who.you && !before.asked.includes(seat)) news.push(`${who.name} offers to cancel the game.`);
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
  return news;
}
