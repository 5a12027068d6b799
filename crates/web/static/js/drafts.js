// Drafts: what the player has typed or selected but not sent, kept when the page is reloaded. A draft belongs
// to this tab and to one view of a match; it goes when the move is sent or the match is over.

const storageKey = (/** @type {string} */ match) => `lexicade.drafts.${match}`;

/** @param {Update} update @returns {Record<string, unknown>} */
function loadAll(update) {
  try {
    const kept = JSON.parse(sessionStorage.getItem(storageKey(update.match)) ?? "null");
    return kept?.seq === update.seq ? kept.parts : {};
  } catch {
    return {};
  }
}

/**
 * The draft of one input.
 * @param {Update} update
 * @param {string} what
 * @returns {unknown}
 */
export const loadDraft = (update, what) => loadAll(update)[what];

/**
 * Saves the draft of one input, or removes it if the value is empty.
 * @param {Update} update
 * @param {string} what
 * @param {unknown} value
 */
export function saveDraft(update, what, value) {
  const { [what]: _, ...others } = loadAll(update);
  const all = value ? { ...others, [what]: value } : others;
  try {
    if (update.over || Object.keys(all).length === 0) sessionStorage.removeItem(storageKey(update.match));
    else sessionStorage.setItem(storageKey(update.match), JSON.stringify({ seq: update.seq, parts: all }));
  } catch {
    // Without storage, drafts last as long as the page.
  }
}
