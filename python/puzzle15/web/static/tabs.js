/** Tabs with the usual keys: arrows, Home and End; only one of them is in the tab order. */

import { byId } from "./dom.js";

/** @param {(name: string) => void} onOpen @returns {(name: string) => void} opens the tab of that name */
export function connect(onOpen) {
  const tabs = [...document.querySelectorAll("[role=tab]")];
  const nameOf = (tab) => tab.id.replace("tab-", "");

  const open = (name) => {
    if (byId(`tab-${name}`).ariaSelected === "true") return;
    for (const tab of tabs) {
      const chosen = nameOf(tab) === name;
      tab.setAttribute("aria-selected", String(chosen));
      tab.tabIndex = chosen ? 0 : -1;
      byId(tab.getAttribute("aria-controls")).hidden = !chosen;
    }
    onOpen(name);
  };

  for (const tab of tabs) {
    tab.addEventListener("click", () => open(nameOf(tab)));
    tab.addEventListener("keydown", (event) => {
      const here = tabs.indexOf(tab);
      const there = { ArrowLeft: here - 1, ArrowRight: here + 1, Home: 0, End: tabs.length - 1 }[event.key];
      if (there === undefined) return;
      event.preventDefault();
      const next = tabs.at(there % tabs.length);
      next.focus();
      open(nameOf(next));
    });
  }
  return open;
}
