//! `--check`: finds errors in a script without running it. Every statement is lowered, but the solver is never
//! asked.

use std::sync::Arc;

use grundy_engine::solve::Budget;
use rustc_hash::FxHashSet;

use crate::error::{Error, Kind, SemanticError};
use crate::lang::at_once::at_once;
use crate::lang::names::{Definition, Names};
use crate::lang::session::Session;
use crate::lang::{evaluate, lower};
use crate::session::scope;
use crate::source::Span;
use crate::syntax::ast::{Ask, Expr, ExprKind, Instruction, LetDefinition, Statement, UnaryOperator};
use crate::syntax::occurrences;
use crate::verbs::function;

/// Every semantic error in these statements that can be found without running them. The session stays as it
/// is. If it is told to stop, the last error says so.
pub fn check(session: &mut Session, statements: &[Statement]) -> Vec<Error> {
    let statements: Vec<&Statement> = statements.iter().map(Statement::untimed).collect();
    let loads = statements.iter().any(|statement| statement.loaded().is_some());
    let mut checker = Checker {
        names: session.names.clone(),
        unknown: FxHashSet::default(),
        noted: FxHashSet::default(),
        games: FxHashSet::default(),
        has_changing_games: loads,
        checked: 0,
        errors: Vec::new(),
    };
    statements.iter().for_each(|statement| checker.announce(statement));
    let budget = session.solver.budget().clone();
    for (index, statement) in statements.iter().enumerate() {
        if !checker.goes_on(statement.span) {
            break;
        }
        checker.checked = index;
        checker.at_once(&budget, statement);
    }
    checker.errors.iter().for_each(|(_, error)| session.forget_stop(error));
    // A loaded file may define any name, so unknown names are not errors.
    let is_unknown = |error: &Error| matches!(*error.kind, Kind::Semantic(SemanticError::Unknown { .. }));
    checker.errors.retain(|(_, error)| !(loads && is_unknown(error) || scope::is_about_answers(error)));
    scope::errors_in_scope(session, &statements, checker.errors)
}

struct Checker {
    names: Names,
    /// Names whose values cannot be known without asking the solver. Whatever mentions them is not checked.
    unknown: FxHashSet<String>,
    /// The places of the errors, with their codes.
    noted: FxHashSet<(Span, &'static str)>,
    /// The games that the statements define.
    games: FxHashSet<String>,
    /// Whether a game may be defined more than once, so that its positions are not known.
    has_changing_games: bool,
    /// The statement that is being checked, by its place among them.
    checked: usize,
    /// Each with its statement.
    errors: Vec<(usize, Error)>,
}

impl Checker {
    /// Defines the games and functions of a script before any statement is checked, since they may be mentioned
    /// before they are defined. Values are unknown until then.
    fn announce(&mut self, statement: &Statement) {
        if let Some(game) = statement.game() {
            self.has_changing_games |= !self.games.insert(game.name.text.clone());
            // What is wrong with the library is told where it is used.
            let whole = lower::with_coordinates(&mut self.names, game).unwrap_or_else(|_| game.clone());
            self.names.define(&game.name.text, Definition::Game(Arc::new(whole)));
        }
        let Some(written) = statement.definition() else { return };
        if written.parameters.is_some() {
            self.names.define(&written.name.text, Definition::Function(Arc::new(written.clone())));
        } else {
            self.unknown.insert(written.name.text.clone());
        }
    }

    /// Whether to check what stands here. If not, the last error says why.
    fn goes_on(&mut self, span: Span) -> bool {
        let goes_on = self.names.meter.check().map_err(|halt| Error::stopped(halt, span));
        self.note(goes_on);
        !self.errors.last().is_some_and(|(_, error)| error.is_stopped())
    }

