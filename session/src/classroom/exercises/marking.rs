//! Solves a question as the engine does, reads the answer to it, and marks it: right, or wrong by a typical mistake.

use grundy_engine::game::{Component, Position, Sum, Summand};
use grundy_engine::nim::{Convention, Nimber, Outcome, mex};
use grundy_engine::solve::Situation;
use grundy_engine::sorting::sort;

use crate::classroom::exercises::data::{Answer, Question, Slip, Solution, Task};
use crate::classroom::exercises::source::{self, PositionSource};
use crate::classroom::play::data::{Choice, Refusal};
use crate::classroom::play::{choice, sums};
use crate::classroom::said::side;
use crate::error::Error;
use crate::lang::session::Session;
use crate::newcomers;
use crate::source::Span;
use crate::verbs::explain;
use crate::verbs::position;
use crate::verbs::position::analysis::{AskedPosition, ValuesWanted, analysed};
use crate::verbs::position::data::Analysis;

/// The right answer, and what explains it.
pub(crate) fn solution(session: &mut Session, task: &Task, source: &PositionSource) -> Result<Solution, Error> {
    let mut solution = Solution::default();
    if let Some(position) = task.position() {
        let convention = task.convention();
        let asked = AskedPosition {
            sum: position.clone(),
            convention,
            starts: None,
            most: 0,
            for_checker: false,
            at: source.at,
        };
        let found = analysed(session, asked, ValuesWanted::WithOptions)?;
        // Of positions that are played at once it is told what decides.
        let value = found.value.clone().filter(|_| position.as_compound().is_none());
        solution.found = Some(Analysis { value, ..found });
        if solution.of_any_value().is_none() {
            match convention {
                Convention::Normal => work_out(session, position, &mut solution, source)?,
                Convention::Misere => solution.lost = source::lost_in_misere(session, position, source.at)?,
            }
        }
        let whole = Situation::of(position, convention);
        let best = position::best_move(session, &whole, source.at)?;
        let best = best.filter(|_| solution.found.as_ref().is_some_and(|found| found.outcome != Outcome::P));
        solution.winning = best.map(|made| sums::choice(&whole, &made));
        if let Task::Move { .. } = task {
            solution.moves = moves(session, position, &solution, source.at)?;
        }
    }
    let found = solution.found.as_ref();
    let value = found.and_then(|found| found.value.as_ref()?.nimber()).unwrap_or(Nimber::ZERO);
    solution.truth = match task {
        Task::Value { .. } => Answer::Number(value.0),
        Task::Mex { numbers } => Answer::Number(least_missing(numbers)),
        Task::NimSum { numbers } => Answer::Number(numbers.iter().fold(0, |sum, number| sum ^ number)),
        Task::Winner { .. } => Answer::Winner(found.map_or(Outcome::P, |found| found.outcome)),
        Task::Move { .. } => Answer::Move(solution.winning.clone()),
        Task::Row { .. } => Answer::Row { values: solution.values.clone(), mex: value, outcome: Outcome::of(value) },
        Task::Claim { outcome, values, .. } => Answer::Claim {
            holds: Outcome::of(value) == *outcome,
            reason: values.iter().position(|said| *said == value).unwrap_or(0),
        },
        Task::WrongValue { values, .. } => {
            let right = source::row_of_values(session, source, 0..values.len() as u64)?.unwrap_or_default();
            let heap = values.iter().zip(&right).position(|(said, right)| said != right).unwrap_or(0) as u64;
            let position = Sum::position(Position::at(&source.game, heap));
            work_out(session, &position, &mut solution, source)?;
            Answer::Number(heap)
        }
        Task::LastHeap { .. } => Answer::Number(source::least_heap(session, source, value)?.unwrap_or(0)),
        Task::Period { values, .. } => Answer::Number(shortest_period(values)),
    };
    Ok(solution)
}

/// Moves of the position, each with whether it is a right answer: all of them, or else many and one that is right.
fn moves(session: &mut Session, position: &Sum, solution: &Solution, at: Span) -> Result<Vec<(Choice, bool)>, Error> {
    /// The most moves that are looked at.
    const MANY: usize = 64;
    let choices = sums::choices(session, &Situation::from(position.clone()), MANY, at)?;
    let mut moves = Vec::with_capacity(choices.shown.len() + 1);
    for made in choices.shown {
        let right = is_good(session, &made, solution, at)?;
        moves.push((made, right));
    }
    let known = solution.winning.as_ref().filter(|_| choices.more && !moves.iter().any(|(_, right)| *right));
    moves.extend(known.map(|made| (made.clone(), true)));
    Ok(moves)
}

