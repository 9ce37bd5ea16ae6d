// The session, apart from the page: whatever it computes, the page can be used, and Stop ends it.

import { started } from "./engine.js";

let ask;

// Statement by statement, so that each answer is there as soon as it is known.
function run(id, cell) {
  for (;;) {
    const begun = performance.now();
    const told = ask({ ask: "next", cell });
    if (told.over) break;
    if (told.timed) told.seconds = (performance.now() - begun) / 1000;
    postMessage({ id, told });
  }
}

onmessage = ({ data }) => {
  if (data.module) {
    ask = started(data.module);
    if (data.place) ask({ ask: "resume", text: data.place });
  }
  if (data.language) return ask({ ask: "speak", text: data.language });
  const { id, cell, line, elapsed, text } = data;
  const isLine = line !== undefined;
  try {
    const told = isLine ? ask({ ask: "say", cell, text: line, elapsed }) : ask({ ask: "begin", cell, text });
    if (told.said.length || isLine) postMessage({ id, told });
    // Behind a dialogue statements wait for its end.
    run(id, cell);
    postMessage({ id: data.id, over: true, known: ask({ ask: "known" }) });
  } catch (error) {
    // The engine cannot go on: the page starts another.
    postMessage({ id: data.id, failed: error instanceof RangeError ? "deep" : "memory", problem: String(error) });
  }
};
