// A script in the fragment of a link: compressed, then written in letters that a link may have. It is sent nowhere.

const MOST = 1 << 22;
const BROKEN = "The script in this link cannot be read: the link is not whole. The page is empty.";

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

export const fragmentOf = async (script) => "s=" + (await packed(script));
// The number is that of the version of activities.
export const activityFragment = async (script) => "c1=" + (await packed(script));

async function packed(script) {
  const bytes = await through(new CompressionStream("deflate-raw"), new TextEncoder().encode(script));
  let letters = "";
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

// The script of a fragment, and whether it is an activity for a class; null where it has none. Fails with a sentence where it cannot
// be read.
export async function scriptIn(fragment) {
  if (fragment.length <= 1) return null;
  const [, kind, version, letters] = /^#([sc])(\d*)=(.*)$/s.exec(fragment) ?? [];
  if (kind === "c" && version !== "1") throw new Error("This activity was made by another version of this page, and cannot be opened by this one.");
  if (!kind) throw new Error(BROKEN);
  try {
    const bytes = Uint8Array.from(atob(letters.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
    const text = await through(new DecompressionStream("deflate-raw"), bytes, MOST);
    return { script: new TextDecoder("utf-8", { fatal: true }).decode(text), isActivity: kind === "c" };
  } catch {
    throw new Error(BROKEN);
  }
}
