//! Checks the arguments of functions and operators: each function here returns what a value of the wanted kind
//! contains, or the error `Expected`.

use std::borrow::Cow;

use super::{EvalErrorKind, Meter, Set, Value, metered};

/// The number in a value, which must be a number.
pub(super) fn integer(value: &Value) -> Result<i128, EvalErrorKind> {
    value.as_integer().ok_or_else(|| expected("a number", value))
}

/// The text in a value, which must be a text.
pub(super) fn letters(value: &Value) -> Result<&str, EvalErrorKind> {
    match value {
        Value::Text(text) => Ok(text),
        other => Err(expected("a text", other)),
    }
}

/// The truth value in a value, which must be true or false.
pub(super) fn truth(value: &Value) -> Result<bool, EvalErrorKind> {
    match value {
        Value::Bool(truth) => Ok(*truth),
        other => Err(expected("true or false", other)),
    }
}

/// The index in a value, which must be a number from 0 to `length` − 1; the error `Index` if it is another number.
pub(super) fn place(index: &Value, length: usize) -> Result<usize, EvalErrorKind> {
    let index = integer(index)?;
    usize::try_from(index).ok().filter(|i| *i < length).ok_or(EvalErrorKind::Index { index, length })
}

/// The members of a list, a tuple or a finite set, or the characters of a text. They are borrowed if the value stores
/// them one by one.
pub(super) fn members_of<'v>(value: &'v Value, meter: &Meter) -> Result<Cow<'v, [Value]>, EvalErrorKind> {
    match value {
        Value::List(members) | Value::Tuple(members) => Ok(Cow::Borrowed(members)),
        Value::Set(set) => match &**set {
            Set::Finite(members) => Ok(Cow::Borrowed(members)),
            other => other.members(meter).map(Cow::Owned).map_err(|fault| *fault.kind),
        },
        Value::Text(text) => {
            let characters = text.chars().map(|c| Value::text(c.encode_utf8(&mut [0; 4])));
            Ok(Cow::Owned(metered::collected(characters, meter)?))
        }
        other => Err(expected("a list or a set", other)),
    }
}

/// The error for a value of another kind than the wanted one.
pub(super) fn expected(wanted: &'static str, found: &Value) -> EvalErrorKind {
    EvalErrorKind::Expected { wanted, found: found.brief(), kind: found.kind() }
}
