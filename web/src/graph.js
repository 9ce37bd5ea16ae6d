// The picture of a graph: vertices that are left are touched. No vertex moves when others go.

import { button, element } from "./dom.js";

const SVG = "http://www.w3.org/2000/svg";
// Between neighbouring places, and around all of them.
export const [CELL, MARGIN] = [64, 24];

// Where the reader has drawn the vertices of a graph, by its neighbours.
const drawn = new Map();

export const keepPlaces = ({ near, places }) => drawn.set(JSON.stringify(near), places.map((place) => [...place]));

// Where the vertices of a graph are: as the reader has drawn it, or else as the engine lays it out.
export const placesOf = ({ near, places }) => drawn.get(JSON.stringify(near)) ?? places;

// The vertices in the text of a position or of a sum of positions of a game.
export const vertices = (text, name) => (text.replaceAll(name, "").match(/\d+/g) ?? []).map(Number);

// `made`: the summands on one graph as one part, and their moves, see `pictured`; `offer` lets the reader choose from several.
export function graph({ part, moves }, offer) {
  const left = new Set(vertices(part.text, part.name));
  const gone = moves.map((move) => ({ move, gone: goneBy(move, part.name) }));
  return drawing({ ...part.graph, places: placesOf(part.graph) }, left, (number) => (left.has(number) ? () => offer(chosen(gone, number, part.graph.near, left)) : null));
}

// A graph of which some vertices are left, with the place of each; what a press on a vertex does is told by
// `act`, null if nothing. There is room for at least so many places beside and below each other.
export function drawing(graph, left, act, room = [1, 1]) {
  const { near } = graph;
  const places = graph.places.map((place) => place.map((number) => Math.round(CELL * number)));
  const [width, height] = [0, 1].map((axis) => Math.max(CELL * (room[axis] - 1), ...places.map((place) => place[axis])) + 2 * MARGIN);
  const line = (one, other) => {
    const drawn = document.createElementNS(SVG, "line");
    const [[x1, y1], [x2, y2]] = [places[one], places[other]];
    for (const [key, value] of Object.entries({ x1, y1, x2, y2 })) drawn.setAttribute(key, value + MARGIN);
    drawn.setAttribute("class", left.has(one) && left.has(other) ? "edge" : "edge gone");
    return drawn;
  };
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  svg.setAttribute("aria-hidden", "true");
  near.forEach((others, one) => others.filter((other) => other > one).forEach((other) => svg.append(line(one, other))));
  const vertex = ([x, y], number) => {
    const press = act(number);
    const made = button(String(number), `vertex ${number}`, press, { class: left.has(number) ? "vertex" : "vertex gone", disabled: !press });
    made.style.cssText = `left: ${(100 * (x + MARGIN)) / width}%; top: ${(100 * (y + MARGIN)) / height}%`;
    return made;
  };
  const made = element("div", { class: "graph" }, svg, ...places.map(vertex));
  made.style.maxWidth = `${width}px`;
  return made;
}

// The vertices that a move removes.
function goneBy({ line }, name) {
  const [from, to] = line.split(" -> ");
  const kept = vertices(to, name);
  return vertices(from, name).filter((vertex) => !kept.includes(vertex));
}

// The moves that a touch on a vertex may mean. Where each vertex has a move that removes it with its neighbours, it means that one.
function chosen(gone, vertex, near, left) {
  const same = (one, other) => one.length === other.length && one.every((vertex) => other.includes(vertex));
  const around = (vertex) => [vertex, ...near[vertex].filter((other) => left.has(other))];
  const withNeighbours = (vertex) => gone.find((move) => same(move.gone, around(vertex)));
  const fitting = gone.filter((move) => move.gone.includes(vertex));
  const own = [...left].every(withNeighbours) ? [withNeighbours(vertex)] : fitting.filter((move) => move.gone.length === 1);
  const few = own.length ? own : fitting;
  return few.map(({ move, gone }) => ({ ...move, text: `remove ${gone.join(", ")}` }));
}
