/** The panel for solving: one method or two side by side, their stages, and solutions to copy and to keep. */

import { ask, fetchFile, Latest } from "./api.js";
import { byId, copy, download, fillSelect, make, many, note, spanText } from "./dom.js";
import { Track } from "./player.js";
import { countSlides } from "./rules.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {{text: string, fits: (board: import("./rules.js").Board, goal: import("./rules.js").Board) => boolean, asked: object}} Method */

const upTo = (most) => (board) => board.cells.length <= most;
const isCentred = ({ rows, cols, cells }) => rows === 3 && cols === 3 && cells[4] === 0;

/** @type {Record<string, Method>} */
const METHODS = {
  auto: { text: "Automatic", fits: () => true, asked: { method: "auto" } },
  combined: { text: "Combined, 2014", fits: (board) => board.rows === 4 && board.cols === 4, asked: { method: "combined" } },
  greedy: { text: "Greedy, 1995", fits: () => true, asked: { method: "greedy" } },
  peel: { text: "Line by line", fits: () => true, asked: { method: "peel" } },
  quick: { text: "Quick", fits: upTo(25), asked: { method: "quick" } },
  optimal: { text: "Shortest", fits: upTo(25), asked: { method: "optimal" } },
  multi: { text: "Fewest slides", fits: upTo(16), asked: { method: "optimal", metric: "multi" } },
  twists: { text: "Twists, 1967", fits: (_, goal) => isCentred(goal), asked: { method: "twists" } },
};

const NOTATIONS = {
  blank: "Blank",
  tile: "Tiles",
  short: "Tiles, short",
  number: "Numbers",
  twists: "Twists",
};

/** @param {Table} table */
export function connect(table) {
  const latest = new Latest();
  /** @type {any[]} */
  let answers = [];

  const solve = async () => {
    const names = [byId("method").value, byId("second").value].filter((name) => name !== "none");
    const { board, goal } = table.game;
    busy(true);
    try {
      const work = (signal) =>
        Promise.all(names.map((name) => ask("solve", { board, goal, ...METHODS[name].asked }, signal)));
      const found = await latest.run(work);
      if (!found) return;
      answers = found;
      table.show(found.map((answer, index) => new Track(board, goal, answer.moves, answer.stages, METHODS[names[index]].text)));
      showAnswers(names);
      if (!calm()) table.player.play();
    } catch (error) {
      note(error.message, "bad");
    } finally {
      if (!latest.busy) busy(false);
    }
  };

  const busy = (yes) => {
    byId("solve").disabled = yes;
    byId("stop").hidden = !yes;
    note(yes ? "Solving …" : byId("note").textContent === "Solving …" ? "" : byId("note").textContent);
  };

  const showAnswers = (names) => {
    byId("summaries").replaceChildren(...answers.map((answer, index) => summary(table, answer, index)));
    byId("which-field").hidden = answers.length < 2;
    fillSelect(byId("which"), names.map((name, index) => [String(index), METHODS[name].text]));
    byId("which").value = "0";
    byId("result").hidden = false;
    showText();
    showStages(table);
  };

  const answer = () => answers[Number(byId("which").value)];
  const showText = () => {
    const { notation } = answer();
    fillSelect(byId("notation"), Object.keys(NOTATIONS).filter((kind) => notation[kind] != null).map((kind) => [kind, NOTATIONS[kind]]));
    byId("solution-text").value = notation[byId("notation").value];
  };
  const save = async (format) => {
    const { board, goal, moves, stages } = answer();
    note(`Drawing the ${format.toUpperCase()} …`);
    try {
      download(await fetchFile("picture", { board, goal, moves, stages, colours: "stage", format }), `puzzle15.${format}`);
      note(`The ${format.toUpperCase()} is in your downloads.`);
    } catch (error) {
      note(error.message, "bad");
    }
  };

  byId("solve").addEventListener("click", solve);
  byId("stop").addEventListener("click", () => {
    latest.cancel();
    busy(false);
    byId("solve").focus();
  });
  byId("which").addEventListener("change", showText);
  byId("notation").addEventListener("change", showText);
  byId("copy-solution").addEventListener("click", async () => {
    const done = await copy(byId("solution-text").value);
    if (!done) byId("solution-text").select();
    note(done ? "The solution is in the clipboard." : "Press Ctrl C to copy the solution.");
  });
  byId("get-gif").addEventListener("click", () => save("gif"));
  byId("get-svg").addEventListener("click", () => save("svg"));
  byId("solve-close").addEventListener("click", () => {
    table.close();
    byId("solve").focus();
  });
  table.player.addEventListener("at", () => showStages(table));
  table.addEventListener("deal", () => showMethods(table));
  table.addEventListener("mode", () => {
    if (table.mode !== "show") byId("result").hidden = true;
    if (latest.busy && table.mode === "draft") byId("stop").click();
  });
}

/** @returns {boolean} whether the visitor wants nothing to move by itself */
export function calm() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** @param {Table} table the methods that suit the board */
function showMethods({ game }) {
  const options = Object.entries(METHODS).map(([name, { text, fits }]) => [name, text, fits(game.start, game.goal)]);
  fillSelect(byId("method"), options);
  fillSelect(byId("second"), [["none", "No other"], ...options]);
}

/** @param {Table} table @param {any} found @param {number} index @returns {HTMLElement} what was found, and its stages */
function summary(table, found, index) {
  const { label, ends } = table.player.tracks[index];
  const proven = found.optimal ? "none is shorter" : `a shortest has at least ${found.lower_bound}`;
  const searched = found.nodes ? `, ${many(found.nodes, "board")} searched` : "";
  const stages = found.stages.map((stage, number) =>
    make("li", {}, [
      make("button", {
        type: "button",
        class: "stage",
        "data-colour": number % 8,
        "data-end": ends[number],
        "data-begin": ends[number] - stage.moves.length,
        "aria-label": `Stage ${stage.name}, ${many(stage.moves.length, "move")}: go to its end`,
        text: `${stage.name} ${stage.moves.length}`,
        click: () => table.player.step(ends[number] - table.player.at),
      }),
    ]),
  );
  return make("section", { class: "summary" }, [
    make("h2", { text: label }),
    make("p", {}, [
      make("strong", { text: many(found.length, "move") }),
      ` in ${many(found.multi ?? countSlides(found.moves), "slide")}; ${proven}. Found in ${spanText(found.seconds)}${searched}.`,
    ]),
    make("ol", { class: "stages", "aria-label": "Stages" }, stages),
  ]);
}

/** @param {Table} table which stages are done, and which is under way */
function showStages({ player }) {
  for (const button of document.querySelectorAll(".stage")) {
    button.classList.toggle("done", player.at >= Number(button.dataset.end));
    const here = player.at > Number(button.dataset.begin) && player.at < Number(button.dataset.end);
    button.classList.toggle("here", here);
  }
}
