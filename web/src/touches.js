// What a touch on a picture means: the smallest of the moves that change what is touched. Where several are as small, a second touch
// chooses, or one of the buttons that are offered.

import { button, element } from "./dom.js";
import { words } from "./told.js";

// Ways that are offered at once.
const MOST_OFFERED = 12;

// A move in a few words. `part`: the summand in which it is made.
export function shortly({ left, label }, { name, at }) {
  const isHeap = at?.length === 1 && Number.isInteger(at[0]);
  const sizes = left?.every((one) => one.length === 1 && Number.isInteger(one[0])) ? left.map(([size]) => size).filter(Boolean) : null;
  if (!isHeap || !sizes) return label.replace(/^.* → /s, "").replaceAll(`${name}(`, "(") || label;
  const loss = at[0] - sizes.reduce((sum, size) => sum + size, 0);
  if (loss < 0) return words`add ${-loss}`;
  if (!loss) return words`split into ${sizes.join(", ")}`;
  return sizes.length > 1 ? words`take ${loss}, leave ${sizes.join(", ")}` : words`take ${loss}`;
}

export class Touches {
  // `changes` lists the things that a move changes, null if it cannot be shown; `weight` says how much that is. `starts` lists those with which
  // a touch may begin, if not with all of them. `otherwise` makes a move that is not known from a thing; null where all are known.
  constructor({ part, moves, say }, changes, { weight = (things) => things.length, starts = null, otherwise = null } = {}) {
    Object.assign(this, { part, say, otherwise });
    this.known = moves.map((move) => ({ move, things: changes(move)?.map(String), starts: starts?.(move)?.map(String) })).filter(({ things }) => things?.length);
    for (const known of this.known) known.weight = weight(known.things, known.move);
    this.things = new Map();
    this.picked = [];
    this.offers = element("div", { class: "moves offered", "aria-live": "polite" });
  }

  // The smallest moves that change all of these things.
  fitting([first, ...others]) {
    const begin = ({ things, starts }) => (starts ?? things).includes(first);
    const fitting = this.known.filter((known) => begin(known) && others.every((thing) => known.things.includes(thing)));
    const least = Math.min(...fitting.map(({ weight }) => weight));
    return fitting.filter(({ weight }) => weight === least).slice(0, MOST_OFFERED);
  }

  // The lines of the moves that touches make.
  get lines() {
    const reached = (thing) => this.fitting([thing]).map(({ move }) => move.line);
    return new Set([...new Set(this.known.flatMap(({ things }) => things))].flatMap(reached));
  }

  // A thing that is touched.
  thing(key, text, label, look) {
    const thing = String(key);
    const fitting = this.fitting([thing]);
    const isTouched = fitting.length > 0 || this.otherwise !== null || this.known.some(({ things }) => things.includes(thing));
    const line = fitting.length === 1 ? fitting[0].move.line : undefined;
    const made = button(text, label, () => this.touch(thing), { class: look, disabled: !isTouched, "data-line": line, "data-thing": thing });
    if (isTouched) this.preview(made, fitting);
    this.things.set(thing, made);
    return made;
  }

  // What a touch would change is seen before.
  preview(made, fitting) {
    const going = fitting.length === 1 ? fitting[0].things : [];
    const show = (isOn) => () => going.forEach((thing) => this.things.get(thing)?.classList.toggle("going", isOn));
    for (const event of ["pointerenter", "focus"]) made.addEventListener(event, show(true));
    for (const event of ["pointerleave", "blur"]) made.addEventListener(event, show(false));
  }

  touch(thing) {
    if (this.picked.includes(thing)) return this.pick([]);
    const further = this.picked.length ? this.fitting([...this.picked, thing]) : [];
    const fitting = further.length ? further : this.fitting([thing]);
    if (fitting.length === 1) return this.say(fitting[0].move.said);
    if (!fitting.length && this.otherwise) return this.otherwise(thing);
    this.pick(further.length ? [...this.picked, thing] : [thing], fitting);
  }

  pick(picked, fitting = []) {
    this.picked = picked;
    const possible = new Set(fitting.flatMap(({ things }) => things));
    for (const [thing, made] of this.things) {
      made.classList.toggle("picked", picked.includes(thing));
      made.classList.toggle("possible", possible.has(thing) && !picked.includes(thing));
    }
    this.offers.replaceChildren(...offered(fitting.map(({ move }) => move), this.part, this.say));
    if (picked.length && !fitting.length) this.offers.append(element("span", { class: "muted" }, "No move does this."));
  }
}

// Buttons for moves in a few words; in all words where two would be called the same.
export function offered(moves, part, say) {
  const texts = moves.map((move) => shortly(move, part));
  const isTwice = (text) => texts.filter((other) => String(other) === String(text)).length > 1;
  return moves.map((move, at) => {
    const text = isTwice(texts[at]) ? move.label : texts[at];
    return button(text, words`Move ${move.label}`, () => say(move.said), { "data-line": move.line });
  });
}
