//! What an expression is by its form, for those who look for one form, and expressions that are made.

use super::ast::{
    Ask, AtOnce, BinaryOperator, Brackets, ClauseKind, DataPart, Expr, ExprKind, FileName, Qualifier, Rule,
};
use crate::source::Span;

impl Expr {
    /// The number that it is, if it is written as one.
    pub fn number(&self) -> Option<i128> {
        match self.kind {
            ExprKind::Integer(number) => Some(number),
            _ => None,
        }
    }

    /// The game and the ranges behind it, of a question that has ranges and stands last here.
    pub fn slice(&self) -> Option<(&Expr, &[Expr])> {
        let (game, ranges) = match &self.kind {
            ExprKind::Binary { right: last, .. } | ExprKind::Unary { operand: last, .. } => return last.slice(),
            ExprKind::Ask(question) if question.ranges.is_empty() => return question.subject.slice(),
            ExprKind::Ask(question) => (question.game(), &question.ranges),
            ExprKind::Bounded { game, ranges, .. } => (&**game, ranges),
            _ => return None,
        };
        (!ranges.is_empty()).then_some((game, ranges))
    }

    /// The ranges of such a question.
    pub fn ranges_mut(&mut self) -> Option<&mut Vec<Expr>> {
        let ranges = match &mut self.kind {
            ExprKind::Binary { right: last, .. } | ExprKind::Unary { operand: last, .. } => return last.ranges_mut(),
            ExprKind::Ask(question) => match &mut **question {
                Ask { subject, ranges, .. } if ranges.is_empty() => return subject.ranges_mut(),
                Ask { ranges, .. } => ranges,
            },
            ExprKind::Bounded { ranges, .. } => ranges,
            _ => return None,
        };
        (!ranges.is_empty()).then_some(ranges)
    }

    /// The question that it is.
    pub fn question(&self) -> Option<&Ask> {
        if let ExprKind::Ask(question) = &self.kind { Some(question) } else { None }
    }

    /// The name that it is.
    pub fn as_name(&self) -> Option<&str> {
        if let ExprKind::Name(name) = &self.kind { Some(name) } else { None }
    }

    /// Is it this name?
    pub fn is_named(&self, name: &str) -> bool {
        self.as_name() == Some(name)
    }

    /// The expression in the brackets around it.
    pub fn bare(&self) -> &Expr {
        if let ExprKind::Group(inner) = &self.kind { inner.bare() } else { self }
    }

    /// An operator and its two sides.
    pub fn operation(&self) -> Option<(BinaryOperator, &Expr, &Expr)> {
        if let ExprKind::Binary { operator, left, right } = &self.kind { Some((*operator, left, right)) } else { None }
    }

    /// What is called, or the game of a position, and what stands in the round brackets.
    pub fn called(&self) -> Option<(&Expr, &[Expr])> {
        if let ExprKind::Call { callee, arguments } = &self.kind { Some((callee, arguments)) } else { None }
    }

    /// What stands before round or square brackets.
    pub fn applied(&self) -> Option<&Expr> {
        let (ExprKind::Call { callee: base, .. } | ExprKind::Index { base, .. }) = &self.kind else { return None };
        Some(base)
    }

    /// The operands of a calculation that are computed in any case: not those behind `and`, `or` and `then`.
    pub fn needed(&self) -> Vec<&Expr> {
        match &self.kind {
            ExprKind::Group(only)
            | ExprKind::Unary { operand: only, .. }
            | ExprKind::If { condition: only, .. }
            | ExprKind::Binary { operator: BinaryOperator::And | BinaryOperator::Or, left: only, .. } => vec![only],
            ExprKind::Binary { left, right, .. } => vec![left, right],
            _ => Vec::new(),
        }
    }

    pub fn is_choice(&self) -> bool {
        matches!(self.kind, ExprKind::If { .. })
    }

    /// The members of a set that is written out.
    pub fn set_members(&self) -> Option<&[Expr]> {
        if let ExprKind::Set(members) = &self.kind { Some(members) } else { None }
    }

    /// Is it a set, by its brackets?
    pub fn is_set(&self) -> bool {
        matches!(self.kind, ExprKind::Set(_) | ExprKind::Comprehension { brackets: Brackets::Set, .. })
    }

    /// The members of a list that is written out.
    pub fn list_members(&self) -> Option<&[Expr]> {
        if let ExprKind::List(members) = &self.kind { Some(members) } else { None }
    }

    /// The members of a list or a tuple that is written out.
    pub fn members(&self) -> Option<&[Expr]> {
        if let ExprKind::List(members) | ExprKind::Tuple(members) = &self.kind { Some(members) } else { None }
    }

    /// The start, the end and the step of a range.
    pub fn range(&self) -> Option<(&Expr, Option<&Expr>, Option<&Expr>)> {
        let ExprKind::Range { start, end, step } = &self.kind else { return None };
        Some((start, end.as_deref(), step.as_deref()))
    }

