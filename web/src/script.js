// A script as cells and back: lines that begin with `##` are prose, and a blank line before a statement begins a new cell.

// `starts` tells where the statements of a text begin.
export function cellsOf(text, starts) {
  const begins = new Set(starts);
  const cells = [];
  let lines = [];
  let kind = "code";
  const flush = () => {
    const joined = lines.join("\n").replace(/^\n+|\s+$/g, "");
    if (joined) cells.push({ kind, text: joined });
    lines = [];
  };
  let offset = 0;
  let blank = false;
  for (const line of text.replace(/\r\n?/g, "\n").split("\n")) {
    const start = offset + (line.length - line.trimStart().length);
    offset += line.length + 1;
    const prose = /^\s*##(?: (.*)|\s*)$/.exec(line);
    if (offset === line.length + 1 && line.startsWith("#!")) continue;
    const next = prose ? "prose" : "code";
    const comment = line.trimStart().startsWith("#");
    // A blank line inside a statement belongs to it, and so do `#|` lines above one.
    const isBehind = lines.some((line) => line.trim() && !/^\s*#\|/.test(line));
    if (line.trim() && (next !== kind || (kind === "code" && blank && isBehind && (begins.has(start) || comment)))) {
      flush();
      kind = next;
    }
    if (kind === "prose" && !line.trim()) flush();
    lines.push(prose ? (prose[1] ?? "") : line);
    blank = !line.trim();
  }
  flush();
  return cells;
}

export function scriptOf(cells) {
  const text = ({ kind, text }) =>
    kind === "prose" ? text.split("\n").map((line) => (line ? `## ${line}` : "##")).join("\n") : text;
  return cells.filter((cell) => cell.text.trim()).map(text).join("\n\n") + "\n";
}
