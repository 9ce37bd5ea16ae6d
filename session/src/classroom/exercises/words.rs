//! The texts of exercises: the question, its hints, the right answer and the reason for it. Quizzes, exams and
//! worksheets share them.

use std::fmt::Display;

use grundy_engine::game::{Compound, Position, Sum};
use grundy_engine::nim::{Convention, GrundyValue, Nimber, Outcome, mex};
use grundy_engine::sorting::sort;

use crate::classroom::exercises::data::{Answer, Question, Setup, Solution, Task};
use crate::classroom::play::data::Choice;
use crate::classroom::play::move_words::arrow;
use crate::show::document::{Document, Line, Piece, Role};
use crate::show::phrase::{code, first_of, nimber, paragraph, piece, plain, sentences, sum, value_set};
use crate::show::told::{Tellable, Told, told};
use crate::verbs::position::compound::{ByComponents, DecidedBy, PlayedComponent, how_played};
use crate::verbs::position::data::{ValuedSummand, values_joined};
use crate::verbs::position::winner::value_piece;

/// What is asked.
pub fn text(task: &Task) -> Told {
    match task {
        Task::Value { position } => told!("What is the Grundy value of {x}?", x = sum(position)),
        Task::Mex { numbers } => told!("What is the mex of {set}?", set = set(numbers)),
        Task::NimSum { numbers } => told!("What is the nim-sum {sum}?", sum = joined(numbers)),
        Task::Winner { position, convention, draws } => {
            let x = sum(position);
            match (convention, draws) {
                (Convention::Normal, false) => {
                    told!("Who wins {x} if both play perfectly, `first` or `second`?", x)
                }
                (Convention::Normal, true) => {
                    told!("Who wins {x} if both play perfectly, `first` or `second`, or is it a `draw`?", x)
                }
                (Convention::Misere, false) => told!(
                    "Who wins {x} in misère play, where the player who makes the last move loses, `first` or `second`?",
                    x
                ),
                (Convention::Misere, true) => told!(
                    "Who wins {x} in misère play, where the player who makes the last move loses, `first` or `second`, or is it a `draw`?",
                    x
                ),
            }
        }
        Task::Move { position, draws: true } => {
            told!("Which move wins, or else keeps a draw, in {x}, if any?", x = sum(position))
        }
        Task::Move { position, draws: false } => told!("Which move wins in {x}, if any?", x = sum(position)),
        Task::Row { position } => told!(
            "Fill in the row of {x} in its table: the values of its options, their mex, and N or P.",
            x = sum(position)
        ),
        Task::Claim { position, outcome, .. } => told!(
            "True or false, and why: {claim}? Its Grundy value is one of these.",
            claim = who_wins(*outcome, sum(position))
        ),
        Task::WrongValue { game, .. } => {
            told!("One of these values of {x} is wrong. For which n?", x = piece(Role::Name, game))
        }
        Task::LastHeap { game, position } => told!(
            "What is the least n for which the second player wins {x} + {y}?",
            x = sum(position),
            y = piece(Role::Name, of_game(game, "n"))
        ),
        Task::Period { game, from, .. } => told!(
            "The values of {x} repeat from n = {n} on. What is the period?",
            x = piece(Role::Name, game),
            n = *from
        ),
    }
}

fn who_wins(outcome: Outcome, x: Piece) -> Told {
    match outcome {
        Outcome::N => told!("the first player wins {x}", x),
        _ => told!("the second player wins {x}", x),
    }
}

/// What to type as an answer; empty where the question says it.
pub fn answer_format(task: &Task) -> Line {
    match task {
        Task::Move { draws: false, .. } => told!("Answer `none` if no move wins."),
        Task::Move { draws: true, .. } => told!("Answer `none` if every move loses."),
        Task::Row { .. } => told!("Answer for example `1 2, 0, P`."),
        Task::Claim { .. } => told!("Answer for example `true b`."),
        _ => return Line::new(),
    }
    .into_line()
}

