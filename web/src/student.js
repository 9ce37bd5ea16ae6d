// What a reader has reached in an activity, with the code that tells it to the teacher.

import { copier } from "./copy.js";
import { element } from "./dom.js";
import { qr } from "./qr.js";
import { codeOf, Results } from "./result.js";
import { told } from "./told.js";

export class Student {
  // `script`: the activity.
  constructor(place, script, say) {
    this.script = script;
    this.results = new Results();
    this.said = element("p");
    this.name = element("input", { type: "text", autocomplete: "name", maxlength: "40", oninput: () => this.show() });
    this.code = element("output", { class: "code" });
    this.picture = element("div");
    const pictures = element("details", {}, element("summary", {}, "As a QR code"), this.picture);
    this.element = element(
      "section",
      { class: "result", "aria-label": "Your result", hidden: true },
      element("h2", {}, "Your result"),
      this.said,
      element("label", {}, "Your name, or your number ", this.name),
      element("p", {}, "Your code, for your teacher: "),
      element("p", {}, this.code),
      element("p", {}, copier("Copy the code", () => this.code.textContent, say)),
      pictures,
      element("p", { class: "muted" }, "Your name and your answers are in the code, and nothing was sent. The code finds typing errors. It is not a proof of who answered."),
    );
    place.append(this.element);
  }

  hear(place, told, line) {
    this.results.hear(place, told, line);
    this.show();
  }

  show() {
    const { results, script } = this;
    this.element.hidden = results.isEmpty;
    if (results.isEmpty) return;
    this.said.textContent = told([...results.groups.values()].map(inWords).filter(Boolean).join(" "));
    this.code.textContent = codeOf({ script, name: this.name.value, results });
    this.picture.replaceChildren(qr(this.code.textContent, "Your code") ?? "The code is too long for this.");
  }
}

function inWords({ won, of, questions }) {
  if (!questions) return won ? "You won your game." : "You lost your game.";
  const each = [...questions.values()];
  const sum = (key) => each.reduce((sum, question) => sum + question[key], 0);
  return each.length ? `${each.length} of ${of} questions, ${sum("mark")} of ${sum("most")} points.` : "";
}
