//! Questions about positions: winner, grundy, outcome, moves, options; and plain values.

use grundy_engine::sorting::sort;
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;

use grundy_engine::game::{Component, PositionQuestion, Sum, Value};
use grundy_engine::nim::{Nimber, Outcome};
use grundy_engine::solve::{self, SolveError, Solver};
use rustc_hash::FxHashSet;

use crate::error::{Error, Notice, SemanticError};
use crate::lang::session::{Reply, Session};
use crate::lang::{evaluate, lower};
use crate::show::report::Report;
use crate::source::Span;
use crate::syntax::ast::{self, BinaryOperator, ExprKind, Verb};
use crate::verbs::position::data::{Grundy, Move, Moves, OptionLine, OptionList, OutcomeReport, Winner};
use crate::verbs::position::foreign_boards;
use crate::verbs::position::terms::Term;
use crate::verbs::value::data::{PrintedValues, ShownValue};

/// The most moves or options that are shown; the others are only counted.
pub(crate) const SHOWN: usize = 20;
/// The most options that are searched for one of each value below that of the position.
const LOOKED_THROUGH: usize = 10_000;
/// The most moves or options that are written in full, into a file or for another program; with more, the question
/// is refused.
const WRITTEN: usize = 100_000;

/// What is asked about a position.
pub struct AskedPosition {
    pub sum: Sum,
    pub misere: bool,
    /// `if player 2 starts`: who begins, 1 or 2.
    pub starts: Option<u8>,
    /// The most moves or options that are shown.
    pub most: usize,
    pub at: Span,
}

/// How a verb answers with more than a value.
pub type PositionAnswer = fn(&mut Session, AskedPosition) -> Result<Report, Error>;

impl Session {
    /// Answers a statement that is one question: a verb with its subject. `answers` are those of verbs that answer with
    /// more than a value, by their words.
    pub(crate) fn answer(&mut self, ask: &ast::Ask, answers: &[(&str, PositionAnswer)]) -> Result<Reply, Error> {
        if ask.verb.asks_about_a_game() {
            return self.about_period(ask.verb, &ask.subject, false);
        }
        if ask.verb == Verb::Grundy && !ask.misere && lower::number_behind(&self.names, &ask.subject).is_some() {
            let subject = Box::new(ask.subject.clone());
            let kind = ExprKind::Verb { verb: ask.verb, misere: false, subject };
            return self.show_value(&ast::Expr { kind, span: ask.subject.span });
        }
        let sum = evaluate::position(&mut self.names, &mut self.solver, &ask.subject)?;
        let at = ask.subject.span;
        let note = foreign_boards::note(&sum, at);
        let most = if self.lists_all || ask.to.is_some() { WRITTEN } else { SHOWN };
        let word = ask.verb.word();
        let report = match answers.iter().find(|row| row.0 == word) {
            Some((_, answer)) => answer(self, AskedPosition { sum, misere: ask.misere, starts: ask.starts, most, at })?,
            None => {
                let question = PositionQuestion::Other(word);
                let value = self.solved(at, |solver| evaluate::answer(solver, question, ask.misere, &sum))?;
                self.set_ans(value.clone());
                Report::new(ShownValue { value, nimber: None })
            }
        };
        let mut reply = Reply::report(report);
        reply.notices.extend(note);
        Ok(reply)
    }

    pub(crate) fn winner(&mut self, asked: AskedPosition) -> Result<Winner, Error> {
        let AskedPosition { sum, misere, starts, at, .. } = asked;
        let terms = if misere { None } else { self.ready_terms(&sum, at)? };
        let value = terms.as_deref().map(nim_sum);
        let outcome = match value {
            Some(value) => Outcome::of(value),
            None if misere => self.misere_outcome(&sum, at)?,
            None => self.solved(at, |solver| solver.outcome(&sum))?,
        };
        let terms = terms.unwrap_or_default();
        let winning = self.winning_move(&sum, misere, at)?;
        self.set_ans(Value::Side(outcome.winner()));
        Ok(Winner { sum, misere, outcome, terms, value, winning, starts })
    }

