// Pictures of edges that are cut or walked along: bushes on the ground, the way of a token, strings of coins.

import { element } from "./dom.js";
import { CELL, drawingOf, line, MARGIN, put } from "./graph.js";
import { Touches } from "./touches.js";
import { words } from "./told.js";

// A string that holds a coin to the ground is so long, as a part of the distance of two coins.
const STUB = 0.6;

const isPair = (pair) => Array.isArray(pair) && pair.length === 2 && pair.every(Number.isInteger);

// The edges of a position by their keys: pairs of a list, of which two may be equal, or the branches of a list that tells for each on which it grows.
function edgesAt(at, kind) {
  const list = at.at(-1);
  if (kind === "branches") return new Map(list.flatMap((parent, branch) => (parent < 0 ? [] : [[`${parent}-${branch + 1}`, [parent, branch + 1]]])));
  if (kind === "strings") return new Map(list.map((string) => [String(string), string]));
  const found = new Map();
  for (const [one, other] of list) {
    let count = 0;
    while (found.has(`${one}-${other}#${count}`)) count++;
    found.set(`${one}-${other}#${count}`, [one, other]);
  }
  return found;
}

// What kind of edges the positions of a summand are about; null if they are about none.
export function edgesOf({ at, edges, groups }, moves) {
  const list = at?.at(-1);
  if (!Array.isArray(list) || at.length > 2) return null;
  if (edges && list.every(isPair) && (at.length === 1 || Number.isInteger(at[0]))) return "pairs";
  if (at.length > 1 || !list.every(Number.isInteger)) return null;
  const holds = (string) => groups.lists.filter((group) => group.includes(string)).length;
  if (groups && list.length && list.every((string) => [1, 2].includes(holds(string)))) return "strings";
  const isCut = ({ left }) => left?.length === 1 && left[0][0].length === list.length && left[0][0].every((parent, at) => parent === list[at] || parent === -1);
  return moves.length && list.every((parent, branch) => parent >= -1 && parent <= branch) && moves.every(isCut) && moves.some(({ left }) => left[0][0].includes(-1)) ? "branches" : null;
}

export function edges(made, known, kind) {
  const { part, moves } = made;
  const summands = (part.all ?? [part.at]).map((at) => edgesAt(at, kind));
  const there = new Map(summands.flatMap((edges) => [...edges]));
  const own = (move) => summands[Math.max(0, (part.texts ?? []).indexOf(move.from))];
  const gone = (move) => {
    const left = new Map((move.left ?? []).flatMap((at) => [...edgesAt(at, kind)]));
    return [...own(move).keys()].filter((key) => !left.has(key));
  };
  const token = part.at.length > 1 ? part.at[0] : null;
  const isGround = kind === "branches" || (kind === "pairs" && token === null && hangs([...there.values()]));
  const whole = known.whole(`${part.name} edges`, there, () => laidOut(part, kind, there, isGround));
  const touches = new Touches(made, gone);
  const box = drawn(whole, there, touches, isGround, token);
  if (token !== null) box.querySelector(".token").dataset.piece = part.name;
  made.lines = touches.lines;
  return element("div", { class: "touched" }, element("div", { class: "scroll" }, box), touches.offers);
}

// Whether all edges hang together with vertex 0.
function hangs(edges) {
  const reached = new Set([0]);
  for (let before = 0; before < reached.size; ) {
    before = reached.size;
    for (const [one, other] of edges) if (reached.has(one) || reached.has(other)) reached.add(one).add(other);
  }
  return edges.some((edge) => edge.includes(0)) && edges.flat().every((vertex) => reached.has(vertex));
}

// Each edge with the places of its ends, and the vertices with theirs.
function laidOut(part, kind, there, isGround) {
  if (kind === "strings") return strings(part.groups, there);
  const places = isGround ? grown([...there.values()]) : part.edges;
  const count = new Map();
  const ends = ([one, other]) => {
    const pair = [one, other].sort().join();
    count.set(pair, (count.get(pair) ?? -1) + 1);
    const from = one === 0 && isGround ? [places[other][0], places[0][1]] : places[one];
    const to = other === 0 && isGround ? [places[one][0], places[0][1]] : places[other];
    return { from, to, aside: count.get(pair) };
  };
  const lines = new Map([...there].map(([key, edge]) => [key, ends(edge)]));
  const used = new Set([...there.values()].flat().filter((vertex) => !(isGround && vertex === 0)));
  return { lines, vertices: new Map([...used].map((vertex) => [vertex, places[vertex]])), height: Math.max(...places.filter(Boolean).map(([, y]) => y)) };
}

