//! Verifies a hypothesis about a quotient: that a sum is lost in misère play if and only if the product of the images of its
//! components is in P.

use rustc_hash::FxHashMap;

use super::monoid::{Element, ElementSet, Monoid};
use crate::solve::{Budget, SolveError, Solved};

/// A component, by its number. Its options are sums of letters with smaller numbers.
pub(super) type Letter = u16;

/// What a component does in a hypothesis.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Image {
    pub element: Element,
    /// W: the elements y such that some option, put beside a sum with the image y, gives an element of P. In other words, those
    /// beside which there is a winning move in this component.
    pub winning: ElementSet,
}

/// An element and a set, with the sum that was first seen to have them, as a chain.
#[derive(Clone, Debug)]
struct Pair {
    element: Element,
    /// The number of its set W.
    winning: u32,
    /// The pair without one letter, and that letter; for the empty sum, of any number.
    from: (u32, Letter),
    /// The pair with one letter of each kind more, by its number.
    next: Vec<u32>,
}

/// The letters with the same image and the same set W.
#[derive(Clone, Debug)]
struct LetterKind {
    element: Element,
    winning: u32,
    /// The first of them.
    letter: Letter,
}

/// The pairs (x, W) of all sums of some letters: x is the product of the images, W the set of the elements beside which the
/// sum has a winning move. They follow from those of the letters, since a move is made in one of two summands:
/// (x, W)·(y, V) = (x·y, { z : z·y in W } ∪ { z : z·x in V }).
///
/// A sum contradicts the hypothesis if its image is in P although that of an option is, or if neither is. If no pair does, the
/// hypothesis is right for all sums, by induction over their moves: each is lost if and only if no option is.
#[derive(Clone, Debug)]
pub(super) struct Pairs {
    monoid: Monoid,
    /// The first pair is that of the empty sum.
    pairs: Vec<Pair>,
    /// Pairs of sums that are not empty, with their numbers.
    known: FxHashMap<(Element, u32), u32>,
    kinds: Vec<LetterKind>,
    /// The kind of each letter.
    kind_of: Vec<usize>,
    sets: Vec<ElementSet>,
    numbers: FxHashMap<ElementSet, u32>,
    /// For a set W and an element y the number of the set { z : z·y in W }.
    quotients: FxHashMap<(u32, Element), u32>,
    unions: FxHashMap<(u32, u32), u32>,
}

impl Pairs {
    /// The number of the pair of the empty sum.
    pub const EMPTY: u32 = 0;

    /// Those of no letters.
    pub fn none(monoid: Monoid) -> Pairs {
        let empty = ElementSet::none(monoid.order());
        Pairs {
            pairs: vec![Pair { element: Element::ONE, winning: 0, from: (0, 0), next: Vec::new() }],
            known: FxHashMap::default(),
            kinds: Vec::new(),
            kind_of: Vec::new(),
            sets: vec![empty.clone()],
            numbers: [(empty, 0)].into_iter().collect(),
            quotients: FxHashMap::default(),
            unions: FxHashMap::default(),
            monoid,
        }
    }

    pub fn monoid(&self) -> &Monoid {
        &self.monoid
    }

    /// The pairs of the sums that are not empty.
    pub fn of_sums(&self) -> impl Iterator<Item = (Element, &ElementSet)> {
        self.pairs.iter().skip(1).map(|pair| (pair.element, &self.sets[pair.winning as usize]))
    }

    /// How many pairs there are.
    pub fn len(&self) -> usize {
        self.pairs.len()
    }

    pub fn element(&self, pair: u32) -> Element {
        self.pairs[pair as usize].element
    }

    /// The number of a pair with one letter more.
    pub fn with_letter(&self, pair: u32, letter: Letter) -> u32 {
        self.pairs[pair as usize].next[self.kind_of[usize::from(letter)]]
    }

    /// The first letter of each kind, with its number.
    pub fn kinds(&self) -> impl Iterator<Item = Letter> {
        self.kinds.iter().map(|kind| kind.letter)
    }

    /// Adds the pairs with more letters. Every letter must have a move. Returns a sum that contradicts the hypothesis, if there
    /// is one; nothing was added then, nor after an error.
    pub fn extend(&mut self, images: &[Image], budget: &Budget) -> Solved<Option<Vec<Letter>>> {
        let (pairs, kinds, letters) = (self.pairs.len(), self.kinds.len(), self.kind_of.len());
        let contradiction = self.add_letters(images, budget);
        if !matches!(contradiction, Ok(None)) {
            for pair in self.pairs.drain(pairs..) {
                self.known.remove(&(pair.element, pair.winning));
            }
            self.pairs.iter_mut().for_each(|pair| pair.next.truncate(kinds));
            self.kinds.truncate(kinds);
            self.kind_of.truncate(letters);
        }
        contradiction
    }

