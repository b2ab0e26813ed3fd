/**
 * A game as the part of an address after the #, so that it can be shared: the size, the goal, and a seed or
 * the tiles themselves.
 *
 *     #4x4-rows-12345      #4x4-missing6-12345      #3x3-1.2.3.8.0.4.7.6.5-12345      #3x3-rows-@8.6.7.2.5.4.3.0.1
 */

/** @typedef {string | {missing: number} | number[]} Goal a name, the number that is missing, or the cells */
/** @typedef {{rows: number, cols: number, goal: Goal, seed?: string, cells?: number[]}} Link */

/** The goals with names, and what the page calls them. */
export const GOALS = {
  rows: "Row by row",
  columns: "Column by column",
  snake: "Snake",
  spiral: "Spiral",
  "blank-first": "Blank first",
};

const LEAST = 2;
const MOST = 10;

/** @param {Link} link @returns {string} the part of the address, with its # */
export function write({ rows, cols, goal, seed, cells }) {
  const name = Array.isArray(goal) ? goal.join(".") : typeof goal === "string" ? goal : `missing${goal.missing}`;
  return `#${rows}x${cols}-${name}-${cells ? `@${cells.join(".")}` : seed}`;
}

/** @param {string} hash @returns {Link | null} null if it is no such link */
export function read(hash) {
  const parts = /^#(\d{1,2})x(\d{1,2})-([a-z.\d-]+)-(\d{1,20}|@[\d.]+)$/.exec(hash);
  if (!parts) return null;
  const [rows, cols] = [Number(parts[1]), Number(parts[2])];
  const goal = readGoal(parts[3], rows * cols);
  if (Math.min(rows, cols) < LEAST || Math.max(rows, cols) > MOST || goal === null) return null;
  if (!parts[4].startsWith("@")) return { rows, cols, goal, seed: parts[4] };
  const cells = readCells(parts[4].slice(1), rows * cols);
  return cells && { rows, cols, goal, cells };
}

/** @param {number[]} cells of a goal @returns {Goal} its shortest form in a link */
export function nameGoal(cells) {
  const blank = cells.indexOf(0);
  if (cells.some((tile, cell) => tile !== cell + 1 && cell !== blank)) return cells;
  return blank === cells.length - 1 ? "rows" : { missing: blank + 1 };
}

/** @param {string} text @param {number} count @returns {Goal | null} */
function readGoal(text, count) {
  if (Object.hasOwn(GOALS, text)) return text;
  const missing = /^missing(\d+)$/.exec(text);
  if (missing) return { missing: Number(missing[1]) };
  return readCells(text, count);
}

/** @param {string} text @param {number} count @returns {number[] | null} that many different numbers */
function readCells(text, count) {
  const cells = text.split(".").map((part) => (/^\d{1,9}$/.test(part) ? Number(part) : NaN));
  return cells.length === count && new Set(cells).size === count && !cells.includes(NaN) ? cells : null;
}
