// The bytes of the page as letters, and back.

import assert from "node:assert/strict";
import { test } from "node:test";
import { read, written } from "../src/letters.js";

const bytesOf = (length, byte) => Uint8Array.from({ length }, (_, place) => byte(place));

test("bytes come back from their letters", () => {
  for (let length = 0; length < 100; length++) {
    for (const byte of [() => 0, () => 255, (place) => (place * 151 + 7 * length) % 256, (place) => (place % 3 ? 255 : 0)]) {
      const bytes = bytesOf(length, byte);
      assert.deepEqual(read(written(bytes)), bytes);
    }
  }
  const all = bytesOf(1 << 17, (place) => (place % 2 ? place >> 1 : place >> 9));
  assert.deepEqual(read(written(all)), all);
});

test("letters may stand in an element of a page, and are few", () => {
  const letters = written(bytesOf(1 << 17, (place) => (place % 2 ? place >> 1 : place >> 9)));
  assert.match(letters, /^[ @-\x7f\u0100-\ud7ff\ue000-\uffff]*$/);
  assert.equal(letters.length, (1 << 16) + 256 + 2048);
});
