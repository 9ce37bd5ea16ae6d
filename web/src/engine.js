// One instance of the engine, which is told the time: a question goes in, an answer comes out, both as JSON.

// In seconds.
const now = () => performance.now() / 1000;

export function started(module) {
  const { exports } = new WebAssembly.Instance(module, { page: { now } });
  const [encoder, decoder] = [new TextEncoder(), new TextDecoder()];
  function ask(question) {
    const bytes = encoder.encode(JSON.stringify(question));
    const place = exports.room(bytes.length) >>> 0;
    new Uint8Array(exports.memory.buffer, place, bytes.length).set(bytes);
    const answer = exports.ask() >>> 0;
    const text = new Uint8Array(exports.memory.buffer, answer, exports.answer_len() >>> 0);
    return JSON.parse(decoder.decode(text));
  }
  // The languages whose tables stand behind the code, each with its code and its own name.
  ask.languages = WebAssembly.Module.customSections(module, "language").map((table) => ask({ ask: "learn", text: decoder.decode(table) }));
  return ask;
}
