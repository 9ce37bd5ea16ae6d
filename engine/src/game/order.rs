//! Order, equality, sorting and search of values. Lists may share their parts, so that a few of them stand for more
//! members than could ever be visited. Therefore a list is equal to itself without a look at its members, and no pair
//! of shared lists is compared twice.

use std::cmp::Ordering;
use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::eval_error::mismatch;
use super::{Component, EvalErrorKind, Halt, Meter, Set, Sum, Value};

/// Remembering which lists have been compared pays only after so many members.
const REMEMBERED_FROM: usize = 1 << 10;

/// The order of two values.
pub(super) fn compare(left: &Value, right: &Value, meter: &Meter) -> Result<Ordering, Halt> {
    Comparison::new(meter, false).of(left, right)
}

/// Are two values equal?
pub(super) fn equal(left: &Value, right: &Value, meter: &Meter) -> Result<bool, Halt> {
    Comparison::new(meter, true).of(left, right).map(Ordering::is_eq)
}

/// Are two values equal, where `infinity` is equal to every ∞?
pub(super) fn like(left: &Value, right: &Value, meter: &Meter) -> Result<bool, Halt> {
    Comparison { any_infinite: true, ..Comparison::new(meter, true) }.of(left, right).map(Ordering::is_eq)
}

/// What a position is compared as: its Grundy value.
pub(super) type PositionWorth<'f> = &'f dyn Fn(&Sum) -> Result<Value, EvalErrorKind>;

/// As [`like`], where a position is equal to what has its value. An error of `worth`.
pub(super) fn like_in_worth(
    left: &Value,
    right: &Value,
    worth: PositionWorth,
    meter: &Meter,
) -> Result<bool, EvalErrorKind> {
    let comparison = Comparison { any_infinite: true, worth: Some(worth), ..Comparison::new(meter, true) };
    comparison.judged(left, right).map(Ordering::is_eq)
}

/// As [`compare`], where a position stands for its value. An error of `worth`.
pub(super) fn compare_in_worth(
    left: &Value,
    right: &Value,
    worth: PositionWorth,
    meter: &Meter,
) -> Result<Ordering, EvalErrorKind> {
    Comparison { worth: Some(worth), ..Comparison::new(meter, false) }.judged(left, right)
}

/// A function that decides whether two sets are equal, or says why they cannot be compared.
type SetComparison<'f> = &'f dyn Fn(&Set, &Set) -> Result<bool, EvalErrorKind>;

/// As [`like_in_worth`]. The first two members that differ must be of one kind, otherwise the error is `Mismatch`.
/// Sets are compared by `sets`, whose errors are returned as well. `Halted`.
pub(super) fn alike(
    left: &Value,
    right: &Value,
    sets: SetComparison,
    worth: PositionWorth,
    meter: &Meter,
) -> Result<bool, EvalErrorKind> {
    let comparison =
        Comparison { sets: Some(sets), worth: Some(worth), any_infinite: true, ..Comparison::new(meter, false) };
    comparison.judged(left, right).map(Ordering::is_eq)
}

/// The state of a comparison. The lists being compared are on a stack of its own, so that deep nesting needs no
/// recursion.
struct Comparison<'v, 'g> {
    meter: &'g Meter,
    /// Only whether they are equal matters, not which is less.
    equality: bool,
    /// `infinity` counts as equal to every ∞.
    any_infinite: bool,
    /// Compares sets; if it is given, values of different kinds are an error.
    sets: Option<SetComparison<'g>>,
    /// What positions are compared as; without it, by their games and coordinates.
    worth: Option<PositionWorth<'g>>,
    /// The error, if `sets` or `worth` is given.
    fault: Option<EvalErrorKind>,
    looked: usize,
    /// The pairs of lists being compared, from the outermost to the innermost, each with the index of the next
    /// members.
    pending: Vec<(&'v [Value], &'v [Value], usize)>,
    /// Pairs of lists whose comparison has begun. The first difference ends everything, so they are equal if they
    /// occur again.
    known: FxHashSet<(*const Value, *const Value)>,
}

