//! Heap games: rules that say how much may be taken and how the rest is left, whatever the heap.

use super::game;
use crate::error::{Error, Meaning};
use crate::game::{Amounts, Fault, HeapRules, Likeness, Set, Shape, Value};
use crate::session::evaluate;
use crate::session::free_names;
use crate::session::names::Names;
use crate::source::Span;
use crate::syntax::ast::{self, Clause, ClauseKind, Code, ExprKind, GameDefinition, Split};

/// More heaps than this are never made in one move, unless any number is allowed.
const MOST_PARTS: i128 = 64;

/// A heap game.
#[derive(Default)]
pub struct Made {
    /// All its moves.
    pub rules: HeapRules,
    /// Those of each clause, in the order written.
    pub clauses: Vec<HeapRules>,
}

/// The normal form of a game whose rule does not depend on the heap; `None` for all other games.
///
/// # Errors
/// An amount, a divisor or a number of parts that makes no sense.
pub fn rules(names: &mut Names, definition: &GameDefinition) -> Result<Option<Made>, Error> {
    rules_lent(names, definition, &mut Vec::new())
}

/// `lenders`: the games whose moves are being borrowed, so that none borrows from itself.
fn rules_lent(
    names: &mut Names,
    definition: &GameDefinition,
    lenders: &mut Vec<String>,
) -> Result<Option<Made>, Error> {
    let coordinates = game::coordinates(definition);
    if coordinates.len() != 1 || definition.domain.is_some() || definition.over.is_some() {
        return Ok(None);
    }
    let independent =
        |clause: &Clause| !matches!(clause.kind, ClauseKind::Option(_)) && !mentions_heap(clause, &coordinates[0]);
    if !definition.rule.clauses.iter().all(independent) {
        return Ok(None);
    }
    lenders.push(definition.name.text.clone());
    let mut together = Made::default();
    for clause in &definition.rule.clauses {
        only_from(clause, &coordinates)?;
        let made = match &clause.kind {
            ClauseKind::Moves(name) if clause.qualifiers.is_empty() => borrowed(names, name, lenders)?,
            _ => clause_rules(names, clause)?.map(|rules| Made { clauses: vec![rules.clone()], rules }),
        };
        let Some(made) = made else { return Ok(None) };
        together.rules = together.rules.union(&made.rules).map_err(|fault| unplaced(fault, clause.span))?;
        together.clauses.extend(made.clauses);
    }
    lenders.pop();
    Ok(Some(together))
}

/// `take … from m`, where the heap is not called m.
fn only_from(clause: &Clause, coordinates: &[String]) -> Result<(), Error> {
    let named = match &clause.kind {
        ClauseKind::Take { from, .. } => &from[..],
        ClauseKind::Divide { coordinate, .. } => coordinate.as_slice(),
        _ => &[],
    };
    match named.iter().find(|name| !coordinates.contains(&name.text)) {
        None => Ok(()),
        Some(name) => {
            let kind = Meaning::NoCoordinate { name: name.text.clone(), coordinates: coordinates.to_vec() };
            Err(Error::new(kind, name.span))
        }
    }
}

/// Is the heap named otherwise than as what is taken from?
fn mentions_heap(clause: &Clause, heap: &str) -> bool {
    let mut bare = clause.clone();
    match &mut bare.kind {
        ClauseKind::Take { from, .. } if from.len() == 1 && from[0].text == heap => from.clear(),
        ClauseKind::Divide { coordinate, .. } if coordinate.as_ref().is_some_and(|name| name.text == heap) => {
            *coordinate = None;
        }
        _ => {}
    }
    free_names::clause_mentions(&bare, heap)
}

/// The moves of another game.
fn borrowed(names: &mut Names, name: &ast::Name, lenders: &mut Vec<String>) -> Result<Option<Made>, Error> {
    if lenders.contains(&name.text) {
        let mut names = lenders.clone();
        names.push(name.text.clone());
        return Err(Error::new(Meaning::Circular { names }, name.span));
    }
    let definition = game::definition(names, &name.text, name.span)?;
    rules_lent(names, &definition, lenders)
}

