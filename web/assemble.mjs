// Puts the pages together: scripts, styles, examples and the engine become one file, in English and the first other language. Each further
// language has a page of its own, PAGE-de.html. The engine of the package has all languages.
// node assemble.mjs ENGINE.wasm PAGE.html

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build, transform } from "esbuild";
import { written } from "./src/letters.js";
import { apart } from "./src/streams.js";

const here = dirname(fileURLToPath(import.meta.url));
const read = (...path) => readFileSync(join(here, ...path), "utf8");
const [, , wasm, file] = process.argv;

// The reader of QR codes without its table of Japanese letters, half of it, which no code of a page has, and without the codes of more
// than 97 times 97 squares: those of students are smaller.
const withoutTable = {
  name: "without-table",
  setup({ onLoad }) {
    onLoad({ filter: /jsQR\.js$/ }, ({ path }) => {
      const whole = readFileSync(path, "utf8");
      const letters = whole.replace(/(exports\.shiftJISTable = \{)[^}]*\}/, "$1}");
      if (letters.length > 0.6 * whole.length) throw new Error(`${path} has no table of letters where it was`);
      const contents = letters.replace(/ {4}\{\s*infoBits: \S+\s*versionNumber: 21,[^]*?\n\];/, "];");
      if (contents.length > 0.93 * letters.length) throw new Error(`${path} has no table of versions where it was`);
      return { contents };
    });
  },
};

async function bundled(name, define = {}) {
  const made = await build({
    plugins: [withoutTable],
    entryPoints: [join(here, "src", name)],
    bundle: true,
    define,
    minify: true,
    write: false,
    format: "iife",
    target: "es2022",
    charset: "utf8",
    legalComments: "none",
  });
  // What stands in an element of a page must not end it.
  return made.outputFiles[0].text.trim().replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--");
}

// What stands between the braces of the first rule behind `start`.
function rule(css, start) {
  const open = css.indexOf("{", css.indexOf(":root", css.indexOf(start))) + 1;
  return css.slice(open, css.indexOf("}", open)).replace(/\s+/g, " ").trim();
}

const looks = read("..", "language", "src", "show", "html", "handout.css");
const examples = join(here, "..", "examples");
const names = readdirSync(examples).filter((name) => name.endsWith(".cgt")).sort();
// The way of the first steps comes first.
names.sort((one, other) => Number(other.startsWith("first")) - Number(one.startsWith("first")));
// The first comment of an example says its title, and a line behind the colon.
function example(name) {
  const script = readFileSync(join(examples, name), "utf8");
  const said = /^# ([^:\n]*): (.*)$/m.exec(script);
  if (!said) throw new Error(`examples/${name} begins with no line "# Title: what it shows"`);
  const [, title, line] = said;
  return { name, title, line: line[0].toUpperCase() + line.slice(1), script };
}

const scripts = names.map(example);
const small = async (css) => (await transform(css, { loader: "css", minify: true, charset: "utf8", target: "es2022" })).code.trim();
const sheet = read("src", "page.css")
  .replace("{{light}}", `color-scheme: light; ${rule(looks, ":root").replace("color-scheme: light dark;", "")}`)
  .replace("{{dark}}", `color-scheme: dark; ${rule(looks, "prefers-color-scheme: dark")}`);
const worker = await bundled("worker.js");
const main = await bundled("main.js", { EXAMPLES: JSON.stringify(scripts), WORKER: JSON.stringify(worker) });
const unpack = await bundled("unpack.js", { LOOKS: JSON.stringify(`${await small(looks)}${await small(sheet)}body{visibility:visible}`) });
const loader = await bundled("loader.js");
// LEB128: a number in groups of seven bits.
const number = (value) => (value < 128 ? [value] : [128 + (value % 128), ...number(Math.floor(value / 128))]);
const counted = (bytes) => Buffer.concat([Buffer.from(number(bytes.length)), bytes]);

// The module with the tables of these languages behind it, each a section named `language`. Their English sentences cost next to nothing
// when packed, since they are in the program as well.
function withLanguages(module, codes, whole = false) {
  const section = (code) => {
    const [ofPages, others] = read("..", "language", "src", "show", "language", `${code}.txt`).split("\n# What the program says and no page\n");
    const rows = (whole ? ofPages + others : ofPages).split("\n").filter((line) => line && !line.startsWith("# "));
    // Each language by itself is packed by a twentieth smaller.
    const columns = [0, 1].flatMap((column) => rows.filter((_, at) => at % 2 === column));
    const table = Buffer.from([code, ...columns].join("\n"));
    return Buffer.concat([Buffer.from([0]), counted(Buffer.concat([counted(Buffer.from("language")), table]))]);
  };
  return Buffer.concat([module, ...codes.map(section)]);
}

// Code and texts are not aligned, as these settings say.
const xz = (input) => execFileSync("xz", ["--check=crc32", "--lzma2=preset=9e,lc=2,pb=0", "--stdout"], { input, maxBuffer: 1 << 26 });
const hash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
const parts = {
  // Nothing may be asked for anywhere: no request leaves this page.
  policy: [
    "default-src 'none'",
    `script-src ${[loader, unpack, main].map(hash).join(" ")} 'wasm-unsafe-eval'`,
    "worker-src blob:",
    "style-src 'unsafe-inline'",
    "img-src data:",
    "form-action 'none'",
    "base-uri 'none'",
  ].join("; "),
  version: /^version = "(.*)"/m.exec(read("..", "Cargo.toml"))[1],
  unpack: written(gzipSync(unpack, { level: 9 })),
  packed: written(xz(main)),
  loader,
};
const inMegabytes = (count) => (count / 1e6).toFixed(2);

function page(name, language, codes) {
  const engine = written(xz(apart(withLanguages(readFileSync(wasm), codes))));
  const made = read("src", "page.html").replace(/\{\{(\w+)\}\}/g, (_, name) => ({ ...parts, language, engine })[name]);
  // Two bytes for each letter; the mark before them tells so, whatever a server says.
  const bytes = Buffer.from(`\ufeff${made}`, "utf16le");
  writeFileSync(name, bytes);
  console.log(`${name}: ${inMegabytes(bytes.length)} MB (engine ${inMegabytes(2 * engine.length)}, editor and page ${inMegabytes(2 * parts.packed.length)})`);
}

const codes = [...read("..", "language", "src", "show", "language", "known.rs").matchAll(/\("(\w+)", "[^"]+", table!/g)].map(([, code]) => code);
const [first, ...others] = codes;
page(file, "en", [first]);
for (const code of others) page(file.replace(/(?=\.html$)/, `-${code}`), code, [code]);
writeFileSync(join(here, "package", "engine.wasm"), withLanguages(readFileSync(wasm), codes, true));
