/** The numbers above the board: moves, slides, time, and how far it is to the goal. */

import { ask, Latest } from "./api.js";
import { byId, clockText } from "./dom.js";

/** @typedef {import("./table.js").Table} Table */

const PAUSE = 120;
const HOW = { table: "read from a table", search: "found by a search", bound: "what is proven so far" };

/** @param {Table} table */
export function connect(table) {
  const latest = new Latest();
  let waiting = 0;

  const showTime = () => (byId("count-time").textContent = clockText(table.game.seconds));
  const show = () => {
    const { game } = table;
    byId("count-moves").textContent = String(game.moves.length);
    byId("count-slides").textContent = String(game.multi);
    byId("undo").disabled = !game.canUndo;
    byId("redo").disabled = !game.canRedo;
    showTime();
    clearTimeout(waiting);
    latest.cancel();
    byId("count-left").classList.add("stale");
    if (game.solved) showLeft({ exact: 0, lower_bound: 0, how: "table" });
    else waiting = setTimeout(measure, PAUSE);
  };
  const measure = async () => {
    const { board, goal } = table.game;
    try {
      const left = await latest.run((signal) => ask("distance", { board, goal }, signal));
      if (left) showLeft(left);
    } catch {
      // The number is only a comfort: one can play on without it.
      write("?", "", "");
    }
  };

  table.addEventListener("deal", () => write("…", "", ""));
  table.addEventListener("change", show);
  setInterval(showTime, 500);
}

/** @param {{exact: number | null, lower_bound: number, how: "table" | "search" | "bound"}} left */
function showLeft({ exact, lower_bound, how }) {
  write(String(exact ?? lower_bound), exact === null ? "at least" : "exactly", HOW[how] ?? "");
}

/** @param {string} number @param {string} kind @param {string} title */
function write(number, kind, title) {
  byId("count-left").textContent = number;
  byId("count-left").classList.remove("stale");
  byId("count-left").title = title;
  byId("left-kind").textContent = kind;
}
