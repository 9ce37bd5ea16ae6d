// Slides of lessons: whatever a script answers fits on them, and letters are large.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, test } from "node:test";
import { end, open } from "./page.mjs";

after(end);

const PROGRAM = resolve(process.env.GRUNDY ?? "../target/release/grundy");
const folder = mkdtempSync(join(tmpdir(), "grundy-slides-"));
const EXAMPLES = join(import.meta.dirname, "..", "..", "examples");

function slides(script) {
  const file = join(folder, "slides.html");
  execFileSync(PROGRAM, ["--html", file, "--slides", script], { stdio: ["ignore", "ignore", "ignore"] });
  return file;
}

// Each slide with all its answers: its letters, and whether anything is cut off or scrolls.
const measured = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll(".slide")].map((slide, index) => {
      location.hash = `#${index + 1}`;
      window.dispatchEvent(new HashChangeEvent("hashchange"));
      slide.querySelectorAll(".step").forEach((step) => step.classList.add("seen"));
      const wide = [...slide.querySelectorAll(".scroll")].filter((part) => part.scrollWidth > part.clientWidth + 1).length;
      return { font: parseFloat(getComputedStyle(slide).fontSize), high: slide.scrollHeight - slide.clientHeight, wide, isEmpty: !slide.textContent.trim(), statements: slide.querySelectorAll(".statement .answer").length };
    }),
  );

const textOf = (page) => page.evaluate(() => document.querySelector("main").textContent.replace(/\s+/g, ""));

test("on each slide of each example all fits, and letters have 28 px", async () => {
  for (const name of readdirSync(EXAMPLES).filter((name) => name.endsWith(".cgt"))) {
    const { page, problems, close } = await open({ file: slides(join(EXAMPLES, name)), size: { width: 1280, height: 720 } });
    for (const [index, { font, high, wide, isEmpty }] of (await measured(page)).entries()) {
      const place = `${name}, slide ${index + 1}`;
      assert.ok(font >= 28, `${place}: ${font} px`);
      assert.ok(high <= 0 && wide === 0, `${place} scrolls: ${high} px, ${wide} parts`);
      assert.ok(!isEmpty, place);
    }
    assert.deepEqual(problems, []);
    await close();
  }
});

test("the letters of trees and boards have 18 px", async () => {
  const script = join(folder, "trees.cgt");
  writeFileSync(script, "tree Nim(2)+Nim(3)\n\ntree Kayles(6)\n\nwinner Cram(board(3,5))\n\nmoves Cram(board(2,3))\n");
  const { page, close } = await open({ file: slides(script), size: { width: 1280, height: 720 } });
  await measured(page);
  const sizes = await page.evaluate(() => {
    const size = (made) => parseFloat(getComputedStyle(made).fontSize) * (made.getScreenCTM?.()?.a ?? 1);
    return [...document.querySelectorAll(".slide")].map((slide, index) => {
      location.hash = `#${index + 1}`;
      window.dispatchEvent(new HashChangeEvent("hashchange"));
      return [...slide.querySelectorAll(".tree svg text, .board span")].map(size);
    });
  });
  assert.ok(sizes.flat().length > 60, String(sizes.flat().length));
  assert.ok(sizes.flat().every((size) => size >= 17.9), String(Math.min(...sizes.flat())));
  await close();
});

test("a worksheet of six questions is a page, and its boards are drawn", async () => {
  for (const game of ["Nim", "Kayles", "Wythoff", "Cram(board(3,3))", "Chomp([3,3,3])", 'Clobber("XOX/OXO")', "NodeKayles([0..6])", "SilverDollar([1,3,5])"]) {
    const file = join(folder, "sheets.html");
    const script = join(folder, "sheets.cgt");
    writeFileSync(script, `worksheet ${game} 6 questions for 5 sheets seed 1 to "${file}"\n`);
    execFileSync(PROGRAM, [script], { stdio: ["ignore", "ignore", "ignore"] });
    const { page, close } = await open({ file });
    const key = await page.locator(".key").count();
    const pages = (pdf) => pdf.toString("latin1").match(/\/Type\s*\/Page\b/g).length;
    const all = pages(await page.pdf({ format: "A4" }));
    await page.locator(".key").evaluate((key) => key.remove());
    assert.equal(pages(await page.pdf({ format: "A4" })), 5, game);
    assert.ok(key === 1 && all <= 7, `${game}: ${all} pages with the answers`);
    if (/^C[rl]/.test(game)) assert.ok((await page.locator(".sheet .board").count()) >= 5, game);
    assert.ok(!/[.#XO]\/[.#XO]/.test(await page.locator(".sheet .questions").allInnerTexts().then(String)), game);
    await close();
  }
});

test("a long table is parted with its head, no row is lost, and each slide is a page in print", async () => {
  const script = join(folder, "long.cgt");
  writeFileSync(script, "## # Long\n\n## A word before.\ntable Kayles 0..40\n\nwinner Nim(3)\n\ntable Wythoff 0..12, 0..12\n");
  const { page, close } = await open({ file: slides(script), size: { width: 1280, height: 720 } });
  const rows = await page.evaluate(() => [...document.querySelectorAll("table:not(.grid) tbody tr")].map((row) => row.cells[0].textContent.trim()));
  assert.deepEqual(rows, Array.from({ length: 41 }, (_, heap) => String(heap)));
  const tables = await page.evaluate(() => [...document.querySelectorAll("table:not(.grid)")].map((table) => [table.querySelectorAll("thead").length, table.querySelectorAll("tbody tr").length]));
  assert.ok(tables.length > 2 && tables.every(([heads, rows]) => heads === 1 && rows > 1), JSON.stringify(tables));
  assert.ok((await measured(page)).every(({ high, wide, statements }) => high <= 0 && wide === 0 && statements <= 1));
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
  assert.equal(pdf.match(/\/Type\s*\/Page\b/g).length, await page.locator(".slide").count());
  // Another screen, and back: the same slides.
  const before = await textOf(page);
  const count = await page.locator(".slide").count();
  await page.setViewportSize({ width: 800, height: 1100 });
  await page.waitForFunction((count) => document.querySelectorAll(".slide").length !== count, count);
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.waitForFunction((count) => document.querySelectorAll(".slide").length === count, count);
  assert.equal(await textOf(page), before);
  await close();
});
