//! Questions as they are put on paper or into a file, with everything that is to be known of their answers.

use std::collections::BTreeSet;

use grundy_engine::nim::{Nimber, Outcome};

use crate::classroom::exercises::data::{Answer, Question, Sheet, Solution, Task};
use crate::classroom::exercises::words::{answer, answer_format, key, player, reason, text};
use crate::classroom::play::move_words::arrow;
use crate::show::document::{ExerciseSheet, ExerciseText, Expected, Line, Role};
use crate::show::language::known::Language;
use crate::show::phrase::{code, name, nimber, plain, text_of};
use crate::show::told::{Tellable, told};

/// A question as it is shown, with its answer.
pub fn exercise(question: &Question) -> ExerciseText {
    let (values, choices) = match &question.task {
        Task::Claim { values, .. } => (Vec::new(), values.iter().map(|value| vec![nimber(*value)]).collect()),
        Task::WrongValue { values, .. } => ((0..).zip(values.iter().copied()).collect(), Vec::new()),
        Task::Period { from, values, .. } => ((*from..).zip(values.iter().copied()).collect(), Vec::new()),
        _ => (Vec::new(), Vec::new()),
    };
    ExerciseText {
        number: question.number,
        text: text(&question.task).into_line(),
        answer_format: answer_format(&question.task),
        language: Language::ENGLISH,
        values,
        choices,
        points: question.points,
        lines: answer_lines(&question.task),
        solution: key(question),
        answer: answer(&question.solution.truth),
        reason: reason(question),
        expected: expected(question),
        needs_rule: !matches!(question.task, Task::Mex { .. } | Task::NimSum { .. } | Task::Period { .. }),
    }
}

/// The questions on one sheet, where nobody can type.
pub fn on_paper(sheet: &Sheet) -> ExerciseSheet {
    ExerciseSheet {
        number: None,
        subject: told!("**{n} questions about **{x}", n = sheet.questions.len(), x = name(&sheet.game))
            .strong(Role::Heading)
            .into_line(),
        rule: sheet.graphs.clone(),
        exercises: sheet.questions.iter().map(exercise).collect(),
        language: Language::ENGLISH,
    }
}

/// How many lines it takes to write the answer.
fn answer_lines(task: &Task) -> usize {
    match task {
        Task::Mex { .. } => 1,
        Task::WrongValue { .. } | Task::Period { .. } | Task::Row { .. } => 2,
        Task::LastHeap { .. }
        | Task::Value { .. }
        | Task::NimSum { .. }
        | Task::Winner { .. }
        | Task::Claim { .. }
        | Task::Move { .. } => 3,
    }
}

/// Which answers are right. Where there are few that can be given, they are choices.
fn expected(question: &Question) -> Expected {
    match (&question.task, &question.solution.truth) {
        (Task::Winner { draws, .. }, Answer::Winner(truth)) => {
            let sides = [Outcome::N, Outcome::P, Outcome::D];
            let sides = sides.iter().filter(|side| **side != Outcome::D || *draws);
            Expected::Choice(sides.map(|side| (vec![plain(player(*side))], side == truth)).collect())
        }
        (Task::Claim { values, .. }, Answer::Claim { holds: truth, reason: right }) => {
            let said = |holds: bool, reason: usize| {
                let v = nimber(values[reason]);
                let words =
                    if holds { told!("true: its value is {v}", v) } else { told!("false: its value is {v}", v) };
                (words.into_line(), (holds, reason) == (*truth, *right))
            };
            Expected::Choice(
                [true, false]
                    .into_iter()
                    .flat_map(|holds| (0..values.len()).map(move |reason| (holds, reason)))
                    .map(|(holds, reason)| said(holds, reason))
                    .collect(),
            )
        }
        (Task::Move { .. }, truth) => Expected::Choice(moves(&question.solution, matches!(truth, Answer::Move(None)))),
        (_, Answer::Number(number)) => Expected::Number(*number),
        (_, Answer::Row { values, mex, outcome }) => Expected::Text(rows(values, *mex, *outcome)),
        (_, other) => Expected::Text(vec![answer(other).into_iter().map(|piece| piece.text).collect()]),
    }
}

/// How many moves are offered of those that are right, and of all.
const RIGHT_MOVES: usize = 3;
const OFFERED_MOVES: usize = 7;

/// Moves to choose from, in their order, and that there is none.
fn moves(solution: &Solution, none: bool) -> Vec<(Line, bool)> {
    let mut met = BTreeSet::new();
    let mut distinct: Vec<(Line, bool)> =
        solution.moves.iter().map(|(made, right)| (arrow(Role::Plain, made).into_line(), *right)).collect();
    distinct.retain(|(step, _)| met.insert(text_of(step)));
    let count = |wanted: bool| distinct.iter().filter(|(_, right)| *right == wanted).count();
    let right = count(true).min(RIGHT_MOVES);
    let wrong = count(false).min(OFFERED_MOVES - right);
    let (mut rights, mut wrongs) = (spread(count(true), right), spread(count(false), wrong));
    distinct.retain(|(_, is_right)| if *is_right { rights.next() } else { wrongs.next() }.unwrap_or(false));
    distinct.into_iter().chain([(vec![code("none")], none)]).collect()
}

/// Which of so many are taken, so that they are spread evenly: the first always, if any is.
fn spread(of: usize, taken: usize) -> impl Iterator<Item = bool> {
    (0..of).map(move |index| index * taken % of < taken)
}

/// A row of a table in the spellings that are most likely to be typed.
fn rows(values: &[Nimber], mex: Nimber, outcome: Outcome) -> Vec<String> {
    let written = |between: &str| values.iter().map(Nimber::to_string).collect::<Vec<_>>().join(between);
    let sets =
        [written(" "), written(", "), written(","), format!("{{{}}}", written(",")), format!("{{{}}}", written(", "))];
    let mut met = BTreeSet::new();
    let mut spelled: Vec<String> = sets.iter().map(|set| format!("{set}, {mex}, {outcome}")).collect();
    spelled.extend([format!("{} {mex} {outcome}", sets[0]), format!("{},{mex},{outcome}", sets[2])]);
    spelled.retain(|row| met.insert(row.clone()));
    spelled
}
