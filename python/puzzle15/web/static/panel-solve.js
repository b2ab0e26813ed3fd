/** The panel for solving: one method or two side by side, their stages, and solutions to copy and save. */

import { ask, fetchFile, Latest } from "./api.js";
import { byId, calm, copy, download, fillSelect, make, note, spanText } from "./dom.js";
import { Track } from "./player.js";
import { many } from "./words.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./rules.js").Board} Board */
/**
 * @typedef {{text: string, about: string, asked: object, tables?: string, fits?: (board: Board, goal: Board) => boolean, only?: string}} Method
 */

const upTo = (most) => ({ fits: ({ cells }) => cells.length <= most, only: `up to ${most} cells` });
const isFour = ({ rows, cols }) => rows === 4 && cols === 4;
const isCentred = (_, { rows, cols, cells }) => rows === 3 && cols === 3 && cells[4] === 0;

/**
 * @type {Record<string, Method>} Their names, what is asked of the server, which tables they usually take where
 * there is a choice, and which boards they are for.
 */
const METHODS = {
  auto: { text: "Automatic", about: "the best that takes no time", asked: { method: "auto" } },
  combined: {
    text: "Combined, 2014",
    about: "Parberry’s three stages, about 65 moves",
    asked: { method: "combined" },
    fits: isFour,
    only: "4 × 4",
  },
  greedy: { text: "Greedy, 1995", about: "Parberry’s method, one tile at a time", asked: { method: "greedy" } },
  peel: { text: "Line by line", about: "two tiles at a time, then a core of 4 × 4", asked: { method: "peel" } },
  quick: { text: "Quick", about: "a short solution by a narrow search", asked: { method: "quick" }, tables: "small", ...upTo(25) },
  optimal: {
    text: "Shortest",
    about: "no solution is shorter; beyond 4 × 4 time may run out",
    asked: { method: "optimal" },
    tables: "auto",
    ...upTo(25),
  },
  multi: {
    text: "Fewest slides",
    about: "tiles that slide together count as one",
    asked: { method: "optimal", metric: "multi" },
    ...upTo(16),
  },
  twists: {
    text: "Twists, 1967",
    about: "Schofield’s corner twists",
    asked: { method: "twists" },
    fits: isCentred,
    only: "3 × 3, the blank in the centre",
  },
};

/** What is chosen of tables: the words for each choice, and what it means. */
const TABLES = {
  usual: { text: "As usual", about: "" },
  small: { text: "Small", about: "Small tables are the same on every server." },
  large: { text: "Large", about: "Large tables make searches much faster, if the server has them." },
};
/** There is a choice on boards of so many cells. */
const [LEAST_TABLES, MOST_TABLES] = [13, 25];

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

