// The gallery: games that a touch begins, each with its picture and its rule in a line.

import { button, element } from "./dom.js";
import { Known, sumOf } from "./pictures.js";
import { told, words } from "./told.js";

// Those with a picture, in the order in which they stand; M: in misère play.
const SHOWN = ["Nim", "Bachet", "Kayles", "Chomp", "Cram", "Wythoff", "Clobber", "Notakto M", "NodeKayles", "Hackenbush", "Nimstring", "SilverDollar", "MockTurtles", "Geography", "FibonacciNim", "NoGo"];

export class Gallery {
  // `open` begins a game: a script with its name.
  constructor({ ask, place, open }) {
    Object.assign(this, { ask, open });
    const games = new Map(ask({ ask: "gallery" }).map((game) => [game.name, game]));
    this.cards = SHOWN.map((shown) => {
      const [name, misere] = shown.split(" ");
      return this.card({ ...games.get(name), misere: Boolean(misere) });
    });
    const all = [...games.values()].map((game) => button(game.name, game.line, () => this.begin(game)));
    place.append(
      element("h1", {}, "Who makes the last move?"),
      element("p", { class: "muted" }, "Two players move in turn. You begin; touch a game to play it."),
      element("div", { class: "cards" }, ...this.cards.map(({ made }) => made)),
      element("details", {}, element("summary", {}, words`All ${games.size} games of the library`), element("div", { class: "words" }, ...all)),
    );
  }

  begin({ name, line, play, misere }) {
    const said = told(line);
    const aim = misere ? "Whoever makes the last move loses." : "Whoever makes the last move wins.";
    this.open(`## # ${name}\n## ${said[0].toUpperCase()}${said.slice(1)}. ${told(aim)}\n\nplay ${misere ? "misere " : ""}${play} level easy\n`, `${name}.cgt`);
  }

  card(game) {
    const picture = element("div", { class: "preview", inert: true, "aria-hidden": "true" });
    const made = element("button", { type: "button", class: "card", onclick: () => this.begin(game) }, picture, element("b", {}, game.name), element("span", { class: "muted" }, game.line));
    return { game, picture, made };
  }

  // Draws the pictures, one after the other, so that a touch need not wait for all of them.
  async draw() {
    for (const { game, picture } of this.cards) {
      if (picture.childElementCount) continue;
      await new Promise((resolve) => setTimeout(resolve));
      this.ask({ ask: "begin", cell: "gallery", text: `play ${game.misere ? "misere " : ""}${game.play}` });
      const { position, moves } = this.ask({ ask: "next", cell: "gallery" }).said.find(({ play }) => play).play;
      picture.append(...sumOf(position, moves, false, () => {}, new Known()).map((drawn) => drawn.picture));
    }
  }
}