impl<'v, 'g> Comparison<'v, 'g> {
    fn new(meter: &'g Meter, equality: bool) -> Comparison<'v, 'g> {
        Comparison {
            meter,
            equality,
            any_infinite: false,
            sets: None,
            worth: None,
            fault: None,
            looked: 0,
            pending: Vec::new(),
            known: FxHashSet::default(),
        }
    }

    /// As [`Comparison::of`], or the fault of the comparison.
    fn judged(mut self, left: &'v Value, right: &'v Value) -> Result<Ordering, EvalErrorKind> {
        let found = self.of(left, right)?;
        self.fault.map_or(Ok(found), Err)
    }

    fn of(&mut self, left: &'v Value, right: &'v Value) -> Result<Ordering, Halt> {
        let mut found = self.begin(left, right)?;
        while found.is_eq()
            && let Some((left, right, at)) = self.pending.last_mut()
        {
            found = match (left.get(*at), right.get(*at)) {
                (Some(one), Some(other)) => {
                    *at += 1;
                    self.begin(one, other)?
                }
                (None, None) => {
                    self.pending.pop();
                    Ordering::Equal
                }
                (one, other) => one.is_some().cmp(&other.is_some()),
            };
        }
        Ok(found)
    }

    /// Compares two values as far as possible in one step. Two lists count as equal for now, and are put on the stack.
    fn begin(&mut self, left: &'v Value, right: &'v Value) -> Result<Ordering, Halt> {
        self.meter.spend(1)?;
        self.looked += 1;
        Ok(match (left, right) {
            (Value::Integer(a), Value::Integer(b)) => a.cmp(b),
            (Value::Text(a), Value::Text(b)) => {
                self.meter.spend(a.len().min(b.len()) / Meter::BYTES)?;
                if self.equality && a.len() != b.len() { Ordering::Less } else { a.cmp(b) }
            }
            (Value::Tuple(a), Value::Tuple(b)) | (Value::List(a), Value::List(b)) => self.members(a, b),
            (Value::Set(a), Value::Set(b)) if !Arc::ptr_eq(a, b) && self.sets.is_some() => {
                let found = self.sets.map_or(Ok(false), |sets| sets(a, b));
                let equal = found.unwrap_or_else(|kind| {
                    self.fault = Some(kind);
                    false
                });
                if equal { Ordering::Equal } else { Ordering::Less }
            }
            (Value::Set(a), Value::Set(b)) if !Arc::ptr_eq(a, b) => match (&**a, &**b) {
                (Set::Finite(a), Set::Finite(b)) => self.members(a, b),
                _ => a.cmp(b),
            },
            (Value::Position(_), _) | (_, Value::Position(_)) if self.worth.is_some() && left.is_comparable(right) => {
                self.in_worth(left, right)?
            }
            (Value::Position(a), Value::Position(b)) if !Arc::ptr_eq(a, b) => {
                self.meter.spend(a.parts.len().min(b.parts.len()))?;
                self.sums(a, b)
            }
            (Value::None, Value::None) | (Value::Infinity, Value::Infinity) => Ordering::Equal,
            (Value::Grundy(a), Value::Grundy(b)) => a.cmp(b),
            (Value::Infinity, other) | (other, Value::Infinity) if self.any_infinite && other.is_infinite() => {
                Ordering::Equal
            }
            (Value::Bool(a), Value::Bool(b)) => a.cmp(b),
            (Value::Outcome(a), Value::Outcome(b)) => a.cmp(b),
            (Value::Side(a), Value::Side(b)) => a.cmp(b),
            (Value::Game(a), Value::Game(b)) => a.cmp(b),
            _ => {
                // Where positions stand for their values, they are among the numbers.
                let is_number = |value| self.worth.is_some() && matches!(value, &Value::Position(_));
                let place = |value| if is_number(value) { NUMBERS } else { rank(value) };
                let order = place(left).cmp(&place(right));
                let is_none = matches!((left, right), (Value::None, _) | (_, Value::None));
                if self.sets.is_some() && order.is_ne() && !is_none && !left.is_comparable(right) {
                    self.fault = Some(mismatch("==", left, right));
                }
                order
            }
        })
    }

