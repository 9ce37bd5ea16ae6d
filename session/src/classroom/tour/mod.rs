//! `tour`: lessons of one page each, with exercises that are solved by typing. The session runs what is typed.

pub(crate) mod answer;
pub(crate) mod lessons;
mod texts;

use grundy_engine::game::{Sum, Value};
use grundy_engine::nim::Outcome;
use grundy_engine::solve::Situation;

use crate::classroom::play::data::Refusal;
use crate::classroom::play::sums::drop_empty_heaps;
use crate::classroom::play::{choice, typed};
use crate::classroom::said;
use crate::classroom::tour::answer::TourReport;
use crate::classroom::tour::lessons::{PATIENCE, Progress, progress};
use crate::classroom::tour::texts::{Exercise, Lesson, Want, lessons};
use crate::error::Error;
use crate::lang::session::{Dialogue, DialogueKind, Reply, Request, Session, Turn};
use crate::lang::{evaluate, lower};
use crate::show::report::Report;
use crate::source::Span;
use crate::syntax::ast::Statement;
use crate::syntax::print;
use crate::verbs::position::data::{Analysis, Winner};
use crate::verbs::value::ShownValue;

/// What can be said in the tour, besides statements.
const WORDS: &[&str] = &["next", "back", "skip", "hint", "lesson ", "lessons", "help", "quit"];

/// The tour as a dialogue. The session keeps its `Progress`, so that it can be resumed.
#[derive(Debug)]
struct Tour;

impl DialogueKind for Tour {
    fn name(&self) -> &'static str {
        "tour"
    }

    fn words(&self) -> &'static [&'static str] {
        WORDS
    }

    fn answer(&mut self, session: &mut Session, line: &str) -> Result<Turn, Error> {
        Ok(step(session, line))
    }

    fn leave(&self, session: &Session) -> Turn {
        Turn::over(TourReport::Left { number: session.remembered.peek().map_or(1, Progress::number) })
    }

    fn keeps_its_place(&self) -> bool {
        true
    }
}

/// `tour` goes on where it was left, and `tour lesson N` begins with lesson N. `tour lesson 1` also forgets what was solved.
pub(crate) fn tour(session: &mut Session, lesson: Option<u64>) -> Reply {
    match lesson.map(|lesson| usize::try_from(lesson).unwrap_or(usize::MAX)) {
        None => {}
        Some(1) => *progress(session) = Progress::default(),
        Some(number) if (2..=lessons().len()).contains(&number) => {
            let place = progress(session);
            place.go(number - 1);
            place.begun = false;
        }
        Some(_) => return Reply::report(TourReport::NoSuchLesson { of: lessons().len() }),
    }
    let place = progress(session);
    let page = place.page(place.begun);
    place.begun = true;
    let mut reply = Reply::report(page);
    reply.request = Some(Request::Dialogue(Box::new(Dialogue::new(Tour))));
    reply
}

/// Takes a line of the tour: one of its words, or a statement.
pub(crate) fn step(session: &mut Session, line: &str) -> Turn {
    let line = line.trim();
    let words: Vec<String> = line.split_whitespace().map(str::to_lowercase).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let place = progress(session);
    match words[..] {
        [] if place.exercise().is_none() => place.next(),
        [] | ["tour"] | ["page"] => Turn::on(place.page(false)),
        ["next" | "skip"] => place.next(),
        ["back"] => place.go(place.lesson.saturating_sub(1)),
        ["lessons" | "contents"] => {
            let solved = |(index, lesson): (usize, &Lesson)| (lesson.title, place.done.contains(&index));
            let lessons = lessons().iter().enumerate().map(solved).collect();
            Turn::on(TourReport::Contents { lessons, at: place.lesson })
        }
        ["tour", "again"] => {
            *place = Progress::default();
            place.begun = true;
            Turn::on(place.page(false))
        }
        ["lesson" | "tour", number] | ["tour", "lesson", number] => match number.parse::<usize>() {
            Ok(number) if (1..=lessons().len()).contains(&number) => place.go(number - 1),
            _ => Turn::on(TourReport::NoSuchLesson { of: lessons().len() }),
        },
        ["hint"] => hint(session),
        ["help" | "?"] => Turn::on(TourReport::Help),
        _ => match moved(session, line) {
            Ok(Some(said)) => Turn::on(said),
            Ok(None) => run(session, line),
            Err(error) => Turn::wrong(error),
        },
    }
}

