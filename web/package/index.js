// grundy in Node and in the browser: an instance of the engine, which imports nothing.

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

export class Grundy {
  #ask;
  #cells = 0;
  #open = null;

  // Starts an instance with a session of its own. `engine` is a compiled module, or its bytes.
  static async start(engine) {
    if (engine === undefined) compiled ??= engineBytes().then((bytes) => WebAssembly.compile(bytes));
    const given = engine ?? (await compiled);
    const module = given instanceof WebAssembly.Module ? given : await WebAssembly.compile(given);
    return new Grundy(await WebAssembly.instantiate(module, {}));
  }

  constructor(instance) {
    const { exports } = instance;
    const [encoder, decoder] = [new TextEncoder(), new TextDecoder()];
    this.#ask = (question) => {
      const bytes = encoder.encode(JSON.stringify(question));
      const place = exports.room(bytes.length) >>> 0;
      new Uint8Array(exports.memory.buffer, place, bytes.length).set(bytes);
      const answer = exports.ask() >>> 0;
      return JSON.parse(decoder.decode(new Uint8Array(exports.memory.buffer, answer, exports.answer_len() >>> 0)));
    };
    this.#ask({ ask: "data" });
  }

  // Runs statements. An error ends the run.
  run(text) {
    this.#open = `cell ${(this.#cells += 1)}`;
    return this.#rest(this.#ask({ ask: "begin", cell: this.#open, text: checked(text) }));
  }

  // Says a line in the dialogue that the last `run` has begun: a move, an answer.
  say(line) {
    if (this.#open === null) throw new Error("nothing has been run");
    return this.#rest(this.#ask({ ask: "say", cell: this.#open, text: checked(line), clock: clock() }));
  }

  #rest(first) {
    const said = [...first.said];
    for (let told = first; ; ) {
      if (said.some(({ kind }) => kind === "error")) break;
      told = this.#ask({ ask: "next", cell: this.#open, clock: clock() });
      if (told.over) break;
      said.push(...told.said);
    }
    return said;
  }

  // The value of one question, as `--json` prints it.
  ask(text) {
    const said = this.run(text);
    const error = said.find(({ kind }) => kind === "error");
    if (error) throw new GrundyError(error);
    return said.findLast(({ kind, data }) => kind === "answer" && data)?.data ?? null;
  }

  // The tokens of a text, where its statements stand, and whether the last one is unfinished.
  look(text) {
    return this.#ask({ ask: "look", text: checked(text) });
  }

  // Every word of the language with its usage and a line about it.
  words() {
    return this.#ask({ ask: "words" });
  }

  // Tells answers in another language from now on: "en" or "zh".
  speak(language) {
    this.#ask({ ask: "speak", text: checked(language) });
  }
}

export class GrundyError extends Error {
  constructor({ text, place, fix }) {
    super(text);
    this.name = "GrundyError";
    this.place = place;
    this.fix = fix;
  }
}

const clock = () => String(performance.now() / 1000);

function checked(text) {
  if (typeof text !== "string") throw new TypeError("a text is expected");
  return text;
}
