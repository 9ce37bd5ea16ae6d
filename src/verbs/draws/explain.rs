//! `explain` for positions from which play may never end: why each component has its value, which moves are taken back by
//! their answers, and what to do.

use grundy_engine::game::{Component, Sum};
use grundy_engine::nim::{LoopyValue, Nimber, Outcome};
use grundy_engine::solve::LoopyMoves;

use crate::error::Error;
use crate::lang::session::Session;
use crate::show::document::{Document, Role};
use crate::show::phrase::{counted, muted, paragraph, piece, plain, short_sum, sum, verdict};
use crate::show::report::Showable;
use crate::source::Span;
use crate::verbs::draws::data::{LoopyExplanation, OptionValue, ValueReason, WayBack};
use crate::verbs::draws::words::{best_move, loopy, never_ends, verdict_of};
use crate::verbs::draws::{alone, position, step};
use crate::verbs::position::AskedPosition;

/// The most components that are explained, and options that are shown of each.
const COMPONENTS: usize = 6;
const OPTIONS: usize = 12;

/// The explanation of a position from which play may never end.
pub(crate) fn explain(
    session: &mut Session,
    sum: Sum,
    misere: bool,
    way_back: WayBack,
    at: Span,
) -> Result<LoopyExplanation, Error> {
    let mut reasons: Vec<ValueReason> = Vec::new();
    for part in sum.parts.iter().filter(|_| !misere) {
        if reasons.len() < COMPONENTS && reasons.iter().all(|reason| reason.component != part.component) {
            reasons.push(reason(session, &part.component, at)?);
        }
    }
    let found = session.solved(at, |solver| solver.loopy_moves(&sum, misere))?;
    let LoopyMoves { winning, drawing, losing } = found;
    let losing = losing.len();
    let best = winning.first().or(drawing.first()).map(step);
    let asked = AskedPosition { sum, misere, starts: None, most: 0, at };
    let position = position(session, &asked, way_back, false)?;
    Ok(LoopyExplanation { position, reasons, best, losing })
}

fn reason(session: &mut Session, component: &Component, at: Span) -> Result<ValueReason, Error> {
    let value = session.solved(at, |solver| solver.loopy_component_value(component))?;
    let found = session.solved(at, |solver| solver.loopy_moves(&alone(component), false))?;
    let moves = || found.winning.iter().chain(&found.drawing).chain(&found.losing);
    let total = moves().count();
    let mut options = Vec::new();
    for made in moves() {
        let Some((left, _)) = made.values.clone() else { continue };
        let is_taken_back = value.nimber().is_some_and(|nimber| is_above(&left, nimber));
        if options.len() >= OPTIONS && !is_taken_back {
            continue;
        }
        let answer = match value.nimber().filter(|_| is_taken_back && options.len() < 2 * OPTIONS) {
            Some(nimber) => answer(session, &made.to, nimber, at)?,
            None => None,
        };
        options.push(OptionValue { option: (*made.to).clone(), value: left, answer });
    }
    options.truncate(OPTIONS);
    Ok(ValueReason { component: component.clone(), value, options, total })
}

/// Is a value ∞, or a nimber above this one?
fn is_above(value: &LoopyValue, nimber: Nimber) -> bool {
    value.nimber().is_none_or(|value| value > nimber)
}

/// What a move from a position leaves that has this value. Beside a nim-heap of that size it is a move that wins.
fn answer(session: &mut Session, from: &Sum, wanted: Nimber, at: Span) -> Result<Option<Sum>, Error> {
    let beside = from.plus(&Sum::star(wanted));
    let found = session.solved(at, |solver| solver.loopy_moves(&beside, false))?;
    let in_it = found.winning.iter().find(|made| made.part < from.parts.len());
    Ok(in_it.map(|made| grundy_engine::solve::replaced(from, made.part, &made.to)))
}

impl Showable for LoopyExplanation {
    fn kind(&self) -> &'static str {
        "loopy_explanation"
    }

    fn document(&self) -> Document {
        let mut document = Document::default();
        paragraph(&mut document, verdict_of(&self.position, None));
        never_ends(&mut document, &self.position.way_back);
        self.reasons.iter().for_each(|reason| explained(&mut document, reason));
        if self.position.misere {
            let text = "Found backwards from the ends of play: a position is lost if all its moves lead to won ones, won if \
                        one leads to a lost one, and what is neither is a draw.";
            paragraph(&mut document, vec![plain(text)]);
        }
        advice(&mut document, self);
        document
    }
}

fn explained(document: &mut Document, reason: &ValueReason) {
    let one = alone(&reason.component);
    let mut line = vec![verdict(short_sum(&one)), plain(" = "), loopy(&reason.value)];
    if reason.total == 0 {
        line.push(plain(": there is no move."));
        return paragraph(document, line);
    }
    line.push(plain(": "));
    let shown = reason.options.iter().enumerate().flat_map(|(index, option)| {
        let comma = (index > 0).then(|| plain(", "));
        comma.into_iter().chain([sum(&option.option), plain(" = "), loopy(&option.value)])
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
                loopy(&reason.value),
                plain(" again."),
            ];
            paragraph(document, line);
        }
    }
}

/// Which rule gives the value.
fn rule(reason: &ValueReason) -> String {
    match &reason.value {
        LoopyValue::Nimber(nimber) if reason.options.iter().any(|option| option.answer.is_some()) => format!(
            "{nimber} is the least number that is not the value of an option, and each option of value ∞ has itself an option \
             of value {nimber}."
        ),
        LoopyValue::Nimber(nimber) => format!("{nimber} is the least number that is not the value of an option."),
        LoopyValue::Infinite(nimbers) => {
            let least = (0..).zip(nimbers.iter()).find(|(n, nimber)| *n != nimber.0);
            let least = least.map_or(nimbers.len() as u64, |(n, _)| n);
            format!(
                "{least} is the least number that is not the value of an option, but an option of value ∞ has no option of \
                 value {least}: who moves there need not let play come to an end. So the value is ∞, with the numbers of \
                 the options."
            )
        }
    }
}

fn advice(document: &mut Document, report: &LoopyExplanation) {
    let outcome = report.position.outcome;
    if let Some(best) = report.best.as_ref().filter(|_| outcome != Outcome::P) {
        paragraph(document, best_move(&report.position, best));
    }
    let text = match (outcome, report.losing) {
        (Outcome::N, _) => {
            "Not every move to a position that is lost leads nearer to the end of play; this one does.".to_owned()
        }
        (Outcome::D, 0) => "No move loses.".to_owned(),
        (Outcome::D, losing) => format!("{} would lose.", counted(losing as u128, "move", "moves")),
        (Outcome::P, 0) => return,
        (Outcome::P, _) => "Every move loses: there is an answer after which the position is lost again.".to_owned(),
    };
    paragraph(document, vec![piece(Role::Plain, text)]);
}
