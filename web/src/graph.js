// Pictures of graphs: vertices that are left are touched, a token walks along edges, members of an order stand above each other. No
// vertex moves when others go.

import { button, element } from "./dom.js";
import { words } from "./told.js";
import { Touches } from "./touches.js";

const SVG = "http://www.w3.org/2000/svg";
// Between neighbouring places, and around all of them.
export const [CELL, MARGIN] = [64, 30];

// Neighbouring places are farther apart where two others would stand nearer to each other than fingers are wide.
const FINGER = 46;
export function cellOf(places) {
  const apart = places.flatMap(([x, y], at) => places.slice(at + 1).map((other) => Math.hypot(other[0] - x, other[1] - y))).filter(Boolean);
  return Math.max(CELL, Math.min(2 * CELL, FINGER / Math.min(...apart)));
}

// Where the reader has drawn the vertices of a graph, by its neighbours.
const drawn = new Map();

export const keepPlaces = ({ near, places }) => drawn.set(JSON.stringify(near), places.map((place) => [...place]));

// Where the vertices of a graph are: as the reader has drawn it, or else as the engine lays it out.
export const placesOf = ({ near, places }) => drawn.get(JSON.stringify(near)) ?? places;

// The vertices in the text of a position or of a sum of positions of a game.
export const vertices = (text, name) => (text.replaceAll(name, "").match(/\d+/g) ?? []).map(Number);

// A line of a picture.
export function line([x1, y1], [x2, y2], look, more = {}) {
  const made = document.createElementNS(SVG, "line");
  for (const [key, value] of Object.entries({ x1, y1, x2, y2, ...more })) made.setAttribute(key, value);
  made.setAttribute("class", look);
  return made;
}

export function drawingOf(width, height, lines) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  svg.setAttribute("aria-hidden", "true");
  svg.append(...lines);
  return svg;
}

// Puts something at a place of a picture.
export const put = (made, [x, y], [width, height]) => ((made.style.cssText = `left: ${(100 * x) / width}%; top: ${(100 * y) / height}%`), made);

// A graph of which some vertices are left, with the place of each; `vertex` makes what is put there. There is room for at least so many
// places beside and below each other. With `isDirected` edges have arrows.
export function drawing(graph, left, vertex, room = [1, 1], isDirected = false) {
  const { near } = graph;
  const cell = cellOf(graph.places);
  const places = graph.places.map((place) => place.map((number) => Math.round(cell * number) + MARGIN));
  const size = [0, 1].map((axis) => Math.max(cell * (room[axis] - 1) + MARGIN, ...places.map((place) => place[axis])) + MARGIN);
  const look = (one, other) => (left.has(one) && left.has(other) ? "edge" : "edge gone");
  const edge = (one, other) => line(places[one], isDirected ? short(places[one], places[other]) : places[other], look(one, other) + (isDirected ? " arrow" : ""));
  const lines = near.flatMap((others, one) => others.filter((other) => isDirected || other > one).map((other) => edge(one, other)));
  const svg = drawingOf(...size, isDirected ? [marker(), ...lines] : lines);
  const made = element("div", { class: "graph" }, svg, ...places.map((place, number) => put(vertex(number), place, size)));
  made.style.width = `${size[0]}px`;
  return made;
}

// An arrow ends before the vertex that it leads to.
function short([x1, y1], [x2, y2]) {
  const far = Math.hypot(x2 - x1, y2 - y1) || 1;
  return [x2 - ((x2 - x1) * 24) / far, y2 - ((y2 - y1) * 24) / far];
}

function marker() {
  const made = document.createElementNS(SVG, "marker");
  for (const [key, value] of Object.entries({ id: "arrow", viewBox: "0 0 8 8", refX: 6, refY: 4, markerWidth: 5, markerHeight: 5, orient: "auto" })) made.setAttribute(key, value);
  const head = document.createElementNS(SVG, "path");
  head.setAttribute("d", "M0,0L8,4L0,8Z");
  made.append(head);
  return made;
}

// What a reader may press of a graph that is changed: `act` tells what that does, null if nothing.
export const pressed = (left, act) => (number) => {
  const press = act(number);
  return button(String(number), words`vertex ${number}`, press, { class: left.has(number) ? "vertex" : "vertex gone", disabled: !press });
};

const goneBy = ({ line }, name) => {
  const [from, to] = line.split(" -> ").map((text) => vertices(text, name));
  return { gone: from.filter((vertex) => !to.includes(vertex)), come: to.filter((vertex) => !from.includes(vertex)), from, to };
};

