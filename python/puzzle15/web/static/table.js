/**
 * What lies on the table: a game, a solution that is shown, or a draft that is being arranged. One at a time; the
 * game stays as it is until it is taken up again.
 *
 * Says "deal" when there is another game, "change" when its board has changed, "mode" when something else is on
 * the table, "draft" when tiles of the draft were exchanged, "leave" when answers that are awaited are no longer
 * wanted.
 */

import { announce, byId, calm, make, note } from "./dom.js";
import { listen } from "./gestures.js";
import { Game } from "./game.js";
import { BoardView } from "./board.js";
import { Player } from "./player.js";
import { BACK, play, swapped } from "./rules.js";
import { WORD, many } from "./words.js";

/** @typedef {import("./rules.js").Board} Board */
/** @typedef {import("./player.js").Track} Track */
/** @typedef {import("./link.js").Link} Link */

const ARROWS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
// Letters on the board, and the buttons that they press.
const KEYS = { h: "hint", n: "shuffle", u: "undo", r: "redo" };

export class Table extends EventTarget {
  /** @type {"game" | "show" | "draft"} */
  mode = "game";
  /** @type {Board | null} */
  draft = null;
  /** The cell of the draft that the keys are at, and the one picked up. */
  cursor = 0;
  picked = -1;

  /** Whether the draft that comes next is to be a goal. */
  settingGoal = false;

  constructor() {
    super();
    this.views = [new BoardView(byId("board")), new BoardView(byId("board-2"))];
    this.player = new Player();
    /** @type {Game} */
    this.game = new Game({ rows: 0, cols: 0, cells: [] }, { rows: 0, cols: 0, cells: [] });
    /** @type {Link | null} */
    this.link = null;
    this.player.addEventListener("at", () => this.#showTracks());
    this.views.forEach((view, index) => listen(view, this.#wishes(index)));
    document.addEventListener("keydown", (event) => this.#elsewhere(event));
  }

  /** @param {Board} start @param {Board} goal @param {Link} link begin a game */
  deal(start, goal, link) {
    this.game = new Game(start, goal);
    this.link = link;
    this.#turn("game");
    this.#say("deal");
    this.#changed();
  }

  /** @param {string} moves of the blank; without any, nothing happens */
  slide(moves) {
    if (!moves) return;
    const tiles = [];
    play(this.game.board, moves, (tile) => tiles.push(tile));
    this.game.play(moves);
    note("");
    this.#changed();
    announce(`${tiles.join(", ")} ${WORD[BACK[moves[0]]]}`);
    if (this.game.solved) this.#praise();
  }

  /** Take the last slide back. */
  undo() {
    if (this.mode === "game" && this.game.canUndo) this.#went(() => this.game.undo(), "undone");
  }

  /** Make it again. */
  redo() {
    if (this.mode === "game" && this.game.canRedo) this.#went(() => this.game.redo(), "redone");
  }

  /** @param {Track[]} tracks one or two solutions of the game's board */
  show(tracks) {
    this.#turn("show");
    byId("figure-2").hidden = tracks.length < 2;
    this.player.load(tracks);
    // On a narrow screen the board may be far above the button that was pressed.
    byId("caption").scrollIntoView({ block: "nearest", behavior: calm() ? "auto" : "smooth" });
  }

  /** @param {Board} draft to be arranged by hand @param {Board} goal what it is compared with */
  arrange(draft, goal) {
    this.draft = draft;
    this.draftGoal = goal;
    if (this.mode !== "draft") this.#turn("draft");
    const size = make("strong", { text: `${draft.rows} × ${draft.cols}` });
    byId("caption").replaceChildren(size, "Choose two tiles to exchange them");
    this.cursor = Math.min(this.cursor, draft.cells.length - 1);
    this.picked = -1;
    this.#showDraft();
  }

  /** Put the game back on the table. */
  close() {
    this.#say("leave");
    if (this.mode === "game") return;
    this.#turn("game");
    this.#changed();
  }

  /** @param {"game" | "show" | "draft"} mode */
  #turn(mode) {
    this.player.pause();
    this.mode = mode;
    byId("figure-2").hidden = true;
    byId("caption").textContent = "";
    for (const view of this.views) {
      for (const kind of ["hinted", "swap", "picked"]) view.mark([], kind);
      view.setCursor(null);
      view.setRing(null);
    }
    document.body.dataset.mode = mode;
    note("");
    this.#say("mode");
  }

  /** @param {() => void} change @param {string} word */
  #went(change, word) {
    change();
    note("");
    this.#changed();
    announce(word);
  }

  #changed() {
    this.views[0].mark([], "hinted");
    this.views[0].show(this.game.board, this.game.goal);
    this.#say("change");
  }

  #showTracks() {
    const { at, tracks } = this.player;
    tracks.forEach((track, index) => {
      this.views[index].show(track.board(at), track.goal, track.stages.length ? track.paint(at) : null);
      const count = `${Math.min(at, track.moves.length)} / ${track.moves.length}`;
      byId(index ? "caption-2" : "caption").replaceChildren(make("strong", { text: count }), track.label);
    });
  }

