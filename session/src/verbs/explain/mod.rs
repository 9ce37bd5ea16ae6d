//! `explain`: why a position is won or lost, in normal and misère play, and calculations step by step.

mod any_value;
pub(crate) mod calculation;
pub(crate) mod data;
pub(crate) mod misere;
pub(crate) mod parts;
pub(crate) mod words;

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use grundy_engine::game::{Component, Position, Sum};
use grundy_engine::nim::{Convention, Nimber};
use grundy_engine::solve::{self, Move, Situation};

use crate::error::Error;
use crate::lang::session::{Reply, Session};
use crate::lang::{evaluate, questions};
use crate::source::Span;
use crate::syntax::ast::Ask;
use crate::verbs::explain::data::{Advice, Derivation, DerivedOption, Explanation, Reached, Refutation};
use crate::verbs::period;
use crate::verbs::position::analysis::{ValuesWanted, analysed, refuse_misere};
use crate::verbs::position::data::ValuedSummand;
use crate::verbs::position::{self, AskedPosition, nim_sum, remove_equal_moves};

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

pub(crate) fn explain(session: &mut Session, asked: &Ask) -> Result<Reply, Error> {
    let (expr, convention) = (&asked.subject, Convention::of(asked.misere));
    if let Some(period) = expr.question() {
        return period::about(session, period, true);
    }
    // In misère play a position is needed.
    if !convention.is_misere()
        && let Some(report) = calculation::calculation(session, expr)?
    {
        return Ok(Reply::report(report));
    }
    let sum = evaluate::position(&mut session.names, &mut session.solver, expr)?;
    let reply = explanation(session, sum.clone(), convention, expr.span).map(Reply::report)?;
    let asked =
        session.solved(expr.span, |solver| questions::answer(solver, questions::of("explain"), convention, &sum));
    session.keep_value(asked.ok());
    Ok(reply)
}

/// The explanation of a position, or why the solver stopped.
pub(crate) fn explanation(
    session: &mut Session,
    sum: Sum,
    convention: Convention,
    at: Span,
) -> Result<Explanation, Error> {
    refuse_misere(&sum, convention, at)?;
    let asked = AskedPosition { sum, convention, starts: None, most: 0, for_checker: false, at };
    let position = analysed(session, asked, ValuesWanted::WithOptions)?;
    if !position.is_usual() {
        return any_value::explanation(session, position, at);
    }
    if position.compound.is_some() {
        let best = position::best_move(session, Situation::of(&position.sum, convention), at)?;
        let lost = || Advice::Lost { replies: Vec::new(), total: 0 };
        let (derivations, advice) = (Vec::new(), best.map_or_else(lost, Advice::Play));
        return Ok(Explanation { position, derivations, advice, losing: None, misere_reason: None });
    }
    if convention.is_misere() {
        return misere::explanation(session, position, at);
    }
    let sum = &position.sum;
    let mut derivations: Vec<Derivation> = Vec::new();
    for part in &sum.parts {
        if derivations.iter().all(|known| known.component != part.component) {
            derivations.push(derivation(session, &part.component, at)?);
        }
    }
    let advice = match position::best_move(session, sum, at)? {
        Some(winning) => Advice::Play(winning),
        None => lost(session, sum, at)?,
    };
    // The recommended move must be among the options that are shown.
    if let Advice::Play(winning) = &advice {
        let terms = position::terms(session, &winning.to, at)?;
        recommend(&mut derivations, winning, terms);
    }
    Ok(Explanation { position, derivations, advice, losing: None, misere_reason: None })
}

fn derivation(session: &mut Session, component: &Component, at: Span) -> Result<Derivation, Error> {
    let value = session.solved(at, |solver| solver.component_value(component))?;
    let (factors, options, component) = (Vec::new(), Vec::new(), component.clone());
    let mut derivation =
        Derivation { component, value: value.into(), set: None, factors, options, total: 0, reached: None };
    match &derivation.component {
        Component::Position(position) => {
            let position = position.clone();
            for factor in position.factors() {
                let component = Component::Position(factor);
                let value = session.solved(at, |solver| solver.component_value(&component))?;
                derivation.factors.push(ValuedSummand { copies: 1, component, value });
            }
            options_of(session, &mut derivation, value, &position, at)?;
        }
        Component::Star(size) => {
            let values = (0..*size).take(VALUES).map(Nimber).collect();
            let (more_values, largest) = (*size > VALUES as u64, Nimber(size.saturating_sub(1)));
            derivation.total = u128::from(*size);
            derivation.reached = Some(Reached { values, more_values, largest });
            let shown = if *size <= BELOW { BELOW as usize } else { OPTIONS };
            let nimbers = (0..*size).rev().take(shown).map(Nimber);
            derivation.options = nimbers.map(|k| DerivedOption::new(Sum::star(k), Vec::new(), k)).collect();
        }
    }
    Ok(derivation)
}

/// Adds the options of a position and their values to its derivation. All are looked at, or, for a heap far
/// beyond a proved period, classes of them are counted.
fn options_of(
    session: &mut Session,
    derivation: &mut Derivation,
    own: Nimber,
    position: &Position,
    at: Span,
) -> Result<(), Error> {
    let far = session.solved(at, |solver| solver.option_count(position, own, 0))?;
    let (mut values, mut reached) = (BTreeSet::new(), Reached::default());
    let mut shown = ShownOptions::new(own);
    let mut met: u64 = 0;
    let looked = session.solver.each_valued_option(position, &mut |option, value| {
        met += 1;
        values.insert(value);
        reached.largest = reached.largest.max(value);
        if values.len() > VALUES {
            values.pop_last();
            reached.more_values = true;
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
        derivation.options.push(DerivedOption::new(option, terms, value));
    }
    derivation.total = u128::from(met);
    if let Some(far) = far {
        (derivation.total, reached.largest) = (far.total, far.largest);
        reached.more_values = far.values.is_none();
        values = far.values.unwrap_or(values);
    }
    reached.values = values.into_iter().collect();
    derivation.reached = Some(reached);
    Ok(())
}

/// Why no move wins: some of the moves, each with the reply that beats it. Equal moves in equal summands count
/// once.
fn lost(session: &mut Session, sum: &Sum, at: Span) -> Result<Advice, Error> {
    let mut found = session.solved(at, |solver| solver.valued_moves(sum, REPLIES * sum.parts.len().max(1)))?;
    if found.total == 0 {
        return Ok(Advice::Over);
    }
    let repeated = remove_equal_moves(&mut found.losers, |tried| (&tried.from, &tried.to));
    let total = found.total - repeated as u128;
    let mut replies = Vec::new();
    for tried in found.losers.iter().take(REPLIES) {
        let after = sum.after(tried.part, &tried.to);
        if let Some(answer) = position::best_move(session, &after, at)? {
            replies.push(Refutation { tried: tried.clone(), after, answer });
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
fn recommend(derivations: &mut [Derivation], step: &Move, terms: Vec<ValuedSummand>) {
    let Some(derivation) = derivations.iter_mut().find(|derivation| derivation.component == step.from) else { return };
    if derivation.options.iter().any(|shown| shown.option == *step.to) {
        return;
    }
    let value = nim_sum(&terms);
    let terms = if step.to.parts.len() > 1 { terms } else { Vec::new() };
    let recommended = DerivedOption::new((*step.to).clone(), terms, value);
    match derivation.options.iter().position(|shown| shown.value == recommended.value) {
        Some(place) => derivation.options[place] = recommended,
        None => {
            derivation.options.truncate(OPTIONS - 1);
            derivation.options.push(recommended);
        }
    }
}
