// Results of an activity: each belongs to its dialogue, and the browser keeps them.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { activityFragment } from "../src/link.js";
import { end, forTheClass, open, press, toTeacher, tooWide } from "./page.mjs";

after(end);

const cellAt = (page, at = 0) => page.locator("section.code-cell").nth(at);
const yourResult = (page) => page.getByRole("region", { name: "Your result" });
const isQuiet = (page) => page.waitForFunction(() => document.getElementById("stop").disabled && !document.querySelector(".dialogue.waiting, .running"));

// Says a line in a cell.
async function say(page, line, at = 0) {
  const count = await page.locator(".said .answer").count();
  const made = cellAt(page, at);
  const input = made.getByRole("textbox", { name: "Your line" });
  if (!(await input.isVisible())) await made.getByText("More", { exact: true }).click();
  await input.fill(line);
  await made.getByRole("button", { name: "Say", exact: true }).click();
  await page.waitForFunction((count) => document.querySelectorAll(".said .answer").length > count, count);
  await isQuiet(page);
}

// Opens an activity; `asked` collects what the page asks in windows of their own, all of which is agreed to.
async function activity(script, more = {}) {
  const opened = await open({ fragment: `#${await activityFragment(script)}`, ...more });
  opened.asked = [];
  opened.page.on("dialog", (dialog) => (opened.asked.push(dialog.message()), dialog.accept()));
  await opened.page.locator(".dialogue").first().waitFor();
  await isQuiet(opened.page);
  return opened;
}

// What the teacher sees of these codes: the head of the table and its rows.
async function collected(page, codes) {
  await forTheClass(page);
  await page.getByRole("button", { name: "Collect codes" }).click();
  const group = page.getByRole("region", { name: "The class" });
  await group.waitFor();
  await group.getByRole("textbox").fill(codes.join("\n"));
  await group.getByRole("button", { name: "Take them in" }).click();
  return table(page);
}

async function table(page) {
  const rows = await page.getByRole("region", { name: "The class" }).locator("table tr").all();
  return Promise.all(rows.map((row) => row.locator("th, td").allInnerTexts()));
}

test("two quizzes, a game and an exam in one cell are four results, on both sides", async () => {
  const script = "quiz Nim easy 1 question seed 1\nquiz Nim easy 1 question seed 2\nplay Nim(2) + Nim(1)\nexam Nim easy 1 question seed 4\n";
  const { page, problems, close } = await activity(script);
  await say(page, "first");
  await say(page, "Nim(0)");
  await say(page, "Nim(2) -> Nim(1)");
  await say(page, "Nim(1) -> Nim(0)");
  await say(page, "3");
  await page.getByRole("textbox", { name: /Your name/ }).fill("Ana");
  assert.deepEqual(await yourResult(page).locator("div > p").allInnerTexts(), [
    "1 of 1 questions, 1 of 1 points.",
    "1 of 1 questions, 3 of 3 points.",
    "You won your game: level hard.",
    "1 of 1 questions, 1 of 1 points.",
  ]);
  const code = await yourResult(page).locator(".code").innerText();
  assert.deepEqual(problems, []);
  await close();
  const teacher = await activity(script);
  assert.deepEqual(await collected(teacher.page, [code]), [
    ["Student", "Points", "quiz 1: 1", "quiz 2: 1", "game", "exam: 1"],
    ["Ana", "6 of 6", "✓", "✓", "✓ level hard", "✓"],
  ]);
  const charts = await teacher.page.locator(".chart h4").allInnerTexts();
  assert.deepEqual(charts.sort(), ["Exam, question 1", "Game", "Quiz 1, question 1", "Quiz 2, question 1"]);
  assert.deepEqual(await tooWide(teacher.page), []);
  assert.deepEqual(teacher.problems, []);
  await teacher.close();
});

test("a wrong answer in one quiz is none in another, and questions that were not reached are open", async () => {
  const script = "quiz Nim easy 2 questions seed 1\nquiz Nim easy 1 question seed 2\n\ntour\n\nquiz Nim easy 1 question seed 4\n";
  const { page, close } = await activity(script);
  await say(page, "second");
  // What is tried in the tour is no result.
  await say(page, "3", 2);
  await page.getByRole("textbox", { name: /Your name/ }).fill("Bo");
  const code = await yourResult(page).locator(".code").innerText();
  await close();
  const teacher = await activity(script);
  const [head, row] = await collected(teacher.page, [code]);
  assert.deepEqual(head, ["Student", "Points", "quiz 1: 1", "quiz 1: 2", "quiz 2: 1", "quiz 3: 1"]);
  assert.deepEqual([row[0], ...row.slice(2)], ["Bo", "✗", "–", "–", "✓"]);
  await teacher.close();
});