/// An answer in the short form in which it would be typed.
pub fn answer(answer: &Answer) -> Line {
    match answer {
        Answer::Number(number) => vec![nimber(Nimber(*number))],
        Answer::Winner(outcome) => vec![code(player(*outcome))],
        Answer::Move(Some(winning)) => arrow(Role::Good, winning).into_line(),
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
pub fn sentence(question: &Question) -> Told {
    let solution = &question.solution;
    match (&question.task, &solution.truth) {
        (Task::Value { position }, Answer::Number(value)) => {
            told!("{x} has Grundy value {v}.", x = sum(position), v = nimber(Nimber(*value)))
        }
        (Task::Mex { numbers }, Answer::Number(mex)) => {
            told!("the mex of {set} is {mex}.", set = set(numbers), mex = *mex)
        }
        (Task::NimSum { numbers }, Answer::Number(value)) => {
            told!("{sum} = {v}.", sum = joined(numbers), v = *value)
        }
        (Task::Winner { .. }, Answer::Winner(Outcome::D)) => told!("it is a draw."),
        (Task::Winner { .. }, Answer::Winner(Outcome::N)) => told!("the first player wins."),
        (Task::Winner { .. }, Answer::Winner(Outcome::P)) => told!("the second player wins."),
        (Task::Move { .. }, Answer::Move(Some(winning))) if solution.is_draw() => {
            told!("{step} keeps the draw.", step = arrow(Role::Good, winning))
        }
        (Task::Move { .. }, Answer::Move(Some(winning))) => told!("{step} wins.", step = arrow(Role::Good, winning)),
        (Task::Move { draws: true, .. }, _) => told!("every move loses here."),
        (Task::Move { .. }, _) => told!("no move wins here."),
        (Task::WrongValue { game, .. }, Answer::Number(heap)) => {
            told!("it is wrong for {x}.", x = piece(Role::Name, of_game(game, heap)))
        }
        (Task::LastHeap { game, .. }, Answer::Number(heap)) => {
            told!("it is {x}.", x = piece(Role::Name, of_game(game, heap)))
        }
        (Task::Period { .. }, Answer::Number(period)) => told!("the period is {p}.", p = *period),
        (Task::Claim { outcome, .. }, Answer::Claim { holds, reason }) => {
            let typed = format!("{holds} {}", Answer::letter(*reason));
            match (*outcome == Outcome::N) == *holds {
                true => told!("{typed}: the first player wins.", typed),
                false => told!("{typed}: the second player wins.", typed),
            }
        }
        (_, row) => told!("the row is {row}.", row = answer(row)),
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
        let why = why.map(|found| told!("{why}.", why = found.reason().capital()).into_line());
        let best = reason_of_any_value(found.value.as_ref(), found.outcome, solution.winning.as_ref());
        return sentences(why.into_iter().chain([best]));
    }
    match &question.task {
        Task::Mex { numbers } if solution.terms().len() <= 1 => {
            from_values(&numbers.iter().map(|number| Nimber(*number)).collect::<Vec<_>>(), told!("the set"))
        }
        Task::Value { .. } | Task::Row { .. } if solution.terms().len() <= 1 => {
            from_values(&solution.values, values_of_options(&solution.values))
        }
        Task::NimSum { numbers } => {
            let binary: Vec<String> = numbers.iter().map(|number| format!("{number:b}")).collect();
            let total = numbers.iter().fold(0, |sum, number| sum ^ number);
            told!("In binary: {sum} = {total}.", sum = binary.join(" ⊕ "), total = format!("{total:b}"))
        }
        Task::Winner { convention: Convention::Misere, .. } => misere_reason(solution),
        Task::LastHeap { game, .. } => {
            let Answer::Number(heap) = solution.truth else { return Line::new() };
            let x = piece(Role::Name, of_game(game, heap));
            told!("{sum}, and {x} is the least heap with that value.", sum = of_terms(solution.terms()), x)
        }
        Task::Period { from, .. } => {
            let Answer::Number(period) = solution.truth else { return Line::new() };
            let (n, m) = (*from, from + period);
            told!("The values from n = {n} on are repeated from n = {m} on, and not earlier.", n, m)
        }
        Task::WrongValue { game, .. } => {
            let Answer::Number(heap) = solution.truth else { return Line::new() };
            let v = nimber(mex(solution.values.iter().copied()));
            let why = from_values(&solution.values, values_of_options(&solution.values));
            told!("{x} has value {v}: {why}", x = piece(Role::Name, of_game(game, heap)), v, why)
        }
        _ => {
            let sum = of_terms(solution.terms());
            match (&question.task, &solution.winning) {
                (Task::Value { .. }, _) => told!("{sum}.", sum),
                (_, Some(winning)) => {
                    told!("{sum}, not 0: {step} makes it 0.", sum, step = arrow(Role::Good, winning))
                }
                (_, None) => told!("{sum}: after every move the other player can make it 0 again.", sum),
            }
        }
    }
    .into_line()
}

/// Why a position is won or lost in misère play, by the positions that the next player loses.
fn misere_reason(solution: &Solution) -> Told {
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
            let (step, x) = (arrow(Role::Good, winning), sum(&left));
            match others.is_empty() {
                true => told!("{step} leaves {x}, where the next player loses.", step, x),
                false => told!("{step} leaves {x}, where the next player loses, as in {listed}.", step, x, listed),
            }
        }
        _ if solution.lost.is_none() => told!("After every move the other player can still win."),
        _ if others.is_empty() => told!("After every move nothing can be moved, and the other player has won."),
        _ => told!(
            "The next player also loses in {listed}, and after every move the other player can leave one of these.",
            listed
        ),
    }
}

