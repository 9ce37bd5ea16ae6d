// Pictures of positions, on which moves are made. What a position is drawn as follows from what the engine tells of its rule, and from
// what its moves change.

import { atOnce } from "./at_once.js";
import { MOST_COINS, coins } from "./coins.js";
import { button, element } from "./dom.js";
import { edges, edgesOf } from "./edges.js";
import { graph, members } from "./graph.js";
import { isStrip, rows, rowsOf } from "./rows.js";
import { board, corners, isHead, isPiece, piece } from "./squares.js";
import { offered } from "./touches.js";
import { words } from "./told.js";

// Summands that are drawn.
const MOST_DRAWN = 40;
// A larger heap is no row of stones.
const MOST_STONES = 40;
// Ways to the same marks that are offered.
const MOST_OFFERED = 12;

// What is remembered of the pictures of a game, so that they look alike from move to move.
export class Known {
  constructor() {
    this.kept = new Map();
  }

  // What was found first; what is uncertain is not kept.
  remember(key, found, isCertain = true) {
    if (this.kept.has(key)) return this.kept.get(key);
    if (isCertain) this.kept.set(key, found);
    return found;
  }

  // The largest numbers so far.
  grow(key, numbers) {
    this.kept.set(key, numbers.map((number, at) => Math.max(number, this.kept.get(key)?.[at] ?? 0)));
    return this.kept.get(key);
  }

  // What is remembered of a part of it.
  within(key) {
    return this.remember(key, new Known());
  }

  // A picture of which what is there is a part.
  whole(key, there, lay) {
    const known = this.kept.get(key);
    if (!known || ![...there.keys()].every((thing) => known.lines.has(thing))) this.kept.set(key, lay());
    return this.kept.get(key);
  }
}

const PICTURES = { "at-once": (made, known) => atOnce(made, known, sumOf), board, graph, members, piece, corners, coins: row, heap: marked, pairs: edges, strings: edges, branches: edges, stones: rows, bars: rows, strips: rows, strip: rows };

// What a summand is drawn as; null if it has no picture.
function kindOf(part, moves, known) {
  const { at, name } = part;
  if (part.components) return "at-once";
  if (part.board) return "board";
  if (!at) return null;
  const found = foundKind(part, moves);
  // The first picture of a game decides, as long as its positions can be drawn so.
  return found && name !== "*" && at.length === 1 && !Number.isInteger(at[0]) ? known.remember(`${name} picture`, found, moves.length > 0) : found;
}

function foundKind(part, moves) {
  const { at, graph, arrows } = part;
  if (at.length === 1 && Number.isInteger(at[0])) {
    if (isToken(part, moves)) return "graph";
    if (isRow(part)) return "coins";
    return moves.some(({ left }) => left?.length > 1) && at[0] <= MOST_STONES ? "heap" : "stones";
  }
  if (isHead(part, moves)) return "corners";
  if (isPiece(part, moves)) return "piece";
  const edges = edgesOf(part, moves);
  if (edges) return edges;
  const list = at.length === 1 && Array.isArray(at[0]) && at[0].every(Number.isInteger) ? at[0] : null;
  if (list && (graph || (arrows && list.every((vertex) => vertex < arrows.lists.length)))) return "graph";
  const lasts = ({ left }) => left?.length === 1 && left[0][0].length === list.length;
  if (list && list.length && moves.length && !moves.some(lasts)) return "members";
  if (!rowsOf(part)) return null;
  if (!list) return "stones";
  if (isStrip(part, moves)) return "strip";
  const changes = ({ left }) => left?.[0]?.[0]?.filter((number, at) => number !== list[at]).length;
  return moves.every((move) => lasts(move) && changes(move) === 1) && list.length > 1 ? "strips" : "bars";
}

// Whether a number is a vertex from which every edge is a move.
function isToken({ at, graph, arrows }, moves) {
  const near = (graph?.near ?? arrows?.lists)?.[at[0]];
  const to = moves.map(({ left }) => left?.[0]?.[0]);
  return Boolean(near) && near.length === to.length && near.every((vertex) => to.includes(vertex));
}

// A summand. `moves`: those in it that are known, and `more` tells whether there are others, which the engine judges. Returns its picture, and
// the moves that no touch on it makes.
function pictured(part, moves, more, say, known) {
  const kind = kindOf(part, moves, known);
  const made = { part, moves, more, say, lines: new Set() };
  const drawn = PICTURES[kind]?.(made, known, kind);
  const rest = drawn ? moves.filter(({ line }) => !made.lines.has(line)) : moves;
  const isNamed = !["at-once", "board", "graph", "members", "pairs", "strings", "branches", "piece", "corners"].includes(kind);
  const picture = element("div", { class: `summand of-${kind ?? "words"}`, "data-name": part.name }, isNamed ? element("span", { class: "muted" }, part.text) : "", drawn ?? "");
  return { picture, rest };
}

