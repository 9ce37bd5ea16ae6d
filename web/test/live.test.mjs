// `grundy class`: a class of thirty, of whom one loses the network, one reloads, and two share a name. What the teacher's table says is what
// each of them saw. Most are the page's own code without a page.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, afterEach, test } from "node:test";
import { chromium } from "playwright-core";
import { codeOf, keyOf, newStudent, Results } from "../src/result.js";
import { Sending } from "../src/sending.js";
import { PATIENCE, serious, tooWide } from "./page.mjs";

const PROGRAM = resolve(process.env.GRUNDY ?? "../target/release/grundy");
const PAGE = resolve(process.env.PAGE ?? "grundy.html");
// A name that is no machine's own: browsers trust a page from a room's network less than one from this machine.
const ROOM = "room.test";
const LESSON = "## # Three rows\n\ngame S = take <1,2,3>\n\nquiz S easy 4 questions\n\n## Now play.\n\nplay S(7)\n\n## At last an exam.\n\nexam Nim easy 2 questions\n";
const COLUMNS = 7;
// What the page makes of the lesson.
const seeded = (seed) => LESSON.trimEnd().replace("4 questions", `4 questions seed ${seed}`).replace("2 questions", `2 questions seed ${seed}`) + "\n";

const started = [];
const sendings = [];
let browser;
afterEach(() => sendings.splice(0).forEach((sending) => sending.end()));
after(async () => {
  await browser?.close();
  started.forEach((child) => child.kill());
});

// A server of the lesson: its port, the teacher's address, and which activity and questions it serves.
async function server(port = 0) {
  const file = join(mkdtempSync(join(tmpdir(), "grundy-class-")), "lesson.cgt");
  writeFileSync(file, LESSON);
  const child = spawn(PROGRAM, ["class", file, "--page", PAGE, "--port", String(port), "--address", "127.0.0.1"], { stdio: ["ignore", "pipe", "inherit"] });
  started.push(child);
  let said = "";
  for await (const part of child.stdout) if (/Ctrl-C/.test((said += part))) break;
  const [, made, secret] = /:(\d+)\/teacher#(\w+)/.exec(said);
  const page = await (await fetch(`http://127.0.0.1:${made}/`)).arrayBuffer();
  const [meta] = /<meta name="grundy-script"[^]*?<meta name="grundy-class"/.exec(new TextDecoder("utf-16le").decode(page));
  const [, seed, activity] = /grundy-seed" content="(\d+)"[^]*grundy-activity" content="(\w+)"/.exec(meta);
  return { child, port: Number(made), secret, activity, script: seeded(seed) };
}

async function context(size = { width: 360, height: 800 }, more = {}) {
  browser ??= await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", `--host-resolver-rules=MAP ${ROOM} 127.0.0.1`] });
  const made = await browser.newContext({ viewport: size, ...more });
  made.setDefaultTimeout(PATIENCE);
  return made;
}

async function opened(made, { port }, path = "") {
  const page = await made.newPage();
  const problems = [];
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("request", (request) => /^(blob|data):/.test(request.url()) || request.url().startsWith(`http://${ROOM}:${port}/`) || problems.push(request.url()));
  await page.goto(`http://${ROOM}:${port}/${path}`);
  return { page, problems };
}

const table = (page) => page.getByRole("group", { name: "Marks" });
const rowsOf = (page) => table(page).locator("tbody tr").evaluateAll((rows) => rows.map((row) => [...row.cells].map((cell) => cell.innerText)));
// A row by its name, once it is as it is meant.
async function row(page, name, is) {
  const known = () => rowsOf(page).then((rows) => rows.find(([of]) => of === name));
  for (const end = Date.now() + PATIENCE; Date.now() < end; await new Promise((done) => setTimeout(done, 100))) {
    const found = await known();
    if (found && is(found)) return found;
  }
  assert.fail(`${name}: ${await known()}`);
}

// A student at a phone.
class Phone {
  static async at(server, name) {
    const made = await context();
    const phone = Object.assign(new Phone(), { made, server, ...(await opened(made, server)) });
    await phone.page.getByRole("group", { name: "quiz", exact: true }).waitFor();
    if (name) await phone.page.getByRole("textbox", { name: /Your name/ }).fill(name);
    return phone;
  }

  get result() {
    return this.page.getByRole("region", { name: "Your result" });
  }

  async say(...lines) {
    const quiz = this.page.locator("section.code-cell").filter({ has: this.page.getByRole("group", { name: "quiz", exact: true }) });
    for (const line of lines) {
      const count = await this.page.locator(".said .answer").count();
      await quiz.getByRole("textbox", { name: "Your line" }).fill(line);
      await quiz.getByRole("button", { name: "Say", exact: true }).click();
      await this.page.waitForFunction((count) => document.querySelectorAll(".said .answer").length > count && !document.querySelector(".dialogue.waiting"), count);
    }
  }

