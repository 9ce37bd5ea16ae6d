//! Amounts as intervals.

use crate::game::{Amounts, HeapRules};

use super::leaves::Leaves;

/// All numbers from the first to the last, which is not there if the interval never ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct AmountInterval {
    pub first: u64,
    pub last: Option<u64>,
}

/// Rules that leave at most one heap, with amounts that are given one by one or by their exceptions.
#[derive(Clone, Debug)]
pub(super) struct OneHeap {
    /// May be taken so that one heap is left; at least 1, in order, with gaps between them.
    pub one: Vec<AmountInterval>,
    /// May be taken if nothing is left.
    pub none: Vec<AmountInterval>,
}

impl OneHeap {
    /// `None` if the rules are not of this kind.
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

    /// The largest amount; `None` if there is none such.
    pub fn largest(&self) -> Option<u64> {
        self.one.iter().chain(&self.none).try_fold(0, |largest, interval| Some(largest.max(interval.last?)))
    }

    /// Beyond this amount all are alike: each may be taken, or none.
    pub fn boundary(&self) -> u64 {
        let ends = |interval: &AmountInterval| interval.last.unwrap_or(interval.first - 1);
        self.one.iter().chain(&self.none).map(ends).max().unwrap_or(0)
    }

    /// The amounts that leave one heap, one by one, if they are at most so many.
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

/// Is a number in one of the intervals?
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
        Amounts::Described(_) => None,
    }
}

/// In order, without 0, those that touch made into one.
fn merged(mut intervals: Vec<AmountInterval>) -> Vec<AmountInterval> {
    intervals.sort_by_key(|interval| interval.first);
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
