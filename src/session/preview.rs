//! The answer to a question that is still being typed.

use grundy_engine::game::Value;

use crate::lang::session::Session;
use crate::show::report::Report;
use crate::source::Source;
use crate::syntax::ast::{Statement, StatementKind, Verb};
use crate::verbs::value::data::ShownValue;

/// Bytes of tables a preview may fill.
const MEMORY: u64 = 16_000_000;
/// The most members of a list, or bytes of a text, that a preview shows.
const MEMBERS: usize = 100;

impl Session {
    /// The answer to a text that is one pure question, if there is one. Nothing is defined and `ans` stays; values
    /// that were computed are kept. The caller stops it when it takes too long.
    pub fn preview(&mut self, text: &str) -> Option<Report> {
        let source = Source::new("<preview>", text);
        let id = match self.previewed {
            // Each keystroke makes a new text, so all previews share one source.
            Some(id) => {
                self.names.sources.replace(id, source);
                id
            }
            None => *self.previewed.insert(self.names.sources.add(source)),
        };
        let [Ok(statement)] = &crate::syntax::parse(id, text)[..] else { return None };
        if !is_pure(statement) {
            return None;
        }
        let answer = (self.names.answer.clone(), self.names.answer_recipe.clone());
        let noted = (self.power_noted, self.division_noted);
        let left_out_sums = std::mem::take(&mut self.solver.left_out_sums);
        let limit = self.solver.limit_memory(MEMORY);
        // The tables of the session are not dropped to make room for a preview.
        let reply = self.run_untried(statement);
        self.solver.restore_memory(limit);
        self.names.set_answer(answer.0, answer.1);
        (self.power_noted, self.division_noted) = noted;
        self.solver.left_out_sums = left_out_sums;
        self.reported(reply).ok()?.report.filter(is_short)
    }
}

/// Questions whose answer is a line, and which are safe to ask again and again.
fn is_pure(statement: &Statement) -> bool {
    match &statement.kind {
        StatementKind::Expression(_) => true,
        StatementKind::Ask(ask) => {
            matches!(ask.verb, Verb::Winner | Verb::Grundy | Verb::Outcome | Verb::Period | Verb::Value("preperiod"))
        }
        _ => false,
    }
}

fn is_short(report: &Report) -> bool {
    match report.get() {
        Some(ShownValue { value: Value::List(members), .. }) => members.len() <= MEMBERS,
        Some(ShownValue { value: Value::Text(text), .. }) => text.len() <= MEMBERS,
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use grundy_engine::solve::{Limits, Signal};

    fn session() -> Session {
        let mut session = Session::new(Limits::default(), Arc::new(Signal::default()));
        for text in ["game S = take <1,2,3>", "41 + 1"] {
            for statement in session.read("<prompt>", text) {
                session.run(&statement.unwrap()).unwrap();
            }
        }
        session
    }

    #[test]
    fn only_pure_questions_are_answered() {
        let mut session = session();
        for (text, expected) in [
            ("winner S(3)", true),
            ("grundy S(3) + S(4)", true),
            ("2 + 3", true),
            ("ans", true),
            ("winner S(3", false),
            ("winner T(3)", false),
            ("game T = take <1>", false),
            ("let x = 3", false),
            ("assert 1 == 1", false),
            ("print 3", false),
            ("2; 3", false),
            ("save \"x\"", false),
            ("quit", false),
            ("", false),
        ] {
            assert_eq!(session.preview(text).is_some(), expected, "{text}");
        }
    }

    #[test]
    fn it_leaves_the_session_as_it_was() {
        let mut session = session();
        let before = session.known_names().len();
        for text in ["let x = 3", "2 + 3", "grundy S(7)", "grundy GrundysGame(10^8)"] {
            session.preview(text);
        }
        assert_eq!(session.known_names().len(), before);
        let shown = session.preview("ans").unwrap();
        assert!(matches!(shown.get(), Some(ShownValue { value: Value::Integer(42), .. })));
        // The limit of a preview is not the limit of the session.
        let free = session.solver.budget().free();
        assert!(free > 2 * MEMORY, "{free}");
    }
}
