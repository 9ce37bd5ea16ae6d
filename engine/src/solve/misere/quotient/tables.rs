//! The quotient of all heaps of a game as plain tables, so that others can check it: `proof/Quotient.v` says what they mean.

use std::collections::VecDeque;

use super::heaps::HeapQuotient;
use super::monoid::Element;
use crate::game::{Game, Ruleset};
use crate::nim::Period;
use crate::solve::Solver;

/// The misère quotient of all heaps of a game. Its elements are numbers below its order; 0 is the identity.
#[derive(Clone, Debug)]
pub struct QuotientTables {
    /// The products: for each element a row.
    pub products: Vec<Vec<u16>>,
    /// The elements in P, in ascending order.
    pub lost: Vec<u16>,
    /// The elements of the heaps 0, 1, …: all before the period, and one period.
    pub elements: Vec<u16>,
    /// How they go on.
    pub period: Period,
    /// For each element the sets of elements beside which a sum with it has a winning move, of all sums that are not
    /// empty. A set has a bit for each element, 64 in a number, the first ones first.
    pub winning: Vec<Vec<Vec<u64>>>,
    /// For each element the heaps of a shortest sum with it.
    pub sums: Vec<Vec<u64>>,
}

impl Solver {
    /// The quotient of all heaps of a game, if it was found before and has at most so many elements.
    pub fn quotient_tables(&self, game: &Game, most: usize) -> Option<QuotientTables> {
        let Ruleset::Heap(rules) = &game.ruleset else { return None };
        let (quotient, games) = self.misere.quotients.covering(std::slice::from_ref(rules))?;
        let is_small = quotient.games().len() == 1 && quotient.monoid().order() <= most;
        games.first().filter(|_| is_small).and_then(|game| quotient.tables(*game))
    }
}

impl HeapQuotient {
    /// `None` if it is not proved to be that of all heaps of the game.
    fn tables(&self, game: usize) -> Option<QuotientTables> {
        let period = *self.period(game)?;
        let monoid = self.monoid();
        let row = |one: Element| monoid.elements().map(|other| monoid.product(one, other).0).collect();
        let elements: Vec<Element> = self.periodic(game).collect();
        let mut winning = vec![Vec::new(); monoid.order()];
        for (element, set) in self.sums() {
            winning[element.index()].push(set.words().to_vec());
        }
        winning.iter_mut().for_each(|sets| sets.sort_unstable());
        Some(QuotientTables {
            products: monoid.elements().map(row).collect(),
            lost: monoid.elements().filter(|element| monoid.is_lost(*element)).map(|element| element.0).collect(),
            sums: self.shortest_sums(&elements),
            elements: elements.into_iter().map(|element| element.0).collect(),
            period,
            winning,
        })
    }

    /// For each element the heaps of a shortest sum that has it, of heaps with these elements, which generate the monoid.
    fn shortest_sums(&self, elements: &[Element]) -> Vec<Vec<u64>> {
        let mut sums: Vec<Option<Vec<u64>>> = vec![None; self.monoid().order()];
        sums[Element::ONE.index()] = Some(Vec::new());
        let mut ahead = VecDeque::from([(Element::ONE, Vec::new())]);
        while let Some((reached, sum)) = ahead.pop_front() {
            for (heap, element) in (0..).zip(elements) {
                let product = self.monoid().product(reached, *element);
                if sums[product.index()].is_none() {
                    let longer = [&sum[..], &[heap]].concat();
                    sums[product.index()] = Some(longer.clone());
                    ahead.push_back((product, longer));
                }
            }
        }
        sums.into_iter().map(Option::unwrap_or_default).collect()
    }
}