    pub(crate) fn grundy(&mut self, asked: AskedPosition) -> Result<Grundy, Error> {
        let AskedPosition { sum, at, .. } = asked;
        let terms = self.single_terms(&sum, at)?;
        let value = nim_sum(&terms);
        self.set_ans(Value::Integer(i128::from(value.0)));
        Ok(Grundy { sum, terms, value })
    }

    pub(crate) fn outcome(&mut self, asked: AskedPosition) -> Result<OutcomeReport, Error> {
        let AskedPosition { sum, misere, at, .. } = asked;
        let outcome =
            if misere { self.misere_outcome(&sum, at)? } else { self.solved(at, |solver| solver.outcome(&sum))? };
        self.set_ans(Value::Outcome(outcome));
        Ok(OutcomeReport { sum, misere, outcome })
    }

    pub(crate) fn moves(&mut self, asked: AskedPosition) -> Result<Moves, Error> {
        let AskedPosition { sum, misere, most, at, .. } = asked;
        let (outcome, total, winning, shown): (_, _, _, Vec<Move>) = if misere {
            let outcome = self.misere_outcome(&sum, at)?;
            let found = self.solved(at, |solver| solver.misere_moves(&sum, most))?;
            let winners = found.winners.iter().map(|made| misere_move(made, true));
            let losers = found.losers.iter().map(|made| misere_move(made, false));
            (outcome, found.total, found.winning, winners.chain(losers).take(most).collect())
        } else {
            let found = self.solved(at, |solver| match solver.ready_values(&sum)? {
                Some(_) => solver.moves(&sum, most),
                None => solver.decided_moves(&sum, most),
            })?;
            let outcome = if found.winning > 0 { Outcome::N } else { Outcome::P };
            let shown = found.winners.iter().chain(&found.losers).take(most).map(reported).collect();
            (outcome, found.total, found.winning, shown)
        };
        refuse_more("moves", total, most, at)?;
        Ok(Moves { sum, misere, outcome, total, winning, shown })
    }

    pub(crate) fn options(&mut self, asked: AskedPosition) -> Result<OptionList, Error> {
        let AskedPosition { sum, misere, most, at, .. } = asked;
        let options = self.solved(at, |solver| solver.options(&sum))?;
        let total = options.len() as u128;
        refuse_more("options", total, most, at)?;
        let list = options.iter().map(|option| Value::Position(option.clone())).collect();
        self.set_ans(Value::list(list));
        let first = if misere || options.len() <= most { 0..0 } else { 0..options.len().min(LOOKED_THROUGH) };
        let mut indices = self.one_for_each_value(&sum, &options[first], most, at)?;
        indices.extend(
            (0..options.len().min(most))
                .filter(|index| !indices.contains(index))
                .take(most - indices.len())
                .collect::<Vec<_>>(),
        );
        sort(&mut indices);
        let mut shown = Vec::new();
        for option in indices.into_iter().filter_map(|index| options.get(index)) {
            let (value, outcome) = self.ready_value_and_outcome(option, misere, at)?;
            shown.push(OptionLine { option: (**option).clone(), value, outcome });
        }
        Ok(OptionList { sum, misere, total, shown })
    }

    /// The indices of the first option of each value below that of the position. Empty if the values take a long
    /// search, or if there are more of them than are shown.
    fn one_for_each_value(
        &mut self,
        sum: &Sum,
        options: &[Arc<Sum>],
        most: usize,
        at: Span,
    ) -> Result<Vec<usize>, Error> {
        let mut found = Vec::new();
        if options.is_empty() || self.ready_terms(sum, at)?.is_none() {
            return Ok(found);
        }
        let value = self.value(sum, at)?;
        if value.0 > most as u64 {
            return Ok(found);
        }
        let mut wanted: BTreeSet<Nimber> = (0..value.0).map(Nimber).collect();
        for (index, option) in options.iter().enumerate() {
            if wanted.is_empty() {
                break;
            }
            if wanted.remove(&self.value(option, at)?) {
                found.push(index);
            }
        }
        Ok(found)
    }

