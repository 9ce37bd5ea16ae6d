//! Sets of amounts that a move may take from a heap, in a normal form: equal sets are equal as data where possible.

use std::sync::Arc;

use super::{Amounts, EvalError, Meter, Set, Value};
use crate::sorting;

impl Default for Amounts {
    fn default() -> Amounts {
        Amounts::none()
    }
}

impl Amounts {
    /// [`Amounts::from_set`] lists at most so many members or exceptions: a set whose membership becomes periodic
    /// only beyond this number stays `Described`.
    pub const LISTED: usize = 1 << 20;
    /// Sets whose membership has a longer period than this are not brought into a normal form.
    pub(super) const LONGEST_PERIOD: i128 = 1 << 12;

    /// No amount at all.
    pub fn none() -> Amounts {
        Amounts::Finite(Arc::new([]))
    }

    /// Every number from 1 on.
    pub fn any() -> Amounts {
        Amounts::AllBut(Arc::new([0]))
    }

    /// These amounts, in any order.
    pub fn finite(mut members: Vec<u64>) -> Amounts {
        sorting::sort(&mut members);
        members.dedup();
        Amounts::Finite(members.into())
    }

    /// Is the set empty? A `Described` set counts as not empty; it is not searched.
    pub fn is_empty(&self) -> bool {
        matches!(self, Amounts::Finite(members) if members.is_empty())
    }

    /// The normal form of a set. Members below 0 are not amounts and are ignored.
    ///
    /// # Errors
    /// A fault of the comprehension that describes the set.
    pub fn from_set(set: &Set) -> Result<Amounts, EvalError> {
        // A list is one however far its members lie apart.
        let farthest = if let Set::Finite(_) = set { 1 << 60 } else { Self::LISTED as i128 };
        let is_short = |(start, period): &(i128, i128)| *start <= farthest && *period <= Self::LONGEST_PERIOD;
        let Some((start, period)) = set.eventual_period().filter(is_short) else {
            return Ok(Amounts::Described(Arc::new(set.clone())));
        };
        if let Set::Finite(members) = set {
            let listed = members.iter().filter_map(|member| u64::try_from(member.as_integer()?).ok());
            return Ok(Amounts::finite(listed.collect()));
        }
        let member = |n: i128| set.contains(&Value::Integer(n), &Meter::default());
        let residues = (start..start + period).map(member).collect::<Result<Vec<bool>, EvalError>>()?;
        let mut listed = Vec::new();
        let full = residues.iter().all(|inside| *inside);
        for n in 0..start {
            if member(n)? != full {
                listed.extend(u64::try_from(n));
            }
        }
        if full {
            return Ok(Amounts::AllBut(listed.into()));
        }
        if residues.iter().all(|inside| !inside) {
            return Ok(Amounts::Finite(listed.into()));
        }
        Ok(Amounts::Described(Arc::new(Self::repeated(start, &residues, &listed))))
    }

    /// The normal form of a set whose membership is periodic from `start` on: the members before the least possible
    /// start, and one endless range for each residue of the least period. `residues[i]` tells whether `start + i` is
    /// a member; `listed` holds the members below `start`.
    fn repeated(start: i128, residues: &[bool], listed: &[u64]) -> Set {
        let longest = residues.len();
        let period = (1..=longest)
            .find(|p| longest.is_multiple_of(*p) && (0..longest).all(|i| residues[i] == residues[i % p]))
            .unwrap_or(longest);
        let mut first = start;
        while first > 0 {
            let inside = u64::try_from(first - 1).is_ok_and(|before| listed.binary_search(&before).is_ok());
            if inside != residues[(first - 1 - start).rem_euclid(period as i128) as usize] {
                break;
            }
            first -= 1;
        }
        let mut parts = vec![numbers(&listed[..listed.partition_point(|n| i128::from(*n) < first)])];
        for n in first..first + period as i128 {
            if residues[(n - start).rem_euclid(period as i128) as usize] {
                parts.push(Set::Range { start: n, end: None, step: period as i128 });
            }
        }
        Set::union(parts)
    }

    /// The same amounts as a set.
    pub fn to_set(&self) -> Set {
        match self {
            Amounts::Finite(members) => numbers(members),
            Amounts::AllBut(except) => {
                let from = first_gap(except);
                let all = Set::Range { start: from as i128, end: None, step: 1 };
                let gaps = &except[from..];
                if gaps.is_empty() { all } else { Set::Except(Arc::new((all, numbers(gaps)))) }
            }
            Amounts::Described(set) => (**set).clone(),
        }
    }

    /// The union of the two.
    ///
    /// # Errors
    /// As [`Amounts::from_set`].
    pub fn union(&self, other: &Amounts) -> Result<Amounts, EvalError> {
        if self.is_empty() {
            return Ok(other.clone());
        }
        if other.is_empty() || self == other {
            return Ok(self.clone());
        }
        Amounts::from_set(&Set::union(vec![self.to_set(), other.to_set()]))
    }

