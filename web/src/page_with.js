// A copy of this page that opens with a script.

// This page as it came: what its own scripts have added is left out.
export function asItCame() {
  const page = document.documentElement.cloneNode(true);
  const own = [...page.querySelectorAll("body > script")];
  own.slice(own.findIndex((script) => !script.id) + 1).forEach((script) => script.remove());
  page.querySelectorAll('meta[name^="grundy-"]').forEach((meta) => meta.remove());
  return page;
}

// The bytes of the copy: letters of 16 bits, as those of this page are.
export function pageWith(page, script) {
  const copy = page.cloneNode(true);
  // HTML does not keep some characters. What is handed out to pupils is seen without its statements.
  const contents = { script: script.replace(/[\r\0]/g, ""), view: "pupil" };
  const metas = Object.entries(contents).map(([name, content]) => Object.assign(document.createElement("meta"), { name: `grundy-${name}`, content }));
  copy.querySelector("head").prepend("\n", ...metas);
  const text = `\ufeff<!DOCTYPE html>\n${copy.outerHTML}\n`;
  // Letters of two halves are two here, which walking through a text would take for one.
  return Uint16Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
}