/// The reply to a line that is written as a move, if the exercise asks for one; `None` for any other line.
fn moved(session: &mut Session, line: &str) -> Result<Option<Report>, Error> {
    let Some(exercise) = progress(session).exercise() else { return Ok(None) };
    let Want::Move(start, goal) = exercise.want else { return Ok(None) };
    let Some(start) = position(session, start).filter(|_| typed::names_a_move(line)) else { return Ok(None) };
    Ok(match choice::chosen(session, &Situation::from(start), line, &[], Span::NOWHERE)? {
        Ok(choice) => Some(judge_position(session, exercise, goal, &choice.after.whole())),
        Err(Refusal::Unread) => None,
        Err(Refusal::Several(_)) => Some(again(session, exercise, exercise.hint)),
        Err(_) => {
            let solution = progress(session).fail(exercise);
            Some(Report::new(TourReport::NotAMove { line: line.to_owned(), hint: exercise.hint, solution }))
        }
    })
}

/// The reply to a move that leaves the position `left`; the move to `goal` solves the exercise.
fn judge_position(session: &mut Session, exercise: &'static Exercise, goal: &str, left: &Sum) -> Report {
    if is_position(session, left, goal) {
        return progress(session).solve(exercise);
    }
    let slip = exercise.slips.iter().find_map(|(slip, word)| match slip {
        Want::Position(text) if is_position(session, left, text) => Some(*word),
        _ => None,
    });
    again(session, exercise, slip.unwrap_or(exercise.hint))
}

/// A hint; asked for again, it comes with the solution.
fn hint(session: &mut Session) -> Turn {
    let place = progress(session);
    let Some(exercise) = place.exercise() else { return Turn::on(place.page(false)) };
    let solution = (place.tries + 1 >= PATIENCE).then_some(exercise.solution);
    place.tries = PATIENCE.min(place.tries + 2);
    Turn::on(TourReport::Hint { hint: exercise.hint, solution })
}

/// Runs what was typed, and checks whether it solves the exercise.
fn run(session: &mut Session, line: &str) -> Turn {
    let mut turn = Turn { said: Vec::new(), over: false };
    let mut verdict = None;
    let wants_side =
        progress(session).exercise().is_some_and(|asked| matches!(asked.want, Want::Value("first" | "second")));
    let line = match said::side(&line.to_lowercase()).filter(|_| wants_side) {
        Some(Outcome::P) => "second",
        Some(_) => "first",
        None => line,
    };
    for statement in session.read("<tour>", line) {
        match session.run_meant(statement) {
            Ok((statement, reply)) => {
                verdict = judge(session, &statement, &reply);
                // A line such as `3` is its own value, which is not shown again.
                if reply.answer::<ShownValue>().is_none_or(|shown| shown.value.to_string() != line) {
                    turn.said.push(Ok(reply));
                }
            }
            Err(error) => {
                verdict = failed(session, &error);
                turn.said.push(Err(error));
                break;
            }
        }
    }
    turn.said.extend(verdict.map(|report| Ok(Reply::report(report))));
    turn
}

/// The reply to a statement that ran; `None` once all exercises of the page are solved.
fn judge(session: &mut Session, statement: &Statement, reply: &Reply) -> Option<Report> {
    let exercise = progress(session).exercise()?;
    if is(session, exercise.want, statement, reply) {
        return Some(progress(session).solve(exercise));
    }
    for (slip, word) in &exercise.slips {
        if is(session, *slip, statement, reply) {
            return Some(again(session, exercise, word));
        }
    }
    // A value where a value is asked for was meant as the answer; any other statement is an experiment.
    let is_answer = statement.expression().is_some_and(|expr| expr.question().is_none());
    Some(match exercise.want {
        Want::Value(_) | Want::Position(_) | Want::Move(..) if is_answer => again(session, exercise, exercise.hint),
        Want::Game(_) if statement.game().is_some() => again(session, exercise, exercise.hint),
        _ => Report::new(TourReport::Aside { ask: exercise.ask }),
    })
}

fn failed(session: &mut Session, error: &Error) -> Option<Report> {
    let exercise = progress(session).exercise().filter(|_| !error.is_interrupted())?;
    Some(again(session, exercise, exercise.hint))
}

/// Counts a line that failed, and replies with `word`.
fn again(session: &mut Session, exercise: &Exercise, word: &'static str) -> Report {
    let solution = progress(session).fail(exercise);
    Report::new(TourReport::Again { word, solution })
}

