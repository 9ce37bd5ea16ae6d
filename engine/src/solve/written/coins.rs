//! Values of coin-turning games, without listing the sets of coins that a move may turn: of these there are very many, but
//! their nim-sums are few.
//!
//! The coins to the left of a head are taken one by one. For each number j of turned coins a row of bits says which nim-sums j
//! of the coins so far can have; one more coin of value g adds to row j what row j−1 has, each changed by g. So the cost of a
//! head is that of some rows of bits, each as long as the greatest value.

use crate::game::{Amounts, CoinRule, CoinWay};
use crate::nim::Nimber;
use crate::solve::filled::filled;
use crate::solve::heap::add_nim_sums;
use crate::solve::{Budget, SolveError, Solved};

/// The most words of a row of bits: half a gigabyte.
const LONGEST: usize = 1 << 26;

/// The values of a coin-turning game up to a place, and the nim-sums of the coins up to there.
#[derive(Clone, Debug)]
pub(super) struct CoinTable {
    rule: CoinRule,
    /// The values of the heads, from place 0 on.
    values: Vec<u64>,
    /// So many words of 64 bits has each row, a power of 2: all values are below 64 times that.
    words: usize,
    /// The nim-sums of the coins so far, for each way that has no limit for how far they may be apart.
    sums: Vec<Option<NimSums>>,
}

/// For each number of coins the nim-sums that so many of them can have.
#[derive(Clone, Debug)]
struct NimSums {
    /// Row j is that of j coins, the last one that of `most` coins; with `or_more` that of so many or more.
    rows: Vec<Vec<u64>>,
    most: u64,
    or_more: bool,
}

impl CoinTable {
    /// An empty table for a rule that lists how many coins are turned.
    pub fn new(rule: CoinRule) -> CoinTable {
        let sums =
            rule.ways.iter().map(|way| (!way.is_run && way.apart.is_none()).then(|| NimSums::of(&way.counts, 1)));
        CoinTable { sums: sums.collect(), rule, values: Vec::new(), words: 1 }
    }

    /// The value of a head at this place. Those of all places before it are computed and kept.
    ///
    /// # Errors
    /// Those of the budget.
    pub fn value(&mut self, place: u64, budget: &Budget) -> Solved<Nimber> {
        if let Some(start) = self.all_choices() {
            return match place.checked_sub(start.max(self.rule.ways[0].from)) {
                Some(exponent) => 1_u64
                    .checked_shl(u32::try_from(exponent).unwrap_or(u32::MAX))
                    .map(Nimber)
                    .ok_or(SolveError::Overflow),
                None => Ok(Nimber(u64::from(place >= self.rule.ways[0].from))),
            };
        }
        let index = usize::try_from(place).map_err(|_| SolveError::from(budget.meter().refused(usize::MAX)))?;
        budget.room(place.saturating_sub(self.values.len() as u64).saturating_mul(size_of::<u64>() as u64))?;
        while self.values.len() <= index {
            budget.progress(self.values.len() as u64, place)?;
            self.add_place(budget)?;
        }
        Ok(Nimber(self.values[index]))
    }

    /// The places of the other coins of a move from this place to a position of this value; `None` if there is none. The
    /// head itself must have been valued.
    ///
    /// # Errors
    /// Those of the budget.
    pub fn turned(&mut self, place: u64, target: Nimber, budget: &Budget) -> Solved<Option<Vec<u64>>> {
        self.value(place, budget)?;
        if let Some(start) = self.all_choices() {
            let start = start.max(self.rule.ways[0].from);
            let places: Vec<u64> = (0..64).filter(|bit| target.0 >> bit & 1 == 1).map(|bit| start + bit).collect();
            let is_move = self.rule.ways[0].from <= place && places.last().is_none_or(|last| *last < place);
            return Ok(is_move.then_some(places));
        }
        for way in self.rule.ways.iter().filter(|way| way.from <= place) {
            let from = self.leftmost(way, place);
            let before = &self.values[from..index(place)];
            let found = match way.is_run {
                true => run_with(before, &way.counts, target.0),
                false => NimSums::of(&way.counts, self.words).choice(before, &way.counts, target.0, budget)?,
            };
            if let Some(found) = found {
                return Ok(Some(found.into_iter().map(|index| (from + index) as u64).collect()));
            }
        }
        Ok(None)
    }

