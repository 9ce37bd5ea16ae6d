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
});

test("letters may stand in an element of a page, and are few", () => {
  const letters = written(bytesOf(90_000, (place) => (place * place + (place >> 7)) % 256));
  assert.match(letters, /^[ -;=-~]*$/);
  assert.equal(letters.length, 110_000);
});
