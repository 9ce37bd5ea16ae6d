//! `quotient`: the finite monoid that decides the sums of games or of positions in misère play.

mod certificate;
mod data;

use std::sync::Arc;

use grundy_engine::game::{AskedGame, At, Component, EvalError, EvalErrorKind, Game, Sum, Value, expected};
use grundy_engine::nim::{Convention, Period, lcm};
use grundy_engine::solve::{Extent, Quotient, SolveError};
use serde::Serialize;

use crate::error::{Error, SemanticError};
use crate::lang::quotients::{self, letter, product};
use crate::lang::session::{Reply, Session};
use crate::lang::{errors, evaluate};
use crate::show::certificate::Certificate;
use crate::show::document::{Document, Role};
use crate::show::phrase::{name, paragraph, thousands};
use crate::show::report::Showable;
use crate::show::rows::Rows;
use crate::show::told::{Told, told};
use crate::syntax::ast;
use crate::verbs::period::{self, asked_game};
use crate::verbs::position::analysis::refuse_misere_of;
use crate::verbs::quotient::data::{Generator, HeapsReport, PositionsReport, QuotientReport};
use crate::verbs::value::ShownValue;

/// What a question for a quotient is about.
enum AskedQuotient {
    Games(Vec<AskedGame>),
    Positions(Vec<Sum>),
}

/// Answers `quotient S`.
pub(crate) fn quotient(session: &mut Session, question: &ast::Ask) -> Result<Reply, Error> {
    let at = question.subject.span;
    let (subject, seconds) = asked(session, &question.subject)?;
    let (games, found) = match subject {
        AskedQuotient::Games(games) => {
            let found = session.solved(at, |solver| quotients::found(solver, &games))?;
            (games, found)
        }
        AskedQuotient::Positions(sums) => {
            let steps = quotients::steps(seconds);
            const MOST: u64 = Quotient::MOST_POSITIONS;
            let found = session.solved(at, |solver| match solver.quotient_of_positions(&sums, steps) {
                Err(SolveError::Positions { limit: MOST }) => {
                    Ok(Err(EvalErrorKind::TooManyForQuotient { limit: MOST }))
                }
                found => found.map(Ok),
            })?;
            let found = found.map_err(|kind| errors::fault(EvalError::new(kind, At::from(at)), at))?;
            (Vec::new(), found.ok_or_else(|| errors::internal("a quotient of positions that is left out", at))?)
        }
    };
    session.set_ans(quotients::value(&found));
    let mut report = report(&games, &found);
    if let [asked] = &games[..]
        && (question.to.is_some() || session.is_on_page)
    {
        report.tables = session.solver.quotient_tables(&asked.game, certificate::MOST_ELEMENTS);
    }
    Ok(Reply::report(report))
}

/// `period misere S`: how the elements of the heaps of a game repeat in its misère quotient.
#[derive(Clone, Debug, Serialize)]
pub struct MiserePeriodReport {
    pub game: Arc<Game>,
    pub period: u64,
    pub preperiod: u64,
    /// All heaps up to this one were looked at.
    pub checked: u64,
    pub theorem: &'static str,
    /// How many elements the quotient has.
    pub order: usize,
}

/// Answers `period misere S`, and `preperiod` and `proved` with the part they name.
pub(crate) fn misere_period(session: &mut Session, question: &ast::Ask) -> Result<Reply, Error> {
    let (verb, at) = (question.verb, question.subject.span);
    let asked = asked_game(session, "quotient", &question.subject)?;
    refuse_misere_of(&asked.game, asked.convention, at)?;
    let found = session.solved(at, |solver| quotients::found(solver, std::slice::from_ref(&asked)))?;
    let repetition = quotients::repetition(&found);
    let value = quotients::part(repetition, verb);
    session.set_ans(value.clone());
    if verb == "proved" || repetition.is_some() && verb != "period" {
        return Ok(Reply::report(ShownValue::of(value)));
    }
    let checked = match &found.extent {
        Extent::Heaps(known) => known.first().map_or(0, |known| known.checked),
        Extent::Positions { .. } => 0,
    };
    let Some(Period { period, preperiod, .. }) = repetition.copied() else {
        let game = asked.game.name.to_string();
        return Err(Error::new(SemanticError::NoMiserePeriod { game, checked }, at));
    };
    let theorem = "plambeck_siegel";
    Ok(Reply::report(MiserePeriodReport { game: asked.game, period, preperiod, checked, theorem, order: found.order }))
}

