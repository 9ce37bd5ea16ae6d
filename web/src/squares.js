// Boards: signs on squares, a piece for two numbers, and coins on the squares of a board.

import { element } from "./dom.js";
import { Touches } from "./touches.js";
import { words } from "./told.js";

// Two numbers up to this are the place of a piece on a board.
export const LARGEST_BOARD = 15;

function grid(columns, ...squares) {
  const made = element("div", { class: "squares" }, ...squares);
  made.style.cssText = `--columns: ${columns}; --rows: ${Math.ceil(squares.length / columns)}`;
  return element("div", { class: "scroll" }, made);
}

// What is drawn for the cells that many games have: an empty one, one that is covered, and stones.
const DRAWN = { ".": "", "#": "", "+": "+", "-": "−" };
const LOOKS = { "#": "square covered", ".": "square empty" };
// X and O together are stones; X alone is a cross.
const STONES = { X: "square dark-stone", O: "square light-stone" };

// A board. A touch on a cell means the moves that change it. Of a move that takes a stone to another cell, the first touch is the stone.
export function board(made, known) {
  const { part, moves, more, say } = made;
  const { width, cells } = part.board;
  const after = ({ left }) => (left?.length === 1 && typeof left[0][0] === "string" ? [...left[0][0].replaceAll("/", "")] : null);
  const changed = (move) => after(move)?.flatMap((cell, at) => (cell === cells[at] ? [] : [at])) ?? null;
  const starts = (move) => {
    const emptied = changed(move).filter((at) => after(move)[at] === ".");
    return emptied.length ? emptied : changed(move);
  };
  const otherwise = more ? (thing) => say(`${Math.floor(thing / width) + 1} ${(thing % width) + 1}`) : null;
  const touches = new Touches(made, changed, { starts, otherwise });
  const areStones = known.remember(`${part.name} stones`, [cells, ...moves.map((move) => after(move) ?? [])].flat().includes("O"));
  const look = (cell) => (areStones && STONES[cell]) || LOOKS[cell] || "square";
  const drawn = (cell) => (areStones && STONES[cell] ? "" : (DRAWN[cell] ?? { X: "✕", O: "◯" }[cell] ?? cell));
  const square = (cell, at) => {
    const made = touches.thing(at, drawn(cell), words`row ${Math.floor(at / width) + 1}, column ${(at % width) + 1}: ${cell}`, look(cell));
    made.dataset.state = cell;
    return made;
  };
  made.lines = touches.lines;
  const played = grid(width, ...cells.map(square));
  arrows(played, width);
  return element("div", { class: "touched" }, played, touches.offers);
}

// Arrows lead from square to square, and one stop of the keyboard is enough for all of them.
export function arrows(place, width) {
  const all = [...place.querySelectorAll(".square")];
  const stops = all.filter((square) => square.matches("button:not([disabled])"));
  stops.forEach((square, at) => (square.tabIndex = at ? -1 : 0));
  place.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -width, ArrowDown: width }[event.key];
    const from = all.indexOf(document.activeElement);
    if (!step || from < 0) return;
    event.preventDefault();
    for (let at = from + step; all[at] && (Math.abs(step) > 1 || Math.floor(at / width) === Math.floor(from / width)); at += step) {
      if (!stops.includes(all[at])) continue;
      stops.forEach((square) => (square.tabIndex = square === all[at] ? 0 : -1));
      return all[at].focus();
    }
  });
}

const isSquare = (numbers) => numbers?.length === 2 && numbers.every((number) => Number.isInteger(number) && number >= 0 && number <= LARGEST_BOARD + 1);

// Whether two numbers are the place of a piece, which every move takes to another square.
export const isPiece = ({ at, name, limits }, moves) =>
  name !== "*" && isSquare(at) && Math.max(...at) <= LARGEST_BOARD && !limits?.length && moves.every(({ left }) => left?.length <= 1 && (!left.length || isSquare(left[0])));

// Whether they are the place of a head on a board, which a move turns with others.
export const isHead = ({ at }, moves) => isSquare(at) && moves.some(({ left }) => left?.length > 1) && moves.every(({ left }) => left?.every(isSquare));

