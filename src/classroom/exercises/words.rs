//! The texts of exercises: the question, its hints, the right answer and the reason for it. Quizzes, exams and
//! worksheets share them.

use std::fmt::Display;

use grundy_engine::game::{Compound, Position, Sum};
use grundy_engine::nim::{Convention, GrundyValue, Nimber, Outcome, mex};
use grundy_engine::sorting::sort;

use crate::classroom::exercises::data::{Answer, Question, Setup, Solution, Task};
use crate::classroom::play::data::Choice;
use crate::classroom::play::words::arrow;
use crate::show::document::{Document, Line, Role};
use crate::show::phrase::{capital, code, first_of, nimber, paragraph, piece, plain, sum, value_set, with_code};
use crate::show::told::{Tellable, told};
use crate::verbs::position::compound::{ByComponents, DecidedBy, PlayedComponent, how_played};
use crate::verbs::position::data::{ValuedSummand, values_joined};
use crate::verbs::position::winner::value_piece;

/// What is asked.
pub fn text(task: &Task) -> Line {
    match task {
        Task::Value { position } => vec![plain("What is the Grundy value of "), sum(position), plain("?")],
        Task::Mex { numbers } => vec![plain(format!("What is the mex of {}?", set(numbers)))],
        Task::NimSum { numbers } => vec![plain(format!("What is the nim-sum {}?", joined(numbers)))],
        Task::Winner { position, convention, draws } => {
            let rule = match convention {
                Convention::Normal => " if both play perfectly, `first` or `second`",
                Convention::Misere => {
                    " in misère play, where the player who makes the last move loses, `first` or `second`"
                }
            };
            let end = if *draws { ", or is it a `draw`?" } else { "?" };
            [vec![plain("Who wins "), sum(position)], with_code(rule), with_code(end)].concat()
        }
        Task::Move { position, draws } => {
            let what = if *draws { "Which move wins, or else keeps a draw, in " } else { "Which move wins in " };
            vec![plain(what), sum(position), plain(", if any?")]
        }
        Task::Row { position } => {
            let wanted = " in its table: the values of its options, their mex, and N or P.";
            vec![plain("Fill in the row of "), sum(position), plain(wanted)]
        }
        Task::Claim { position, outcome, .. } => {
            let claim = format!("True or false, and why: the {} player wins ", player(*outcome));
            vec![plain(claim), sum(position), plain("? Its Grundy value is one of these.")]
        }
        Task::WrongValue { game, .. } => {
            vec![plain("One of these values of "), piece(Role::Name, game), plain(" is wrong. For which n?")]
        }
        Task::LastHeap { game, position } => vec![
            plain("What is the least n for which the second player wins "),
            sum(position),
            plain(" + "),
            piece(Role::Name, of_game(game, "n")),
            plain("?"),
        ],
        Task::Period { game, from, .. } => vec![
            plain("The values of "),
            piece(Role::Name, game),
            plain(format!(" repeat from n = {from} on. What is the period?")),
        ],
    }
}

/// What to type as an answer; empty where the question says it.
pub fn answer_format(task: &Task) -> &'static str {
    match task {
        Task::Move { draws: false, .. } => "Answer `none` if no move wins.",
        Task::Move { draws: true, .. } => "Answer `none` if every move loses.",
        Task::Row { .. } => "Answer for example `1 2, 0, P`.",
        Task::Claim { .. } => "Answer for example `true b`.",
        _ => "",
    }
}

/// An answer in the short form in which it would be typed.
pub fn answer(answer: &Answer) -> Line {
    match answer {
        Answer::Number(number) => vec![nimber(Nimber(*number))],
        Answer::Winner(outcome) => vec![code(player(*outcome))],
        Answer::Move(Some(winning)) => vec![arrow(Role::Good, winning)],
        Answer::Move(None) => vec![code("none")],
        Answer::Row { values, mex, outcome } => {
            let values: Vec<String> = values.iter().map(Nimber::to_string).collect();
            vec![code(format!("{}, {mex}, {outcome}", values.join(" ")))]
        }
        Answer::Claim { holds, reason } => vec![code(format!("{holds} {}", Answer::letter(*reason)))],
        Answer::Skipped => Line::new(),
    }
}

