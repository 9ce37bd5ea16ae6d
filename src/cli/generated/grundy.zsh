#compdef grundy

autoload -U is-at-least

_grundy() {
    typeset -A opt_args
    typeset -a _arguments_options
    local ret=1

    if is-at-least 5.2; then
        _arguments_options=(-s -S -C)
    else
        _arguments_options=(-s -C)
    fi

    local context curcontext="$curcontext" state line
    _arguments "${_arguments_options[@]}" : \
'*-e+[Run this code (may be given several times)]:CODE:_default' \
'*--eval=[Run this code (may be given several times)]:CODE:_default' \
'*--let=[Define a name before anything runs, for example --let k=5 (may be given several times)]:NAME=VALUE:_default' \
'(--check --json -i --interactive --html --echo --present)--explain=[Explain an error by its code, such as E0302, or a word of the language, and run nothing]:CODE:_default' \
'(--check --json -i --interactive)--html=[Write the scripts as a web page with prose (lines that begin with ##), statements and answers]:FILE:_files' \
'(--slides)--live=[Write a page in which the statements can be changed and run, with the grundy.html beside this program or the one named]::PAGE:_files' \
'(--json --html --check -i --interactive)--format=[Write only the rows of answers, in this format; whatever has no rows goes to the standard error]:FORMAT:((csv\:"Comma-separated values, with headings"
jsonl\:"A JSON object for each row"
bfile\:"A number and a value on each line, as the b-files of the OEIS"
md\:"A table in Markdown"))' \
'--color=[Use colours]:WHEN:(auto always never)' \
'--lang=[Tell answers in this language, not in that of the locale (LC_ALL, LC_MESSAGES, LANG)]:LANGUAGE:(en zh de es)' \
'--theme=[Use the colours for a ground of this kind, or no colours but bold letters (mono)]:THEME:(light dark mono)' \
'--timeout=[Stop a statement after this time, for example 10s, 500ms or 2m; an answer of a server, and the form of a script, too]:TIME:_default' \
'--memory=[Use at most this much memory, for example 500M or 4G; without it, 1G]:SIZE:_default' \
'--threads=[Use so many threads for the rows of a survey, and for one long computation; without it, all cores]:NUMBER:_default' \
'-i[Stay at the prompt afterwards]' \
'--interactive[Stay at the prompt afterwards]' \
'--check[Report every mistake that shows without running the scripts, and run nothing]' \
'(--safe)--fix[With --check\: write the house form into the scripts, where they use lenient forms such as \`take 1, 2\`]' \
'(-i --interactive --frames)--watch[Run the scripts again whenever they are saved, until Ctrl-C]' \
'--keep-going[Go on after an error]' \
'--transcript[Run the inputs of a transcript\: the lines that begin with \`> \`, and the lines that continue them]' \
'--hide-answers[In the page, leave room to write the answers]' \
'--slides[Make slides of the page\: a heading or \`## ---\` begins one, and a key or a click shows the next answer]' \
'(--html --check --json --format)--echo[Show a lesson\: prose (lines that begin with ##), statements and answers, as they would look at the prompt]' \
'(--echo --html --check --json --format -i --interactive --transcript)--present[Give a lesson at the terminal, step by step]' \
'--json[Answer with one JSON object per line]' \
'(--check -i --interactive --transcript)--frames[With --json\: read requests from standard input, one a line, as {"id"\:1,"text"\:"winner Nim(3)"}; docs/json.md describes them]' \
'-q[Do not show the banner at the prompt]' \
'--quiet[Do not show the banner at the prompt]' \
'--ascii[Write xor and -> instead of ⊕ and →]' \
'--safe[Let no statement read or write a file]' \
'(--safe)--allow-files[Let scripts read and write any file; otherwise they use those below their own folder and the current one]' \
'-h[Print help (see more with '\''--help'\'')]' \
'--help[Print help (see more with '\''--help'\'')]' \
'-V[Print version]' \
'--version[Print version]' \
'::files -- Scripts to run, one after the other; `-` is standard input:_files' \
":: :_grundy_commands" \
"*::: :->grundy" \
&& ret=0
    case $state in
    (grundy)
        words=($line[2] "${words[@]}")
        (( CURRENT += 1 ))
        curcontext="${curcontext%:*:*}:grundy-command-$line[2]:"
        case $line[2] in
            (completions)
_arguments "${_arguments_options[@]}" : \
'-h[Print help]' \
'--help[Print help]' \
':shell:(bash elvish fish powershell zsh)' \
&& ret=0
;;
(man)
_arguments "${_arguments_options[@]}" : \
'-h[Print help]' \
'--help[Print help]' \
&& ret=0
;;
(lsp)
_arguments "${_arguments_options[@]}" : \
'--timeout=[Stop a statement after this time, for example 10s, 500ms or 2m; an answer of a server, and the form of a script, too]:TIME:_default' \
'--memory=[Use at most this much memory, for example 500M or 4G; without it, 1G]:SIZE:_default' \
'--stdio[Taken for granted\: many editors say it]' \
'--safe[Let no statement read or write a file]' \
'-h[Print help]' \
'--help[Print help]' \
&& ret=0
;;
(mcp)
_arguments "${_arguments_options[@]}" : \
'--timeout=[Stop a statement after this time, for example 10s, 500ms or 2m; an answer of a server, and the form of a script, too]:TIME:_default' \
'--memory=[Use at most this much memory, for example 500M or 4G; without it, 1G]:SIZE:_default' \
'--safe[Let no statement read or write a file]' \
'-h[Print help]' \
'--help[Print help]' \
&& ret=0
;;
(class)
_arguments "${_arguments_options[@]}" : \
'--port=[The port at which it is served]:NUMBER:_default' \
'--address=[The address of this machine at which it is served, where it is in several networks]:IP:_default' \
'--seed=[The seed of each quiz and exam without one; without this, always the same for the same lesson]:NUMBER:_default' \
'--page=[The page that web/build makes; without it, the grundy.html beside this program]:PAGE:_files' \
'--timeout=[Stop a statement after this time, for example 10s, 500ms or 2m; an answer of a server, and the form of a script, too]:TIME:_default' \
'--memory=[Use at most this much memory, for example 500M or 4G; without it, 1G]:SIZE:_default' \
'--safe[Let no statement read or write a file]' \
'-h[Print help]' \
'--help[Print help]' \
':lesson -- A script with a quiz, an exam or a game:_files' \
&& ret=0
;;
(fmt)
_arguments "${_arguments_options[@]}" : \
'--timeout=[Stop a statement after this time, for example 10s, 500ms or 2m; an answer of a server, and the form of a script, too]:TIME:_default' \
'--memory=[Use at most this much memory, for example 500M or 4G; without it, 1G]:SIZE:_default' \
'--check[Write nothing, and print what would change; the exit status is 1 if something would]' \
'--safe[Let no statement read or write a file]' \
'-h[Print help]' \
'--help[Print help]' \
'*::files -- The scripts; without any, and for `-`, standard input, whose form is printed:_files' \
&& ret=0
;;
(help)
_arguments "${_arguments_options[@]}" : \
":: :_grundy__subcmd__help_commands" \
"*::: :->help" \
&& ret=0

    case $state in
    (help)
        words=($line[1] "${words[@]}")
        (( CURRENT += 1 ))
        curcontext="${curcontext%:*:*}:grundy-help-command-$line[1]:"
        case $line[1] in
            (completions)
_arguments "${_arguments_options[@]}" : \
&& ret=0
;;
(man)
_arguments "${_arguments_options[@]}" : \
&& ret=0
;;
(lsp)
_arguments "${_arguments_options[@]}" : \
&& ret=0
;;
(mcp)
_arguments "${_arguments_options[@]}" : \
&& ret=0
;;
(class)
_arguments "${_arguments_options[@]}" : \
&& ret=0
;;
(fmt)
_arguments "${_arguments_options[@]}" : \
&& ret=0
;;
(help)
_arguments "${_arguments_options[@]}" : \
&& ret=0
;;
        esac
    ;;
esac
;;
        esac
    ;;
esac
}

(( $+functions[_grundy_commands] )) ||
_grundy_commands() {
    local commands; commands=(
'completions:Print the completion script for a shell' \
'man:Print the manual page' \
'lsp:Serve an editor, by the Language Server Protocol over standard input and output' \
'mcp:Serve a language model, by the Model Context Protocol over standard input and output; no file is read or written' \
'class:Let a class work through a lesson\: serve it to the browsers of the room, and the teacher a table of what they reach, until Ctrl-C' \
'fmt:Write scripts in even form\: only blanks and indentation change' \
'help:Print this message or the help of the given subcommand(s)' \
    )
    _describe -t commands 'grundy commands' commands "$@"
}
(( $+functions[_grundy__subcmd__class_commands] )) ||
_grundy__subcmd__class_commands() {
    local commands; commands=()
    _describe -t commands 'grundy class commands' commands "$@"
}
(( $+functions[_grundy__subcmd__completions_commands] )) ||
_grundy__subcmd__completions_commands() {
    local commands; commands=()
    _describe -t commands 'grundy completions commands' commands "$@"
}
(( $+functions[_grundy__subcmd__fmt_commands] )) ||
_grundy__subcmd__fmt_commands() {
    local commands; commands=()
    _describe -t commands 'grundy fmt commands' commands "$@"
}
(( $+functions[_grundy__subcmd__help_commands] )) ||
_grundy__subcmd__help_commands() {
    local commands; commands=(
'completions:Print the completion script for a shell' \
'man:Print the manual page' \
'lsp:Serve an editor, by the Language Server Protocol over standard input and output' \
'mcp:Serve a language model, by the Model Context Protocol over standard input and output; no file is read or written' \
'class:Let a class work through a lesson\: serve it to the browsers of the room, and the teacher a table of what they reach, until Ctrl-C' \
'fmt:Write scripts in even form\: only blanks and indentation change' \
'help:Print this message or the help of the given subcommand(s)' \
    )
    _describe -t commands 'grundy help commands' commands "$@"
}
(( $+functions[_grundy__subcmd__help__subcmd__class_commands] )) ||
_grundy__subcmd__help__subcmd__class_commands() {
    local commands; commands=()
    _describe -t commands 'grundy help class commands' commands "$@"
}
(( $+functions[_grundy__subcmd__help__subcmd__completions_commands] )) ||
_grundy__subcmd__help__subcmd__completions_commands() {
    local commands; commands=()
    _describe -t commands 'grundy help completions commands' commands "$@"
}
(( $+functions[_grundy__subcmd__help__subcmd__fmt_commands] )) ||
_grundy__subcmd__help__subcmd__fmt_commands() {
    local commands; commands=()
    _describe -t commands 'grundy help fmt commands' commands "$@"
}
(( $+functions[_grundy__subcmd__help__subcmd__help_commands] )) ||
_grundy__subcmd__help__subcmd__help_commands() {
    local commands; commands=()
    _describe -t commands 'grundy help help commands' commands "$@"
}
(( $+functions[_grundy__subcmd__help__subcmd__lsp_commands] )) ||
_grundy__subcmd__help__subcmd__lsp_commands() {
    local commands; commands=()
    _describe -t commands 'grundy help lsp commands' commands "$@"
}
(( $+functions[_grundy__subcmd__help__subcmd__man_commands] )) ||
_grundy__subcmd__help__subcmd__man_commands() {
    local commands; commands=()
    _describe -t commands 'grundy help man commands' commands "$@"
}
(( $+functions[_grundy__subcmd__help__subcmd__mcp_commands] )) ||
_grundy__subcmd__help__subcmd__mcp_commands() {
    local commands; commands=()
    _describe -t commands 'grundy help mcp commands' commands "$@"
}
(( $+functions[_grundy__subcmd__lsp_commands] )) ||
_grundy__subcmd__lsp_commands() {
    local commands; commands=()
    _describe -t commands 'grundy lsp commands' commands "$@"
}
(( $+functions[_grundy__subcmd__man_commands] )) ||
_grundy__subcmd__man_commands() {
    local commands; commands=()
    _describe -t commands 'grundy man commands' commands "$@"
}
(( $+functions[_grundy__subcmd__mcp_commands] )) ||
_grundy__subcmd__mcp_commands() {
    local commands; commands=()
    _describe -t commands 'grundy mcp commands' commands "$@"
}

if [ "$funcstack[1]" = "_grundy" ]; then
    _grundy "$@"
else
    compdef _grundy grundy
fi
