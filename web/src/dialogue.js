// A dialogue under its cell: a game, a quiz or the tour. What can be said has buttons; anything else is typed.

import { playOf } from "./after_game.js";
import { button, element } from "./dom.js";
import { Surface } from "./surface.js";
import { told, words } from "./told.js";

// Words that are seldom said stand behind “More”, beside the line that can be typed.
const RARE = /^(moves|level|help)/;
const COMMON = /^(hint|undo)$/;

export class DialogueBox {
  constructor(cell) {
    this.cell = cell;
    // Lines that were said; without any, nothing is lost where it ends.
    this.lines = 0;
    this.table = element("div", { class: "table" });
    this.words = element("div", { class: "words", role: "group", "aria-label": "What can be said" });
    this.input = element("input", { type: "text", autocomplete: "off", autocapitalize: "off", spellcheck: "false", "aria-label": "Your line" });
    const form = element("form", {}, this.input, element("button", { type: "submit" }, "Say"));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.say(this.input.value);
      this.input.value = "";
    });
    this.waiting = element("p", { class: "muted" });
    this.rare = element("div", { class: "words" });
    this.more = element("details", { class: "more" }, element("summary", {}, "More"), this.rare, form);
    this.element = element("div", { class: "dialogue" }, this.table, this.words, this.more, this.waiting);
    cell.element.append(this.element);
    this.element.scrollIntoView({ block: "nearest" });
  }

  async say(line) {
    if (this.waits || this.cell.isResuming) return;
    this.waits = true;
    this.element.classList.add("waiting");
    await this.cell.say(line);
  }

  async ready() {
    await this.settling;
    this.waits = false;
    this.element.classList.remove("waiting");
    this.element.scrollIntoView({ block: "nearest" });
  }

  // A game is over: its board stays, and what one may play next stands beneath.
  async ends(play, after) {
    const isFocused = this.element.contains(document.activeElement);
    this.element.classList.replace("dialogue", "ended");
    this.element.replaceChildren(this.table);
    await this.settling;
    await this.surface?.ends(play, this.cell.isResuming);
    this.element.append(after);
    if (isFocused) after.querySelector("button")?.focus({ preventScroll: true });
    this.element.scrollIntoView({ block: "nearest" });
  }

  // Before the first move one may begin with another position, or at another level.
  offerSetup() {
    const place = element("div");
    const made = element("details", { class: "more setup" }, element("summary", {}, "Size and level"), place);
    made.addEventListener("toggle", () => place.hasChildNodes() || place.append(this.surface.setup(playOf(this.cell))));
    this.words.after(made);
    return made;
  }

  // What goes on, in a word.
  get kind() {
    return this.name === "play" ? "game" : this.name;
  }

  update({ name, words: offered, waiting }, play) {
    this.name = name;
    this.cell.element.dataset.dialogue = name;
    const until = waiting === 1 ? words`The statement below it waits until the ${this.kind} is over.` : words`The ${waiting} statements below it wait until the ${this.kind} is over.`;
    this.waiting.textContent = waiting ? told(until) : "";
    this.element.setAttribute("aria-label", name);
    this.element.setAttribute("role", "group");
    // A game is played on its picture; elsewhere answers are typed.
    if (this.more.dataset.of !== name) this.more.open = name !== "play";
    this.more.dataset.of = name;
    const fixed = offered.filter((word) => !word.endsWith(" "));
    const made = (word) => button(word, word, () => this.say(word));
    const isRare = (word) => (name === "play" ? !(play?.opens ? /^hint$/ : COMMON).test(word) : RARE.test(word));
    this.words.replaceChildren(...fixed.filter((word) => !isRare(word)).map(made));
    this.rare.replaceChildren(...fixed.filter(isRare).map(made));
    if (name !== "play") this.endSurface();
    else if (play?.position || (this.surface && play?.moves)) {
      if (!this.surface) {
        this.surface = new Surface((line) => this.say(line), this.cell, this.more);
        this.table.append(this.surface.element);
        this.rare.before(this.surface.views, this.surface.list);
      }
      this.settling = this.surface.update(play, this.cell.isResuming);
      this.setup?.remove();
      this.setup = play.opens && playOf(this.cell) ? this.offerSetup() : null;
    }
  }

  endSurface() {
    this.surface?.element.remove();
    this.surface = null;
  }
}