/// The right answer as a sentence. It begins with a small letter, because `Right: ` or `No: ` can stand before it.
pub fn sentence(question: &Question) -> Line {
    let solution = &question.solution;
    match (&question.task, &solution.truth) {
        (Task::Value { position }, Answer::Number(value)) => {
            vec![sum(position), plain(" has Grundy value "), nimber(Nimber(*value)), plain(".")]
        }
        (Task::Mex { numbers }, Answer::Number(mex)) => vec![plain(format!("the mex of {} is {mex}.", set(numbers)))],
        (Task::NimSum { numbers }, Answer::Number(value)) => vec![plain(format!("{} = {value}.", joined(numbers)))],
        (Task::Winner { .. }, Answer::Winner(Outcome::D)) => vec![plain("it is a draw.")],
        (Task::Winner { .. }, Answer::Winner(outcome)) => {
            vec![plain(format!("the {} player wins.", player(*outcome)))]
        }
        (Task::Move { .. }, Answer::Move(Some(winning))) => {
            vec![arrow(Role::Good, winning), plain(if solution.is_draw() { " keeps the draw." } else { " wins." })]
        }
        (Task::Move { draws: true, .. }, _) => vec![plain("every move loses here.")],
        (Task::Move { .. }, _) => vec![plain("no move wins here.")],
        (Task::WrongValue { game, .. }, Answer::Number(heap)) => {
            vec![plain("it is wrong for "), piece(Role::Name, of_game(game, heap)), plain(".")]
        }
        (Task::LastHeap { game, .. }, Answer::Number(heap)) => {
            vec![plain("it is "), piece(Role::Name, of_game(game, heap)), plain(".")]
        }
        (Task::Period { .. }, Answer::Number(period)) => vec![plain(format!("the period is {period}."))],
        (Task::Claim { outcome, .. }, Answer::Claim { holds, reason }) => {
            let other = if *outcome == Outcome::N { Outcome::P } else { Outcome::N };
            let wins = player(if *holds { *outcome } else { other });
            vec![plain(format!("{holds} {}: the {wins} player wins.", Answer::letter(*reason)))]
        }
        (_, row) => [vec![plain("the row is ")], answer(row), vec![plain(".")]].concat(),
    }
}

/// The right answer and why it is right.
pub fn key(question: &Question) -> Line {
    [answer(&question.solution.truth), vec![plain(" · ")], reason(question)].concat()
}

/// Why the answer is right, in a sentence or two.
pub fn reason(question: &Question) -> Line {
    let solution = &question.solution;
    if let Some(found) = solution.of_any_value() {
        let why = found.compound.as_ref().filter(|found| found.decided_by != DecidedBy::Search);
        let mut line: Line =
            why.map(|found| plain(format!("{}. ", capital(&found.reason().to_string())))).into_iter().collect();
        line.extend(reason_of_any_value(found.value.as_ref(), found.outcome, solution.winning.as_ref()));
        return line;
    }
    match &question.task {
        Task::Mex { .. } | Task::Value { .. } | Task::Row { .. } if solution.terms().len() <= 1 => {
            let values: Vec<Nimber> = match &question.task {
                Task::Mex { numbers } => numbers.iter().map(|number| Nimber(*number)).collect(),
                _ => solution.values.clone(),
            };
            from_values(&values, matches!(question.task, Task::Mex { .. }))
        }
        Task::NimSum { numbers } => {
            let binary: Vec<String> = numbers.iter().map(|number| format!("{number:b}")).collect();
            let total = numbers.iter().fold(0, |sum, number| sum ^ number);
            vec![plain(format!("In binary: {} = {total:b}.", binary.join(" ⊕ ")))]
        }
        Task::Winner { convention: Convention::Misere, .. } => misere_reason(solution),
        Task::LastHeap { game, .. } => {
            let Answer::Number(heap) = solution.truth else { return Line::new() };
            let mut line = of_terms(solution.terms());
            line.extend([
                plain(", and "),
                piece(Role::Name, of_game(game, heap)),
                plain(" is the least heap with that value."),
            ]);
            line
        }
        Task::Period { from, .. } => match solution.truth {
            Answer::Number(period) => vec![plain(format!(
                "The values from n = {from} on are repeated from n = {} on, and not earlier.",
                from + period
            ))],
            _ => Line::new(),
        },
        Task::WrongValue { game, .. } => {
            let Answer::Number(heap) = solution.truth else { return Line::new() };
            let value = mex(solution.values.iter().copied());
            let mut line =
                vec![piece(Role::Name, of_game(game, heap)), plain(" has value "), nimber(value), plain(": ")];
            line.extend(from_values(&solution.values, false));
            line
        }
        _ => {
            let mut line = of_terms(solution.terms());
            match (&question.task, &solution.winning) {
                (Task::Value { .. }, _) => line.push(plain(".")),
                (_, Some(winning)) => {
                    line.extend([plain(", not 0: "), arrow(Role::Good, winning), plain(" makes it 0.")])
                }
                (_, None) => line.push(plain(": after every move the other player can make it 0 again.")),
            }
            line
        }
    }
}

