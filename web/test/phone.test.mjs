// The page on small screens, in both colours, and for readers who cannot see it.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, test } from "node:test";
import { empty, end, open, run } from "./page.mjs";

after(end);

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const PHONE = { size: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

// The statements that the manual shows, block by block.
function shown() {
  const blocks = readFileSync("../docs/manual.md", "utf8").matchAll(/^```grundy\n([^]*?)^```/gm);
  const typed = (block) => block.split("\n").filter((line) => /^(>|\.\.\.?) /.test(line)).map((line) => line.replace(/^(>|\.\.\.?) /, ""));
  return [...blocks].map(([, block]) => typed(block).join("\n")).filter(Boolean);
}

// Elements that reach beyond the screen and are in no box that scrolls.
const tooWide = (page) =>
  page.evaluate(() => {
    const scrolls = (place) => place && (["auto", "scroll", "hidden"].includes(getComputedStyle(place).overflowX) || scrolls(place.parentElement));
    const wide = [...document.querySelectorAll("#cells *")].filter((place) => place.getBoundingClientRect().right > innerWidth + 1 && !scrolls(place));
    return [document.documentElement.scrollWidth > innerWidth ? "page" : "", ...wide.map((place) => place.outerHTML.slice(0, 120))].filter(Boolean);
  });

test("on a phone no answer of the manual is wider than the screen", async () => {
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
      const { page, problems, close } = await open({ ...PHONE, size, isMobile: size.width < 800, colorScheme });
      await page.getByText("First player wins").waitFor();
      for (const statement of ["play Cram(board(4,12))", "play Kayles(9)", "play Wythoff(5,7)", "table Wythoff 0..20, 0..20", "table Kayles 0..12", "quiz Nim seed 1", "explain Nim(3)+Nim(5)"]) {
        await page.locator("#add button").first().evaluate((button) => button.click());
        await page.locator(".cm-content").last().evaluate((place) => place.focus());
        await page.keyboard.insertText(statement);
        await page.keyboard.press("Control+Enter");
        await page.locator("section.code-cell").last().locator(".said > *").first().waitFor();
      }
      await page.locator(".dialogue").nth(4).waitFor();
      assert.deepEqual(await tooWide(page), []);
      await page.evaluate(AXE);
      const { violations, passes } = await page.evaluate(() => axe.run(document, { resultTypes: ["violations"] }));
      assert.ok(passes.length > 20, String(passes.length));
      const serious = violations.filter(({ impact }) => ["serious", "critical"].includes(impact));
      assert.deepEqual(serious.map(({ id, nodes }) => [id, nodes.map(({ html }) => html.slice(0, 160))]), []);
      assert.deepEqual(problems, []);
      await close();
    });
  }
}

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
