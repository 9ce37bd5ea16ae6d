//! What a rule names that is the same in all positions, such as the set in `take SET`, the numbers of parts of a split and
//! the digits of a code: it is computed, and checked, when the rule is read.

use grundy_engine::code::Loops;
use grundy_engine::game::{
    Amounts, At, EvalError, EvalErrorKind, Evaluator, HeapRules, Likeness, MOST_PARTS, MemoTables, Meter, RuleOracle,
    Set, Shape, Value,
};

use crate::error::{Error, SemanticError};
use crate::lang::errors::{self, fault, not_amounts};
use crate::lang::lower::lowerer::expression;
use crate::lang::names::Names;
use crate::source::Span;
use crate::syntax::ast::{self, Code, Split};

/// The value of an expression that asks no questions about positions.
///
/// # Errors
/// The first thing in it that has no meaning, or what went wrong while it was evaluated.
pub fn constant(names: &mut Names, expr: &ast::Expr) -> Result<Value, Error> {
    let program = expression(names, expr)?;
    let mut oracle = RuleOracle::new(names.meter.clone());
    // The memory of its answers is not accounted for, since they are dropped at once.
    let memo_tables = MemoTables::empty(&program.functions);
    let mut evaluator = Evaluator::new(&program.functions, &[], &memo_tables, &mut oracle).compiling(&Loops);
    evaluator.value(&program.body, &mut program.frame()).map_err(|fault| errors::fault(fault, expr.span))
}

/// The set of amounts that an expression without variables stands for. An error if one is below `least`, or if there
/// are none.
pub(crate) fn amounts(names: &mut Names, expr: &ast::Expr, least: i128) -> Result<Set, Error> {
    let set = set_from(names, expr, least)?;
    let found = |stop| fault(stop, expr.span);
    let is_empty =
        set.least(&names.meter).map_err(found)?.is_none() && Amounts::from_set(&set).map_err(found)?.is_empty();
    if is_empty { Err(Error::new(SemanticError::NoAmounts, expr.span)) } else { Ok(set) }
}

/// The same, without an error if there are none; divisors are at least 2.
pub(crate) fn divisors(names: &mut Names, expr: &ast::Expr) -> Result<Set, Error> {
    set_from(names, expr, 2)
}

fn set_from(names: &mut Names, expr: &ast::Expr, least: i128) -> Result<Set, Error> {
    let value = constant(names, expr)?;
    if let (Value::Set(set), Some(members)) = (&value, expr.set_members())
        && let Set::Finite(all) = &**set
        && let Some(wrong) = all.iter().find(|member| !is_amount(member, least))
    {
        // The error points at the wrong member, if that is written out in the set.
        let written = |member: &&ast::Expr| names.text(member.span).trim() == wrong.brief();
        let span = members.iter().find(written).map_or(expr.span, |member| member.span);
        return Err(wrong_amount(wrong, least, span));
    }
    checked_set(&value, least, expr.span, &names.meter)
}

fn is_amount(value: &Value, least: i128) -> bool {
    matches!(value, Value::Integer(n) if *n >= least && *n <= i128::from(i64::MAX))
}

/// A set of numbers, none of them below `least`.
fn checked_set(value: &Value, least: i128, span: Span, meter: &Meter) -> Result<Set, Error> {
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
    if let Some(amount) = below.filter(|amount| *amount < least) {
        return Err(wrong_amount(&Value::Integer(amount), least, span));
    }
    Ok(set)
}

fn wrong_amount(value: &Value, least: i128, span: Span) -> Error {
    match (value, least) {
        (Value::Integer(divisor), 2) => Error::new(SemanticError::Divisor { divisor: *divisor }, span),
        (Value::Integer(amount), _) => Error::new(SemanticError::Amount { amount: *amount }, span),
        (other, _) => not_amounts(other, span),
    }
}

/// Whether the parts of a split must be equal or unequal.
pub(crate) fn likeness(written: ast::Likeness) -> Likeness {
    match written {
        ast::Likeness::Any => Likeness::Any,
        ast::Likeness::Equal => Likeness::Equal,
        ast::Likeness::Unequal => Likeness::Unequal,
        ast::Likeness::NotAllEqual => Likeness::NotAllEqual,
    }
}

/// The shapes that a split may leave. `into` is the value of the expression after `into`: a number or a set of
/// numbers, each from 2 to `MOST_PARTS`. Without it the split makes two heaps.
pub(crate) fn split_shapes(split: &Split, into: Option<&Value>) -> Result<Vec<Shape>, Error> {
    let likeness = likeness(split.likeness);
    let (Some(value), Some(into)) = (into, &split.into) else {
        return Ok(vec![Shape::exactly(2, likeness)]);
    };
    let part = |parts: i128| {
        if (2..=i128::from(MOST_PARTS)).contains(&parts) {
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

/// The code of `octal(TEXT)` or `hex(TEXT)`, whose digits are the value of an expression.
pub(crate) fn written_code(names: &mut Names, hexadecimal: bool, text: &ast::Expr) -> Result<Code, Error> {
    match constant(names, text)? {
        Value::Text(digits) => crate::syntax::code(&digits, hexadecimal, text.span),
        other => {
            let kind = EvalErrorKind::Expected { wanted: "a text", found: other.brief(), kind: other.kind() };
            Err(fault(EvalError::new(kind, At::from(text.span)), text.span))
        }
    }
}

/// The heap rules of an octal or hexadecimal code: bit j of the digit for t allows a player to take t and to leave
/// the rest in exactly j non-empty heaps. A digit before the point must not allow a move that changes nothing.
pub(crate) fn code(code: &Code) -> Result<HeapRules, Error> {
    let mut moves = Vec::new();
    let first_repeated = code.digits.len() - code.repeated;
    for (taken, digit) in code.digits.iter().enumerate() {
        if taken == 0 && digit.value & 3 != 0 {
            return Err(Error::new(SemanticError::PassDigit { digit: digit.value }, code.span));
        }
        let likeness = likeness(digit.likeness);
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