/// Why a position is won or lost in misère play, by the positions that the next player loses.
fn misere_reason(solution: &Solution) -> Line {
    /// At most so many of these positions are named, in about so many characters.
    const NAMED: usize = 4;
    const ROOM: usize = 90;
    let left = solution.winning.as_ref().map(|winning| winning.after.whole());
    let lost = solution.lost.as_deref().unwrap_or_default();
    let is_left = |lost: &Sum| left.as_ref().is_some_and(|left| left.normal() == lost.normal());
    let others: Vec<&Sum> = lost.iter().filter(|lost| !is_left(lost)).collect();
    let mut taken = 0;
    let fitting = others.iter().take_while(|lost| {
        taken += lost.to_string().chars().count();
        taken <= ROOM
    });
    let listed = piece(Role::Name, first_of(&others, fitting.count().clamp(1, NAMED), ", "));
    match (&solution.winning, left) {
        (Some(winning), Some(left)) => {
            let mut line =
                vec![arrow(Role::Good, winning), plain(" leaves "), sum(&left), plain(", where the next player loses")];
            if !others.is_empty() {
                line.extend([plain(", as in "), listed]);
            }
            line.push(plain("."));
            line
        }
        _ if solution.lost.is_none() => vec![plain("After every move the other player can still win.")],
        _ if others.is_empty() => vec![plain("After every move nothing can be moved, and the other player has won.")],
        _ => vec![
            plain("The next player also loses in "),
            listed,
            plain(", and after every move the other player can leave one of these."),
        ],
    }
}

/// Why a position is won, lost or drawn whose value need not be a nimber.
fn reason_of_any_value(value: Option<&GrundyValue>, outcome: Outcome, best: Option<&Choice>) -> Line {
    let mut line = Line::new();
    if let Some(value) = value {
        line.extend([plain("The value is "), value_piece(value)]);
        line.push(plain(match (value, outcome) {
            (GrundyValue::Infinite(_), Outcome::N) => ", with 0 in the braces: ",
            (GrundyValue::Infinite(_), _) => ", without 0 in the braces: ",
            (GrundyValue::Nimber(_), Outcome::N) => ", not 0: ",
            _ => ": ",
        }));
    }
    match (outcome, best) {
        (Outcome::P, _) | (_, None) => {
            line.push(plain(if value.is_some() { "after" } else { "After" }));
            line.push(plain(" every move the other player can win."));
        }
        (Outcome::N, Some(best)) => line.extend([arrow(Role::Good, best), plain(" wins.")]),
        (Outcome::D, Some(best)) => {
            line.push(plain(if value.is_some() { "no" } else { "No" }));
            line.extend([plain(" move wins, and "), arrow(Role::Good, best), plain(" does not lose.")]);
        }
    }
    line
}

