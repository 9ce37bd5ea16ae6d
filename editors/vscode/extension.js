// Starts `grundy lsp` for scripts of grundy, and ends it with the editor.

const { workspace, window } = require('vscode');
const { LanguageClient } = require('vscode-languageclient/node');

let client;

async function activate() {
    const program = workspace.getConfiguration('grundy').get('program');
    const server = { command: program, args: ['lsp'] };
    const documents = [{ language: 'grundy', scheme: 'file' }, { language: 'grundy', scheme: 'untitled' }];
    client = new LanguageClient('grundy', 'grundy', server, { documentSelector: documents, synchronize: { configurationSection: 'grundy' } });
    try {
        await client.start();
    } catch (error) {
        client = undefined;
        window.showWarningMessage(
            `The program ${program} cannot be started (${error.message}). Scripts have colours only. ` +
                'Install it, or name it in the setting grundy.program.',
        );
    }
}

function deactivate() {
    return client?.stop();
}

module.exports = { activate, deactivate };
