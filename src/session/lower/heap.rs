//! Lowers heap games: games whose clauses say how much may be taken and how the rest is left, independently of the
//! heap. A clause may also borrow the moves of another game, its *lender*.

use std::collections::BTreeMap;
use std::sync::Arc;

use grundy_engine::game::{
    Amounts, At, EvalError, EvalErrorKind, HeapRules, Likeness, Meter, Ruleset, Set, Shape, Value,
};

use super::constant::constant;
use super::definition::{coordinates, defined_game, no_coordinate};
use super::lenders::Lenders;
use super::lowerer::{CLAUSE, keep_first, meter};
use crate::error::{Error, SemanticError};
use crate::session::errors::{self, fault, not_amounts};
use crate::session::free_names;
use crate::session::names::Names;
use crate::source::Span;
use crate::syntax::ast::{self, Clause, ClauseKind, Code, ExprKind, GameDefinition, Split};

/// The most heaps that a split may name, unless it allows any number, as in `into 2..`.
const MOST_PARTS: i128 = 64;

/// A heap game.
#[derive(Default)]
pub struct HeapGame {
    /// All its moves.
    pub rules: HeapRules,
    /// The moves of each clause, in the order in which they are written.
    pub clauses: Vec<HeapRules>,
}

/// The normal form of a game whose clauses do not depend on the heap; `None` for all other games.
///
/// # Errors
/// An amount, a divisor or a number of parts that is out of range, or something in the rule that has no meaning.
pub fn rules(names: &mut Names, definition: &GameDefinition) -> Result<Option<HeapGame>, Error> {
    let Some(moves) = gathered(names, definition, false)? else { return Ok(None) };
    let place = definition.rule.clauses.first().map_or(definition.span, |clause| clause.span);
    joined(moves).map(Some).map_err(|stop| fault(stop, place))
}

/// The heap game of these clauses.
fn joined(mut clauses: Vec<HeapRules>) -> Result<HeapGame, EvalError> {
    keep_first(&mut clauses);
    let all = clauses.iter().flat_map(|rules| &rules.clauses);
    let taken = all.map(|clause| (clause.shape, clause.amounts.clone())).collect();
    let divisors = clauses.iter().map(|rules| rules.divisors.clone()).collect();
    let rules = HeapRules::new(taken, Amounts::all(divisors)?)?;
    Ok(HeapGame { rules, clauses })
}

/// Whether a game's own clauses do not depend on the heap, as far as their form shows.
fn is_independent(definition: &GameDefinition) -> bool {
    if definition.domain.is_some() || definition.over.is_some() || definition.representative.is_some() {
        return false;
    }
    let [heap] = &coordinates(definition)[..] else { return false };
    let independent = |clause: &Clause| {
        !matches!(clause.kind, ClauseKind::Option(_) | ClauseKind::Becomes { .. }) && !mentions_heap(clause, heap)
    };
    definition.rule.clauses.iter().all(independent)
}

/// Whether a game that borrows moves from this one can do so before this one has been made, since it reads the
/// clauses themselves. Any other lender might be recognised as a heap game when it is made, which would matter to
/// the borrower.
pub(super) fn lends_unmade(lender: &GameDefinition) -> bool {
    let is_plain = lender.domain.is_none() && lender.over.is_none() && lender.representative.is_none();
    let may_be_recognised = coordinates(lender).len() == 1 && is_plain;
    !may_be_recognised || is_independent(lender)
}

/// Checks the clauses of a definition itself, without the moves of other games; false if some clause depends on the
/// heap.
pub fn check_own_clauses(names: &mut Names, definition: &GameDefinition) -> Result<bool, Error> {
    gathered(names, definition, true).map(|moves| moves.is_some())
}

