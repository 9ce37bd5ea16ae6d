//! Draws questions at random: of which kinds they are, and which positions and numbers they are about.

use grundy_engine::game::{AskedGame, Sum};
use grundy_engine::nim::{Convention, Nimber, Outcome};
use grundy_engine::solve::{Proof, Situation};
use grundy_engine::sorting::{sort, sort_by_key};
use rustc_hash::FxHashSet;

use crate::classroom::exercises::data::{Question, Task};
use crate::classroom::exercises::marking;
use crate::classroom::exercises::source::{self, Drawer, wish};
use crate::classroom::play::sums;
use crate::classroom::rng::Rng;
use crate::error::Error;
use crate::lang::errors;
use crate::lang::periods::period_report;
use crate::syntax::ast::Difficulty;
use crate::verbs::position;

/// A kind of question. Each becomes the `Task` of the same name; `Misere` becomes `Task::Winner`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuestionKind {
    Value,
    Mex,
    Winner,
    Move,
    NimSum,
    Row,
    Claim,
    WrongValue,
    LastHeap,
    Period,
    Misere,
}

const KINDS: [QuestionKind; 11] = [
    QuestionKind::Value,
    QuestionKind::Mex,
    QuestionKind::Winner,
    QuestionKind::Move,
    QuestionKind::NimSum,
    QuestionKind::Row,
    QuestionKind::Claim,
    QuestionKind::WrongValue,
    QuestionKind::LastHeap,
    QuestionKind::Period,
    QuestionKind::Misere,
];

/// How many positions are drawn in search of one with a certain outcome, or with few options.
const TRIES: usize = 25;
/// How often a question is drawn in search of one about something new.
const AGAIN: usize = 40;
/// A row of a table is asked for only where the position has at most this many options.
const WIDEST_ROW: usize = 7;
/// The most positions in misère play, for each level: without a theorem each is looked at by hand.
const MISERE_POSITIONS: [usize; 3] = [16, 24, 40];
/// Periods are searched for up to this heap.
const LOOKED_AT: u64 = 300;
/// A period is asked for only where the values that are shown end at most one period after this heap.
const LONGEST_SAMPLE: u64 = 44;

impl QuestionKind {
    /// Whether questions of this kind are asked at a level. Easy ones take single steps of the method. Hard ones take all of
    /// them, or ask backwards.
    fn suits(self, level: Difficulty) -> bool {
        match self {
            QuestionKind::Mex | QuestionKind::NimSum | QuestionKind::Row => level < Difficulty::Hard,
            QuestionKind::Value | QuestionKind::Winner | QuestionKind::Move | QuestionKind::Claim => true,
            QuestionKind::WrongValue | QuestionKind::Period | QuestionKind::Misere => level > Difficulty::Easy,
            QuestionKind::LastHeap => level == Difficulty::Hard,
        }
    }

    /// Whether a game has one question of this kind: the next would show the same values.
    fn is_asked_once(self) -> bool {
        matches!(self, QuestionKind::WrongValue | QuestionKind::Period)
    }
}

