// Bytes in 94 letters that may stand in an element of a page: eleven letters for nine bytes, where base64 needs twelve.

// What can be printed, and the blank, without what could begin a tag.
const LETTERS = Array.from({ length: 95 }, (_, place) => String.fromCharCode(32 + place)).join("").replace("<", "");
const [BYTES, MANY] = [9, 11];
// So many letters for the last bytes, of which there may be fewer.
const LAST = [0, 2, 3, 4, 5, 7, 8, 9, 10, 11];

export function written(bytes) {
  const parts = [];
  for (let place = 0; place < bytes.length; place += BYTES) {
    // Three numbers of 24 bits each, the highest first.
    const number = [0, 3, 6].map((first) => [0, 1, 2].reduce((sum, next) => sum * 256 + (bytes[place + first + next] ?? 0), 0));
    let letters = "";
    for (let count = 0; count < MANY; count++) {
      let left = 0;
      for (let part = 0; part < 3; part++) {
        const whole = left * 2 ** 24 + number[part];
        number[part] = Math.floor(whole / 94);
        left = whole % 94;
      }
      letters = LETTERS[left] + letters;
    }
    parts.push(letters.slice(0, LAST[Math.min(bytes.length - place, BYTES)]));
  }
  return parts.join("");
}

export function read(letters) {
  const digits = new Uint8Array(128);
  for (let digit = 0; digit < 94; digit++) digits[LETTERS.charCodeAt(digit)] = digit;
  const bytes = new Uint8Array(Math.floor(letters.length / MANY) * BYTES + LAST.indexOf(letters.length % MANY));
  for (let place = 0, to = 0; place < letters.length; place += MANY) {
    let [high, middle, low] = [0, 0, 0];
    // What was cut off is filled up with the largest digit, so that the bytes before it come out right.
    for (let next = place; next < place + MANY; next++) {
      low = low * 94 + (next < letters.length ? digits[letters.charCodeAt(next)] : 93);
      middle = middle * 94 + (low >>> 24);
      high = high * 94 + (middle >>> 24);
      low &= 0xffffff;
      middle &= 0xffffff;
    }
    for (const part of [high, middle, low]) {
      for (let shift = 16; shift >= 0 && to < bytes.length; shift -= 8) bytes[to++] = part >>> shift;
    }
  }
  return bytes;
}
