/** The controls of a player: play, pause, step, speed, and a scrubber. */

import { byId, many } from "./dom.js";

/** @typedef {import("./player.js").Player} Player */

const SPEEDS = [1, 2, 4, 8, 16, 32, 64, 128];
/** How long a tile takes for a cell, in milliseconds. */
const GLIDE = 160;
/** How long a solution takes at most, in seconds, if nobody says how fast. */
const LONGEST = 24;

/** @param {Player} player */
export function connect(player) {
  const scrubber = byId("scrubber");
  const speed = byId("speed");
  const toggle = byId("play");

  const showAt = () => {
    scrubber.max = String(player.length);
    scrubber.value = String(player.at);
    scrubber.setAttribute("aria-valuetext", `after ${player.at} of ${many(player.length, "move")}`);
    const had = document.activeElement;
    byId("to-start").disabled = byId("back").disabled = player.at === 0;
    byId("to-end").disabled = byId("step").disabled = player.at === player.length;
    // A button that is disabled would lose the focus.
    if (had?.disabled) toggle.focus();
  };
  const showPlaying = () => {
    toggle.textContent = player.playing ? "Pause" : "Play";
    // A tile arrives before it has to leave again.
    const pace = player.playing ? Math.min(GLIDE, 800 / player.speed) : GLIDE;
    document.documentElement.style.setProperty("--pace", `${pace}ms`);
  };
  const setSpeed = () => {
    player.speed = SPEEDS[speed.valueAsNumber];
    speed.setAttribute("aria-valuetext", `${many(player.speed, "move")} a second`);
    showPlaying();
  };

  let chosen = false;
  const suit = () => {
    if (chosen) return;
    const enough = SPEEDS.findIndex((moves) => moves >= 4 && player.length / moves <= LONGEST);
    speed.value = String(enough < 0 ? SPEEDS.length - 1 : enough);
    setSpeed();
  };

  player.addEventListener("load", suit);
  player.addEventListener("at", showAt);
  player.addEventListener("playing", showPlaying);
  toggle.addEventListener("click", () => (player.playing ? player.pause() : player.play()));
  byId("to-start").addEventListener("click", () => player.step(-player.length));
  byId("back").addEventListener("click", () => player.step(-1));
  byId("step").addEventListener("click", () => player.step(1));
  byId("to-end").addEventListener("click", () => player.step(player.length));
  scrubber.addEventListener("input", () => player.step(scrubber.valueAsNumber - player.at));
  speed.addEventListener("input", () => {
    chosen = true;
    setSpeed();
  });
  setSpeed();
  showAt();
}
