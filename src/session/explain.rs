//! `explain`: why a position has its value, and what follows for the player to move.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use grundy_engine::game::{Component, Position, Sum};
use grundy_engine::nim::{Nimber, Outcome};
use grundy_engine::solve;
use rustc_hash::FxHashSet;

use super::answers::{misere_move, nim_sum, reported};
use super::evaluate;
use super::report::{Advice, Derivation, DerivedOption, Explanation, Move, Refutation, Report, Term};
use super::{Reply, Session};
use crate::error::Error;
use crate::source::Span;
use crate::syntax::ast::{Explained, Verb};

/// An explanation names all options, of which there may be at most so many.
const LOOKED_AT: u64 = 1 << 24;
/// So many options are shown of a component, and so many different values kept.
const OPTIONS: usize = 12;
const VALUES: usize = 1_000;
/// So many failing moves are answered in a lost position.
const REPLIES: usize = 6;

impl Session {
    pub(super) fn explain(&mut self, subject: &Explained, misere: bool) -> Result<Reply, Error> {
        match subject {
            Explained::Position(expr) => {
                let sum = evaluate::position(&mut self.names, &mut self.solver, expr)?;
                self.explanation(sum, misere, expr.span).map(|told| Reply::report(Report::Explanation(told)))
            }
            Explained::Period(game) => self.about_period(Verb::Period, game, true),
        }
    }

    /// The explanation of a position, or why the solver stopped.
    pub(super) fn explanation(&mut self, sum: Sum, misere: bool, at: Span) -> Result<Explanation, Error> {
        if misere {
            return self.misere_explanation(sum, at);
        }
        let terms = self.terms(&sum, at)?;
        let value = nim_sum(&terms);
        let mut derivations: Vec<Derivation> = Vec::new();
        for part in &sum.parts {
            if derivations.iter().all(|known| known.component != part.component) {
                derivations.push(self.derivation(&part.component, at)?);
            }
        }
        let advice = match self.winning_move(&sum, false, at)? {
            Some(winning) => Advice::Play(winning),
            None => self.lost(&sum, at)?,
        };
        // The move that is recommended is among the options that are shown.
        if let Advice::Play(winning) = &advice {
            let terms = self.terms(&winning.to, at)?;
            recommend(&mut derivations, winning, terms);
        }
        Ok(Explanation { sum, misere, outcome: Outcome::of(value), derivations, terms, value: Some(value), advice })
    }

    fn derivation(&mut self, component: &Component, at: Span) -> Result<Derivation, Error> {
        let value = self.solved(at, |solver| solver.component_value(component))?;
        let mut derivation = Derivation {
            component: component.clone(),
            options: Vec::new(),
            total: 0,
            values: Vec::new(),
            more_values: false,
            largest: Nimber::ZERO,
            value,
        };
        match component {
            Component::Position(position) => self.options_of(&mut derivation, position, at)?,
            Component::Star(size) => {
                derivation.total = u128::from(*size);
                derivation.values = (0..*size).take(VALUES).map(Nimber).collect();
                derivation.more_values = *size > VALUES as u64;
                derivation.largest = Nimber(size.saturating_sub(1));
                let options = (0..*size).rev().take(OPTIONS).map(|k| DerivedOption {
                    option: Sum::star(Nimber(k)),
                    terms: Vec::new(),
                    value: Nimber(k),
                });
                derivation.options = options.collect();
            }
        }
        Ok(derivation)
    }

