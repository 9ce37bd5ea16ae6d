//! The clauses of a rule. A clause that names another game, its *lender*, borrows all moves of that game, which may borrow
//! in turn.

use std::sync::Arc;

use grundy_engine::game::{Clause, Expr, Game, Ruleset, Step, Term, Value};
use rustc_hash::FxHashSet;

use crate::error::{Error, SemanticError};
use crate::lang::lower::clause::{by_rules, moves};
use crate::lang::lower::definition::{CLAUSE, coordinates, defined_game, meter};
use crate::lang::lower::domain::Domain;
use crate::lang::lower::lowerer::Lowerer;
use crate::lang::lower::only_heap::only_heap;
use crate::source::Span;
use crate::syntax::ast::{self, ClauseKind};

/// The clauses of one rule as they are lowered, and the games whose moves it borrows.
pub(crate) struct Borrowing {
    lenders: Lenders,
    /// Are the moves of other games left out? Their definitions are looked up all the same.
    omits: bool,
    /// The conditions under which the moves at hand are borrowed, as steps before each of them.
    before: Vec<Step>,
    /// The clauses lowered so far, those of each clause as it is written together.
    pub made: Vec<Vec<Clause>>,
    /// How many these are.
    count: usize,
    /// The games some of whose moves these are, as their heap forms say.
    pub heap_games: Vec<Arc<Game>>,
}

/// A rule whose clauses are being lowered: that of the game itself, or that of a lender.
struct PendingRule {
    definition: Arc<ast::GameDefinition>,
    coordinates: Vec<String>,
    /// How many clauses have been begun.
    begun: usize,
    /// Each lender with the conditions under which its moves have been borrowed here.
    used: FxHashSet<(String, Vec<Step>)>,
    /// What to restore at the end of a lender's rule; `None` for the game's own rule.
    saved: Option<SavedScope>,
}

/// The state of the lowerer before a lender's rule, which is restored after it.
struct SavedScope {
    /// The variables in scope.
    scope: Vec<(String, usize)>,
    /// The next free slot.
    next: usize,
    /// The length of `Borrowing::before`.
    before: usize,
    /// The values of the variables around the rule.
    bindings: Vec<(String, Value)>,
    /// Whether the moves are borrowed under a condition.
    is_conditional: bool,
    /// Where the lender is named.
    span: Span,
}

impl Borrowing {
    /// The most clauses of a rule that borrows: where lenders borrow under conditions from lenders, clauses multiply.
    const MOST: usize = 100_000;

    /// For lowering the rule of this game, which must not borrow from itself.
    pub fn of(game: &str) -> Borrowing {
        let mut lenders = Lenders::default();
        lenders.begin(game);
        Borrowing { lenders, omits: false, before: Vec::new(), made: Vec::new(), count: 0, heap_games: Vec::new() }
    }

    /// For checking the clauses of this rule alone, without those of its lenders.
    pub fn omitted(game: &str) -> Borrowing {
        Borrowing { omits: true, ..Borrowing::of(game) }
    }

    fn push(&mut self, mut clauses: Vec<Clause>, saved: Option<&SavedScope>) -> Result<(), Error> {
        for clause in &mut clauses {
            clause.steps.splice(0..0, self.before.iter().cloned());
        }
        self.count += clauses.len();
        self.made.push(clauses);
        match saved {
            Some(saved) if self.count > Self::MOST => {
                let (count, limit) = (self.count as u128, Self::MOST as u128);
                Err(Error::new(SemanticError::TooMany { what: "clauses", count, limit }, saved.span))
            }
            _ => Ok(()),
        }
    }
}

