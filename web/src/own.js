// A position of one's own: that of the game is changed, heap by heap, square by square, vertex by vertex. Its graph can be drawn.

import { button, element } from "./dom.js";
import { drawing, keepPlaces, pressed, vertices } from "./graph.js";
import { OwnGraph } from "./own_graph.js";
import { toldAttribute, words } from "./told.js";

// Summands that can be changed.
const MOST_SUMMANDS = 12;
const LARGEST = 1e15;

export class OwnPosition {
  // `run` has statements answered below. `isOld` tells whether what the position is about was defined anew since.
  constructor(position, misere, run, isOld) {
    this.isOld = isOld;
    this.graphs = new Map();
    const each = position.flatMap((part) => Array(Math.min(part.copies, MOST_SUMMANDS)).fill(part)).slice(0, MOST_SUMMANDS);
    this.summands = each.map((part) => this.changeable(part));
    this.parts = element("div", { class: "position" });
    this.text = element("p", { class: "muted", "aria-live": "polite" });
    const word = misere ? "misere " : "";
    const ask = (verb) => {
      this.drawn().forEach(keepPlaces);
      run([...this.definitions(), `${verb} ${word}${this.sum}`].join("\n"));
    };
    const act = (name, verb) => button(name, name, () => ask(verb));
    this.element = element(
      "div",
      { class: "own", role: "group", "aria-label": "Your own position" },
      this.parts,
      element("div", { class: "words" }, button("Another summand", "Another summand", () => this.add()), act("Play this", "play"), act("Who wins this?", "winner")),
      this.text,
    );
    this.show();
  }

  get sum() {
    return this.summands.map(({ text }) => text()).join(" + ");
  }

  // The graphs that were drawn, or are no longer what their names mean.
  drawn() {
    return [...this.graphs.values()].filter(({ name, isChanged }) => name && (isChanged || this.isOld()));
  }

  definitions() {
    return this.drawn().map(({ definition }) => definition);
  }

  changeable(part) {
    if (part.board) return board(part, [...part.board.cells]);
    if (part.graph && /^\w+\(\[[\d, ]*\]\)$/.test(part.text)) {
      const key = JSON.stringify(part.graph.near);
      if (!this.graphs.has(key)) this.graphs.set(key, new OwnGraph(part.graph));
      return onGraph(part, this.graphs.get(key), new Set(vertices(part.text, part.name)), () => this.show());
    }
    if (part.at?.every(Number.isInteger)) return heaps(part, [...part.at]);
    return written(part, part.text);
  }

  add() {
    const last = this.summands.at(-1);
    if (last && this.summands.length < MOST_SUMMANDS) this.summands.push(last.copy());
    this.show();
  }

  show() {
    const changed = () => (this.text.textContent = [...this.definitions(), this.sum].join("; "));
    const one = (summand, at) => {
      const gone = () => {
        if (this.summands.length > 1) this.summands.splice(at, 1);
        this.show();
      };
      return element("div", {}, summand.drawn(changed), button("×", words`Remove ${summand.text()}`, gone));
    };
    this.parts.replaceChildren(...this.summands.map(one));
    changed();
  }
}

// Whole numbers, with buttons for one more and one less.
function heaps(part, numbers) {
  const text = () => (part.name === "*" ? `*${numbers[0]}` : `${part.name}(${numbers.join(", ")})`);
  const drawn = (changed) => {
    const one = (_, at) => {
      const input = element("input", { type: "number", min: "0", max: String(LARGEST), "aria-label": words`Number ${at + 1} of ${part.name}` });
      const put = (number) => {
        numbers[at] = Math.max(0, Math.min(LARGEST, Math.trunc(Number(number)) || 0));
        input.value = numbers[at];
        changed();
      };
      input.value = numbers[at];
      input.addEventListener("change", () => put(input.value));
      return [button("−", "One less", () => put(numbers[at] - 1)), input, button("+", "One more", () => put(numbers[at] + 1))];
    };
    return element("span", { class: "bar-heap" }, `${part.name} `, ...numbers.flatMap(one));
  };
  return { text, drawn, copy: () => heaps(part, [...numbers]) };
}

// Each touch on a square puts the next of the signs there that the board has.
function board(part, cells) {
  const { width } = part.board;
  const signs = [...new Set([...part.board.cells, ".", "#"])];
  const rows = () => Array.from({ length: cells.length / width }, (_, row) => cells.slice(row * width, (row + 1) * width).join("")).join("/");
  const text = () => part.text.replace(/".*"/s, () => `"${rows()}"`);
  const label = (at) => words`row ${Math.floor(at / width) + 1}, column ${(at % width) + 1}: ${cells[at]}`;
  const drawn = (changed) => {
    const one = (cell, at) => {
      const made = button(cell, label(at), () => {
        cells[at] = signs[(signs.indexOf(cells[at]) + 1) % signs.length];
        made.textContent = cells[at];
        toldAttribute(made, "aria-label", label(at));
        changed();
      }, { class: "square" });
      return made;
    };
    const squares = element("div", { class: "squares" }, ...cells.map(one));
    squares.style.setProperty("--columns", width);
    return element("div", { class: "scroll" }, squares);
  };
  return { text, drawn, copy: () => board(part, [...cells]) };
}

// Vertices of a graph, taken out and put back; a graph with a name can be drawn. `showAll` shows all summands once more.
function onGraph(part, graph, vertices, showAll) {
  const left = graph.join(vertices);
  const text = () => `${part.name}([${[...left].sort((one, other) => one - other).join(", ")}])`;
  const touched = (changed) => {
    const place = element("div", { class: "touched" });
    const draw = () => {
      const toggle = (vertex) => () => {
        if (!left.delete(vertex)) left.add(vertex);
        draw();
        changed();
        place.querySelectorAll(".vertex")[vertex].focus();
      };
      place.replaceChildren(drawing(graph, left, pressed(left, toggle)));
    };
    draw();
    return place;
  };
  const drawn = (changed) => {
    if (!graph.name) return touched(changed);
    const turn = () => {
      graph.isDrawn = !graph.isDrawn;
      showAll();
    };
    const pressed = { "aria-pressed": String(graph.isDrawn) };
    return element("div", { class: "touched" }, graph.isDrawn ? graph.picture(left, changed) : touched(changed), button("Draw the graph", "Draw the graph", turn, pressed));
  };
  return { text, drawn, copy: () => onGraph(part, graph, new Set(left), showAll) };
}

// Anything else as it is written.
function written(part, said) {
  const drawn = (changed) => {
    const input = element("input", { type: "text", value: said, spellcheck: "false", "aria-label": "The position" });
    input.addEventListener("input", () => {
      said = input.value;
      changed();
    });
    return input;
  };
  return { text: () => said, drawn, copy: () => written(part, said) };
}