/// `0 to 2 are in the set; 3 is not.`
fn from_values(values: &[Nimber], is_a_set: bool) -> Line {
    let mex = mex(values.iter().copied());
    let of = if is_a_set { "the set".to_owned() } else { format!("the values of its options, {}", value_set(values)) };
    let line = match mex.0 {
        0 => format!("0 is not in {of}."),
        1 => format!("0 is in {of}; 1 is not."),
        2 => format!("0 and 1 are in {of}; 2 is not."),
        mex => format!("0 to {} are in {of}; {mex} is not.", mex - 1),
    };
    vec![plain(line)]
}

/// `The nim-sum is 1 ⊕ 3 = 2`
fn of_terms(terms: &[ValuedSummand<GrundyValue>]) -> Line {
    let odd = terms.iter().filter(|term| term.copies % 2 == 1);
    let value: Nimber = odd.filter_map(|term| term.value.nimber()).collect();
    match terms {
        [ValuedSummand { copies: 1, .. }] => vec![plain("The value is "), nimber(value)],
        _ => [vec![plain("The nim-sum is ")], values_joined(terms), vec![plain(" = "), nimber(value)]].concat(),
    }
}

/// Adds the first hint (`stage` 1) or the second.
pub fn hint(document: &mut Document, question: &Question, stage: u8) {
    let solution = &question.solution;
    let is_alone = solution.terms().len() == 1;
    let options = || first_of(&solution.options, 6, ", ");
    let line: Line = match (&question.task, stage) {
        _ if let Some(found) = solution.of_any_value() => match &found.compound {
            Some(compound) => hint_at_once(&question.task, compound, stage),
            None => hint_of_any_value(found.value.as_ref().filter(|_| stage > 1)),
        },
        (Task::Value { .. } | Task::Row { .. }, 1) if is_alone => {
            vec![plain(format!("Its options are {}. Find their values, the smallest first.", options()))]
        }
        (Task::Value { .. } | Task::Row { .. }, _) if is_alone => vec![plain(format!(
            "The values of the options are {}. The mex is the least number that is not among them.",
            value_set(&solution.values)
        ))],
        (Task::Value { .. }, 1) => vec![plain("Find the value of each summand. Then take their nim-sum ⊕.")],
        (Task::Value { .. }, _) => [
            vec![plain("The values are ")],
            values_joined(solution.terms()),
            vec![plain(": add them in binary without carrying.")],
        ]
        .concat(),
        (Task::Winner { convention: Convention::Misere, .. }, _) => vec![plain(
            "Who cannot move has won. Look for a move to a position that the next player loses; begin with the smallest positions.",
        )],
        (Task::Winner { .. } | Task::Claim { .. }, 1) => {
            vec![plain("The first player wins if and only if the Grundy value, the nim-sum of the values, is not 0.")]
        }
        (Task::Winner { .. } | Task::Claim { .. }, _) if is_alone => {
            vec![plain(format!("The values of its options are {}.", value_set(&solution.values)))]
        }
        (Task::Winner { .. } | Task::Claim { .. }, _) => {
            [vec![plain("The values are ")], values_joined(solution.terms()), vec![plain(".")]].concat()
        }
        (Task::Move { .. }, 1) => vec![plain("A move wins if and only if it leaves Grundy value 0.")],
        (Task::Move { .. }, _) => match &solution.winning {
            Some(winning) if !is_alone => {
                let from = piece(Role::Name, winning.moved_in());
                [of_terms(solution.terms()), vec![plain(". Move in "), from, plain(".")]].concat()
            }
            _ => [of_terms(solution.terms()), vec![plain(".")]].concat(),
        },
        (Task::Mex { .. }, 1) => vec![plain("Is 0 in the set? Is 1? The first number that is not is the mex.")],
        (Task::Mex { numbers }, _) if numbers.is_sorted() => {
            vec![plain("Every number below the mex is in the set, and the mex itself is not.")]
        }
        (Task::Mex { numbers }, _) => vec![plain(format!("In order: {}.", set(&sorted(numbers))))],
        (Task::NimSum { .. }, 1) => {
            vec![plain("Write the numbers in binary, one under the other, and add without carrying.")]
        }
        (Task::NimSum { numbers }, _) => {
            let width = numbers.iter().map(|number| format!("{number:b}").len()).max().unwrap_or(1);
            let row = |number: &u64| vec![plain(format!("  {number:>2}   {number:0width$b}"))];
            document.drawing(numbers.iter().map(row).collect());
            vec![plain("A column with an odd number of ones gives 1, any other 0.")]
        }
        (Task::LastHeap { .. }, 1) => {
            vec![plain(
                "The second player wins if and only if the nim-sum of all values is 0. Which value must the last heap have?",
            )]
        }
        (Task::LastHeap { .. }, _) => {
            [of_terms(solution.terms()), vec![plain(": the last heap needs the same value.")]].concat()
        }
        (Task::WrongValue { .. }, 1) => {
            vec![plain("From left to right: each value must be the mex of the values that can be reached from there.")]
        }
        (Task::WrongValue { values, .. }, _) => match solution.truth {
            Answer::Number(heap) => {
                let (low, high) = (heap.saturating_sub(2), (heap + 1).min(values.len() as u64 - 1));
                vec![plain(format!("It is one from n = {low} to n = {high}."))]
            }
            _ => Line::new(),
        },
        (Task::Period { .. }, 1) => {
            vec![plain("Look for the place from which on all values come again, in the same order.")]
        }
        (Task::Period { .. }, _) => match solution.truth {
            Answer::Number(period) => vec![plain(format!(
                "It is one of the numbers from {} to {}.",
                period.saturating_sub(1).max(1),
                period + 2
            ))],
            _ => Line::new(),
        },
        (Task::Row { .. }, _) => Line::new(),
    };
    paragraph(document, [vec![piece(Role::Help, "Hint"), plain(": ")], line].concat());
}

