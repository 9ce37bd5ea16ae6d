//! Heap games in one normal form: take an amount from a set, and leave the rest in a number of heaps of some shape.
//!
//! Subtraction games, octal and hexadecimal games, Grundy's game and Lasker's Nim all have this form, so that
//! `take <1,2,3>` and `octal 0.333` become the same ruleset.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use super::{Amounts, EvalError, EvalErrorKind, HeapClause, HeapRules, Likeness, Meter, Set, Shape, Visited};

impl HeapRules {
    /// The normal form of moves that take some amounts and leave the rest in some shape, and of divisions by the
    /// divisors, each at least 2.
    ///
    /// # Errors
    /// A fault of a comprehension that describes a set.
    pub fn new(moves: Vec<(Shape, Amounts)>, divisors: Amounts) -> Result<HeapRules, EvalError> {
        let mut sorted: BTreeMap<Shape, Vec<Amounts>> = BTreeMap::new();
        for (shape, amounts) in moves {
            if !amounts.is_empty() {
                sorted.entry(shape).or_default().push(amounts);
            }
        }
        let clause = |(shape, amounts)| Ok(HeapClause { shape, amounts: Amounts::all(amounts)? });
        let clauses = sorted.into_iter().map(clause).collect::<Result<_, EvalError>>()?;
        Ok(HeapRules { clauses, divisors })
    }

    /// The rules of an octal or hexadecimal code: bit j of digit t allows taking t and leaving the rest in exactly j
    /// non-empty heaps. Digit 0 is the one before the point.
    ///
    /// # Errors
    /// As [`HeapRules::new`].
    pub fn coded(digits: &[u8]) -> Result<HeapRules, EvalError> {
        let moves = (0..).zip(digits).flat_map(|(taken, digit)| digit_moves((*digit).into(), taken));
        HeapRules::new(moves.collect(), Amounts::none())
    }

    /// Take one of these amounts and leave the rest as it is.
    ///
    /// # Errors
    /// As [`HeapRules::new`].
    pub fn taking(amounts: Amounts) -> Result<HeapRules, EvalError> {
        HeapRules::new(whole(amounts), Amounts::none())
    }

    /// The moves of both.
    ///
    /// # Errors
    /// As [`HeapRules::new`].
    pub fn union(&self, other: &HeapRules) -> Result<HeapRules, EvalError> {
        let moves = self.clauses.iter().chain(&other.clauses);
        let moves = moves.map(|clause| (clause.shape, clause.amounts.clone())).collect();
        HeapRules::new(moves, self.divisors.union(&other.divisors)?)
    }

    /// The subtraction set, if this is a subtraction game: its only clauses leave the rest as no heap and as one
    /// heap, with the same amounts, and there are no divisors.
    pub fn subtraction_set(&self) -> Option<&Amounts> {
        match &self.clauses[..] {
            [none, one]
                if none.shape == Shape::exactly(0, Likeness::Any)
                    && one.shape == Shape::exactly(1, Likeness::Any)
                    && none.amounts == one.amounts
                    && self.divisors.is_empty() =>
            {
                Some(&one.amounts)
            }
            _ => None,
        }
    }

