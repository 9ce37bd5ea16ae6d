//! Evaluates the subject of a question about a whole game. Such an expression must not ask for values of positions,
//! but it may make games of rules.

use std::sync::Arc;

use grundy_engine::game::{
    AskedGame, EvalErrorKind, Evaluator, Game, MemoTables, Meter, Oracle, Position, PositionQuestion, RuleOracle, Sum,
    Value,
};
use grundy_engine::nim::Nimber;

use crate::error::Error;
use crate::lang::errors;
use crate::lang::lower::lowerer::expression;
use crate::lang::lower::ruleset::instantiate;
use crate::lang::lower::ruleset_template::RulesetTemplate;
use crate::lang::names::Names;
use crate::syntax::ast;

/// The value of the subject of a question about a game.
///
/// # Errors
/// The first thing in it that has no meaning, or what went wrong while it was evaluated.
pub fn subject(names: &mut Names, expr: &ast::Expr) -> Result<Value, Error> {
    let program = expression(names, expr)?;
    let oracle = RuleOracle::new(names.meter.clone());
    let mut maker = Maker { oracle, names, rulesets: &program.rulesets, failed: None };
    // The memory of its answers is not accounted for, since they are dropped at once.
    let memo_tables = MemoTables::empty(&program.functions);
    let mut evaluator = Evaluator::new(&program.functions, &[], &memo_tables, &mut maker);
    let found = evaluator.value(&program.body, &mut program.frame());
    found.map_err(|fault| maker.failed.unwrap_or_else(|| errors::fault(fault, expr.span)))
}

/// An oracle that answers no questions, and only makes games of rules.
struct Maker<'n> {
    oracle: RuleOracle,
    names: &'n mut Names,
    rulesets: &'n [RulesetTemplate],
    /// Why a rule could not be made.
    failed: Option<Error>,
}

impl Oracle for Maker<'_> {
    fn make(&mut self, rule: usize, given: Vec<Value>) -> Result<Arc<Game>, EvalErrorKind> {
        instantiate(self.names, &self.rulesets[rule], given).map_err(|error| {
            self.failed = Some(error);
            EvalErrorKind::Stopped
        })
    }

    fn ask(&mut self, question: PositionQuestion, misere: bool, subject: &Sum) -> Result<Value, EvalErrorKind> {
        self.oracle.ask(question, misere, subject)
    }

    fn heap_value(&mut self, game: &Arc<Game>, heap: i128) -> Result<Nimber, EvalErrorKind> {
        self.oracle.heap_value(game, heap)
    }

    fn ask_game(&mut self, question: &str, asked: AskedGame) -> Result<Value, EvalErrorKind> {
        self.oracle.ask_game(question, asked)
    }

    fn admit(&mut self, position: &Position) -> Result<(), EvalErrorKind> {
        self.oracle.admit(position)
    }

    fn tick(&mut self) -> Result<(), EvalErrorKind> {
        self.oracle.tick()
    }

    fn meter(&self) -> &Meter {
        self.oracle.meter()
    }

    fn take(&mut self, bytes: u64) -> Result<(), EvalErrorKind> {
        self.oracle.take(bytes)
    }

    fn give(&mut self, bytes: u64) {
        self.oracle.give(bytes);
    }

    fn has_room(&self, bytes: u64) -> bool {
        self.oracle.has_room(bytes)
    }
}
