// What somebody wishes of the page: kept in this browser, told to nobody.

/**
 * @typedef {object} Wishes
 * @property {"system" | "light" | "dark"} theme
 * @property {"system" | "high"} contrast
 * @property {"system" | "calm"} motion
 * @property {boolean} keys  single keys do things
 * @property {Record<string, Record<string, unknown>>} setups  what was chosen last, by game
 * @property {Record<string, boolean>} met  games whose first words were read
 */

const KEY = "lexicade.wishes";

/** @type {Wishes} */
const DEFAULT = { theme: "system", contrast: "system", motion: "system", keys: true, setups: {}, met: {} };

/** @returns {Wishes} */
function read() {
  try {
    return { ...DEFAULT, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return { ...DEFAULT };
  }
}

/** The wishes as they are now. */
export const wishes = read();

/** Changes some, keeps them and lets the page look like it. @param {Partial<Wishes>} some */
export function wish(some) {
  Object.assign(wishes, some);
  try {
    localStorage.setItem(KEY, JSON.stringify(wishes));
  } catch {
    // A browser that keeps nothing still plays.
  }
  dress();
}

/** Lets the page look as it is wished. */
export function dress() {
  const root = document.documentElement;
  root.dataset.theme = wishes.theme;
  root.dataset.contrast = wishes.contrast;
  root.dataset.motion = wishes.motion;
}

/** Is calm wished, here or in the system? */
export function calm() {
  return wishes.motion === "calm" || matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Notes that belong to a match, such as those on the cells of a cave. @param {string} match @returns {Record<string, string>} */
export function notes(match) {
  try {
    return JSON.parse(localStorage.getItem(`lexicade.notes.${match}`) ?? "{}");
  } catch {
    return {};
  }
}

/** @param {string} match @param {Record<string, string>} all */
export function keepNotes(match, all) {
  try {
    if (Object.keys(all).length === 0) localStorage.removeItem(`lexicade.notes.${match}`);
    else localStorage.setItem(`lexicade.notes.${match}`, JSON.stringify(all));
  } catch {
    // They live as long as the page.
  }
}
