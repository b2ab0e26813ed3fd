/** The panel for solving: one method or two side by side, their stages, and solutions to copy and to keep. */

import { ask, fetchFile, Latest } from "./api.js";
import { byId, calm, copy, download, fillSelect, make, many, note, spanText } from "./dom.js";
import { Track } from "./player.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./rules.js").Board} Board */
/**
 * @typedef {{text: string, asked: object, fits?: (board: Board, goal: Board) => boolean, only?: string}} Method
 */

const upTo = (most) => ({ fits: ({ cells }) => cells.length <= most, only: `up to ${most} cells` });
const isFour = ({ rows, cols }) => rows === 4 && cols === 4;
const isCentred = (_, { rows, cols, cells }) => rows === 3 && cols === 3 && cells[4] === 0;

/**
 * @type {Record<string, Method>} What they are called, what is asked of the server, and which boards they are for.
 */
const METHODS = {
  auto: { text: "Automatic", asked: { method: "auto" } },
  combined: { text: "Combined, 2014", asked: { method: "combined" }, fits: isFour, only: "4 × 4" },
  greedy: { text: "Greedy, 1995", asked: { method: "greedy" } },
  peel: { text: "Line by line", asked: { method: "peel" } },
  quick: { text: "Quick", asked: { method: "quick" }, ...upTo(25) },
  optimal: { text: "Shortest", asked: { method: "optimal" }, ...upTo(25) },
  multi: { text: "Fewest slides", asked: { method: "optimal", metric: "multi" }, ...upTo(16) },
  twists: { text: "Twists, 1967", asked: { method: "twists" }, fits: isCentred, only: "3 × 3, spiral" },
};

const NOTATIONS = {
  blank: "Blank",
  tile: "Tiles",
  short: "Tiles, short",
  number: "Numbers",
  twists: "Twists",
};

const SOLVING = "Solving …";
/** Longer solutions are not drawn as SVG. */
const LONGEST_SVG = 2000;

/** @param {Table} table */
export function connect(table) {
  const latest = new Latest();
  /** @type {any[]} */
  let answers = [];

  const solve = async () => {
    if (latest.busy) return;
    const names = [byId("method").value, byId("second").value].filter((name) => name !== "none");
    const { board, goal } = table.game;
    busy(true);
    try {
      const work = (signal) =>
        Promise.all(names.map((name) => ask("solve", { board, goal, ...METHODS[name].asked }, signal)));
      const found = await latest.run(work);
      if (!found) return;
      answers = found;
      const texts = names.map((name) => METHODS[name].text);
      table.show(found.map(({ moves, stages }, index) => new Track(board, goal, moves, stages, texts[index])));
      showAnswers(texts);
      if (!calm()) table.player.play();
    } catch (error) {
      note(error.message, "bad");
    } finally {
      if (!latest.busy) busy(false);
    }
  };

  const busy = (yes) => {
    // A button that is disabled or hidden would lose the focus.
    byId("solve").ariaDisabled = String(yes);
    if (!yes && document.activeElement === byId("stop")) byId("solve").focus();
    byId("stop").hidden = !yes;
    if (yes) note(SOLVING);
    else if (byId("note").textContent === SOLVING) note("");
  };

  const showAnswers = (texts) => {
    byId("summaries").replaceChildren(...answers.map((answer, index) => summary(table, answer, index)));
    byId("which-field").hidden = answers.length < 2;
    fillSelect(byId("which"), texts.map((text, index) => [String(index), text]));
    byId("which").value = "0";
    byId("result").hidden = false;
    showText();
    showStages(table);
  };

  const answer = () => answers[Number(byId("which").value)];
  const showText = () => {
    const { notation, length } = answer();
    fillSelect(byId("notation"), Object.entries(NOTATIONS).filter(([kind]) => kind in notation));
    byId("solution-text").value = notation[byId("notation").value];
    byId("get-svg").disabled = length > LONGEST_SVG;
    byId("get-svg").title = length > LONGEST_SVG ? `SVG has up to ${many(LONGEST_SVG, "move")}` : "";
  };
  const save = async (format) => {
    const { board, goal, moves, stages } = answer();
    note(`Drawing the ${format.toUpperCase()} …`);
    try {
      const asked = { board, goal, moves, stages, colours: "stage", format };
      download(await fetchFile("picture", asked), `puzzle15.${format}`);
      note(`The ${format.toUpperCase()} is in your downloads.`);
    } catch (error) {
      note(error.message, "bad");
    }
  };

  byId("solve").addEventListener("click", solve);
  const stop = () => {
    if (!latest.busy) return;
    latest.cancel();
    busy(false);
  };
  byId("stop").addEventListener("click", stop);
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
  });
  // What is found for another board than the one on the table is of no use.
  for (const name of ["change", "leave"]) table.addEventListener(name, stop);
}

/** @param {Table} table the methods that suit the board */
function showMethods({ game }) {
  const options = Object.entries(METHODS).map(([name, { text, fits, only }]) => {
    const can = fits ? fits(game.start, game.goal) : true;
    return [name, can ? text : `${text} (${only})`, can];
  });
  fillSelect(byId("method"), options);
  fillSelect(byId("second"), [["none", "No other"], ...options]);
}

/**
 * @param {Table} table
 * @param {any} found
 * @param {number} index
 * @returns {HTMLElement} what was found, and its stages
 */
function summary(table, found, index) {
  const { label, ends } = table.player.tracks[index];
  const proven = found.optimal ? "none is shorter" : `a shortest has at least ${found.lower_bound}`;
  const searched = found.nodes ? `, ${many(found.nodes, "board")} searched` : "";
  const how = `Found in ${spanText(found.seconds)}${searched}.`;
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
      ` in ${many(found.multi, "slide")}; ${proven}. ${how}`,
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
