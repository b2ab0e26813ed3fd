/**
 * Fingers, mouse and keys on a board, as what they mean: a cell pressed, or tiles pushed one way.
 *
 * A tile in line with the blank follows the finger and takes along what lies between; let go more than a third of
 * the way, it slides. A swipe that begins anywhere else pushes one tile that way.
 */

import { play, push, slideTo } from "./rules.js";

/** @typedef {import("./board.js").BoardView} BoardView */
/**
 * @typedef {object} Wishes
 * @property {() => boolean} canSlide whether tiles follow a finger now
 * @property {() => void} onHold a finger is down: nothing else may move meanwhile
 * @property {(moves: string) => void} onSlide moves of the blank
 * @property {(cell: number) => void} onCell a cell is chosen, where tiles do not slide
 * @property {(key: KeyboardEvent) => boolean} onKey any other key; whether it meant something
 */

const ARROWS = { ArrowLeft: "L", ArrowRight: "R", ArrowUp: "U", ArrowDown: "D" };
const STILL = 6;
const SWIPE = 24;
const ENOUGH = 1 / 3;

/** @param {BoardView} view @param {Wishes} wishes */
export function listen(view, wishes) {
  const { element, layer } = view;
  let held = null;

  element.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || held || !view.board) return;
    const cell = cellAt(view, event);
    if (cell < 0) return;
    element.focus({ preventScroll: true });
    event.preventDefault();
    element.setPointerCapture(event.pointerId);
    wishes.onHold();
    held = { id: event.pointerId, x: event.clientX, y: event.clientY, board: view.board, ...lineOf(view, cell) };
  });
  element.addEventListener("pointermove", (event) => {
    if (event.pointerId !== held?.id || !held.moves || !wishes.canSlide()) return;
    const way = along(held, event, layer);
    view.drag(held.tiles, held.across ? way.clamped : 0, held.across ? 0 : way.clamped);
  });
  element.addEventListener("pointerup", (event) => {
    if (event.pointerId !== held?.id) return;
    const was = held;
    held = null;
    view.drop();
    // Another board may have come from the server meanwhile.
    if (was.board === view.board) release(was, event);
  });
  element.addEventListener("pointercancel", () => {
    held = null;
    view.drop();
  });
  element.addEventListener("keydown", (event) => {
    const way = ARROWS[event.key];
    if (event.altKey || event.ctrlKey || event.metaKey || !way || !wishes.canSlide()) {
      if (wishes.onKey(event)) event.preventDefault();
      return;
    }
    event.preventDefault();
    wishes.onSlide(push(view.board, way, event.shiftKey));
  });

  /** @param {any} was @param {PointerEvent} event */
  function release(was, event) {
    const [right, down] = [event.clientX - was.x, event.clientY - was.y];
    const far = Math.max(Math.abs(right), Math.abs(down));
    if (!wishes.canSlide()) wishes.onCell(cellAt(view, event));
    else if (far < STILL) wishes.onSlide(was.moves);
    else if (was.moves && along(was, event, layer).part > ENOUGH) wishes.onSlide(was.moves);
    else if (far >= SWIPE) {
      const way = Math.abs(right) > Math.abs(down) ? (right > 0 ? "R" : "L") : down > 0 ? "D" : "U";
      if (!was.moves || was.across !== Math.abs(right) > Math.abs(down)) wishes.onSlide(push(view.board, way));
    }
  }
}

/**
 * @param {BoardView} view
 * @param {PointerEvent} event
 * @returns {number} the cell under the pointer, -1 beside the board
 */
function cellAt({ layer, board }, event) {
  const box = layer.getBoundingClientRect();
  const row = Math.floor(((event.clientY - box.top) / box.height) * board.rows);
  const col = Math.floor(((event.clientX - box.left) / box.width) * board.cols);
  return row < 0 || col < 0 || row >= board.rows || col >= board.cols ? -1 : row * board.cols + col;
}

/**
 * @param {BoardView} view
 * @param {number} cell
 * @returns {{moves: string, tiles: number[], across: boolean, sign: number, cells: number[]}}
 */
function lineOf({ board }, cell) {
  const moves = slideTo(board, cell);
  const tiles = [];
  play(board, moves, (tile) => tiles.push(tile));
  const across = moves[0] === "L" || moves[0] === "R";
  const sign = moves[0] === "L" || moves[0] === "U" ? 1 : -1;
  return { moves, tiles, across, sign, cells: [board.rows, board.cols] };
}

/**
 * @param {any} held
 * @param {PointerEvent} event
 * @param {HTMLElement} layer
 * @returns {{part: number, clamped: number}}
 */
function along(held, event, layer) {
  const size = held.across ? layer.clientWidth / held.cells[1] : layer.clientHeight / held.cells[0];
  const gone = (held.across ? event.clientX - held.x : event.clientY - held.y) * held.sign;
  const part = Math.min(Math.max(gone / size, 0), 1);
  return { part, clamped: part * size * held.sign };
}
