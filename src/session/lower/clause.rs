//! Clauses of written rules: each becomes steps and an option.

use std::collections::HashSet;
use std::sync::Arc;

use grundy_engine::game::{At, Builtin, Clause, Expr, HeapRules, Likeness, Operator, Shape, Step, Term, Value};

use super::lenders::Lenders;
use super::{Lowerer, Place, constant, game, heap};
use crate::error::{Error, Meaning};
use crate::session::{evaluate, free_names};
use crate::source::Span;
use crate::syntax::ast::{self, ClauseKind};

/// What is being borrowed for one rule.
pub(super) struct Borrowing {
    lenders: Lenders,
    /// Do the moves that are being borrowed stand under a condition?
    conditional: bool,
    /// How many clauses were borrowed so far.
    clauses: usize,
}

impl Borrowing {
    /// More clauses than this are not borrowed: conditions upon conditions multiply.
    const MOST: usize = 100_000;

    /// For the rule of this game, which must not borrow from itself.
    pub fn of(game: &str) -> Borrowing {
        let mut lenders = Lenders::default();
        lenders.begin(game);
        Borrowing { lenders, conditional: false, clauses: 0 }
    }
}

/// The clauses of a rule, those borrowed from other games included.
pub(super) fn clauses(
    lowerer: &mut Lowerer,
    rule: &ast::Rule,
    coordinates: &[String],
    borrowing: &mut Borrowing,
) -> Result<Vec<Clause>, Error> {
    let mut lowered = Vec::new();
    // Each lender with the conditions under which its moves have been borrowed here.
    let mut lent: HashSet<(String, Vec<Step>)> = HashSet::new();
    for clause in &rule.clauses {
        super::go_on(lowerer.names, super::CLAUSE, clause.span)?;
        let made = lowerer.inside(|lowerer| {
            let steps = lowerer.steps(&clause.qualifiers)?;
            match &clause.kind {
                ClauseKind::Moves(name) if lent.insert((name.text.clone(), steps.clone())) => {
                    borrowed(lowerer, steps, name, coordinates, borrowing)
                }
                ClauseKind::Moves(_) => Ok(Vec::new()),
                _ => moves(lowerer, clause, steps, coordinates),
            }
        })?;
        lowered.extend(made);
    }
    Ok(lowered)
}

/// The moves of another game, whose heaps stay heaps of this one.
fn borrowed(
    lowerer: &mut Lowerer,
    mut before: Vec<Step>,
    name: &ast::Name,
    coordinates: &[String],
    borrowing: &mut Borrowing,
) -> Result<Vec<Clause>, Error> {
    borrowing.lenders.check(&name.text, name.span)?;
    let definition = game::definition(lowerer.names, &name.text, name.span)?;
    let inner = game::coordinates(&definition);
    if inner.len() != coordinates.len() {
        let kind = Meaning::BorrowedMoves { game: name.text.clone(), wanted: coordinates.len(), found: inner.len() };
        return Err(Error::new(kind, name.span));
    }
    let was_conditional = borrowing.conditional;
    let is_conditional = was_conditional || !before.is_empty();
    if !is_conditional && borrowing.lenders.is_done(&name.text) {
        // Borrowed twice, they are the same moves.
        return Ok(Vec::new());
    }
    borrowing.lenders.begin(&name.text);
    let made = lowerer.inside(|lowerer| {
        // The same slots under the other game's names.
        for (slot, coordinate) in inner.iter().enumerate() {
            lowerer.scope.push((coordinate.clone(), slot));
        }
        if let Some(domain) = &definition.domain {
            before.push(Step::Test(lowerer.value(domain)?));
        }
        if let Some(over) = &definition.over {
            let over = lowerer.boxed(over)?;
            let at = over.at;
            before.push(Step::Test(Expr { term: Term::Not(over), at }));
        }
        borrowing.conditional = was_conditional || !before.is_empty();
        let mut made = clauses(lowerer, &definition.rule, &inner, borrowing)?;
        for clause in &mut made {
            clause.steps.splice(0..0, before.iter().cloned());
        }
        Ok(made)
    })?;
    borrowing.conditional = was_conditional;
    if is_conditional {
        borrowing.lenders.end_some()
    } else {
        borrowing.lenders.end()
    }
    borrowing.clauses += made.len();
    if borrowing.clauses > Borrowing::MOST {
        let kind =
            Meaning::TooMany { what: "clauses", count: borrowing.clauses as u128, limit: Borrowing::MOST as u128 };
        return Err(Error::new(kind, name.span));
    }
    Ok(made)
}

