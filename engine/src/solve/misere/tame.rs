//! Tells whether all components of a sum are tame, and which nim-heaps they behave like in misère play: for
//! explanations of an outcome.

use crate::game::Sum;
use crate::nim::{Nimber, Outcome};
use crate::solve::forms::Label;
use crate::solve::{SolveError, Solver};

/// How a tame component, or a sum of such, behaves in misère play in a sum with other tame components.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tame {
    /// The Grundy value.
    pub value: Nimber,
    /// Whether it behaves like nim-heaps of which at least one has size 2 or more. If not, it is called fickle, and
    /// behaves like nim-heaps of size 0 or 1.
    pub firm: bool,
    /// Whether it is a nim-heap itself, or for a sum, whether all components are.
    pub is_nim_heap: bool,
}

impl Tame {
    /// The outcome in misère play.
    pub fn outcome(self) -> Outcome {
        Label { value: self.value.0, firm: self.firm }.outcome()
    }

    /// The misère Grundy value.
    pub fn misere_value(self) -> Nimber {
        Nimber(Label { value: self.value.0, firm: self.firm }.misere_value())
    }
}

impl Solver {
    /// How one copy of each part of a sum behaves, and how the whole sum does. `None` if some part is not known to be
    /// tame, or if the sum has too many positions to tell.
    ///
    /// # Errors
    /// As [`Solver::outcome`].
    pub fn tame(&mut self, sum: &Sum) -> Result<Option<(Vec<Tame>, Tame)>, SolveError> {
        if self.is_large(sum)? {
            return Ok(None);
        }
        let (mut parts, mut whole, mut is_nim) = (Vec::with_capacity(sum.parts.len()), Label::EMPTY, true);
        for part in &sum.parts {
            let is_nim_heap = self.nim_size(&part.component).is_some();
            let bag = self.misere.bag(&Sum::of(part.component.clone()).parts, &[], &self.budget)?;
            let Some(label) = self.misere.forms.label(&bag) else { return Ok(None) };
            parts.push(Tame { value: Nimber(label.value), firm: label.firm, is_nim_heap });
            whole = whole.plus(label.times(part.copies));
            is_nim &= is_nim_heap;
        }
        Ok(Some((parts, Tame { value: Nimber(whole.value), firm: whole.firm, is_nim_heap: is_nim })))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{Game, Limits, Moves};

    fn kayles() -> Arc<Game> {
        Moves::take([1, 2]).leaving(0..=2).game("Kayles").unwrap()
    }

    #[test]
    fn what_is_tame_has_the_outcome_that_the_search_finds() {
        let nim = Moves::take(1..).game("Nim").unwrap();
        let mut solver = Solver::new(Limits::default(), Arc::default());
        let mut tame = 0;
        for (a, b) in (0..9).flat_map(|a| (0..9).map(move |b| (a, b))) {
            for sum in [
                Sum { parts: [nim.heap(a).parts, nim.heap(b).parts].concat() },
                Sum { parts: [kayles().heap(a).parts, nim.heap(b).parts].concat() },
                Sum { parts: [kayles().heap(a).parts, kayles().heap(b).parts].concat() },
            ] {
                let Some((_, whole)) = solver.tame(&sum).unwrap() else { continue };
                tame += 1;
                assert_eq!(whole.outcome(), solver.misere_outcome(&sum).unwrap(), "{sum}");
            }
        }
        assert!(tame > 150, "{tame}");
    }

    #[test]
    fn heaps_of_one_are_fickle_and_kayles_of_five_is_not_tame() {
        let mut solver = Solver::new(Limits::default(), Arc::default());
        let (parts, whole) = solver.tame(&Sum::star(Nimber(1))).unwrap().unwrap();
        assert_eq!(parts, [Tame { value: Nimber(1), firm: false, is_nim_heap: true }]);
        assert_eq!(whole.outcome(), Outcome::P);
        assert_eq!(solver.tame(&kayles().heap(5)).unwrap(), None);
    }
}