// The piece that moves so.
function sign(steps) {
  if (!steps.length) return "♛";
  const far = steps.map((step) => step.map(Math.abs));
  if (far.every(([down, right]) => down * right === 2)) return "♞";
  const isStraight = far.every(([down, right]) => !down || !right);
  if (!isStraight && far.every(([down, right]) => down < 2 && right < 2)) return "♚";
  if (isStraight) return "♜";
  return far.every(([down, right]) => !down || !right || down === right) ? "♛" : "●";
}

// Two numbers as the place of a piece. The board stays as large as it was.
export function piece(made, known) {
  const { part, moves, more, say } = made;
  const targets = moves.flatMap(({ left }) => left);
  const size = [0, 1].map((axis) => Math.max(part.at[axis], ...targets.map((target) => target[axis])));
  const [down, right] = known.grow(`${part.name} board`, size);
  const otherwise = more ? (thing) => say(`${part.text} -> ${part.name}(${thing.replace(",", ", ")})`) : null;
  const touches = new Touches(made, ({ left }) => (left.length ? [left[0]] : null), { otherwise });
  const drawn = known.remember(`${part.name} piece`, sign(targets.map(([row, column]) => [row - part.at[0], column - part.at[1]])));
  const number = (at) => element("span", { class: "muted" }, String(at));
  const square = (row, column) => {
    const isHere = row === part.at[0] && column === part.at[1];
    const look = (row + column) % 2 ? "square odd" : "square even";
    if (isHere) return element("span", { class: `${look} here`, role: "img", "aria-label": words`the piece, at ${row}, ${column}`, "data-piece": part.name }, element("span", { class: "piece" }, drawn));
    const isPossible = row <= part.at[0] && column <= part.at[1];
    const isTarget = touches.fitting([`${row},${column}`]).length > 0;
    const made = touches.thing([row, column], "", words`to ${row}, ${column}`, isTarget ? `${look} target` : look);
    if (!isTarget && !isPossible) made.disabled = true;
    return made;
  };
  const places = (last) => Array.from({ length: last + 1 }, (_, at) => at);
  const lines = places(down).flatMap((row) => [number(row), ...places(right).map((column) => square(row, column))]);
  made.lines = touches.lines;
  const played = grid(right + 2, element("span"), ...places(right).map(number), ...lines);
  arrows(played, right + 1);
  return element("div", { class: "heap" }, element("span", { class: "muted" }, part.text), played, touches.offers);
}

// Coins on a board: each summand is a head, and a touch on a coin means the smallest turn with it.
export function corners(made, known) {
  const { part, moves } = made;
  const heads = part.heads ?? [part.at];
  const each = [...heads, ...moves.flatMap(({ left }) => left)];
  const [wide, high] = known.grow(`${part.name} board`, [0, 1].map((axis) => Math.max(...each.map((place) => place[axis]))));
  const first = [0, 1].map((axis) => known.remember(`${part.name} ${axis}`, Math.min(...each.map((place) => place[axis]))));
  const placed = (from) => from.slice(from.indexOf("(") + 1, -1).split(",").map(Number);
  const turned = ({ from, left }) => [placed(from), ...left].map(([x, y]) => `${x},${y}`);
  const touches = new Touches(made, turned);
  const isHead = (x, y) => heads.filter((head) => head[0] === x && head[1] === y).length % 2 === 1;
  const rows = [];
  for (let y = high; y >= first[1]; y--) {
    for (let x = first[0]; x <= wide; x++) {
      const coin = touches.thing([x, y], "", isHead(x, y) ? words`coin ${x}, ${y}: heads` : words`coin ${x}, ${y}: tails`, isHead(x, y) ? "coin heads" : "coin");
      coin.dataset.state = isHead(x, y) ? "heads" : "tails";
      rows.push(coin);
    }
  }
  made.lines = touches.lines;
  return element("div", { class: "heap" }, element("span", { class: "muted" }, part.text), grid(wide - first[0] + 1, ...rows), element("p", { class: "muted" }, "A touch turns a rectangle. Full coins are heads."), touches.offers);
}
