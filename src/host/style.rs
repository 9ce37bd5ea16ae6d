//! How answers look on this machine: colours, width, signs.

use std::io::{self, IsTerminal};
use std::time::Duration;

use super::{ground, pager};
use crate::cli::{Format, RunArguments, When};
use crate::render::{Painter, Style, Theme};

/// What files statements may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Files {
    /// Scripts use those around them; what is typed uses any.
    Guarded,
    /// Any.
    All,
    None,
}

/// What the command line and the surroundings say about the output.
#[derive(Clone, Debug)]
pub struct Settings {
    pub json: bool,
    /// In which format answers that are made of rows are printed.
    pub format: Option<Format>,
    /// Colours on standard output, and on standard error: decided for each by itself.
    pub color_out: bool,
    pub color_err: bool,
    /// Answers are read in a terminal, and errors.
    pub at_terminal_out: bool,
    pub at_terminal_err: bool,
    /// Which colours these are.
    pub theme: Theme,
    /// Statements come from a prompt.
    pub interactive: bool,
    /// A lesson is shown: all is said as at a prompt.
    pub echoes: bool,
    pub keep_going: bool,
    /// Texts are transcripts, whatever they begin with.
    pub transcript: bool,
    pub files: Files,
    /// How many threads answer the rows of a survey, where that was said.
    pub threads: Option<u16>,
    pub quiet: bool,
    /// What shows an answer that is longer than the screen, at a prompt.
    pub pager: Option<String>,
    pub style: Style,
}

impl Settings {
    pub fn new(run: &RunArguments) -> Settings {
        let color_out = colored(run.color, io::stdout().is_terminal());
        let color_err = colored(run.color, io::stderr().is_terminal());
        Settings {
            json: run.json,
            format: run.format,
            color_out,
            color_err,
            at_terminal_out: io::stdout().is_terminal(),
            at_terminal_err: io::stderr().is_terminal(),
            theme: theme(run.theme, color_out || color_err),
            interactive: false,
            echoes: false,
            keep_going: run.keep_going,
            transcript: run.transcript,
            quiet: run.quiet,
            threads: run.threads,
            // A pager can open files, and start programs.
            pager: if run.safe { None } else { pager::wanted() },
            files: match (run.safe, run.allow_files) {
                (true, _) => Files::None,
                (_, true) => Files::All,
                _ => Files::Guarded,
            },
            style: Style { width: width(), ascii: run.ascii || !speaks_utf8() || is_dumb() },
        }
    }
}

impl Settings {
    /// Whether all is said that is said at a prompt.
    pub fn is_prompt(&self) -> bool {
        self.interactive || self.echoes
    }

    /// What standard output is painted with.
    pub fn painter_out(&self) -> Painter {
        if self.color_out { Painter::Terminal(self.theme) } else { Painter::Plain }
    }

    /// The same for standard error.
    pub fn painter_err(&self) -> Painter {
        if self.color_err { Painter::Terminal(self.theme) } else { Painter::Plain }
    }
}

/// The theme that is named on the command line or by GRUNDY_THEME, or else that of the ground which COLORFGBG or the terminal
/// tells. Without any of them no colours are used, since none can be read on every ground.
fn theme(wanted: Option<Theme>, has_colors: bool) -> Theme {
    let said = |name: &str| std::env::var(name).ok();
    let told = || said("COLORFGBG").and_then(|colors| Theme::on_ground(&colors));
    let asked = || if has_colors { ground::asked() } else { None };
    let named = || said("GRUNDY_THEME").and_then(|name| Theme::named(name.trim()));
    wanted.or_else(named).or_else(told).or_else(asked).unwrap_or_default()
}

/// NO_COLOR, CLICOLOR_FORCE and CLICOLOR as their pages say; what the command line says goes before them.
fn colored(when: When, terminal: bool) -> bool {
    let set = |name: &str| std::env::var(name).is_ok_and(|value| !value.is_empty() && value != "0");
    match when {
        When::Always => true,
        When::Never => false,
        When::Auto if std::env::var("NO_COLOR").is_ok_and(|value| !value.is_empty()) => false,
        When::Auto if set("CLICOLOR_FORCE") => true,
        When::Auto if std::env::var("CLICOLOR").is_ok_and(|value| value == "0") => false,
        When::Auto => terminal && !is_dumb_by_name(),
    }
}

/// A terminal that says of itself that it can do nothing has letters only.
fn is_dumb() -> bool {
    io::stdout().is_terminal() && is_dumb_by_name()
}

/// Does the terminal say so by its name?
pub fn is_dumb_by_name() -> bool {
    std::env::var("TERM").is_ok_and(|term| term == "dumb")
}

/// Columns of the terminal as it is now; where there is none, what COLUMNS says, or 80.
pub fn width() -> usize {
    const LEAST: usize = 20;
    let asked = || terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    let at_terminal = io::stdout().is_terminal();
    let said = || std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    at_terminal.then(asked).flatten().or_else(said).filter(|width| *width >= LEAST).unwrap_or(80)
}

/// Whether the locale says UTF-8; where it says nothing, it is taken to.
fn speaks_utf8() -> bool {
    let locale =
        ["LC_ALL", "LC_CTYPE", "LANG"].iter().find_map(|name| std::env::var(name).ok().filter(|v| !v.is_empty()));
    locale.is_none_or(|locale| {
        let locale = locale.to_lowercase();
        locale.contains("utf-8")
            || locale.contains("utf8")
            || !(locale.contains('.') || locale == "c" || locale == "posix")
    })
}

/// "took 12.3 ms".
pub fn elapsed(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    let text = match seconds {
        s if s < 1e-3 => format!("{:.0} µs", s * 1e6),
        s if s < 1.0 => format!("{:.1} ms", s * 1e3),
        s if s < 100.0 => format!("{s:.2} s"),
        s => format!("{s:.0} s"),
    };
    format!("took {text}")
}
