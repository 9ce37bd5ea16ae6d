//! What a search knows of the value of a position.

use crate::nim::Outcome;

/// The value of a position, or some values that it does not have, with the work it took to find this out; all in 48
/// bits, since tables hold millions of these.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Knowledge(u64);

impl Knowledge {
    /// Set if the low bits are the value; otherwise they are a set of values that are ruled out.
    const EXACT: u64 = 1 << 47;
    /// Values below this can be ruled out. Larger ones are not noted.
    const VALUES: u32 = 41;
    const LOW: u64 = (1 << Self::VALUES) - 1;

    /// The bits that are used, from the lowest on.
    pub const BITS: u32 = 48;

    /// Nothing is known.
    pub const NOTHING: Knowledge = Knowledge(0);

    /// What [`Knowledge::bits`] has given.
    pub fn of_bits(bits: u64) -> Knowledge {
        Knowledge(bits)
    }

    /// What is known, as [`Knowledge::BITS`] bits.
    pub fn bits(self) -> u64 {
        self.0
    }

    /// The value is known. Nothing is noted if it has more than 41 bits, which the value of no position has whose
    /// options can be listed.
    pub fn of_value(value: u64) -> Knowledge {
        if value <= Self::LOW { Knowledge(Self::EXACT | value) } else { Self::NOTHING }
    }

    /// The value, if it is known.
    #[inline(always)]
    pub fn value(self) -> Option<u64> {
        if self.0 & Self::EXACT != 0 { Some(self.0 & Self::LOW) } else { None }
    }

    /// Is it known that the position does not have this value?
    #[inline(always)]
    pub fn rules_out(self, value: u64) -> bool {
        match self.value() {
            Some(known) => known != value,
            None => value < Self::VALUES.into() && self.0 >> value & 1 == 1,
        }
    }

    /// Has the position this value? `None` if that is not known.
    pub fn is(self, value: u64) -> Option<bool> {
        match self.value() {
            Some(known) => Some(known == value),
            None => self.rules_out(value).then_some(false),
        }
    }

    /// What is known where only a value of 0 is asked about, as in misère play: who wins.
    pub fn of_outcome(outcome: Outcome) -> Knowledge {
        match outcome {
            Outcome::P => Knowledge::of_value(0),
            Outcome::N => Knowledge::NOTHING.without(0),
            Outcome::D => Knowledge::NOTHING,
        }
    }

    /// Who wins, if that is known. A position that is lost has the value 0, and no other has.
    pub fn outcome(self) -> Option<Outcome> {
        self.is(0).map(|is_lost| if is_lost { Outcome::P } else { Outcome::N })
    }

    /// How many values are ruled out, while the value is not known.
    pub fn ruled_out_count(self) -> u64 {
        if self.value().is_some() { 0 } else { (self.0 & Self::LOW).count_ones().into() }
    }

    /// Knows also that this is not the value.
    pub fn without(self, value: u64) -> Knowledge {
        match self.value() {
            None if value < Self::VALUES.into() => Knowledge(self.0 | 1 << value),
            _ => self,
        }
    }

    /// What both know together, at the greater work of the two.
    pub fn and(self, other: Knowledge) -> Knowledge {
        let (work, least) = (self.work().max(other.work()), self.0 & !Self::WORK);
        let known = match (self.value(), other.value()) {
            (Some(_), _) => least,
            (None, Some(_)) => other.0 & !Self::WORK,
            (None, None) => least | other.0 & !Self::WORK,
        };
        Knowledge(known | work << Self::VALUES)
    }

    const WORK: u64 = 63 << Self::VALUES;

    /// The work it took: the number of bits of the count of positions that were opened for it. 0 if that was not noted.
    pub fn work(self) -> u64 {
        (self.0 & Self::WORK) >> Self::VALUES
    }

    /// Notes the count of positions that were opened for it.
    pub fn at_work(self, opened: u64) -> Knowledge {
        let bits = u64::from(u64::BITS - opened.leading_zeros()).min(63);
        Knowledge(self.0 & !Self::WORK | bits << Self::VALUES)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_noted_is_known() {
        let some = Knowledge::NOTHING.without(0).without(3).without(40).without(41).at_work(1000);
        let ruled_out: Vec<u64> = (0..100).filter(|value| some.rules_out(*value)).collect();
        assert_eq!((ruled_out, some.value(), some.work()), (vec![0, 3, 40], None, 10));
        let known = some.and(Knowledge::of_value(7).at_work(3));
        assert_eq!((known.value(), known.work(), known.is(7), known.is(6)), (Some(7), 10, Some(true), Some(false)));
        assert_eq!(known, Knowledge::of_value(7).and(some));
        assert_eq!((some.is(3), some.is(4)), (Some(false), None));
        assert_eq!(Knowledge::of_value(1 << 41).value(), None);
        assert_eq!(Knowledge::of_value((1 << 41) - 1).at_work(u64::MAX).value(), Some((1 << 41) - 1));
    }
}
