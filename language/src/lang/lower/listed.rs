//! Questions whose answer is a list, as values: `values S 0..50`, `losing W 0..9, 0..9`. What can be seen
//! of their ranges before they are evaluated is checked here.

use grundy_engine::game::{GameRef, Term, Value};
use grundy_engine::nim::Convention;

use crate::error::Error;
use crate::lang::errors;
use crate::lang::lower::lowerer::{Lowerer, variables};
use crate::lang::lower::slice::{LAST, empty_range, is_seen_empty, no_boards, rewrites_boards, runs, slice};
use crate::syntax::ast::{self, Ask};

impl Lowerer<'_> {
    pub(crate) fn listed(&mut self, listed: &Ask) -> Result<Term, Error> {
        if let (Some(of_each), Some((body, qualifiers))) = (listed.subject.question(), listed.game().cases()) {
            let question = Ask { subject: body.clone(), ..of_each.clone() };
            let (steps, body) = self.comprehension(&ast::Expr::asking(question, body.span), qualifiers)?;
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
        let lowered = self.values(&ranges)?;
        let is_of_heaps = known.is_some_and(|game| game.ruleset.arity() == 1 && !rewrites_boards(game));
        for (range, written) in lowered.iter().zip(&*ranges).filter(|_| is_of_heaps) {
            if let Term::Constant(value @ (Value::Text(_) | Value::Bool(_))) = &range.term {
                return Err(errors::range_wanted(value, written.span));
            }
        }
        Ok(Term::AskGame {
            question,
            convention: Convention::of(misere),
            game,
            line: Some((0, lowered)),
            heaps: None,
            seconds: None,
        })
    }

    /// The game before the ranges. What chooses among games may ask questions.
    fn sliced_game(&mut self, game: &ast::Expr) -> Result<GameRef, Error> {
        let game = game.bare();
        if game.is_choice() || self.gives_a_game(game)? { self.game_value(game) } else { self.asked_game(game) }
    }

    fn runs(&self, range: &ast::Expr) -> bool {
        runs(self.names, range, &variables(&self.scope))
    }
}
