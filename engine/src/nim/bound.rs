//! The sets of nimbers beside which the player to move wins, where moves may bind the players. Values are nimbers then, or loony.
//!
//! E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways, chapters 12 and 16; U. Larsson, R. J. Nowakowski, C. P. Santos,
//! "Impartial games with entailing moves", INTEGERS 21B, 2021, A17.

use std::fmt;
use std::sync::Arc;

use super::{GrundyValue, Mex, Nimber};

/// The set W of a component: the nimbers n for which a player who must move in the component, beside *n, wins. It is finite,
/// or has all but finitely many nimbers; then the player also wins beside what is loony.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct WinningSet {
    /// Are the nimbers those that are *not* in the set?
    all_but: bool,
    /// In ascending order.
    nimbers: Arc<[Nimber]>,
}

impl WinningSet {
    /// All nimbers.
    pub fn all() -> WinningSet {
        WinningSet { all_but: true, nimbers: Arc::new([]) }
    }

    /// Does the player win who must move in the component, beside a rest of this value?
    pub fn has(&self, rest: &GrundyValue) -> bool {
        rest.nimber().is_some_and(|nimber| self.nimbers.binary_search(&nimber).is_ok()) != self.all_but
    }

    /// The value of the component: the least nimber that is not in its set, or loony if there is none.
    pub fn value(&self) -> GrundyValue {
        if self.all_but {
            return self.nimbers.first().copied().map_or(GrundyValue::Loony, GrundyValue::Nimber);
        }
        let gap = self.nimbers.iter().zip(0..).find(|(nimber, index)| nimber.0 != *index);
        GrundyValue::Nimber(Nimber(gap.map_or(self.nimbers.len() as u64, |(_, index)| index)))
    }

    /// What is not in the set.
    pub fn complement(self) -> WinningSet {
        WinningSet { all_but: !self.all_but, ..self }
    }

    /// The nimbers that are in the set, or, if the answer is true, those that are not.
    pub fn listed(&self) -> (bool, &[Nimber]) {
        (self.all_but, &self.nimbers)
    }
}

/// `{0, 2}`, `all but {1}`, `all`.
impl fmt::Display for WinningSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        /// So many nimbers are written.
        const WRITTEN: usize = 40;
        match (self.all_but, self.nimbers.is_empty()) {
            (true, true) => return f.write_str("all"),
            (true, false) => f.write_str("all but {")?,
            (false, _) => f.write_str("{")?,
        }
        for (index, nimber) in self.nimbers.iter().take(WRITTEN).enumerate() {
            write!(f, "{}{nimber}", if index > 0 { ", " } else { "" })?;
        }
        f.write_str(if self.nimbers.len() > WRITTEN { ", …}" } else { "}" })
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for WinningSet {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct;
        let mut set = to.serialize_struct("WinningSet", 2)?;
        set.serialize_field("all_but", &self.all_but)?;
        set.serialize_field("nimbers", &self.nimbers[..])?;
        set.end()
    }
}

/// Gathers a [`WinningSet`] as a union.
#[derive(Clone, Debug, Default)]
pub struct WinningUnion {
    /// Nimbers that are in the union.
    inside: Mex,
    /// The only nimbers that are perhaps not in it, if a member of the union has all but finitely many.
    outside: Option<Vec<Nimber>>,
}

impl WinningUnion {
    /// Adds a nimber.
    pub fn add(&mut self, nimber: Nimber) {
        self.inside.insert(nimber);
    }

    /// Adds all nimbers but this one; all if it is `None`.
    pub fn add_all_but(&mut self, nimber: Option<Nimber>) {
        self.add_all_but_these(&mut nimber.into_iter());
    }