impl Drawer<'_> {
    /// Kinds for `count` questions, shuffled, each as often as the others as far as the game has such questions.
    /// Without a level the questions begin easy and end hard.
    pub(crate) fn question_kinds(
        &mut self,
        level: Option<Difficulty>,
        count: usize,
    ) -> Result<Vec<(QuestionKind, Difficulty)>, Error> {
        let mut kinds = Vec::with_capacity(count);
        let mut deck: Vec<QuestionKind> = Vec::new();
        for index in 0..count {
            let level = level.unwrap_or(Difficulty::ALL[index * 3 / count]);
            let kind = match self.next_kind(&mut deck, level)? {
                Some(kind) => Some(kind),
                None => {
                    deck = KINDS.to_vec();
                    deck.retain(|kind| !kind.is_asked_once() || kinds.iter().all(|(asked, _)| asked != kind));
                    self.rng.shuffle(&mut deck);
                    self.next_kind(&mut deck, level)?
                }
            };
            kinds.extend(kind.map(|kind| (kind, level)));
        }
        // These come last, since they show many values that other questions may ask for.
        sort_by_key(&mut kinds, |(kind, _)| kind.is_asked_once());
        Ok(kinds)
    }

    /// Takes from the deck the first kind that suits the level and of which this game has a question. The deck holds
    /// the kinds that have not been used since it was last filled and shuffled.
    fn next_kind(&mut self, deck: &mut Vec<QuestionKind>, level: Difficulty) -> Result<Option<QuestionKind>, Error> {
        for index in 0..deck.len() {
            let kind = deck[index];
            if kind.suits(level) && self.task(kind, level)?.is_some() {
                return Ok(Some(deck.remove(index)));
            }
        }
        Ok(None)
    }

    /// Draws a question of each of these kinds, no two about the same; `before` holds what the questions of earlier sheets are
    /// about, which are asked about again only if nothing else is found.
    pub(crate) fn questions(
        &mut self,
        kinds: &[(QuestionKind, Difficulty)],
        before: &mut FxHashSet<String>,
    ) -> Result<Vec<Question>, Error> {
        let mut tasks: Vec<Task> = Vec::new();
        let mut here: FxHashSet<String> = FxHashSet::default();
        for (kind, level) in kinds {
            let mut best = None;
            for _ in 0..AGAIN {
                let Some(task) = self.task(*kind, *level)? else { continue };
                let about = subject(&task);
                if here.contains(&about) {
                    continue;
                }
                let is_new = !before.contains(&about);
                best = Some(task);
                if is_new {
                    break;
                }
            }
            // A small game may have no question left: one about numbers is asked instead. Positions that are played at once have none.
            let task = match best {
                Some(task) => task,
                None if self.source.is_of_compounds() => continue,
                None => other(&here, *level, self.rng),
            };
            here.insert(subject(&task));
            tasks.push(task);
        }
        before.extend(here);
        let of = tasks.len();
        let mut questions = Vec::with_capacity(of);
        for (index, task) in tasks.into_iter().enumerate() {
            let solution = marking::solution(self.session, &task, self.source)?;
            questions.push(Question { number: index + 1, of, points: task.points(), task, solution });
        }
        Ok(questions)
    }

    /// Draws a question of this kind; `None` if the game has none, if none was found, or if the rule cannot be followed there: it
    /// may leave its list.
    fn task(&mut self, kind: QuestionKind, level: Difficulty) -> Result<Option<Task>, Error> {
        match self.task_of(kind, level) {
            Err(error) if error.stop().is_none() => Ok(None),
            task => task,
        }
    }

    fn task_of(&mut self, kind: QuestionKind, level: Difficulty) -> Result<Option<Task>, Error> {
        let (several, source) = (1 + level as usize, self.source);
        let about = (level, several);
        Ok(match kind {
            QuestionKind::WrongValue | QuestionKind::Period | QuestionKind::LastHeap
                if !source.is_of_heaps() || source.draws =>
            {
                None
            }
            QuestionKind::Period | QuestionKind::Misere | QuestionKind::LastHeap if source.game.ruleset.binds() => None,
            QuestionKind::Winner | QuestionKind::Move | QuestionKind::Misere => {
                let convention = Convention::of(kind == QuestionKind::Misere);
                // Half of the positions should be lost, and a quarter of those in which a winning move is asked for.
                let lost = if kind == QuestionKind::Move { 4 } else { 2 };
                let draws = source.draws;
                let wish = wish(draws, lost, self.rng);
                self.wished(about, convention, wish)?.map(|position| match kind {
                    QuestionKind::Move => Task::Move { position, draws },
                    _ => Task::Winner { position, convention, draws },
                })
            }
            _ if source.is_of_compounds() => None,
            QuestionKind::Mex => Some(mex(level, self.rng)),
            QuestionKind::NimSum => Some(nim_sum(level, self.rng)),
            QuestionKind::Value => self.drawn_usual(level, several)?.map(|position| Task::Value { position }),
            QuestionKind::Row => self.row_task(level)?,
            QuestionKind::Claim => self.claim(level)?,
            QuestionKind::WrongValue => self.wrong_value(level)?,
            QuestionKind::LastHeap => self.last_heap(level, several - 1)?,
            QuestionKind::Period => self.period_task(level)?,
        })
    }

    /// Draws a position with this number of components whose value is the mex of those of its options.
    fn drawn_usual(&mut self, level: Difficulty, components: usize) -> Result<Option<Sum>, Error> {
        for _ in 0..TRIES {
            let Some(sum) = self.position(level, components)? else { return Ok(None) };
            if source::is_usual(self.session, &sum, self.source.at)? {
                return Ok(Some(sum));
            }
        }
        Ok(None)
    }

    /// Draws a position with this number of components and the outcome `wish`, or if none was found, with the other
    /// outcome. In misère play a sum is searched, and has few positions.
    fn wished(
        &mut self,
        (level, components): (Difficulty, usize),
        convention: Convention,
        wish: Outcome,
    ) -> Result<Option<Sum>, Error> {
        let is_searched = convention.is_misere() && !self.source.is_of_compounds();
        let drawn_at = if is_searched { Difficulty::Easy } else { level };
        let mut second_best = None;
        for _ in 0..TRIES {
            let Some(sum) = self.position(drawn_at, components)? else { return Ok(second_best) };
            if is_searched && !self.is_small(&sum, MISERE_POSITIONS[level as usize])? {
                continue;
            }
            let outcome = position::outcome_of(self.session, &sum, convention, self.source.at)?;
            if outcome == wish {
                return Ok(Some(sum));
            }
            second_best = Some(sum);
        }
        Ok(second_best)
    }

    fn row_task(&mut self, level: Difficulty) -> Result<Option<Task>, Error> {
        for _ in 0..TRIES {
            let Some(position) = self.drawn_usual(level, 1)? else { return Ok(None) };
            if !sums::choices(self.session, &Situation::from(position.clone()), WIDEST_ROW, self.source.at)?.more {
                return Ok(Some(Task::Row { position }));
            }
        }
        Ok(None)
    }

    /// A statement, true or false, about who wins, with three values of which one is that of the position.
    fn claim(&mut self, level: Difficulty) -> Result<Option<Task>, Error> {
        let wish = if self.rng.below(2) == 0 { Outcome::P } else { Outcome::N };
        let about = (level, 1 + usize::from(level > Difficulty::Easy));
        let Some(position) = self.wished(about, Convention::Normal, wish)? else { return Ok(None) };
        if !source::is_usual(self.session, &position, self.source.at)? {
            return Ok(None);
        }
        let value = position::value(self.session, &position, self.source.at)?;
        let mut values = vec![value];
        if !value.is_zero() {
            values.push(Nimber::ZERO);
        }
        while values.len() < 3 {
            let other = Nimber(self.rng.between(1, value.0.saturating_add(3)));
            if !values.contains(&other) {
                values.push(other);
            }
        }
        self.rng.shuffle(&mut values);
        let outcome = if self.rng.below(2) == 0 { Outcome::P } else { Outcome::N };
        Ok(Some(Task::Claim { position, outcome, values }))
    }

    /// The values of the first heaps of a game of heaps, one of them changed.
    fn wrong_value(&mut self, level: Difficulty) -> Result<Option<Task>, Error> {
        let last = self.source.last_heap(level);
        let Some(mut values) = source::row_of_values(self.session, self.source, 0..last + 1)? else { return Ok(None) };
        let wrong = self.rng.between(1, last) as usize;
        let largest = values.iter().max().map_or(0, |value| value.0);
        let right = values[wrong];
        // Any value but the right one, up to one more than the largest.
        let other = self.rng.below(largest + 1);
        values[wrong] = Nimber(if other >= right.0 { other + 1 } else { other });
        Ok(Some(Task::WrongValue { game: self.source.game.name.to_string(), values }))
    }

    /// A position with this number of heaps, and the question which further heap makes it lost.
    fn last_heap(&mut self, level: Difficulty, heaps: usize) -> Result<Option<Task>, Error> {
        for _ in 0..TRIES {
            let Some(position) = self.drawn_usual(level, heaps)? else { return Ok(None) };
            let value = position::value(self.session, &position, self.source.at)?;
            if !value.is_zero() && source::least_heap(self.session, self.source, value)?.is_some() {
                return Ok(Some(Task::LastHeap { game: self.source.game.name.to_string(), position }));
            }
        }
        Ok(None)
    }

    /// A question for the period of a row of values that begins at or after the preperiod. `None` unless a period of
    /// the game of heaps is proved, has no saltus and is short enough.
    fn period_task(&mut self, level: Difficulty) -> Result<Option<Task>, Error> {
        let asked = AskedGame {
            game: self.source.game.clone(),
            convention: Convention::Normal,
            line: None,
            heaps: Some(LOOKED_AT),
            seconds: None,
        };
        let report = period_report(&mut self.session.names, &mut self.session.solver, &asked);
        let report = report.map_err(|stop| errors::stopped(stop, &self.session.solver, self.source.at))?;
        let Some(Proof { period, .. }) = report.finding.proof() else { return Ok(None) };
        let longest = if level == Difficulty::Hard { 14 } else { 9 };
        if period.saltus != 0 || !(2..=longest).contains(&period.period) {
            return Ok(None);
        }
        let length = 3 * period.period + self.rng.below(period.period);
        let from = period.preperiod + self.rng.below(period.period);
        if from + length > LONGEST_SAMPLE + period.period {
            return Ok(None);
        }
        let values = source::row_of_values(self.session, self.source, from..from + length)?;
        Ok(values.map(|values| Task::Period { game: self.source.game.name.to_string(), from, values }))
    }
}