fn clause_rules(names: &mut Names, clause: &Clause) -> Result<Option<HeapRules>, Error> {
    let made = match &clause.kind {
        ClauseKind::Take { amounts, from, then } if from.is_empty() || from.len() == 1 => {
            let zero_allowed = then.as_ref().is_some_and(|then| !then.maybe);
            let taken = all_amounts(names, amounts, clause, u64::from(!zero_allowed))?;
            let shapes = match then {
                None => whole(),
                Some(then) => {
                    let mut shapes = split_shapes(names, &then.split)?;
                    if then.maybe {
                        shapes.extend(whole());
                    }
                    shapes
                }
            };
            HeapRules::new(shapes.into_iter().map(|shape| (shape, taken.clone())).collect(), Amounts::none())
        }
        _ if !clause.qualifiers.is_empty() => return Ok(None),
        ClauseKind::Split(split) => {
            let nothing = Amounts::finite(vec![0]);
            let shapes = split_shapes(names, split)?;
            HeapRules::new(shapes.into_iter().map(|shape| (shape, nothing.clone())).collect(), Amounts::none())
        }
        ClauseKind::Divide { by, .. } => {
            let divisors = amounts_from(names, by, 2)?;
            HeapRules::new(Vec::new(), divisors)
        }
        ClauseKind::Code(code) => return self::code(code).map(Some),
        _ => return Ok(None),
    };
    made.map(Some).map_err(|fault| unplaced(fault, clause.span))
}

/// The rest is left as one heap, or nothing is left.
fn whole() -> Vec<Shape> {
    vec![Shape::exactly(0, Likeness::Any), Shape::exactly(1, Likeness::Any)]
}

/// The amounts of a clause, those of all its cases together.
fn all_amounts(names: &mut Names, amounts: &ast::Expr, clause: &Clause, least: u64) -> Result<Amounts, Error> {
    if clause.qualifiers.is_empty() {
        return self::amounts(names, amounts, least);
    }
    let cases = ExprKind::Comprehension {
        shape: ast::Shape::List,
        body: Box::new(amounts.clone()),
        qualifiers: clause.qualifiers.clone(),
    };
    let all = ast::Expr { kind: ExprKind::Set(vec![ast::Expr { kind: cases, span: clause.span }]), span: amounts.span };
    let ExprKind::Set(list) = &all.kind else { return Ok(Amounts::none()) };
    let Value::List(sets) = evaluate::constant(names, &list[0])? else { return Ok(Amounts::none()) };
    let mut together = Amounts::none();
    for set in sets.iter() {
        let set = checked(set, least, amounts.span)?;
        together = together.union(&set).map_err(|fault| unplaced(fault, amounts.span))?;
    }
    Ok(together)
}

/// The amounts an expression stands for, none of them below `least`, at least one.
///
/// # Errors
/// A member that is no amount, or no members.
pub fn amounts(names: &mut Names, expr: &ast::Expr, least: u64) -> Result<Amounts, Error> {
    let amounts = amounts_from(names, expr, least)?;
    if amounts.is_empty() {
        return Err(Error::new(Meaning::NoAmounts, expr.span));
    }
    Ok(amounts)
}

fn amounts_from(names: &mut Names, expr: &ast::Expr, least: u64) -> Result<Amounts, Error> {
    let value = evaluate::constant(names, expr)?;
    if let (Value::Set(set), ExprKind::Set(members)) = (&value, &expr.kind)
        && let Set::Finite(all) = &**set
        && let Some(wrong) = all.iter().find(|member| !is_amount(member, least))
    {
        // Point at the member itself where it is written as such.
        let written = |member: &&ast::Expr| names.text(member.span).trim() == wrong.to_string();
        let span = members.iter().find(written).map_or(expr.span, |member| member.span);
        return Err(wrong_amount(wrong, least, span));
    }
    checked(&value, least, expr.span)
}

fn is_amount(value: &Value, least: u64) -> bool {
    matches!(value, Value::Integer(n) if *n >= i128::from(least) && *n <= i128::from(i64::MAX))
}

fn checked(value: &Value, least: u64, span: Span) -> Result<Amounts, Error> {
    let set = match value {
        Value::Set(set) => (**set).clone(),
        Value::List(members) => Set::finite(members.to_vec()),
        other => {
            let kind = Meaning::NotAmounts { found: other.to_string(), kind: other.kind() };
            return Err(Error::new(kind, span));
        }
    };
    if let Set::Finite(members) = &set
        && let Some(wrong) = members.iter().find(|member| !is_amount(member, least))
    {
        return Err(wrong_amount(wrong, least, span));
    }
    let below = set.least_from(i128::MIN / 4).map_err(|fault| unplaced(fault, span))?;
    if let Some(amount) = below.filter(|amount| *amount < i128::from(least)) {
        return Err(wrong_amount(&Value::Integer(amount), least, span));
    }
    Amounts::from_set(&set).map_err(|fault| unplaced(fault, span))
}