/// The moves of a definition clause by clause; `None` if some of them depend on the heap. If `omits` is true, the
/// moves of other games are left out. `levels` is a stack of the definitions that are being read, so that long
/// chains of lenders need no recursion.
fn gathered(names: &mut Names, definition: &GameDefinition, omits: bool) -> Result<Option<Vec<HeapRules>>, Error> {
    if !is_independent(definition) {
        return Ok(None);
    }
    let bindings = names.bindings.clone();
    let moves = gathered_within(names, definition, omits);
    names.bindings = bindings;
    moves
}

fn gathered_within(
    names: &mut Names,
    definition: &GameDefinition,
    omits: bool,
) -> Result<Option<Vec<HeapRules>>, Error> {
    let own = names.bindings.clone();
    let mut moves = Vec::new();
    let mut lenders = Lenders::default();
    lenders.begin(&definition.name.text);
    let mut levels = vec![(Arc::new(definition.clone()), 0)];
    while let Some((definition, begun)) = levels.last_mut() {
        let definition = definition.clone();
        let Some(clause) = definition.rule.clauses.get(*begun) else {
            levels.pop();
            lenders.end();
            if levels.len() == 1 {
                names.bindings.clone_from(&own);
            }
            continue;
        };
        *begun += 1;
        meter(names, CLAUSE, clause.span)?;
        only_from(clause, &coordinates(&definition))?;
        match &clause.kind {
            ClauseKind::Moves(name) if names.bound_game(&name.text).is_some() => {
                let Some(rules) = rules_of_value(names, clause, name)? else { return Ok(None) };
                moves.push(rules);
            }
            ClauseKind::Moves(name) if clause.qualifiers.is_empty() => {
                lenders.check(&name.text, name.span)?;
                let lender = defined_game(names, &name.text, name.span)?;
                if omits && coordinates(&lender).len() == 1 || lenders.is_done(&name.text) {
                    // Moves that have been borrowed before need not be borrowed again.
                    continue;
                }
                let made = names.made(&name.text).and_then(Result::ok);
                if let Some((made, Ruleset::Heap(rules))) = made.as_ref().map(|made| (made, &made.ruleset)) {
                    meter(names, made.clauses.len(), clause.span)?;
                    match &*made.clauses {
                        [] => moves.push((**rules).clone()),
                        clauses => moves.extend_from_slice(clauses),
                    }
                    lenders.note(&name.text);
                } else if is_independent(&lender) {
                    lenders.begin(&name.text);
                    levels.push((lender, 0));
                    // A lender sees none of the variables around the rule that borrows from it.
                    names.bindings.clear();
                } else {
                    return Ok(None);
                }
            }
            _ => match clause_rules(names, clause)? {
                Some(rules) => moves.push(rules),
                None => return Ok(None),
            },
        }
    }
    Ok(Some(moves))
}

/// An error if a clause takes from or divides a coordinate that the game does not have.
fn only_from(clause: &Clause, coordinates: &[String]) -> Result<(), Error> {
    let named = match &clause.kind {
        ClauseKind::Take { from, .. } => &from[..],
        ClauseKind::Divide { coordinate, .. } => coordinate.as_slice(),
        _ => &[],
    };
    match named.iter().find(|name| !coordinates.contains(&name.text)) {
        None => Ok(()),
        Some(name) => Err(no_coordinate(&name.text, coordinates, name.span)),
    }
}

/// Does the clause name the heap otherwise than as what it takes from or divides?
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

