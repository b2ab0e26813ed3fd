/** The page: one table, five panels. */

import * as counts from "./counts.js";
import { note } from "./dom.js";
import { read } from "./link.js";
import * as explorePanel from "./panel-explore.js";
import * as playPanel from "./panel-play.js";
import * as positionPanel from "./panel-position.js";
import * as solvePanel from "./panel-solve.js";
import * as twistsPanel from "./panel-twists.js";
import * as picture from "./picture.js";
import { connect as connectPlayer } from "./player.js";
import { Table } from "./table.js";
import * as tabs from "./tabs.js";

/** The most seconds that a solution takes to play, if nobody chooses a speed. */
const LONGEST = 24;

const table = new Table();
/** @type {Record<string, () => void>} What a panel does when it is opened. */
const opened = {};
const open = tabs.connect((name) => {
  table.close();
  opened[name]?.();
});

counts.connect(table);
connectPlayer(table.player, LONGEST);
picture.connect(table);
const deal = playPanel.connect(table, open);
opened.solve = solvePanel.connect(table);
opened.position = positionPanel.connect(table, deal, open);
explorePanel.connect(table, open);
opened.twists = twistsPanel.connect(table, deal);

// Before a board is dealt, which changes the address.
const { hash } = location;
const link = read(hash);
const reason = await deal(link ?? playPanel.USUAL);
if (!link && hash) note("This address does not lead to a board, so here is another one.", "bad");
if (link && !table.link) {
  await deal(playPanel.USUAL);
  note(`This address does not lead to a board that can be played. ${reason}`, "bad");
}
