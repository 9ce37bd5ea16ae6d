// What a teacher hands out: an activity as a link with its QR code or as a page of its own, and the codes that come back.

import { Collected, questionsOf } from "./collected.js";
import { copier } from "./copy.js";
import { button, element, handBytes } from "./dom.js";
import { activityFragment } from "./link.js";
import { pageWith } from "./page_with.js";
import { qr } from "./qr.js";
import { scriptOf } from "./script.js";
import { keep, kept } from "./storage.js";
import { words } from "./told.js";

const LARGEST_SEED = 9_999;

const newSeed = () => 1 + (crypto.getRandomValues(new Uint32Array(1))[0] % LARGEST_SEED);

// The script with a seed for each quiz and exam that has none, so that all students are asked the same.
export function seeded(script, look, reads, seed = newSeed()) {
  let made = "";
  let end = 0;
  for (const [from, to] of look(script).statements) {
    const statement = script.slice(from, to).trimEnd();
    const isAsked = /^(quiz|exam)\b/.test(statement) && !/\bseed\b/.test(statement);
    const withSeed = `${statement} seed ${seed}`;
    made += script.slice(end, from) + (isAsked && reads(withSeed) ? withSeed : statement);
    end = from + statement.length;
  }
  return made + script.slice(end);
}

export class Classroom {
  // `page` is this page as it came, without a script.
  constructor({ notebook, page, place, say }) {
    Object.assign(this, { notebook, page, place, say });
    this.shown = element("div");
    this.dialog = element("dialog", { class: "class", "aria-label": "For a class" }, this.shown, button("Close", "Close", () => this.dialog.close()));
    document.body.append(this.dialog);
  }

  // The script as it is handed out. The same script is the same activity, until others are wanted, so that its codes are known again.
  handedOut(isOther) {
    const { notebook } = this;
    if (notebook.activity) return notebook.activity;
    const script = scriptOf(notebook.contents());
    const name = `grundy.activity ${script}`;
    const made = (!isOther && kept(name)) || seeded(script, notebook.look, (text) => notebook.ask({ ask: "reads", text }));
    keep(name, made);
    return made;
  }

  async open(isOther = false) {
    const { notebook } = this;
    const script = this.handedOut(isOther);
    const fragment = await activityFragment(script);
    const isFile = location.protocol === "file:";
    const here = location.href.split("#")[0];
    const link = element("input", { type: "text", readonly: true, class: "wide", "aria-label": "The link" });
    const picture = element("div");
    const address = element("input", { type: "url", class: "wide", placeholder: "https://…/grundy.html", "aria-label": "The address of this page on a server", oninput: () => make(address.value.trim() || here) });
    const make = (base) => {
      link.value = `${base.split("#")[0]}#${fragment}`;
      const drawn = qr(link.value, "The link as a QR code");
      const long = words`The link has ${link.value.length} letters, which is too long for a QR code: save the activity as a page instead, or send the link.`;
      picture.replaceChildren(drawn ?? element("p", { class: "warning" }, long));
    };
    make(here);
    this.shown.replaceChildren(
      element("h2", {}, "For a class"),
      element("p", {}, "Hand out this script as an activity. Who has answered a quiz or an exam, or won a game, is shown a short code, which you collect."),
      ...(isFile ? [element("p", { class: "warning" }, "This page was opened from a file, so the link works on this machine only. If the page stands on a server, type its address."), address] : []),
      link,
      element("p", { class: "words" }, copier("Copy the link", () => link.value, this.say), button("Save as a page", "Save as a page", () => handBytes("class.html", pageWith(this.page, script))), button("Collect codes", "Collect codes", () => this.collect(script)), ...(notebook.activity || script === scriptOf(notebook.contents()) ? [] : [button("Other questions", "Other questions", () => this.open(true))])),
      picture,
    );
    if (!this.dialog.open) this.dialog.showModal();
  }

  async collect(script) {
    this.dialog.close();
    const { notebook } = this;
    if (!notebook.activity) {
      notebook.openActivity(script);
      // When this page is opened again, it is the activity with its codes.
      history.replaceState(null, "", `#${await activityFragment(script)}`);
    }
    this.say("Finding out what the activity asks …");
    const asked = await questionsOf(notebook);
    this.say("");
    this.collected?.element.remove();
    this.collected = new Collected(this.place, script, asked, this.say);
    this.collected.takeIn("");
    this.collected.element.scrollIntoView();
    this.collected.area.focus();
  }
}
