//! Clauses of written rules: each becomes steps and an option.

use std::collections::HashSet;
use std::sync::Arc;

use grundy_engine::game::{
    At, Builtin, Clause, Expr, HeapRules, Likeness, Operator, Ruleset, Shape, Step, Term, Value,
};

use super::becomes::{Patterns, becomes};
use super::constant::constant;
use super::definition::{coordinates, defined_game};
use super::heap;
use super::lenders::Lenders;
use super::lowerer::{CLAUSE, Context, Lowerer, literal, meter};
use crate::error::{Error, Meaning};
use crate::session::free_names;
use crate::source::Span;
use crate::syntax::ast::{self, ClauseKind};

/// How the moves of other games are borrowed for one rule.
pub(super) struct Borrowing {
    lenders: Lenders,
    /// Are the moves of other games left out, and only looked for?
    omits: bool,
    /// The steps before the moves that are being borrowed.
    before: Vec<Step>,
    /// The clauses lowered so far.
    made: Vec<Clause>,
}

/// A rule of which clauses are being lowered.
struct OpenRule {
    definition: Arc<ast::GameDefinition>,
    coordinates: Vec<String>,
    /// How many clauses have been begun.
    begun: usize,
    /// Each lender with the conditions under which its moves have been borrowed here.
    used: HashSet<(String, Vec<Step>)>,
    borrowed: Option<Borrowed>,
}

/// What is so again when all moves of a lender have been borrowed.
struct Borrowed {
    scope: Vec<(String, usize)>,
    next: usize,
    before: usize,
    is_conditional: bool,
    span: Span,
}

impl Borrowing {
    /// More clauses than this are not borrowed: conditions upon conditions multiply.
    const MOST: usize = 100_000;

    /// For the rule of this game, which must not borrow from itself.
    pub fn of(game: &str) -> Borrowing {
        let mut lenders = Lenders::default();
        lenders.begin(game);
        Borrowing { lenders, omits: false, before: Vec::new(), made: Vec::new() }
    }

    /// For a look at what this rule says itself.
    pub fn omitted(game: &str) -> Borrowing {
        Borrowing { omits: true, ..Borrowing::of(game) }
    }

    fn push(&mut self, clauses: Vec<Clause>, borrowed: Option<&Borrowed>) -> Result<(), Error> {
        for mut clause in clauses {
            clause.steps.splice(0..0, self.before.iter().cloned());
            self.made.push(clause);
        }
        match borrowed {
            Some(borrowed) if self.made.len() > Self::MOST => {
                let (count, limit) = (self.made.len() as u128, Self::MOST as u128);
                Err(Error::new(Meaning::TooMany { what: "clauses", count, limit }, borrowed.span))
            }
            _ => Ok(()),
        }
    }
}

/// The clauses of a rule, those borrowed from other games included. The coordinates are in sight. Borrowing from
/// games that borrow needs no deep stack.
pub(super) fn clauses(
    lowerer: &mut Lowerer,
    definition: &ast::GameDefinition,
    mut borrowing: Borrowing,
) -> Result<Vec<Clause>, Error> {
    let mut levels = vec![OpenRule::of(Arc::new(definition.clone()), None)];
    while let Some(level) = levels.last_mut() {
        let definition = level.definition.clone();
        let Some(clause) = definition.rule.clauses.get(level.begun) else {
            if let Some(borrowed) = levels.pop().and_then(|level| level.borrowed) {
                end(lowerer, borrowed, &mut borrowing);
            }
            continue;
        };
        level.begun += 1;
        meter(lowerer.names, CLAUSE, clause.span)?;
        let (height, next) = (lowerer.scope.len(), lowerer.next);
        let steps = match &clause.kind {
            // Its patterns may depend on variables, which are then no steps.
            ClauseKind::Becomes { .. } => Vec::new(),
            _ => lowerer.steps(&clause.qualifiers)?,
        };
        match &clause.kind {
            ClauseKind::Moves(name) if lowerer.names.game_given(&name.text).is_some() => {
                let made = lent(lowerer, steps, name, &level.coordinates)?;
                borrowing.push(made, level.borrowed.as_ref())?;
            }
            ClauseKind::Moves(name) if level.used.insert((name.text.clone(), steps.clone())) => {
                let lender = begin(lowerer, steps, name, (height, next), &level.coordinates, &mut borrowing)?;
                if let Some(lender) = lender {
                    levels.push(lender);
                    continue;
                }
            }
            ClauseKind::Moves(_) => {}
            _ => {
                let made = moves(lowerer, clause, steps, &level.coordinates)?;
                borrowing.push(made, level.borrowed.as_ref())?;
            }
        }
        lowerer.scope.truncate(height);
        lowerer.next = next;
    }
    Ok(borrowing.made)
}

impl OpenRule {
    fn of(definition: Arc<ast::GameDefinition>, borrowed: Option<Borrowed>) -> OpenRule {
        let coordinates = coordinates(&definition);
        OpenRule { definition, coordinates, begun: 0, used: HashSet::new(), borrowed }
    }
}

