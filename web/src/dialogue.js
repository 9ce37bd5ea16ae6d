// A dialogue under its cell: a game, a quiz or the tour. What can be said has buttons; anything else is typed.

import { button, element } from "./dom.js";
import { board } from "./play.js";

export class DialogueBox {
  constructor(cell) {
    this.cell = cell;
    this.table = element("div", { class: "table" });
    this.words = element("div", { class: "words", role: "group", "aria-label": "What can be said" });
    this.input = element("input", { type: "text", autocomplete: "off", autocapitalize: "off", spellcheck: "false", "aria-label": "Your line" });
    const form = element("form", {}, this.input, element("button", { type: "submit" }, "Say"));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.say(this.input.value);
      this.input.value = "";
    });
    this.element = element("div", { class: "dialogue" }, this.table, this.words, form);
    cell.element.append(this.element);
    this.element.scrollIntoView({ block: "nearest" });
  }

  async say(line) {
    if (this.waits) return;
    this.waits = true;
    this.element.classList.add("waiting");
    await this.cell.say(line);
  }

  ready() {
    this.waits = false;
    this.element.classList.remove("waiting");
    this.element.scrollIntoView({ block: "nearest" });
  }

  update({ name, words }, play) {
    this.element.setAttribute("aria-label", name);
    this.element.setAttribute("role", "group");
    const fixed = words.filter((word) => !word.endsWith(" "));
    this.words.replaceChildren(...fixed.map((word) => button(word, word, () => this.say(word))));
    if (name !== "play") this.table.replaceChildren();
    else if (play?.position || play?.moves) {
      const focused = this.table.contains(document.activeElement);
      this.position = play.position ?? this.position;
      this.table.replaceChildren(board({ ...play, position: this.position }, (line) => this.say(line)));
      if (focused) this.table.querySelector("button:not([disabled])")?.focus({ preventScroll: true });
    }
  }
}
