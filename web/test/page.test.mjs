import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, test } from "node:test";
import { cell, empty, end, menu, notebook, open, run } from "./page.mjs";

const PROGRAM = resolve(process.env.GRUNDY ?? "../target/release/grundy");

after(end);
const text = (place) => place.innerText();

test("the page that opens answers its first example, and asks for nothing", async () => {
  const { page, requests, problems, close } = await notebook();
  await page.getByText("First player wins: 3 ⊕ 0 ⊕ 1 = 2").waitFor();
  assert.ok(requests.every((url) => url.startsWith("file:") || url.startsWith("blob:")), requests.join(" "));
  assert.deepEqual(problems, []);
  await close();
});

test("what is typed is answered, with tables and pictures", async () => {
  const { page, problems, close } = await empty();
  const said = (await run(page, "game S = take <1,2,3>\nwinner S(3)+S(4)+S(5)")).locator(".said");
  await said.locator(".answer").nth(1).waitFor();
  assert.match(await text(said), /first player wins/i);
  await (await run(page, "table S 0..8")).locator(".said table").waitFor();
  await (await run(page, "plot S 0..20")).locator(".said svg").waitFor();
  assert.deepEqual(problems, []);
  await close();
});

test("a mistake is told and marked at its place, and mended by a click", async () => {
  const { page, close } = await empty();
  const made = await run(page, "game S = take <1,2,3>\nwiner S(3)");
  await made.locator(".fault").waitFor();
  assert.match(await text(made.locator(".fault")), /winner/);
  await made.locator(".cm-lintRange-error").hover();
  await page.getByRole("button", { name: /Write winner/ }).click();
  assert.match(await text(made.locator(".cm-content")), /winner S\(3\)/);
  await close();
});

test("words and names are completed", async () => {
  const { page, close } = await empty();
  await (await run(page, "game Subtraction = take <1,2,3>")).locator(".answer").waitFor();
  const made = await cell(page, "");
  await page.keyboard.type("winn");
  await page.locator(".cm-completionLabel", { hasText: "winner" }).waitFor();
  await page.waitForTimeout(200);
  await page.keyboard.press("Enter");
  await page.keyboard.type(" Subt");
  await page.locator(".cm-completionLabel", { hasText: "Subtraction" }).waitFor();
  await page.waitForTimeout(200);
  await page.keyboard.press("Enter");
  await page.keyboard.type("(5)");
  await page.keyboard.press("Control+Enter");
  await made.getByText(/First player wins/).waitFor();
  assert.equal(await page.locator(".cm-tooltip-autocomplete").count(), 0);
  await close();
});

test("a long computation is stopped while the page can be typed in, and definitions are still there", async () => {
  const { page, close } = await empty();
  await (await run(page, "game S = take <1,2,3>")).locator(".answer").waitFor();
  const long = await run(page, "print sum(n for n in 0..10^15 if n % 10^9 == 7)");
  const typed = await cell(page, "winner S(5)");
  assert.equal((await text(typed.locator(".cm-content"))).trim(), "winner S(5)");
  await page.getByRole("button", { name: "Stop" }).click();
  await long.getByText("Stopped.").waitFor();
  await typed.getByRole("button", { name: /Run/ }).click();
  await typed.locator(".answer").waitFor();
  assert.match(await text(typed.locator(".said")), /first player wins/i);
  await close();
});

test("what a page cannot give is an error, and the session goes on", async () => {
  const { page, problems, close } = await empty();
  await (await run(page, "let kept = 40")).locator(".answer").waitFor();
  for (const [wrong, why] of [
    // A foreign file.
    ['load "/etc/passwd"', /a page has no files/],
    ['let d = read "/etc/hosts.txt"', /a page has no files/],
    // A list beyond the limit.
    ["let L = [[a*b for a in 0..7000] for b in 0..7000]", /E0503/],
    // An unfinished text.
    ["game S = take <1,", /E01\d\d/],
  ]) {
    const made = await run(page, wrong);
    await made.locator(".fault").waitFor({ timeout: 120_000 });
    assert.match(await text(made.locator(".fault")), why, wrong);
    const next = await run(page, "print kept + 2");
    await next.locator(".answer").waitFor();
    assert.match(await text(next.locator(".said")), /42/);
  }
  assert.deepEqual(problems, []);
  await close();
});