/// Whether a move wins, or keeps a draw where that is the best.
fn is_good(session: &mut Session, made: &Choice, solution: &Solution, at: Span) -> Result<bool, Error> {
    let (_, outcome) = position::worth(session, &made.after, made.binding, at)?;
    Ok(outcome == if solution.is_draw() { Outcome::D } else { Outcome::P })
}

/// Fills in, for a single component, its options and their values.
fn work_out(
    session: &mut Session,
    position: &Sum,
    solution: &mut Solution,
    source: &PositionSource,
) -> Result<(), Error> {
    if let [Summand { copies: 1, .. }] = &position.parts[..] {
        let explained = explain::explanation(session, position.clone(), Convention::Normal, source.at)?;
        if let Some(derivation) = explained.derivations.into_iter().next() {
            solution.values = derivation.reached.unwrap_or_default().values;
            solution.options = derivation.options.into_iter().map(|option| option.option).collect();
        }
    }
    Ok(())
}

fn least_missing(numbers: &[u64]) -> u64 {
    mex(numbers.iter().map(|number| Nimber(*number))).0
}

/// The shortest period of these values. They have a proved period and show it at least three times.
fn shortest_period(values: &[Nimber]) -> u64 {
    let repeats = |period: &usize| values.iter().skip(*period).zip(values).all(|(later, earlier)| later == earlier);
    (1..values.len()).find(repeats).unwrap_or(values.len()) as u64
}

/// Words around a number that are ignored.
const AROUND_NUMBERS: &[&str] = &[
    "the", "it", "is", "its", "value", "grundy", "mex", "nim-sum", "nimsum", "xor", "period", "heap", "n", "g", "p",
    "=", ":",
];

/// A range in a set, `0..3`, has at most so many members.
const LONGEST_RANGE: u64 = 100;

/// Why a line is not an answer.
#[derive(Debug)]
pub enum Unreadable {
    /// It does not have the form of an answer to this question.
    Form,
    /// It names a move that the rules do not allow, or it fits several moves.
    Move(Refusal),
}

/// The answer that a line gives to a question. The outer error is why the solver stopped, the inner one why the
/// line is not an answer.
pub(crate) fn answer_in(
    session: &mut Session,
    question: &Question,
    line: &str,
    at: Span,
) -> Result<Result<Answer, Unreadable>, Error> {
    let lower = line.to_lowercase();
    let lower = lower.trim_end_matches(['.', '!']).trim();
    let read = match &question.task {
        Task::Value { .. } | Task::Mex { .. } | Task::NimSum { .. } | Task::Period { .. } => {
            number(lower).map(Answer::Number)
        }
        Task::LastHeap { .. } => heap(lower).map(Answer::Number),
        Task::WrongValue { values, .. } => heap(lower).filter(|heap| *heap < values.len() as u64).map(Answer::Number),
        Task::Winner { draws: true, .. } if matches!(lower, "draw" | "d" | "a draw" | "it is a draw" | "nobody") => {
            Some(Answer::Winner(Outcome::D))
        }
        Task::Winner { .. } => side(lower).map(Answer::Winner),
        Task::Row { .. } => row(lower),
        Task::Claim { values, .. } => claim(lower, values.len()),
        Task::Move { .. } if matches!(lower, "none" | "no" | "no move" | "no move wins" | "there is none") => {
            Some(Answer::Move(None))
        }
        // No list of moves is shown: a bare number is an amount.
        Task::Move { position, .. } => {
            match choice::chosen(session, &Situation::from(position.clone()), line, &[], at)? {
                Ok(choice) => Some(Answer::Move(Some(choice))),
                Err(Refusal::Unread | Refusal::Side) => None,
                Err(why) => return Ok(Err(Unreadable::Move(why))),
            }
        }
    };
    match (read, newcomers::in_digits(line)) {
        (Some(read), _) => Ok(Ok(read)),
        (None, Some(digits)) => answer_in(session, question, &digits, at),
        (None, None) => Ok(Err(Unreadable::Form)),
    }
}

