//! Options: expressions that must be positions, in which a tuple is a position of the game at hand.

use super::{Lowerer, Place, is_game};
use crate::error::{Error, Meaning};
use crate::game::{At, Expr, Operator, Term};
use crate::session::names::Meant;
use crate::source::Span;
use crate::syntax::ast::{self, BinaryOperator, ExprKind, Shape, UnaryOperator};

impl Lowerer<'_> {
    /// An option of the game whose rule is being lowered.
    pub(super) fn option(&mut self, expr: &ast::Expr) -> Result<Expr, Error> {
        let at = At(expr.span);
        let term = match &expr.kind {
            ExprKind::Binary { operator: BinaryOperator::Add, left, right } => {
                let left = Box::new(self.option(left)?);
                Term::Binary(Operator::Add, left, Box::new(self.option(right)?))
            }
            ExprKind::Binary { operator: BinaryOperator::Multiply, left, right } if self.is_option(right)? => {
                let copies = self.boxed(left)?;
                Term::Binary(Operator::Multiply, copies, Box::new(self.option(right)?))
            }
            ExprKind::Group(inner) if self.speaks_of_positions(inner)? => return self.option(inner),
            ExprKind::Group(inner) => self.own_position(std::slice::from_ref(inner), expr.span)?,
            ExprKind::Tuple(members) => self.own_position(members, expr.span)?,
            ExprKind::Sum(list) => Term::Sum(Box::new(self.option_list(list)?)),
            ExprKind::If { condition, then, otherwise } => {
                let condition = self.boxed(condition)?;
                let then = Box::new(self.option(then)?);
                Term::If(condition, then, Box::new(self.option(otherwise)?))
            }
            _ if self.is_option(expr)? => return self.value(expr),
            _ => {
                let option = self.names.text(expr.span).to_owned();
                return Err(Error::new(Meaning::OptionBrackets { option }, expr.span));
            }
        };
        Ok(Expr { term, at })
    }

    /// What stands in `sum[…]` in an option.
    fn option_list(&mut self, list: &ast::Expr) -> Result<Expr, Error> {
        let at = At(list.span);
        match &list.kind {
            ExprKind::Comprehension { shape: Shape::Bare | Shape::List, body, qualifiers } => self.inside(|this| {
                let steps = this.steps(qualifiers)?;
                let body = Box::new(this.option(body)?);
                Ok(Expr { term: Term::ListOf(steps, body), at })
            }),
            ExprKind::List(members) => {
                let members = members.iter().map(|member| self.option(member)).collect::<Result<_, _>>()?;
                Ok(Expr { term: Term::List(members), at })
            }
            ExprKind::Group(_) | ExprKind::Tuple(_) => {
                let members = vec![self.option(list)?];
                Ok(Expr { term: Term::List(members), at })
            }
            _ => self.value(list),
        }
    }

    /// A position of the game at hand.
    fn own_position(&mut self, coordinates: &[impl std::borrow::Borrow<ast::Expr>], span: Span) -> Result<Term, Error> {
        let Place::Rule { game, arity, .. } = &self.place else {
            let found = self.names.text(span).to_owned();
            return Err(Error::new(Meaning::NotAPosition { found, kind: "a tuple", game: None }, span));
        };
        let (wanted, found) = (*arity, coordinates.len());
        if found != wanted {
            let names = self.scope.iter().take(wanted).map(|(name, _)| name.clone()).collect();
            return Err(Error::new(Meaning::OptionCoordinates { game: game.clone(), names, found }, span));
        }
        let coordinates = coordinates.iter().map(|c| self.value(c.borrow())).collect::<Result<_, _>>()?;
        Ok(Term::Position(self.own_game(span)?, coordinates))
    }

    /// May this be an option: something in brackets, or a position by its look?
    fn is_option(&mut self, expr: &ast::Expr) -> Result<bool, Error> {
        match &expr.kind {
            ExprKind::Group(_) | ExprKind::Tuple(_) | ExprKind::Sum(_) => Ok(true),
            _ => self.speaks_of_positions(expr),
        }
    }

    /// Is this a position, or a sum of positions, by its look?
    fn speaks_of_positions(&mut self, expr: &ast::Expr) -> Result<bool, Error> {
        match &expr.kind {
            ExprKind::Unary { operator: UnaryOperator::Star, .. } | ExprKind::Sum(_) => Ok(true),
            ExprKind::Call { callee, .. } => match &callee.kind {
                ExprKind::Name(name) if self.variable(name).is_none() => {
                    // A name that means nothing yet may become a game: it is reported when it is used.
                    Ok(self.meant(name)?.is_none() || is_game(self.names, name)? || self.gives_positions(name)?)
                }
                ExprKind::Group(inner) => Ok(matches!(inner.kind, ExprKind::Ruleset(_))),
                _ => Ok(false),
            },
            ExprKind::Index { base, .. } => match &base.kind {
                ExprKind::Name(name) if self.variable(name).is_none() => is_game(self.names, name),
                ExprKind::Group(inner) => Ok(matches!(inner.kind, ExprKind::Ruleset(_))),
                _ => Ok(false),
            },
            ExprKind::Binary { operator: BinaryOperator::Add, left, right } => {
                Ok(self.speaks_of_positions(left)? || self.speaks_of_positions(right)?)
            }
            ExprKind::Binary { operator: BinaryOperator::Multiply, right, .. } => self.speaks_of_positions(right),
            ExprKind::Group(inner) => self.speaks_of_positions(inner),
            ExprKind::If { then, .. } => self.speaks_of_positions(then),
            ExprKind::Name(name) if self.variable(name).is_none() => {
                let meant = self.meant(name)?;
                Ok(matches!(meant, Some(Meant::Defined(super::Definition::Value(crate::game::Value::Position(_), _)))))
            }
            _ => Ok(false),
        }
    }

    /// Is this a function of the user's whose body is a position by its look?
    fn gives_positions(&mut self, name: &str) -> Result<bool, Error> {
        let Some(Meant::Defined(super::Definition::Function(definition))) = self.meant(name)? else {
            return Ok(false);
        };
        // A function that calls itself is looked into once.
        let mut body = &definition.body;
        while let ExprKind::If { then, .. } = &body.kind {
            body = then;
        }
        match &body.kind {
            ExprKind::Call { callee, .. } if matches!(&callee.kind, ExprKind::Name(inner) if inner == name) => {
                Ok(false)
            }
            _ => self.speaks_of_positions(body),
        }
    }
}
