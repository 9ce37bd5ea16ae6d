// The teacher's page of `grundy class`: what students have reached, as it comes, and what the teacher says to all.

import { Collected } from "./collected.js";
import { button, element } from "./dom.js";
import { qr } from "./qr.js";
import { resultOf } from "./result.js";
import { asked } from "./sending.js";
import { keep, keptData } from "./storage.js";
import { told, toldNode, words } from "./told.js";

const AGAIN = 2_000;
const SECRET = "grundy.teacher";

// The secret stands in the address once; from then on this window knows it, and the projector does not show it.
export function secretOf() {
  if (location.hash.length > 1) {
    sessionStorage.setItem(SECRET, location.hash.slice(1));
    history.replaceState(null, "", location.pathname);
  }
  return sessionStorage.getItem(SECRET) ?? "";
}

export class Live extends Collected {
  constructor(place, script, asks, say, secret) {
    super(place, script, asks, say);
    Object.assign(this, { secret, seen: 0, here: new Set(), conduct: { paused: false, part: null, answers: false } });
    this.keptAs = `grundy.live.1 ${script}`;
    // The places of cells that ask something, in their order.
    this.parts = [...new Set([...asks.keys()].map((key) => Number(key.split(".")[0])))];
    const address = `${location.origin}/`;
    this.counts = element("p", { class: "counts" });
    this.acts = element("div", { class: "words", role: "group", "aria-label": "What you say to all" });
    this.hardest = element("div");
    const fold = (name, shown) => element("details", {}, element("summary", {}, name), shown);
    const front = element("div", { class: "front" }, element("p", { class: "address" }, address), qr(address, "The address as a QR code") ?? "", this.acts, this.counts, this.hardest);
    this.element.classList.add("live");
    this.element.replaceChildren(front, element("div", {}, this.shown, fold("Question by question", this.charts), fold("Codes by hand", this.byHand)));
    const { rows, removed } = keptData(this.keptAs, { rows: [], removed: [] });
    // For each row that the teacher has removed its code: with another one it comes back.
    this.removed = new Map(removed);
    for (const [id, code] of rows) this.takeRow(id, code);
    this.takeIn("");
    this.showActs();
    this.run();
  }

  // The program takes whatever has the letters of a code: what belongs to no student of this activity is left out.
  takeRow(id, code) {
    const result = resultOf(code, this.script);
    if (this.removed.get(id) === code) return;
    this.removed.delete(id);
    if (typeof result !== "string") this.students.set(id, { name: result.name, groups: result.groups, code });
  }

  async run() {
    for (;;) {
      try {
        this.takeNews(await asked("/table", { secret: this.secret, seen: this.seen }));
        if (this.isAlone) this.say("");
        this.isAlone = false;
      } catch (error) {
        this.isAlone = true;
        this.say(error.isSaid ? error.message : "The program does not answer. What it has told stays here, and it is asked again.");
        await new Promise((resolve) => setTimeout(resolve, AGAIN));
      }
    }
  }

  async tell(conduct) {
    try {
      this.takeNews(await asked("/table", { secret: this.secret, seen: this.seen, conduct: { ...this.conduct, ...conduct } }));
    } catch {
      this.say("The program does not answer, so that students do not hear this.");
    }
  }

  takeNews({ version, rows, here, conduct }) {
    for (const { id, code } of rows) this.takeRow(id, code);
    const isOther = rows.length || here.length !== this.here.size || here.some((id) => !this.here.has(id));
    Object.assign(this, { seen: version, here: new Set(here) });
    if (rows.length) this.keepRows();
    if (JSON.stringify(conduct) !== JSON.stringify(this.conduct)) {
      this.conduct = conduct;
      this.showActs();
    }
    if (isOther) this.show();
  }

  keepRows() {
    const live = [...this.students].filter(([, { code }]) => code).map(([id, { code }]) => [id, code]);
    keep(this.keptAs, JSON.stringify({ rows: live, removed: [...this.removed] }));
  }

  rowActs(id, name) {
    const { code } = this.students.get(id);
    const remove = () => {
      if (!confirm(told(words`Remove the row of ${name}? It comes back if more is reached there.`))) return;
      this.removed.set(id, code);
      this.students.delete(id);
      this.keepRows();
      this.show();
    };
    return code ? [button("", words`Remove the row of ${name}`, remove, { class: "remove" })] : [];
  }

  // By name, and whether each is there; nobody is whose code came by hand.
  get named() {
    const named = super.named.map((one) => ({ ...one, isHere: this.here.has(one.key) }));
    return named.sort((one, other) => one.name.localeCompare(other.name));
  }

  showActs() {
    const { paused, part, answers } = this.conduct;
    const act = (name, isOn, conduct) => button(name, name, () => this.tell(conduct), isOn === null ? {} : { "aria-pressed": String(isOn) });
    const at = this.parts.indexOf(part);
    const last = this.parts.length - 1;
    const parted = part === null ? act("Part by part", false, { part: this.parts[0] }) : act("Next", null, { part: at + 1 < last ? this.parts[at + 1] : null });
    this.acts.replaceChildren(act("Pause", paused, { paused: !paused }), ...(last > 0 ? [parted] : []), act("Show answers", answers, { answers: !answers }), this.saves);
  }

  show() {
    super.show();
    if (!this.here) return;
    const { columns, students } = this;
    const all = [...students.values()];
    const count = all.reduce((sum, { groups }) => sum + columns.filter((column) => Collected.answerIn(groups, column)).length, 0);
    this.counts.replaceChildren(toldNode(words`Students: ${students.size}, here now: ${[...this.here].filter((id) => !this.removed.has(id)).length}. Answers: ${count} of ${students.size * columns.length}.`));
    this.hardest.replaceChildren(...this.hardestOf(columns).map((column) => element("div", {}, element("h3", {}, "The hardest so far"), this.chart(column))));
  }

  // Of the questions that a quarter of the students have answered, the one with the fewest points of those who have; none before.
  hardestOf(columns) {
    const share = ([column, answers]) => answers.reduce((sum, { mark }) => sum + mark, 0) / answers.length / column.points;
    const all = columns.map((column) => [column, [...this.students.values()].map(({ groups }) => Collected.answerIn(groups, column)).filter(Boolean)]);
    const known = all.filter(([, answers]) => answers.length && 4 * answers.length >= this.students.size);
    return known.sort((one, other) => share(one) - share(other)).slice(0, 1).map(([column]) => column);
  }
}
