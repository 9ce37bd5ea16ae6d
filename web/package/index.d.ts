/** A place in a text, in UTF-16 code units, half-open. */
export interface Place {
  from: number;
  to: number;
  /** What is wrong there, or the text that would be right. */
  message: string;
}

/** What a text has said, in its order. */
export type Said =
  | { kind: "answer"; /** A piece of a page. */ html: string; /** The object that `grundy --json` prints. */ data: any; /** A game that is played, with its moves. */ play?: any }
  | { kind: "line" | "notice"; text: string }
  | { kind: "error"; text: string; place: Place | null; fix: Place | null };

export interface Look {
  /** Each token: where it begins and ends, and the class by which it is coloured. */
  tokens: [number, number, string][];
  statements: [number, number][];
  /** Whether the last statement goes on with the next line. */
  open: boolean;
}

/** A session of grundy. It computes on the thread that calls: in a page, use a worker. */
export class Grundy {
  /** Starts a session of its own. Without an engine, the file `engine.wasm` beside this module is taken, once for all sessions. */
  static start(engine?: WebAssembly.Module | BufferSource): Promise<Grundy>;
  /** Runs statements, up to the first error. */
  run(text: string): Said[];
  /** Says a line in the dialogue that the last `run` has begun, such as a move in `play`. */
  say(line: string): Said[];
  /** The answer to the last question of a text, as data. @throws GrundyError */
  ask(text: string): any;
  look(text: string): Look;
  words(): { word: string; usage: string; line: string }[];
  /** Tells answers in this language from now on: "en" or "zh". */
  speak(language: string): void;
}

/** A mistake in a text; the message shows its place, and what to do. */
export class GrundyError extends Error {
  place: Place | null;
  fix: Place | null;
}
