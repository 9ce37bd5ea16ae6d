// The teacher's side of an activity: codes are taken in one after the other, and the class is drawn.

import { button, element, hand } from "./dom.js";
import { resultOf } from "./result.js";
import { canScan, scanner } from "./scan.js";
import { Session } from "./session.js";

// Wrong answers to a question that are named.
const MOST_NAMED = 4;
// Between what is said first of all and the first question.
const GAP = '<div class="gap"></div>';

// What the activity asks: for each of its quizzes and exams, by the place of the cell, the questions as HTML with their points. It
// is found out by leaving out each question, in a session of its own.
export async function questionsOf(notebook) {
  const { module } = notebook.session;
  const session = new Session(module);
  const asked = new Map();
  for (const { place, text } of notebook.cells.filter(({ place }) => place !== undefined)) {
    const questions = new Map();
    let dialogue;
    const hear = (told) => {
      dialogue = told.dialogue;
      for (const { result, html } of told.said) {
        if (result?.event === "question") questions.set(result.number, { html: html.split(GAP).at(-1), points: result.points });
        if (result?.type === "exam") result.questions.forEach(({ number, points }) => Object.assign(questions.get(number) ?? {}, { points }));
      }
    };
    if ((await session.ask({ cell: "asked", text }, hear)) !== "done") break;
    const isGame = dialogue?.name === "play";
    while (["quiz", "exam"].includes(dialogue?.name)) if ((await session.ask({ cell: "asked", line: "skip" }, hear)) !== "done") break;
    if (dialogue) await session.ask({ cell: "asked", line: "quit" }, hear);
    if (questions.size) asked.set(place, questions);
    else if (isGame) asked.set(place, null);
  }
  session.worker.terminate();
  return asked;
}

function inWords(columns) {
  const games = columns.filter(({ number }) => number === undefined).length;
  const some = (count, name) => (count ? [`${count} ${name}${count === 1 ? "" : "s"}`] : []);
  return [...some(columns.length - games, "question"), ...some(games, "game")].join(" and ");
}

export class Collected {
  constructor(place, script, asked, say) {
    Object.assign(this, { script, asked, say });
    // By their names; the later of two codes counts.
    this.students = new Map();
    this.codes = new Set();
    this.area = element("textarea", { rows: "3", "aria-label": "Codes, one on each line", placeholder: "4F7K-09QX-…", spellcheck: "false", autocapitalize: "characters" });
    this.problems = element("div", { "aria-live": "polite" });
    this.shown = element("div");
    const { act, video } = scanner((code) => this.takeIn(`${this.area.value}\n${code}`), say);
    this.element = element(
      "section",
      { class: "result", "aria-label": "The class" },
      element("h2", {}, "The class"),
      element("p", {}, "Type or paste the codes of your students, one on each line."),
      this.area,
      element("p", { class: "words" }, button("Take them in", "Take them in", () => this.takeIn(this.area.value)), ...(canScan() ? [act] : []), button("Save as CSV", "Save as CSV", () => this.save())),
      video,
      this.problems,
      this.shown,
    );
    place.append(this.element);
    this.show();
  }

  get isUnsaved() {
    return this.students.size > 0 && !this.isSaved;
  }

  // A line that is wrong stays in the box, to be mended.
  takeIn(text) {
    const kept = [];
    const problems = [];
    for (const line of text.split("\n").map((line) => line.trim()).filter(Boolean)) {
      const result = resultOf(line, this.script);
      const code = line.toUpperCase().replace(/[\s-]/g, "");
      if (typeof result === "string") {
        problems.push(`${line} ${result}`);
        kept.push(line);
      } else if (this.codes.has(code)) problems.push(`The code of ${result.name || "a student without a name"} is here already.`);
      else {
        const name = result.name || `(no name ${this.students.size + 1})`;
        if (this.students.has(name)) problems.push(`${name} has sent two codes; the later one counts.`);
        this.codes.add(code);
        this.students.set(name, result.groups);
        this.isSaved = false;
      }
    }
    this.area.value = kept.join("\n");
    this.problems.replaceChildren(...problems.map((text) => element("p", { class: "warning" }, text)));
    this.show();
  }

  // The questions and games in their order, each with what the class made of it.
  get columns() {
    const columns = [];
    for (const [place, questions] of this.asked) {
      if (!questions) columns.push({ place, name: "game", points: 1 });
      else for (const [number, { html, points }] of questions) columns.push({ place, number, name: String(columns.length + 1), html, points });
    }
    return columns;
  }

  // The mark of a student in a column, and what was typed; null if nothing was answered.
  static answerIn(groups, { place, number, points }) {
    const group = groups.get(place);
    if (number === undefined) return group?.won === undefined ? null : { mark: group.won ? 1 : 0, typed: "" };
    const question = group?.questions?.get(number);
    return question ? { mark: question.right ? points : question.mark, typed: question.typed } : null;
  }

