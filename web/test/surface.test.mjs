// Games that are played on their picture, and what is shown of a position by buttons.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { empty, end, open, press, run } from "./page.mjs";

after(end);

// Waits until the answer to a move is there.
async function answered(made, count) {
  await made.page().waitForFunction((count) => document.querySelectorAll(".said .answer").length > count && !document.querySelector(".dialogue.waiting"), count);
}

async function touch(made, place) {
  const count = await made.page().locator(".said .answer").count();
  await place.click();
  await answered(made, count);
}

test("the page opens on a game, whose first move is a touch", async () => {
  const { page, problems, close } = await open();
  await page.locator(".card", { hasText: "Nim" }).first().click();
  const stone = page.getByRole("button", { name: "take 2 of Nim(3), which leaves 1" });
  await stone.click();
  await page.getByText("You play").waitFor();
  await page.getByText("I play").waitFor();
  await page.getByRole("button", { name: "Notebook", exact: true }).click();
  for (const name of ["Play", "Tour", "Quiz", "Help"]) assert.ok(await page.locator("#beginnings").getByRole("button", { name, exact: true }).isVisible(), name);
  await page.locator("#beginnings").getByRole("button", { name: "Quiz" }).click();
  await page.getByRole("group", { name: "quiz" }).waitFor();
  assert.deepEqual(problems, []);
  await close();
});

test("the reader guesses who wins, and sees good moves, with a sign each", async () => {
  const { page, problems, close } = await empty();
  const made = await run(page, "play Nim(3) + Nim(5)");
  await press(made, "Who wins?");
  await press(made, "The other player");
  await made.locator(".view").getByText("✗ Not so.").waitFor();
  await made.locator(".view").getByText(/First player wins/).waitFor();
  await press(made, "Who wins?");
  await press(made, "Who wins?");
  await press(made, "Who moves now");
  await made.locator(".view").getByText("✓ Right.").waitFor();
  await press(made, "Good moves");
  await made.locator('.stone[data-wins="✓"]').waitFor();
  // The only good move leaves three stones of five.
  assert.equal(await made.locator('.stone[data-wins="✓"]').getAttribute("aria-label"), "take 2 of Nim(5), which leaves 3");
  assert.equal(await made.locator('.stone[data-wins="✗"]').count(), 7);
  await press(made, "Good moves");
  assert.equal(await made.locator("[data-wins]").count(), 0);
  assert.deepEqual(problems, []);
  await close();
});

test("where play may never end, a draw can be guessed, and no view is in the history", async () => {
  const { page, problems, close } = await empty();
  const made = await run(page, "game Walk(v) = (w) for w in [[1], [0, 2], []][v]\nplay Walk(1)");
  await press(made, "Who wins?");
  await press(made, "Nobody: a draw");
  await made.locator(".view").getByText("✗ Not so.").waitFor();
  const history = await run(page, "history");
  await history.getByText("play Walk(1)").waitFor();
  assert.ok(!(await history.locator(".said").innerText()).includes("winner"));
  assert.deepEqual(problems, []);
  await close();
});

test("the nim-sum is found column by column, back and forth", async () => {
  const { page, close } = await empty();
  const made = await run(page, "play Nim(3) + Nim(5) + Nim(4)");
  await press(made, "Nim-sum");
  const bits = made.locator("tr.sum td:not(.unseen)");
  await made.locator("tr.sum").waitFor();
  assert.equal(await bits.count(), 0);
  await press(made, "Step");
  await press(made, "Step");
  assert.deepEqual(await bits.allInnerTexts(), ["1", "0"]);
  await press(made, "Back");
  assert.deepEqual(await bits.allInnerTexts(), ["0"]);
  await press(made, "All");
  assert.deepEqual(await bits.allInnerTexts(), ["2", "0", "1", "0"]);
  await made.getByText("whoever moves now wins").waitFor();
  await close();
});