/// The clauses of a rule, including those borrowed from other games: for each clause as it is written, those it is
/// lowered to; and the games whose heap forms it borrows. Its coordinates must be in scope. A lender may
/// borrow in turn: `levels` is a stack of the rules that are being lowered, so that long chains need no recursion.
pub(crate) fn clauses(
    lowerer: &mut Lowerer,
    definition: &ast::GameDefinition,
    mut borrowing: Borrowing,
) -> Result<Borrowing, Error> {
    let mut levels = vec![PendingRule::of(Arc::new(definition.clone()), None)];
    while let Some(level) = levels.last_mut() {
        let definition = level.definition.clone();
        let Some(clause) = definition.rule.clauses.get(level.begun) else {
            if let Some(saved) = levels.pop().and_then(|level| level.saved) {
                end_lender(lowerer, saved, &mut borrowing);
            }
            continue;
        };
        level.begun += 1;
        meter(lowerer.names, CLAUSE, clause.span)?;
        let (height, next) = (lowerer.scope.len(), lowerer.next);
        let steps = match &clause.kind {
            // `becomes` lowers its qualifiers itself: a variable in a pattern is not a step, but makes several
            // clauses.
            ClauseKind::Becomes { .. } => Vec::new(),
            _ => lowerer.steps(&clause.qualifiers)?,
        };
        match &clause.kind {
            ClauseKind::Moves(name) if let Some(binding) = clause.binding => {
                let kind = SemanticError::BorrowedBinding { word: binding.word(), game: name.text.clone() };
                return Err(Error::new(kind, clause.span));
            }
            ClauseKind::Moves(name) if lowerer.names.bound_game(&name.text).is_some() => {
                borrowing.heap_games.extend(lowerer.names.bound_game(&name.text));
                let made = clauses_of_value(lowerer, steps, name, &level.coordinates)?;
                borrowing.push(made, level.saved.as_ref())?;
            }
            ClauseKind::Moves(name) if level.used.insert((name.text.clone(), steps.clone())) => {
                let lender = begin_lender(lowerer, steps, name, (height, next), level, &mut borrowing)?;
                if let Some(lender) = lender {
                    levels.push(lender);
                    continue;
                }
            }
            ClauseKind::Moves(_) => {}
            _ => {
                let made = moves(lowerer, clause, steps, &level.coordinates)?;
                borrowing.push(made, level.saved.as_ref())?;
            }
        }
        lowerer.scope.truncate(height);
        lowerer.next = next;
    }
    Ok(borrowing)
}

impl PendingRule {
    fn of(definition: Arc<ast::GameDefinition>, saved: Option<SavedScope>) -> PendingRule {
        let coordinates = coordinates(&definition);
        PendingRule { definition, coordinates, begun: 0, used: FxHashSet::default(), saved }
    }
}

/// Begins to borrow the moves of another game: they lead to positions of the game that borrows. `None` if nothing more
/// is to be borrowed. `so_far` is the number of variables in scope and the next slot, both from before the clause.
fn begin_lender(
    lowerer: &mut Lowerer,
    steps: Vec<Step>,
    name: &ast::Name,
    so_far: (usize, usize),
    level: &PendingRule,
    borrowing: &mut Borrowing,
) -> Result<Option<PendingRule>, Error> {
    borrowing.lenders.check(&name.text, name.span)?;
    let definition = defined_game(lowerer.names, &name.text, name.span)?;
    let inner = coordinates(&definition);
    if inner.len() != level.coordinates.len() {
        let (wanted, found) = (level.coordinates.len(), inner.len());
        let kind = SemanticError::BorrowedMoves { game: name.text.clone(), wanted, found };
        return Err(Error::new(kind, name.span));
    }
    // Moves that have been borrowed without a condition need not be borrowed again.
    let is_done = borrowing.before.is_empty() && steps.is_empty() && borrowing.lenders.is_done(&name.text);
    if borrowing.omits || is_done {
        return Ok(None);
    }
    let before = borrowing.before.len();
    let is_conditional = before > 0 || !steps.is_empty();
    if let Some(game) = made_of_heaps(lowerer, &name.text) {
        let heap = only_heap(lowerer, &inner, name.span)?;
        for rules in game.heap_clauses() {
            meter(lowerer.names, CLAUSE, name.span)?;
            borrowing.push(by_rules(lowerer, steps.clone(), rules, name.span, heap)?, level.saved.as_ref())?;
        }
        borrowing.heap_games.push(game);
        if !is_conditional {
            borrowing.lenders.note(&name.text);
        }
        return Ok(None);
    }
    borrowing.lenders.begin(&name.text);
    borrowing.before.extend(steps);
    // The lender's rule sees the slots of the coordinates under its own names for them, and no other variables.
    let mut scope: Vec<(String, usize)> = inner.into_iter().zip(0..).collect();
    std::mem::swap(&mut lowerer.scope, &mut scope);
    scope.truncate(so_far.0);
    let bindings = std::mem::take(&mut lowerer.names.bindings);
    if let Some(condition) = Domain::of(lowerer, &definition)?.condition {
        borrowing.before.push(Step::Test(condition));
    }
    if let Some(over) = &definition.over {
        let over = lowerer.boxed(over)?;
        let at = over.at;
        borrowing.before.push(Step::Test(Expr { term: Term::Not(over), at }));
    }
    let saved = SavedScope { scope, next: so_far.1, before, bindings, is_conditional, span: name.span };
    Ok(Some(PendingRule::of(definition, Some(saved))))
}

