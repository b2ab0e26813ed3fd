/** The panel for Schofield's twists: the letters of a solution, each with its corner as it turns. */

import { ask, Latest } from "./api.js";
import { byId, calm, make, note } from "./dom.js";
import { Track } from "./player.js";
import { many } from "./words.js";

/** @typedef {import("./table.js").Table} Table */

const NEEDED = "Twists need a 3 × 3 board and a goal with the blank in the centre.";
/** The upper left cell of each corner, and its name. */
const CORNERS = [
  { row: 0, col: 0, name: "top left" },
  { row: 0, col: 1, name: "top right" },
  { row: 1, col: 1, name: "bottom right" },
  { row: 1, col: 0, name: "bottom left" },
];

/**
 * @typedef {{letter: string, corner: number, clockwise: boolean, elided: boolean, begin: number, end: number}} Part
 */

/** @param {Part} part @returns {string} */
const words = ({ corner, clockwise }) => `${CORNERS[corner].name}, ${clockwise ? "clockwise" : "anticlockwise"}`;

/**
 * @param {Table} table
 * @param {(link: import("./link.js").Link) => Promise<string>} deal
 * @returns {() => void} to be called when the panel is opened
 */
export function connect(table, deal) {
  const latest = new Latest();
  /** @type {Part[]} */
  let parts = [];

  const suits = () => {
    const { rows, cols, cells } = table.game.goal;
    return rows === 3 && cols === 3 && cells[4] === 0;
  };
  const refresh = () => {
    const can = suits();
    byId("twists-show").disabled = !can;
    byId("twists-show").classList.toggle("main", can);
    byId("twists-deal").classList.toggle("main", !can);
    if (table.mode === "show" && parts.length) return;
    byId("twists-letters").replaceChildren();
    byId("twists-now").textContent = "";
    byId("twists-summary").textContent = can ? "" : NEEDED;
  };

  const show = async () => {
    const { board, goal } = table.game;
    try {
      const found = await latest.run((signal) => ask("twists", { board, goal }, signal));
      if (found) begin(board, goal, found);
    } catch (error) {
      note(error.message, "bad");
    }
  };

  const begin = (board, goal, { lead, twists, length }) => {
    let end = lead.length;
    const made = twists.map((twist) => ({ ...twist, begin: end, end: (end += twist.moves.length) }));
    const moves = lead + twists.map((twist) => twist.moves).join("");
    table.show([new Track(board, goal, moves, [], "Twists")]);
    parts = made;
    const first = lead ? `${many(lead.length, "move")} to the centre, then ` : "";
    const counted = `${many(twists.length, "twist")}: ${many(length, "move")}, none is shorter.`;
    byId("twists-summary").textContent = first + counted;
    byId("twists-letters").replaceChildren(...made.map((part) => make("li", {}, [letterButton(part)])));
    turn();
    if (!calm()) table.player.play();
  };

  const letterButton = (part) => {
    const { letter, elided, begin: first, end } = part;
    const label = `${letter}, ${words(part)}${elided ? ", elided" : ""}: show it`;
    const text = make(elided ? "s" : "span", { text: letter });
    const click = () => {
      table.player.step(first - table.player.at);
      if (!calm()) table.player.play(end);
    };
    return make("button", { type: "button", "aria-label": label, click }, [text]);
  };

  /** Show which twist is under way. */
  const turn = () => {
    if (!parts.length || table.mode !== "show") return;
    const { at } = table.player;
    const here = parts.findIndex(({ begin: first, end }) => at >= first && at < end);
    const twist = parts[here];
    table.views[0].setRing(twist ? { ...CORNERS[twist.corner], back: !twist.clockwise, letter: twist.letter } : null);
    byId("twists-now").textContent = twist ? `${twist.letter}: ${words(twist)}` : "";
    [...byId("twists-letters").children].forEach(({ firstElementChild: button }, index) => {
      button.classList.toggle("here", index === here);
      button.classList.toggle("done", at >= parts[index].end);
    });
  };

  byId("twists-show").addEventListener("click", show);
  byId("twists-deal").addEventListener("click", () => deal({ rows: 3, cols: 3, goal: "spiral" }));
  table.player.addEventListener("at", turn);
  for (const name of ["change", "leave"]) table.addEventListener(name, () => latest.cancel());
  for (const name of ["deal", "mode"]) {
    table.addEventListener(name, () => {
      parts = [];
      refresh();
    });
  }
  return refresh;
}
