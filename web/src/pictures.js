// Pictures of positions, on which moves are made: heaps of stones, rows of coins, boards, and a piece on squares for two numbers.

import { MOST_COINS, coins } from "./coins.js";
import { button, element } from "./dom.js";
import { graph } from "./graph.js";
import { told, words } from "./told.js";

// A larger heap is a bar with its number.
const MOST_STONES = 40;
// Two numbers up to this are the place of a piece on a board.
const LARGEST_BOARD = 15;
// Ways to the same marks that are offered.
const MOST_OFFERED = 6;

// A summand. `moves`: those in it that are known, and `more` tells whether there are others, which the engine judges.
export function pictured(part, moves, more, say) {
  const made = { part, moves, more, say, lines: new Map(moves.map((move) => [move.line, move.said])) };
  if (part.board) return board(made);
  if (part.graph) return offering((offer) => graph(made, offer), made);
  if (isRow(part)) return element("div", { class: "heap" }, element("span", { class: "muted" }, part.text), coins(made));
  const numbers = part.numbers ?? [];
  const isPiece = numbers.length === 2 && part.name !== "*" && Math.max(...numbers) <= LARGEST_BOARD;
  const rows = isPiece ? [piece(made)] : numbers.map((size, row) => heap(made, size, row));
  return element("div", { class: "heap" }, element("span", { class: "muted" }, part.text), ...rows);
}

// Whether a summand is a head in a row of coins that is drawn.
export const isRow = ({ coins = null, numbers }) => coins !== null && numbers?.[0] <= MOST_COINS;

const isMarked = ({ numbers }, moves) => numbers?.length === 1 && numbers[0] <= MOST_STONES && moves.some(({ left }) => left?.length > 1);

// Whether touches on the picture of a summand make all of these moves in it.
export function isTouchedWhole(part, picture, moves) {
  if (part.board || part.graph || isRow(part) || isMarked(part, moves)) return true;
  if (!part.numbers) return false;
  if (picture.querySelector("input")) return part.numbers.length === 1 && moves.every(({ left }) => left?.length <= 1);
  const touched = new Set([...picture.querySelectorAll("[data-line]")].map(({ dataset }) => dataset.line));
  return moves.every(({ line }) => touched.has(line));
}

// Moves with the words by which they are offered. Where two would have the same, they are told as the language tells them.
function apart(moves) {
  return moves.map((move) => (moves.some((other) => other !== move && String(other.text) === String(move.text)) ? { ...move, text: move.label ?? move.text } : move));
}

// The line of the move from a summand to these numbers.
const lineTo = ({ text, name }, numbers) => `${text} -> ${name === "*" ? `*${numbers[0]}` : `${name}(${numbers.join(", ")})`}`;

// What makes a move. The move is known to be allowed, or all are not known.
function mover(made, text, label, line, more = {}) {
  const said = made.lines.get(line);
  return button(text, label, () => made.say(said ?? line), { "data-line": line, disabled: said === undefined && !made.more, ...more });
}

function heap(made, size, row) {
  const { part, moves } = made;
  const place = part.numbers.length > 1 ? `number ${row + 1} of ${part.text}` : part.text;
  const leaving = (left) => lineTo(part, part.numbers.map((number, index) => (index === row ? left : number)));
  const number = element("span", { class: "size" }, String(size));
  if (size > MOST_STONES) return bar(made, size, leaving, place, number);
  if (isMarked(part, moves)) return marked(made, size, number);
  const stone = (left) => mover(made, "●", words`take ${size - left} of ${place}, which leaves ${left}`, leaving(left), { class: "stone" });
  return element("div", { class: "stones" }, ...Array.from({ length: size }, (_, left) => stone(left)), number);
}

// A heap that is too large for stones: how much is left is chosen along a bar.
function bar(made, size, leaving, place, number) {
  const input = element("input", { type: "range", min: 0, max: size - 1, value: size - 1, "aria-label": `what a move leaves of ${place}` });
  const take = element("button", { type: "button" });
  const shown = () => (take.textContent = told(words`take ${size - input.value}, leave ${input.value}`));
  input.addEventListener("input", shown);
  take.addEventListener("click", () => made.say(made.lines.get(leaving(input.value)) ?? leaving(input.value)));
  shown();
  return element("div", { class: "bar-heap" }, input, number, take);
}

// A picture whose touches may mean several moves, which are offered then. A single one is made.
function offering(drawn, { say }) {
  const offers = element("div", { class: "moves", "aria-live": "polite" });
  const offer = (moves) => {
    const none = element("span", { class: "muted" }, "No move does this.");
    if (moves.length === 1) say(moves[0].said);
    else offers.replaceChildren(...moves.map(({ text, line, said }) => button(text, text, () => say(said), { "data-line": line })), ...(moves.length ? [] : [none]));
  };
  return element("div", { class: "touched" }, drawn(offer), offers);
}

