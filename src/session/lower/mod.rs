//! From a tree to what it means: names become slots, games and functions; what comes out is right, and is not
//! checked again.

mod clause;
mod expr;
mod game;
mod heap;
mod option;
mod steps;

pub use game::{anonymous, coordinates, game};

use std::rc::Rc;

use super::evaluate;
use super::names::{Definition, Names};
use crate::error::{Error, Meaning, Wanted};
use crate::game::{Answers, Expr, Function, GameRef, Remembering, Term, Value};
use crate::source::Span;
use crate::syntax::ast;

/// An expression ready to be evaluated, with the functions it calls and the size of its frame.
#[derive(Clone, Debug)]
pub struct Program {
    pub body: Expr,
    pub functions: Rc<[Function]>,
    /// What the functions have answered so far.
    pub answers: Answers,
    pub slots: usize,
}

impl Program {
    /// A frame for it.
    pub fn frame(&self) -> Vec<Value> {
        vec![Value::Bool(false); self.slots]
    }
}

/// Lowers an expression that stands alone.
///
/// # Errors
/// The first thing in it that has no meaning.
pub fn expression(names: &mut Names, expr: &ast::Expr) -> Result<Program, Error> {
    let mut lowerer = Lowerer::new(names, Place::Question);
    let body = lowerer.value(expr)?;
    lowerer.finish(body)
}

/// Lowers the cases and the body of a `check` or of an `assert … for`.
///
/// # Errors
/// The first thing in it that has no meaning.
pub fn claim(names: &mut Names, claim: &ast::Claim) -> Result<(Vec<crate::game::Step>, Program), Error> {
    let mut lowerer = Lowerer::new(names, Place::Question);
    let steps = lowerer.steps(&claim.qualifiers)?;
    let body = lowerer.value(&claim.condition)?;
    Ok((steps, lowerer.finish(body)?))
}

/// Lowers a function, to see whether it has a meaning.
///
/// # Errors
/// The first thing in it that has no meaning.
pub fn function(names: &mut Names, definition: &Rc<ast::LetDefinition>) -> Result<(), Error> {
    Lowerer::new(names, Place::Question).function(definition).map(|_| ())
}

/// Where an expression stands: only questions may ask for values.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Place {
    Question,
    /// In the rule of this game, of so many coordinates; these games are its system.
    Rule {
        game: String,
        arity: usize,
        system: Vec<String>,
    },
}

/// The functions met so far, each lowered once; `None` while it is being lowered.
#[derive(Default)]
struct Functions {
    names: Vec<String>,
    lowered: Vec<Option<Function>>,
    /// The functions each of them calls.
    calls: Vec<Vec<usize>>,
    /// Is there more to do for an answer than a few operations?
    labours: Vec<bool>,
    /// The one being lowered, the innermost last.
    inside: Vec<usize>,
}

/// Turns trees into expressions, one frame at a time.
struct Lowerer<'n> {
    names: &'n mut Names,
    place: Place,
    functions: Functions,
    /// Variables in sight, the innermost last, with their slots.
    scope: Vec<(String, usize)>,
    next: usize,
    slots: usize,
}

impl<'n> Lowerer<'n> {
    fn new(names: &'n mut Names, place: Place) -> Self {
        Lowerer { names, place, functions: Functions::default(), scope: Vec::new(), next: 0, slots: 0 }
    }

    fn finish(self, body: Expr) -> Result<Program, Error> {
        let answers = self.names.answers(&self.functions.names);
        Ok(Program { body, slots: self.slots, functions: self.functions.finish(), answers })
    }

    /// Brings a variable into sight and gives it a slot.
    fn bind(&mut self, name: &str) -> usize {
        let slot = self.next;
        self.next += 1;
        self.slots = self.slots.max(self.next);
        self.scope.push((name.to_owned(), slot));
        slot
    }

    /// A slot without a name.
    fn nameless(&mut self) -> usize {
        let slot = self.bind("");
        self.scope.pop();
        slot
    }

    fn variable(&self, name: &str) -> Option<usize> {
        self.scope.iter().rev().find(|variable| variable.0 == name).map(|variable| variable.1)
    }

    /// Lowers what follows with the variables it binds, and takes them out of sight afterwards.
    fn inside<T>(&mut self, lower: impl FnOnce(&mut Self) -> Result<T, Error>) -> Result<T, Error> {
        let (height, next) = (self.scope.len(), self.next);
        let result = lower(self);
        self.scope.truncate(height);
        self.next = next;
        result
    }

    /// The game whose rule is being lowered.
    fn own_game(&self, span: Span) -> Result<GameRef, Error> {
        let index = match &self.place {
            Place::Rule { game, system, .. } => system.iter().position(|member| member == game),
            Place::Question => None,
        };
        let missing = || evaluate::internal("a rule's own game is not among those it is lowered with", span);
        index.map(GameRef::Local).ok_or_else(missing)
    }