    /// Compares two values, of which one is a position or both are, and the other may be a number.
    fn in_worth(&mut self, left: &Value, right: &Value) -> Result<Ordering, Halt> {
        if equal(left, right, self.meter)? {
            return Ok(Ordering::Equal);
        }
        let worth = |side: &Value| match (side, self.worth) {
            (Value::Position(sum), Some(worth)) => worth(sum),
            _ => Ok(side.clone()),
        };
        let found = worth(left).and_then(|left| Ok((left, worth(right)?)));
        match found {
            Ok((left, right)) if self.any_infinite && like(&left, &right, self.meter)? => Ok(Ordering::Equal),
            Ok((left, right)) => compare(&left, &right, self.meter),
            Err(fault) => {
                self.fault = Some(fault);
                Ok(Ordering::Less)
            }
        }
    }

    /// Compares two sums. Their coordinates may be lists that share their parts, and count as equal for now.
    fn sums(&mut self, left: &'v Sum, right: &'v Sum) -> Ordering {
        // Which sum is less depends on the coordinates of the first summand before the game of the second.
        let is_one_step = self.equality || left.parts.len() == 1 && right.parts.len() == 1;
        if !is_one_step {
            return left.cmp(right);
        }
        let mut found = left.parts.len().cmp(&right.parts.len());
        for (one, other) in left.parts.iter().zip(&right.parts) {
            found = found.then(one.copies.cmp(&other.copies));
            found = found.then_with(|| match (&one.component, &other.component) {
                (Component::Position(one), Component::Position(other)) => {
                    one.game.cmp(&other.game).then_with(|| self.members(&one.coordinates, &other.coordinates))
                }
                (one, other) => one.cmp(other),
            });
        }
        found
    }

    fn members(&mut self, left: &'v Arc<[Value]>, right: &'v Arc<[Value]>) -> Ordering {
        if Arc::ptr_eq(left, right) {
            return Ordering::Equal;
        }
        if self.equality && left.len() != right.len() {
            return Ordering::Less;
        }
        // Only a list that has several owners can occur again.
        let shared = Arc::strong_count(left) > 1 || Arc::strong_count(right) > 1;
        if shared && self.looked > REMEMBERED_FROM && !self.known.insert((left.as_ptr(), right.as_ptr())) {
            return Ordering::Equal;
        }
        self.pending.push((left, right, 0));
        Ordering::Equal
    }
}

/// The rank of numbers.
const NUMBERS: u8 = 1;

/// The order between values of different kinds.
fn rank(value: &Value) -> u8 {
    match value {
        Value::Bool(_) => 0,
        Value::Integer(_) => NUMBERS,
        Value::Grundy(_) => 2,
        Value::Infinity => 3,
        Value::Text(_) => 4,
        Value::Tuple(_) => 5,
        Value::List(_) => 6,
        Value::Set(_) => 7,
        Value::Outcome(_) => 8,
        Value::Side(_) => 9,
        Value::Position(_) => 10,
        Value::Game(_) => 11,
        Value::None => 12,
    }
}

/// Where a value is among sorted members, or where it would be.
pub(super) fn search(members: &[Value], value: &Value, meter: &Meter) -> Result<Result<usize, usize>, Halt> {
    let (mut first, mut beyond) = (0, members.len());
    while first < beyond {
        let middle = first + (beyond - first) / 2;
        match compare(&members[middle], value, meter)? {
            Ordering::Equal => return Ok(Ok(middle)),
            Ordering::Less => first = middle + 1,
            Ordering::Greater => beyond = middle,
        }
    }
    Ok(Err(first))
}

/// A stable merge sort, since merging can be stopped at any time. The sort of the standard library could be left only
/// by an inconsistent comparison, for which it may panic. If the sort is stopped, the contents of `members` are
/// unspecified.
pub(super) fn sort(members: &mut [Value], meter: &Meter) -> Result<(), Halt> {
    sort_by(members, &|left, right| compare(left, right, meter), meter)
}

