//! What is known of the values of parts of boards, in a table of bounded memory: when it is full, the entries that
//! took the least work to find are replaced.

use super::plane::{Plane, Planes};
use crate::solve::{Budget, Reservation};

/// What is known of the value of a part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// The values below 32 that are ruled out, one bit each.
    not: u32,
    /// The value plus 1; 0 if it is not known.
    exact: u16,
    /// How much work it took to find this: the number of bits of the count of parts opened.
    work: u8,
}

impl Facts {
    /// The value, if it is known.
    #[inline(always)]
    pub fn value(self) -> Option<u32> {
        u32::from(self.exact).checked_sub(1)
    }

    /// How many values are ruled out.
    pub fn count(self) -> usize {
        self.not.count_ones() as usize
    }

    /// Is it known that the part does not have this value?
    #[inline(always)]
    pub fn rules_out(self, value: u32) -> bool {
        match self.value() {
            Some(known) => known != value,
            None => value < 32 && self.not & (1 << value) != 0,
        }
    }

    /// Notes that this is the value. Values that do not fit into 16 bits are not noted.
    pub fn is(&mut self, value: u32) {
        self.exact = u16::try_from(value).ok().and_then(|value| value.checked_add(1)).unwrap_or(0);
    }

    /// Notes that this is not the value, if it is below 32.
    pub fn is_not(&mut self, value: u32) {
        if value < 32 {
            self.not |= 1 << value;
        }
    }
}

/// A hash table from parts to facts, with open addressing and linear probing. A part is within [`FactTable::WINDOW`]
/// places of its hash; if these are all taken and the table may not grow, the entry with the least work is replaced.
#[derive(Debug)]
pub struct FactTable<P, const N: usize> {
    places: Vec<(Planes<P, N>, Facts)>,
    count: usize,
    /// May it grow no more during this question, since there is not enough memory?
    full: bool,
    memory: Reservation,
}

impl<P: Plane, const N: usize> Default for FactTable<P, N> {
    fn default() -> Self {
        FactTable { places: Vec::new(), count: 0, full: false, memory: Reservation::default() }
    }
}

impl<P: Plane, const N: usize> FactTable<P, N> {
    /// How many places are looked at for a part.
    const WINDOW: usize = 16;
    const LEAST: usize = 1 << 10;

    /// How many parts are known.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Bytes it takes.
    pub fn bytes(&self) -> u64 {
        self.memory.bytes()
    }

    /// Begins a new question: there may be memory again.
    pub fn begin(&mut self) {
        self.full = false;
    }

    #[inline(always)]
    fn places_of(&self, part: &Planes<P, N>) -> impl Iterator<Item = usize> + use<P, N> {
        let mixed = part.iter().fold(0, |mixed, plane| plane.mixed(mixed));
        let last = self.places.len().wrapping_sub(1);
        let window = if self.places.is_empty() { 0 } else { Self::WINDOW };
        #[expect(clippy::cast_possible_truncation, reason = "any bits will do")]
        let home = mixed as usize;
        (0..window).map(move |step| home.wrapping_add(step) & last)
    }

    /// What is known of a part. It must have cells, since a place without cells is free.
    #[inline]
    pub fn get(&self, part: &Planes<P, N>) -> Facts {
        for place in self.places_of(part) {
            let (there, facts) = &self.places[place];
            if there == part {
                return *facts;
            }
            if is_free(there) {
                break;
            }
        }
        Facts::default()
    }

    /// Adds facts about a part, found by opening `work` parts.
    pub fn set(&mut self, part: &Planes<P, N>, facts: Facts, work: u64, budget: &Budget) {
        if self.count + self.count / 2 >= self.places.len() {
            self.grow(budget);
        }
        #[expect(clippy::cast_possible_truncation, reason = "at most 64")]
        let facts = Facts { work: (u64::BITS - work.leading_zeros()) as u8, ..facts };
        self.put(part, facts);
    }

    fn put(&mut self, part: &Planes<P, N>, facts: Facts) {
        let mut cheapest = None;
        for place in self.places_of(part) {
            let (there, known) = &mut self.places[place];
            if there == part {
                *known = Facts {
                    work: facts.work.max(known.work),
                    not: facts.not | known.not,
                    exact: facts.exact.max(known.exact),
                };
                return;
            }
            if is_free(there) {
                self.places[place] = (*part, facts);
                self.count += 1;
                return;
            }
            if cheapest.is_none_or(|(work, _)| known.work < work) {
                cheapest = Some((known.work, place));
            }
        }
        if let Some((_, place)) = cheapest {
            self.places[place] = (*part, facts);
        }
    }

    /// Doubles the table, if that takes at most half of the free memory.
    fn grow(&mut self, budget: &Budget) {
        let length = (2 * self.places.len()).max(Self::LEAST);
        let bytes = (length * size_of::<(Planes<P, N>, Facts)>()) as u64;
        let mut places = Vec::new();
        let old = self.memory.bytes();
        if self.full || bytes > budget.free() / 2 || self.memory.hold(old + bytes, budget).is_err() {
            self.full = true;
            return;
        }
        if places.try_reserve_exact(length).is_err() {
            self.memory.shrink(old);
            self.full = true;
            return;
        }
        places.resize(length, ([P::default(); N], Facts::default()));
        let before = std::mem::replace(&mut self.places, places);
        self.count = 0;
        before.iter().filter(|(part, _)| !is_free(part)).for_each(|(part, facts)| self.put(part, *facts));
        drop(before);
        self.memory.shrink(bytes);
    }
}

/// Is a place free? Every part has cells.
#[inline(always)]
fn is_free<P: Plane, const N: usize>(part: &Planes<P, N>) -> bool {
    part.iter().all(|plane| plane.is_empty())
}
