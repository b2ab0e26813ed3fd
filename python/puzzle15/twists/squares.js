// What the book knows of twists, without the page: boards, paths, and codes as people write them. rules.js knows
// how the blank moves. A board here is nine cells, row by row, with pieces 0 to 7 and -1 for the blank; a path is
// a string of twists.
const CELL = [3, 0, 1, 2, 5, 8, 7, 6];  // Where each square is, row by row; the blank's own is 4.
const MOVES = { A: "ULDR", B: "RULD", C: "DRUL", D: "LDRU", W: "LURD", X: "URDL", Y: "RDLU", Z: "DLUR" };
const UNDONE = { A: "W", B: "X", C: "Y", D: "Z", W: "A", X: "B", Y: "C", Z: "D" };

const odd = (list) => list.filter((_, i) => list.slice(i).filter((q) => q < list[i]).length % 2).length % 2;
const ring = (cells) => CELL.map((cell) => cells[cell]).join("");
const cellsOf = (code) => {
  const list = [...code].map(Number), rest = [0, 1, 2, 3, 4, 5, 6, 7].filter((p) => !list.includes(p));
  const all = [...list, ...(odd([...list, ...rest]) ? rest.reverse() : rest)];
  return Array.from({ length: 9 }, (_, cell) => all[CELL.indexOf(cell)] ?? -1);
};

// The board after moves of the blank; rules.js counts tiles from 1.
const moved = (cells, moves) =>
  play({ rows: 3, cols: 3, cells: cells.map((p) => p + 1) }, moves).cells.map((tile) => tile - 1);

// A twist is elided if it would begin by taking back the last move of the one before.
const elided = (twists, i) => i > 0 && i < twists.length
  && MOVES[twists[i - 1]][3] === BACK[MOVES[twists[i]][0]];
// The moves of the first n twists; if the next is elided, the blank does not come home.
const movesOf = (twists, n = twists.length) => [...twists].slice(0, n).map((name, i) =>
  MOVES[name].slice(elided(twists, i) ? 1 : 0, elided(twists, i + 1) ? 3 : 4)).join("");

// Six numbers, all eight, or a board row by row: with _ in the centre, or 0 there and 8 for the piece 0.
function read(text) {
  const other = text.match(/[^\d_\s,;/.]/);
  if (other) return { wrong: `A code has numbers only, not “${other[0]}”.` };
  let all = text.replace(/[^\d_]/g, "");
  const board = /[/_]/.test(text) || (all.length === 9 && all.includes("8"));
  if (board && all.length === 8 && !/[8_]/.test(all)) all = `${all.slice(0, 4)}_${all.slice(4)}`;
  if (board && !all.includes("_")) all = all.replace("0", "_");
  if (board && !all.includes("0")) all = all.replace("8", "0");
  const high = all.match(/[89]/), twice = [...all].find((p, i) => all.indexOf(p) < i);
  if (high) return { wrong: `${high} is not a piece: they are 0 to 7.` };
  if (twice) return { wrong: `${twice === "_" ? "The blank" : twice} is there twice.` };
  const left = (board ? 9 : all.length > 6 ? 8 : 6) - all.length;
  if (left) return { short: `A code has six numbers, or all eight: ${left} more to come.` };
  if (board && all[4] !== "_") return { wrong: "The blank must be in the centre." };
  return { cells: cellsOf(board ? ring(all) : all) };
}
