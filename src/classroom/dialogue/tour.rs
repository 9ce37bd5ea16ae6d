//! `tour`: lessons of one page each, with exercises that are solved by typing. The session runs what is typed.

use grundy_engine::game::{Sum, Value};

use crate::classroom::data::dialogues::{AfterExercise, Page, Refusal, TourReport};
use crate::classroom::dialogue::choice;
use crate::classroom::dialogue::lessons::{Exercise, Lesson, Want, lessons};
use crate::classroom::dialogue::state::Progress;
use crate::error::Error;
use crate::lang::evaluate;
use crate::lang::session::{Dialogue, DialogueKind, Reply, Request, Session, Turn};
use crate::show::report::Report;
use crate::source::Span;
use crate::syntax::ast::{Statement, StatementKind};
use crate::syntax::print;
use crate::verbs::position::data::{Grundy, Winner};
use crate::verbs::value::data::ShownValue;

/// What can be said in the tour, besides statements.
const WORDS: &[&str] = &["next", "back", "skip", "hint", "lesson ", "lessons", "help", "quit"];

/// After this many wrong lines the solution is shown.
const PATIENCE: u8 = 3;

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
        Ok(session.tour_step(line))
    }

    fn leave(&self, session: &Session) -> Turn {
        Turn::over(TourReport::Left { number: session.remembered.peek().map_or(1, Progress::number) })
    }

    fn keeps_its_place(&self) -> bool {
        true
    }
}

impl Progress {
    fn lesson(&self) -> &'static Lesson {
        &lessons()[self.lesson.min(lessons().len() - 1)]
    }

    fn exercise(&self) -> Option<&'static Exercise> {
        self.lesson().exercises.get(self.solved)
    }

    /// The number of the lesson, from 1.
    pub fn number(&self) -> usize {
        self.lesson + 1
    }

    fn go(&mut self, lesson: usize) -> Turn {
        self.lesson = lesson;
        self.solved = 0;
        self.tries = 0;
        Turn::on(self.page(false))
    }

    fn page(&self, resumed: bool) -> Report {
        let lesson = self.lesson();
        Report::new(TourReport::Page(Page {
            number: self.number(),
            of: lessons().len(),
            title: lesson.title,
            text: lesson.text,
            ask: self.exercise().map(|exercise| exercise.ask),
            resumed,
        }))
    }

    fn next(&mut self) -> Turn {
        if self.lesson + 1 < lessons().len() {
            return self.go(self.lesson + 1);
        }
        // After the last lesson the tour begins again at the first.
        *self = Progress { done: self.done.clone(), ..Progress::default() };
        Turn::over(TourReport::End)
    }

    /// Counts a line that did not solve the exercise. Returns the solution once there have been `PATIENCE` of them.
    fn fail(&mut self, exercise: &Exercise) -> Option<&'static str> {
        self.tries = PATIENCE.min(self.tries + 1);
        (self.tries >= PATIENCE).then_some(exercise.solution)
    }

    fn solve(&mut self, exercise: &Exercise) -> Report {
        self.solved += 1;
        self.tries = 0;
        let next = match self.exercise() {
            Some(next) => AfterExercise::Ask(next.ask),
            None => {
                self.done.insert(self.lesson);
                match lessons().get(self.lesson + 1) {
                    Some(next) => AfterExercise::Lesson(self.lesson + 2, next.title),
                    None => AfterExercise::End,
                }
            }
        };
        Report::new(TourReport::Solved { praise: exercise.praise, next })
    }
}

impl Session {
    /// `tour` goes on where it was left, and `tour N` begins with lesson N. `tour 1` also forgets what was solved.
    pub(crate) fn tour(&mut self, lesson: Option<u64>) -> Reply {
        match lesson.map(|lesson| usize::try_from(lesson).unwrap_or(usize::MAX)) {
            None => {}
            Some(1) => *self.progress() = Progress::default(),
            Some(number) if (2..=lessons().len()).contains(&number) => {
                let place = self.progress();
                place.go(number - 1);
                place.begun = false;
            }
            Some(_) => return Reply::report(TourReport::NoSuchLesson { of: lessons().len() }),
        }
        let place = self.progress();
        let page = place.page(place.begun);
        place.begun = true;
        let mut reply = Reply::report(page);
        reply.request = Some(Request::Dialogue(Box::new(Dialogue::new(Tour))));
        reply
    }

    /// How far the user has come.
    pub(crate) fn progress(&mut self) -> &mut Progress {
        self.remembered.get()
    }

