//! The answer to a question that is still being typed.

use grundy_engine::game::Value;

use crate::lang::session::Session;
use crate::show::report::Report;
use crate::source::Source;
use crate::syntax::ast::Statement;
use crate::verbs::value::ShownValue;

/// Bytes of tables a preview may fill.
const MEMORY: u64 = 16_000_000;
/// The most members of a list, or bytes of a text, that a preview shows.
const MEMBERS: usize = 100;

/// The answer to a text that is one pure question, if there is one. Nothing is defined and `ans` stays; values
/// that were computed are kept. The caller stops it when it takes too long.
pub fn preview(session: &mut Session, text: &str) -> Option<Report> {
    let source = Source::new("<preview>", text);
    let id = match session.previewed {
        // Each keystroke makes a new text, so all previews share one source.
        Some(id) => {
            session.names.sources.replace(id, source);
            id
        }
        None => *session.previewed.insert(session.names.sources.add(source)),
    };
    let [Ok(statement)] = &crate::syntax::parse(id, text)[..] else { return None };
    if !is_pure(statement) {
        return None;
    }
    let answers = session.names.answers.clone();
    let noted = (session.power_noted, session.division_noted);
    let left_out_sums = std::mem::take(&mut session.solver.left_out_sums);
    let limit = session.solver.limit_memory(MEMORY);
    // The tables of the session are not dropped to make room for a preview.
    let reply = session.run_untried(statement);
    session.solver.restore_memory(limit);
    session.names.set_answers(answers);
    (session.power_noted, session.division_noted) = noted;
    session.solver.left_out_sums = left_out_sums;
    session.reported(reply).ok()?.report.filter(is_short)
}

/// Questions whose answer is a line, and which are safe to ask again and again.
fn is_pure(statement: &Statement) -> bool {
    let Some(expr) = statement.expression() else { return false };
    expr.question().is_none_or(|asked| {
        matches!(asked.verb, "winner" | "grundy" | "outcome" | "period" | "preperiod") && asked.to.is_none()
    })
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
    use crate::verbs::definitions::known;
    use grundy_engine::solve::{Limits, Signal};

    fn session() -> Session {
        let mut session = crate::session::new(Limits::default(), Arc::new(Signal::default()));
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
            assert_eq!(preview(&mut session, text).is_some(), expected, "{text}");
        }
    }

    #[test]
    fn it_leaves_the_session_as_it_was() {
        let mut session = session();
        let before = known::known_names(&session).len();
        for text in ["let x = 3", "2 + 3", "grundy S(7)", "grundy GrundysGame(10^8)"] {
            preview(&mut session, text);
        }
        assert_eq!(known::known_names(&session).len(), before);
        let shown = preview(&mut session, "ans").unwrap();
        assert!(matches!(shown.get(), Some(ShownValue { value: Value::Integer(42), .. })));
        // The limit of a preview is not the limit of the session.
        let free = session.solver.budget().free();
        assert!(free > 2 * MEMORY, "{free}");
    }
}
