//! `losing` and `winning`: the P-positions or N-positions in a range, how many there are, and the first of them.

use std::sync::Arc;

use grundy_engine::game::Value;
use grundy_engine::nim::{Convention, Outcome};
use grundy_engine::solve::Sifted;
use serde::Serialize;

use crate::error::Error;
use crate::lang::lower::{LAST, coordinate};
use crate::lang::session::{Reply, Session};
use crate::show::document::{Block, Document, Line, Role};
use crate::show::lists::LongList;
use crate::show::phrase::{piece, plain, thousands};
use crate::show::report::{AnswerValue, Showable, Terms};
use crate::show::rows::{Rows, columns, typed};
use crate::show::told::{Tellable, told};
use crate::syntax::ast::Ask;
use crate::verbs::position::analysis::refuse_misere_of;
use crate::verbs::tables::cases::Cases;
use crate::verbs::tables::{self, MOST_ENTRIES};

/// `losing S 0..40`, `winning S 0..40`: the P-positions among many, or the N-positions.
#[derive(Clone, Debug, Serialize)]
pub struct PositionList {
    /// The game, or the positions as they were typed.
    #[serde(rename = "game")]
    pub subject: Arc<str>,
    #[serde(rename = "misere")]
    pub convention: Convention,
    /// The positions with this outcome are listed.
    pub outcome: Outcome,
    /// How many positions were looked at.
    #[serde(rename = "among")]
    pub looked_at: u64,
    /// How many of them are listed.
    pub count: u64,
    /// How many of them are drawn.
    #[serde(skip_serializing_if = "is_none")]
    pub drawn: u64,
    /// The names of the coordinates, or of the variables.
    pub coordinates: Vec<Arc<str>>,
    /// Heaps; tuples if the game has several coordinates.
    #[serde(skip)]
    pub positions: Arc<[Value]>,
}

pub(crate) fn by_outcome(session: &mut Session, asked: &Ask) -> Result<Reply, Error> {
    let (at, convention) = (asked.subject.span, Convention::of(asked.misere));
    let outcome = if asked.verb == "winning" { Outcome::N } else { Outcome::P };
    if let Some(cases) = Cases::of(session, &asked.subject, Some(convention))? {
        return Ok(of_cases(outcome, cases, convention));
    }
    let sliced = tables::sliced(session, asked, [LAST; 2])?;
    refuse_misere_of(&sliced.game, convention, at)?;
    let (asked, _) = tables::boxed(session, sliced.game, &sliced.ranges, at, MOST_ENTRIES)?;
    let Sifted { positions, count, looked_at, drawn } =
        session.solved(at, |solver| solver.sifted(&asked, outcome, convention, MOST_ENTRIES))?;
    if count > MOST_ENTRIES {
        return Err(tables::too_many("positions", count, at));
    }
    let positions: Arc<[Value]> = positions.into();
    let (subject, count) = (asked.game.name.clone(), positions.len() as u64);
    let coordinates = (0..asked.axes.len()).map(|index| coordinate(&asked.game, index)).collect();
    Ok(Reply::report(PositionList { subject, convention, outcome, looked_at, count, drawn, coordinates, positions }))
}

/// No position is drawn.
fn is_none(drawn: &u64) -> bool {
    *drawn == 0
}

/// The same for positions that are no game and ranges.
fn of_cases(outcome: Outcome, cases: Cases, convention: Convention) -> Reply {
    let with = |wanted| move |case: &&(Value, Value)| case.1 == Value::Outcome(wanted);
    let looked_at = cases.found.len() as u64;
    let drawn = cases.found.iter().filter(with(Outcome::D)).count() as u64;
    let positions: Arc<[Value]> = cases.found.iter().filter(with(outcome)).map(|case| case.0.clone()).collect();
    let (count, coordinates) = (positions.len() as u64, cases.names);
    let subject = cases.subject;
    Reply::report(PositionList { subject, convention, outcome, looked_at, count, drawn, coordinates, positions })
}

/// At most this many positions are shown.
const SHOWN: usize = 200;

impl Showable for PositionList {
    fn kind(&self) -> &'static str {
        "positions"
    }

    fn document(&self) -> Document {
        let mut document = Document::default();
        document.line(summary(self));
        let role = if self.outcome == Outcome::P { Role::Good } else { Role::Name };
        document
            .blocks
            .push(Block::Pieces(self.positions.iter().take(SHOWN).map(|found| piece(role, found)).collect()));
        let more = self.positions.len().saturating_sub(SHOWN);
        if more > 0 {
            let n = thousands(more as u128);
            document.line(told!("… and {n} more; `to \"FILE\"` writes all of them.", n).looks(Role::Muted));
        }
        document
    }

    fn rows(&self) -> Option<Rows<'_>> {
        Some(rows(self))
    }

    fn list(&self) -> Option<(&'static str, LongList<'_>)> {
        Some(("positions", LongList::Values(&self.positions)))
    }

    fn value(&self) -> Option<AnswerValue<'_>> {
        Some((0, Box::new(|| Value::List(self.positions.clone()))))
    }

    fn is_sequence(&self) -> bool {
        true
    }

    fn terms(&self) -> Option<Terms<'_>> {
        let terms = (1_i64..).zip(self.positions.iter().map(ToString::to_string));
        (self.coordinates.len() == 1).then(|| Box::new(terms) as Terms)
    }
}

