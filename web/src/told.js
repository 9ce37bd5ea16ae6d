// The page's own words in the language of the reader. The engine has them, with the sentences of its answers; what it does not have
// stays English.

import { keep, kept } from "./storage.js";

const NAME = "grundy.language";
// Longer texts are no words of the page.
const LONGEST = 400;

let [ask, language] = [null, "en"];
const known = new Map();

// A text in the language. Single words in small letters can be typed, and stay.
export function told(text) {
  if (language === "en" || !ask || text.length > LONGEST || !/[A-Z]|[a-z] /.test(text)) return text;
  if (!known.has(text)) known.set(text, ask({ ask: "told", cell: language, text }));
  return known.get(text);
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

// The language that the reader has chosen before, or else that of the browser.
function wanted() {
  return kept(NAME) || (/^zh\b/i.test(navigator.language) ? "zh" : "en");
}

export const chosen = () => language;

export function speak(code) {
  language = code;
  known.clear();
  document.documentElement.lang = code;
  tellAgain(document.body);
}

// The button that changes the language; `changed` hears of it.
export function languages(asked, at, changed) {
  ask = asked;
  [document.querySelector("header"), document.querySelector("nav")].forEach(fromThePage);
  const name = () => {
    const [code, own] = language === "en" ? ["zh", "中文"] : ["en", "English"];
    at.lang = code;
    at.firstChild.data = at.firstChild.english = own;
  };
  at.addEventListener("click", () => {
    speak(language === "en" ? "zh" : "en");
    keep(NAME, language);
    name();
    changed(language);
  });
  speak(wanted());
  name();
}
