// A position of one's own: that of the game is changed, heap by heap, square by square, vertex by vertex. Its graph can be drawn.

import { played } from "./after_game.js";
import { button, element } from "./dom.js";
import { drawing, keepPlaces, pressed, vertices } from "./graph.js";
import { OwnGraph } from "./own_graph.js";
import { toldAttribute, words } from "./told.js";

// Summands that can be changed.
const MOST_SUMMANDS = 12;
const LARGEST = 1e15;
const [MOST_NUMBERS, MOST_SIDE] = [24, 12];

export class OwnPosition {
  // `run` has statements answered below. `isOld` tells whether what the position is about was defined anew since. `play`: how a game with it
  // is played, if that can be chosen.
  constructor(position, misere, run, isOld, play = null) {
    this.isOld = isOld;
    this.graphs = new Map();
    const each = position.flatMap((part) => Array(Math.min(part.copies, MOST_SUMMANDS)).fill(part)).slice(0, MOST_SUMMANDS);
    this.summands = each.map((part) => this.changeable(part));
    this.parts = element("div", { class: "position" });
    this.text = element("p", { class: "muted", "aria-live": "polite" });
    const word = misere ? "misere " : "";
    const ask = (verb) => {
      this.drawn().forEach(keepPlaces);
      run([...this.definitions(), `${verb} ${word}${this.sum}${verb === "play" && play ? played(play) : ""}`].join("\n"));
    };
    const act = (name, verb) => button(name, name, () => ask(verb));
    const level = (name) => {
      const made = button(name, name, () => {
        play.level = name.toLowerCase();
        made.parentElement.querySelectorAll("button").forEach((other) => other.setAttribute("aria-pressed", String(other === made)));
      }, { "aria-pressed": String(play.level === name.toLowerCase()) });
      return made;
    };
    const levels = play && play.side !== "two" ? [element("div", { class: "words", role: "group", "aria-label": "Level" }, ...["Easy", "Medium", "Hard"].map(level))] : [];
    this.element = element(
      "div",
      { class: "own", role: "group", "aria-label": "Your own position" },
      this.parts,
      ...levels,
      element("div", { class: "words" }, act("Play this", "play"), button("Another summand", "Another summand", () => this.add()), ...(play ? [] : [act("Who wins this?", "winner")])),
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
    const isList = part.at?.length === 1 && Array.isArray(part.at[0]);
    const numbers = isList ? part.at[0] : part.at;
    if (numbers?.every(Number.isInteger)) return sizes(part, [...numbers], isList);
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
      return element("div", {}, summand.drawn(changed), ...(this.summands.length > 1 ? [button("×", words`Remove ${summand.text()}`, gone)] : []));
    };
    this.parts.replaceChildren(...this.summands.map(one));
    changed();
  }
}

// A number with buttons for one more and one less. `put` takes another, and returns what it has become.
function stepper(number, label, put) {
  const input = element("input", { type: "number", min: "0", max: String(LARGEST), "aria-label": label });
  const set = (text) => (input.value = put(Math.max(0, Math.min(LARGEST, Math.trunc(Number(text)) || 0))));
  input.value = number;
  input.addEventListener("change", () => set(input.value));
  const by = (change) => () => set(Number(input.value) + change);
  return element("span", { class: "stepper" }, button("−", "One less", by(-1)), input, button("+", "One more", by(1)));
}

// Whole numbers, or a list of them, which may be longer or shorter.
function sizes(part, numbers, isList) {
  const list = () => (isList ? `[${numbers.join(", ")}]` : numbers.join(", "));
  const text = () => (part.name === "*" ? `*${numbers[0]}` : `${part.name}(${list()})`);
  const drawn = (changed) => {
    const place = element("div", { class: "bar-heap" });
    const draw = () => {
      const one = (number, at) => stepper(number, words`Number ${at + 1} of ${part.name}`, (to) => ((numbers[at] = to), changed(), to));
      const long = () => stepper(numbers.length, words`How many numbers ${part.name} has`, (count) => {
        const length = Math.max(1, Math.min(count, MOST_NUMBERS));
        while (numbers.length < length) numbers.push(numbers.at(-1) ?? 1);
        numbers.length = length;
        draw();
        changed();
        return length;
      });
      place.replaceChildren(`${part.name} `, ...(isList ? [long(), ": "] : []), ...numbers.map(one));
    };
    draw();
    return place;
  };
  return { text, drawn, copy: () => sizes(part, [...numbers], isList) };
}

// Rows and columns of squares. Each touch on a square puts the next of the signs there that the board has.
function board(part, start, columns = part.board.width) {
  let [cells, width] = [start, columns];
  const signs = [...new Set([...start, ".", "#"])];
  // A square that is written as one line has a side that the rule tells.
  const isSquare = !part.text.includes("/") && cells.length > width;
  const rows = () => Array.from({ length: cells.length / width }, (_, row) => cells.slice(row * width, (row + 1) * width).join(""));
  const text = () => part.text.replace(/".*"/s, () => `"${rows().join(isSquare ? "" : "/")}"`);
  const label = (at) => words`row ${Math.floor(at / width) + 1}, column ${(at % width) + 1}: ${cells[at]}`;
  // New squares go on as those two rows or columns before.
  const resize = (height, wide) => {
    const old = (row, column) => (row < cells.length / width ? (column < width ? cells[row * width + column] : old(row, column - Math.min(2, width))) : old(row - Math.min(2, cells.length / width), column));
    cells = Array.from({ length: height * wide }, (_, at) => old(Math.floor(at / wide), at % wide));
    width = wide;
  };
  const drawn = (changed) => {
    const place = element("div", { class: "touched" });
    const size = (label, number, sized) => stepper(number, label, (to) => {
      const fitting = Math.max(1, Math.min(to, MOST_SIDE));
      resize(...sized(fitting));
      draw();
      changed();
      return fitting;
    });
    const draw = () => {
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
      const high = cells.length / width;
      const sizes = element("div", { class: "bar-heap" }, ...(high > 1 ? [size("Rows", high, (to) => [to, width]), "×"] : []), size("Columns", width, (to) => [high, to]));
      place.replaceChildren(...(isSquare ? [] : [sizes]), element("div", { class: "scroll" }, squares));
    };
    draw();
    return place;
  };
  return { text, drawn, copy: () => board(part, [...cells], width) };
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
