//! Generators and relations of a finite commutative monoid.

use std::collections::BTreeSet;

use super::monoid::{Element, Monoid};
use crate::solve::{Budget, Solved};

/// A product of generators: the exponent of each.
pub type Exponents = Vec<u32>;

/// Generators, the least product of them for each element, and the relations that make each product equal to the least one. Of
/// two products the one is less that has the smaller exponent of the last generator in which they differ.
#[derive(Clone, Debug)]
pub(super) struct Presentation {
    pub generators: Vec<Element>,
    /// For each element.
    pub least: Vec<Exponents>,
    pub relations: Vec<(Exponents, Exponents)>,
}

impl Presentation {
    /// The presentation with those of these elements as generators that are no product of the ones before them. Together they
    /// must generate the monoid.
    pub fn new(monoid: &Monoid, elements: impl Iterator<Item = Element>, budget: &Budget) -> Solved<Presentation> {
        let mut found =
            Presentation { generators: Vec::new(), least: vec![Vec::new(); monoid.order()], relations: Vec::new() };
        // In the order of their least products.
        let mut reached = vec![Element::ONE];
        for generator in elements {
            budget.check()?;
            if generator != Element::ONE && found.least[generator.index()].is_empty() {
                found.add(generator, monoid, &mut reached);
            }
        }
        let count = found.generators.len();
        found.least.iter_mut().for_each(|exponents| exponents.resize(count, 0));
        found.relations = found.relations(monoid, &reached, budget)?;
        Ok(found)
    }

    /// Adds a generator, and the elements that are reached with it.
    fn add(&mut self, generator: Element, monoid: &Monoid, reached: &mut Vec<Element>) {
        self.generators.push(generator);
        // Products with one copy more of the generator: those of all elements without it, in their order.
        let mut copies = 0..reached.len();
        while !copies.is_empty() {
            let before = copies.clone();
            for at in before.clone() {
                let product = monoid.product(reached[at], generator);
                if product == Element::ONE || !self.least[product.index()].is_empty() {
                    continue;
                }
                let mut exponents = self.least[reached[at].index()].clone();
                exponents.resize(self.generators.len(), 0);
                if let Some(last) = exponents.last_mut() {
                    *last += 1;
                }
                self.least[product.index()] = exponents;
                reached.push(product);
            }
            copies = before.end..reached.len();
        }
    }

    /// The least products that are not the least of their element: of these, those all of whose proper parts are.
    fn relations(&self, monoid: &Monoid, reached: &[Element], budget: &Budget) -> Solved<Vec<(Exponents, Exponents)>> {
        let mut relations = BTreeSet::new();
        for element in reached {
            budget.check()?;
            for (index, generator) in self.generators.iter().enumerate() {
                let mut product = self.least[element.index()].clone();
                product[index] += 1;
                let least = &self.least[monoid.product(*element, *generator).index()];
                if product != *least && self.parts_are_least(&product, monoid) {
                    product.reverse();
                    relations.insert((product, least.clone()));
                }
            }
        }
        Ok(relations
            .into_iter()
            .map(|(mut product, least)| {
                product.reverse();
                (product, least)
            })
            .collect())
    }

    fn parts_are_least(&self, product: &Exponents, monoid: &Monoid) -> bool {
        (0..product.len()).filter(|index| product[*index] > 0).all(|index| {
            let mut part = product.clone();
            part[index] -= 1;
            self.least[self.element(&part, monoid).index()] == part
        })
    }

    fn element(&self, exponents: &Exponents, monoid: &Monoid) -> Element {
        let powers =
            self.generators.iter().zip(exponents).map(|(base, exponent)| monoid.power(*base, (*exponent).into()));
        powers.fold(Element::ONE, |product, power| monoid.product(product, power))
    }
}
