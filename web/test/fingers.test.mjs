// What a finger touches is as wide and as high as one, on the screen of a phone.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { empty, end, open, run } from "./page.mjs";

after(end);

const PHONE = { size: { width: 360, height: 800 }, hasTouch: true, isMobile: true, reducedMotion: "reduce" };
const LEAST = 44;

// The controls that are seen and smaller. What can be typed stands in sentences, whose lines are as far apart as those of other sentences.
const tooSmall = (page) =>
  page.evaluate((least) => {
    const seen = [...document.querySelectorAll("button, summary, input, select, a[href], textarea")].filter((made) => made.checkVisibility() && !made.closest("[inert], .skip, .typed"));
    const box = (made) => made.getBoundingClientRect();
    return seen.filter((made) => !made.matches(".typed") && (box(made).width < least - 0.5 || box(made).height < least - 0.5)).map((made) => `${Math.round(box(made).width)} × ${Math.round(box(made).height)} ${made.outerHTML.slice(0, 90)}`);
  }, LEAST);

// Things of a board that stand so near to each other that a finger means both: their middles are less than a finger apart.
const tooNear = (page) =>
  page.evaluate((least) => {
    const middles = [...document.querySelectorAll(".position button:not(:disabled):not(.cut)")].filter((made) => made.checkVisibility()).map((made) => {
      const { x, y, width, height } = made.getBoundingClientRect();
      return [x + width / 2, y + height / 2, made.outerHTML.slice(0, 80)];
    });
    return middles.filter(([x, y], at) => middles.some((other, to) => to > at && Math.hypot(other[0] - x, other[1] - y) < least - 0.5)).map(([, , html]) => html);
  }, LEAST);

test("in the gallery, in each of its games and behind its words a finger finds what it touches", async () => {
  const { page, problems, close } = await open(PHONE);
  const cards = page.locator(".card");
  await cards.first().waitFor();
  const count = await cards.count();
  assert.ok(count >= 16, String(count));
  assert.deepEqual(await tooSmall(page), []);
  for (let at = 0; at < count; at++) {
    const name = await cards.nth(at).locator("> b").innerText();
    await cards.nth(at).click();
    await page.locator(".to-move:visible").waitFor();
    for (const fold of ["Size and level", "More"]) await page.locator("summary:visible", { hasText: fold }).click();
    assert.deepEqual(await tooSmall(page), [], name);
    assert.deepEqual(await tooNear(page), [], name);
    await page.getByRole("button", { name: "Games" }).click();
  }
  assert.deepEqual(problems, []);
  await close();
});

test("in the notebook, in a quiz and at the end of a game too", async () => {
  const { page, problems, close } = await empty(PHONE);
  page.on("dialog", (dialog) => dialog.accept());
  for (const script of ["winner Nim(3)+Nim(5)", "winner Kayles", "table Kayles 0..9", "quiz Nim seed 1", "tour", "play all of Nim(3), Nim(4)", "#| slide: n 0..30\nlet n = 5\nwinner Nim(n)"]) {
    const made = await run(page, script);
    await made.locator(".said > *, .dialogue").first().waitFor();
    assert.deepEqual(await tooSmall(page), [], script);
  }
  const game = await run(page, "play Nim(1)");
  await game.locator(".stone").click();
  await game.getByText("You have won!").waitFor();
  assert.deepEqual(await tooSmall(page), []);
  await page.locator("#class").click();
  await page.getByRole("button", { name: "Copy the link" }).waitFor();
  assert.deepEqual(await tooSmall(page), []);
  assert.deepEqual(problems, []);
  await close();
});
