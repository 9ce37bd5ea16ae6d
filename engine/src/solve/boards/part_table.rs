//! What is known of the values of parts of boards, in a hash table of bounded memory: when it is full, the entries that
//! took the least work to find are replaced.

use super::plane::{Plane, Planes};
use crate::solve::Budget;

/// What is known of the value of a part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ValueKnowledge {
    /// The values below 32 that are ruled out, one bit each.
    ruled_out: u32,
    /// The value plus 1; 0 if it is not known.
    value_plus_one: u16,
    /// How much work it took to find this: the number of bits of the count of parts opened.
    work: u8,
}

impl ValueKnowledge {
    /// The value, if it is known.
    #[inline(always)]
    pub fn value(self) -> Option<u32> {
        u32::from(self.value_plus_one).checked_sub(1)
    }

    /// How many values are ruled out.
    pub fn ruled_out_count(self) -> usize {
        self.ruled_out.count_ones() as usize
    }

    /// Is it known that the part does not have this value?
    #[inline(always)]
    pub fn rules_out(self, value: u32) -> bool {
        match self.value() {
            Some(known) => known != value,
            None => value < 32 && self.ruled_out & (1 << value) != 0,
        }
    }

    /// Notes that this is the value. Values that do not fit into 16 bits are not noted.
    pub fn set_value(&mut self, value: u32) {
        self.value_plus_one = u16::try_from(value).ok().and_then(|value| value.checked_add(1)).unwrap_or(0);
    }

    /// Notes that this is not the value, if it is below 32.
    pub fn rule_out(&mut self, value: u32) {
        if value < 32 {
            self.ruled_out |= 1 << value;
        }
    }
}

/// A hash table from parts to what is known of their values, with open addressing and linear probing. A part is
/// within [`PartTable::WINDOW`] slots of its hash; if these are all taken and the table may not grow, the entry with
/// the least work is replaced.
#[derive(Debug)]
pub struct PartTable<P, const N: usize> {
    slots: Vec<(Planes<P, N>, ValueKnowledge)>,
    count: usize,
    /// May it grow no more during this question, since there is not enough memory?
    full: bool,
}

impl<P: Plane, const N: usize> Default for PartTable<P, N> {
    fn default() -> Self {
        PartTable { slots: Vec::new(), count: 0, full: false }
    }
}

impl<P: Plane, const N: usize> PartTable<P, N> {
    /// How many slots are looked at for a part.
    const WINDOW: usize = 16;
    const LEAST: usize = 1 << 10;

    /// How many parts are known.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Begins a new question: there may be memory again.
    pub fn begin(&mut self) {
        self.full = false;
    }

    #[inline(always)]
    fn slots_of(&self, part: &Planes<P, N>) -> impl Iterator<Item = usize> + use<P, N> {
        let mixed = part.iter().fold(0, |mixed, plane| plane.mixed(mixed));
        let last = self.slots.len().wrapping_sub(1);
        let window = if self.slots.is_empty() { 0 } else { Self::WINDOW };
        #[expect(clippy::cast_possible_truncation, reason = "any bits will do")]
        let home = mixed as usize;
        (0..window).map(move |step| home.wrapping_add(step) & last)
    }

    /// What is known of a part. It must have cells, since a slot without cells is free.
    #[inline]
    pub fn get(&self, part: &Planes<P, N>) -> ValueKnowledge {
        for slot in self.slots_of(part) {
            let (there, known) = &self.slots[slot];
            if there == part {
                return *known;
            }
            if is_free(there) {
                break;
            }
        }
        ValueKnowledge::default()
    }

    /// Adds what was found about the value of a part by opening `work` parts.
    pub fn set(&mut self, part: &Planes<P, N>, found: ValueKnowledge, work: u64, budget: &Budget) {
        if self.count + self.count / 2 >= self.slots.len() {
            self.grow(budget);
        }
        #[expect(clippy::cast_possible_truncation, reason = "at most 64")]
        let found = ValueKnowledge { work: (u64::BITS - work.leading_zeros()) as u8, ..found };
        self.put(part, found);
    }

    fn put(&mut self, part: &Planes<P, N>, found: ValueKnowledge) {
        let mut cheapest = None;
        for slot in self.slots_of(part) {
            let (there, known) = &mut self.slots[slot];
            if there == part {
                *known = ValueKnowledge {
                    work: found.work.max(known.work),
                    ruled_out: found.ruled_out | known.ruled_out,
                    value_plus_one: found.value_plus_one.max(known.value_plus_one),
                };
                return;
            }
            if is_free(there) {
                self.slots[slot] = (*part, found);
                self.count += 1;
                return;
            }
            if cheapest.is_none_or(|(work, _)| known.work < work) {
                cheapest = Some((known.work, slot));
            }
        }
        if let Some((_, slot)) = cheapest {
            self.slots[slot] = (*part, found);
        }
    }

    /// Doubles the table, if that takes at most half of the free memory.
    fn grow(&mut self, budget: &Budget) {
        let length = (2 * self.slots.len()).max(Self::LEAST);
        let bytes = (length * size_of::<(Planes<P, N>, ValueKnowledge)>()) as u64;
        let mut slots = Vec::new();
        self.full |= bytes > budget.free() / 2 || slots.try_reserve_exact(length).is_err();
        if self.full {
            return;
        }
        slots.resize(length, ([P::default(); N], ValueKnowledge::default()));
        let before = std::mem::replace(&mut self.slots, slots);
        self.count = 0;
        before.iter().filter(|(part, _)| !is_free(part)).for_each(|(part, known)| self.put(part, *known));
    }
}

/// Is a slot free? Every part has cells.
#[inline(always)]
fn is_free<P: Plane, const N: usize>(part: &Planes<P, N>) -> bool {
    part.iter().all(|plane| plane.is_empty())
}
