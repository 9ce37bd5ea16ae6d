//! Questions about other positions, asked in the middle of a game.

use crate::lang::session::{Session, Turn};
use crate::source::SourceId;
use crate::syntax::ast::{BinaryOperator, Expr, Statement};
use crate::syntax::{self, words};

/// The answer to a line that asks a question; `None` for any other line, and for one that may be a move.
pub(crate) fn question(session: &mut Session, line: &str) -> Option<Turn> {
    let first = line.split([' ', '(']).next().unwrap_or_default();
    let is_question = match &parsed(line)[..] {
        [Some(statement)] => only_asks(statement),
        // A line that begins like a question but cannot be parsed is run all the same, for its error.
        [None] => words::asks_about(first).is_some() && !matches!(first, "play" | "quiz"),
        _ => false,
    };
    if !is_question {
        return None;
    }
    let mut turn = Turn { said: Vec::new(), over: false };
    for statement in session.read("<play>", line) {
        let said = session.run_meant(statement).map(|(_, reply)| reply);
        turn.over |= said.as_ref().is_err_and(|error| error.is_interrupted());
        turn.said.push(said);
    }
    Some(turn)
}

/// Whether a line is a statement other than an expression, which may be meant as a move.
pub(crate) fn is_statement(line: &str) -> bool {
    let is_statement = |statement: &Option<Statement>| {
        statement.as_ref().is_some_and(|statement| statement.expression().is_none_or(|expr| expr.question().is_some()))
    };
    parsed(line).iter().any(is_statement)
}

/// The statements of a line, without running them; `None` for one that cannot be parsed.
fn parsed(line: &str) -> Vec<Option<Statement>> {
    syntax::parse(SourceId(u32::MAX), line).into_iter().map(Result::ok).collect()
}

/// Whether a statement only asks: it changes nothing, writes no file, and cannot be a move. A position or a number
/// can be a move.
fn only_asks(statement: &Statement) -> bool {
    if statement.to().is_some() {
        return false;
    }
    match statement.instruction() {
        Some(instruction) if instruction.verb == "help" => instruction.topic.is_some(),
        Some(instruction) => matches!(instruction.verb, "check" | "print" | "games" | "show" | "about"),
        None => statement.expression().is_some_and(asks),
    }
}

/// Whether an expression asks for something to be computed, and cannot be meant as a move.
fn asks(expr: &Expr) -> bool {
    let expr = expr.bare();
    match expr.operation() {
        Some((BinaryOperator::Add, left, right)) => asks(left) || asks(right),
        // `2*S(5)` is a position.
        Some((operator, ..)) => !matches!(operator, BinaryOperator::Multiply | BinaryOperator::Subtract),
        None if expr.is_choice() || expr.question().is_some() || expr.cases().is_some() => true,
        None => expr.set_members().is_some() || expr.called().is_some_and(|(callee, _)| callee.is_named("mex")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_are_told_from_moves_and_from_what_changes_the_session() {
        let asks = |line| matches!(&parsed(line)[..], [Some(statement)] if only_asks(statement));
        for line in [
            "grundy Nim(5)",
            "moves Nim(7)",
            "winner misere Nim(3)",
            "explain Nim(5) + Nim(2)",
            "27 xor 17",
            "values Nim",
            "mex {0, 1, 4}",
            "grundy Nim(3) + 1",
            "period Nim",
            "help mex",
            "[grundy Nim(n) for n in 0..9]",
        ] {
            assert!(asks(line), "{line}");
        }
        for line in [
            "Nim(5)",
            "Nim(5) + Nim(3)",
            "2*Nim(5)",
            "5",
            "(3, 4)",
            "take 3 from 5",
            "game G = take <1>",
            "let a = 3",
            "quit",
            "values Nim to \"a.csv\"",
            "play Nim(3)",
            "Nim(5) -> Nim(3)",
            "\"##..\"",
            "[1, 2]",
        ] {
            assert!(!asks(line), "{line}");
        }
    }
}