    /// The leftmost place whose coin may be turned with the one at this place.
    fn leftmost(&self, way: &CoinWay, place: u64) -> usize {
        let least = way.apart.map_or(0, |apart| place.saturating_sub(apart)).max(way.leftmost).min(place);
        index(least)
    }

    /// Where the row begins, if any of its coins may be turned: then the sums of coins with the values 1, 2, 4, … are all numbers
    /// below the next power of 2, which is the value of the next coin.
    fn all_choices(&self) -> Option<u64> {
        match &self.rule.ways[..] {
            [CoinWay { is_run: false, apart: None, counts, leftmost, .. }] if *counts == Amounts::any() => {
                Some(*leftmost)
            }
            _ => None,
        }
    }

    fn add_place(&mut self, budget: &Budget) -> Solved<()> {
        let place = self.values.len() as u64;
        let mut seen = filled(0, self.words, budget)?;
        for (way, sums) in self.rule.ways.iter().zip(&self.sums).filter(|(way, _)| way.from <= place) {
            let before = &self.values[self.leftmost(way, place)..];
            match sums {
                _ if way.is_run => each_run(before, &way.counts, |sum| seen[index(sum / 64)] |= 1 << (sum % 64)),
                Some(sums) => sums.mark(&way.counts, &mut seen),
                None => {
                    let mut sums = NimSums::of(&way.counts, self.words);
                    before.iter().try_for_each(|value| sums.add(*value, budget))?;
                    sums.mark(&way.counts, &mut seen);
                }
            }
        }
        let value = match seen.iter().position(|word| *word != u64::MAX) {
            Some(word) => 64 * word as u64 + u64::from(seen[word].trailing_ones()),
            None => 64 * self.words as u64,
        };
        while value >= 64 * self.words as u64 {
            self.widen(budget)?;
        }
        for (way, sums) in self.rule.ways.iter().zip(&mut self.sums) {
            if let Some(sums) = sums.as_mut().filter(|_| way.leftmost <= place) {
                sums.add(value, budget)?;
            }
        }
        self.values.push(value);
        Ok(())
    }

    /// Makes all rows twice as long.
    fn widen(&mut self, budget: &Budget) -> Solved<()> {
        self.words *= 2;
        if self.words > LONGEST {
            return Err(budget.meter().refused(self.words.saturating_mul(size_of::<u64>())).into());
        }
        for row in self.sums.iter_mut().flatten().flat_map(|sums| &mut sums.rows) {
            let mut longer = filled(0, self.words, budget)?;
            longer[..row.len()].copy_from_slice(row);
            *row = longer;
        }
        Ok(())
    }
}

impl NimSums {
    /// Those of no coins.
    fn of(counts: &Amounts, words: usize) -> NimSums {
        let (most, or_more) = match counts {
            Amounts::Finite(counts) => (counts.last().map_or(0, |most| most.saturating_sub(1)), false),
            Amounts::AllBut(except) => (except.last().copied().unwrap_or(0), true),
            Amounts::Described(_) => (0, true),
        };
        let mut row = vec![0; words];
        row[0] = 1;
        NimSums { rows: vec![row], most, or_more }
    }

    /// One more coin, with this value.
    fn add(&mut self, value: u64, budget: &Budget) -> Solved<()> {
        let (words, top) = (self.rows[0].len(), self.rows.len() as u64 - 1);
        if self.or_more && top == self.most {
            let last = self.rows.len() - 1;
            let before = filled(0, words, budget)?;
            let before = std::mem::replace(&mut self.rows[last], before);
            self.rows[last].copy_from_slice(&before);
            add_nim_sums(&mut self.rows[last], &before, value);
        }
        if top < self.most {
            self.rows.push(filled(0, words, budget)?);
        }
        for row in (1..self.rows.len()).rev() {
            budget.check()?;
            let (fewer, more) = self.rows.split_at_mut(row);
            add_nim_sums(&mut more[0], &fewer[row - 1], value);
        }
        Ok(())
    }