test("Kayles is played by marking its pins", async () => {
  const { page, problems, close } = await empty();
  const made = await run(page, "play Kayles(7)");
  await press(made, "stone 3 of 7");
  await press(made, "stone 4 of 7");
  assert.equal(await made.locator('.stone[aria-pressed="true"]').count(), 2);
  await touch(made, made.getByRole("button", { name: "Move Kayles(7) → Kayles(2) + Kayles(3)" }));
  await made.getByText(/Kayles\(7\) → Kayles\(2\) \+ Kayles\(3\)/).first().waitFor();
  // Three pins are no move.
  const second = await run(page, "play Kayles(6)");
  await press(second, "stone 1 of 6");
  await press(second, "stone 3 of 6");
  await second.getByText("No move does this.").waitFor();
  assert.deepEqual(problems, []);
  await close();
});

test("Wythoff's game is played on squares, to its end", async () => {
  const { page, problems, close } = await empty();
  const made = await run(page, "play Wythoff(4, 6)");
  await made.getByRole("img", { name: "the piece, at 4, 6" }).waitFor();
  assert.ok(await made.getByRole("button", { name: "to 0, 0", exact: true }).isDisabled());
  while (await made.locator(".dialogue").count()) {
    await press(made, "Good moves");
    const good = made.locator('.square[data-wins="✓"]').first();
    await good.waitFor();
    await touch(made, good);
  }
  await made.getByText("you win!").waitFor();
  assert.deepEqual(problems, []);
  await close();
});

test("Node Kayles is played on its graph, also where its moves are many", async () => {
  const { page, problems, close } = await empty();
  const made = await run(page, "play NodeKayles([0..9])");
  await made.locator(".vertex").first().waitFor();
  assert.equal(await made.locator(".vertex:not(.gone)").count(), 10);
  assert.equal(await made.locator(".edge").count(), 15);
  const place = () => made.getByRole("button", { name: "vertex 9" }).evaluate((vertex) => vertex.style.cssText);
  const before = await place();
  await touch(made, made.getByRole("button", { name: "vertex 0", exact: true }));
  await made.getByText("You play").waitFor();
  assert.ok((await made.locator(".vertex.gone").count()) >= 4);
  assert.equal(await place(), before);
  while (await made.locator(".dialogue").count()) await touch(made, made.locator(".vertex:not(.gone)").first());
  await made.getByText(/(you|I) win!/).waitFor();
  const grid = await run(page, "let kayles_graph = grid(5, 6)\nplay NodeKayles([0..29])");
  await grid.locator('.moves li:nth-child(30)').waitFor({ state: "attached" });
  await touch(grid, grid.getByRole("button", { name: "vertex 14", exact: true }));
  await grid.getByText("You play").waitFor();
  // A picture in which edges are about as long as each other.
  const lengths = await grid.locator(".edge").evaluateAll((edges) => edges.map((edge) => Math.hypot(edge.x1.baseVal.value - edge.x2.baseVal.value, edge.y1.baseVal.value - edge.y2.baseVal.value)));
  assert.ok(Math.max(...lengths) < 2 * Math.min(...lengths), lengths.join(" "));
  assert.deepEqual(problems, []);
  await close();
});

test("edges are cut where a move takes two vertices", async () => {
  const { page, close } = await empty();
  const made = await run(page, "let arc_graph = path(3)\nplay ArcKayles([0..2])");
  await press(made, "vertex 1");
  await made.getByRole("button", { name: "Move ArcKayles([0, 1, 2]) → ArcKayles([2])" }).waitFor();
  await touch(made, made.getByRole("button", { name: "Move ArcKayles([0, 1, 2]) → ArcKayles([0])" }));
  await made.getByText("you win!").waitFor();
  await close();
});

// The places of the coins that the move of a line turns.
const turned = (line) => line.match(/\((\d+)\)/g).map((place) => place.slice(1, -1));

