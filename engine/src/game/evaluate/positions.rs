//! Evaluates what stands for a game, a position or a sum of positions.

use std::borrow::Cow;
use std::sync::Arc;

use super::gathered::{Gathered, Gathering};
use super::{Evaluated, Evaluator};
use crate::game::value::{expected, members_of};
use crate::game::{
    Builtin, Component, EvalError, EvalErrorKind, Expr, Game, GameRef, Halt, LARGEST_COORDINATE, Position,
    PositionQuestion, Rule, Ruleset, Set, Step, Sum, Summand, Term, Value,
};
use crate::nim::{Convention, Nimber, Outcome};

impl<'a> Evaluator<'a> {
    pub(super) fn game(&mut self, reference: &'a GameRef, frame: &mut [Value]) -> Evaluated<Arc<Game>> {
        match reference {
            GameRef::Local(index) => Ok(self.games[*index].clone()),
            GameRef::Known(game) => Ok(game.clone()),
            GameRef::Value(expr) => match self.value(expr, frame)? {
                Value::Game(game) => Ok(game),
                other => Err(EvalError::new(expected("a game", &other), expr.at)),
            },
        }
    }

    /// As [`Evaluator::game`], for a position of `found` coordinates. That number is checked only if the game is the
    /// value of an expression; otherwise it was checked before.
    pub(super) fn game_of(
        &mut self,
        reference: &'a GameRef,
        found: usize,
        expr: &'a Expr,
        frame: &mut [Value],
    ) -> Evaluated<Arc<Game>> {
        let game = self.game(reference, frame)?;
        let wanted = game.ruleset.arity();
        if matches!(reference, GameRef::Value(_)) && wanted != found {
            let kind = EvalErrorKind::Arity { name: game.name.to_string(), wanted, found };
            return Err(EvalError::new(kind, expr.at));
        }
        Ok(game)
    }

    /// Passes the parts of a position to `show`. A single position is not allocated as a sum for that.
    ///
    /// # Errors
    /// As [`Evaluator::value`], and if it is not a position.
    pub fn parts<T>(
        &mut self,
        expr: &'a Expr,
        frame: &mut [Value],
        show: impl FnOnce(&[Summand]) -> T,
    ) -> Evaluated<T> {
        let Term::Position(game, coordinates) = &expr.term else {
            return self.position_of(expr, frame).map(|sum| show(&sum.parts));
        };
        let position = self.position(game, coordinates, expr, frame)?;
        Ok(show(&[Summand { copies: 1, component: Component::Position(position) }]))
    }

    pub(super) fn position(
        &mut self,
        game: &'a GameRef,
        coordinates: &'a [Expr],
        expr: &'a Expr,
        frame: &mut [Value],
    ) -> Evaluated<Position> {
        let game = self.game_of(game, coordinates.len(), expr, frame)?;
        let mut coordinates: Arc<[Value]> = match coordinates {
            [one] => Arc::new([self.value(one, frame)?]),
            [one, other] => Arc::new([self.value(one, frame)?, self.value(other, frame)?]),
            several => self.values(several, frame)?.into(),
        };
        if matches!(game.ruleset, Ruleset::Written(..)) {
            self.sets_as_lists(&mut coordinates).map_err(|halt| EvalError::new(halt.into(), expr.at))?;
        }
        let position = Position { game, coordinates };
        self.oracle.admit(&position).map_err(expr.here())?;
        Ok(position)
    }

    /// A set of members that were listed is, as a coordinate, the list of them in their order. A range is left to be refused: it may be meant
    /// as several positions.
    fn sets_as_lists(&self, coordinates: &mut Arc<[Value]>) -> Result<(), Halt> {
        let listed = |coordinate: &Value| match coordinate {
            Value::Set(set) => matches!(**set, Set::Finite(_)),
            _ => false,
        };
        if !coordinates.iter().any(listed) {
            return Ok(());
        }
        for coordinate in Arc::make_mut(coordinates) {
            if let Value::Set(set) = coordinate
                && let Set::Finite(members) = &**set
            {
                *coordinate = Value::list(self.oracle.meter().collected(members.iter().cloned())?);
            }
        }
        Ok(())
    }

    /// Are these the coordinates of a position of this rule: no number below 0 where none may be, and `where` holds? An
    /// error without a place for a number beyond [`LARGEST_COORDINATE`].
    pub(in crate::game) fn admits(&mut self, rule: &'a Rule, coordinates: &[Value]) -> Evaluated<bool> {
        for (index, coordinate) in coordinates.iter().enumerate() {
            let Some(number) = coordinate.as_integer() else { continue };
            if number < 0 && !rule.signed.contains(&index) {
                return Ok(false);
            }
            if !(-LARGEST_COORDINATE..=LARGEST_COORDINATE).contains(&number) {
                let kind = EvalErrorKind::Coordinate { game: rule.name.to_string(), value: number };
                return Err(EvalError::without_place(kind));
            }
        }
        match &rule.domain {
            Some(domain) => self.truth(domain, &mut rule.frame(coordinates)),
            None => Ok(true),
        }
    }