    /// What stands before the `for` of a comprehension, and the cases.
    pub fn cases(&self) -> Option<(&Expr, &[Qualifier])> {
        if let ExprKind::Comprehension { body, qualifiers, .. } = &self.kind { Some((body, qualifiers)) } else { None }
    }

    /// The rule that it is.
    pub fn rule(&self) -> Option<&Rule> {
        if let ExprKind::Ruleset(rule) = &self.kind { Some(rule) } else { None }
    }

    /// Is it a rule that only `game` can define?
    pub fn begins_with_option(&self) -> bool {
        let first = self.rule().and_then(|rule| rule.clauses.first());
        first.is_some_and(|clause| matches!(clause.kind, ClauseKind::Option(_) | ClauseKind::Moves(_)))
    }

    /// Positions that are played at once.
    pub fn at_once(&self) -> Option<&AtOnce> {
        if let ExprKind::AtOnce(at_once) = &self.kind { Some(at_once) } else { None }
    }

    /// The file that is read, and which part of it.
    pub fn data(&self) -> Option<(&FileName, &DataPart)> {
        if let ExprKind::Read(file, part) = &self.kind { Some((file, part)) } else { None }
    }

    /// The subject of a question about a game, taken apart.
    pub fn bounds(&self) -> Bounds<'_> {
        match &self.kind {
            ExprKind::Bounded { game, ranges, heaps, seconds } => {
                Bounds { game, ranges, heaps: heaps.as_deref(), seconds: seconds.as_deref() }
            }
            _ => Bounds { game: self, ranges: &[], heaps: None, seconds: None },
        }
    }

    /// Is something said behind the game of a question?
    pub fn has_bounds(&self) -> bool {
        matches!(self.kind, ExprKind::Bounded { .. })
    }

    pub fn of_name(name: &str, span: Span) -> Expr {
        Expr { kind: ExprKind::Name(name.to_owned()), span }
    }

    pub fn of_number(number: i128, span: Span) -> Expr {
        Expr { kind: ExprKind::Integer(number), span }
    }

    pub fn of_text(text: String, span: Span) -> Expr {
        Expr { kind: ExprKind::Text(text), span }
    }

    pub fn list(members: Vec<Expr>, span: Span) -> Expr {
        Expr { kind: ExprKind::List(members), span }
    }

    pub fn set(members: Vec<Expr>, span: Span) -> Expr {
        Expr { kind: ExprKind::Set(members), span }
    }

    pub fn any(span: Span) -> Expr {
        Expr { kind: ExprKind::Any, span }
    }

    /// `START..END step STEP`
    pub fn range_of(start: Expr, end: Option<Expr>, step: Option<Expr>, span: Span) -> Expr {
        let (end, step) = (end.map(Box::new), step.map(Box::new));
        Expr { kind: ExprKind::Range { start: Box::new(start), end, step }, span }
    }

    /// `LIMIT..` if it is the least, and otherwise `1..LIMIT`
    pub fn bounded(is_least: bool, limit: Expr, span: Span) -> Expr {
        let (start, end) = if is_least { (limit, None) } else { (Expr::of_number(1, span.beginning()), Some(limit)) };
        Expr::range_of(start, end, None, span)
    }

    pub fn tuple(members: Vec<Expr>, span: Span) -> Expr {
        Expr { kind: ExprKind::Tuple(members), span }
    }

    pub fn binary(operator: BinaryOperator, left: Expr, right: Expr) -> Expr {
        let span = left.span.to(right.span);
        Expr { kind: ExprKind::Binary { operator, left: Box::new(left), right: Box::new(right) }, span }
    }

    /// `if CONDITION then THEN else OTHERWISE`
    pub fn choice(condition: Expr, then: Expr, otherwise: Expr, span: Span) -> Expr {
        let (condition, then, otherwise) = (Box::new(condition), Box::new(then), Box::new(otherwise));
        Expr { kind: ExprKind::If { condition, then, otherwise }, span }
    }

    pub fn call(callee: Expr, arguments: Vec<Expr>, span: Span) -> Expr {
        Expr { kind: ExprKind::Call { callee: Box::new(callee), arguments }, span }
    }

    pub fn asking(question: Ask, span: Span) -> Expr {
        Expr { kind: ExprKind::Ask(Box::new(question)), span }
    }

    /// `(EXPR)`
    pub fn in_brackets(self) -> Expr {
        Expr { span: self.span, kind: ExprKind::Group(Box::new(self)) }
    }

    /// `[BODY for …]`
    pub fn list_of(body: Expr, qualifiers: Vec<Qualifier>, span: Span) -> Expr {
        let (brackets, body) = (Brackets::List, Box::new(body));
        Expr { kind: ExprKind::Comprehension { brackets, body, qualifiers }, span }
    }
}

/// The subject of a question about a game: the game itself, what its coordinates run through, and how far to look.
#[derive(Clone, Copy)]
pub struct Bounds<'e> {
    pub game: &'e Expr,
    pub ranges: &'e [Expr],
    pub heaps: Option<&'e Expr>,
    pub seconds: Option<&'e Expr>,
}
