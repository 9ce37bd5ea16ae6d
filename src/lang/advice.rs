//! Adds to an error what the definitions and the statement can tell about it: where a name was defined, which move
//! of a rule leads in a circle, and a corrected line.

use std::ops::ControlFlow;
use std::sync::Arc;

use grundy_engine::game::{Component, EvalErrorKind, Mover, Position, Ruleset, Step, System, Value, shortest_loop};
use grundy_engine::solve::{Budget, SolveError};

use crate::error::{Error, Hint, Kind, SemanticError, Wanted};
use crate::lang::free_names;
use crate::lang::library;
use crate::lang::names::{Definition, Names};
use crate::source::Span;
use crate::syntax::ast::{Claim, Expr, GameDefinition, Statement, StatementKind, SurveyColumn};

impl Names {
    /// The same error at the place where a game of the library was asked about, if it is in the rule of that game: its lines
    /// are not the user's.
    pub(super) fn out_of_library(&self, mut error: Error) -> Error {
        let game = |span: Span| {
            let name = &self.sources.get(span.source)?.name;
            Some(name.strip_prefix("<library: ")?.trim_end_matches('>').to_owned())
        };
        let Some(name) = game(error.span).filter(|_| error.stop().is_none()) else { return error };
        let Some(asked) = error.related.iter().position(|(span, _)| game(*span).is_none()) else { return error };
        error.span = error.related.remove(asked).0;
        error.related.retain(|(span, _)| game(*span).is_none());
        let replacement = error.advice.take().and_then(|advice| advice.replacement);
        error.advice =
            Some(Box::new(Hint { text: format!("type `about {name}` to see what its positions are"), replacement }));
        error
    }

    /// The same error, with advice if the definitions or the statement explain more about it.
    pub(crate) fn advised(&self, error: Error, statement: &Statement) -> Error {
        if error.advice.is_some() {
            return error;
        }
        let Kind::Semantic(kind) = &*error.kind else { return error };
        match kind {
            SemanticError::Unknown { similar, wanted: Wanted::Anything, .. } if similar.is_empty() => {
                unknown_value(error, statement)
            }
            SemanticError::Unknown { similar, .. } => {
                let similar = similar.clone();
                self.defined_here(error, &similar)
            }
            SemanticError::Coordinates { game: name, .. } | SemanticError::HeapList { game: name, .. } => {
                let name = name.clone();
                self.defined_here(error, &[name])
            }
            SemanticError::WrongKind { name, .. } if library::entry(name).is_some() && self.own(name).is_some() => {
                let text = format!(
                    "{name} is your own definition here, which hides the game of the library: `forget {name}` brings that back"
                );
                error.advise(text)
            }
            SemanticError::Arguments { function, .. } if function == "[ ]" => error.advise(
                "a list is asked for one member, `L[i]`, and a member of that for one of its own, `L[i][j]`; heaps side by side are `S[a, b]`",
            ),
            SemanticError::Arguments { function, .. } => {
                let name = function.clone();
                match self.own(&name) {
                    Some(_) => self.defined_here(error, &[name]),
                    None => error.advise(format!("type `help {name}` to see how to call it")),
                }
            }
            SemanticError::Stopped { stop, .. } => match &**stop {
                SolveError::Cycle(path) => {
                    let path = path.clone();
                    self.way_back(error, path)
                }
                SolveError::Grows(path) => {
                    let path = path.clone();
                    self.circle(error, &path)
                }
                SolveError::Fault { fault, position: Some(_) }
                    if matches!(*fault.kind, EvalErrorKind::Divisor { .. }) =>
                {
                    self.divisor(error)
                }
                _ => error,
            },
            SemanticError::Fault { kind, at: None }
                if matches!(**kind, EvalErrorKind::Mismatch { operation: "==", .. }) =>
            {
                self.compared(error, statement)
            }
            SemanticError::Fault { kind, at: None }
                if matches!(**kind, EvalErrorKind::Overflow) && self.text(statement.span).contains('^') =>
            {
                error.advise("`^` is a power; write the nim-sum of numbers as `3 xor 5 xor 7`")
            }
            SemanticError::Fault { kind, at: None }
                if matches!(**kind, EvalErrorKind::Mismatch { operation: "+", .. }) =>
            {
                self.brackets(error, statement)
            }
            _ => error,
        }
    }

