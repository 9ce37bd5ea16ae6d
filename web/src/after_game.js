// What a reader may play next when a game is over.

import { button, element } from "./dom.js";

const LEVELS = ["easy", "medium", "hard"];
const PLAY = /^play\s+(.*?)(\s+(?:first|second|two))?(\s+level\s+\w+)?(\s+seed\s+\d+)?$/;

// Numbers of a position, each larger or smaller by one. Those in texts and graphs mean something else.
const other = (position, by) => (/["[]/.test(position) ? null : position.replace(/(?<![\w*])\d+/g, (number) => Math.max(1, Number(number) + by)));

// `told`: how the game ended. Its statement is the last of the cell that plays.
export function afterGame(cell, { winner, level = "hard" }) {
  const isWon = winner === "you";
  const statement = cell.text.split("\n").findLast((line) => PLAY.test(line.trim()))?.trim();
  const made = element("div", { class: isWon ? "after won" : "after", role: "group", "aria-label": "After the game" }, element("strong", {}, isWon ? "You have won!" : "The game is over."));
  if (!statement) return made;
  const [, position, side = ""] = PLAY.exec(statement);
  const second = side.trim() === "second" ? "" : " second";
  const at = LEVELS.indexOf(level);
  const play = (text) => () => cell.below(`play ${text}`);
  const numbers = (by) => other(position, by);
  const offers = [
    ["Again", `${position}${side} level ${level}`],
    ["Easier", at > 0 && `${position}${side} level ${LEVELS[at - 1]}`],
    ["Harder", at < 2 && `${position}${side} level ${LEVELS[at + 1]}`],
    ["Other side", `${position}${second} level ${level}`],
    ["Smaller", numbers(-1) && numbers(-1) !== position && `${numbers(-1)}${side} level ${level}`],
    ["Larger", numbers(1) && numbers(1) !== position && `${numbers(1)}${side} level ${level}`],
  ].filter(([, text]) => text);
  const all = button("All moves", "All moves", () => cell.said.classList.toggle("all-moves"), { class: "fold" });
  made.append(element("div", { class: "words" }, ...offers.map(([name, text]) => button(name, name, play(text), { title: `play ${text}` }))), all);
  return made;
}
