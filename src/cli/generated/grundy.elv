
use builtin;
use str;

set edit:completion:arg-completer[grundy] = {|@words|
    fn spaces {|n|
        builtin:repeat $n ' ' | str:join ''
    }
    fn cand {|text desc|
        edit:complex-candidate $text &display=$text' '(spaces (- 14 (wcswidth $text)))$desc
    }
    var command = 'grundy'
    for word $words[1..-1] {
        if (str:has-prefix $word '-') {
            break
        }
        set command = $command';'$word
    }
    var completions = [
        &'grundy'= {
            cand -e 'Run this code (may be given several times)'
            cand --eval 'Run this code (may be given several times)'
            cand --let 'Define a name before anything runs, for example --let k=5 (may be given several times)'
            cand --explain 'Explain an error by its code, such as E0302, or a word of the language, and run nothing'
            cand --html 'Write the scripts as a web page with prose (lines that begin with ##), statements and answers'
            cand --live 'Write a page in which the statements can be changed and run, with the grundy.html beside this program or the one named'
            cand --format 'Write only the rows of answers, in this format; whatever has no rows goes to the standard error'
            cand --color 'Use colours'
            cand --lang 'Tell answers in this language, not in that of the locale (LC_ALL, LC_MESSAGES, LANG)'
            cand --theme 'Use the colours for a ground of this kind, or no colours but bold letters (mono)'
            cand --timeout 'Stop a statement after this time, for example 10s, 500ms or 2m; an answer of a server, and the form of a script, too'
            cand --memory 'Use at most this much memory, for example 500M or 4G; without it, 1G'
            cand --threads 'Use so many threads for the rows of a survey, and for one long computation; without it, all cores'
            cand -i 'Stay at the prompt afterwards'
            cand --interactive 'Stay at the prompt afterwards'
            cand --check 'Report every mistake that shows without running the scripts, and run nothing'
            cand --fix 'With --check: write the house form into the scripts, where they use lenient forms such as `take 1, 2`'
            cand --watch 'Run the scripts again whenever they are saved, until Ctrl-C'
            cand --keep-going 'Go on after an error'
            cand --transcript 'Run the inputs of a transcript: the lines that begin with `> `, and the lines that continue them'
            cand --hide-answers 'In the page, leave room to write the answers'
            cand --slides 'Make slides of the page: a heading or `## ---` begins one, and a key or a click shows the next answer'
            cand --echo 'Show a lesson: prose (lines that begin with ##), statements and answers, as they would look at the prompt'
            cand --present 'Give a lesson at the terminal, step by step'
            cand --json 'Answer with one JSON object per line'
            cand --frames 'With --json: read requests from standard input, one a line, as {"id":1,"text":"winner Nim(3)"}; docs/json.md describes them'
            cand -q 'Do not show the banner at the prompt'
            cand --quiet 'Do not show the banner at the prompt'
            cand --ascii 'Write xor and -> instead of ⊕ and →'
            cand --safe 'Let no statement read or write a file'
            cand --allow-files 'Let scripts read and write any file; otherwise they use those below their own folder and the current one'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
            cand -V 'Print version'
            cand --version 'Print version'
            cand completions 'Print the completion script for a shell'
            cand man 'Print the manual page'
            cand lsp 'Serve an editor, by the Language Server Protocol over standard input and output'
            cand mcp 'Serve a language model, by the Model Context Protocol over standard input and output; no file is read or written'
            cand class 'Let a class work through a lesson: serve it to the browsers of the room, and the teacher a table of what they reach, until Ctrl-C'
            cand fmt 'Write scripts in even form: only blanks and indentation change'
            cand help 'Print this message or the help of the given subcommand(s)'
        }
        &'grundy;completions'= {
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'grundy;man'= {
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'grundy;lsp'= {
            cand --timeout 'Stop a statement after this time, for example 10s, 500ms or 2m; an answer of a server, and the form of a script, too'
            cand --memory 'Use at most this much memory, for example 500M or 4G; without it, 1G'
            cand --stdio 'Taken for granted: many editors say it'
            cand --safe 'Let no statement read or write a file'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'grundy;mcp'= {
            cand --timeout 'Stop a statement after this time, for example 10s, 500ms or 2m; an answer of a server, and the form of a script, too'
            cand --memory 'Use at most this much memory, for example 500M or 4G; without it, 1G'
            cand --safe 'Let no statement read or write a file'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'grundy;class'= {
            cand --port 'The port at which it is served'
            cand --address 'The address of this machine at which it is served, where it is in several networks'
            cand --seed 'The seed of each quiz and exam without one; without this, always the same for the same lesson'
            cand --page 'The page that web/build makes; without it, the grundy.html beside this program'
            cand --timeout 'Stop a statement after this time, for example 10s, 500ms or 2m; an answer of a server, and the form of a script, too'
            cand --memory 'Use at most this much memory, for example 500M or 4G; without it, 1G'
            cand --safe 'Let no statement read or write a file'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'grundy;fmt'= {
            cand --timeout 'Stop a statement after this time, for example 10s, 500ms or 2m; an answer of a server, and the form of a script, too'
            cand --memory 'Use at most this much memory, for example 500M or 4G; without it, 1G'
            cand --check 'Write nothing, and print what would change; the exit status is 1 if something would'
            cand --safe 'Let no statement read or write a file'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'grundy;help'= {
            cand completions 'Print the completion script for a shell'
            cand man 'Print the manual page'
            cand lsp 'Serve an editor, by the Language Server Protocol over standard input and output'
            cand mcp 'Serve a language model, by the Model Context Protocol over standard input and output; no file is read or written'
            cand class 'Let a class work through a lesson: serve it to the browsers of the room, and the teacher a table of what they reach, until Ctrl-C'
            cand fmt 'Write scripts in even form: only blanks and indentation change'
            cand help 'Print this message or the help of the given subcommand(s)'
        }
        &'grundy;help;completions'= {
        }
        &'grundy;help;man'= {
        }
        &'grundy;help;lsp'= {
        }
        &'grundy;help;mcp'= {
        }
        &'grundy;help;class'= {
        }
        &'grundy;help;fmt'= {
        }
        &'grundy;help;help'= {
        }
    ]
    $completions[$command]
}