test("coins are turned by touch: every move of every game that turns them, also where heads were turned before", async () => {
  const { page, problems, close } = await empty();
  for (const game of ["MockTurtles(3)", "MockTurtles(1)", "MockTurtles(4) + MockTurtles(2) + MockTurtles(2)", "Moebius(4)", "Mogul(4)", "Turnips(6)", "Ruler(7) + Nim(2)"]) {
    const made = await run(page, `play ${game}`);
    await made.locator(".coin.heads").first().waitFor();
    const lines = await made.locator(".moves li button").evaluateAll((moves) => moves.map((move) => move.dataset.line));
    const words = new Set();
    for (const line of lines.filter((line) => !line.startsWith("Nim"))) {
      const [head] = turned(line);
      const row = made.locator(".row").filter({ has: page.getByRole("button", { name: `coin ${head}: heads`, exact: true }) }).first();
      const coins = await Promise.all(turned(line).map((place) => row.locator(".coin", { hasText: new RegExp(`^${place}$`) }).elementHandle()));
      for (const coin of coins) await coin.click();
      const offer = made.locator(".position .moves button");
      assert.equal(await offer.getAttribute("data-line"), line);
      words.add(await offer.innerText());
      for (const coin of coins) await coin.click();
    }
    assert.equal(words.size, lines.filter((line) => !line.startsWith("Nim")).length, `${game}: ${[...words].join("; ")}`);
  }
  const made = await run(page, "play MockTurtles(1)");
  await press(made, "coin 0: tails");
  await made.getByText("The rule does not turn just these coins.").waitFor();
  await press(made, "coin 0: heads, turned");
  await press(made, "coin 1: heads");
  await touch(made, made.getByRole("button", { name: "turn 1", exact: true }));
  await made.getByText("you win!").waitFor();
  // Where not all moves are listed, the engine judges.
  const large = await run(page, "play Mogul(12)");
  await press(large, "coin 12: heads");
  await press(large, "coin 5: tails");
  await touch(large, large.getByRole("button", { name: "turn 12 and 5" }));
  await large.getByText("Mogul(12) → Mogul(5)").first().waitFor();
  assert.deepEqual(problems, []);
  await close();
});

test("moves that no touch makes are offered in short words, and the list of all is folded", async () => {
  const { page, close } = await empty();
  for (const [game, offered] of [["FibonacciNim(5, 4)", []], ["Epstein(7)", ["add 4"]], ["Wythoff(2, 3)", []], ["MooresNim(1, 2, 2)", []], ["Chomp([2, 2])", []], ["TakeThree(50)", []]]) {
    const made = await run(page, `play ${game}`);
    await made.locator(".play").waitFor();
    assert.deepEqual(await made.locator(".rest button").allInnerTexts(), offered, game);
    assert.equal(await made.locator("details:has(> .moves)").evaluate((list) => list.open), false, game);
  }
  await close();
});

test("a large heap is a bar", async () => {
  const { page, close } = await empty();
  const made = await run(page, "play Nim(1000)");
  await made.getByRole("slider").fill("400");
  await touch(made, made.getByRole("button", { name: "take 600, leave 400" }));
  await made.getByText("Nim(1000) → Nim(400)").first().waitFor();
  await close();
});

test("what can be typed can be pressed, and a position goes on from its answer", async () => {
  const { page, problems, close } = await empty();
  const made = await run(page, "winner Nim(3)+Nim(5)");
  await press(made, "Explain");
  const explained = page.locator("section.code-cell").last();
  await explained.getByText("The nim-sum, in binary").waitFor();
  // Nothing of an explanation is seen before its first step.
  await press(explained, "Step by step");
  assert.ok(!(await explained.getByText("The nim-sum, in binary").isVisible()));
  await press(explained, "All");
  assert.ok(await explained.getByText("The nim-sum, in binary").isVisible());
  await press(explained, "Play it");
  await page.locator(".dialogue .stone").first().waitFor();
  const quiz = await run(page, "quiz Nim seed 3");
  await quiz.locator("button.typed", { hasText: "skip" }).first().click();
  await quiz.locator(".line", { hasText: "skip" }).waitFor();
  assert.deepEqual(problems, []);
  await close();
});

