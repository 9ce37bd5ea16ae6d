// What a teacher says to all students of a class, on a student's page: to pause, how far the lesson is open, and that the answers are shown.

import { questionsOf } from "./collected.js";
import { element } from "./dom.js";

// Follows what the teacher says from now on.
export function conductOf(notebook) {
  const paused = element("div", { class: "paused", role: "status", hidden: true }, "Your teacher has paused the class.");
  const answers = element("section", { class: "result", "aria-label": "The answers", hidden: true });
  document.body.append(paused);
  notebook.place.before(answers);
  let opened;
  return async (conduct) => {
    paused.hidden = !conduct.paused;
    notebook.place.inert = conduct.paused || conduct.answers;
    open(notebook, conduct.part, conduct.part !== opened && opened !== undefined);
    opened = conduct.part;
    if (conduct.answers && !answers.hasChildNodes()) answers.replaceChildren(element("h2", {}, "The answers"), ...right(await questionsOf(notebook)));
    answers.hidden = !conduct.answers;
    if (conduct.answers) answers.scrollIntoView();
  };
}

// The cells behind the one at this place are closed; none is where no place is named. Where more has been opened, the reader is led there.
function open({ cells }, part, leads) {
  const last = part === null ? cells.length : cells.findIndex(({ place }) => place === part);
  const wasClosed = cells.find((cell, at) => cell.element.hidden && at <= last);
  cells.forEach((cell, at) => (cell.element.hidden = at > last));
  if (leads && wasClosed) wasClosed.element.scrollIntoView();
}

function right(asked) {
  return [...asked.values()].flatMap(({ kind, questions, right }) => {
    // An exam tells its questions with the answers.
    const each = kind === "quiz" ? [...questions.values()].map(({ html }) => html) : [];
    return right.map((html, at) => {
      const shown = element("div", { class: "answer" });
      shown.innerHTML = (each[at] ?? "") + html;
      return shown;
    });
  });
}
