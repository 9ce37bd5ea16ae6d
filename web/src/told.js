// The page's own words in the language of the reader. The engine has them, with the sentences of its answers; what it does not have
// stays English.

import { keep, kept } from "./storage.js";

const NAME = "grundy.language";

let [ask, language] = [null, "en"];
const known = new Map();

// A sentence with parts, which is found in the language by its English with {0}, {1}, … where they stand.
export class Words {
  constructor(english, parts) {
    Object.assign(this, { english, parts });
  }

  // In English.
  toString() {
    return filled(this.english, this.parts, String);
  }
}

export const words = (texts, ...parts) => new Words(texts.reduce((before, text, at) => `${before}{${at - 1}}${text}`), parts);

const filled = (text, parts, told) => text.replace(/\{(\d)\}/g, (_, at) => told(parts[at]));

// A text in the language. Single words in small letters can be typed, and stay.
export function told(text) {
  if (language === "en" || !ask) return String(text);
  if (text instanceof Words) return filled(sentence(text.english), text.parts, (part) => (part instanceof Words ? told(part) : String(part)));
  return /[A-Z]|[a-z] /.test(text) ? text.replace(text.trim(), sentence) : text;
}

function sentence(english) {
  if (!known.has(english)) known.set(english, ask({ ask: "told", cell: language, text: english }));
  return known.get(english);
}

// A text that changes with the language.
export function toldNode(text) {
  return Object.assign(document.createTextNode(told(text)), { english: text });
}

export function toldAttribute(element, name, text) {
  element.english = { ...element.english, [name]: text };
  element.setAttribute(name, told(text));
}

// Everything below an element once more.
function tellAgain(root) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  for (let node = walker.currentNode; node; node = walker.nextNode()) {
    if (!node.english) continue;
    if (node.nodeType === Node.TEXT_NODE) node.data = told(node.english);
    else for (const [name, text] of Object.entries(node.english)) node.setAttribute(name, told(text));
  }
}

// What stands in the page from the beginning.
function fromThePage(root) {
  for (const element of root.querySelectorAll("*")) {
    for (const name of ["aria-label", "title"]) if (element.hasAttribute(name)) toldAttribute(element, name, element.getAttribute(name));
    for (const node of element.childNodes) if (node.nodeType === Node.TEXT_NODE && node.data.trim()) node.english = node.data;
  }
}

// The language that the reader has chosen before, or else that for which the page was made, or that of the browser.
function wanted(codes) {
  const made = document.documentElement.lang;
  const ofBrowser = navigator.language.split("-")[0].toLowerCase();
  return [kept(NAME), made === "en" ? ofBrowser : made].find((code) => codes.includes(code)) ?? "en";
}

export const chosen = () => language;

export function speak(code) {
  language = code;
  known.clear();
  document.documentElement.lang = code;
  tellAgain(document.body);
}

// The button that changes the language, among those that the engine has; `changed` hears of it.
export function languages(asked, at, changed) {
  ask = asked;
  ["header", "nav", "#teacher"].forEach((place) => fromThePage(document.querySelector(place)));
  const all = [["en", "English"], ...ask.languages];
  const next = () => all[(all.findIndex(([code]) => code === language) + 1) % all.length];
  const name = () => {
    const [code, own] = next();
    at.lang = code;
    at.firstChild.data = at.firstChild.english = own;
  };
  at.addEventListener("click", () => {
    speak(next()[0]);
    keep(NAME, language);
    name();
    changed(language);
  });
  speak(wanted(all.map(([code]) => code)));
  name();
}