/// The moves of one clause; `None` if they depend on the heap.
fn clause_rules(names: &mut Names, clause: &Clause) -> Result<Option<HeapRules>, Error> {
    let made = match &clause.kind {
        ClauseKind::Take { amounts, from, then } if from.is_empty() || from.len() == 1 => {
            taking(names, clause, amounts, then.as_ref())?
        }
        ClauseKind::Split(split) => {
            let nothing = Amounts::finite(vec![0]);
            let mut moves = Vec::new();
            for case in cases(names, clause, split.into.as_slice())? {
                let shapes = split_shapes(split, case.first())?;
                moves.extend(shapes.into_iter().map(|shape| (shape, nothing.clone())));
            }
            moves.sort();
            moves.dedup();
            HeapRules::new(moves, Amounts::none())
        }
        ClauseKind::Divide { by, .. } if clause.qualifiers.is_empty() => {
            let divisors = amounts_from(names, by, 2)?;
            HeapRules::new(Vec::new(), divisors)
        }
        ClauseKind::Divide { by, .. } => {
            let sets = cases(names, clause, std::slice::from_ref(by))?;
            let sets = sets.iter().flatten().map(|set| checked_set(set, 2, by.span, &names.meter));
            let sets = sets.collect::<Result<_, _>>()?;
            Amounts::from_set(&Set::union(sets)).and_then(|divisors| HeapRules::new(Vec::new(), divisors))
        }
        // Conditions that do not depend on the heap hold for every heap or for none: here for none.
        ClauseKind::Code(_) | ClauseKind::CodeOf { .. } | ClauseKind::Moves(_)
            if cases(names, clause, &[])?.is_empty() =>
        {
            Ok(HeapRules::default())
        }
        ClauseKind::Code(code) => return self::code(code).map(Some),
        ClauseKind::CodeOf { hexadecimal, text } => {
            let code = written_code(names, *hexadecimal, text)?;
            return self::code(&code).map(Some);
        }
        _ => return Ok(None),
    };
    made.map(Some).map_err(|stop| fault(stop, clause.span))
}

/// The moves of `take SET`, where `then` says what must or may happen to the rest. The outer error is a mistake in
/// the clause, the inner one a fault of the sets.
fn taking(
    names: &mut Names,
    clause: &Clause,
    amounts: &ast::Expr,
    then: Option<&ast::Then>,
) -> Result<Result<HeapRules, EvalError>, Error> {
    let least = u64::from(then.is_none_or(|then| then.maybe));
    let shapes = |into: Option<&Value>| {
        let mut shapes = match then {
            Some(then) => split_shapes(&then.split, into)?,
            None => Vec::new(),
        };
        if then.is_none_or(|then| then.maybe) {
            shapes.extend(whole());
        }
        Ok::<Vec<Shape>, Error>(shapes)
    };
    let into = then.and_then(|then| then.split.into.as_ref());
    if clause.qualifiers.is_empty() {
        let taken = self::amounts(names, amounts, least)?;
        let into = into.map(|into| constant(names, into)).transpose()?;
        let moves = shapes(into.as_ref())?.into_iter().map(|shape| (shape, taken.clone()));
        return Ok(HeapRules::new(moves.collect(), Amounts::none()));
    }
    // The sets of all cases that leave the rest in the same shapes are joined in one union.
    let mut alike: BTreeMap<Vec<Shape>, Vec<Set>> = BTreeMap::new();
    let exprs: Vec<ast::Expr> = [amounts].into_iter().chain(into).cloned().collect();
    for case in cases(names, clause, &exprs)? {
        let [set, into @ ..] = &case[..] else { continue };
        alike.entry(shapes(into.first())?).or_default().push(checked_set(set, least, amounts.span, &names.meter)?);
    }
    let mut moves = Vec::new();
    for (shapes, sets) in alike {
        let taken = Amounts::from_set(&Set::union(sets)).map_err(|stop| fault(stop, amounts.span))?;
        moves.extend(shapes.into_iter().map(|shape| (shape, taken.clone())));
    }
    Ok(HeapRules::new(moves, Amounts::none()))
}

/// The values of some expressions of a clause in each case of its qualifiers: one case if there are none.
fn cases(names: &mut Names, clause: &Clause, exprs: &[ast::Expr]) -> Result<Vec<Vec<Value>>, Error> {
    if clause.qualifiers.is_empty() {
        return Ok(vec![exprs.iter().map(|expr| constant(names, expr)).collect::<Result<_, _>>()?]);
    }
    // A tuple, since a range in a list stands for the numbers in it.
    let body = ast::Expr { kind: ExprKind::Tuple(exprs.to_vec()), span: clause.span };
    let kind = ExprKind::Comprehension {
        brackets: ast::Brackets::List,
        body: Box::new(body),
        qualifiers: clause.qualifiers.clone(),
    };
    let cases = constant(names, &ast::Expr { kind, span: clause.span })?;
    let Value::List(cases) = cases else {
        return Err(errors::internal("the cases of a clause are not a list", clause.span));
    };
    let values = |case: &Value| match case {
        Value::Tuple(values) => Ok(values.to_vec()),
        _ => Err(errors::internal("a case of a clause is not a tuple", clause.span)),
    };
    cases.iter().map(values).collect()
}