/** @param {Table} table @returns {() => void} shows again what was found for this board */
export function connect(table) {
  const latest = new Latest();
  /** @type {any[]} */
  let answers = [];
  /** @type {{board: Board, tracks: Track[], texts: string[]} | null} what was solved last */
  let last = null;

  const solve = async () => {
    if (latest.busy) return;
    const names = [byId("method").value, byId("second").value].filter((name) => name !== "none");
    const { board, goal } = table.game;
    busy(true);
    try {
      const work = (signal) =>
        Promise.all(names.map((name) => ask("solve", { board, goal, ...asked(name) }, signal)));
      const found = await latest.run(work);
      if (!found) return;
      answers = found;
      const texts = names.map((name) => METHODS[name].text);
      const tracks = found.map(({ moves, stages }, index) => {
        const parts = stages.map((stage) => ({ name: stage.name, length: stage.moves.length }));
        return new Track(board, goal, moves, parts, texts[index]);
      });
      last = { board, tracks, texts };
      showAgain();
      if (!calm()) table.player.play();
    } catch (error) {
      note(error.message, "bad");
    } finally {
      if (!latest.busy) busy(false);
    }
  };

  /** Show what was found for the board on the table, if something was. */
  const showAgain = () => {
    if (last?.board !== table.game.board) return;
    table.show(last.tracks);
    showAnswers(last.texts);
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
  const stop = (reason) => {
    if (!latest.busy) return;
    latest.cancel();
    busy(false);
    note(reason);
  };
  byId("stop").addEventListener("click", () => stop("Stopped."));
  document.addEventListener("keydown", ({ key }) => key === "Escape" && stop("Stopped."));
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
  // A solution of a board that is no longer on the table is of no use.
  table.addEventListener("change", () => stop("The board has changed, so the search was stopped."));
  table.addEventListener("leave", () => stop("The search was stopped."));
  for (const id of ["method", "second", "tables"]) {
    byId(id).addEventListener("change", () => showAbout(table));
  }
  fillSelect(byId("tables"), Object.entries(TABLES).map(([name, { text }]) => [name, text]));
  return showAgain;
}

/** @param {string} name @returns {object} what is asked of the server for a method */
function asked(name) {
  const { asked, tables } = METHODS[name];
  const { value } = byId("tables");
  const hasChoice = tables && !byId("tables-field").hidden && value !== "usual";
  return tables ? { ...asked, tables: hasChoice ? value : tables } : asked;
}

/** @param {Table} table Say what the chosen methods do, and let tables be chosen where there is a choice. */
function showAbout({ game }) {
  const names = [byId("method").value, byId("second").value].filter((name) => name !== "none");
  const { length } = game.start.cells;
  const hasChoice = names.some((name) => METHODS[name].tables) && length >= LEAST_TABLES && length <= MOST_TABLES;
  byId("tables-field").hidden = !hasChoice;
  const lines = names.map((name) => `${METHODS[name].text}: ${METHODS[name].about}.`);
  if (hasChoice) lines.push(TABLES[byId("tables").value].about);
  byId("method-about").textContent = [...new Set(lines)].join(" ").trim();
}

/** @param {Table} table the methods that suit the board */
function showMethods(table) {
  const { game } = table;
  const options = Object.entries(METHODS).map(([name, { text, fits, only }]) => {
    const can = fits ? fits(game.start, game.goal) : true;
    return [name, can ? text : `${text} (${only})`, can];
  });
  fillSelect(byId("method"), options);
  fillSelect(byId("second"), [["none", "No other"], ...options]);
  showAbout(table);
}

/**
 * @param {Table} table
 * @param {any} found
 * @param {number} index
 * @returns {HTMLElement} what was found, and its stages
 */
function summary(table, found, index) {
  const { label, ends } = table.player.tracks[index];
  const slides = found.metric === "multi";
  const searched = found.nodes ? `, ${many(found.nodes, "board")} searched` : "";
  const cut = found.cut ? " Others were waiting, so the search was cut short." : "";
  // "beam 2, small tables b426eed3"
  const [, tables] = found.made_by.split(", ");
  const how = `Found in ${spanText(found.seconds)}${searched}${tables ? `, with ${tables}` : ""}.${cut}`;
  const nameOf = (stage) => (slides ? "fewest slides" : stage.name);
  const stages = found.stages.map((stage, number) =>
    make("li", {}, [
      make("button", {
        type: "button",
        class: "stage",
        "data-colour": number % 8,
        "data-end": ends[number],
        "data-begin": ends[number] - stage.moves.length,
        "aria-label": `Stage ${nameOf(stage)}, ${many(stage.moves.length, "move")}: go to its end`,
        text: `${nameOf(stage)} ${stage.moves.length}`,
        click: () => table.player.step(ends[number] - table.player.at),
      }),
    ]),
  );
  return make("section", { class: "summary" }, [
    make("h2", { text: label }),
    make("p", {}, [
      make("strong", { text: many(found.length, "move") }),
      ` in ${many(found.multi, "slide")}${proven(found)}. ${how}`,
    ]),
    make("ol", { class: "stages", "aria-label": "Stages" }, stages),
  ]);
}

/** @param {any} found @returns {string} what is known of the shortest */
function proven({ optimal, metric, method, lower_bound: bound }) {
  const [few, least] = metric === "multi" ? ["none has fewer slides", "slides"] : ["none is shorter", "moves"];
  if (optimal) return `; ${few}`;
  // Other methods prove little, and the count above the board says more.
  return method === "optimal" ? `; time ran out: at least ${bound} ${least} are needed, perhaps more` : "";
}

/** @param {Table} table which stages are done, and which is under way */
function showStages({ player }) {
  for (const button of document.querySelectorAll(".stage")) {
    button.classList.toggle("done", player.at >= Number(button.dataset.end));
    const here = player.at > Number(button.dataset.begin) && player.at < Number(button.dataset.end);
    button.classList.toggle("here", here);
  }
}
