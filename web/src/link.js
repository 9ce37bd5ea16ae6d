// A script in the fragment of a link: compressed, then written in letters that a link may have. It is sent nowhere.

const MOST = 1 << 22;

async function through(stream, bytes, most = Infinity) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts = [];
  for (let length = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) return new Uint8Array(await new Blob(parts).arrayBuffer());
    length += value.length;
    if (length > most) throw new RangeError("too long");
    parts.push(value);
  }
}

export async function fragmentOf(script) {
  const bytes = await through(new CompressionStream("deflate-raw"), new TextEncoder().encode(script));
  let letters = "";
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return "s=" + btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

// The script of a fragment; null where it has none.
export async function scriptIn(fragment) {
  if (!fragment.startsWith("#s=")) return fragment.length > 1 ? Promise.reject(new Error("unknown")) : null;
  const letters = atob(fragment.slice(3).replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  const text = await through(new DecompressionStream("deflate-raw"), bytes, MOST);
  return new TextDecoder("utf-8", { fatal: true }).decode(text);
}