    /// The place of a function of the user's in the table, lowered when it is met first.
    fn function(&mut self, definition: &Rc<ast::LetDefinition>) -> Result<usize, Error> {
        let name = &definition.name.text;
        if let Some(index) = self.functions.names.iter().position(|known| known == name) {
            return Ok(index);
        }
        let index = self.functions.names.len();
        self.functions.names.push(name.clone());
        self.functions.lowered.push(None);
        self.functions.calls.push(Vec::new());
        self.functions.labours.push(false);
        self.functions.inside.push(index);
        let (scope, next, slots) = (std::mem::take(&mut self.scope), self.next, self.slots);
        (self.next, self.slots) = (0, 0);
        let parameters = definition.parameters.as_deref().unwrap_or_default();
        self.distinct(parameters)?;
        for parameter in parameters {
            self.bind(&parameter.text);
        }
        let body = self.value(&definition.body);
        let frame = self.slots;
        (self.scope, self.next, self.slots) = (scope, next, slots);
        self.functions.inside.pop();
        let function = Function {
            name: name.as_str().into(),
            arity: parameters.len(),
            slots: frame,
            body: body?,
            remembering: Remembering::Nothing,
        };
        self.functions.lowered[index] = Some(function);
        Ok(index)
    }

    /// What a name means, the library read if need be.
    fn meant(&mut self, name: &str) -> Result<Option<super::names::Meant>, Error> {
        self.names.read_library(name)?;
        Ok(self.names.get(name))
    }

    fn unknown(&self, name: &str, wanted: Wanted, span: crate::source::Span) -> Error {
        let similar = self.names.similar(name);
        let is_alone = similar.is_empty();
        let error = Error::new(Meaning::Unknown { name: name.to_owned(), wanted, similar }, span);
        let is_variable = wanted == Wanted::Anything && name.chars().next().is_some_and(char::is_lowercase);
        let in_function = self.functions.lowered.iter().any(Option::is_none);
        match &self.place {
            Place::Rule { arity, .. } if is_alone && is_variable && !in_function => {
                let coordinates: Vec<&str> = self.scope.iter().take(*arity).map(|(name, _)| name.as_str()).collect();
                let are = if *arity == 1 { "coordinate is" } else { "coordinates are" };
                let coordinates = coordinates.join(", ");
                error.advise(format!("the {are} {coordinates}; to bind another variable, write `for {name} in 1..9`"))
            }
            _ => error,
        }
    }

    /// What a name stands for may be named only once among parameters.
    fn distinct(&self, names: &[ast::Name]) -> Result<(), Error> {
        for (index, name) in names.iter().enumerate() {
            if let Some(earlier) = names[..index].iter().find(|earlier| earlier.text == name.text) {
                let kind = Meaning::Repeated { name: name.text.clone() };
                return Err(Error::new(kind, name.span).with(earlier.span, "named here first"));
            }
        }
        Ok(())
    }
}

impl Functions {
    /// Every function that was begun has been lowered, or the error of its body has been returned instead.
    fn finish(mut self) -> Rc<[Function]> {
        for index in 0..self.names.len() {
            let remembering = self.remembering(index);
            if let Some(function) = &mut self.lowered[index] {
                function.remembering = remembering;
            }
        }
        self.lowered.into_iter().flatten().collect()
    }

    /// The function being lowered calls this one.
    fn called(&mut self, function: usize) {
        if let Some(caller) = self.inside.last() {
            self.calls[*caller].push(function);
        }
    }

    /// The function being lowered has a loop, or asks a question.
    fn labour(&mut self) {
        if let Some(inside) = self.inside.last() {
            self.labours[*inside] = true;
        }
    }

    /// Does this function keep its answers?
    fn remembering(&self, function: usize) -> Remembering {
        let mut met = vec![false; self.names.len()];
        let mut waiting = self.calls[function].clone();
        while let Some(called) = waiting.pop() {
            if !std::mem::replace(&mut met[called], true) {
                waiting.extend(&self.calls[called]);
            }
        }
        if met[function] {
            Remembering::All
        } else if self.labours[function] || met.contains(&true) {
            Remembering::Few
        } else {
            Remembering::Nothing
        }
    }
}

/// A constant where an expression is wanted.
fn constant(value: Value, span: crate::source::Span) -> Expr {
    Expr { term: Term::Constant(value), at: crate::game::At(span) }
}

/// Is this name defined as a game?
fn is_game(names: &mut Names, name: &str) -> Result<bool, Error> {
    names.read_library(name)?;
    Ok(matches!(names.get(name), Some(super::names::Meant::Defined(Definition::Game(_)))))
}
