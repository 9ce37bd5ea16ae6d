//! `explain` for positions whose values need not be nimbers: why each component has its value, and what to do. Where play may
//! never end, it tells which moves are taken back by their answers; where moves bind, the sets W.

use grundy_engine::game::{Binding, Component, Sum};
use grundy_engine::nim::{BoundValue, GrundyValue, Nimber, Outcome, WinningSet, WinningUnion};
use grundy_engine::solve::{BoundSum, SolveError, Solver};

use crate::error::Error;
use crate::lang::session::Session;
use crate::show::document::{Align, Document, Line, Long, Role};
use crate::show::phrase::{counted, heading, muted, paragraph, piece, plain, short_sum, sum, thousands, verdict};
use crate::show::report::Showable;
use crate::source::Span;
use crate::verbs::general::data::{GeneralExplanation, OptionValue, ValueReason, WayBack};
use crate::verbs::general::words::{best_move, never_ends, value_piece, verdict_of};
use crate::verbs::general::{if_general, position, refuse_misere, step};
use crate::verbs::position::AskedPosition;

/// The most components that are explained, and options that are shown of each.
const COMPONENTS: usize = 6;
const OPTIONS: usize = 12;

/// The explanation of a position whose value need not be a nimber; `None` for others.
///
/// # Errors
/// Misère play is asked about where moves bind; why the solver stopped.
pub(crate) fn explain(
    session: &mut Session,
    sum: &Sum,
    misere: bool,
    at: Span,
) -> Result<Option<GeneralExplanation>, Error> {
    refuse_misere(sum, misere, at)?;
    let Some(way_back) = if_general(session, sum, at)? else { return Ok(None) };
    explained(session, sum, misere, way_back, at).map(Some)
}

/// The explanation of such a position, of which it is known how play may never end.
fn explained(
    session: &mut Session,
    sum: &Sum,
    misere: bool,
    way_back: Option<WayBack>,
    at: Span,
) -> Result<GeneralExplanation, Error> {
    let mut reasons: Vec<ValueReason> = Vec::new();
    for part in sum.parts.iter().filter(|_| !misere) {
        if reasons.len() < COMPONENTS && reasons.iter().all(|reason| reason.component != part.component) {
            let binds = sum.binds();
            reasons.push(session.solved(at, |solver| match binds {
                true => reason_of_set(solver, &part.component),
                false => reason(solver, &part.component),
            })?);
        }
    }
    let found = session.solved(at, |solver| solver.general_moves(&BoundSum::free(sum.clone()), misere, 1))?;
    let losing = found.total - found.winning - found.drawing;
    let best = found.winners.first().or(found.drawers.first()).map(step);
    let asked = AskedPosition { sum: sum.clone(), misere, starts: None, most: 0, at };
    let position = position(session, &asked, way_back, false)?;
    Ok(GeneralExplanation { position, reasons, best, losing })
}

fn reason(solver: &mut Solver, component: &Component) -> Result<ValueReason, SolveError> {
    let value = solver.general_component_value(component)?;
    let found = solver.loopy_moves(&Sum::of(component.clone()), false)?;
    let mut options = Vec::new();
    for made in found.all() {
        let Some((left, _)) = made.values.clone() else { continue };
        // ∞, or a nimber above the value.
        let is_taken_back = value.nimber().filter(|nimber| left.nimber().is_none_or(|left| left > *nimber));
        if options.len() >= OPTIONS && is_taken_back.is_none() {
            continue;
        }
        let answer = match is_taken_back.filter(|_| options.len() < 2 * OPTIONS) {
            Some(nimber) => answer(solver, &made.to, nimber)?,
            None => None,
        };
        let (option, binding) = ((*made.to).clone(), made.binding);
        options.push(OptionValue { option, binding, value: left, answer, set: None });
    }
    options.truncate(OPTIONS);
    let total = found.all().count();
    Ok(ValueReason { component: component.clone(), value, set: None, options, total })
}

/// What a move from a position leaves that has this value. Beside a nim-heap of that size it is a move that wins.
fn answer(solver: &mut Solver, from: &Sum, wanted: Nimber) -> Result<Option<Sum>, SolveError> {
    let found = solver.loopy_moves(&from.plus(&Sum::star(wanted)), false)?;
    let in_it = found.winners.iter().find(|made| made.part < from.parts.len());
    Ok(in_it.map(|made| from.after(made.part, &made.to)))
}

fn reason_of_set(solver: &mut Solver, component: &Component) -> Result<ValueReason, SolveError> {
    let set = solver.winning_set(component)?;
    let (mut options, mut total) = (Vec::new(), 0);
    if let Component::Position(position) = component {
        let found = solver.binding_options(position)?;
        total = found.len();
        for (option, binding) in found.into_iter().take(OPTIONS) {
            let value = solver.bound_value(&option)?;
            let set = Some(won_beside(solver, &option, binding, value)?);
            options.push(OptionValue { option: (*option).clone(), binding, value: value.into(), answer: None, set });
        }
    }
    let (component, value) = (component.clone(), set.value().into());
    Ok(ValueReason { component, value, set: Some(set), options, total })
}

/// The nimbers beside which a move to this option wins.
fn won_beside(
    solver: &mut Solver,
    option: &Sum,
    binding: Binding,
    value: BoundValue,
) -> Result<WinningSet, SolveError> {
    let mut union = WinningUnion::default();
    match (binding, value) {
        (Binding::Free, BoundValue::Nimber(nimber)) => union.add(nimber),
        (Binding::Free, BoundValue::Loony) => {}
        (Binding::Again, value) => union.add_all_but(value.nimber()),
        (Binding::Reply, _) => {
            let replies = solver.winning_set_of_sum(option)?;
            union.add_shifted(&replies.complement(), Nimber::ZERO.into());
        }
    }
    Ok(union.finish())
}