    /// Checks a statement as far as it is seen at once. What is not seen is told when the statement is run.
    fn at_once(&mut self, budget: &Budget, statement: &Statement) {
        let known = self.errors.len();
        let seen = at_once(budget, || {
            self.statement(statement);
            let stopped = self.errors[known..].iter().find(|(_, error)| error.is_stopped());
            stopped.map_or(Ok(()), |(_, error)| Err(error.clone()))
        });
        if matches!(seen, Ok(None)) {
            self.errors.retain(|(_, error)| !error.is_stopped());
        }
    }

    fn statement(&mut self, statement: &Statement) {
        if let Some(game) = statement.game() {
            self.look(&occurrences::free_in_game(game), |names| lower::game(names, &game.name.text, game.name.span));
        } else if let Some(written) = statement.definition() {
            self.definition(written);
        } else if let Some(instruction) = statement.instruction() {
            self.instruction(instruction);
        } else if let Some(asked) = statement.question() {
            self.question(asked);
        } else {
            statement.expressions().iter().for_each(|expr| self.expression(expr));
        }
    }

    fn instruction(&mut self, instruction: &Instruction) {
        match instruction.verb {
            "check" | "assert" | "survey" => {
                let mentioned = occurrences::free_in_cases(&instruction.qualifiers, &instruction.parts);
                self.look(&mentioned, |names| lower::survey(names, instruction));
                if instruction.verb != "survey" && instruction.qualifiers.is_empty() {
                    instruction.parts.iter().for_each(|condition| self.positions(condition));
                }
            }
            "print" => {
                let things = &instruction.parts;
                let regrouped = lower::with_ranges_that_follow(&mut self.names, things, &|_| false);
                for thing in regrouped.ok().flatten().as_ref().unwrap_or(things) {
                    if !self.goes_on(thing.span) {
                        return;
                    }
                    self.expression(thing);
                }
            }
            "->" | "play" => instruction.parts.iter().for_each(|position| self.played(position)),
            _ => instruction.parts.iter().for_each(|game| self.subject(game)),
        }
    }

    fn definition(&mut self, written: &LetDefinition) {
        if let Some(question) = written.body.question().filter(|asked| matches!(asked.verb, "table" | "pattern")) {
            return self.question(question);
        }
        // What a file contains is not known here.
        if matches!(written.body.kind, ExprKind::Read(..)) {
            return;
        }
        if written.parameters.is_some() {
            let found = lower::function(&mut self.names, &Arc::new(written.clone()));
            return self.note(found);
        }
        if !self.is_known(&occurrences::free(&written.body)) {
            return;
        }
        self.positions(&written.body);
        match lower::constant(&mut self.names, &written.body) {
            Ok(value) => {
                self.unknown.remove(&written.name.text);
                self.names.define(&written.name.text, Definition::Value(value, Arc::new(written.clone())));
            }
            Err(error) if matches!(*error.kind, Kind::Semantic(SemanticError::AskInRule)) => {}
            Err(error) => self.note(Err(error)),
        }
    }

    /// Checks a question that is a statement.
    fn question(&mut self, asked: &Ask) {
        match (asked.verb, asked.subject.question()) {
            ("table" | "values" | "losing" | "winning" | "plot" | "pattern", _) => self.slice(asked),
            ("grundy", _) if function::language(asked).is_some() => self.slice(asked),
            ("explain", Some(period)) => self.question(period),
            ("tree", _) => self.played(&asked.subject),
            _ if asked.is_about_a_game() => self.period(asked),
            _ => self.subject(&asked.subject),
        }
    }

    /// Checks the game of a question, and its ranges.
    fn slice(&mut self, asked: &Ask) {
        let Ask { verb: question, ranges, .. } = asked;
        let subject = asked.game();
        if matches!(subject.kind, ExprKind::Comprehension { .. }) {
            return self.expression(subject);
        }
        self.look(&occurrences::free(subject), |names| {
            let slice = lower::slice(names, subject, ranges, &|_| false)?;
            match names.subject_game(slice.game) {
                Ok(game) => slice.ranges(names, question, Some(&game), [lower::LAST; 2]).map(|_| ()),
                // A list.
                Err(_) if *question == "pattern" => lower::expression(names, subject).map(|_| ()),
                Err(error) => Err(error),
            }
        });
        ranges.iter().for_each(|range| self.expression(range));
    }

