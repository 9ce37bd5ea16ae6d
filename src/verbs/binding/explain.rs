//! `explain` for positions whose moves bind: the sets W of the components, from which their values follow, and what to do.

use grundy_engine::game::{Binding, Component, Sum};
use grundy_engine::nim::{BoundValue, Nimber, Outcome, WinningSet, WinningUnion};
use grundy_engine::solve::{BoundSum, SolveError, Solver};

use crate::error::Error;
use crate::lang::session::Session;
use crate::show::document::{Align, Document, Line, Long, Role};
use crate::show::phrase::{heading, muted, paragraph, piece, plain, short_sum, thousands, verdict};
use crate::show::report::Showable;
use crate::source::Span;
use crate::verbs::binding::data::{BoundExplanation, OptionSet, SetReason};
use crate::verbs::binding::words::{bound, verdict_of, winning_move};
use crate::verbs::binding::{position, refuse_misere, step};

/// The most components that are explained, and options that are shown of each.
const COMPONENTS: usize = 6;
const OPTIONS: usize = 12;

/// The explanation of a position whose moves bind; `None` where no move binds.
pub(crate) fn explain(
    session: &mut Session,
    sum: &Sum,
    misere: bool,
    at: Span,
) -> Result<Option<BoundExplanation>, Error> {
    if !sum.binds() {
        return Ok(None);
    }
    refuse_misere(sum, misere, at)?;
    let position = position(session, sum, false, at)?;
    let mut reasons: Vec<SetReason> = Vec::new();
    for part in &sum.parts {
        if reasons.len() < COMPONENTS && reasons.iter().all(|reason| reason.component != part.component) {
            reasons.push(session.solved(at, |solver| reason(solver, &part.component))?);
        }
    }
    let whole = BoundSum::free(sum.clone());
    let best = session.solved(at, |solver| solver.binding_winning_move(&whole))?;
    Ok(Some(BoundExplanation { position, reasons, best: best.as_ref().map(step) }))
}

fn reason(solver: &mut Solver, component: &Component) -> Result<SetReason, SolveError> {
    let set = solver.winning_set(component)?;
    let (mut options, mut total) = (Vec::new(), 0);
    if let Component::Position(position) = component {
        let found = solver.binding_options(position)?;
        total = found.len();
        for (option, binding) in found.into_iter().take(OPTIONS) {
            let value = solver.bound_value(&option)?;
            let set = won_beside(solver, &option, binding, value)?;
            options.push(OptionSet { option: (*option).clone(), binding, value, set });
        }
    }
    Ok(SetReason { component: component.clone(), value: set.value(), set, options, total })
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

impl Showable for BoundExplanation {
    fn kind(&self) -> &'static str {
        "bound_explanation"
    }

    fn document(&self) -> Document {
        let mut document = Document::default();
        paragraph(&mut document, verdict_of(&self.position, None));
        for reason in &self.reasons {
            explained(&mut document, reason);
        }
        match &self.best {
            Some(best) => paragraph(&mut document, winning_move(&self.position.sum, best)),
            None if self.position.outcome == Outcome::P => {
                paragraph(&mut document, vec![plain("Every move loses.")]);
            }
            None => {}
        }
        document
    }
}

fn explained(document: &mut Document, reason: &SetReason) {
    document.blank();
    let name = short_sum(&Sum::of(reason.component.clone()));
    if let Component::Star(_) = &reason.component {
        let line = vec![verdict(name), plain(" is a nim-heap of value "), bound(reason.value), plain(".")];
        return paragraph(document, line);
    }
    let mut line: Line =
        vec![plain("Who must move in "), verdict(&name), plain(", beside a nim-heap *n, wins for these n: ")];
    line.extend([piece(Role::Nimber, &reason.set), plain(".")]);
    paragraph(document, line);
    if reason.total > 0 {
        let columns = [("move to", Align::Left), ("value", Align::Left), ("wins beside *n for n in", Align::Left)];
        let columns = columns.map(|(text, align)| (vec![heading(text)], align)).to_vec();
        let lines = reason.options.iter().map(|option| {
            let mut to = vec![plain(short_sum(&option.option))];
            if option.binding != Binding::Free {
                to.push(muted(format!(" {}", option.binding.word())));
            }
            vec![to, vec![bound(option.value)], vec![piece(Role::Nimber, &option.set)]]
        });
        document.table(columns, Long::of(lines.collect()));
        let more = reason.total - reason.options.len();
        if more > 0 {
            document.line(vec![muted(format!("  … and {} more", thousands(more as u128)))]);
        }
    }
    let text = match reason.value {
        BoundValue::Nimber(nimber) => {
            format!("The least n that is not among them is {nimber}: that is the value of {name}.")
        }
        BoundValue::Loony => {
            format!("These are all n, so {name} is loony: who is to move wins, whatever stands beside it.")
        }
    };
    paragraph(document, vec![plain(text)]);
}
