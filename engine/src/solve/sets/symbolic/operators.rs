//! Operators between values that depend on what is left.

use std::sync::Arc;

use super::{Found, Symbol, SymbolicEvaluator, Unrecognised, constant, risen};
use crate::game::{At, Expr, Operator, Term, Value};
use crate::solve::sets::guard::{Guard, Index};

impl SymbolicEvaluator<'_> {
    pub(super) fn binary(&mut self, operator: Operator, left: Symbol, right: Symbol) -> Found<Symbol> {
        // What depends on what is left may be known all the same, such as how many rows there are.
        if let (Ok(left), Ok(right)) = (self.known(left.clone()), self.known(right.clone())) {
            let term = Term::Binary(operator, constant(left), constant(right));
            return Ok(Symbol::Known(self.mover.value(&Expr { term, at: At::default() }, &mut [])?));
        }
        match operator {
            Operator::In | Operator::NotIn if matches!(right, Symbol::Board) => {
                let Value::Text(text) = self.known(left)? else { return Err(Unrecognised) };
                self.step(self.stone_board()?.len() * text.len())?;
                let has = self.stone_board()?.has(&text);
                Ok(Symbol::Truth(if operator == Operator::In { has } else { has.not() }))
            }
            Operator::Equal | Operator::Unequal
                if matches!(left, Symbol::Cell(_)) || matches!(right, Symbol::Cell(_)) =>
            {
                let same = self.same_cells(left, right)?;
                Ok(Symbol::Truth(if operator == Operator::Equal { same } else { same.not() }))
            }
            Operator::In | Operator::NotIn if matches!(right, Symbol::Grown) => {
                let absent = Guard::There(self.of_grown(left)?);
                Ok(Symbol::Truth(if operator == Operator::In { absent.not() } else { absent }))
            }
            Operator::Join if matches!(left, Symbol::Grown) => {
                let [(member, Guard::ALWAYS)] = &self.list(right)?[..] else { return Err(Unrecognised) };
                Ok(Symbol::Longer(self.of_grown(member.clone())?))
            }
            Operator::Add | Operator::Subtract if matches!(left, Symbol::GrownLength(_)) => {
                let Symbol::GrownLength(more) = left else { return Err(Unrecognised) };
                let number = self.known(right)?.as_integer().ok_or(Unrecognised)?;
                let sum = if operator == Operator::Add { more.checked_add(number) } else { more.checked_sub(number) };
                sum.map(Symbol::GrownLength).ok_or(Unrecognised)
            }
            Operator::In | Operator::NotIn => {
                let member = self.known(left)?;
                let list = self.list(right)?;
                let mut cases = Vec::new();
                for (other, there) in list.iter() {
                    self.step(1)?;
                    let other = self.known(other.clone())?;
                    // Values of different kinds cannot be compared.
                    if !is_alike(&other, &member) {
                        return Err(Unrecognised);
                    }
                    if other == member {
                        cases.push(there.clone());
                    }
                }
                let holds = Guard::any(cases);
                Ok(Symbol::Truth(if operator == Operator::In { holds } else { holds.not() }))
            }
            Operator::Join => {
                let (left, right) = (self.list(left)?, self.list(right)?);
                Ok(Symbol::List(Arc::new(left.iter().chain(right.iter()).cloned().collect())))
            }
            _ => self.compared(operator, left, right),
        }
    }

    /// The condition that two cells, or a cell and a text, are the same.
    fn same_cells(&mut self, left: Symbol, right: Symbol) -> Found<Guard> {
        self.step(1)?;
        match (left, right) {
            (Symbol::Cell(one), Symbol::Cell(other)) => Ok(self.stone_board()?.show_the_same(one, other)),
            (Symbol::Cell(cell), text) | (text, Symbol::Cell(cell)) => {
                let Value::Text(text) = self.known(text)? else { return Err(Unrecognised) };
                let mut symbols = text.chars();
                match (symbols.next(), symbols.next()) {
                    (Some(symbol), None) => Ok(self.stone_board()?.shows(cell, symbol)),
                    _ => Ok(Guard::NEVER),
                }
            }
            _ => Err(Unrecognised),
        }
    }

    /// The number of a value in the ground set of a list that moves make longer.
    fn of_grown(&mut self, value: Symbol) -> Found<Index> {
        let value = self.known(value)?;
        self.step(self.grown.len())?;
        let place = self.grown.iter().position(|other| *other == value);
        // Values of different kinds cannot be compared.
        if place.is_none() && !self.grown.iter().all(|other| is_alike(other, &value)) {
            return Err(Unrecognised);
        }
        let place = place.unwrap_or(self.grown.len());
        if place == self.grown.len() {
            self.grown.push(value);
        }
        Index::try_from(place).map_err(|_| Unrecognised)
    }

    /// A comparison of a count with a number, or of two places; a number that depends on what is left, and one more or less.
    fn compared(&mut self, operator: Operator, left: Symbol, right: Symbol) -> Found<Symbol> {
        let is_first = matches!(left, Symbol::Number(..));
        let (counted, number, operator) = match (left, right) {
            (counted @ (Symbol::Count(_) | Symbol::Number(..)), other) => (counted, self.known(other)?, operator),
            (other, counted @ (Symbol::Count(_) | Symbol::Number(..))) => {
                let turned = match operator {
                    Operator::Less => Operator::Greater,
                    Operator::LessOrEqual => Operator::GreaterOrEqual,
                    Operator::Greater => Operator::Less,
                    Operator::GreaterOrEqual => Operator::LessOrEqual,
                    other => other,
                };
                (counted, self.known(other)?, turned)
            }
            (Symbol::Place(one), Symbol::Place(other)) => {
                // Places are in the order of the members.
                let holds = match operator {
                    Operator::Less => one < other,
                    Operator::LessOrEqual => one <= other,
                    Operator::Greater => one > other,
                    Operator::GreaterOrEqual => one >= other,
                    Operator::Equal => one == other,
                    Operator::Unequal => one != other,
                    _ => return Err(Unrecognised),
                };
                return Ok(Symbol::Truth(Guard::Known(holds)));
            }
            _ => return Err(Unrecognised),
        };
        let number = number.as_integer().ok_or(Unrecognised)?;
        let next = number.checked_add(1).ok_or(Unrecognised)?;
        match (operator, &counted) {
            (Operator::Add, Symbol::Number(least, rises)) => {
                let least = least.checked_add(number).ok_or(Unrecognised)?;
                return Ok(Symbol::Number(least, rises.clone()));
            }
            (Operator::Subtract, Symbol::Number(least, rises)) if is_first => {
                let least = least.checked_sub(number).ok_or(Unrecognised)?;
                return Ok(Symbol::Number(least, rises.clone()));
            }
            _ => {}
        }
        let at_least = |number: i128| match &counted {
            Symbol::Number(least, rises) => Ok(risen(*least, rises, number)),
            Symbol::Count(conditions) => {
                let least = usize::try_from(number.max(0)).map_err(|_| Unrecognised)?;
                Guard::at_least(conditions, least).ok_or(Unrecognised)
            }
            _ => Err(Unrecognised),
        };
        Ok(Symbol::Truth(match operator {
            Operator::GreaterOrEqual => at_least(number)?,
            Operator::Greater => at_least(next)?,
            Operator::Less => at_least(number)?.not(),
            Operator::LessOrEqual => at_least(next)?.not(),
            Operator::Equal => Guard::all([at_least(number)?, at_least(next)?.not()]),
            Operator::Unequal => Guard::any([at_least(number)?.not(), at_least(next)?]),
            _ => return Err(Unrecognised),
        }))
    }
}

/// Can two values be compared: are they numbers, texts, or have they as many members, which can be compared?
fn is_alike(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Integer(_), Value::Integer(_)) | (Value::Text(_), Value::Text(_)) => true,
        (Value::Tuple(one), Value::Tuple(other)) | (Value::List(one), Value::List(other)) => {
            let flat = |value: &Value| matches!(value, Value::Integer(_));
            one.iter().chain(other.iter()).all(flat)
        }
        _ => false,
    }
}
