// The desk of the book: look a puzzle up, play a shortest path, or twist the board yourself. The data are the rows
// of the tables in the page; squares.js knows boards and twists.
"use strict";
{
  const $ = (id) => document.getElementById(id);
  const ARROW = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const rows = document.querySelectorAll(".half tr[id]"), pad = document.querySelectorAll("#pad div button");
  const either = new Intl.ListFormat("en-GB", { type: "disjunction" });
  const pieces = [];
  let start = [], best = "";  // The puzzle looked up, as cells (-1 the blank), and its path in the book.
  let path = "", count = 0;  // The path on the board, the book's or one's own, and the twists of it made.
  let shown = "", film = [];  // The moves whose board is shown now, and those to be shown next, in turn.
  let timer = 0, playing = false, ready = false, chosen = -1, focus = 0, marked = null;

  const at3 = (col, row) => (col >= 0 && col < 3 && row >= 0 && row < 3 ? 3 * row + col : -1);
  const strike = (twists, i) => (elided(twists, i) ? `<s>${twists[i]}</s>` : twists[i]);
  const made = () => path.slice(0, count);
  const more = () => ready && made() !== best && best.startsWith(made());
  const now = () => moved(start, shown);

  function draw() {
    const cells = now(), so = made();
    pieces.forEach((button, p) => {
      const cell = cells.indexOf(p), square = CELL.indexOf(cell);
      button.style.transform = `translate(${(cell % 3) * 100}%, ${Math.floor(cell / 3) * 100}%)`;
      button.classList.toggle("home", square === p);
      button.tabIndex = p === focus ? 0 : -1;
      button.setAttribute("aria-pressed", p === chosen);
      button.setAttribute("aria-label", `Piece ${p}, ${square < 0 ? "in the centre" : `square ${square}`}`);
    });
    const here = best.startsWith(so) ? count - 1 : -1;
    document.querySelectorAll("#answer .path button").forEach((button, i) =>
      button.setAttribute("aria-current", i === here ? "step" : "false"));
    // Not `disabled`, which would lose the focus.
    const enable = (button, on) => button.setAttribute("aria-disabled", !on);
    for (const id of ["start", "back", "undo"]) enable($(id), ready && count > 0);
    enable($("next"), more());
    enable($("play"), ready && best);
    for (const button of pad) enable(button, ready);
    $("play").textContent = playing ? "Pause" : "Play";
    const moves = movesOf(so).length, fewest = movesOf(best).length, solved = ring(cells) === "01234567";
    const said = !ready ? "" : !count ? "Click a letter to twist the board yourself."
      : `<span class="path">${[...so].map((_, i) => strike(so, i)).join("")}</span> &nbsp;`
      + (solved && moves === fewest ? `Solved in ${moves} moves: nothing is shorter.`
        : `${solved ? "Solved in " : ""}${moves} moves; the shortest path has ${fewest}.`);
    $("made").setAttribute("aria-live", playing ? "off" : "polite");
    if ($("made").dataset.said !== said) $("made").innerHTML = $("made").dataset.said = said;
  }

  // Go to the end of the first n twists of a path, without motion.
  function place(twists, n) {
    clearTimeout(timer);
    [path, count, shown, film, playing] = [twists, n, movesOf(twists, n), [], false];
  }
  const settle = () => place(path, count);
  // Move there: back to where the two paths part, then on. What was still moving is finished at once.
  function travel(twists, n = twists.length, play = false) {
    const from = movesOf(path, count);
    place(twists, n);
    let same = 0;
    while (same < from.length && from[same] === shown[same]) same++;
    for (let i = from.length - 1; i >= same; i--) film.push(from.slice(0, i));
    for (let i = same + 1; i <= shown.length; i++) film.push(shown.slice(0, i));
    if (still.matches) film = [shown];
    playing = play;
    roll();
  }
  function roll() {
    shown = film.shift() ?? shown;
    playing &&= film.length > 0 || more();
    if (film.length) timer = setTimeout(roll, 190);
    else if (playing) timer = setTimeout(onward, still.matches ? 900 : 480, true);
    draw();
  }
  const onward = (play) => travel(best, count + 1, play);
  const back = () => (path === best ? travel(best, count - 1) : travel(made().slice(0, -1)));
  const twist = (name) => travel(made().at(-1) === UNDONE[name] ? made().slice(0, -1) : made() + name);
  function toggle() {
    if (playing) {
      playing = false;  // A twist that is under way comes to its end.
      if (!film.length) settle();
    } else if (more()) return onward(true);
    else {
      place(best, 0);
      [playing, timer] = [true, setTimeout(onward, 480, true)];
    }
    draw();
  }

  // Put a board on the desk and look it up. Then "push" or "replace" the address.
  function put(cells, address) {
    const all = ring(cells), code = all.slice(0, 6), even = !odd([...all]), row = even ? $(code) : null;
    [start, best, ready, chosen] = [cells, row?.cells[3].textContent ?? "", Boolean(row), -1];
    place(best, 0);
    marked?.classList.remove("here");
    (marked = row)?.classList.add("here");
    if ($("code").value !== all) $("code").value = even ? code : all;
    $("code").setAttribute("aria-invalid", "false");
    if (row) found(row, code);
    else if (even) $("answer").innerHTML = `<p>This book does not have the puzzle ${code}.</p>`;
    else stuck(all[6], all[7]);
    draw();
    const hash = row ? `#${code}` : "", known = history.state === all || (hash && location.hash === hash);
    const how = address === "push" && !known ? "pushState" : "replaceState";
    if (address) history[how](all, "", location.href.split("#")[0] + hash);
  }
  function found(row, code) {
    const first = either.format(row.cells[1].textContent.replaceAll(".", ""));
    const letter = (name, i) =>
      `<button type="button" aria-label="Twist ${i + 1}, ${name}">${strike(best, i)}</button>`;
    $("answer").innerHTML = (best
      ? `<p><b>${movesOf(best).length} moves</b>, beginning with ${first}.</p>
        <p class="path">${[...best].map(letter).join("")}</p>`
      : "<p><b>Solved</b>: there is nothing to do.</p>")
      + `<p class="small"><a href="#${code}">Show it in the table</a>,
        page ${row.closest(".page").id.slice(1)}.</p>`;
  }
  function stuck(a, b) {
    $("answer").innerHTML = `<p><b>No solution.</b> Sliding makes an even number of swaps, and this board is
      an odd number away. One more swap, of any two pieces, puts it right.</p>
      <p><button type="button" id="mend">Swap ${a} and ${b}</button></p>`;
    $("mend").onclick = () => { swap(+a, +b); pieces[focus].focus({ preventScroll: true }); };
  }

  // Swap on the board that is shown. A blank that waits beside the centre, for an elision, goes home.
  function swap(a, b) {
    settle();
    const cells = now(), blank = cells.indexOf(-1);
    [cells[blank], cells[4]] = [cells[4], -1];
    put(cells.map((p) => (p === a ? b : p === b ? a : p)), "replace");
  }
  function pick(p) {
    settle();
    focus = p;
    if (chosen >= 0 && chosen !== p) return swap(chosen, p);
    chosen = chosen === p ? -1 : p;
    draw();
  }
  function addPiece(p) {
    const button = document.createElement("button");
    let from = null, dragged = false;
    button.type = "button";
    button.innerHTML = `<span>${p}</span>`;
    button.onclick = (event) => { if (!dragged || !event.detail) pick(p); };
    button.onpointerdown = (event) => {
      [from, dragged] = [[event.clientX, event.clientY], false];
      button.setPointerCapture(event.pointerId);
    };
    button.onpointermove = (event) => {
      const [x, y] = from ? [event.clientX - from[0], event.clientY - from[1]] : [0, 0];
      if (!from || (!dragged && Math.hypot(x, y) < 8)) return;
      if (!dragged) { dragged = true; settle(); draw(); button.classList.add("drag"); }
      button.style.translate = `${x}px ${y}px`;
    };
    button.onpointerup = button.onpointercancel = (event) => {
      button.classList.remove("drag");
      button.style.translate = "";
      const box = $("board").getBoundingClientRect(), part = (x) => Math.floor((3 * x) / box.width);
      const other = now()[at3(part(event.clientX - box.left), part(event.clientY - box.top))] ?? -1;
      const dropped = event.type === "pointerup" && from && dragged;
      from = null;
      if (dropped && other >= 0 && other !== p) swap(focus = p, other);
    };
    button.onkeydown = (event) => {
      if (event.key === "Escape") { chosen = -1; draw(); }
      const way = ARROW[event.key], cells = now();
      if (!way) return;
      event.preventDefault();
      let cell = cells.indexOf(p);
      do cell = at3((cell % 3) + way[0], Math.floor(cell / 3) + way[1]); while (cells[cell] === -1);
      if (cell < 0) return;
      focus = cells[cell];
      draw();
      pieces[focus].focus();
    };
    pieces.push(button);
    $("board").append(button);
  }

  $("code").oninput = () => {
    const { cells, wrong, short } = read($("code").value);
    if (cells) return put(cells, "push");
    settle();
    ready = false;
    $("code").setAttribute("aria-invalid", Boolean(wrong));
    $("answer").replaceChildren(Object.assign(document.createElement("p"), { textContent: wrong ?? short }));
    draw();
  };
  // Come to the puzzle of the address, by a link or Back. Other links leave the board as it is.
  function arrive() {
    const hash = location.hash.slice(1), asked = history.state ?? (/^\d+$/.test(hash) ? hash : "");
    const { cells } = read(asked);
    if (cells && ready && ring(cells) === ring(start)) return;
    if (cells) put(cells);
    else if (asked) {
      put(start);
      $("answer").insertAdjacentHTML("afterbegin", `<p>There is no puzzle ${asked}. The one you see:</p>`);
    }
  }

  const look = (row) => row && put(cellsOf(row.id), "push");
  const any = (some) => look(some[Math.floor(Math.random() * some.length)]);
  const on = (button, action) => {
    button.onclick = () => { if (button.getAttribute("aria-disabled") !== "true") action(); };
  };
  on($("start"), () => { place(best, 0); draw(); });
  for (const id of ["back", "undo"]) on($(id), back);
  on($("next"), () => onward());
  on($("play"), toggle);
  for (const button of pad) on(button, () => twist(button.textContent));
  on($("random"), () => any(rows));
  on($("hard"), () => any([...rows].filter((row) => row.cells[2].textContent === "{{longest}}")));
  $("answer").onclick = (event) => {
    const letter = event.target.closest(".path button");
    if (letter) { place(best, [...letter.parentNode.children].indexOf(letter)); onward(); }
  };
  $("table").onclick = (event) => look(event.target.closest("tr[id]"));
  onhashchange = arrive;
  [0, 1, 2, 3, 4, 5, 6, 7].forEach(addPiece);
  document.documentElement.classList.add("js");
  $("desk").hidden = false;
  new IntersectionObserver(([seen]) => { $("up").hidden = seen.isIntersecting; }).observe($("desk"));
  put(cellsOf($("102536") ? "102536" : rows[0]?.id ?? "012345"));
  arrive();
  if (!location.hash) history.replaceState(ring(start), "");
  // A link to a puzzle opens at its row; where the board is not beside the table, at the board.
  const coded = /^#\d/.test(location.hash), beside = getComputedStyle($("desk")).position === "sticky";
  if (coded && !beside) addEventListener("load", () => setTimeout(() => $("desk").scrollIntoView(), 50));
}
