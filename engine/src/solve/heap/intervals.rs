//! The amounts of rules that leave at most one heap, as intervals.

use crate::game::{Amounts, HeapRules, Set};
use crate::sorting::sort_by_key;

use super::engine::Leaves;

/// All numbers from `first` to `last`; without end if `last` is `None`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct AmountInterval {
    pub first: u64,
    pub last: Option<u64>,
}

/// The amounts of rules that leave at most one heap, where each set of amounts is finite or leaves out finitely
/// many.
#[derive(Clone, Debug)]
pub(super) struct OneHeap {
    /// Amounts that may be taken so that one heap is left; at least 1, in order, with gaps between the intervals.
    pub one: Vec<AmountInterval>,
    /// Amounts that may be taken if nothing is left, in the same form.
    pub none: Vec<AmountInterval>,
}

impl OneHeap {
    /// `None` if the rules divide heaps, split them, or have sets of amounts of another kind.
    pub fn of(rules: &HeapRules) -> Option<OneHeap> {
        let (mut one, mut none) = (Vec::new(), Vec::new());
        if !rules.divisors.is_empty() {
            return None;
        }
        for clause in &rules.clauses {
            let leaves = Leaves::of(&clause.shape);
            let intervals = intervals(&clause.amounts)?;
            if leaves.split.is_some() {
                return None;
            }
            if leaves.one {
                one.extend_from_slice(&intervals);
            }
            if leaves.none {
                none.extend_from_slice(&intervals);
            }
        }
        Some(OneHeap { one: merged(one), none: merged(none) })
    }

    /// The largest amount, 0 if there are no amounts; `None` if they go on for ever.
    pub fn largest(&self) -> Option<u64> {
        self.one.iter().chain(&self.none).try_fold(0, |largest, interval| Some(largest.max(interval.last?)))
    }

    /// Beyond this amount nothing changes: for each of the two lists, either every larger amount may be taken, or
    /// none. It is the largest end of an interval, or the number before an endless one.
    pub fn boundary(&self) -> u64 {
        let ends = |interval: &AmountInterval| interval.last.unwrap_or(interval.first - 1);
        self.one.iter().chain(&self.none).map(ends).max().unwrap_or(0)
    }

    /// The amounts that leave one heap, one by one; `None` if there are more than `most`.
    pub fn listed(&self, most: usize) -> Option<Vec<usize>> {
        let mut list = Vec::new();
        for interval in &self.one {
            let last = interval.last?;
            if last - interval.first >= most as u64 {
                return None;
            }
            for amount in interval.first..=last {
                list.push(usize::try_from(amount).ok()?);
            }
        }
        (list.len() <= most).then_some(list)
    }
}

/// Is a number in one of the intervals? They must be in order.
pub(super) fn contains(intervals: &[AmountInterval], number: u64) -> bool {
    let index = intervals.partition_point(|interval| interval.first <= number);
    index > 0 && intervals[index - 1].last.is_none_or(|last| number <= last)
}

fn intervals(amounts: &Amounts) -> Option<Vec<AmountInterval>> {
    match amounts {
        Amounts::Finite(members) => {
            Some(merged(members.iter().map(|n| AmountInterval { first: *n, last: Some(*n) }).collect()))
        }
        Amounts::AllBut(except) => {
            let mut found = Vec::new();
            let mut first = 0;
            for gap in except.iter() {
                if *gap > first {
                    found.push(AmountInterval { first, last: Some(gap - 1) });
                }
                first = gap.checked_add(1)?;
            }
            found.push(AmountInterval { first, last: None });
            Some(merged(found))
        }
        Amounts::Described(set) => match &**set {
            Set::Range { start, end: Some(end), step: 1 } => {
                let [first, last] = [*start, *end].map(|n| u64::try_from(n.max(0)).ok());
                Some(merged(if end < start {
                    Vec::new()
                } else {
                    vec![AmountInterval { first: first?, last: Some(last?) }]
                }))
            }
            _ => None,
        },
    }
}

/// Sorts intervals, leaves out 0, and joins those that overlap or touch.
fn merged(mut intervals: Vec<AmountInterval>) -> Vec<AmountInterval> {
    sort_by_key(&mut intervals, |interval| interval.first);
    let mut found: Vec<AmountInterval> = Vec::new();
    for mut interval in intervals {
        if interval.last == Some(0) {
            continue;
        }
        interval.first = interval.first.max(1);
        match found.last_mut() {
            Some(before) if before.last.is_none_or(|last| last >= interval.first - 1) => {
                before.last = before.last.zip(interval.last).map(|(a, b)| a.max(b));
            }
            _ => found.push(interval),
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_make_intervals() {
        let interval = |first, last| AmountInterval { first, last: Some(last) };
        let endless = |first| AmountInterval { first, last: None };
        let cases = [
            (Amounts::finite(vec![1, 2, 3]), vec![interval(1, 3)]),
            (Amounts::finite(vec![0, 1, 3, 4, 9]), vec![interval(1, 1), interval(3, 4), interval(9, 9)]),
            (Amounts::none(), vec![]),
            (Amounts::any(), vec![endless(1)]),
            (Amounts::AllBut(vec![0, 1, 4, 5].into()), vec![interval(2, 3), endless(6)]),
            (Amounts::AllBut(vec![].into()), vec![endless(1)]),
        ];
        for (amounts, expected) in cases {
            assert_eq!(intervals(&amounts), Some(expected.clone()), "{amounts:?}");
            for n in 1..12 {
                assert_eq!(contains(&expected, n), amounts.contains(n).unwrap(), "{n} in {amounts:?}");
            }
        }
    }
}