    /// As [`Evaluator::admits`], for the rule of a local game.
    pub(super) fn admits_local(&mut self, rule: usize, coordinates: &[Value]) -> Evaluated<bool> {
        let games = self.games;
        let game = &games[rule];
        let Ruleset::Written(system, index) = &game.ruleset else { return Ok(true) };
        self.admits(&system.rules[*index], coordinates)
    }

    pub(super) fn heaps(
        &mut self,
        game: &'a GameRef,
        heaps: &'a Expr,
        expr: &'a Expr,
        frame: &mut [Value],
    ) -> Evaluated<Value> {
        let game = self.game_of(game, 1, expr, frame)?;
        self.listed_heaps(&game, heaps, expr, frame).map(Value::position)
    }

    /// A sum of heaps of a game, one for each member of a list.
    pub(super) fn listed_heaps(
        &mut self,
        game: &Arc<Game>,
        heaps: &'a Expr,
        expr: &'a Expr,
        frame: &mut [Value],
    ) -> Evaluated<Sum> {
        let list = self.value(heaps, frame)?;
        let mut sum = Sum::default();
        let alone = matches!(list, Value::Integer(_) | Value::Text(_));
        let all = match alone {
            true => Ok(Cow::Borrowed(std::slice::from_ref(&list))),
            false => members_of(&list, self.oracle.meter()),
        };
        let too_many = |kind| match kind {
            EvalErrorKind::TooLarge { limit } => EvalErrorKind::TooManyHeaps { limit },
            other => other,
        };
        for heap in all.map_err(|kind| EvalError::new(too_many(kind), heaps.at))?.iter() {
            self.tick(heaps)?;
            let position = Position { game: game.clone(), coordinates: Arc::new([heap.clone()]) };
            self.oracle.admit(&position).map_err(expr.here())?;
            let part = Summand { copies: 1, component: Component::Position(position) };
            self.oracle.meter().push(&mut sum.parts, part)?;
        }
        Ok(sum)
    }

    /// `sum[…]`: the sum of positions or of numbers. The sum of an empty list is the position without moves.
    pub(super) fn sum(&mut self, list: &'a Expr, expr: &'a Expr, frame: &mut [Value]) -> Evaluated<Value> {
        if let Term::ListOf(steps, body) = &list.term {
            return self.sum_of(steps, body, list, expr, frame);
        }
        let value = self.value(list, frame)?;
        if let Some(found) = Builtin::Sum.of_range(std::slice::from_ref(&value)) {
            return found.map_err(expr.here());
        }
        match members_of(&value, self.oracle.meter()).map_err(list.here())?.is_empty() {
            true => Ok(Value::position(Sum::default())),
            false => Builtin::Sum.apply(std::slice::from_ref(&value), self.oracle.meter()).map_err(expr.here()),
        }
    }

    /// `sum[… for …]`: positions and numbers are added as they come, and no list of them is kept.
    fn sum_of(
        &mut self,
        steps: &'a [Step],
        body: &'a Expr,
        list: &'a Expr,
        expr: &'a Expr,
        frame: &mut [Value],
    ) -> Evaluated<Value> {
        let mut gathered = Gathered::new(Gathering::Summands, list.at, self.oracle.meter());
        let _ = self.gather(steps, body, frame, &mut gathered)?;
        gathered.finish().map_err(expr.here())
    }

    /// The value of an expression that should be a position.
    ///
    /// # Errors
    /// As [`Evaluator::value`], and if it is not a position.
    pub(super) fn position_of(&mut self, expr: &'a Expr, frame: &mut [Value]) -> Evaluated<Arc<Sum>> {
        match self.value(expr, frame)? {
            Value::Position(sum) => Ok(sum),
            other => Err(EvalError::new(expected("a position", &other), expr.at)),
        }
    }
}

/// Does the value of a position answer a question in normal play?
pub(super) fn is_valued(question: PositionQuestion) -> bool {
    matches!(question, PositionQuestion::Grundy | PositionQuestion::Winner | PositionQuestion::Outcome)
}

/// The answer to such a question.
pub(super) fn answer(question: PositionQuestion, value: Nimber) -> Value {
    match question {
        PositionQuestion::Grundy => Value::Integer(i128::from(value.0)),
        PositionQuestion::Winner => Value::winner(Outcome::of(value)),
        _ => Value::Outcome(Outcome::of(value)),
    }
}

/// The position, if the expression asks for its canonical form in misère play.
pub(super) fn misere_form(expr: &Expr) -> Option<&Expr> {
    match &expr.term {
        Term::Ask { question: PositionQuestion::Other("form"), convention: Convention::Misere, subject } => {
            Some(subject)
        }
        _ => None,
    }
}

/// The game and the size, where a question about a value is about one heap of a heap game.
pub(super) fn one_heap(question: PositionQuestion, subject: &Expr) -> Option<(&Arc<Game>, &Expr)> {
    let valued = is_valued(question);
    match &subject.term {
        Term::Position(GameRef::Known(game), coordinates) if valued => match (&game.ruleset, &coordinates[..]) {
            (Ruleset::Heap(_), [heap]) => Some((game, heap)),
            _ => None,
        },
        _ => None,
    }
}