impl Showable for GeneralExplanation {
    fn kind(&self) -> &'static str {
        "general_explanation"
    }

    fn document(&self) -> Document {
        let mut document = Document::default();
        paragraph(&mut document, verdict_of(&self.position, None));
        never_ends(&mut document, self.position.way_back.as_ref());
        for reason in &self.reasons {
            match &reason.set {
                Some(set) => by_sets(&mut document, reason, set),
                None => by_options(&mut document, reason),
            }
        }
        if self.position.misere {
            let text = "Found backwards from the ends of play: a position is lost if all its moves lead to won ones, won if \
                        one leads to a lost one, and what is neither is a draw.";
            paragraph(&mut document, vec![plain(text)]);
        }
        advice(&mut document, self);
        document
    }
}

/// Why a component from which play may never end has its value.
fn by_options(document: &mut Document, reason: &ValueReason) {
    let name = short_sum(&Sum::of(reason.component.clone()));
    let mut line = vec![verdict(name), plain(" = "), value_piece(&reason.value)];
    if reason.total == 0 {
        line.push(plain(": there is no move."));
        return paragraph(document, line);
    }
    line.push(plain(": "));
    let shown = reason.options.iter().enumerate().flat_map(|(index, option)| {
        let comma = (index > 0).then(|| plain(", "));
        comma.into_iter().chain([sum(&option.option), plain(" = "), value_piece(&option.value)])
    });
    line.extend(shown);
    let more = reason.total.saturating_sub(reason.options.len());
    if more > 0 {
        line.push(muted(format!(" … and {more} more")));
    }
    line.push(plain("."));
    paragraph(document, line);
    paragraph(document, vec![plain(rule(reason))]);
    for option in &reason.options {
        if let Some(answer) = &option.answer {
            let line = vec![
                plain("The move to "),
                sum(&option.option),
                plain(" does not help: it is answered by the move to "),
                sum(answer),
                plain(", whose value is "),
                value_piece(&reason.value),
                plain(" again."),
            ];
            paragraph(document, line);
        }
    }
}

/// Which rule gives the value where play may never end.
fn rule(reason: &ValueReason) -> String {
    match &reason.value {
        GrundyValue::Nimber(nimber) if reason.options.iter().any(|option| option.answer.is_some()) => format!(
            "{nimber} is the least number that is not the value of an option, and each option of value ∞ has itself an option \
             of value {nimber}."
        ),
        GrundyValue::Infinite(nimbers) => {
            let least = grundy_engine::nim::mex(nimbers.iter().copied());
            format!(
                "{least} is the least number that is not the value of an option, but an option of value ∞ has no option of \
                 value {least}: who moves there need not let play come to an end. So the value is ∞, with the numbers of \
                 the options."
            )
        }
        value => format!("{value} is the least number that is not the value of an option."),
    }
}

/// Why a component whose moves bind has its value.
fn by_sets(document: &mut Document, reason: &ValueReason, set: &WinningSet) {
    document.blank();
    let name = short_sum(&Sum::of(reason.component.clone()));
    if let Component::Star(_) = &reason.component {
        let line = vec![verdict(name), plain(" is a nim-heap of value "), value_piece(&reason.value), plain(".")];
        return paragraph(document, line);
    }
    let mut line: Line =
        vec![plain("Who must move in "), verdict(&name), plain(", beside a nim-heap *n, wins for these n: ")];
    line.extend([piece(Role::Nimber, set), plain(".")]);
    paragraph(document, line);
    if reason.total > 0 {
        let columns = [("move to", Align::Left), ("value", Align::Left), ("wins beside *n for n in", Align::Left)];
        let columns = columns.map(|(text, align)| (vec![heading(text)], align)).to_vec();
        let lines = reason.options.iter().map(|option| {
            let mut to = vec![plain(short_sum(&option.option))];
            if option.binding != Binding::Free {
                to.push(muted(format!(" {}", option.binding.word())));
            }
            let set = option.set.iter().map(|set| piece(Role::Nimber, set)).collect();
            vec![to, vec![value_piece(&option.value)], set]
        });
        document.table(columns, Long::of(lines.collect()));
        let more = reason.total - reason.options.len();
        if more > 0 {
            document.line(vec![muted(format!("  … and {} more", thousands(more as u128)))]);
        }
    }
    let text = match reason.value.nimber() {
        Some(nimber) => {
            format!("The least n that is not among them is {nimber}: that is the value of {name}.")
        }
        None => {
            format!("These are all n, so {name} is loony: who is to move wins, whatever stands beside it.")
        }
    };
    paragraph(document, vec![plain(text)]);
}

fn advice(document: &mut Document, report: &GeneralExplanation) {
    let outcome = report.position.outcome;
    if let Some(best) = report.best.as_ref().filter(|_| outcome != Outcome::P) {
        paragraph(document, best_move(&report.position, best));
    }
    let may_never_end = report.position.way_back.is_some();
    let text = match (outcome, report.losing) {
        (Outcome::N, _) if may_never_end => {
            "Not every move to a position that is lost leads nearer to the end of play; this one does.".to_owned()
        }
        (Outcome::N, _) | (Outcome::P, 0) => return,
        (Outcome::D, 0) => "No move loses.".to_owned(),
        (Outcome::D, losing) => format!("{} would lose.", counted(losing, "move", "moves")),
        (Outcome::P, _) if may_never_end => {
            "Every move loses: there is an answer after which the position is lost again.".to_owned()
        }
        (Outcome::P, _) => "Every move loses.".to_owned(),
    };
    paragraph(document, vec![plain(text)]);
}