/// Is this statement, with this reply of the session, what is wanted?
fn is(session: &mut Session, want: Want, statement: &Statement, reply: &Reply) -> bool {
    match want {
        Want::Statement(text) => {
            let wanted = session.read("<tour>", text).into_iter().flatten().next();
            wanted.is_some_and(|wanted| print::statement(&wanted) == print::statement(statement))
        }
        Want::Value(text) => {
            reply.answer::<ShownValue>().is_some_and(|shown| shown.value.to_string() == text)
                || reply
                    .answer::<Analysis>()
                    .and_then(|found| found.value.as_ref().filter(|_| found.wants_value))
                    .is_some_and(|value| value.to_string() == text)
                || reply
                    .answer::<Winner>()
                    .is_some_and(|winner| winner.position.outcome.winner().is_some_and(|side| side.to_string() == text))
        }
        Want::Position(text) | Want::Move(_, text) => match reply.answer() {
            Some(ShownValue { value: Value::Position(sum), .. }) => is_position(session, sum, text),
            _ => false,
        },
        Want::Game(rule) => defines(session, statement, rule),
    }
}

fn is_position(session: &mut Session, sum: &Sum, text: &str) -> bool {
    position(session, text).is_some_and(|wanted| drop_empty_heaps(sum).normal() == wanted.normal())
}

fn position(session: &mut Session, text: &str) -> Option<Sum> {
    let statement = session.read("<tour>", text).into_iter().flatten().next()?;
    evaluate::position(&mut session.names, &mut session.solver, statement.expression()?).ok()
}

