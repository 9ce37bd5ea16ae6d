//! Sets of values, finite and endless: construction, membership, and the members up to a limit.

use std::sync::Arc;

use super::display::brief;
use super::endless::{cost_of_prime, counted};
use super::{Amounts, EvalError, EvalErrorKind, Family, Halt, Meter, Set, Value, order};
use crate::nim::lcm;
use crate::sorting;

impl Set {
    /// The most members that are ever listed; longer lists are refused with `TooLarge`.
    pub const LARGEST: usize = 12_000_000;

    /// The set of a few members, in any order.
    pub fn finite(mut members: Vec<Value>) -> Set {
        sorting::sort(&mut members);
        members.dedup();
        Set::Finite(members.into())
    }

    /// As [`Set::finite`], for any number of members: the meter may stop the sorting.
    ///
    /// # Errors
    /// `Halt`, if the meter says so.
    pub fn finite_metered(mut members: Vec<Value>, meter: &Meter) -> Result<Set, Halt> {
        order::sort_once(&mut members, meter)?;
        Ok(Set::Finite(meter.shared_of(members)?))
    }

    /// The range `start..end step step`; `Finite` without members if `end` < `start`.
    pub fn range(start: i128, end: Option<i128>, step: i128) -> Set {
        match end {
            Some(end) if end < start => Set::Finite(Arc::new([])),
            // What is subtracted is less than the step, so it fits, and the end does not fall below the start.
            Some(end) => {
                Set::Range { start, end: Some(end - (end.abs_diff(start) % step.unsigned_abs()) as i128), step }
            }
            None => Set::Range { start, end, step },
        }
    }

    /// The union of a few sets. Finite parts are merged into one.
    pub fn union(parts: Vec<Set>) -> Set {
        // The default meter never stops anything.
        Set::union_metered(parts, &Meter::default()).unwrap_or_else(|_| Set::finite(Vec::new()))
    }

    /// As [`Set::union`], for any number of sets: the meter may stop it.
    pub(super) fn union_metered(mut parts: Vec<Set>, meter: &Meter) -> Result<Set, Halt> {
        if let [Set::Finite(_)] = &parts[..] {
            return Ok(parts.swap_remove(0));
        }
        let mut listed: Vec<Value> = Vec::new();
        let mut others: Vec<Set> = Vec::new();
        for part in parts {
            match part {
                Set::Finite(members) if members.is_empty() => meter.spend(1)?,
                Set::Finite(members) => meter.grow_by(&mut listed, &members)?,
                Set::Union(inner) => meter.grow_by(&mut others, &inner)?,
                other => meter.push(&mut others, other)?,
            }
        }
        meter.spend(others.len())?;
        sorting::sort(&mut others);
        others.dedup();
        if others.is_empty() {
            return Set::finite_metered(listed, meter);
        }
        if !listed.is_empty() {
            others.insert(0, Set::finite_metered(listed, meter)?);
        }
        Ok(if others.len() == 1 { others.swap_remove(0) } else { Set::Union(others.into()) })
    }

    /// Is the set endless? A [`Sequence`](super::Sequence) counts as endless even if its function ends.
    pub fn is_endless(&self) -> bool {
        match self {
            Set::Finite(_) => false,
            Set::Range { end, .. } => end.is_none(),
            Set::Family(_) | Set::Comprehension(_) | Set::Sequence(_) => true,
            Set::Union(parts) => parts.iter().any(Set::is_endless),
            Set::Except(pair) => pair.0.is_endless(),
        }
    }

    /// An upper bound for the number of members, without listing them; `u128::MAX` for endless sets.
    pub fn size_bound(&self) -> u128 {
        match self {
            Set::Finite(members) => members.len() as u128,
            Set::Range { start, end: Some(end), step } => {
                (end.abs_diff(*start) / step.unsigned_abs()).saturating_add(1)
            }
            Set::Union(parts) => parts.iter().fold(0, |sum: u128, part| sum.saturating_add(part.size_bound())),
            Set::Except(pair) => pair.0.size_bound(),
            Set::Range { end: None, .. } | Set::Family(_) | Set::Comprehension(_) | Set::Sequence(_) => u128::MAX,
        }
    }

