// Positions that are played at once, side by side. A touch makes a move in one of them, and the whole move is made when the rule needs no more.

import { button, element } from "./dom.js";
import { words } from "./told.js";
import { offered } from "./touches.js";

// In how many of them a move is made.
function inWords({ least, most }, count) {
  if (count === 1) return "";
  if (least < most) return "A move is made in one or more of these.";
  return most === count ? "A move is made in each of these." : words`A move is made in so many of these: ${most}.`;
}

// `sumOf` draws one of them.
export function atOnce(made, known, sumOf) {
  const { part, moves, say } = made;
  const { components, each } = part;
  const chosen = new Map();
  const offers = element("div", { class: "moves offered", "aria-live": "polite" });
  const places = components.map(({ text }) => element("div", { class: "component", role: "group", "aria-label": text }));
  const make = () => say(components.flatMap((_, at) => chosen.get(at) ?? []).join(", "));
  function show(at) {
    const line = chosen.get(at);
    const { moves = [], more = false } = each?.in[at] ?? {};
    const drawn = sumOf(components[at].position, moves.map((move) => ({ ...move, said: move.line })), more, (line) => choose(at, line), known.within(at));
    for (const { picture } of drawn) Object.assign(picture, { inert: line !== undefined }).dataset.name += ` ${at}`;
    const rest = drawn.flatMap(({ part, rest }) => offered(rest, part, (line) => choose(at, line)));
    const taken = line && [button(line.slice(line.indexOf("->")).replace("->", "→"), words`Take back ${line}`, () => choose(at))];
    places[at].replaceChildren(...drawn.map(({ picture }) => picture), element("div", { class: "moves offered" }, ...(taken ?? rest)));
    places[at].classList.toggle("chosen", Boolean(line));
  }
  function choose(at, line) {
    line ? chosen.set(at, line) : chosen.delete(at);
    if (chosen.size === each.most) return make();
    show(at);
    offers.replaceChildren(...(chosen.size && chosen.size >= each.least ? [button("Make this move", "Make this move", make)] : []));
  }
  components.forEach((_, at) => show(at));
  // A pass leaves their sum.
  moves.filter(({ left }) => left).forEach((move) => Object.assign(move, { said: "pass", label: "Pass" }));
  made.lines = new Set(moves.filter(({ left }) => !left).map(({ line }) => line));
  return element("div", {}, element("p", { class: "muted" }, each ? inWords(each, components.length) : ""), element("div", { class: "at-once" }, ...places), offers);
}
