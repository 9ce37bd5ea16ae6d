// The page: a notebook of cells, its bar, and where scripts come from and go to.

import { Classroom, seeded } from "./classroom.js";
import { hasCollected, questionsOf } from "./collected.js";
import { conductOf } from "./conduct.js";
import { button, element, hand } from "./dom.js";
import { started } from "./engine.js";
import { Gallery } from "./gallery.js";
import { fragmentOf, scriptIn } from "./link.js";
import { Live, secretOf } from "./live.js";
import { Notebook } from "./notebook.js";
import { asItCame } from "./page_with.js";
import { scriptOf } from "./script.js";
import { Student } from "./student.js";
import { languages, told, words } from "./told.js";
import { welcome } from "./welcome.js";

const at = (id) => document.getElementById(id);
const say = (text) => (at("status").textContent = told(text));

// A script that somebody wrote into the page: `--live`.
const written = (name) => document.querySelector(`meta[name="grundy-${name}"]`)?.content ?? null;

function themes() {
  const names = ["as the system", "light", "dark"];
  let chosen = 0;
  at("theme").addEventListener("click", () => {
    chosen = (chosen + 1) % names.length;
    document.documentElement.dataset.theme = ["", "light", "dark"][chosen];
    say(`Colours: ${names[chosen]}.`);
  });
}

// What was typed is not lost by accident.
function guard(notebook, classroom) {
  addEventListener("beforeunload", (event) => {
    const isLost = (cell) => cell.isPlayed && !(cell.counts && notebook.student?.isKept);
    if (notebook.isChanged || classroom.collected?.isUnsaved || notebook.cells.some(isLost)) event.preventDefault();
  });
}

function files(notebook) {
  const input = element("input", { type: "file", accept: ".cgt,text/plain", hidden: true });
  document.body.append(input);
  at("open").addEventListener("click", () => input.click());
  input.addEventListener("change", async () => {
    const [file] = input.files;
    input.value = "";
    if (!file || !mayReplace(notebook)) return;
    try {
      notebook.open(new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer()));
      notebook.name = file.name;
      say(words`${file.name} was opened.`);
    } catch {
      say(words`${file.name} cannot be opened: it is not a text in UTF-8.`);
    }
  });
  at("save").addEventListener("click", () => {
    hand(notebook.name, scriptOf(notebook.contents()));
    notebook.isChanged = false;
    say(words`${notebook.name} was saved.`);
  });
}

function links(notebook) {
  at("link").addEventListener("click", async () => {
    const fragment = await fragmentOf(scriptOf(notebook.contents()));
    history.replaceState(null, "", `#${fragment}`);
    try {
      await navigator.clipboard.writeText(location.href);
      say("The link was copied; the script is in it.");
    } catch {
      say("The link stands in the address bar; the script is in it.");
    }
  });
  addEventListener("hashchange", () => location.reload());
}

// What was changed and not saved is not thrown away unasked.
function mayReplace(notebook) {
  return notebook.isChanged ? confirm(told("What you changed has not been saved. Replace it?")) : notebook.mayLose(words`Open another script?`);
}

// The examples with their titles, in a list that opens below the bar.
function examples(notebook) {
  const list = at("example-list");
  const open = ({ name, title, script }) => {
    if (!mayReplace(notebook)) return;
    list.open = false;
    notebook.open(script);
    notebook.name = name;
    say(words`“${told(title)}” was opened. “Run all” answers it.`);
  };
  const one = (example) => element("li", {}, button(example.title, example.title, () => open(example)), element("span", {}, ` ${example.line}`));
  list.append(element("ul", {}, ...EXAMPLES.map(one)));
}

// What a newcomer can do at once.
function beginnings(notebook) {
  const made = [
    ["Play", "play Nim(3) + Nim(4) + Nim(5)"],
    ["Tour", "tour"],
    ["Quiz", "quiz"],
    ["Help", "help"],
  ];
  const last = () => notebook.cells.at(-1);
  at("beginnings").prepend(...made.map(([name, statement]) => button(name, name, () => notebook.runBelow(last(), statement), { title: statement })));
}

