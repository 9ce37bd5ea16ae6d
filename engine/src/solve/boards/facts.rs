//! What is known of the values of parts, in bounded memory: when it is full, what took the least work is forgotten.

use super::plane::{Plane, Planes};
use crate::solve::{Budget, Reservation};

/// What is known of a value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// Values below 32 that it has not, a bit for each.
    not: u32,
    /// The value and 1; 0 while it is not known.
    exact: u16,
    /// How much work that was: its logarithm.
    work: u8,
}

impl Facts {
    /// The value, if it is known.
    #[inline(always)]
    pub fn value(self) -> Option<u32> {
        u32::from(self.exact).checked_sub(1)
    }

    /// How many values are known that it has not.
    pub fn count(self) -> usize {
        self.not.count_ones() as usize
    }

    /// Is it known that this is not the value?
    #[inline(always)]
    pub fn rules_out(self, value: u32) -> bool {
        match self.value() {
            Some(known) => known != value,
            None => value < 32 && self.not & (1 << value) != 0,
        }
    }

    /// Adds that this is the value. Larger ones than are kept are not.
    pub fn is(&mut self, value: u32) {
        self.exact = u16::try_from(value).ok().and_then(|value| value.checked_add(1)).unwrap_or(0);
    }

    /// Adds that this is not the value.
    pub fn is_not(&mut self, value: u32) {
        if value < 32 {
            self.not |= 1 << value;
        }
    }
}

/// A table of parts. Each stands within a few places from where it belongs.
#[derive(Debug)]
pub struct FactTable<P, const N: usize> {
    places: Vec<(Planes<P, N>, Facts)>,
    count: usize,
    /// May it grow no more?
    full: bool,
    memory: Reservation,
}

impl<P: Plane, const N: usize> Default for FactTable<P, N> {
    fn default() -> Self {
        FactTable { places: Vec::new(), count: 0, full: false, memory: Reservation::default() }
    }
}

impl<P: Plane, const N: usize> FactTable<P, N> {
    /// Places looked at for a part.
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

    /// A new question begins: there may be memory again.
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

    /// What is known of a part, which has cells.
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

    /// Notes what became known of a part with so much work.
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

    /// Doubles it, if at most half of what is free is taken for that.
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

/// No part is without cells.
#[inline(always)]
fn is_free<P: Plane, const N: usize>(part: &Planes<P, N>) -> bool {
    part.iter().all(|plane| plane.is_empty())
}
