//! A move in one component of a compound that is over when one component is: the diminished disjunctive compound (J. H. Conway,
//! On Numbers and Games, chapter 14). Each position of a component has a *foreclosed* value, and these add up as in a sum.

use std::sync::Arc;

use super::rule::{CompoundFound, CompoundReason, Foreclosed, outcome};
use crate::game::{Position, Sum};
use crate::nim::{Convention, Nimber, mex};
use crate::search::settle;
use crate::solve::remoteness::MOST_POSITIONS;
use crate::solve::{SolveError, Solved, Solver};

/// That of a position by its options.
fn foreclosed(options: impl Iterator<Item = Foreclosed> + Clone, convention: Convention) -> Foreclosed {
    let is_over = options.clone().next().is_none();
    match options.clone().any(|option| option == Foreclosed::Over) {
        _ if is_over => Foreclosed::Over,
        true if !convention.is_misere() => Foreclosed::AtOnce,
        _ => Foreclosed::Value(mex(options.filter_map(Foreclosed::value))),
    }
}

/// Does the player to move win a compound whose components are worth this?
fn is_won(components: &[Foreclosed], convention: Convention) -> bool {
    let total: Nimber = components.iter().filter_map(|found| found.value()).collect();
    match (components.contains(&Foreclosed::Over), components.contains(&Foreclosed::AtOnce)) {
        (true, _) => convention.is_misere(),
        (false, at_once) => at_once || !total.is_zero(),
    }
}

impl Solver {
    /// That of a position, from which play must end.
    fn foreclosed_value(&mut self, sum: &Arc<Sum>, convention: Convention) -> Solved<Foreclosed> {
        let budget = self.budget.clone();
        settle(sum.clone(), &budget, |next, missing| {
            let options = self.options(next)?;
            let known = &mut self.foreclosed[convention as usize];
            let (count, before) = (known.len(), missing.len());
            missing.extend(options.iter().filter(|option| !known.contains_key(*option)).cloned());
            if missing.len() == before {
                let found = foreclosed(options.iter().filter_map(|option| known.get(option).copied()), convention);
                known.insert(next.clone(), found);
            }
            budget.progress(count as u64, 0)?;
            let is_long = count.max(missing.len()) > MOST_POSITIONS;
            if is_long { Err(SolveError::Positions { limit: MOST_POSITIONS as u64 }) } else { Ok(()) }
        })?;
        let found = self.foreclosed[convention as usize].get(sum).copied();
        found.ok_or(SolveError::Internal("a component has no foreclosed value"))
    }

    /// A move in one component, until one is over, where play ends.
    pub(super) fn by_foreclosed_values(
        &mut self,
        position: &Position,
        components: &[Arc<Sum>],
        convention: Convention,
    ) -> Solved<CompoundFound> {
        let found: Vec<Foreclosed> =
            components.iter().map(|component| self.foreclosed_value(component, convention)).collect::<Solved<_>>()?;
        let is_won = is_won(&found, convention);
        let total: Nimber = found.iter().filter_map(|component| component.value()).collect();
        let mut winning = None;
        if is_won && !found.contains(&Foreclosed::Over) {
            for (at, component) in components.iter().enumerate() {
                let wanted = match found[at] {
                    Foreclosed::Value(_) if found.contains(&Foreclosed::AtOnce) => continue,
                    Foreclosed::Value(own) => Foreclosed::Value(total ^ own),
                    _ => Foreclosed::Over,
                };
                let options = self.options(component)?;
                let known = &mut self.foreclosed[convention as usize];
                if let Some(option) = options.into_iter().find(|option| known.get(option) == Some(&wanted)) {
                    let left = (0..components.len()).map(|other| (other == at).then(|| option.clone()));
                    winning = Some(Arc::new(position.after(left)));
                    break;
                }
            }
        }
        let reason = CompoundReason::Foreclosed(found);
        Ok(CompoundFound { outcome: outcome(is_won), reason, winning, longest: None })
    }
}
