/** The panel for playing: size, goal, seed, link; and the buttons below the board. */

import { ask, Latest } from "./api.js";
import { fetchGame } from "./dealing.js";
import { announce, byId, copy, fillSelect, make, note } from "./dom.js";
import { GOALS, read, write } from "./link.js";
import { BACK, toText } from "./rules.js";
import { WORD, many } from "./words.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./link.js").Link} Link */

const SIZES = [2, 3, 4, 5, 6, 7, 8, 9, 10];
/** What is dealt when nothing else is asked for. */
export const USUAL = { rows: 4, cols: 4, goal: "rows" };

/**
 * @param {Table} table
 * @param {(name: string) => void} open a tab
 * @returns {(link: Link) => Promise<string>} deals the game of a link; says why if it does not
 */
export function connect(table, open) {
  const latest = new Latest();
  const hints = new Latest();

  const deal = async (link) => {
    try {
      const found = await latest.run((signal) => fetchGame(link, signal));
      if (!found) return "Another board was asked for.";
      table.deal(found.board, found.goal, found.link);
      return "";
    } catch (error) {
      showAddress();
      showChoice();
      note(error.message, "bad");
      return error.message;
    }
  };
  const showAddress = () => {
    if (table.link) history.replaceState(null, "", write(table.link));
  };
  const follow = () => {
    const link = read(location.hash);
    if (link) return deal(link);
    showAddress();
    return note("This address does not lead to a board, so this one stays.", "bad");
  };

  const showChoice = () => {
    const { rows, cols, goal, seed } = table.link ?? USUAL;
    fillSelect(byId("goal"), goalOptions(goal));
    byId("rows").value = String(rows);
    byId("cols").value = String(cols);
    byId("goal").value = typeof goal === "string" ? goal : Array.isArray(goal) ? "own" : "missing";
    byId("missing-field").hidden = byId("goal").value !== "missing";
    byId("missing").max = String(rows * cols);
    byId("missing").value = String(goal.missing ?? rows * cols);
    byId("seed").value = seed ?? "";
    const name = goal.missing ? `${goal.missing} missing` : byId("goal").selectedOptions[0].text.toLowerCase();
    byId("subtitle").textContent = `${rows} × ${cols}, ${name}`;
    showGoal(table.game.goal);
  };

  const chosen = () => {
    const [rows, cols] = [Number(byId("rows").value), Number(byId("cols").value)];
    const name = byId("goal").value;
    const fits = table.link && table.link.rows === rows && table.link.cols === cols;
    if (name === "own") return { rows, cols, goal: fits ? table.link.goal : "rows" };
    return { rows, cols, goal: name === "missing" ? { missing: missing() } : name };
  };

  /** What is chosen, with a seed that was typed and not dealt yet. */
  const typed = () => {
    const seed = byId("seed").value.trim();
    return seed && seed !== table.link?.seed ? { ...chosen(), seed } : chosen();
  };

  const hint = async () => {
    const { board, goal, solved } = table.game;
    if (solved) return note("It is solved.", "good");
    try {
      const found = await hints.run((signal) => ask("hint", { board, goal }, signal));
      if (!found || table.game.board !== board || table.mode !== "game") return undefined;
      table.views[0].mark([found.tile], "hinted");
      const way = `${found.tile} goes ${WORD[BACK[found.move]]}, then it is `;
      if (found.length === 1) return note(`${way}solved.`);
      return note(`${way}${many(found.length - 1, "move")}${found.optimal ? ", a shortest path" : " this way"}.`);
    } catch (error) {
      return note(error.message, "bad");
    }
  };

  fillSelect(byId("rows"), SIZES.map((size) => [String(size), String(size)]));
  fillSelect(byId("cols"), SIZES.map((size) => [String(size), String(size)]));
  for (const id of ["rows", "cols", "missing"]) byId(id).addEventListener("change", () => deal(typed()));
  byId("goal").addEventListener("change", () => {
    if (byId("goal").value !== "hand") return deal(typed());
    showChoice();
    table.settingGoal = true;
    return open("position");
  });
  byId("seed-form").addEventListener("submit", (event) => {
    event.preventDefault();
    const seed = byId("seed").value.trim();
    deal(seed ? { ...chosen(), seed } : chosen());
  });
  byId("shuffle").addEventListener("click", () => deal(chosen()));
  byId("undo").addEventListener("click", () => keepFocus("undo", () => table.undo()));
  byId("redo").addEventListener("click", () => keepFocus("redo", () => table.redo()));
  byId("hint").addEventListener("click", hint);
  byId("copy-link").addEventListener("click", async () => {
    const { moves, board } = table.game;
    const { rows, cols, goal } = table.link;
    const link = moves ? { rows, cols, goal, cells: board.cells } : table.link;
    const { href } = new URL(write(link), location.href);
    const what = moves ? "A link to the board as it is now" : "The link";
    note((await copy(href)) ? `${what} is in the clipboard.` : `${what}: ${href}`);
  });
  table.addEventListener("deal", () => {
    showAddress();
    showChoice();
    announce(`${table.game.start.rows} by ${table.game.start.cols} board dealt`);
  });
  window.addEventListener("hashchange", follow);
  return deal;
}

/** @param {import("./rules.js").Board} goal drawn small */
function showGoal(goal) {
  byId("goal-board").style.setProperty("--cols", String(goal.cols));
  byId("goal-board").ariaLabel = `Goal: ${toText(goal)}`;
  byId("goal-board").replaceChildren(
    ...goal.cells.map((tile) => make("span", { class: tile ? "" : "blank", text: tile ? String(tile) : "" })),
  );
}

/** @param {import("./link.js").Goal} goal that is played now @returns {[string, string][]} */
function goalOptions(goal) {
  const own = Array.isArray(goal) ? [["own", "Set by hand"]] : [];
  const again = Array.isArray(goal) ? "Another by hand…" : "By hand…";
  return [...Object.entries(GOALS), ["missing", "Number missing"], ...own, ["hand", again]];
}

/** @returns {number} the number that is to be missing; the server says if it is wrong */
function missing() {
  return Math.round(byId("missing").valueAsNumber) || 0;
}

/** @param {string} id of a button that may switch itself off @param {() => void} press */
function keepFocus(id, press) {
  const focused = document.activeElement === byId(id);
  press();
  if (focused && byId(id).disabled) byId("board").focus();
}
