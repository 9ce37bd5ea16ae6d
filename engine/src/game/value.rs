//! Values of expressions: construction, equality, order and hashing, and what a value must contain to be the argument of a
//! function or an operator.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::display::brief;
use super::{At, Component, EvalErrorKind, Expr, Meter, Set, Sum, Term, Value, order};
use crate::nim::{GrundyValue, Nimber, Outcome};

impl Value {
    /// The player who wins; `none` in a draw.
    pub fn winner(outcome: Outcome) -> Value {
        outcome.winner().map_or(Value::None, Value::Side)
    }

    /// What this kind of value is called in a message: "a number", "a list", …
    pub fn kind(&self) -> &'static str {
        match self {
            Value::None => "an absent value",
            Value::Bool(_) => "true or false",
            Value::Integer(_) => "a number",
            Value::Text(_) => "a text",
            Value::Tuple(_) => "a tuple",
            Value::List(_) => "a list",
            Value::Set(_) => "a set",
            Value::Outcome(_) => "an outcome",
            Value::Grundy(_) | Value::Infinity => "a Grundy value",
            Value::Side(_) => "a player",
            Value::Position(_) => "a position",
            Value::Game(_) => "a game",
        }
    }

    /// A number from 0 on, ∞ with its nimbers, or loony, if this is one of them.
    pub(super) fn as_grundy_value(&self) -> Option<GrundyValue> {
        match self {
            Value::Integer(n) => u64::try_from(*n).ok().map(|n| Nimber(n).into()),
            Value::Grundy(value) => Some(value.clone()),
            _ => None,
        }
    }

    /// Is this ∞, with whatever nimbers?
    pub fn is_infinite(&self) -> bool {
        matches!(self, Value::Infinity | Value::Grundy(GrundyValue::Infinite(_)))
    }

    /// Is this a Grundy value that is no number?
    pub(super) fn is_no_number(&self) -> bool {
        matches!(self, Value::Infinity | Value::Grundy(_))
    }

    /// Can these two be compared: are they of one kind, where a number may be a Grundy value, and a position stands for its own?
    pub(super) fn is_comparable(&self, other: &Value) -> bool {
        let of_number = |value: &Value| matches!(value, Value::Integer(_) | Value::Position(_)) || value.is_no_number();
        std::mem::discriminant(self) == std::mem::discriminant(other) || of_number(self) && of_number(other)
    }

    /// The number, if this is a number.
    pub fn as_integer(&self) -> Option<i128> {
        if let Value::Integer(n) = self { Some(*n) } else { None }
    }

    /// A text as a value.
    pub fn text(text: &str) -> Value {
        Value::Text(text.into())
    }

    /// The list of these members.
    pub fn list(members: Vec<Value>) -> Value {
        Value::List(members.into())
    }

    /// A position as a value.
    pub fn position(sum: Sum) -> Value {
        Value::Position(Arc::new(sum))
    }

    /// The beginning of how it would be typed: enough for a message.
    pub fn brief(&self) -> String {
        brief(self)
    }
}

impl Expr {
    /// A constant.
    pub fn of(value: impl Into<Value>, at: At) -> Expr {
        Expr { term: Term::Constant(value.into()), at }
    }

    /// The number, if it is a constant that is one.
    pub fn number(&self) -> Option<i128> {
        if let Term::Constant(Value::Integer(number)) = self.term { Some(number) } else { None }
    }

    /// The set, if it is a constant that is one.
    pub fn set(&self) -> Option<&Set> {
        if let Term::Constant(Value::Set(set)) = &self.term { Some(set) } else { None }
    }

    /// The members, if it is a list that is a constant.
    pub fn listed(&self) -> Option<&[Value]> {
        if let Term::Constant(Value::List(members)) = &self.term { Some(members) } else { None }
    }
}

impl PartialEq for Value {
    #[inline]
    fn eq(&self, other: &Value) -> bool {
        match (self, other) {
            (Value::Integer(a), Value::Integer(b)) => a == b,
            // The default meter never stops anything.
            _ => order::equal(self, other, &Meter::default()).unwrap_or(false),
        }
    }
}