    /// Shows where the user defined these names.
    fn defined_here(&self, mut error: Error, names: &[String]) -> Error {
        for name in names {
            let span = match self.own(name) {
                Some(Definition::Game(game)) => header(game.name.span, game.parameters.as_deref()),
                Some(Definition::Value(_, written) | Definition::Function(written)) => {
                    header(written.name.span, written.parameters.as_deref())
                }
                None => continue,
            };
            error = error.with(span, format!("{name} is defined here"));
        }
        error
    }

    /// An error about play that comes back to a position: shows the shortest way. A search may take several positions
    /// for one, so that its path need not be one of play.
    fn way_back(&self, mut error: Error, path: Vec<Position>) -> Error {
        let shortest = path.first().and_then(|first| shortest_loop(first, Budget::brief().meter()));
        let path = shortest.unwrap_or(path);
        if let Kind::Semantic(SemanticError::Stopped { stop, .. }) = &mut *error.kind {
            **stop = SolveError::Cycle(path.clone());
        }
        self.circle(error, &path)
    }

    /// An error about play that comes back to a position or grows without end: points at the move that does it.
    /// Where a move leaves the position unchanged, a condition that excludes the move is proposed.
    fn circle(&self, mut error: Error, path: &[Position]) -> Error {
        let [.., from, to] = path else { return error };
        let Some((place, is_guarded)) = last_move(from, to) else { return error };
        let asked = std::mem::replace(&mut error.span, place);
        if asked != place {
            error = error.with(asked, "asked here");
        }
        if from != to {
            return error;
        }
        if let Kind::Semantic(SemanticError::Stopped { because, .. }) = &mut *error.kind {
            *because = self.because(from, place);
        }
        let Some(Definition::Game(definition)) = self.own(&from.game.name) else { return error };
        let names = crate::lang::lower::coordinates(definition);
        let is_zero = |value: &Value| *value == Value::Integer(0);
        let zeros: Vec<&String> = names
            .iter()
            .zip(from.coordinates.iter())
            .filter(|(_, value)| is_zero(value))
            .map(|(name, _)| name)
            .collect();
        if zeros.len() == names.len() {
            let conditions: Vec<String> = zeros.iter().map(|name| format!("{name} == 0")).collect();
            return self.guarded(error, definition, &conditions.join(" and "));
        }
        match zeros[..] {
            [name] if !is_guarded => {
                let end = Span { start: place.end, ..place };
                error.correct(
                    "a move must change something: add a condition that leaves out moves that change nothing",
                    end,
                    format!(" if {name} > 0"),
                )
            }
            _ => error,
        }
    }

    /// A divisor below 1 in a rule: advises a condition that excludes it, in the words of the rule.
    fn divisor(&self, error: Error) -> Error {
        let divisor = self.text(error.span).trim().trim_matches(['(', ')']).to_owned();
        if divisor.is_empty() || divisor.chars().all(|c| c.is_ascii_digit()) {
            return error;
        }
        error.advise(format!("add a condition to the move, which is tested first: `if {divisor} > 0`"))
    }

