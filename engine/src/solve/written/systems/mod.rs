//! Rules with one number that may be large, and finitely many kinds of heaps beside: systems of heaps.
//!
//! Where the large number is at least some B, let every move lower it by at most w, or leave it, or split it in two, and let
//! nothing else in the rule depend on it but its remainder by m. The values of all kinds are then computed together, column after
//! column, and once they have repeated for long enough, they repeat for ever. `docs/proofs.md` has the proofs: "Written rules along
//! a coordinate", and "Systems that split".

mod counted;
mod members;
mod misere;
mod reading;
mod row;
mod rule;
#[cfg(test)]
mod tests;
mod values;

use std::sync::Arc;

pub use self::values::SystemValues;
use self::values::{HeapKind, SystemRule};
use super::memos::WrittenGames;
use crate::game::{Component, Game, LARGEST_COORDINATE, Mover, Position, Ruleset, Summand};
use crate::nim::{Nimber, Period, lcm};
use crate::solve::heap::{Effort, PeriodFinding, Proof, Repeat};
use crate::solve::{Budget, SolveError, Solved, Theorem};

/// A period of the values along a coordinate.
pub struct PeriodAlong {
    pub period: Period,
    pub theorem: Theorem,
    /// The last number whose values were computed.
    pub checked: u64,
    /// The games of heaps beside the rule on whose periods the proof rests.
    pub lent: Vec<Arc<Game>>,
}

impl WrittenGames {
    /// Smaller numbers are left to the other methods where nothing is split, or where there are many kinds; and values up to this number
    /// are computed without a proof.
    const FAR: i128 = 1 << 17;
    const FEW_KINDS: usize = 64;
    /// Smaller numbers always are.
    const NEAR: i128 = 64;
    /// The most values that are computed to find a repetition.
    const LOOKED_AT: usize = 1 << 19;
    /// The most steps of work for that where the value of a single position is asked.
    const WORK: usize = 1_000_000_000;
    /// The most kinds of heaps about which one rule is read again for small numbers.
    const READ: usize = 16;
    /// Positions are compared with the definition as far as so many steps of work reach.
    const COMPARED: u64 = 1 << 16;

    /// The value of a position with one large coordinate, if it is proved that values repeat along it, or if a move splits it. `None`
    /// if they are not seen to repeat, or if the rule does not allow the proof.
    ///
    /// # Errors
    /// An interruption.
    pub fn far_value(&mut self, position: &Position, budget: &Budget) -> Solved<Option<Nimber>> {
        let Some((axis, large)) = large_number(position) else { return Ok(None) };
        if !(Self::NEAR..=LARGEST_COORDINATE).contains(&large) || large < Self::FAR && !self.may_split(position) {
            return Ok(None);
        }
        let Some((memo, number, kind)) = self.system_along(position, axis, budget)? else { return Ok(None) };
        let system = self.memos[memo].systems[number].as_deref();
        let splits = system.is_some_and(SystemValues::splits);
        if large < Self::FAR && !(splits && system.is_some_and(|system| system.kinds.len() <= Self::FEW_KINDS)) {
            return Ok(None);
        }
        if let Some(value) = system.and_then(|system| system.value(large, kind)) {
            self.counts.far += 1;
            return Ok(Some(value));
        }
        let goal = usize::try_from(large).ok().filter(|_| large < Self::FAR).map_or(usize::MAX, reach);
        let found = self.with_system(memo, number, |this, system, mover| {
            this.grow(system, mover, goal, Self::WORK, budget)?;
            Ok(system.value(large, kind))
        })?;
        self.counts.far += u64::from(found.is_some());
        Ok(found)
    }

    /// The period of the values along a coordinate of a position, from values of numbers below `limit`. `None` if it is
    /// not proved.
    ///
    /// # Errors
    /// An interruption.
    pub fn period_along(
        &mut self,
        position: &Position,
        axis: usize,
        limit: usize,
        budget: &Budget,
    ) -> Solved<Option<PeriodAlong>> {
        let Some((memo, number, kind)) = self.system_along(position, axis, budget)? else { return Ok(None) };
        self.with_system(memo, number, |this, system, mover| {
            this.grow(system, mover, limit, usize::MAX, budget)?;
            let theorem = system.theorem();
            let lent = system.rule.as_ref().map_or_else(Vec::new, |rule| rule.lent.clone());
            Ok(system.period(kind).map(|(period, checked)| PeriodAlong { period, theorem, checked, lent }))
        })
    }

    /// May a move of this game leave several positions?
    fn may_split(&mut self, position: &Position) -> bool {
        let Ruleset::Written(system, _) = &position.game.ruleset else { return false };
        let memo = self.memo_in_use(system);
        self.memos[memo].sums && (self.memos[memo].systems.len() < Self::READ)
    }

