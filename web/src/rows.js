// Numbers as rows: heaps of stones, bars of a list, coins on strips. A touch leaves of a row what stands before the touched place.

import { button, element } from "./dom.js";
import { offered, Touches } from "./touches.js";
import { told, words } from "./told.js";

// A larger heap is a bar with its number.
const MOST_STONES = 40;
export const MOST_ROWS = 24;

// The rows of a summand: its numbers, or those of its only list; null if they are none.
export function rowsOf({ at, limits = [] }) {
  if (!at) return null;
  const rows = at.length === 1 && Array.isArray(at[0]) ? at[0] : at.filter((_, place) => !limits.includes(place));
  return rows.every((row) => Number.isInteger(row) && row >= 0) && rows.length <= MOST_ROWS ? rows : null;
}

const isList = ({ at }) => Array.isArray(at[0]);

// The rows that a move leaves; null if it leaves something else.
function left(part, move) {
  const [to, ...others] = move.left ?? [];
  const rows = to && !others.length ? rowsOf({ ...part, at: to }) : null;
  return rows?.length === rowsOf(part).length ? rows : null;
}

// Where each move takes one coin to an empty place without passing another, the coins stand on one strip.
export function isStrip(part, moves) {
  const rows = rowsOf(part);
  const ascends = (rows) => rows?.every((row, at) => !at || rows[at - 1] < row);
  const places = moves.map((move) => placesOf(rows, left(part, move) ?? []));
  return isList(part) && ascends(rows) && places.every((changed) => changed.length === 1) && moves.every((move) => ascends(left(part, move))) && new Set(places.map(([[, to]]) => to)).size === moves.length;
}

// The rows that differ, each with what is left of it.
const placesOf = (rows, to) => to.flatMap((size, row) => (size === rows[row] ? [] : [[row, size]]));

export function rows(made, known, kind) {
  const { part, moves, more } = made;
  const sizes = rowsOf(part);
  const changed = (move) => placesOf(sizes, left(part, move) ?? []);
  const changes = (move) => changed(move).filter(([row, size]) => size < sizes[row]).map(([row, size]) => (kind === "strip" ? size : `${row}:${size}`));
  const weight = (_, move) => changed(move).reduce((sum, [row, size]) => sum + Math.abs(sizes[row] - size), 0);
  const line = (row, size) => `${part.text} -> ${part.name}(${coordinates(part, sizes.map((old, at) => (at === row ? size : old)))})`;
  const isKnown = !more || part.limits?.length;
  const otherwise = isKnown ? null : (thing) => made.say(line(...thing.split(":").map(Number)));
  const touches = new Touches(made, changes, { weight, otherwise });
  made.lines = touches.lines;
  const isWhole = more || moves.every((move) => made.lines.has(move.line));
  if (!isWhole && sizes.length > 1 && moves.every((move) => left(part, move))) return marking(made, sizes, left);
  const look = kind === "strip" ? strip(touches, sizes) : sizes.map((size, row) => (kind === "bars" ? bar : kind === "strips" ? track : stones)(made, touches, size, row));
  return element("div", { class: "rows" }, ...[look].flat(), limits(part), touches.offers);
}

// The coordinates of a summand with other rows, as they are written.
function coordinates({ at, limits = [] }, rows) {
  if (Array.isArray(at[0])) return `[${rows.join(", ")}]`;
  const next = [...rows];
  return at.map((number, place) => (limits.includes(place) ? number : next.shift())).join(", ");
}

// Numbers that only limit the next move stand beside.
const limits = ({ at, limits = [] }) => (limits.length ? element("p", { class: "limit" }, "The next move depends on ", element("b", {}, limits.map((place) => at[place]).join(", "))) : "");

const place = (part, row) => (rowsOf(part).length > 1 ? words`number ${row + 1} of ${part.text}` : part.text);
const sized = (size) => element("span", { class: "size" }, String(size));
const taking = (part, size, row) => (left) => words`take ${size - left} of ${place(part, row)}, which leaves ${left}`;

function stones(made, touches, size, row) {
  if (size > MOST_STONES) return slider(made, touches, size, row);
  const label = taking(made.part, size, row);
  return element("div", { class: "stones", "data-row": row, "data-state": size }, ...Array.from({ length: size }, (_, at) => touches.thing(`${row}:${at}`, "", label(at), "stone")), sized(size));
}

function bar({ part }, touches, size, row) {
  const label = taking(part, size, row);
  return element("div", { class: "bar-row", "data-row": row, "data-state": size }, ...Array.from({ length: size }, (_, at) => touches.thing(`${row}:${at}`, "", label(at), "square block")), size ? "" : sized(0));
}

// A coin on a strip of its own.
function track({ part }, touches, size, row) {
  const square = (at) => touches.thing(`${row}:${at}`, String(at), words`coin ${row + 1} to square ${at}`, "square");
  return element("div", { class: "bar-row", "data-row": row, "data-state": size }, ...Array.from({ length: size }, (_, at) => square(at)), disc(size, part, row));
}

const disc = (size, part, row) => element("span", { class: "square here", role: "img", "aria-label": words`coin ${row + 1}, on square ${size}`, "data-piece": `${part.name}${row}` }, element("span", { class: "disc" }, String(size)));

// All coins on one strip.
function strip(touches, coins) {
  const { part } = touches;
  const square = (at) => (coins.includes(at) ? disc(at, part, coins.indexOf(at)) : touches.thing(at, String(at), words`to square ${at}`, "square"));
  return element("div", { class: "bar-row wrap" }, ...Array.from({ length: Math.max(-1, ...coins) + 1 }, (_, at) => square(at)));
}

// A heap that is too large for stones: how much is left is chosen along a bar.
function slider(made, touches, size, row) {
  const input = element("input", { type: "range", min: 0, max: size - 1, value: size - 1, "aria-label": words`what a move leaves of ${place(made.part, row)}` });
  const take = element("button", { type: "button" });
  const shown = () => (take.textContent = told(words`take ${size - input.value}, leave ${input.value}`));
  input.addEventListener("input", shown);
  take.addEventListener("click", () => touches.touch(`${row}:${input.value}`));
  shown();
  return element("div", { class: "bar-heap" }, input, sized(size), take);
}

// Where a move may change several rows, what is taken of each is marked first.
function marking(made, sizes, left) {
  const { part, moves, say } = made;
  const to = [...sizes];
  const offers = element("div", { class: "moves offered", "aria-live": "polite" });
  const fits = (move) => left(part, move).every((size, row) => size === to[row]);
  const each = sizes.map((size, row) => Array.from({ length: size }, (_, at) => button("", taking(part, size, row)(at), () => mark(row, at), { class: "stone", "aria-pressed": "false" })));
  function mark(row, at) {
    to[row] = to[row] === at ? sizes[row] : at;
    each.forEach((stones, row) => stones.forEach((stone, at) => stone.setAttribute("aria-pressed", String(at >= to[row]))));
    const found = moves.filter(fits);
    const none = to.some((size, row) => size < sizes[row]) && !found.length ? [element("span", { class: "muted" }, "No move does this.")] : [];
    offers.replaceChildren(...offered(found, part, say), ...none);
  }
  made.lines = new Set(moves.filter((move) => left(part, move).every((size, row) => size <= sizes[row])).map(({ line }) => line));
  return element("div", { class: "rows" }, ...each.map((stones, row) => element("div", { class: "stones", "data-row": row, "data-state": sizes[row] }, ...stones, sized(sizes[row]))), limits(part), element("p", { class: "muted" }, "Mark what you take, in one row or in several."), offers);
}
