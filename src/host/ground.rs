//! The ground that a terminal writes on.

use std::io::{self, IsTerminal};
use std::time::Duration;

use terminal_colorsaurus::{QueryOptions, ThemeMode, theme_mode};

use crate::render::Theme;

/// How long the terminal may take to answer.
const PATIENCE: Duration = Duration::from_millis(300);

/// Asks the terminal for its ground; `None` where it does not tell, or where nobody sits at it.
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

/// A job behind others would be stopped by the question.
#[cfg(unix)]
fn is_in_front() -> bool {
    nix::unistd::tcgetpgrp(io::stdin()).is_ok_and(|group| group == nix::unistd::getpgrp())
}

#[cfg(not(unix))]
fn is_in_front() -> bool {
    true
}