    /// Answers a statement that is only an expression.
    pub(crate) fn show_value(&mut self, expr: &ast::Expr) -> Result<Reply, Error> {
        self.refuse_number_in_sum(expr)?;
        self.refuse_bare_game(expr)?;
        let value = evaluate::value(&mut self.names, &mut self.solver, expr)?;
        let nimber = match &value {
            Value::Position(sum) => Some(self.value(sum, expr.span)?),
            _ => None,
        };
        self.set_ans(value.clone());
        let mut reply = Reply::report(ShownValue { value, nimber });
        reply.notices.extend(self.power_notice(expr));
        reply.notices.extend(self.division_notice(expr)?);
        Ok(reply)
    }

    pub(crate) fn print(&mut self, things: &[ast::Expr]) -> Result<Reply, Error> {
        let mut values = Vec::new();
        for thing in printed(things) {
            self.refuse_bare_game(thing)?;
            values.push(evaluate::value(&mut self.names, &mut self.solver, thing)?);
        }
        Ok(Reply::report(PrintedValues(values)))
    }

    /// Refuses the bare name of a game, such as `Kayles`: most likely one of its positions is meant.
    fn refuse_bare_game(&mut self, expr: &ast::Expr) -> Result<(), Error> {
        if !lower::is_bare_game(&mut self.names, expr)? {
            return Ok(());
        }
        let game = self.names.subject_game(expr)?;
        Err(lower::missing_position(&game, expr.span))
    }

    /// Refuses `winner S(3)+2`, where the verb took the position only and a number is left over.
    fn refuse_number_in_sum(&self, expr: &ast::Expr) -> Result<(), Error> {
        let ExprKind::Binary { operator: BinaryOperator::Add, left, right } = &expr.kind else { return Ok(()) };
        let ExprKind::Verb { verb: Verb::Winner | Verb::Outcome | Verb::Options | Verb::Moves, .. } = &left.kind else {
            return Ok(());
        };
        let found = self.names.text(right.span).trim().to_owned();
        let game = first_game(left).map(str::to_owned);
        Err(Error::new(SemanticError::NotAPosition { found, kind: "a number", game, typed: None }, right.span))
    }

    /// A notice, given once a session, that `a^b` is a power and not a nim-sum.
    fn power_notice(&mut self, expr: &ast::Expr) -> Option<Notice> {
        let ExprKind::Binary { operator: BinaryOperator::Power, left, right } = &expr.kind else { return None };
        let (ExprKind::Integer(a), ExprKind::Integer(b)) = (&left.kind, &right.kind) else { return None };
        if self.power_noted || *a == 10 || *a == 2 {
            return None;
        }
        self.power_noted = true;
        let text = format!("`^` is a power; the nim-sum `{a} xor {b}` is {}", a ^ b);
        Some(Notice { text, span: Some(expr.span), everywhere: false })
    }

    /// A notice, given once a session, that `/` is rounded down.
    fn division_notice(&mut self, expr: &ast::Expr) -> Result<Option<Notice>, Error> {
        if self.division_noted {
            return Ok(None);
        }
        let Some((left, right)) = quotient(expr) else { return Ok(None) };
        let mut number = |expr| match evaluate::value(&mut self.names, &mut self.solver, expr)? {
            Value::Integer(number) => Ok(number),
            _ => Ok(0),
        };
        let (a, b): (i128, i128) = (number(left)?, number(right)?);
        if b == 0 || a.checked_rem(b).is_none_or(|rest| rest == 0) {
            return Ok(None);
        }
        self.division_noted = true;
        let text = format!("`/` is rounded down: {a}/{b} is {}", a.div_euclid(b));
        Ok(Some(Notice { text, span: Some(Span { end: right.span.end, ..left.span }), everywhere: false }))
    }

    pub(crate) fn value(&mut self, sum: &Sum, at: Span) -> Result<Nimber, Error> {
        self.solved(at, |solver| solver.value(sum))
    }

