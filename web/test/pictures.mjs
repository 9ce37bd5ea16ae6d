// Makes the pictures of the page that the documents show: node test/pictures.mjs, after web/build.

import { end, open, press, run } from "./page.mjs";

const FOLDER = "../docs/pictures";
const [LARGE, SMALL] = [{ width: 800, height: 800 }, { width: 400, height: 500 }];
// A machine without Chinese letters would show boxes on the button of the language.
const calm = { reducedMotion: "reduce", script: () => addEventListener("DOMContentLoaded", () => document.getElementById("language").style.setProperty("display", "none")) };

const gallery = await open({ size: { width: 1280, height: 800 }, ...calm });
await gallery.page.waitForFunction(() => [...document.querySelectorAll(".preview")].every((preview) => preview.childElementCount));
await gallery.page.screenshot({ path: `${FOLDER}/gallery.png` });
await gallery.close();

// A game of the gallery, after what is touched has made a move.
async function played(name, touched, size) {
  const { page, close } = await open({ size, ...calm });
  await page.locator(".card", { has: page.locator("b", { hasText: new RegExp(`^${name}$`) }) }).click();
  const made = page.locator("section.of-dialogue");
  await made.locator(".to-move").waitFor();
  for (const thing of touched) await made.getByRole("button", { name: thing, exact: true }).click();
  if (touched.length) await made.locator(".last").first().waitFor();
  return { page, made, close };
}

const nim = await played("Nim", [], LARGE);
await press(nim.made, "Good moves");
await nim.made.locator(".stone[data-wins]").first().waitFor();
await nim.page.evaluate(() => scrollTo(0, 0));
await nim.page.screenshot({ path: `${FOLDER}/page.png` });
await nim.close();

for (const [name, file, touched] of [["NodeKayles", "graph", ["vertex 0"]], ["Cram", "board", ["row 2, column 2: .", "row 2, column 3: ."]]]) {
  const { made, close } = await played(name, touched, SMALL);
  await made.locator(".play").screenshot({ path: `${FOLDER}/${file}.png` });
  await close();
}

const { page, close } = await open({ size: LARGE, ...calm, fragment: "#s=AwA" });
const sum = await run(page, "play Nim(12) + Kayles(9) + Nim(7)");
await press(sum, "Nim-sum");
for (let step = 0; step < 2; step++) await press(sum, "Step");
await sum.locator(".view").screenshot({ path: `${FOLDER}/nim_sum.png` });
await close();
await end();
