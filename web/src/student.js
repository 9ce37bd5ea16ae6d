// What a reader has reached in an activity, with the code that tells it to the teacher. The browser keeps it, with every line that was
// said, until the reader clears it: so a page that is opened again stands where it was left.

import { copier } from "./copy.js";
import { button, element } from "./dom.js";
import { qr } from "./qr.js";
import { codeOf, isIn, keyOf, newStudent, Results } from "./result.js";
import { Sending } from "./sending.js";
import { keep, keptData } from "./storage.js";
import { told, toldNode, Words } from "./told.js";

const NOTHING = { name: "", student: null, device: null, results: [], lines: [], helped: [] };
// Nobody else's.
const newDevice = () => crypto.getRandomValues(new Uint8Array(16)).reduce((hex, byte) => hex + byte.toString(16).padStart(2, "0"), "");
const SENT = "Your teacher has this.";
const ALONE = "There is no connection to your teacher. Go on: what you reach is kept here, and sent later.";

export class Student {
  // `script`: the activity. `cleared` is called when everything is begun anew. `form`: the address to which the teacher wants results sent.
  constructor(place, script, say, cleared, form) {
    this.form = form;
    this.script = script;
    this.kept = `grundy.answers.1 ${script}`;
    const { name, student, device, results, lines, helped } = keptData(this.kept, NOTHING);
    this.student = student ?? newStudent();
    this.device = device ?? newDevice();
    this.results = Results.from(results);
    // For the place of each cell what was said in it: lines, with the seconds since their dialogue began.
    this.lines = new Map(lines);
    // The keys of the games that were helped from outside.
    this.helped = new Set(helped);
    // What becomes of cells that are taken up again, by their places.
    this.again = new Map();
    this.said = element("div");
    this.name = element("input", { type: "text", autocomplete: "name", maxlength: "40", value: name, oninput: () => this.show() });
    this.code = element("output", { class: "code" });
    // It opens the form with everything filled in, which the student sends.
    this.send = element("a", { class: "button", target: "_blank", rel: "noopener noreferrer" }, "Send to your teacher");
    this.picture = element("div");
    this.warning = element("p", { class: "warning", hidden: true }, "This browser keeps nothing for this page: give the code to your teacher before you close it.");
    this.sent = element("p", { class: "muted" }, "Your name and your answers are in the code, and nothing was sent. The code finds typing errors. It is not a proof of who answered.");
    const pictures = element("details", {}, element("summary", {}, "As a QR code"), this.picture);
    const clear = () => confirm(told("Your name, your answers and your place are forgotten on this device. Begin anew?")) && (keep(this.kept, null), cleared());
    this.element = element(
      "section",
      { class: "result", "aria-label": "Your result", hidden: true },
      element("h2", {}, "Your result"),
      this.said,
      element("label", {}, "Your name, or your number ", this.name),
      element("p", {}, "Your code, for your teacher: "),
      element("p", {}, this.code),
      element("p", { class: "words" }, ...(form ? [this.send] : []), copier("Copy the code", () => this.code.textContent, say), button("Clear my answers", "Clear my answers", clear)),
      pictures,
      this.warning,
      this.sent,
    );
    place.append(this.element);
    if (this.lines.size) this.show();
    // Another window has gone on with this activity: what it has reached is not written over, but taken up here.
    addEventListener("storage", ({ key }) => key === this.kept && (this.isElsewhere = true));
    document.addEventListener("visibilitychange", () => this.isElsewhere && !document.hidden && this.renew());
  }

  // From now on what is reached goes to the program that serves this page, for the teacher's table.
  sendBy(activity, heard) {
    const code = () => (this.isElsewhere ? null : this.code.textContent);
    const state = (arrived) => this.sent.replaceChildren(toldNode(arrived === true ? SENT : arrived || ALONE));
    this.show();
    this.sending = new Sending({ activity, device: this.device, code, heard, state });
    this.element.hidden = false;
  }

  // Whether something was said in the cell at this place.
  holds(place) {
    return this.lines.has(place);
  }

  // The cell at this place is begun anew.
  begin(place) {
    this.results.forget(place);
    this.lines.delete(place);
    for (const key of [...this.helped]) if (isIn(key, place)) this.helped.delete(key);
    this.show();
  }

  // A line was said, so many seconds after its dialogue has begun.
  add(place, line, elapsed) {
    this.lines.set(place, [...(this.lines.get(place) ?? []), [line, elapsed]]);
    this.show();
  }

  // What an answer in a cell tells. While a cell is taken up again, it is only compared with what is known.
  hear(place, number, told, line) {
    if (number === null) return;
    const key = keyOf(place, number);
    const again = this.again.get(place);
    (again ?? this.results).hear(key, told, line, this.helped.has(key));
    if (!again) this.show();
  }

  // The reader was told of the position of a game.
  help(place, number) {
    const key = keyOf(place, number);
    if (this.helped.has(key)) return;
    this.helped.add(key);
    this.show();
  }

  // The cell at this place is taken up again, from here to the answer to its last line.
  takeUp(place) {
    this.again.set(place, new Results());
  }

  // Whether it has become what it was.
  isTakenUp(place) {
    const again = this.again.get(place);
    this.again.delete(place);
    return again?.within(place) === this.results.within(place);
  }

  // What another window has reached is taken up. A page that is about to be loaded anew is not asked for once more, which would
  // break off the first load.
  renew() {
    if (!this.isRenewed) location.reload();
    this.isRenewed = true;
  }

  show() {
    if (this.isElsewhere) return this.renew();
    const { results, script, student, device, name } = this;
    const isKept = keep(this.kept, JSON.stringify({ name: name.value, student, device, results, lines: [...this.lines], helped: [...this.helped] }));
    this.warning.hidden = isKept;
    this.isKept = isKept;
    this.element.hidden = !this.sending && !this.lines.size && results.isEmpty;
    this.said.replaceChildren(...[...results.groups.values()].map(inWords).filter(Boolean).map((words) => element("p", {}, words)));
    this.code.textContent = codeOf({ script, student, name: name.value, results });
    const points = [...results.groups.values()].flatMap(({ questions, won }) => (questions ? [...questions.values()].map(({ mark }) => mark) : [won ? 1 : 0]));
    const filled = { name: name.value.trim(), points: points.reduce((sum, mark) => sum + mark, 0), code: this.code.textContent };
    if (this.form) this.send.href = this.form.replace(/\{(name|points|code)\}/g, (_, part) => encodeURIComponent(filled[part]));
    this.picture.replaceChildren(qr(this.code.textContent, "Your code") ?? "The code is too long for this.");
    this.sending?.changed();
  }
}

// How a game was won: at which level, and whether with help.
export function howWon({ level, helped, undone }) {
  return `level ${level}${helped ? ", with help" : ""}${undone ? ", with moves taken back" : ""}`;
}

function inWords({ won, of, questions, ...how }) {
  if (!questions) return won ? new Words(`You won your game: ${howWon({ ...how, level: "{0}" })}.`, [how.level]) : "You lost your game.";
  const each = [...questions.values()];
  const sum = (key) => each.reduce((sum, question) => sum + question[key], 0);
  return each.length ? `${each.length} of ${of} questions, ${sum("mark")} of ${sum("most")} points.` : "";
}
