// The page in other languages: its own words, and the answers in the verbs of a lecture.

import assert from "node:assert";
import { after, test } from "node:test";
import { resolve } from "node:path";
import { activityFragment } from "../src/link.js";
import { cell, empty, end, forTheClass, notebook, open, run, serious, tooWide } from "./page.mjs";

after(end);

// Words that no name and no line of code has.
const ENGLISH = /(?<![\p{L}`“"(.])(the|is|are|you|it|its|that|which|has|have|this|there|must|was|does|they|what|who|than|every|each)(?![\p{L}`”")])/u;

const shown = (page) => page.evaluate(() => [...document.querySelectorAll("header, main")].map((place) => place.innerText).join("\n"));
const english = (text) => text.split("\n").filter((line) => ENGLISH.test(line));

test("a reader with a Chinese browser meets no English sentence", async () => {
  const { page, requests, problems, close } = await notebook({ locale: "zh-CN", size: { width: 360, height: 740 }, isMobile: true, hasTouch: true });
  await page.getByText("更多", { exact: true }).first().tap();
  await page.getByRole("button", { name: "谁赢？" }).waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.lang), "zh");
  for (const name of ["全部运行", "停止", "对弈", "导览", "测验", "课堂"]) assert.ok(await page.getByRole("button", { name, exact: true }).count(), name);
  await page.getByRole("button", { name: "谁赢？" }).tap();
  await page.getByRole("button", { name: "现在走的一方", exact: true }).tap();
  await page.getByText("✓ 正确。").waitFor();
  await page.getByText("先手必胜：3 ⊕ 4 ⊕ 5 = 2，不为 0。").waitFor();
  await page.getByRole("button", { name: "测验", exact: true }).tap();
  await page.getByText("关于 Nim 的 8 道题").waitFor();
  await page.getByRole("button", { name: "导览", exact: true }).tap();
  await page.getByText("什么是组合游戏").first().waitFor();
  assert.deepEqual(english(await shown(page)), []);
  assert.deepEqual(await tooWide(page), []);
  assert.deepEqual(await serious(page), []);
  assert.deepEqual(problems, []);
  assert.deepEqual(requests.filter((url) => !/^(file|blob|data):/.test(url)), []);
  await close();
});

test("an activity, a result and coins are in Chinese", async () => {
  const fragment = `#${await activityFragment("quiz Nim easy 1 question seed 1\n\nplay MockTurtles(1) level easy\n")}`;
  const { page, problems, close } = await open({ fragment, locale: "zh-CN" });
  await page.getByRole("button", { name: "硬币 1：正面", exact: true }).click();
  await page.locator(".position .moves button").click();
  await page.getByRole("region", { name: "你的成绩" }).getByText(/^你赢了：easy 级。$/).waitFor();
  await page.locator(".dialogue").getByRole("button", { name: "first", exact: true }).click();
  await page.getByRole("button", { name: "清除我的答案" }).waitFor();
  assert.deepEqual(english(await page.getByRole("region", { name: "你的成绩" }).innerText()), []);
  await forTheClass(page);
  await page.getByRole("button", { name: "收集代码" }).click();
  await page.getByRole("button", { name: "忘记这些代码" }).waitFor();
  assert.deepEqual(problems, []);
  await close();
});

test("the third lecture's verbs answer in Chinese, and errors begin in it", async () => {
  const { page, close } = await notebook({ locale: "zh-CN" });
  const statements = [
    "winner Kayles(7) + Kayles(4)",
    "grundy Kayles(9)",
    "moves Kayles(5)",
    "table Kayles 0..8",
    "explain Kayles(5) + Nim(2)",
    "period Kayles",
    "winner misere Kayles(5)",
    "worksheet Kayles 6 questions seed 3",
  ];
  for (const statement of [...statements, "winner Kailes(3)"]) {
    await page.getByRole("button", { name: "新单元", exact: true }).click();
    const made = page.locator("section.code-cell").last();
    await made.locator(".cm-content").click();
    await page.keyboard.insertText(statement);
    await page.keyboard.press("Control+Enter");
    await made.locator(".said > *").first().waitFor();
    const text = await made.locator(".said").innerText();
    assert.match(text, /\p{Script=Han}/u, `${statement}: ${text}`);
    if (statements.includes(statement)) assert.deepEqual(english(text), [], statement);
  }
  await close();
});