    /// Adds a set, each of whose nimbers is first added to `rest`.
    pub fn add_shifted(&mut self, set: &WinningSet, rest: &GrundyValue) {
        match rest.nimber() {
            None if set.all_but => self.add_all_but(None),
            None => {}
            Some(rest) => {
                let mut shifted = set.nimbers.iter().map(|nimber| *nimber ^ rest);
                if set.all_but {
                    self.add_all_but_these(&mut shifted);
                } else {
                    shifted.for_each(|nimber| self.add(nimber));
                }
            }
        }
    }

    fn add_all_but_these(&mut self, nimbers: &mut dyn Iterator<Item = Nimber>) {
        self.outside = Some(match &self.outside {
            None => nimbers.collect(),
            Some(outside) => nimbers.filter(|nimber| outside.contains(nimber)).collect(),
        });
    }

    /// Forgets all nimbers, and keeps the memory.
    pub fn clear(&mut self) {
        self.inside.clear();
        self.outside = None;
    }

    /// Are all nimbers in the union, because of the sets that have all but some?
    pub fn is_all(&self) -> bool {
        self.outside.as_ref().is_some_and(Vec::is_empty)
    }

    /// The least nimber that is not in the union, or loony if there is none.
    pub fn value(&self) -> GrundyValue {
        let Some(outside) = &self.outside else { return GrundyValue::Nimber(self.inside.value()) };
        let is_out = |nimber: &&Nimber| self.inside.members().all(|inside| inside != **nimber);
        outside.iter().filter(is_out).min().copied().map_or(GrundyValue::Loony, GrundyValue::Nimber)
    }

    /// The union.
    pub fn finish(self) -> WinningSet {
        let inside: Vec<Nimber> = self.inside.members().collect();
        let Some(mut outside) = self.outside else { return WinningSet { all_but: false, nimbers: inside.into() } };
        outside.retain(|nimber| inside.binary_search(nimber).is_err());
        outside.sort_unstable();
        WinningSet { all_but: true, nimbers: outside.into() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn union(inside: &[u64], all_but: &[&[u64]]) -> WinningSet {
        let mut union = WinningUnion::default();
        inside.iter().for_each(|n| union.add(Nimber(*n)));
        for outside in all_but {
            union.add_all_but_these(&mut outside.iter().map(|n| Nimber(*n)));
        }
        union.finish()
    }

    /// Nimbers, the nimbers that some sets lack, the union as text, and its value.
    type Case<'a> = (&'a [u64], &'a [&'a [u64]], &'a str, &'a str);

    #[test]
    fn unions_have_a_least_nimber_outside_or_are_loony() {
        let cases: [Case; 7] = [
            (&[], &[], "{}", "0"),
            (&[0, 1, 3], &[], "{0, 1, 3}", "2"),
            (&[1], &[], "{1}", "0"),
            (&[], &[&[3]], "all but {3}", "3"),
            (&[3], &[&[3, 5]], "all but {5}", "5"),
            (&[], &[&[3], &[4]], "all", "loony"),
            (&[5], &[&[5]], "all", "loony"),
        ];
        for (inside, all_but, text, value) in cases {
            let set = union(inside, all_but);
            assert_eq!((set.to_string(), set.value().to_string()), (text.to_owned(), value.to_owned()));
            assert_eq!(set.has(&GrundyValue::Loony), !all_but.is_empty());
            let three = Nimber(3).into();
            assert_ne!(set.has(&three), set.complement().has(&three));
        }
    }

    #[test]
    fn a_set_beside_a_rest_is_shifted() {
        let shifted = |set: &WinningSet, rest: GrundyValue| {
            let mut union = WinningUnion::default();
            union.add_shifted(set, &rest);
            union.finish().to_string()
        };
        let (finite, cofinite) = (union(&[0, 2], &[]), union(&[], &[&[1]]));
        assert_eq!(shifted(&finite, Nimber(3).into()), "{1, 3}");
        assert_eq!(shifted(&cofinite, Nimber(3).into()), "all but {2}");
        assert_eq!(shifted(&finite, GrundyValue::Loony), "{}");
        assert_eq!(shifted(&cofinite, GrundyValue::Loony), "all");
    }
}