    /// Why a move changes nothing, such as `0/2 = 0`: the option with the coordinate replaced by its value. `None`
    /// if the option needs more than the one coordinate.
    fn because(&self, position: &Position, option: Span) -> Option<String> {
        let Ruleset::Written(system, index) = &position.game.ruleset else { return None };
        let ([name], [Value::Integer(value)]) = (&system.rules[*index].coordinates[..], &position.coordinates[..])
        else {
            return None;
        };
        let written = self.text(option).trim();
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
    fn guarded(&self, error: Error, definition: &GameDefinition, condition: &str) -> Error {
        let text = format!("say where the game is over: `over if {condition}`");
        if let Some(over) = &definition.over {
            let end = Span { start: over.span.end, ..over.span };
            return error.correct(text, end, format!(" or {condition}"));
        }
        let head = match &definition.domain {
            Some(domain) => domain.span,
            None => self.with_bracket(header(definition.name.span, definition.parameters.as_deref())),
        };
        error.correct(text, Span { start: head.end, ..head }, format!(" over if {condition}"))
    }

    /// Extends the place of a name and its parameters by the closing bracket behind them, if there is one.
    fn with_bracket(&self, head: Span) -> Span {
        let Some(source) = self.sources.get(head.source) else { return head };
        let rest = &source.text[head.end as usize..];
        let blanks = rest.len() - rest.trim_start().len();
        if rest.trim_start().starts_with(')') { Span { end: head.end + blanks as u32 + 1, ..head } } else { head }
    }

    /// `grundy S(3) + f(2)`, where the verb took the whole sum as its subject: proposes brackets around the
    /// question.
    fn brackets(&self, error: Error, statement: &Statement) -> Error {
        let Some((verb, left)) = free_names::sum_of_verb(statement, error.span) else { return error };
        let place = Span { end: left.end, ..verb };
        let written = self.text(place).to_owned();
        error.correct("put the question in brackets to add a number to its answer", place, format!("({written})"))
    }
}

/// The place of a name and of the parameters behind it.
fn header(name: Span, parameters: Option<&[crate::syntax::ast::Name]>) -> Span {
    parameters.and_then(<[_]>::last).map_or(name, |last| name.to(last.span))
}

/// An unknown name: in a `let` it may be meant as a parameter, in a claim or a survey as a variable.
fn unknown_value(error: Error, statement: &Statement) -> Error {
    let Kind::Semantic(SemanticError::Unknown { name, .. }) = &*error.kind else { return error };
    let name = name.clone();
    let inside =
        |expr: &Expr| expr.span.source == error.span.source && expr.span.range().contains(&(error.span.start as usize));
    let is_variable = name != "ans" && name.chars().next().is_some_and(char::is_lowercase);
    match &statement.kind {
        StatementKind::Let(written) if written.parameters.is_none() && is_variable && inside(&written.body) => {
            let end = Span { start: written.name.span.end, ..written.name.span };
            error.correct(format!("a function of {name} is"), end, format!("({name})"))
        }
        StatementKind::Check(Claim { condition, qualifiers })
        | StatementKind::Assert(Claim { condition, qualifiers })
            if qualifiers.is_empty() && is_variable && inside(condition) =>
        {
            let end = Span { start: condition.span.end, ..condition.span };
            error.correct(format!("say which values of {name} to check"), end, format!(" for {name} in 0..100"))
        }
        StatementKind::Survey(survey) if survey.qualifiers.is_empty() && is_variable => {
            let end = survey.columns.last().map_or(error.span, SurveyColumn::span);
            let end = Span { start: end.end, ..end };
            error.correct(format!("say which values {name} takes"), end, format!(" for {name} in 0..20"))
        }
        _ => error,
    }
}

/// The place of the option that leads from one position to the other, and whether its clause has a condition.
fn last_move(from: &Position, to: &Position) -> Option<(Span, bool)> {
    let Ruleset::Written(system, index) = &from.game.ruleset else { return None };
    let rule = &system.rules[*index];
    rule.clauses.iter().find_map(|clause| {
        let mut rules = system.rules.clone();
        rules[*index].clauses = vec![clause.clone()];
        let meter = Budget::brief().meter().clone();
        let mover = Mover::new(Arc::new(System::new(rules, system.functions.clone())), meter);
        let mut leads = false;
        // A fault in this clause is reported elsewhere; here it only means that the clause is not the one.
        let _ = mover.each_option(*index, &from.coordinates, &mut |option| {
            leads = option.iter().any(|part| {
                matches!(&part.component, Component::Position(position)
                    if position.game.name == to.game.name && position.coordinates == to.coordinates)
            });
            Ok(if leads { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        });
        let is_guarded = clause.steps.iter().any(|step| matches!(step, Step::Test(_)));
        (leads && !clause.option.at.is_empty()).then_some((clause.option.at.into(), is_guarded))
    })
}
