//! Conditions on the members that are left of a ground set, as formulas.

use crate::sorting;

/// The number of a member in its ground set.
pub type Index = u16;

/// A condition on a subset of the ground set. Negations stand only at its leaves.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Guard {
    /// It holds always, or never.
    Known(bool),
    /// This member is there.
    There(Index),
    /// This member is not there.
    Absent(Index),
    /// At least so many of these members are there.
    AtLeast(Vec<Index>, usize),
    /// Fewer than so many of these members are there.
    Fewer(Vec<Index>, usize),
    /// All of these hold.
    All(Vec<Guard>),
    /// At least one of these holds.
    Any(Vec<Guard>),
}

impl Guard {
    pub const ALWAYS: Guard = Guard::Known(true);
    pub const NEVER: Guard = Guard::Known(false);

    /// The condition that at least `least` of these hold, which must be simple conditions on different members if
    /// `least` is more than 1; `None` if they are not.
    pub fn at_least(conditions: &[Guard], least: usize) -> Option<Guard> {
        let sure = conditions.iter().filter(|one| **one == Guard::ALWAYS).count();
        let open: Vec<&Guard> = conditions.iter().filter(|one| !matches!(one, Guard::Known(_))).collect();
        let least = least.saturating_sub(sure);
        if least == 0 || open.len() < least {
            return Some(Guard::Known(least == 0));
        }
        if least == 1 {
            return Some(Guard::any(open.into_iter().cloned()));
        }
        let member = |one: &&Guard| if let Guard::There(member) = one { Some(*member) } else { None };
        let mut members: Vec<Index> = open.iter().map(member).collect::<Option<_>>()?;
        sorting::sort(&mut members);
        let distinct = members.windows(2).all(|two| two[0] < two[1]);
        distinct.then_some(Guard::AtLeast(members, least))
    }

    pub fn all(conditions: impl IntoIterator<Item = Guard>) -> Guard {
        Guard::joined(conditions, true)
    }

    pub fn any(conditions: impl IntoIterator<Item = Guard>) -> Guard {
        Guard::joined(conditions, false)
    }

    fn joined(conditions: impl IntoIterator<Item = Guard>, is_all: bool) -> Guard {
        let mut joined = Vec::new();
        for condition in conditions {
            match condition {
                Guard::Known(holds) if holds == is_all => {}
                Guard::Known(_) => return Guard::Known(!is_all),
                Guard::All(several) if is_all => joined.extend(several),
                Guard::Any(several) if !is_all => joined.extend(several),
                one => joined.push(one),
            }
        }
        sorting::sort(&mut joined);
        joined.dedup();
        let is_denied = |one: &Guard| match one {
            Guard::There(member) => joined.binary_search(&Guard::Absent(*member)).is_ok(),
            _ => false,
        };
        if joined.iter().any(is_denied) {
            return Guard::Known(!is_all);
        }
        let members: Option<Vec<Index>> = joined
            .iter()
            .map(|one| if let (Guard::There(member), false) = (one, is_all) { Some(*member) } else { None })
            .collect();
        if let Some(members) = members.filter(|members| members.len() > 1) {
            return Guard::AtLeast(members, 1);
        }
        match joined.len() {
            0 => Guard::Known(is_all),
            1 => joined.swap_remove(0),
            _ if is_all => Guard::All(joined),
            _ => Guard::Any(joined),
        }
    }

    pub fn not(self) -> Guard {
        match self {
            Guard::Known(holds) => Guard::Known(!holds),
            Guard::There(member) => Guard::Absent(member),
            Guard::Absent(member) => Guard::There(member),
            Guard::AtLeast(members, least) => Guard::Fewer(members, least),
            Guard::Fewer(members, least) => Guard::AtLeast(members, least),
            Guard::All(several) => Guard::any(several.into_iter().map(Guard::not)),
            Guard::Any(several) => Guard::all(several.into_iter().map(Guard::not)),
        }
    }

    /// The conditions that must all hold.
    pub fn conjuncts(&self) -> &[Guard] {
        match self {
            Guard::Known(true) => &[],
            Guard::All(several) => several,
            one => std::slice::from_ref(one),
        }
    }

