// What is said under a cell.

import { button, element, hand } from "./dom.js";
import { stepped } from "./steps.js";
import { words } from "./told.js";

// The engine's own HTML, in which every text of the user's is escaped. What can be typed can be pressed.
function answer({ html, data }, acts) {
  const made = element("div", { class: "answer" });
  made.innerHTML = html;
  for (const typed of made.querySelectorAll("span.typed")) {
    const act = acts.of(typed.textContent);
    if (act) typed.replaceWith(button(typed.textContent, typed.textContent, act, { class: "typed" }));
  }
  const more = further(made, data, acts);
  if (more.length) made.append(element("div", { class: "words further" }, ...more));
  return made;
}

// What can be asked next about the position of an answer.
const NEXT = [
  ["Play it", "play"],
  ["Good moves", "moves"],
  ["Explain", "explain"],
];
// The verb whose answer has this kind, where it is not the same word.
const VERBS = { explanation: "explain", value: "grundy" };
const verbOf = ({ type }) => VERBS[type] ?? type;
const FEWEST_ROWS = 4;

function further(made, data, acts) {
  const verb = data && verbOf(data);
  const rows = [...made.querySelectorAll("table:not(.grid) > tbody > tr")];
  const steps = rows.length >= FEWEST_ROWS ? rows.map((row) => [...row.cells].slice(1)) : verb === "explain" ? [...made.children].map((part) => [part]) : [];
  const further = steps.length ? [inSteps(made, steps)] : [];
  if (!data) return further;
  const misere = data.misere ? "misere " : "";
  const next = NEXT.filter(([, next]) => next !== verb).map(([name, next]) => [name, `${next} ${misere}${data.position}`]);
  return [...next.map(([name, statement]) => button(name, name, () => acts.run(statement), { title: statement })), ...further];
}

// Shows an answer a second time, step after step; pressed again, whole.
function inSteps(made, steps) {
  let controls = null;
  const act = button("Step by step", "Step by step", () => {
    if (controls) steps.flat().forEach((part) => part.classList.remove("unseen", "newest"));
    const was = controls;
    controls?.remove();
    controls = was ? null : stepped(steps);
    if (controls) made.append(controls);
    act.setAttribute("aria-pressed", String(controls !== null));
  });
  return act;
}

// An answer that the script hides. On paper there is room for it.
function folded(made, lines) {
  const room = Array.from({ length: lines ?? 2 }, () => element("span"));
  const details = element("details", {}, element("summary", {}, "Show the answer"), made);
  return element("div", { class: "folded" }, details, element("div", { class: "room", "aria-hidden": "true" }, ...room));
}

// A sentence of an error; what stands between backticks can be typed.
const sentence = (text) => text.split("`").map((part, at) => (at % 2 ? element("code", {}, part) : at ? part : part.slice(0, 1).toUpperCase() + part.slice(1)));

// What is wrong in sentences, and a button that takes what was meant. All that a terminal shows is one touch away.
function fault({ sentences: [wrong, ...others], reading, fix, text, code }, acts) {
  const mend = fix ? () => acts.mend(fix) : reading && acts.of(reading);
  return element(
    "div",
    { class: "fault", role: "note" },
    element("p", {}, element("strong", {}, ...sentence(wrong))),
    ...others.map((other) => element("p", {}, ...sentence(other))),
    ...(reading && mend ? [button(reading, words`Write ${reading}`, mend, { class: "mend" })] : []),
    element("details", {}, element("summary", {}, words`The whole message (${code})`), element("pre", { tabindex: "0" }, text)),
  );
}

// `looks`: what the `#|` lines of the statement say, and whether answers are hidden where these say nothing.
// `acts`: how a statement is run (`run`), and what pressing a text does that can be typed (`of`).
export function shown(said, looks, acts) {
  switch (said.kind) {
    case "answer":
      return looks?.hides && said.folds ? folded(answer(said, acts), looks.lines) : answer(said, acts);
    case "error":
      return fault(said, acts);
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