/// As [`sort`], by another order.
pub(super) fn sort_by<E: From<Halt>>(
    members: &mut [Value],
    order: &dyn Fn(&Value, &Value) -> Result<Ordering, E>,
    meter: &Meter,
) -> Result<(), E> {
    if is_ascending(members, Ordering::is_le, order)? {
        return Ok(());
    }
    let mut width = sort_runs(members, meter)?;
    if width >= members.len() {
        return Ok(());
    }
    let mut room: Vec<Value> = meter.with_room(members.len())?;
    room.resize(members.len(), Value::Bool(false));
    while width < members.len() {
        for (run, to) in members.chunks_mut(2 * width).zip(room.chunks_mut(2 * width)) {
            merge(run, width, to, order)?;
        }
        members.swap_with_slice(&mut room);
        width *= 2;
    }
    Ok(())
}

/// Sorts runs of members with the standard library, if each comparison is one step. Returns the length of the runs,
/// which is 1 if nothing was done.
fn sort_runs(members: &mut [Value], meter: &Meter) -> Result<usize, Halt> {
    const RUN: usize = 1 << 10;
    const SHORT: usize = 1 << 8;
    let is_flat = |member: &Value| match member {
        Value::Text(text) => text.len() < SHORT,
        other => matches!(other, Value::Bool(_) | Value::Integer(_) | Value::Outcome(_) | Value::Side(_)),
    };
    if !members.iter().all(is_flat) {
        return Ok(1);
    }
    for run in members.chunks_mut(RUN) {
        meter.spend(8 * run.len())?;
        run.sort();
    }
    Ok(RUN)
}

/// Merges two adjacent sorted runs, the first of which has `width` members, into `to`.
fn merge<E>(
    runs: &mut [Value],
    width: usize,
    to: &mut [Value],
    order: &dyn Fn(&Value, &Value) -> Result<Ordering, E>,
) -> Result<(), E> {
    let (mut left, mut right) = (0, width.min(runs.len()));
    for place in to {
        let takes_left = match (left < width, right < runs.len()) {
            (true, true) => order(&runs[left], &runs[right])?.is_le(),
            (one, _) => one,
        };
        let from = if takes_left { &mut left } else { &mut right };
        std::mem::swap(place, &mut runs[*from]);
        *from += 1;
    }
    Ok(())
}

/// Sorts, and removes repeats.
pub(super) fn sort_once(members: &mut Vec<Value>, meter: &Meter) -> Result<(), Halt> {
    sort_once_by(members, &|left, right| compare(left, right, meter), meter)
}

/// As [`sort_once`], by another order: of equal members, the first stays.
pub(super) fn sort_once_by<E: From<Halt>>(
    members: &mut Vec<Value>,
    order: &dyn Fn(&Value, &Value) -> Result<Ordering, E>,
    meter: &Meter,
) -> Result<(), E> {
    if is_ascending(members, Ordering::is_lt, order)? {
        return Ok(());
    }
    sort_by(members, order, meter)?;
    let mut kept = 0;
    for at in 0..members.len() {
        if kept == 0 || order(&members[kept - 1], &members[at])?.is_ne() {
            members.swap(kept, at);
            kept += 1;
        }
    }
    members.truncate(kept);
    Ok(())
}

