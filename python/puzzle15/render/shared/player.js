/**
 * Plays moves on one board or on two at once: forwards, backwards, step by step, at any speed. The controls are
 * found by their ids: play, back, step, to-start, to-end, scrubber and speed.
 */

import { play, restAfter, stageAt, undone } from "./rules.js";
import { many } from "./words.js";

/** @typedef {import("./rules.js").Board} Board */
/**
 * @typedef {object} Stage
 * @property {string} name
 * @property {number} length in moves
 */
/**
 * @typedef {object} Paint
 * @property {number} group the colour of a tile
 * @property {boolean} done whether it has come to stay
 */

/** How long a tile takes to the next cell, in milliseconds, and from how many moves a second on it jumps. */
const GLIDE = 160;
const JUMP = 32;
/** The slowest speed that is chosen for a solution, as a power of two: 4 moves a second. */
const SLOWEST = 2;

/** Moves on a board, with the boards in between and the stage in which each tile comes to rest. */
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
    this.known = { at: 0, board: start };
    let end = 0;
    /** After how many moves each stage ends. */
    this.ends = stages.map((stage) => (end += stage.length));
  }

  /** @param {number} at @returns {Board} after so many moves, or at the end */
  board(at) {
    const end = Math.min(at, this.moves.length);
    const { at: from, board } = this.known;
    // Boards are mostly asked for in order, so each is made from the one before.
    const moves = end < from ? undone(this.moves.slice(end, from)) : this.moves.slice(from, end);
    if (moves) this.known = { at: end, board: play(board, moves) };
    return this.known.board;
  }

  /**
   * @param {number} at
   * @returns {(tile: number) => Paint} the stage of each tile, done if it rests
   */
  paint(at) {
    this.rest ??= restAfter(this.start, this.moves);
    return (tile) => {
      const rest = this.rest.get(tile) ?? 0;
      return { group: Math.max(stageAt(this.ends, rest), 0), done: at >= rest };
    };
  }
}

/**
 * What is played, how far it has got, whether it goes on by itself, and how fast; fires "load", "at", "playing"
 * and "speed" when these change.
 */
export class Player extends EventTarget {
  /** @type {Track[]} */
  tracks = [];
  at = 0;
  playing = false;
  /** Moves a second. */
  speed = 2 ** SLOWEST;
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

  /** @param {number} moves a second */
  setSpeed(moves) {
    this.speed = moves;
    this.#say("speed");
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
    this.#due += Math.min(Math.max(now - this.#last, 0) / 1000, 0.5) * this.speed;
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

/**
 * @param {number} length
 * @param {number} seconds that it may take
 * @param {number} most
 * @returns {number} the notch of the knob, each twice as fast as the one before
 */
export function notchFor(length, seconds, most) {
  return Math.max(SLOWEST, Math.min(most, Math.ceil(Math.log2(length / seconds))));
}

/**
 * @param {Player} player
 * @param {number} seconds that a solution may take at most, as far as the knob goes, until somebody turns it
 */
export function connect(player, seconds) {
  const [scrubber, speed, toggle, back, step, toStart, toEnd] = [
    "scrubber", "speed", "play", "back", "step", "to-start", "to-end",
  ].map((id) => document.getElementById(id));
  let chosen = false;

  const showAt = () => {
    const { at, length } = player;
    scrubber.max = String(length);
    scrubber.value = String(at);
    scrubber.setAttribute("aria-valuetext", `after ${at.toLocaleString("en")} of ${many(length, "move")}`);
    // Not `disabled`, which would lose the focus.
    for (const button of [toStart, back]) button.setAttribute("aria-disabled", String(at === 0));
    for (const button of [toEnd, step]) button.setAttribute("aria-disabled", String(at === length));
    showPlaying();
  };
  const showPlaying = () => {
    const ended = player.at > 0 && player.at === player.length;
    toggle.lastChild.textContent = player.playing ? "Pause" : ended ? "Again" : "Play";
    // A tile arrives before it has to leave again.
    const pace = !player.playing ? GLIDE : player.speed < JUMP ? Math.min(GLIDE, 800 / player.speed) : 0;
    document.documentElement.style.setProperty("--pace", `${pace}ms`);
  };
  const setSpeed = () => {
    player.setSpeed(2 ** speed.valueAsNumber);
    speed.setAttribute("aria-valuetext", `${many(player.speed, "move")} a second`);
    showPlaying();
  };
  const suit = () => {
    if (!chosen) speed.value = String(notchFor(player.length, seconds, Number(speed.max)));
    setSpeed();
  };

  player.addEventListener("load", suit);
  player.addEventListener("at", showAt);
  player.addEventListener("playing", showPlaying);
  toggle.addEventListener("click", () => (player.playing ? player.pause() : player.play()));
  toStart.addEventListener("click", () => player.step(-player.length));
  back.addEventListener("click", () => player.step(-1));
  step.addEventListener("click", () => player.step(1));
  toEnd.addEventListener("click", () => player.step(player.length));
  scrubber.addEventListener("input", () => player.step(scrubber.valueAsNumber - player.at));
  speed.addEventListener("input", () => {
    chosen = true;
    setSpeed();
  });
  suit();
  showAt();
}
