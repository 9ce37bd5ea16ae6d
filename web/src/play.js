// The table of a game: heaps whose counters and boards whose cells are clicked, and moves to choose from.

import { button, element } from "./dom.js";

// Larger heaps are told by their number.
const MOST_COUNTERS = 60;
// Summands that are drawn.
const MOST_DRAWN = 40;

export function board({ position = [], moves = [], more = true }, say) {
  // Where these are all, a move is named by its number: that means the same whatever its game is redefined as meanwhile.
  const lines = new Map(moves.map((move, place) => [move.line, more ? move.line : String(place + 1)]));
  const parts = position.flatMap((part) => Array(Math.min(part.copies, MOST_DRAWN)).fill(part)).slice(0, MOST_DRAWN);
  const drawn = parts.map((part) => (part.board ? cells(part, say) : heap(part, lines, more, say)));
  const made = element("div", { class: "play" }, element("div", { class: "position", role: "group", "aria-label": "Position" }, ...drawn));
  if (moves.length) {
    const number = (place) => (more ? "" : element("span", { class: "muted" }, `${place + 1} `));
    const list = moves.map((move, place) => element("li", {}, number(place), button(move.label, `Move ${move.label}`, () => say(lines.get(move.line)))));
    const open = !more || moves.length <= 8 || position.some((part) => part.board);
    made.append(element("details", { open }, element("summary", {}, more ? "Some of the moves" : "All moves"), element("ol", { class: "moves" }, ...list)));
  }
  return made;
}

// A heap, one row for each of its numbers. A click on a counter takes it and those behind it.
function heap({ text, numbers, name }, lines, more, say) {
  const rows = (numbers ?? []).map((size, row) => {
    const place = numbers.length > 1 ? `number ${row + 1} of ${text}` : text;
    const counters = [];
    for (let left = 0; size <= MOST_COUNTERS && left < size; left++) {
      const after = numbers.map((number, index) => (index === row ? left : number));
      const line = `${text} -> ${name === "*" ? `*${left}` : `${name}(${after.join(", ")})`}`;
      const allowed = more || lines.has(line);
      const label = `take ${size - left} of ${place}, which leaves ${left}`;
      counters.push(button("●", label, () => say(lines.get(line) ?? line), { class: "counter", disabled: !allowed }));
    }
    return element("div", { class: "counters" }, ...counters, element("span", { class: "size" }, String(size)));
  });
  return element("div", { class: "heap" }, element("span", { class: "muted" }, text), ...rows);
}

// A board. A click on a cell makes the move that changes it first, or shows those that do.
function cells({ board: { width, cells } }, say) {
  const made = cells.map((cell, index) => {
    const [row, column] = [Math.floor(index / width) + 1, (index % width) + 1];
    return button(cell, `row ${row}, column ${column}: ${cell}`, () => say(`${row} ${column}`), { class: "square" });
  });
  const grid = element("div", { class: "board squares" }, ...made);
  grid.style.setProperty("--columns", width);
  return grid;
}