/// "6 of 21 positions are P-positions: the player to move loses."
fn summary(report: &PositionList) -> Line {
    if report.looked_at == 0 {
        return told!("**No positions**: the ranges have none.").into_line();
    }
    let all = thousands(u128::from(report.looked_at));
    let found = match (report.count, report.looked_at, report.outcome) {
        (0, 1, Outcome::P) => told!("the only position is not a P-position"),
        (0, 1, Outcome::N) => told!("the only position is not an N-position"),
        (0, 1, Outcome::D) => told!("the only position is not drawn"),
        (0, _, Outcome::P) => told!("none of {all} position[s] is a P-position", all),
        (0, _, Outcome::N) => told!("none of {all} position[s] is an N-position", all),
        (0, _, Outcome::D) => told!("none of {all} position[s] is drawn", all),
        (1, _, Outcome::P) => told!("1 of {all} position[s] is a P-position", all),
        (1, _, Outcome::N) => told!("1 of {all} position[s] is an N-position", all),
        (1, _, Outcome::D) => told!("1 of {all} position[s] is drawn", all),
        (n, _, Outcome::P) => told!("{n} of {all} position[s] are P-positions", n = thousands(u128::from(n)), all),
        (n, _, Outcome::N) => told!("{n} of {all} position[s] are N-positions", n = thousands(u128::from(n)), all),
        (n, _, Outcome::D) => told!("{n} of {all} position[s] are drawn", n = thousands(u128::from(n)), all),
    };
    let found = if report.convention.is_misere() { told!("in misère play {found}", found) } else { found }.capital();
    let mut line = match (report.count, report.outcome) {
        (0, _) => told!("**{found}**.", found),
        (_, Outcome::P) => told!("**{found}**: the player to move loses.", found),
        (_, Outcome::N) => told!("**{found}**: the player to move wins.", found),
        (_, Outcome::D) => told!("**{found}**: the player to move does not lose.", found),
    }
    .into_line();
    if report.drawn > 0 {
        let n = thousands(u128::from(report.drawn));
        line.push(plain(" "));
        line.extend(told!("{n} position[s] [is a draw|are draws].", n).into_line());
    }
    line
}

/// One row for each position, with a column for each coordinate.
fn rows(report: &PositionList) -> Rows<'_> {
    let headings: Vec<&str> = report.coordinates.iter().map(|name| &**name).collect();
    let is_one = headings.len() == 1;
    Rows::new(
        &headings,
        report.positions.iter().map(move |position| {
            let fields = if is_one { std::slice::from_ref(position) } else { columns(position) };
            fields.iter().map(typed)
        }),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::show::report::Report;
    use crate::verbs::samples::{assert_text, shown, shown_ascii, subtraction};

    fn solved(positions: Vec<Value>, looked_at: u64, convention: Convention) -> Report {
        let (outcome, count) = (Outcome::P, positions.len() as u64);
        let coordinates = vec!["n".into()];
        let positions = positions.into();
        let (subject, drawn) = (subtraction().name.clone(), 0);
        Report::new(PositionList { subject, convention, outcome, looked_at, count, drawn, coordinates, positions })
    }

    #[test]
    fn positions_are_counted_and_never_broken() {
        let heaps = [0, 4, 8].map(Value::Integer).to_vec();
        assert_text(
            &shown(&solved(heaps, 12, Convention::Normal), 80),
            "3 of 12 positions are P-positions: the player to move loses.\n0 4 8\n",
        );
        let pairs = (0..9).map(|n| Value::Tuple([Value::Integer(n), Value::Integer(n)].into())).collect();
        let text = shown(&solved(pairs, 81, Convention::Misere), 30);
        assert!(text.ends_with("\n(0, 0) (1, 1) (2, 2) (3, 3)\n(4, 4) (5, 5) (6, 6) (7, 7)\n(8, 8)\n"), "{text}");
        assert!(text.starts_with("In misère play 9 of 81 positions"), "{text}");
    }

    #[test]
    fn none_and_many() {
        let first = |report: &Report| shown(report, 80).lines().next().map(str::to_owned);
        assert_eq!(
            first(&solved(Vec::new(), 0, Convention::Normal)).as_deref(),
            Some("No positions: the ranges have none.")
        );
        assert_eq!(
            first(&solved(Vec::new(), 1, Convention::Normal)).as_deref(),
            Some("The only position is not a P-position.")
        );
        assert_eq!(
            first(&solved(Vec::new(), 9, Convention::Normal)).as_deref(),
            Some("None of 9 positions is a P-position.")
        );
        let many = (0..1300).map(Value::Integer).collect();
        let text = shown_ascii(&solved(many, 5200, Convention::Normal));
        assert!(text.ends_with("... and 1,100 more; to \"FILE\" writes all of them.\n"), "{text}");
    }
}
