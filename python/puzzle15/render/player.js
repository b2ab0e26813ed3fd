// The player: draws the board, and turns buttons, keys and time into moments of the film. rules.js knows the puzzle.
"use strict";
{
  const $ = (id) => document.getElementById(id);
  const data = JSON.parse($("data").textContent);
  const film = makeFilm(data), board = $("board"), list = $("list"), still = matchMedia("(prefers-reduced-motion: reduce)");
  const tiles = [], shown = new Int32Array(film.cells.length).fill(-1);  // Elements, and the cells they are drawn in.
  const number = new Intl.NumberFormat("en-GB"), say = (n) => number.format(n);
  let playing = false, last = 0, owed = 0, page = [-1, -1], letters = [], marked = null;

  const rate = () => rateOf(+$("speed").value);
  function make(tag, text, name) {
    const element = document.createElement(tag);
    element.textContent = text;
    if (name) element.className = name;
    return element;
  }

  function addTile(tile) {
    const label = tile === film.hole ? "" : String(film.goal[tile]), element = make("div", "", "cell");
    element.setAttribute("role", "img");
    if (label) {
      const face = make("span", label);
      if (label.length > data.digits) face.style.fontSize = `${data.digits / label.length}em`;
      element.append(face);
    }
    tiles.push(element);
  }
  function drawTile(tile) {
    const cell = shown[tile] = film.places[tile], element = tiles[tile], group = data.groups[tile];
    element.style.transform = `translate(${(cell % film.cols) * 100}%, ${Math.floor(cell / film.cols) * 100}%)`;
    if (tile !== film.hole) element.className = `cell ${cell === tile ? "h" : "a"}${group}`;
    element.setAttribute("aria-label", nameOf(film, tile));
  }
  function drawList() {
    const [first, end] = pageOf(film.at, film.total);
    if (page[0] !== first || page[1] !== end) {
      page = [first, end];
      letters = [];
      list.replaceChildren(...listed(first, end));
      list.scrollTop = 0;
    }
    marked?.removeAttribute("aria-current");
    marked = letters[film.at - 1 - first] ?? null;
    marked?.setAttribute("aria-current", "step");
    // Not scrollIntoView, which would move the page around this one too.
    if (!marked) return;
    const box = list.getBoundingClientRect(), here = marked.getBoundingClientRect();
    if (here.top < box.top || here.bottom > box.bottom) list.scrollTop += here.top - box.top - box.height / 3;
  }
  function* listed(first, end) {
    if (first > 0) yield make("p", `${say(first)} moves before`, "more");
    for (const [stage, begin, after] of piecesOf(film, first, end)) {
      const head = make("h2", film.stages[stage][0], `s${data.parts[stage]}`), line = make("p", "");
      const length = film.stages[stage][1];
      head.append(make("small", `${say(length)} ${length === 1 ? "move" : "moves"}`));
      for (let move = begin; move < after; move++) {
        const letter = make("button", film.moves[move], `s${data.parts[stage]}`);
        letter.type = "button";
        letter.tabIndex = -1;  // The keys are quicker.
        letter.dataset.move = move + 1;
        letters.push(letter);
        line.append(letter);
      }
      yield head;
      yield line;
    }
    if (end < film.total) yield make("p", `${say(film.total - end)} moves after`, "more");
  }
  function draw() {
    for (let tile = 0; tile < tiles.length; tile++) if (shown[tile] !== film.places[tile]) drawTile(tile);
    const { at, total } = film, count = `${say(at)} of ${say(total)}`;
    $("count").textContent = count;
    $("scrub").value = at;
    $("scrub").setAttribute("aria-valuetext", count);
    // Read aloud when it stops, not on the way.
    $("words").setAttribute("aria-live", playing ? "off" : "polite");
    $("words").textContent = wordsOf(film);
    for (const id of ["start", "back"]) $(id).setAttribute("aria-disabled", at === 0);
    for (const id of ["next", "end"]) $(id).setAttribute("aria-disabled", at === total);
    $("play").lastChild.textContent = playing ? "Pause" : at === total ? "Again" : "Play";
    $("sign").setAttribute("d", playing ? "M5 4h4v12H5zM11 4h4v12h-4z" : "M6 4v12l10-6z");
    drawList();
  }

  function pace() {
    const moves = rate(), glide = still.matches || moves > 16 ? 0 : Math.min(0.22, 0.75 / moves);
    board.style.setProperty("--glide", `${glide}s`);
    $("rate").textContent = `${say(moves)} a second`;
    $("speed").setAttribute("aria-valuetext", `${moves} moves a second`);
  }
  function stop() { playing = false; }
  function go(target) { stop(); film.go(target); draw(); }
  function play() {
    if (playing) return go(film.at);
    if (film.at === film.total) film.go(0);
    [playing, last, owed] = [film.total > 0, 0, 0];
    draw();
    if (playing) requestAnimationFrame(tick);
  }
  function tick(now) {
    if (!playing) return;
    // A page that was hidden does not catch up.
    owed += last ? Math.min(0.5, (now - last) / 1000) * rate() : 0;
    last = now;
    const due = Math.floor(owed);
    owed -= due;
    if (due) film.go(film.at + due);
    if (film.at === film.total) stop();
    if (due || !playing) draw();
    if (playing) requestAnimationFrame(tick);
  }

  const ACTIONS = { start: () => go(0), back: () => go(film.at - 1), next: () => go(film.at + 1), end: () => go(film.total), play };
  const KEYS = { ArrowLeft: "back", ArrowRight: "next", Home: "start", End: "end", " ": "play" };
  for (const [id, action] of Object.entries(ACTIONS)) $(id).onclick = action;
  $("scrub").oninput = () => go(+$("scrub").value);
  $("speed").oninput = pace;
  still.onchange = pace;
  list.onclick = (event) => {
    const letter = event.target.closest("button");
    if (letter) go(+letter.dataset.move);
  };
  document.onkeydown = (event) => {
    const action = KEYS[event.key];
    if (!action || event.ctrlKey || event.metaKey || event.altKey || event.target === $("speed")) return;
    // A button that has the focus is pressed by the space bar itself.
    if (event.key === " " && event.target.tagName === "BUTTON") return;
    event.preventDefault();
    ACTIONS[action]();
  };

  for (let tile = 0; tile < film.cells.length; tile++) addTile(tile);
  board.append(...tiles);
  board.setAttribute("aria-label", `Board of ${data.start.length / data.cols} rows and ${data.cols} columns`);
  board.style.setProperty("--cols", data.cols);
  board.style.setProperty("--rows", data.start.length / data.cols);
  board.style.setProperty("--digits", data.digits);
  for (const [i, [, length]] of film.stages.entries()) {
    const part = make("i", "", `s${data.parts[i]}`);
    part.style.flexGrow = length;
    if (length) $("parts").append(part);
  }
  $("parts").classList.toggle("many", film.stages.length > 40);
  $("scrub").max = film.total;
  $("speed").value = notchFor(film.total);
  $("player").hidden = false;
  $("player").classList.toggle("large", data.cols > 14);
  pace();
  draw();
  board.offsetWidth;  // Tiles are in place before they are told to glide.
  board.classList.add("ready");
}
