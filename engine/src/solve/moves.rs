//! The moves of a position, and which of them win.

use std::hash::BuildHasher;
use std::ops::ControlFlow;
use std::sync::Arc;

use rustc_hash::{FxBuildHasher, FxHashMap};

use super::heap::{OptionCount, OptionSummary};
use super::situation::{Move, MovesFound, outcome_if};
use super::{Budget, SolveError, Solver};
use crate::game::{CoinRule, Component, Game, Halt, Meter, Position, Ruleset, Sum, Summand};
use crate::limits::SumVisitor;
use crate::nim::{Nimber, NumberRow, Outcome};

/// So many options are compared with each other to drop repetitions. Every further option counts as different.
const COMPARED: usize = 1 << 20;

/// The options of heaps larger than this are counted with the help of a proved period, where there is one.
const FAR: u64 = 1 << 12;

/// A position with more options than this is refused: counting them would take too long.
const COUNTED: u64 = 1 << 24;
/// The work of joining an option with the other parts of a sum, in members looked at as [`Meter::spend`] counts them.
const OPTION_WORK: usize = 32;

/// One copy of a part of a sum, in which moves are made.
#[derive(Clone, Copy)]
struct MovedIn<'a> {
    index: usize,
    part: &'a Summand,
    /// The nim-sum of everything but this copy.
    rest: Nimber,
}

impl MovedIn<'_> {
    fn made(self, to: Arc<Sum>, value: Nimber) -> Move {
        let total = self.rest ^ value;
        let made = Move::new(self.index, &self.part.component, to, Outcome::of(total));
        Move { value: Some(value.into()), total: Some(total.into()), ..made }
    }

    /// Adds the options of a large heap, which were counted without listing them.
    fn add_counted(self, options: OptionCount<Arc<Sum>>, shown: usize, found: &mut MovesFound) {
        let copies = u128::from(self.part.copies);
        found.total += copies * options.total;
        found.winning += copies * options.wanted;
        let room = shown.saturating_sub(found.winners.len());
        found.winners.extend(options.examples.into_iter().take(room).map(|to| self.made(to, self.rest)));
        let room = shown.saturating_sub(found.losers.len());
        found.losers.extend(options.others.into_iter().take(room).map(|(to, value)| self.made(to, value)));
    }
}

impl Solver {
    /// A winning move in the first of these heaps that has one, if the nim-sum of the whole position is `nim_sum`.
    ///
    /// # Errors
    /// As [`Solver::heap_value`].
    pub fn row_move(
        &mut self,
        game: &Arc<Game>,
        heaps: NumberRow,
        nim_sum: Nimber,
    ) -> Result<Option<Move>, SolveError> {
        let Some(place) = nim_sum.0.checked_ilog2() else { return Ok(None) };
        let Some(Some(heap)) = self.read_row(game, heaps, |row| row.heap_with_digit(place))? else { return Ok(None) };
        let rest = self.value(&game.heap(heap))? ^ nim_sum;
        self.winning_move(&game.heap(heap).plus(&Sum::star(rest)))
    }

