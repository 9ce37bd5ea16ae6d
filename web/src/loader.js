// The first script of the page: unpacks the others, which are compressed. The policy of the page knows each by its hash.

globalThis.unpacked = (id) => {
  const letters = atob(document.getElementById(id).textContent.trim());
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip")));
};

(async () => {
  const script = document.createElement("script");
  script.textContent = await unpacked("main").text();
  document.body.append(script);
})().catch(() => {
  document.getElementById("status").textContent =
    "This page cannot start here: it needs a browser of 2023 or later, with WebAssembly.";
});
