// What was typed or chosen and is not sent yet: it outlives a refresh of the page. It is kept in this tab, for the very view it was
// made for, and is gone when it was sent or the match is over.

const name = (/** @type {string} */ match) => `lexicade.unsent.${match}`;

/** @param {Update} update @returns {Record<string, unknown>} */
function parts(update) {
  try {
    const kept = JSON.parse(sessionStorage.getItem(name(update.match)) ?? "null");
    return kept?.seq === update.seq ? kept.parts : {};
  } catch {
    return {};
  }
}

/** What was kept of one part, such as a field. @param {Update} update @param {string} what @returns {unknown} */
export const unsent = (update, what) => parts(update)[what];

/** Keeps a part; what is empty is not kept. @param {Update} update @param {string} what @param {unknown} value */
export function keepUnsent(update, what, value) {
  const { [what]: _, ...others } = parts(update);
  const all = value ? { ...others, [what]: value } : others;
  try {
    if (update.over || Object.keys(all).length === 0) sessionStorage.removeItem(name(update.match));
    else sessionStorage.setItem(name(update.match), JSON.stringify({ seq: update.seq, parts: all }));
  } catch {
    // It lives as long as the page.
  }
}
