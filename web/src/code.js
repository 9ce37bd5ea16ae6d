// A short code of bits, in letters that are not confused when they are typed. A check in it shows typing errors; it keeps
// nothing secret.

// Crockford's base 32: no I, L, O and U.
const LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const MEANT = { I: "1", L: "1", O: "0" };
const LETTER = 5;
const GROUP = 4;
const CHECK = 4 * LETTER;
// x^20 + x^3 + 1 is primitive: a wrong letter, and two that change places, are always seen.
const POLYNOMIAL = 0b1001;

export class Bits {
  constructor(bits = []) {
    this.bits = bits;
    this.at = 0;
  }

  put(number, width) {
    for (let bit = width - 1; bit >= 0; bit--) this.bits.push(Math.floor(number / 2 ** bit) % 2);
  }

  // Throws a RangeError beyond the end.
  take(width) {
    if (this.at + width > this.bits.length) throw new RangeError("beyond the end");
    let number = 0;
    for (const bit of this.bits.slice(this.at, (this.at += width))) number = 2 * number + bit;
    return number;
  }
}

// The complement of the remainder of the bits, as a number of 20 bits: so a letter that is missing at the end is seen too.
export function checkOf(bits) {
  const top = 2 ** (CHECK - 1);
  const ones = 2 ** CHECK - 1;
  let sum = ones;
  for (const bit of bits) {
    const isOut = Math.floor(sum / top) !== bit;
    sum = (sum % top) * 2;
    if (isOut) sum ^= POLYNOMIAL;
  }
  return ones - sum;
}

export function coded({ bits }) {
  const whole = new Bits([...bits, ...Array((LETTER - (bits.length % LETTER)) % LETTER).fill(0)]);
  whole.put(checkOf(whole.bits), CHECK);
  const letters = Array.from({ length: whole.bits.length / LETTER }, () => LETTERS[whole.take(LETTER)]).join("");
  return letters.match(new RegExp(`.{1,${GROUP}}`, "g")).join("-");
}

// The bits of a code; null if it was not typed as it was given.
export function decoded(text) {
  const bits = new Bits();
  for (const typed of text.toUpperCase().replace(/[\s-]/g, "")) {
    const number = LETTERS.indexOf(MEANT[typed] ?? typed);
    if (number < 0) return null;
    bits.put(number, LETTER);
  }
  const end = bits.bits.length - CHECK;
  if (end < LETTER) return null;
  const said = new Bits(bits.bits.slice(end)).take(CHECK);
  return checkOf(bits.bits.slice(0, end)) === said ? new Bits(bits.bits.slice(0, end)) : null;
}
