// Sliders for numbers, and positions of one's own.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { empty, end, run } from "./page.mjs";

after(end);

test("a slider sets the number of its definition, and what depends on it is answered anew", async () => {
  const { page, problems, close } = await empty();
  const other = await run(page, "game S = take <1,2,3>\nprint 7");
  const made = await run(page, "#| slide: n 0..30\nlet n = 5\nwinner S(n)");
  const below = await run(page, "grundy S(n) + S(2)");
  const untouched = await run(page, "print 1 + 1");
  await below.getByText("1 ⊕ 2 = 3").waitFor();
  const slider = made.getByRole("slider");
  assert.deepEqual([await slider.getAttribute("min"), await slider.getAttribute("max"), await slider.inputValue()], ["0", "30", "5"]);
  const before = await untouched.locator(".answer").elementHandle();
  await slider.fill("8");
  await made.getByText("Second player wins").waitFor();
  await below.getByText("0 ⊕ 2 = 2").waitFor();
  assert.match(await made.locator(".cm-content").textContent(), /let n = 8/);
  assert.ok(await before.isVisible());
  // By keyboard too; many places in a row end at the last.
  await slider.focus();
  for (let press = 0; press < 11; press++) await page.keyboard.press("ArrowRight");
  await below.getByText("3 ⊕ 2 = 1").waitFor();
  assert.equal(await slider.inputValue(), "19");
  // Without its line the slider goes.
  await made.locator(".cm-content").click();
  await page.keyboard.press("Control+A");
  await page.keyboard.insertText("let n = 3");
  await page.keyboard.press("Control+Enter");
  await made.getByRole("slider").waitFor({ state: "detached" });
  assert.ok(await other.isVisible());
  assert.deepEqual(problems, []);
  await close();
});

test("a slider without its number is told, and the statement is answered", async () => {
  const { page, problems, close } = await empty();
  const made = await run(page, "#| slide: n 0..30\nwinner Nim(3)");
  await made.getByText("there is no number n for the slider").waitFor();
  await made.getByText("First player wins").waitFor();
  assert.equal(await made.getByRole("slider").count(), 0);
  const wrong = await run(page, "#| slide: n 30..0\nlet n = 4");
  await wrong.getByText("is not a name with its first and last number").waitFor();
  assert.deepEqual(problems, []);
  await close();
});

const own = async (page, statement) => {
  const made = await run(page, statement);
  await made.getByRole("button", { name: "Own position", exact: true }).click();
  return { made, group: made.getByRole("group", { name: "Your own position" }) };
};

test("heaps of one's own are played and asked about", async () => {
  const { page, problems, close } = await empty();
  const { group } = await own(page, "play Nim(3) + 2*Kayles(4)");
  await group.getByRole("button", { name: "One more" }).first().click();
  await group.getByRole("button", { name: "Remove Kayles(4)" }).first().click();
  await group.getByRole("button", { name: "Another summand" }).click();
  await group.getByRole("spinbutton").last().fill("7");
  await group.getByRole("spinbutton").last().blur();
  await group.getByText("Nim(4) + Kayles(4) + Kayles(7)").waitFor();
  await group.getByRole("button", { name: "Who wins this?" }).click();
  await page.locator(".cm-content", { hasText: "winner Nim(4) + Kayles(4) + Kayles(7)" }).waitFor();
  await group.getByRole("spinbutton").first().fill("-5");
  await group.getByRole("spinbutton").first().blur();
  await group.getByText("Nim(0) + Kayles(4) + Kayles(7)").waitFor();
  await group.getByRole("button", { name: "Play this" }).click();
  await page.locator(".cm-content", { hasText: "play Nim(0) + Kayles(4) + Kayles(7)" }).waitFor();
  await page.getByRole("button", { name: "stone 7 of 7" }).waitFor();
  assert.deepEqual(problems, []);
  await close();
});

test("squares of a board and vertices of a graph are changed by touch", async () => {
  const { page, problems, close } = await empty();
  const board = await own(page, "play Cram(board(2,3))");
  await board.group.getByRole("button", { name: "row 1, column 2: .", exact: true }).click();
  await board.group.getByText('Cram(".#./...")').waitFor();
  await board.group.getByRole("button", { name: "Play this" }).click();
  await page.locator(".cm-content", { hasText: 'play Cram(".#./...")' }).waitFor();
  const graph = await own(page, "play NodeKayles([0,1,2,3,4])");
  const text = await graph.group.locator("p").textContent();
  await graph.group.getByRole("button", { name: "vertex 2", exact: true }).click();
  await graph.group.getByText(text.replace("2, ", "")).waitFor();
  await graph.group.getByRole("button", { name: "vertex 2", exact: true }).press("Enter");
  await graph.group.getByText(text).waitFor();
  await graph.group.getByRole("button", { name: "Who wins this?" }).click();
  await page.locator(".cm-content", { hasText: `winner ${text}` }).waitFor();
  assert.deepEqual(problems, []);
  await close();
});