test("texts that try to be markup stay texts", async () => {
  const { page, problems, close } = await empty();
  const evil = '<img src=x onerror="window.wrong=1"><script>window.wrong=1</script>';
  const said = (await run(page, `print ${JSON.stringify(evil.replaceAll('"', "'"))}`)).locator(".said");
  await said.locator(".answer").waitFor();
  assert.match(await text(said), /<img src=x/);
  const fault = (await run(page, "winner <img/src=x/onerror=alert(1)>")).locator(".fault");
  await fault.waitFor();
  await page.getByRole("button", { name: "New prose", exact: true }).click();
  await page.locator("textarea").fill(`${evil} [x](javascript:window.wrong=1)`);
  await page.keyboard.press("Escape");
  assert.equal(await page.locator(".said img, .prose img, .prose script, a[href^=javascript]").count(), 0);
  assert.equal(await page.evaluate(() => window.wrong), undefined);
  assert.deepEqual(problems, []);
  await close();
});

test("a link carries the script; a broken one opens an empty page and says so", async () => {
  const { page, close } = await empty();
  await run(page, "## Counting é\ngame S = take <1,2>\n\ngrundy S(7)");
  await menu(page, "Link");
  await page.waitForFunction(() => location.hash.length > 20);
  const fragment = new URL(page.url()).hash;
  await close();
  const second = await open({ fragment });
  await second.page.getByText("Counting é").waitFor();
  await second.page.getByRole("button", { name: "Run all" }).click();
  await second.page.locator(".answer", { hasText: "1" }).first().waitFor();
  await second.close();
  for (const broken of [fragment.slice(0, -9), "#s=%%%", "#s=AAAA", "#what"]) {
    const third = await open({ fragment: broken });
    await third.page.getByText("cannot be read").waitFor();
    assert.equal((await text(third.page.locator("#cells .cm-content"))).trim(), "");
    await third.close();
  }
});

test("scripts are opened and saved as they were", async () => {
  const { page, close } = await empty();
  const script = "## # A lesson\n## of two lines\n\ngame S = take <1,2>\n  | 3\n\n# why\nwinner S(4)\n";
  await page.setInputFiles("input[type=file]", { name: "one.cgt", mimeType: "text/plain", buffer: Buffer.from(script) });
  await page.getByRole("heading", { name: "A lesson" }).waitFor();
  const [download] = await Promise.all([page.waitForEvent("download"), menu(page, "Save")]);
  assert.equal(download.suggestedFilename(), "one.cgt");
  const parts = [];
  for await (const part of await download.createReadStream()) parts.push(part);
  assert.equal(Buffer.concat(parts).toString(), script);
  await page.getByText("Examples", { exact: true }).click();
  await page.getByRole("button", { name: "Kayles", exact: true }).click();
  await page.getByText("“Kayles” was opened").waitFor();
  await close();
});

test("a whole game is played by clicks, with hints and levels", async () => {
  const { page, problems, close } = await empty();
  const made = await run(page, "game S = take <1,2,3>\nplay S(5)+S(4)");
  const click = (name) => made.getByRole("button", { name, exact: true }).click();
  await made.locator(".stone").first().waitFor();
  assert.equal(await made.locator(".stone").count(), 9);
  // From five to one is no move of this game.
  assert.ok(await made.getByRole("button", { name: /^take 4 of S\(5\)/ }).isDisabled());
  await click("hint");
  await made.locator(".turn", { hasText: /first|win/i }).last().waitFor();
  await click("take 1 of S(5), which leaves 4");
  // The machine has answered; the nim-sum is never 0 when it is our turn, and a copied move makes it 0.
  for (let turn = 0; turn < 20 && (await made.locator(".dialogue").count()); turn++) {
    await page.locator(".dialogue:not(.waiting)").waitFor();
    const sizes = (await made.locator(".size").allInnerTexts()).map(Number);
    const [large, small] = sizes.length === 2 ? sizes.toSorted((a, b) => b - a) : [sizes[0], 0];
    const count = await made.locator(".answer").count();
    await click(`take ${large - small} of S(${large}), which leaves ${small}`);
    await page.waitForFunction((count) => document.querySelectorAll(".answer").length > count && !document.querySelector(".dialogue.waiting"), count);
  }
  assert.match(await text(made.locator(".answer").last()), /you win!/);
  assert.deepEqual(problems, []);
  await close();
});

