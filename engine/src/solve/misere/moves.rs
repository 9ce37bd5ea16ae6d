//! The public questions about misère play: the outcome of a sum, its moves, and a winning move.

use crate::sorting;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::canonical::MisereForm;
use crate::game::{Component, Ruleset, Sum, Summand};
use crate::nim::{Nimber, Outcome};
use crate::solve::forms::{Bag, Item, LISTED};
use crate::solve::moves::each_distinct_option;
use crate::solve::situation::{Move, MovesFound, outcome_if};
use crate::solve::{NeedsEnd, SolveError, Solved, Solver};

/// Called with what a move leaves of its component, and with the whole sum after it as a bag.
type Visitor<'a> = &'a mut dyn FnMut(&mut Solver, &Arc<Sum>, &Bag) -> Result<ControlFlow<()>, SolveError>;

/// The part of a sum in which a move is made.
struct PartOfSum<'a> {
    index: usize,
    copies: u64,
    component: &'a Component,
    /// The whole sum without one copy of this part.
    others: Bag,
}

impl PartOfSum<'_> {
    fn moved(&self, to: Arc<Sum>, wins: bool) -> Move {
        Move::new(self.index, self.component, to, outcome_if(wins))
    }

    /// A smaller nim-heap, written as the component is: a heap of the same game, or a `*k`.
    fn nim_heap(&self, size: u64) -> Arc<Sum> {
        Arc::new(match self.component {
            Component::Position(position) => position.game.heap(size),
            Component::Star(_) => Sum::star(Nimber(size)),
        })
    }
}

impl Solver {
    /// The outcome in misère play. `SolveError::Cycle` where play may come back.
    pub(in crate::solve) fn searched_misere_outcome(&mut self, sum: &Sum) -> Solved<Outcome> {
        self.refuse_known_loops(sum)?;
        if let Some(outcome) = self.quotient_outcome(sum)? {
            return Ok(outcome);
        }
        if let Some(outcome) = self.outcome_of_sets(sum) {
            return outcome;
        }
        if let Some(value) = self.far_misere_value(sum)? {
            return Ok(if value.is_zero() { Outcome::P } else { Outcome::N });
        }
        if let Some(outcome) = self.outcome_by_options(sum)? {
            return Ok(outcome);
        }
        if self.is_large(sum)? {
            return self.large_outcome(sum);
        }
        let bag = self.misere.bag(&sum.parts, &[], &self.budget)?;
        self.misere.forms.outcome(&bag, &self.budget)
    }

    /// The misère value of a single position with a large number, if it is proved that such values repeat.
    fn far_misere_value(&mut self, sum: &Sum) -> Solved<Option<Nimber>> {
        match &sum.parts[..] {
            [Summand { copies: 1, component: Component::Position(position) }] => {
                self.written.far_misere(position, &mut self.budget)
            }
            _ => Ok(None),
        }
    }

    /// The outcome of a sum of which a quotient decides the options: of a ring, say, of which a move leaves a row.
    fn outcome_by_options(&mut self, sum: &Sum) -> Solved<Option<Outcome>> {
        let is_written = |part: &Summand| match &part.component {
            Component::Position(position) => matches!(position.game.ruleset, Ruleset::Written(..)),
            Component::Star(_) => false,
        };
        if !sum.parts.iter().any(is_written) {
            return Ok(None);
        }
        let options = self.options(sum)?;
        for option in &options {
            match self.quotient_outcome(option)? {
                Some(Outcome::P) => return Ok(Some(Outcome::N)),
                Some(_) => {}
                None => return Ok(None),
            }
        }
        Ok((!options.is_empty()).then_some(Outcome::P))
    }

