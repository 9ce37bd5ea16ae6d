// Starts the server as an unpacked extension names it, with the library that is in the extension, and waits for a mistake:
// node vsix.mjs FOLDER, with the program on the path.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const folder = join(process.argv[2], 'extension');
const { main, contributes } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
const [, words] = /args: (\[.*?\])/.exec(readFileSync(join(folder, main), 'utf8'));
const program = contributes.configuration.properties['grundy.program'].default;
for (const { path } of contributes.grammars) JSON.parse(readFileSync(join(folder, path), 'utf8'));

const { createMessageConnection, StreamMessageReader, StreamMessageWriter } = createRequire(join(folder, main))('vscode-jsonrpc/node');
const server = spawn(program, JSON.parse(words.replaceAll("'", '"')), { stdio: ['pipe', 'pipe', 'inherit'] });
const connection = createMessageConnection(new StreamMessageReader(server.stdout), new StreamMessageWriter(server.stdin));
const mistakes = new Promise((told) => connection.onNotification('textDocument/publishDiagnostics', told));
connection.listen();
const { serverInfo } = await connection.sendRequest('initialize', { processId: process.pid, rootUri: null, capabilities: {} });
await connection.sendNotification('initialized', {});
const textDocument = { uri: 'file:///a.cgt', languageId: 'grundy', version: 1, text: 'winer Nim(3)\n' };
await connection.sendNotification('textDocument/didOpen', { textDocument });
const { diagnostics } = await mistakes;
assert.match(diagnostics[0].message, /winner/);
await connection.sendRequest('shutdown');
await connection.sendNotification('exit');
console.log(`${serverInfo.name} ${serverInfo.version} says: ${diagnostics[0].message.split('\n')[0]}`);