test("a board is played by clicks on its cells", async () => {
  const { page, close } = await empty();
  const made = await run(page, 'game Dominoes = ".." becomes "##" across or down\nplay Dominoes("..../....")');
  await made.locator(".square").first().waitFor();
  // Two dominoes have a cell there: both are offered, and a touch on the other cell chooses.
  await made.getByRole("button", { name: "row 1, column 1: ." }).click();
  assert.equal(await made.locator(".offered button").count(), 2);
  assert.equal(await made.locator(".square.possible").count(), 2);
  await made.getByRole("button", { name: "row 1, column 2: ." }).click();
  await page.waitForFunction(() => document.querySelectorAll(".square.covered").length === 4);
  await close();
});

test("the quiz and the tour take lines", async () => {
  const { page, problems, close } = await empty();
  const quiz = await run(page, "game S = take <1,2,3>\nquiz S seed 1");
  await quiz.getByRole("group", { name: "quiz" }).getByRole("button", { name: "skip", exact: true }).click();
  await page.waitForFunction(() => document.querySelectorAll(".line").length === 1 && !document.querySelector(".dialogue.waiting"));
  const tour = await run(page, "tour");
  await tour.getByLabel("Your line").fill("winner S(3)");
  await page.keyboard.press("Enter");
  await tour.locator(".line").waitFor();
  // Both go on.
  assert.equal(await page.locator(".dialogue").count(), 2);
  assert.deepEqual(problems, []);
  await close();
});

test("a handout with --live runs its script, which can be changed", { skip: !existsSync(PROGRAM) }, async () => {
  const folder = mkdtempSync(join(tmpdir(), "grundy-"));
  const [script, handout] = [join(folder, "a.cgt"), join(folder, "a.html")];
  writeFileSync(script, '## # Two & "three"\ngame S = take <1,2>\n\nwinner S(4)\n');
  execFileSync(PROGRAM, [script, "--html", handout, "--live=grundy.html"]);
  const { page, problems, close } = await open({ file: handout });
  await page.getByRole("heading", { name: 'Two & "three"' }).waitFor();
  await page.getByText(/First player wins/).waitFor();
  const last = page.locator("section.code-cell").last();
  await last.locator(".cm-content").click();
  await page.keyboard.press("Control+A");
  await page.keyboard.insertText("winner S(3)");
  await page.keyboard.press("Control+Enter");
  await page.getByText(/Second player wins/).waitFor();
  assert.deepEqual(problems, []);
  await close();
});

test("with --hide-answers, a handout with --live folds all answers but worked examples", { skip: !existsSync(PROGRAM) }, async () => {
  const folder = mkdtempSync(join(tmpdir(), "grundy-"));
  const [script, handout] = [join(folder, "a.cgt"), join(folder, "a.html")];
  writeFileSync(script, "game S = take <1,2>\n\n#| answer: show\nwinner S(4)\n\nwinner S(3)\n");
  execFileSync(PROGRAM, [script, "--html", handout, "--live=grundy.html", "--hide-answers"]);
  const { page, problems, close } = await open({ file: handout });
  await page.getByText(/First player wins/).waitFor();
  const asked = page.locator("section.code-cell").last();
  await asked.getByText("Show the answer").waitFor();
  assert.ok(!(await asked.getByText(/Second player wins/).isVisible()));
  // Whoever runs it again wants to know.
  await asked.getByRole("button", { name: "Run (Ctrl+Enter)" }).click();
  await asked.getByText(/Second player wins/).waitFor();
  assert.deepEqual(problems, []);
  await close();
});