/// Why a position is won, lost or drawn whose value need not be a nimber.
fn reason_of_any_value(value: Option<&GrundyValue>, outcome: Outcome, best: Option<&Choice>) -> Line {
    let why = match (outcome, best) {
        (Outcome::P, _) | (_, None) => told!("after every move the other player can win"),
        (Outcome::N, Some(best)) => told!("{step} wins", step = arrow(Role::Good, best)),
        (Outcome::D, Some(best)) => {
            told!("no move wins, and {step} does not lose", step = arrow(Role::Good, best))
        }
    };
    let Some(value) = value else { return told!("{why}.", why = why.capital()).into_line() };
    let v = value_piece(value);
    match (value, outcome) {
        (GrundyValue::Infinite(_), Outcome::N) => told!("The value is {v}, with 0 in the braces: {why}.", v, why),
        (GrundyValue::Infinite(_), _) => told!("The value is {v}, without 0 in the braces: {why}.", v, why),
        (GrundyValue::Nimber(_), Outcome::N) => told!("The value is {v}, not 0: {why}.", v, why),
        _ => told!("The value is {v}: {why}.", v, why),
    }
    .into_line()
}

/// `the values of its options, {0, 1}`
fn values_of_options(values: &[Nimber]) -> Told {
    told!("the values of its options, {set}", set = value_set(values))
}

/// `0 to 2 are in the set; 3 is not.`
fn from_values(values: &[Nimber], set: Told) -> Told {
    match mex(values.iter().copied()).0 {
        0 => told!("0 is not in {set}.", set),
        1 => told!("0 is in {set}; 1 is not.", set),
        2 => told!("0 and 1 are in {set}; 2 is not.", set),
        mex => told!("0 to {last} are in {set}; {mex} is not.", last = mex - 1, set, mex),
    }
}

/// `The nim-sum is 1 ⊕ 3 = 2`
fn of_terms(terms: &[ValuedSummand<GrundyValue>]) -> Told {
    let odd = terms.iter().filter(|term| term.copies % 2 == 1);
    let value: Nimber = odd.filter_map(|term| term.value.nimber()).collect();
    match terms {
        [ValuedSummand { copies: 1, .. }] => told!("The value is {v}", v = nimber(value)),
        _ => told!("The nim-sum is {sum} = {v}", sum = values_joined(terms), v = nimber(value)),
    }
}

/// Adds the first hint (`stage` 1) or the second.
pub fn hint(document: &mut Document, question: &Question, stage: u8) {
    let hint = hint_about(document, question, stage);
    let hint = hint.map_or_else(|| told!("**Hint**: "), |hint| told!("**Hint**: {hint}", hint));
    paragraph(document, hint.strong(Role::Help));
}