fn wrong_amount(value: &Value, least: u64, span: Span) -> Error {
    let kind = match (value, least) {
        (Value::Integer(divisor), 2) => Meaning::Divisor { divisor: *divisor },
        (Value::Integer(amount), _) => Meaning::Amount { amount: *amount },
        (other, _) => Meaning::NotAmounts { found: other.to_string(), kind: other.kind() },
    };
    Error::new(kind, span)
}

/// The shapes a split may leave.
///
/// # Errors
/// Numbers of parts below 2, or too many.
pub fn split_shapes(names: &mut Names, split: &Split) -> Result<Vec<Shape>, Error> {
    let likeness = match split.likeness {
        ast::Likeness::Any => Likeness::Any,
        ast::Likeness::Equal => Likeness::Equal,
        ast::Likeness::Unequal => Likeness::Unequal,
        ast::Likeness::NotAllEqual => Likeness::NotAllEqual,
    };
    let Some(into) = &split.into else {
        return Ok(vec![Shape::exactly(2, likeness)]);
    };
    let value = evaluate::constant(names, into)?;
    let part = |parts: i128| {
        if (2..=MOST_PARTS).contains(&parts) {
            Ok(parts as u32)
        } else {
            Err(Error::new(Meaning::Parts { parts }, into.span))
        }
    };
    let set = match &value {
        Value::Integer(parts) => return Ok(vec![Shape::exactly(part(*parts)?, likeness)]),
        Value::Set(set) => set,
        other => {
            let kind = Meaning::NotAmounts { found: other.to_string(), kind: other.kind() };
            return Err(Error::new(kind, into.span));
        }
    };
    if let Set::Range { start, end: None, step: 1 } = &**set {
        return Ok(vec![Shape::at_least(part(*start)?, likeness)]);
    }
    let members = set.members().map_err(|fault| unplaced(fault, into.span))?;
    let mut shapes = Vec::new();
    for member in members {
        let Value::Integer(parts) = member else {
            let kind = Meaning::NotAmounts { found: member.to_string(), kind: member.kind() };
            return Err(Error::new(kind, into.span));
        };
        shapes.push(Shape::exactly(part(parts)?, likeness));
    }
    if shapes.is_empty() {
        return Err(Error::new(Meaning::NoAmounts, into.span));
    }
    Ok(shapes)
}

/// The rules of an octal or hexadecimal code: bit j of the digit for t allows to take t and leave the rest in
/// exactly j non-empty heaps.
///
/// # Errors
/// A digit before the point that would allow a move which changes nothing.
pub fn code(code: &Code) -> Result<HeapRules, Error> {
    let mut moves = Vec::new();
    let first_repeated = code.digits.len() - code.repeated;
    for (taken, digit) in code.digits.iter().enumerate() {
        if taken == 0 && digit.value & 3 != 0 {
            return Err(Error::new(Meaning::PassDigit { digit: digit.value }, code.span));
        }
        let likeness = match digit.likeness {
            ast::Likeness::Any => Likeness::Any,
            ast::Likeness::Equal => Likeness::Equal,
            ast::Likeness::Unequal => Likeness::Unequal,
            ast::Likeness::NotAllEqual => Likeness::NotAllEqual,
        };
        let amounts = if taken < first_repeated {
            Ok(Amounts::finite(vec![taken as u64]))
        } else {
            Amounts::from_set(&Set::range(taken as i128, None, code.repeated as i128))
        };
        let amounts = amounts.map_err(|fault| unplaced(fault, code.span))?;
        for heaps in (0..4).filter(|heaps| digit.value >> heaps & 1 == 1) {
            moves.push((Shape::exactly(heaps, likeness), amounts.clone()));
        }
    }
    HeapRules::new(moves, Amounts::none()).map_err(|fault| unplaced(fault, code.span))
}

fn unplaced(fault: Fault, span: Span) -> Error {
    evaluate::fault(fault, span)
}