test("what the program answers, the page answers", async () => {
  const { page, problems, close } = await empty();
  for (const [statement, answer] of [
    ["quotient Kayles", /40 elements/],
    ["winner misere Kayles(10^18) + 3*Kayles(57)", /player wins/],
    ["winner all of Nim(3), Kayles(4)", /player wins/],
    ["grundy Cram(board(4, 5))", /= ∗?\*?2/],
    ["winner Nim[1..10^16]", /player wins/],
    ["genus Kayles(5)", /4\^146/],
    ["winner TopEntails(3)", /is loony/],
    ["game Walk(v) = (w) for w in [[1], [0]][v]\noutcome Walk(0)", /D: a draw|[NP]: the player/],
  ]) {
    const made = await run(page, statement);
    await made.getByText(answer).first().waitFor();
  }
  assert.deepEqual(problems, []);
  await close();
});

test("the first answer comes soon", async () => {
  const { page, close } = await notebook();
  await page.getByText("First player wins: 3").waitFor();
  const waited = await page.evaluate(() => performance.now());
  console.log(`first answer after ${(waited / 1000).toFixed(2)} s`);
  assert.ok(waited < 60_000);
  await close();
});

test("the page is small enough for a phone", () => {
  const pages = readdirSync(".").filter((name) => /^grundy.*\.html$/.test(name));
  assert.ok(pages.length > 2, pages);
  for (const name of pages) assert.ok(statSync(name).size <= 1_750_000, name);
});