  #showDraft() {
    this.views[0].show(this.draft, this.draftGoal);
    this.views[0].mark(this.picked < 0 ? [] : [this.draft.cells[this.picked]], "picked");
    const focused = document.activeElement === this.views[0].element;
    this.views[0].setCursor(focused || this.picked >= 0 ? this.cursor : null);
  }

  /** @param {number} cell pick it up, or exchange it with the one picked up */
  #pick(cell) {
    if (cell < 0) return;
    this.cursor = cell;
    if (this.picked < 0 || this.picked === cell) {
      this.picked = this.picked === cell ? -1 : cell;
      announce(`${this.#named(cell)} ${this.picked < 0 ? "put back" : "picked up"}`);
      this.#showDraft();
      return;
    }
    announce(`${this.#named(this.picked)} and ${this.#named(cell)} exchanged`);
    this.draft = swapped(this.draft, this.picked, cell);
    this.picked = -1;
    this.#showDraft();
    this.#say("draft");
  }

  /** @param {number} cell @returns {string} */
  #named(cell) {
    return String(this.draft.cells[cell] || "blank");
  }

  /** @param {KeyboardEvent} event @returns {boolean} keys in a draft move a cursor and pick up */
  #draftKey(event) {
    const { rows, cols, cells } = this.draft;
    if (event.key === "Enter" || event.key === " ") this.#pick(this.cursor);
    else if (event.key in ARROWS) {
      const row = Math.floor(this.cursor / cols) + ARROWS[event.key][0];
      const col = (this.cursor % cols) + ARROWS[event.key][1];
      if (row < 0 || col < 0 || row >= rows || col >= cols) return true;
      this.cursor = row * cols + col;
      this.#showDraft();
      announce(`row ${row + 1}, column ${col + 1}: ${cells[this.cursor] || "blank"}`);
    } else return false;
    return true;
  }

  /** @param {number} index of the view @returns {import("./gestures.js").Wishes} */
  #wishes(index) {
    return {
      canSlide: () => this.mode !== "draft",
      onHold: () => this.player.pause(),
      onSlide: (moves) => (this.mode === "show" ? this.#takeOver(index, moves) : this.slide(moves)),
      onCell: (cell) => this.#pick(cell),
      onKey: (event) => this.#key(event),
    };
  }

  /**
   * @param {number} index
   * @param {string} moves go on by hand from where the solution is; one undo goes back
   */
  #takeOver(index, moves) {
    if (!moves) return;
    const shown = this.player.tracks[index].moves.slice(0, this.player.at);
    this.#turn("game");
    // The second board is hidden now.
    if (index) this.views[0].element.focus();
    if (shown) this.game.play(shown);
    this.slide(moves);
  }

  /** @param {KeyboardEvent} event arrow keys are for the board in a game, unless the focused element needs them */
  #elsewhere(event) {
    const { key, shiftKey } = event;
    const other = event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey;
    if (other || !(key in ARROWS) || this.mode !== "game") return;
    if (!event.target.matches("body, button:not([role=tab])")) return;
    event.preventDefault();
    this.views[0].element.dispatchEvent(new KeyboardEvent("keydown", { key, shiftKey }));
  }

  /** @param {KeyboardEvent} event @returns {boolean} whether the key meant something */
  #key(event) {
    const key = event.key.toLowerCase();
    if (event.ctrlKey || event.metaKey) {
      if (key === "y" || (key === "z" && event.shiftKey)) this.redo();
      else if (key === "z") this.undo();
      else return false;
      return true;
    }
    if (event.altKey) return false;
    if (this.mode === "draft") return this.#draftKey(event);
    if (this.mode === "show" && key === " ") byId("play").click();
    else if (this.mode === "game" && key in KEYS) byId(KEYS[key]).click();
    else return false;
    return true;
  }

  #praise() {
    const { moves, multi, seconds } = this.game;
    note(`Solved: ${many(moves.length, "move")}, ${many(multi, "slide")}, ${many(seconds, "second")}.`, "good");
  }

  /** @param {string} name */
  #say(name) {
    this.dispatchEvent(new Event(name));
  }
}
