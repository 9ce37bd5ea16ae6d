//! Amounts as runs of neighbours.

use crate::game::{Amounts, HeapRules};

use super::parts::Parts;

/// All numbers from the first to the last, which is not there if the run never ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Run {
    pub first: u64,
    pub last: Option<u64>,
}

/// Rules that leave at most one heap, with amounts that are given one by one or by their exceptions.
#[derive(Clone, Debug)]
pub(super) struct OneHeap {
    /// May be taken so that one heap is left; at least 1, in order, with gaps between them.
    pub one: Vec<Run>,
    /// May be taken if nothing is left.
    pub none: Vec<Run>,
}

impl OneHeap {
    /// `None` if the rules are not of this kind.
    pub fn of(rules: &HeapRules) -> Option<OneHeap> {
        let mut rule = OneHeap { one: Vec::new(), none: Vec::new() };
        if !rules.divisors.is_empty() {
            return None;
        }
        for clause in &rules.clauses {
            let parts = Parts::of(&clause.shape);
            let runs = runs(&clause.amounts)?;
            if parts.split.is_some() {
                return None;
            }
            if parts.one {
                rule.one.extend_from_slice(&runs);
            }
            if parts.none {
                rule.none.extend_from_slice(&runs);
            }
        }
        rule.one = merged(rule.one);
        rule.none = merged(rule.none);
        Some(rule)
    }

    /// The largest amount; `None` if there is none such.
    pub fn largest(&self) -> Option<u64> {
        let mut largest = 0;
        for run in self.one.iter().chain(&self.none) {
            largest = largest.max(run.last?);
        }
        Some(largest)
    }

    /// Beyond this amount all are alike: each may be taken, or none.
    pub fn boundary(&self) -> u64 {
        let ends = |run: &Run| run.last.unwrap_or(run.first - 1);
        self.one.iter().chain(&self.none).map(ends).max().unwrap_or(0)
    }

    /// The amounts that leave one heap, one by one, if they are at most so many.
    pub fn listed(&self, most: usize) -> Option<Vec<usize>> {
        let mut list = Vec::new();
        for run in &self.one {
            let last = run.last?;
            if last - run.first >= most as u64 {
                return None;
            }
            list.extend((run.first..=last).map(|amount| amount as usize));
        }
        (list.len() <= most).then_some(list)
    }
}

/// Is a number in one of the runs?
pub(super) fn contains(runs: &[Run], number: u64) -> bool {
    let index = runs.partition_point(|run| run.first <= number);
    index > 0 && runs[index - 1].last.is_none_or(|last| number <= last)
}

fn runs(amounts: &Amounts) -> Option<Vec<Run>> {
    match amounts {
        Amounts::Finite(members) => Some(merged(members.iter().map(|n| Run { first: *n, last: Some(*n) }).collect())),
        Amounts::AllBut(except) => {
            let mut found = Vec::new();
            let mut first = 0;
            for gap in except.iter() {
                if *gap > first {
                    found.push(Run { first, last: Some(gap - 1) });
                }
                first = gap.checked_add(1)?;
            }
            found.push(Run { first, last: None });
            Some(merged(found))
        }
        Amounts::Described(_) => None,
    }
}

/// In order, without 0, those that touch made into one.
fn merged(mut runs: Vec<Run>) -> Vec<Run> {
    runs.sort_by_key(|run| run.first);
    let mut found: Vec<Run> = Vec::new();
    for mut run in runs {
        if run.last == Some(0) {
            continue;
        }
        run.first = run.first.max(1);
        match found.last_mut() {
            Some(before) if before.last.is_none_or(|last| last >= run.first - 1) => {
                before.last = before.last.zip(run.last).map(|(a, b)| a.max(b));
            }
            _ => found.push(run),
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_make_runs() {
        let run = |first, last| Run { first, last: Some(last) };
        let endless = |first| Run { first, last: None };
        let cases = [
            (Amounts::finite(vec![1, 2, 3]), vec![run(1, 3)]),
            (Amounts::finite(vec![0, 1, 3, 4, 9]), vec![run(1, 1), run(3, 4), run(9, 9)]),
            (Amounts::none(), vec![]),
            (Amounts::any(), vec![endless(1)]),
            (Amounts::AllBut(vec![0, 1, 4, 5].into()), vec![run(2, 3), endless(6)]),
            (Amounts::AllBut(vec![].into()), vec![endless(1)]),
        ];
        for (amounts, expected) in cases {
            assert_eq!(runs(&amounts), Some(expected.clone()), "{amounts:?}");
            for n in 1..12 {
                assert_eq!(contains(&expected, n), amounts.contains(n).unwrap(), "{n} in {amounts:?}");
            }
        }
    }
}
