/** Games from links: the server makes the goal and shuffles, so that a seed gives the same board everywhere. */

import { ask } from "./api.js";
import { fromLists } from "./rules.js";

/** @typedef {import("./link.js").Link} Link */
/** @typedef {import("./rules.js").Board} Board */

/**
 * @param {Link} link without a seed, one is drawn
 * @param {AbortSignal} [signal]
 * @returns {Promise<{board: Board, goal: Board, link: Link}>}
 */
export async function fetchGame(link, signal) {
  const { rows, cols, seed, cells } = link;
  const goal = await fetchGoal(link, signal);
  if (cells) {
    const found = await ask("check", { board: { rows, cols, cells }, goal }, signal);
    if (!found.solvable) throw new Error(`This board cannot be solved: ${found.reason}.`);
    return { board: fromLists(found.board), goal: fromLists(found.goal), link };
  }
  const found = await ask("random", { rows, cols, goal, seed }, signal);
  return { board: fromLists(found.board), goal: fromLists(found.goal), link: { ...link, seed: found.seed } };
}

/**
 * @param {Link} link
 * @param {AbortSignal} [signal]
 * @returns {Promise<string | Board>} the goal as the server takes it
 */
async function fetchGoal({ rows, cols, goal }, signal) {
  if (typeof goal === "string") return goal;
  if (Array.isArray(goal)) return { rows, cols, cells: goal };
  const found = await ask("goal", { rows, cols, missing: goal.missing }, signal);
  return fromLists(found.goal);
}
