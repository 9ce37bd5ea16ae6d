//! A question about many positions of a game is one question: their values, and which of them are lost.

use std::ops::Range;
use std::sync::Arc;

use super::{LostPositions, Situation, SolveError, Solver};
use crate::game::{Position, PositionBox, Sum, Value};
use crate::nim::{Column, Convention, Field, GrundyValue, Nimber, Outcome};

/// The number of values that are looked up between two checks of the budget.
const OFTEN: usize = 4096;

/// The positions of a box with one outcome.
#[derive(Clone, Debug, Default)]
pub struct Sifted {
    /// Numbers, or the tuples of all coordinates; not all of them if there are more than may be listed.
    pub positions: Vec<Value>,
    /// How many there are.
    pub count: u128,
    /// How many positions were looked at.
    pub looked_at: u64,
    /// How many of these are drawn.
    pub drawn: u64,
}

/// One position that moves through a box, and the values of those it has been at.
struct BoxWalk {
    position: Position,
    field: Field,
    /// How many there will be.
    goal: usize,
}

impl BoxWalk {
    fn set(&mut self, index: usize, coordinate: Value) {
        Arc::make_mut(&mut self.position.coordinates)[index] = coordinate;
    }
}

impl Solver {
    /// The values of all positions of a box, the last coordinate running fastest; in misère play their outcomes.
    ///
    /// # Errors
    /// Why a value could not be found.
    pub fn values_of_box(&mut self, asked: &PositionBox, convention: Convention) -> Result<Field, SolveError> {
        if let Some(column) = self.heap_column(asked, convention)? {
            return Ok(Field::of_numbers(column));
        }
        let goal = usize::try_from(asked.count()).unwrap_or(usize::MAX);
        let mut walk = BoxWalk { position: asked.highest(), field: Field::new(convention), goal };
        if !convention.is_misere() {
            self.expect(&walk.position)?;
        }
        let running = asked.axes.iter().rposition(|axis| axis.len() > 1).unwrap_or(0);
        let members = &asked.axes[running];
        while walk.field.len() < goal {
            let mut line = walk.field.len() / members.len();
            for (index, axis) in asked.axes[..running].iter().enumerate().rev() {
                walk.set(index, axis.get(line % axis.len()).unwrap_or(Value::None));
                line /= axis.len();
            }
            for begin in (0..members.len()).step_by(OFTEN) {
                let end = members.len().min(begin + OFTEN);
                let piece: Vec<Value> = (begin..end).filter_map(|index| members.get(index)).collect();
                self.walk_along(running, &piece, convention, &mut walk)?;
            }
        }
        Ok(walk.field)
    }

    /// The values of heaps, which their table answers without a position being made; `None` for other games.
    fn heap_column(&mut self, asked: &PositionBox, convention: Convention) -> Result<Option<Column>, SolveError> {
        let ([heaps], false) = (&asked.axes[..], convention.is_misere()) else { return Ok(None) };
        let Some((table, budget)) = self.table(&asked.game.ruleset) else { return Ok(None) };
        let sizes = (0..heaps.len()).map_while(|index| heaps.number(index)).map(i64::unsigned_abs);
        if sizes.clone().count() < heaps.len() {
            return Ok(None);
        }
        // The largest heap first, so that progress is shown for the whole table.
        sizes.clone().max().map(|most| table.value(most, budget)).transpose()?;
        let mut values = Column::default();
        for (index, heap) in sizes.enumerate() {
            if index % OFTEN == 0 {
                budget.check()?;
            }
            values.push(Some(table.value(heap, budget)?));
        }
        Ok(Some(values))
    }

    /// Adds the values of the positions whose coordinate of this index is one of these.
    fn walk_along(
        &mut self,
        index: usize,
        members: &[Value],
        convention: Convention,
        walk: &mut BoxWalk,
    ) -> Result<(), SolveError> {
        let (goal, before) = (walk.goal as u64, walk.field.len());
        self.budget().count(before as u64, goal)?;
        if !convention.is_misere() && !walk.position.game.ruleset.binds() {
            let numbers = members.iter().map_while(|member| match member {
                Value::Integer(number) => i64::try_from(*number).ok(),
                _ => None,
            });
            walk.field.extend(self.values_along(&walk.position, index, numbers));
            if let Some(last) = (walk.field.len() - before).checked_sub(1) {
                // The solver checks the value that it is asked for.
                walk.set(index, members[last].clone());
                self.position_value(&walk.position)?;
            }
        }
        for member in &members[walk.field.len() - before..] {
            self.budget().count(walk.field.len() as u64, goal)?;
            walk.set(index, member.clone());
            let value = self.cell(&walk.position, convention)?;
            walk.field.push(value);
        }
        Ok(())
    }

    /// The value of a position or, in misère play, 0 for P, 1 for N and ∞ for a draw. `None` if there is no such position.
    fn cell(&mut self, position: &Position, convention: Convention) -> Result<Option<GrundyValue>, SolveError> {
        if !self.is_admitted(position)? {
            return Ok(None);
        }
        if convention.is_misere() {
            let sum = Sum::position(position.clone());
            return Ok(Some(match self.outcome(Situation::of(&sum, convention))? {
                Outcome::D => GrundyValue::infinite(Vec::new()),
                decided => Nimber(u64::from(decided == Outcome::N)).into(),
            }));
        }
        match self.position_value(position) {
            Err(SolveError::Infinite(_) | SolveError::Cycle(_) | SolveError::Loony(_) | SolveError::Binds(_)) => {
                self.grundy_value(&Sum::position(position.clone())).map(Some)
            }
            value => value.map(|value| Some(value.into())),
        }
    }

