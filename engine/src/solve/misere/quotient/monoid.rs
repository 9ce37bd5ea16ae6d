//! Finite commutative monoids in which the positions that are lost in misère play are marked.

use rustc_hash::FxHashSet;

/// An element of a monoid, as its number. The identity has the number 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Element(pub(super) u16);

impl Element {
    /// The identity: the element of the empty sum.
    pub const ONE: Element = Element(0);

    /// The element of this number: there are at most 2^16.
    #[expect(clippy::cast_possible_truncation, reason = "a monoid has fewer elements")]
    pub(super) fn of(index: usize) -> Element {
        Element(index as u16)
    }

    pub(super) fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A set of elements, a bit for each.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct ElementSet(Box<[u64]>);

impl ElementSet {
    /// No element of a monoid of this order.
    pub fn none(order: usize) -> ElementSet {
        ElementSet(vec![0; order.div_ceil(64)].into())
    }

    pub fn contains(&self, element: Element) -> bool {
        self.0[element.index() / 64] >> (element.index() % 64) & 1 == 1
    }

    pub fn insert(&mut self, element: Element) {
        self.0[element.index() / 64] |= 1 << (element.index() % 64);
    }

    /// Adds all elements of another set.
    pub fn join(&mut self, other: &ElementSet) {
        for (word, more) in self.0.iter_mut().zip(&other.0) {
            *word |= more;
        }
    }

    /// The bits of the elements, those of the first ones first.
    pub fn words(&self) -> &[u64] {
        &self.0
    }

    pub fn bytes(&self) -> usize {
        size_of_val(&*self.0)
    }
}

/// A finite commutative monoid with the set P of the elements that are lost for the player to move, in misère play.
#[derive(Clone, Debug)]
pub(super) struct Monoid {
    order: usize,
    /// The product of a and b at a·order + b.
    products: Box<[Element]>,
    /// For each element a the elements b with a·b in P. That of the identity is P.
    losing: Box<[ElementSet]>,
}

impl Monoid {
    /// Bytes of a monoid of this order.
    pub fn bytes(order: usize) -> u64 {
        let order = order as u64;
        order * order * 2 + order * order.div_ceil(64) * 8
    }

    /// The monoid with these products, and with these elements in P.
    pub fn new(products: Box<[Element]>, lost: &[bool]) -> Monoid {
        let order = lost.len();
        let losing = (0..order).map(|a| {
            let mut losing = ElementSet::none(order);
            for b in elements(order).filter(|b| lost[products[a * order + b.index()].index()]) {
                losing.insert(b);
            }
            losing
        });
        Monoid { order, losing: losing.collect(), products }
    }

    /// The quotient of the empty sum alone, which is won for the player to move.
    pub fn trivial() -> Monoid {
        Monoid::new(Box::new([Element::ONE]), &[false])
    }

    pub fn order(&self) -> usize {
        self.order
    }

    pub fn elements(&self) -> impl Iterator<Item = Element> + use<> {
        elements(self.order)
    }

    pub fn product(&self, a: Element, b: Element) -> Element {
        self.products[a.index() * self.order + b.index()]
    }

    /// The product of so many equal factors.
    pub fn power(&self, base: Element, mut exponent: u64) -> Element {
        let (mut power, mut square) = (Element::ONE, base);
        while exponent > 0 {
            if exponent % 2 == 1 {
                power = self.product(power, square);
            }
            square = self.product(square, square);
            exponent /= 2;
        }
        power
    }

    pub fn is_lost(&self, element: Element) -> bool {
        self.losing[0].contains(element)
    }

    /// Are all elements told apart by P: is there, for every two, a third whose product with only one of them is in P?
    pub fn is_reduced(&self) -> bool {
        let different: FxHashSet<&ElementSet> = self.losing.iter().collect();
        different.len() == self.order
    }

    /// The elements whose product with this one is in P.
    pub fn losing_with(&self, element: Element) -> &ElementSet {
        &self.losing[element.index()]
    }
}

fn elements(order: usize) -> impl Iterator<Item = Element> {
    (0..=u16::MAX).map(Element).take(order)
}