    /// The union of all of these.
    ///
    /// # Errors
    /// A fault of a comprehension that describes a set.
    pub fn all(parts: Vec<Amounts>) -> Result<Amounts, EvalError> {
        let mut listed: Vec<u64> = Vec::new();
        let mut others = Vec::new();
        for part in parts {
            match part {
                Amounts::Finite(members) => listed.extend_from_slice(&members),
                other => others.push(other),
            }
        }
        sorting::sort(&mut others);
        others.dedup();
        let listed = Amounts::finite(listed);
        match &others[..] {
            [] => Ok(listed),
            [one] => one.union(&listed),
            several => {
                let sets = several.iter().chain([&listed]).map(Amounts::to_set).collect();
                Amounts::from_set(&Set::union(sets))
            }
        }
    }

    /// # Errors
    /// A fault of the comprehension that describes the set.
    pub fn contains(&self, n: u64) -> Result<bool, EvalError> {
        match self {
            Amounts::Finite(members) => Ok(members.binary_search(&n).is_ok()),
            Amounts::AllBut(except) => Ok(except.binary_search(&n).is_err()),
            Amounts::Described(set) => set.contains(&Value::Integer(i128::from(n)), &Meter::default()),
        }
    }

    /// The amounts up to a limit, in order, however many: ask [`Amounts::count_bound`] first.
    ///
    /// # Errors
    /// A fault of the comprehension that describes the set; `Halted`.
    pub fn up_to(&self, limit: u64, meter: &Meter) -> Result<Vec<u64>, EvalError> {
        match self {
            Amounts::Finite(members) => Ok(members[..members.partition_point(|n| *n <= limit)].to_vec()),
            Amounts::AllBut(except) => Ok((0..=limit).filter(|n| except.binary_search(n).is_err()).collect()),
            Amounts::Described(set) => {
                let members = set.up_to(i128::from(limit), meter)?;
                Ok(members.into_iter().filter_map(|n| u64::try_from(n).ok()).collect())
            }
        }
    }

    /// Iterates over the amounts up to a limit, in order. Those of `AllBut`, which may be many, are not listed first.
    pub(super) fn each_up_to(
        &self,
        limit: u64,
        meter: &Meter,
    ) -> Result<Box<dyn Iterator<Item = u64> + '_>, EvalError> {
        Ok(match self {
            Amounts::AllBut(except) => Box::new((0..=limit).filter(|n| except.binary_search(n).is_err())),
            listed => Box::new(listed.up_to(limit, meter)?.into_iter()),
        })
    }

    /// An upper bound for how many amounts there are up to a limit, without listing them.
    pub fn count_bound(&self, limit: u64) -> u64 {
        match self {
            Amounts::Finite(members) => members.partition_point(|n| *n <= limit) as u64,
            Amounts::AllBut(_) => limit.saturating_add(1),
            Amounts::Described(set) => set.count_bound(limit),
        }
    }

    /// Is there an amount greater than n?
    ///
    /// # Errors
    /// A fault of the comprehension that describes the set; `Halted`.
    pub(crate) fn has_member_beyond(&self, n: u64, meter: &Meter) -> Result<bool, EvalError> {
        match self {
            Amounts::Finite(members) => Ok(members.last().is_some_and(|last| *last > n)),
            Amounts::AllBut(_) => Ok(true),
            Amounts::Described(set) => set.has_member_beyond(i128::from(n), meter),
        }
    }

    /// The least amount; `None` if there is not one below 2^64, or if it was not found ([`Set::least`]).
    ///
    /// # Errors
    /// A fault of the comprehension that describes the set.
    pub fn least(&self) -> Result<Option<u64>, EvalError> {
        match self {
            Amounts::Finite(members) => Ok(members.first().copied()),
            Amounts::AllBut(except) => Ok(Some(first_gap(except) as u64)),
            Amounts::Described(set) => Ok(set.least_from(0, &Meter::default())?.and_then(|n| u64::try_from(n).ok())),
        }
    }
}

fn numbers(members: &[u64]) -> Set {
    Set::finite(members.iter().map(|n| Value::Integer(i128::from(*n))).collect())
}

/// The least number from 0 on that is not among these, which are sorted.
fn first_gap(members: &[u64]) -> usize {
    members.iter().enumerate().take_while(|(i, n)| *i as u64 == **n).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_sets_are_equal_amounts() {
        let listed = [5, -1, 2].map(Value::Integer).into_iter().chain([Value::text("a"), Value::Integer(5)]);
        let amounts = Amounts::from_set(&Set::finite(listed.collect())).unwrap();
        assert_eq!(amounts, Amounts::finite(vec![2, 5]));
        let range = Set::Range { start: 2, end: Some(5), step: 3 };
        assert_eq!(Amounts::from_set(&range).unwrap(), amounts);
        let far = |member| Amounts::from_set(&Set::finite(vec![Value::Integer(member)])).unwrap();
        assert_eq!(far(1 << 40), Amounts::finite(vec![1 << 40]));
        assert!(matches!(far(1 << 62), Amounts::Described(_)));
    }
}