test("on a phone nothing is wider than the screen", async () => {
  const { page, close } = await notebook({ size: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  await page.locator(".verdict").first().waitFor();
  const made = await run(page, "table S 0..40");
  await made.locator("table").waitFor();
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 360);
  await close();
});

const settled = (page) => page.locator(".dialogue:not(.waiting)").first().waitFor();

// What the page asks is answered so, and kept.
function asked(page, accept) {
  const questions = [];
  page.on("dialog", (dialog) => {
    questions.push(dialog.message());
    return accept ? dialog.accept() : dialog.dismiss();
  });
  return questions;
}

test("statements behind a game wait until it is over", async () => {
  const { page, problems, close } = await empty();
  const made = await run(page, "game S = take <1,2,3>\nplay S(3)\ngrundy S(6)\nwiner S(1)");
  await made.getByText("The 2 statements below it wait until the game is over.").waitFor();
  assert.equal(await made.locator(".fault").count(), 0);
  await made.getByRole("button", { name: "take 3 of S(3), which leaves 0" }).click();
  await made.locator(".fault").waitFor();
  const said = await text(made.locator(".said"));
  assert.ok(said.indexOf("you win!") > 0 && said.indexOf("you win!") < said.indexOf("winer"), said);
  assert.match(await text(made.locator(".answer").last()), /^Grundy value 2/);
  await made.locator(".cm-lintRange-error").waitFor();
  assert.equal(await page.locator(".dialogue").count(), 0);
  assert.deepEqual(problems, []);
  await close();
});

test("a game and a quiz go on while other cells are run, and a game under its own rules", async () => {
  const { page, close } = await empty();
  const questions = asked(page, false);
  const rules = await run(page, "game S = take <1,2,3>");
  await rules.locator(".answer").waitFor();
  const game = await run(page, "play S(9)");
  await game.getByRole("button", { name: "take 2 of S(9), which leaves 7" }).waitFor();
  const quiz = await run(page, "quiz S 2 questions seed 1");
  await quiz.locator(".dialogue").waitFor();
  await rules.getByRole("button", { name: /^Run/ }).click();
  await (await run(page, "grundy S(7)")).locator(".answer").waitFor();
  await (await run(page, "game S = take <1>")).locator(".said > *").first().waitFor();
  await game.getByRole("button", { name: "take 2 of S(9), which leaves 7" }).click();
  await game.getByText("You play").waitFor();
  await quiz.getByRole("group", { name: "quiz" }).getByRole("button", { name: "skip", exact: true }).click();
  await quiz.locator(".line").waitFor();
  // What would be lost is asked about, and kept.
  await game.getByRole("button", { name: /^Run/ }).click();
  await quiz.getByRole("button", { name: "Remove this cell" }).click();
  await page.getByRole("button", { name: "Run all" }).click();
  assert.deepEqual(questions, [
    "The game is not over, and this would end it. Run this cell anew?",
    "The quiz is not over, and this would end it. Remove this cell?",
    "The game is not over, and this would end it. Run all cells anew?",
  ]);
  assert.equal(await page.locator(".dialogue").count(), 2);
  await close();
});

test("a computation that is stopped says that it ends a game", async () => {
  const { page, close } = await empty();
  const game = await run(page, "play Nim(5)");
  await game.locator(".dialogue").waitFor();
  await run(page, "print sum(n for n in 0..10^15 if n % 10^9 == 7)");
  await page.getByRole("button", { name: "Stop" }).click();
  await game.getByText("The game has ended, because a computation was stopped.").waitFor();
  assert.equal(await page.locator(".dialogue").count(), 0);
  await close();
});

test("an exam ends only where its student agrees, and counts its time from its beginning", async () => {
  const { page, close } = await empty();
  const exam = await run(page, "exam Nim 2 questions seed 1");
  await exam.locator(".dialogue").waitFor();
  await page.waitForTimeout(1_500);
  await exam.getByLabel("Your line").fill("first");
  await page.keyboard.press("Enter");
  await page.waitForTimeout(1_500);
  const questions = [];
  page.on("dialog", (dialog) => (questions.push(dialog.message()), questions.length > 1 ? dialog.accept() : dialog.dismiss()));
  const other = await run(page, "1 + 1");
  await page.waitForTimeout(300);
  assert.equal(await other.locator(".answer").count(), 0);
  assert.equal(await page.locator(".dialogue").count(), 1);
  await other.getByRole("button", { name: /^Run/ }).click();
  await other.locator(".answer").waitFor();
  assert.equal(questions.length, 2);
  assert.equal(await page.locator(".dialogue").count(), 0);
  const [, seconds] = / in (\d+) s\./.exec(await text(exam.locator(".said")));
  assert.ok(Number(seconds) >= 3, seconds);
  await close();
});

test("a move is shown once", async () => {
  const { page, close } = await empty();
  const made = await run(page, "game S = take <1,2,3>\nplay S(9)");
  await made.getByRole("button", { name: "take 3 of S(9), which leaves 6" }).click();
  await made.getByText(/You play/).waitFor();
  await settled(page);
  assert.equal((await text(made)).split("S(9) → S(6)").length - 1, 1);
  assert.equal(await made.locator(".line").count(), 0);
  // A line that is no move is shown, and its answer below.
  await made.getByText("More", { exact: true }).click();
  await made.getByLabel("Your line").fill("take 9 from S(6)");
  await page.keyboard.press("Enter");
  await made.getByText("is not a legal move here").waitFor();
  assert.equal(await made.locator(".line").count(), 1);
  await close();
});

test("keys that are pressed twice run a cell once", async () => {
  const { page, close } = await empty();
  const made = await cell(page, "game S = take <1,2,3>\nprint sum(n for n in 0..300000 if n % 7 == 1)\ngrundy S(6)");
  await page.keyboard.press("Control+Enter");
  await page.keyboard.press("Control+Enter");
  await made.locator(".answer").nth(2).waitFor();
  // Whatever was asked twice would have been answered before this.
  await (await run(page, "1 + 1")).locator(".answer").waitFor();
  assert.equal(await made.locator(".answer").count(), 3);
  await close();
});

test("the tour goes on where an earlier visit left it", async () => {
  const { page, problems, close } = await empty();
  const tour = await run(page, "tour lesson 3");
  await tour.getByRole("button", { name: "next", exact: true }).click();
  await tour.getByText("Lesson 4 of").waitFor();
  // What is stopped begins a new session, which knows the place too.
  await run(page, "print sum(n for n in 0..10^15 if n % 10^9 == 7)");
  await page.getByRole("button", { name: "Stop" }).click();
  await (await run(page, "tour")).getByText("the tour goes on with lesson 4").waitFor();
  await page.reload();
  await page.locator("section.code-cell").waitFor();
  await (await run(page, "tour")).getByText("the tour goes on with lesson 4").waitFor();
  assert.deepEqual(problems, []);
  // What was kept may be anything.
  await page.evaluate(() => localStorage.setItem("grundy.tour", '{"lesson":"'));
  await page.reload();
  await page.locator("section.code-cell").waitFor();
  await (await run(page, "tour")).getByText("Lesson 1 of").waitFor();
  await close();
});

test("the tour is there where the browser keeps nothing", async () => {
  const { page, problems, close } = await open({
    fragment: "#s=AwA",
    script: () => Object.defineProperty(window, "localStorage", { get: () => { throw new DOMException("no", "SecurityError"); } }),
  });
  await page.locator("section.code-cell").waitFor();
  await (await run(page, "tour")).getByText("Lesson 1 of").waitFor();
  assert.deepEqual(problems, []);
  await close();
});

test("statements and answers that a script hides are folded until they are asked for", async () => {
  const { page, problems, close } = await empty();
  const script = `game S = take <1,2,3>

#| code: hide
game Hidden = take <1,4>

#| answer: hide
#| lines: 3
#| points: 1.5

winner S(5)

#| answer: hide
print "said"

#| anwser: hide
grundy S(6)
`;
  await page.setInputFiles("input[type=file]", { name: "one.cgt", mimeType: "text/plain", buffer: Buffer.from(script) });
  await page.getByText("one.cgt was opened").waitFor();
  const cells = page.locator("section.code-cell");
  assert.equal(await cells.count(), 5);
  assert.ok(!(await text(cells.nth(1))).includes("Hidden"));
  await page.getByRole("button", { name: "Run all" }).click();
  await cells.nth(4).locator(".answer").waitFor();
  assert.equal(await page.locator(".fault").count(), 0);
  assert.match(await text(cells.nth(1)), /Hidden/);
  const asked = cells.nth(2);
  assert.match(await text(asked.locator(".said")), /^1.5 points\s+Show the answer\s*$/);
  assert.equal(await asked.locator(".room span").count(), 3);
  await asked.getByText("Show the answer").click();
  await asked.getByText(/First player wins/).waitFor();
  assert.ok(await cells.nth(3).getByText("said", { exact: true }).isVisible());
  assert.match(await text(cells.nth(4).locator(".notice")), /anwser.*answer/);
  await cells.nth(1).getByRole("button", { name: "Show the statement" }).click();
  assert.match(await text(cells.nth(1).locator(".cm-content")), /#\| code: hide\s+game Hidden = take <1,4>/);
  const [download] = await Promise.all([page.waitForEvent("download"), menu(page, "Save")]);
  const parts = [];
  for await (const part of await download.createReadStream()) parts.push(part);
  assert.equal(Buffer.concat(parts).toString(), script);
  assert.deepEqual(problems, []);
  await close();
});

test("a script tells the language of its prose and the sum of its points", async () => {
  const { page, problems, close } = await empty();
  const script = "#| lang: zh\n\n## # 尼姆\n\n#| points: 1.5\nwinner *1 + *2\n\n#| points: 2\nwinner *3\n";
  await page.setInputFiles("input[type=file]", { name: "two.cgt", mimeType: "text/plain", buffer: Buffer.from(script) });
  await page.getByText("two.cgt was opened").waitFor();
  assert.equal(await text(page.locator("#points")), "3.5 points in all");
  assert.equal(await page.locator(".prose:lang(zh)").count(), 1);
  assert.equal(await page.locator(".code-editor:lang(zh)").count(), 0);
  const last = page.locator("section.code-cell").last();
  await last.locator(".cm-content").click();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("winner *3");
  await page.getByText("1.5 points in all").waitFor();
  assert.deepEqual(problems, []);
  await close();
});

test("on paper stand statements, answers and boards, and nothing that is pressed", async () => {
  const { page, problems, close } = await empty();
  for (const script of ["winner Nim(3)+Nim(5)", "play Cram(board(2,3))", "quiz Nim seed 1", "winer Nim(3)"]) await (await run(page, script)).locator(".said > *, .dialogue").first().waitFor();
  const game = await run(page, "play Nim(1)");
  await game.locator(".stone").click();
  await game.getByText("You have won!").waitFor();
  await page.emulateMedia({ media: "print" });
  const pressed = await page.evaluate(() => [...document.querySelectorAll("button, summary, input, select")].filter((made) => made.checkVisibility() && !made.closest(".position, .typed")).map((made) => made.outerHTML.slice(0, 90)));
  assert.deepEqual(pressed, []);
  assert.equal(await page.locator(".squares .square:visible").count(), 6);
  await page.getByText("Unknown word winer").waitFor();
  assert.deepEqual(problems, []);
  await close();
});
