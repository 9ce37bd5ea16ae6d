//! Draws questions at random: of which kinds they are, and which positions and numbers they are about.

use std::ops::Range;

use grundy_engine::game::{AskedGame, Sum};
use grundy_engine::nim::{Nimber, Outcome};
use rustc_hash::FxHashSet;

use super::material::Material;
use crate::error::Error;
use crate::session::dialogue::chance::Chance;
use crate::session::periods::{heap_position, period_report};
use crate::session::pictures::is_admitted;
use crate::session::report::{Finding, Question, Task};
use crate::session::{Session, errors};
use crate::syntax::ast::Difficulty;

/// A kind of question. Each becomes the `Task` of the same name; `Misere` becomes `Task::Winner`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    Value,
    Mex,
    Winner,
    Move,
    NimSum,
    Row,
    Claim,
    WrongValue,
    Period,
    Misere,
}

const WAYS: [Way; 10] = [
    Way::Value,
    Way::Mex,
    Way::Winner,
    Way::Move,
    Way::NimSum,
    Way::Row,
    Way::Claim,
    Way::WrongValue,
    Way::Period,
    Way::Misere,
];

/// How many positions are drawn in search of one with a certain outcome, or with few options.
const TRIES: usize = 25;
/// How often a question is drawn in search of one about something new.
const AGAIN: usize = 12;
/// A row of a table is asked for only where the position has at most this many options.
const WIDEST_ROW: u128 = 7;
/// Periods are searched for up to this heap.
const LOOKED_AT: u64 = 300;
/// A period is asked for only where the values that are shown end at most one period after this heap.
const LONGEST_SAMPLE: u64 = 44;

impl Way {
    /// Whether questions of this kind are asked at a level: easy ones are not about periods or misère play.
    fn suits(self, level: Difficulty) -> bool {
        !matches!(self, Way::Period | Way::Misere) || level > Difficulty::Easy
    }
}

impl Session {
    /// Kinds for `count` questions, shuffled, each as often as the others as far as the game has such questions.
    /// Without a level the questions begin easy and end hard.
    pub(super) fn ways(
        &mut self,
        material: &Material,
        level: Option<Difficulty>,
        count: usize,
        chance: &mut Chance,
    ) -> Result<Vec<(Way, Difficulty)>, Error> {
        let mut ways = Vec::with_capacity(count);
        let mut deck: Vec<Way> = Vec::new();
        for index in 0..count {
            let level = level.unwrap_or(Difficulty::ALL[index * 3 / count]);
            let way = match self.next_way(material, &mut deck, level, chance)? {
                Some(way) => Some(way),
                None => {
                    deck = WAYS.to_vec();
                    // A game has one period, which is asked for once.
                    deck.retain(|way| *way != Way::Period || ways.iter().all(|(asked, _)| *asked != Way::Period));
                    chance.shuffle(&mut deck);
                    self.next_way(material, &mut deck, level, chance)?
                }
            };
            ways.extend(way.map(|way| (way, level)));
        }
        // These come last, since they show many values that other questions may ask for.
        ways.sort_by_key(|(way, _)| matches!(way, Way::WrongValue | Way::Period));
        Ok(ways)
    }

    /// Takes from the deck the first kind that suits the level and of which this game has a question. The deck holds
    /// the kinds that have not been used since it was last filled and shuffled.
    fn next_way(
        &mut self,
        material: &Material,
        deck: &mut Vec<Way>,
        level: Difficulty,
        chance: &mut Chance,
    ) -> Result<Option<Way>, Error> {
        for index in 0..deck.len() {
            let way = deck[index];
            if way.suits(level) && self.task(material, way, level, chance)?.is_some() {
                return Ok(Some(deck.remove(index)));
            }
        }
        Ok(None)
    }

    /// Draws a question of each of these kinds. No question is asked twice, and as far as possible each is about
    /// something new; `before` holds what the questions of earlier sheets are about.
    pub(super) fn questions(
        &mut self,
        material: &Material,
        ways: &[(Way, Difficulty)],
        before: &mut FxHashSet<String>,
        chance: &mut Chance,
    ) -> Result<Vec<Question>, Error> {
        let mut tasks: Vec<Task> = Vec::new();
        let mut here: FxHashSet<String> = FxHashSet::default();
        for (way, level) in ways {
            let mut best: Option<(u8, Task)> = None;
            for _ in 0..AGAIN {
                let Some(task) = self.task(material, *way, *level, chance)? else { continue };
                let about = subject(&task);
                let merit = match (tasks.contains(&task), here.contains(&about), before.contains(&about)) {
                    (true, ..) => continue,
                    (false, true, _) => 0,
                    (false, false, true) => 1,
                    (false, false, false) => 2,
                };
                if best.as_ref().is_none_or(|(known, _)| *known < merit) {
                    best = Some((merit, task));
                }
                if merit == 2 {
                    break;
                }
            }
            // A small game may have no question left: a mex is asked for instead.
            let task = best.map_or_else(|| other_mex(&tasks, *level, chance), |(_, task)| task);
            here.insert(subject(&task));
            tasks.push(task);
        }
        before.extend(here);
        let of = tasks.len();
        let mut questions = Vec::with_capacity(of);
        for (index, task) in tasks.into_iter().enumerate() {
            let solution = self.solution(&task, material)?;
            questions.push(Question { number: index + 1, of, points: task.points(), task, solution });
        }
        Ok(questions)
    }