/// Whether an answer is right. If a move is asked for, every winning move is right.
pub(crate) fn is_right(session: &mut Session, question: &Question, given: &Answer, at: Span) -> Result<bool, Error> {
    Ok(match (given, &question.solution.truth) {
        (Answer::Number(given), Answer::Number(truth)) => given == truth,
        (Answer::Winner(given), Answer::Winner(truth)) => given == truth,
        (Answer::Move(None), Answer::Move(truth)) => truth.is_none(),
        (Answer::Move(Some(given)), _) => is_good(session, given, &question.solution, at)?,
        (
            Answer::Row { values, mex, outcome },
            Answer::Row { values: right_values, mex: right_mex, outcome: right_outcome },
        ) => values == right_values && mex == right_mex && outcome == right_outcome,
        (Answer::Claim { holds, reason }, Answer::Claim { holds: truth, reason: right }) => {
            holds == truth && reason == right
        }
        _ => false,
    })
}

/// `3`, `*3`, `0x1f`, `0b101`, `1_000`.
fn plain_number(text: &str) -> Option<u64> {
    let text = text.trim_start_matches('*').replace('_', "");
    match text.get(..2) {
        Some("0x") => u64::from_str_radix(&text[2..], 16).ok(),
        Some("0b") => u64::from_str_radix(&text[2..], 2).ok(),
        _ if text.starts_with('+') => None,
        _ => text.parse().ok(),
    }
}

/// The one number in a line, as in `3`, `* 3`, `mex = 3`.
fn number(line: &str) -> Option<u64> {
    let line = line.replace(['=', ':'], " ").replace("* ", "*");
    let mut words = line.split_whitespace().filter(|word| !AROUND_NUMBERS.contains(word));
    let number = plain_number(words.next()?)?;
    words.next().is_none().then_some(number)
}

/// `5`, `heap 5`, `S(5)`, `n = 5`; the right value may follow and is ignored: `5 -> 2`, `S(5) = 2`.
fn heap(line: &str) -> Option<u64> {
    let line = line.trim_start_matches("n =").trim_start_matches("n=");
    let end = ["->", "→", "=", ":", " is ", " should "].iter().filter_map(|sign| line.find(sign)).min();
    let named = &line[..end.unwrap_or(line.len())];
    number(named).or_else(|| {
        let (_, inside) = named.trim().strip_suffix(')')?.split_once('(')?;
        plain_number(inside.trim())
    })
}

/// `0 1 2, 3, N`: the values of the options in any order, their mex, the outcome.
fn row(line: &str) -> Option<Answer> {
    let mut numbers: Vec<u64> = Vec::new();
    let mut outcome = None;
    let is_apart = |c: char| c.is_whitespace() || ",;|{}<>[]()=:*".contains(c);
    for word in line.split(is_apart).filter(|word| !word.is_empty()) {
        if let Some((low, high)) = word.split_once("..") {
            let (low, high) = (plain_number(low)?, plain_number(high)?);
            if high.checked_sub(low)? > LONGEST_RANGE {
                return None;
            }
            numbers.extend(low..=high);
        } else if let Some(number) = plain_number(word) {
            numbers.push(number);
        } else if let Some(said) = side(word) {
            if outcome.replace(said).is_some() {
                return None;
            }
        } else if !["mex", "value", "values", "outcome", "and"].contains(&word) {
            return None;
        }
    }
    let mex = Nimber(numbers.pop()?);
    let mut values: Vec<Nimber> = numbers.into_iter().map(Nimber).collect();
    sort(&mut values);
    values.dedup();
    if values.is_empty() { None } else { Some(Answer::Row { values, mex, outcome: outcome? }) }
}

/// `true b`, `false, c`, `a true`: whether the claim holds, and the letter of a reason; both are required.
fn claim(line: &str, reasons: usize) -> Option<Answer> {
    let (mut holds, mut reason) = (None, None);
    for word in line.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
        let twice = match word {
            "true" | "yes" | "right" => holds.replace(true).is_some(),
            "false" | "no" | "wrong" => holds.replace(false).is_some(),
            "because" | "of" | "reason" | "and" | "is" | "it" => false,
            letter if letter.len() == 1 => {
                let index = usize::from(letter.as_bytes()[0].checked_sub(b'a')?);
                index >= reasons || reason.replace(index).is_some()
            }
            _ => return None,
        };
        if twice {
            return None;
        }
    }
    Some(Answer::Claim { holds: holds?, reason: reason? })
}