/// A hint about positions that are played at once: how they are decided, and then what is known of each.
fn hint_at_once(task: &Task, found: &ByComponents, stage: u8) -> Line {
    let alone = |component: &PlayedComponent| Some(format!("{} {}", component.position, component.outcome?));
    let alone: Vec<String> = found.components.iter().filter_map(alone).collect();
    match (found.decided_by, stage) {
        (DecidedBy::Search, 1) => rule(task).map_or_else(Line::new, |rule| how_played(rule).into_line()),
        (DecidedBy::Search, _) => hint_of_any_value(None),
        (_, 1) => found.theorem().into_line(),
        _ => found.lengths().unwrap_or_else(|| told!("Alone: {all}.", all = alone.join(", "))).into_line(),
    }
}

/// The rule of a compound that is asked about.
fn rule(task: &Task) -> Option<Compound> {
    task.compound().and_then(Position::compound).map(|(rule, _)| rule)
}

/// A hint where play may never end or moves bind, with the value in the second one.
fn hint_of_any_value(value: Option<&GrundyValue>) -> Line {
    let Some(value) = value else {
        let text = "Begin with positions without moves. A move wins if the other player is lost after it; who must lose otherwise \
                    may find a move after which play need not end.";
        return vec![plain(text)];
    };
    let mut line = vec![plain("The value is "), value_piece(value)];
    line.push(plain(match value {
        GrundyValue::Nimber(_) => ": who is to move wins if it is not 0.",
        GrundyValue::Infinite(_) => ": who is to move wins if 0 is in the braces, and otherwise nobody does.",
        GrundyValue::Loony => ": who is to move wins.",
    }));
    line
}

