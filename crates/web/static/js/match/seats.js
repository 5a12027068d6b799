// Questions about the players of a match.

/** Whether a bot is standing in for the player. @param {Update} update */
export const hasStandIn = (update) => Boolean(update.seats[update.viewer]?.stand_in);

/** Whether the match waits for the player. @param {Update} update */
export const waitsForPlayer = (update) =>
  !update.over && update.to_act.includes(update.viewer) && !hasStandIn(update);
