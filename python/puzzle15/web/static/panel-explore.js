/** The panel that counts the boards of a small puzzle by distance, and shows the farthest ones. */

import { ask, Latest } from "./api.js";
import { byId, draw, fillSelect, make, spanText } from "./dom.js";
import { GOALS } from "./link.js";
import { fromLists, toText } from "./rules.js";
import { many } from "./words.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./rules.js").Board} Board */

const SIZES = ["2x2", "2x3", "2x4", "2x5", "3x3", "3x4"];
const [WIDTH, HEIGHT, FOOT] = [360, 170, 22];

/**
 * @param {Table} table
 * @param {(name: string) => void} open a tab
 */
export function connect(table, open) {
  const latest = new Latest();

  const count = async () => {
    const [rows, cols] = byId("explore-size").value.split("x").map(Number);
    const [metric, goal] = [byId("explore-metric").value, byId("explore-goal").value];
    byId("explore-summary").textContent = "Counting …";
    byId("explore-summary").className = "";
    try {
      const found = await latest.run((signal) => ask("explore", { rows, cols, metric, goal }, signal));
      if (found) show(found, fromLists(found.goal), goal, metric === "multi" ? "slide" : "move");
    } catch (error) {
      byId("explore-summary").textContent = error.message;
      byId("explore-summary").className = "bad";
    }
  };

  const show = (found, goal, name, unit) => {
    const { states, diameter, mean, seconds, counts, antipodes } = found;
    byId("explore-summary").textContent =
      `${many(states, "board")}; the hardest take ${many(diameter, unit)}, the mean is ${mean.toFixed(2)}. ` +
      `Counted in ${spanText(seconds)}.`;
    const caption = make("figcaption", { id: "bar", class: "hint", text: `Boards by ${unit}s needed` });
    byId("histogram").replaceChildren(histogram(counts, unit), caption, tableOf(counts, unit));
    byId("hardest-title").textContent = hardestTitle(antipodes.length, counts.at(-1));
    const label = (board) => `Play ${toText(board)}, ${many(diameter, unit)}`;
    byId("hardest").replaceChildren(
      ...antipodes.map(fromLists).map((board) => make("li", {}, [small(board, goal, name, label(board))])),
    );
    byId("hardest-part").hidden = !antipodes.length;
  };

  /**
   * @param {Board} board
   * @param {Board} goal
   * @param {string} name of the goal
   * @param {string} label
   * @returns {HTMLElement} a board to choose
   */
  const small = (board, goal, name, label) => {
    const { rows, cols, cells } = board;
    const choose = () => {
      table.deal(board, goal, { rows, cols, goal: name, cells });
      open("play");
      byId("board").focus();
    };
    const tiles = cells.map((tile) => make("span", { class: tile ? "" : "blank", text: tile ? String(tile) : "" }));
    const button = make("button", { type: "button", class: "small", "aria-label": label, click: choose }, tiles);
    button.style.setProperty("--cols", String(cols));
    return button;
  };

  fillSelect(byId("explore-size"), SIZES.map((size) => [size, size.replace("x", " × ")]));
  byId("explore-size").value = "3x3";
  fillSelect(byId("explore-goal"), Object.entries(GOALS));
  byId("explore-go").addEventListener("click", count);
}

/** @param {number} shown @param {number} all @returns {string} */
function hardestTitle(shown, all) {
  if (all === 1) return "The hardest board";
  return shown < all ? `${shown} of the ${all.toLocaleString("en")} hardest boards` : `The ${all} hardest boards`;
}

/**
 * @param {number[]} counts
 * @param {string} unit
 * @returns {SVGElement} a bar for each distance; the caption describes the one pointed at
 */
function histogram(counts, unit) {
  const most = Math.max(...counts);
  const step = WIDTH / counts.length;
  const bars = counts.map((count, depth) => {
    const height = Math.max((count / most) * (HEIGHT - 6), 1);
    const tell = () => (byId("bar").textContent = `${many(depth, unit)}: ${many(count, "board")}`);
    const [x, y, width] = [(depth + 0.1) * step, HEIGHT - height, step * 0.8];
    return draw("g", { pointerenter: tell, click: tell }, [
      draw("rect", { class: "reach", x: depth * step, y: 0, width: step, height: HEIGHT }),
      draw("rect", { class: "bar", x, y, width, height, rx: Math.min(2, step / 4) }),
    ]);
  });
  const every = Math.ceil(counts.length / 8 / 5) * 5;
  const ticks = counts.flatMap((_, depth) =>
    depth % every ? [] : [draw("text", { x: (depth + 0.5) * step, y: HEIGHT + FOOT - 5 }, [String(depth)])],
  );
  return draw("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT + FOOT}`, "aria-hidden": "true" }, [...bars, ...ticks]);
}

/** @param {number[]} counts @param {string} unit @returns {HTMLElement} the same in numbers */
function tableOf(counts, unit) {
  const row = (depth, count) => {
    const scope = count === "boards" ? "col" : "row";
    return make("tr", {}, [make("th", { scope, text: depth }), make(scope === "col" ? "th" : "td", { text: count })]);
  };
  const rows = counts.map((count, depth) => row(String(depth), count.toLocaleString("en")));
  const parts = [make("thead", {}, [row(`${unit}s`, "boards")]), make("tbody", {}, rows)];
  return make("details", {}, [make("summary", { text: "In numbers" }), make("table", { class: "numbers" }, parts)]);
}
