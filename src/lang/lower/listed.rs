//! Questions whose answer is a list, as values: `values S 0..50`, `losing W 0..9, 0..9`. What can be seen
//! of their ranges before they are evaluated is checked here.

use grundy_engine::game::{GameRef, Term, Value};
use grundy_engine::nim::Convention;

use crate::error::Error;
use crate::lang::errors;
use crate::lang::lower::lowerer::{Lowerer, variables};
use crate::lang::lower::slice::{LAST, empty_range, is_seen_empty, no_boards, rewrites_boards, runs, slice};
use crate::syntax::ast::{self, Ask, ExprKind};

impl Lowerer<'_> {
    pub(crate) fn listed(&mut self, listed: &Ask) -> Result<Term, Error> {
        if let (Some(of_each), ExprKind::Comprehension { body, qualifiers, .. }) =
            (listed.subject.question(), &listed.game().kind)
        {
            let question = ExprKind::Ask(Box::new(Ask { subject: (**body).clone(), ..of_each.clone() }));
            let (steps, body) = self.comprehension(&ast::Expr { kind: question, span: body.span }, qualifiers)?;
            return Ok(Term::ListOf(steps, body));
        }
        let (question, misere) = match listed.subject.question() {
            Some(of_each) if (of_each.verb, of_each.misere) == ("grundy", false) => ("values", false),
            Some(of_each) => (of_each.verb, of_each.misere),
            None => (listed.verb, listed.misere),
        };
        let slice = slice(self.names, listed.game(), &listed.ranges, &variables(&self.scope))?;
        let game = self.sliced_game(slice.game)?;
        let known = match &game {
            GameRef::Known(game) => Some(&**game),
            _ => None,
        };
        let ranges = slice.ranges(self.names, listed.verb, known, [LAST; 2])?;
        if let (Some(game), "values") = (known, listed.verb) {
            if question == "values" {
                no_boards(question, game, listed.subject.span)?;
            }
            let running = ranges.iter().filter(|range| self.runs(range)).count();
            if running > 2 {
                return Err(slice.too_many_run(game, running));
            }
        }
        if let Some(range) = ranges.iter().find(|range| is_seen_empty(self.names, range, &variables(&self.scope))) {
            return Err(empty_range(self.names, range));
        }
        let wrong = ranges.iter().find_map(|range| Some((self.no_range(range)?, range.span)));
        if let (Some((value, at)), Some(1)) = (wrong, known.map(|game| game.ruleset.arity()))
            && !known.is_some_and(rewrites_boards)
        {
            return Err(errors::range_wanted(&value, at));
        }
        Ok(Term::AskGame {
            question,
            convention: Convention::of(misere),
            game,
            line: Some((0, self.values(&ranges)?)),
            heaps: None,
            seconds: None,
        })
    }

    /// The game before the ranges. What chooses among games may ask questions.
    fn sliced_game(&mut self, game: &ast::Expr) -> Result<GameRef, Error> {
        match &game.kind {
            ExprKind::Group(inner) => self.sliced_game(inner),
            ExprKind::Call { callee, .. } if self.gives_a_game(callee)? => self.game_value(game),
            ExprKind::If { .. } => self.game_value(game),
            _ => self.asked_game(game),
        }
    }

    /// A value that is written in the place of a range and is neither a range nor a number.
    fn no_range(&self, range: &ast::Expr) -> Option<Value> {
        let value = match &range.kind {
            ExprKind::Text(text) => Value::Text(text.as_str().into()),
            ExprKind::Bool(truth) => Value::Bool(*truth),
            ExprKind::Name(name) if self.variable(name).is_none() => self.names.value_of(name)?.clone(),
            _ => return None,
        };
        matches!(value, Value::Text(_) | Value::Bool(_)).then_some(value)
    }

    fn runs(&self, range: &ast::Expr) -> bool {
        runs(self.names, range, &variables(&self.scope))
    }
}