    pub(crate) fn misere_outcome(&mut self, sum: &Sum, at: Span) -> Result<Outcome, Error> {
        self.solved(at, |solver| solver.misere_outcome(sum))
    }

    /// The outcome of a position and, in normal play, its value.
    pub(crate) fn value_and_outcome(
        &mut self,
        sum: &Sum,
        misere: bool,
        at: Span,
    ) -> Result<(Option<Nimber>, Outcome), Error> {
        if misere {
            return self.misere_outcome(sum, at).map(|outcome| (None, outcome));
        }
        let value = self.value(sum, at)?;
        Ok((Some(value), Outcome::of(value)))
    }

    /// The outcome of a position and, in normal play, its value unless finding it takes a long search.
    pub(crate) fn ready_value_and_outcome(
        &mut self,
        sum: &Sum,
        misere: bool,
        at: Span,
    ) -> Result<(Option<Nimber>, Outcome), Error> {
        if misere {
            return self.value_and_outcome(sum, misere, at);
        }
        match self.ready_terms(sum, at)? {
            Some(terms) => {
                let value = nim_sum(&terms);
                Ok((Some(value), Outcome::of(value)))
            }
            None => Ok((None, self.solved(at, |solver| solver.outcome(sum))?)),
        }
    }

    /// The summands with their values; `None` if finding these takes a long search.
    fn ready_terms(&mut self, sum: &Sum, at: Span) -> Result<Option<Vec<Term>>, Error> {
        Ok(match self.solved(at, |solver| solver.ready_values(sum))? {
            Some(_) => Some(self.terms(sum, at)?),
            None => None,
        })
    }

    /// The summands with their values.
    pub(crate) fn terms(&mut self, sum: &Sum, at: Span) -> Result<Vec<Term>, Error> {
        self.terms_by(sum, at, Solver::component_value)
    }

    /// Like `terms`, for summands about which nothing else will be asked: the search need not value all positions
    /// below them.
    fn single_terms(&mut self, sum: &Sum, at: Span) -> Result<Vec<Term>, Error> {
        self.terms_by(sum, at, Solver::single_value)
    }

    fn terms_by(
        &mut self,
        sum: &Sum,
        at: Span,
        value_of: impl Fn(&mut Solver, &Component) -> Result<Nimber, SolveError>,
    ) -> Result<Vec<Term>, Error> {
        let bytes = sum.parts.len().saturating_mul(size_of::<Term>());
        self.solved(at, |solver| Ok(solver.budget().meter().room(bytes)?))?;
        let mut terms = Vec::with_capacity(sum.parts.len());
        for part in &sum.parts {
            let value = self.solved(at, |solver| value_of(solver, &part.component))?;
            terms.push(Term { copies: part.copies, component: part.component.clone(), value });
        }
        Ok(terms)
    }

    pub(crate) fn winning_move(&mut self, sum: &Sum, misere: bool, at: Span) -> Result<Option<Move>, Error> {
        self.solved(at, |solver| {
            Ok(if misere {
                solver.misere_winning_move(sum)?.as_ref().map(|made| misere_move(made, true))
            } else {
                solver.winning_move(sum)?.as_ref().map(reported)
            })
        })
    }

    /// Visits the options of each summand with the index of that summand. Of equal summands only the first is
    /// visited.
    pub(crate) fn each_move(
        &mut self,
        sum: &Sum,
        at: Span,
        visit: &mut dyn FnMut(usize, &Sum) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        for (index, part) in sum.parts.iter().enumerate() {
            if sum.parts[..index].iter().any(|earlier| earlier.component == part.component) {
                continue;
            }
            let mut flow = ControlFlow::Continue(());
            let mut meet = |to: &Sum| {
                flow = visit(index, to);
                flow
            };
            match &part.component {
                Component::Star(size) => self.solved(at, |solver| {
                    for k in (0..*size).rev() {
                        solver.budget().check()?;
                        if meet(&Sum::star(Nimber(k))).is_break() {
                            break;
                        }
                    }
                    Ok(())
                })?,
                Component::Position(position) => {
                    self.solved(at, |solver| solver.each_option(position, &mut |to| meet(to)))?;
                }
            }
            if flow.is_break() {
                break;
            }
        }
        Ok(())
    }
}