// A heap that moves may part in two: stones are marked, from one to another, and the moves that do so are offered.
function marked(made, size, number) {
  const offers = element("div", { class: "moves", "aria-live": "polite" });
  const stone = (at) => button("●", `stone ${at + 1} of ${size}`, () => mark(at), { class: "stone", "aria-pressed": "false" });
  const stones = Array.from({ length: size }, (_, at) => stone(at));
  let [from, to] = [0, 0];
  function mark(at) {
    const isMarked = from <= at && at < to;
    if (isMarked) [from, to] = [0, 0];
    else [from, to] = from === to ? [at, at + 1] : [Math.min(from, at), Math.max(to, at + 1)];
    stones.forEach((stone, index) => stone.setAttribute("aria-pressed", String(from <= index && index < to)));
    const fitting = from === to ? [] : waysTo(made, size, from, to);
    const none = element("span", { class: "muted" }, "No move does this.");
    offers.replaceChildren(...fitting.map(({ text, line, said }) => button(text, text, () => made.say(said ?? line), { "data-line": line })));
    if (from < to && !fitting.length) offers.append(none);
  }
  return element("div", {}, element("div", { class: "stones" }, ...stones, number), element("p", { class: "muted" }, "Mark the stones of your move."), offers);
}

// The moves that take the marked stones, or part the heap beside them.
function waysTo({ part, moves, more }, size, from, to) {
  const count = to - from;
  const key = (heaps) => heaps.filter(Boolean).sort((one, other) => one - other).join(" and ");
  const taken = key([from, size - to]);
  const split = key([count, size - count]);
  const said = (left, loss) => (loss ? words`take ${loss}, leave ${left || "nothing"}` : words`part into ${left}`);
  if (!more) {
    const known = moves.filter(({ left }) => left?.every((numbers) => numbers.length === 1)).map((move) => {
      const heaps = move.left.flat();
      const loss = size - heaps.reduce((sum, heap) => sum + heap, 0);
      return { ...move, left: key(heaps), loss, text: said(key(heaps), loss) };
    });
    const exact = known.filter(({ left, loss }) => (loss ? left === taken && loss === count : left === split));
    return apart((exact.length ? exact : known.filter(({ loss }) => loss === count)).slice(0, MOST_OFFERED));
  }
  const line = (heaps) => `${part.text} -> ${heaps.filter(Boolean).map((heap) => `${part.name}(${heap})`).join(" + ") || `${part.name}(0)`}`;
  const ways = [{ text: said(taken, count), line: line([from, size - to]) }];
  if (count < size) ways.push({ text: said(split, 0), line: line([count, size - count]) });
  return ways;
}

// Two numbers as the place of a piece, which moves to another square.
function piece(made) {
  const { part } = made;
  const [down, right] = part.numbers;
  const rows = [];
  for (let row = 0; row <= down; row++) {
    rows.push(element("span", { class: "muted" }, String(row)));
    for (let column = 0; column <= right; column++) {
      const isHere = row === down && column === right;
      if (isHere) rows.push(element("span", { class: "square here", role: "img", "aria-label": `the piece, at ${row}, ${column}` }, "♛"));
      else rows.push(mover(made, made.more || made.lines.has(lineTo(part, [row, column])) ? "·" : "", `to ${row}, ${column}`, lineTo(part, [row, column]), { class: "square" }));
    }
  }
  const numbers = Array.from({ length: right + 1 }, (_, column) => element("span", { class: "muted" }, String(column)));
  return grid(right + 2, element("span"), ...numbers, ...rows);
}

function grid(columns, ...squares) {
  const made = element("div", { class: "squares" }, ...squares);
  made.style.setProperty("--columns", columns);
  return element("div", { class: "scroll" }, made);
}

// What is drawn for the cells that many games have: an empty one, one that is covered, and stones.
const DRAWN = { ".": "", "#": "", X: "✕", O: "◯", "+": "+", "-": "−" };
const LOOKS = { "#": "square covered", ".": "square empty" };

// A board. A touch on a cell makes the move that changes it first, or shows those that do.
function board({ part, say }) {
  const { width, cells } = part.board;
  const made = cells.map((cell, index) => {
    const [row, column] = [Math.floor(index / width) + 1, (index % width) + 1];
    return button(DRAWN[cell] ?? cell, words`row ${row}, column ${column}: ${cell}`, () => say(`${row} ${column}`), { class: LOOKS[cell] ?? "square" });
  });
  return grid(width, ...made);
}