    /// All members in order.
    ///
    /// # Errors
    /// `Endless` for an endless set, `TooLarge` beyond [`Set::LARGEST`], `Halted`. The caller fills in the place.
    pub fn members(&self, meter: &Meter) -> Result<Vec<Value>, EvalError> {
        if let Set::Finite(members) = self {
            return Ok(meter.copied(members)?);
        }
        if self.is_endless() {
            return Err(EvalError::without_place(EvalErrorKind::Endless { what: brief(self) }));
        }
        if self.size_bound() > Self::LARGEST as u128 {
            return Err(EvalError::without_place(EvalErrorKind::TooLarge { limit: Self::LARGEST }));
        }
        Ok(match self {
            Set::Range { start, end: Some(end), step } => {
                let mut all = meter.with_room(self.size_bound() as usize)?;
                for n in counted(*start, *end, *step) {
                    meter.spend(1)?;
                    all.push(Value::Integer(n));
                }
                all
            }
            Set::Union(parts) => {
                let mut all = Vec::new();
                for part in parts.iter() {
                    meter.grow_by(&mut all, &part.members(meter)?)?;
                }
                order::sort_once(&mut all, meter)?;
                all
            }
            Set::Except(pair) => {
                let mut kept = Vec::new();
                for member in pair.0.members(meter)? {
                    meter.spend(1)?;
                    if !pair.1.contains(&member, meter)? {
                        meter.push(&mut kept, member)?;
                    }
                }
                kept
            }
            _ => Vec::new(),
        })
    }

    /// The numbers in it from its least one up to a limit, in order, without repeats.
    ///
    /// # Errors
    /// A fault of an endless comprehension; `TooLarge` beyond [`Set::LARGEST`]; `Halted`.
    pub fn up_to(&self, limit: i128, meter: &Meter) -> Result<Vec<i128>, EvalError> {
        match self {
            Set::Finite(members) => {
                let numbers = members.iter().filter_map(Value::as_integer).filter(|n| *n <= limit);
                Ok(meter.collected(numbers)?)
            }
            Set::Range { start, end, step } => {
                let last = end.map_or(limit, |end| end.min(limit));
                if last < *start {
                    return Ok(Vec::new());
                }
                if last.abs_diff(*start) / step.unsigned_abs() > Self::LARGEST as u128 {
                    return Err(EvalError::without_place(EvalErrorKind::TooLarge { limit: Self::LARGEST }));
                }
                Ok(meter.collected(counted(*start, last, *step))?)
            }
            Set::Family(family) => family.up_to(limit, meter),
            Set::Comprehension(comprehension) => comprehension.up_to(limit, meter),
            Set::Sequence(sequence) => sequence.up_to(limit, meter),
            Set::Union(parts) => {
                let mut all = Vec::new();
                for part in parts.iter() {
                    meter.grow_by(&mut all, &part.up_to(limit, meter)?)?;
                }
                sort_numbers(&mut all, meter)?;
                Ok(all)
            }
            Set::Except(pair) => {
                let mut kept = pair.0.up_to(limit, meter)?;
                pair.1.remove_from(&mut kept, limit, meter)?;
                Ok(kept)
            }
        }
    }

