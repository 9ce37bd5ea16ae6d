// Bytes in 85 letters that may stand in an element of a page: five letters for four bytes, where base64 needs more.

// What can be printed, without what markup could take for something else.
const PRINTED = Array.from({ length: 94 }, (_, place) => String.fromCharCode(33 + place));
const LETTERS = PRINTED.filter((letter) => !"\"&'<>\\`~|".includes(letter)).join("");

export function written(bytes) {
  const parts = [];
  for (let place = 0; place < bytes.length; place += 4) {
    let number = 0;
    for (let next = place; next < place + 4; next++) number = number * 256 + (bytes[next] ?? 0);
    let letters = "";
    for (let count = 0; count < 5; count++) {
      letters = LETTERS[number % 85] + letters;
      number = Math.floor(number / 85);
    }
    // Of the last bytes, fewer than four, there is one letter more than bytes.
    parts.push(letters.slice(0, Math.min(bytes.length - place, 4) + 1));
  }
  return parts.join("");
}

export function read(letters) {
  const digits = new Uint8Array(128);
  for (let digit = 0; digit < 85; digit++) digits[LETTERS.charCodeAt(digit)] = digit;
  const bytes = new Uint8Array(Math.floor(letters.length / 5) * 4 + Math.max((letters.length % 5) - 1, 0));
  for (let place = 0, to = 0; place < letters.length; place += 5) {
    let number = 0;
    // What was cut off is filled up with the largest digit, so that the bytes before it come out right.
    for (let next = place; next < place + 5; next++) number = number * 85 + (next < letters.length ? digits[letters.charCodeAt(next)] : 84);
    for (let shift = 24; shift >= 0 && to < bytes.length; shift -= 8) bytes[to++] = number / 2 ** shift;
  }
  return bytes;
}