/// The first hint or the second; what is drawn for it is added. `None` if there is nothing to say.
fn hint_about(document: &mut Document, question: &Question, stage: u8) -> Option<Told> {
    let solution = &question.solution;
    let is_alone = solution.terms().len() == 1;
    let options = || first_of(&solution.options, 6, ", ");
    Some(match (&question.task, stage) {
        _ if let Some(found) = solution.of_any_value() => match &found.compound {
            Some(compound) => return hint_at_once(&question.task, compound, stage),
            None => hint_of_any_value(found.value.as_ref().filter(|_| stage > 1)),
        },
        (Task::Value { .. } | Task::Row { .. }, 1) if is_alone => {
            told!("Its options are {list}. Find their values, the smallest first.", list = options())
        }
        (Task::Value { .. } | Task::Row { .. }, _) if is_alone => told!(
            "The values of the options are {set}. The mex is the least number that is not among them.",
            set = value_set(&solution.values)
        ),
        (Task::Value { .. }, 1) => told!("Find the value of each summand. Then take their nim-sum ⊕."),
        (Task::Value { .. }, _) => {
            told!("The values are {sum}: add them in binary without carrying.", sum = values_joined(solution.terms()))
        }
        (Task::Winner { convention: Convention::Misere, .. }, _) => told!(
            "Who cannot move has won. Look for a move to a position that the next player loses; begin with the smallest positions."
        ),
        (Task::Winner { .. } | Task::Claim { .. }, 1) => {
            told!("The first player wins if and only if the Grundy value, the nim-sum of the values, is not 0.")
        }
        (Task::Winner { .. } | Task::Claim { .. }, _) if is_alone => {
            told!("The values of its options are {set}.", set = value_set(&solution.values))
        }
        (Task::Winner { .. } | Task::Claim { .. }, _) => {
            told!("The values are {sum}.", sum = values_joined(solution.terms()))
        }
        (Task::Move { .. }, 1) => told!("A move wins if and only if it leaves Grundy value 0."),
        (Task::Move { .. }, _) => {
            let sum = of_terms(solution.terms());
            match &solution.winning {
                Some(winning) if !is_alone => {
                    told!("{sum}. Move in {x}.", sum, x = piece(Role::Name, winning.moved_in()))
                }
                _ => told!("{sum}.", sum),
            }
        }
        (Task::Mex { .. }, 1) => told!("Is 0 in the set? Is 1? The first number that is not is the mex."),
        (Task::Mex { numbers }, _) if numbers.is_sorted() => {
            told!("Every number below the mex is in the set, and the mex itself is not.")
        }
        (Task::Mex { numbers }, _) => told!("In order: {set}.", set = set(&sorted(numbers))),
        (Task::NimSum { .. }, 1) => {
            told!("Write the numbers in binary, one under the other, and add without carrying.")
        }
        (Task::NimSum { numbers }, _) => {
            let width = numbers.iter().map(|number| format!("{number:b}").len()).max().unwrap_or(1);
            let row = |number: &u64| vec![plain(format!("  {number:>2}   {number:0width$b}"))];
            document.drawing(numbers.iter().map(row).collect());
            told!("A column with an odd number of ones gives 1, any other 0.")
        }
        (Task::LastHeap { .. }, 1) => told!(
            "The second player wins if and only if the nim-sum of all values is 0. Which value must the last heap have?"
        ),
        (Task::LastHeap { .. }, _) => {
            told!("{sum}: the last heap needs the same value.", sum = of_terms(solution.terms()))
        }
        (Task::WrongValue { .. }, 1) => {
            told!("From left to right: each value must be the mex of the values that can be reached from there.")
        }
        (Task::WrongValue { values, .. }, _) => {
            let Answer::Number(heap) = solution.truth else { return None };
            let (low, high) = (heap.saturating_sub(2), (heap + 1).min(values.len() as u64 - 1));
            told!("It is one from n = {low} to n = {high}.", low, high)
        }
        (Task::Period { .. }, 1) => {
            told!("Look for the place from which on all values come again, in the same order.")
        }
        (Task::Period { .. }, _) => {
            let Answer::Number(period) = solution.truth else { return None };
            let (low, high) = (period.saturating_sub(1).max(1), period + 2);
            told!("It is one of the numbers from {low} to {high}.", low, high)
        }
        (Task::Row { .. }, _) => return None,
    })
}

