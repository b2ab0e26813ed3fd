/** The panel for positions: typed, pasted or arranged by hand, with what is wrong and how to mend it. */

import { ask, Latest } from "./api.js";
import { byId, make } from "./dom.js";
import { GOALS, nameGoal } from "./link.js";
import { fromLists, hasTiles, isSame, toLists, toText } from "./rules.js";
import { many } from "./words.js";

/** @typedef {import("./table.js").Table} Table */

const PAUSE = 200;
const MOST = 10;

/**
 * @param {Table} table
 * @param {(link: import("./link.js").Link) => Promise<string>} deal gives the reason if it does not
 * @param {(name: string) => void} open a tab
 * @returns {() => void} begins with the board of the game
 */
export function connect(table, deal, open) {
  const latest = new Latest();
  /** What the server says about the text, if it is a board. */
  let found = null;
  let waiting = 0;
  /** Whether a goal is being arranged. */
  let setting = false;

  const check = async () => {
    found = null;
    allow(false, false);
    byId("position-swap").hidden = true;
    try {
      const answer = await latest.run((signal) => question(byId("position").value, table.game.goal, signal));
      if (answer) accept(answer);
    } catch (error) {
      refuse(error);
    }
  };

  const accept = (answer) => {
    found = answer;
    table.arrange(fromLists(answer.board), fromLists(answer.goal));
    table.views[0].mark(answer.swap ?? [], "swap");
    byId("position-swap").hidden = !answer.swap;
    byId("position-swap").textContent = answer.swap ? `Swap ${answer.swap.join(" and ")}` : "";
    const text = setting ? "Exchange tiles, then make it the goal." : verdict(answer, goalWords(answer.goal));
    say([text], setting ? "" : answer.solvable ? "good" : "warn");
    allow(answer.solvable, true);
  };

  /** @param {number[][]} lists @returns {string} a goal in words */
  const goalWords = (lists) => {
    const goal = fromLists(lists);
    const name = isSame(goal, table.game.goal) ? table.link.goal : nameGoal(goal.cells);
    if (!Array.isArray(name)) return name.missing ? `with ${name.missing} missing` : GOALS[name].toLowerCase();
    return goal.cells.length > 16 ? "of the game" : toText(goal);
  };

  const refuse = (error) => {
    table.views[0].mark([], "swap");
    byId("position-swap").hidden = true;
    const reasons = error.details?.reasons ?? [];
    const list = make("ul", {}, reasons.map((text) => make("li", { text })));
    say(reasons.length ? ["This is not a board:", list] : [sentence(error.message)], "bad");
    allow(false, false);
  };

  byId("position").addEventListener("input", () => {
    clearTimeout(waiting);
    latest.cancel();
    allow(false, false);
    waiting = setTimeout(check, PAUSE);
  });
  table.addEventListener("draft", () => {
    byId("position").value = write(table.draft);
    check();
  });
  byId("position-swap").addEventListener("click", async () => {
    byId("position").value = write(fromLists(found.nearest));
    await check();
    byId("position-play").focus();
  });
  byId("position-play").addEventListener("click", () => {
    const [board, goal] = [fromLists(found.board), fromLists(found.goal)];
    const { rows, cols, cells } = board;
    const same = isSame(goal, table.game.goal);
    table.deal(board, goal, { rows, cols, goal: same ? table.link.goal : nameGoal(goal.cells), cells });
    open("play");
    byId("board").focus();
  });
  byId("position-goal").addEventListener("click", async () => {
    const { rows, cols, cells } = fromLists(found.board);
    if (await deal({ rows, cols, goal: cells })) return;
    open("play");
    byId("board").focus();
  });
  const begin = () => {
    setting = table.settingGoal;
    table.settingGoal = false;
    byId("position-play").classList.toggle("main", !setting);
    byId("position-goal").classList.toggle("main", setting);
    byId("position").value = write(setting ? table.game.goal : table.game.board);
    check();
  };
  table.addEventListener("leave", () => {
    clearTimeout(waiting);
    latest.cancel();
  });
  table.addEventListener("deal", () => {
    if (byId("position").checkVisibility()) begin();
  });
  return begin;
}

/** @param {any} answer @param {string} goal @returns {string} first whether it can be solved, then why */
function verdict({ solvable, swap, reason, manhattan }, goal) {
  const named = `for the goal ${goal}`;
  if (!solvable) {
    const swapped = `with the outlined tiles ${swap.join(" and ")} swapped it can`;
    return `It cannot be solved ${named}; ${swapped}. ${sentence(reason)}`;
  }
  if (!manhattan) return "It is solved.";
  return `It can be solved ${named}. The tiles are ${many(manhattan, "step")} from home.`;
}

/**
 * Ask what a text is, and compare it with the goal of the game if that has the same tiles.
 * @param {string} text
 * @param {import("./rules.js").Board} goal
 * @param {AbortSignal} signal
 * @returns {Promise<any>}
 */
async function question(text, goal, signal) {
  const answer = await ask("check", { board: text.trim().replace(/\s*\n\s*/g, "/") }, signal);
  if (Math.max(answer.rows, answer.cols) > MOST) {
    throw new RangeError(`boards here have up to ${MOST} rows and columns, not ${answer.rows} and ${answer.cols}`);
  }
  const board = fromLists(answer.board);
  return hasTiles(board, goal) ? ask("check", { board, goal }, signal) : answer;
}

/** @param {import("./rules.js").Board} board @returns {string} a row a line, in columns */
function write(board) {
  const width = String(Math.max(...board.cells)).length;
  return toLists(board).map((row) => row.map((tile) => String(tile).padStart(width)).join(" ")).join("\n");
}

/** @param {(Node | string)[]} children @param {string} mood */
function say(children, mood) {
  byId("verdict").replaceChildren(...children);
  byId("verdict").className = mood;
}

/** @param {boolean} play @param {boolean} goal what can be done with it */
function allow(play, goal) {
  byId("position-play").disabled = !play;
  byId("position-goal").disabled = !goal;
}

/** @param {string} text @returns {string} with a capital and a full stop */
function sentence(text) {
  const whole = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.?!]$/.test(whole) ? whole : `${whole}.`;
}
