// The picture of a graph: vertices that are left are touched. No vertex moves when others go.

import { button, element } from "./dom.js";

const SVG = "http://www.w3.org/2000/svg";
const ROUNDS = 400;
const [CELL, MARGIN] = [64, 24];

// The vertices in the text of a position or of a sum of positions of a game.
export const vertices = (text, name) => (text.replaceAll(name, "").match(/\d+/g) ?? []).map(Number);

const layouts = new Map();

// `made`: the summands on one graph as one part, and their moves, see `pictured`; `offer` lets the reader choose from several.
export function graph({ part, moves }, offer) {
  const left = new Set(vertices(part.text, part.name));
  const gone = moves.map((move) => ({ move, gone: goneBy(move, part.name) }));
  return drawing(part.graph, left, (number) => (left.has(number) ? () => offer(chosen(gone, number, part.graph, left)) : null));
}

// A graph of which some vertices are left; what a press on a vertex does is told by `act`, null if nothing.
export function drawing(graph, left, act) {
  const key = JSON.stringify(graph);
  if (!layouts.has(key)) layouts.set(key, layout(graph));
  const places = layouts.get(key);
  const [width, height] = [0, 1].map((axis) => Math.max(...places.map((place) => place[axis])) + 2 * MARGIN);
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
  graph.forEach((near, one) => near.filter((other) => other > one).forEach((other) => svg.append(line(one, other))));
  const vertex = ([x, y], number) => {
    const press = act(number);
    const made = button(String(number), `vertex ${number}`, press, { class: left.has(number) ? "vertex" : "vertex gone", disabled: !press });
    made.style.cssText = `left: ${(100 * (x + MARGIN)) / width}%; top: ${(100 * (y + MARGIN)) / height}%`;
    return made;
  };
  const drawn = element("div", { class: "graph" }, svg, ...places.map(vertex));
  drawn.style.maxWidth = `${width}px`;
  return drawn;
}

// The vertices that a move removes.
function goneBy({ line }, name) {
  const [from, to] = line.split(" -> ");
  const kept = vertices(to, name);
  return vertices(from, name).filter((vertex) => !kept.includes(vertex));
}

// The moves that a touch on a vertex may mean. Where each vertex has a move that removes it with its neighbours, it means that one.
function chosen(gone, vertex, graph, left) {
  const same = (one, other) => one.length === other.length && one.every((vertex) => other.includes(vertex));
  const around = (vertex) => [vertex, ...graph[vertex].filter((other) => left.has(other))];
  const withNeighbours = (vertex) => gone.find((move) => same(move.gone, around(vertex)));
  const fitting = gone.filter((move) => move.gone.includes(vertex));
  const own = [...left].every(withNeighbours) ? [withNeighbours(vertex)] : fitting.filter((move) => move.gone.length === 1);
  const few = own.length ? own : fitting;
  return few.map(({ move, gone }) => ({ ...move, text: `remove ${gone.join(", ")}` }));
}

// A place for each vertex, so that distances in the picture are those in the graph, as far as can be: stress is made smaller
// step by step (Gansner, Koren and North, Graph drawing by stress majorization, 2004), from several beginnings.
function layout(graph) {
  const far = graph.map((_, vertex) => distances(graph, vertex));
  const tries = [0, 1, 2, 3, 4].map((turn) => settled(far, begun(graph.length, turn)));
  const best = tries.reduce((one, other) => (other.stress < one.stress ? other : one)).places;
  const lowest = [0, 1].map((axis) => Math.min(...best.map((place) => place[axis])));
  return best.map((place) => place.map((number, axis) => Math.round(CELL * (number - lowest[axis]))));
}

// How far each vertex is; those that cannot be reached are farther than all others.
function distances(graph, from) {
  const far = Array(graph.length).fill(null);
  far[from] = 0;
  const queue = [from];
  for (const vertex of queue) {
    for (const other of graph[vertex]) if (far[other] === null) (far[other] = far[vertex] + 1), queue.push(other);
  }
  const farthest = Math.max(...far);
  return far.map((steps) => steps ?? farthest + 1);
}

// Places to begin with, the same at each time.
function begun(count, turn) {
  const radius = Math.sqrt(count);
  return Array.from({ length: count }, (_, vertex) => {
    const angle = (2 * Math.PI * (((2 * turn + 1) * vertex) % count)) / count + turn;
    const reach = radius * (turn % 2 ? 0.5 + (vertex % 3) / 4 : 1);
    return [reach * Math.cos(angle), reach * Math.sin(angle)];
  });
}

function settled(far, places) {
  let stress = 0;
  for (let round = 0; round < ROUNDS; round++) {
    stress = 0;
    places.forEach((place, one) => {
      const sum = [0, 0];
      let weights = 0;
      places.forEach((other, two) => {
        if (one === two) return;
        const wanted = far[one][two];
        const [x, y] = [place[0] - other[0], place[1] - other[1]];
        const is = Math.hypot(x, y) || 1e-6;
        const weight = 1 / wanted ** 2;
        stress += weight * (is - wanted) ** 2;
        sum[0] += weight * (other[0] + (wanted * x) / is);
        sum[1] += weight * (other[1] + (wanted * y) / is);
        weights += weight;
      });
      if (weights) [place[0], place[1]] = [sum[0] / weights, sum[1] / weights];
    });
  }
  return { places, stress };
}
