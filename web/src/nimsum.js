// The nim-sum in binary, column by column from the right.

import { element } from "./dom.js";
import { stepped } from "./steps.js";
import { Words } from "./told.js";

const MOST_TERMS = 24;

// `null` where there are no such numbers.
export function nimSum({ terms = [], value }) {
  const numbers = [...terms.map((term) => term.value), value];
  if (!terms.length || terms.length > MOST_TERMS || !numbers.every(Number.isSafeInteger)) return null;
  const width = Math.max(...numbers).toString(2).length;
  const places = Array.from({ length: width }, (_, place) => width - 1 - place);
  const bit = (number, place) => Math.floor(number / 2 ** place) % 2;
  const cells = (number) => places.map((place) => element("td", {}, String(bit(number, place))));
  const row = (name, number, cells) => element("tr", {}, element("th", { scope: "row" }, name), element("td", { class: "nimber" }, String(number)), ...cells);
  const sums = cells(value);
  const sum = element("td", { class: "nimber" }, String(value));
  const named = ({ copies, position }) => (copies > 1 ? `${copies}*${position}` : position);
  // An even number of copies adds nothing.
  const rows = terms.map((term) => row(named(term), term.value, cells(term.copies % 2 ? term.value : 0)));
  const head = element("tr", {}, element("td"), element("td"), ...places.map((place) => element("th", { scope: "col" }, String(2 ** place))));
  const last = element("tr", { class: "sum" }, element("th", { scope: "row" }, "nim-sum"), sum, ...sums);
  const made = element("table", { class: "grid" }, element("thead", {}, head), element("tbody", {}, ...rows, last));
  const words = places.map((place) => {
    const ones = terms.filter((term) => term.copies % 2 && bit(term.value, place)).length;
    const there = ones === 1 ? "is 1 one" : "are {1} ones";
    return element("p", {}, new Words(`In the column of {0}, there ${there}, which is ${ones % 2 ? "odd: 1" : "even: 0"}.`, [2 ** place, ones]));
  });
  const steps = places.map((_, column) => [sums[column], words[column]]).reverse();
  const verdict = value ? "The nim-sum is not 0: whoever moves now wins." : "The nim-sum is 0: whoever moves now loses.";
  steps.push([sum, element("p", { class: "verdict" }, verdict)]);
  return element("div", {}, element("div", { class: "scroll" }, made), stepped(steps), ...steps.map(([, said]) => said));
}
