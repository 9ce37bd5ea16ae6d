//! What an expression may ask of those who know more.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

use super::{FaultKind, Game, Position, Question, Sum, Value};
use crate::nim::Nimber;

/// Whom an expression may ask what it cannot know by itself.
pub trait Oracle {
    /// The answer to a question about a position, or about the positions of a list.
    ///
    /// # Errors
    /// `Stopped` when the solver stopped; the oracle remembers why.
    fn ask(&mut self, question: Question, misere: bool, subject: &Sum) -> Result<Value, FaultKind>;

    /// The Grundy value of one heap of a heap game: the same as asking about the position, without building it,
    /// since loops ask this a hundred million times.
    ///
    /// # Errors
    /// As [`Oracle::ask`].
    fn heap_value(&mut self, game: &Rc<Game>, heap: i128) -> Result<Nimber, FaultKind>;

    /// The answer to a question about a whole game.
    ///
    /// # Errors
    /// As [`Oracle::ask`].
    fn ask_game(&mut self, question: Question, game: &Rc<Game>) -> Result<Value, FaultKind>;

    /// May this position be spoken of?
    ///
    /// # Errors
    /// Why it may not.
    fn admit(&mut self, position: &Position) -> Result<(), FaultKind>;

    /// Go on? Asked once in a while by every loop.
    ///
    /// # Errors
    /// `Stopped`.
    fn pulse(&mut self) -> Result<(), FaultKind>;

    /// The same question, for loops that run later.
    fn go_on(&self) -> GoOn;
}

/// Tells loops whether to go on. Nobody ever stops the default. It rides along with data and is never compared.
#[derive(Clone, Default)]
pub struct GoOn(Option<Rc<dyn Fn() -> bool>>);

impl PartialEq for GoOn {
    fn eq(&self, _: &GoOn) -> bool {
        true
    }
}

impl Eq for GoOn {}

impl Hash for GoOn {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

impl PartialOrd for GoOn {
    fn partial_cmp(&self, other: &GoOn) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for GoOn {
    fn cmp(&self, _: &GoOn) -> Ordering {
        Ordering::Equal
    }
}

impl GoOn {
    /// Goes on as long as this is true.
    pub fn new(asked: impl Fn() -> bool + 'static) -> GoOn {
        GoOn(Some(Rc::new(asked)))
    }

    pub fn is_told(&self) -> bool {
        self.0.as_ref().is_none_or(|asked| asked())
    }
}

impl std::fmt::Debug for GoOn {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "GoOn({})", self.is_told())
    }
}

/// Knows nothing, and lets every position pass: the oracle of rules, whose options outside a domain are no options.
#[derive(Clone, Debug, Default)]
pub struct Silent(pub GoOn);

impl Oracle for Silent {
    fn ask(&mut self, _: Question, _: bool, _: &Sum) -> Result<Value, FaultKind> {
        Err(FaultKind::AskInRule)
    }

    fn heap_value(&mut self, _: &Rc<Game>, _: i128) -> Result<Nimber, FaultKind> {
        Err(FaultKind::AskInRule)
    }

    fn ask_game(&mut self, _: Question, _: &Rc<Game>) -> Result<Value, FaultKind> {
        Err(FaultKind::AskInRule)
    }

    fn admit(&mut self, _: &Position) -> Result<(), FaultKind> {
        Ok(())
    }

    fn pulse(&mut self) -> Result<(), FaultKind> {
        if self.0.is_told() { Ok(()) } else { Err(FaultKind::Stopped) }
    }

    fn go_on(&self) -> GoOn {
        self.0.clone()
    }
}
