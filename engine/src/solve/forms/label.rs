//! Labels of tame games: sums of tame games have the same misère outcomes as sums of nim-heaps.

use crate::nim::{Nimber, Outcome, mex};

/// How a tame game behaves in a sum of tame games: like a sum of nim-heaps that has the Grundy value `value` and, if
/// and only if `firm` is true, a heap of size 2 or more.
///
/// J. H. Conway, On Numbers and Games, 1976, chapter 12; Winning Ways, chapter 13. They call a sum of nim-heaps of size
/// at most 1 fickle, since its winner is different in normal and in misère play, and any other sum firm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::solve) struct Label {
    /// The Grundy value; 0 or 1 if it is fickle.
    pub value: u64,
    pub firm: bool,
}

impl Label {
    /// The label of the game without moves.
    pub const EMPTY: Label = Label { value: 0, firm: false };

    pub fn nim_heap(size: u64) -> Label {
        Label { value: size, firm: size >= 2 }
    }

    /// The label of a sum, by the rule of Bouton, 1901, for Nim in normal and in misère play.
    pub fn plus(self, other: Label) -> Label {
        Label { value: self.value ^ other.value, firm: self.firm || other.firm }
    }

    pub fn times(self, copies: u64) -> Label {
        match copies {
            0 => Label::EMPTY,
            copies => Label { value: if copies % 2 == 1 { self.value } else { 0 }, firm: self.firm },
        }
    }

    /// The outcome in misère play.
    pub fn outcome(self) -> Outcome {
        if self.misere_value() == 0 { Outcome::P } else { Outcome::N }
    }

    /// The misère Grundy value: the mex of the misère values of the options; 1 for the game without moves.
    pub fn misere_value(self) -> u64 {
        if self.firm { self.value } else { self.value ^ 1 }
    }

    /// The label of a game with these labels of its tame options; `None` if the game is not tame. The game has the
    /// label if each option that is not tame reverts, that is, has itself an option with this same label.
    ///
    /// Why that is enough: call a sum of labelled games lost if its label is (0, firm) or (1, fickle). From a lost sum
    /// no tame option leads to a lost sum, since the two values of an option differ from those of the label, and any
    /// other option is answered by the one that reverts it. From a sum that is not lost and not empty, some option
    /// leads to a lost one: as in Nim, by normal values, if another firm game remains, and otherwise by the option
    /// whose misère value is the nim-sum of the others.
    pub fn of_options(tame: &[Label]) -> Option<Label> {
        let Nimber(normal) = mex(tame.iter().map(|label| Nimber(label.value)));
        let Nimber(misere) = mex(tame.iter().map(|label| Nimber(label.misere_value())));
        match (normal, misere) {
            (0, 1) | (1, 0) => Some(Label { value: normal, firm: false }),
            (normal, misere) if normal == misere => Some(Label { value: normal, firm: true }),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_of_nim_heaps_come_from_their_options() {
        for size in 1..40 {
            let options: Vec<Label> = (0..size).map(Label::nim_heap).collect();
            assert_eq!(Label::of_options(&options), Some(Label::nim_heap(size)), "*{size}");
        }
    }

    #[test]
    fn only_a_game_with_consistent_values_has_a_label() {
        let heap = Label::nim_heap;
        let cases: [(&[Label], Option<Label>); 4] = [
            (&[heap(1), heap(2)], Some(Label { value: 0, firm: false })),
            // *2 alone: normal value 0, misère value 0.
            (&[heap(2)], Some(Label { value: 0, firm: true })),
            (&[heap(0), heap(3)], Some(heap(1))),
            // Normal value 0, misère value 2.
            (&[Label { value: 1, firm: true }, heap(1), Label { value: 3, firm: true }], None),
        ];
        for (options, expected) in cases {
            assert_eq!(Label::of_options(options), expected, "{options:?}");
        }
    }
}