test("a reload loses neither name, marks nor place, and clearing does", async () => {
  const script = "quiz Nim easy 3 questions seed 1\nquiz Nim easy 1 question seed 2\n\nplay Nim(5) + Nim(6)\n";
  const { page, problems, asked, close } = await activity(script, { size: { width: 360, height: 800 }, isMobile: true, hasTouch: true });
  await say(page, "first");
  await say(page, "hint");
  await say(page, "Nim(6) -> Nim(5)", 1);
  await page.getByRole("textbox", { name: /Your name/ }).fill("李小龍");
  const shown = async () => ({
    cells: await Promise.all([0, 1].map((at) => cellAt(page, at).locator(".said").innerText())),
    code: await yourResult(page).locator(".code").innerText(),
    name: await page.getByRole("textbox", { name: /Your name/ }).inputValue(),
  });
  const before = await shown();
  const again = async () => {
    await page.locator(".dialogue").nth(1).waitFor();
    await isQuiet(page);
    await page.waitForFunction((text) => document.querySelector(".result .code")?.textContent === text, before.code);
  };
  await page.reload();
  await again();
  assert.deepEqual(await shown(), before);
  // Another page, and back to this one.
  await page.goto("about:blank");
  await page.goBack();
  await again();
  assert.deepEqual(await shown(), before);
  // The game goes on from where it was.
  await say(page, "Nim(5) -> Nim(4)", 1);
  assert.match(await cellAt(page, 1).locator(".said").innerText(), /You play Nim\(5\) → Nim\(4\)/);
  assert.deepEqual(asked, [], "nothing is lost, so nobody is warned");
  await yourResult(page).getByRole("button", { name: "Clear my answers" }).click();
  await isQuiet(page);
  await yourResult(page).waitFor({ state: "hidden" });
  assert.match(asked.at(-1), /forgotten on this device/);
  await page.reload();
  await page.locator(".dialogue").nth(1).waitFor();
  await isQuiet(page);
  assert.ok(!(await cellAt(page).locator(".said").innerText()).includes("hint\n"));
  assert.equal(await yourResult(page).isVisible(), false);
  assert.deepEqual(problems, []);
  await close();
});

test("two windows of one activity do not write over each other", async () => {
  const fragment = `#${await activityFragment("quiz Nim easy 3 questions seed 1\n")}`;
  const one = await open({ fragment });
  const { page } = one;
  await page.locator(".dialogue").waitFor();
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.locator(".dialogue").waitFor();
  await say(other, "first");
  await other.getByRole("textbox", { name: /Your name/ }).fill("Ada");
  // What is said in the first window now takes up what was reached in the second.
  await page.locator(".dialogue").getByRole("button", { name: "skip", exact: true }).click();
  await yourResult(page).waitFor();
  await isQuiet(page);
  assert.equal(await page.getByRole("textbox", { name: /Your name/ }).inputValue(), "Ada");
  assert.deepEqual(await yourResult(page).locator("div > p").allInnerTexts(), ["1 of 3 questions, 1 of 1 points."]);
  await one.close();
});

test("Stop in a game ends what is computed, and not the game", async () => {
  const { page, problems, close } = await activity("play Nim(5) + Nim(6)\n");
  await say(page, "Nim(6) -> Nim(4)");
  const before = await cellAt(page).locator(".said").innerText();
  await toTeacher(page);
  await page.getByRole("button", { name: "New cell", exact: true }).click();
  await page.locator(".cm-content").last().click();
  await page.keyboard.insertText("print sum(n for n in 0..10^15 if n % 10^9 == 7)");
  await page.keyboard.press("Control+Enter");
  await page.getByRole("button", { name: "Stop" }).click();
  await isQuiet(page);
  await page.locator(".dialogue").waitFor();
  assert.equal(await cellAt(page).locator(".said").innerText(), before);
  assert.deepEqual(problems, []);
  await close();
});

test("a win tells its level, and whether it was helped", async () => {
  const script = "play Nim(1) + Nim(2)\n\nplay Nim(1) + Nim(2)\n\nplay Nim(1) + Nim(2) level easy\n\nplay Nim(1) + Nim(2)\n\nplay Nim(2) + Nim(1)\n\nwinner Nim(4)\n";
  const { page, asked, close } = await activity(script);
  const win = async (at) => {
    while (await cellAt(page, at).locator(".dialogue").count()) {
      const text = await cellAt(page, at).locator(".position").textContent();
      await say(page, /Nim\(2\)/.test(text) ? "Nim(2) -> Nim(1)" : "Nim(1) -> Nim(0)", at);
    }
  };
  await win(0);
  await say(page, "hint", 1);
  await win(1);
  await win(2);
  await say(page, "Nim(2) -> Nim(1)", 3);
  await say(page, "undo", 3);
  await win(3);
  await press(cellAt(page, 4), "Good moves");
  await cellAt(page, 4).locator('[data-wins="✓"]').first().waitFor();
  await win(4);
  const told = ["level hard.", "level hard, with help.", "level easy.", "level hard, with moves taken back.", "level hard, with help."].map((how) => `You won your game: ${how}`);
  assert.deepEqual(await yourResult(page).locator("div > p").allInnerTexts(), told);
  const code = await yourResult(page).locator(".code").innerText();
  await page.reload();
  await page.waitForFunction((text) => document.querySelector(".result .code")?.textContent === text, code);
  await isQuiet(page);
  assert.deepEqual(await yourResult(page).locator("div > p").allInnerTexts(), told);
  // Begun anew, it counts anew, which is asked first.
  await toTeacher(page);
  await cellAt(page, 0).getByRole("button", { name: "Run (Ctrl+Enter)" }).click();
  await isQuiet(page);
  assert.match(asked.at(-1), /would not count any more/);
  assert.equal(await yourResult(page).locator("div > p").count(), 4);
  await close();
});

