// What is said under a cell.

import { button, element, hand } from "./dom.js";

// The engine's own HTML, in which every text of the user's is escaped.
function answer(html) {
  const made = element("div", { class: "answer" });
  made.innerHTML = html;
  return made;
}

// An answer that the script hides. On paper there is room for it.
function folded(made, lines) {
  const room = Array.from({ length: lines ?? 2 }, () => element("span"));
  const details = element("details", {}, element("summary", {}, "Show the answer"), made);
  return element("div", { class: "folded" }, details, element("div", { class: "room", "aria-hidden": "true" }, ...room));
}

// `looks`: what the `#|` lines of the statement say, and whether answers are hidden where these say nothing.
export function shown(said, looks) {
  switch (said.kind) {
    case "answer":
      return looks?.hides && said.folds ? folded(answer(said.html), looks.lines) : answer(said.html);
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
