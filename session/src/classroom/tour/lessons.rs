//! How far the user has come in the lessons of the tour. That place is also a text, which the host keeps from one session to the
//! next.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::classroom::tour::answer::{AfterExercise, Page, TourReport};
use crate::classroom::tour::texts::{Exercise, Lesson, lessons};
use crate::lang::session::{Session, Turn};
use crate::show::report::Report;

/// How far the user has come in the tour.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Progress {
    /// The lesson at hand, from 0.
    pub(crate) lesson: usize,
    /// How many exercises of it are solved.
    pub(crate) solved: usize,
    /// How many lines have failed to solve the exercise at hand; a hint counts as two.
    pub(crate) tries: u8,
    /// Which lessons are solved, counted from 0.
    pub(crate) done: BTreeSet<usize>,
    /// Whether the tour has been opened before, and is resumed when it is opened again.
    pub(crate) begun: bool,
}

/// After this many wrong lines the solution is shown.
pub(crate) const PATIENCE: u8 = 3;

impl Progress {
    pub(crate) fn lesson(&self) -> &'static Lesson {
        &lessons()[self.lesson.min(lessons().len() - 1)]
    }

    pub(crate) fn exercise(&self) -> Option<&'static Exercise> {
        self.lesson().exercises.get(self.solved)
    }

    /// The number of the lesson, from 1.
    pub fn number(&self) -> usize {
        self.lesson + 1
    }

    pub(crate) fn go(&mut self, lesson: usize) -> Turn {
        self.lesson = lesson;
        self.solved = 0;
        self.tries = 0;
        Turn::on(self.page(false))
    }

    pub(crate) fn page(&self, resumed: bool) -> Report {
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

    pub(crate) fn next(&mut self) -> Turn {
        if self.lesson + 1 < lessons().len() {
            return self.go(self.lesson + 1);
        }
        // After the last lesson the tour begins again at the first.
        *self = Progress { done: self.done.clone(), ..Progress::default() };
        Turn::over(TourReport::End)
    }

    /// Counts a line that did not solve the exercise. Returns the solution once there have been `PATIENCE` of them.
    pub(crate) fn fail(&mut self, exercise: &Exercise) -> Option<&'static str> {
        self.tries = PATIENCE.min(self.tries + 1);
        (self.tries >= PATIENCE).then_some(exercise.solution)
    }

    pub(crate) fn solve(&mut self, exercise: &Exercise) -> Report {
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

/// How far the user has come.
pub(crate) fn progress(session: &mut Session) -> &mut Progress {
    session.remembered.get()
}

/// How far the user has come in the tour, as JSON; `None` if the tour has not begun.
pub fn place(session: &Session) -> Option<String> {
    let place = session.remembered.peek::<Progress>().filter(|place| place.begun)?;
    serde_json::to_string(place).ok()
}

/// Takes the place where an earlier session stopped from a text of `tour_place`. Returns false and changes
/// nothing if the text is not such a place, or if its lesson does not exist.
pub fn resume(session: &mut Session, place: &str) -> bool {
    let place: Option<Progress> = serde_json::from_slice(place.as_bytes()).ok();
    // Another version may have other lessons.
    let has_lesson = |place: &Progress| {
        let lesson = lessons().get(place.lesson);
        lesson.is_some_and(|lesson| place.solved <= lesson.exercises.len())
    };
    let Some(mut place) = place.filter(has_lesson) else { return false };
    place.done.retain(|lesson| *lesson < lessons().len());
    *progress(session) = place;
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::classroom::tour::{self, texts};
    use grundy_engine::solve::{Limits, Signal};
    use std::sync::Arc;

    #[test]
    fn every_block_is_read() {
        let lines = |start| texts::TEXT.lines().filter(|line| line.starts_with(start)).count();
        let exercises: Vec<&Exercise> = lessons().iter().flat_map(|lesson| &lesson.exercises).collect();
        assert_eq!(lessons().len(), lines("# "));
        assert_eq!(exercises.len(), lines("ask: "));
        assert_eq!(exercises.iter().map(|exercise| exercise.slips.len()).sum::<usize>(), lines("slip: "));
        assert!(lessons().iter().all(|lesson| !lesson.text.is_empty() && !lesson.exercises.is_empty()));
    }

    fn session() -> Session {
        crate::session::new(Limits::default(), Arc::new(Signal::default()))
    }

    #[test]
    fn the_place_is_kept() {
        let mut before = session();
        assert_eq!(place(&before), None);
        tour::tour(&mut before, None);
        tour::step(&mut before, "lesson 3");
        tour::step(&mut before, "6");
        let mut behind = session();
        assert!(resume(&mut behind, &place(&before).unwrap()));
        assert_eq!((progress(&mut behind).lesson, progress(&mut behind).solved), (2, 1));
        tour::tour(&mut behind, Some(1));
        assert_eq!((progress(&mut behind).lesson, progress(&mut behind).solved), (0, 0));
    }

    #[test]
    fn what_is_no_place_changes_nothing() {
        let text = |lesson: usize, solved: usize| {
            format!("{{\"lesson\":{lesson},\"solved\":{solved},\"tries\":0,\"done\":[],\"begun\":true}}")
        };
        let mut session = session();
        for wrong in ["", "4", "{}", "null", &text(99, 0), &text(0, 99), "{\"lesson\":-1}"] {
            assert!(!resume(&mut session, wrong), "{wrong}");
            assert_eq!(place(&session), None);
        }
        assert!(resume(&mut session, &text(3, 1)));
    }
}