    /// The condition where those of `assumed` that are about one member hold.
    pub fn under(&self, assumed: &[Guard]) -> Guard {
        match self {
            Guard::There(member) | Guard::Absent(member) => {
                let is_there = matches!(self, Guard::There(_));
                if assumed.contains(&Guard::There(*member)) {
                    Guard::Known(is_there)
                } else if assumed.contains(&Guard::Absent(*member)) {
                    Guard::Known(!is_there)
                } else {
                    self.clone()
                }
            }
            Guard::AtLeast(members, least) | Guard::Fewer(members, least) => {
                let is_least = matches!(self, Guard::AtLeast(..));
                let there = members.iter().filter(|member| assumed.contains(&Guard::There(**member))).count();
                let is_open = |member: &&Index| {
                    !assumed.contains(&Guard::There(**member)) && !assumed.contains(&Guard::Absent(**member))
                };
                let open: Vec<Index> = members.iter().filter(is_open).copied().collect();
                let least = least.saturating_sub(there);
                let enough = match (least, open.len()) {
                    (0, _) => Guard::ALWAYS,
                    (least, open) if open < least => Guard::NEVER,
                    (1, 1) => Guard::There(open[0]),
                    _ => Guard::AtLeast(open, least),
                };
                if is_least { enough } else { enough.not() }
            }
            Guard::All(several) => Guard::all(several.iter().map(|one| one.under(assumed))),
            Guard::Any(several) => Guard::any(several.iter().map(|one| one.under(assumed))),
            Guard::Known(holds) => Guard::Known(*holds),
        }
    }

    /// The same condition on other members: each is replaced by its image.
    pub fn mapped(&self, image: &dyn Fn(Index) -> Index) -> Guard {
        let members = |members: &[Index]| {
            let mut images: Vec<Index> = members.iter().map(|member| image(*member)).collect();
            sorting::sort(&mut images);
            images
        };
        match self {
            Guard::Known(holds) => Guard::Known(*holds),
            Guard::There(member) => Guard::There(image(*member)),
            Guard::Absent(member) => Guard::Absent(image(*member)),
            Guard::AtLeast(several, least) => Guard::AtLeast(members(several), *least),
            Guard::Fewer(several, least) => Guard::Fewer(members(several), *least),
            Guard::All(several) => Guard::all(several.iter().map(|one| one.mapped(image))),
            Guard::Any(several) => Guard::any(several.iter().map(|one| one.mapped(image))),
        }
    }

    /// Adds the members that the condition is about.
    pub fn add_members(&self, members: &mut Vec<Index>) {
        match self {
            Guard::Known(_) => {}
            Guard::There(member) | Guard::Absent(member) => members.push(*member),
            Guard::AtLeast(several, _) | Guard::Fewer(several, _) => members.extend(several),
            Guard::All(several) | Guard::Any(several) => several.iter().for_each(|one| one.add_members(members)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::{Dice, tries};

    impl Guard {
        /// Does it hold for a subset, given as bits?
        fn holds(&self, left: u64) -> bool {
            let is_there = |member: &Index| left >> member & 1 == 1;
            let count = |members: &[Index]| members.iter().filter(|member| is_there(member)).count();
            match self {
                Guard::Known(holds) => *holds,
                Guard::There(member) => is_there(member),
                Guard::Absent(member) => !is_there(member),
                Guard::AtLeast(several, least) => count(several) >= *least,
                Guard::Fewer(several, least) => count(several) < *least,
                Guard::All(several) => several.iter().all(|one| one.holds(left)),
                Guard::Any(several) => several.iter().any(|one| one.holds(left)),
            }
        }
    }

    fn index(dice: &mut Dice) -> Index {
        Index::try_from(dice.below(6)).unwrap_or_default()
    }

    fn random(dice: &mut Dice, depth: u32) -> Guard {
        match dice.below(if depth == 0 { 3 } else { 7 }) {
            0 => Guard::There(index(dice)),
            1 => Guard::Absent(index(dice)),
            2 => Guard::at_least(&[0, 2, 3, 5].map(Guard::There), 1 + index(dice) as usize % 4).unwrap(),
            3 => random(dice, depth - 1).not(),
            4 => Guard::Known(dice.below(2) == 0),
            5 => Guard::all((0..3).map(|_| random(dice, depth - 1)).collect::<Vec<_>>()),
            _ => Guard::any((0..3).map(|_| random(dice, depth - 1)).collect::<Vec<_>>()),
        }
    }

    #[test]
    fn what_is_made_simple_means_the_same() {
        let mut dice = Dice::new(0x9aa2_d001);
        for _ in 0..tries(3_000) {
            let guard = random(&mut dice, 3);
            let assumed = Guard::all([random(&mut dice, 0), random(&mut dice, 0)]);
            let under = guard.under(assumed.conjuncts());
            let swapped = guard.mapped(&|member| 5 - member);
            for left in 0..64u64 {
                assert_eq!(guard.clone().not().holds(left), !guard.holds(left), "{guard:?}");
                let mirror = (left << 58).reverse_bits();
                assert_eq!(swapped.holds(mirror), guard.holds(left), "{guard:?}");
                if assumed.holds(left) {
                    assert_eq!(under.holds(left), guard.holds(left), "{guard:?} under {assumed:?}");
                }
            }
        }
    }
}
