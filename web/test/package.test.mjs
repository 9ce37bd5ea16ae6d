// The package for Node and the browser, from the file that npm would publish.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import test from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";

const web = dirname(dirname(fileURLToPath(import.meta.url)));
const engine = process.env.ENGINE ?? join(web, "package", "engine.wasm");

// Installs the package in a folder of its own: the one that PACKED names, or else it is packed.
function installed() {
  const folder = mkdtempSync(join(tmpdir(), "grundy-package-"));
  let packed = process.env.PACKED;
  if (!packed) {
    cpSync(join(web, "package"), join(folder, "package"), { recursive: true });
    cpSync(engine, join(folder, "package", "engine.wasm"));
    const name = execFileSync("npm", ["pack", "--silent"], { cwd: join(folder, "package"), encoding: "utf8" }).trim();
    packed = join(folder, "package", name);
  }
  writeFileSync(join(folder, "package.json"), '{"private": true, "type": "module"}');
  execFileSync("npm", ["install", "--silent", "--offline", packed], { cwd: folder });
  return join(folder, "node_modules", "grundy-games");
}

const place = installed();
const { Grundy, GrundyError } = await import(pathToFileURL(join(place, "index.js")));

test("what the README shows holds", async () => {
  const code = /```js\n([\s\S]*?)```/.exec(readFileSync(join(place, "README.md"), "utf8"))[1];
  const grundy = await Grundy.start();
  let compared = 0;
  for (const line of code.split("\n").filter((line) => line.startsWith("grundy."))) {
    const [, expression, expected] = /^(.*?);(?: \/\/ (.*))?$/.exec(line);
    const value = new Function("grundy", `return ${expression}`)(grundy);
    if (expected?.startsWith("a piece")) assert.match(value, /<\w+/);
    else if (expected) assert.deepEqual(value, new Function(`return ${expected}`)(), line);
    compared += Number(Boolean(expected));
  }
  assert.ok(compared >= 4);
});

test("sessions are apart, and errors show their place", async () => {
  const [one, other] = [await Grundy.start(), await Grundy.start()];
  one.run("game S = take <1,2>");
  assert.equal(one.ask("grundy S(5)").value, 2);
  assert.throws(() => other.ask("grundy S(5)"), GrundyError);
  assert.throws(() => one.ask("print 1\nwiner S(3)"), (error) => {
    assert.match(error.message, /did you mean `winner`/);
    assert.deepEqual([error.place.from, error.fix.message], [8, "winner"]);
    return true;
  });
  assert.throws(() => one.run(3), TypeError);
  assert.equal(one.ask("grundy S(4)").value, 1);
});

test("a game is played line by line", async () => {
  const grundy = await Grundy.start();
  assert.throws(() => grundy.say("hint"));
  const begun = grundy.run("play Nim(3) first");
  assert.ok(begun.some(({ play }) => play?.moves.length === 3));
  assert.match(grundy.say("3")[0].html, /Nim\(3\)/);
});

const refused = (ask) => {
  try {
    return ask();
  } catch (error) {
    assert.ok(error instanceof GrundyError, String(error));
    return error.code;
  }
};

test("a request ends with an error where its time, its memory or its files are refused, and the session goes on", async () => {
  const grundy = await Grundy.start({ memory: 2 ** 27, timeout: 1, safe: true });
  grundy.run("game S = take <1,2,3>");
  const endless = "print sum(n for n in 0..10^15 if n % 10^9 == 7)";
  const begun = performance.now();
  assert.equal(refused(() => grundy.ask(endless)), "E0502");
  const spent = (performance.now() - begun) / 1000;
  assert.ok(spent >= 0.9 && spent < 20, String(spent));
  // The time is that of the whole text, and each request has its own.
  assert.equal(refused(() => grundy.ask(`${"print sum(n for n in 0..10^6 if n % 7 == n % 11); ".repeat(2_000)}print 1`)), "E0502");
  assert.equal(refused(() => grundy.ask("print sum(n for n in 0..10^5)", { timeout: 30 }).values[0]), 5_000_050_000);
  assert.equal(refused(() => grundy.ask("let L = [[n for n in 0..k] for k in 0..100000]", { timeout: 60 })), "E0503");
  for (const text of ['values S 0..5 to "a.json"', 'save "a.cgt"', 'load "a.cgt"', 'let x = read "a.csv"']) assert.equal(refused(() => grundy.ask(text)), "E0606", text);
  assert.equal(grundy.ask("grundy S(5)").value, 1);
  // In a dialogue too.
  grundy.run("play S(3)");
  assert.ok(grundy.say(endless.replace("print ", "")).some(({ code }) => code === "E0502"));
  assert.ok(grundy.say("hint").some(({ kind }) => kind === "answer"));
  for (const wrong of [3, null, new Uint8Array(8), { safe: 1 }]) await assert.rejects(Grundy.start(wrong), TypeError);
  for (const wrong of [{ memory: 0 }, { memory: 2 ** 40 }, { timeout: 0 }, { timeout: "1" }]) await assert.rejects(Grundy.start(wrong), RangeError);
  assert.throws(() => grundy.run("print 1", { timeout: -1 }), RangeError);
});

