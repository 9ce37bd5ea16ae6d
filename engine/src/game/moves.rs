//! Builders for heap games, and conversions from Rust collections to sets of amounts.

use std::error::Error;
use std::fmt;
use std::ops::{Add, BitOr, RangeFrom, RangeInclusive};
use std::sync::Arc;

use super::heap::{digit_moves, whole};
use super::{Amounts, EvalError, Game, HeapRules, Likeness, Position, Ruleset, Sequence, Set, Shape, Sum};

/// A builder for the moves of a heap game: take an amount and leave the rest in some heaps, or divide a heap by a
/// number.
///
/// ```
/// use grundy_engine::Moves;
///
/// let kayles = Moves::octal("0.77")?.game("Kayles")?;
/// let same = Moves::take([1, 2]).leaving(0..=2).game("Same")?;
/// assert_eq!(kayles, same); // games are equal when they are moved alike
/// let lasker = (Moves::take(1..) | Moves::split()).game("Lasker's Nim")?;
/// let grundy = Moves::split().unequal().game("Grundy's game")?;
/// # Ok::<(), grundy_engine::MovesError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Moves {
    taking: Vec<(Shape, Amounts)>,
    dividing: Vec<Amounts>,
}

/// Why moves do not make a game.
#[derive(Clone, Debug, PartialEq)]
pub enum MovesError {
    /// A move that takes nothing and leaves the heap whole could be made for ever.
    TakesNothing,
    /// A divisor below 2.
    Divisor(u64),
    /// The character at this index does not belong in an octal or hexadecimal code.
    Code {
        /// Counted in bytes, from 0.
        index: usize,
    },
    /// The digit of a code before the point takes nothing, so it may only allow splitting: 0, 4, 8 or C.
    FirstDigit,
    /// A set of amounts could not be brought into its normal form.
    Amounts(EvalError),
}

impl Moves {
    /// Take one of these amounts from a heap, and leave the rest as it is.
    pub fn take(amounts: impl Into<Amounts>) -> Moves {
        Moves { taking: whole(amounts.into()), dividing: Vec::new() }
    }

    /// Split a heap in two.
    pub fn split() -> Moves {
        Moves::take([0]).leaving(2..=2)
    }

    /// Replace a heap of n ≥ 1 by one of ⌊n/d⌋, for one of these divisors d ≥ 2.
    pub fn divide(divisors: impl Into<Amounts>) -> Moves {
        Moves { taking: Vec::new(), dividing: vec![divisors.into()] }
    }

    /// The moves of an octal code such as `0.77` or `4.007`: bit j of the t-th digit after the point allows taking t
    /// and leaving the rest in exactly j heaps.
    ///
    /// # Errors
    /// `MovesError::Code` and `MovesError::FirstDigit`.
    pub fn octal(code: &str) -> Result<Moves, MovesError> {
        Moves::coded(code, 8)
    }

    /// As [`Moves::octal`], with digits 0 to F, whose bit 3 allows leaving three heaps.
    ///
    /// # Errors
    /// As [`Moves::octal`].
    pub fn hexadecimal(code: &str) -> Result<Moves, MovesError> {
        Moves::coded(code, 16)
    }

    fn coded(code: &str, base: u32) -> Result<Moves, MovesError> {
        let mut moves = Moves::default();
        let mut taken = None;
        for (index, character) in code.char_indices() {
            if character == '.' && index <= 1 && taken.is_none_or(|taken| taken == 0) {
                taken = Some(0);
                continue;
            }
            let digit = character.to_digit(base).ok_or(MovesError::Code { index })?;
            let amount = taken.map_or(0, |taken| taken + 1);
            // The digit before the point.
            if taken.is_none() && digit & 3 != 0 {
                return Err(MovesError::FirstDigit);
            }
            moves.taking.extend(digit_moves(digit, amount));
            taken = Some(amount);
        }
        Ok(moves)
    }

    /// Leave the rest in so many non-empty heaps instead: any number in this range.
    #[must_use]
    pub fn leaving(self, heaps: RangeInclusive<u32>) -> Moves {
        let amounts: Vec<Amounts> = self.taking.into_iter().map(|(_, amounts)| amounts).collect();
        let shapes = heaps.map(|heaps| Shape::exactly(heaps, Likeness::Any));
        let taking = shapes.flat_map(|shape| amounts.iter().map(move |amounts| (shape, amounts.clone()))).collect();
        Moves { taking, ..self }
    }

    /// The heaps that are left must have pairwise different sizes.
    #[must_use]
    pub fn unequal(self) -> Moves {
        self.alike(Likeness::Unequal)
    }

    /// The heaps that are left must all have the same size.
    #[must_use]
    pub fn equal(self) -> Moves {
        self.alike(Likeness::Equal)
    }

