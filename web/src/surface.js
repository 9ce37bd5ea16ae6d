// What a game is played on: the picture of its position, its moves, and what the language knows of it, to be shown by buttons.

import { button, element } from "./dom.js";
import { nimSum } from "./nimsum.js";
import { OwnPosition } from "./own.js";
import { Known, sumOf } from "./pictures.js";
import { offered } from "./touches.js";
import { words } from "./told.js";

// Milliseconds in which one sees one's own move before the answer.
const ANSWER_AFTER = 500;
// Moves that are listed where they were asked for.
const MOST_OPEN = 24;
// The letters of the moves in a list, as the engine reads them: q leaves the game.
const LETTERS = "abcdefghijklmnoprstuvwxyz";
const letters = (place) => (place < LETTERS.length ? "" : letters(Math.floor(place / LETTERS.length) - 1)) + LETTERS[place % LETTERS.length];

// Touches on heaps and coins need not know all moves: their lines are known.
const isHeap = ({ at }) => at?.length === 1 && Number.isInteger(at[0]);

// A thing of a picture, by the name of its game.
const keyOf = (thing) => `${thing.closest(".summand").dataset.name} ${thing.dataset.piece ?? thing.dataset.thing ?? thing.dataset.row}`;

function mark(picture, before) {
  const changed = [...picture.querySelectorAll("[data-state]")].filter((thing) => before.has(keyOf(thing)) && before.get(keyOf(thing)) !== thing.dataset.state);
  const pieces = [...picture.querySelectorAll("[data-piece]")];
  for (const thing of changed.length ? changed : pieces.length ? pieces : [picture]) thing.classList.add("last");
}

// A board may be wider than the screen: its piece stands in the middle of what is seen then.
function inView(piece) {
  const board = piece.closest(".scroll");
  if (!board) return;
  const [seen, here] = [board, piece].map((place) => place.getBoundingClientRect());
  board.scrollLeft += here.x + here.width / 2 - seen.x - seen.width / 2;
}