    /// The options of a position and their values: all are looked at, or those of a far heap by classes.
    fn options_of(&mut self, derivation: &mut Derivation, position: &Position, at: Span) -> Result<(), Error> {
        let far = self.solved(at, |solver| solver.option_count(position, derivation.value, 0))?;
        let mut values = BTreeSet::new();
        let mut shown: Vec<(Sum, Nimber)> = Vec::new();
        let mut met: u64 = 0;
        let looked = self.solver.each_valued_option(position, &mut |option, value| {
            met += 1;
            values.insert(value);
            derivation.largest = derivation.largest.max(value);
            if values.len() > VALUES {
                values.pop_last();
                derivation.more_values = true;
            }
            if shown.len() < OPTIONS {
                shown.push(((**option).clone(), value));
            }
            let enough = met > LOOKED_AT || far.is_some() && shown.len() == OPTIONS;
            if enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        let looked =
            looked.and(if met > LOOKED_AT { Err(solve::SolveError::Positions { limit: LOOKED_AT }) } else { Ok(()) });
        self.solved(at, |_| looked)?;
        for (option, value) in shown {
            let terms = if option.parts.len() > 1 { self.terms(&option, at)? } else { Vec::<Term>::new() };
            derivation.options.push(DerivedOption { option, terms, value });
        }
        derivation.total = u128::from(met);
        if let Some(far) = far {
            (derivation.total, derivation.largest) = (far.total, far.largest);
            derivation.more_values = far.values.is_none();
            values = far.values.unwrap_or(values);
        }
        derivation.values = values.into_iter().collect();
        Ok(())
    }

    /// Why no move wins: for some of them, the answer that beats it.
    // The key is what the move is; what a game in it has answered is not a part of it.
    #[allow(clippy::mutable_key_type)]
    fn lost(&mut self, sum: &Sum, at: Span) -> Result<Advice, Error> {
        // Alike summands have alike moves: each is told once.
        let mut found = self.solved(at, |solver| solver.moves(sum, REPLIES * sum.parts.len().max(1)))?;
        if found.total == 0 {
            return Ok(Advice::Over);
        }
        let mut told = FxHashSet::default();
        let count = found.losers.len();
        found.losers.retain(|tried| told.insert((tried.from.clone(), tried.to.clone())));
        let total = found.total - (count - found.losers.len()) as u128;
        let mut replies = Vec::new();
        for tried in found.losers.iter().take(REPLIES) {
            let after = solve::replaced(sum, tried.part, &tried.to);
            if let Some(answer) = self.winning_move(&after, false, at)? {
                replies.push(Refutation { tried: reported(tried), after, answer });
            }
        }
        Ok(Advice::Lost { replies, total })
    }

    fn misere_explanation(&mut self, sum: Sum, at: Span) -> Result<Explanation, Error> {
        let outcome = self.misere_outcome(&sum, at)?;
        let advice = match self.winning_move(&sum, true, at)? {
            Some(winning) => Advice::Play(winning),
            None => self.misere_lost(&sum, outcome, at)?,
        };
        let (derivations, terms) = (Vec::new(), Vec::new());
        Ok(Explanation { sum, misere: true, outcome, derivations, terms, value: None, advice })
    }

    /// In misère play the player without a move has won.
    fn misere_lost(&mut self, sum: &Sum, outcome: Outcome, at: Span) -> Result<Advice, Error> {
        let found = self.solved(at, |solver| solver.misere_moves(sum, REPLIES))?;
        if found.total == 0 || outcome == Outcome::N {
            return Ok(Advice::Over);
        }
        let mut replies = Vec::new();
        for tried in &found.losers {
            let after = solve::replaced(sum, tried.part, &tried.to);
            if let Some(answer) = self.winning_move(&after, true, at)? {
                replies.push(Refutation { tried: misere_move(tried, false), after, answer });
            }
        }
        Ok(Advice::Lost { replies, total: found.total })
    }
}

/// Puts an option among those that are shown of its component, in the place of the last of them.
fn recommend(derivations: &mut [Derivation], step: &Move, terms: Vec<Term>) {
    let Some(derivation) = derivations.iter_mut().find(|derivation| derivation.component == step.from) else { return };
    if derivation.options.iter().any(|shown| shown.option == step.to) {
        return;
    }
    derivation.options.truncate(OPTIONS - 1);
    let value = nim_sum(&terms);
    let terms = if step.to.parts.len() > 1 { terms } else { Vec::new() };
    derivation.options.push(DerivedOption { option: step.to.clone(), terms, value });
}