/// A hint about positions that are played at once: how they are decided, and then what is known of each.
fn hint_at_once(task: &Task, found: &ByComponents, stage: u8) -> Option<Told> {
    let alone = |component: &PlayedComponent| Some(format!("{} {}", component.position, component.outcome?));
    let alone: Vec<String> = found.components.iter().filter_map(alone).collect();
    match (found.decided_by, stage) {
        (DecidedBy::Search, 1) => rule(task).map(how_played),
        (DecidedBy::Search, _) => Some(hint_of_any_value(None)),
        (_, 1) => Some(found.theorem()),
        _ => Some(found.lengths().unwrap_or_else(|| told!("Alone: {all}.", all = alone.join(", ")))),
    }
}

/// The rule of a compound that is asked about.
fn rule(task: &Task) -> Option<Compound> {
    task.compound().and_then(Position::compound).map(|(rule, _)| rule)
}

/// A hint where play may never end or moves bind, with the value in the second one.
fn hint_of_any_value(value: Option<&GrundyValue>) -> Told {
    let Some(value) = value else {
        return told!(
            "Begin with positions without moves. A move wins if the other player is lost after it; who must lose otherwise may find a move after which play need not end."
        );
    };
    let v = value_piece(value);
    match value {
        GrundyValue::Nimber(_) => told!("The value is {v}: who is to move wins if it is not 0.", v),
        GrundyValue::Infinite(_) => {
            told!("The value is {v}: who is to move wins if 0 is in the braces, and otherwise nobody does.", v)
        }
        GrundyValue::Loony => told!("The value is {v}: who is to move wins.", v),
    }
}

/// What to type as an answer, in a sentence.
pub fn form(task: &Task) -> Told {
    match task {
        Task::Value { .. } | Task::Mex { .. } | Task::NimSum { .. } | Task::LastHeap { .. } | Task::Period { .. } => {
            told!("Type a number, such as `2`.")
        }
        Task::Winner { draws: false, .. } => told!("Type `first` or `second`."),
        Task::Winner { draws: true, .. } => told!("Type `first`, `second` or `draw`."),
        Task::Move { .. } if task.compound().is_some() => {
            told!("Type what the move leaves of each position, such as `Nim(1), Nim(0)`, or `none`.")
        }
        Task::Move { .. } => told!("Type a move, such as `take 3` or `S(5) -> S(2)`, or `none`."),
        Task::Row { .. } => told!("Type the values of the options, their mex, and N or P, such as `1 2, 0, P`."),
        Task::Claim { .. } => told!("Type `true` or `false` and the letter of the reason, such as `true b`."),
        Task::WrongValue { .. } => told!("Type the number n above the wrong value, such as `5`."),
    }
}

/// The method that solves such a task, in a sentence or two.
pub fn method(task: &Task) -> Told {
    if let Some(rule) = rule(task) {
        return how_played(rule);
    }
    match task {
        Task::Value { .. } | Task::Row { .. } | Task::WrongValue { .. } => {
            told!(
                "The Grundy value of a heap is the least number that is not the value of an option (the mex). The value of several heaps is the nim-sum of their values."
            )
        }
        Task::Mex { .. } => told!("The mex of a set is the least number from 0 on that is not in it."),
        Task::NimSum { .. } => told!("The nim-sum adds numbers in binary without carrying."),
        Task::Winner { convention: Convention::Misere, .. } => {
            told!("In misère play the player who makes the last move loses.")
        }
        Task::Winner { draws: true, .. } | Task::Move { draws: true, .. } => {
            told!(
                "A position is lost if every move leads to one that the other player wins. Who is not lost and cannot win keeps a draw by moves to drawn positions."
            )
        }
        Task::LastHeap { .. } => {
            told!(
                "The second player wins if and only if the nim-sum of the values is 0: the last heap needs the value that the others have together."
            )
        }
        Task::Winner { .. } | Task::Claim { .. } => {
            told!("The first player wins if and only if the Grundy value is not 0.")
        }
        Task::Move { .. } => told!("A move wins if and only if it leaves Grundy value 0."),
        Task::Period { .. } => told!("Values have period p if each is the same as that p places further on."),
    }
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
pub fn about(setup: &Setup, n: usize) -> Told {
    let x = piece(Role::Name, &setup.game);
    match setup.level {
        None => told!("{n} question[s] about {x}", n, x),
        Some("easy") => told!("{n} easy question[s] about {x}", n, x),
        Some(_) => told!("{n} hard question[s] about {x}", n, x),
    }
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
