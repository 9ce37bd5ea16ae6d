// Opens the page in Chromium as a reader would, without a network. Each test begins with a new page.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { chromium } from "playwright-core";
import { pathToFileURL } from "node:url";
import { resolve } from "node:path";

const PAGE = pathToFileURL(resolve(process.env.PAGE ?? "grundy.html")).href;
// A machine may pause; this is only to end at all.
export const PATIENCE = Number(process.env.PATIENCE ?? 60_000);

let browser;
export async function open({ fragment = "", file, script, size = { width: 1100, height: 800 }, ...more } = {}) {
  browser ??= await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
  const context = await browser.newContext({ viewport: size, offline: true, ...more });
  const page = await context.newPage();
  if (script) await page.addInitScript(script);
  page.setDefaultTimeout(PATIENCE);
  const requests = [];
  const problems = [];
  page.on("request", (request) => requests.push(request.url()));
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  await page.goto((file ? pathToFileURL(file).href : PAGE) + fragment);
  return { page, requests, problems, close: () => context.close() };
}

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

// What stands seriously in the way of readers who cannot see the page, or see it badly.
export async function serious(page) {
  await page.evaluate(AXE);
  const { violations, passes } = await page.evaluate(() => axe.run(document, { resultTypes: ["violations"] }));
  if (passes.length <= 10) throw new Error(`only ${passes.length} rules were tried`);
  const grave = violations.filter(({ impact }) => ["serious", "critical"].includes(impact));
  return grave.map(({ id, nodes }) => [id, nodes.map(({ html }) => html.slice(0, 160))]);
}

// Elements that reach beyond the screen and are in no box that scrolls.
export const tooWide = (page) =>
  page.evaluate(() => {
    const scrolls = (place) => place && (["auto", "scroll", "hidden"].includes(getComputedStyle(place).overflowX) || scrolls(place.parentElement));
    const wide = [...document.querySelectorAll("main *, dialog *")].filter((place) => place.checkVisibility() && place.getBoundingClientRect().right > innerWidth + 1 && !scrolls(place));
    return [document.documentElement.scrollWidth > innerWidth ? "page" : "", ...wide.map((place) => place.outerHTML.slice(0, 120))].filter(Boolean);
  });

// Presses a button in a cell. What is seldom wanted stands behind “More”.
export async function press(made, name) {
  const wanted = made.getByRole("button", { name, exact: true, includeHidden: true }).first();
  if (await wanted.evaluate((button) => Boolean(button.closest("details:not([open])")))) await made.getByText("More", { exact: true }).click();
  await wanted.click();
}

// Presses a button of the menu.
export async function menu(page, name) {
  await page.getByText("Menu", { exact: true }).click();
  await page.locator(".menu").getByRole("button", { name, exact: true }).click();
}

// What a teacher hands out, and collects: also from the page as pupils see it.
export async function forTheClass(page) {
  await toTeacher(page);
  await page.locator("#class").click();
}

// From what pupils see of an activity to its statements.
export async function toTeacher(page) {
  const door = page.locator("#teacher button");
  if (await door.isVisible()) await door.click();
}

// The page as a notebook, from its gallery.
export async function notebook(more) {
  const opened = await open(more);
  await opened.page.getByRole("button", { name: /^(Notebook|笔记本)$/ }).click();
  return opened;
}

export async function end() {
  await browser?.close();
}

// Runs a script in the last cell, which is new; gives the cell.
export async function cell(page, text) {
  const cells = page.locator("section.code-cell");
  const count = await cells.count();
  await page.locator("#add button").first().click();
  const made = cells.nth(count);
  await made.locator(".cm-content").click();
  await page.keyboard.insertText(text);
  return made;
}

export async function run(page, text) {
  const made = await cell(page, text);
  await page.keyboard.press("Control+Enter");
  return made;
}

// An empty page, begun with a script that says nothing.
export async function empty(more = {}) {
  const opened = await open({ fragment: "#s=AwA", ...more });
  await opened.page.locator("section.code-cell").waitFor();
  return opened;
}
