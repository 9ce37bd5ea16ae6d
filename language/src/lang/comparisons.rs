//! Corrects comparisons of different kinds, such as `winner S(5) == 1`, where it is clear what was meant.

use grundy_engine::game::Value;

use crate::error::Error;
use crate::lang::names::{Definition, Meant, Names};
use crate::show::told::{Told, told};
use crate::source::Span;
use crate::syntax::ast::{Ask, BinaryOperator, Expr, ExprKind, Statement, UnaryOperator};
use crate::syntax::parts;

/// One side of a comparison, as far as its syntax tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side<'e> {
    Asks(&'static str),
    Position,
    Number(i128),
    Text(&'e str),
    Name(&'e str),
    /// `first` (true) or `second` (false).
    Player(bool),
    Other,
}

/// The same error, with the comparison that was probably meant as its correction.
pub(crate) fn compared(names: &Names, error: Error, statement: &Statement) -> Error {
    let Some(comparison) = parts::part_at(statement, error.span) else { return error };
    let ExprKind::Binary { operator, left, right } = &comparison.kind else { return error };
    if !matches!(operator, BinaryOperator::Equal | BinaryOperator::Unequal) {
        return error;
    }
    if let Some(name) = [left, right].into_iter().find_map(|side| hidden_outcome(names, side)) {
        let player = if name == "P" { "second" } else { "first" };
        let text = told!(
            "{name} is your own definition here, which hides the outcome: compare with `winner … == {player}`, or `forget {name}`",
            name,
            player
        );
        return error.advise(text);
    }
    let is_equal = *operator == BinaryOperator::Equal;
    let corrected = in_order(names, left, right, is_equal).or_else(|| in_order(names, right, left, is_equal));
    match corrected {
        Some((text, place, replacement)) => error.correct(text, place, replacement),
        None => error,
    }
}

/// `N` or `P`, if this is the name and the user has defined it.
fn hidden_outcome<'e>(names: &Names, expr: &'e Expr) -> Option<&'e str> {
    let ExprKind::Name(name) = &expr.kind else { return None };
    let name = name.as_str();
    (matches!(name, "N" | "P") && names.own(name).is_some()).then_some(name)
}

/// The correction where the question or position `asked` is compared with `other`: a message, a place, and the
/// new text for it. `None` if it is not clear what was meant.
fn in_order(names: &Names, asked: &Expr, other: &Expr, is_equal: bool) -> Option<(Told, Span, String)> {
    let answer = |text, answer: &str| Some((text, other.span, answer.to_owned()));
    let before = asked.span.beginning();
    let verb = |text, verb: &str| Some((text, before, verb.to_owned()));
    match (side(names, asked), side(names, other)) {
        (Side::Asks("winner"), side) => answer(told!("`winner` answers `first` or `second`"), player(side)?),
        (Side::Asks("outcome"), side) => answer(told!("`outcome` answers `N` or `P`"), outcome(side)?),
        (Side::Asks("grundy"), Side::Name("P")) => answer(told!("a P-position has value 0"), "0"),
        (Side::Asks("grundy"), Side::Player(_)) => {
            let asked = names.sources.piece(asked.span);
            let word = asked.span(0.."grundy".len());
            (asked.at(word) == "grundy").then(|| (told!("`winner` tells who wins"), word, "winner".to_owned()))
        }
        (Side::Asks("grundy"), Side::Name("N")) if is_equal && asked.span.end() <= other.span.start() => {
            let behind = other.span.behind(asked.span);
            Some((told!("an N-position has a value other than 0"), behind, " != 0".to_owned()))
        }
        (Side::Position, Side::Number(_)) => {
            verb(told!("the value of a position is asked for with `grundy`"), "grundy ")
        }
        (Side::Position, Side::Name("N" | "P")) => {
            verb(told!("the outcome of a position is asked for with `outcome`"), "outcome ")
        }
        (Side::Position, Side::Player(_)) => verb(told!("who wins is asked for with `winner`"), "winner "),
        (Side::Number(_), Side::Text(text)) if text.parse::<i128>().is_ok() => {
            answer(told!("a number stands without quotes"), text)
        }
        _ => None,
    }
}

