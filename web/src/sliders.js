// Sliders of a cell: each sets the number of a definition that `#| slide: n 0..30` stands above, and what depends on it is
// answered anew.

import { element } from "./dom.js";

// In milliseconds: a slider that is drawn along does not ask at each place.
const PAUSE = 80;

export class Sliders {
  constructor(cell) {
    this.cell = cell;
    this.element = element("div", { class: "sliders" });
    this.shown = new Map();
  }

  // The definition of a name in the text of the cell: where its number stands.
  numberOf(name) {
    const found = new RegExp(`(?:^|[;\\n])\\s*(?:let\\s+)?${name}\\s*=\\s*([\\d_]+)`, "u").exec(this.cell.text);
    if (!found) return null;
    const to = found.index + found[0].length;
    return { from: to - found[1].length, to, value: Number(found[1].replaceAll("_", "")) };
  }

  // A run of the cell begins: those that it does not name go at its end.
  begin() {
    this.named = new Set();
  }

  end() {
    for (const [name, slider] of this.shown) {
      if (this.named.has(name)) continue;
      slider.remove();
      this.shown.delete(name);
    }
  }

  show({ name, first, last }) {
    const number = this.numberOf(name);
    if (!number) return;
    this.named.add(name);
    let slider = this.shown.get(name);
    if (!slider) {
      const range = element("input", { type: "range", step: "1", oninput: () => this.set(name, range.value) });
      slider = element("label", {}, `${name} = `, element("output"), range);
      this.shown.set(name, slider);
      this.element.append(slider);
    }
    const [output, range] = [slider.querySelector("output"), slider.querySelector("input")];
    Object.assign(range, { min: first, max: last });
    if (document.activeElement !== range) range.value = number.value;
    output.textContent = String(number.value);
  }

  set(name, value) {
    const number = this.numberOf(name);
    if (!number) return;
    this.cell.view.dispatch({ changes: { from: number.from, to: number.to, insert: value } });
    this.shown.get(name).querySelector("output").textContent = value;
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.answer(name), PAUSE);
  }

  // One run at a time; the last place counts.
  async answer(name) {
    if (this.isAnswering) return (this.isLate = true);
    this.isAnswering = true;
    do {
      this.isLate = false;
      await this.cell.notebook.runAgain(this.cell, name);
    } while (this.isLate);
    this.isAnswering = false;
  }
}
