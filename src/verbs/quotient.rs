//! `quotient`: the finite monoid that decides the sums of a game in misère play.

use std::sync::Arc;

use grundy_engine::game::{At, EvalError, EvalErrorKind, Game};
use grundy_engine::nim::{Period, lcm};
use grundy_engine::solve::Quotient;
use serde::Serialize;

use crate::error::Error;
use crate::lang::errors;
use crate::lang::quotients::{self, letter, product};
use crate::lang::session::{Reply, Session};
use crate::show::document::{Document, Line, Role};
use crate::show::phrase::{counted, muted, paragraph, piece, plain, thousands, verdict};
use crate::show::report::Showable;
use crate::show::rows::Rows;
use crate::syntax::ast;
use crate::verbs::period::asked_game;

/// `quotient S`.
#[derive(Clone, Debug, Serialize)]
pub struct QuotientReport {
    pub games: Vec<Arc<Game>>,
    /// How many elements the quotient has.
    pub order: usize,
    /// How many of them are lost for the player to move.
    pub p_portion: usize,
    /// How the images of heaps repeat, where that is proved; of several games, those of all of them.
    pub period: Option<u64>,
    pub preperiod: Option<u64>,
    /// Is it the quotient of all heaps, or only of those up to `checked`?
    pub proved: bool,
    pub checked: u64,
    pub generators: Vec<Generator>,
    /// Equal products of generators.
    pub relations: Vec<String>,
    /// The elements in P.
    #[serde(rename = "p")]
    pub lost: Vec<String>,
}

/// A letter for the image of a heap.
#[derive(Clone, Debug, Serialize)]
pub struct Generator {
    pub letter: String,
    pub position: String,
}

/// Answers `quotient S`.
pub(crate) fn quotient(session: &mut Session, subject: &ast::Expr) -> Result<Reply, Error> {
    let at = subject.span;
    let asked = asked_game(session, "quotient", subject)?;
    if quotients::LEFT_OUT {
        let kind = EvalErrorKind::NoQuotient { game: asked.game.name.to_string() };
        return Err(errors::fault(EvalError::new(kind, At::from(at)), at));
    }
    let games = vec![asked.game.clone()];
    let found = session.solved(at, |solver| quotients::found(solver, &games, &asked))?;
    session.set_ans(quotients::value(&found));
    Ok(Reply::report(report(games, &found)))
}

fn report(games: Vec<Arc<Game>>, found: &Quotient) -> QuotientReport {
    let periods = found.periods.as_deref();
    // All sequences repeat with each multiple of their periods.
    let period = periods
        .and_then(|periods| periods.iter().try_fold(1, |all, one| lcm(all, one.period.into())))
        .and_then(|period| u64::try_from(period).ok());
    let preperiod = periods.and_then(|periods| periods.iter().map(|one: &Period| one.preperiod).max());
    let generator = |(index, (game, heap)): (usize, &(usize, u64))| Generator {
        letter: letter(index),
        position: format!("{}({heap})", games[*game].name),
    };
    QuotientReport {
        order: found.order,
        p_portion: found.lost.len(),
        period,
        preperiod,
        proved: periods.is_some(),
        checked: found.checked,
        generators: found.generators.iter().enumerate().map(generator).collect(),
        relations: found
            .relations
            .iter()
            .map(|(one, other)| format!("{} = {}", product(one), product(other)))
            .collect(),
        lost: found.lost.iter().map(product).collect(),
        games,
    }
}

impl Showable for QuotientReport {
    fn kind(&self) -> &'static str {
        "quotient"
    }

    fn document(&self) -> Document {
        document(self)
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
    let lost = counted(report.p_portion as u128, "is lost for the player to move", "are lost for the player to move");
    let size = format!("{} elements, of which {lost} (P)", thousands(report.order as u128));
    let checked = thousands(u128::from(report.checked));
    match (report.period, report.preperiod) {
        (Some(period), Some(preperiod)) => {
            paragraph(
                &mut document,
                vec![verdict("The misère quotient is finite"), plain(format!(": it has {size}."))],
            );
            let text = format!(
                "Proved for all heaps: Plambeck–Siegel periodicity theorem, checked up to n = {checked}. The elements of the \
                 heaps have period {} from n = {preperiod} on.",
                thousands(u128::from(period))
            );
            paragraph(&mut document, vec![plain(text)]);
        }
        _ => {
            let text =
                format!(": the heaps up to n = {checked} have one with {size}. Nothing is known of larger heaps.");
            paragraph(&mut document, vec![verdict("No finite misère quotient was found"), plain(text)]);
        }
    }
    let generators = report.generators.iter().map(|one| format!("{} = {}", one.letter, one.position));
    listed(&mut document, "Generators", &generators.collect::<Vec<_>>());
    listed(&mut document, "Relations", &report.relations);
    listed(&mut document, "P", &report.lost);
    document
}

fn listed(document: &mut Document, title: &str, members: &[String]) {
    if members.is_empty() {
        return;
    }
    let shown = members.iter().take(LISTED).map(String::as_str).collect::<Vec<_>>().join(", ");
    let mut line: Line = vec![muted(format!("{title}: ")), piece(Role::Plain, shown)];
    if members.len() > LISTED {
        line.push(muted(format!(" … ({} in all)", thousands(members.len() as u128))));
    }
    paragraph(document, line);
}
