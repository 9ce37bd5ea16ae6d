// The page on small screens, in both colours, and for readers who cannot see it.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import { empty, end, notebook, run, serious, tooWide } from "./page.mjs";

after(end);

const PHONE = { size: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

// The statements that the documents show, block by block.
function shown() {
  const texts = ["tutorial", "teaching", "reference", "theory"].map((name) => readFileSync(`../docs/${name}.md`, "utf8"));
  const blocks = texts.join("\n").matchAll(/^```grundy\n([^]*?)^```/gm);
  const typed = (block) => block.split("\n").filter((line) => /^(>|\.\.\.?) /.test(line)).map((line) => line.replace(/^(>|\.\.\.?) /, ""));
  return [...blocks].map(([, block]) => typed(block).join("\n")).filter(Boolean);
}

test("on a phone no answer of the documents is wider than the screen", async () => {
  const { page, problems, close } = await empty(PHONE);
  const blocks = shown();
  assert.ok(blocks.length > 40, String(blocks.length));
  page.on("dialog", (dialog) => dialog.accept());
  const add = page.getByRole("button", { name: "New cell", exact: true });
  for (const block of blocks) {
    await add.evaluate((button) => button.click());
    await page.locator(".cm-content").last().evaluate((place) => place.focus());
    await page.keyboard.insertText(block);
    await page.keyboard.press("Control+Enter");
    const last = page.locator("section.code-cell").last();
    await page.waitForFunction(() => document.getElementById("stop").disabled && ![...document.querySelectorAll(".code-cell")].at(-1).matches(".running"));
    assert.deepEqual(await tooWide(page), [], block);
    await last.getByRole("button", { name: "Remove this cell" }).evaluate((button) => button.click());
  }
  assert.deepEqual(problems, []);
  await close();
});

for (const size of [PHONE.size, { width: 768, height: 1024 }, { width: 1280, height: 800 }]) {
  for (const colorScheme of ["light", "dark"]) {
    test(`at ${size.width} × ${size.height}, ${colorScheme}, nothing is wider than the page, and nothing serious stands in a reader's way`, async () => {
      const { page, problems, close } = await notebook({ ...PHONE, size, isMobile: size.width < 800, colorScheme });
      await page.getByText("First player wins").waitFor();
      for (const statement of ["play Cram(board(4,12))", "play Kayles(9)", "play Wythoff(5,7)", "play MockTurtles(30)+MockTurtles(3)", "table Wythoff 0..20, 0..20", "table Kayles 0..12", "quiz Nim seed 1", "explain Nim(3)+Nim(5)", "#| slide: n 0..30\nlet n = 5\nwinner Nim(n)"]) {
        await page.locator("#add button").first().evaluate((button) => button.click());
        await page.locator(".cm-content").last().evaluate((place) => place.focus());
        await page.keyboard.insertText(statement);
        await page.keyboard.press("Control+Enter");
        await page.locator("section.code-cell").last().locator(".said > *").first().waitFor();
      }
      await page.locator(".dialogue").nth(5).waitFor();
      await page.getByRole("button", { name: "Own position", exact: true, includeHidden: true }).nth(1).evaluate((button) => button.click());
      await page.getByRole("group", { name: "Your own position" }).waitFor();
      assert.deepEqual(await tooWide(page), []);
      assert.deepEqual(await serious(page), []);
      assert.deepEqual(problems, []);
      await close();
    });
  }
}

test("on a phone the piece is in sight on a board that is wider than the screen", async () => {
  const { page, close } = await empty(PHONE);
  const made = await run(page, "play Wythoff(3, 12)");
  const piece = made.locator(".here");
  await piece.waitFor();
  const { x, width } = await piece.boundingBox();
  assert.ok(x >= 0 && x + width <= PHONE.size.width, `the piece stands from ${x} to ${x + width}`);
  await close();
});

test("a game is played by keyboard alone", async () => {
  const { page, close } = await empty();
  const made = await run(page, "play Nim(2)");
  await made.locator(".stone").first().waitFor();
  for (let presses = 0; presses < 40; presses++) {
    if (await page.evaluate(() => document.activeElement.matches(".stone"))) break;
    await page.keyboard.press("Tab");
  }
  assert.match(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), /^take 2 of Nim\(2\)/);
  await page.keyboard.press("Enter");
  await made.getByText("you win!").waitFor();
  await close();
});
