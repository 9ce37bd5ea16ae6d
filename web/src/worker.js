// The session, apart from the page: whatever it computes, the page can be used, and Stop ends it.

import { started } from "./engine.js";

let ask;

// When a dialogue last said something: how long a line was thought about.
let waiting = 0;

// Statement by statement, so that each answer is there as soon as it is known.
function run(id, text) {
  const left = ask({ ask: "begin", text });
  if (left.said.length) postMessage({ id, told: left });
  for (;;) {
    const begun = performance.now();
    const told = ask({ ask: "next" });
    if (told.over) break;
    if (told.timed) told.seconds = (performance.now() - begun) / 1000;
    postMessage({ id, told });
  }
}

onmessage = ({ data }) => {
  if (data.module) {
    ask = started(data.module);
    return;
  }
  try {
    if (data.line !== undefined) {
      const seconds = String((performance.now() - waiting) / 1000);
      postMessage({ id: data.id, told: ask({ ask: "say", line: data.line, seconds }) });
    } else run(data.id, data.text);
    waiting = performance.now();
    postMessage({ id: data.id, over: true, known: ask({ ask: "known" }) });
  } catch (error) {
    // The engine cannot go on: the page starts another.
    postMessage({ id: data.id, failed: error instanceof RangeError ? "deep" : "memory", problem: String(error) });
  }
};