// Places above the ground, vertex 0: each vertex as high as its way to the ground is long, above the middle of what grows on it.
function grown(edges) {
  const level = new Map([[0, 0]]);
  const below = new Map();
  for (const vertex of level.keys()) {
    for (const [one, other] of edges) {
      const next = one === vertex ? other : other === vertex ? one : vertex;
      if (!level.has(next)) level.set(next, level.get(vertex) + 1), below.set(next, vertex);
    }
  }
  const highest = Math.max(...level.values());
  const places = [];
  let column = 0;
  const place = (vertex) => {
    const children = [...below].filter(([, on]) => on === vertex).map(([child]) => child);
    const columns = children.map(place);
    const x = columns.length ? columns.reduce((sum, x) => sum + x, 0) / columns.length : column++;
    places[vertex] = [x, highest - level.get(vertex)];
    return x;
  };
  place(0);
  return places;
}

// Coins and the strings that hold them, two coins together or one to the ground, on the sides where there is room.
function strings({ lists, places }, there) {
  const lines = new Map();
  const holders = (string) => lists.flatMap((group, coin) => (group.includes(string) ? [coin] : []));
  const angle = ([x1, y1], [x2, y2]) => Math.atan2(y2 - y1, x2 - x1);
  for (const [coin, group] of lists.entries()) {
    const joined = group.filter((string) => holders(string).length === 2);
    const taken = joined.map((string) => angle(places[coin], places[holders(string).find((other) => other !== coin)])).sort((one, other) => one - other);
    const gaps = (taken.length ? taken : [0]).map((from, at, all) => [from, (all[at + 1] ?? all[0] + 2 * Math.PI) - from]);
    const [from, gap] = gaps.reduce((best, gap) => (gap[1] > best[1] ? gap : best));
    const loose = group.filter((string) => holders(string).length === 1);
    loose.forEach((string, at) => {
      const turn = from + (gap * (at + 1)) / (loose.length + 1);
      lines.set(String(string), { from: places[coin], to: [places[coin][0] + STUB * Math.cos(turn), places[coin][1] + STUB * Math.sin(turn)], aside: 0 });
    });
    for (const string of joined) if (!lines.has(String(string))) lines.set(String(string), { from: places[coin], to: places[holders(string).find((other) => other !== coin)], aside: 0 });
  }
  return { lines, vertices: new Map(places.map((place, coin) => [coin, place])), areCoins: true };
}

function drawn({ lines, vertices, height, areCoins }, there, touches, isGround, token) {
  const all = [...lines.values()].flatMap(({ from, to }) => [from, to]);
  const least = [0, 1].map((axis) => Math.min(...all.map((place) => place[axis])));
  const at = (place) => place.map((number, axis) => Math.round(CELL * (number - least[axis])) + MARGIN);
  const size = [0, 1].map((axis) => Math.max(...all.map((place) => at(place)[axis])) + MARGIN);
  const ground = isGround ? [line([0, at([0, height])[1]], [size[0], at([0, height])[1]], "ground")] : [];
  const edge = ([key, ends]) => {
    const [from, to] = aside(at(ends.from), at(ends.to), ends.aside);
    const isThere = there.has(key);
    const made = isThere ? touches.thing(key, "", words`edge ${key.replace(/#.*/, "")}`, "cut") : element("span", { class: "cut gone" });
    if (isThere) made.dataset.state = "there";
    const [x, y] = [to[0] - from[0], to[1] - from[1]];
    made.style.cssText = `left: ${(from[0] + to[0]) / 2}px; top: ${(from[1] + to[1]) / 2}px; width: ${Math.max(44, Math.hypot(x, y) - 12)}px; rotate: ${Math.atan2(y, x)}rad`;
    return made;
  };
  const dots = [...vertices].map(([vertex, place]) => {
    const look = areCoins ? "dot coin-dot" : vertex === token ? "dot token" : "dot";
    const made = element("span", { class: look, "aria-hidden": "true" }, vertex === token ? String(vertex) : "");
    return put(made, at(place), size);
  });
  const box = element("div", { class: "graph edges" }, drawingOf(...size, ground), ...[...lines].map(edge), ...dots);
  box.style.cssText = `width: ${size[0]}px; height: ${size[1]}px`;
  return box;
}

// Edges beside others between the same ends; an edge from a vertex to itself stands above it.
function aside([x1, y1], [x2, y2], place) {
  if (x1 === x2 && y1 === y2) return [[x1 - 22, y1 - 24 - 20 * place], [x1 + 22, y1 - 24 - 20 * place]];
  const far = Math.hypot(x2 - x1, y2 - y1);
  const by = (place % 2 ? -1 : 1) * Math.ceil(place / 2) * 26;
  const [x, y] = [(-(y2 - y1) * by) / far, ((x2 - x1) * by) / far];
  return [[x1 + x, y1 + y], [x2 + x, y2 + y]];
}