    /// Checks the subject of a question about all heaps of a game, or about the positions along a coordinate.
    fn period(&mut self, Ask { verb, subject, .. }: &Ask) {
        self.look(&occurrences::free(subject), |names| {
            let parts = lower::subject_parts(names, verb, subject, &|_| false)?;
            names.subject_game(parts.game).map(|_| ())
        });
    }

    /// Checks that the positions of the expression exist whose coordinates are written as numbers, if they are evaluated
    /// in any case.
    fn positions(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Call { callee, arguments } => match &callee.kind {
                ExprKind::Name(game) if !self.has_changing_games && self.names.names_a_game(game) => {
                    if arguments.iter().all(is_written_number) {
                        self.look(std::slice::from_ref(game), |names| exists(names, expr));
                    }
                }
                _ => arguments.iter().for_each(|argument| self.positions(argument)),
            },
            ExprKind::Ask(asked) if !asked.is_about_a_game() => self.positions(&asked.subject),
            _ => {
                let parts = expr.needed().into_iter().chain(expr.members().unwrap_or_default());
                parts.for_each(|part| self.positions(part));
            }
        }
    }

    /// Checks the subject of a question: a game, or a position of one.
    fn subject(&mut self, subject: &Expr) {
        if let ExprKind::AtOnce(at_once) = &subject.kind {
            return at_once.parts.iter().for_each(|part| self.subject(part));
        }
        self.look(&occurrences::free(subject), |names| match names.subject_game(subject) {
            Err(error) if matches!(*error.kind, Kind::Semantic(SemanticError::NotAGame { .. })) => {
                lower::expression(names, subject).map(|_| ())
            }
            found => found.map(|_| ()),
        });
        self.positions(subject);
    }

    /// Checks a position, or positions that are played at once.
    fn played(&mut self, position: &Expr) {
        match &position.kind {
            ExprKind::AtOnce(_) => self.subject(position),
            _ => self.expression(position),
        }
    }

    fn expression(&mut self, expr: &Expr) {
        self.look(&occurrences::free(expr), |names| lower::expression(names, expr));
        self.positions(expr);
    }

    /// Runs a check on something that mentions these names, unless the value of one of them is unknown.
    fn look<T>(&mut self, mentioned: &[String], look: impl FnOnce(&mut Names) -> Result<T, Error>) {
        if self.is_known(mentioned) {
            let found = look(&mut self.names).map(|_| ());
            self.note(found);
        }
    }

    fn is_known(&self, mentioned: &[String]) -> bool {
        mentioned.iter().all(|name| !self.unknown.contains(name))
    }

    /// Keeps an error, unless the same error was kept for this place: a rule is checked wherever it is used.
    fn note(&mut self, found: Result<(), Error>) {
        if let Err(error) = found
            && self.noted.insert((error.span, error.code()))
        {
            self.errors.push((self.checked, error));
        }
    }
}

/// `3` or `-3`
fn is_written_number(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Unary { operator: UnaryOperator::Negate, operand } => operand.number().is_some(),
        _ => expr.number().is_some(),
    }
}

