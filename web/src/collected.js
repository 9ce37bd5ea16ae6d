// The teacher's side of an activity: codes are taken in one after the other, and the class is drawn.

import { button, element, hand } from "./dom.js";
import { keyOf, resultOf } from "./result.js";
import { canScan, scanner } from "./scan.js";
import { Session } from "./session.js";
import { keep, keptData } from "./storage.js";
import { howWon } from "./student.js";
import { told, Words, words } from "./told.js";

// Wrong answers to a question that are named.
const MOST_NAMED = 4;
// How long it may take to find out what an activity asks.
const PATIENCE = 30_000;
// Between what is said first of all and the first question.
const GAP = '<div class="gap"></div>';

// In an exam that was left at once, before each right answer.
const UNANSWERED = /<p>[^<]*<span class="bad">[^<]*<\/span>[:：]\s*/g;

const NOTHING = { codes: [] };
const nameOf = (script) => `grundy.codes.1 ${script}`;
const keptCodes = (script) => keptData(nameOf(script), NOTHING).codes;
export const hasCollected = (script) => keptCodes(script).length > 0;

// What the activity asks: for each of its quizzes, exams and games, by its key, what it is, the questions as HTML with their points, and what
// is right, as HTML. It is found out by leaving out each question and giving up each game, in a session of its own. `isCut`: not all was found.
export async function questionsOf(notebook) {
  const { module } = notebook.session;
  const session = new Session(module);
  const asked = new Map();
  // What computes for ever ends the search, and what was found counts.
  const late = setTimeout(() => session.stop(), PATIENCE);
  for (const { place, text } of notebook.cells.filter(({ place }) => place !== undefined)) {
    let dialogue;
    const hear = (told) => {
      const key = keyOf(place, told.number);
      dialogue = told.dialogue;
      for (const { result, html } of told.said) {
        if (told.number === null || !result) continue;
        if (result.event === "question") {
          if (!asked.has(key)) asked.set(key, { kind: dialogue.name, questions: new Map(), right: [] });
          asked.get(key).questions.set(result.number, { html: html.split(GAP).at(-1), points: result.points });
        }
        if (result.event === "graded") asked.get(key).right.push(html);
        // That nothing was answered, and who has given up, is not told with what is right.
        if (result.type === "exam") asked.get(key).right.push((html.split(GAP)[1] ?? "").replace(UNANSWERED, "<p>"));
        if (result.type === "play" && ["you", "machine"].includes(result.winner)) asked.set(key, { kind: "game", right: [html.replace(/^<p>.*?<\/p>/s, "")] });
      }
    };
    let end = await session.ask({ cell: "asked", text }, hear);
    while (end === "done" && dialogue) end = await session.ask({ cell: "asked", line: LEAVING[dialogue.name] }, hear);
    if ((asked.isCut = end !== "done")) break;
  }
  clearTimeout(late);
  session.worker.terminate();
  return asked;
}

// What ends a dialogue, or goes on in it, so that all is told that it asks.
const LEAVING = { quiz: "skip", exam: "skip", play: "give up", tour: "quit" };

const capital = (text) => text[0].toUpperCase() + text.slice(1);

function inWords(columns) {
  const games = columns.filter(({ number }) => number === undefined).length;
  const some = (count, name) => (count ? [`${count} ${name}${count === 1 ? "" : "s"}`] : []);
  return [...some(columns.length - games, "question"), ...some(games, "game")].join(" and ");
}