test("statements that were changed do not count", async () => {
  const { page, close } = await activity("quiz Nim easy 1 question seed 1\n");
  await toTeacher(page);
  await page.locator(".cm-content").first().click();
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText("quiz Nim easy 1 question seed 2");
  await page.keyboard.press("Control+Enter");
  await isQuiet(page);
  await say(page, "Nim(0)");
  assert.equal(await yourResult(page).isVisible(), false);
  await close();
});

test("the teacher's codes are there after a reload, also of two students of one name, until they are forgotten", async () => {
  const script = "quiz Nim easy 1 question seed 1\n";
  const codes = [];
  for (const answer of ["first", "second"]) {
    const { page, close } = await activity(script);
    await say(page, answer);
    await page.getByRole("textbox", { name: /Your name/ }).fill("Kim");
    codes.push(await yourResult(page).locator(".code").innerText());
    await close();
  }
  const { page, asked, close } = await open({ fragment: "#s=AwA" }).then((opened) => ({ ...opened, asked: [] }));
  page.on("dialog", (dialog) => (asked.push(dialog.message()), dialog.accept()));
  await page.locator(".cm-content").first().click();
  await page.keyboard.insertText(script.trim());
  const names = async () => (await table(page)).slice(1).map(([name]) => name).sort();
  await collected(page, codes);
  assert.deepEqual(await names(), ["Kim", "Kim (2)"]);
  await page.reload();
  await page.getByRole("rowheader", { name: "Kim (2)" }).waitFor();
  assert.deepEqual(await names(), ["Kim", "Kim (2)"]);
  await page.getByRole("button", { name: "Forget these codes" }).click();
  await page.getByText("No code was taken in yet.").waitFor();
  await page.reload();
  await page.locator(".dialogue").waitFor();
  assert.equal(await page.getByRole("region", { name: "The class" }).count(), 0);
  await close();
});

test("the same script is handed out with the same questions, until others are wanted", async () => {
  const { page, close } = await open({ fragment: "#s=AwA" });
  await page.locator(".cm-content").first().click();
  await page.keyboard.insertText("quiz Nim easy 1 question");
  const link = async () => {
    await forTheClass(page);
    const value = await page.getByRole("textbox", { name: "The link" }).inputValue();
    await page.getByRole("button", { name: "Close" }).click();
    return value;
  };
  const first = await link();
  assert.equal(await link(), first);
  await forTheClass(page);
  await page.getByRole("button", { name: "Other questions" }).click();
  await page.waitForFunction((first) => document.querySelector("dialog input").value !== first, first);
  await close();
});

test("where the browser keeps nothing, the reader is told", async () => {
  const { page, close } = await activity("quiz Nim easy 1 question seed 1\n", { script: "Object.defineProperty(window, 'localStorage', { get() { throw new Error('no'); } });" });
  await say(page, "first");
  await page.getByText("This browser keeps nothing for this page").waitFor();
  await close();
});

test("a form that the teacher names is opened with name, points and code filled in", async () => {
  const script = '#| send: https://school.example/form?who={name}&points={points}&code={code}\nquiz Nim easy 1 question seed 1\n';
  const { page, problems, close } = await activity(script);
  await say(page, "first");
  await page.getByRole("textbox", { name: /Your name/ }).fill("Ana & <b>Bo</b>?");
  const link = yourResult(page).getByRole("link", { name: "Send to your teacher" });
  const filled = new URL(await link.getAttribute("href"));
  const said = { who: "Ana & <b>Bo</b>?", points: /(\d+) of \d+ points/.exec(await yourResult(page).innerText())[1], code: await yourResult(page).locator(".code").textContent() };
  assert.equal(filled.origin, "https://school.example");
  assert.deepEqual(Object.fromEntries(filled.searchParams), said);
  assert.deepEqual(problems, []);
  await close();
});
