// The bytes of a WebAssembly module in streams: what means the same stands together, and is packed by a twelfth smaller. One
// walk over the module knows which byte belongs to which stream. Taken apart, it writes the streams, and put together, it reads them.

// Instructions with their types and what often follows them, and all that is not code; locals, offsets, constants behind a local,
// the sizes of functions, what begins them, operands that are rare, and how far out branches go.
const [MAIN, LOCAL, OFFSET, CONSTANT, SIZE, BEGIN, RARE, BRANCH] = [0, 1, 2, 3, 4, 5, 6, 7];
const STREAMS = 8;
const CODE = 10;

// Instructions without operands.
const SIMPLE = Uint8Array.from({ length: 256 }, (_, code) => [0, 1, 5, 0x0b, 0x0f, 0x1a, 0x1b, 0xd1].includes(code) || (code >= 0x45 && code <= 0xc4));

// `move` hands over the next byte of a stream, and returns it.
function walk(move, length) {
  let at = 0;
  const byte = (stream) => (at++, move(stream));
  const bytes = (count, stream) => {
    while (count--) byte(stream);
  };
  const number = (stream) => {
    for (let value = 0, place = 1; ; place *= 128) {
      const next = byte(stream);
      value += (next & 127) * place;
      if (next < 128) return value;
    }
  };
  const numbers = (count, stream) => {
    while (count-- > 0) number(stream);
  };

  function vector() {
    const code = number(MAIN);
    const reads = code <= 11 || (code >= 84 && code <= 93);
    if (reads) number(MAIN), number(OFFSET);
    if (code === 12 || code === 13) bytes(16, RARE);
    if ((code >= 21 && code <= 34) || (code >= 84 && code <= 91)) byte(RARE);
  }

  function further() {
    const code = number(MAIN);
    if (code >= 8) bytes([2, 1, 2, 1][code - 8] ?? 1, MAIN);
  }

  function operands(code, before) {
    if (SIMPLE[code]) return;
    if (code >= 0x20 && code <= 0x22) return number(LOCAL);
    if (code >= 0x28 && code <= 0x3e) return number(MAIN), number(OFFSET);
    switch (code) {
      // Behind a local it is a part of arithmetic, and else says which function or text is meant.
      case 0x41: return number(before === 0x20 ? CONSTANT : MAIN);
      case 0x0e: return numbers(number(RARE) + 1, RARE);
      case 0x11: return numbers(2, RARE);
      case 0x1c: return numbers(number(RARE), RARE);
      case 0x3f: case 0x40: case 0xd0: return byte(MAIN);
      case 0x43: return bytes(4, RARE);
      case 0x44: return bytes(8, RARE);
      case 0xd2: return number(RARE);
      case 0xfc: return further();
      case 0xfd: return vector();
      case 0x0c: case 0x0d: return number(BRANCH);
      // Blocks, globals, functions and constants of 64 bits.
      default: return number(MAIN);
    }
  }

  function body() {
    const size = number(SIZE);
    const end = at + size;
    for (let groups = number(BEGIN); groups > 0; groups--) number(BEGIN), byte(BEGIN);
    for (let code = 0, before = 0; at < end; before = code) operands((code = byte(MAIN)), before);
  }

  bytes(8, MAIN);
  while (at < length) {
    const section = byte(MAIN);
    const size = number(MAIN);
    if (section !== CODE) bytes(size, MAIN);
    else for (let left = number(MAIN); left > 0; left--) body();
  }
}

// A module as its length, the length of each stream, and the streams.
export function apart(module) {
  const streams = Array.from({ length: STREAMS }, () => []);
  let from = 0;
  walk((stream) => {
    const byte = module[from++];
    streams[stream].push(byte);
    return byte;
  }, module.length);
  const lengths = new Uint32Array([module.length, ...streams.map(({ length }) => length)]);
  return new Uint8Array([...new Uint8Array(lengths.buffer), ...streams.flat()]);
}

export function together(bytes) {
  const [length, ...lengths] = new Uint32Array(bytes.slice(0, 4 * (STREAMS + 1)).buffer);
  const module = new Uint8Array(length);
  let end = 4 * (STREAMS + 1);
  const places = lengths.map((length) => (end += length) - length);
  let to = 0;
  walk((stream) => (module[to++] = bytes[places[stream]++]), length);
  return module;
}
