// The first script of the page: unpacks the others, which are compressed. The policy of the page knows each by its hash.

import { read } from "./letters.js";

globalThis.bytesOf = (id) => read(document.getElementById(id).textContent);

(async () => {
  const script = document.createElement("script");
  const packed = new Blob([bytesOf("main")]).stream();
  script.textContent = await new Response(packed.pipeThrough(new DecompressionStream("gzip"))).text();
  document.body.append(script);
})().catch(() => {
  document.getElementById("status").textContent =
    "This page cannot start here: it needs a browser of 2023 or later, with WebAssembly.";
});
