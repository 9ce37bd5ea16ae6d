//! The members of a list while it is gathered. The list itself is made of them at once, in the size it has.

use std::sync::Arc;

use crate::game::{Halt, Meter, Value};

/// The members so far: all in one of the two lists. Those of most lists are numbers of 64 bits, which take a quarter of
/// the memory of values, and have to be there beside the list when it is made.
#[derive(Default)]
pub(super) struct Members {
    /// Numbers, or where they are truths, 1 and 0.
    numbers: Vec<i64>,
    are_truths: bool,
    values: Vec<Value>,
}

fn value(number: i64, is_truth: bool) -> Value {
    if is_truth { Value::Bool(number != 0) } else { Value::Integer(number.into()) }
}

impl Members {
    pub fn len(&self) -> usize {
        self.numbers.len() + self.values.len()
    }

    pub fn truncate(&mut self, length: usize) {
        self.numbers.truncate(length);
        self.values.truncate(length);
    }

    /// The list of the numbers, if more of this kind may be added to it.
    fn numbers(&mut self, are_truths: bool) -> Option<&mut Vec<i64>> {
        if self.len() == 0 {
            self.are_truths = are_truths;
        }
        (self.values.is_empty() && self.are_truths == are_truths).then_some(&mut self.numbers)
    }

    /// The list of the values, to which all members are moved.
    fn values(&mut self, meter: &Meter) -> Result<&mut Vec<Value>, Halt> {
        if !self.numbers.is_empty() {
            self.values = meter.with_room(self.numbers.len())?;
            self.values.extend(self.numbers.iter().map(|n| value(*n, self.are_truths)));
            self.numbers = Vec::new();
        }
        Ok(&mut self.values)
    }

    /// Adds a member.
    ///
    /// # Errors
    /// There is no room.
    pub fn push(&mut self, member: Value, meter: &Meter) -> Result<(), Halt> {
        let number = match &member {
            Value::Integer(n) => i64::try_from(*n).ok().map(|n| (n, false)),
            Value::Bool(truth) => Some((i64::from(*truth), true)),
            _ => None,
        };
        if let Some((number, is_truth)) = number
            && let Some(numbers) = self.numbers(is_truth)
        {
            return meter.push(numbers, number);
        }
        meter.push(self.values(meter)?, member)
    }

    /// Adds numbers, or truths: all or none.
    ///
    /// # Errors
    /// There is no room.
    pub fn extend(&mut self, members: &[i64], are_truths: bool, meter: &Meter) -> Result<(), Halt> {
        if let Some(numbers) = self.numbers(are_truths) {
            make_room(numbers, members.len(), meter)?;
            numbers.extend_from_slice(members);
            return Ok(());
        }
        let values = self.values(meter)?;
        make_room(values, members.len(), meter)?;
        values.extend(members.iter().map(|n| value(*n, are_truths)));
        Ok(())
    }

    /// The members as values.
    ///
    /// # Errors
    /// There is no room.
    pub fn into_values(mut self, meter: &Meter) -> Result<Vec<Value>, Halt> {
        self.values(meter).map(std::mem::take)
    }

    /// Leaves the members of stopped work to be dropped later. Numbers are dropped in no time.
    pub fn set_aside(self, meter: &Meter) {
        meter.set_aside(self.values);
    }

    /// The list of the members.
    ///
    /// # Errors
    /// There is no room.
    pub fn into_shared(self, meter: &Meter) -> Result<Arc<[Value]>, Halt> {
        let Members { numbers, are_truths, values } = self;
        if !values.is_empty() {
            return meter.shared_of(values);
        }
        meter.charge_copy(numbers.len())?;
        Ok(numbers.into_iter().map(|n| value(n, are_truths)).collect())
    }
}

/// Room for more members: whenever a list is reallocated, it at least doubles.
fn make_room<T>(list: &mut Vec<T>, more: usize, meter: &Meter) -> Result<(), Halt> {
    if list.capacity() - list.len() < more { meter.reserve(list, more.max(list.len())) } else { Ok(()) }
}