export class Collected {
  constructor(place, script, asked, say) {
    Object.assign(this, { script, asked, say });
    // By name and number; the later of two codes counts.
    this.students = new Map();
    this.codes = [];
    this.area = element("textarea", { rows: "3", "aria-label": "Codes, one on each line", placeholder: "4F7K-09QX-…", spellcheck: "false", autocapitalize: "characters" });
    this.problems = element("div", { "aria-live": "polite" });
    this.shown = element("div");
    this.charts = element("div");
    const { act, video } = scanner((code) => this.takeIn(`${this.area.value}\n${code}`), say);
    this.saves = button("Save as CSV", "Save as CSV", () => this.save());
    this.byHand = element(
      "div",
      {},
      element("p", {}, "Type or paste the codes of your students, one on each line."),
      this.area,
      element("p", { class: "words" }, button("Take them in", "Take them in", () => this.takeIn(this.area.value)), ...(canScan() ? [act] : []), this.saves, button("Forget these codes", "Forget these codes", () => this.forget())),
      video,
      this.problems,
    );
    this.element = element("section", { class: "result", "aria-label": "The class" }, element("h2", {}, "The class"), this.byHand, this.shown, this.charts);
    place.append(this.element);
  }

  // Whether the browser has not kept them, and no file.
  get isUnsaved() {
    return this.students.size > 0 && !this.isSaved;
  }

  forget() {
    if (!confirm(told("The codes that were taken in are forgotten on this device. Forget them?"))) return;
    this.students.clear();
    this.codes = [];
    this.keep();
    this.problems.replaceChildren();
    this.show();
  }

  keep() {
    this.isSaved = keep(nameOf(this.script), this.codes.length ? JSON.stringify({ codes: this.codes }) : null);
  }

  // A line that is wrong stays in the box, to be mended. What another window has taken in is taken in first.
  takeIn(text) {
    const kept = [];
    const problems = [];
    const others = keptCodes(this.script).filter((code) => !this.codes.includes(code));
    for (const line of [...others, ...text.split("\n")].map((line) => line.trim()).filter(Boolean)) {
      const result = resultOf(line, this.script);
      const code = line.toUpperCase().replace(/[\s-]/g, "");
      if (typeof result === "string") {
        problems.push(new Words(`{0} ${result}`, [line]));
        kept.push(line);
      } else if (this.codes.includes(code)) problems.push(words`The code of ${result.name || words`a student without a name`} is here already.`);
      else {
        const { student, name, groups } = result;
        const key = `${name} ${student}`;
        if (this.students.has(key) && !others.includes(line)) problems.push(words`${name || words`A student without a name`} has sent two codes; the later one counts.`);
        this.codes.push(code);
        this.students.set(key, { name, groups });
      }
    }
    if (this.codes.length) this.keep();
    this.area.value = kept.join("\n");
    this.problems.replaceChildren(...problems.map((text) => element("p", { class: "warning" }, text)));
    this.show();
  }

  // Who has sent a code, with the name: of several of one name, each but the first has a number.
  get named() {
    const count = new Map();
    return [...this.students].map(([key, { name, groups }]) => {
      const known = name || "(no name)";
      const before = count.get(known) ?? 0;
      count.set(known, before + 1);
      return { key, name: before ? `${known} (${before + 1})` : known, groups };
    });
  }

  // The questions and games in their order, each with what the class made of it. Questions have the numbers that students saw, and the name
  // of their quiz where there are several.
  get columns() {
    const groups = [...this.asked];
    const kinds = groups.map(([, { kind }]) => kind);
    return groups.flatMap(([key, { kind, questions }], at) => {
      const nth = kinds.slice(0, at + 1).filter((other) => other === kind).length;
      const group = kinds.filter((other) => other === kind).length > 1 ? `${kind} ${nth}` : kind;
      const parted = group !== kind;
      if (!questions) return [{ key, name: group, title: new Words(parted ? `${capital(kind)} {0}` : capital(kind), [nth]), points: 1 }];
      const isAlone = kinds.filter((other) => other !== "game").length === 1;
      const named = (number) => (isAlone ? { name: String(number), title: words`Question ${number}` } : { name: `${group}: ${number}`, title: new Words(`${capital(kind)}${parted ? " {1}" : ""}, question {0}`, [number, nth]) });
      return [...questions].map(([number, { html, points }]) => ({ key, number, html, points, ...named(number) }));
    });
  }