    /// The moves with their values, in normal play where play ends: how many there are, and the first `shown` of each kind.
    ///
    /// # Errors
    /// As [`Solver::position_value`].
    pub fn valued_moves(&mut self, sum: &Sum, shown: usize) -> Result<MovesFound, SolveError> {
        self.refuse_binding(sum)?;
        let total = self.value(sum)?;
        let mut found = MovesFound::default();
        for (index, part) in sum.parts.iter().enumerate() {
            let own = self.component_value(&part.component)?;
            let moved_in = MovedIn { index, part, rest: total ^ own };
            let copies = u128::from(part.copies);
            match &part.component {
                Component::Star(size) => {
                    let winner = Some(moved_in.rest.0).filter(|rest| rest < size);
                    let made = |k| moved_in.made(Arc::new(Sum::star(Nimber(k))), Nimber(k));
                    found.count_nim_heap(*size, winner.as_slice(), copies, shown, made);
                }
                Component::Position(position) => {
                    if let Some(options) = self.option_count(position, moved_in.rest, shown)? {
                        moved_in.add_counted(options, shown, &mut found);
                        continue;
                    }
                    refuse_more_options(position, COUNTED, &self.budget)?;
                    let mut counted = 0;
                    self.each_valued_option(position, &mut |option, value| {
                        let outcome = Outcome::of(moved_in.rest ^ value);
                        found.count(outcome, copies, shown, || moved_in.made(option.clone(), value));
                        counted += 1;
                        if counted > COUNTED { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                    })?;
                    if counted > COUNTED {
                        return Err(SolveError::Positions { limit: COUNTED });
                    }
                }
            }
        }
        Ok(found)
    }

    /// A winning move, found by the values of all summands; `None` if the nim-sum is 0.
    pub(super) fn move_by_values(&mut self, sum: &Sum) -> Result<Option<Move>, SolveError> {
        let total = self.value(sum)?;
        if total.is_zero() {
            return Ok(None);
        }
        for (index, part) in sum.parts.iter().enumerate() {
            let own = self.component_value(&part.component)?;
            let target = total ^ own;
            if target < own
                && let Some(to) = self.option_with_value(&part.component, target)?
            {
                return Ok(Some(MovedIn { index, part, rest: target }.made(to, target)));
            }
        }
        Ok(None)
    }

    /// An option with this value, if there is one.
    pub(super) fn option_with_value(
        &mut self,
        component: &Component,
        target: Nimber,
    ) -> Result<Option<Arc<Sum>>, SolveError> {
        let position = match component {
            Component::Star(size) => return Ok((target.0 < *size).then(|| Arc::new(Sum::star(target)))),
            Component::Position(position) => position,
        };
        if let (Ruleset::Heap(rules), Some(heap)) = (&position.game.ruleset, position.heap().filter(|n| *n > FAR)) {
            let table = self.written.heaps.table(rules);
            if let Some(option_count) = table.option_count(heap, target, 1, &self.budget)? {
                return Ok(option_count.examples.first().map(|heaps| Arc::new(position.heaps(heaps))));
            }
            if let Some(rest) = table.rests_with_value(heap, target)?.first() {
                return Ok(Some(Arc::new(position.heaps(&[*rest]))));
            }
        }
        if let Some(option) = self.option_of_reduced(position, target)? {
            return Ok(Some(option));
        }
        if let Some(option_count) = self.written.far_options(position, target, 1, &self.budget)? {
            return Ok(option_count.examples.into_iter().next().map(Arc::new));
        }
        if let Some(turned) = self.written.turned(position, target, &self.budget)? {
            let left = |places: Vec<u64>| match places[..] {
                [] => Sum::star(Nimber::ZERO),
                _ => position.heaps(&places),
            };
            return Ok(turned.map(|places| Arc::new(left(places))));
        }
        let mut chosen = None;
        self.each_valued_option(position, &mut |option, value| {
            if value != target {
                return ControlFlow::Continue(());
            }
            chosen = Some(option.clone());
            ControlFlow::Break(())
        })?;
        Ok(chosen)
    }

    /// Counts the options of a large heap, or of a position with one large number that moves split, by a proved period, without listing
    /// them, and those with the value `target`; with `shown` examples of both. `None` for small heaps, for other positions, and
    /// where no period is proved.
    ///
    /// # Errors
    /// Those of the budget; a fault of the sets in the rules.
    pub fn option_count(
        &mut self,
        position: &Position,
        target: Nimber,
        shown: usize,
    ) -> Result<Option<OptionCount<Arc<Sum>>>, SolveError> {
        match (&position.game.ruleset, position.heap()) {
            (Ruleset::Heap(rules), Some(heap)) if heap > FAR => {
                let found = self.written.heaps.table(rules).option_count(heap, target, shown, &self.budget)?;
                Ok(found.and_then(|found| found.map(|heaps| Some(Arc::new(position.heaps(&heaps))))))
            }
            (Ruleset::Heap(_) | Ruleset::Compound(_) | Ruleset::Own(_), _) => Ok(None),
            (Ruleset::Written(..), _) => {
                if let Some(found) = self.options_of_reduced(position, target, shown)? {
                    return Ok(Some(found));
                }
                let found = self.written.far_options(position, target, shown, &self.budget)?;
                Ok(found.and_then(|found| found.map(|left| Some(Arc::new(left)))))
            }
        }
    }

    /// How many options a heap has, and the `most` smallest of their values, without listing them. `None` for other
    /// positions, and for rules that divide heaps or leave more than two.
    ///
    /// # Errors
    /// As [`Solver::position_value`].
    pub fn option_values(&mut self, position: &Position, most: usize) -> Result<Option<OptionSummary>, SolveError> {
        match (&position.game.ruleset, position.heap()) {
            (Ruleset::Heap(rules), Some(heap)) => {
                self.written.heaps.table(rules).option_values(heap, most, &self.budget)
            }
            _ => Ok(None),
        }
    }

    /// Visits each different option of a position with its value.
    ///
    /// # Errors
    /// As [`Solver::position_value`].
    pub fn each_valued_option(
        &mut self,
        position: &Position,
        visit: &mut dyn FnMut(&Arc<Sum>, Nimber) -> ControlFlow<()>,
    ) -> Result<(), SolveError> {
        if !matches!(position.game.ruleset, Ruleset::Heap(_)) {
            refuse_more_options(position, COUNTED, &self.budget)?;
        }
        // Computing the value of the position computes those of its options, so that all of them are known below.
        self.position_value(position)?;
        each_distinct_option(position, &self.budget.clone(), &mut |option| {
            self.budget.check()?;
            let value = self.value(option)?;
            Ok(visit(option, value))
        })
    }

    /// The options of a whole sum: each different option of each part, beside the other parts.
    ///
    /// # Errors
    /// `SolveError::Positions` if there are too many to list, and as [`Solver::position_value`].
    pub fn options(&mut self, sum: &Sum) -> Result<Vec<Arc<Sum>>, SolveError> {
        self.refuse_binding(sum)?;
        const MOST: u64 = 1 << 20;
        let mut found = Vec::new();
        for (index, part) in sum.parts.iter().enumerate() {
            let of_part = self.options_of(&part.component, MOST)?;
            if (found.len() + of_part.len()) as u64 > MOST {
                return Err(SolveError::Positions { limit: MOST });
            }
            let is_alone = sum.parts.len() == 1 && part.copies == 1;
            for option in of_part {
                self.budget.meter().spend(OPTION_WORK)?;
                self.budget.room(((option.parts.len() + sum.parts.len()) * size_of::<Summand>()) as u64)?;
                let stays = is_alone && !option.parts.iter().any(Summand::is_empty_heap);
                found.push(if stays { option } else { Arc::new(sum.after(index, &option)) });
            }
        }
        Ok(found)
    }

    /// The moves of a sum, until `winners` of them win: those that leave a sum of which this is true.
    pub(super) fn moves_that(
        &mut self,
        sum: &Sum,
        winners: usize,
        mut wins: impl FnMut(&mut Solver, &Sum) -> Result<bool, SolveError>,
    ) -> Result<MovesFound, SolveError> {
        let mut found = MovesFound::default();
        for (index, Summand { copies, component }) in sum.parts.iter().enumerate() {
            for to in self.options_of(component, COUNTED)? {
                let outcome = outcome_if(wins(self, &sum.after(index, &to))?);
                found.count(outcome, (*copies).into(), usize::MAX, || Move::new(index, component, to, outcome));
                if found.winners.len() >= winners {
                    return Ok(found);
                }
            }
        }
        Ok(found)
    }

    /// The different options of a component.
    ///
    /// # Errors
    /// `SolveError::Positions` if there are more than `most`; a fault of the rule, or the budget.
    pub(super) fn options_of(&mut self, component: &Component, most: u64) -> Result<Vec<Arc<Sum>>, SolveError> {
        let too_many = SolveError::Positions { limit: most };
        let position = match component {
            Component::Star(size) if *size > most => return Err(too_many),
            Component::Star(size) => return Ok((0..*size).rev().map(|k| Arc::new(Sum::star(Nimber(k)))).collect()),
            Component::Position(position) => position,
        };
        refuse_more_options(position, most, &self.budget)?;
        let mut options = Vec::new();
        self.each_option(position, &mut |option| {
            options.push(option.clone());
            if options.len() as u64 > most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?;
        if options.len() as u64 > most { Err(too_many) } else { Ok(options) }
    }

    /// Whether there is a move.
    ///
    /// # Errors
    /// `SolveError::Binds` where moves bind the players, and as [`Solver::each_option`].
    pub fn has_option(&mut self, sum: &Sum) -> Result<bool, SolveError> {
        sum.parts.iter().try_fold(false, |found, part| Ok(found || self.has_move(&part.component)?))
    }

    /// Whether there is a move in a component.
    pub(super) fn has_move(&mut self, component: &Component) -> Result<bool, SolveError> {
        let Component::Position(position) = component else { return Ok(*component != Component::Star(0)) };
        let mut found = false;
        self.each_option(position, &mut |_| {
            found = true;
            ControlFlow::Break(())
        })?;
        Ok(found)
    }

    /// Visits each different option of a position.
    ///
    /// # Errors
    /// A fault of the rule, or the budget.
    pub fn each_option(
        &mut self,
        position: &Position,
        visit: &mut dyn FnMut(&Arc<Sum>) -> ControlFlow<()>,
    ) -> Result<(), SolveError> {
        each_distinct_option(position, &self.budget.clone(), &mut |option| {
            self.budget.check()?;
            Ok(visit(option))
        })
    }
}

/// Refuses a compound with more moves than this, before they are listed.
pub(super) fn refuse_more_choices(position: &Position, limit: u64, budget: &Budget) -> Result<(), SolveError> {
    let more = position.has_more_choices(limit, budget.meter());
    match more.map_err(|fault| budget.left(fault, position.clone()))? {
        true => Err(SolveError::Positions { limit }),
        false => Ok(()),
    }
}

/// Refuses a heap, or a head of a row of coins, that certainly has more options than `limit`, before they are listed.
fn refuse_more_options(position: &Position, limit: u64, budget: &Budget) -> Result<(), SolveError> {
    refuse_more_choices(position, limit, budget)?;
    let has_more = match (&position.game.ruleset, position.heap()) {
        (Ruleset::Heap(rules), Some(heap)) => rules.has_more_options(heap, limit)?,
        (Ruleset::Written(system, rule), _) => {
            let coins = CoinRule::of(&system.rules[*rule], *rule);
            let place = position.number().and_then(|place| u64::try_from(place).ok());
            coins.zip(place).is_some_and(|(coins, place)| coins.has_more_options(place, limit))
        }
        _ => false,
    };
    if has_more { Err(SolveError::Positions { limit }) } else { Ok(()) }
}

/// Visits each different option of a position. No memory is taken from the budget for them.
pub(super) fn each_distinct_option(position: &Position, budget: &Budget, visit: SumVisitor) -> Result<(), SolveError> {
    let mut distinct = DistinctOptions::default();
    budget.each_option(position, &mut |option| {
        if distinct.is_new(option, budget.meter())? { visit(option) } else { Ok(ControlFlow::Continue(())) }
    })
}

/// The options met so far: a hash table with chains, kept in one list in the order of arrival, since memory scattered
/// over many allocations takes long to free.
#[derive(Default)]
struct DistinctOptions {
    /// The index of the last option with this hash.
    last: FxHashMap<u64, usize>,
    /// Each option, with the index of the previous one that has the same hash.
    options: Vec<(Normal, Option<usize>)>,
}

/// An option in normal form. Most options are a single component, which is stored without a list.
#[derive(PartialEq, Eq, Hash)]
enum Normal {
    One(Component),
    Sum(Sum),
}

impl Normal {
    fn of(option: &Sum) -> Option<Normal> {
        if let [Summand { copies: 1, component }] = &option.parts[..]
            && *component != Component::Star(0)
        {
            return Some(Normal::One(component.clone()));
        }
        let normal = option.normal()?;
        Some(match &normal.parts[..] {
            [Summand { copies: 1, component }] => Normal::One(component.clone()),
            _ => Normal::Sum(normal),
        })
    }
}

impl DistinctOptions {
    /// Is this option different from all that were met, whatever the order of its parts? Notes it if so. After
    /// [`COMPARED`] different options each one counts as new.
    fn is_new(&mut self, option: &Sum, meter: &Meter) -> Result<bool, Halt> {
        if self.options.len() >= COMPARED {
            return Ok(true);
        }
        let Some(normal) = Normal::of(option) else { return Ok(true) };
        let hash = FxBuildHasher.hash_one(&normal);
        let before = self.last.get(&hash).copied();
        let mut place = before;
        while let Some((known, earlier)) = place.and_then(|place| self.options.get(place)) {
            if *known == normal {
                return Ok(false);
            }
            place = *earlier;
        }
        meter.insert(&mut self.last, hash, self.options.len())?;
        meter.push(&mut self.options, (normal, before))?;
        Ok(true)
    }
}