    /// Draws a question of this kind; `None` if the game has none, or if none was found.
    fn task(
        &mut self,
        material: &Material,
        way: Way,
        level: Difficulty,
        chance: &mut Chance,
    ) -> Result<Option<Task>, Error> {
        let several = 1 + level as usize;
        Ok(match way {
            Way::Mex => Some(mex(level, chance)),
            Way::NimSum => Some(nim_sum(level, chance)),
            Way::Value => self.drawn(material, level, several, chance)?.map(|position| Task::Value { position }),
            Way::Winner => {
                // Half of the positions should be lost.
                let wish = if chance.below(2) == 0 { Outcome::P } else { Outcome::N };
                let drawn = self.wished(material, (level, several), false, wish, chance)?;
                drawn.map(|position| Task::Winner { position, misere: false })
            }
            Way::Move => {
                // In a quarter of the questions there should not be a winning move.
                let wish = if chance.below(4) == 0 { Outcome::P } else { Outcome::N };
                let drawn = self.wished(material, (level, several), false, wish, chance)?;
                drawn.map(|position| Task::Move { position })
            }
            Way::Misere => {
                let wish = if chance.below(2) == 0 { Outcome::P } else { Outcome::N };
                let drawn = self.wished(material, (Difficulty::Easy, several), true, wish, chance)?;
                drawn.map(|position| Task::Winner { position, misere: true })
            }
            Way::Row => self.row_task(material, level, chance)?,
            Way::Claim => self.claim(material, level, chance)?,
            Way::WrongValue => self.wrong_value(material, level, chance)?,
            Way::Period => self.period_task(material, level, chance)?,
        })
    }

    /// Draws a position with this number of components and the outcome `wish`, or if none was found, with the other
    /// outcome.
    fn wished(
        &mut self,
        material: &Material,
        (level, components): (Difficulty, usize),
        misere: bool,
        wish: Outcome,
        chance: &mut Chance,
    ) -> Result<Option<Sum>, Error> {
        /// In misère play a sum from which more positions can be reached takes too long by hand.
        const MISERE_POSITIONS: usize = 120;
        let mut second_best = None;
        for _ in 0..TRIES {
            let Some(sum) = self.drawn(material, level, components, chance)? else { return Ok(second_best) };
            if misere && !self.is_small(&sum, MISERE_POSITIONS, material.at)? {
                continue;
            }
            let (_, outcome) = self.value_and_outcome(&sum, misere, material.at)?;
            if outcome == wish {
                return Ok(Some(sum));
            }
            second_best = Some(sum);
        }
        Ok(second_best)
    }

    fn row_task(&mut self, material: &Material, level: Difficulty, chance: &mut Chance) -> Result<Option<Task>, Error> {
        for _ in 0..TRIES {
            let Some(position) = self.drawn(material, level, 1, chance)? else { return Ok(None) };
            if !self.choices(&position, WIDEST_ROW as usize, material.at)?.more {
                return Ok(Some(Task::Row { position }));
            }
        }
        Ok(None)
    }

    /// A statement, true or false, about who wins, with three values of which one is that of the position.
    fn claim(&mut self, material: &Material, level: Difficulty, chance: &mut Chance) -> Result<Option<Task>, Error> {
        let wish = if chance.below(2) == 0 { Outcome::P } else { Outcome::N };
        let components = 1 + usize::from(level > Difficulty::Easy);
        let Some(position) = self.wished(material, (level, components), false, wish, chance)? else { return Ok(None) };
        let value = self.value(&position, material.at)?;
        let mut values = vec![value];
        if !value.is_zero() {
            values.push(Nimber::ZERO);
        }
        while values.len() < 3 {
            let other = Nimber(chance.between(1, value.0.saturating_add(3)));
            if !values.contains(&other) {
                values.push(other);
            }
        }
        chance.shuffle(&mut values);
        let outcome = if chance.below(2) == 0 { Outcome::P } else { Outcome::N };
        Ok(Some(Task::Claim { position, outcome, values }))
    }

