//! Values far along one coordinate, which repeat.
//!
//! Where the large coordinate is at least some number B, let every move lower it by at most w, or leave it, and let
//! nothing else in the rule depend on it but its remainder by m. The values at x are then a function of those at
//! x−w, …, x−1 and of x modulo m, the same for all x ≥ B. So once w columns of values in a row occur again, at the same
//! remainder, all values repeat from there on. `docs/proofs.md`, "Written rules along a coordinate", has the proof.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::far_values::FarValues;
use super::memos::WrittenGames;
use crate::code::bounds::closure;
use crate::code::form::{Code, Domain, LoopSource, OptionCode, RuleCode, StepCode};
use crate::code::steady::{SteadyCode, SteadyForm, steady};
use crate::game::{Game, Position, Ruleset, Value};
use crate::nim::{Nimber, lcm};
use crate::solve::heaps::Heaps;
use crate::solve::{Budget, SolveError, Solved};

/// How far back the values at a number depend on others, from where on, and by which remainder of the number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct WindowOfValues {
    from: usize,
    back: usize,
    modulus: usize,
}

impl WrittenGames {
    /// Smaller numbers are left to the other methods; larger ones are not known to be far from an overflow.
    const FAR: i128 = 1 << 17;
    const FARTHEST: i128 = 1 << 61;
    /// The most positions in a column, columns in a window, and positions that are valued to find a repetition.
    const COLUMN: i64 = 1 << 12;
    const WINDOW: i128 = 1 << 14;
    const LOOKED_AT: usize = 1 << 19;
    /// Positions are compared with the definition as far as so many steps of work reach.
    const COMPARED: u64 = 200_000;

    /// The value of a position with one large coordinate, if it is proved that values repeat along it. `None` if they are
    /// not seen to, or if the rule does not allow the proof.
    ///
    /// # Errors
    /// An interruption.
    pub fn far_value(&mut self, position: &Position, heaps: &mut Heaps, budget: &mut Budget) -> Solved<Option<Nimber>> {
        // The page must be small: there such values are refused.
        if cfg!(target_family = "wasm") {
            return Ok(None);
        }
        let Ruleset::Written(system, index) = &position.game.ruleset else { return Ok(None) };
        let numbers: Option<Vec<i128>> = position.coordinates.iter().map(Value::as_integer).collect();
        let Some(numbers) = numbers else { return Ok(None) };
        let Some((axis, large)) = numbers.iter().copied().enumerate().max_by_key(|(_, n)| *n) else { return Ok(None) };
        let is_far = (Self::FAR..Self::FARTHEST).contains(&large) && numbers.iter().all(|n| *n >= 0);
        if !is_far || self.definition_only || system.has_representatives() {
            return Ok(None);
        }
        let memo = self.memo_in_use(system);
        let code = Arc::clone(&self.memos[memo].code);
        let Some((rule, domain)) = code.compiled(*index) else { return Ok(None) };
        let others: Option<Vec<i64>> = numbers.iter().map(|n| i64::try_from(*n).ok()).collect();
        let Some(mut others) = others else { return Ok(None) };
        others[axis] = 0;
        let known = self.memos[memo].rules[*index].far.iter().find(|far| far.axis == axis && far.holds(&others));
        if let Some(far) = known {
            let value = far.value(large, &others);
            self.counts.far += u64::from(value.is_some());
            return Ok(value);
        }
        let Some(sizes) = sizes_beside(rule, *index, domain, axis, &others) else { return Ok(None) };
        let Some(window) = WindowOfValues::of(rule, *index, domain, axis, &sizes) else { return Ok(None) };
        let mut far = FarValues { axis, sizes, columns: Vec::new(), repeats: None };
        match self.find_repetition(&mut far, &position.game, domain, window, heaps, budget) {
            Ok(()) => {}
            Err(stop @ (SolveError::Interrupted | SolveError::TimedOut | SolveError::Internal(_))) => return Err(stop),
            // What is wrong with a position is told where that position is asked.
            Err(_) => return Ok(None),
        }
        let value = far.value(large, &others);
        self.counts.far += u64::from(value.is_some());
        self.memos[memo].rules[*index].far.push(far);
        Ok(value)
    }