    /// Marks the nim-sums of the numbers of coins that may be turned beside the head.
    fn mark(&self, counts: &Amounts, seen: &mut [u64]) {
        for (others, row) in self.rows.iter().enumerate() {
            if is_among(counts, others) {
                seen.iter_mut().zip(row).for_each(|(seen, row)| *seen |= row);
            }
        }
    }

    /// The indices of coins with these values whose nim-sum is `target`, so many as are allowed beside the head.
    fn choice(mut self, values: &[u64], counts: &Amounts, target: u64, budget: &Budget) -> Solved<Option<Vec<usize>>> {
        let (word, bit) = (index(target / 64), target % 64);
        let size = 64 * self.rows[0].len();
        // For each number of coins and each nim-sum, how many of the coins are needed for it.
        let mut needed: Vec<Vec<u32>> = vec![filled(u32::MAX, size, budget)?];
        needed[0][0] = 0;
        for coins in 0..=values.len() {
            let reached = (0..self.rows.len()).find(|others| {
                is_among(counts, *others) && self.rows[*others].get(word).is_some_and(|row| row >> bit & 1 == 1)
            });
            if let Some(others) = reached {
                return Ok(Some(chosen(&needed, values, others, target)));
            }
            let Some(value) = values.get(coins) else { break };
            let before = self.rows.clone();
            self.add(*value, budget)?;
            while needed.len() < self.rows.len() {
                needed.push(filled(u32::MAX, size, budget)?);
            }
            let used = u32::try_from(coins + 1).unwrap_or(u32::MAX);
            for (others, row) in self.rows.iter().enumerate() {
                for (word, bits) in row.iter().enumerate() {
                    let mut new = bits & !before.get(others).map_or(0, |row| row[word]);
                    while new != 0 {
                        needed[others][64 * word + new.trailing_zeros() as usize] = used;
                        new &= new - 1;
                    }
                }
            }
        }
        Ok(None)
    }
}

/// The indices of so many coins with this nim-sum, in ascending order.
fn chosen(needed: &[Vec<u32>], values: &[u64], mut others: usize, mut target: u64) -> Vec<usize> {
    let mut indices = Vec::new();
    loop {
        let used = needed[others].get(index(target)).map_or(0, |used| *used as usize);
        if used == 0 {
            indices.reverse();
            return indices;
        }
        indices.push(used - 1);
        target ^= values[used - 1];
        // In the last row, which may be that of so many or more, the coins before may be as many.
        let fewer = others.saturating_sub(1);
        let is_before = |row: usize| needed[row].get(index(target)).is_some_and(|before| (*before as usize) < used);
        others = if is_before(fewer) { fewer } else { others };
    }
}

/// A number as an index; one that is too large is that of no member.
fn index(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

/// May so many other coins be turned?
fn is_among(counts: &Amounts, others: usize) -> bool {
    counts.contains(others as u64 + 1).unwrap_or(false)
}

/// The nim-sums of the coins in each run that ends before the head.
fn each_run(values: &[u64], counts: &Amounts, mut visit: impl FnMut(u64)) {
    let mut sum = 0;
    for others in 0..=values.len() {
        if is_among(counts, others) {
            visit(sum);
        }
        sum ^=
            others.checked_add(1).and_then(|count| values.get(values.len().checked_sub(count)?)).copied().unwrap_or(0);
    }
}

fn run_with(values: &[u64], counts: &Amounts, target: u64) -> Option<Vec<usize>> {
    let (mut others, mut found) = (0, None);
    let mut sum = 0;
    while found.is_none() && others <= values.len() {
        if sum == target && is_among(counts, others) {
            found = Some((values.len() - others..values.len()).collect());
        }
        others += 1;
        sum ^= values.len().checked_sub(others).map_or(0, |index| values[index]);
    }
    found
}