test("without safe, a file is a text, and nothing is read", async () => {
  const grundy = await Grundy.start();
  const [file] = grundy.run('values Nim 0..2 to "a.csv"').filter(({ kind }) => kind === "file");
  assert.deepEqual([file.name, file.text.split(/\r?\n/)[1]], ["a.csv", "0,0"]);
  for (const text of ['load "a.cgt"', 'let x = read "a.csv"']) assert.throws(() => grundy.ask(text), /this package reads no files/);
});

test("whole numbers are exact, and texts of digits stay texts", async () => {
  const grundy = await Grundy.start();
  const { values } = grundy.ask('print 2^53 - 1, 2^53, 2^53 + 1, -2^53 - 1, 10^30, "9007199254740993", "123", "\\"9007199254740993", 7');
  assert.deepEqual(values, [2 ** 53 - 1, 9007199254740992n, 9007199254740993n, -9007199254740993n, 10n ** 30n, "9007199254740993", "123", '"9007199254740993', 7]);
  assert.deepEqual(grundy.ask("print [2^60, 1], {2^60}, (2^60, \"1\")").values, [[2n ** 60n, 1], [2n ** 60n], [2n ** 60n, "1"]]);
  const found = grundy.ask("grundy Nim(2^60) + Nim(1)");
  assert.deepEqual([found.value, found.terms.map(({ value, copies }) => [value, copies])], [2n ** 60n + 1n, [[2n ** 60n, 1], [1, 1]]]);
  assert.equal(grundy.ask("grundy Nim(2^53 - 1)").value, Number.MAX_SAFE_INTEGER);
  assert.equal(grundy.ask("period take <1, 2^60>").type, "period");
});

test("where the engine cannot go on, another knows what was defined", async () => {
  const grundy = await Grundy.start({ memory: 2 ** 32 });
  grundy.run("game S = take <1,2>\nlet n = 5");
  // An answer too long to be told as data is no answer to another question.
  assert.throws(() => grundy.ask("print 1; values Nim 0..9*10^6"), GrundyError);
  assert.equal(grundy.ask("grundy S(n)").value, 2);
  const said = grundy.run("print [[n for n in 0..10^6] for k in 0..300]");
  assert.match(said.find(({ kind }) => kind === "error").text, /beyond the memory that the engine has/);
  assert.equal(grundy.ask("grundy S(n)").value, 2);
});

test("many requests leave nothing behind", async () => {
  const grundy = await Grundy.start({ memory: 2 ** 24 });
  for (let request = 0; request < 5_000; request++) grundy.run(request % 2 ? "print (" : "print 1\nprint zz\nprint 2");
  assert.equal(grundy.ask("grundy Nim(3)").value, 3);
});

test("the words and the tokens of the language", async () => {
  const grundy = await Grundy.start();
  assert.ok(grundy.words().some(({ word }) => word === "winner"));
  const look = grundy.look("game S = take <1,2");
  assert.deepEqual(look.tokens[0], [0, 4, "typed"]);
  assert.equal(grundy.look("winner (").open, true);
  grundy.speak("zh");
  assert.match(grundy.run("winner Nim(3)")[0].html, /[\u4e00-\u9fff]/);
});

test("the types fit what is there", () => {
  const types = readFileSync(join(place, "index.d.ts"), "utf8");
  const methods = Object.getOwnPropertyNames(Grundy.prototype).filter((name) => name !== "constructor");
  for (const name of [...methods, "start"]) assert.match(types, new RegExp(`\\b${name}[(<]`), name);
});
