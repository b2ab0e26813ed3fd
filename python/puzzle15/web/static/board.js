/**
 * A board on the page: tiles that glide to their cells, colours, pictures and marks, and a table for screen
 * readers.
 */

import { draw, make } from "./dom.js";
import { hasTiles, isSame, toLists } from "./rules.js";

/** @typedef {import("./rules.js").Board} Board */
/** @typedef {import("./player.js").Paint} Paint */

/** How many colours style.css has. */
const COLOURS = 8;
// Three quarters of a circle, clockwise, and the tip at its end.
const ARC = "M 38 50 A 12 12 0 0 1 50 38 A 12 12 0 0 1 62 50 A 12 12 0 0 1 50 62";
const TIP = "M 51 57.5 L 51 66.5 L 44 62 Z";

export class BoardView {
  /** @param {HTMLElement} element holds the tiles, and has the focus in their place */
  constructor(element) {
    this.element = element;
    this.label = element.ariaLabel;
    this.layer = make("div", { class: "tiles", "aria-hidden": "true" });
    this.table = make("table");
    element.replaceChildren(this.layer, make("div", { class: "spoken" }, [this.table]));
    /** @type {Map<number, HTMLElement>} */
    this.tiles = new Map();
    /** @type {Board | null} */
    this.board = null;
    /** @type {Board | null} */
    this.goal = null;
    /** @type {{address: string} | null} */
    this.picture = null;
  }

  /**
   * @param {Board} board
   * @param {Board} goal
   * @param {((tile: number) => Paint) | null} [paint] by default the row where a tile belongs, done if it is there
   */
  show(board, goal, paint = null) {
    if (!this.board || !hasTiles(board, this.board)) this.#build(board);
    const homes = new Map(goal.cells.map((tile, cell) => [tile, cell]));
    if (!this.goal || !isSame(goal, this.goal)) this.#cut(goal, homes);
    this.board = board;
    this.goal = goal;
    const ofHome = (tile, cell) => {
      const home = homes.get(tile) ?? 0;
      return { group: Math.floor(home / goal.cols), done: home === cell };
    };
    board.cells.forEach((tile, cell) => {
      const element = this.tiles.get(tile);
      if (!element) return;
      place(element, cell, board.cols);
      const { group, done } = paint ? paint(tile) : ofHome(tile, cell);
      element.dataset.colour = String(group % COLOURS);
      element.classList.toggle("home", done);
    });
    this.element.classList.toggle("solved", isSame(board, goal));
    this.#read(board);
  }

  /** @param {Board} board make its tiles anew */
  #build({ rows, cols, cells }) {
    this.element.ariaLabel = `${this.label}, ${rows} by ${cols}`;
    this.element.style.setProperty("--rows", String(rows));
    this.element.style.setProperty("--cols", String(cols));
    this.tiles.clear();
    for (const tile of cells.filter(Boolean)) {
      const face = make("span", { class: "face" }, [make("span", { class: "number", text: String(tile) })]);
      this.tiles.set(tile, make("div", { class: "tile", "data-tile": tile }, [face]));
    }
    this.layer.replaceChildren(...this.tiles.values());
    this.goal = null;
  }

  /** @param {{address: string} | null} picture for the tiles, already cropped to the shape of the board */
  setPicture(picture) {
    this.picture = picture;
    if (this.goal) this.#cut(this.goal, new Map(this.goal.cells.map((tile, cell) => [tile, cell])));
  }

  /** @param {Board} goal @param {Map<number, number>} homes give each tile its part of the picture */
  #cut({ rows, cols }, homes) {
    const image = this.picture ? `url("${this.picture.address}")` : "";
    this.element.classList.toggle("pictured", this.picture !== null);
    this.layer.style.backgroundImage = image;
    for (const [tile, element] of this.tiles) {
      const home = homes.get(tile) ?? 0;
      const { style } = element.firstElementChild;
      style.backgroundImage = image;
      style.backgroundSize = image && `${cols * 100}% ${rows * 100}%`;
      style.backgroundPosition =
        image && `${((home % cols) / (cols - 1)) * 100}% ${(Math.floor(home / cols) / (rows - 1)) * 100}%`;
    }
  }

  /** @param {Board} board for screen readers */
  #read(board) {
    const row = (tiles) => make("tr", {}, tiles.map((tile) => make("td", { text: tile ? String(tile) : "blank" })));
    this.table.replaceChildren(make("tbody", {}, toLists(board).map(row)));
  }

  /**
   * @param {number[]} tiles move along with a finger, not yet with the rules
   * @param {number} right
   * @param {number} down in pixels
   */
  drag(tiles, right, down) {
    for (const tile of tiles) {
      const element = this.tiles.get(tile);
      element.classList.add("dragged");
      element.style.setProperty("--right", `${right}px`);
      element.style.setProperty("--down", `${down}px`);
    }
  }

  /** Let go of what was dragged. */
  drop() {
    for (const element of this.layer.querySelectorAll(".dragged")) {
      element.classList.remove("dragged");
      element.style.removeProperty("--right");
      element.style.removeProperty("--down");
    }
  }

  /** @param {number[]} tiles @param {string} kind a class for these tiles and no others */
  mark(tiles, kind) {
    for (const [tile, element] of this.tiles) element.classList.toggle(kind, tiles.includes(tile));
  }

  /** @param {number | null} cell a frame round this cell */
  setCursor(cell) {
    this.layer.querySelector(".cursor")?.remove();
    if (cell === null || !this.board) return;
    const frame = make("div", { class: "cursor" });
    place(frame, cell, this.board.cols);
    this.layer.append(frame);
  }

  /**
   * @param {{row: number, col: number, back: boolean, letter: string} | null} twist an arrow round a corner of 3×3
   */
  setRing(twist) {
    const before = this.layer.querySelector(".ring");
    if (!twist) {
      before?.remove();
      return;
    }
    if (before?.dataset.letter === twist.letter) return;
    before?.remove();
    const parts = [draw("path", { d: ARC, class: "way" }), draw("path", { d: TIP, class: "tip" })];
    const turned = draw("g", twist.back ? { transform: "matrix(-1 0 0 1 100 0)" } : {}, parts);
    const disc = draw("circle", { cx: 50, cy: 50, r: 17, class: "disc" });
    const letter = draw("text", { x: 50, y: 50.5 }, [twist.letter]);
    const ring = make("div", { class: `ring${twist.back ? " back" : ""}`, "data-letter": twist.letter }, [
      draw("svg", { viewBox: "0 0 100 100" }, [disc, draw("g", { class: "arrow" }, [turned]), letter]),
    ]);
    ring.style.setProperty("--row", String(twist.row));
    ring.style.setProperty("--col", String(twist.col));
    this.layer.append(ring);
  }
}

/** @param {HTMLElement} element @param {number} cell @param {number} cols */
function place(element, cell, cols) {
  element.style.setProperty("--row", String(Math.floor(cell / cols)));
  element.style.setProperty("--col", String(cell % cols));
}