    fn alike(mut self, likeness: Likeness) -> Moves {
        for (shape, _) in &mut self.taking {
            *shape = match shape.most {
                Some(heaps) => Shape::exactly(heaps, likeness),
                None => Shape::at_least(shape.least, likeness),
            };
        }
        self
    }

    /// The game with these moves. The name is shown and never compared.
    ///
    /// # Errors
    /// `MovesError`
    pub fn game(self, name: &str) -> Result<Arc<Game>, MovesError> {
        for (shape, amounts) in &self.taking {
            let may_leave_one = shape.least <= 1 && shape.most.is_none_or(|most| most >= 1);
            if may_leave_one && amounts.contains(0).map_err(MovesError::Amounts)? {
                return Err(MovesError::TakesNothing);
            }
        }
        let divisors = Amounts::all(self.dividing).map_err(MovesError::Amounts)?;
        if let Some(small) = divisors.least().map_err(MovesError::Amounts)?.filter(|least| *least < 2) {
            return Err(MovesError::Divisor(small));
        }
        let rules = HeapRules::new(self.taking, divisors).map_err(MovesError::Amounts)?;
        Ok(Arc::new(Game::new(name, Ruleset::Heap(Arc::new(rules)))))
    }
}

/// The moves of both.
impl BitOr for Moves {
    type Output = Moves;

    fn bitor(mut self, other: Moves) -> Moves {
        self.taking.extend(other.taking);
        self.dividing.extend(other.dividing);
        self
    }
}

impl Game {
    /// A heap of n, for a game of heaps: at most 2^63−1.
    pub fn heap(self: &Arc<Game>, n: u64) -> Sum {
        Sum::position(Position::at(self, n))
    }
}

/// The disjunctive sum.
impl Add for Sum {
    type Output = Sum;

    fn add(mut self, other: Sum) -> Sum {
        self.parts.extend(other.parts);
        self
    }
}

impl<const N: usize> From<[u64; N]> for Amounts {
    fn from(members: [u64; N]) -> Amounts {
        Amounts::finite(members.into())
    }
}

impl From<Vec<u64>> for Amounts {
    fn from(members: Vec<u64>) -> Amounts {
        Amounts::finite(members)
    }
}

impl From<RangeInclusive<u64>> for Amounts {
    fn from(range: RangeInclusive<u64>) -> Amounts {
        of_set(Set::range(i128::from(*range.start()), Some(i128::from(*range.end())), 1))
    }
}

impl From<RangeFrom<u64>> for Amounts {
    fn from(range: RangeFrom<u64>) -> Amounts {
        of_set(Set::range(i128::from(range.start), None, 1))
    }
}

/// The members of the sequence, which stay `Described`.
impl From<Sequence> for Amounts {
    fn from(sequence: Sequence) -> Amounts {
        Amounts::Described(Arc::new(Set::Sequence(sequence)))
    }
}

/// The normal form of a set, or the set as it is if computing its normal form fails.
fn of_set(set: Set) -> Amounts {
    Amounts::from_set(&set).unwrap_or_else(|_| Amounts::Described(Arc::new(set)))
}

impl fmt::Display for MovesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MovesError::TakesNothing => f.write_str("a move takes nothing and leaves the heap as it was"),
            MovesError::Divisor(divisor) => write!(f, "{divisor} is not a divisor; the least is 2"),
            MovesError::Code { index } => write!(f, "the character at index {index} is not a digit of the code"),
            MovesError::FirstDigit => f.write_str("the digit before the point may only allow to split: 0, 4, 8 or C"),
            MovesError::Amounts(_) => f.write_str("the set of amounts has no form that can be computed with"),
        }
    }
}

impl Error for MovesError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            MovesError::Amounts(fault) => Some(fault),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_moves_are_refused() {
        let error = |moves: Moves| moves.game("G").unwrap_err();
        assert_eq!(error(Moves::take([0, 1])), MovesError::TakesNothing);
        assert_eq!(error(Moves::take(0..)), MovesError::TakesNothing);
        assert_eq!(error(Moves::divide([1, 3])), MovesError::Divisor(1));
        assert_eq!(Moves::octal("0.78").unwrap_err(), MovesError::Code { index: 3 });
        assert_eq!(Moves::octal("1.7").unwrap_err(), MovesError::FirstDigit);
        assert_eq!(Moves::octal("0.7.7").unwrap_err(), MovesError::Code { index: 3 });
        assert!(Moves::split().game("G").is_ok());
    }

    #[test]
    fn codes_and_words_give_the_same_game() {
        let same = |a: Moves, b: Moves| assert_eq!(a.game("A").unwrap(), b.game("B").unwrap());
        same(Moves::octal("0.333").unwrap(), Moves::take(1..=3));
        same(Moves::octal(".77").unwrap(), Moves::take([1, 2]).leaving(0..=2));
        same(Moves::octal("4.3").unwrap(), Moves::take([1]) | Moves::split());
        same(Moves::hexadecimal("0.F").unwrap(), Moves::take([1]).leaving(0..=3));
    }
}
