/** Small helpers for the page: elements by id, new elements, and announcements for screen readers. */

/** @param {string} id @returns {any} the element with that id */
export const byId = (id) => document.getElementById(id);

/**
 * @param {string} name
 * @param {Record<string, any>} [attributes] `text`, event handlers as functions, everything else as attributes
 * @param {(Node | string)[]} [children]
 * @returns {any}
 */
export function make(name, { text, ...attributes } = {}, children = []) {
  const element = document.createElement(name);
  return filled(element, text === undefined ? children : [text], attributes);
}

/**
 * @param {string} name
 * @param {Record<string, any>} [attributes]
 * @param {(Node | string)[]} [children]
 * @returns {any} an element of SVG
 */
export function draw(name, attributes = {}, children = []) {
  return filled(document.createElementNS("http://www.w3.org/2000/svg", name), children, attributes);
}

/**
 * @param {Element} element
 * @param {(Node | string)[]} children
 * @param {Record<string, any>} attributes
 * @returns {Element}
 */
function filled(element, children, attributes) {
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(key, value);
    else if (value !== false) element.setAttribute(key, value === true ? "" : String(value));
  }
  element.append(...children);
  return element;
}

/**
 * @param {HTMLSelectElement} select
 * @param {[string, string, boolean?][]} options value, text, whether it can be chosen
 */
export function fillSelect(select, options) {
  const before = select.value;
  select.replaceChildren(
    ...options.map(([value, text, can = true]) => make("option", { value, text, disabled: !can })),
  );
  const kept = options.find(([value, , can = true]) => value === before && can);
  select.value = (kept ?? options.find(([, , can = true]) => can))[0];
}

/** @param {string} text shown below the board, and read out @param {"" | "good" | "bad"} [mood] */
export function note(text, mood = "") {
  byId("note").textContent = text;
  byId("note").className = mood;
}

/** @param {string} text read out, not shown */
export function announce(text) {
  byId("spoken").textContent = text;
}

/** @param {number} seconds @returns {string} 75 is 1:15 */
export function clockText(seconds) {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** @param {number} seconds @returns {string} the time in a suitable unit */
export function spanText(seconds) {
  const [unit, part] = seconds < 1e-3 ? ["µs", 1e-6] : seconds < 1 ? ["ms", 1e-3] : ["s", 1];
  const value = seconds / part;
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${unit}`;
}

/** @param {string} text @returns {Promise<boolean>} whether it is in the clipboard now */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** @param {Blob} file @param {string} name the browser saves it under */
export function download(file, name) {
  const address = URL.createObjectURL(file);
  make("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** @returns {boolean} whether the visitor wants nothing to move by itself */
export function calm() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
