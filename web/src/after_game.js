// What a reader may play next when a game is over.

import { button, element } from "./dom.js";
import { words } from "./told.js";

export const LEVELS = ["easy", "medium", "hard"];
const PLAY = /^play\s+(.*?)(?:\s+(first|second|two))?(?:\s+level\s+(\w+))?(?:\s+seed\s+\d+)?$/;
const WON = { you: "You have won!", machine: "The machine has won.", one: words`Player ${1} has won.`, two: words`Player ${2} has won.` };

// What the last statement of a cell that plays says: position, side and level; null where none does.
export function playOf(cell) {
  const found = cell.text.split("\n").map((line) => PLAY.exec(line.trim())).findLast(Boolean);
  return found && { position: found[1], side: found[2] ?? "first", level: found[3] ?? "hard" };
}

// The end of a statement that plays so.
export const played = ({ side, level }) => `${side === "first" ? "" : ` ${side}`}${side === "two" ? "" : ` level ${level}`}`;

// `ended`: how the game ended. `surface`: where it was played.
export function afterGame(cell, { winner }, surface) {
  const made = element("div", { class: winner === "you" ? "after won" : "after", role: "group", "aria-label": "After the game" }, element("strong", {}, WON[winner]));
  const play = playOf(cell);
  if (!play) return made;
  const at = LEVELS.indexOf(play.level);
  const other = play.side === "second" ? "first" : "second";
  const offers = [
    ["Again", {}],
    ["Easier", at > 0 && { level: LEVELS[at - 1] }],
    ["Harder", at < 2 && { level: LEVELS[at + 1] }],
    ["Other side", { side: other }],
  ].filter(([, change]) => change && (play.side !== "two" || change.side === undefined && change.level === undefined));
  const one = ([name, change]) => {
    const text = `play ${play.position}${played({ ...play, ...change })}`;
    return button(name, name, () => cell.below(text), { title: text });
  };
  const another = button("Another position", "Another position", () => ((another.disabled = true), made.append(surface.setup(play))));
  made.append(element("div", { class: "words" }, ...offers.map(one), ...(surface?.first ? [another] : [])), button("All moves", "All moves", () => cell.said.classList.toggle("all-moves"), { class: "fold" }));
  return made;
}
