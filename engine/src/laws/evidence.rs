//! The data in which laws are searched for: values at places.

use crate::sorting;
use rustc_hash::FxHashMap;

/// Values at places with one or two coordinates, sorted by place. Truth values are 1 and 0. With one coordinate,
/// the second number of a place is 0.
#[derive(Clone, Debug)]
pub struct Evidence {
    places: Vec<[i128; 2]>,
    values: Vec<i128>,
    index: FxHashMap<[i128; 2], usize>,
    /// How many coordinates a place has, one or two.
    pub coordinates: usize,
    /// Whether the values are truths, 1 and 0.
    pub truths: bool,
}

impl Evidence {
    /// Values at places with one coordinate.
    pub fn line(truths: bool, cells: impl IntoIterator<Item = (i128, i128)>) -> Evidence {
        Evidence::new(1, truths, cells.into_iter().map(|(n, value)| ([n, 0], value)))
    }

    /// Values at places with two coordinates.
    pub fn field(truths: bool, cells: impl IntoIterator<Item = ([i128; 2], i128)>) -> Evidence {
        Evidence::new(2, truths, cells)
    }

    fn new(coordinates: usize, truths: bool, cells: impl IntoIterator<Item = ([i128; 2], i128)>) -> Evidence {
        let mut cells: Vec<([i128; 2], i128)> = cells.into_iter().collect();
        sorting::sort(&mut cells);
        cells.dedup_by_key(|cell| cell.0);
        let index = cells.iter().enumerate().map(|(index, cell)| (cell.0, index)).collect();
        let (places, values) = cells.into_iter().unzip();
        Evidence { places, values, index, coordinates, truths }
    }

    /// The same places, with the truth of whether the value is 0.
    #[must_use]
    pub fn zeros(&self) -> Evidence {
        let values = self.values.iter().map(|value| i128::from(*value == 0)).collect();
        Evidence { values, truths: true, ..self.clone() }
    }

    /// How many values there are.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Are there no values?
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The places in order, with their values.
    pub fn cells(&self) -> impl DoubleEndedIterator<Item = ([i128; 2], i128)> + ExactSizeIterator + '_ {
        self.places.iter().copied().zip(self.values.iter().copied())
    }

    /// The value at a place; `None` where there is none.
    pub fn at(&self, place: [i128; 2]) -> Option<i128> {
        self.index.get(&place).map(|index| self.values[*index])
    }

    /// The value at a place with one coordinate.
    pub(super) fn get(&self, n: i128) -> Option<i128> {
        self.at([n, 0])
    }

    pub(super) fn values(&self) -> &[i128] {
        &self.values
    }

    /// The first place and the last; `None` if there are no values.
    pub fn ends(&self) -> Option<([i128; 2], [i128; 2])> {
        Some((*self.places.first()?, *self.places.last()?))
    }

    /// Do the places of one coordinate follow each other without a gap?
    pub(super) fn is_whole(&self) -> bool {
        self.places.windows(2).all(|pair| pair[1][0] == pair[0][0] + 1)
    }

    /// The distance of a place from the edge: from the first place of a line, or the lesser coordinate of a place
    /// in a field.
    pub(super) fn depth(&self, place: [i128; 2]) -> i128 {
        match self.places.first() {
            Some(first) if self.coordinates == 1 => place[0] - first[0],
            _ => place[0].min(place[1]),
        }
    }

    /// The different values in rising order, each with how often it occurs.
    pub(super) fn distinct(&self) -> Vec<(i128, usize)> {
        let mut counts = std::collections::BTreeMap::new();
        self.values.iter().for_each(|value| *counts.entry(*value).or_insert(0) += 1);
        counts.into_iter().collect()
    }

    /// The information of one value in bits: the entropy of the values. Where more than a third of them are
    /// different, it is the bits that name any number in their range.
    pub(super) fn bits_of_one(&self) -> f64 {
        let counts = self.distinct();
        let all = self.len() as f64;
        if counts.len() * 3 > self.len() {
            return self.bits_of_choice();
        }
        counts.iter().map(|(_, count)| *count as f64 / all).map(|share| -share * share.log2()).sum()
    }

    /// The bits that name any number from the least value to the largest; at most 40.
    pub(super) fn bits_of_choice(&self) -> f64 {
        let (least, most) = self.values.iter().fold((i128::MAX, i128::MIN), |(a, b), v| (a.min(*v), b.max(*v)));
        (most.saturating_sub(least).saturating_add(1) as f64).log2().min(40.0)
    }
}