/// An error if this position does not exist. What else may be wrong with it is found elsewhere.
fn exists(names: &mut Names, position: &Expr) -> Result<(), Error> {
    match lower::subject(names, position) {
        Ok(value) => evaluate::exists(names, &value, position.span),
        Err(_) => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_engine::solve::{Limits, Signal};

    #[test]
    fn a_long_line_of_expressions_hears_the_signal() {
        let signal = Arc::new(Signal::stopping_after(u64::MAX));
        let mut session = crate::session::new(Limits::default(), signal.clone());
        let line = format!("print {}z", "a, b, c, ".repeat(1000));
        let statements: Vec<Statement> = session.read("<test>", &line).into_iter().map(Result::unwrap).collect();
        assert_eq!(check(&mut session, &statements).len(), 3001);
        signal.allow(100);
        let errors = check(&mut session, &statements);
        assert!(errors.len() <= 101 && errors.last().is_some_and(Error::is_stopped), "{}", errors.len());
    }

    #[test]
    fn a_check_that_is_stopped_says_so_last() {
        let signal = Arc::new(Signal::stopping_after(u64::MAX));
        let mut session = crate::session::new(Limits::default(), signal.clone());
        // What shows only when it is tried, where the first look finds nothing.
        let text = "about Kayls\n".repeat(300);
        let statements: Vec<Statement> = session.read("<test>", &text).into_iter().map(Result::unwrap).collect();
        assert_eq!(check(&mut session, &statements).len(), 300);
        let mut cut = 0;
        for checks in (0..=700).step_by(50) {
            signal.allow(checks);
            let errors = check(&mut session, &statements);
            let stops = errors.iter().filter(|error| error.is_stopped()).count();
            let is_cut = errors.len() - stops < 300;
            cut += usize::from(is_cut && !errors[..errors.len() - 1].is_empty());
            assert_eq!(
                (stops, errors.last().is_some_and(Error::is_stopped)),
                (usize::from(is_cut), is_cut),
                "{checks}"
            );
        }
        assert!(cut > 2, "{cut}");
    }

    /// The codes of the errors in these lines, after the games are defined.
    fn codes(lines: &str) -> Vec<&'static str> {
        const GAMES: &str = "game L(l in -1.., r in 0..10) = (l-1, r) | (l, r-1)\n\
            game Up(a, b) where a <= b = (a-1, b) | (a, b-1)\ngame S = take <1,2>\nlet f(n) = n\n";
        let mut session = crate::session::new(Limits::default(), Arc::new(Signal::default()));
        let read = session.read("<test>", &format!("{GAMES}{lines}"));
        let statements: Vec<Statement> = read.into_iter().map(Result::unwrap).collect();
        check(&mut session, &statements).iter().map(Error::code).collect()
    }

    #[test]
    fn positions_outside_are_told_where_they_are_certain() {
        for (line, code) in [
            ("winner L(-5, 3)", "E0334"),
            ("grundy L(2, 3) + L(1, 11)", "E0334"),
            ("print 1, grundy Up(3, 2)", "E0334"),
            ("assert grundy Up(5, 2) == 0", "E0334"),
            ("let v = [outcome L(3, 11)]", "E0334"),
            ("explain Up(2, 1)", "E0334"),
            ("winner 2*S(-1)", "E0333"),
        ] {
            assert_eq!(codes(line), [code], "{line}");
        }
        for line in [
            "winner L(-1, 10) + Up(2, 2)",
            "if 1 == 2 then L(-5, 3) else L(1, 3)",
            "[L(-5, k) for k in <>]",
            "print f(-3)",
            "winner L(-5, 3); game L(l, r) = (l+5, r)",
            "winner L(-5, 3); load \"more.cgt\"",
            "let long = [n for n in 1..10^5]; print length(long)",
        ] {
            assert_eq!(codes(line), [""; 0], "{line}");
        }
    }

    #[test]
    fn slices_are_checked_as_they_are_asked() {
        for line in [
            "values L(n, 3) 0..3; losing L(n, 12) 0..3; table L(a, b) 0..1, 0..1; pattern L(n, 3)",
            "period L(n, 3); preperiod L 0..20, 3; explain period S 0..9; period S to 100",
            "let r = 0..4; values L r, 3; print max(values L 0..4, 3), 5; pattern [1, 4, 9, 16]",
        ] {
            assert_eq!(codes(line), [""; 0], "{line}");
        }
        for (line, code) in [
            ("values L 0..3", "E0307"),
            ("table L 0..3, 2, 4", "E0307"),
            ("period L 0..3, 0..4", "E0342"),
            ("period S 3..9", "E0343"),
            ("values Nothing 0..3", "E0201"),
        ] {
            assert_eq!(codes(line), [code], "{line}");
        }
    }
}
