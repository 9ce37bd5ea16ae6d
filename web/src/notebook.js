// Cells in their order, and the session they share.

import { Cell } from "./cell.js";
import { cellsOf, scriptOf } from "./script.js";
import { Session } from "./session.js";
import { told, words } from "./told.js";

const ENDS = {
  stopped: "Stopped. What was defined before is still there.",
  forgotten: "Stopped. The definitions were not run again: “Run all” makes them.",
  memory: "This went beyond the memory that a page has, and was stopped. What was defined before is still there.",
  deep: "This is nested more deeply than a page can go, and was stopped. What was defined before is still there.",
};

export class Notebook {
  constructor({ module, ask, place, sum, say }) {
    this.ask = ask;
    this.look = (text) => ask({ ask: "look", text });
    this.words = ask({ ask: "words" });
    this.place = place;
    this.sum = sum;
    this.say = say;
    this.cells = [];
    this.name = "notebook.cgt";
    this.isChanged = false;
    this.session = new Session(module);
    this.session.onbusy = (busy) => (document.getElementById("stop").disabled = !busy);
    this.session.ondefined = (text) => this.cells.forEach((cell) => cell.dialogue?.surface?.defined(text));
    this.session.onrenew = () => this.cells.forEach((cell) => cell.lose());
  }

  words_of(end) {
    return ENDS[end];
  }

  // Another script instead of this one, and a session that knows nothing yet.
  open(script) {
    this.cells.forEach((cell) => cell.element.remove());
    this.cells = [];
    this.session.clear();
    this.student?.element.remove();
    this.student = this.activity = null;
    const starts = this.look(script).statements.map(([start]) => start);
    for (const { kind, text } of cellsOf(script, starts)) this.add(kind, text);
    if (!this.cells.some((cell) => cell.kind === "code")) this.add("code", "");
    this.readScript();
    this.isChanged = false;
  }

  // What the `#|` lines say of the script as a whole.
  readScript() {
    const { lang, points, send } = this.ask({ ask: "script", text: scriptOf(this.contents()) });
    this.lang = lang;
    this.send = send;
    this.cells.forEach((cell) => cell.setLanguage(lang));
    this.sum.hidden = !points;
    this.sum.textContent = points ? told(words`${points} in all`) : "";
  }

  contents() {
    return this.cells.map(({ kind, text }) => ({ kind, text }));
  }

  // A new cell, below another or at the end.
  add(kind, text, above) {
    const cell = new Cell(this, kind, text);
    cell.setLanguage(this.lang);
    const index = above ? this.cells.indexOf(above) + 1 : this.cells.length;
    this.cells.splice(index, 0, cell);
    this.place.insertBefore(cell.element, this.cells[index + 1]?.element ?? null);
    return cell;
  }

  remove(cell) {
    if (!this.mayLose(words`Remove this cell?`, [cell])) return;
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
    clearTimeout(this.reading);
    this.reading = setTimeout(() => this.readScript(), 300);
  }

  // The next cell of statements; a new one below the last.
  async runOn(cell) {
    const index = this.cells.indexOf(cell);
    const next = this.cells.slice(index + 1).find((cell) => cell.kind === "code") ?? this.add("code", "");
    next.focus();
    await cell.run();
  }

  // A statement in a new cell below another.
  async runBelow(cell, statement) {
    const made = this.add("code", statement, cell);
    this.changed();
    await made.run();
    made.element.scrollIntoView({ block: "nearest" });
  }

  // A cell whose number was changed by its slider, and then those that were answered before and name it. They keep their height
  // meanwhile, so that nothing jumps. What is played stays as it is.
  async runAgain(changed, name) {
    const names = new RegExp(`(?<![\\p{L}\\d_])${name}(?![\\p{L}\\d_])`, "u");
    const depends = (cell) => cell.kind === "code" && cell.said.childElementCount && !cell.dialogue && names.test(cell.text);
    for (const cell of [changed, ...this.cells.filter((cell) => cell !== changed && depends(cell))]) {
      cell.said.style.minHeight = `${cell.said.offsetHeight}px`;
      await cell.run();
      cell.said.style.minHeight = "";
    }
  }

  // All cells, once. A game waits for its reader, and the cells below need not wait for it; an exam comes first.
  async runAll({ hides = false, resumes = false } = {}) {
    if (this.isRunningAll || (!resumes && !this.mayBeginAnew("Run all cells anew?"))) return;
    this.isRunningAll = true;
    for (const cell of [...this.cells]) {
      if ((await cell.run({ isAsked: true, hides, resumes })) !== "done") break;
      if (cell.dialogue?.name === "exam") {
        this.say("“Run all” stops here: the exam comes first.");
        break;
      }
    }
    this.isRunningAll = false;
  }

  // Nothing that is played ends unasked.
  mayLose(question, cells = this.cells) {
    const played = cells.find((cell) => cell.isPlayed);
    return !played || confirm(told(words`The ${played.dialogue.kind} is not over, and this would end it. ${question}`));
  }

  // Nor is it forgotten unasked what was answered in an activity.
  mayBeginAnew(question, cells = this.cells) {
    if (!this.mayLose(question, cells)) return false;
    return !cells.some(({ place }) => this.student?.holds(place)) || confirm(told(words`What you have answered there would not count any more. ${question}`));
  }

  // Games stay while other cells are run. An exam is without help, so its marks are told first.
  async mayRun(cell) {
    if (!this.mayBeginAnew(words`Run this cell anew?`, [cell])) return false;
    const exam = this.cells.find((other) => other !== cell && other.dialogue?.name === "exam");
    if (!exam) return true;
    if (!confirm(told("An exam goes on. To run another cell ends it, and tells its marks. End the exam?"))) return false;
    await exam.say("quit");
    return true;
  }

  // An activity for a class instead of this script. Its cells keep their places in it, whatever is added between.
  openActivity(script) {
    this.open(script);
    this.activity = script;
    this.cells.filter(({ kind }) => kind === "code").forEach((cell, place) => Object.assign(cell, { place, given: cell.text }));
  }

  // A cell is run. What was said in it before is returned, if that is to be said again; otherwise it is begun anew.
  begins(cell, resumes) {
    const { student } = this;
    if (!student || !cell.counts) return null;
    if (!resumes || !student.holds(cell.place)) {
      student.begin(cell.place);
      return null;
    }
    student.takeUp(cell.place);
    return student.lines.get(cell.place);
  }

  // Whether a cell in which all was said again has become what it was.
  isTakenUp(cell) {
    return !this.student || this.student.isTakenUp(cell.place);
  }

  // A line that was said in a cell, and what a reader has reached there, count in an activity.
  said(cell, line, elapsed) {
    if (cell.counts) this.student?.add(cell.place, line, elapsed);
  }

  result(cell, number, told) {
    if (cell.counts) this.student?.hear(cell.place, number, told, cell.typed);
  }

  // The reader asks about a position: the games that go on are helped by that. What the activity itself says is no help.
  helps(by) {
    if (by?.counts && !by.dialogue) return;
    for (const { counts, dialogue, place, number } of this.cells) if (counts && dialogue?.name === "play") this.student?.help(place, number);
  }

  // Says what goes on while something is asked.
  async working(asked) {
    const slow = setTimeout(() => this.say("Computing … “Stop” ends it."), 500);
    const end = await asked;
    clearTimeout(slow);
    this.say(end === "done" ? "" : ENDS[end]);
    return end;
  }
}