test("the button changes the language of the page and of its answers, and a script says its own", async () => {
  const { page, close } = await notebook();
  await page.getByText("More", { exact: true }).first().click();
  await page.getByRole("button", { name: "Who wins?" }).waitFor();
  await page.getByRole("button", { name: "中文", exact: true }).click();
  await page.getByRole("button", { name: "谁赢？" }).waitFor();
  await page.getByRole("button", { name: "English", exact: true }).click();
  await page.getByRole("button", { name: "Who wins?" }).waitFor();
  const made = await cell(page, "#| lang: zh\nwinner Nim(3)");
  await page.keyboard.press("Control+Enter");
  await made.getByText("先手必胜").waitFor();
  await close();
});

test("pictures of all kinds and their labels are in Chinese", async () => {
  const { page, problems, close } = await empty({ locale: "zh-CN" });
  const found = [];
  for (const game of ["Nim(3) + Nim(60)", "Kayles(5)", "NodeKayles([0..9])", "Geography([0])", "PosetGame([2, 3, 4, 6])", "Hackenbush([(0,1), (1,2)])", "Wythoff(2, 3)", "Cram(board(2,2))", "Chomp([2, 2])", "Nimble([2, 3])", "SilverDollar([1, 4])", "MockTurtles(3)", "TurningCorners(2, 2)", "FibonacciNim(5, 4)", "MooresNim(1, 2, 2)", "all of Nim(2), Nim(3)", "some of Nim(2), Cram(board(1,2))"]) {
    const made = await run(page, `play ${game}`);
    await made.locator(".position button").first().waitFor();
    const labels = await made.locator(".dialogue").evaluate((dialogue) => [...dialogue.querySelectorAll("[aria-label], [title]")].flatMap((thing) => [thing.getAttribute("aria-label"), thing.getAttribute("title")]).filter(Boolean));
    const texts = await made.locator(".dialogue").innerText();
    // What can be typed stays: names of games, and words in small letters that stand alone.
    const words = (text) => text.replace(/[A-Z][A-Za-z]*(?=[(\[])/g, "").replace(/(all|some) of|level \w+|give up/g, "");
    found.push(...[...labels, ...texts.split("\n")].filter((text) => /[A-Za-z]{2,} [A-Za-z]|\b(vertex|stone|coin|token|member|row|column|Position|Pass)\b/.test(words(text))));
  }
  assert.deepEqual(found, []);
  assert.deepEqual(problems, []);
  await close();
});

// What a reader presses and reads on the page that is made for a language.
const OWN = {
  de: { notebook: "Notizbuch", more: "Mehr", ask: "Wer gewinnt?", guess: "Wer jetzt zieht", right: "✓ Richtig.", answer: "Der erste Spieler gewinnt: 3 ⊕ 4 ⊕ 5 = 2, also nicht 0.", tourName: "Tour", tour: "Was ein kombinatorisches Spiel ist" },
  es: { notebook: "Cuaderno", more: "Más", ask: "¿Quién gana?", guess: "Quién mueve ahora", right: "✓ Correcto.", answer: /3 ⊕ 4 ⊕ 5 = 2/, tourName: "Recorrido", tour: "Qué es un juego combinatorio" },
};
const LATIN = /(?<![\p{L}`“"(.])(the|of|which|with|and|that|are|this|its|is)(?![\p{L}`”")])/u;

for (const [code, own] of Object.entries(OWN)) {
  test(`the page for ${code} speaks it from the beginning, and English at a touch`, async () => {
    const file = resolve((process.env.PAGE ?? "grundy.html").replace(/\.html$/, `-${code}.html`));
    const { page, problems, close } = await open({ file, size: { width: 360, height: 740 }, isMobile: true, hasTouch: true });
    await page.getByRole("button", { name: own.notebook, exact: true }).click();
    assert.equal(await page.evaluate(() => document.documentElement.lang), code);
    await page.getByText(own.more, { exact: true }).first().tap();
    await page.getByRole("button", { name: own.ask, exact: true }).tap();
    await page.getByRole("button", { name: own.guess, exact: true }).tap();
    await page.getByText(own.right).waitFor();
    await page.getByText(own.answer).first().waitFor();
    await page.getByRole("button", { name: own.tourName, exact: true }).tap();
    await page.getByText(own.tour).first().waitFor();
    assert.deepEqual((await shown(page)).split("\n").filter((line) => LATIN.test(line)), []);
    assert.deepEqual(await tooWide(page), []);
    assert.deepEqual(await serious(page), []);
    await page.getByRole("button", { name: "English", exact: true }).click();
    await page.getByRole("button", { name: "Who wins?", exact: true }).waitFor();
    assert.deepEqual(problems, []);
    await close();
  });
}
