// An activity for a class: from a script to the link, the code of each student, and the teacher's chart, without a network.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import jsqr from "jsqr";
import { generate } from "lean-qr";
import { Bits, coded, decoded } from "../src/code.js";
import { activityFragment, fragmentOf } from "../src/link.js";
import { codeOf, keyOf, Results, resultOf } from "../src/result.js";
import { cell, empty, end, forTheClass, open, serious, tooWide } from "./page.mjs";

after(end);

// Numbers that look like chance, and are the same each time.
function dice(seed) {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

test("a code is read back, also as it is typed, and no wrong letter, left out letter or exchange of two is overlooked", () => {
  const roll = dice(1);
  for (let round = 0; round < 300; round++) {
    const bits = new Bits(Array.from({ length: 1 + roll(150) }, () => roll(2)));
    const code = coded(bits);
    const read = decoded(code.toLowerCase().replaceAll("-", " ").replaceAll("1", "l").replaceAll("0", "o"));
    assert.deepEqual(read.bits.slice(0, bits.bits.length), bits.bits);
    const letters = [...code.replaceAll("-", "")];
    const at = roll(letters.length);
    const wrong = letters.with(at, letters[at] === "7" ? "8" : "7").join("");
    assert.equal(decoded(wrong), null, `${code} as ${wrong}`);
    assert.equal(decoded(letters.toSpliced(at, 1).join("")), null);
    if (at && letters[at] !== letters[at - 1]) assert.equal(decoded(letters.with(at, letters[at - 1]).with(at - 1, letters[at]).join("")), null);
  }
  for (const text of ["", "-", "7", "UUUU-UUUU", "é", "😀😀😀😀😀"]) assert.equal(decoded(text), null, text);
});

test("what a code says is what was reached", () => {
  const roll = dice(2);
  const names = ["", "Anna", "Bo 17", "李小龍", "Zoë Ångström-Ñuñez", "x".repeat(90), "语".repeat(40)];
  const given = ["", "0", "7", "123456789", "first", "Nim(3) -> Nim(1) + Nim(1)", "é", "007"];
  for (let round = 0; round < 300; round++) {
    const results = new Results();
    for (let count = 0; count < 1 + roll(3); count++) {
      // Neither the places of cells nor the questions have a bound.
      const key = keyOf(roll(2) ? roll(4) : roll(1000), roll(3));
      const is = () => roll(2) === 1;
      if (!roll(3)) results.groups.set(key, { won: is(), level: ["easy", "medium", "hard"][roll(3)], helped: is(), undone: is() });
      else {
        const of = roll(10) ? 1 + roll(12) : 100;
        const questions = new Map();
        for (let number = 1; number <= of; number++) {
          const right = roll(2) === 1;
          const most = 1 + roll(3);
          if (roll(5)) questions.set(number, { right, most, mark: right ? (roll(2) ? most : most / 2) : 0, typed: right ? "" : given[roll(given.length)] });
        }
        results.groups.set(key, { of, questions });
      }
    }
    const [name, student] = [names[roll(names.length)], roll(1024)];
    const read = resultOf(codeOf({ script: "quiz Nim seed 1\n", student, name, results }), "quiz Nim seed 1\n");
    assert.ok(name.startsWith(read.name) && (read.name === name || new TextEncoder().encode(read.name).length > 60), `${name}: ${read.name}`);
    assert.equal(read.student, student);
    assert.deepEqual([...read.groups.keys()], [...results.groups.keys()]);
    assert.deepEqual(JSON.parse(JSON.stringify(Results.from(JSON.parse(JSON.stringify(results))))), JSON.parse(JSON.stringify(results)));
    for (const [key, group] of results.groups) {
      const same = read.groups.get(key);
      if (!group.questions) assert.deepEqual(same, group);
      for (const [number, question] of group.questions ?? []) {
        const got = same.questions.get(number);
        assert.equal(got.mark ?? question.most, question.mark);
        assert.equal(got.typed, question.typed.slice(0, /^\d+$/.test(question.typed) ? 99 : 15).replace("é", "?"));
      }
      assert.equal(same.questions?.size, group.questions?.size);
    }
    assert.match(resultOf(codeOf({ script: "quiz Nim seed 2\n", student, name, results }), "quiz Nim seed 1\n"), /another activity/);
  }
});

const SCRIPT = "## # Three questions\n\ngame S = take <1,2,3>\n\nexam S easy 3 questions seed 6\n\nplay S(2)\n";

// An activity is opened from its link, its exam is answered, and its game is won; the code of the student.
async function student(fragment, name, answers) {
  const { page, problems, close } = await open({ fragment, size: { width: 360, height: 740 }, isMobile: true, hasTouch: true });
  // The exam comes first; a game waits for its own cell to be run.
  const exam = page.locator("section.code-cell").filter({ has: page.getByRole("group", { name: "exam", exact: true }) });
  await exam.waitFor();
  for (const answer of answers) {
    const count = await page.locator(".said .answer").count();
    await exam.getByRole("textbox", { name: "Your line" }).fill(answer);
    await exam.getByRole("button", { name: "Say", exact: true }).click();
    await page.waitForFunction((count) => document.querySelectorAll(".said .answer").length > count && !document.querySelector(".dialogue.waiting"), count);
  }
  const result = page.getByRole("region", { name: "Your result" });
  await page.getByRole("textbox", { name: /Your name/ }).fill(name);
  const code = await result.locator(".code").textContent();
  await result.getByText("As a QR code").click();
  assert.deepEqual([await serious(page), await tooWide(page)], [[], []]);
  assert.deepEqual(problems, []);
  return { page, code, close, result };
}

const qrIn = (picture) =>
  picture.evaluate(async (svg) => {
    const url = "data:image/svg+xml," + encodeURIComponent(new XMLSerializer().serializeToString(svg).replace("<svg ", '<svg width="800" height="800" '));
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = Object.assign(document.createElement("canvas"), { width: 400, height: 400 });
    const pen = canvas.getContext("2d");
    pen.fillStyle = "#fff";
    pen.fillRect(0, 0, 400, 400);
    pen.drawImage(image, 0, 0, 400, 400);
    return [...pen.getImageData(0, 0, 400, 400).data];
  });

test("from a script to the link and its QR code, through the phones of two students, to the teacher's chart", async () => {
  const { page, problems, requests, close } = await empty();
  await cell(page, SCRIPT);
  await forTheClass(page);
  const dialog = page.getByRole("dialog", { name: "For a class" });
  const link = await dialog.getByRole("textbox", { name: "The link" }).inputValue();
  assert.match(link, /^file:.*#c1=/);
  await dialog.getByRole("textbox", { name: "The address of this page on a server" }).fill("https://school.example/grundy.html");
  const hosted = await dialog.getByRole("textbox", { name: "The link" }).inputValue();
  assert.equal(hosted, `https://school.example/grundy.html#${link.split("#")[1]}`);
  assert.equal(jsqr(Uint8ClampedArray.from(await qrIn(dialog.locator("svg.qr"))), 400, 400).data, hosted);
  assert.deepEqual(await serious(page), []);
  await dialog.getByRole("button", { name: "Collect codes" }).click();
  const group = page.getByRole("region", { name: "The class" });
  await group.getByText(/^3 questions and 1 game, \d+ points\. No code was taken in yet\.$/).waitFor();

  const fragment = `#${link.split("#")[1]}`;
  const anna = await student(fragment, "Anna", ["0", "skip", "skip"]);
  const bo = await student(fragment, "Bo", ["5", "skip", "skip"]);
  assert.notEqual(anna.code, bo.code);
  const box = group.getByRole("textbox");
  // A typing error, a code of another activity, and one that comes twice.
  const wrong = anna.code.startsWith("7") ? `8${anna.code.slice(1)}` : `7${anna.code.slice(1)}`;
  const foreign = codeOf({ script: "quiz Nim seed 1\n", student: 1, name: "Eve", results: new Results() });
  await box.fill(`${wrong}\n${anna.code.toLowerCase()}\n${foreign}\n${bo.code}\n${anna.code}`);
  await group.getByRole("button", { name: "Take them in" }).click();
  await group.getByText(`${wrong} has a typing error`).waitFor();
  await group.getByText("belongs to another activity").waitFor();
  await group.getByText("The code of Anna is here already.").waitFor();
  assert.equal(await box.inputValue(), `${wrong}\n${foreign}`);
  const rows = group.locator("tbody tr").filter({ has: page.getByRole("rowheader") });
  assert.equal(await rows.filter({ hasText: "Anna" }).count(), 1);
  assert.equal(await rows.filter({ hasText: "Bo" }).count(), 1);
  assert.match(await group.locator(".chart").filter({ hasText: "Wrong answers: 5 (1)" }).or(group.locator(".chart").filter({ hasText: "0 (1), 5 (1)" })).first().textContent(), /wrong/);
  assert.deepEqual([await serious(page), await tooWide(page)], [[], []]);
  const [file] = await Promise.all([page.waitForEvent("download"), group.getByRole("button", { name: "Save as CSV" }).click()]);
  const csv = readFileSync(await file.path(), "utf8").split("\r\n");
  // Table programs take it for UTF-8.
  assert.match(csv[0], /^\ufeffstudent,points,1,typed 1,2,typed 2,3,typed 3,game,how game$/);
  assert.equal(csv.length, 4);
  await Promise.all([anna.close(), bo.close()]);
  assert.deepEqual(problems, []);
  assert.equal(requests.filter((url) => !/^(file|blob|data):/.test(url)).length, 0);
  await close();
});

test("codes are scanned in every browser", async () => {
  const results = new Results();
  results.groups.set(keyOf(0, 0), { of: 1, questions: new Map([[1, { right: true, mark: 1, most: 1, typed: "" }]]) });
  const script = "quiz Nim 1 questions seed 4\n";
  const codes = ["Ida", "Jo"].map((name, student) => codeOf({ script, student, name, results }));
  // A camera of this test, which sees one code after the other, small and askew on a grey wall.
  const pictures = codes.map((code) => {
    const { size, ...drawn } = generate(code);
    return Array.from({ length: size }, (_, y) => Array.from({ length: size }, (_, x) => Number(drawn.get(x, y))));
  });
  const camera = `
    delete globalThis.BarcodeDetector;
    navigator.mediaDevices.getUserMedia = async () => {
      const canvas = Object.assign(document.createElement("canvas"), { width: 1280, height: 720 });
      const pen = canvas.getContext("2d");
      globalThis.see = (rows) => {
        pen.resetTransform();
        pen.fillStyle = "#999";
        pen.fillRect(0, 0, 1280, 720);
        pen.setTransform(1.02, 0.17, -0.15, 0.98, 500, 150);
        pen.fillStyle = "#eee";
        pen.fillRect(-40, -40, 8 * rows.length + 80, 8 * rows.length + 80);
        pen.fillStyle = "#222";
        rows.forEach((row, y) => row.forEach((isDark, x) => isDark && pen.fillRect(8 * x, 8 * y, 8.2, 8.2)));
      };
      see(${JSON.stringify(pictures[0])});
      return (globalThis.stream = canvas.captureStream());
    };`;
  const { page, problems, close } = await open({ fragment: `#${await activityFragment(script)}`, script: camera });
  await page.getByRole("group", { name: "quiz", exact: true }).waitFor();
  await forTheClass(page);
  await page.getByRole("button", { name: "Collect codes" }).click();
  const group = page.getByRole("region", { name: "The class" });
  await group.getByRole("button", { name: "Scan", exact: true }).click();
  await group.getByRole("rowheader", { name: "Ida" }).waitFor();
  await page.waitForTimeout(600);
  assert.equal(await group.locator(".warning").count(), 0, "a code is taken in once while it is seen");
  await page.evaluate((rows) => see(rows), pictures[1]);
  await group.getByRole("rowheader", { name: "Jo" }).waitFor();
  await group.getByRole("button", { name: "Stop scanning" }).click();
  assert.equal(await page.evaluate(() => stream.getTracks().some((track) => track.readyState === "live")), false);
  assert.deepEqual(problems, []);
  await close();
});

test("an activity is saved as a page, which is this page with the script in it", async () => {
  const { page, close } = await empty();
  await cell(page, 'winner Nim(1) + Nim(2) # "<&\n\nquiz Nim 2 questions seed 4\n');
  await forTheClass(page);
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save as a page" }).click()]);
  const saved = join(mkdtempSync(join(tmpdir(), "grundy-")), "class.html");
  await file.saveAs(saved);
  const decode = (path) => new TextDecoder("utf-16le").decode(readFileSync(path));
  const without = (text) => text.replace(/\n?<meta name="grundy-script"[^>]*>\n?/, "").replace(/\s+/g, " ");
  await close();
  const made = decode(saved);
  // The engine and the scripts are the same, letter for letter.
  for (const id of ["engine", "main", "unpack"]) {
    const part = (text) => text.slice(text.indexOf(`id="${id}">`), text.indexOf("</script>", text.indexOf(`id="${id}">`)));
    assert.ok(part(made).length > 100 && part(made) === part(decode(process.env.PAGE ?? "grundy.html")), id);
  }
  assert.equal(without(made).includes("grundy-script"), false);
  const opened = await open({ file: saved });
  await opened.page.getByRole("group", { name: "quiz", exact: true }).waitFor();
  await opened.page.getByText(/First player wins/).waitFor();
  assert.deepEqual(opened.problems, []);
  await opened.close();
});

test("links that are cut, of another version, and too long for a QR code are told in a sentence", async () => {
  for (const [fragment, said] of [["#c1=abc", /not whole/], ["#c2=abc", /another version/], ["#x=1", /not whole/], ["#c1=%%%", /not whole/]]) {
    const { page, problems, close } = await open({ fragment });
    await page.locator("#status", { hasText: said }).waitFor();
    assert.deepEqual(problems, []);
    await close();
  }
  const roll = dice(3);
  const script = Array.from({ length: 5_000 }, () => `winner Nim(${roll(1_000_000)})`).join("\n");
  assert.ok(script.length > 1e5 - 2e4);
  const { page, problems, close } = await open({ fragment: `#${await fragmentOf(script)}` });
  await page.locator("section.code-cell").first().waitFor();
  await forTheClass(page);
  await page.getByText(/too long for a QR code/).waitFor();
  await page.getByRole("button", { name: "Close" }).click();
  assert.deepEqual(problems, []);
  await close();
});