    /// The values along a coordinate of a position: the numbers of the memo, of the system in it, and of the kind.
    fn system_along(
        &mut self,
        position: &Position,
        axis: usize,
        budget: &Budget,
    ) -> Solved<Option<(usize, usize, usize)>> {
        let Ruleset::Written(system, index) = &position.game.ruleset else { return Ok(None) };
        if self.definition_only || system.has_representatives() || system.binds() {
            return Ok(None);
        }
        let Some(start) = HeapKind::of(*index, axis, &position.coordinates) else { return Ok(None) };
        let memo = self.memo_in_use(system);
        let systems = &self.memos[memo].systems;
        let known =
            systems.iter().zip(0..).find_map(|(system, number)| Some((number, *system.as_ref()?.kinds.get(&start)?)));
        if let Some((number, kind)) = known {
            return Ok(Some((memo, number, kind)));
        }
        let mover = Arc::clone(&self.memos[memo].mover);
        let rule = SystemRule::read(&mover, &start);
        budget.check()?;
        let may_repeat =
            |rule: &SystemRule| rule.lent_kinds(&mover).iter().all(|(_, rules)| self.heaps.table(rules).is_provable());
        let rule = match rule.filter(may_repeat) {
            Some(rule) => usable(self.with_fixed_values(rule, &mover, budget))?,
            None => None,
        };
        self.memos[memo].systems.push(Some(Box::new(SystemValues::new(start, rule))));
        Ok(Some((memo, self.memos[memo].systems.len() - 1, 0)))
    }

    /// The rule with the values of the parts of options that are the same everywhere.
    fn with_fixed_values(&mut self, mut rule: SystemRule, mover: &Mover, budget: &Budget) -> Solved<SystemRule> {
        for option in rule.moves.iter_mut().flatten().flatten().flatten() {
            let parts = option.fixed.iter().map(|part| self.part_value(&part.summand(mover), budget));
            option.value = parts.collect::<Solved<_>>()?;
        }
        Ok(rule)
    }

    /// Does something with the values of a system, which is out of its memo meanwhile.
    fn with_system<T>(
        &mut self,
        memo: usize,
        number: usize,
        work: impl FnOnce(&mut WrittenGames, &mut SystemValues, &Mover) -> Solved<T>,
    ) -> Solved<T> {
        let mover = Arc::clone(&self.memos[memo].mover);
        let taken = self.memos[memo].systems[number].take();
        let mut system = taken.ok_or(SolveError::Internal("the values of a system are in use"))?;
        let done = work(self, &mut system, &mover);
        self.memos[memo].systems[number] = Some(system);
        done
    }

    /// Computes values below a number, until they are proved to repeat, or for so many steps of work.
    fn grow(
        &mut self,
        system: &mut SystemValues,
        mover: &Mover,
        goal: usize,
        work: usize,
        budget: &Budget,
    ) -> Solved<()> {
        let most = (Self::LOOKED_AT / system.kinds.len()).max(Self::FEW_KINDS);
        while system.rule.is_some() && system.repeats.is_none() && system.len() < goal {
            if goal == usize::MAX && (system.work >= work || system.len() >= most) {
                break;
            }
            let to = goal.min(system.next_attempt());
            if usable(self.extend(system, mover, to, budget))?.is_none() {
                system.rule = None;
            }
        }
        Ok(())
    }

    /// Compares the values with those of the definition, for the rule as it is, as far as little work reaches: the first ones, again when they
    /// have doubled, and before they are proved to repeat.
    ///
    /// # Errors
    /// `SolveError::Internal` if they differ, after which none of them is kept; an interruption.
    fn compare(&mut self, system: &mut SystemValues, is_proved: bool, mover: &Mover, budget: &Budget) -> Solved<()> {
        if system.len() < system.next_comparison && !is_proved {
            return Ok(());
        }
        let kinds = system.rule.as_ref().map_or_else(Vec::new, |rule| games_of(rule, mover));
        let mut definition = WrittenGames::definition_only(budget.meter().clone());
        definition.heaps = std::mem::take(&mut self.heaps);
        let all_alike = budget.within(Self::COMPARED, || {
            for number in 0..system.len() {
                let again = definition.column(mover, &kinds, number as i128, budget)?;
                if again != system.column(number) {
                    return Err(SolveError::Internal("values of a system of heaps are not those of its rule"));
                }
            }
            Ok(())
        });
        self.heaps = definition.heaps;
        match all_alike {
            Ok(Some(())) => system.next_comparison = 2 * system.len(),
            Ok(None) => system.next_comparison = usize::MAX,
            Err(SolveError::Internal(_)) => system.forget(),
            Err(_) => {}
        }
        all_alike.map(drop)
    }