fn side<'e>(names: &Names, expr: &'e Expr) -> Side<'e> {
    match &expr.bare().kind {
        ExprKind::Ask(question) => Side::Asks(question.verb),
        ExprKind::Integer(n) => Side::Number(*n),
        ExprKind::Text(text) => Side::Text(text),
        ExprKind::Name(name) => Side::Name(name),
        ExprKind::Side(first) => Side::Player(*first),
        _ if is_position(names, expr) => Side::Position,
        _ => Side::Other,
    }
}

/// Whether an expression is a position, as far as its form and the names of games tell.
pub fn is_position(names: &Names, expr: &Expr) -> bool {
    let expr = expr.bare();
    match expr.operation() {
        Some((operator, left, right)) => {
            operator == BinaryOperator::Add && is_position(names, left) && is_position(names, right)
        }
        None => expr.applied().and_then(Expr::as_name).is_some_and(|name| names.names_a_game(name)),
    }
}

/// `S(3) + k` behind `grundy`, where k is a number: the positions, and the number that is added to their value.
pub fn number_behind<'e>(names: &Names, subject: &'e Expr) -> Option<(&'e Expr, &'e Expr)> {
    let ExprKind::Binary { operator: BinaryOperator::Add, left, right } = &subject.kind else { return None };
    (is_number(names, right) && !is_number(names, left)).then_some((&**left, &**right))
}

/// An operand that ends with a question and a number behind it, such as `2 * grundy S(3) + k`: what stands before the `+`, and the
/// number, with what binds more tightly to it. The reader cannot know that k is a number, and takes it for a position.
pub fn split_number(names: &Names, expr: &Expr) -> Option<(Expr, Expr)> {
    match &expr.kind {
        ExprKind::Ask(question) if question.verb == "grundy" => {
            let (subject, number) = number_behind(names, &question.subject)?;
            let span = expr.span.to(subject.span);
            let asked = Ask { subject: subject.clone(), ..(**question).clone() };
            Some((Expr::asking(asked, span), number.clone()))
        }
        ExprKind::Unary { operator, operand } if *operator != UnaryOperator::Not => {
            let (operand, number) = split_number(names, operand)?;
            let kind = ExprKind::Unary { operator: *operator, operand: Box::new(operand) };
            Some((Expr { kind, span: expr.span }, number))
        }
        ExprKind::Binary { operator, left, right } if is_arithmetic(*operator) => {
            split_sides(names, *operator, left, right)
        }
        _ => None,
    }
}

/// As [`split_number`], for the two sides of an operator.
pub fn split_sides(names: &Names, operator: BinaryOperator, left: &Expr, right: &Expr) -> Option<(Expr, Expr)> {
    let joined = |left: &Expr, right: &Expr| Expr::binary(operator, left.clone(), right.clone());
    if !is_arithmetic(operator) {
        return None;
    }
    if let Some((right, number)) = split_number(names, right) {
        return Some((joined(left, &right), number));
    }
    let binds_tightly = !matches!(operator, BinaryOperator::Add | BinaryOperator::Subtract);
    let (before, number) = split_number(names, left).filter(|_| binds_tightly)?;
    Some((before, joined(&number, right)))
}

fn is_arithmetic(operator: BinaryOperator) -> bool {
    use BinaryOperator as B;
    matches!(operator, B::Add | B::Subtract | B::Multiply | B::Divide | B::Remainder | B::Power)
}

/// Is this a number, as far as its form and its names show?
pub(crate) fn is_number(names: &Names, expr: &Expr) -> bool {
    match &expr.bare().kind {
        ExprKind::Integer(_) => true,
        ExprKind::Name(name) => {
            matches!(names.get(name), Some(Meant::Defined(Definition::Value(Value::Integer(_), _))))
        }
        ExprKind::Binary { operator, left, right } => {
            is_arithmetic(*operator) && is_number(names, left) && is_number(names, right)
        }
        _ => false,
    }
}

/// The player, as `winner` answers, that this side probably means.
fn player(side: Side) -> Option<&'static str> {
    Some(match side {
        Side::Number(1) | Side::Text("first") | Side::Name("N") => "first",
        Side::Number(2) | Side::Text("second") | Side::Name("P") => "second",
        _ => return None,
    })
}

/// The outcome that this side probably means: 0 stands for P, since a P-position has value 0.
fn outcome(side: Side) -> Option<&'static str> {
    Some(match side {
        Side::Number(0) | Side::Text("P") | Side::Player(false) => "P",
        Side::Text("N") | Side::Player(true) => "N",
        _ => return None,
    })
}