function slide(piece, from) {
  if (!from || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const to = piece.getBoundingClientRect();
  piece.animate({ translate: [`${from.x - to.x}px ${from.y - to.y}px`, "0px 0px"], zIndex: [3, 3] }, { duration: 250, easing: "ease-out" });
}

export class Surface {
  // `say` makes a move. `ask.beside` has a statement answered and resolves to what is said, `ask.quietly` a line of the game, and
  // resolves to what is played; `ask.below` has a statement answered in a cell of its own.
  constructor(say, ask, more) {
    this.say = say;
    this.ask = ask;
    this.folded = more;
    this.picture = element("div", { class: "position", role: "group", "aria-label": "Position" });
    this.rest = element("div", { class: "moves rest" });
    this.list = element("div");
    this.known = new Known();
    this.view = element("div", { class: "view", "aria-live": "polite" });
    this.views = element("div", { class: "words", role: "group", "aria-label": "What is known of the position" });
    this.element = element("div", { class: "play" }, element("p", { class: "to-move" }, "Your move"), this.picture, this.rest, this.view);
  }

  // A position, its moves, or both. Before the other's answer is seen, one sees one's own move; not where all is said again.
  async update({ between, ...played }, isHasty) {
    if (between && !isHasty) await this.ownMove(between);
    this.place(played, between);
  }

  async ownMove(between) {
    this.replace(this.draw(between, [], false));
    this.picture.inert = true;
    await new Promise((resolve) => setTimeout(resolve, matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : ANSWER_AFTER));
    this.picture.inert = false;
  }

  // The end of the game. Where nothing is left that could be drawn, the last picture stays as a shadow.
  async ends({ position = [], between, moved }, isHasty) {
    if (between && moved && !isHasty) await this.ownMove(between);
    const drawn = this.draw(position, [], false);
    if (drawn.some(({ picture }) => picture.querySelector("button, .here, .dot"))) this.replace(drawn, moved && between);
    else this.picture.classList.add("shadow");
    this.picture.querySelectorAll("button, input").forEach((thing) => (thing.disabled = true));
    this.element.replaceChildren(this.picture);
  }

  place({ position, moves = [], more = true, sum, misere, each, opens, isAsked = !position }, between) {
    const isFocused = this.element.contains(document.activeElement);
    if (position) Object.assign(this, { position, sum, misere });
    if (opens) this.first = position;
    if (each) position[0].each = each;
    // Where these are all, a move is named by its letter: that means the same whatever its game is redefined as meanwhile.
    this.moves = moves.map((move, place) => ({ ...move, said: more ? move.line : letters(place) }));
    this.more = more;
    const drawn = this.draw(this.position, this.moves, more);
    this.replace(drawn, between);
    // What no touch makes is offered; the list is for those who want to see all.
    const rest = drawn.flatMap(({ part, rest }) => offered(rest, part, this.say));
    const isOffered = rest.length <= MOST_OPEN;
    this.rest.replaceChildren(...(isOffered ? rest : []));
    this.list.replaceChildren(...this.listed(!isOffered || (isAsked && moves.length <= MOST_OPEN)));
    if (!isOffered || isAsked) this.folded.open = true;
    this.offerViews();
    if (more && position && position.some((part) => !isHeap(part) && !part.components)) this.allMoves();
    if (isFocused) this.element.querySelector("button:not([disabled])")?.focus({ preventScroll: true });
  }

  // Puts pictures in the place of others. Pieces slide from where they were; what has changed since `between` was drawn is marked.
  replace(drawn, between) {
    const pieces = new Map([...this.picture.querySelectorAll("[data-piece]")].map((piece) => [keyOf(piece), piece.getBoundingClientRect()]));
    const before = between && new Map([...this.picture.querySelectorAll("[data-state]")].map((thing) => [keyOf(thing), thing.dataset.state]));
    this.picture.replaceChildren(...drawn.map(({ picture }) => picture));
    for (const piece of this.picture.querySelectorAll("[data-piece]")) {
      inView(piece);
      slide(piece, pieces.get(keyOf(piece)));
    }
    if (before) drawn.filter(({ part }) => !between.some(({ text }) => part.texts.includes(text)) || part.texts.length > 1).forEach(({ picture }) => mark(picture, before));
  }

  draw(position, moves, more) {
    return sumOf(position, moves, more, this.say, this.known);
  }

  // A touch needs to know the moves, of which a turn lists only a few.
  async allMoves() {
    const { sum } = this;
    const known = await this.ask.quietly("moves");
    if (known?.moves && this.sum === sum) this.place({ ...known, isAsked: false });
  }

  listed(open) {
    const { moves, more } = this;
    if (!moves.length) return [];
    const letter = (place) => (more ? "" : element("span", { class: "muted" }, `${letters(place)} `));
    const one = (move, place) => element("li", {}, letter(place), button(move.label, words`Move ${move.label}`, () => this.say(move.said), { "data-line": move.line }));
    return [element("details", { open }, element("summary", {}, more ? "Some of the moves" : "All moves"), element("ol", { class: "moves" }, ...moves.map(one)))];
  }

  // Something was defined: if this position is about it, nothing can be asked about it here any more.
  defined(text) {
    const [, name] = /\b(?:game|let)\s+([\p{L}\p{N}_]+)/u.exec(text) ?? [];
    if (this.redefined || !name || !this.position.some((part) => part.name === name || part.graph?.name === name)) return;
    this.redefined = name;
    const own = this.view.querySelector(".own");
    this.offerViews();
    if (!own) return;
    this.view.replaceChildren(own);
    this.views.querySelector("button").setAttribute("aria-pressed", "true");
  }

  offerViews() {
    const misere = this.misere ? "misere " : "";
    const own = ["Own position", () => this.own()];
    const views = [
      ["Who wins?", () => this.guess(`winner ${misere}${this.sum}`)],
      ["Good moves", () => this.good(`moves ${misere}${this.sum}`)],
      ["Explain", () => this.show(`explain ${misere}${this.sum}`)],
    ];
    if (!this.misere && this.position.length > 1) views.splice(2, 0, ["Nim-sum", () => this.nimSum()]);
    this.view.replaceChildren();
    this.views.replaceChildren(...[...(this.redefined ? [] : views), own].map(([name, act]) => this.viewButton(name, act)));
    if (this.redefined) this.views.append(element("span", { class: "muted" }, words`${this.redefined} was defined anew since this game began.`));
  }

  // Shows a view, and when pressed again shows none.
  viewButton(name, act) {
    const made = button(name, name, () => {
      const isShown = made.getAttribute("aria-pressed") === "true";
      this.views.querySelectorAll("button").forEach((other) => other.setAttribute("aria-pressed", "false"));
      this.unmark();
      this.view.replaceChildren();
      if (isShown) return;
      made.setAttribute("aria-pressed", "true");
      act();
    });
    made.setAttribute("aria-pressed", "false");
    return made;
  }

  // What a statement says, if the position is still the same when that is known.
  async answered(statement) {
    const { sum } = this;
    const said = await this.ask.beside(statement);
    return this.sum === sum ? said : [];
  }

  put(said, ...before) {
    const html = said.map(({ html, text }) => {
      const made = element("div", html ? { class: "answer" } : { class: "muted" }, text ?? "");
      if (html) made.innerHTML = html;
      return made;
    });
    this.view.replaceChildren(...before, ...html);
  }

  async show(statement) {
    this.put(await this.answered(statement));
  }

  // The reader guesses first, where there is an answer. Only play that may never end can be a draw.
  async guess(statement) {
    const said = await this.answered(statement);
    const data = said.find(({ data }) => data)?.data;
    if (!data?.outcome) return this.put(said);
    const answer = (guessed) => {
      const words = data.outcome === guessed ? element("p", { class: "good" }, "✓ Right.") : element("p", { class: "bad" }, "✗ Not so.");
      this.put(said, words);
    };
    const choices = [["Who moves now", "N"], ["The other player", "P"], ...(data.loop ? [["Nobody: a draw", "D"]] : [])];
    this.view.replaceChildren(
      element("p", {}, "Who wins, if both play well?"),
      element("div", { class: "words" }, ...choices.map(([text, outcome]) => button(text, text, () => answer(outcome)))),
    );
  }

  // Each move of the picture and the list with its sign.
  async good(statement) {
    const said = await this.answered(statement);
    const moves = said.find(({ data }) => data)?.data.moves ?? [];
    const wins = new Map(moves.map((move) => [[`${move.from} -> ${move.to}`, move.binding].filter(Boolean).join(" "), move.outcome === "P"]));
    for (const made of this.element.querySelectorAll("[data-line]")) {
      const isGood = wins.get(made.dataset.line);
      if (isGood === undefined) continue;
      made.dataset.wins = isGood ? "✓" : "✗";
      made.title += isGood ? ": wins" : ": does not win";
    }
    this.put(said);
  }

  own() {
    this.view.replaceChildren(this.changeable(this.position));
  }

  changeable(position, play) {
    return new OwnPosition(position, this.misere, (statements) => this.ask.below(statements), () => Boolean(this.redefined), play).element;
  }

  // The position with which this game began, to be changed, and the level and the side of what is `play`ed with it.
  setup(play) {
    return this.changeable(this.first ?? this.position, play);
  }

  unmark() {
    for (const made of this.element.querySelectorAll("[data-wins]")) {
      delete made.dataset.wins;
      made.title = made.title.replace(/: (wins|does not win)$/, "");
    }
  }

  async nimSum() {
    const said = await this.answered(`grundy ${this.sum}`);
    const data = said.find(({ data }) => data)?.data;
    const made = data && nimSum(data);
    made ? this.view.replaceChildren(made) : this.put(said);
  }
}