impl Showable for MiserePeriodReport {
    fn kind(&self) -> &'static str {
        "misere_period"
    }

    fn document(&self) -> Document {
        let mut document = Document::default();
        let period = thousands(u128::from(self.period));
        let n = thousands(u128::from(self.preperiod));
        paragraph(&mut document, told!("**Period {period}** from n = {n} on, in misère play.", period = &period, n));
        let replaced = told!(
            "In every sum of its heaps, a heap n from there on may be replaced by n + {period} without changing who wins: both have \
             the same element in the misère quotient, which has {n} element[s].",
            period,
            n = thousands(self.order as u128)
        );
        paragraph(&mut document, replaced);
        let n = thousands(u128::from(self.checked));
        paragraph(&mut document, told!("Proved: Plambeck–Siegel periodicity theorem, checked up to n = {n}.", n));
        document
    }

    fn rows(&self) -> Option<Rows<'_>> {
        Some(Rows::of(&["period", "preperiod", "checked", "order"], std::slice::from_ref(self)).in_part())
    }
}

/// The games or positions that are asked about, and for how many seconds.
fn asked(session: &mut Session, subject: &ast::Expr) -> Result<(AskedQuotient, Option<u64>), Error> {
    let bounds = subject.bounds();
    let inner = if bounds.ranges.is_empty() { bounds.game } else { subject };
    if let Some(members) = inner.list_members().filter(|members| members.iter().any(ast::Expr::has_bounds)) {
        let games = members.iter().map(|member| asked_game(session, "quotient", member));
        return Ok((AskedQuotient::Games(games.collect::<Result<_, _>>()?), None));
    }
    let members = match evaluate::value(&mut session.names, &mut session.solver, inner) {
        Ok(Value::List(members)) => members.to_vec(),
        Ok(position @ Value::Position(_)) => vec![position],
        found if inner.list_members().is_some() || inner.cases().is_some() => vec![found?],
        // A game may also be said in ways that are no values.
        _ => return Ok((AskedQuotient::Games(vec![asked_game(session, "quotient", subject)?]), None)),
    };
    let mut number = |bound: Option<&ast::Expr>| bound.map(|bound| period::reach(session, bound)).transpose();
    let reach = Reach { heaps: number(bounds.heaps)?, seconds: number(bounds.seconds)? };
    let mut found = AskedQuotient::Positions(Vec::new());
    for member in members {
        match (member, &mut found) {
            (Value::Position(sum), AskedQuotient::Positions(sums)) => sums.push(Arc::unwrap_or_clone(sum)),
            (Value::Game(game), AskedQuotient::Positions(sums)) if sums.is_empty() => {
                found = AskedQuotient::Games(vec![asked_whole(game, reach, inner)?]);
            }
            (Value::Game(game), AskedQuotient::Games(games)) => games.push(asked_whole(game, reach, inner)?),
            (other, found) => {
                let wanted = if matches!(found, AskedQuotient::Games(_)) { "a game" } else { "a position" };
                let kind = expected(wanted, &other);
                return Err(errors::fault(EvalError::new(kind, At::from(inner.span)), inner.span));
            }
        }
    }
    match (&found, reach.heaps) {
        (AskedQuotient::Positions(sums), Some(_)) => {
            let wanted = "a game before a bound";
            let brief = sums.first().map_or_else(String::new, ToString::to_string);
            let kind = EvalErrorKind::Expected { wanted, found: brief, kind: "a position" };
            Err(errors::fault(EvalError::new(kind, At::from(inner.span)), inner.span))
        }
        _ => Ok((found, reach.seconds)),
    }
}

/// How far a question looks.
#[derive(Clone, Copy)]
struct Reach {
    heaps: Option<u64>,
    seconds: Option<u64>,
}

fn asked_whole(game: Arc<Game>, reach: Reach, at: &ast::Expr) -> Result<AskedGame, Error> {
    let asked =
        AskedGame { game, convention: Convention::Misere, line: None, heaps: reach.heaps, seconds: reach.seconds };
    match quotients::misfit(&asked) {
        Some(kind) => Err(errors::fault(EvalError::new(kind, At::from(at.span)), at.span)),
        None => Ok(asked),
    }
}

fn report(asked: &[AskedGame], found: &Quotient) -> QuotientReport {
    let (known, positions) = match &found.extent {
        Extent::Heaps(known) => (&known[..], None),
        Extent::Positions { known, total } => (&[][..], Some(PositionsReport { known: *known, total: *total })),
    };
    let heaps: Vec<HeapsReport> = asked
        .iter()
        .zip(known)
        .map(|(asked, known)| HeapsReport {
            game: asked.game.clone(),
            checked: known.checked,
            is_as_asked: known.period.is_some() || asked.heaps.is_some_and(|last| known.checked >= last),
            period: known.period.as_ref().map(|period| period.period),
            preperiod: known.period.as_ref().map(|period| period.preperiod),
            rule: asked.game.ruleset.as_data(),
            elements: known.elements.iter().map(product).collect(),
        })
        .collect();
    let proved = quotients::is_whole(found);
    let are_periodic = proved && positions.is_none();
    // All sequences repeat with each multiple of their periods.
    let period = heaps.iter().try_fold(1, |all, one| lcm(all, one.period?.into()));
    let generator =
        |(index, component): (usize, &Component)| Generator { letter: letter(index), position: component.to_string() };
    QuotientReport {
        games: asked.iter().map(|asked| asked.game.clone()).collect(),
        order: found.order,
        p_portion: found.lost.len(),
        period: period.and_then(|period| u64::try_from(period).ok()).filter(|_| are_periodic),
        preperiod: heaps.iter().filter_map(|one| one.preperiod).max().filter(|_| are_periodic),
        proved,
        checked: heaps.iter().map(|one| one.checked).min(),
        heaps,
        positions,
        generators: found.generators.iter().enumerate().map(generator).collect(),
        relations: found
            .relations
            .iter()
            .map(|(one, other)| format!("{} = {}", product(one), product(other)))
            .collect(),
        lost: found.lost.iter().map(product).collect(),
        tables: None,
    }
}