/// An error if a list that is written in full, which `most == WRITTEN` means, would have more than `most` entries.
fn refuse_more(what: &'static str, count: u128, most: usize, at: Span) -> Result<(), Error> {
    let limit = most as u128;
    if most == WRITTEN && count > limit {
        return Err(Error::new(SemanticError::TooMany { what, count, limit }, at));
    }
    Ok(())
}

/// The name of the game of the first position in a question.
fn first_game(expr: &ast::Expr) -> Option<&str> {
    match &expr.kind {
        ExprKind::Verb { subject, .. } => first_game(subject),
        ExprKind::Binary { left, .. } => first_game(left),
        ExprKind::Group(inner) => first_game(inner),
        ExprKind::Call { callee: base, .. } | ExprKind::Index { base, .. } => match &base.kind {
            ExprKind::Name(name) => Some(name),
            _ => None,
        },
        _ => None,
    }
}

/// A move in normal play, as it stands in a report.
pub(crate) fn reported(made: &solve::Move) -> Move {
    Move {
        from: made.from.clone(),
        to: (*made.to).clone(),
        value: made.value,
        nim_sum: made.nim_sum,
        wins: made.nim_sum == Some(Nimber::ZERO),
    }
}

pub(crate) fn misere_move(made: &solve::MisereMove, wins: bool) -> Move {
    Move { from: made.from.clone(), to: (*made.to).clone(), value: None, nim_sum: None, wins }
}

/// Removes each move that is equal to one before it: equal summands have equal moves. `ends` gives the summand and what
/// the move leaves of it. Returns how many were removed.
// Clippy warns of the answers cached inside games; they are not part of what is hashed and compared.
#[allow(clippy::mutable_key_type)]
pub(crate) fn remove_equal_moves<M>(moves: &mut Vec<M>, ends: impl Fn(&M) -> (&Component, &Arc<Sum>)) -> usize {
    let mut met = FxHashSet::default();
    let count = moves.len();
    moves.retain(|step| {
        let (from, to) = ends(step);
        met.insert((from.clone(), to.clone()))
    });
    count - moves.len()
}

/// The nim-sum of terms: copies cancel in pairs.
pub(crate) fn nim_sum(terms: &[Term]) -> Nimber {
    terms.iter().filter(|term| term.copies % 2 == 1).map(|term| term.value).collect()
}

/// The first quotient in an expression that only calculates.
fn quotient(expr: &ast::Expr) -> Option<(&ast::Expr, &ast::Expr)> {
    match &expr.kind {
        ExprKind::Group(inner) | ExprKind::Unary { operand: inner, .. } => quotient(inner),
        ExprKind::Binary { operator: BinaryOperator::Divide, left, right } if calculates(left) && calculates(right) => {
            Some((left, right))
        }
        ExprKind::Binary { left, right, .. } => quotient(left).or_else(|| quotient(right)),
        _ => None,
    }
}

/// Whether an expression is made of numbers, names and signs only, so that it can be calculated once more.
fn calculates(expr: &ast::Expr) -> bool {
    match &expr.kind {
        ExprKind::Integer(_) | ExprKind::Name(_) => true,
        ExprKind::Group(inner) | ExprKind::Unary { operand: inner, .. } => calculates(inner),
        ExprKind::Binary { left, right, .. } => calculates(left) && calculates(right),
        _ => false,
    }
}

/// What is printed: in `print("S(5) =", 1)` the members of the tuple, since another language writes brackets there.
fn printed(things: &[ast::Expr]) -> &[ast::Expr] {
    match things {
        [ast::Expr { kind: ExprKind::Tuple(members), .. }]
            if members.iter().any(|member| matches!(member.kind, ExprKind::Text(_))) =>
        {
            members
        }
        _ => things,
    }
}