    /// Computes the values below a number, compares them with the definition, and looks for a proof.
    fn extend(&mut self, system: &mut SystemValues, mover: &Mover, to: usize, budget: &Budget) -> Solved<()> {
        let Some(rule) = &system.rule else { return Ok(()) };
        let (from, kinds) = (rule.from, games_of(rule, mover));
        while system.len() < from.min(to) {
            let column = self.column(mover, &kinds, system.len() as i128, budget)?;
            budget.check()?;
            system.push(&column)?;
        }
        self.lend(system, mover, to, budget)?;
        system.extend(to, budget)?;
        let repeats = if system.len() >= system.next_attempt() { system.repeat(budget)? } else { None };
        let is_proved = repeats.is_some() && system.next_comparison < usize::MAX;
        self.compare(system, is_proved, mover, budget)?;
        system.repeats = repeats;
        Ok(())
    }

    /// Looks up the values of lent heaps below a number, and what is proved of them.
    fn lend(&mut self, system: &mut SystemValues, mover: &Mover, to: usize, budget: &Budget) -> Solved<()> {
        let kinds = system.rule.as_ref().map_or_else(Vec::new, |rule| rule.lent_kinds(mover));
        let mut all = Some(Repeat { from: 0, shift: 1 });
        for (kind, rules) in kinds {
            let table = self.heaps.table(&rules);
            for heap in system.lent_count(kind)..to {
                system.lend(kind, table.value(heap as u64, budget)?)?;
            }
            let found = table.period(Effort { heaps: to as u64, steps: u64::MAX }, budget)?;
            all = all.zip(repeat_of(found)).and_then(|(all, one)| {
                let shift = usize::try_from(lcm(all.shift as i128, one.shift as i128)?).ok()?;
                Some(Repeat { from: all.from.max(one.from), shift })
            });
        }
        system.note_lent(all);
        Ok(())
    }

    /// The value of a summand.
    fn part_value(&mut self, part: &Summand, budget: &Budget) -> Solved<Nimber> {
        let one = match &part.component {
            Component::Star(size) => Nimber(*size),
            Component::Position(position) => match &position.game.ruleset {
                Ruleset::Heap(rules) => self.heaps.value(rules, position, budget)?,
                Ruleset::Written(..) => self.value(position, budget)?,
                Ruleset::Compound(_) | Ruleset::Own(_) => return Err(SolveError::Cycle(Vec::new())),
            },
        };
        Ok(if part.copies % 2 == 1 { one } else { Nimber::ZERO })
    }

    /// The values of all kinds with this number; `None` where there is no position.
    fn column(
        &mut self,
        mover: &Mover,
        kinds: &[(HeapKind, Arc<Game>)],
        number: i128,
        budget: &Budget,
    ) -> Solved<Vec<Option<Nimber>>> {
        let value = |(kind, game): &(HeapKind, Arc<Game>)| {
            let position = Position { game: game.clone(), coordinates: kind.with(number) };
            if let Ruleset::Heap(rules) = &game.ruleset {
                return self.heaps.value(rules, &position, budget).map(Some);
            }
            let inside = mover.admits(kind.rule, &position.coordinates);
            match inside.map_err(|fault| budget.left(fault, position.clone()))? {
                true => self.value(&position, budget).map(Some),
                false => Ok(None),
            }
        };
        kinds.iter().map(value).collect()
    }
}

/// The kinds of a rule, each with its game.
fn games_of(rule: &SystemRule, mover: &Mover) -> Vec<(HeapKind, Arc<Game>)> {
    let own = mover.system().rules.len();
    let game = |kind: &HeapKind| match kind.rule.checked_sub(own).and_then(|lent| rule.lent.get(lent)) {
        Some(lent) => lent.clone(),
        None => mover.game(kind.rule).clone(),
    };
    rule.kinds.iter().map(|kind| (kind.clone(), game(kind))).collect()
}

/// How values repeat, if that is proved and they do not rise.
fn repeat_of(found: PeriodFinding) -> Option<Repeat> {
    let PeriodFinding::Proved(Proof { period: Period { preperiod, period, saltus: 0 }, .. }) = found else {
        return None;
    };
    Some(Repeat { from: usize::try_from(preperiod).ok()?, shift: usize::try_from(period).ok()? })
}

/// The largest number of a position, with its coordinate.
fn large_number(position: &Position) -> Option<(usize, i128)> {
    let numbers = position.coordinates.iter().enumerate().filter_map(|(axis, n)| Some((axis, n.as_integer()?)));
    numbers.max_by_key(|(_, n)| *n)
}

/// Up to which number values are computed where this one is asked: a part more, since others are often asked next.
fn reach(asked: usize) -> usize {
    (asked + 1).next_multiple_of((asked / 8).next_power_of_two())
}

/// `None` where something is wrong with a position. What that is is told where that position is asked.
fn usable<T>(done: Solved<T>) -> Solved<Option<T>> {
    match done {
        Ok(done) => Ok(Some(done)),
        Err(
            stop @ (SolveError::Interrupted
            | SolveError::TimedOut
            | SolveError::Internal(_)
            | SolveError::Memory { .. }),
        ) => Err(stop),
        Err(_) => Ok(None),
    }
}
