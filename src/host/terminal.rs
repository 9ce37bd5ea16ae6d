//! What the environment and the terminal itself say about the terminal: whether it is dumb, and whether its background is
//! light or dark.

use std::io::{self, IsTerminal};
use std::time::Duration;

use terminal_colorsaurus::{QueryOptions, ThemeMode, theme_mode};

use crate::show::theme::Theme;

/// Whether TERM is `dumb`: the terminal shows plain characters only.
pub fn is_dumb_by_name() -> bool {
    std::env::var("TERM").is_ok_and(|term| term == "dumb")
}

/// How long the terminal may take to answer.
const MAX_WAIT: Duration = Duration::from_millis(300);

/// The theme for the background of the terminal; `None` if there is no terminal, or it does not answer in time.
pub(super) fn detect_theme() -> Option<Theme> {
    if !(io::stdin().is_terminal() && io::stdout().is_terminal() && is_foreground_job()) {
        return None;
    }
    let mut options = QueryOptions::default();
    options.timeout = MAX_WAIT;
    match theme_mode(options).ok()? {
        ThemeMode::Light => Some(Theme::Light),
        ThemeMode::Dark => Some(Theme::Dark),
    }
}

/// Whether the program is the foreground job. The system would stop a background job that asks the terminal.
#[cfg(unix)]
fn is_foreground_job() -> bool {
    nix::unistd::tcgetpgrp(io::stdin()).is_ok_and(|group| group == nix::unistd::getpgrp())
}

#[cfg(not(unix))]
fn is_foreground_job() -> bool {
    true
}
