// Cells in their order, and the session they share.

import { Cell } from "./cell.js";
import { cellsOf } from "./script.js";
import { Session } from "./session.js";

const ENDS = {
  stopped: "Stopped. What was defined before is still there.",
  forgotten: "Stopped. The definitions were not run again: “Run all” makes them.",
  memory: "This went beyond the memory that a page has, and was stopped. What was defined before is still there.",
  deep: "This is nested more deeply than a page can go, and was stopped. What was defined before is still there.",
};

export class Notebook {
  constructor({ module, ask, place, say }) {
    this.ask = ask;
    this.look = (text) => ask({ ask: "look", text });
    this.words = ask({ ask: "words" });
    this.place = place;
    this.say = say;
    this.cells = [];
    this.name = "notebook.cgt";
    this.isChanged = false;
    this.onbusy = () => {};
    this.session = new Session(module, document.getElementById("worker").textContent);
  }

  words_of(end) {
    return ENDS[end];
  }

  // Another script instead of this one, and a session that knows nothing yet.
  open(script) {
    this.session.clear();
    this.cells.forEach((cell) => cell.element.remove());
    this.cells = [];
    const starts = this.look(script).statements.map(([start]) => start);
    for (const { kind, text } of cellsOf(script, starts)) this.add(kind, text);
    if (!this.cells.some((cell) => cell.kind === "code")) this.add("code", "");
    this.isChanged = false;
  }

  contents() {
    return this.cells.map(({ kind, text }) => ({ kind, text }));
  }

  // A new cell, below another or at the end.
  add(kind, text, above) {
    const cell = new Cell(this, kind, text);
    const index = above ? this.cells.indexOf(above) + 1 : this.cells.length;
    this.cells.splice(index, 0, cell);
    this.place.insertBefore(cell.element, this.cells[index + 1]?.element ?? null);
    return cell;
  }

  remove(cell) {
    const index = this.cells.indexOf(cell);
    this.cells.splice(index, 1);
    cell.element.remove();
    if (!this.cells.length) this.add("code", "");
    this.cells[Math.min(index, this.cells.length - 1)].focus();
    this.changed();
  }

  move(cell, by) {
    const index = this.cells.indexOf(cell);
    const to = index + by;
    if (to < 0 || to >= this.cells.length) return;
    this.cells.splice(index, 1);
    this.cells.splice(to, 0, cell);
    this.place.insertBefore(cell.element, this.cells[to + 1]?.element ?? null);
    cell.focus();
    this.changed();
  }

  changed() {
    this.isChanged = true;
  }

  // The next cell of statements; a new one below the last.
  async runOn(cell) {
    const index = this.cells.indexOf(cell);
    const next = this.cells.slice(index + 1).find((cell) => cell.kind === "code") ?? this.add("code", "");
    next.focus();
    await cell.run();
  }

  async runAll() {
    for (const cell of [...this.cells]) {
      if ((await cell.run()) !== "done") break;
      // A dialogue waits for its reader.
      if (cell.dialogue) break;
    }
  }

  endDialogues() {
    this.cells.forEach((cell) => cell.endDialogue());
  }

  // Says what goes on while something is asked.
  async working(asked) {
    this.onbusy(true);
    const slow = setTimeout(() => this.say("Computing … “Stop” ends it."), 500);
    const end = await asked;
    clearTimeout(slow);
    this.onbusy(this.session.busy);
    this.say(end === "done" ? "" : ENDS[end]);
    return end;
  }
}
