//! Errors about play that comes back to a position or grows without end: which move does it, and what mends the rule.

use std::ops::ControlFlow;
use std::sync::Arc;

use grundy_engine::game::{
    Clause, Component, Expr, GameRef, Meter, Mover, Position, Ruleset, Step, System, Term, Value, shortest_loop,
};
use grundy_engine::solve::{Budget, SolveError};

use crate::error::{Error, Kind, SemanticError};
use crate::lang::lower::coordinates;
use crate::lang::names::{Definition, Names};
use crate::show::told::{Line, Tellable, Told, told};
use crate::source::{Span, Text};
use crate::syntax::ast::{self, BinaryOperator, GameDefinition, Qualifier};

/// What a loop of one move shows: the rule has a move that changes nothing.
const MUST_CHANGE: &str = "a move must change something: add a condition that leaves out moves that change nothing";

/// An error about play that comes back to a position: shows the shortest way. A search may take several positions
/// for one, so that its path need not be one of play.
pub fn way_back(names: &Names, mut error: Error, path: Vec<Position>) -> Error {
    let shortest = path.first().and_then(|first| shortest_loop(first, Budget::brief().meter()));
    let path = shortest.unwrap_or(path);
    if let Kind::Semantic(SemanticError::Stopped { stop, .. }) = &mut *error.kind {
        **stop = SolveError::Cycle(path.clone());
    }
    circle(names, error, &path)
}

/// What mends a rule so that play ends, where play comes back in one move, as far as the rule shows it.
pub fn to_end(names: &Names, way: Vec<Position>, at: Span) -> Option<Line> {
    if way.len() != 2 {
        return None;
    }
    let error = Error::stopped(SolveError::Cycle(way.clone()), at);
    let advice = circle(names, error, &way).advice?;
    Some(match advice.replacement {
        // A condition is added to the clause.
        Some((at, new)) if advice.text() == MUST_CHANGE => {
            let written = if at.start() == at.end() { new.trim().to_owned() } else { format!("if {new}") };
            told!("{help}: `{written}`", help = advice.text, written).into_line()
        }
        _ => advice.text,
    })
}

/// An error about play that comes back to a position or grows without end: points at the move that does it.
/// Where a move leaves the position unchanged, a condition that excludes the move is proposed.
pub(super) fn circle(names: &Names, mut error: Error, path: &[Position]) -> Error {
    let [.., from, to] = path else { return error };
    let Some(last) = LastMove::of(from, to) else { return error };
    let place = Span::from(last.clause.option.at);
    let asked = std::mem::replace(&mut error.span, place);
    if asked != place {
        error = error.with(asked, told!("asked here"));
    }
    if from != to {
        return error;
    }
    if let Kind::Semantic(SemanticError::Stopped { because, .. }) = &mut *error.kind {
        *because = why_nothing_changes(names, from, place);
    }
    match names.own(&from.game.name) {
        Some(Definition::Game(definition)) => mended(names, error, definition, &last),
        _ => error,
    }
}

/// The error about a move that changes nothing, with what mends the rule, as far as the rule shows it.
fn mended(names: &Names, error: Error, definition: &GameDefinition, last: &LastMove) -> Error {
    let coordinates = coordinates(definition);
    let zeros = last.zeros();
    let decisive: Vec<usize> = zeros.iter().copied().filter(|zero| last.changes_by(*zero)).collect();
    if zeros.len() == coordinates.len() && (decisive.len() != 1 || coordinates.len() == 1) {
        let conditions: Vec<String> = coordinates.iter().map(|name| format!("{name} == 0")).collect();
        return guarded(names, error, definition, &conditions.join(" and "));
    }
    let place = error.span;
    let is_here = |span: Span| span.source() == place.source() && span.range().contains(&place.start());
    let clause = definition.rule.clauses.iter().find(|clause| is_here(clause.span));
    let Some(clause) = clause else { return error.advise(Told::from(MUST_CHANGE)) };
    if let Some(variable) = last.variable_at_zero(clause) {
        return with_condition(names, error, clause, &format!("{variable} > 0"));
    }
    match &decisive[..] {
        [only] => with_condition(names, error, clause, &format!("{} > 0", coordinates[*only])),
        _ => error.advise(Told::from(MUST_CHANGE)),
    }
}

/// Proposes a condition for a clause.
fn with_condition(names: &Names, error: Error, clause: &ast::Clause, condition: &str) -> Error {
    let given = clause.qualifiers.iter().rev().find_map(|qualifier| match qualifier {
        Qualifier::If(given) => Some(given),
        Qualifier::For { .. } => None,
    });
    let Some(given) = given else {
        let end = error.span.ending();
        return error.correct(Told::from(MUST_CHANGE), end, format!(" if {condition}"));
    };
    let written = names.text(given.span).trim().to_owned();
    let is_alternative = given.is_choice() || matches!(given.operation(), Some((BinaryOperator::Or, ..)));
    let both =
        if is_alternative { format!("({written}) and {condition}") } else { format!("{written} and {condition}") };
    error.correct(Told::from(MUST_CHANGE), given.span, both)
}