fn moves(
    lowerer: &mut Lowerer,
    clause: &ast::Clause,
    steps: Vec<Step>,
    coordinates: &[String],
) -> Result<Vec<Clause>, Error> {
    match &clause.kind {
        ClauseKind::Option(option) => Ok(vec![Clause { steps, option: lowerer.option(option)? }]),
        ClauseKind::Divide { coordinate, by } => {
            let slot = chosen(coordinate.as_ref(), coordinates, clause.span)?;
            Ok(vec![divide(lowerer, steps, by, slot, coordinates.len())?])
        }
        ClauseKind::Take { amounts, from, then: None } => {
            let slots =
                from.iter().map(|name| chosen(Some(name), coordinates, name.span)).collect::<Result<Vec<_>, _>>()?;
            let slots = if slots.is_empty() { vec![chosen(None, coordinates, clause.span)?] } else { slots };
            Ok(vec![take(lowerer, steps, amounts, &slots, coordinates)?])
        }
        ClauseKind::Take { amounts, from, then: Some(then) } => {
            let slot = chosen(from.first(), coordinates, clause.span)?;
            only_heap(lowerer, coordinates, then.split.span)?;
            let mut made = Vec::new();
            for parts in all_parts(lowerer, &then.split)? {
                made.push(take_and_split(lowerer, steps.clone(), amounts, slot, parts, coordinates)?);
            }
            if then.maybe {
                made.push(take(lowerer, steps, amounts, &[slot], coordinates)?);
            }
            Ok(made)
        }
        ClauseKind::Split(split) => {
            only_heap(lowerer, coordinates, split.span)?;
            let all = all_parts(lowerer, split)?;
            let ways = |parts| split_heap(lowerer, steps.clone(), variable(0, split.span), parts);
            all.into_iter().map(ways).collect()
        }
        ClauseKind::Code(code) => {
            only_heap(lowerer, coordinates, code.span)?;
            by_code(lowerer, steps, code)
        }
        // Borrowed moves were taken care of before.
        ClauseKind::Moves(_) => Ok(Vec::new()),
    }
}

/// The slot of a coordinate; where none is named, there must be just one.
fn chosen(name: Option<&ast::Name>, coordinates: &[String], span: Span) -> Result<usize, Error> {
    let missing = |name: &str, span| {
        let kind = Meaning::NoCoordinate { name: name.to_owned(), coordinates: coordinates.to_vec() };
        Error::new(kind, span)
    };
    match name {
        Some(name) => {
            coordinates.iter().position(|known| *known == name.text).ok_or_else(|| missing(&name.text, name.span))
        }
        None if coordinates.len() == 1 => Ok(0),
        None => Err(missing("", span)),
    }
}

fn only_heap(lowerer: &Lowerer, coordinates: &[String], span: Span) -> Result<(), Error> {
    if coordinates.len() == 1 {
        return Ok(());
    }
    let game = match &lowerer.place {
        Place::Rule { game, .. } => game.clone(),
        Place::Question => String::new(),
    };
    Err(Error::new(Meaning::SplitCoordinates { game }, span))
}

fn variable(slot: usize, span: Span) -> Expr {
    Expr { term: Term::Slot(slot), at: At::from(span) }
}

fn binary(operator: Operator, left: Expr, right: Expr) -> Expr {
    let at = At::from(Span::from(left.at).to(right.at.into()));
    Expr { term: Term::Binary(operator, Box::new(left), Box::new(right)), at }
}

/// The position of the game at hand in which some coordinates are changed.
fn changed(lowerer: &Lowerer, arity: usize, span: Span, change: impl Fn(usize) -> Option<Expr>) -> Result<Expr, Error> {
    let coordinates = (0..arity).map(|slot| change(slot).unwrap_or_else(|| variable(slot, span))).collect();
    Ok(Expr { term: Term::Position(lowerer.own_game(span)?, coordinates), at: At::from(span) })
}

/// `for k in (members of the set from `least` to `greatest`)`.
fn amounts_step(
    lowerer: &mut Lowerer,
    amounts: &ast::Expr,
    least: i128,
    greatest: Expr,
    coordinates: &[String],
) -> Result<(Step, usize), Error> {
    if !coordinates.iter().any(|name| free_names::mentions(amounts, name)) && !bound_mentioned(lowerer, amounts) {
        // Does not depend on the position: wrong amounts are said now.
        heap::amounts(lowerer.names, amounts, least.max(0) as u64)?;
    }
    let set = lowerer.boxed(amounts)?;
    let at = set.at;
    let slot = lowerer.nameless();
    let source = Expr { term: Term::Between { set, least, greatest: Box::new(greatest) }, at };
    Ok((Step::For { slot, source }, slot))
}

fn bound_mentioned(lowerer: &Lowerer, expr: &ast::Expr) -> bool {
    lowerer.scope.iter().any(|(name, _)| free_names::mentions(expr, name))
}

