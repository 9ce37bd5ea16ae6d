//! An answer longer than the screen is shown by the user's pager, at a prompt only.

use std::io::{self, IsTerminal, Write};
use std::process::{Command, Stdio};

/// Whether the answer was shown. It was not where there is no pager, none is wanted, or it fits on the screen.
pub fn shown(text: &str, pager: Option<&str>) -> bool {
    let Some(rows) = rows() else { return false };
    let Some((program, arguments)) = pager.and_then(words) else { return false };
    // The prompt below wants a line too.
    if text.lines().count() < rows {
        return false;
    }
    run(&program, &arguments, text)
}

/// What the surroundings name: GRUNDY_PAGER before PAGER, else `less`. `cat` and nothing mean none.
pub fn wanted() -> Option<String> {
    let named = |name: &str| std::env::var(name).ok();
    if named("TERM").is_none_or(|terminal| terminal.is_empty() || terminal == "dumb") {
        return None;
    }
    let pager = named("GRUNDY_PAGER").or_else(|| named("PAGER")).unwrap_or_else(|| "less".to_owned());
    Some(pager).filter(|pager| !pager.trim().is_empty() && pager.trim() != "cat")
}

/// Rows of the screen; `None` where nobody sits at one.
fn rows() -> Option<usize> {
    let at_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    let (_, rows) = terminal_size::terminal_size().filter(|_| at_terminal)?;
    Some(usize::from(rows.0)).filter(|rows| *rows > 2)
}

fn words(pager: &str) -> Option<(String, Vec<String>)> {
    let mut words = pager.split_whitespace().map(str::to_owned);
    Some((words.next()?, words.collect()))
}

fn run(program: &str, arguments: &[String], text: &str) -> bool {
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::piped());
    if let Some(options) = less_options(std::env::var("LESS").ok()) {
        command.env("LESS", options);
    }
    let Ok(mut pager) = command.spawn() else { return false };
    if let Some(mut input) = pager.stdin.take() {
        // Who leaves early has read enough.
        let _ = input.write_all(text.as_bytes());
    }
    let _ = pager.wait();
    true
}

/// Options for `less`, behind those that are set: colours are shown as colours, what was read stays on the screen, and
/// the bottom line says how to go on and how to leave. Who has set a bottom line knows `less`.
fn less_options(set: Option<String>) -> Option<String> {
    const BOTTOM: &str = "-Ps?e(the end) q leaves:Space shows more, q leaves.$";
    match set {
        None => Some(format!("-FRX {BOTTOM}")),
        Some(set) if set.contains('P') || set.contains("prompt") => None,
        Some(set) if set.is_empty() || set.starts_with('-') => Some(format!("{set} {BOTTOM}")),
        Some(set) => Some(format!("-{set} {BOTTOM}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bottom_line_says_how_to_leave() {
        for set in [None, Some("-R"), Some("R"), Some("")] {
            let options = less_options(set.map(str::to_owned)).unwrap();
            assert!(options.starts_with(['-', ' ']) && options.contains("q leaves"), "{options}");
        }
        assert_eq!(less_options(Some("-R -Pmine".to_owned())), None);
    }

    #[test]
    fn a_pager_may_have_arguments() {
        assert_eq!(words(" less  -S "), Some(("less".to_owned(), vec!["-S".to_owned()])));
        assert_eq!(words("  "), None);
    }

    #[test]
    fn a_program_that_is_missing_shows_nothing() {
        assert!(!run("there-is-no-such-pager", &[], "x"));
        assert!(run("true", &[], "x"));
    }
}
