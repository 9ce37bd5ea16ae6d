//! Lowers a clause of a rule: it becomes one or several engine clauses, which consist of steps and an option.

use grundy_engine::game::{
    At, Binding, Builtin, Clause, Expr, HeapRules, Likeness, Operator, Shape, Step, Term, Value,
};

use crate::error::Error;
use crate::lang::errors;
use crate::lang::lower::becomes::{RewriteExpr, becomes};
use crate::lang::lower::constants::{self, constant};
use crate::lang::lower::definition::no_coordinate;
use crate::lang::lower::lowerer::{Lowerer, literal};
use crate::lang::lower::only_heap::{OnlyHeap, binary, changed, is_known, known, only_heap, only_place, variable};
use crate::lang::lower::option::{end, inside};
use crate::lang::lower::turn;
use crate::source::Span;
use crate::syntax::ast::{self, ClauseKind};

/// The engine clauses for one clause whose qualifiers are these steps; none for a clause that borrows moves.
pub(crate) fn moves(
    lowerer: &mut Lowerer,
    clause: &ast::Clause,
    steps: Vec<Step>,
    coordinates: &[String],
) -> Result<Vec<Clause>, Error> {
    let binding = match clause.binding {
        None => Binding::Free,
        Some(ast::Binding::Again) => Binding::Again,
        Some(ast::Binding::Reply) => Binding::Reply,
    };
    let mut made = free_moves(lowerer, clause, steps, coordinates)?;
    made.iter_mut().for_each(|clause| clause.binding = binding);
    Ok(made)
}

/// The same, whatever the moves oblige the players to do next.
fn free_moves(
    lowerer: &mut Lowerer,
    clause: &ast::Clause,
    steps: Vec<Step>,
    coordinates: &[String],
) -> Result<Vec<Clause>, Error> {
    match &clause.kind {
        ClauseKind::Becomes { from, to, directions } => {
            let rewrite = RewriteExpr { from, to, directions: *directions };
            becomes(lowerer, &clause.qualifiers, rewrite, coordinates)
        }
        ClauseKind::Option(option) => {
            let option = lowerer.option(option)?;
            Ok(vec![Clause { steps: lowerer.ended(steps, &option)?, option, binding: Binding::Free }])
        }
        ClauseKind::Divide { coordinate, by } => {
            let slot = coordinate_slot(coordinate.as_ref(), coordinates, clause.span)?;
            let set = match is_known(lowerer, by) {
                true => known(constants::divisors(lowerer.names, by)?, by.span),
                false => lowerer.value(by)?,
            };
            Ok(vec![divide(lowerer, steps, set, slot, coordinates.len())?])
        }
        ClauseKind::Take { amounts, from, onto, then } => {
            let onto = onto.as_ref().map(|name| coordinate_slot(Some(name), coordinates, name.span)).transpose()?;
            let slots = match &from[..] {
                [] => vec![coordinate_slot(None, coordinates, clause.span)?],
                named => named
                    .iter()
                    .map(|name| coordinate_slot(Some(name), coordinates, name.span))
                    .collect::<Result<_, _>>()?,
            };
            let may_stay_whole = then.as_ref().is_none_or(|then| then.maybe);
            let set = match is_known(lowerer, amounts) {
                true => known(constants::amounts(lowerer.names, amounts, may_stay_whole.into())?, amounts.span),
                false => lowerer.value(amounts)?,
            };
            let mut made = Vec::new();
            if let Some(then) = then {
                let heap = only_heap(lowerer, coordinates, then.split.span)?;
                for into in split_cases(lowerer, &then.split)? {
                    let (steps, rest) = taken(lowerer, &steps, set.clone(), heap)?;
                    made.push(split_heap(lowerer, steps, rest, into, heap)?);
                }
            }
            if may_stay_whole {
                made.push(take(lowerer, steps, set, &slots, onto, coordinates.len())?);
            }
            Ok(made)
        }
        ClauseKind::Turn(turned) => {
            let heap = only_place(lowerer, coordinates, clause.span)?;
            turn::turn(lowerer, turned, steps, heap, clause.span)
        }
        ClauseKind::Split(split) => {
            let heap = only_heap(lowerer, coordinates, split.span)?;
            let cases = split_cases(lowerer, split)?;
            let clause = |into| split_heap(lowerer, steps.clone(), variable(heap.slot, split.span), into, heap);
            cases.into_iter().map(clause).collect()
        }
        ClauseKind::Code(code) => {
            let heap = only_heap(lowerer, coordinates, code.span)?;
            by_rules(lowerer, steps, &constants::code(code)?, code.span, heap)
        }
        ClauseKind::CodeOf { hexadecimal, text } => {
            let heap = only_heap(lowerer, coordinates, clause.span)?;
            lowerer.must_be_constant(text)?;
            let code = constants::written_code(lowerer.names, *hexadecimal, text)?;
            by_rules(lowerer, steps, &constants::code(&code)?, clause.span, heap)
        }
        // `clauses` has taken care of these.
        ClauseKind::Moves(_) => Ok(Vec::new()),
    }
}

