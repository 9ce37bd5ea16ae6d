// Bytes as letters that may stand in an element of a page. The page has 16 bits for each letter, so that most pairs of bytes
// are one letter: 31 letters for 60 bytes, where a page of letters with 8 bits needs 80 in base64.

// What is no letter of 16 bits, and the first 256, which are the signs of the page, are written as two of those.
const SIGNS = 256;
const [NO_LETTER, BEHIND] = [0xd800, 0xe000];
// Two signs have six bits each, behind `@`.
const [FIRST, BITS] = [64, 6];

export function written(bytes) {
  const parts = [];
  const pair = (high, low) => {
    const number = high * 256 + low;
    const rare = number < SIGNS ? number : number >= NO_LETTER && number < BEHIND ? SIGNS + number - NO_LETTER : -1;
    parts.push(rare < 0 ? String.fromCharCode(number) : String.fromCharCode(FIRST + (rare >> BITS), FIRST + (rare % (1 << BITS))));
  };
  for (let place = 0; place + 1 < bytes.length; place += 2) pair(bytes[place], bytes[place + 1]);
  // The last of an odd number of bytes comes alone, behind a blank.
  if (bytes.length % 2) {
    parts.push(" ");
    pair(0, bytes.at(-1));
  }
  return parts.join("");
}

export function read(letters) {
  const bytes = new Uint8Array(2 * letters.length);
  let to = 0;
  for (let place = 0; place < letters.length; place++) {
    let number = letters.charCodeAt(place);
    const isLast = letters[place] === " ";
    if (isLast) number = letters.charCodeAt(++place);
    if (number < SIGNS) {
      const rare = ((number - FIRST) << BITS) + letters.charCodeAt(++place) - FIRST;
      number = rare < SIGNS ? rare : rare - SIGNS + NO_LETTER;
    }
    if (!isLast) bytes[to++] = number >> 8;
    bytes[to++] = number;
  }
  return bytes.slice(0, to);
}
