//! What an expression can be worth.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

use super::{Set, Sum};
use crate::nim::{Outcome, Side};

/// A value of the language. Cheap to copy: what can be large is shared.
///
/// The order is that of numbers, and member by member for what has members; between kinds it is arbitrary but fixed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
// A tag as wide as what follows it: values are copied by whole words then.
#[repr(u64)]
pub enum Value {
    Bool(bool),
    Integer(i128),
    Text(Rc<str>),
    Tuple(Rc<[Value]>),
    List(Rc<[Value]>),
    Set(Rc<Set>),
    Outcome(Outcome),
    Side(Side),
    Position(Rc<Sum>),
}

impl Value {
    /// What this is called in a message: "a number", "a list", …
    pub fn kind(&self) -> &'static str {
        match self {
            Value::Bool(_) => "true or false",
            Value::Integer(_) => "a number",
            Value::Text(_) => "a text",
            Value::Tuple(_) => "a tuple",
            Value::List(_) => "a list",
            Value::Set(_) => "a set",
            Value::Outcome(_) => "an outcome",
            Value::Side(_) => "a player",
            Value::Position(_) => "a position",
        }
    }

    pub fn text(text: &str) -> Value {
        Value::Text(text.into())
    }

    pub fn list(members: Vec<Value>) -> Value {
        Value::List(members.into())
    }

    pub fn position(sum: Sum) -> Value {
        Value::Position(Rc::new(sum))
    }
}

/// Numbers, of which most lists consist, in one step: 64 bits tell nearly all of them apart.
impl Hash for Value {
    fn hash<H: Hasher>(&self, state: &mut H) {
        if let Value::Integer(number) = self {
            return state.write_u64(*number as u64);
        }
        std::mem::discriminant(self).hash(state);
        match self {
            Value::Bool(truth) => truth.hash(state),
            Value::Integer(number) => number.hash(state),
            Value::Text(text) => text.hash(state),
            Value::Tuple(members) | Value::List(members) => members.hash(state),
            Value::Set(set) => set.hash(state),
            Value::Outcome(outcome) => outcome.hash(state),
            Value::Side(side) => side.hash(state),
            Value::Position(sum) => sum.hash(state),
        }
    }
}

impl From<i128> for Value {
    fn from(number: i128) -> Value {
        Value::Integer(number)
    }
}

impl From<bool> for Value {
    fn from(truth: bool) -> Value {
        Value::Bool(truth)
    }
}

impl fmt::Display for Value {
    /// As it would be typed.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Bool(truth) => truth.fmt(f),
            Value::Integer(number) => number.fmt(f),
            Value::Text(text) => write_quoted(f, text),
            Value::Tuple(members) => write_members(f, "(", members, ")"),
            Value::List(members) => write_members(f, "[", members, "]"),
            Value::Set(set) => set.fmt(f),
            Value::Outcome(outcome) => outcome.fmt(f),
            Value::Side(side) => side.fmt(f),
            Value::Position(sum) => sum.fmt(f),
        }
    }
}

fn write_quoted(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    f.write_str("\"")?;
    for character in text.chars() {
        match character {
            '"' => f.write_str("\\\"")?,
            '\\' => f.write_str("\\\\")?,
            '\n' => f.write_str("\\n")?,
            other => write!(f, "{other}")?,
        }
    }
    f.write_str("\"")
}

/// `open a, b, c close`.
pub(super) fn write_members<T: fmt::Display>(
    f: &mut fmt::Formatter<'_>,
    open: &str,
    members: &[T],
    close: &str,
) -> fmt::Result {
    f.write_str(open)?;
    for (index, member) in members.iter().enumerate() {
        if index > 0 {
            f.write_str(", ")?;
        }
        member.fmt(f)?;
    }
    f.write_str(close)
}
