/** A game: the board at the start, the slides made since, which can be undone and redone, and the time. */

import { countSlides, isSame, play } from "./rules.js";

/** @typedef {import("./rules.js").Board} Board */

export class Game {
  /** @param {Board} start @param {Board} goal @param {() => number} [clock] milliseconds */
  constructor(start, goal, clock = () => Date.now()) {
    this.start = start;
    this.goal = goal;
    this.board = start;
    /** @type {string[]} Each is what one undo takes back. */
    this.slides = [];
    this.made = 0;
    this.clock = clock;
    this.begun = 0;
    this.taken = 0;
  }

  /** @returns {string} the moves made, without those undone */
  get moves() {
    return this.slides.slice(0, this.made).join("");
  }

  /** @returns {number} straight slides made */
  get multi() {
    return countSlides(this.moves);
  }

  /** @returns {boolean} */
  get solved() {
    return isSame(this.board, this.goal);
  }

  /** @returns {boolean} */
  get canUndo() {
    return this.made > 0;
  }

  /** @returns {boolean} */
  get canRedo() {
    return this.made < this.slides.length;
  }

  /** @returns {number} seconds from the first move until now, or until it was solved */
  get seconds() {
    return Math.floor((this.taken + (this.begun ? this.clock() - this.begun : 0)) / 1000);
  }

  /** @param {string} moves made at once, and undone at once */
  play(moves) {
    this.#go(play(this.board, moves));
    this.slides = [...this.slides.slice(0, this.made), moves];
    this.made += 1;
  }

  /** Take back the last slide. */
  undo() {
    this.made -= 1;
    this.#go(play(this.start, this.moves));
  }

  /** Make the last slide that was taken back again. */
  redo() {
    this.made += 1;
    this.#go(play(this.start, this.moves));
  }

  /** @param {Board} board the clock runs while it is not the goal */
  #go(board) {
    this.board = board;
    if (!this.solved) this.begun ||= this.clock();
    else if (this.begun) {
      this.taken += this.clock() - this.begun;
      this.begun = 0;
    }
  }
}