/// The slot of a coordinate. If none is named, the game must have just one.
fn coordinate_slot(name: Option<&ast::Name>, coordinates: &[String], span: Span) -> Result<usize, Error> {
    match name {
        Some(name) => coordinates
            .iter()
            .position(|known| *known == name.text)
            .ok_or_else(|| no_coordinate(&name.text, coordinates, name.span)),
        None if coordinates.len() == 1 => Ok(0),
        None => Err(no_coordinate("", coordinates, span)),
    }
}

/// The steps that run through the members of a set from `least` to `greatest`, and the slot of the member.
fn amounts_steps(lowerer: &mut Lowerer, set: Expr, least: i128, greatest: Expr) -> Result<(Vec<Step>, usize), Error> {
    let at = set.at;
    let slot = lowerer.nameless();
    let Some(mut steps) = inside(slot, &set) else {
        let source = Expr { term: Term::Between { set: Box::new(set), least, greatest: Box::new(greatest) }, at };
        return Ok((vec![Step::For { slot, source }], slot));
    };
    if let Some(Step::For { source, .. }) = steps.first_mut() {
        end(source, &greatest, &lowerer.names.meter).map_err(|wrong| errors::fault(wrong, at.into()))?;
    }
    let span = Span::from(at);
    let bound = |operator, end| Step::Test(binary(operator, variable(slot, span), end));
    let least = literal(Value::Integer(least), span);
    steps.splice(1..1, [bound(Operator::GreaterOrEqual, least), bound(Operator::LessOrEqual, greatest)]);
    Ok((steps, slot))
}

/// The clause that takes a member of a set from the coordinates with these slots, from each the same amount, and adds them to `onto`.
fn take(
    lowerer: &mut Lowerer,
    mut steps: Vec<Step>,
    set: Expr,
    slots: &[usize],
    onto: Option<usize>,
    arity: usize,
) -> Result<Clause, Error> {
    let span = Span::from(set.at);
    let heaps: Vec<Expr> = slots.iter().map(|slot| variable(*slot, span)).collect();
    let greatest = match &heaps[..] {
        [one] => one.clone(),
        _ => Expr { term: Term::Builtin(Builtin::Min, heaps), at: At::from(span) },
    };
    let (amounts, amount) = amounts_steps(lowerer, set, 1, greatest)?;
    steps.extend(amounts);
    let option = changed(lowerer, arity, span, |slot| {
        let amount = || variable(amount, span);
        let less = slots.contains(&slot).then(|| binary(Operator::Subtract, variable(slot, span), amount()));
        if onto != Some(slot) {
            return less;
        }
        let before = less.unwrap_or_else(|| variable(slot, span));
        Some(slots.iter().fold(before, |more, _| binary(Operator::Add, more, amount())))
    })?;
    Ok(Clause { steps, option, binding: Binding::Free })
}

/// What a split divides a heap into.
enum SplitInto {
    /// This shape, which is the same in every position.
    Fixed(Shape),
    /// A number of heaps that depends on the position, or on a variable of the clause.
    Varying { into: Box<Expr>, likeness: Likeness },
}

/// What a split allows a heap to be divided into; one clause is made for each case.
fn split_cases(lowerer: &mut Lowerer, split: &ast::Split) -> Result<Vec<SplitInto>, Error> {
    match &split.into {
        Some(into) if !is_known(lowerer, into) => {
            let likeness = constants::likeness(split.likeness);
            Ok(vec![SplitInto::Varying { into: lowerer.boxed(into)?, likeness }])
        }
        into => {
            let into = into.as_ref().map(|into| constant(lowerer.names, into)).transpose()?;
            Ok(constants::split_shapes(split, into.as_ref())?.into_iter().map(SplitInto::Fixed).collect())
        }
    }
}

