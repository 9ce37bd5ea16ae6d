//! The moves of a sum from which play may never end, and which of them win, draw or lose.

use super::Solver;
use super::situation::{Move, MovesFound};
use crate::game::{Sum, Summand};
use crate::limits::{SolveError, Solved};
use crate::nim::{Convention, GrundyValue, Nimber, Outcome};
use crate::sorting;

/// A sum with more options is refused where all are listed.
const LISTED: u64 = 1 << 20;

/// A measure of the components from which play may never end: when their vertices were valued, the last first, each with the
/// number of copies. A player who wins can make it fall with each move and its answer, apart from finitely many moves
/// elsewhere.
type Measure = Vec<(u32, u64)>;

impl Solver {
    /// The moves of a sum, in normal or in misère play; one for all copies of a component.
    ///
    /// # Errors
    /// `SolveError::Positions` if there are too many to list, or in misère play too many positions to look at, and why the
    /// computation stopped.
    pub fn loopy_moves(&mut self, sum: &Sum, convention: Convention) -> Result<MovesFound, SolveError> {
        let mut found = MovesFound::default();
        let mut winning: Vec<(Measure, usize, Move)> = Vec::new();
        let mut count = 0;
        let mut measured = true;
        for (index, part) in sum.parts.iter().enumerate() {
            let is_repeated = sum.parts[..index].iter().any(|before| before.component == part.component);
            if is_repeated || part.copies == 0 {
                continue;
            }
            let rest = if convention.is_misere() { None } else { Some(self.value_beside(sum, index)?) };
            let options = self.options_of(&part.component, LISTED)?;
            count += options.len() as u64;
            if count > LISTED {
                return Err(SolveError::Positions { limit: LISTED });
            }
            for to in options {
                let after = sum.after(index, &to);
                // Once too many positions are reached, nothing more is tried.
                let remoteness = match measured.then(|| self.remoteness(&after, convention)) {
                    Some(Err(SolveError::Positions { .. })) if !convention.is_misere() => None,
                    Some(found) => Some(found?),
                    None => None,
                };
                measured = remoteness.is_some();
                let value = rest.is_some().then(|| self.loopy_value(&to)).transpose()?;
                let total = rest.as_ref().zip(value.as_ref()).map(|(rest, value)| rest + value);
                let outcome = match &total {
                    Some(total) => total.outcome(),
                    None => remoteness.map_or(Outcome::D, |found| found.outcome),
                };
                let remoteness = remoteness.filter(|found| found.outcome != Outcome::D).map(|found| found.moves);
                let measure = if outcome == Outcome::P { self.measure(&after)? } else { Measure::new() };
                let made = Move { value, total, remoteness, ..Move::new(index, &part.component, to, outcome) };
                match outcome {
                    Outcome::P => winning.push((measure, winning.len(), made)),
                    Outcome::D => found.drawers.push(made),
                    Outcome::N => found.losers.push(made),
                }
            }
        }
        let order = |(measure, place, made): &(Measure, usize, Move)| {
            (made.remoteness.filter(|_| measured).unwrap_or(0), measure.clone(), *place)
        };
        sorting::sort_by_key(&mut winning, order);
        found.winners = winning.into_iter().map(|(_, _, made)| made).collect();
        found.total = count.into();
        (found.winning, found.drawing) = (found.winners.len() as u128, found.drawers.len() as u128);
        // Who loses delays.
        sorting::sort_by_key(&mut found.losers, |made| std::cmp::Reverse(made.remoteness));
        Ok(found)
    }

    /// A move that wins, or if none does, one that keeps a draw.
    ///
    /// # Errors
    /// As [`Solver::loopy_moves`].
    pub(in crate::solve) fn best_loopy_move(&mut self, sum: &Sum, convention: Convention) -> Solved<Option<Move>> {
        let MovesFound { winners, drawers, .. } = self.loopy_moves(sum, convention)?;
        Ok(winners.into_iter().chain(drawers).next())
    }

    /// The value of everything but one copy of a part.
    fn value_beside(&mut self, sum: &Sum, index: usize) -> Solved<GrundyValue> {
        let mut total = GrundyValue::Nimber(Nimber::ZERO);
        for (place, part) in sum.parts.iter().enumerate() {
            let copies = part.copies - u64::from(place == index);
            let part = Summand { copies, component: part.component.clone() };
            total = &total + &self.loopy_part_value(&part)?;
        }
        Ok(total)
    }

    /// The measure of a sum.
    fn measure(&mut self, after: &Sum) -> Solved<Measure> {
        let mut measure = Measure::new();
        for part in &after.parts {
            if let Some(vertex) = self.loopy_vertex(&part.component)? {
                measure.push((self.draws.graph.stage(vertex), part.copies));
            }
        }
        sorting::sort_by(&mut measure, |a, b| b.cmp(a));
        measure.dedup_by(|next, kept| {
            let is_same = next.0 == kept.0;
            kept.1 = if is_same { kept.1.saturating_add(next.1) } else { kept.1 };
            is_same
        });
        Ok(measure)
    }
}
