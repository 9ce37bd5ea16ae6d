//! The manual page: what clap knows of the options, and what it does not.

use std::io;

use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};

const EXAMPLES: [(&str, &str); 7] = [
    ("grundy", "Opens the prompt."),
    ("grundy lesson.cgt", "Runs a script."),
    ("grundy games.cgt -e 'winner S(3) + S(4)'", "Runs a script, and then asks one question."),
    ("echo 'values Kayles 0..40' | grundy", "Answers what comes on standard input, statement by statement."),
    ("grundy --json -e 'grundy Kayles(9)'", "Answers with one JSON object a line."),
    ("grundy --check lesson.cgt", "Says everything that is wrong with a script, and runs nothing."),
    ("grundy lesson.cgt --html lesson.html", "Writes a script with its answers as a page."),
];

const FILES: [(&str, &str); 2] = [
    (
        "$XDG_CONFIG_HOME/grundy/init.cgt",
        "Run at the start of a prompt, never of a script. Without XDG_CONFIG_HOME it is in ~/.config.",
    ),
    ("$XDG_STATE_HOME/grundy/history", "What was typed at the prompt. Without XDG_STATE_HOME it is in ~/.local/state."),
];

const ENVIRONMENT: [(&str, &str); 6] = [
    (
        "GRUNDY_PAGER, PAGER",
        "What shows an answer longer than the screen, at the prompt; less where neither is set. cat prints it.",
    ),
    ("NO_COLOR", "No colours, if it is set and not empty."),
    ("CLICOLOR, CLICOLOR_FORCE", "CLICOLOR=0: no colours. CLICOLOR_FORCE=1: colours in files and pipes, too."),
    ("COLUMNS", "How wide answers are where they are not written to a terminal."),
    ("LC_ALL, LC_CTYPE, LANG", "Where these name an encoding other than UTF-8, signs are spelled: xor, ->."),
    ("TERM", "With dumb there are no colours, no progress line and no pager."),
];

const EXIT_STATUS: [(&str, &str); 4] = [
    ("0", "All went well."),
    ("1", "A statement was wrong, an assert or a check failed, or a file could not be read or written."),
    ("2", "The command line was wrong."),
    ("130", "It was interrupted with Ctrl-C."),
];

/// The page, in the language of `man`.
///
/// # Errors
/// None in practice: it is written into memory.
pub fn page(command: clap::Command) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    Man::new(command).render(&mut text)?;
    let mut roff = Roff::new();
    section(&mut roff, "EXAMPLES", &EXAMPLES);
    section(&mut roff, "FILES", &FILES);
    section(&mut roff, "ENVIRONMENT", &ENVIRONMENT);
    section(&mut roff, "EXIT STATUS", &EXIT_STATUS);
    roff.control("SH", ["LANGUAGE"]);
    roff.text([roman("The language is described by ")]);
    roff.text([bold("help"), roman(" at the prompt, topic by topic, and by docs/manual.md.")]);
    roff.to_writer(&mut text)?;
    Ok(text)
}

fn section(roff: &mut Roff, title: &str, entries: &[(&str, &str)]) {
    roff.control("SH", [title]);
    for (name, line) in entries {
        roff.control("TP", []);
        roff.text([bold(*name)]);
        roff.text([roman(*line)]);
    }
}
