//! A corrected line in the next input: Enter runs it, any edit makes it the user's own, Esc clears it.

use std::sync::Arc;

use rustyline::{
    Cmd, ConditionalEventHandler, Event, EventContext, KeyCode, KeyEvent, Modifiers, Movement, RepeatCount,
};

use super::prompt_state::PromptState;

/// All keys without a handler of their own, while a proposal stands in the line as it was made.
pub struct Keys {
    pub state: Arc<PromptState>,
}

impl ConditionalEventHandler for Keys {
    fn handle(&self, event: &Event, _: RepeatCount, _: bool, context: &EventContext) -> Option<Cmd> {
        let line = context.line();
        if !self.state.proposes(line) {
            return None;
        }
        let Event::KeySeq(keys) = event else { return None };
        let [KeyEvent(key, modifiers)] = keys[..] else { return None };
        let is_behind = context.pos() == line.len();
        match key {
            KeyCode::Esc => Some(Cmd::Kill(Movement::WholeBuffer)),
            // The first Ctrl-D is about the proposal, which nobody typed; the next one leaves.
            KeyCode::Char('D') if modifiers == Modifiers::CTRL => Some(Cmd::Kill(Movement::WholeBuffer)),
            KeyCode::Char(letter) if modifiers == Modifiers::NONE && is_behind && begins_anew(line, letter) => {
                // The editor has no command that replaces a line and goes on behind it, except this one.
                self.state.begin_anew(letter);
                Some(Cmd::Complete)
            }
            KeyCode::BracketedPasteStart if is_behind => {
                self.state.note_paste(line);
                None
            }
            _ => None,
        }
    }
}

/// Whether a character that is typed behind a proposal cannot belong to it, so that another line begins: a letter, and a
/// digit behind a bracket or a quote.
fn begins_anew(line: &str, typed: char) -> bool {
    typed.is_alphabetic() || typed.is_ascii_digit() && line.ends_with([')', ']', '}', '>', '"'])
}

/// What was entered. A text that was pasted behind a proposal that nobody had touched takes its place, unless it begins
/// with a sign that goes on with it.
pub fn without_proposal(entered: String, proposal: Option<String>) -> String {
    let behind = proposal.as_deref().and_then(|proposal| Some((proposal, entered.strip_prefix(proposal)?)));
    match behind {
        Some((proposal, pasted)) if pasted.chars().next().is_some_and(|first| begins_anew(proposal, first)) => {
            pasted.to_owned()
        }
        _ => entered,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_line_takes_the_place_of_a_proposal() {
        for (line, typed, expected) in [
            ("winner S(3)", 'w', true),
            ("winner S(3)", '5', true),
            ("winner S(3)", ' ', false),
            ("winner S(3)", '+', false),
            ("values S 0..2", '0', false),
            ("let x = 5", 'q', true),
        ] {
            assert_eq!(begins_anew(line, typed), expected, "{line} {typed}");
        }
    }

    #[test]
    fn a_paste_takes_the_place_of_a_proposal() {
        let proposal = || Some("winner S(3)".to_owned());
        for (entered, expected) in [
            ("winner S(3)losing S 0..9", "losing S 0..9"),
            ("winner S(3) + S(4)", "winner S(3) + S(4)"),
            ("winner S(3)", "winner S(3)"),
            ("losing S", "losing S"),
        ] {
            assert_eq!(without_proposal(entered.to_owned(), proposal()), expected);
        }
        assert_eq!(without_proposal("winner S(3)x".to_owned(), None), "winner S(3)x");
    }
}