/// Does this statement define a game with the same ruleset as this rule?
fn defines(session: &mut Session, statement: &Statement, rule: &str) -> bool {
    let Some(definition) = statement.game() else { return false };
    let name = definition.name.text.clone();
    let wanted = session.read("<tour>", &format!("values {rule}")).into_iter().flatten().next();
    let Some(asked) = wanted.as_ref().and_then(Statement::question) else { return false };
    let wanted = session.names.subject_game(&asked.subject);
    let defined = lower::game(&mut session.names, &name, statement.span);
    wanted.is_ok_and(|wanted| defined.is_ok_and(|defined| wanted.ruleset == defined.ruleset))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::show::document::Style;
    use crate::show::terminal::{Painter, paint};
    use grundy_engine::solve::{Limits, Signal};

    fn session() -> Session {
        crate::session::new(Limits::default(), Arc::new(Signal::default()))
    }

    /// The last report on a line of the tour; an error may come before it.
    fn last(session: &mut Session, line: &str) -> TourReport {
        match step(session, line).said.pop() {
            Some(Ok(reply)) => reply.answer::<TourReport>().expect("a report of the tour").clone(),
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn every_exercise_is_solved_by_its_solution() {
        let mut session = session();
        tour(&mut session, None);
        for (index, lesson) in lessons().iter().enumerate() {
            for exercise in &lesson.exercises {
                let said = last(&mut session, exercise.solution);
                assert!(matches!(said, TourReport::Solved { .. }), "{}: {said:?}", exercise.solution);
            }
            let said = last(&mut session, "");
            match index + 1 == lessons().len() {
                false => assert!(matches!(said, TourReport::Page(page) if page.number == index + 2)),
                true => assert!(matches!(said, TourReport::End)),
            }
        }
    }

    #[test]
    fn a_page_fits_the_screen() {
        let style = Style { width: 80, ascii: false };
        for (index, lesson) in lessons().iter().enumerate() {
            for solved in 0..=lesson.exercises.len() {
                let mut session = session();
                progress(&mut session).go(index);
                progress(&mut session).solved = solved;
                let page = paint(&progress(&mut session).page(false).document(), &style, Painter::Plain);
                assert!(page.lines().count() <= 21, "{page}");
                assert!(page.lines().all(|line| line.chars().count() <= 80), "{page}");
            }
        }
    }

    /// `tour lesson 12` does not begin a tour inside the tour.
    #[test]
    fn the_tour_named_in_the_tour_goes_to_the_lesson() {
        let mut session = session();
        tour(&mut session, None);
        for (line, number) in [("tour lesson 12", 12), ("Tour  3", 3), ("tour", 3), ("tour again", 1), ("lesson 5", 5)]
        {
            let turn = step(&mut session, line);
            let requests = turn.said.iter().filter(|said| said.as_ref().is_ok_and(|reply| reply.request.is_some()));
            assert_eq!(requests.count(), 0, "{line}");
            assert!(matches!(last(&mut session, "page"), TourReport::Page(page) if page.number == number), "{line}");
        }
        assert!(matches!(last(&mut session, "tour 99"), TourReport::NoSuchLesson { .. }));
    }

    #[test]
    fn every_slip_gets_its_word_and_the_lesson_stays() {
        for (index, lesson) in lessons().iter().enumerate() {
            for (number, exercise) in lesson.exercises.iter().enumerate() {
                for (slip, word) in &exercise.slips {
                    let mut session = session();
                    progress(&mut session).go(index);
                    progress(&mut session).solved = number;
                    let line = match *slip {
                        Want::Statement(text) | Want::Value(text) | Want::Position(text) | Want::Move(_, text) => {
                            text.to_owned()
                        }
                        Want::Game(rule) => format!("game Mine = {rule}"),
                    };
                    let said = last(&mut session, &line);
                    assert!(
                        matches!(said, TourReport::Again { word: found, .. } if found == *word),
                        "{line}: {said:?}"
                    );
                    assert_eq!((progress(&mut session).lesson, progress(&mut session).solved), (index, number));
                }
            }
        }
    }

    #[test]
    fn a_move_is_as_good_as_the_position_it_leaves() {
        let winning = [
            "Nim(6) -> Nim(5)",
            "Nim(6) → Nim(5)",
            "6 -> 5",
            "take 1 from 6",
            "Nim(1)+Nim(4)+Nim(6) -> Nim(1)+Nim(4)+Nim(5)",
            "Nim(1) + Nim(4) + Nim(5)",
        ];
        let others = ["Nim(6) -> Nim(4)", "take 2 from Nim(6)", "Nim(1)+Nim(4)+Nim(6) -> Nim(4)+Nim(6)"];
        for (line, solves) in winning.map(|line| (line, true)).into_iter().chain(others.map(|line| (line, false))) {
            let mut session = session();
            step(&mut session, "lesson 7");
            let said = last(&mut session, line);
            assert_eq!(matches!(said, TourReport::Solved { .. }), solves, "{line}: {said:?}");
            assert!(solves || matches!(said, TourReport::Again { .. }), "{line}: {said:?}");
        }
        let mut session = session();
        step(&mut session, "lesson 7");
        for line in ["Nim(6) -> Nim(7)", "Nim(4) -> Nim(7)", "take 9 from 6"] {
            assert!(matches!(last(&mut session, line), TourReport::NotAMove { .. }), "{line}");
        }
        // Any other statement is run as outside the tour.
        assert!(matches!(last(&mut session, "winner Nim(3)"), TourReport::Aside { .. }));
    }

    #[test]
    fn everything_in_backticks_can_be_typed() {
        let texts = lessons().iter().flat_map(|lesson| {
            let exercises = lesson.exercises.iter().flat_map(|exercise| [exercise.ask, exercise.hint, exercise.praise]);
            std::iter::once(lesson.text).chain(exercises)
        });
        let mut session = session();
        let defined = session.read("<test>", "game One = take <1>");
        for statement in defined {
            session.run(&statement.unwrap()).unwrap();
        }
        for text in texts {
            for code in text.split('`').skip(1).step_by(2) {
                // Words and rules that the texts mention, not lines to type.
                if matches!(code, "game" | "=" | "any" | "xor" | "misere" | "period" | "explain")
                    || code.starts_with('<')
                {
                    continue;
                }
                let code = if code.starts_with("take") { format!("values {code}") } else { code.to_owned() };
                for statement in session.read("<test>", &code) {
                    let ran = statement.and_then(|statement| session.run(&statement));
                    assert!(ran.is_ok(), "{code}: {ran:?}");
                }
            }
        }
    }

    #[test]
    fn a_wrong_line_is_answered_and_the_third_shows_the_solution() {
        let mut session = session();
        tour(&mut session, None);
        step(&mut session, "lesson 4");
        for (line, shows) in [("9", false), ("winner T(3)", false), ("1/0", true)] {
            let said = last(&mut session, line);
            assert!(matches!(said, TourReport::Again { solution, .. } if solution.is_some() == shows), "{said:?}");
        }
        assert!(matches!(last(&mut session, "winner Nim(3)"), TourReport::Aside { .. }));
        assert!(matches!(last(&mut session, "3"), TourReport::Solved { .. }));
        assert!(matches!(last(&mut session, "back"), TourReport::Page(page) if page.number == 3));
    }
}
