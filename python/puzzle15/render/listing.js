/** What the page of a solution says in words, and which moves it lists. */

import { BACK, isSame, stageAt, target } from "./rules.js";
import { WORD } from "./words.js";

/** @typedef {import("./rules.js").Board} Board */
/** @typedef {import("./player.js").Track} Track */

/** Moves on a page of the list. */
const PAGE = 400;

/**
 * @param {Board} board
 * @param {Board} goal
 * @param {number} cell
 * @returns {string} the tile there in words, for people who do not see it; rows and columns count from 1
 */
export function nameOf({ cols, cells }, goal, cell) {
  const name = cells[cell] ? `tile ${cells[cell]}` : "blank";
  const home = cells[cell] === goal.cells[cell] ? ", home" : "";
  return `${name}, row ${Math.floor(cell / cols) + 1}, column ${(cell % cols) + 1}${home}`;
}

/** @param {Track} track @param {number} at @returns {string} the move just made, in words */
export function wordsOf(track, at) {
  const board = track.board(at);
  if (isSame(board, track.goal)) return "Solved.";
  if (!at) return "The start.";
  const way = BACK[track.moves[at - 1]];
  return `${track.stages[stageAt(track.ends, at)].name}: ${board.cells[target(board, way)]} goes ${WORD[way]}.`;
}

/**
 * @param {number} at how many moves are made
 * @param {number} total
 * @returns {[number, number]} the moves to list: all of them if they are few, else a page of them
 */
export function pageOf(at, total) {
  if (total <= 2 * PAGE) return [0, total];
  const first = Math.floor(Math.max(0, at - 1) / PAGE) * PAGE;
  return [first, Math.min(total, first + PAGE)];
}

/**
 * @param {Track} track
 * @param {number} first
 * @param {number} last
 * @returns {number[][]} the parts of stages on a page: number of the stage, first move, move after the last
 */
export function piecesOf({ ends }, first, last) {
  return ends
    .map((end, stage) => [stage, Math.max(first, stage ? ends[stage - 1] : 0), Math.min(last, end)])
    .filter(([, begin, end]) => begin < end);
}
