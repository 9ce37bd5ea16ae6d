// The bytes of the page as letters, and back.

import assert from "node:assert/strict";
import { test } from "node:test";
import { read, written } from "../src/letters.js";

const bytesOf = (length, byte) => Uint8Array.from({ length }, (_, place) => byte(place));
// Bytes as if by chance.
let chance = 1;
const pairs = bytesOf(1 << 17, () => (chance = (chance * 16807) % 2147483647) % 256);

test("bytes come back from their letters", () => {
  for (let length = 0; length < 100; length++) {
    for (const byte of [() => 0, () => 255, () => 13, () => 0xd8, (place) => (place * 151 + 7 * length) % 256, (place) => (place % 3 ? 255 : 0)]) {
      const bytes = bytesOf(length, byte);
      assert.deepEqual(read(written(bytes)), bytes);
    }
  }
  assert.deepEqual(read(written(pairs)), pairs);
  assert.deepEqual(read(written(pairs.slice(1))), pairs.slice(1));
});

test("letters may stand in an element of a page, and are few", () => {
  const letters = written(pairs);
  assert.match(letters, /^(?:[\x01-\x0c\x0e-;=-\ud7ff\ue000-\uffff]|\ud800[\udc00-\udc02])*$/);
  assert.ok(letters.length < 1.006 * (1 << 16), `${letters.length}`);
});
