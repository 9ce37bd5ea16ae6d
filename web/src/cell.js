// A cell: statements with an editor and their answers below, or prose.

import { button, element } from "./dom.js";
import { afterGame } from "./after_game.js";
import { DialogueBox } from "./dialogue.js";
import { editor, showErrors } from "./editor.js";
import { shown, time } from "./said.js";
import { Sliders } from "./sliders.js";
import { told, words } from "./told.js";

let count = 0;

// Answers of a cell at the most; more would be too many to look at.
const MOST_SHOWN = 1_000;

export class Cell {
  constructor(notebook, kind, text) {
    this.notebook = notebook;
    this.kind = kind;
    this.name = String(++count);
    this.errors = [];
    this.prose = text;
    this.sliders = new Sliders(this);
    this.said = element("div", { class: "said", "aria-live": "polite" });
    this.body = element("div", { class: kind === "prose" ? "prose" : "code-editor" });
    const kindName = kind === "prose" ? "prose" : "statements";
    this.tools = element(
      "div",
      { class: "tools", role: "group", "aria-label": "Cell" },
      ...(kind === "prose" ? [button("✎", "Edit the prose", () => this.edit())] : []),
      button("↑", "Move up", () => notebook.move(this, -1)),
      button("↓", "Move down", () => notebook.move(this, 1)),
      button("+", "New cell below", () => notebook.add("code", "", this).focus()),
      button("¶", "New prose below", () => notebook.add("prose", "", this).focus()),
      button("×", "Remove this cell", () => notebook.remove(this)),
    );
    this.element = element("section", { class: `cell ${kind}-cell`, "aria-label": `Cell of ${kindName}` }, this.tools, this.body, this.sliders.element, this.said);
    if (kind === "prose") text ? this.render() : this.edit();
    else {
      this.open(text);
      this.body.append(button("▶", "Run (Ctrl+Enter)", () => this.run(), { class: "run" }));
    }
  }

  open(text) {
    const { notebook } = this;
    this.view = editor({
      parent: this.body,
      text,
      label: told("Statements"),
      look: notebook.look,
      words: notebook.words,
      known: () => notebook.session.known,
      actions: { run: () => this.run(), runOn: () => notebook.runOn(this), changed: () => notebook.changed() },
    });
  }

  get text() {
    if (this.kind === "code") return this.view.state.doc.toString();
    return this.area ? this.area.value : this.prose;
  }

  // The language of the prose; what the program says is in English.
  setLanguage(tag) {
    if (this.kind === "prose" && tag) this.body.lang = tag;
    else this.body.removeAttribute("lang");
  }

  focus() {
    if (this.view) this.view.focus();
    else this.area?.focus();
  }

  render() {
    this.prose = this.text;
    this.area = null;
    this.body.innerHTML = this.notebook.ask({ ask: "prose", text: this.prose });
  }

  edit() {
    if (this.area) return this.render();
    this.area = element("textarea", { rows: "4", "aria-label": "Prose, in Markdown" });
    this.area.value = this.prose;
    this.area.addEventListener("input", () => this.notebook.changed());
    this.area.addEventListener("keydown", (event) => {
      if (event.key === "Escape" || (event.key === "Enter" && (event.shiftKey || event.ctrlKey || event.metaKey))) {
        event.preventDefault();
        this.render();
        this.tools.firstChild.focus();
      }
    });
    this.area.addEventListener("blur", () => this.area?.value.trim() && this.render());
    this.body.replaceChildren(this.area);
    this.area.focus();
  }

  // Whether a game, a quiz or an exam goes on that would be lost. The tour knows its place.
  get isPlayed() {
    return Boolean(this.dialogue?.lines && this.dialogue.name !== "tour");
  }

  // Whether what is answered here counts in an activity: its statements are those that were handed out.
  get counts() {
    return this.place !== undefined && this.ran === this.given;
  }

  // Runs the statements; each answer is shown as it comes. `isAsked`: the reader knows what ends by this. `hides`: answers are
  // folded, unless a `#|` line says otherwise. `resumes`: what was said here before is said again.
  async run({ isAsked = false, hides = false, resumes = false } = {}) {
    if (this.kind !== "code") return "done";
    const { text } = this;
    // Pressed twice, it is run once.
    if (this.running?.text === text) return this.running.end;
    const running = { text, hides, resumes };
    this.running = running;
    running.end = this.answer(running, isAsked);
    return running.end;
  }

  async answer(running, isAsked) {
    if (!isAsked && !(await this.notebook.mayRun(this))) {
      if (this.running === running) this.running = null;
      return "kept";
    }
    this.said.replaceChildren();
    this.endDialogue();
    this.element.querySelector(".ended")?.remove();
    this.errors = [];
    this.sliders.begin();
    this.element.classList.add("running");
    this.ran = running.text;
    const lines = this.notebook.begins(this, running.resumes);
    this.isResuming = lines !== null;
    // Of statements that were changed and run again meanwhile, nothing is shown.
    const end = await this.ask({ text: running.text }, (told) => this.running === running && this.hear(told));
    if (this.running !== running) return end;
    this.running = null;
    if (lines) await this.takeUp(lines);
    this.sliders.end();
    this.element.classList.remove("running");
    return this.errors.length ? "wrong" : end;
  }

