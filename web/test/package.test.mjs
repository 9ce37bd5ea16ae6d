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

// Packs the package, and installs it in a folder of its own.
function installed() {
  const folder = mkdtempSync(join(tmpdir(), "grundy-package-"));
  cpSync(join(web, "package"), join(folder, "package"), { recursive: true });
  cpSync(engine, join(folder, "package", "engine.wasm"));
  execFileSync("npm", ["pack", "--silent"], { cwd: join(folder, "package") });
  writeFileSync(join(folder, "package.json"), '{"private": true, "type": "module"}');
  execFileSync("npm", ["install", "--silent", "--offline", "./package/grundy-games-0.1.0.tgz"], { cwd: folder });
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
    else if (expected) assert.deepEqual(value, JSON.parse(expected), line);
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
  for (const name of [...methods, "start"]) assert.match(types, new RegExp(`\\b${name}\\(`), name);
});