/// The game of this name, if it has been made and is one of heaps. Its moves are known: in a chain of games that borrow,
/// each would lower those of all before it again.
fn made_of_heaps(lowerer: &mut Lowerer, name: &str) -> Option<Arc<Game>> {
    let game = lowerer.names.made(name)?.ok()?;
    matches!(game.ruleset, Ruleset::Heap(_)).then_some(game)
}

/// The moves of a game that is the value of a name: of such a game only heap rules can be borrowed.
fn clauses_of_value(
    lowerer: &mut Lowerer,
    steps: Vec<Step>,
    name: &ast::Name,
    coordinates: &[String],
) -> Result<Vec<Clause>, Error> {
    match lowerer.names.bound_game(&name.text).map(|game| game.ruleset.clone()) {
        Some(Ruleset::Heap(rules)) => {
            let heap = only_heap(lowerer, coordinates, name.span)?;
            by_rules(lowerer, steps, &rules, name.span, heap)
        }
        _ => Err(Error::new(SemanticError::MovesOfValue { name: name.text.clone() }, name.span)),
    }
}

/// Restores the state from before a lender, all of whose moves have been borrowed.
fn end_lender(lowerer: &mut Lowerer, saved: SavedScope, borrowing: &mut Borrowing) {
    lowerer.scope = saved.scope;
    lowerer.next = saved.next;
    lowerer.names.bindings = saved.bindings;
    borrowing.before.truncate(saved.before);
    if saved.is_conditional {
        borrowing.lenders.end_some();
    } else {
        borrowing.lenders.end();
    }
}

/// The games that are currently borrowing from each other, so that no game borrows from itself; and the games whose
/// moves have all been borrowed.
#[derive(Default)]
struct Lenders {
    /// The game that is being lowered, its current lender, that game's lender, and so on.
    path: Vec<String>,
    /// The games on the path.
    open: FxHashSet<String>,
    /// The games whose moves have been borrowed without a condition.
    done: FxHashSet<String>,
}

impl Lenders {
    /// The moves of this game are borrowed from now on.
    fn begin(&mut self, name: &str) {
        self.path.push(name.to_owned());
        self.open.insert(name.to_owned());
    }

    /// All moves of the game that was begun last have been borrowed, without a condition.
    fn end(&mut self) {
        let name = self.close();
        self.done.extend(name);
    }

    /// All moves of the game that was begun last have been borrowed under a condition: they may be borrowed again
    /// under another.
    fn end_some(&mut self) {
        self.close();
    }

    fn close(&mut self) -> Option<String> {
        self.path.pop().inspect(|name| {
            self.open.remove(name);
        })
    }

    /// All moves of this game have been borrowed, without `begin` and `end`.
    fn note(&mut self, name: &str) {
        self.done.insert(name.to_owned());
    }

    fn is_done(&self, name: &str) -> bool {
        self.done.contains(name)
    }

    /// An error if this game is on the path, so that it would borrow from itself.
    fn check(&self, name: &str, span: Span) -> Result<(), Error> {
        if !self.open.contains(name) {
            return Ok(());
        }
        let mut names = self.path.clone();
        names.push(name.to_owned());
        Err(Error::new(SemanticError::Circular { names }, span))
    }
}