// A sum, summand by summand, and what is one picture together.
export function sumOf(position, moves, more, say, known) {
  const each = position.flatMap((part) => Array(Math.min(part.copies, MOST_DRAWN)).fill(part)).slice(0, MOST_DRAWN);
  const within = ({ text, texts = [text] }) => moves.filter(({ from }) => texts.includes(from));
  return together(each, within, known).map((part) => ({ part, ...pictured(part, within(part), more, say, known) }));
}

// Whether a summand is a head in a row of coins that is drawn.
export const isRow = ({ coins = null, at }) => coins !== null && at?.[0] <= MOST_COINS;

// Summands that are one picture: those on one graph, the heads of one row or board of coins, the edges and members of one whole.
function together(parts, movesIn, known) {
  const drawn = [];
  for (const part of parts) {
    const kind = kindOf(part, movesIn(part), known);
    const whole = ["coins", "graph", "members", "corners", "pairs"].includes(kind) && drawn.find((other) => other.kind === kind && isWith(other, part, kind));
    if (!whole) drawn.push({ ...part, kind, texts: [part.text], all: [part.at], heads: kind === "corners" ? [part.at] : part.at });
    else Object.assign(whole, { text: `${whole.text} + ${part.text}`, texts: [...whole.texts, part.text], all: [...whole.all, part.at], heads: kind === "corners" ? [...whole.heads, part.at] : [...whole.heads, ...part.at] });
  }
  return drawn;
}

function isWith(whole, part, kind) {
  if (whole.name !== part.name) return false;
  if (kind === "graph") return JSON.stringify(whole.graph ?? whole.arrows) === JSON.stringify(part.graph ?? part.arrows) && part.at.some(Array.isArray);
  const members = whole.all.flat().flat();
  if (kind === "members") return !part.at[0].some((member) => members.includes(member));
  return kind !== "pairs" || (part.at.length === 1 && !part.at[0].flat().some((vertex) => vertex && members.flat().includes(vertex)));
}

function row(made) {
  made.lines = new Set(made.moves.map(({ line }) => line));
  return coins(made);
}

// A heap that moves may part: stones are marked, from one to another, and the moves that do so are offered.
function marked(made) {
  const { part, moves, more, say } = made;
  const [size] = part.at;
  const offers = element("div", { class: "moves offered", "aria-live": "polite" });
  const stone = (at) => button("", words`stone ${at + 1} of ${size}`, () => mark(at), { class: "stone", "aria-pressed": "false" });
  const stones = Array.from({ length: size }, (_, at) => stone(at));
  let [from, to] = [0, 0];
  function mark(at) {
    const isMarked = from <= at && at < to;
    if (isMarked) [from, to] = [0, 0];
    else [from, to] = from === to ? [at, at + 1] : [Math.min(from, at), Math.max(to, at + 1)];
    stones.forEach((stone, index) => stone.setAttribute("aria-pressed", String(from <= index && index < to)));
    const fitting = from === to ? [] : waysTo(made, size, from, to);
    const none = element("span", { class: "muted" }, "No move does this.");
    const ways = more ? fitting.map(({ text, line }) => button(text, text, () => say(line), { "data-line": line })) : offered(fitting, part, say);
    offers.replaceChildren(...ways, ...(from < to && !fitting.length ? [none] : []));
  }
  const ends = stones.flatMap((_, from) => stones.slice(from).map((_, at) => [from, from + at + 1]));
  made.lines = new Set(more ? moves.map(({ line }) => line) : ends.flatMap(([from, to]) => waysTo(made, size, from, to).map(({ line }) => line)));
  return element("div", {}, element("div", { class: "stones", "data-row": 0, "data-state": size }, ...stones, element("span", { class: "size" }, String(size))), element("p", { class: "muted" }, "Mark the stones of your move."), offers);
}

// The moves that take the marked stones, or part the heap beside them.
function waysTo({ part, moves, more }, size, from, to) {
  const count = to - from;
  const key = (heaps) => heaps.filter(Boolean).sort((one, other) => one - other).join(" + ");
  const taken = key([from, size - to]);
  const split = key([count, size - count]);
  if (!more) {
    const known = moves.filter(({ left }) => left?.every((at) => at.length === 1)).map((move) => {
      const heaps = move.left.flat();
      return { ...move, heaps, key: key(heaps), loss: size - heaps.reduce((sum, heap) => sum + heap, 0) };
    });
    const exact = known.filter((move) => (move.loss ? move.key === taken && move.loss === count : move.key === split));
    const near = known.filter(({ loss, heaps }) => (loss ? loss === count : heaps.includes(count)));
    return (exact.length ? exact : near).slice(0, MOST_OFFERED);
  }
  const line = (heaps) => `${part.text} -> ${heaps.filter(Boolean).map((heap) => `${part.name}(${heap})`).join(" + ") || `${part.name}(0)`}`;
  const ways = [{ text: words`take ${count}, leave ${taken || "nothing"}`, line: line([from, size - to]) }];
  if (count < size) ways.push({ text: words`split into ${split}`, line: line([count, size - count]) });
  return ways;
}
