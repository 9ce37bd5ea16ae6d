//! The preview: the answer to a statement, shown while it is typed.

use std::cell::RefCell;
use std::io::{self, Write};
use std::sync::Arc;
use std::time::Duration;

use grundy_engine::solve::{Limits, Signal};
use unicode_width::UnicodeWidthChar;

use crate::host::{Host, Watch, width};
use crate::session::{self, Session};
use crate::show;
use crate::show::document::Style;
use crate::show::terminal::Painter;

/// How long a preview may take, so that typing stays smooth.
const TIME: Duration = Duration::from_millis(15);

/// Holds the session while a line is typed.
pub struct Preview {
    session: RefCell<Session>,
    watch: Watch,
    style: Style,
    /// The last line asked about, and in how many columns, with its answer: the editor asks several times.
    last: RefCell<(String, usize, Option<String>)>,
}

impl Preview {
    pub fn new(host: &Host) -> Preview {
        let empty = session::new(Limits::default(), Arc::new(Signal::default()));
        Preview {
            session: RefCell::new(empty),
            watch: host.watch.clone(),
            style: host.settings.style,
            last: RefCell::default(),
        }
    }

    /// Exchanges the sessions of the host and the preview: before a line is typed, and again after it.
    pub fn swap_session(&mut self, host: &mut Host) {
        std::mem::swap(self.session.get_mut(), &mut host.service.session);
        *self.last.get_mut() = (String::new(), 0, None);
    }

    /// The first line of the answer, if there is one soon enough.
    pub fn answer(&self, line: &str) -> Option<String> {
        let mut last = self.last.borrow_mut();
        let width = width();
        if last.0 != line || last.1 != width {
            *last = (line.to_owned(), width, self.compute_answer(line, width));
        }
        last.2.clone()
    }

    /// Clears the preview below a line that was given up. The cursor is in the row below the preview.
    pub fn clear(&self) {
        if self.last.borrow().2.is_some() {
            // If this fails, the answer stays, which does no harm.
            let mut out = io::stdout().lock();
            let _ = out.write_all(b"\x1b[A\x1b[2K").and_then(|()| out.flush());
        }
    }

    fn compute_answer(&self, line: &str, width: usize) -> Option<String> {
        if line.trim().is_empty() {
            return None;
        }
        let mut session = self.session.borrow_mut();
        let report = self.watch.within(TIME, || session::preview(&mut session, line))?;
        let style = Style { width, ..self.style };
        let text = show::paint(&report.document(), &style, Painter::Plain);
        let first = text.lines().next().unwrap_or("").trim_end();
        // That `3` has the value 3 need not be shown.
        (!first.is_empty() && first != line.trim()).then(|| clipped(first, style.width.saturating_sub(4)))
    }
}

/// A line cut off at so many columns, with `…` at its end if something is missing.
pub(super) fn clipped(text: &str, columns: usize) -> String {
    let mut used = 0;
    let end = text.char_indices().find_map(|(at, c)| {
        used += c.width().unwrap_or(0);
        (used > columns).then_some(at)
    });
    match end {
        None => text.to_owned(),
        Some(end) => {
            let before = text[..end].char_indices().next_back().map_or(0, |(at, _)| at);
            format!("{}…", &text[..before])
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_answer_is_clipped() {
        for (text, columns, expected) in [("abc", 3, "abc"), ("abcd", 3, "ab…"), ("⊕⊕⊕⊕", 2, "⊕…"), ("", 0, "")]
        {
            assert_eq!(clipped(text, columns), expected, "{text}");
        }
    }
}