    /// The positions of a box that are lost for the player to move (`Outcome::P`) or won (`Outcome::N`). At most `most` are
    /// listed; where that many would have to be looked at one by one, none is, and `count` is their number.
    ///
    /// # Errors
    /// Why an outcome could not be found.
    pub fn sifted(
        &mut self,
        asked: &PositionBox,
        wanted: Outcome,
        convention: Convention,
        most: u128,
    ) -> Result<Sifted, SolveError> {
        if let Some(lost) = self.lost_in_box(asked, convention, most)? {
            return self.sifted_by_marks(asked, &lost, wanted, most);
        }
        let mut sifted = Sifted::default();
        if asked.count() > most {
            return Ok(Sifted { count: asked.count(), ..sifted });
        }
        let outcomes = match self.values_of_box(asked, convention) {
            // Where positions grow, who wins may be known all the same.
            Err(stop) if stop.growth().is_some() => {
                self.each_of_box(asked, |solver, sum| solver.outcome(Situation::of(sum, convention)))?
            }
            values => values?.outcomes().collect(),
        };
        let meter = self.budget().meter();
        for (index, outcome) in outcomes.into_iter().enumerate() {
            let Some(outcome) = outcome else { continue };
            sifted.looked_at += 1;
            sifted.drawn += u64::from(outcome == Outcome::D);
            if outcome == wanted {
                let position = match &asked.axes[..] {
                    [only] => only.get(index).unwrap_or(Value::None),
                    _ => Value::Tuple(asked.coordinates(index).into()),
                };
                meter.push(&mut sifted.positions, position)?;
            }
        }
        sifted.count = sifted.positions.len() as u128;
        Ok(sifted)
    }

    /// What is asked about the positions of a box, one by one, the last coordinate running fastest; `None` where there is no such
    /// position.
    ///
    /// # Errors
    /// Why an answer could not be found.
    pub fn each_of_box<T>(
        &mut self,
        asked: &PositionBox,
        mut answer: impl FnMut(&mut Solver, &Sum) -> Result<T, SolveError>,
    ) -> Result<Vec<Option<T>>, SolveError> {
        let (mut answers, goal) = (Vec::new(), usize::try_from(asked.count()).unwrap_or(usize::MAX));
        for index in 0..goal {
            self.budget().count(index as u64, goal as u64)?;
            let position = Position { game: asked.game.clone(), coordinates: asked.coordinates(index).into() };
            let found = match self.is_admitted(&position)? {
                true => Some(answer(self, &Sum::position(position))?),
                false => None,
            };
            self.budget().meter().push(&mut answers, found)?;
        }
        Ok(answers)
    }

    /// The lost positions of a box, where they are found without values. `None` as for [`Solver::lost_positions`], and where
    /// there is no room for them while one by one they may need less.
    fn lost_in_box(
        &mut self,
        asked: &PositionBox,
        convention: Convention,
        most: u128,
    ) -> Result<Option<LostPositions>, SolveError> {
        let is_plain = !convention.is_misere() && !asked.game.ruleset.binds();
        let highest = asked.highest();
        if !is_plain || highest.coordinates.iter().any(|largest| !matches!(largest, Value::Integer(_))) {
            return Ok(None);
        }
        match self.lost_positions(&highest, u64::try_from(asked.count()).unwrap_or(u64::MAX)) {
            Err(SolveError::Memory { .. }) if asked.count() <= most => Ok(None),
            found => found,
        }
    }

    fn sifted_by_marks(
        &mut self,
        asked: &PositionBox,
        lost: &LostPositions,
        wanted: Outcome,
        most: u128,
    ) -> Result<Sifted, SolveError> {
        const NONE: SolveError = SolveError::Internal("a box of numbers holds something else");
        let mut sifted = Sifted::default();
        let (Some((last, others)), meter) = (asked.axes.split_last(), self.budget().meter()) else { return Err(NONE) };
        let ranges = last.ranges().ok_or(NONE)?;
        let mut coordinates = vec![0; asked.axes.len()];
        let lines = others.iter().map(|axis| axis.len()).product::<usize>();
        for line in 0..lines {
            self.budget().count(line as u64, lines as u64)?;
            let mut rest = line;
            for (n, axis) in coordinates.iter_mut().zip(others).rev() {
                *n = axis.number(rest % axis.len()).ok_or(NONE)?;
                rest /= axis.len();
            }
            let before: Vec<Value> =
                coordinates.iter().take(others.len()).map(|n| Value::Integer((*n).into())).collect();
            let mut add = |n: i64| {
                sifted.count += 1;
                if sifted.count > most {
                    return meter.spend(1);
                }
                let last = Value::Integer(n.into());
                meter.push(
                    &mut sifted.positions,
                    match &before[..] {
                        [] => last,
                        before => Value::Tuple(before.iter().cloned().chain([last]).collect()),
                    },
                )
            };
            for range in &ranges {
                meter.spend(1)?;
                sifted.looked_at += lost.along(&coordinates, Range::clone(range), wanted == Outcome::P, &mut |n| {
                    add(n).map_err(SolveError::from)
                })?;
            }
        }
        Ok(sifted)
    }
}
