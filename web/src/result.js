// What a reader has reached in an activity, and its code: for each quiz, exam or game of the script what became of it.

import { Bits, checkOf, coded, decoded } from "./code.js";

// Of the code: another version writes other codes.
const VERSION = 1;
const ACTIVITY = 12;
// 63 letters, so that most names need six bits for each.
const NAME = " ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const MOST_NAME = 63;
const MOST_PLACES = 63;
const MOST_QUESTIONS = 63;
const MOST_TYPED = 15;
const MOST_HALVES = 63;
const [UNANSWERED, RIGHT, PARTLY, WRONG] = [0, 1, 2, 3];

export class Results {
  constructor() {
    // By the place of the cell among those of statements: what became of its game, or of the questions, by their numbers.
    this.groups = new Map();
  }

  get isEmpty() {
    return ![...this.groups.values()].some(({ won, questions }) => won !== undefined || questions?.size);
  }

  // What an answer tells of the result. `line` is what was typed.
  hear(place, told, line = "") {
    if (told.type === "play") {
      if (["you", "machine"].includes(told.winner)) this.groups.set(place, { won: told.winner === "you" });
      return;
    }
    if (told.type === "exam") {
      const each = told.questions.map(({ number, mark, points, right, typed }) => [number, { mark, most: points, right, typed: right ? "" : typed ?? "" }]);
      this.groups.set(place, { of: told.of, questions: new Map(each) });
      return;
    }
    if (told.event === "question" && told.number === 1) this.groups.set(place, { of: told.of, questions: new Map(), first: null });
    const group = this.groups.get(place);
    if (!group?.questions) return;
    // The first wrong answer says what was confused.
    if (told.event === "again") group.first ??= line;
    if (told.event !== "graded") return;
    const { question, points, right, given } = told;
    const typed = group.first ?? (right || given === null ? "" : line);
    group.questions.set(question.number, { mark: points, most: question.points, right, typed });
    group.first = null;
  }
}

// Of a script, so that a code of another activity is known as such.
export function activityOf(script) {
  const bits = new Bits();
  for (const byte of new TextEncoder().encode(script)) bits.put(byte, 8);
  return checkOf(bits.bits) % 2 ** ACTIVITY;
}

export function codeOf({ script, name, results }) {
  const bits = new Bits();
  bits.put(VERSION, 3);
  bits.put(activityOf(script), ACTIVITY);
  putName(bits, name.trim());
  const groups = [...results.groups].filter(([place]) => place <= MOST_PLACES);
  bits.put(groups.length, 6);
  for (const [place, { won, of, questions }] of groups) {
    bits.put(place, 6);
    bits.put(questions ? 1 : 0, 1);
    if (questions) putQuestions(bits, Math.min(of, MOST_QUESTIONS), questions);
    else bits.put(won ? 1 : 0, 1);
  }
  return coded(bits);
}

function putName(bits, name) {
  const isShort = [...name].every((letter) => NAME.includes(letter));
  let units = isShort ? [...name].map((letter) => NAME.indexOf(letter)) : [...new TextEncoder().encode(name)];
  // What is cut off is whole letters.
  for (let letters = [...name]; units.length > MOST_NAME; ) {
    letters = letters.slice(0, -1);
    units = isShort ? units.slice(0, letters.length) : [...new TextEncoder().encode(letters.join(""))];
  }
  bits.put(isShort ? 0 : 1, 1);
  bits.put(units.length, 6);
  units.forEach((unit) => bits.put(unit, isShort ? 6 : 8));
}

function putQuestions(bits, of, questions) {
  bits.put(of, 6);
  for (let number = 1; number <= of; number++) {
    const question = questions.get(number);
    const isFull = question?.right && question.mark === question.most;
    const state = !question ? UNANSWERED : isFull ? RIGHT : question.mark > 0 ? PARTLY : WRONG;
    bits.put(state, 2);
    if (state === PARTLY) bits.put(Math.min(Math.round(2 * question.mark), MOST_HALVES), 6);
    if (state === PARTLY || state === WRONG) putTyped(bits, question.typed.trim());
  }
}

// A number in groups of three bits, the least first; or a text.
function putTyped(bits, typed) {
  const isNumber = /^(0|[1-9]\d{0,8})$/.test(typed);
  bits.put(isNumber ? 1 : 0, 1);
  if (isNumber) {
    let number = Number(typed);
    do {
      bits.put(number >= 8 ? 1 : 0, 1);
      bits.put(number % 8, 3);
      number = Math.floor(number / 8);
    } while (number);
    return;
  }
  const text = typed.slice(0, MOST_TYPED);
  bits.put(text.length, 4);
  for (const letter of text) bits.put(letter < "\u0080" ? letter.charCodeAt(0) : 0x3f, 7);
}

// What a code says; or a sentence why it says nothing.
export function resultOf(text, script) {
  const bits = decoded(text);
  if (!bits) return "has a typing error: at least one letter is wrong, missing or too much.";
  try {
    if (bits.take(3) !== VERSION) return "was made by another version of this page.";
    if (bits.take(ACTIVITY) !== activityOf(script)) return "belongs to another activity.";
    const name = takeName(bits);
    const groups = Array.from({ length: bits.take(6) }, () => {
      const place = bits.take(6);
      return [place, bits.take(1) ? takeQuestions(bits) : { won: bits.take(1) === 1 }];
    });
    return { name, groups: new Map(groups) };
  } catch {
    return "is not whole.";
  }
}

function takeName(bits) {
  const isShort = !bits.take(1);
  const units = Array.from({ length: bits.take(6) }, () => 0).map(() => bits.take(isShort ? 6 : 8));
  return isShort ? units.map((unit) => NAME[unit] ?? "?").join("") : new TextDecoder().decode(new Uint8Array(units));
}

function takeQuestions(bits) {
  const of = bits.take(6);
  const questions = new Map();
  for (let number = 1; number <= of; number++) {
    const state = bits.take(2);
    if (state === UNANSWERED) continue;
    const mark = state === PARTLY ? bits.take(6) / 2 : state === WRONG ? 0 : null;
    questions.set(number, { mark, right: state === RIGHT, typed: state === RIGHT ? "" : takeTyped(bits) });
  }
  return { of, questions };
}

function takeTyped(bits) {
  if (bits.take(1)) {
    let number = 0;
    for (let factor = 1; ; factor *= 8) {
      const isMore = bits.take(1);
      number += factor * bits.take(3);
      if (!isMore) return String(number);
    }
  }
  return String.fromCharCode(...Array.from({ length: bits.take(4) }, () => bits.take(7)));
}
