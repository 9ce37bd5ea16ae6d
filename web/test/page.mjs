// Opens the page in Chromium as a reader would, without a network. Each test begins with a new page.

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

export async function end() {
  await browser?.close();
}

// Runs a script in the last cell, which is new; gives the cell.
export async function cell(page, text) {
  const cells = page.locator("section.code-cell");
  const count = await cells.count();
  await page.getByRole("button", { name: "New cell", exact: true }).click();
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