  // Says again what was said here before.
  async takeUp(lines) {
    for (const [line, elapsed] of lines) if (this.dialogue && !this.running) await this.tell(line, elapsed);
    // It is run anew meanwhile.
    if (this.running) return;
    this.isResuming = false;
    if (this.notebook.isTakenUp(this)) return;
    this.endDialogue();
    this.ran = null;
    this.remark("This could not be taken up where it was left. What you have answered counts; to answer anew, run this cell.");
  }

  async ask(question, hear) {
    const { notebook } = this;
    const end = await notebook.working(notebook.session.ask({ cell: this.name, ...question }, hear));
    showErrors(this.view, this.errors);
    if (end !== "done") this.endDialogue(), this.remark(notebook.words_of(end));
    return end;
  }

  hear(told) {
    if (told.looks?.points) this.said.append(element("p", { class: "points" }, told.looks.points));
    if (told.looks?.slide) this.sliders.show(told.looks.slide);
    const looks = told.looks && { ...told.looks, hides: told.looks.hides ?? this.running?.hides };
    for (const said of told.said) {
      if (said.kind === "error") this.errors.push(said);
      if (said.result) this.notebook.result(this, told.number, said.result);
      const count = this.said.childElementCount;
      // The page of a reader needs not be told that a game is one.
      if (told.definition && document.body.dataset.view === "pupil" && said.kind !== "error") continue;
      if (count < MOST_SHOWN) this.said.append(this.turned(said, shown(said, looks, this.acts(told.dialogue))));
      if (count === MOST_SHOWN) this.said.append(element("p", { class: "muted" }, "The other answers of this cell are left out."));
    }
    if (told.said.some(({ data }) => data)) this.notebook.helps(this);
    if (told.timed) this.said.append(time(told.seconds));
    const play = told.said.filter((said) => said.play).at(-1)?.play;
    if (!told.dialogue) return this.endDialogue(told.said.find(({ play, result }) => play && result));
    this.element.classList.add("of-dialogue");
    this.dialogue ??= new DialogueBox(this);
    this.number = told.number;
    this.dialogue.update(told.dialogue, play);
  }

  // Of a game only the last turn is seen.
  turned(said, made) {
    if (said.play || this.dialogue?.name === "play") made.classList.add("turn");
    return made;
  }

  // What pressing does: a statement is run below, and what can be typed is said while a dialogue goes on. What was meant is put into the
  // statements, as long as they are those that were run.
  acts(isDialogue) {
    const run = (statement) => this.below(statement);
    const reads = (text) => isDialogue || this.notebook.ask({ ask: "reads", text });
    const mend = ({ from, to, message }) => {
      if (this.text === this.ran) this.view.dispatch({ changes: { from, to, insert: message } });
      this.run();
    };
    return { run, mend, of: (text) => (reads(text) ? () => (this.dialogue ? this.dialogue.say(text) : run(text)) : null) };
  }

  // A line of the dialogue.
  async say(line) {
    await this.tell(line);
    this.dialogue?.ready();
  }

  // Says a line. `elapsed` tells how long after its dialogue began that was, if it is said again; otherwise the answer tells it, and the
  // line is kept.
  async tell(line, elapsed) {
    const typed = element("p", { class: "line" }, element("span", { class: "muted" }, "› "), line);
    this.said.append(typed);
    this.typed = line;
    this.dialogue.lines++;
    let isKept = elapsed !== undefined;
    await this.ask({ line, elapsed }, (told) => {
      // The answer names the move that was made.
      if (told.said.some((said) => said.play?.moved)) typed.remove();
      if (!isKept) this.notebook.said(this, line, told.elapsed);
      isKept = true;
      this.hear(told);
    });
  }

  // Has a statement answered beside the game, in the same session; what is said.
  async beside(text) {
    const heard = [];
    const { notebook } = this;
    notebook.helps(null);
    const end = await notebook.working(notebook.session.ask({ cell: "view", text }, (told) => heard.push(...told.said)));
    return end === "done" ? heard : [{ text: notebook.words_of(end) }];
  }

  // Has a statement answered in a cell below this one.
  below(statement) {
    return this.notebook.runBelow(this, statement);
  }

  // A line of the game that is not shown; the last of what is played.
  async quietly(line) {
    const heard = [];
    await this.notebook.session.ask({ cell: this.name, line }, (told) => heard.push(...told.said));
    return heard.filter(({ play }) => play).at(-1)?.play;
  }

  // A game that is over stays in sight, with what one may play next.
  endDialogue(over) {
    const { dialogue } = this;
    this.dialogue = null;
    if (!over) return dialogue?.element.remove();
    const after = afterGame(this, over.result, dialogue?.surface);
    dialogue ? dialogue.ends(over.play, after) : this.said.append(after);
  }

  // The session of the dialogue is gone. In an activity it is taken up again, but not for ever.
  lose() {
    if (!this.dialogue) return;
    const { kind } = this.dialogue;
    this.endDialogue();
    if (this.counts && !this.isResuming && !this.running) return setTimeout(() => this.run({ isAsked: true, resumes: true }));
    this.remark(words`The ${kind} has ended, because a computation was stopped.`);
  }

  remark(text) {
    this.said.append(element("p", { class: "warning" }, text));
  }
}
