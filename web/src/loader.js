// The first script of the page: unpacks the second, which unpacks the others. The policy of the page knows each by its hash.

import { read } from "./letters.js";

const bytesOf = (id) => new Blob([read(document.getElementById(id).textContent)]).stream();

// Runs a script that comes as a stream of bytes.
async function run(stream) {
  const script = document.createElement("script");
  script.textContent = await new Response(stream).text();
  document.body.append(script);
}

Object.assign(globalThis, {
  bytesOf,
  run,
  failed: (error) => {
    console.error(error);
    document.body.style.visibility = "visible";
    document.getElementById("status").textContent =
      "This page cannot start here: it needs a browser of 2023 or later, with WebAssembly.";
  },
});

run(bytesOf("unpack").pipeThrough(new DecompressionStream("gzip"))).catch(failed);