test("a table is filled row by row", async () => {
  const { page, close } = await empty();
  const made = await run(page, "table Kayles 0..9");
  await press(made, "Step by step");
  const seen = made.locator("tbody tr td:last-child:not(.unseen)");
  assert.equal(await seen.count(), 0);
  await press(made, "Step");
  await press(made, "Step");
  assert.equal(await seen.count(), 2);
  await press(made, "Step by step");
  assert.equal(await seen.count(), 10);
  await close();
});

test("the buttons of a quiz are those that can be answers", async () => {
  const { page, close } = await empty();
  const made = await run(page, "quiz Nim 8 questions seed 1");
  await made.locator(".dialogue").waitFor();
  for (let question = 0; question < 8; question++) {
    const words = await made.locator(".dialogue > .words button").allInnerTexts();
    const answers = words.filter((word) => /^(first|second|true|false|none)$/.test(word));
    const asked = await made.locator(".said .answer").last().innerText();
    if (/Who wins/.test(asked)) assert.deepEqual(answers, ["first", "second"], asked);
    else assert.ok(!answers.includes("first"), asked);
    if (question < 7) await touch(made, made.locator(".dialogue").getByRole("button", { name: "skip", exact: true }));
  }
  await close();
});

test("Stop is quiet when nothing is computed", async () => {
  const { page, close } = await empty();
  await run(page, "print sum(n for n in 0..10^15 if n % 10^9 == 7)");
  const stop = page.getByRole("button", { name: "Stop" });
  await stop.click();
  await page.getByText("Stopped.").first().waitFor();
  await page.waitForFunction(() => document.getElementById("stop").disabled);
  await close();
});

test("a board stays in sight when its game is over, with what may be played next", async () => {
  const { page, problems, close } = await empty({ reducedMotion: "reduce" });
  const made = await run(page, "play Cram(board(1,4)) level easy");
  await made.locator(".square").first().waitFor();
  while (await made.locator(".dialogue").count()) await touch(made, made.locator(".square[data-line]").last());
  await made.locator(".after").waitFor();
  assert.equal(await made.locator(".position .square").count(), 4);
  assert.ok((await made.locator(".position .square.covered").count()) >= 2);
  assert.equal(await made.locator(".position button:not(:disabled)").count(), 0);
  assert.deepEqual(await made.locator(".after .words button").allInnerTexts(), ["Again", "Harder", "Other side", "Another position"]);
  // Where nothing is left the last picture stays as a shadow, and winning is told in large letters.
  const nim = await run(page, "play Nim(2)");
  await nim.locator(".stone").first().click();
  await nim.locator(".after.won").getByText("You have won!").waitFor();
  assert.equal(await nim.locator(".position.shadow .stone").count(), 2);
  await press(nim, "Other side");
  const other = page.locator("section.code-cell").last();
  await other.getByText("The machine has won.").waitFor();
  assert.match(await other.locator(".cm-content").innerText(), /^play Nim\(2\) second level hard$/);
  assert.deepEqual(problems, []);
  await close();
});

test("size and level are chosen before the first move", async () => {
  const { page, problems, close } = await open();
  await page.locator(".card", { hasText: "dominoes" }).click();
  await page.locator("#cells .square").first().waitFor();
  await page.getByText("Size and level").click();
  await page.getByRole("spinbutton", { name: "Rows" }).fill("2");
  await page.getByRole("spinbutton", { name: "Rows" }).press("Enter");
  await page.getByRole("button", { name: "One more" }).nth(1).click();
  await page.getByRole("button", { name: "Hard", exact: true }).click();
  await page.getByRole("button", { name: "Play this" }).click();
  const made = page.locator("section.code-cell:visible").last();
  await made.getByText(/You begin/).waitFor();
  assert.match(await made.locator(".cm-content").textContent(), /^play Cram\("\.{6}\/\.{6}"\) level hard$/);
  await page.getByRole("button", { name: "Games" }).click();
  await page.locator(".card", { hasText: "chocolate" }).click();
  await page.locator("summary:visible", { hasText: "Size and level" }).click();
  await page.getByRole("spinbutton", { name: "How many numbers Chomp has" }).fill("2");
  await page.getByRole("spinbutton", { name: "How many numbers Chomp has" }).press("Enter");
  await page.getByRole("button", { name: "Play this" }).click();
  const chomp = page.locator("section.code-cell:visible").last();
  await chomp.locator(".bar-row").nth(1).waitFor();
  assert.equal(await chomp.locator(".bar-row").count(), 2);
  await chomp.locator(".block").last().click();
  await chomp.getByText("You play").waitFor();
  assert.equal(await chomp.getByText("Size and level").count(), 0);
  assert.deepEqual(problems, []);
  await close();
});