/// Why a move changes nothing, such as `0/2 = 0`: the option with the coordinate replaced by its value. `None`
/// if the option needs more than the one coordinate.
fn why_nothing_changes(names: &Names, position: &Position, option: Span) -> Option<String> {
    let Ruleset::Written(system, index) = &position.game.ruleset else { return None };
    let ([name], [Value::Integer(value)]) = (&system.rules[*index].coordinates[..], &position.coordinates[..]) else {
        return None;
    };
    let written = names.text(option).trim();
    let inner = written.strip_prefix('(')?.strip_suffix(')')?.trim();
    if inner.contains(") ") || inner.contains(")+") {
        // Several heaps: the brackets stripped off belong to different ones.
        return None;
    }
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '\'';
    let mut said = String::new();
    let mut rest = inner;
    while let Some(start) = rest.find(is_part) {
        let length = rest[start..].find(|c| !is_part(c)).unwrap_or(rest.len() - start);
        let word = &rest[start..start + length];
        said.push_str(&rest[..start]);
        match word {
            _ if word == &**name => said.push_str(&value.to_string()),
            _ if word.chars().all(|c| c.is_ascii_digit()) => said.push_str(word),
            // Another variable, or a function: the sentence would say too little.
            _ => return None,
        }
        rest = &rest[start + length..];
    }
    said.push_str(rest);
    (said != value.to_string()).then(|| format!("{said} = {value}"))
}

/// Proposes `over if …`, or adds to the condition there is.
fn guarded(names: &Names, error: Error, definition: &GameDefinition, condition: &str) -> Error {
    let text = told!("say where the game is over: `over if {condition}`", condition);
    if let Some(over) = &definition.over {
        let end = over.span.ending();
        return error.correct(text, end, format!(" or {condition}"));
    }
    let head = match &definition.domain {
        Some(domain) => domain.span,
        None => with_bracket(names, definition.header()),
    };
    error.correct(text, head.ending(), format!(" over if {condition}"))
}

/// Extends the place of a name and its parameters by the closing bracket behind them, if there is one.
fn with_bracket(names: &Names, head: Span) -> Span {
    let Some(source) = names.sources.get(head.source()) else { return head };
    let text = Text::new(head.source(), &source.text);
    let rest = text.at(text.whole().behind(head));
    let bracket = head.end() + rest.len() - rest.trim_start().len();
    if rest.trim_start().starts_with(')') { head.to(text.span(bracket..bracket + 1)) } else { head }
}

/// The move that leads from a position back to it, or on to another.
struct LastMove {
    from: Position,
    to: Position,
    /// The clause that names it.
    clause: Clause,
}

impl LastMove {
    fn of(from: &Position, to: &Position) -> Option<LastMove> {
        let Ruleset::Written(system, index) = &from.game.ruleset else { return None };
        let meter = Budget::brief().meter().clone();
        let clauses = system.rules[*index].clauses.iter().filter(|clause| !clause.option.at.is_empty());
        let mut moves = clauses.map(|clause| LastMove { from: from.clone(), to: to.clone(), clause: clause.clone() });
        moves.find(|last| last.is_made(&meter))
    }

    /// Does the clause lead from the one position to the other, as far as the meter lets it be seen?
    fn is_made(&self, meter: &Meter) -> bool {
        let Ruleset::Written(system, index) = &self.from.game.ruleset else { return false };
        let mut rules = system.rules.clone();
        rules[*index].clauses = vec![self.clause.clone()];
        let mover = Mover::new(Arc::new(System::new(rules, system.functions.clone())), meter.clone());
        let mut leads = false;
        // A fault in this clause is reported elsewhere; here it only means that the clause is not the one.
        let _ = mover.each_option(*index, &self.from.coordinates, &mut |option| {
            leads = option.iter().any(|part| {
                matches!(&part.component, Component::Position(position)
                    if position.game.name == self.to.game.name && position.coordinates == self.to.coordinates)
            });
            Ok(if leads { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        });
        leads
    }

    /// The coordinates that are 0 and cannot be smaller.
    fn zeros(&self) -> Vec<usize> {
        let coordinates = self.from.coordinates.iter().enumerate();
        coordinates
            .filter(|(index, value)| **value == Value::Integer(0) && !self.from.may_be_below_zero(*index))
            .map(|(index, _)| index)
            .collect()
    }

    /// Does the option compute another coordinate, or this one anew, from this coordinate?
    fn changes_by(&self, coordinate: usize) -> bool {
        let Term::Position(GameRef::Local(_), made) = &self.clause.option.term else { return false };
        let changed =
            made.iter().enumerate().filter(|(index, expr)| !matches!(expr.term, Term::Slot(slot) if slot == *index));
        changed.map(|(_, expr)| expr).any(|expr| mentions(expr, coordinate))
    }

    /// The variable of the clause that is 0 in this move, if only this 0 changes nothing.
    fn variable_at_zero<'c>(&self, clause: &'c ast::Clause) -> Option<&'c str> {
        let mut bindings = clause.qualifiers.iter().filter_map(|qualifier| match qualifier {
            Qualifier::For { names, .. } => Some(names),
            Qualifier::If(_) => None,
        });
        for (place, step) in self.clause.steps.iter().enumerate() {
            let Step::For { slot, source } = step else { continue };
            let names = bindings.next()?;
            let ([name], Term::Range { start, step: None, .. }) = (&names[..], &source.term) else { continue };
            let is_variable_at_zero = start.number() == Some(0);
            let mut from_one = LastMove { clause: self.clause.clone(), from: self.from.clone(), to: self.to.clone() };
            if let Step::For { source, .. } = &mut from_one.clause.steps[place]
                && let Term::Range { start, .. } = &mut source.term
            {
                start.term = Term::Constant(Value::Integer(1));
            }
            if is_variable_at_zero && mentions(&self.clause.option, *slot) && !from_one.is_made(Budget::brief().meter())
            {
                return Some(&name.text);
            }
        }
        None
    }
}

/// Is this slot named in the expression?
fn mentions(expr: &Expr, slot: usize) -> bool {
    let mut found = matches!(expr.term, Term::Slot(named) if named == slot);
    expr.each_part(&mut |part| found = found || mentions(part, slot));
    found
}