fn take(
    lowerer: &mut Lowerer,
    mut steps: Vec<Step>,
    amounts: &ast::Expr,
    slots: &[usize],
    coordinates: &[String],
) -> Result<Clause, Error> {
    let span = amounts.span;
    let heaps: Vec<Expr> = slots.iter().map(|slot| variable(*slot, span)).collect();
    let greatest = match &heaps[..] {
        [one] => one.clone(),
        _ => Expr { term: Term::Builtin(Builtin::Min, heaps), at: At::from(span) },
    };
    let (step, amount) = amounts_step(lowerer, amounts, 1, greatest, coordinates)?;
    steps.push(step);
    let option = changed(lowerer, coordinates.len(), span, |slot| {
        let less = || binary(Operator::Subtract, variable(slot, span), variable(amount, span));
        slots.contains(&slot).then(less)
    })?;
    Ok(Clause { steps, option })
}

fn take_and_split(
    lowerer: &mut Lowerer,
    mut steps: Vec<Step>,
    amounts: &ast::Expr,
    heap: usize,
    parts: Parts,
    coordinates: &[String],
) -> Result<Clause, Error> {
    let span = amounts.span;
    let (step, amount) = amounts_step(lowerer, amounts, 0, variable(heap, span), coordinates)?;
    steps.push(step);
    let rest = binary(Operator::Subtract, variable(heap, span), variable(amount, span));
    split_heap(lowerer, steps, rest, parts)
}

/// In how many heaps the rest is left.
enum Parts {
    Fixed(Shape),
    /// It depends on the position, or on a variable of the clause.
    Said {
        into: Box<Expr>,
        likeness: Likeness,
    },
}

/// The ways of a split; one clause is made for each.
fn all_parts(lowerer: &mut Lowerer, split: &ast::Split) -> Result<Vec<Parts>, Error> {
    match &split.into {
        Some(into) if bound_mentioned(lowerer, into) => {
            let likeness = heap::likeness(split.likeness);
            Ok(vec![Parts::Said { into: lowerer.boxed(into)?, likeness }])
        }
        into => {
            let into = into.as_ref().map(|into| evaluate::constant(lowerer.names, into)).transpose()?;
            Ok(heap::split_shapes(split, into.as_ref())?.into_iter().map(Parts::Fixed).collect())
        }
    }
}

fn split_heap(lowerer: &mut Lowerer, mut steps: Vec<Step>, rest: Expr, parts: Parts) -> Result<Clause, Error> {
    let at = rest.at;
    let slot = lowerer.nameless();
    let rest = Box::new(rest);
    let term = match parts {
        Parts::Fixed(shape) => Term::Ways(rest, shape),
        Parts::Said { into, likeness } => Term::WaysInto { rest, into, likeness },
    };
    let source = Expr { term, at };
    steps.push(Step::For { slot, source });
    let heaps = Expr { term: Term::Slot(slot), at };
    Ok(Clause { steps, option: Expr { term: Term::Heaps(lowerer.own_game(at.into())?, Box::new(heaps)), at } })
}

fn divide(
    lowerer: &mut Lowerer,
    mut steps: Vec<Step>,
    by: &ast::Expr,
    heap: usize,
    arity: usize,
) -> Result<Clause, Error> {
    let span = by.span;
    let number = |n| constant(Value::Integer(n), span);
    steps.push(Step::Test(binary(Operator::GreaterOrEqual, variable(heap, span), number(1))));
    let set = lowerer.boxed(by)?;
    let slot = lowerer.nameless();
    let source = Expr { term: Term::Divisors { set, heap: Box::new(variable(heap, span)) }, at: At::from(span) };
    steps.push(Step::For { slot, source });
    let option = changed(lowerer, arity, span, |coordinate| {
        let quotient = || binary(Operator::Divide, variable(heap, span), variable(slot, span));
        (coordinate == heap).then(quotient)
    })?;
    Ok(Clause { steps, option })
}

/// A code behind a condition: its clauses one by one.
fn by_code(lowerer: &mut Lowerer, steps: Vec<Step>, code: &ast::Code) -> Result<Vec<Clause>, Error> {
    let rules: HeapRules = heap::code(code)?;
    let span = code.span;
    let mut made = Vec::new();
    for clause in &rules.clauses {
        let set = Box::new(constant(Value::Set(Arc::new(clause.amounts.to_set())), span));
        let slot = lowerer.nameless();
        let greatest = Box::new(variable(0, span));
        let source = Expr { term: Term::Between { set, least: 0, greatest }, at: At::from(span) };
        let mut steps = steps.clone();
        steps.push(Step::For { slot, source });
        let rest = binary(Operator::Subtract, variable(0, span), variable(slot, span));
        made.push(split_heap(lowerer, steps, rest, Parts::Fixed(clause.shape))?);
    }
    Ok(made)
}