test("positions that are played at once stand side by side, and each is moved in by touch", async () => {
  const { page, problems, close } = await empty({ reducedMotion: "reduce" });
  const all = await run(page, "play all of Nim(3), Wythoff(2,3)");
  await press(all, "take 2 of Nim(3), which leaves 1");
  await press(all, "Take back Nim(3) -> Nim(1)");
  await press(all, "take 1 of Nim(3), which leaves 2");
  await touch(all, all.getByRole("button", { name: "to 1, 2", exact: true }));
  await all.getByText("You play").waitFor();
  assert.match(await all.locator(".said").innerText(), /You play .*Nim\(3\) → Nim\(2\).*Wythoff\(2, 3\) → Wythoff\(1, 2\)/s);
  // Where a move may be made in one or more, what has been touched is made by a button.
  const some = await run(page, "play some of Nim(2), Nim(2), Kayles(3)");
  await press(some, "take 1 of Nim(2), which leaves 1");
  await touch(some, some.getByRole("button", { name: "Make this move" }));
  assert.match(await some.locator(".said").innerText(), /You play .*Nim\(2\) → Nim\(1\)/s);
  // Every move in each of them, and a pass.
  const pass = await run(page, "play one pass in Nim(1), Nim(2)");
  await touch(pass, pass.getByRole("button", { name: "Move Pass" }));
  assert.match(await pass.locator(".said").innerText(), /You play/);
  const two = await run(page, "play 2 of Cram(board(2,2)), Nim(1), Chomp([2,2])");
  for (const name of ["take 1 of Nim(1), which leaves 0", "take 1 of number 2 of Chomp([2, 2]), which leaves 1"]) await press(two, name);
  await two.getByText("You play").waitFor();
  assert.deepEqual(problems, []);
  await close();
});

test("what is wrong is told in a sentence, with a button that takes the correction", async () => {
  const { page, problems, close } = await empty();
  const made = await run(page, "winer Nim(3)+Nim(4)");
  await made.locator(".fault").getByText("Unknown word winer").waitFor();
  assert.ok(!(await made.locator(".fault").innerText()).includes("^"));
  await made.getByText("The whole message").click();
  await made.locator(".fault pre").getByText("^^^^^").waitFor();
  await made.getByRole("button", { name: "Write winner Nim(3)+Nim(4)" }).click();
  await made.getByText(/First player wins/).waitFor();
  assert.equal(await made.locator(".cm-content").innerText(), "winner Nim(3)+Nim(4)");
  // What was changed meanwhile is answered as it is.
  const other = await run(page, "winner Kayles");
  const mend = other.getByRole("button", { name: "Write winner Kayles(9)" });
  await mend.waitFor();
  await other.locator(".cm-content").click();
  await page.keyboard.press("Control+A");
  await page.keyboard.insertText("winner Nim(0)");
  await mend.click();
  await other.getByText(/Second player wins/).waitFor();
  assert.deepEqual(problems, []);
  await close();
});

test("a game of the library is begun without its position", async () => {
  const { page, close } = await empty();
  const made = await run(page, "play Cram level easy");
  await made.locator(".square").nth(19).waitFor();
  assert.equal(await made.locator(".square").count(), 20);
  await close();
});
