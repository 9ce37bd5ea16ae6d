
using namespace System.Management.Automation
using namespace System.Management.Automation.Language

Register-ArgumentCompleter -Native -CommandName 'grundy' -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    $commandElements = $commandAst.CommandElements
    $command = @(
        'grundy'
        for ($i = 1; $i -lt $commandElements.Count; $i++) {
            $element = $commandElements[$i]
            if ($element -isnot [StringConstantExpressionAst] -or
                $element.StringConstantType -ne [StringConstantType]::BareWord -or
                $element.Value.StartsWith('-') -or
                $element.Value -eq $wordToComplete) {
                break
        }
        $element.Value
    }) -join ';'

    $completions = @(switch ($command) {
        'grundy' {
            [CompletionResult]::new('-e', '-e', [CompletionResultType]::ParameterName, 'Run this code (may be given several times)')
            [CompletionResult]::new('--eval', '--eval', [CompletionResultType]::ParameterName, 'Run this code (may be given several times)')
            [CompletionResult]::new('--let', '--let', [CompletionResultType]::ParameterName, 'Define a name before anything runs, for example --let k=5 (may be given several times)')
            [CompletionResult]::new('--explain', '--explain', [CompletionResultType]::ParameterName, 'Explain an error by its code, such as E0302, or a word of the language, and run nothing')
            [CompletionResult]::new('--html', '--html', [CompletionResultType]::ParameterName, 'Write the scripts as a web page with prose (lines that begin with ##), statements and answers')
            [CompletionResult]::new('--live', '--live', [CompletionResultType]::ParameterName, 'Write a page in which the statements can be changed and run, with the grundy.html beside this program or the one named')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'Write only the rows of answers, in this format; whatever has no rows goes to the standard error')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Use colours')
            [CompletionResult]::new('--lang', '--lang', [CompletionResultType]::ParameterName, 'Tell answers in this language, not in that of the locale (LC_ALL, LC_MESSAGES, LANG)')
            [CompletionResult]::new('--theme', '--theme', [CompletionResultType]::ParameterName, 'Use the colours for a ground of this kind, or no colours but bold letters (mono)')
            [CompletionResult]::new('--timeout', '--timeout', [CompletionResultType]::ParameterName, 'Stop a statement after this time, for example 10s, 500ms or 2m; an answer of a server, and the form of a script, too')
            [CompletionResult]::new('--memory', '--memory', [CompletionResultType]::ParameterName, 'Use at most this much memory, for example 500M or 4G; without it, 1G')
            [CompletionResult]::new('--threads', '--threads', [CompletionResultType]::ParameterName, 'Use so many threads for the rows of a survey, and for one long computation; without it, all cores')
            [CompletionResult]::new('-i', '-i', [CompletionResultType]::ParameterName, 'Stay at the prompt afterwards')
            [CompletionResult]::new('--interactive', '--interactive', [CompletionResultType]::ParameterName, 'Stay at the prompt afterwards')
            [CompletionResult]::new('--check', '--check', [CompletionResultType]::ParameterName, 'Report every mistake that shows without running the scripts, and run nothing')
            [CompletionResult]::new('--fix', '--fix', [CompletionResultType]::ParameterName, 'With --check: write the house form into the scripts, where they use lenient forms such as `take 1, 2`')
            [CompletionResult]::new('--watch', '--watch', [CompletionResultType]::ParameterName, 'Run the scripts again whenever they are saved, until Ctrl-C')
            [CompletionResult]::new('--keep-going', '--keep-going', [CompletionResultType]::ParameterName, 'Go on after an error')
            [CompletionResult]::new('--transcript', '--transcript', [CompletionResultType]::ParameterName, 'Run the inputs of a transcript: the lines that begin with `> `, and the lines that continue them')
            [CompletionResult]::new('--hide-answers', '--hide-answers', [CompletionResultType]::ParameterName, 'In the page, leave room to write the answers')
            [CompletionResult]::new('--slides', '--slides', [CompletionResultType]::ParameterName, 'Make slides of the page: a heading or `## ---` begins one, and a key or a click shows the next answer')
            [CompletionResult]::new('--echo', '--echo', [CompletionResultType]::ParameterName, 'Show a lesson: prose (lines that begin with ##), statements and answers, as they would look at the prompt')
            [CompletionResult]::new('--present', '--present', [CompletionResultType]::ParameterName, 'Give a lesson at the terminal, step by step')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Answer with one JSON object per line')
            [CompletionResult]::new('--frames', '--frames', [CompletionResultType]::ParameterName, 'With --json: read requests from standard input, one a line, as {"id":1,"text":"winner Nim(3)"}; docs/json.md describes them')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Do not show the banner at the prompt')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Do not show the banner at the prompt')
            [CompletionResult]::new('--ascii', '--ascii', [CompletionResultType]::ParameterName, 'Write xor and -> instead of ⊕ and →')
            [CompletionResult]::new('--safe', '--safe', [CompletionResultType]::ParameterName, 'Let no statement read or write a file')
            [CompletionResult]::new('--allow-files', '--allow-files', [CompletionResultType]::ParameterName, 'Let scripts read and write any file; otherwise they use those below their own folder and the current one')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('completions', 'completions', [CompletionResultType]::ParameterValue, 'Print the completion script for a shell')
            [CompletionResult]::new('man', 'man', [CompletionResultType]::ParameterValue, 'Print the manual page')
            [CompletionResult]::new('lsp', 'lsp', [CompletionResultType]::ParameterValue, 'Serve an editor, by the Language Server Protocol over standard input and output')
            [CompletionResult]::new('mcp', 'mcp', [CompletionResultType]::ParameterValue, 'Serve a language model, by the Model Context Protocol over standard input and output; no file is read or written')
            [CompletionResult]::new('class', 'class', [CompletionResultType]::ParameterValue, 'Let a class work through a lesson: serve it to the browsers of the room, and the teacher a table of what they reach, until Ctrl-C')
            [CompletionResult]::new('fmt', 'fmt', [CompletionResultType]::ParameterValue, 'Write scripts in even form: only blanks and indentation change')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'grundy;completions' {
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'grundy;man' {
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'grundy;lsp' {
            [CompletionResult]::new('--timeout', '--timeout', [CompletionResultType]::ParameterName, 'Stop a statement after this time, for example 10s, 500ms or 2m; an answer of a server, and the form of a script, too')
            [CompletionResult]::new('--memory', '--memory', [CompletionResultType]::ParameterName, 'Use at most this much memory, for example 500M or 4G; without it, 1G')
            [CompletionResult]::new('--stdio', '--stdio', [CompletionResultType]::ParameterName, 'Taken for granted: many editors say it')
            [CompletionResult]::new('--safe', '--safe', [CompletionResultType]::ParameterName, 'Let no statement read or write a file')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'grundy;mcp' {
            [CompletionResult]::new('--timeout', '--timeout', [CompletionResultType]::ParameterName, 'Stop a statement after this time, for example 10s, 500ms or 2m; an answer of a server, and the form of a script, too')
            [CompletionResult]::new('--memory', '--memory', [CompletionResultType]::ParameterName, 'Use at most this much memory, for example 500M or 4G; without it, 1G')
            [CompletionResult]::new('--safe', '--safe', [CompletionResultType]::ParameterName, 'Let no statement read or write a file')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'grundy;class' {
            [CompletionResult]::new('--port', '--port', [CompletionResultType]::ParameterName, 'The port at which it is served')
            [CompletionResult]::new('--address', '--address', [CompletionResultType]::ParameterName, 'The address of this machine at which it is served, where it is in several networks')
            [CompletionResult]::new('--seed', '--seed', [CompletionResultType]::ParameterName, 'The seed of each quiz and exam without one; without this, always the same for the same lesson')
            [CompletionResult]::new('--page', '--page', [CompletionResultType]::ParameterName, 'The page that web/build makes; without it, the grundy.html beside this program')
            [CompletionResult]::new('--timeout', '--timeout', [CompletionResultType]::ParameterName, 'Stop a statement after this time, for example 10s, 500ms or 2m; an answer of a server, and the form of a script, too')
            [CompletionResult]::new('--memory', '--memory', [CompletionResultType]::ParameterName, 'Use at most this much memory, for example 500M or 4G; without it, 1G')
            [CompletionResult]::new('--safe', '--safe', [CompletionResultType]::ParameterName, 'Let no statement read or write a file')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'grundy;fmt' {
            [CompletionResult]::new('--timeout', '--timeout', [CompletionResultType]::ParameterName, 'Stop a statement after this time, for example 10s, 500ms or 2m; an answer of a server, and the form of a script, too')
            [CompletionResult]::new('--memory', '--memory', [CompletionResultType]::ParameterName, 'Use at most this much memory, for example 500M or 4G; without it, 1G')
            [CompletionResult]::new('--check', '--check', [CompletionResultType]::ParameterName, 'Write nothing, and print what would change; the exit status is 1 if something would')
            [CompletionResult]::new('--safe', '--safe', [CompletionResultType]::ParameterName, 'Let no statement read or write a file')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'grundy;help' {
            [CompletionResult]::new('completions', 'completions', [CompletionResultType]::ParameterValue, 'Print the completion script for a shell')
            [CompletionResult]::new('man', 'man', [CompletionResultType]::ParameterValue, 'Print the manual page')
            [CompletionResult]::new('lsp', 'lsp', [CompletionResultType]::ParameterValue, 'Serve an editor, by the Language Server Protocol over standard input and output')
            [CompletionResult]::new('mcp', 'mcp', [CompletionResultType]::ParameterValue, 'Serve a language model, by the Model Context Protocol over standard input and output; no file is read or written')
            [CompletionResult]::new('class', 'class', [CompletionResultType]::ParameterValue, 'Let a class work through a lesson: serve it to the browsers of the room, and the teacher a table of what they reach, until Ctrl-C')
            [CompletionResult]::new('fmt', 'fmt', [CompletionResultType]::ParameterValue, 'Write scripts in even form: only blanks and indentation change')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'grundy;help;completions' {
            break
        }
        'grundy;help;man' {
            break
        }
        'grundy;help;lsp' {
            break
        }
        'grundy;help;mcp' {
            break
        }
        'grundy;help;class' {
            break
        }
        'grundy;help;fmt' {
            break
        }
        'grundy;help;help' {
            break
        }
    })

    $completions.Where{ $_.CompletionText -like "$wordToComplete*" } |
        Sort-Object -Property ListItemText
}