impl Slip {
    /// The mistake that leads to this wrong number; `None` if none is known.
    pub(crate) fn of(question: &Question, given: u64) -> Option<Slip> {
        match &question.task {
            Task::Mex { numbers } if numbers.contains(&given) => Some(Slip::Member),
            Task::Mex { .. } => Some(Slip::Gap),
            Task::NimSum { numbers } => (numbers.iter().sum::<u64>() == given).then_some(Slip::PlainSum),
            Task::Value { position } => of_value(question, position, given),
            _ => None,
        }
    }
}

/// The mistake behind a wrong Grundy value.
fn of_value(question: &Question, position: &Sum, given: u64) -> Option<Slip> {
    let (terms, values) = (question.solution.terms(), &question.solution.values);
    let sizes: Vec<u64> = position
        .parts
        .iter()
        .filter_map(|part| match &part.component {
            Component::Position(position) => position.heap(),
            Component::Star(size) => Some(*size),
        })
        .collect();
    if terms.len() > 1 {
        let plain: u64 = terms.iter().filter_map(|term| term.value.nimber()).map(|value| value.0).sum();
        let of_sizes = sizes.iter().fold(0, |sum, size| sum ^ size);
        return match given {
            given if given == plain => Some(Slip::PlainSum),
            given if given == of_sizes && sizes.len() == terms.len() => Some(Slip::Sizes),
            _ => None,
        };
    }
    if sizes.first() == Some(&given) {
        return Some(Slip::Size);
    }
    let xor: Nimber = values.iter().copied().collect();
    (xor == Nimber(given)).then_some(Slip::XorOfOptions)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_they_are_written_elsewhere_and_nothing_else_is_one() {
        for (line, expected) in [
            ("3", Some(3)),
            ("*3", Some(3)),
            ("* 3", Some(3)),
            ("mex = 3", Some(3)),
            ("the value is 3", Some(3)),
            ("0b101", Some(5)),
            ("0x1f", Some(31)),
            ("1_000", Some(1000)),
            ("not 3", None),
            ("3 4", None),
            ("-3", None),
            ("+3", None),
            ("s(3)", None),
            ("", None),
            ("99999999999999999999", None),
        ] {
            assert_eq!(number(line), expected, "{line}");
        }
    }

    #[test]
    fn heaps_sides_and_reasons() {
        for (line, expected) in [
            ("5", Some(5)),
            ("s(5)", Some(5)),
            ("n = 5", Some(5)),
            ("5 -> 2", Some(5)),
            ("s(5) = 2", Some(5)),
            ("five", None),
        ] {
            assert_eq!(heap(line), expected, "{line}");
        }
        for (line, expected) in [
            ("the first player wins", Some(Outcome::N)),
            ("p-position", Some(Outcome::P)),
            ("player 2", Some(Outcome::P)),
            ("1", None),
            ("not first", None),
        ] {
            assert_eq!(side(line), expected, "{line}");
        }
        let read = |line| match claim(line, 3) {
            Some(Answer::Claim { holds, reason }) => Some((holds, reason)),
            _ => None,
        };
        for (line, expected) in [
            ("true b", Some((true, 1))),
            ("false, because (c)", Some((false, 2))),
            ("a true", Some((true, 0))),
            ("true", None),
            ("true d", None),
            ("true a b", None),
            ("b", None),
        ] {
            assert_eq!(read(line), expected, "{line}");
        }
    }

    #[test]
    fn a_row_is_read_in_any_order_and_with_any_signs() {
        let right = (vec![Nimber(0), Nimber(1), Nimber(2)], Nimber(3), Outcome::N);
        let read = |line| match row(line) {
            Some(Answer::Row { values, mex, outcome }) => Some((values, mex, outcome)),
            _ => None,
        };
        for line in ["2 1 0 3 n", "{0,1,2} 3 n", "{0..2} | 3 | n", "0 0 1 2, mex 3, n", "n: {2, 1, 0} = 3"] {
            assert_eq!(read(line), Some(right.clone()), "{line}");
        }
        for line in ["3 n", "0 1 2 3", "0 1 2 3 n p", "0 1 two n", "0..999999999 3 n", "n"] {
            assert_eq!(read(line), None, "{line}");
        }
    }
}
