//! `explain` for positions whose values need not be nimbers: why each component has its value, and what to do. Where play may
//! never end, it tells which moves are taken back by their answers; where moves bind, the sets W.

use grundy_engine::game::{Binding, Component, Sum};
use grundy_engine::nim::{Convention, GrundyValue, Nimber, Outcome, WinningSet, WinningUnion};
use grundy_engine::solve::{Situation, SolveError, Solver};

use crate::error::Error;
use crate::lang::session::Session;
use crate::show::document::{Align, Document, Line, Long, Role};
use crate::show::phrase::{muted, muted_words, paragraph, plain, short_sum, sum, thousands, titled};
use crate::show::told::{Tellable, Told, told};
use crate::source::Span;
use crate::verbs::explain::data::{Advice, Derivation, DerivedOption, Explanation};
use crate::verbs::position::data::Analysis;
use crate::verbs::position::winner::{best_move, never_ends, value_piece, verdict_of, winning_set};

/// The most components that are explained, and options that are shown of each.
const COMPONENTS: usize = 6;
const OPTIONS: usize = 12;

/// The explanation of a position of which this is known.
pub(super) fn explanation(session: &mut Session, position: Analysis, at: Span) -> Result<Explanation, Error> {
    let mut derivations: Vec<Derivation> = Vec::new();
    let binds = position.sum.binds();
    for part in position.sum.parts.iter().filter(|_| !position.convention.is_misere()) {
        if derivations.len() < COMPONENTS && derivations.iter().all(|known| known.component != part.component) {
            derivations.push(session.solved(at, |solver| match binds {
                true => by_set(solver, &part.component),
                false => by_loops(solver, &part.component),
            })?);
        }
    }
    let found = session.solved(at, |solver| solver.moves(Situation::of(&position.sum, position.convention), 1))?;
    let losing = found.total - found.winning - found.drawing;
    let best = found.winners.into_iter().chain(found.drawers).next();
    let advice = match best {
        Some(best) => Advice::Play(best),
        None if found.total == 0 => Advice::Over,
        None => Advice::Lost { replies: Vec::new(), total: found.total },
    };
    Ok(Explanation { position, derivations, advice, losing: Some(losing), misere_reason: None })
}

fn by_loops(solver: &mut Solver, component: &Component) -> Result<Derivation, SolveError> {
    let value = solver.grundy_value_of(component)?;
    let found = solver.loopy_moves(&Sum::of(component.clone()), Convention::Normal)?;
    let mut options = Vec::new();
    for made in found.all() {
        let Some(left) = made.value.clone() else { continue };
        // ∞, or a nimber above the value.
        let is_taken_back = value.nimber().filter(|nimber| left.nimber().is_none_or(|left| left > *nimber));
        if options.len() >= OPTIONS && is_taken_back.is_none() {
            continue;
        }
        let answer = match is_taken_back.filter(|_| options.len() < 2 * OPTIONS) {
            Some(nimber) => answer(solver, &made.to, nimber)?,
            None => None,
        };
        options.push(DerivedOption { answer, ..DerivedOption::new((*made.to).clone(), Vec::new(), left) });
    }
    options.truncate(OPTIONS);
    let (total, factors) = (found.total, Vec::new());
    Ok(Derivation { component: component.clone(), value, set: None, factors, options, total, reached: None })
}

/// What a move from a position leaves that has this value. Beside a nim-heap of that size it is a move that wins.
fn answer(solver: &mut Solver, from: &Sum, wanted: Nimber) -> Result<Option<Sum>, SolveError> {
    let found = solver.loopy_moves(&from.plus(&Sum::star(wanted)), Convention::Normal)?;
    let in_it = found.winners.iter().find(|made| made.part < from.parts.len());
    Ok(in_it.map(|made| from.after(made.part, &made.to)))
}

fn by_set(solver: &mut Solver, component: &Component) -> Result<Derivation, SolveError> {
    let set = solver.winning_set(component)?;
    let (mut options, mut total) = (Vec::new(), 0);
    if let Component::Position(position) = component {
        let found = solver.binding_options(position)?;
        total = found.len() as u128;
        for (option, binding) in found.into_iter().take(OPTIONS) {
            let value = solver.grundy_value(&option)?;
            let set = Some(won_beside(solver, &option, binding, &value)?);
            let option = DerivedOption::new((*option).clone(), Vec::new(), value);
            options.push(DerivedOption { binding, set, ..option });
        }
    }
    let (component, value, factors) = (component.clone(), set.value(), Vec::new());
    Ok(Derivation { component, value, set: Some(set), factors, options, total, reached: None })
}

/// The nimbers beside which a move to this option wins.
fn won_beside(
    solver: &mut Solver,
    option: &Sum,
    binding: Binding,
    value: &GrundyValue,
) -> Result<WinningSet, SolveError> {
    let mut union = WinningUnion::default();
    match binding {
        Binding::Free | Binding::Again => binding.add_to(&mut union, value),
        Binding::Reply => {
            let replies = solver.winning_set_of_sum(option)?;
            union.add_shifted(&replies.complement(), &Nimber::ZERO.into());
        }
    }
    Ok(union.finish())
}

