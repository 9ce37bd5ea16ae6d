//! The user's place in the tour, as a text that the host keeps from one session to the next.

use crate::classroom::dialogue::lessons::lessons;
use crate::classroom::dialogue::state::Progress;
use crate::lang::session::Session;

impl Session {
    /// How far the user has come in the tour, as JSON; `None` if the tour has not begun.
    pub fn tour_place(&self) -> Option<String> {
        let place = self.remembered.peek::<Progress>().filter(|place| place.begun)?;
        serde_json::to_string(place).ok()
    }

    /// Takes the place where an earlier session stopped from a text of `tour_place`. Returns false and changes
    /// nothing if the text is not such a place, or if its lesson does not exist.
    pub fn resume_tour(&mut self, place: &str) -> bool {
        let place: Option<Progress> = serde_json::from_slice(place.as_bytes()).ok();
        // Another version may have other lessons.
        let has_lesson = |place: &Progress| {
            let lesson = lessons().get(place.lesson);
            lesson.is_some_and(|lesson| place.solved <= lesson.exercises.len())
        };
        let Some(mut place) = place.filter(has_lesson) else { return false };
        place.done.retain(|lesson| *lesson < lessons().len());
        *self.progress() = place;
        true
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use grundy_engine::solve::{Limits, Signal};

    fn session() -> Session {
        Session::new(Limits::default(), Arc::new(Signal::default()))
    }

    #[test]
    fn the_place_is_kept() {
        let mut before = session();
        assert_eq!(before.tour_place(), None);
        before.tour(None);
        before.tour_step("lesson 3");
        before.tour_step("6");
        let mut behind = session();
        assert!(behind.resume_tour(&before.tour_place().unwrap()));
        assert_eq!((behind.progress().lesson, behind.progress().solved), (2, 1));
        behind.tour(Some(1));
        assert_eq!((behind.progress().lesson, behind.progress().solved), (0, 0));
    }

    #[test]
    fn what_is_no_place_changes_nothing() {
        let place = |lesson: usize, solved: usize| {
            format!("{{\"lesson\":{lesson},\"solved\":{solved},\"tries\":0,\"done\":[],\"begun\":true}}")
        };
        let mut session = session();
        for text in ["", "4", "{}", "null", &place(99, 0), &place(0, 99), "{\"lesson\":-1}"] {
            assert!(!session.resume_tour(text), "{text}");
            assert_eq!(session.tour_place(), None);
        }
        assert!(session.resume_tour(&place(3, 1)));
    }
}