  show() {
    const { columns, students } = this;
    const most = columns.reduce((sum, { points }) => sum + points, 0);
    if (!most) return this.shown.replaceChildren(element("p", { class: "warning" }, "This script asks nothing whose answers could be collected: it needs a quiz, an exam, or a game against the machine."));
    if (!students.size) return this.shown.replaceChildren(element("p", { class: "muted" }, `${inWords(columns)}, ${most} points. No code was taken in yet.`));
    this.shown.replaceChildren(this.marks(columns, most), element("h3", {}, "Question by question"), ...this.hardestFirst(columns).map((column) => this.chart(column)));
  }

  marks(columns, most) {
    const cell = (answer, points) => {
      if (!answer) return element("td", { class: "muted" }, "–");
      const sign = answer.mark === points ? "✓" : answer.mark ? String(answer.mark) : "✗";
      return element("td", { class: answer.mark === points ? "good" : answer.mark ? "warning" : "bad" }, sign);
    };
    const rows = [...this.students].map(([name, groups]) => {
      const answers = columns.map((column) => Collected.answerIn(groups, column));
      const sum = answers.reduce((sum, answer) => sum + (answer?.mark ?? 0), 0);
      return element("tr", {}, element("th", { scope: "row" }, name), element("td", {}, `${sum} of ${most}`), ...answers.map((answer, at) => cell(answer, columns[at].points)));
    });
    const head = element("tr", {}, ...["Student", "Points", ...columns.map(({ name }) => name)].map((name) => element("th", { scope: "col" }, name)));
    const table = element("table", {}, element("thead", {}, head), element("tbody", {}, ...rows));
    return element("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": "Marks" }, table);
  }

  tally(column) {
    const tally = { right: 0, partly: 0, wrong: 0, none: 0, typed: new Map() };
    for (const groups of this.students.values()) {
      const answer = Collected.answerIn(groups, column);
      if (!answer) tally.none++;
      else if (answer.mark === column.points) tally.right++;
      else if (answer.mark) tally.partly++;
      else tally.wrong++;
      if (answer?.typed) tally.typed.set(answer.typed, (tally.typed.get(answer.typed) ?? 0) + 1);
    }
    return tally;
  }

  hardestFirst(columns) {
    const share = (column) => [...this.students.values()].reduce((sum, groups) => sum + (Collected.answerIn(groups, column)?.mark ?? 0), 0) / column.points;
    return columns.map((column) => [share(column), column]).sort(([one], [other]) => one - other).map(([, column]) => column);
  }

  // A bar of what the class answered, in words too.
  chart(column) {
    const { right, partly, wrong, none, typed } = this.tally(column);
    const parts = [["right", right], ["partly right", partly], ["wrong", wrong], ["not answered", none]].filter(([, count]) => count);
    const words = parts.map(([name, count]) => `${count} ${name}`).join(", ");
    const bar = element("div", { class: "share", role: "img", "aria-label": words }, ...parts.map(([name, count]) => element("span", { class: name.split(" ")[0], style: `flex-grow: ${count}` }, String(count))));
    const often = [...typed].sort(([, one], [, other]) => other - one).slice(0, MOST_NAMED);
    const named = often.map(([text, count]) => `${text} (${count})`).join(", ");
    const question = element("div", { class: "answer" });
    question.innerHTML = column.html ?? "The game against the machine, won or lost.";
    return element("div", { class: "chart" }, element("h4", {}, column.number === undefined ? "Game" : `Question ${column.name}`), question, bar, element("p", { class: "muted" }, named ? `${words}. Wrong answers: ${named}.` : `${words}.`));
  }

  save() {
    const { columns } = this;
    // A table program takes a text that begins like this for a formula.
    const field = (text) => (/[",\n]|^[=+\-@\t]/.test(text) ? `"${text.replace(/^[=+\-@\t]/, "'$&").replaceAll('"', '""')}"` : text);
    const lines = [["student", "points", ...columns.flatMap(({ name }) => (name === "game" ? [name] : [name, `typed ${name}`]))]];
    for (const [name, groups] of this.students) {
      const answers = columns.map((column) => Collected.answerIn(groups, column));
      const sum = answers.reduce((sum, answer) => sum + (answer?.mark ?? 0), 0);
      lines.push([name, String(sum), ...answers.flatMap((answer, at) => (columns[at].name === "game" ? [String(answer?.mark ?? "")] : [String(answer?.mark ?? ""), answer?.typed ?? ""]))]);
    }
    hand("class.csv", lines.map((line) => line.map(field).join(",")).join("\r\n") + "\r\n");
    this.isSaved = true;
  }
}
