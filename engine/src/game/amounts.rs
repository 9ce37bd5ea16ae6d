//! How many may be taken, in a form that engines can ask about.

use std::sync::Arc;

use super::{Amounts, EvalError, Meter, Set, Value};

impl Default for Amounts {
    fn default() -> Amounts {
        Amounts::none()
    }
}

impl Amounts {
    /// More members than this are never listed one by one.
    pub const LISTED: usize = 1 << 20;
    /// Longer periods than this are not looked for.
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
        members.sort_unstable();
        members.dedup();
        Amounts::Finite(members.into())
    }

    /// Is there no amount? A set that is only described counts as having some.
    pub fn is_empty(&self) -> bool {
        matches!(self, Amounts::Finite(members) if members.is_empty())
    }

    /// The normal form of a set. Members below 0 are no amounts and are left out.
    ///
    /// # Errors
    /// A fault of the comprehension that describes the set.
    pub fn from_set(set: &Set) -> Result<Amounts, EvalError> {
        let is_short =
            |(start, period): &(i128, i128)| *start <= Self::LISTED as i128 && *period <= Self::LONGEST_PERIOD;
        let Some((start, period)) = set.eventually().filter(is_short) else {
            return Ok(Amounts::Described(Arc::new(set.clone())));
        };
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

    /// One form for all sets that repeat: the least period, from the least place, then what stands before it.
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

    /// Both together.
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

    /// All of these together.
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
        others.sort();
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

    /// The amounts up to a limit, in order. As many as there are: ask [`Amounts::count_bound`] first.
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

    /// The amounts up to a limit one by one, in order, without listing them first where they are many.
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

    /// The least amount, if there is one up to 2^63.
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