/// What to type as an answer, in a sentence.
pub fn form(task: &Task) -> &'static str {
    match task {
        Task::Value { .. } | Task::Mex { .. } | Task::NimSum { .. } | Task::LastHeap { .. } | Task::Period { .. } => {
            "Type a number, such as `2`."
        }
        Task::Winner { draws: false, .. } => "Type `first` or `second`.",
        Task::Winner { draws: true, .. } => "Type `first`, `second` or `draw`.",
        Task::Move { .. } if task.compound().is_some() => {
            "Type what the move leaves of each position, such as `Nim(1), Nim(0)`, or `none`."
        }
        Task::Move { .. } => "Type a move, such as `take 3` or `S(5) -> S(2)`, or `none`.",
        Task::Row { .. } => "Type the values of the options, their mex, and N or P, such as `1 2, 0, P`.",
        Task::Claim { .. } => "Type `true` or `false` and the letter of the reason, such as `true b`.",
        Task::WrongValue { .. } => "Type the number n above the wrong value, such as `5`.",
    }
}

/// The method that solves such a task, in a sentence or two.
pub fn method(task: &Task) -> String {
    if let Some(rule) = rule(task) {
        return how_played(rule).to_string();
    }
    let method = match task {
        Task::Value { .. } | Task::Row { .. } | Task::WrongValue { .. } => {
            "The Grundy value of a heap is the least number that is not the value of an option (the mex). The value of several heaps is the nim-sum of their values."
        }
        Task::Mex { .. } => "The mex of a set is the least number from 0 on that is not in it.",
        Task::NimSum { .. } => "The nim-sum adds numbers in binary without carrying.",
        Task::Winner { convention: Convention::Misere, .. } => {
            "In misère play the player who makes the last move loses."
        }
        Task::Winner { draws: true, .. } | Task::Move { draws: true, .. } => {
            "A position is lost if every move leads to one that the other player wins. Who is not lost and cannot win keeps a draw by moves to drawn positions."
        }
        Task::LastHeap { .. } => {
            "The second player wins if and only if the nim-sum of the values is 0: the last heap needs the value that the others have together."
        }
        Task::Winner { .. } | Task::Claim { .. } => "The first player wins if and only if the Grundy value is not 0.",
        Task::Move { .. } => "A move wins if and only if it leaves Grundy value 0.",
        Task::Period { .. } => "Values have period p if each is the same as that p places further on.",
    };
    method.to_owned()
}

/// The statement that explains more about a task, if there is one.
pub fn command(task: &Task) -> Option<String> {
    match task {
        Task::WrongValue { game, values } => Some(format!("values {game} 0..{}", values.len().saturating_sub(1))),
        Task::Period { game, .. } => Some(format!("explain period {game}")),
        _ => {
            let misere = if task.convention().is_misere() { "misere " } else { "" };
            task.position().map(|position| format!("explain {misere}{position}"))
        }
    }
}

/// `8 questions about S`, and how hard they are.
pub fn about(setup: &Setup, count: usize) -> Line {
    let level = setup.level.map(|level| format!("{level} ")).unwrap_or_default();
    let noun = if count == 1 { "question" } else { "questions" };
    vec![plain(format!("{count} {level}{noun} about ")), piece(Role::Name, &setup.game)]
}

/// A number of points, which may have a half: `3`, `2½`.
pub fn points(points: f64) -> String {
    let whole = points.floor();
    match (whole, points > whole) {
        (whole, false) => format!("{whole}"),
        (0.0, true) => "½".to_owned(),
        (whole, true) => format!("{whole}½"),
    }
}

/// `S(5)`, `(take <1,2>)(5)`, `S(n)`
fn of_game(game: &str, heap: impl Display) -> String {
    if game.contains(' ') { format!("({game})({heap})") } else { format!("{game}({heap})") }
}

/// `first`, `second` or `draw`
pub fn player(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::N => "first",
        Outcome::P => "second",
        Outcome::D => "draw",
    }
}

fn set(numbers: &[u64]) -> String {
    let written: Vec<String> = numbers.iter().map(u64::to_string).collect();
    format!("{{{}}}", written.join(", "))
}

fn joined(numbers: &[u64]) -> String {
    numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(" ⊕ ")
}

fn sorted(numbers: &[u64]) -> Vec<u64> {
    let mut sorted = numbers.to_vec();
    sort(&mut sorted);
    sorted
}
