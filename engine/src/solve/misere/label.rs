//! Tame games, which in misère play behave like nim-heaps among each other.

use crate::nim::{Nimber, Outcome, mex};

/// How a tame game behaves among tame games: as a sum of nim-heaps does that is worth `value` and, if it is firm,
/// has a heap of 2 or more.
///
/// J. H. Conway, On Numbers and Games, 1976, chapter 12; Winning Ways, chapter 13. The words are theirs: a position
/// of nim-heaps of at most 1 is fickle, since its winner changes from normal to misère play; any other is firm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Label {
    /// The Grundy value; 0 or 1 if it is fickle.
    pub value: u64,
    pub firm: bool,
}

impl Label {
    /// No moves at all.
    pub const EMPTY: Label = Label { value: 0, firm: false };

    pub fn nim_heap(size: u64) -> Label {
        Label { value: size, firm: size >= 2 }
    }

    /// The label of a sum: the rule of Bouton, 1901, for Nim in both ways of play.
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

    /// The least number that is not the misère value of an option; 1 where nothing is left.
    fn misere_value(self) -> u64 {
        if self.firm { self.value } else { self.value ^ 1 }
    }

    /// The label of a game by those of its tame options, if it can have one. It has it if each option that is not
    /// tame reverts, that is, has itself an option of this same label.
    ///
    /// Why that is enough: call a sum of labelled games lost if it is firm 0 or fickle 1. From a lost sum no tame
    /// option leads to a lost one, because neither value of an option is among those of the label, and any other
    /// option is answered by the one that reverts it. From a sum that is not lost, unless nothing is left, some
    /// option does: in normal value as in Nim if another firm game stays, and else by the option whose misère value
    /// is the nim-sum of the others.
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
