// A cell: statements with an editor and their answers below, or prose.

import { button, element } from "./dom.js";
import { DialogueBox } from "./dialogue.js";
import { editor, showErrors } from "./editor.js";
import { shown, time } from "./said.js";

// Answers of a cell at the most; more would be too many to look at.
const MOST_SHOWN = 1_000;

export class Cell {
  constructor(notebook, kind, text) {
    this.notebook = notebook;
    this.kind = kind;
    this.prose = text;
    this.said = element("div", { class: "said", "aria-live": "polite" });
    this.body = element("div", { class: kind === "prose" ? "prose" : "code-editor" });
    const kindName = kind === "prose" ? "prose" : "statements";
    this.tools = element(
      "div",
      { class: "tools", role: "group", "aria-label": "Cell" },
      kind === "prose"
        ? button("✎", "Edit the prose", () => this.edit())
        : button("▶", "Run (Ctrl+Enter)", () => this.run(), { class: "run" }),
      button("↑", "Move up", () => notebook.move(this, -1)),
      button("↓", "Move down", () => notebook.move(this, 1)),
      button("+", "New cell below", () => notebook.add("code", "", this).focus()),
      button("¶", "New prose below", () => notebook.add("prose", "", this).focus()),
      button("×", "Remove this cell", () => notebook.remove(this)),
    );
    this.element = element("section", { class: `cell ${kind}-cell`, "aria-label": `Cell of ${kindName}` }, this.tools, this.body, this.said);
    if (kind === "prose") text ? this.render() : this.edit();
    else this.open(text);
  }

  open(text) {
    const { notebook } = this;
    this.view = editor({
      parent: this.body,
      text,
      label: "Statements",
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

  // Runs the statements; each answer is shown as it comes.
  async run() {
    if (this.kind !== "code") return "done";
    const { notebook } = this;
    const errors = [];
    this.said.replaceChildren();
    notebook.endDialogues();
    this.element.classList.add("running");
    const end = await notebook.working(notebook.session.ask({ text: this.text }, (told) => this.hear(told, errors)));
    this.element.classList.remove("running");
    showErrors(this.view, errors);
    if (end !== "done") this.endDialogue(), this.remark(notebook.words_of(end));
    return errors.length ? "wrong" : end;
  }

  hear(told, errors = []) {
    for (const said of told.said) {
      if (said.kind === "error") errors.push(said);
      const count = this.said.childElementCount;
      if (count < MOST_SHOWN) this.said.append(shown(said));
      if (count === MOST_SHOWN) this.said.append(element("p", { class: "muted" }, "The other answers of this cell are left out."));
    }
    if (told.timed) this.said.append(time(told.seconds));
    const play = told.said.filter((said) => said.play).at(-1)?.play;
    if (!told.dialogue) return this.endDialogue();
    this.dialogue ??= new DialogueBox(this);
    this.dialogue.update(told.dialogue, play);
  }

  // A line of the dialogue.
  async say(line) {
    const { notebook } = this;
    this.said.append(element("p", { class: "line" }, element("span", { class: "muted" }, "› "), line));
    const end = await notebook.working(notebook.session.ask({ line }, (told) => this.hear(told)));
    if (end !== "done") this.endDialogue(), this.remark(notebook.words_of(end));
    this.dialogue?.ready();
  }

  endDialogue() {
    this.dialogue?.element.remove();
    this.dialogue = null;
  }

  remark(text) {
    this.said.append(element("p", { class: "warning" }, text));
  }
}
