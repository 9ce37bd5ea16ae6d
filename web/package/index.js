// grundy in Node and in the browser: an instance of the engine, which imports nothing but a clock.

const FILE = new URL("./engine.wasm", import.meta.url);

// The bytes of the engine: from the file beside this one, or from the same place of the web.
async function engineBytes() {
  if (FILE.protocol === "file:") {
    const { readFile } = await import("node:fs/promises");
    return readFile(FILE);
  }
  const response = await fetch(FILE);
  if (!response.ok) throw new Error(`${FILE} cannot be had: ${response.status}`);
  return response.arrayBuffer();
}

let compiled;

const IMPORTS = { page: { now: () => performance.now() / 1000 } };
// Bytes: what a session may use if nothing else is said, and what a module has at most.
const [MEMORY, MOST_MEMORY] = [2 ** 30, 2 ** 32];

// One run takes the place of the one before.
const CELL = "cell";

const BEYOND = {
  deep: "error: this is nested more deeply than the engine can go, and was stopped. What was defined before is still there.",
  memory: "error: this went beyond the memory that the engine has, and was stopped. What was defined before is still there.",
};

export class Grundy {
  #module;
  #limits;
  #seconds;
  #exports;
  #definitions = [];
  #isOpen = false;

  // Starts an instance with a session of its own. `engine` is a compiled module, or its bytes.
  static async start(options = {}) {
    const { engine, memory = MEMORY, timeout, safe = false } = checkedOptions(options);
    if (engine === undefined) compiled ??= engineBytes().then((bytes) => WebAssembly.compile(bytes));
    const given = engine ?? (await compiled);
    const module = given instanceof WebAssembly.Module ? given : await WebAssembly.compile(given);
    return new Grundy(module, { memory, safe }, timeout);
  }

  constructor(module, limits, timeout) {
    this.#module = module;
    this.#limits = limits;
    this.#seconds = timeout;
    this.#begin();
  }

  // An engine that knows what was defined.
  #begin() {
    this.#exports = new WebAssembly.Instance(this.#module, IMPORTS).exports;
    for (const table of WebAssembly.Module.customSections(this.#module, "language")) this.#ask({ ask: "learn", text: new TextDecoder().decode(table) });
    this.#isOpen = false;
    this.#ask({ ask: "serve", ...this.#limits });
    const definitions = this.#definitions.splice(0);
    if (definitions.length) this.run(definitions.join("\n"), { timeout: Infinity });
  }

  #ask(question) {
    const exports = this.#exports;
    const bytes = new TextEncoder().encode(JSON.stringify(question));
    const place = exports.room(bytes.length) >>> 0;
    new Uint8Array(exports.memory.buffer, place, bytes.length).set(bytes);
    const answer = exports.ask() >>> 0;
    return JSON.parse(new TextDecoder().decode(new Uint8Array(exports.memory.buffer, answer, exports.answer_len() >>> 0)));
  }

  // Runs statements. An error ends the run.
  run(text, options) {
    const question = { ask: "begin", cell: CELL, text: checked(text) };
    this.#isOpen = true;
    return this.#said(question, options);
  }

  // Says a line in the dialogue that the last `run` has begun: a move, an answer.
  say(line, options) {
    if (!this.#isOpen) throw new Error("nothing has been run");
    return this.#said({ ask: "say", cell: CELL, text: checked(line) }, options);
  }

  // All that is said, within the time for one request.
  #said(question, options = {}) {
    const { timeout = this.#seconds } = checkedOptions(options);
    const said = [];
    const isWrong = () => said.some(({ kind }) => kind === "error");
    try {
      this.#ask({ ask: "allow", seconds: Number.isFinite(timeout) ? timeout : null });
      for (let told = this.#ask(question); !told.over; told = this.#ask({ ask: "next", cell: CELL })) {
        said.push(...told.said.map(withData));
        if (isWrong()) break;
        if (told.definition) this.#definitions.push(told.definition);
      }
    } catch (error) {
      // The engine cannot go on: another one takes its place.
      if (!(error instanceof WebAssembly.RuntimeError || error instanceof RangeError)) throw error;
      this.#begin();
      said.push({ kind: "error", code: null, text: error instanceof RangeError ? BEYOND.deep : BEYOND.memory, place: null, fix: null });
    }
    return said;
  }

  // The value of one question, as `--json` prints it.
  ask(text, options) {
    const said = this.run(text, options);
    const error = said.find(({ kind }) => kind === "error");
    if (error) throw new GrundyError(error);
    const answer = said.findLast(({ kind }) => kind === "answer");
    if (answer?.data === null) throw new GrundyError({ text: "error: the answer is too long to be told as data. Ask for a part of it.", place: null, fix: null });
    return answer?.data ?? null;
  }

  // The tokens of a text, where its statements stand, and whether the last one is unfinished.
  look(text) {
    return this.#ask({ ask: "look", text: checked(text) });
  }

  // Every word of the language with its usage and a line about it.
  words() {
    return this.#ask({ ask: "words" });
  }

  // Tells answers in another language from now on: "en", "zh", "de" or "es".
  speak(language) {
    this.#ask({ ask: "speak", text: checked(language) });
  }
}

export class GrundyError extends Error {
  constructor({ text, code, place, fix }) {
    super(text);
    this.name = "GrundyError";
    this.code = code ?? null;
    this.place = place;
    this.fix = fix;
  }
}

const withData = (said) => (typeof said.data === "string" ? { ...said, data: exact(said.data) } : said);

// Texts, and whole numbers of so many digits that JavaScript may not know them.
const LONG = /"(?:[^"\\]|\\.)*"|(?<![\d.])-?\d{16,}(?![\d.eE])/g;

// Reads data. A whole number beyond 2^53 - 1 becomes a BigInt: that it is one, its place tells and not its look, since a text of digits
// stands between quotation marks. No object has a member of this name.
function exact(json) {
  if (!/\d{16}/.test(json)) return JSON.parse(json);
  let isMarked = false;
  const marked = json.replace(LONG, (found) => {
    if (found.startsWith('"') || Number.isSafeInteger(Number(found))) return found;
    isMarked = true;
    return `{"$":"${found}"}`;
  });
  return JSON.parse(marked, isMarked ? (_, value) => (typeof value?.$ === "string" ? BigInt(value.$) : value) : undefined);
}

function checkedOptions(options) {
  if (typeof options !== "object" || options === null || options instanceof WebAssembly.Module || options instanceof ArrayBuffer || ArrayBuffer.isView(options)) {
    throw new TypeError("options are expected, such as { memory: 2 ** 28, timeout: 10 }");
  }
  const { memory, timeout, safe } = options;
  if (memory !== undefined && !(Number.isSafeInteger(memory) && memory > 0 && memory <= MOST_MEMORY)) throw new RangeError("memory is a number of bytes, from 1 to 2 ** 32");
  if (timeout !== undefined && !(typeof timeout === "number" && timeout > 0)) throw new RangeError("timeout is a number of seconds above 0");
  if (safe !== undefined && typeof safe !== "boolean") throw new TypeError("safe is true or false");
  return options;
}

function checked(text) {
  if (typeof text !== "string") throw new TypeError("a text is expected");
  return text;
}
