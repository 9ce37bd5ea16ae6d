//! The subjects of questions about whole games, such as `period Kayles to 1000`, and of those along one coordinate
//! of a game, such as `period Up(n, 5)`: they are taken apart, lowered, and evaluated. Such an expression must not ask for
//! values of positions, but it may make games of rules.

use std::sync::Arc;

use grundy_engine::game::{
    AskedGame, EvalErrorKind, Evaluator, Game, GameRef, MemoTables, Meter, Oracle, Original, OriginalHeaps, Position,
    PositionQuestion, RuleOracle, Sum, Term, Value,
};
use grundy_engine::nim::Nimber;

use crate::error::{Error, SemanticError};
use crate::lang::lower::definition::coordinates;
use crate::lang::lower::game;
use crate::lang::lower::lowerer::{Lowerer, RulesetTemplate, expression, variables};
use crate::lang::lower::ruleset::instantiate;
use crate::lang::names::{Definition, Meant, Names};
use crate::lang::{errors, free_names};
use crate::source::Span;
use crate::syntax::ast::{self, ExprKind, GameDefinition};

/// The parts of the subject of a question about a game.
pub struct SubjectParts<'e> {
    pub game: &'e ast::Expr,
    /// The index of the coordinate along which the question is asked, and the expressions of the others in their
    /// order; `None` if the question is about the heaps of the game.
    pub line: Option<(usize, Vec<&'e ast::Expr>)>,
    /// The last heap that is to be looked at.
    pub heaps: Option<&'e ast::Expr>,
    /// For about how many seconds to look.
    pub seconds: Option<&'e ast::Expr>,
}

/// Takes the subject of a question apart. If exactly one of several arguments of a game is a name without a meaning,
/// as `n` in `Up(n, 5)`, the question is asked along that coordinate. `is_variable` says which names are variables.
///
/// # Errors
/// A mistake in the library.
pub fn subject_parts<'e>(
    names: &mut Names,
    subject: &'e ast::Expr,
    is_variable: &dyn Fn(&str) -> bool,
) -> Result<SubjectParts<'e>, Error> {
    let mut parts = SubjectParts { game: subject, line: None, heaps: None, seconds: None };
    if let ExprKind::Bounded { game, heaps, seconds } = &subject.kind {
        parts = SubjectParts { game, line: None, heaps: heaps.as_deref(), seconds: seconds.as_deref() };
    }
    let ExprKind::Call { callee, arguments } = &parts.game.kind else { return Ok(parts) };
    let mut open = None;
    for (index, argument) in arguments.iter().enumerate() {
        if let ExprKind::Name(name) = &argument.kind {
            match open {
                _ if !names.is_free(name, is_variable)? => {}
                None => open = Some(index),
                Some(_) => return Ok(parts),
            }
        }
    }
    if let Some(along) = open.filter(|_| arguments.len() > 1) {
        let others = arguments.iter().enumerate().filter(|(index, _)| *index != along);
        parts.line = Some((along, others.map(|(_, argument)| argument).collect()));
        parts.game = callee;
    }
    Ok(parts)
}

impl Lowerer<'_> {
    /// Lowers a question about a whole game, such as `period`.
    pub(crate) fn ask_game(&mut self, question: &'static str, subject: &ast::Expr) -> Result<Term, Error> {
        let parts = subject_parts(self.names, subject, &variables(&self.scope))?;
        let line = parts.line.map(|(along, others)| {
            let others = others.into_iter().map(|other| self.value(other)).collect::<Result<_, _>>()?;
            Ok::<_, Error>((along, others))
        });
        Ok(Term::AskGame {
            question,
            line: line.transpose()?,
            heaps: parts.heaps.map(|heaps| self.boxed(heaps)).transpose()?,
            seconds: parts.seconds.map(|seconds| self.boxed(seconds)).transpose()?,
            game: self.asked_game(parts.game)?,
        })
    }

    /// The game that a question about games asks about.
    pub(crate) fn asked_game(&mut self, subject: &ast::Expr) -> Result<GameRef, Error> {
        let mut depends = false;
        free_names::each(subject, |name| depends |= self.variable(name).is_some());
        if !depends {
            return self.names.subject_game(subject).map(GameRef::Known);
        }
        match self.game_value(subject)? {
            GameRef::Value(expr) if matches!(expr.term, Term::Position(..) | Term::Heaps(..)) => {
                let found = self.names.text(subject.span).to_owned();
                Err(Error::new(SemanticError::NotAGame { found, game: None }, subject.span))
            }
            game => Ok(game),
        }
    }
}

/// The heap game that a game of several coordinates is along one of them, if the others have these values and no
/// move changes them. `None` unless this is seen in its definition: all its clauses take, split or divide.
pub fn heap_game_along(names: &mut Names, game: &Arc<Game>, along: usize, others: &[Value]) -> Option<Arc<Game>> {
    let Some(Meant::Defined(Definition::Game(definition))) = names.get(&game.name) else { return None };
    let mut all = coordinates(&definition);
    if all.len() != others.len() + 1 || along >= all.len() {
        return None;
    }
    let heap = all.remove(along);
    let mut shown: Vec<String> = others.iter().map(Value::brief).collect();
    shown.insert(along, "n".to_owned());
    let text = format!("{}({})", game.name, shown.join(", "));
    let parameter = ast::Name { text: heap, span: Span::NOWHERE };
    let alone = GameDefinition {
        name: ast::Name { text: text.clone(), span: Span::NOWHERE },
        parameters: Some(vec![parameter]),
        ..(*definition).clone()
    };
    let bindings = all.into_iter().zip(others.iter().cloned()).collect();
    let outer = std::mem::replace(&mut names.bindings, bindings);
    let made = game::alone_as_heaps(names, alone, Span::NOWHERE);
    names.bindings = outer;
    let original = Some(Original::new(game.clone(), OriginalHeaps::Along(along, others.to_vec())));
    made.ok()?.map(|made| Arc::new(Game { original, ..(*made).clone() }))
}

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
