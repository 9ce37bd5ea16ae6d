// Each game of the library is played by touch alone.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { after, test } from "node:test";
import { empty, end, run } from "./page.mjs";

after(end);

// A position of each game of the library, as its file tells.
function examples() {
  const texts = readdirSync("../language/src/library").filter((name) => name !== "prelude.cgt").map((name) => readFileSync(`../language/src/library/${name}`, "utf8"));
  const blocks = texts.flatMap((text) => text.split(/^(?=## \w+: .*\n## Rules)/m)).filter((block) => /^game /m.test(block));
  return blocks.map((block) => /^## Play: (.*)$/m.exec(block)?.[1] ?? `${/^## (\w+):/.exec(block)[1]}(10)`);
}

// The lines of the moves that touches make, found without making one: a thing that means one move says which, others offer theirs. `lines`: all.
const reached = (made, lines) =>
  made.evaluate((cell, lines) => {
    const found = new Set();
    const look = () => cell.querySelectorAll(".position [data-line], .rest [data-line]").forEach((thing) => found.add(thing.dataset.line));
    const press = (things, act) => (things.forEach((thing) => thing.click()), act(), things.forEach((thing) => thing.click()));
    look();
    const coins = [...cell.querySelectorAll(".row .coin")];
    for (const line of coins.length ? lines : []) press(line.match(/\((\d+)\)/g).map((place) => coins.find((coin) => `(${coin.textContent})` === place)), look);
    const several = [...cell.querySelectorAll(".position button:not([disabled], [data-line])")].filter((thing) => !coins.includes(thing));
    for (const one of several) {
      one.click();
      look();
      // Marks go from one stone to another, of one heap or of several.
      for (const other of one.matches("[aria-pressed]") ? several : []) {
        if (other === one) continue;
        other.click();
        look();
        other.click();
        if (one.getAttribute("aria-pressed") === "false") one.click();
      }
      if (one.matches('[aria-pressed="true"], .picked')) one.click();
    }
    return [...found];
  }, lines);

const listed = (made) => made.locator("ol.moves button").evaluateAll((moves) => moves.map(({ dataset }) => dataset.line));

// Touches whatever makes a move, until the game is over or has been long, as games may be that need never end.
const played = (made) =>
  made.evaluate(async (cell) => {
    const settled = () => !cell.matches(".running") && !cell.querySelector(".dialogue.waiting");
    const waited = async () => {
      for (let round = 0; !settled() && round < 2_000; round++) await new Promise((resolve) => setTimeout(resolve, 5));
    };
    for (let turn = 0; turn < 30 && cell.querySelector(".dialogue"); turn++) {
      const moves = () => [...cell.querySelectorAll(":is(.position, .rest) button[data-line]:not([disabled])")];
      if (!moves().length) {
        const things = [...cell.querySelectorAll(".position button:not([disabled])")];
        const coins = things.filter((thing) => thing.matches(".row .coin"));
        const line = cell.querySelector("ol.moves button")?.dataset.line ?? "";
        for (const place of coins.length ? line.match(/\((\d+)\)/g) : []) coins.find((coin) => `(${coin.textContent})` === place).click();
        for (const one of things) {
          if (moves().length) break;
          for (const other of [null, ...things]) {
            if (moves().length) break;
            if (other !== one) one.click(), other?.click();
            if (moves().length) break;
            if (other !== one) other?.click(), one.click();
          }
        }
      }
      const [move] = moves();
      if (!move) return `no move after ${turn} turns`;
      move.click();
      await new Promise((resolve) => setTimeout(resolve, 5));
      await waited();
    }
    return cell.querySelector(".dialogue") ? "long" : "over";
  });

test("every move of every game of the library is made by touch, and games are played so to their end", async () => {
  const { page, problems, close } = await empty({ reducedMotion: "reduce" });
  page.on("dialog", (dialog) => dialog.accept());
  const games = examples();
  assert.ok(games.length > 80, String(games.length));
  for (const game of games) {
    const made = await run(page, `play ${game}`);
    await made.locator(".position").waitFor();
    await page.waitForFunction(() => document.getElementById("stop").disabled);
    const lines = await listed(made);
    assert.ok(lines.length, game);
    const touched = new Set(await reached(made, lines));
    const missed = lines.filter((line) => !touched.has(line));
    assert.deepEqual(missed, [], game);
    assert.ok(await made.locator(".position button, .position input").count(), `${game} has a picture`);
    const end = await played(made);
    assert.ok(end === "over" || (end === "long" && /^(Epstein|Annihilation)/.test(game)), `${game}: ${end}`);
    await made.getByRole("button", { name: "Remove this cell" }).evaluate((button) => button.click());
  }
  assert.deepEqual(problems, []);
  await close();
});