/// The moves that a clause borrows from a game which is the value of a name; `None` if that game has written rules,
/// or if the clause has variables.
fn rules_of_value(names: &mut Names, clause: &Clause, name: &ast::Name) -> Result<Option<HeapRules>, Error> {
    let depends = clause.qualifiers.iter().any(|qualifier| matches!(qualifier, ast::Qualifier::For { .. }));
    Ok(match names.bound_game(&name.text).map(|game| game.ruleset.clone()) {
        Some(Ruleset::Heap(_)) if !depends && cases(names, clause, &[])?.is_empty() => Some(HeapRules::default()),
        Some(Ruleset::Heap(rules)) if !depends => Some((*rules).clone()),
        _ => None,
    })
}

/// The code of `octal(TEXT)` or `hex(TEXT)`, whose digits are the value of an expression.
pub fn written_code(names: &mut Names, hexadecimal: bool, text: &ast::Expr) -> Result<Code, Error> {
    match constant(names, text)? {
        Value::Text(digits) => crate::syntax::code(&digits, hexadecimal, text.span),
        other => {
            let kind = EvalErrorKind::Expected { wanted: "a text", found: other.brief(), kind: other.kind() };
            Err(fault(EvalError::new(kind, At::from(text.span)), text.span))
        }
    }
}

/// The shapes of a rest that is not split: one heap, or nothing.
fn whole() -> Vec<Shape> {
    vec![Shape::exactly(0, Likeness::Any), Shape::exactly(1, Likeness::Any)]
}

/// The amounts that an expression stands for. An error if one is below `least`, or if there are none.
pub fn amounts(names: &mut Names, expr: &ast::Expr, least: u64) -> Result<Amounts, Error> {
    let amounts = amounts_from(names, expr, least)?;
    if amounts.is_empty() {
        return Err(Error::new(SemanticError::NoAmounts, expr.span));
    }
    Ok(amounts)
}

/// The same, without an error if there are none.
fn amounts_from(names: &mut Names, expr: &ast::Expr, least: u64) -> Result<Amounts, Error> {
    let value = constant(names, expr)?;
    if let (Value::Set(set), ExprKind::Set(members)) = (&value, &expr.kind)
        && let Set::Finite(all) = &**set
        && let Some(wrong) = all.iter().find(|member| !is_amount(member, least))
    {
        // The error points at the wrong member, if that is written out in the set.
        let written = |member: &&ast::Expr| names.text(member.span).trim() == wrong.brief();
        let span = members.iter().find(written).map_or(expr.span, |member| member.span);
        return Err(wrong_amount(wrong, least, span));
    }
    checked(&value, least, expr.span, &names.meter)
}

fn is_amount(value: &Value, least: u64) -> bool {
    matches!(value, Value::Integer(n) if *n >= i128::from(least) && *n <= i128::from(i64::MAX))
}

fn checked(value: &Value, least: u64, span: Span, meter: &Meter) -> Result<Amounts, Error> {
    Amounts::from_set(&checked_set(value, least, span, meter)?).map_err(|stop| fault(stop, span))
}

