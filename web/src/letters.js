// Bytes as letters that may stand in an element of a page. The page has 16 bits for each letter. A letter cannot be half of one of
// more bits, so that its highest five bits have 31 values: 21 of these are 104 bits, which is a three-hundredth less than 105.

// A chunk of bytes, which becomes a chunk of letters: the first bytes their highest bits, in groups, and the others the lowest.
const [BYTES, LETTERS, GROUPS] = [335, 168, 8];
const [IN_GROUP, GROUP_BYTES, LOW_BITS] = [LETTERS / GROUPS, 13, 11];
const HIGHEST = 31;
// Seven of them fit a number.
const SEVEN = BigInt(HIGHEST) ** 7n;
const HALF = 52;
// The highest bits of the halves of a letter.
const SURROGATE = 27;
// What a page takes for another letter, and what could begin a tag: each is written as a letter of two halves.
const OTHERS = [0, 13, 60];
const [FIRST_HALF, SECOND_HALF] = [0xd800, 0xdc00];
// The first two letters are the number of bytes.
const [FROM, DIGIT] = [256, 1 << 15];

const letterOf = (high, low) => {
  const letter = ((high < SURROGATE ? high : high + 1) << LOW_BITS) | low;
  const other = OTHERS.indexOf(letter);
  return other < 0 ? String.fromCharCode(letter) : String.fromCharCode(FIRST_HALF, SECOND_HALF + other);
};

function highest(bytes) {
  const digits = [];
  let whole = bytes.reduce((whole, byte) => whole * 256n + BigInt(byte), 0n);
  for (let place = 0; place < IN_GROUP; place++, whole /= BigInt(HIGHEST)) digits.unshift(Number(whole % BigInt(HIGHEST)));
  return digits;
}

export function written(bytes) {
  const parts = [String.fromCharCode(FROM + Math.floor(bytes.length / DIGIT), FROM + (bytes.length % DIGIT))];
  for (let begin = 0; begin < bytes.length; begin += BYTES) {
    const chunk = Array.from({ length: BYTES }, (_, place) => bytes[begin + place] ?? 0);
    const high = Array.from({ length: GROUPS }, (_, group) => highest(chunk.slice(GROUP_BYTES * group, GROUP_BYTES * (group + 1)))).flat();
    let [at, bits, held] = [GROUPS * GROUP_BYTES, 0, 0];
    for (const digit of high) {
      while (held < LOW_BITS) [bits, held] = [(bits << 8) | chunk[at++], held + 8];
      held -= LOW_BITS;
      parts.push(letterOf(digit, bits >> held));
      bits &= (1 << held) - 1;
    }
  }
  return parts.join("");
}

export function read(letters) {
  const length = (letters.charCodeAt(0) - FROM) * DIGIT + letters.charCodeAt(1) - FROM;
  const bytes = new Uint8Array(Math.ceil(length / BYTES) * BYTES);
  let place = 2;
  for (let begin = 0; begin < length; begin += BYTES) {
    let [to, bits, held] = [begin + GROUPS * GROUP_BYTES, 0, 0];
    for (let group = 0; group < GROUPS; group++) {
      let whole = 0n;
      for (let sevens = 0; sevens < 3; sevens++) {
        let seven = 0;
        for (let left = 7; left > 0; left--) {
          let letter = letters.charCodeAt(place++);
          if (letter === FIRST_HALF) letter = OTHERS[letters.charCodeAt(place++) - SECOND_HALF];
          const high = letter >> LOW_BITS;
          seven = seven * HIGHEST + (high < SURROGATE ? high : high - 1);
          bits = (bits << LOW_BITS) | (letter & ((1 << LOW_BITS) - 1));
          for (held += LOW_BITS; held >= 8; held -= 8) bytes[to++] = bits >> (held - 8);
          bits &= (1 << held) - 1;
        }
        whole = whole * SEVEN + BigInt(seven);
      }
      // 104 bits are two numbers.
      let end = begin + GROUP_BYTES * (group + 1);
      const [low, high] = [Number(BigInt.asUintN(HALF, whole)), Number(whole >> BigInt(HALF))];
      const middle = (low / 2 ** 48) | ((high % 16) << 4);
      let [left, right] = [low % 2 ** 48, Math.floor(high / 16)];
      for (let byte = 0; byte < 6; byte++, left = Math.floor(left / 256)) bytes[--end] = left % 256;
      bytes[--end] = middle;
      for (let byte = 0; byte < 6; byte++, right = Math.floor(right / 256)) bytes[--end] = right % 256;
    }
  }
  return bytes.slice(0, length);
}
