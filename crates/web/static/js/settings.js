// The player's settings and notes, stored in this browser only.

/**
 * @typedef {object} Settings
 * @property {"system" | "light" | "dark"} theme
 * @property {"system" | "high"} contrast
 * @property {"system" | "calm"} motion
 * @property {boolean} keys  whether single keys are shortcuts
 * @property {Record<string, Record<string, unknown>>} setups  the last options, by game
 * @property {Record<string, boolean>} met  the games whose tips the player has dismissed
 */

/** Browsers have stored settings under this name since the first release. */
const KEY = "lexicade.wishes";

/** @type {Settings} */
const DEFAULT = { theme: "system", contrast: "system", motion: "system", keys: true, setups: {}, met: {} };

/** @returns {Settings} */
function read() {
  try {
    return { ...DEFAULT, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return { ...DEFAULT };
  }
}

export const settings = read();

/** Changes some settings, stores and applies them. @param {Partial<Settings>} changes */
export function updateSettings(changes) {
  Object.assign(settings, changes);
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // Without storage, settings last as long as the page.
  }
  applySettings();
}

/** Sets the attributes that the style sheets look at. */
export function applySettings() {
  const root = document.documentElement;
  root.dataset.theme = settings.theme;
  root.dataset.contrast = settings.contrast;
  root.dataset.motion = settings.motion;
}

export function prefersReducedMotion() {
  return settings.motion === "calm" || matchMedia("(prefers-reduced-motion: reduce)").matches;
}

export function prefersHighContrast() {
  return settings.contrast === "high" || matchMedia("(prefers-contrast: more)").matches;
}

/**
 * The notes on a match, such as those on the cells of a cave.
 * @param {string} match
 * @returns {Record<string, string>}
 */
export function loadNotes(match) {
  try {
    return JSON.parse(localStorage.getItem(`lexicade.notes.${match}`) ?? "{}");
  } catch {
    return {};
  }
}

/** @param {string} match @param {Record<string, string>} all */
export function saveNotes(match, all) {
  try {
    if (Object.keys(all).length === 0) localStorage.removeItem(`lexicade.notes.${match}`);
    else localStorage.setItem(`lexicade.notes.${match}`, JSON.stringify(all));
  } catch {
    // Without storage, notes last as long as the page.
  }
}