/// Begins to borrow the moves of another game, whose heaps stay heaps of this one; `None` if nothing is to be borrowed.
/// `so_far`: the variables in sight, and the next slot, before the clause.
fn begin(
    lowerer: &mut Lowerer,
    steps: Vec<Step>,
    name: &ast::Name,
    so_far: (usize, usize),
    coordinates: &[String],
    borrowing: &mut Borrowing,
) -> Result<Option<OpenRule>, Error> {
    borrowing.lenders.check(&name.text, name.span)?;
    let definition = defined_game(lowerer.names, &name.text, name.span)?;
    let inner = super::definition::coordinates(&definition);
    if inner.len() != coordinates.len() {
        let kind = Meaning::BorrowedMoves { game: name.text.clone(), wanted: coordinates.len(), found: inner.len() };
        return Err(Error::new(kind, name.span));
    }
    // Borrowed twice, they are the same moves.
    let is_done = borrowing.before.is_empty() && steps.is_empty() && borrowing.lenders.is_done(&name.text);
    if borrowing.omits || is_done {
        return Ok(None);
    }
    borrowing.lenders.begin(&name.text);
    let before = borrowing.before.len();
    let is_conditional = before > 0 || !steps.is_empty();
    borrowing.before.extend(steps);
    // The same slots under the other game's names, and no other names.
    let mut scope: Vec<(String, usize)> = inner.into_iter().zip(0..).collect();
    std::mem::swap(&mut lowerer.scope, &mut scope);
    scope.truncate(so_far.0);
    if let Some(domain) = &definition.domain {
        borrowing.before.push(Step::Test(lowerer.value(domain)?));
    }
    if let Some(over) = &definition.over {
        let over = lowerer.boxed(over)?;
        let at = over.at;
        borrowing.before.push(Step::Test(Expr { term: Term::Not(over), at }));
    }
    let borrowed = Borrowed { scope, next: so_far.1, before, is_conditional, span: name.span };
    Ok(Some(OpenRule::of(definition, Some(borrowed))))
}

/// The moves of a game that is a value. Its rule is at hand only where it is one of heaps.
fn lent(
    lowerer: &mut Lowerer,
    steps: Vec<Step>,
    name: &ast::Name,
    coordinates: &[String],
) -> Result<Vec<Clause>, Error> {
    match lowerer.names.game_given(&name.text).map(|game| game.ruleset.clone()) {
        Some(Ruleset::Heap(rules)) if rules.divisors.is_empty() => {
            only_heap(lowerer, coordinates, name.span)?;
            by_rules(lowerer, steps, &rules, name.span)
        }
        _ => Err(Error::new(Meaning::MovesOfValue { name: name.text.clone() }, name.span)),
    }
}

/// All moves of a lender have been borrowed.
fn end(lowerer: &mut Lowerer, borrowed: Borrowed, borrowing: &mut Borrowing) {
    lowerer.scope = borrowed.scope;
    lowerer.next = borrowed.next;
    borrowing.before.truncate(borrowed.before);
    if borrowed.is_conditional {
        borrowing.lenders.end_some();
    } else {
        borrowing.lenders.end();
    }
}

fn moves(
    lowerer: &mut Lowerer,
    clause: &ast::Clause,
    steps: Vec<Step>,
    coordinates: &[String],
) -> Result<Vec<Clause>, Error> {
    match &clause.kind {
        ClauseKind::Becomes { from, to, directions } => {
            let patterns = Patterns { from, to, directions: *directions };
            becomes(lowerer, &clause.qualifiers, patterns, coordinates)
        }
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
                let (heap, mut steps) = (variable(slot, amounts.span), steps.clone());
                let (step, amount) = amounts_step(lowerer, amounts, 0, heap.clone(), coordinates)?;
                steps.push(step);
                let rest = binary(Operator::Subtract, heap, variable(amount, amounts.span));
                made.push(split_heap(lowerer, steps, rest, parts)?);
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
            by_rules(lowerer, steps, &heap::code(code)?, code.span)
        }
        ClauseKind::CodeOf { hexadecimal, text } => {
            only_heap(lowerer, coordinates, clause.span)?;
            let code = heap::written_code(lowerer.names, *hexadecimal, text)?;
            by_rules(lowerer, steps, &heap::code(&code)?, clause.span)
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
    let game = match &lowerer.context {
        Context::Rule { game, .. } => game.clone(),
        Context::Question => String::new(),
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

/// In how many heaps the rest is left.
enum Parts {
    /// As many as the rule says.
    Fixed(Shape),
    /// It depends on the position, or on a variable of the clause.
    Said { into: Box<Expr>, likeness: Likeness },
}

/// The ways of a split; one clause is made for each.
fn all_parts(lowerer: &mut Lowerer, split: &ast::Split) -> Result<Vec<Parts>, Error> {
    match &split.into {
        Some(into) if bound_mentioned(lowerer, into) => {
            let likeness = heap::likeness(split.likeness);
            Ok(vec![Parts::Said { into: lowerer.boxed(into)?, likeness }])
        }
        into => {
            let into = into.as_ref().map(|into| constant(lowerer.names, into)).transpose()?;
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
    let number = |n| literal(Value::Integer(n), span);
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
fn by_rules(lowerer: &mut Lowerer, steps: Vec<Step>, rules: &HeapRules, span: Span) -> Result<Vec<Clause>, Error> {
    let mut made = Vec::new();
    for clause in &rules.clauses {
        let set = Box::new(literal(Value::Set(Arc::new(clause.amounts.to_set())), span));
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
