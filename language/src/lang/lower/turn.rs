//! Lowers the clauses that turn coins: `turn 1..3 coins`, `turn <n, n-1>`. A row of coins is the sum of its heads, so an option
//! is a head at each place whose coin is turned, but for the one at hand.

use grundy_engine::game::{
    Amounts, At, Binding, Clause, Expr, Operator, Set, Step, Term, TurnedCoins, TurnedPlaces, Value,
};

use crate::error::{Error, SemanticError};
use crate::lang::errors::{fault, not_amounts};
use crate::lang::lower::constants::constant;
use crate::lang::lower::lowerer::{Lowerer, literal};
use crate::lang::lower::only_heap::{OnlyHeap, binary, is_known, known, variable};
use crate::source::Span;
use crate::syntax::ast::{self, CoinTurn};

/// Choices of more coins than this are not nested loops, but one loop over all choices.
const NESTED: u64 = 12;

/// The engine clauses for a clause that turns coins, whose qualifiers are these steps.
///
/// # Errors
/// A number of coins below 1, a set of numbers that is empty or holds something else, and a set of places without the place
/// itself.
pub(crate) fn turn(
    lowerer: &mut Lowerer,
    turn: &CoinTurn,
    steps: Vec<Step>,
    heap: OnlyHeap,
    span: Span,
) -> Result<Vec<Clause>, Error> {
    let (count, consecutive, apart) = match turn {
        CoinTurn::Places(places) => return Ok(vec![at_places(lowerer, places, steps, heap)?]),
        CoinTurn::Coins { count, consecutive, apart } => (count, *consecutive, apart),
    };
    let apart = apart.as_ref().map(|apart| lowerer.value(apart)).transpose()?;
    let coins = TurnedCoins { head: heap.slot, apart, at: At::from(span) };
    let counts = match is_known(lowerer, count) {
        true => Some(counts(lowerer, count)?),
        false => None,
    };
    let nested = match &counts {
        Some(set) if !consecutive => listed(set, count.span)?,
        _ => None,
    };
    if let Some(counts) = nested {
        let of_count = |count: &u64| {
            let slots: Vec<usize> = (1..*count).map(|_| lowerer.nameless()).collect();
            turned(lowerer, coins.chosen(&slots), &steps, heap, span)
        };
        return counts.iter().map(of_count).collect();
    }
    let counts = match counts {
        Some(set) => known(set, count.span),
        None => as_set(lowerer.value(count)?),
    };
    let slots = [lowerer.nameless(), lowerer.nameless()];
    let places = if consecutive { coins.run(counts, slots) } else { coins.subsets(counts, slots) };
    Ok(vec![turned(lowerer, places, &steps, heap, span)?])
}

/// The clause of which these places are the options.
fn turned(
    lowerer: &mut Lowerer,
    turned: TurnedPlaces,
    steps: &[Step],
    heap: OnlyHeap,
    span: Span,
) -> Result<Clause, Error> {
    let at = At::from(span);
    let mut heads = Vec::new();
    for place in &turned.places {
        heads.push(heap.with(lowerer, place, span)?);
    }
    let none = || Expr { term: Term::Star(Box::new(literal(Value::Integer(0), span))), at };
    let heads = heads.into_iter().reduce(|heads, head| binary(Operator::Add, heads, head)).unwrap_or_else(none);
    let option = match turned.inside.is_empty() {
        true => heads,
        false => sum_of(turned.inside, heads),
    };
    Ok(Clause { steps: steps.iter().cloned().chain(turned.steps).collect(), option, binding: Binding::Free })
}

/// A position for each case of the steps.
fn sum_of(steps: Vec<Step>, position: Expr) -> Expr {
    let at = position.at;
    let list = Expr { term: Term::ListOf(steps, Box::new(position)), at };
    Expr { term: Term::Sum(Box::new(list)), at }
}

/// How many coins are turned, where that is the same for all of them.
fn counts(lowerer: &mut Lowerer, count: &ast::Expr) -> Result<Set, Error> {
    let set = match constant(lowerer.names, count)? {
        Value::Integer(number) => Set::finite(vec![Value::Integer(number)]),
        Value::Set(set) => (*set).clone(),
        Value::List(members) => Set::finite(members.to_vec()),
        other => return Err(not_amounts(&other, count.span)),
    };
    if let Set::Finite(members) = &set
        && let Some(other) = members.iter().find(|member| member.as_integer().is_none())
    {
        return Err(not_amounts(other, count.span));
    }
    match set.least(&lowerer.names.meter).map_err(|stop| fault(stop, count.span))? {
        None => Err(Error::new(SemanticError::NoAmounts, count.span)),
        Some(least) if least < 1 => Err(Error::new(SemanticError::CoinCount { count: least }, count.span)),
        Some(_) => Ok(set),
    }
}

/// The numbers of coins, if they are few and small.
fn listed(set: &Set, span: Span) -> Result<Option<Vec<u64>>, Error> {
    match Amounts::from_set(set).map_err(|stop| fault(stop, span))? {
        Amounts::Finite(counts) if counts.last().is_none_or(|most| *most <= NESTED) => Ok(Some(counts.to_vec())),
        _ => Ok(None),
    }
}

/// A number or a set, as a set.
fn as_set(counts: Expr) -> Expr {
    let at = counts.at;
    Expr { term: Term::Set(vec![counts]), at }
}

/// `turn <n, n-1>`
fn at_places(lowerer: &mut Lowerer, places: &ast::Expr, mut steps: Vec<Step>, heap: OnlyHeap) -> Result<Clause, Error> {
    let name = lowerer.scope.iter().find(|(_, slot)| *slot == heap.slot).map(|(name, _)| name.clone());
    let name = name.unwrap_or_default();
    let is_own = |place: &ast::Expr| place.as_name() == Some(&*name);
    let holds = |member: &ast::Expr| match member.range() {
        Some((_, Some(end), _)) => is_own(end),
        // What another name stands for is not known.
        _ => member.as_name().is_some() || member.called().is_some(),
    };
    if let Some(members) = places.set_members()
        && !members.iter().any(holds)
    {
        let rest: Vec<&str> = members.iter().map(|member| lowerer.names.text(member.span).trim()).collect();
        let written = format!("<{name}, {}>", rest.join(", "));
        return Err(Error::new(SemanticError::OwnCoin { heap: name, places: written }, places.span));
    }
    let span = places.span;
    let set = lowerer.value(places)?;
    let own = || variable(heap.slot, span);
    steps.push(Step::Test(binary(Operator::In, own(), set.clone())));
    let slot = lowerer.nameless();
    let others =
        vec![Step::For { slot, source: set }, Step::Test(binary(Operator::Unequal, variable(slot, span), own()))];
    let head = heap.with(lowerer, &variable(slot, span), span)?;
    Ok(Clause { steps, option: sum_of(others, head), binding: Binding::Free })
}
