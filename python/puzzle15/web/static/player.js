/** Plays moves on one board or on two at once: forwards, backwards, step by step, at any speed. */

import { play, restAfter, stageAt } from "./rules.js";

/** @typedef {import("./rules.js").Board} Board */
/** @typedef {{name: string, moves: string}} Stage */

/** Moves on a board, with the boards on the way and the stage in which each tile comes to rest. */
export class Track {
  /**
   * @param {Board} start
   * @param {Board} goal
   * @param {string} moves
   * @param {Stage[]} stages
   * @param {string} label
   */
  constructor(start, goal, moves, stages, label) {
    Object.assign(this, { start, goal, moves, stages, label });
    this.rest = restAfter(start, moves);
    this.known = { at: 0, board: start };
  }

  /** @param {number} at @returns {Board} after so many moves, or at the end */
  board(at) {
    const end = Math.min(at, this.moves.length);
    // Boards are mostly asked for in order, so each is made from the one before.
    const from = end >= this.known.at ? this.known : { at: 0, board: this.start };
    this.known = { at: end, board: play(from.board, this.moves.slice(from.at, end)) };
    return this.known.board;
  }

  /**
   * @param {number} at
   * @returns {(tile: number) => import("./board.js").Paint} the stage of each tile, done if it rests
   */
  paint(at) {
    return (tile) => {
      const rest = this.rest.get(tile) ?? 0;
      return { group: Math.max(stageAt(this.stages, rest), 0), done: at >= rest };
    };
  }

  /** @returns {number[]} after how many moves each stage ends */
  get ends() {
    let end = 0;
    return this.stages.map((stage) => (end += stage.moves.length));
  }
}

/** What is played, where it is, whether it goes on by itself; says "load", "at" and "playing" when these change. */
export class Player extends EventTarget {
  /** @type {Track[]} */
  tracks = [];
  at = 0;
  playing = false;
  /** Moves a second. */
  speed = 4;
  #last = 0;
  #due = 0;
  #frame = 0;
  #end = 0;

  /** @param {Track[]} tracks */
  load(tracks) {
    this.pause();
    this.tracks = tracks;
    this.at = 0;
    this.#say("load");
    this.#say("at");
  }

  /** @returns {number} the moves of the longest track */
  get length() {
    return Math.max(0, ...this.tracks.map((track) => track.moves.length));
  }

  /** @param {number} at */
  seek(at) {
    this.at = Math.min(Math.max(at, 0), this.length);
    this.#say("at");
  }

  /** @param {number} by how many moves, back if negative */
  step(by) {
    this.pause();
    this.seek(this.at + by);
  }

  /** @param {number} [end] go on by itself up to there; from the beginning if it is at the end */
  play(end = this.length) {
    if (this.playing || !this.length) return;
    if (this.at >= this.length) this.seek(0);
    this.#end = end;
    this.playing = true;
    this.#due = 0;
    this.#last = performance.now();
    this.#frame = requestAnimationFrame((now) => this.#tick(now));
    this.#say("playing");
  }

  /** Stay where it is. */
  pause() {
    if (!this.playing) return;
    this.playing = false;
    cancelAnimationFrame(this.#frame);
    this.#say("playing");
  }

  /** @param {number} now */
  #tick(now) {
    // A tab in the background gets no frames; what it missed is not made up for.
    this.#due += Math.min(Math.max(now - this.#last, 0) / 1000, 1) * this.speed;
    this.#last = now;
    const steps = Math.floor(this.#due);
    this.#due -= steps;
    if (steps) this.seek(Math.min(this.at + steps, this.#end));
    if (this.at >= this.#end) this.pause();
    else if (this.playing) this.#frame = requestAnimationFrame((next) => this.#tick(next));
  }

  /** @param {string} name */
  #say(name) {
    this.dispatchEvent(new Event(name));
  }
}
