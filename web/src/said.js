// What is said under a cell.

import { button, element, hand } from "./dom.js";

// The engine's own HTML, in which every text of the user's is escaped.
function answer(html) {
  const made = element("div", { class: "answer" });
  made.innerHTML = html;
  return made;
}

export function shown(said) {
  switch (said.kind) {
    case "answer":
      return answer(said.html);
    case "error":
      return element("div", { class: "fault", role: "note" }, element("pre", { tabindex: "0" }, said.text));
    case "notice":
      return element("pre", { class: "notice" }, said.text);
    case "file":
      return element(
        "p",
        { class: "muted" },
        button(`Save ${said.name}`, `Save ${said.name}`, () => hand(said.name, said.text)),
      );
    default:
      return element("p", { class: "muted" }, said.text);
  }
}

export function time(seconds) {
  const text = seconds < 1 ? `${(seconds * 1000).toPrecision(2)} ms` : `${seconds.toFixed(1)} s`;
  return element("p", { class: "muted" }, text);
}