    /// The values of the first heaps, one of them changed.
    fn wrong_value(
        &mut self,
        material: &Material,
        level: Difficulty,
        chance: &mut Chance,
    ) -> Result<Option<Task>, Error> {
        if !material.is_of_heaps() {
            return Ok(None);
        }
        let last = material.last_heap(level);
        let Some(mut values) = self.row_of_values(material, 0..last + 1)? else { return Ok(None) };
        let wrong = chance.between(1, last) as usize;
        let largest = values.iter().max().map_or(0, |value| value.0);
        let right = values[wrong];
        // Any value but the right one, up to one more than the largest.
        let other = chance.below(largest + 1);
        values[wrong] = Nimber(if other >= right.0 { other + 1 } else { other });
        Ok(Some(Task::WrongValue { game: material.game.name.to_string(), values }))
    }

    /// The values of consecutive heaps; `None` if one of them is not a position of the game.
    pub(super) fn row_of_values(
        &mut self,
        material: &Material,
        heaps: Range<u64>,
    ) -> Result<Option<Vec<Nimber>>, Error> {
        let mut values = Vec::new();
        for heap in heaps {
            let sum = Sum::position(heap_position(&material.game, heap));
            if !is_admitted(&sum, &self.solver) {
                return Ok(None);
            }
            values.push(self.value(&sum, material.at)?);
        }
        Ok(Some(values))
    }

    /// A question for the period of a row of values that begins at or after the preperiod. `None` unless a period of
    /// the game is proved, has no saltus and is short enough.
    fn period_task(
        &mut self,
        material: &Material,
        level: Difficulty,
        chance: &mut Chance,
    ) -> Result<Option<Task>, Error> {
        if !material.is_of_heaps() {
            return Ok(None);
        }
        let asked = AskedGame { game: material.game.clone(), line: None, heaps: Some(LOOKED_AT), seconds: None };
        let report = period_report(&mut self.names, &mut self.solver, &asked);
        let report = report.map_err(|stop| errors::stopped(stop, &self.solver, material.at))?;
        let Finding::Proved { period, .. } = report.finding else { return Ok(None) };
        let longest = if level == Difficulty::Hard { 14 } else { 9 };
        if period.saltus != 0 || !(2..=longest).contains(&period.period) {
            return Ok(None);
        }
        let length = 3 * period.period + chance.below(period.period);
        let from = period.preperiod + chance.below(period.period);
        if from + length > LONGEST_SAMPLE + period.period {
            return Ok(None);
        }
        let values = self.row_of_values(material, from..from + length)?;
        Ok(values.map(|values| Task::Period { game: material.game.name.to_string(), from, values }))
    }
}

/// What a question is about, whatever it asks for: a position, or numbers in any order.
fn subject(task: &Task) -> String {
    match task {
        Task::Mex { numbers } | Task::NimSum { numbers } => {
            let mut numbers = numbers.clone();
            numbers.sort_unstable();
            format!("{} {numbers:?}", matches!(task, Task::Mex { .. }))
        }
        Task::WrongValue { values, .. } => format!("{values:?}"),
        Task::Period { from, values, .. } => format!("{from} {values:?}"),
        _ => task.position().and_then(Sum::normal).map(|position| position.to_string()).unwrap_or_default(),
    }
}

/// Asks for the mex of a set with everything below it and some numbers beyond it.
fn mex(level: Difficulty, chance: &mut Chance) -> Task {
    let (low, high) = [(0, 3), (1, 5), (2, 8)][level as usize];
    let mex = chance.between(low, high);
    let mut numbers: Vec<u64> = (0..mex).collect();
    let beyond = chance.between(1, 3);
    for _ in 0..beyond {
        let number = chance.between(mex + 1, mex + 5);
        if !numbers.contains(&number) {
            numbers.push(number);
        }
    }
    if level == Difficulty::Easy {
        numbers.sort_unstable();
    } else {
        chance.shuffle(&mut numbers);
    }
    Task::Mex { numbers }
}

/// Asks for a mex that has not been asked for, if one is found.
fn other_mex(asked: &[Task], level: Difficulty, chance: &mut Chance) -> Task {
    let mut task = mex(level, chance);
    for _ in 0..TRIES {
        if !asked.contains(&task) {
            break;
        }
        task = mex(level, chance);
    }
    task
}

fn nim_sum(level: Difficulty, chance: &mut Chance) -> Task {
    let (count, low, high) = [(2, 1, 7), (3, 1, 15), (4, 8, 63)][level as usize];
    Task::NimSum { numbers: (0..count).map(|_| chance.between(low, high)).collect() }
}