impl Showable for QuotientReport {
    fn kind(&self) -> &'static str {
        "quotient"
    }

    fn document(&self) -> Document {
        document(self)
    }

    fn certificate(&self) -> Option<&dyn Certificate> {
        Some(self)
    }

    fn rows(&self) -> Option<Rows<'_>> {
        let headings = &["order", "p_portion", "period", "preperiod", "proved", "checked"];
        Some(Rows::of(headings, std::slice::from_ref(self)).in_part())
    }
}

/// At most so many relations, or elements of P, are listed.
const LISTED: usize = 60;

fn document(report: &QuotientReport) -> Document {
    let mut document = Document::default();
    let n = thousands(report.order as u128);
    let size = match report.order {
        1 => told!("one element"),
        _ => {
            let lost = thousands(report.p_portion as u128);
            told!("{n} elements, of which {lost} [is|are] lost for the player to move (P)", n, lost)
        }
    };
    let is_found = report.proved || !report.heaps.is_empty() && report.heaps.iter().all(|heaps| heaps.is_as_asked);
    paragraph(
        &mut document,
        match (&report.heaps[..], &report.positions) {
            (heaps, _) if report.proved || is_found && heaps.len() > 1 => {
                told!("**The misère quotient is finite**: it has {size}.", size)
            }
            ([one], None) => told!(
                "**No finite misère quotient was found**: the heaps up to n = {n} have one with {size}. Nothing is known of larger \
                 heaps.",
                n = thousands(one.checked),
                size
            ),
            (_, Some(PositionsReport { known, total })) => told!(
                "**No finite misère quotient was found**: {n} of {total} positions have one with {size}. Nothing is known of the \
                 others.",
                n = thousands(*known as u128),
                total = thousands(*total as u128),
                size
            ),
            _ => told!(
                "**No finite misère quotient was found**: the heaps that were looked at have one with {size}. Nothing is known of \
                 larger heaps.",
                size
            ),
        },
    );
    match (&report.heaps[..], &report.positions) {
        (_, Some(PositionsReport { total, .. })) if report.proved => {
            let decided = told!(
                "It decides all sums of what can be reached: {n} position[s], where those with the same options count once.",
                n = thousands(*total as u128)
            );
            paragraph(&mut document, decided);
        }
        ([one], _) => {
            if let Some(proof) = proof(one) {
                paragraph(&mut document, told!("Proved for all heaps: {proof}", proof));
            }
        }
        (several, _) => several.iter().for_each(|one| {
            let x = name(&one.game.name);
            let told = match proof(one) {
                Some(proof) => told!("{x}: proved for all heaps: {proof}", x, proof),
                None => told!("{x}: the heaps up to n = {n}.", x, n = thousands(one.checked)),
            };
            paragraph(&mut document, told);
        }),
    }
    let generators = report.generators.iter().map(|one| format!("{} = {}", one.letter, one.position));
    listed(&mut document, told!("Generators"), &generators.collect::<Vec<_>>());
    listed(&mut document, told!("Relations"), &report.relations);
    listed(&mut document, told!("P"), &report.lost);
    if let [one] = &report.heaps[..] {
        listed(&mut document, told!("Elements of the heaps 0, 1, …"), &one.elements);
    }
    document
}

/// How the elements of the heaps of a game repeat, if that is proved.
fn proof(heaps: &HeapsReport) -> Option<Told> {
    let (period, preperiod) = (thousands(heaps.period?), heaps.preperiod?);
    Some(told!(
        "Plambeck–Siegel periodicity theorem, checked up to n = {n}. The elements of the heaps have period {period} from n = \
         {preperiod} on.",
        n = thousands(heaps.checked),
        period,
        preperiod
    ))
}

fn listed(document: &mut Document, title: Told, members: &[String]) {
    if members.is_empty() {
        return;
    }
    let shown = members.iter().take(LISTED).map(String::as_str).collect::<Vec<_>>().join(", ");
    let told = match members.len() > LISTED {
        true => told!("{title}: **{shown}** … ({n} in all)", title, shown, n = thousands(members.len() as u128)),
        false => told!("{title}: **{shown}**", title, shown),
    };
    paragraph(document, told.looks(Role::Muted).strong(Role::Plain));
}
