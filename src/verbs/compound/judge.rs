//! `all of Nim(3), Nim(4) -> all of Nim(1), Nim(2)`: whether that is a move, whether it wins, what answers it, and which move is
//! better.

use std::sync::Arc;

use grundy_engine::game::Sum;
use grundy_engine::nim::Outcome;
use grundy_engine::solve::{CompoundMove, replaced};
use serde::Serialize;

use crate::error::Error;
use crate::lang::session::{Reply, Session};
use crate::show::document::Document;
use crate::show::phrase::{code, name, paragraph, plain, verdict};
use crate::show::report::Showable;
use crate::source::Span;
use crate::syntax::ast::{AtOnce, Expr, ExprKind};
use crate::verbs::compound::words::{changes, how_played};
use crate::verbs::compound::{CompoundPosition, CompoundReport, DecidedBy, as_sum, decided, position, report};
use crate::verbs::position::judge;

/// A move in positions that are played at once, and whether it is a good one.
#[derive(Clone, Debug, Serialize)]
pub struct JudgedAtOnce {
    pub position: CompoundPosition,
    /// What the user says is left.
    pub after: CompoundPosition,
    /// What the move leaves of each position, null where it makes no move; null if the rules allow no such move.
    #[serde(rename = "move")]
    pub made: Option<CompoundMove>,
    /// Why it is no move.
    pub refused: Option<NoMove>,
    pub wins: bool,
    /// Does the move keep a draw?
    pub draws: bool,
    /// Who wins what is left, and how.
    pub left: Option<CompoundReport>,
    /// A move that would have won, if the move does not, or that would have kept a draw, if the move loses.
    pub better: Option<CompoundMove>,
    /// Does `better` win?
    #[serde(skip)]
    is_won: bool,
}

/// Why what is written is no move.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum NoMove {
    /// What is left is played by another rule.
    AnotherRule,
    /// There are as many positions before a move as after it.
    AnotherNumber,
    /// No move leads from the position with this index to what is left there.
    NotInPosition(usize),
    /// A move is made in more positions, or in fewer.
    InSoMany(usize),
}

/// Answers `all of A, B -> all of C, D`.
pub(crate) fn judged(session: &mut Session, from: &Expr, to: &Expr, at: Span) -> Result<Reply, Error> {
    let (ExprKind::AtOnce(before), ExprKind::AtOnce(after)) = (&from.kind, &to.kind) else {
        return judge::judged_move(session, from, to, at);
    };
    if let (Some(from), Some(to)) = (as_sum(before), as_sum(after)) {
        return judge::judged_move(session, &from, &to, at);
    }
    answer(session, (before, from.span), (after, to.span), at).map(Reply::report)
}

fn answer(
    session: &mut Session,
    (before, from): (&AtOnce, Span),
    (after, to): (&AtOnce, Span),
    at: Span,
) -> Result<JudgedAtOnce, Error> {
    let before = position(session, before, from)?;
    let after = position(session, after, to)?;
    let made = leading_to(session, &before, &after, at)?;
    let mut judged = JudgedAtOnce {
        position: before,
        after,
        made: None,
        refused: None,
        wins: false,
        draws: false,
        left: None,
        better: None,
        is_won: false,
    };
    match made {
        Err(why) => judged.refused = Some(why),
        Ok(made) => {
            let found = decided(session, &judged.after, false, at)?;
            (judged.wins, judged.draws) = (found.outcome == Outcome::P, found.outcome == Outcome::D);
            judged.left = Some(report(judged.after.clone(), found, false));
            judged.made = Some(made);
            if !judged.wins {
                let best = decided(session, &judged.position, false, at)?;
                judged.is_won = best.outcome == Outcome::N;
                judged.better = best.winning.filter(|_| judged.is_won || !judged.draws);
            }
        }
    }
    Ok(judged)
}

