/** Words that several pages use. */

/** The directions. */
export const WORD = { L: "left", R: "right", U: "up", D: "down" };

/** @param {number} count @param {string} noun @returns {string} "1 move", "2 moves" */
export function many(count, noun) {
  return `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
}
