// Sliders for numbers, and positions of one's own.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { empty, end, press, run, serious, tooWide } from "./page.mjs";

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
  await press(made, "Own position");
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

test("a graph is drawn, played and asked about, and the game on the old one is no longer asked about", async () => {
  const { page, problems, close } = await empty();
  const { made, group } = await own(page, "play NodeKayles([0,1,2,3])");
  await group.getByRole("button", { name: "Draw the graph" }).click();
  await group.getByRole("button", { name: "Another graph" }).click();
  await group.getByText("let kayles_graph = [[]]; NodeKayles([0])").waitFor();
  // By touch on empty places, and by keyboard.
  const picture = group.locator(".graph");
  const { width, height } = await picture.boundingBox();
  await picture.click({ position: { x: width * 0.5, y: height * 0.5 } });
  await group.getByRole("button", { name: "New vertex" }).press("Enter");
  await group.getByText("let kayles_graph = [[], [], []]; NodeKayles([0, 1, 2])").waitFor();
  const vertex = (number) => group.getByRole("button", { name: `vertex ${number}`, exact: true });
  await vertex(0).click();
  await vertex(1).click();
  await vertex(1).press("Enter");
  await vertex(2).press("Enter");
  await group.getByText("let kayles_graph = [[1], [0, 2], [1]]; NodeKayles([0, 1, 2])").waitFor();
  // A press beside a vertex means it; an edge that is there goes.
  await picture.click({ position: { x: width * 0.5 + 20, y: height * 0.5 } });
  await vertex(0).click();
  await group.getByText("let kayles_graph = [[], [2], [1]]; NodeKayles([0, 1, 2])").waitFor();
  // From the first vertex to the second, in pixels.
  const way = (within) =>
    within.locator(".vertex").evaluateAll(([one, other]) => {
      const [from, to] = [one, other].map((vertex) => vertex.getBoundingClientRect());
      return [to.x - from.x, to.y - from.y].map(Math.round);
    });
  const drawn = await way(group);
  await group.getByRole("button", { name: "Who wins this?" }).click();
  await page.getByText("Second player wins").waitFor();
  await made.getByText("kayles_graph was defined anew since this game began.").waitFor();
  assert.equal(await made.getByRole("button", { name: "Who wins?" }).count(), 0);
  await group.getByRole("button", { name: "Play this" }).click();
  const played = page.locator("section.code-cell", { hasText: "play NodeKayles([0, 1, 2])" });
  await played.locator(".play").waitFor();
  // What was drawn stays where it was drawn.
  const again = await way(played);
  assert.ok(drawn.every((length, axis) => Math.abs(length - again[axis]) <= 2), `${drawn} ${again}`);
  await vertex(0).click();
  await group.getByRole("button", { name: "Remove the vertex" }).click();
  await group.getByText("let kayles_graph = [[1], [0]]; NodeKayles([0, 1])").waitFor();
  for (let count = 2; count < 65; count++) await group.getByRole("button", { name: "New vertex" }).press("Enter");
  await group.getByText("A graph that is drawn has at most 64 vertices.").waitFor();
  assert.equal(await group.locator(".vertex").count(), 64);
  assert.deepEqual(await tooWide(page), []);
  assert.deepEqual(await serious(page), []);
  assert.deepEqual(problems, []);
  await close();
});