// A script for a class: it is run at once, and taken up where it was left. It tells the reader's result, and the teacher those of the
// class.
async function openActivity({ notebook, classroom, show }, script, view, hides) {
  show(hasCollected(script) ? "notebook" : view);
  notebook.openActivity(script);
  const begin = () => {
    notebook.student?.element.remove();
    notebook.student?.sending?.end();
    notebook.student = new Student(at("results"), script, say, begin, notebook.send);
    if (written("class")) notebook.student.sendBy(written("activity"), conductOf(notebook));
    // The name is asked first.
    at("who").replaceChildren(notebook.student.element.querySelector("label"));
    at("who").hidden = false;
    return notebook.runAll({ hides, resumes: true });
  };
  await begin();
  // The reader begins at the top, or goes on with what was left.
  const [first] = notebook.cells.filter((cell) => cell.dialogue?.lines);
  if (first) first.element.scrollIntoView();
  else scrollTo(0, 0);
  if (hasCollected(script)) await classroom.collect(script);
}

// What is seen: the gallery ("games"), a game of it ("game"), an activity as its readers have it ("pupil"), or all ("notebook").
function views(notebook, gallery) {
  const show = (view) => {
    document.body.dataset.view = view;
    if (view === "games") gallery.draw();
  };
  // A game of the gallery is nothing to be saved.
  const mayLeave = () => (document.body.dataset.view === "game" ? notebook.mayLose(words`Open another script?`) : mayReplace(notebook));
  at("to-games").addEventListener("click", () => mayLeave() && show("games"));
  at("to-notebook").addEventListener("click", async () => {
    show("notebook");
    if (notebook.cells.length) return;
    notebook.open(welcome());
    await notebook.runAll();
  });
  at("teacher").firstChild.addEventListener("click", () => show("notebook"));
  at("skip").addEventListener("click", (event) => {
    event.preventDefault();
    (document.querySelector(".position button:not([disabled])") ?? document.querySelector("main button, main textarea"))?.focus();
  });
  return show;
}

// The table of a class, on its teacher's page.
async function openTable({ notebook, classroom, show }, script) {
  show("notebook");
  document.body.dataset.role = "teacher";
  notebook.openActivity(script);
  say("Finding out what the activity asks …");
  const asks = await questionsOf(notebook);
  say(asks.isCut ? "A statement of the lesson computes for too long: what stands behind it is not in the table." : "");
  classroom.collected = new Live(at("results"), script, asks, say, secretOf());
}

async function openFirst({ notebook, classroom, show }) {
  let lesson = written("script");
  if (written("class")) lesson = seeded(lesson, notebook.look, (text) => notebook.ask({ ask: "reads", text }), written("seed"));
  if (written("class") === "teacher") return openTable({ notebook, classroom, show }, lesson);
  if (lesson !== null) return openActivity({ notebook, classroom, show }, lesson, written("class") ? "pupil" : written("view") ?? "notebook", written("answers") === "hide");
  try {
    const linked = await scriptIn(location.hash);
    if (linked?.isActivity) return openActivity({ notebook, classroom, show }, linked.script, "pupil");
    if (linked) {
      show("notebook");
      notebook.open(linked.script);
      say("The script of the link was opened. “Run all” answers it.");
      return;
    }
  } catch (error) {
    show("notebook");
    notebook.open("");
    say(error.message);
    return;
  }
  show("games");
}

async function begin() {
  const page = asItCame();
  const module = await engine;
  // Colours and prose need no session: a second instance, on this side, answers at once.
  const ask = started(module);
  languages(ask, at("language"), (language) => notebook.session.speak(language));
  const notebook = new Notebook({ module, ask, place: at("cells"), sum: at("points"), say });
  const classroom = new Classroom({ notebook, page, place: at("results"), say });
  examples(notebook);
  beginnings(notebook);
  files(notebook);
  links(notebook);
  themes();
  guard(notebook, classroom);
  at("class").addEventListener("click", () => classroom.open());
  at("print").addEventListener("click", () => print());
  at("run-all").addEventListener("click", () => notebook.runAll());
  at("stop").addEventListener("click", () => notebook.session.stop());
  at("add").append(button("New cell", "New cell", () => notebook.add("code", "").focus()), button("New prose", "New prose", () => notebook.add("prose", "").focus()));
  const open = async (script, name) => {
    notebook.open(script);
    notebook.name = name;
    show("game");
    scrollTo(0, 0);
    await notebook.runAll();
  };
  const show = views(notebook, new Gallery({ ask, place: at("gallery"), open }));
  await openFirst({ notebook, classroom, show });
}

begin().catch(failed);
