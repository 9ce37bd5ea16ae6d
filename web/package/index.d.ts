/** A place in a text, in UTF-16 code units, half-open. */
export interface Place {
  from: number;
  to: number;
  /** What is wrong there, or the text that would be right. */
  message: string;
}

export * from "./answers.js";
import type { Answer } from "./answers.js";

/** What a text has said, in its order. `data` is null where it is too long. */
export type Said =
  | { kind: "answer"; /** A piece of a page. */ html: string; data?: Answer | null; /** A game that is played, with its moves. */ play?: any }
  | { kind: "line" | "notice"; text: string }
  | { kind: "file"; name: string; text: string }
  | { kind: "error"; /** As `grundy --explain` knows it; null where the engine itself could not go on. */ code: string | null; text: string; place: Place | null; fix: Place | null };

export interface Look {
  /** Each token: where it begins and ends, and the class by which it is coloured. */
  tokens: [number, number, string][];
  statements: [number, number][];
  /** Whether the last statement goes on with the next line. */
  open: boolean;
}

/** The limits of one request. */
export interface Within {
  /** Seconds that all of it may take; without it there is no limit. Beyond it, the request ends with the error E0502. */
  timeout?: number;
}

export interface Options extends Within {
  /** Bytes for all that a session computes and keeps, 1 GiB if nothing is said. Beyond them, a request ends with the error E0503. */
  memory?: number;
  /** Whether statements that name files are errors (E0606). Without it, `to` and `save` give a text with the name of a file, and nothing is read. */
  safe?: boolean;
  /** Another engine than the file `engine.wasm` beside this module. */
  engine?: WebAssembly.Module | BufferSource;
}

/** A session of grundy. It computes on the thread that calls: in a page, use a worker. After any error it knows what was defined before. */
export class Grundy {
  private constructor();
  /** Starts a session of its own; `timeout` is that of every request, unless it says another. @throws TypeError, RangeError */
  static start(options?: Options): Promise<Grundy>;
  /** Runs statements, up to the first error. */
  run(text: string, within?: Within): Said[];
  /** Says a line in the dialogue that the last `run` has begun, such as a move in `play`. */
  say(line: string, within?: Within): Said[];
  /** The answer to the last question of a text, as data; null if it has none. Its type can be said: `ask<WinnerAnswer>("winner Nim(3)")`. @throws GrundyError */
  ask<Kind = any>(text: string, within?: Within): Kind;
  look(text: string): Look;
  words(): { word: string; usage: string; line: string }[];
  /** Tells answers in this language from now on: "en", "zh", "de" or "es". */
  speak(language: string): void;
}

/** A mistake in a text, or a limit that was reached; the message shows its place, and what to do. */
export class GrundyError extends Error {
  code: string | null;
  place: Place | null;
  fix: Place | null;
}
