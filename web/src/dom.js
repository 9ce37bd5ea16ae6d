// Elements in few words. Texts become texts, never markup, in the language of the reader.

import { toldAttribute, toldNode, Words } from "./told.js";

const TOLD = ["aria-label", "title", "placeholder"];

export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null) continue;
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value === true) made.setAttribute(key, "");
    else if (TOLD.includes(key) && value) toldAttribute(made, key, value);
    else if (value !== false && value !== undefined) made.setAttribute(key, value);
  }
  made.append(...children.map((child) => (typeof child === "string" || child instanceof Words ? toldNode(child) : child)));
  return made;
}

export function button(text, label, onclick, more = {}) {
  return element("button", { type: "button", title: label, "aria-label": label === text ? undefined : label, onclick, ...more }, text);
}

// Hands a text to the reader as a file.
export function hand(name, text) {
  handBytes(name, text, "text/plain;charset=utf-8");
}

export function handBytes(name, bytes, type = "application/octet-stream") {
  const url = URL.createObjectURL(new Blob([bytes], { type }));
  const link = element("a", { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
