// What a reader has reached in an activity, and its code: what became of each quiz, exam and game of the script. Each has a key: the
// place of its cell among those of statements, and its number in that cell.

import { Bits, checkOf, coded, decoded } from "./code.js";

// Of the code: another version writes other codes.
const VERSION = 2;
const ACTIVITY = 12;
// Two students of one name are two.
const STUDENT = 10;
// 63 letters, so that most names need six bits for each.
const NAME = " ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const MOST_NAME = 63;
const MOST_TYPED = 15;
const [UNANSWERED, RIGHT, PARTLY, WRONG] = [0, 1, 2, 3];
const LEVELS = ["easy", "medium", "hard"];

export const keyOf = (place, number) => `${place}.${number}`;
export const isIn = (key, place) => key.startsWith(`${place}.`);

// A number by which the codes of one student are known as such.
export const newStudent = () => crypto.getRandomValues(new Uint16Array(1))[0] % 2 ** STUDENT;

export class Results {
  // `groups`: for each key what became of the game, or of the questions, by their numbers.
  constructor(groups = new Map()) {
    this.groups = groups;
  }

  static from(data) {
    return new Results(new Map(data.map(([key, group]) => [key, group.questions ? { ...group, questions: new Map(group.questions) } : group])));
  }

  toJSON() {
    return [...this.groups].map(([key, group]) => [key, group.questions ? { ...group, questions: [...group.questions] } : group]);
  }

  get isEmpty() {
    return ![...this.groups.values()].some(({ won, questions }) => won !== undefined || questions?.size);
  }

  // Those in the cell at this place, as text.
  within(place) {
    return JSON.stringify(this.toJSON().filter(([key]) => isIn(key, place)).sort());
  }

  // Forgets those in the cell at this place.
  forget(place) {
    for (const key of [...this.groups.keys()]) if (isIn(key, place)) this.groups.delete(key);
  }

  // What an answer tells of the result. `line` is what was typed; `helped` tells whether the game was helped from outside.
  hear(key, told, line = "", helped = false) {
    if (told.type === "play") {
      const { winner, level, undone } = told;
      if (["you", "machine"].includes(winner)) this.groups.set(key, { won: winner === "you", level, helped: helped || told.helped, undone });
      return;
    }
    if (told.type === "exam") {
      const each = told.questions.map(({ number, mark, points, right, typed }) => [number, { mark, most: points, right, typed: right ? "" : typed ?? "" }]);
      this.groups.set(key, { of: told.of, questions: new Map(each) });
      return;
    }
    if (told.event === "question" && told.number === 1) this.groups.set(key, { of: told.of, questions: new Map(), first: null });
    const group = this.groups.get(key);
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

export function codeOf({ script, student, name, results }) {
  const bits = new Bits();
  bits.put(VERSION, 3);
  bits.put(activityOf(script), ACTIVITY);
  bits.put(student, STUDENT);
  putName(bits, name.trim());
  putNumber(bits, results.groups.size);
  for (const [key, { won, level, helped, undone, of, questions }] of results.groups) {
    key.split(".").forEach((part) => putNumber(bits, Number(part)));
    bits.put(questions ? 1 : 0, 1);
    if (questions) putQuestions(bits, of, questions);
    else {
      [won, helped, undone].forEach((is) => bits.put(is ? 1 : 0, 1));
      bits.put(LEVELS.indexOf(level), 2);
    }
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

// In groups of three bits, the least first.
function putNumber(bits, number) {
  do {
    bits.put(number >= 8 ? 1 : 0, 1);
    bits.put(number % 8, 3);
    number = Math.floor(number / 8);
  } while (number);
}

function takeNumber(bits) {
  let number = 0;
  for (let factor = 1; ; factor *= 8) {
    const isMore = bits.take(1);
    number += factor * bits.take(3);
    if (!isMore) return number;
  }
}

function putQuestions(bits, of, questions) {
  putNumber(bits, of);
  for (let number = 1; number <= of; number++) {
    const question = questions.get(number);
    const isFull = question?.right && question.mark === question.most;
    const state = !question ? UNANSWERED : isFull ? RIGHT : question.mark > 0 ? PARTLY : WRONG;
    bits.put(state, 2);
    if (state === PARTLY) putNumber(bits, Math.round(2 * question.mark));
    if (state === PARTLY || state === WRONG) putTyped(bits, question.typed.trim());
  }
}

// A number, or a text.
function putTyped(bits, typed) {
  const isNumber = /^(0|[1-9]\d{0,8})$/.test(typed);
  bits.put(isNumber ? 1 : 0, 1);
  if (isNumber) return putNumber(bits, Number(typed));
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
    const student = bits.take(STUDENT);
    const name = takeName(bits);
    const groups = Array.from({ length: takeNumber(bits) }, () => {
      const key = keyOf(takeNumber(bits), takeNumber(bits));
      if (bits.take(1)) return [key, takeQuestions(bits)];
      const [won, helped, undone] = [0, 1, 2].map(() => bits.take(1) === 1);
      return [key, { won, level: LEVELS[bits.take(2)], helped, undone }];
    });
    return { student, name, groups: new Map(groups) };
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
  const of = takeNumber(bits);
  const questions = new Map();
  for (let number = 1; number <= of; number++) {
    const state = bits.take(2);
    if (state === UNANSWERED) continue;
    const mark = state === PARTLY ? takeNumber(bits) / 2 : state === WRONG ? 0 : null;
    questions.set(number, { mark, right: state === RIGHT, typed: state === RIGHT ? "" : takeTyped(bits) });
  }
  return { of, questions };
}

function takeTyped(bits) {
  if (bits.take(1)) return String(takeNumber(bits));
  return String.fromCharCode(...Array.from({ length: bits.take(4) }, () => bits.take(7)));
}