/// These steps and one that takes a member of a set from the heap, and what is left of it then.
fn taken(lowerer: &mut Lowerer, steps: &[Step], set: Expr, heap: OnlyHeap) -> Result<(Vec<Step>, Expr), Error> {
    let span = Span::from(set.at);
    let (amounts, amount) = amounts_steps(lowerer, set, 0, variable(heap.slot, span))?;
    let rest = binary(Operator::Subtract, variable(heap.slot, span), variable(amount, span));
    Ok((steps.iter().cloned().chain(amounts).collect(), rest))
}

/// The clause that leaves `rest`, a number of objects, as heaps of the game.
fn split_heap(
    lowerer: &mut Lowerer,
    mut steps: Vec<Step>,
    rest: Expr,
    into: SplitInto,
    heap: OnlyHeap,
) -> Result<Clause, Error> {
    let at = rest.at;
    let slot = lowerer.nameless();
    let rest = Box::new(rest);
    let term = match into {
        SplitInto::Fixed(shape) => Term::Ways(rest, shape),
        SplitInto::Varying { into, likeness } => Term::WaysInto { rest, into, likeness },
    };
    let source = Expr { term, at };
    steps.push(Step::For { slot, source });
    let heaps = Expr { term: Term::Slot(slot), at };
    let term = if heap.arity == 1 {
        Term::Heaps(lowerer.own_game(at.into())?, Box::new(heaps))
    } else {
        // A position for each heap, all of the same game of the family.
        let slot = lowerer.nameless();
        let part =
            changed(lowerer, heap.arity, at.into(), |own| (own == heap.slot).then(|| variable(slot, at.into())))?;
        let list = Term::ListOf(vec![Step::For { slot, source: heaps }], Box::new(part));
        Term::Sum(Box::new(Expr { term: list, at }))
    };
    Ok(Clause { steps, option: Expr { term, at }, binding: Binding::Free })
}

/// The clause that divides by the members of a set; `heap` is the slot of the coordinate, and `arity` the number of
/// coordinates.
fn divide(lowerer: &mut Lowerer, mut steps: Vec<Step>, set: Expr, heap: usize, arity: usize) -> Result<Clause, Error> {
    let span = Span::from(set.at);
    let number = |n| literal(Value::Integer(n), span);
    steps.push(Step::Test(binary(Operator::GreaterOrEqual, variable(heap, span), number(1))));
    let slot = lowerer.nameless();
    let (set, heap_size) = (Box::new(set), Box::new(variable(heap, span)));
    let source = Expr { term: Term::Divisors { set, heap: heap_size }, at: At::from(span) };
    steps.push(Step::For { slot, source });
    let option = changed(lowerer, arity, span, |coordinate| {
        let quotient = || binary(Operator::Divide, variable(heap, span), variable(slot, span));
        (coordinate == heap).then(quotient)
    })?;
    Ok(Clause { steps, option, binding: Binding::Free })
}

/// The engine clauses for heap rules, such as those of a code, under the conditions in `steps`: one that only takes, or
/// one for each of their shapes, and one for their divisors.
pub(crate) fn by_rules(
    lowerer: &mut Lowerer,
    steps: Vec<Step>,
    rules: &HeapRules,
    span: Span,
    heap: OnlyHeap,
) -> Result<Vec<Clause>, Error> {
    if let Some(amounts) = rules.subtraction_set() {
        return Ok(vec![take(lowerer, steps, known(amounts.to_set(), span), &[heap.slot], None, heap.arity)?]);
    }
    let mut made = Vec::new();
    for clause in &rules.clauses {
        let set = known(clause.amounts.to_set(), span);
        let (steps, rest) = taken(lowerer, &steps, set, heap)?;
        made.push(split_heap(lowerer, steps, rest, SplitInto::Fixed(clause.shape), heap)?);
    }
    if !rules.divisors.is_empty() {
        made.push(divide(lowerer, steps, known(rules.divisors.to_set(), span), heap.slot, heap.arity)?);
    }
    Ok(made)
}