/// A set of numbers, none of them below `least`.
fn checked_set(value: &Value, least: u64, span: Span, meter: &Meter) -> Result<Set, Error> {
    let set = match value {
        Value::Set(set) => (**set).clone(),
        Value::List(members) => Set::finite(members.to_vec()),
        other => return Err(not_amounts(other, span)),
    };
    if let Set::Finite(members) = &set
        && let Some(wrong) = members.iter().find(|member| !is_amount(member, least))
    {
        return Err(wrong_amount(wrong, least, span));
    }
    let below = set.least(meter).map_err(|stop| fault(stop, span))?;
    if let Some(amount) = below.filter(|amount| *amount < i128::from(least)) {
        return Err(wrong_amount(&Value::Integer(amount), least, span));
    }
    Ok(set)
}

fn wrong_amount(value: &Value, least: u64, span: Span) -> Error {
    match (value, least) {
        (Value::Integer(divisor), 2) => Error::new(SemanticError::Divisor { divisor: *divisor }, span),
        (Value::Integer(amount), _) => Error::new(SemanticError::Amount { amount: *amount }, span),
        (other, _) => not_amounts(other, span),
    }
}

/// Whether the parts of a split must be equal or unequal.
pub fn likeness(written: ast::Likeness) -> Likeness {
    match written {
        ast::Likeness::Any => Likeness::Any,
        ast::Likeness::Equal => Likeness::Equal,
        ast::Likeness::Unequal => Likeness::Unequal,
        ast::Likeness::NotAllEqual => Likeness::NotAllEqual,
    }
}

/// The shapes that a split may leave. `into` is the value of the expression after `into`: a number or a set of
/// numbers, each from 2 to `MOST_PARTS`. Without it the split makes two heaps.
pub fn split_shapes(split: &Split, into: Option<&Value>) -> Result<Vec<Shape>, Error> {
    let likeness = likeness(split.likeness);
    let (Some(value), Some(into)) = (into, &split.into) else {
        return Ok(vec![Shape::exactly(2, likeness)]);
    };
    let part = |parts: i128| {
        if (2..=MOST_PARTS).contains(&parts) {
            Ok(parts as u32)
        } else {
            Err(Error::new(SemanticError::SplitCount { parts }, into.span))
        }
    };
    let set = match value {
        Value::Integer(parts) => return Ok(vec![Shape::exactly(part(*parts)?, likeness)]),
        Value::Set(set) => set,
        other => return Err(not_amounts(other, into.span)),
    };
    if let Set::Range { start, end: None, step: 1 } = &**set {
        return Ok(vec![Shape::at_least(part(*start)?, likeness)]);
    }
    let members = set.members(&Meter::default()).map_err(|stop| fault(stop, into.span))?;
    let mut shapes = Vec::new();
    for member in members {
        let Value::Integer(parts) = member else {
            return Err(not_amounts(&member, into.span));
        };
        shapes.push(Shape::exactly(part(parts)?, likeness));
    }
    if shapes.is_empty() {
        return Err(Error::new(SemanticError::NoAmounts, into.span));
    }
    Ok(shapes)
}

/// The heap rules of an octal or hexadecimal code: bit j of the digit for t allows a player to take t and to leave
/// the rest in exactly j non-empty heaps. A digit before the point must not allow a move that changes nothing.
pub fn code(code: &Code) -> Result<HeapRules, Error> {
    let mut moves = Vec::new();
    let first_repeated = code.digits.len() - code.repeated;
    for (taken, digit) in code.digits.iter().enumerate() {
        if taken == 0 && digit.value & 3 != 0 {
            return Err(Error::new(SemanticError::PassDigit { digit: digit.value }, code.span));
        }
        let likeness = self::likeness(digit.likeness);
        let amounts = if taken < first_repeated {
            Ok(Amounts::finite(vec![taken as u64]))
        } else {
            Amounts::from_set(&Set::range(taken as i128, None, code.repeated as i128))
        };
        let amounts = amounts.map_err(|stop| fault(stop, code.span))?;
        for heaps in (0..4).filter(|heaps| digit.value >> heaps & 1 == 1) {
            moves.push((Shape::exactly(heaps, likeness), amounts.clone()));
        }
    }
    HeapRules::new(moves, Amounts::none()).map_err(|stop| fault(stop, code.span))
}