  // The mark of a student in a column, and what was typed; null if nothing was answered.
  static answerIn(groups, { key, number, points }) {
    const group = groups.get(key);
    if (number === undefined) return group?.won === undefined ? null : { mark: group.won ? 1 : 0, typed: "", how: group.won ? howWon(group) : "" };
    const question = group?.questions?.get(number);
    return question ? { mark: question.right ? points : question.mark, typed: question.typed } : null;
  }

  show() {
    const { columns, students } = this;
    const most = columns.reduce((sum, { points }) => sum + points, 0);
    this.charts.replaceChildren();
    if (!most) return this.shown.replaceChildren(element("p", { class: "warning" }, "This script asks nothing whose answers could be collected: it needs a quiz, an exam, or a game against the machine."));
    if (!students.size) return this.shown.replaceChildren(element("p", { class: "muted" }, `${inWords(columns)}, ${most} points. No code was taken in yet.`));
    this.shown.replaceChildren(this.marks(columns, most));
    this.charts.replaceChildren(element("h3", {}, "Question by question"), ...this.hardestFirst(columns).map((column) => this.chart(column)));
  }

  marks(columns, most) {
    const cell = (answer, points, isNext) => {
      if (!answer) return isNext ? element("td", { class: "next", title: "here now" }, "…") : element("td", { class: "muted" }, "–");
      const sign = answer.how ? `✓ ${answer.how}` : answer.mark === points ? "✓" : answer.mark ? String(answer.mark) : "✗";
      return element("td", { class: answer.mark === points ? "good" : answer.mark ? "warning" : "bad" }, sign);
    };
    const rows = this.named.map(({ key, name, groups, isHere }) => {
      const answers = columns.map((column) => Collected.answerIn(groups, column));
      const sum = answers.reduce((sum, answer) => sum + (answer?.mark ?? 0), 0);
      const next = isHere ? answers.findLastIndex(Boolean) + 1 : -1;
      return element("tr", { class: isHere === false ? "away" : null }, element("th", { scope: "row" }, name, ...this.rowActs(key, name)), element("td", {}, `${sum} of ${most}`), ...answers.map((answer, at) => cell(answer, columns[at].points, at === next)));
    });
    const head = element("tr", {}, ...["Student", "Points", ...columns.map(({ name }) => name)].map((name) => element("th", { scope: "col" }, name)));
    const table = element("table", {}, element("thead", {}, head), element("tbody", {}, ...rows));
    return element("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": "Marks" }, table);
  }

  // What can be done with the row of a student.
  rowActs() {
    return [];
  }

  tally(column) {
    const tally = { right: 0, partly: 0, wrong: 0, none: 0, typed: new Map() };
    for (const { groups } of this.students.values()) {
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
    const share = (column) => [...this.students.values()].reduce((sum, { groups }) => sum + (Collected.answerIn(groups, column)?.mark ?? 0), 0) / column.points;
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
    return element("div", { class: "chart" }, element("h4", {}, column.title), question, bar, element("p", { class: "muted" }, named ? `${words}. Wrong answers: ${named}.` : `${words}.`));
  }

  save() {
    const { columns } = this;
    // A table program takes a text that begins like this for a formula.
    const field = (text) => (/[",\n]|^[=+\-@\t]/.test(text) ? `"${text.replace(/^[=+\-@\t]/, "'$&").replaceAll('"', '""')}"` : text);
    const lines = [["student", "points", ...columns.flatMap(({ name, number }) => [name, `${number === undefined ? "how" : "typed"} ${name}`])]];
    for (const { name, groups } of this.named) {
      const answers = columns.map((column) => Collected.answerIn(groups, column));
      const sum = answers.reduce((sum, answer) => sum + (answer?.mark ?? 0), 0);
      lines.push([name, String(sum), ...answers.flatMap((answer) => [String(answer?.mark ?? ""), answer?.how ?? answer?.typed ?? ""])]);
    }
    // The mark at the beginning tells table programs that it is UTF-8.
    hand("class.csv", "\ufeff" + lines.map((line) => line.map(field).join(",")).join("\r\n") + "\r\n");
    this.isSaved = true;
  }
}