/// The move from one to the other, or why there is none.
fn leading_to(
    session: &mut Session,
    before: &CompoundPosition,
    after: &CompoundPosition,
    at: Span,
) -> Result<Result<CompoundMove, NoMove>, Error> {
    let count = before.positions.len();
    if before.rule != after.rule {
        return Ok(Err(NoMove::AnotherRule));
    }
    if after.positions.len() != count {
        return Ok(Err(NoMove::AnotherNumber));
    }
    // A move that may lead back to where it was made is only made if there must be one.
    let (mut made, mut back, mut live): (CompoundMove, Vec<(usize, Arc<Sum>)>, usize) = (Vec::new(), Vec::new(), 0);
    for (index, (from, to)) in before.positions.iter().zip(&after.positions).enumerate() {
        let Some(wanted) = to.clone().without_empty_heaps().normal() else {
            return Ok(Err(NoMove::NotInPosition(index)));
        };
        let found = judge::option_leading_to(session, from, &wanted, at)?;
        let found = found.map(|(part, option)| Arc::new(replaced(from, part, &option)));
        let stays = from.clone().without_empty_heaps().normal() == Some(wanted);
        match (found, stays) {
            (None, false) => return Ok(Err(NoMove::NotInPosition(index))),
            (Some(option), true) => {
                back.push((index, option));
                made.push(None);
            }
            (option, _) => made.push(option),
        }
        live += usize::from(session.solved(at, |solver| solver.has_option(from))?);
    }
    let moved = made.iter().flatten().count();
    let Some(more) = (0..=back.len()).find(|more| before.rule.allows(count, live, moved + more)) else {
        return Ok(Err(NoMove::InSoMany(moved)));
    };
    for (index, option) in back.into_iter().take(more) {
        made[index] = Some(option);
    }
    Ok(Ok(made))
}

impl Showable for JudgedAtOnce {
    fn kind(&self) -> &'static str {
        "judged_at_once"
    }

    fn document(&self) -> Document {
        let mut document = Document::default();
        let (positions, after) = (&self.position.positions, &self.after.positions);
        let (Some(made), Some(left)) = (&self.made, &self.left) else {
            let line =
                vec![name(&self.position), plain(" → "), name(&self.after), verdict(" is not a move"), plain(": ")];
            let why = match self.refused {
                Some(NoMove::AnotherNumber) => {
                    format!("there are {} positions before it and {} after it", positions.len(), after.len())
                }
                Some(NoMove::NotInPosition(index)) => {
                    format!("the rules do not lead from {} to {}", positions[index], after[index])
                }
                Some(NoMove::InSoMany(moved)) => format!("it is made in {moved} of {} positions", positions.len()),
                _ => "the rule stays as it is".to_owned(),
            };
            let line = [
                line,
                vec![
                    plain(format!("{why}. {} See ", how_played(&self.position))),
                    code(format!("moves {}", self.position)),
                    plain("."),
                ],
            ];
            paragraph(&mut document, line.concat());
            return document;
        };
        let mut line = changes(positions.iter(), made);
        line.push(verdict(match (self.wins, self.draws) {
            (true, _) => " wins",
            (false, true) => " keeps the draw",
            (false, false) => " loses",
        }));
        line.push(plain(match left.decided_by {
            DecidedBy::Search => ".".to_owned(),
            _ => format!(": in what it leaves, {}.", left.reason()),
        }));
        if let Some(answer) = left.winning.as_ref().filter(|_| !self.draws) {
            line.push(plain(" It is answered by "));
            line.extend(changes(after.iter(), answer));
            line.push(plain("."));
        }
        match &self.better {
            Some(better) => {
                line.push(plain(if self.is_won { " A winning move is " } else { " A move that keeps the draw is " }));
                line.extend(changes(positions.iter(), better));
                line.push(plain("."));
            }
            None if !self.wins => line.push(plain(" No move wins here.")),
            None => {}
        }
        paragraph(&mut document, line);
        document
    }
}