  // How many questions were answered, and the points, as the student sees it.
  async shown() {
    const [, answered, points] = /(\d+) of 4 questions, ([\d.]+) of \d+ points/.exec(await this.result.innerText()) ?? [0, 0, 0];
    return { answered: Number(answered), points: Number(points) };
  }

  // The row of the table says what the student saw.
  async isIn(teacher, name) {
    const { answered, points } = await this.shown();
    const found = await row(teacher, name, (cells) => cells.slice(2).filter((cell) => !/^[–…]$/.test(cell)).length === answered);
    assert.equal(Number(found[1].split(" ")[0]), points, `${found}`);
  }
}

// A student without a page: results that are drawn, and sent by the page's own code.
function drawn({ activity, script }, name, roll) {
  const results = new Results();
  const student = newStudent();
  const device = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const questions = new Map();
  results.groups.set(keyOf(1, 0), { of: 4, questions });
  const code = () => codeOf({ script, student, name, results });
  const sending = new Sending({ activity, device, code, heard() {}, state() {} });
  sendings.push(sending);
  const answer = () => {
    const number = questions.size + 1;
    const right = roll() < 0.6;
    questions.set(number, { mark: right ? 1 : 0, most: 1, right, typed: right ? "" : "7" });
    sending.changed();
  };
  return { name, questions, answer, sending };
}

function dice(seed) {
  let state = seed;
  return () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
}

// Students without a page ask this server.
const { fetch } = globalThis;
function asks(port) {
  globalThis.fetch = (address, more) => fetch(new URL(address, `http://127.0.0.1:${port}/`), more);
}

const HOSTILE = `<img src=x onerror="document.title='hurt'">`;