fn is_ascending<E>(
    members: &[Value],
    in_order: fn(Ordering) -> bool,
    order: &dyn Fn(&Value, &Value) -> Result<Ordering, E>,
) -> Result<bool, E> {
    for pair in members.windows(2) {
        if !in_order(order(&pair[0], &pair[1])?) {
            return Ok(false);
        }
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use std::hash::{BuildHasher, BuildHasherDefault};

    use proptest::prelude::*;
    use rustc_hash::FxHasher;

    use super::*;
    use crate::dice::tries;

    /// `[[…], […]]`, the same list twice on every level.
    fn doubled(inner: Value, levels: usize) -> Value {
        (0..levels).fold(inner, |list, _| Value::list(vec![list.clone(), list]))
    }

    #[test]
    fn lists_that_share_their_parts_are_compared_at_once() {
        let meter = Meter::default();
        let [one, other, more] = [1, 1, 2].map(|n| doubled(Value::list(vec![Value::Integer(n)]), 60));
        assert_eq!(equal(&one, &other, &meter), Ok(true));
        assert_eq!(compare(&one, &other, &meter), Ok(Ordering::Equal));
        assert_eq!(compare(&one, &more, &meter), Ok(Ordering::Less));
        // With a difference only at the very end.
        let late = Value::list(vec![one.clone(), more.clone()]);
        assert_eq!(compare(&late, &Value::list(vec![other.clone(), other.clone()]), &meter), Ok(Ordering::Greater));
        let hash = |value: &Value| BuildHasherDefault::<FxHasher>::default().hash_one(value);
        assert_eq!(hash(&one), hash(&other));
        let mut all = vec![more.clone(), one.clone(), late, other, more];
        sort_once(&mut all, &meter).unwrap();
        assert_eq!(all.len(), 3);
        assert!(one.brief().len() < 20_000);
    }

    #[test]
    fn a_list_nested_deeply_needs_no_stack() {
        let deep = |n| (0..100_000).fold(Value::Integer(n), |list, _| Value::list(vec![list]));
        let (one, other) = (deep(1), deep(2));
        assert_eq!(compare(&one, &other, &Meter::default()), Ok(Ordering::Less));
        // Dropping them would recurse.
        std::mem::forget((one, other));
    }

    fn values() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            (0..4i128).prop_map(Value::Integer),
            any::<bool>().prop_map(Value::Bool),
            "[ab]{0,2}".prop_map(|text| Value::text(&text)),
        ];
        leaf.prop_recursive(3, 24, 4, |inner| {
            let members = || prop::collection::vec(inner.clone(), 0..4);
            prop_oneof![
                members().prop_map(Value::list),
                members().prop_map(|members| Value::Tuple(members.into())),
                members().prop_map(|members| Value::Set(Arc::new(Set::finite(members)))),
            ]
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(tries(256)))]

        #[test]
        fn sorting_is_that_of_the_standard_library(mut list in prop::collection::vec(values(), 0..100)) {
            let mut expected = list.clone();
            expected.sort_by(|a, b| compare(a, b, &Meter::default()).unwrap());
            let mut once = list.clone();
            sort(&mut list, &Meter::default()).unwrap();
            prop_assert_eq!(&list, &expected);
            sort_once(&mut once, &Meter::default()).unwrap();
            expected.dedup();
            prop_assert_eq!(&once, &expected);
            for member in &expected {
                let found = search(&once, member, &Meter::default()).unwrap();
                prop_assert_eq!(found.map(|at| &once[at]), Ok(member));
            }
        }

        #[test]
        fn long_lists_of_numbers_are_sorted(mut list in prop::collection::vec(0..500i128, 0..2_000)) {
            let mut sorted: Vec<Value> = list.iter().copied().map(Value::Integer).collect();
            sort(&mut sorted, &Meter::default()).unwrap();
            list.sort_unstable();
            prop_assert_eq!(sorted, list.into_iter().map(Value::Integer).collect::<Vec<_>>());
        }

        #[test]
        fn equality_is_order_and_equal_values_have_equal_hashes(one in values(), other in values()) {
            let order = compare(&one, &other, &Meter::default()).unwrap();
            prop_assert_eq!(equal(&one, &other, &Meter::default()).unwrap(), order.is_eq());
            prop_assert_eq!(compare(&other, &one, &Meter::default()).unwrap(), order.reverse());
            if order.is_eq() {
                let hash = |value: &Value| BuildHasherDefault::<FxHasher>::default().hash_one(value);
                prop_assert_eq!(hash(&one), hash(&other));
            }
        }
    }
}
