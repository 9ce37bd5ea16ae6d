# Print an optspec for argparse to handle cmd's options that are independent of any subcommand.
function __fish_grundy_global_optspecs
    string join \n e/eval= let= i/interactive check fix explain= watch keep-going transcript html= hide-answers slides live= echo present json frames format= color= lang= theme= q/quiet ascii timeout= memory= safe threads= allow-files h/help V/version
end

function __fish_grundy_needs_command
    # Figure out if the current invocation already has a command.
    set -l cmd (commandline -opc)
    set -e cmd[1]
    argparse -s (__fish_grundy_global_optspecs) -- $cmd 2>/dev/null
    or return
    if set -q argv[1]
        # Also print the command, so this can be used to figure out what it is.
        echo $argv[1]
        return 1
    end
    return 0
end

function __fish_grundy_using_subcommand
    set -l cmd (__fish_grundy_needs_command)
    test -z "$cmd"
    and return 1
    contains -- $cmd[1] $argv
end

complete -c grundy -n "__fish_grundy_needs_command" -s e -l eval -d 'Run this code (may be given several times)' -r
complete -c grundy -n "__fish_grundy_needs_command" -l let -d 'Define a name before anything runs, for example --let k=5 (may be given several times)' -r
complete -c grundy -n "__fish_grundy_needs_command" -l explain -d 'Explain an error by its code, such as E0302, or a word of the language, and run nothing' -r
complete -c grundy -n "__fish_grundy_needs_command" -l html -d 'Write the scripts as a web page with prose (lines that begin with ##), statements and answers' -r -F
complete -c grundy -n "__fish_grundy_needs_command" -l live -d 'Write a page in which the statements can be changed and run, with the grundy.html beside this program or the one named' -r -F
complete -c grundy -n "__fish_grundy_needs_command" -l format -d 'Write only the rows of answers, in this format; whatever has no rows goes to the standard error' -r -f -a "csv\t'Comma-separated values, with headings'
jsonl\t'A JSON object for each row'
bfile\t'A number and a value on each line, as the b-files of the OEIS'
md\t'A table in Markdown'"
complete -c grundy -n "__fish_grundy_needs_command" -l color -d 'Use colours' -r -f -a "auto\t''
always\t''
never\t''"
complete -c grundy -n "__fish_grundy_needs_command" -l lang -d 'Tell answers in this language, not in that of the locale (LC_ALL, LC_MESSAGES, LANG)' -r -f -a "en\t''
zh\t''
de\t''
es\t''"
complete -c grundy -n "__fish_grundy_needs_command" -l theme -d 'Use the colours for a ground of this kind, or no colours but bold letters (mono)' -r -f -a "light\t''
dark\t''
mono\t''"
complete -c grundy -n "__fish_grundy_needs_command" -l timeout -d 'Stop a statement after this time, for example 10s, 500ms or 2m; an answer of a server, and the form of a script, too' -r
complete -c grundy -n "__fish_grundy_needs_command" -l memory -d 'Use at most this much memory, for example 500M or 4G; without it, 1G' -r
complete -c grundy -n "__fish_grundy_needs_command" -l threads -d 'Use so many threads for the rows of a survey, and for one long computation; without it, all cores' -r
complete -c grundy -n "__fish_grundy_needs_command" -s i -l interactive -d 'Stay at the prompt afterwards'
complete -c grundy -n "__fish_grundy_needs_command" -l check -d 'Report every mistake that shows without running the scripts, and run nothing'
complete -c grundy -n "__fish_grundy_needs_command" -l fix -d 'With --check: write the house form into the scripts, where they use lenient forms such as `take 1, 2`'
complete -c grundy -n "__fish_grundy_needs_command" -l watch -d 'Run the scripts again whenever they are saved, until Ctrl-C'
complete -c grundy -n "__fish_grundy_needs_command" -l keep-going -d 'Go on after an error'
complete -c grundy -n "__fish_grundy_needs_command" -l transcript -d 'Run the inputs of a transcript: the lines that begin with `> `, and the lines that continue them'
complete -c grundy -n "__fish_grundy_needs_command" -l hide-answers -d 'In the page, leave room to write the answers'
complete -c grundy -n "__fish_grundy_needs_command" -l slides -d 'Make slides of the page: a heading or `## ---` begins one, and a key or a click shows the next answer'
complete -c grundy -n "__fish_grundy_needs_command" -l echo -d 'Show a lesson: prose (lines that begin with ##), statements and answers, as they would look at the prompt'
complete -c grundy -n "__fish_grundy_needs_command" -l present -d 'Give a lesson at the terminal, step by step'
complete -c grundy -n "__fish_grundy_needs_command" -l json -d 'Answer with one JSON object per line'
complete -c grundy -n "__fish_grundy_needs_command" -l frames -d 'With --json: read requests from standard input, one a line, as {"id":1,"text":"winner Nim(3)"}; docs/json.md describes them'
complete -c grundy -n "__fish_grundy_needs_command" -s q -l quiet -d 'Do not show the banner at the prompt'
complete -c grundy -n "__fish_grundy_needs_command" -l ascii -d 'Write xor and -> instead of ⊕ and →'
complete -c grundy -n "__fish_grundy_needs_command" -l safe -d 'Let no statement read or write a file'
complete -c grundy -n "__fish_grundy_needs_command" -l allow-files -d 'Let scripts read and write any file; otherwise they use those below their own folder and the current one'
complete -c grundy -n "__fish_grundy_needs_command" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c grundy -n "__fish_grundy_needs_command" -s V -l version -d 'Print version'
complete -c grundy -n "__fish_grundy_needs_command" -a "completions" -d 'Print the completion script for a shell'
complete -c grundy -n "__fish_grundy_needs_command" -a "man" -d 'Print the manual page'
complete -c grundy -n "__fish_grundy_needs_command" -a "lsp" -d 'Serve an editor, by the Language Server Protocol over standard input and output'
complete -c grundy -n "__fish_grundy_needs_command" -a "mcp" -d 'Serve a language model, by the Model Context Protocol over standard input and output; no file is read or written'
complete -c grundy -n "__fish_grundy_needs_command" -a "class" -d 'Let a class work through a lesson: serve it to the browsers of the room, and the teacher a table of what they reach, until Ctrl-C'
complete -c grundy -n "__fish_grundy_needs_command" -a "fmt" -d 'Write scripts in even form: only blanks and indentation change'
complete -c grundy -n "__fish_grundy_needs_command" -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c grundy -n "__fish_grundy_using_subcommand completions" -s h -l help -d 'Print help'
complete -c grundy -n "__fish_grundy_using_subcommand man" -s h -l help -d 'Print help'
complete -c grundy -n "__fish_grundy_using_subcommand lsp" -l timeout -d 'Stop a statement after this time, for example 10s, 500ms or 2m; an answer of a server, and the form of a script, too' -r
complete -c grundy -n "__fish_grundy_using_subcommand lsp" -l memory -d 'Use at most this much memory, for example 500M or 4G; without it, 1G' -r
complete -c grundy -n "__fish_grundy_using_subcommand lsp" -l stdio -d 'Taken for granted: many editors say it'
complete -c grundy -n "__fish_grundy_using_subcommand lsp" -l safe -d 'Let no statement read or write a file'
complete -c grundy -n "__fish_grundy_using_subcommand lsp" -s h -l help -d 'Print help'
complete -c grundy -n "__fish_grundy_using_subcommand mcp" -l timeout -d 'Stop a statement after this time, for example 10s, 500ms or 2m; an answer of a server, and the form of a script, too' -r
complete -c grundy -n "__fish_grundy_using_subcommand mcp" -l memory -d 'Use at most this much memory, for example 500M or 4G; without it, 1G' -r
complete -c grundy -n "__fish_grundy_using_subcommand mcp" -l safe -d 'Let no statement read or write a file'
complete -c grundy -n "__fish_grundy_using_subcommand mcp" -s h -l help -d 'Print help'
complete -c grundy -n "__fish_grundy_using_subcommand class" -l port -d 'The port at which it is served' -r
complete -c grundy -n "__fish_grundy_using_subcommand class" -l address -d 'The address of this machine at which it is served, where it is in several networks' -r
complete -c grundy -n "__fish_grundy_using_subcommand class" -l seed -d 'The seed of each quiz and exam without one; without this, always the same for the same lesson' -r
complete -c grundy -n "__fish_grundy_using_subcommand class" -l page -d 'The page that web/build makes; without it, the grundy.html beside this program' -r -F
complete -c grundy -n "__fish_grundy_using_subcommand class" -l timeout -d 'Stop a statement after this time, for example 10s, 500ms or 2m; an answer of a server, and the form of a script, too' -r
complete -c grundy -n "__fish_grundy_using_subcommand class" -l memory -d 'Use at most this much memory, for example 500M or 4G; without it, 1G' -r
complete -c grundy -n "__fish_grundy_using_subcommand class" -l safe -d 'Let no statement read or write a file'
complete -c grundy -n "__fish_grundy_using_subcommand class" -s h -l help -d 'Print help'
complete -c grundy -n "__fish_grundy_using_subcommand fmt" -l timeout -d 'Stop a statement after this time, for example 10s, 500ms or 2m; an answer of a server, and the form of a script, too' -r
complete -c grundy -n "__fish_grundy_using_subcommand fmt" -l memory -d 'Use at most this much memory, for example 500M or 4G; without it, 1G' -r
complete -c grundy -n "__fish_grundy_using_subcommand fmt" -l check -d 'Write nothing, and print what would change; the exit status is 1 if something would'
complete -c grundy -n "__fish_grundy_using_subcommand fmt" -l safe -d 'Let no statement read or write a file'
complete -c grundy -n "__fish_grundy_using_subcommand fmt" -s h -l help -d 'Print help'
complete -c grundy -n "__fish_grundy_using_subcommand help; and not __fish_seen_subcommand_from completions man lsp mcp class fmt help" -f -a "completions" -d 'Print the completion script for a shell'
complete -c grundy -n "__fish_grundy_using_subcommand help; and not __fish_seen_subcommand_from completions man lsp mcp class fmt help" -f -a "man" -d 'Print the manual page'
complete -c grundy -n "__fish_grundy_using_subcommand help; and not __fish_seen_subcommand_from completions man lsp mcp class fmt help" -f -a "lsp" -d 'Serve an editor, by the Language Server Protocol over standard input and output'
complete -c grundy -n "__fish_grundy_using_subcommand help; and not __fish_seen_subcommand_from completions man lsp mcp class fmt help" -f -a "mcp" -d 'Serve a language model, by the Model Context Protocol over standard input and output; no file is read or written'
complete -c grundy -n "__fish_grundy_using_subcommand help; and not __fish_seen_subcommand_from completions man lsp mcp class fmt help" -f -a "class" -d 'Let a class work through a lesson: serve it to the browsers of the room, and the teacher a table of what they reach, until Ctrl-C'
complete -c grundy -n "__fish_grundy_using_subcommand help; and not __fish_seen_subcommand_from completions man lsp mcp class fmt help" -f -a "fmt" -d 'Write scripts in even form: only blanks and indentation change'
complete -c grundy -n "__fish_grundy_using_subcommand help; and not __fish_seen_subcommand_from completions man lsp mcp class fmt help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