test("thirty students, of whom one loses the network, one reloads and two share a name, stand in the table as each of them saw", async () => {
  const first = await server();
  asks(first.port);
  const room = await context({ width: 1280, height: 800 }, { acceptDownloads: true });
  const { page: teacher, problems } = await opened(room, first, `teacher#${first.secret}`);
  await teacher.getByRole("group", { name: "What you say to all" }).waitFor();
  assert.equal(new URL(teacher.url()).hash, "");

  const roll = dice(7);
  const others = Array.from({ length: 26 }, (_, at) => drawn(first, at ? `Student ${at}` : HOSTILE, roll));
  for (let round = 0; round < 4; round++) {
    for (const other of others) if (roll() < 0.8) other.answer();
    await new Promise((done) => setTimeout(done, 200));
  }
  const [ada, bo, kim] = await Promise.all(["Ada", "Bo", "Kim"].map((name) => Phone.at(first, name)));
  const other = await Phone.at(first, "Kim");

  // Without the network all goes on; when it is back, the table has it.
  await ada.say("0", "skip");
  await ada.isIn(teacher, "Ada");
  await ada.made.setOffline(true);
  await ada.say("0", "skip", "skip");
  await ada.result.getByText("There is no connection to your teacher.").waitFor();
  await ada.made.setOffline(false);
  await ada.result.getByText("Your teacher has this.").waitFor();
  await ada.isIn(teacher, "Ada");

  await bo.say("1", "skip");
  await bo.page.reload();
  await bo.page.getByRole("group", { name: "quiz", exact: true }).waitFor();
  await bo.say("skip");
  await bo.isIn(teacher, "Bo");

  // Two of one name are two.
  await kim.say("skip", "skip", "skip");
  await kim.isIn(teacher, "Kim");
  await other.say("skip");
  await other.isIn(teacher, "Kim (2)");

  // Of two windows the one that goes on counts.
  const window = Object.assign(new Phone(), { made: kim.made, ...(await opened(kim.made, first)) });
  await window.page.getByRole("group", { name: "quiz", exact: true }).waitFor();
  await window.say("skip");
  await window.isIn(teacher, "Kim");

  for (const { name, questions } of others) {
    const marks = [1, 2, 3, 4].map((number) => (!questions.has(number) ? "" : questions.get(number).right ? "✓" : "✗"));
    const found = await row(teacher, name, (cells) => cells.slice(2, 6).map((cell) => cell.replace(/[–…]/, "")).join() === marks.join());
    assert.equal(found.length, COLUMNS + 2);
  }
  assert.equal((await rowsOf(teacher)).length, 30);
  await teacher.getByText("Students: 30, here now: 30.").waitFor();
  await teacher.getByRole("heading", { name: "The hardest so far" }).waitFor();
  assert.notEqual(await teacher.title(), "hurt");
  assert.deepEqual([await serious(teacher), await tooWide(teacher)], [[], []]);
  assert.deepEqual([await serious(bo.page), await tooWide(bo.page)], [[], []]);

  // What the teacher says to all.
  const acts = teacher.getByRole("group", { name: "What you say to all" });
  const act = (name) => acts.getByRole("button", { name, exact: true }).click();
  await act("Pause");
  await bo.page.getByText("Your teacher has paused the class.").waitFor();
  await act("Pause");
  await bo.page.getByText("Your teacher has paused the class.").waitFor({ state: "hidden" });
  await act("Part by part");
  await bo.page.getByText("Now play.").waitFor({ state: "hidden" });
  await act("Next");
  await bo.page.getByText("Now play.").waitFor();
  assert.ok(!(await bo.page.getByText("At last an exam.").isVisible()));
  await act("Next");
  await bo.page.getByText("At last an exam.").waitFor();
  await act("Show answers");
  const answers = bo.page.getByRole("region", { name: "The answers" });
  await answers.waitFor();
  assert.match(await answers.innerText(), /4\/4[^]*S\(7\)[^]*2\. /);
  await act("Show answers");
  await answers.waitFor({ state: "hidden" });

  // A server that is started again asks the same, knows its students at once, and its teacher by another address.
  const known = await rowsOf(teacher);
  first.child.kill();
  await once(first.child, "exit");
  await teacher.getByText("The program does not answer.").waitFor();
  await bo.say("skip");
  const second = await server(first.port);
  assert.deepEqual([second.activity, second.script], [first.activity, first.script]);
  await teacher.getByText("Its address is the one that the program has printed").waitFor();
  await teacher.goto("about:blank");
  await teacher.goto(`http://${ROOM}:${second.port}/teacher#${second.secret}`);
  await bo.isIn(teacher, "Bo");
  await teacher.getByText("Students: 30, here now: 30.").waitFor();
  assert.deepEqual((await rowsOf(teacher)).filter(([name]) => name !== "Bo").map(([, points]) => points), known.filter(([name]) => name !== "Bo").map(([, points]) => points));

  const [file] = await Promise.all([teacher.waitForEvent("download"), act("Save as CSV")]);
  const csv = readFileSync(await file.path(), "utf8").trim().split("\r\n");
  assert.equal(csv.length, 31);
  assert.ok(csv.some((line) => line.includes(HOSTILE.replaceAll('"', '""'))));

  // A row that the teacher has removed stays away, also after a reload, until more is reached there.
  teacher.on("dialog", (dialog) => dialog.accept());
  await teacher.getByRole("button", { name: "Remove the row of Ada", exact: true }).click();
  assert.equal((await rowsOf(teacher)).length, 29);
  await teacher.reload();
  await bo.isIn(teacher, "Bo");
  await teacher.getByText("Students: 29, here now: 29.").waitFor();
  assert.ok((await rowsOf(teacher)).every(([name]) => name !== "Ada"));
  await ada.say("skip");
  await ada.isIn(teacher, "Ada");
  for (const phone of [ada, bo, kim, other]) {
    assert.deepEqual(phone.problems, []);
    await phone.made.close();
  }
  assert.deepEqual(problems, []);
  await room.close();
});

// Processor time of the program so far, in seconds.
const worked = ({ pid }) => {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
};

test("two hundred students take little of the teacher's machine", { skip: process.platform !== "linux" }, async () => {
  const made = await server();
  asks(made.port);
  const roll = dice(3);
  await Promise.all(Array.from({ length: 200 }, async () => (await globalThis.fetch("/")).arrayBuffer()));
  const loaded = worked(made.child);
  const students = Array.from({ length: 200 }, (_, at) => drawn(made, `Student ${at}`, roll));
  for (let round = 0; round < 4; round++) {
    students.forEach((student) => student.answer());
    await new Promise((done) => setTimeout(done, 700));
  }
  const ask = async (seen) => (await globalThis.fetch("/table", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ secret: made.secret, seen }) })).json();
  const codes = () => new Set(students.map(({ sending }) => sending.code()));
  for (const end = Date.now() + PATIENCE; ; await new Promise((done) => setTimeout(done, 200))) {
    const { rows, here } = await ask(0);
    const sent = new Set(rows.map(({ code }) => code));
    if (here.length === 200 && [...codes()].every((code) => sent.has(code))) break;
    assert.ok(Date.now() < end, `${here.length} of 200 are here`);
  }
  const all = worked(made.child);
  console.log(`200 pages: ${loaded.toFixed(2)} s of the processor; 800 answers of 200 students: ${(all - loaded).toFixed(2)} s`);
  // Some hundredths of a second on any machine of this decade; a fault such as waiting in a circle takes seconds.
  assert.ok(all < 5, `${all} s`);
});