/// What a question is about, whatever it asks for: a position in one form of play, numbers in any order, or the row of
/// values. Two questions about the same are alike: who has answered one knows most of the other.
fn subject(task: &Task) -> String {
    match task {
        Task::Mex { numbers } | Task::NimSum { numbers } => {
            let mut numbers = numbers.clone();
            sort(&mut numbers);
            format!("{} {numbers:?}", matches!(task, Task::Mex { .. }))
        }
        Task::WrongValue { values, .. } => format!("{values:?}"),
        Task::Period { from, values, .. } => format!("{from} {values:?}"),
        _ => {
            let position = task.position().and_then(Sum::normal).unwrap_or_default();
            format!("{} {position}", task.convention().is_misere())
        }
    }
}

/// Asks for the mex of a set with everything below it and some numbers beyond it.
fn mex(level: Difficulty, rng: &mut Rng) -> Task {
    let (low, high) = [(0, 3), (1, 5), (2, 8)][level as usize];
    let mex = rng.between(low, high);
    let mut numbers: Vec<u64> = (0..mex).collect();
    let beyond = rng.between(1, 3);
    for _ in 0..beyond {
        let number = rng.between(mex + 1, mex + 5);
        if !numbers.contains(&number) {
            numbers.push(number);
        }
    }
    if level == Difficulty::Easy {
        sort(&mut numbers);
    } else {
        rng.shuffle(&mut numbers);
    }
    Task::Mex { numbers }
}