    /// Can one move take from `heap` so that a single heap of `rest` ≥ 1 is left? Moves that divide do not count.
    ///
    /// # Errors
    /// A fault of a comprehension that describes a set.
    pub fn leaves(&self, heap: u64, rest: u64) -> Result<bool, EvalError> {
        let one = |shape: Shape| shape.least <= 1 && shape.most.is_none_or(|most| most >= 1);
        for clause in self.clauses.iter().filter(|clause| one(clause.shape)) {
            if rest > 0 && heap > rest && clause.amounts.contains(heap - rest)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Does a heap certainly have more than `than` options? `false` may mean that this is not known: only the splits
    /// into two heaps after taking the least amount are counted, and clauses with `Described` amounts are not looked
    /// at.
    ///
    /// # Errors
    /// A fault of a comprehension that describes a set.
    pub(crate) fn has_more_options(&self, heap: u64, than: u64) -> Result<bool, EvalError> {
        let splits = |shape: Shape| {
            shape.least <= 2 && shape.most.is_none_or(|most| most >= 2) && shape.likeness != Likeness::Equal
        };
        let is_listed = |amounts: &Amounts| !matches!(amounts, Amounts::Described(_));
        for clause in self.clauses.iter().filter(|clause| splits(clause.shape) && is_listed(&clause.amounts)) {
            // k splits into two heaps in ⌊k/2⌋ ways, and in one fewer if k is even and they must differ.
            if let Some(amount) = clause.amounts.least()?
                && heap.saturating_sub(amount) / 2 > than.saturating_add(1)
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Visits every option of a heap, as the heaps that the move leaves, in ascending order. Empty heaps are left
    /// out; only a division that leaves nothing gives the single heap 0. Different clauses may give the same option
    /// again.
    ///
    /// # Errors
    /// A fault of a comprehension that describes a set, or of the visitor.
    pub fn each_option(&self, heap: u64, meter: &Meter, visit: &mut dyn FnMut(&[u64]) -> Visited) -> Visited {
        for clause in &self.clauses {
            for amount in clause.amounts_of(heap, meter)? {
                meter.spend(1)?;
                if each_way(heap - amount, clause.shape, meter, visit)?.is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
        }
        self.each_quotient(heap, meter, visit)
    }

    /// The options as [`HeapRules::each_option`] visits them.
    #[cfg(test)]
    pub(crate) fn options(&self, heap: u64) -> Vec<Vec<u64>> {
        tests::visited(|visit| self.each_option(heap, &Meter::default(), visit))
    }

    /// Visits the options of a heap by division.
    fn each_quotient(&self, heap: u64, meter: &Meter, visit: &mut dyn FnMut(&[u64]) -> Visited) -> Visited {
        if heap == 0 {
            return Ok(ControlFlow::Continue(()));
        }
        for divisor in self.divisors.each_up_to(heap, meter)? {
            meter.spend(1)?;
            if visit(&[heap / divisor])?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        // All divisors greater than the heap give the same option 0, which is visited once.
        if self.divisors.has_member_beyond(heap, meter)? { visit(&[0]) } else { Ok(ControlFlow::Continue(())) }
    }

    /// As [`HeapRules::each_option`], in the order in which one would write the moves: the smallest amount first, and
    /// of one amount the fewest heaps first.
    pub(super) fn each_move(&self, heap: u64, meter: &Meter, visit: &mut dyn FnMut(&[u64]) -> Visited) -> Visited {
        if self.clauses.len() < 2 {
            return self.each_option(heap, meter, visit);
        }
        let mut amounts = Vec::with_capacity(self.clauses.len());
        for clause in &self.clauses {
            amounts.push(clause.amounts_of(heap, meter)?.peekable());
        }
        loop {
            let next = amounts.iter_mut().enumerate().filter_map(|(index, left)| Some((*left.peek()?, index))).min();
            let Some((amount, index)) = next else { break };
            amounts[index].next();
            meter.spend(self.clauses.len())?;
            if each_way(heap - amount, self.clauses[index].shape, meter, visit)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        self.each_quotient(heap, meter, visit)
    }
}

/// Moves that leave the rest as it is: as one heap, or as no heap if all is taken.
pub(super) fn whole(amounts: Amounts) -> Vec<(Shape, Amounts)> {
    whole_shapes().into_iter().map(|shape| (shape, amounts.clone())).collect()
}

/// The shapes of a rest that is left as it is.
pub(super) fn whole_shapes() -> Vec<Shape> {
    [0, 1].map(|heaps| Shape::exactly(heaps, Likeness::Any)).into()
}

/// The moves of a digit of an octal or hexadecimal code: bit j allows taking `taken` and leaving the rest in exactly
/// j heaps.
pub(super) fn digit_moves(digit: u32, taken: u64) -> impl Iterator<Item = (Shape, Amounts)> {
    let allowed = (0..4).filter(move |heaps| digit >> heaps & 1 == 1);
    allowed.map(move |heaps| (Shape::exactly(heaps, Likeness::Any), Amounts::finite(vec![taken])))
}

impl HeapClause {
    /// The amounts that can be taken from a heap, in ascending order.
    fn amounts_of(&self, heap: u64, meter: &Meter) -> Result<Box<dyn Iterator<Item = u64> + '_>, EvalError> {
        if self.shape.most == Some(0) {
            // Nothing is left: only the whole heap can be taken, however many amounts there are.
            return Ok(Box::new(self.amounts.contains(heap)?.then_some(heap).into_iter()));
        }
        self.amounts.each_up_to(heap, meter)
    }
}

/// Visits every way to leave `rest` in a shape, as heaps in ascending order.
#[expect(clippy::cast_possible_truncation, reason = "there are at most `Set::LARGEST` heaps")]
pub(super) fn each_way(rest: u64, shape: Shape, meter: &Meter, visit: &mut dyn FnMut(&[u64]) -> Visited) -> Visited {
    let most = shape.most.map_or(rest, u64::from).min(rest);
    for heaps in u64::from(shape.least)..=most {
        meter.spend(1)?;
        if heaps > Set::LARGEST as u64 {
            return Err(EvalError::without_place(EvalErrorKind::TooLarge { limit: Set::LARGEST }));
        }
        let flow = match (heaps, shape.likeness) {
            (0, _) if rest == 0 => visit(&[])?,
            (0, _) => ControlFlow::Continue(()),
            (1, _) => visit(&[rest])?,
            (_, Likeness::Equal) if rest.is_multiple_of(heaps) => {
                let mut equal = meter.with_room(heaps as usize)?;
                equal.resize(heaps as usize, rest / heaps);
                visit(&equal)?
            }
            (_, Likeness::Equal) => ControlFlow::Continue(()),
            (_, Likeness::Any) => each_partition(rest, heaps as usize, 0, meter, visit)?,
            (_, Likeness::Unequal) => {
                if least_sum(1, heaps as usize, 1).is_none_or(|least| least > rest) {
                    return Ok(ControlFlow::Continue(()));
                }
                each_partition(rest, heaps as usize, 1, meter, visit)?
            }
            (_, Likeness::NotAllEqual) => each_partition(rest, heaps as usize, 0, meter, &mut |heaps| {
                if heaps.first() == heaps.last() { Ok(ControlFlow::Continue(())) } else { visit(heaps) }
            })?,
        };
        if flow.is_break() {
            return Ok(flow);
        }
    }
    Ok(ControlFlow::Continue(()))
}

/// `first + (first + gap) + …`, so many of them. `None` beyond 64 bits.
fn least_sum(first: u64, heaps: usize, gap: u64) -> Option<u64> {
    let heaps = heaps as u64;
    let steps = heaps.checked_mul(heaps.saturating_sub(1))? / 2;
    heaps.checked_mul(first)?.checked_add(steps.checked_mul(gap)?)
}

/// Visits the ways to write `total` as so many (≥ 2) positive parts in ascending order, each at least `gap` more
/// than the one before.
fn each_partition(
    total: u64,
    heaps: usize,
    gap: u64,
    meter: &Meter,
    visit: &mut dyn FnMut(&[u64]) -> Visited,
) -> Visited {
    if least_sum(1, heaps, gap).is_none_or(|least| least > total) {
        return Ok(ControlFlow::Continue(()));
    }
    let mut parts = meter.with_room(heaps)?;
    parts.resize(heaps, 0);
    fill(&mut parts, 0, 1, gap, total);
    loop {
        meter.spend(1 + heaps / 16)?;
        if visit(&parts)?.is_break() {
            return Ok(ControlFlow::Break(()));
        }
        // The rearmost part that can grow, other than the last, grows by one; the parts after it become as small as
        // they may, and the last part gets what remains.
        let mut rest = parts[heaps - 1];
        let grown = (0..heaps - 1).rev().find(|place| {
            rest += parts[*place];
            least_sum(parts[*place] + 1, heaps - place, gap).is_some_and(|least| least <= rest)
        });
        match grown {
            None => return Ok(ControlFlow::Continue(())),
            Some(place) => {
                let first = parts[place] + 1;
                fill(&mut parts, place, first, gap, rest);
            }
        }
    }
}

/// Fills the parts from `place` on with `first`, `first + gap`, …, and the last part with what remains of `rest`.
fn fill(parts: &mut [u64], place: usize, first: u64, gap: u64, rest: u64) {
    let last = parts.len() - 1;
    let mut left = rest;
    for (step, part) in parts[place..last].iter_mut().enumerate() {
        *part = first + step as u64 * gap;
        left -= *part;
    }
    parts[last] = left;
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::game::{Family, Sequence};

    pub(super) fn visited(each: impl FnOnce(&mut dyn FnMut(&[u64]) -> Visited) -> Visited) -> Vec<Vec<u64>> {
        let mut found = Vec::new();
        let looked = each(&mut |heaps| {
            found.push(heaps.to_vec());
            Ok(ControlFlow::Continue(()))
        });
        let _ = looked.unwrap();
        found
    }

    fn splitting(shape: Shape) -> HeapRules {
        HeapRules::new(vec![(shape, Amounts::finite(vec![0]))], Amounts::none()).unwrap()
    }

    #[test]
    fn options_of_splits() {
        let any = Likeness::Any;
        let cases: [(Shape, u64, &[&[u64]]); 8] = [
            (Shape::exactly(2, any), 5, &[&[1, 4], &[2, 3]]),
            (Shape::exactly(2, Likeness::Unequal), 6, &[&[1, 5], &[2, 4]]),
            (Shape::exactly(2, Likeness::Equal), 6, &[&[3, 3]]),
            (Shape::exactly(3, any), 6, &[&[1, 1, 4], &[1, 2, 3], &[2, 2, 2]]),
            (Shape::exactly(3, Likeness::NotAllEqual), 6, &[&[1, 1, 4], &[1, 2, 3]]),
            (Shape::exactly(3, Likeness::Unequal), 8, &[&[1, 2, 5], &[1, 3, 4]]),
            (Shape::at_least(2, Likeness::Equal), 6, &[&[3, 3], &[2, 2, 2], &[1, 1, 1, 1, 1, 1]]),
            (Shape::at_least(2, any), 4, &[&[1, 3], &[2, 2], &[1, 1, 2], &[1, 1, 1, 1]]),
        ];
        for (shape, heap, expected) in cases {
            assert_eq!(splitting(shape).options(heap), expected, "{shape:?} of {heap}");
        }
    }

    #[test]
    fn more_options_are_only_told_where_there_are_more() {
        for (least, most) in [(1, 2), (2, 2), (2, 3), (3, 3)] {
            for likeness in [Likeness::Any, Likeness::Equal, Likeness::Unequal, Likeness::NotAllEqual] {
                let rules = splitting(Shape { least, most: Some(most), likeness });
                for heap in 0..40 {
                    let options = rules.options(heap).len() as u64;
                    assert!(!rules.has_more_options(heap, options).unwrap(), "{least}..{most} {likeness:?} of {heap}");
                }
            }
        }
        assert!(splitting(Shape::exactly(2, Likeness::Any)).has_more_options(1 << 40, 1 << 24).unwrap());
    }

    #[test]
    fn a_subtraction_game_never_leaves_an_empty_heap() {
        let rules = HeapRules::taking(Amounts::finite(vec![1, 2, 3])).unwrap();
        assert_eq!(rules.options(3), [vec![], vec![2], vec![1]]);
        assert_eq!(rules.subtraction_set(), Some(&Amounts::finite(vec![1, 2, 3])));
    }

    #[test]
    fn moves_come_in_the_order_of_their_amounts() {
        let moves = |rules: &HeapRules, heap: u64| visited(|visit| rules.each_move(heap, &Meter::default(), visit));
        let taking = HeapRules::taking(Amounts::finite(vec![1, 2, 3])).unwrap();
        assert_eq!(moves(&taking, 3), [vec![2], vec![1], vec![]]);
        let kayles = HeapRules::coded(&[0, 7, 7]).unwrap();
        assert_eq!(moves(&kayles, 4), [vec![3], vec![1, 2], vec![2], vec![1, 1]]);
        assert_eq!(moves(&kayles, 2), [vec![1], vec![]]);
        let lasker = HeapRules::coded(&[4, 3]).unwrap().union(&HeapRules::taking(Amounts::any()).unwrap()).unwrap();
        assert_eq!(moves(&lasker, 3), [vec![1, 2], vec![2], vec![1], vec![]]);
        // `each_move` and `each_option` visit the same moves, for every kind of shape.
        let any = [Shape::at_least(0, Likeness::Any), Shape::exactly(3, Likeness::Unequal)];
        for rules in [taking, kayles, lasker, splitting(Shape::at_least(2, Likeness::Equal))].into_iter().chain(
            any.map(|shape| HeapRules::new(vec![(shape, Amounts::finite(vec![1, 4]))], Amounts::none()).unwrap()),
        ) {
            for heap in 0..12 {
                let (mut one, mut other) = (moves(&rules, heap), rules.options(heap));
                one.sort();
                other.sort();
                assert_eq!(one, other, "{rules:?} of {heap}");
            }
        }
    }

    #[test]
    fn divisors_beyond_the_heap_are_seen_in_every_kind_of_set() {
        let rules = HeapRules::new(Vec::new(), Amounts::finite(vec![2, 3, 6])).unwrap();
        assert_eq!(
            [0, 1, 12].map(|heap| rules.options(heap)),
            [vec![], vec![vec![0]], vec![vec![6], vec![4], vec![2]]]
        );
        let far = 1 << 21;
        let endless = |start, step| Set::range(start, None, step);
        let except = |kept, left_out| Set::Except(Arc::new((kept, left_out)));
        let cases = [
            // Finite sets that reach beyond what is listed, with members far from each other.
            (Set::range(3, Some(far + 1), 2), far + 1),
            (Set::range(3, Some(40 * far), 7), 40 * far - (40 * far - 3) % 7),
            (Set::union(vec![Set::finite(vec![2.into()]), Set::range(far, Some(2 * far), 1000)]), 2 * far - 152),
            (except(Set::range(3, Some(far + 1), 2), Set::finite(vec![(far + 1).into()])), far - 1),
            (except(endless(2, 1), endless(far, 1)), far - 1),
            (except(endless(2, 2), endless(far, 4)), i128::MAX),
            (Set::Sequence(Sequence::new(|k| [2, 5, 11].get(usize::try_from(k).unwrap()).copied())), 11),
            // Endless sets with few large members.
            (except(Set::Family(Family::Powers(2)), Set::finite(vec![1.into()])), i128::MAX),
            (except(Set::Family(Family::Factorials), Set::finite(vec![1.into()])), i128::MAX),
        ];
        for (set, last) in cases {
            let rules = HeapRules::new(Vec::new(), Amounts::from_set(&set).unwrap()).unwrap();
            for heap in [1, 2, 3, 10, 11, 12, far - 2, far - 1, far, far + 1] {
                // The heap 0 is an option exactly once, and only where a divisor is larger than the heap.
                let found = rules.options(u64::try_from(heap).unwrap());
                let zeros = found.iter().filter(|option| **option == [0]).count();
                assert_eq!(zeros, usize::from(last > heap), "{heap} by {set}");
            }
        }
        // Membership is not periodic, and the heaps are larger than any number up to which members are searched for.
        let set = except(Set::Family(Family::Powers(2)), Set::Family(Family::Squares));
        let rules = HeapRules::new(Vec::new(), Amounts::from_set(&set).unwrap()).unwrap();
        for heap in [100, 1 << 40, 1 << 41, (1 << 41) + 1] {
            assert_eq!(rules.options(heap).last(), Some(&vec![0]), "{heap}");
        }
    }
}