impl Eq for Value {}

impl PartialOrd for Value {
    #[inline]
    fn partial_cmp(&self, other: &Value) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Value {
    #[inline]
    fn cmp(&self, other: &Value) -> Ordering {
        match (self, other) {
            (Value::Integer(a), Value::Integer(b)) => a.cmp(b),
            _ => order::compare(self, other, &Meter::default()).unwrap_or(Ordering::Equal),
        }
    }
}

/// Numbers, of which most lists consist, are hashed in one step: the lower 64 bits tell nearly all of them apart.
impl Hash for Value {
    #[expect(clippy::cast_possible_truncation, reason = "a hash need not tell all numbers apart")]
    fn hash<H: Hasher>(&self, state: &mut H) {
        if let Value::Integer(number) = self {
            return state.write_u64(*number as u64);
        }
        hash(self, state, &mut { HASHED });
    }
}

/// Only the first so many members of a value are hashed: lists that share their parts can stand for more members than
/// could ever be visited.
const HASHED: usize = 1 << 12;

#[expect(clippy::cast_possible_truncation, reason = "a hash need not tell all numbers apart")]
fn hash<H: Hasher>(value: &Value, state: &mut H, room: &mut usize) {
    let Some(left) = room.checked_sub(1) else { return };
    *room = left;
    if let Value::Integer(number) = value {
        return state.write_u64(*number as u64);
    }
    std::mem::discriminant(value).hash(state);
    match value {
        Value::Integer(_) | Value::None | Value::Infinity => {}
        Value::Bool(truth) => truth.hash(state),
        Value::Text(text) => text.hash(state),
        Value::Tuple(members) | Value::List(members) => hash_members(members, state, room),
        Value::Set(set) => match &**set {
            Set::Finite(members) => hash_members(members, state, room),
            other => std::mem::discriminant(other).hash(state),
        },
        Value::Outcome(outcome) => outcome.hash(state),
        Value::Grundy(value) => value.hash(state),
        Value::Side(side) => side.hash(state),
        Value::Game(game) => game.hash(state),
        Value::Position(sum) => {
            for part in sum.parts.iter().take(*room) {
                part.copies.hash(state);
                match &part.component {
                    Component::Star(size) => size.hash(state),
                    Component::Position(position) => hash_members(&position.coordinates, state, room),
                }
            }
        }
    }
}

fn hash_members<H: Hasher>(members: &[Value], state: &mut H, room: &mut usize) {
    members.len().hash(state);
    for member in members {
        if *room == 0 {
            return;
        }
        hash(member, state, room);
    }
}

impl From<i128> for Value {
    fn from(number: i128) -> Value {
        Value::Integer(number)
    }
}

impl From<GrundyValue> for Value {
    fn from(value: GrundyValue) -> Value {
        value.nimber().map_or(Value::Grundy(value), |nimber| Value::Integer(nimber.0.into()))
    }
}

impl From<bool> for Value {
    fn from(truth: bool) -> Value {
        Value::Bool(truth)
    }
}

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
pub(crate) fn members_of<'v>(value: &'v Value, meter: &Meter) -> Result<Cow<'v, [Value]>, EvalErrorKind> {
    match value {
        Value::List(members) | Value::Tuple(members) => Ok(Cow::Borrowed(members)),
        Value::Set(set) => match &**set {
            Set::Finite(members) => Ok(Cow::Borrowed(members)),
            other => other.members(meter).map(Cow::Owned).map_err(|fault| *fault.kind),
        },
        Value::Text(text) => {
            let characters = text.chars().map(|c| Value::text(c.encode_utf8(&mut [0; 4])));
            Ok(Cow::Owned(meter.collected(characters)?))
        }
        other => Err(expected("a list or a set", other)),
    }
}

/// The error for a value of another kind than the wanted one.
pub fn expected(wanted: &'static str, found: &Value) -> EvalErrorKind {
    match found.is_no_number() && wanted.starts_with("a number") {
        true => EvalErrorKind::NoNumber { value: found.clone() },
        false => EvalErrorKind::Expected { wanted, found: found.brief(), kind: found.kind() },
    }
}
