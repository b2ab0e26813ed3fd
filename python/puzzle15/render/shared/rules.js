/**
 * The rules of the puzzle, without a page: boards, moves, slides. All pages use this file: the server's page
 * imports it, saved solutions and the book of twists contain a copy of its text.
 *
 * A board is { rows, cols, cells }, its cells row by row, 0 for the blank. A move is a letter, the direction in
 * which the blank goes: L, R, U or D. Nothing here changes a board that it was given.
 */

/**
 * @typedef {object} Board
 * @property {number} rows
 * @property {number} cols
 * @property {number[]} cells
 */

const STEP = { L: [0, -1], R: [0, 1], U: [-1, 0], D: [1, 0] };

/** The opposite of each direction: when the blank goes one way, the tile goes the other. */
export const BACK = { L: "R", R: "L", U: "D", D: "U" };

/** @param {number[][]} lists @returns {Board} a board from rows of numbers */
export function fromLists(lists) {
  return { rows: lists.length, cols: lists[0].length, cells: lists.flat() };
}

/** @param {Board} board @returns {number[][]} the board as rows of numbers */
export function toLists({ rows, cols, cells }) {
  return Array.from({ length: rows }, (_, row) => cells.slice(row * cols, (row + 1) * cols));
}

/** @param {Board} board @returns {string} the board as text, its rows separated by slashes */
export function toText(board) {
  return toLists(board).map((row) => row.join(" ")).join("/");
}

/** @param {Board} one @param {Board} two @returns {boolean} whether both are the same */
export function isSame(one, two) {
  return hasShape(one, two) && one.cells.every((tile, cell) => tile === two.cells[cell]);
}

/** @param {Board} one @param {Board} two @returns {boolean} whether both have as many rows and columns */
export function hasShape(one, two) {
  return one.rows === two.rows && one.cols === two.cols;
}

/**
 * @param {Board} one
 * @param {Board} two
 * @returns {boolean} whether one can be a goal of the other, parity aside
 */
export function hasTiles(one, two) {
  const tiles = new Set(one.cells);
  return hasShape(one, two) && two.cells.every((tile) => tiles.has(tile));
}

/**
 * @param {Board} board
 * @param {string} letter
 * @param {number} [blank] its cell, if it is known
 * @returns {number} the cell that the blank goes to, -1 if off the board
 */
export function target({ rows, cols, cells }, letter, blank = cells.indexOf(0)) {
  const row = Math.floor(blank / cols) + STEP[letter][0];
  const col = (blank % cols) + STEP[letter][1];
  return row < 0 || col < 0 || row >= rows || col >= cols ? -1 : row * cols + col;
}

/**
 * Make moves, and call a function after each.
 * @param {Board} board
 * @param {string} moves
 * @param {(tile: number, count: number) => void} [tell] the tile slid, and how many moves have been made
 * @returns {Board} the board that the moves lead to
 */
export function play(board, moves, tell = () => {}) {
  const cells = [...board.cells];
  let blank = cells.indexOf(0);
  let count = 0;
  for (const letter of moves) {
    const cell = STEP[letter] ? target(board, letter, blank) : -1;
    count += 1;
    if (cell < 0) throw new RangeError(`move ${count} of ${moves}, ${letter}, takes the blank off the board`);
    cells[blank] = cells[cell];
    cells[cell] = 0;
    tell(cells[blank], count);
    blank = cell;
  }
  return { ...board, cells };
}

/** @param {string} moves @returns {string} the moves that take them back */
export function undone(moves) {
  return Array.from(moves, (letter) => BACK[letter]).reverse().join("");
}

/**
 * @param {Board} board
 * @param {number} cell
 * @returns {string} the slide that brings the blank there; "" if not in line
 */
export function slideTo(board, cell) {
  const { cols } = board;
  const blank = board.cells.indexOf(0);
  const down = Math.floor(cell / cols) - Math.floor(blank / cols);
  const right = (cell % cols) - (blank % cols);
  if (down && right) return "";
  return down ? (down > 0 ? "D" : "U").repeat(Math.abs(down)) : (right > 0 ? "R" : "L").repeat(Math.abs(right));
}

/**
 * @param {Board} board
 * @param {string} way in which tiles are pushed
 * @param {boolean} [far] the whole line
 * @returns {string} the moves
 */
export function push(board, way, far = false) {
  const letter = BACK[way];
  if (!far) return target(board, letter) < 0 ? "" : letter;
  const { rows, cols } = board;
  const blank = board.cells.indexOf(0);
  const row = Math.floor(blank / cols);
  const col = blank % cols;
  return letter.repeat({ L: col, R: cols - 1 - col, U: row, D: rows - 1 - row }[letter]);
}

/** @param {string} moves @returns {number} the straight slides that the moves come to */
export function countSlides(moves) {
  return [...moves].filter((letter, index) => letter !== moves[index - 1]).length;
}

/**
 * @param {Board} board
 * @param {number} one
 * @param {number} two cells
 * @returns {Board} the board with both exchanged
 */
export function swapped(board, one, two) {
  const cells = [...board.cells];
  [cells[one], cells[two]] = [cells[two], cells[one]];
  return { ...board, cells };
}

/**
 * After how many moves each tile rests for good; those that never move rest from the beginning.
 * @param {Board} board
 * @param {string} moves
 * @returns {Map<number, number>}
 */
export function restAfter(board, moves) {
  const rest = new Map(board.cells.map((tile) => [tile, 0]));
  play(board, moves, (tile, count) => rest.set(tile, count));
  return rest;
}

/**
 * @param {number[]} ends after how many moves each stage ends
 * @param {number} count
 * @returns {number} the stage that the last of so many moves belongs to; the last stage if beyond all
 */
export function stageAt(ends, count) {
  const found = ends.findIndex((end) => end >= count);
  return found < 0 ? ends.length - 1 : found;
}
