//! Asks a terminal whether its background (its ground) is light or dark.

use std::io::{self, IsTerminal};
use std::time::Duration;

use terminal_colorsaurus::{QueryOptions, ThemeMode, theme_mode};

use crate::render::Theme;

/// How long the terminal may take to answer.
const PATIENCE: Duration = Duration::from_millis(300);

/// The theme for the background of the terminal; `None` if there is no terminal, or it does not answer in time.
pub(super) fn asked() -> Option<Theme> {
    if !(io::stdin().is_terminal() && io::stdout().is_terminal() && is_in_front()) {
        return None;
    }
    let mut options = QueryOptions::default();
    options.timeout = PATIENCE;
    match theme_mode(options).ok()? {
        ThemeMode::Light => Some(Theme::Light),
        ThemeMode::Dark => Some(Theme::Dark),
    }
}

/// Whether the program is the foreground job. The system would stop a background job that asks the terminal.
#[cfg(unix)]
fn is_in_front() -> bool {
    nix::unistd::tcgetpgrp(io::stdin()).is_ok_and(|group| group == nix::unistd::getpgrp())
}

#[cfg(not(unix))]
fn is_in_front() -> bool {
    true
}