    /// Takes a line of the tour: one of its words, or a statement.
    pub(crate) fn tour_step(&mut self, line: &str) -> Turn {
        let line = line.trim();
        let words: Vec<String> = line.split_whitespace().map(str::to_lowercase).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let place = self.progress();
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
            ["lesson", number] => match number.parse::<usize>() {
                Ok(number) if (1..=lessons().len()).contains(&number) => place.go(number - 1),
                _ => Turn::on(TourReport::NoSuchLesson { of: lessons().len() }),
            },
            ["hint"] => self.tour_hint(),
            ["help" | "?"] => Turn::on(TourReport::Help),
            _ => match self.tour_move(line) {
                Ok(Some(said)) => Turn::on(said),
                Ok(None) => self.tour_statements(line),
                Err(error) => Turn::wrong(error),
            },
        }
    }

    /// The reply to a line that is written as a move, if the exercise asks for one; `None` for any other line.
    fn tour_move(&mut self, line: &str) -> Result<Option<Report>, Error> {
        let Some(exercise) = self.progress().exercise() else { return Ok(None) };
        let Want::Move(start, goal) = exercise.want else { return Ok(None) };
        let Some(start) = self.tour_position(start).filter(|_| choice::names_a_move(line)) else { return Ok(None) };
        Ok(match self.chosen(&start, line, 0, Span::NOWHERE)? {
            Ok(choice) => Some(self.judge_position(exercise, goal, &choice.after)),
            Err(Refusal::Unread) => None,
            Err(Refusal::Several(_)) => Some(self.again(exercise, exercise.hint)),
            Err(_) => {
                let solution = self.progress().fail(exercise);
                Some(Report::new(TourReport::NotAMove { line: line.to_owned(), hint: exercise.hint, solution }))
            }
        })
    }

    /// The reply to a move that leaves the position `left`; the move to `goal` solves the exercise.
    fn judge_position(&mut self, exercise: &'static Exercise, goal: &str, left: &Sum) -> Report {
        if self.is_position(left, goal) {
            return self.progress().solve(exercise);
        }
        let slip = exercise.slips.iter().find_map(|(slip, word)| match slip {
            Want::Position(text) if self.is_position(left, text) => Some(*word),
            _ => None,
        });
        self.again(exercise, slip.unwrap_or(exercise.hint))
    }

    /// A hint; asked for again, it comes with the solution.
    fn tour_hint(&mut self) -> Turn {
        let place = self.progress();
        let Some(exercise) = place.exercise() else { return Turn::on(place.page(false)) };
        let solution = (place.tries + 1 >= PATIENCE).then_some(exercise.solution);
        place.tries = PATIENCE.min(place.tries + 2);
        Turn::on(TourReport::Hint { hint: exercise.hint, solution })
    }

    /// Runs what was typed, and checks whether it solves the exercise.
    fn tour_statements(&mut self, line: &str) -> Turn {
        let mut turn = Turn { said: Vec::new(), over: false };
        let mut verdict = None;
        for statement in self.read("<tour>", line) {
            let ran = statement.and_then(|statement| self.run(&statement).map(|reply| (statement, reply)));
            match ran {
                Ok((statement, reply)) => {
                    verdict = self.judge(&statement, &reply);
                    // A line such as `3` is its own value, which is not shown again.
                    if reply.answer::<ShownValue>().is_none_or(|shown| shown.value.to_string() != line) {
                        turn.said.push(Ok(reply));
                    }
                }
                Err(error) => {
                    verdict = self.tour_error(&error);
                    turn.said.push(Err(error));
                    break;
                }
            }
        }
        turn.said.extend(verdict.map(|report| Ok(Reply::report(report))));
        turn
    }

    /// The reply to a statement that ran; `None` once all exercises of the page are solved.
    fn judge(&mut self, statement: &Statement, reply: &Reply) -> Option<Report> {
        let exercise = self.progress().exercise()?;
        if self.is(exercise.want, statement, reply) {
            return Some(self.progress().solve(exercise));
        }
        for (slip, word) in &exercise.slips {
            if self.is(*slip, statement, reply) {
                return Some(self.again(exercise, word));
            }
        }
        // A value where a value is asked for was meant as the answer; any other statement is an experiment.
        let is_answer = matches!(statement.kind, StatementKind::Expression(_));
        Some(match exercise.want {
            Want::Value(_) | Want::Position(_) | Want::Move(..) if is_answer => self.again(exercise, exercise.hint),
            Want::Game(_) if matches!(statement.kind, StatementKind::Game(_)) => self.again(exercise, exercise.hint),
            _ => Report::new(TourReport::Aside { ask: exercise.ask }),
        })
    }

    fn tour_error(&mut self, error: &Error) -> Option<Report> {
        let exercise = self.progress().exercise().filter(|_| !error.is_interrupted())?;
        Some(self.again(exercise, exercise.hint))
    }

    /// Counts a line that failed, and replies with `word`.
    fn again(&mut self, exercise: &Exercise, word: &'static str) -> Report {
        let solution = self.progress().fail(exercise);
        Report::new(TourReport::Again { word, solution })
    }

    /// Is this statement, with this reply of the session, what is wanted?
    fn is(&mut self, want: Want, statement: &Statement, reply: &Reply) -> bool {
        match want {
            Want::Statement(text) => {
                let wanted = self.read("<tour>", text).into_iter().flatten().next();
                wanted.is_some_and(|wanted| print::statement(&wanted) == print::statement(statement))
            }
            Want::Value(text) => {
                reply.answer::<ShownValue>().is_some_and(|shown| shown.value.to_string() == text)
                    || reply.answer::<Grundy>().is_some_and(|grundy| grundy.value.to_string() == text)
                    || reply.answer::<Winner>().is_some_and(|winner| winner.side().to_string() == text)
            }
            Want::Position(text) | Want::Move(_, text) => match reply.answer() {
                Some(ShownValue { value: Value::Position(sum), .. }) => self.is_position(sum, text),
                _ => false,
            },
            Want::Game(rule) => self.defines(statement, rule),
        }
    }

    fn is_position(&mut self, sum: &Sum, text: &str) -> bool {
        self.tour_position(text).is_some_and(|wanted| choice::drop_empty_heaps(sum).normal() == wanted.normal())
    }

    fn tour_position(&mut self, text: &str) -> Option<Sum> {
        let statement = self.read("<tour>", text).into_iter().flatten().next()?;
        let StatementKind::Expression(expr) = &statement.kind else { return None };
        evaluate::position(&mut self.names, &mut self.solver, expr).ok()
    }

    /// Does this statement define a game with the same ruleset as this rule?
    fn defines(&mut self, statement: &Statement, rule: &str) -> bool {
        let StatementKind::Game(definition) = &statement.kind else { return false };
        let name = definition.name.text.clone();
        let wanted = self.read("<tour>", &format!("values {rule}")).into_iter().flatten().next();
        let Some(Statement { kind: StatementKind::Values { game, .. }, .. }) = wanted else { return false };
        let wanted = self.names.subject_game(&game);
        let defined = crate::lang::lower::game(&mut self.names, &name, statement.span);
        wanted.is_ok_and(|wanted| defined.is_ok_and(|defined| wanted.ruleset == defined.ruleset))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::show::document::Style;
    use crate::show::terminal::{Painter, paint};
    use grundy_engine::solve::{Limits, Signal};

    fn session() -> Session {
        Session::new(Limits::default(), Arc::new(Signal::default()))
    }

    /// The last report on a line of the tour; an error may come before it.
    fn last(session: &mut Session, line: &str) -> TourReport {
        match session.tour_step(line).said.pop() {
            Some(Ok(reply)) => reply.answer::<TourReport>().expect("a report of the tour").clone(),
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn every_exercise_is_solved_by_its_solution() {
        let mut session = session();
        session.tour(None);
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
                session.progress().go(index);
                session.progress().solved = solved;
                let page = paint(&session.progress().page(false).document(), &style, Painter::Plain);
                assert!(page.lines().count() <= 21, "{page}");
                assert!(page.lines().all(|line| line.chars().count() <= 80), "{page}");
            }
        }
    }

    #[test]
    fn every_slip_gets_its_word_and_the_lesson_stays() {
        for (index, lesson) in lessons().iter().enumerate() {
            for (number, exercise) in lesson.exercises.iter().enumerate() {
                for (slip, word) in &exercise.slips {
                    let mut session = session();
                    session.progress().go(index);
                    session.progress().solved = number;
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
                    assert_eq!((session.progress().lesson, session.progress().solved), (index, number));
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
            session.tour_step("lesson 7");
            let said = last(&mut session, line);
            assert_eq!(matches!(said, TourReport::Solved { .. }), solves, "{line}: {said:?}");
            assert!(solves || matches!(said, TourReport::Again { .. }), "{line}: {said:?}");
        }
        let mut session = session();
        session.tour_step("lesson 7");
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
        session.tour(None);
        session.tour_step("lesson 4");
        for (line, shows) in [("9", false), ("winner Nim 3", false), ("1/0", true)] {
            let said = last(&mut session, line);
            assert!(matches!(said, TourReport::Again { solution, .. } if solution.is_some() == shows), "{said:?}");
        }
        assert!(matches!(last(&mut session, "winner Nim(3)"), TourReport::Aside { .. }));
        assert!(matches!(last(&mut session, "3"), TourReport::Solved { .. }));
        assert!(matches!(last(&mut session, "back"), TourReport::Page(page) if page.number == 3));
    }
}
