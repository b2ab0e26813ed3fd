/** The page of a saved solution: draws the board and the list of its moves. player.js plays them. */

import { nameOf, pageOf, piecesOf, wordsOf } from "./listing.js";
import { Player, Track, connect } from "./player.js";
import { many } from "./words.js";

/** The most seconds that a solution takes to play, as far as the knob goes, until somebody turns it. */
const LONGEST = 60;
const KEYS = { ArrowLeft: "back", ArrowRight: "step", Home: "to-start", End: "to-end", " ": "play" };
// Wider boards have the whole page, and their tiles do not glide.
const LARGE = 14;

const byId = (id) => document.getElementById(id);
const say = (count) => count.toLocaleString("en");
const data = JSON.parse(byId("data").textContent);
const player = new Player();
const track = makeTrack(data);
const homes = new Map(data.goal.map((tile, cell) => [tile, cell]));
/** Elements by tile, and the cells they are drawn in. */
const tiles = new Map(data.goal.map((tile) => [tile, makeTile(tile)]));
const shown = new Map();
const list = byId("list");
let page = [-1, -1];
let letters = [];
let marked = null;

function makeTrack({ cols, start, goal, moves, stages }) {
  const toBoard = (cells) => ({ rows: cells.length / cols, cols, cells });
  const parts = stages.map(([name, length]) => ({ name, length }));
  return new Track(toBoard(start), toBoard(goal), moves, parts, "");
}

function make(tag, text, name = "") {
  const element = document.createElement(tag);
  element.textContent = text;
  element.className = name;
  return element;
}

function makeTile(tile) {
  const element = make("div", "", "cell");
  element.setAttribute("role", "img");
  if (tile) {
    const label = String(tile);
    const face = make("span", label);
    if (label.length > data.digits) face.style.fontSize = `${data.digits / label.length}em`;
    element.append(face);
  }
  return element;
}

function drawTile(board, cell) {
  const tile = board.cells[cell];
  const home = homes.get(tile);
  const element = tiles.get(tile);
  shown.set(tile, cell);
  element.style.transform = `translate(${(cell % board.cols) * 100}%, ${Math.floor(cell / board.cols) * 100}%)`;
  if (tile) element.className = `cell ${cell === home ? "h" : "a"}${data.groups[home]}`;
  element.setAttribute("aria-label", nameOf(board, track.goal, cell));
}

function drawList() {
  const [first, end] = pageOf(player.at, player.length);
  if (page[0] !== first || page[1] !== end) {
    page = [first, end];
    letters = [];
    list.replaceChildren(...listed(first, end));
    list.scrollTop = 0;
  }
  marked?.removeAttribute("aria-current");
  marked = letters[player.at - 1 - first] ?? null;
  marked?.setAttribute("aria-current", "step");
  // Not scrollIntoView, which would move the page around this one too.
  if (!marked) return;
  const box = list.getBoundingClientRect();
  const here = marked.getBoundingClientRect();
  if (here.top < box.top || here.bottom > box.bottom) list.scrollTop += here.top - box.top - box.height / 3;
}

function* listed(first, end) {
  if (first > 0) yield make("p", `${many(first, "move")} before`, "more");
  for (const [stage, begin, after] of piecesOf(track, first, end)) {
    const { name, length } = track.stages[stage];
    const head = make("h2", name, `s${data.parts[stage]}`);
    const line = make("p", "");
    head.append(make("small", many(length, "move")));
    for (let move = begin; move < after; move++) {
      const letter = make("button", track.moves[move], `s${data.parts[stage]}`);
      letter.type = "button";
      letter.tabIndex = -1; // The keys are quicker.
      letter.dataset.move = String(move + 1);
      letters.push(letter);
      line.append(letter);
    }
    yield head;
    yield line;
  }
  if (end < player.length) yield make("p", `${many(player.length - end, "move")} after`, "more");
}

function drawAt() {
  const board = track.board(player.at);
  board.cells.forEach((tile, cell) => {
    if (shown.get(tile) !== cell) drawTile(board, cell);
  });
  byId("count").textContent = `${say(player.at)} of ${say(player.length)}`;
  byId("words").textContent = wordsOf(track, player.at);
  drawList();
}

function drawPlaying() {
  // Read aloud when it stops, not on the way.
  byId("words").setAttribute("aria-live", player.playing ? "off" : "polite");
  byId("sign").setAttribute("d", player.playing ? "M5 4h4v12H5zM11 4h4v12h-4z" : "M6 4v12l10-6z");
}

/** Lay out what stays as it is. */
function build() {
  const { rows, cols } = track.start;
  const board = byId("board");
  board.append(...tiles.values());
  board.setAttribute("aria-label", `Board of ${rows} rows and ${cols} columns`);
  board.style.setProperty("--cols", String(cols));
  board.style.setProperty("--rows", String(rows));
  board.style.setProperty("--digits", data.digits);
  track.stages.forEach(({ length }, stage) => {
    const part = make("i", "", `s${data.parts[stage]}`);
    part.style.flexGrow = String(length);
    if (length) byId("parts").append(part);
  });
  byId("parts").classList.toggle("many", track.stages.length > 40);
  byId("player").hidden = false;
  byId("player").classList.toggle("large", cols > LARGE);
}

player.addEventListener("at", drawAt);
player.addEventListener("playing", drawPlaying);
player.addEventListener("speed", () => (byId("rate").textContent = `${say(player.speed)} a second`));
list.addEventListener("click", (event) => {
  const letter = event.target.closest("button");
  if (letter) player.step(Number(letter.dataset.move) - player.at);
});
document.addEventListener("keydown", (event) => {
  const id = KEYS[event.key];
  if (!id || event.ctrlKey || event.metaKey || event.altKey || event.target === byId("speed")) return;
  // A button that has the focus is pressed by the space bar itself.
  if (event.key === " " && event.target.tagName === "BUTTON") return;
  event.preventDefault();
  byId(id).click();
});
build();
connect(player, LONGEST);
player.load([track]);
byId("board").getBoundingClientRect(); // Tiles are in place before they are told to glide.
byId("board").classList.add("ready");