/// A question about numbers that is not about any of these subjects: at the hard level for a nim-sum, and otherwise for a mex.
fn other(asked: &FxHashSet<String>, level: Difficulty, rng: &mut Rng) -> Task {
    let draw = |rng: &mut Rng| if level == Difficulty::Hard { nim_sum(level, rng) } else { mex(level, rng) };
    let mut task = draw(rng);
    for _ in 0..TRIES {
        if !asked.contains(&subject(&task)) {
            return task;
        }
        task = draw(rng);
    }
    // A number that no question has yet makes it a new one. It is the largest, so that a mex stays the same.
    while asked.contains(&subject(&task)) {
        if let Task::Mex { numbers } | Task::NimSum { numbers } = &mut task {
            match numbers.iter().max().copied() {
                Some(largest) if numbers.len() > 1 => {
                    numbers.retain(|number| *number != largest);
                    numbers.push(largest + 1);
                }
                _ => numbers.push(9),
            }
        }
    }
    task
}

fn nim_sum(level: Difficulty, rng: &mut Rng) -> Task {
    let (count, low, high) = [(2, 1, 7), (3, 1, 15), (4, 8, 63)][level as usize];
    let mut numbers = Vec::with_capacity(count);
    while numbers.len() < count {
        let number = rng.between(low, high);
        // Equal numbers cancel at sight.
        if !numbers.contains(&number) {
            numbers.push(number);
        }
    }
    Task::NimSum { numbers }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Easy questions for a mex are few: random ones repeat long before so many have been asked.
    #[test]
    fn nothing_is_asked_twice_about_numbers() {
        let mut rng = Rng::new(1);
        for level in Difficulty::ALL {
            let mut asked = FxHashSet::default();
            for _ in 0..200 {
                let task = other(&asked, level, &mut rng);
                assert!(asked.insert(subject(&task)), "{task:?}");
            }
        }
    }
}