// `made`: the summands on one graph as one part, and their moves, see `pictured`. Where moves bring a vertex in, tokens walk; where they only do
// that, those that were there are the way so far.
export function graph(made, known) {
  const { part, moves } = made;
  const { near = part.arrows.lists, places } = part.graph ?? part.arrows;
  const changed = moves.map((move) => goneBy(move, part.name));
  const kind = known.remember(`${part.name} kind`, changed.some(({ come }) => come.length) ? (changed.some(({ gone }) => gone.length) || part.at.every(Number.isInteger) ? "tokens" : "walk") : "left", moves.length > 0);
  const there = vertices(part.text, part.name);
  const left = new Set(kind === "left" ? there : near.keys());
  const token = kind === "walk" ? there.slice(-1) : kind === "tokens" ? there : [];
  const isWalked = (number) => kind === "walk" && there.includes(number) && !token.includes(number);
  const touches = new Touches(made, (move) => thingsOf(goneBy(move, part.name), kind), { starts: beginning(made, kind, left, near) });
  const vertex = (number) => {
    const look = `vertex${left.has(number) && !isWalked(number) ? "" : " gone"}${token.includes(number) ? " token" : ""}${kind !== "left" && touches.fitting([String(number)]).length ? " target" : ""}`;
    const made = touches.thing(number, String(number), token.includes(number) ? words`token on vertex ${number}` : words`vertex ${number}`, look);
    Object.assign(made.dataset, { state: look });
    if (token.includes(number)) made.dataset.piece = part.name + token.indexOf(number);
    return made;
  };
  made.lines = touches.lines;
  return element("div", { class: "touched" }, drawing({ near, places: part.graph ? placesOf(part.graph) : places }, left, vertex, [1, 1], !part.graph), touches.offers);
}

function thingsOf({ gone, come }, kind) {
  if (kind === "left") return gone;
  return kind === "walk" ? come : [...come, ...gone];
}

// Where each vertex has a move that removes it with its neighbours, a touch on it begins that one.
function beginning({ part, moves }, kind, left, near) {
  const text = (vertices) => [...vertices].sort((one, other) => one - other).join();
  const around = (vertex) => text([vertex, ...near[vertex].filter((other) => left.has(other))]);
  const removed = (move) => text(goneBy(move, part.name).gone);
  const all = new Set(moves.map(removed));
  if (kind !== "left" || ![...left].every((vertex) => all.has(around(vertex)))) return null;
  return (move) => [...left].filter((vertex) => around(vertex) === removed(move));
}

// Members of a list that moves only take out: each above those without which it does not stay.
export function members(made, known) {
  const { part, moves } = made;
  const there = vertices(part.text, part.name);
  const gone = new Map(moves.map((move) => [move, goneBy(move, part.name).gone]));
  const touches = new Touches(made, (move) => gone.get(move));
  const smallest = (member) => touches.fitting([String(member)])[0]?.things.map(Number) ?? [member];
  const above = new Map(there.map((member) => [member, smallest(member).filter((other) => other !== member)]));
  const isCover = (one, other) => above.get(one).includes(other) && !above.get(one).some((between) => between !== other && above.get(between)?.includes(other));
  const { all, near, places } = known.remember(`${part.name} order`, ordered(there, above, isCover), moves.length > 0);
  const isKnown = there.every((member) => all.includes(member));
  const shown = isKnown ? { all, near, places } : ordered(there, above, isCover);
  const left = new Set(there.map((member) => shown.all.indexOf(member)));
  const vertex = (at) => {
    const member = shown.all[at];
    const drawn = touches.thing(member, String(member), words`member ${member}`, left.has(at) ? "vertex" : "vertex gone");
    drawn.dataset.state = String(left.has(at));
    return drawn;
  };
  made.lines = touches.lines;
  return element("div", { class: "touched" }, drawing(shown, left, vertex), touches.offers);
}

// Members in rows, each as high as the longest chain below it.
function ordered(all, above, isCover) {
  const heights = new Map();
  const height = (member) => {
    if (!heights.has(member)) heights.set(member, Math.max(0, ...all.filter((other) => above.get(other).includes(member)).map((other) => 1 + height(other))));
    return heights.get(member);
  };
  const rows = all.map(height);
  const [highest, widest] = [Math.max(0, ...rows), Math.max(1, ...rows.map((row) => rows.filter((other) => other === row).length))];
  const place = (at) => {
    const beside = rows.flatMap((row, other) => (row === rows[at] ? [other] : []));
    return [beside.indexOf(at) + (widest - beside.length) / 2, highest - rows[at]];
  };
  const near = all.map((one, from) => all.flatMap((other, to) => (isCover(one, other) || isCover(other, one) ? [to] : [])).filter((to) => to !== from));
  return { all, near, places: all.map((_, at) => place(at)) };
}