    /// The canonical form of a position in misère play, with its genus.
    ///
    /// # Errors
    /// As [`Solver::outcome`]; `SolveError::Positions` for nim-heaps in a sum that are too large to be listed.
    pub fn misere_form(&mut self, sum: &Sum) -> Result<MisereForm, SolveError> {
        self.refuse_binding(sum)?;
        self.refuse_endless(NeedsEnd::MisereForm, sum)?;
        let bag = self.misere.bag(&sum.parts, &[], &self.budget)?;
        self.misere.canonical.get_or_insert_default().of_sum(&bag, &self.misere.forms, &self.budget)
    }

    /// The misère Grundy value: the size of the one nim-heap beside which the sum is lost in misère play. It is 1 for a sum without a
    /// move, and otherwise the mex of the misère values of the options.
    ///
    /// # Errors
    /// As [`Solver::outcome`].
    pub fn misere_value(&mut self, sum: &Sum) -> Result<Nimber, SolveError> {
        self.refuse_binding(sum)?;
        self.refuse_endless(NeedsEnd::MisereForm, sum)?;
        let is_decided = self.quotient_outcome(sum)?.is_some();
        if let Some((_, tame)) = if is_decided { None } else { self.tame(sum)? } {
            return Ok(tame.misere_value());
        }
        for size in 0.. {
            self.budget.check()?;
            self.refuse_known_loops(sum)?;
            let mut beside = sum.clone();
            beside.parts.push(Summand { copies: 1, component: Component::Star(size) });
            if self.misere_outcome(&beside)? == Outcome::P {
                return Ok(Nimber(size));
            }
        }
        Err(SolveError::Overflow)
    }

    /// `SolveError::Cycle` if play from a sum is known to come back.
    fn refuse_known_loops(&self, sum: &Sum) -> Solved<()> {
        let comes_back = |part: &Summand| match &part.component {
            Component::Position(position) => self.draws.comes_back(position) == Some(true),
            Component::Star(_) => false,
        };
        if sum.parts.iter().any(comes_back) { Err(SolveError::Cycle(Vec::new())) } else { Ok(()) }
    }

    /// The moves of a sum in misère play: how many there are and how many win, and the first `shown` of each kind.
    ///
    /// # Errors
    /// As [`Solver::outcome`].
    pub(in crate::solve) fn misere_moves(&mut self, sum: &Sum, shown: usize) -> Solved<MovesFound> {
        self.refuse_binding(sum)?;
        if let Some(found) = self.quotient_moves(sum, shown, u128::MAX)? {
            return Ok(found);
        }
        if sum.as_compound().is_some() || self.is_of_sets(sum) || self.is_large(sum)? {
            return Ok(self.large_moves(sum, usize::MAX)?.cut(shown));
        }
        let mut found = MovesFound::default();
        for index in 0..sum.parts.len() {
            let part = self.part_of_sum(sum, index)?;
            let copies = u128::from(part.copies);
            match self.nim_size(part.component) {
                Some(size) => {
                    let winners = self.winning_sizes(size, &part.others)?;
                    let made = |smaller| part.moved(part.nim_heap(smaller), winners.contains(&smaller));
                    found.count_nim_heap(size, &winners, copies, shown, made);
                }
                None => self.each_outcome(&part, &mut |to, outcome| {
                    found.count(outcome, copies, shown, || part.moved(to.clone(), outcome == Outcome::P));
                    ControlFlow::Continue(())
                })?,
            }
        }
        Ok(found)
    }

