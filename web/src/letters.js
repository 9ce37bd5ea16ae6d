// Bytes as letters that may stand in an element of a page. The page has 16 bits for each letter, so that two bytes are one
// letter, and 130 or so have one letter before them.

// What cannot stand there as it is: the halves of a letter of more bits, what a page takes for another letter, and what could
// begin a tag.
const isForbidden = (number) => (number & 0xf800) === 0xd800 || [0, 13, 60].includes(number);
// A group of letters has a key of five bits, which changes the highest ones of each number so that none is forbidden.
const KEYS = Array.from({ length: 32 }, (_, key) => key);
const HIGHEST = 11;
// The letter before a group is its key and how many it has, from here on.
const [HEAD, KEY_BITS, MOST] = [256, 5, 1 << 10];

export function written(bytes) {
  const numbers = Array.from({ length: Math.ceil(bytes.length / 2) }, (_, place) => bytes[2 * place] * 256 + (bytes[2 * place + 1] ?? 0));
  // The first letter tells whether the last number is two bytes.
  const parts = [String.fromCharCode(HEAD + (bytes.length % 2))];
  for (let begin = 0; begin < numbers.length; ) {
    let [end, keys] = [begin, KEYS];
    while (end < Math.min(begin + MOST, numbers.length)) {
      const left = keys.filter((key) => !isForbidden(numbers[end] ^ (key << HIGHEST)));
      if (!left.length) break;
      [end, keys] = [end + 1, left];
    }
    const group = numbers.slice(begin, end).map((number) => number ^ (keys[0] << HIGHEST));
    parts.push(String.fromCharCode(HEAD + (group.length << KEY_BITS) + keys[0], ...group));
    begin = end;
  }
  return parts.join("");
}

export function read(letters) {
  const bytes = new Uint8Array(2 * letters.length);
  let to = 0;
  for (let place = 1; place < letters.length; ) {
    const head = letters.charCodeAt(place++) - HEAD;
    const key = (head % (1 << KEY_BITS)) << HIGHEST;
    for (const end = place + (head >> KEY_BITS); place < end; place++) {
      const number = letters.charCodeAt(place) ^ key;
      bytes[to++] = number >> 8;
      bytes[to++] = number;
    }
  }
  return bytes.slice(0, to - (letters.charCodeAt(0) - HEAD));
}