/// The explanation in words.
pub(super) fn document(report: &Explanation) -> Document {
    let mut document = Document::default();
    paragraph(&mut document, verdict_of(&report.position, None));
    never_ends(&mut document, &report.position);
    for derivation in &report.derivations {
        match &derivation.set {
            Some(set) => by_sets(&mut document, derivation, set),
            None => by_options(&mut document, derivation),
        }
    }
    if report.position.convention.is_misere() {
        let found = told!(
            "Found backwards from the ends of play: a position is lost if all its moves lead to won ones, won if one leads to a lost one, and what is neither is a draw."
        );
        paragraph(&mut document, found);
    }
    advice(&mut document, report);
    document
}

/// Why a component from which play may never end has its value.
fn by_options(document: &mut Document, reason: &Derivation) {
    let name = short_sum(&Sum::of(reason.component.clone()));
    let v = value_piece(&reason.value);
    if reason.total == 0 {
        return paragraph(document, told!("**{name}** = {v}: there is no move.", name, v));
    }
    let shown = reason.options.iter().enumerate().flat_map(|(index, option)| {
        let comma = (index > 0).then(|| plain(", "));
        comma.into_iter().chain([sum(&option.option), plain(" = "), value_piece(&option.value)])
    });
    let mut list: Line = shown.collect();
    let more = reason.total.saturating_sub(reason.options.len() as u128);
    if more > 0 {
        list = told!("{list}** … and {n} more**", list, n = more).strong(Role::Muted).into_line();
    }
    paragraph(document, told!("**{name}** = {v}: {list}.", name, v, list));
    paragraph(document, rule(reason));
    for option in &reason.options {
        if let Some(answer) = &option.answer {
            let (x, y, v) = (sum(&option.option), sum(answer), value_piece(&reason.value));
            paragraph(
                document,
                told!(
                    "The move to {x} does not help: it is answered by the move to {y}, whose value is {v} again.",
                    x,
                    y,
                    v
                ),
            );
        }
    }
}

/// Which rule gives the value where play may never end.
fn rule(reason: &Derivation) -> Told {
    match &reason.value {
        GrundyValue::Nimber(n) if reason.options.iter().any(|option| option.answer.is_some()) => told!(
            "{n} is the least number that is not the value of an option, and each option of value ∞ has itself an option of value {n}.",
            n = *n
        ),
        GrundyValue::Infinite(nimbers) => told!(
            "{n} is the least number that is not the value of an option, but an option of value ∞ has no option of value {n}: who moves there need not let play come to an end. So the value is ∞, with the numbers of the options.",
            n = grundy_engine::nim::mex(nimbers.iter().copied())
        ),
        value => told!("{n} is the least number that is not the value of an option.", n = value.to_string()),
    }
}

/// Why a component whose moves bind has its value.
fn by_sets(document: &mut Document, reason: &Derivation, set: &WinningSet) {
    document.blank();
    let name = short_sum(&Sum::of(reason.component.clone()));
    if let Component::Star(_) = &reason.component {
        let v = value_piece(&reason.value);
        return paragraph(document, told!("**{name}** is a nim-heap of value {v}.", name, v));
    }
    let set = winning_set(set);
    let found = told!("Who must move in **{x}**, beside a nim-heap *n, wins for these n: {set}.", x = &name, set);
    paragraph(document, found);
    if reason.total > 0 {
        let columns = [told!("move to"), told!("value"), told!("wins beside *n for n in")];
        let columns = columns.map(|text| (titled(text), Align::Left)).to_vec();
        let lines = reason.options.iter().map(|option| {
            let mut to = vec![plain(short_sum(&option.option))];
            if !option.binding.is_free() {
                to.push(muted(format!(" {}", option.binding.word())));
            }
            let set = option.set.as_ref().map(|set| winning_set(set).into_line()).unwrap_or_default();
            vec![to, vec![value_piece(&option.value)], set]
        });
        document.table(columns, Long::of(lines.collect()));
        let more = reason.total - reason.options.len() as u128;
        if more > 0 {
            let more = muted_words(told!("… and {n} more", n = thousands(more)));
            document.line([vec![plain("  ")], more].concat());
        }
    }
    let text = match reason.value.nimber() {
        Some(n) => told!("The least n that is not among them is {n}: that is the value of {x}.", n, x = name),
        None => told!("These are all n, so {x} is loony: who is to move wins, whatever stands beside it.", x = name),
    };
    paragraph(document, text);
}

fn advice(document: &mut Document, report: &Explanation) {
    let outcome = report.position.outcome;
    if let Advice::Play(best) = &report.advice {
        paragraph(document, best_move(&report.position, best));
    }
    let may_never_end = report.position.way_back.is_some();
    let text = match (outcome, report.losing.unwrap_or(0)) {
        (Outcome::N, _) if may_never_end => {
            told!("Not every move to a position that is lost leads nearer to the end of play; this one does.")
        }
        (Outcome::N, _) | (Outcome::P, 0) => return,
        (Outcome::D, 0) => told!("No move loses."),
        (Outcome::D, losing) => told!("{n} move[s] would lose.", n = thousands(losing)),
        (Outcome::P, _) if may_never_end => {
            told!("Every move loses: there is an answer after which the position is lost again.")
        }
        (Outcome::P, _) => told!("Every move loses."),
    };
    paragraph(document, text);
}