    /// Values column after column until a window of them occurs again.
    fn find_repetition(
        &mut self,
        far: &mut FarValues,
        game: &Arc<Game>,
        domain: &Domain,
        window: WindowOfValues,
        heaps: &mut Heaps,
        budget: &mut Budget,
    ) -> Solved<()> {
        let height = usize::try_from(far.sizes.iter().product::<i64>()).map_err(|_| SolveError::Overflow)?;
        let most = Self::LOOKED_AT / height;
        let mut numbered: FxHashMap<Vec<Option<Nimber>>, u32> = FxHashMap::default();
        let mut names: Vec<u32> = Vec::new();
        let mut seen: FxHashMap<(usize, Vec<u32>), usize> = FxHashMap::default();
        let mut expected = 0;
        while names.len() < most {
            let here = names.len();
            if here >= window.from {
                let last = names[here - window.back..].to_vec();
                if let Some(first) = seen.insert((here % window.modulus, last), here) {
                    far.repeats = Some((first, here - first));
                    return self.compare(far, game, heaps, budget);
                }
            }
            if here == expected {
                expected = (2 * expected).max(window.from + 256).min(most);
                self.expect(&far.position(game, expected as i64 - 1, &far.highest()), budget)?;
            }
            budget.check()?;
            budget.room((height as u64 + window.back as u64) * 32)?;
            let column = self.column(far, game, domain, here as i64, heaps, budget)?;
            let next = u32::try_from(numbered.len()).map_err(|_| SolveError::Overflow)?;
            names.push(*numbered.entry(column.clone()).or_insert(next));
            far.columns.push(column);
        }
        far.columns = Vec::new();
        Ok(())
    }

    /// The values of all positions with this number.
    fn column(
        &mut self,
        far: &FarValues,
        game: &Arc<Game>,
        domain: &Domain,
        number: i64,
        heaps: &mut Heaps,
        budget: &mut Budget,
    ) -> Solved<Vec<Option<Nimber>>> {
        let mut others = vec![0; far.sizes.len()];
        let mut column = Vec::new();
        let mut frame = Vec::new();
        loop {
            frame.clear();
            frame.extend_from_slice(&others);
            frame[far.axis] = number;
            frame.resize(domain.slots.max(others.len()), 0);
            let inside = domain.condition.as_ref().is_none_or(|condition| condition.holds(&mut frame).unwrap_or(false));
            column.push(match inside {
                true => Some(self.value(&far.position(game, number, &others), heaps, budget)?),
                false => None,
            });
            super::grid::step(&mut others, &far.sizes);
            if others.iter().all(|n| *n == 0) {
                return Ok(column);
            }
        }
    }

    /// Compares the values with those of the definition, for the rule as it is.
    ///
    /// # Errors
    /// `SolveError::Internal` if they differ; an interruption.
    fn compare(&self, far: &FarValues, game: &Arc<Game>, heaps: &mut Heaps, budget: &mut Budget) -> Solved<()> {
        let mut definition = WrittenGames::definition_only(budget.meter().clone());
        let mut account = budget.clone();
        let compared = budget.within(Self::COMPARED, || {
            for (number, column) in (0..).zip(&far.columns) {
                let mut others = vec![0; far.sizes.len()];
                for value in column {
                    if let Some(value) = value
                        && definition.value(&far.position(game, number, &others), heaps, &mut account)? != *value
                    {
                        return Err(SolveError::Internal(
                            "values that were proved to repeat are not those of the rule",
                        ));
                    }
                    super::grid::step(&mut others, &far.sizes);
                }
            }
            Ok(())
        });
        compared.map(drop)
    }
}

/// The sizes of a box that holds what is reached of the coordinates beside the axis, whose own size is 1.
fn sizes_beside(rule: &RuleCode, index: usize, domain: &Domain, axis: usize, others: &[i64]) -> Option<Vec<i64>> {
    let mut start = others.to_vec();
    // What the others become from here does not depend on how large the number is: that is tested apart.
    start[axis] = 1 << 20;
    let mut sizes = closure(rule, index, domain, &start, 1 << 50)?;
    sizes[axis] = 1;
    (sizes.iter().try_fold(1i64, |product, size| product.checked_mul(*size))? <= WrittenGames::COLUMN).then_some(sizes)
}

