//! What Enter does: it finishes a statement that is complete, and goes on in a new, aligned line otherwise.

use std::sync::Arc;

use rustyline::{Cmd, ConditionalEventHandler, Event, EventContext, RepeatCount};

use super::paste::Pace;
use crate::host::Watch;
use crate::syntax::transcript::{self, PROMPT};
use crate::syntax::{Completeness, complete};

pub struct Enter {
    pub pace: Arc<Pace>,
    pub watch: Watch,
}

impl ConditionalEventHandler for Enter {
    fn handle(&self, _: &Event, _: RepeatCount, _: bool, context: &EventContext) -> Option<Cmd> {
        let text = context.line();
        // A line of a dialogue, and an answer in a pasted transcript, are never the beginning of a statement.
        let is_line = self.pace.in_dialogue() || self.pace.in_transcript() && !transcript::has_inputs(text);
        Some(match continuation(text).filter(|_| !is_line) {
            Some(indent) => Cmd::Insert(1, format!("\n{}", " ".repeat(indent))),
            None => {
                // An earlier Ctrl-C is over. One that comes from now on, however soon, stops the statement.
                self.watch.forget_interrupt();
                self.pace.set_entered();
                Cmd::AcceptLine
            }
        })
    }
}

/// The column at which the next line begins, or `None` if the text is to be run: it is complete, or its last line
/// is blank.
fn continuation(text: &str) -> Option<usize> {
    let last = text.rsplit('\n').next().unwrap_or("");
    if text.contains('\n') && last.trim().is_empty() {
        return None;
    }
    let typed = if transcript::has_inputs(text) { transcript::inputs(text) } else { text.to_owned() };
    match complete(&typed) {
        Completeness::Complete => None,
        // The prompt stands before the first line only.
        Completeness::Incomplete { indent } if !text.contains('\n') => Some(indent + PROMPT.len()),
        Completeness::Incomplete { indent } => Some(indent),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn enter_goes_on_inside_a_statement() {
        let cases = [
            ("winner S(3)", None),
            ("winner S(3", Some(11)),
            ("game S =", Some(6)),
            ("game S =\n", None),
            ("[1,\n   2", Some(1)),
            ("> game S =", Some(8)),
            ("> game S =\n. take <1>", None),
        ];
        for (text, expected) in cases {
            assert_eq!(continuation(text).is_some(), expected.is_some(), "{text:?}");
        }
        assert_eq!(continuation("winner S("), Some(11));
    }
}
