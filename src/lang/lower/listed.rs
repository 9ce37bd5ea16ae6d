//! Questions whose answer is a list, as values: `values S 0..50`, `losing W 0..9, 0..9`. Each is lowered to the list that it
//! stands for, in which positions that do not exist are left out as in the answer to the statement.

use grundy_engine::game::{At, Expr, GameRef, Operator, Ruleset, Step, Term, Value};

use crate::error::{Error, SemanticError};
use crate::lang::lower::definition::{coordinates, defined_game, is_game};
use crate::lang::lower::lowerer::{Context, Lowerer};
use crate::lang::lower::subject::slice_among;
use crate::lang::names::Definition;
use crate::source::Span;
use crate::syntax::ast::{self, Brackets, ExprKind, ListQuestion, ListedValue, Name, Verb};

/// Without a range, a coordinate runs from 0 up to this.
const LAST: i128 = 20;

/// A coordinate of the positions that are asked about.
enum Coordinate {
    /// It runs through a range; the name of its variable.
    Runs(Name, ast::Expr),
    Given(ast::Expr),
}

impl Lowerer<'_> {
    pub(crate) fn listed(&mut self, listed: &ListedValue, span: Span) -> Result<Expr, Error> {
        if self.context != Context::Question {
            return Err(Error::new(SemanticError::AskInRule, span));
        }
        self.functions.note_expensive();
        let (game, coordinates) = self.slice_of(listed, span)?;
        let running: Vec<(Name, ast::Expr)> = coordinates
            .iter()
            .filter_map(|coordinate| match coordinate {
                Coordinate::Runs(name, range) => Some((name.clone(), range.clone())),
                Coordinate::Given(_) => None,
            })
            .collect();
        let arguments = coordinates.into_iter().map(|coordinate| match coordinate {
            Coordinate::Runs(name, _) => ast::Expr { kind: ExprKind::Name(name.text), span },
            Coordinate::Given(number) => number,
        });
        let call = ExprKind::Call { callee: Box::new(game), arguments: arguments.collect() };
        let position = ast::Expr { kind: call, span };
        if listed.question == ListQuestion::Values && running.len() > 2 {
            let game = self.names.text(listed.game.span).trim().to_owned();
            return Err(Error::new(SemanticError::FixCoordinates { game, running: running.len() }, span));
        }
        self.with_scope(|this| {
            let mut steps = Vec::new();
            for (name, range) in &running {
                let source = this.value(range)?;
                let slot = this.bind(&name.text);
                steps.push(Step::For { slot, source });
            }
            match listed.question {
                ListQuestion::Values => this.values_of(&position, steps, span),
                question => this.positions_of(&position, steps, question, listed.misere),
            }
        })
    }

    /// The values of positions: a list, or a list of rows if two coordinates run.
    fn values_of(&mut self, position: &ast::Expr, mut steps: Vec<Step>, span: Span) -> Result<Expr, Error> {
        let here = |term| Expr { term, at: At::from(span) };
        let exists = self.existence(position)?;
        let asked = ExprKind::Verb { verb: Verb::Grundy, misere: false, subject: Box::new(position.clone()) };
        let value = self.value(&ast::Expr { kind: asked, span })?;
        if steps.len() < 2 {
            steps.extend(exists.map(Step::Test));
            return Ok(here(Term::ListOf(steps, Box::new(value))));
        }
        let none = Box::new(here(Term::Constant(Value::None)));
        let cell = match exists {
            Some(exists) => here(Term::If(Box::new(exists), Box::new(value), none)),
            None => value,
        };
        let row = here(Term::ListOf(steps.split_off(1), Box::new(cell)));
        Ok(here(Term::ListOf(steps, Box::new(row))))
    }

    /// The positions with one outcome: heaps, or tuples of all coordinates.
    fn positions_of(
        &mut self,
        position: &ast::Expr,
        mut steps: Vec<Step>,
        question: ListQuestion,
        misere: bool,
    ) -> Result<Expr, Error> {
        let span = position.span;
        let here = |term| Expr { term, at: At::from(span) };
        steps.extend(self.existence(position)?.map(Step::Test));
        let asked = ExprKind::Verb { verb: Verb::Winner, misere, subject: Box::new(position.clone()) };
        let winner = Box::new(self.value(&ast::Expr { kind: asked, span })?);
        let side = ast::Expr { kind: ExprKind::Side(question == ListQuestion::Winning), span };
        steps.push(Step::Test(here(Term::Binary(Operator::Equal, winner, self.boxed(&side)?))));
        let ExprKind::Call { arguments, .. } = &position.kind else { return self.value(position) };
        let found = match &arguments[..] {
            [heap] => self.value(heap)?,
            several => here(Term::Tuple(self.values(several)?)),
        };
        Ok(here(Term::ListOf(steps, Box::new(found))))
    }

    /// The condition that a position exists; `None` if every heap is a position.
    fn existence(&mut self, position: &ast::Expr) -> Result<Option<Expr>, Error> {
        let position = self.value(position)?;
        let is_heap = matches!(&position.term, Term::Position(GameRef::Known(game), _)
            if matches!(game.ruleset, Ruleset::Heap(_)));
        let at = position.at;
        Ok((!is_heap).then(|| Expr { term: Term::Exists(Box::new(position)), at }))
    }

    /// The game, and for each coordinate what it runs through or which number is given for it.
    fn slice_of(&mut self, listed: &ListedValue, span: Span) -> Result<(ast::Expr, Vec<Coordinate>), Error> {
        let scope = &self.scope;
        let is_variable = |name: &str| scope.iter().any(|known| known.0 == name);
        let slice = slice_among(self.names, &listed.game, listed.ranges.len(), &is_variable)?;
        let wanted = match &slice.given {
            Some(given) => given.len(),
            None => self.arity(slice.game)?,
        };
        let given: Vec<Option<&ast::Expr>> = slice.given.clone().unwrap_or_else(|| vec![None; wanted]);
        let open = given.iter().filter(|given| given.is_none()).count();
        if !listed.ranges.is_empty() && listed.ranges.len() != open {
            return Err(self.misfit(listed, open));
        }
        let mut ranges = listed.ranges.iter();
        let mut coordinates = Vec::new();
        for (index, given) in given.into_iter().enumerate() {
            let range = match (given, ranges.as_slice()) {
                (Some(number), _) => {
                    coordinates.push(Coordinate::Given(number.clone()));
                    continue;
                }
                (None, []) => up_to(LAST, span),
                (None, _) => ranges.next().cloned().unwrap_or_else(|| up_to(LAST, span)),
            };
            // No name that is typed has a blank, so that the variable hides none.
            let name = Name { text: format!("coordinate {index}"), span };
            coordinates.push(if self.runs(&range) { Coordinate::Runs(name, range) } else { Coordinate::Given(range) });
        }
        let game = match slice.game {
            ruleset @ ast::Expr { kind: ExprKind::Ruleset(_), span } => {
                ast::Expr { kind: ExprKind::Group(Box::new(ruleset.clone())), span: *span }
            }
            game => game.clone(),
        };
        Ok((game, coordinates))
    }

    /// The error for a question with another number of ranges than coordinates that run.
    fn misfit(&self, listed: &ListedValue, wanted: usize) -> Error {
        let (question, found) = (listed.question.word(), listed.ranges.len());
        let game = self.names.text(listed.game.span).trim().to_owned();
        let surplus = listed.ranges.get(wanted);
        let at = surplus.map_or(listed.game.span, |range| range.span);
        let surplus = surplus.map(|range| self.names.text(range.span).trim().to_owned());
        Error::new(SemanticError::Ranges { question, game, wanted, found, surplus }, at)
    }

    /// How many coordinates the positions of a game have.
    fn arity(&mut self, game: &ast::Expr) -> Result<usize, Error> {
        match &game.kind {
            ExprKind::Name(name) if self.variable(name).is_none() && is_game(self.names, name)? => {
                Ok(coordinates(&*defined_game(self.names, name, game.span)?).len())
            }
            _ => Ok(1),
        }
    }

    /// Is this something to run through, and not a number?
    fn runs(&self, range: &ast::Expr) -> bool {
        match &range.kind {
            ExprKind::Range { .. } | ExprKind::Set(_) | ExprKind::List(_) | ExprKind::Listed(_) => true,
            ExprKind::Comprehension { brackets, .. } => *brackets != Brackets::Bare,
            ExprKind::Group(inner) => self.runs(inner),
            ExprKind::Name(name) => {
                let value = match (self.names.binding(name), self.names.own(name)) {
                    (Some(value), _) | (None, Some(Definition::Value(value, _))) => value,
                    _ => return false,
                };
                matches!(value, Value::Set(_) | Value::List(_))
            }
            _ => false,
        }
    }
}

/// `0..last`
fn up_to(last: i128, span: Span) -> ast::Expr {
    let number = |n| Box::new(ast::Expr { kind: ExprKind::Integer(n), span });
    ast::Expr { kind: ExprKind::Range { start: number(0), end: Some(number(last)), step: None }, span }
}