    /// Is a value a member, as the operator `in` asks? 0 is a square, though nothing that can be taken: a family of amounts begins
    /// at 1.
    ///
    /// # Errors
    /// As [`Set::contains`].
    pub fn has(&self, value: &Value, meter: &Meter) -> Result<bool, EvalError> {
        match self {
            Set::Family(family) if *value == Value::Integer(0) => Ok(family.has_zero()),
            Set::Union(parts) => {
                for part in parts.iter() {
                    meter.spend(1)?;
                    if part.has(value, meter)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            Set::Except(pair) => Ok(pair.0.has(value, meter)? && !pair.1.has(value, meter)?),
            _ => self.contains(value, meter),
        }
    }

    /// Is a value among the members that are listed?
    ///
    /// # Errors
    /// A fault of an endless comprehension; `Halted`.
    pub fn contains(&self, value: &Value, meter: &Meter) -> Result<bool, EvalError> {
        Ok(match (self, value) {
            (Set::Finite(members), _) if value.is_infinite() => {
                let mut like = members.iter().map(|member| order::like(member, value, meter));
                like.find(|found| !matches!(found, Ok(false))).unwrap_or(Ok(false))?
            }
            (Set::Finite(members), _) => order::search(members, value, meter)?.is_ok(),
            (Set::Union(parts), _) => {
                for part in parts.iter() {
                    meter.spend(1)?;
                    if part.contains(value, meter)? {
                        return Ok(true);
                    }
                }
                false
            }
            (Set::Except(pair), _) => pair.0.contains(value, meter)? && !pair.1.contains(value, meter)?,
            (Set::Range { start, end, step }, Value::Integer(n)) => {
                n >= start && end.is_none_or(|end| *n <= end) && n.abs_diff(*start).is_multiple_of(step.unsigned_abs())
            }
            (Set::Family(family), Value::Integer(n)) => {
                if *family == Family::Primes {
                    meter.spend(cost_of_prime(*n))?;
                }
                family.contains(*n)
            }
            (Set::Comprehension(comprehension), Value::Integer(n)) => {
                comprehension.up_to(*n, meter)?.binary_search(n).is_ok()
            }
            (Set::Sequence(sequence), Value::Integer(n)) => sequence.contains(*n),
            _ => false,
        })
    }

    /// Removes the members of this set from `kept`, which are numbers up to a limit. A range is not listed for that,
    /// since it may begin far below them.
    fn remove_from(&self, kept: &mut Vec<i128>, limit: i128, meter: &Meter) -> Result<(), EvalError> {
        meter.spend(kept.len())?;
        match self {
            Set::Range { .. } => {
                let mut kept_on = meter.with_room(kept.len())?;
                for n in kept.drain(..) {
                    if !self.contains(&Value::Integer(n), meter)? {
                        kept_on.push(n);
                    }
                }
                *kept = kept_on;
            }
            Set::Union(parts) => {
                for part in parts.iter() {
                    part.remove_from(kept, limit, meter)?;
                }
            }
            _ => {
                let without = self.up_to(limit, meter)?;
                kept.retain(|n| without.binary_search(n).is_err());
            }
        }
        Ok(())
    }

    /// The least number in it.
    ///
    /// # Errors
    /// A fault of an endless comprehension; `TooLarge` where it is looked for among more than [`Set::LARGEST`] numbers;
    /// `Halted`.
    pub fn least(&self, meter: &Meter) -> Result<Option<i128>, EvalError> {
        self.least_from(i128::MIN, meter)
    }

    /// The least number in it that is at least `from`, if it is found. Errors as in [`Set::least`].
    pub(super) fn least_from(&self, from: i128, meter: &Meter) -> Result<Option<i128>, EvalError> {
        match self {
            Set::Finite(members) => Ok(members.iter().filter_map(Value::as_integer).find(|n| *n >= from)),
            Set::Range { start, end, step } => {
                let steps = if *start >= from { 0 } else { from.abs_diff(*start).div_ceil(step.unsigned_abs()) };
                let least = steps.checked_mul(step.unsigned_abs()).and_then(|rise| start.checked_add_unsigned(rise));
                Ok(least.filter(|least| end.is_none_or(|end| *least <= end)))
            }
            Set::Family(family) => Ok(family.least_from(from)),
            Set::Sequence(sequence) => Ok(sequence.least_from(from)),
            Set::Union(parts) => {
                let mut least = None;
                for part in parts.iter() {
                    let found = part.least_from(from, meter)?;
                    least = least.into_iter().chain(found).min();
                }
                Ok(least)
            }
            Set::Except(pair) if from > Self::FARTHEST_SEARCH && pair.0.is_stepped_through() => {
                Set::least_not_in(&pair.1, &pair.0, from, meter)
            }
            Set::Comprehension(_) | Set::Except(_) => self.searched(from, meter),
        }
    }

    /// Is the next member after any number found without listing those before it?
    fn is_stepped_through(&self) -> bool {
        match self {
            Set::Finite(_) | Set::Range { .. } | Set::Family(_) | Set::Sequence(_) => true,
            Set::Comprehension(_) => false,
            Set::Union(parts) => parts.iter().all(Set::is_stepped_through),
            Set::Except(pair) => pair.0.is_stepped_through(),
        }
    }

    /// The least member of `kept` that is at least `from` and not in `left_out`; `None` also if this is true of none of
    /// the first `TRIED` members. The families that grow exponentially have fewer members in all.
    fn least_not_in(left_out: &Set, kept: &Set, from: i128, meter: &Meter) -> Result<Option<i128>, EvalError> {
        const TRIED: usize = 1 << 8;
        let mut next = Some(from);
        for _ in 0..TRIED {
            meter.spend(1)?;
            let Some(from) = next else { break };
            let Some(member) = kept.least_from(from, meter)? else { break };
            if !left_out.contains(&Value::Integer(member), meter)? {
                return Ok(Some(member));
            }
            next = member.checked_add(1);
        }
        Ok(None)
    }

    /// A search for the next member of an endless set from at most this number on gives up beyond it.
    const FARTHEST_SEARCH: i128 = 1 << 40;

    /// As [`Set::least_from`], by listing the members up to larger and larger limits. For an endless set, the search
    /// gives up beyond [`Set::FARTHEST_SEARCH`], or beyond 16 times `from` if that is farther.
    fn searched(&self, from: i128, meter: &Meter) -> Result<Option<i128>, EvalError> {
        let farthest = Self::FARTHEST_SEARCH.max(from.saturating_mul(16));
        let mut limit = from.max(16);
        loop {
            if let Some(least) = self.up_to(limit, meter)?.into_iter().find(|n| *n >= from) {
                return Ok(Some(least));
            }
            if limit > farthest || limit == i128::MAX {
                // A finite set is searched to its end.
                let members = if self.is_endless() { Vec::new() } else { self.up_to(i128::MAX, meter)? };
                return Ok(members.into_iter().find(|n| *n >= from));
            }
            limit = limit.saturating_mul(16);
        }
    }

    /// Is there a number greater than n in it? Errors as in [`Set::least`].
    pub(super) fn has_member_beyond(&self, n: i128, meter: &Meter) -> Result<bool, EvalError> {
        match self {
            Set::Finite(members) => Ok(members.iter().filter_map(Value::as_integer).any(|member| member > n)),
            Set::Range { end, .. } => Ok(end.is_none_or(|end| end > n)),
            Set::Family(_) | Set::Comprehension(_) => Ok(true),
            Set::Sequence(sequence) => Ok(sequence.least_from(n.saturating_add(1)).is_some()),
            Set::Union(parts) => {
                for part in parts.iter() {
                    if part.has_member_beyond(n, meter)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            Set::Except(pair) if !pair.0.has_member_beyond(n, meter)? => Ok(false),
            Set::Except(pair) if pair.0.is_endless() && !pair.1.is_endless() => Ok(true),
            Set::Except(pair) => self.leaves_member_beyond(&pair.0, n, meter),
        }
    }

    /// As [`Set::has_member_beyond`], for an `Except` set with `from` as its first set. It may be finite although
    /// `from` is endless: if membership is eventually periodic, one period decides.
    fn leaves_member_beyond(&self, from: &Set, n: i128, meter: &Meter) -> Result<bool, EvalError> {
        let mut next = n.saturating_add(1);
        let Some((start, period)) = self.eventual_period().filter(|(_, period)| *period <= Amounts::LONGEST_PERIOD)
        else {
            return Ok(self.least_from(next, meter)?.is_some());
        };
        let first = start.max(next);
        for member in first..first.saturating_add(period) {
            if self.contains(&Value::Integer(member), meter)? {
                return Ok(true);
            }
        }
        for _ in 0..Self::LARGEST {
            meter.spend(1)?;
            match from.least_from(next, meter)? {
                Some(member) if member < start => {
                    if self.contains(&Value::Integer(member), meter)? {
                        return Ok(true);
                    }
                    next = member + 1;
                }
                _ => return Ok(false),
            }
        }
        Err(EvalError::without_place(EvalErrorKind::TooLarge { limit: Self::LARGEST }))
    }

    /// An upper bound for how many numbers from 0 to a limit are in it.
    pub(crate) fn count_bound(&self, limit: u64) -> u64 {
        match self {
            Set::Finite(members) => members.len() as u64,
            Set::Range { start, end, step } => {
                let last = end.unwrap_or(i128::from(limit)).min(i128::from(limit));
                let first = *start.max(&0);
                let steps = u64::try_from((last - first) / step).unwrap_or(u64::MAX);
                if last < first { 0 } else { steps.saturating_add(1) }
            }
            Set::Family(family) => family.count_bound(limit),
            Set::Sequence(sequence) => sequence.count_bound(limit),
            Set::Comprehension(_) => limit.saturating_add(1),
            Set::Union(parts) => parts.iter().fold(0, |sum, part| sum.saturating_add(part.count_bound(limit))),
            Set::Except(pair) => pair.0.count_bound(limit),
        }
    }

    /// If membership is known to be eventually periodic among the numbers ≥ 0: `(start, period)`, such that from
    /// `start` on, n is a member exactly if n + `period` is one.
    pub(super) fn eventual_period(&self) -> Option<(i128, i128)> {
        match self {
            Set::Finite(members) => {
                let last = members.iter().filter_map(Value::as_integer).max();
                Some((last.map_or(Some(0), |last| last.max(-1).checked_add(1))?, 1))
            }
            Set::Range { start, end: None, step } => Some(((*start).max(0), *step)),
            Set::Range { end: Some(end), .. } => Some(((*end).max(-1).checked_add(1)?, 1)),
            Set::Family(Family::Evens | Family::Odds) => Some((1, 2)),
            Set::Family(_) | Set::Comprehension(_) | Set::Sequence(_) => None,
            Set::Union(parts) => parts.iter().try_fold((0, 1), |sum, part| common_period(sum, part.eventual_period()?)),
            Set::Except(pair) => common_period(pair.0.eventual_period()?, pair.1.eventual_period()?),
        }
    }

    /// The first `count` numbers of an endless set, or fewer if they are not found up to about 2^20.
    pub(super) fn first_members(&self, count: usize) -> Vec<i128> {
        let mut limit = 16;
        loop {
            let found = self.up_to(limit, &Meter::default()).unwrap_or_default();
            if found.len() >= count || limit > 1 << 20 {
                return found.into_iter().take(count).collect();
            }
            limit *= 4;
        }
    }
}

fn common_period(a: (i128, i128), b: (i128, i128)) -> Option<(i128, i128)> {
    Some((a.0.max(b.0), lcm(a.1, b.1)?))
}

/// Sorts numbers, and removes repeats.
pub(super) fn sort_numbers(numbers: &mut Vec<i128>, meter: &Meter) -> Result<(), Halt> {
    if numbers.is_sorted_by(|a, b| a < b) {
        return meter.spend(numbers.len());
    }
    let mut values = meter.collected(numbers.drain(..).map(Value::Integer))?;
    order::sort_once(&mut values, meter)?;
    numbers.extend(values.iter().filter_map(Value::as_integer));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{At, EndlessComprehension, Expr, Operator, Term};

    #[test]
    fn families_begin_with_one_and_agree_with_their_members() {
        let cases: [(Family, &[i128]); 8] = [
            (Family::Squares, &[1, 4, 9, 16]),
            (Family::Primes, &[2, 3, 5, 7, 11, 13, 17, 19]),
            (Family::Evens, &[2, 4, 6, 8, 10, 12, 14, 16, 18, 20]),
            (Family::Odds, &[1, 3, 5, 7, 9, 11, 13, 15, 17, 19]),
            (Family::Triangulars, &[1, 3, 6, 10, 15]),
            (Family::Fibonaccis, &[1, 2, 3, 5, 8, 13]),
            (Family::Factorials, &[1, 2, 6]),
            (Family::Powers(3), &[1, 3, 9]),
        ];
        for (family, expected) in cases {
            assert_eq!(family.up_to(20, &Meter::default()).unwrap(), expected, "{family}");
            for n in -3..=20 {
                assert_eq!(family.contains(n), expected.contains(&n), "{n} in {family}");
            }
            assert!(family.count_bound(20) >= expected.len() as u64, "{family}");
        }
    }

    #[test]
    fn the_next_member_is_found_however_far_it_is() {
        let meter = Meter::default();
        let family = |family| Set::Family(family);
        let except = |kept: Set, left_out| Set::Except(Arc::new((kept, left_out)));
        let sets = [
            except(family(Family::Powers(2)), family(Family::Squares)),
            except(family(Family::Factorials), family(Family::Powers(2))),
            except(family(Family::Powers(3)), Set::union(vec![family(Family::Squares), Set::range(1, None, 4)])),
            except(except(family(Family::Fibonaccis), family(Family::Factorials)), family(Family::Triangulars)),
        ];
        for set in sets {
            let Set::Except(pair) = &set else { unreachable!() };
            let largest = if let Set::Except(inner) = &pair.0 { &inner.0 } else { &pair.0 };
            let all = largest.up_to(i128::MAX, &meter).unwrap();
            for n in [1 << 38, 1 << 40, (1 << 40) + 1, 1 << 41, 1 << 42, 1 << 62, 1 << 100, i128::MAX] {
                let is_next = |member: &&i128| **member > n && set.contains(&Value::Integer(**member), &meter).unwrap();
                let next = all.iter().find(is_next).copied();
                assert_eq!(set.has_member_beyond(n, &meter).unwrap(), next.is_some(), "{set} beyond {n}");
                if n < i128::MAX {
                    assert_eq!(set.least_from(n + 1, &meter).unwrap(), next, "{set} beyond {n}");
                }
            }
        }
    }

    #[test]
    fn the_next_member_of_a_comprehension_is_found_however_far_it_is() {
        let expr = |term| Expr { term, at: At::default() };
        let (two, k) = (Expr::of(2, At::default()), expr(Term::Slot(0)));
        let powers = Set::Comprehension(Arc::new(EndlessComprehension {
            start: 1,
            step: 1,
            slot: 0,
            steps: Vec::new(),
            body: expr(Term::Binary(Operator::Power, Box::new(two), Box::new(k))),
            frame: vec![Value::Bool(false)],
            functions: Arc::new([]),
            meter: Meter::default(),
        }));
        for exponent in [3, 39, 40, 41, 62, 100] {
            assert_eq!(powers.least_from((1 << exponent) + 1, &Meter::default()), Ok(Some(2 << exponent)));
        }
    }

    #[test]
    fn a_range_ends_with_a_member_or_cannot_be_listed() {
        assert_eq!(Set::range(1, Some(10), 4).to_string(), "{1..9 step 4}");
        assert_eq!(Set::range(5, Some(3), 1).members(&Meter::default()).unwrap(), []);
        let fault = Set::range(1, None, 1).members(&Meter::default()).unwrap_err();
        assert!(matches!(*fault.kind, EvalErrorKind::Endless { .. }));
    }
}
