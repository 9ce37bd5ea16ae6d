// A graph that the reader draws: its name is defined anew by what is drawn. Summands on one graph share it.

import { button, element } from "./dom.js";
import { MARGIN, cellOf, drawing, placesOf, pressed } from "./graph.js";
import { words } from "./told.js";

// Larger graphs have no picture.
const MOST = 64;
// There is room for so many vertices beside and below each other.
const ROOM = [6, 4];
// A press so near to a vertex means it.
const NEAR = 0.6;

export class OwnGraph {
  // `graph`: its name, its neighbours and its places, as the engine tells them.
  constructor(graph) {
    const { name, near } = graph;
    Object.assign(this, { name, near: near.map((others) => [...others]), places: placesOf(graph).map((place) => [...place]) });
    this.isDrawn = this.isChanged = false;
    // For each summand the vertices that are left.
    this.summands = [];
  }

  get definition() {
    return `let ${this.name} = [${this.near.map((others) => `[${others.join(", ")}]`).join(", ")}]`;
  }

  // Another summand on this graph, with its vertices.
  join(left) {
    this.summands.push(left);
    return left;
  }

  // Joins two vertices, or parts them.
  turn(one, other) {
    const isEdge = this.near[one].includes(other);
    for (const [from, to] of [[one, other], [other, one]]) {
      this.near[from] = isEdge ? this.near[from].filter((vertex) => vertex !== to) : [...this.near[from], to].sort((a, b) => a - b);
    }
    this.isChanged = true;
  }

  // A vertex at this place, or where there is room; false if there are too many.
  add(left, place = this.emptyPlace()) {
    if (this.near.length >= MOST) return false;
    left.add(this.near.length);
    this.near.push([]);
    this.places.push(place);
    return (this.isChanged = true);
  }

  emptyPlace() {
    const [width, height] = this.size();
    const far = ([x, y]) => this.places.every((place) => Math.hypot(place[0] - x, place[1] - y) > NEAR);
    return Array.from({ length: width * height }, (_, at) => [at % width, Math.floor(at / width)]).find(far) ?? [0, height];
  }

  size() {
    return ROOM.map((least, axis) => Math.max(least, Math.ceil(Math.max(...this.places.map((place) => place[axis]))) + 1));
  }

  // A graph of one vertex.
  clear() {
    Object.assign(this, { near: [[]], places: [[0, 0]], isChanged: true });
    for (const left of this.summands) {
      left.clear();
      left.add(0);
    }
  }

  // Takes a vertex out; those behind it get the number before theirs.
  remove(gone) {
    const behind = (vertex) => (vertex > gone ? vertex - 1 : vertex);
    const without = (vertices) => vertices.filter((vertex) => vertex !== gone).map(behind);
    this.near = this.near.toSpliced(gone, 1).map(without);
    this.places.splice(gone, 1);
    for (const left of this.summands) {
      const kept = without([...left]);
      left.clear();
      kept.forEach((vertex) => left.add(vertex));
    }
    this.isChanged = true;
  }

  // The picture that is drawn on: two vertices that are pressed are joined or parted, and an empty place becomes a vertex. `changed`
  // hears of each change.
  picture(left, changed) {
    let chosen = null;
    const said = element("p", { class: "muted", "aria-live": "polite" });
    const place = element("div", { class: "touched" });
    // Draws it with another vertex chosen, or none, and leaves the reader at one.
    const show = (now, at) => {
      chosen = now;
      draw();
      place.querySelectorAll(".vertex")[at].focus({ preventScroll: true });
    };
    const redraw = (at) => {
      show(null, at);
      changed();
    };
    const press = (vertex) => () => {
      if (chosen === null || chosen === vertex) return show(chosen === null ? vertex : null, vertex);
      this.turn(chosen, vertex);
      redraw(vertex);
    };
    const put = (at) => {
      if (this.add(left, at)) return redraw(this.near.length - 1);
      said.replaceChildren(element("span", {}, words`A graph that is drawn has at most ${MOST} vertices.`));
    };
    const remove = () => {
      this.remove(chosen);
      redraw(Math.min(chosen, this.near.length - 1));
    };
    const begin = () => {
      this.clear();
      redraw(0);
    };
    const draw = () => {
      const made = drawing(this, left, pressed(left, press), this.size());
      made.classList.add("drawn");
      made.addEventListener("click", ({ target, clientX, clientY }) => {
        if (target.closest("button")) return;
        const { left: x, top: y } = made.getBoundingClientRect();
        const at = [clientX - x, clientY - y].map((length) => Math.max(0, (length - MARGIN) / cellOf(this.places)));
        const near = this.places.findIndex((place) => Math.hypot(place[0] - at[0], place[1] - at[1]) < NEAR);
        near < 0 ? put(at) : press(near)();
      });
      if (chosen !== null) made.querySelectorAll(".vertex")[chosen].setAttribute("aria-pressed", "true");
      const act = (name, does) => button(name, name, does);
      const removed = chosen !== null && this.near.length > 1 ? [act("Remove the vertex", remove)] : [];
      const words = element("div", { class: "words" }, act("New vertex", () => put()), ...removed, act("Another graph", begin));
      said.replaceChildren(element("span", {}, chosen === null ? "Press a vertex, or an empty place for a new one." : "Press another vertex: both are joined, or parted."));
      place.replaceChildren(made, words, said);
    };
    draw();
    return place;
  }
}