    fn add_letters(&mut self, images: &[Image], budget: &Budget) -> Solved<Option<Vec<Letter>>> {
        for image in images {
            let letter = Letter::try_from(self.kind_of.len()).map_err(|_| SolveError::Overflow)?;
            let kind = LetterKind { element: image.element, winning: self.number(&image.winning, budget)?, letter };
            let same = |known: &LetterKind| (known.element, known.winning) == (kind.element, kind.winning);
            let number = self.kinds.iter().position(same).unwrap_or(self.kinds.len());
            if number == self.kinds.len() {
                self.kinds.push(kind);
            }
            self.kind_of.push(number);
        }
        let mut at = 0;
        while at < self.pairs.len() {
            budget.meter().spend(self.kinds.len())?;
            while self.pairs[at].next.len() < self.kinds.len() {
                let (element, winning) = (self.pairs[at].element, self.pairs[at].winning);
                let kind = self.kinds[self.pairs[at].next.len()].clone();
                let one = self.quotient(winning, kind.element, budget)?;
                let other = self.quotient(kind.winning, element, budget)?;
                let (product, winning) = (self.monoid.product(element, kind.element), self.union(one, other, budget)?);
                let from = (u32::try_from(at).map_err(|_| SolveError::Overflow)?, kind.letter);
                match self.pair(product, winning, from, budget)? {
                    Some(number) => self.pairs[at].next.push(number),
                    None => return Ok(Some(self.word(from))),
                }
            }
            at += 1;
        }
        Ok(None)
    }

    /// The number of a pair, which may be new. `None` if it contradicts the hypothesis.
    fn pair(&mut self, element: Element, winning: u32, from: (u32, Letter), budget: &Budget) -> Solved<Option<u32>> {
        if let Some(number) = self.known.get(&(element, winning)) {
            return Ok(Some(*number));
        }
        if self.monoid.is_lost(element) == self.sets[winning as usize].contains(Element::ONE) {
            return Ok(None);
        }
        let number = u32::try_from(self.pairs.len()).map_err(|_| SolveError::Overflow)?;
        budget.meter().insert(&mut self.known, (element, winning), number)?;
        let pair = Pair { element, winning, from, next: Vec::with_capacity(self.kinds.len()) };
        budget.meter().push(&mut self.pairs, pair)?;
        Ok(Some(number))
    }

    /// The elements that may be the image of a component with this set W: beside no sum does it contradict the hypothesis by
    /// itself.
    pub fn candidates(&self, winning: &ElementSet) -> Vec<Element> {
        let agrees = |image: Element| {
            self.pairs.iter().all(|pair| {
                let wins = self.sets[pair.winning as usize].contains(image) || winning.contains(pair.element);
                self.monoid.is_lost(self.monoid.product(pair.element, image)) != wins
            })
        };
        self.monoid.elements().filter(|image| agrees(*image)).collect()
    }

    /// The set { z : z·element in the set of this number }.
    fn quotient(&mut self, set: u32, element: Element, budget: &Budget) -> Solved<u32> {
        if let Some(known) = self.quotients.get(&(set, element)) {
            return Ok(*known);
        }
        budget.meter().spend(self.monoid.order())?;
        let mut quotient = ElementSet::none(self.monoid.order());
        let of = &self.sets[set as usize];
        for z in self.monoid.elements().filter(|z| of.contains(self.monoid.product(element, *z))) {
            quotient.insert(z);
        }
        let number = self.number(&quotient, budget)?;
        budget.meter().insert(&mut self.quotients, (set, element), number)?;
        Ok(number)
    }

    fn union(&mut self, one: u32, other: u32, budget: &Budget) -> Solved<u32> {
        if one == other {
            return Ok(one);
        }
        let key = (one.min(other), one.max(other));
        if let Some(known) = self.unions.get(&key) {
            return Ok(*known);
        }
        let mut union = self.sets[one as usize].clone();
        union.join(&self.sets[other as usize]);
        let number = self.number(&union, budget)?;
        budget.meter().insert(&mut self.unions, key, number)?;
        Ok(number)
    }

    /// A sum with the pair that is reached from this one by this letter; its letters are in ascending order.
    fn word(&self, (pair, letter): (u32, Letter)) -> Vec<Letter> {
        let (mut word, mut at) = (vec![letter], pair);
        while at != Self::EMPTY {
            let (before, letter) = self.pairs[at as usize].from;
            word.push(letter);
            at = before;
        }
        word.sort_unstable();
        word
    }

    /// The number of a set.
    fn number(&mut self, set: &ElementSet, budget: &Budget) -> Solved<u32> {
        if let Some(number) = self.numbers.get(set) {
            return Ok(*number);
        }
        budget.room(2 * set.bytes() as u64)?;
        let number = u32::try_from(self.sets.len()).map_err(|_| SolveError::Overflow)?;
        budget.meter().push(&mut self.sets, set.clone())?;
        budget.meter().insert(&mut self.numbers, set.clone(), number)?;
        Ok(number)
    }
}
