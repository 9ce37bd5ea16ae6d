//! Lowers the clauses of rules: each becomes one or several engine clauses, which consist of steps and an option. A clause that names another game, its *lender*, borrows all moves of that game.

use std::sync::Arc;

use grundy_engine::game::{
    At, Builtin, Clause, Expr, Game, HeapRules, Likeness, Operator, Ruleset, Set, Shape, Step, Term, Value,
};
use rustc_hash::FxHashSet;

use crate::error::{Error, SemanticError};
use crate::lang::free_names;
use crate::lang::lower::becomes::{RewriteExpr, becomes};
use crate::lang::lower::constant::constant;
use crate::lang::lower::definition::{coordinates, defined_game, no_coordinate};
use crate::lang::lower::lenders::Lenders;
use crate::lang::lower::lowerer::{CLAUSE, Context, Lowerer, literal, meter};
use crate::lang::lower::{amounts, code};
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
    let inner = crate::lang::lower::definition::coordinates(&definition);
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
        for rules in game.heap_clauses() {
            meter(lowerer.names, CLAUSE, name.span)?;
            borrowing.push(by_rules(lowerer, steps.clone(), rules, name.span)?, level.saved.as_ref())?;
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
    if let Some(domain) = &definition.domain {
        borrowing.before.push(Step::Test(lowerer.value(domain)?));
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
            only_heap(lowerer, coordinates, name.span)?;
            by_rules(lowerer, steps, &rules, name.span)
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

/// The engine clauses for one clause whose qualifiers are these steps; none for a clause that borrows moves.
fn moves(
    lowerer: &mut Lowerer,
    clause: &ast::Clause,
    steps: Vec<Step>,
    coordinates: &[String],
) -> Result<Vec<Clause>, Error> {
    match &clause.kind {
        ClauseKind::Becomes { from, to, directions } => {
            let rewrite = RewriteExpr { from, to, directions: *directions };
            becomes(lowerer, &clause.qualifiers, rewrite, coordinates)
        }
        ClauseKind::Option(option) => Ok(vec![Clause { steps, option: lowerer.option(option)? }]),
        ClauseKind::Divide { coordinate, by } => {
            let slot = coordinate_slot(coordinate.as_ref(), coordinates, clause.span)?;
            let set = match is_known(lowerer, by) {
                true => known(amounts::divisors(lowerer.names, by)?, by.span),
                false => lowerer.value(by)?,
            };
            Ok(vec![divide(lowerer, steps, set, slot, coordinates.len())?])
        }
        ClauseKind::Take { amounts, from, then } => {
            let slots = match &from[..] {
                [] => vec![coordinate_slot(None, coordinates, clause.span)?],
                named => named
                    .iter()
                    .map(|name| coordinate_slot(Some(name), coordinates, name.span))
                    .collect::<Result<_, _>>()?,
            };
            if let Some(then) = then {
                only_heap(lowerer, coordinates, then.split.span)?;
            }
            let may_stay_whole = then.as_ref().is_none_or(|then| then.maybe);
            let set = match is_known(lowerer, amounts) {
                true => known(amounts::amounts(lowerer.names, amounts, may_stay_whole.into())?, amounts.span),
                false => lowerer.value(amounts)?,
            };
            let mut made = Vec::new();
            let cases = then.as_ref().map(|then| split_cases(lowerer, &then.split)).transpose()?;
            for into in cases.into_iter().flatten() {
                let mut steps = steps.clone();
                let (step, amount) = amounts_step(lowerer, set.clone(), 0, variable(0, amounts.span));
                steps.push(step);
                let rest = binary(Operator::Subtract, variable(0, amounts.span), variable(amount, amounts.span));
                made.push(split_heap(lowerer, steps, rest, into)?);
            }
            if may_stay_whole {
                made.push(take(lowerer, steps, set, &slots, coordinates.len())?);
            }
            Ok(made)
        }
        ClauseKind::Split(split) => {
            only_heap(lowerer, coordinates, split.span)?;
            let cases = split_cases(lowerer, split)?;
            let clause = |into| split_heap(lowerer, steps.clone(), variable(0, split.span), into);
            cases.into_iter().map(clause).collect()
        }
        ClauseKind::Code(code) => {
            only_heap(lowerer, coordinates, code.span)?;
            by_rules(lowerer, steps, &code::code(code)?, code.span)
        }
        ClauseKind::CodeOf { hexadecimal, text } => {
            only_heap(lowerer, coordinates, clause.span)?;
            lowerer.must_be_constant(text)?;
            let code = code::written_code(lowerer.names, *hexadecimal, text)?;
            by_rules(lowerer, steps, &code::code(&code)?, clause.span)
        }
        // `clauses` has taken care of these.
        ClauseKind::Moves(_) => Ok(Vec::new()),
    }
}

/// The slot of a coordinate. If none is named, the game must have just one.
fn coordinate_slot(name: Option<&ast::Name>, coordinates: &[String], span: Span) -> Result<usize, Error> {
    match name {
        Some(name) => coordinates
            .iter()
            .position(|known| *known == name.text)
            .ok_or_else(|| no_coordinate(&name.text, coordinates, name.span)),
        None if coordinates.len() == 1 => Ok(0),
        None => Err(no_coordinate("", coordinates, span)),
    }
}

/// An error unless the game has one coordinate: only then can a heap be split.
fn only_heap(lowerer: &Lowerer, coordinates: &[String], span: Span) -> Result<(), Error> {
    if coordinates.len() == 1 {
        return Ok(());
    }
    let game = match &lowerer.context {
        Context::Rule { game, .. } => game.clone(),
        Context::Question => String::new(),
    };
    Err(Error::new(SemanticError::SplitCoordinates { game }, span))
}

fn variable(slot: usize, span: Span) -> Expr {
    Expr { term: Term::Slot(slot), at: At::from(span) }
}

fn binary(operator: Operator, left: Expr, right: Expr) -> Expr {
    let at = At::from(Span::from(left.at).to(right.at.into()));
    Expr { term: Term::Binary(operator, Box::new(left), Box::new(right)), at }
}

/// The position of the game at hand in which `change` replaces some coordinates, given by their slots.
fn changed(lowerer: &Lowerer, arity: usize, span: Span, change: impl Fn(usize) -> Option<Expr>) -> Result<Expr, Error> {
    let coordinates = (0..arity).map(|slot| change(slot).unwrap_or_else(|| variable(slot, span))).collect();
    Ok(Expr { term: Term::Position(lowerer.own_game(span)?, coordinates), at: At::from(span) })
}

/// Is the expression the same in all positions and in all cases of its clause?
fn is_known(lowerer: &Lowerer, expr: &ast::Expr) -> bool {
    !lowerer.scope.iter().any(|(name, _)| free_names::mentions(expr, name))
}

/// A set that is known when the rule is read.
fn known(set: Set, span: Span) -> Expr {
    literal(Value::Set(Arc::new(set)), span)
}

/// The step that runs through the members of a set from `least` to `greatest`, and the slot of the member.
fn amounts_step(lowerer: &mut Lowerer, set: Expr, least: i128, greatest: Expr) -> (Step, usize) {
    let at = set.at;
    let slot = lowerer.nameless();
    let source = Expr { term: Term::Between { set: Box::new(set), least, greatest: Box::new(greatest) }, at };
    (Step::For { slot, source }, slot)
}

/// The clause that takes a member of a set from the coordinates with these slots, from each the same amount.
fn take(
    lowerer: &mut Lowerer,
    mut steps: Vec<Step>,
    set: Expr,
    slots: &[usize],
    arity: usize,
) -> Result<Clause, Error> {
    let span = Span::from(set.at);
    let heaps: Vec<Expr> = slots.iter().map(|slot| variable(*slot, span)).collect();
    let greatest = match &heaps[..] {
        [one] => one.clone(),
        _ => Expr { term: Term::Builtin(Builtin::Min, heaps), at: At::from(span) },
    };
    let (step, amount) = amounts_step(lowerer, set, 1, greatest);
    steps.push(step);
    let option = changed(lowerer, arity, span, |slot| {
        let less = || binary(Operator::Subtract, variable(slot, span), variable(amount, span));
        slots.contains(&slot).then(less)
    })?;
    Ok(Clause { steps, option })
}

/// What a split divides a heap into.
enum SplitInto {
    /// This shape, which is the same in every position.
    Fixed(Shape),
    /// A number of heaps that depends on the position, or on a variable of the clause.
    Varying { into: Box<Expr>, likeness: Likeness },
}

/// What a split allows a heap to be divided into; one clause is made for each case.
fn split_cases(lowerer: &mut Lowerer, split: &ast::Split) -> Result<Vec<SplitInto>, Error> {
    match &split.into {
        Some(into) if !is_known(lowerer, into) => {
            let likeness = amounts::likeness(split.likeness);
            Ok(vec![SplitInto::Varying { into: lowerer.boxed(into)?, likeness }])
        }
        into => {
            let into = into.as_ref().map(|into| constant(lowerer.names, into)).transpose()?;
            Ok(amounts::split_shapes(split, into.as_ref())?.into_iter().map(SplitInto::Fixed).collect())
        }
    }
}

/// The clause that leaves `rest`, a number of objects, as heaps of the game.
fn split_heap(lowerer: &mut Lowerer, mut steps: Vec<Step>, rest: Expr, into: SplitInto) -> Result<Clause, Error> {
    let at = rest.at;
    let slot = lowerer.nameless();
    let rest = Box::new(rest);
    let term = match into {
        SplitInto::Fixed(shape) => Term::Ways(rest, shape),
        SplitInto::Varying { into, likeness } => Term::WaysInto { rest, into, likeness },
    };
    let source = Expr { term, at };
    steps.push(Step::For { slot, source });
    let heaps = Expr { term: Term::Slot(slot), at };
    Ok(Clause { steps, option: Expr { term: Term::Heaps(lowerer.own_game(at.into())?, Box::new(heaps)), at } })
}

/// The clause that divides by the members of a set; `heap` is the slot of the coordinate, and `arity` the number of
/// coordinates.
fn divide(lowerer: &mut Lowerer, mut steps: Vec<Step>, set: Expr, heap: usize, arity: usize) -> Result<Clause, Error> {
    let span = Span::from(set.at);
    let number = |n| literal(Value::Integer(n), span);
    steps.push(Step::Test(binary(Operator::GreaterOrEqual, variable(heap, span), number(1))));
    let slot = lowerer.nameless();
    let (set, heap_size) = (Box::new(set), Box::new(variable(heap, span)));
    let source = Expr { term: Term::Divisors { set, heap: heap_size }, at: At::from(span) };
    steps.push(Step::For { slot, source });
    let option = changed(lowerer, arity, span, |coordinate| {
        let quotient = || binary(Operator::Divide, variable(heap, span), variable(slot, span));
        (coordinate == heap).then(quotient)
    })?;
    Ok(Clause { steps, option })
}

/// The engine clauses for heap rules, such as those of a code, under the conditions in `steps`: one that only takes, or
/// one for each of their shapes, and one for their divisors.
fn by_rules(lowerer: &mut Lowerer, steps: Vec<Step>, rules: &HeapRules, span: Span) -> Result<Vec<Clause>, Error> {
    if let Some(amounts) = rules.subtraction_set() {
        return Ok(vec![take(lowerer, steps, known(amounts.to_set(), span), &[0], 1)?]);
    }
    let mut made = Vec::new();
    for clause in &rules.clauses {
        let set = known(clause.amounts.to_set(), span);
        let (step, amount) = amounts_step(lowerer, set, 0, variable(0, span));
        let mut steps = steps.clone();
        steps.push(step);
        let rest = binary(Operator::Subtract, variable(0, span), variable(amount, span));
        made.push(split_heap(lowerer, steps, rest, SplitInto::Fixed(clause.shape))?);
    }
    if !rules.divisors.is_empty() {
        made.push(divide(lowerer, steps, known(rules.divisors.to_set(), span), 0, 1)?);
    }
    Ok(made)
}
