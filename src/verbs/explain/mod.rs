//! `explain`: why a position is won or lost, in normal and misère play, and calculations step by step.

pub(crate) mod calculation;
pub(crate) mod data;
pub(crate) mod misere;
pub(crate) mod parts;
pub(crate) mod words;

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use grundy_engine::game::{Component, Position, Sum};
use grundy_engine::nim::{Nimber, Outcome};
use grundy_engine::solve;

use crate::error::Error;
use crate::lang::evaluate;
use crate::lang::session::{Reply, Session};
use crate::source::Span;
use crate::syntax::ast::{Explained, Verb};
use crate::verbs::explain::data::{Advice, Derivation, DerivedOption, Explanation, Refutation};
use crate::verbs::position::data::{ReportedMove, ValuedSummand};
use crate::verbs::position::{self, compound, nim_sum, remove_equal_moves, reported};
use crate::verbs::{general, period};

/// The most options that are looked at for an explanation, which states the values of all.
const LOOKED_AT: u64 = 1 << 24;
/// The most options that are shown of a component.
const OPTIONS: usize = 12;
/// If its value is at most this, one option is shown for each smaller value, even if these are more than `OPTIONS`.
const BELOW: u64 = 24;
/// The most different values of options that are kept.
const VALUES: usize = 1_000;
/// The most losing moves of a lost position that are shown with the reply that beats them.
const REPLIES: usize = 6;

pub(crate) fn explain(session: &mut Session, subject: &Explained, misere: bool) -> Result<Reply, Error> {
    let expr = match subject {
        Explained::Period(game) => return period::about(session, Verb::Period, game, true),
        // In misère play a position is needed.
        Explained::Calculation(expr) if !misere => {
            if let Some(report) = calculation::calculation(session, expr)? {
                return Ok(Reply::report(report));
            }
            // Any other calculation, such as `27 xor 17 == 10`, has an explanation only if it is a position.
            expr
        }
        Explained::Calculation(expr) | Explained::Position(expr) => expr,
    };
    let sum = evaluate::position(&mut session.names, &mut session.solver, expr)?;
    let at = expr.span;
    if let Some(report) = general::explain(session, &sum, misere, at)? {
        return Ok(Reply::report(report));
    }
    explanation(session, sum, misere, at).map(Reply::report)
}

/// The explanation of a position, or why the solver stopped.
pub(crate) fn explanation(session: &mut Session, sum: Sum, misere: bool, at: Span) -> Result<Explanation, Error> {
    if let Some(compound) = compound::found(session, &sum, misere, at)? {
        let outcome = compound.outcome;
        let advice = match position::winning_move(session, &sum, misere, at)? {
            Some(winning) => Advice::Play(winning),
            None => Advice::Lost { replies: Vec::new(), total: 0 },
        };
        return Ok(Explanation {
            sum,
            misere,
            outcome,
            derivations: Vec::new(),
            terms: Vec::new(),
            value: None,
            advice,
            misere_reason: None,
            compound: Some(compound),
        });
    }
    if misere {
        return misere::explanation(session, sum, at);
    }
    let terms = position::terms(session, &sum, at)?;
    let value = nim_sum(&terms);
    let mut derivations: Vec<Derivation> = Vec::new();
    for part in &sum.parts {
        if derivations.iter().all(|known| known.component != part.component) {
            derivations.push(derivation(session, &part.component, at)?);
        }
    }
    let advice = match position::winning_move(session, &sum, false, at)? {
        Some(winning) => Advice::Play(winning),
        None => lost(session, &sum, at)?,
    };
    // The recommended move must be among the options that are shown.
    if let Advice::Play(winning) = &advice {
        let terms = position::terms(session, &winning.to, at)?;
        recommend(&mut derivations, winning, terms);
    }
    let (outcome, value) = (Outcome::of(value), Some(value));
    let (misere_reason, compound) = (None, None);
    Ok(Explanation { sum, misere, outcome, derivations, terms, value, advice, misere_reason, compound })
}

fn derivation(session: &mut Session, component: &Component, at: Span) -> Result<Derivation, Error> {
    let value = session.solved(at, |solver| solver.component_value(component))?;
    let mut derivation = Derivation {
        component: component.clone(),
        factors: Vec::new(),
        options: Vec::new(),
        total: 0,
        values: Vec::new(),
        more_values: false,
        largest: Nimber::ZERO,
        value,
    };
    match component {
        Component::Position(position) => {
            for factor in position.factors() {
                let component = Component::Position(factor);
                let value = session.solved(at, |solver| solver.component_value(&component))?;
                derivation.factors.push(ValuedSummand { copies: 1, component, value });
            }
            options_of(session, &mut derivation, position, at)?;
        }
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

/// Adds the options of a position and their values to its derivation. All are looked at, or, for a heap far
/// beyond a proved period, classes of them are counted.
fn options_of(session: &mut Session, derivation: &mut Derivation, position: &Position, at: Span) -> Result<(), Error> {
    let far = session.solved(at, |solver| solver.option_count(position, derivation.value, 0))?;
    let mut values = BTreeSet::new();
    let mut shown = ShownOptions::new(derivation.value);
    let mut met: u64 = 0;
    let looked = session.solver.each_valued_option(position, &mut |option, value| {
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
    session.solved(at, |_| looked)?;
    if far.is_some() {
        for value in shown.missing() {
            let found = session.solved(at, |solver| solver.option_count(position, value, 1))?;
            if let Some(option) = found.as_ref().and_then(|found| found.examples.first()) {
                shown.meet(option, value);
            }
        }
    }
    for (option, value) in shown.chosen() {
        let terms =
            if option.parts.len() > 1 { position::terms(session, &option, at)? } else { Vec::<ValuedSummand>::new() };
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

/// Why no move wins: some of the moves, each with the reply that beats it. Equal moves in equal summands count
/// once.
fn lost(session: &mut Session, sum: &Sum, at: Span) -> Result<Advice, Error> {
    let mut found = session.solved(at, |solver| solver.moves(sum, REPLIES * sum.parts.len().max(1)))?;
    if found.total == 0 {
        return Ok(Advice::Over);
    }
    let repeated = remove_equal_moves(&mut found.losers, |tried| (&tried.from, &tried.to));
    let total = found.total - repeated as u128;
    let mut replies = Vec::new();
    for tried in found.losers.iter().take(REPLIES) {
        let after = sum.after(tried.part, &tried.to);
        if let Some(answer) = position::winning_move(session, &after, false, at)? {
            replies.push(Refutation { tried: reported(tried), after, answer });
        }
    }
    Ok(Advice::Lost { replies, total })
}

/// Chooses the options to show while the options of a position are visited.
struct ShownOptions {
    /// The values below that of the position for which no option has been met. Empty from the start if the
    /// position's value is above `BELOW`.
    wanted: BTreeSet<Nimber>,
    /// Options with their values, and whether each is the first one met with a wanted value.
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

    /// The wanted values for which no option was met.
    fn missing(&self) -> Vec<Nimber> {
        self.wanted.iter().copied().collect()
    }

    /// The options with wanted values, and the first of the others as far as `OPTIONS` allows.
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

/// Puts the recommended option among those that are shown of its component: in the place of one with the same
/// value, or else of the last.
fn recommend(derivations: &mut [Derivation], step: &ReportedMove, terms: Vec<ValuedSummand>) {
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
