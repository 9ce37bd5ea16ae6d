//! `explain`: why a position has its value, and what follows for the player to move.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use grundy_engine::game::{Component, Position, Sum};
use grundy_engine::nim::{Nimber, Outcome};
use grundy_engine::solve;
use rustc_hash::FxHashSet;

use super::answers::{nim_sum, reported};
use super::evaluate;
use super::report::{Advice, Derivation, DerivedOption, Explanation, Move, Refutation, Report, Term};
use super::{Reply, Session};
use crate::error::Error;
use crate::source::Span;
use crate::syntax::ast::{Explained, Verb};

/// An explanation names all options, of which there may be at most so many.
const LOOKED_AT: u64 = 1 << 24;
/// So many options are shown of a component, but one for each value below its own if these are not many more, and so many
/// different values kept.
const OPTIONS: usize = 12;
const BELOW: u64 = 24;
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
            // In misère play it is no position either.
            Explained::Calculation(expr) if misere => {
                let sum = evaluate::position(&mut self.names, &mut self.solver, expr)?;
                self.explanation(sum, misere, expr.span).map(|told| Reply::report(Report::Explanation(told)))
            }
            Explained::Calculation(expr) => self.calculation(expr),
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
        let (outcome, value) = (Outcome::of(value), Some(value));
        Ok(Explanation { sum, misere, outcome, derivations, terms, value, advice, misere_reason: None })
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
                let shown = if *size <= BELOW { BELOW as usize } else { OPTIONS };
                let options = (0..*size).rev().take(shown).map(|k| DerivedOption {
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
        let mut shown = ShownOptions::new(derivation.value);
        let mut met: u64 = 0;
        let looked = self.solver.each_valued_option(position, &mut |option, value| {
            met += 1;
            values.insert(value);
            derivation.largest = derivation.largest.max(value);
            if values.len() > VALUES {
                values.pop_last();
                derivation.more_values = true;
            }
            shown.meet(option, value);
            let enough = met > LOOKED_AT || far.is_some() && met == OPTIONS as u64;
            if enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        let looked =
            looked.and(if met > LOOKED_AT { Err(solve::SolveError::Positions { limit: LOOKED_AT }) } else { Ok(()) });
        self.solved(at, |_| looked)?;
        if far.is_some() {
            for value in shown.missing() {
                let found = self.solved(at, |solver| solver.option_count(position, value, 1))?;
                if let Some(heaps) = found.as_ref().and_then(|found| found.examples.first()) {
                    shown.meet(&position.heaps(heaps), value);
                }
            }
        }
        for (option, value) in shown.chosen() {
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
}

/// The options that are shown of those that are met.
struct ShownOptions {
    /// The values below that of the position, as long as they have not been met; none of them if they are very many.
    wanted: BTreeSet<Nimber>,
    /// Each with its value, and whether it is the first that has a value below that of the position.
    options: Vec<(Sum, Nimber, bool)>,
}

impl ShownOptions {
    fn new(value: Nimber) -> ShownOptions {
        let below = if value.0 <= BELOW { value.0 } else { 0 };
        ShownOptions { wanted: (0..below).map(Nimber).collect(), options: Vec::new() }
    }

    fn meet(&mut self, option: &Sum, value: Nimber) {
        let is_wanted = self.wanted.remove(&value);
        if is_wanted || self.options.len() < OPTIONS {
            self.options.push((option.clone(), value, is_wanted));
        }
    }

    /// The values for which no option was met.
    fn missing(&self) -> Vec<Nimber> {
        self.wanted.iter().copied().collect()
    }

    /// Those that are wanted, and the first of the others where there is room.
    fn chosen(self) -> impl Iterator<Item = (Sum, Nimber)> {
        let wanted = self.options.iter().filter(|option| option.2).count();
        let mut room = OPTIONS.saturating_sub(wanted);
        self.options.into_iter().filter_map(move |(option, value, is_wanted)| {
            let stays = is_wanted || room > 0;
            room -= usize::from(stays && !is_wanted);
            stays.then_some((option, value))
        })
    }
}

/// Puts the recommended option among those that are shown of its component: in the place of one that has the same value, or
/// else of the last.
fn recommend(derivations: &mut [Derivation], step: &Move, terms: Vec<Term>) {
    let Some(derivation) = derivations.iter_mut().find(|derivation| derivation.component == step.from) else { return };
    if derivation.options.iter().any(|shown| shown.option == step.to) {
        return;
    }
    let value = nim_sum(&terms);
    let terms = if step.to.parts.len() > 1 { terms } else { Vec::new() };
    let recommended = DerivedOption { option: step.to.clone(), terms, value };
    match derivation.options.iter().position(|shown| shown.value == value) {
        Some(place) => derivation.options[place] = recommended,
        None => {
            derivation.options.truncate(OPTIONS - 1);
            derivation.options.push(recommended);
        }
    }
}
