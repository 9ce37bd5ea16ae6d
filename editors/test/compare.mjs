// Compares the colours that VS Code gives to all examples with the tokens of the language itself, token by token.
// `node compare.mjs TOKENS`, with the file that `cargo test --test language editors:: -- --ignored` has written.

import fs from 'node:fs';
import path from 'node:path';
import { createRequire } from 'node:module';
import oniguruma from 'vscode-oniguruma';
import textmate from 'vscode-textmate';

const require = createRequire(import.meta.url);
const root = path.join(import.meta.dirname, '..', '..');
const grammarFile = path.join(root, 'editors/vscode/syntaxes/grundy.tmLanguage.json');

const wasm = fs.readFileSync(require.resolve('vscode-oniguruma/release/onig.wasm'));
await oniguruma.loadWASM(wasm);
const registry = new textmate.Registry({
    onigLib: Promise.resolve({
        createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
        createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async () => textmate.parseRawGrammar(fs.readFileSync(grammarFile, 'utf8'), grammarFile),
});
const grammar = await registry.loadGrammar('source.grundy');

// The kinds of tokens that each scope stands for.
const kinds = [
    ['comment.', ['comment']],
    ['string.quoted.', ['text']],
    ['string.unquoted.', ['topic']],
    ['keyword.control.', ['verb']],
    ['keyword.operator.', ['operator']],
    ['keyword.other.', ['keyword']],
    ['constant.language.', ['keyword']],
    ['constant.numeric.', ['number']],
    // Functions may be defined anew, and are names to the language.
    ['support.function.', ['name']],
    ['variable.other.', ['name']],
    ['punctuation.separator.', ['separator']],
    ['punctuation.bracket.', ['bracket']],
];

// A word that asks is a name where it was defined. Only what reads the definitions knows that, as the server for editors does: patterns
// colour it as a verb.
const rules = JSON.parse(fs.readFileSync(grammarFile, 'utf8')).patterns.flatMap((rule) => rule.patterns ?? rule);
const verbs = rules.find((rule) => rule.name === 'keyword.control.verb.grundy').match.match(/\(\?:([\w|]+)\)/)[1];
const mayAsk = new Set([...verbs.split('|'), 'first', 'second', 'step', 'equal', 'unequal']);

let compared = 0;
const wrong = [];
for (const [file, { text, tokens }] of Object.entries(JSON.parse(fs.readFileSync(process.argv[2], 'utf8')))) {
    const lines = text.split('\n');
    let state = textmate.INITIAL;
    const coloured = lines.map((line) => {
        const result = grammar.tokenizeLine(line, state);
        state = result.ruleStack;
        return result.tokens;
    });
    for (const [line, column, length, kind] of tokens) {
        compared += 1;
        for (const at of [column, column + length - 1]) {
            const scope = coloured[line].find((token) => token.startIndex <= at && at < token.endIndex)?.scopes.at(-1);
            const expected = kinds.find(([prefix]) => scope?.startsWith(prefix))?.[1] ?? [];
            const isDefined = kind === 'name' && mayAsk.has(lines[line].slice(column, column + length));
            if (!expected.includes(kind) && !isDefined) {
                wrong.push(`${file}:${line + 1}:${at + 1}: ${kind} is shown as ${scope}: ${lines[line].trim()}`);
                break;
            }
        }
    }
}
if (compared < 2000) wrong.push(`only ${compared} tokens were compared`);
console.log(wrong.slice(0, 20).join('\n') || `${compared} tokens have the colours of their kinds.`);
process.exit(wrong.length > 0 ? 1 : 0);
