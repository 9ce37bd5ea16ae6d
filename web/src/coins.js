// A row of coins: heads and tails, which are turned by touching them. A position of the game is a head, and a move turns it with others to
// its left.

import { button, element } from "./dom.js";
import { toldAttribute, words, Words } from "./told.js";

// The last place of a row that is drawn.
export const MOST_COINS = 60;

// `made`: the heads of a row as one part with their moves, see `pictured`. Two heads at one place are drawn as two rows.
export function coins({ part, moves, more, say }) {
  const { name, coins: leftmost, heads = part.at } = part;
  const [first, last] = [Math.min(leftmost, ...heads), Math.max(...heads)];
  const places = Array.from({ length: last - first + 1 }, (_, at) => first + at);
  const count = (place) => heads.filter((head) => head === place).length;
  const rows = Array.from({ length: Math.max(1, ...places.map(count)) }, (_, row) => ({ isHead: (place) => count(place) > row }));
  const offers = element("div", { class: "moves", "aria-live": "polite" });
  let [marked, row] = [new Set(), null];

  function turn(place, inRow) {
    if (row !== inRow) [marked, row] = [new Set(), inRow];
    if (!marked.delete(place)) marked.add(place);
    show();
  }

  function show() {
    for (const each of rows) {
      each.coins.forEach((coin, at) => {
        const isMarked = row === each && marked.has(places[at]);
        const isHead = each.isHead(places[at]) !== isMarked;
        coin.className = isHead ? "coin heads" : "coin";
        coin.setAttribute("aria-pressed", String(isMarked));
        toldAttribute(coin, "aria-label", new Words(`coin {0}: ${isHead ? "heads" : "tails"}${isMarked ? ", turned" : ""}`, [places[at]]));
      });
    }
    const turned = [...marked].sort((one, other) => other - one);
    const move = turned.length ? moveOf(turned) : null;
    const none = element("span", { class: "muted" }, "The rule does not turn just these coins.");
    const text = turned.length > 1 ? words`turn ${turned.slice(0, -1).join(", ")} and ${turned.at(-1)}` : words`turn ${turned[0]}`;
    offers.replaceChildren(...(move ? [button(text, text, () => say(move.said ?? move.line), { "data-line": move.line })] : turned.length ? [none] : []));
  }

  // The move that turns these coins, the rightmost first; null where there is none.
  function moveOf([head, ...others]) {
    if (!row.isHead(head)) return null;
    const from = `${name}(${head})`;
    const left = others.sort((one, other) => one - other);
    if (more) return { line: `${from} -> ${left.map((place) => `${name}(${place})`).join(" + ") || "*0"}` };
    const key = String(left);
    return moves.find((move) => move.from === from && String(move.left?.flat().sort((one, other) => one - other)) === key) ?? null;
  }

  for (const each of rows) each.coins = places.map((place) => button(String(place), "", () => turn(place, each)));
  show();
  return element("div", {}, ...rows.map((each) => element("div", { class: "row" }, ...each.coins)), element("p", { class: "muted" }, "Touch the coins that you turn. Full coins are heads."), offers);
}