impl WindowOfValues {
    /// `None` if the rule depends on the number of the axis in another way.
    fn of(rule: &RuleCode, index: usize, domain: &Domain, axis: usize, sizes: &[i64]) -> Option<WindowOfValues> {
        let mut slots = vec![SteadyCode::same((0, 0)); rule.slots.max(domain.slots)];
        for (slot, size) in slots.iter_mut().zip(sizes) {
            *slot = SteadyCode::same((0, i128::from(*size) - 1));
        }
        slots[axis] = SteadyCode::large();
        let mut look = RuleReading { index, axis, slots, from: 0, back: 0, modulus: 1 };
        domain.condition.iter().chain(&rule.over).try_for_each(|code| look.same(code).map(drop))?;
        for clause in &rule.clauses {
            clause.steps.iter().try_for_each(|step| look.step(step))?;
            look.option(&clause.option)?;
        }
        // The conditions are asked where the move begins, and `where` also where it leads to.
        let from = look.from.max(0).checked_add(look.back)?;
        let is_small = from <= WrittenGames::WINDOW && look.modulus <= WrittenGames::WINDOW;
        let small = |n: i128| usize::try_from(n).ok();
        is_small.then_some(WindowOfValues {
            from: small(from)?,
            back: small(look.back)?,
            modulus: small(look.modulus)?,
        })
    }
}

/// A look through a rule.
struct RuleReading {
    index: usize,
    axis: usize,
    slots: Vec<SteadyCode>,
    from: i128,
    back: i128,
    modulus: i128,
}

impl RuleReading {
    fn steady(&mut self, code: &Code) -> Option<SteadyForm> {
        let found = steady(code, &mut self.slots)?;
        self.from = self.from.max(found.from);
        self.modulus = lcm(self.modulus, found.modulus)?;
        Some(found.form)
    }

    fn same(&mut self, code: &Code) -> Option<(i128, i128)> {
        match self.steady(code)? {
            SteadyForm::Same(range) => Some(range),
            SteadyForm::Beside(_) => None,
        }
    }

    fn step(&mut self, step: &StepCode) -> Option<()> {
        let (slot, range) = match step {
            StepCode::Test(condition) => return self.same(condition).map(drop),
            StepCode::For { slot, source, .. } => match source {
                LoopSource::Range { start, end, step: Code::Constant(1..) } => {
                    let (start, end) = (self.same(start)?, self.same(end)?);
                    (slot, (start.0, end.1.max(start.0)))
                }
                LoopSource::List(members) => {
                    let ends = members.iter().min().zip(members.iter().max());
                    (slot, ends.map_or((0, 0), |(least, greatest)| ((*least).into(), (*greatest).into())))
                }
                LoopSource::One(one) => (slot, self.same(one)?),
                _ => return None,
            },
        };
        *self.slots.get_mut(*slot)? = SteadyCode::same(range);
        Some(())
    }

    fn option(&mut self, option: &OptionCode) -> Option<()> {
        match option {
            OptionCode::Written { memo: None, rule, coordinates } if *rule == self.index => {
                for (place, code) in coordinates.iter().enumerate() {
                    match self.steady(code)? {
                        SteadyForm::Beside((low, high)) if place == self.axis && high <= 0 => {
                            self.back = self.back.max(-low);
                            self.from = self.from.max(-low);
                        }
                        SteadyForm::Same(_) if place != self.axis => {}
                        _ => return None,
                    }
                }
                Some(())
            }
            OptionCode::Star(size) => self.same(size).map(drop),
            OptionCode::Plus(parts) => parts.iter().try_for_each(|part| self.option(part)),
            OptionCode::If(condition, parts) => {
                self.same(condition)?;
                parts.iter().try_for_each(|part| self.option(part))
            }
            _ => None,
        }
    }
}
