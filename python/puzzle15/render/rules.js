// What the page knows of the puzzle, without the page. A tile is known by its home: tile i is at home in cell i,
// and its number is goal[i]. A film is a board with its moves; any of its moments can be gone to.
"use strict";
const OPPOSITE = { L: "right", R: "left", U: "down", D: "up" };  // Where the tile goes if the blank goes there.

function makeFilm({ cols, start, goal, moves, stages }) {
  const home = new Map(goal.map((tile, cell) => [tile, cell]));
  const hole = home.get(0), step = { L: -1, R: 1, U: -cols, D: cols };
  const cells = Int32Array.from(start, (tile) => home.get(tile));
  const places = new Int32Array(cells.length);  // The cell of each tile.
  cells.forEach((tile, cell) => { places[tile] = cell; });
  const ends = [];
  for (const [, length] of stages) ends.push((ends.at(-1) ?? 0) + length);
  const film = { cols, goal, moves, stages, ends, hole, cells, places, at: 0, total: moves.length };

  function slide(from, to) {
    const tile = cells[from];
    cells[to] = tile;
    cells[from] = hole;
    places[tile] = to;
    places[hole] = from;
  }
  // The board after so many moves: forwards or backwards from where it is, a look-up a move.
  film.go = (target) => {
    const to = Math.max(0, Math.min(film.total, Math.round(target) || 0));
    for (; film.at < to; film.at++) slide(places[hole] + step[moves[film.at]], places[hole]);
    for (; film.at > to; film.at--) slide(places[hole] - step[moves[film.at - 1]], places[hole]);
    return film;
  };
  return film;
}

// The stage of a move, counted from 0; moves that no stage has belong to the last one.
const stageOf = (film, move) => {
  const found = film.ends.findIndex((end) => move < end);
  return found < 0 ? film.stages.length - 1 : found;
};
const isSolved = (film) => film.cells.every((tile, cell) => tile === cell);

// A tile in words, for people who do not see it; rows and columns count from 1.
const nameOf = (film, tile) => {
  const cell = film.places[tile], row = Math.floor(cell / film.cols) + 1, col = (cell % film.cols) + 1;
  const name = tile === film.hole ? "blank" : `tile ${film.goal[tile]}`;
  return `${name}, row ${row}, column ${col}${cell === tile ? ", home" : ""}`;
};
// The move just made, in words.
const wordsOf = (film) => {
  if (isSolved(film)) return "Solved.";
  if (!film.at) return "The start.";
  const letter = film.moves[film.at - 1], step = { L: 1, R: -1, U: film.cols, D: -film.cols }[letter];
  const tile = film.cells[film.places[film.hole] + step];
  return `${film.stages[stageOf(film, film.at - 1)][0]}: ${film.goal[tile]} goes ${OPPOSITE[letter]}.`;
};

// The moves to list when so many are made: all of them if they are few, else a page of them.
const pageOf = (at, total, size = 400) => {
  if (total <= 2 * size) return [0, total];
  const first = Math.floor(Math.max(0, at - 1) / size) * size;
  return [first, Math.min(total, first + size)];
};
// The parts of the stages that lie on a page: number of the stage, first move, move after the last.
const piecesOf = (film, first, last) => film.ends
  .map((end, i) => [i, Math.max(first, i ? film.ends[i - 1] : 0), Math.min(last, end)])
  .filter(([, begin, end]) => begin < end);

// Moves a second, by notch of the knob; a film of a minute or less if a knob allows it.
const rateOf = (notch) => 2 ** notch;
const notchFor = (total) => Math.max(2, Math.min(10, Math.ceil(Math.log2(total / 60))));
