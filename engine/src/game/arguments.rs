//! What functions and operators are given: values that must be of some kind.

use std::borrow::Cow;

use super::{EvalErrorKind, Meter, Set, Value, gathered};

/// The number that a value must be.
pub(super) fn integer(value: &Value) -> Result<i128, EvalErrorKind> {
    value.as_integer().ok_or_else(|| expected("a number", value))
}

/// The text that a value must be.
pub(super) fn letters(value: &Value) -> Result<&str, EvalErrorKind> {
    match value {
        Value::Text(text) => Ok(text),
        other => Err(expected("a text", other)),
    }
}

/// The truth that a value must be.
pub(super) fn truth(value: &Value) -> Result<bool, EvalErrorKind> {
    match value {
        Value::Bool(truth) => Ok(*truth),
        other => Err(expected("true or false", other)),
    }
}

/// An index below a length.
pub(super) fn place(index: &Value, length: usize) -> Result<usize, EvalErrorKind> {
    let index = integer(index)?;
    usize::try_from(index).ok().filter(|i| *i < length).ok_or(EvalErrorKind::Index { index, length })
}

/// The members of a list, a tuple, a set that ends, or the characters of a text; where they lie, if they do.
pub(super) fn seen<'v>(value: &'v Value, meter: &Meter) -> Result<Cow<'v, [Value]>, EvalErrorKind> {
    match value {
        Value::List(members) | Value::Tuple(members) => Ok(Cow::Borrowed(members)),
        Value::Set(set) => match &**set {
            Set::Finite(members) => Ok(Cow::Borrowed(members)),
            other => other.members(meter).map(Cow::Owned).map_err(|fault| *fault.kind),
        },
        Value::Text(text) => {
            let characters = text.chars().map(|c| Value::text(c.encode_utf8(&mut [0; 4])));
            Ok(Cow::Owned(gathered::collected(characters, meter)?))
        }
        other => Err(expected("a list or a set", other)),
    }
}

/// Another kind of value is wanted.
pub(super) fn expected(wanted: &'static str, found: &Value) -> EvalErrorKind {
    EvalErrorKind::Expected { wanted, found: found.brief(), kind: found.kind() }
}
