//! Equality and order of values that hold positions. A position is equal to what has its Grundy value: another position, or the
//! number. So it is for `==`, for `in` and `count`, among the members of a list or a set, and for `<`, `sort`, `min` and `max`.

use std::cell::RefCell;
use std::cmp::Ordering;
use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::order::PositionWorth;
use super::{EvalErrorKind, Halt, Meter, Set, Value, order};

/// Compares values, of which some may be positions.
pub(super) struct Judge<'g> {
    pub worth: PositionWorth<'g>,
    pub meter: &'g Meter,
    /// The members of a set in which a list was looked for, and which holds no position.
    pub plain: &'g RefCell<Option<Arc<[Value]>>>,
}

impl Judge<'_> {
    /// Are two values equal? `infinity` is equal to every ∞.
    pub fn are_alike(&self, left: &Value, right: &Value) -> Result<bool, EvalErrorKind> {
        order::like_in_worth(left, right, self.worth, self.meter)
    }

    /// The order of two values.
    pub fn order(&self, left: &Value, right: &Value) -> Result<Ordering, EvalErrorKind> {
        order::compare_in_worth(left, right, self.worth, self.meter)
    }

    /// The set in which each value stands once: of positions with one value the first.
    pub fn distinct(&self, set: Set) -> Result<Set, EvalErrorKind> {
        match &set {
            Set::Finite(members) if holds_position(members, self.meter)? => {
                let mut members = self.meter.copied(members)?;
                order::sort_once_by(&mut members, &|left, right| self.order(left, right), self.meter)?;
                Ok(Set::finite_metered(members, self.meter)?)
            }
            _ => Ok(set),
        }
    }

    /// The members of one set that are not in another.
    pub fn without(&self, kept: Set, left_out: Set) -> Result<Set, EvalErrorKind> {
        let is_worthy = |set: &Set| match set {
            Set::Finite(members) => holds_position(members, self.meter),
            _ => Ok(false),
        };
        if kept.is_endless() || !is_worthy(&kept)? && !is_worthy(&left_out)? {
            return Ok(Set::Except(Arc::new((kept, left_out))));
        }
        let mut left = Vec::new();
        for member in kept.members(self.meter).map_err(|fault| *fault.kind)? {
            if !self.has(&left_out, &member)? {
                self.meter.push(&mut left, member)?;
            }
        }
        Ok(Set::finite_metered(left, self.meter)?)
    }

    /// Is a value a member of a set, as it is written or as what has its value?
    pub fn has(&self, set: &Set, member: &Value) -> Result<bool, EvalErrorKind> {
        let is_written = |set: &Set, member: &Value| set.has(member, self.meter).map_err(|fault| *fault.kind);
        match (set, member) {
            // What is left out may be equal to a member that is written otherwise.
            (Set::Except(pair), _) => Ok(self.has(&pair.0, member)? && !self.has(&pair.1, member)?),
            (Set::Union(parts), _) => {
                for part in parts.iter() {
                    if self.has(part, member)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            (Set::Finite(listed), _) => Ok(is_written(set, member)? || self.has_equal(listed, member)?),
            (numbers, Value::Position(sum)) => is_written(numbers, &(self.worth)(sum)?),
            (numbers, _) => is_written(numbers, member),
        }
    }

    /// Is a position that is equal to a value among the members of a set, or one inside them?
    fn has_equal(&self, listed: &Arc<[Value]>, member: &Value) -> Result<bool, EvalErrorKind> {
        let candidates = match member {
            Value::Position(_) => &listed[..],
            Value::List(_) | Value::Tuple(_) | Value::Set(_) => match self.is_plain(listed, member)? {
                true => return Ok(false),
                false => &listed[..],
            },
            // Positions come last among the members, but for games.
            _ => {
                let behind = |other: &&Value| matches!(other, Value::Position(_) | Value::Game(_) | Value::None);
                &listed[listed.len() - listed.iter().rev().take_while(behind).count()..]
            }
        };
        for other in candidates {
            if self.are_alike(other, member)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Is there no position in this value, nor in the members of the set?
    fn is_plain(&self, listed: &Arc<[Value]>, member: &Value) -> Result<bool, Halt> {
        if holds_position(std::slice::from_ref(member), self.meter)? {
            return Ok(false);
        }
        let mut plain = self.plain.borrow_mut();
        if plain.as_ref().is_none_or(|known| !Arc::ptr_eq(known, listed)) {
            if holds_position(listed, self.meter)? {
                return Ok(false);
            }
            *plain = Some(listed.clone());
        }
        Ok(true)
    }
}

/// Is a position among these values, or in a list, a tuple or a set among them?
pub(super) fn holds_position(values: &[Value], meter: &Meter) -> Result<bool, Halt> {
    let is_flat = |value: &Value| matches!(value, Value::Integer(_) | Value::Bool(_) | Value::Text(_));
    let flat = values.iter().take_while(|value| is_flat(value)).count();
    meter.spend(flat)?;
    if flat == values.len() {
        return Ok(false);
    }
    let mut pending = vec![&values[flat..]];
    // Lists may share their parts.
    let mut known = FxHashSet::default();
    while let Some(values) = pending.pop() {
        for value in values {
            meter.spend(1)?;
            let inner = match value {
                Value::Position(_) => return Ok(true),
                Value::List(members) | Value::Tuple(members) => members,
                Value::Set(set) => match &**set {
                    Set::Finite(members) => members,
                    _ => continue,
                },
                _ => continue,
            };
            if Arc::strong_count(inner) == 1 || known.insert(inner.as_ptr()) {
                pending.push(inner);
            }
        }
    }
    Ok(false)
}