    /// The first move that leaves a sum of which this is true.
    pub(super) fn first_move_to(
        &mut self,
        sum: &Sum,
        mut is_it: impl FnMut(&mut Solver, &Sum) -> Solved<bool>,
    ) -> Solved<Option<Move>> {
        for (part, Summand { component, .. }) in sum.parts.iter().enumerate() {
            let Component::Position(position) = component else { continue };
            let mut found = None;
            each_distinct_option(position, &self.budget.clone(), &mut |to| {
                if !is_it(self, &sum.after(part, to))? {
                    return Ok(ControlFlow::Continue(()));
                }
                found = Some(Move::new(part, component, to.clone(), Outcome::P));
                Ok(ControlFlow::Break(()))
            })?;
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }

    /// A winning move in misère play, if there is one. Moves whose outcome is known are tried before others.
    ///
    /// # Errors
    /// As [`Solver::outcome`].
    pub(in crate::solve) fn misere_winning_move(&mut self, sum: &Sum) -> Solved<Option<Move>> {
        if self.misere_outcome(sum)? != Outcome::N {
            return Ok(None);
        }
        self.searched_misere_move(sum)
    }

    /// A winning move of a sum that is won. `SolveError::Cycle` where play may come back.
    fn searched_misere_move(&mut self, sum: &Sum) -> Solved<Option<Move>> {
        self.refuse_known_loops(sum)?;
        if let Some(found) = self.quotient_moves(sum, 1, 1)? {
            return Ok(found.winners.into_iter().next());
        }
        if self.far_misere_value(sum)?.is_some() {
            for to in self.options(sum)? {
                let after = sum.after(0, &to);
                if self.misere_outcome(&after)? == Outcome::P {
                    let [part] = &sum.parts[..] else { break };
                    return Ok(Some(Move::new(0, &part.component, to, Outcome::P)));
                }
            }
        }
        // The search for the outcome has usually met a winning move, which saves looking at the others.
        if self.is_of_sets(sum) {
            return match self.known_winner_of_sets(sum)? {
                None => Ok(self.large_moves(sum, 1)?.winners.into_iter().next()),
                known => Ok(known),
            };
        }
        if self.is_large(sum)? {
            return match self.known_large_winner(sum)? {
                None => Ok(self.large_moves(sum, 1)?.winners.into_iter().next()),
                known => Ok(known),
            };
        }
        for index in 0..sum.parts.len() {
            let part = self.part_of_sum(sum, index)?;
            if let Some(to) = self.known_winner(&part)? {
                return Ok(Some(part.moved(to, true)));
            }
        }
        for index in 0..sum.parts.len() {
            let part = self.part_of_sum(sum, index)?;
            let mut winner = None;
            if self.nim_size(part.component).is_none() {
                self.each_outcome(&part, &mut |to, outcome| {
                    if outcome == Outcome::N {
                        return ControlFlow::Continue(());
                    }
                    winner = Some(to.clone());
                    ControlFlow::Break(())
                })?;
            }
            if let Some(to) = winner {
                return Ok(Some(part.moved(to, true)));
            }
        }
        Ok(None)
    }

    fn part_of_sum<'a>(&mut self, sum: &'a Sum, index: usize) -> Solved<PartOfSum<'a>> {
        let mut others = sum.parts.clone();
        others[index].copies = others[index].copies.saturating_sub(1);
        let others = self.misere.bag(&others, &[], &self.budget)?;
        let Summand { copies, component } = &sum.parts[index];
        Ok(PartOfSum { index, copies: *copies, component, others })
    }

    pub(super) fn nim_size(&mut self, component: &Component) -> Option<u64> {
        match component {
            Component::Star(size) => Some(*size),
            Component::Position(position) => self.misere.components.nim_size(position),
        }
    }

    /// The sizes to which a nim-heap can be reduced so that the sum with `others` is lost for the next player, the
    /// largest first. If the others are tame, only three sizes can do that: the one that makes the nim-sum 0, and 1 and
    /// 0, which may make the whole fickle.
    fn winning_sizes(&mut self, size: u64, others: &Bag) -> Solved<Vec<u64>> {
        let mut candidates = match self.misere.forms.label(others) {
            Some(label) => vec![label.value, 1, 0],
            None if size > LISTED => return Err(SolveError::Positions { limit: LISTED }),
            None => (0..size).rev().collect(),
        };
        candidates.retain(|smaller| *smaller < size);
        sorting::sort(&mut candidates);
        candidates.reverse();
        candidates.dedup();
        let mut winners = Vec::new();
        for smaller in candidates {
            let form = self.misere.forms.nim_heap(smaller, &self.budget)?;
            let beside = [&others[..], &[Item { form, copies: 1 }]].concat();
            let bag = self.misere.bag(&[], &beside, &self.budget)?;
            if self.misere.forms.outcome(&bag, &self.budget)? == Outcome::P {
                winners.push(smaller);
            }
        }
        Ok(winners)
    }

    /// A winning move in this part, if one is known without a search.
    fn known_winner(&mut self, part: &PartOfSum) -> Solved<Option<Arc<Sum>>> {
        if let Some(size) = self.nim_size(part.component) {
            let winners = self.winning_sizes(size, &part.others)?;
            return Ok(winners.first().map(|size| part.nim_heap(*size)));
        }
        let mut winner = None;
        self.each_bag(part, &mut |solver, to, bag| {
            if solver.misere.forms.known_outcome(bag) != Some(Outcome::P) {
                return Ok(ControlFlow::Continue(()));
            }
            winner = Some(to.clone());
            Ok(ControlFlow::Break(()))
        })?;
        Ok(winner)
    }

    /// Visits each different option of a part with the outcome of the whole sum after it.
    fn each_outcome(
        &mut self,
        part: &PartOfSum,
        visit: &mut dyn FnMut(&Arc<Sum>, Outcome) -> ControlFlow<()>,
    ) -> Solved<()> {
        self.each_bag(part, &mut |solver, to, bag| {
            let outcome = solver.misere.forms.outcome(bag, &solver.budget)?;
            Ok(visit(to, outcome))
        })
    }

    /// Visits each different option of a part with the whole sum after it.
    fn each_bag(&mut self, part: &PartOfSum, visit: Visitor) -> Solved<()> {
        let Component::Position(position) = part.component else { return Ok(()) };
        each_distinct_option(position, &self.budget.clone(), &mut |to| {
            self.budget.check()?;
            let bag = self.misere.bag(&to.parts, &part.others, &self.budget)?;
            visit(self, to, &bag)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Moves};

    fn octal(code: &str) -> Arc<Game> {
        Moves::octal(code).unwrap().game(code).unwrap()
    }

    #[test]
    fn genera_of_the_literature() {
        let mut solver = Solver::default();
        let mut told = |code: &str, heap: u64| {
            let form = solver.misere_form(&octal(code).heap(heap)).unwrap();
            (form.genus.to_string(), form.kind.name())
        };
        // Winning Ways, chapter 13: Kayles.
        let kayles = ["0^120", "1^031", "2^20", "3^31", "1^031", "4^146", "3^31", "2^20", "1^13", "4^046"];
        for (heap, expected) in (0..).zip(kayles) {
            assert_eq!(told("0.77", heap).0, expected, "{heap}");
        }
        assert_eq!((told("0.77", 5).1, told("0.77", 8).1), ("restless", "tame"));
        // Tame in other ways of looking at them, but not in canonical form; and wild ones.
        assert_eq!(told("0.34", 18), ("2^1420".to_owned(), "restless"));
        assert_eq!(told("0.34", 14), ("3^0531".to_owned(), "wild"));
        // Equal digits do not make equal games: 0.35(6) has the genus of *2.
        let mut genus = |parts: Vec<Sum>| {
            let parts = parts.into_iter().flat_map(|sum| sum.parts).collect();
            solver.misere_form(&Sum { parts }).unwrap().genus.to_string()
        };
        let code = octal("0.35");
        assert_eq!(genus(vec![code.heap(6)]), genus(vec![Sum::star(Nimber(2))]));
        assert_eq!(genus(vec![code.heap(4)]), "1^20");
        assert_ne!(genus(vec![code.heap(4), code.heap(6)]), genus(vec![code.heap(4), Sum::star(Nimber(2))]));
    }
}
