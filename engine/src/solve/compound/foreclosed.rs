//! A move in one component of a compound that is over when one component is: the diminished disjunctive compound (J. H. Conway,
//! On Numbers and Games, chapter 14). Each position of a component has a *foreclosed* value, and these add up as in a sum.

use rustc_hash::FxHashMap;

use super::rule::{CompoundFound, CompoundReason, Foreclosed, MOST_POSITIONS, outcome};
use super::search::CompoundSearch;
use crate::game::Sum;
use crate::nim::{Nimber, mex};
use crate::solve::{SolveError, Solver};

/// The values of the positions that were looked at, by their numbers in the search.
#[derive(Default)]
pub(super) struct ForeclosedValues(FxHashMap<u32, Foreclosed>);

impl ForeclosedValues {
    /// That of a position, from which play must end.
    pub fn of(
        &mut self,
        search: &mut CompoundSearch,
        number: u32,
        solver: &mut Solver,
    ) -> Result<Foreclosed, SolveError> {
        let mut stack = vec![number];
        while let Some(top) = stack.last().copied() {
            solver.budget.progress(self.0.len() as u64, 0)?;
            let options = search.options_of(top, solver)?;
            let waiting = stack.len();
            stack.extend(options.iter().filter(|option| !self.0.contains_key(option)));
            if stack.len() > waiting {
                if self.0.len() > MOST_POSITIONS {
                    return Err(SolveError::Positions { limit: MOST_POSITIONS as u64 });
                }
                continue;
            }
            stack.pop();
            self.0.insert(top, foreclosed(options.iter().map(|option| self.0[option]), search.misere));
        }
        Ok(self.0[&number])
    }

    /// Is the compound of these positions lost for the player to move?
    pub fn is_lost(
        &mut self,
        search: &mut CompoundSearch,
        numbers: &[u32],
        solver: &mut Solver,
    ) -> Result<bool, SolveError> {
        let found = numbers.iter().map(|number| self.of(search, *number, solver)).collect::<Result<Vec<_>, _>>()?;
        Ok(!is_won(&found, search.misere))
    }
}

/// That of a position by its options.
fn foreclosed(options: impl Iterator<Item = Foreclosed> + Clone, misere: bool) -> Foreclosed {
    let is_over = options.clone().next().is_none();
    match options.clone().any(|option| option == Foreclosed::Over) {
        _ if is_over => Foreclosed::Over,
        true if !misere => Foreclosed::AtOnce,
        _ => Foreclosed::Value(mex(options.filter_map(Foreclosed::value))),
    }
}

/// Does the player to move win a compound whose components are worth this?
fn is_won(components: &[Foreclosed], misere: bool) -> bool {
    let total: Nimber = components.iter().filter_map(|found| found.value()).collect();
    match (components.contains(&Foreclosed::Over), components.contains(&Foreclosed::AtOnce)) {
        (true, _) => misere,
        (false, at_once) => at_once || !total.is_zero(),
    }
}

impl Solver {
    /// A move in one component, until one is over, where play ends.
    pub(super) fn by_foreclosed_values(
        &mut self,
        mut search: CompoundSearch,
        components: &[Sum],
    ) -> Result<CompoundFound, SolveError> {
        let mut values = ForeclosedValues::default();
        let start = search.start(components);
        let mut found = Vec::with_capacity(start.len());
        for number in &start {
            found.push(values.of(&mut search, *number, self)?);
        }
        let is_won = is_won(&found, search.misere);
        let total: Nimber = found.iter().filter_map(|component| component.value()).collect();
        let mut winning = None;
        if is_won && !found.contains(&Foreclosed::Over) {
            for (at, number) in start.iter().enumerate() {
                let wanted = match found[at] {
                    Foreclosed::Value(_) if found.contains(&Foreclosed::AtOnce) => continue,
                    Foreclosed::Value(own) => Foreclosed::Value(total ^ own),
                    _ => Foreclosed::Over,
                };
                let options = search.options_of(*number, self)?;
                if let Some(option) = options.iter().find(|option| values.0[option] == wanted) {
                    let left = search.sums[*option as usize].clone();
                    winning = Some((0..start.len()).map(|other| (other == at).then(|| left.clone())).collect());
                    break;
                }
            }
        }
        let reason = CompoundReason::Foreclosed(found);
        Ok(CompoundFound { outcome: outcome(is_won), reason, winning, longest: None })
    }
}
