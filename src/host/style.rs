//! The settings of a run, from the command line, the environment and the terminal: colours, width, characters, files.

use std::io::{self, IsTerminal};
use std::time::Duration;

use super::terminal::is_dumb_by_name;
use super::{pager, terminal};
use crate::cli::{Format, RunArguments, When};
use crate::service::FileAccess;
use crate::show::document::Style;
use crate::show::language::known::Language;
use crate::show::terminal::Painter;
use crate::show::theme::Theme;

/// What becomes of a corrected line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Corrections {
    /// It is told: in scripts and pipes.
    #[default]
    Told,
    /// A certain one is run at once, and any other told: at a dumb terminal, whose input begins empty.
    Run,
    /// A certain one is run at once, and any other stands in the next input.
    Offered,
}

impl Corrections {
    /// At the prompt of this terminal.
    pub fn at_prompt() -> Corrections {
        match io::stdin().is_terminal() && io::stdout().is_terminal() {
            true if is_dumb_by_name() => Corrections::Run,
            true => Corrections::Offered,
            false => Corrections::Told,
        }
    }
}

/// What the command line and the environment say about a run.
#[derive(Clone, Debug)]
pub struct Settings {
    pub json: bool,
    /// In which format answers that are made of rows are printed.
    pub format: Option<Format>,
    /// Colours on standard output, and on standard error: decided for each by itself.
    pub color_out: bool,
    pub color_err: bool,
    /// Whether standard output and standard error are terminals.
    pub at_terminal_out: bool,
    pub at_terminal_err: bool,
    /// The colours for the background of the terminal.
    pub theme: Theme,
    /// Statements come from a prompt.
    pub interactive: bool,
    /// What becomes of a corrected line.
    pub corrections: Corrections,
    /// A lesson is shown: everything is printed that a prompt prints.
    pub echoes: bool,
    pub keep_going: bool,
    /// Texts are transcripts, whatever they begin with.
    pub transcript: bool,
    pub file_access: FileAccess,
    /// How many threads answer the rows of a survey, or compute something long: as many as the command line says, or one for
    /// each core that the program may use.
    pub threads: usize,
    pub quiet: bool,
    /// The command that shows an answer longer than the screen, at a prompt.
    pub pager: Option<String>,
    pub style: Style,
    /// The language in which answers are told.
    pub language: Language,
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
            corrections: Corrections::Told,
            echoes: false,
            keep_going: run.keep_going,
            transcript: run.transcript,
            quiet: run.quiet,
            threads: run.threads.map_or_else(cores, usize::from),
            // A pager can open files, and start programs.
            pager: if run.limits.safe { None } else { pager::wanted() },
            file_access: match (run.limits.safe, run.allow_files) {
                (true, _) => FileAccess::None,
                (_, true) => FileAccess::All,
                _ => FileAccess::Restricted,
            },
            style: Style { width: width(), ascii: run.ascii || !speaks_utf8() || is_dumb() },
            language: run.lang.or_else(language_of_locale).unwrap_or_default(),
        }
    }

    /// Whether everything is printed that a prompt prints, such as that a definition was made.
    pub fn is_prompt(&self) -> bool {
        self.interactive || self.echoes
    }

    /// The painter for standard output.
    pub fn painter_out(&self) -> Painter {
        if self.color_out { Painter::Terminal(self.theme) } else { Painter::Plain }
    }

    /// The painter for standard error.
    pub fn painter_err(&self) -> Painter {
        if self.color_err { Painter::Terminal(self.theme) } else { Painter::Plain }
    }
}

/// The theme named on the command line or by GRUNDY_THEME, or else the one for the background that COLORFGBG or the
/// terminal reports. Without any of them no colours are used, since any colour is hard to read on some background.
fn theme(wanted: Option<Theme>, has_colors: bool) -> Theme {
    let said = |name: &str| std::env::var(name).ok();
    let told = || said("COLORFGBG").and_then(|colors| Theme::for_background(&colors));
    let asked = || if has_colors { terminal::detect_theme() } else { None };
    let named = || said("GRUNDY_THEME").and_then(|name| Theme::named(name.trim()));
    wanted.or_else(named).or_else(told).or_else(asked).unwrap_or_default()
}

/// Whether colours are used: as the command line says, or else as the conventions for NO_COLOR, CLICOLOR_FORCE and
/// CLICOLOR say, or else at a terminal that is not dumb.
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

/// Whether standard output is a terminal that can show plain characters only.
fn is_dumb() -> bool {
    io::stdout().is_terminal() && is_dumb_by_name()
}

/// Columns of the terminal as it is now; where there is none, what COLUMNS says, or 80.
pub fn width() -> usize {
    const LEAST: usize = 20;
    let asked = || terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    let at_terminal = io::stdout().is_terminal();
    let said = || std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    at_terminal.then(asked).flatten().or_else(said).filter(|width| *width >= LEAST).unwrap_or(80)
}

/// The locale of a category, such as `de_DE.UTF-8`.
fn locale(category: &str) -> Option<String> {
    ["LC_ALL", category, "LANG"].iter().find_map(|name| std::env::var(name).ok().filter(|v| !v.is_empty()))
}

/// The language of messages, if the program has words in it, and the locale has their letters.
fn language_of_locale() -> Option<Language> {
    Language::with_code(&locale("LC_MESSAGES")?).filter(|_| speaks_utf8())
}

/// Whether the locale uses UTF-8. It is taken to, unless it names another encoding or is C or POSIX.
fn speaks_utf8() -> bool {
    locale("LC_CTYPE").is_none_or(|locale| {
        let locale = locale.to_lowercase();
        locale.contains("utf-8")
            || locale.contains("utf8")
            || !(locale.contains('.') || locale == "c" || locale == "posix")
    })
}

/// A duration in words, such as `took 12.3 ms`.
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

/// How many cores the program may use.
fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
