//! Lowers the parts of a clause that every rule may have: the qualifiers, the `for …` and `if …` that become steps, and the
//! option, the expression that must be a position. A tuple in it, such as `(a, b-1)`, is a position of the game whose rule
//! it is.

use std::sync::Arc;

use grundy_engine::game::{At, EvalError, Expr, Meter, Operator, Step, Term, Value};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::error::{Error, SemanticError};
use crate::lang::errors;
use crate::lang::lower::definition::is_game;
use crate::lang::lower::lowerer::{Context, Lowerer};
use crate::lang::names::{Definition, Meant};
use crate::source::Span;
use crate::syntax::ast::{self, BinaryOperator, Brackets, ExprKind, Qualifier, UnaryOperator};
use crate::syntax::occurrences;

impl Lowerer<'_> {
    /// The steps of qualifiers. The loops keep their order, the first being the outermost, and each part of a
    /// condition that is joined by `and` is tested as soon as the variables that it names are bound. The variables
    /// stay in scope.
    pub(crate) fn steps(&mut self, qualifiers: &[Qualifier]) -> Result<Vec<Step>, Error> {
        let mut tests: Vec<&ast::Expr> = Vec::new();
        let mut binders: Vec<(&[ast::Name], &ast::Expr)> = Vec::new();
        for qualifier in qualifiers {
            match qualifier {
                Qualifier::For { names, source } => binders.push((names, source)),
                Qualifier::If(condition) => conjuncts(condition, &mut tests),
            }
        }
        // Each test comes directly after the last loop whose variable it mentions, or before all loops.
        let named = binders.iter().zip(1..).flat_map(|((names, _), place)| names.iter().map(move |name| (name, place)));
        let last: FxHashMap<&str, usize> = named.map(|(name, place)| (name.text.as_str(), place)).collect();
        let mut behind: Vec<Vec<&ast::Expr>> = vec![Vec::new(); binders.len() + 1];
        for test in tests {
            let mut place = 0;
            if !binders.is_empty() {
                occurrences::each_free(test, |name| place = place.max(last.get(name).copied().unwrap_or(0)));
            }
            if let Some(tests) = behind.get_mut(place) {
                tests.push(test);
            }
        }
        let mut steps = Vec::new();
        let mut binders = binders.into_iter();
        for tests in behind {
            for test in tests {
                steps.push(Step::Test(self.value(test)?));
            }
            let Some((names, source)) = binders.next() else { continue };
            let is_natural = matches!(&source.kind, ExprKind::Range { start, .. } if self.is_natural(start));
            let source = self.value(source)?;
            let at = source.at;
            match names {
                [name] => {
                    let slot = self.bind(&name.text);
                    if is_natural {
                        self.naturals.insert(slot);
                    }
                    steps.extend(inside(slot, &source).unwrap_or_else(|| vec![Step::For { slot, source }]));
                }
                several => {
                    let slot = self.nameless();
                    steps.push(Step::For { slot, source });
                    // `Step::Unpack` expects their slots directly after that of the whole.
                    several.iter().for_each(|name| {
                        self.bind(&name.text);
                    });
                    steps.push(Step::Unpack { slot, count: several.len(), at });
                }
            }
        }
        Ok(steps)
    }
}

/// The steps inside `{x for x in 1..n if C}`, if this is such a set or list whose variable had this slot: engines then see numbers
/// that pass a test, and not a set that is made first.
pub(crate) fn inside(slot: usize, source: &Expr) -> Option<Vec<Step>> {
    let (Term::SetOf(steps, body) | Term::ListOf(steps, body)) = &source.term else { return None };
    let [Step::For { slot: own, source }, tests @ ..] = &steps[..] else { return None };
    let is_filtered = *own == slot
        && body.term == Term::Slot(slot)
        && matches!(source.term, Term::Range { .. } | Term::Constant(Value::Set(_)))
        && tests.iter().all(|step| matches!(step, Step::Test(_)));
    is_filtered.then(|| steps.clone())
}

/// A loop through numbers that are not below 0 ends with this one, if it has no end.
///
/// # Errors
/// A fault of an endless comprehension; an interruption.
pub(crate) fn end(source: &mut Expr, greatest: &Expr, meter: &Meter) -> Result<(), EvalError> {
    let is_natural = |least: Option<i128>| least.is_some_and(|least| least >= 0);
    let greatest = Box::new(greatest.clone());
    match &mut source.term {
        Term::Range { start, end: end @ None, .. } if is_natural(start.number()) => *end = Some(greatest),
        Term::Constant(Value::Set(set)) if set.is_endless() && is_natural(set.least(meter)?) => {
            let set = Box::new(source.clone());
            source.term = Term::Between { set, least: 0, greatest };
        }
        _ => {}
    }
    Ok(())
}

/// The parts of a chain of `and`s, from left to right.
fn conjuncts<'a>(condition: &'a ast::Expr, parts: &mut Vec<&'a ast::Expr>) {
    match &condition.kind {
        ExprKind::Binary { operator: BinaryOperator::And, left, right } => {
            conjuncts(left, parts);
            conjuncts(right, parts);
        }
        ExprKind::Group(inner) => conjuncts(inner, parts),
        _ => parts.push(condition),
    }
}

impl Lowerer<'_> {
    /// The steps, in which loops end that would have no end but for their option: `(n-k*k) for k in 1..` leads to positions only
    /// while k is at most n.
    pub(crate) fn ended(&self, mut steps: Vec<Step>, option: &Expr) -> Result<Vec<Step>, Error> {
        let at = Span::from(option.at);
        let Term::Position(game, coordinates) = &option.term else { return Ok(steps) };
        let Context::Rule { .. } = &self.context else { return Ok(steps) };
        if *game != self.own_game(at)? {
            return Ok(steps);
        }
        for step in &mut steps {
            let Step::For { slot, source } = step else { continue };
            let greatest = coordinates.iter().enumerate().find_map(|(own, coordinate)| match &coordinate.term {
                Term::Binary(Operator::Subtract, all, less) if self.naturals.contains(&own) => {
                    (less.is_at_least(*slot) && !all.names(&|named| named >= *slot)).then_some(all)
                }
                _ => None,
            });
            if let Some(greatest) = greatest {
                end(source, greatest, &self.names.meter).map_err(|wrong| errors::fault(wrong, at))?;
            }
        }
        Ok(steps)
    }

    /// An option of the game whose rule is being lowered.
    pub(crate) fn option(&mut self, expr: &ast::Expr) -> Result<Expr, Error> {
        let at = At::from(expr.span);
        if let Some(list) = self.summed(expr)? {
            return Ok(Expr { term: Term::Sum(Box::new(self.option_list(list)?)), at });
        }
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
            ExprKind::If { condition, then, otherwise } => {
                let condition = self.boxed(condition)?;
                let then = Box::new(self.option(then)?);
                Term::If(condition, then, Box::new(self.option(otherwise)?))
            }
            _ if self.is_option(expr)? => return self.value(expr),
            _ => {
                let option = self.names.text(expr.span).to_owned();
                return Err(Error::new(SemanticError::OptionBrackets { option }, expr.span));
            }
        };
        Ok(Expr { term, at })
    }

    /// Lowers the expression after `same as`: the position that stands for the position at hand, with as many values
    /// as the game has coordinates.
    pub(crate) fn representative(&mut self, expr: &ast::Expr) -> Result<Expr, Error> {
        let term = match &expr.kind {
            ExprKind::Tuple(members) => match self.own_position(members, expr.span)? {
                Term::Position(_, mut one) if one.len() == 1 => return Ok(one.remove(0)),
                Term::Position(_, coordinates) => Term::Tuple(coordinates),
                other => other,
            },
            _ => return self.value(expr),
        };
        Ok(Expr { term, at: At::from(expr.span) })
    }

    /// Lowers what stands in the brackets of `sum[…]` in an option.
    fn option_list(&mut self, list: &ast::Expr) -> Result<Expr, Error> {
        let at = At::from(list.span);
        match &list.kind {
            ExprKind::Comprehension { brackets: Brackets::Bare | Brackets::List, body, qualifiers } => {
                self.with_scope(|this| {
                    let steps = this.steps(qualifiers)?;
                    let body = Box::new(this.option(body)?);
                    Ok(Expr { term: Term::ListOf(steps, body), at })
                })
            }
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

    /// A position of the game whose rule is being lowered. An error outside rules.
    fn own_position(&mut self, coordinates: &[impl std::borrow::Borrow<ast::Expr>], span: Span) -> Result<Term, Error> {
        let Context::Rule { game, arity, .. } = &self.context else {
            let found = self.names.text(span).to_owned();
            return Err(Error::new(
                SemanticError::NotAPosition { found, kind: "a tuple", game: None, typed: None },
                span,
            ));
        };
        let (wanted, found) = (*arity, coordinates.len());
        if found != wanted {
            let names = self.scope.iter().take(wanted).map(|(name, _)| name.clone()).collect();
            return Err(Error::new(SemanticError::OptionCoordinates { game: game.clone(), names, found }, span));
        }
        let coordinates = coordinates.iter().map(|c| self.value(c.borrow())).collect::<Result<_, _>>()?;
        Ok(Term::Position(self.own_game(span)?, coordinates))
    }

    /// What stands in the brackets of `sum[…]`, or of `sum(…)` where that may be options.
    fn summed<'e>(&mut self, expr: &'e ast::Expr) -> Result<Option<&'e ast::Expr>, Error> {
        let (callee, list) = match &expr.kind {
            ExprKind::Sum(list) => return Ok(Some(list)),
            ExprKind::Call { callee, arguments } if callee.is_named("sum") => (callee, arguments),
            _ => return Ok(None),
        };
        let ([list], None) = (&list[..], callee.as_name().and_then(|name| self.variable(name))) else {
            return Ok(None);
        };
        if !matches!(self.meant("sum")?, Some(Meant::Builtin(_))) {
            return Ok(None);
        }
        let of_options = match &list.kind {
            ExprKind::Comprehension { body, .. } => self.is_option(body)?,
            ExprKind::List(members) => members.iter().try_fold(true, |all, one| Ok(all && self.is_option(one)?))?,
            _ => false,
        };
        Ok(of_options.then_some(list))
    }

    /// May this be an option, as far as its form shows: something in brackets, or a position?
    fn is_option(&mut self, expr: &ast::Expr) -> Result<bool, Error> {
        match &expr.kind {
            ExprKind::Group(_) | ExprKind::Tuple(_) => Ok(true),
            _ => Ok(self.summed(expr)?.is_some() || self.speaks_of_positions(expr)?),
        }
    }

    /// Does this expression stand for a position or a sum of positions, as far as its form shows? Functions that it
    /// calls are searched too, each once.
    fn speaks_of_positions(&mut self, expr: &ast::Expr) -> Result<bool, Error> {
        let mut functions = FunctionsMet::default();
        if self.looks_like_positions(expr, &mut functions)? {
            return Ok(true);
        }
        while let Some(definition) = functions.waiting.pop() {
            if self.looks_like_positions(result(&definition.body), &mut functions)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The same without searching the functions that it calls, which are added to `functions`.
    fn looks_like_positions(&mut self, expr: &ast::Expr, functions: &mut FunctionsMet) -> Result<bool, Error> {
        match &expr.kind {
            ExprKind::Unary { operator: UnaryOperator::Star, .. } | ExprKind::Sum(_) | ExprKind::AtOnce(_) => Ok(true),
            ExprKind::Call { callee, .. } => match &callee.kind {
                // A variable or a value can be called only if it is a game.
                ExprKind::Name(name) if self.variable(name).is_some() || self.names.bound_game(name).is_some() => {
                    Ok(true)
                }
                ExprKind::Name(name) => match self.meant(name)? {
                    // A name without a meaning is taken for a game, so that the error is about the name.
                    None | Some(Meant::Defined(Definition::Game(_))) => Ok(true),
                    Some(Meant::Defined(Definition::Function(definition))) => {
                        functions.note(definition);
                        Ok(false)
                    }
                    Some(_) => Ok(false),
                },
                ExprKind::Group(inner) => Ok(matches!(inner.kind, ExprKind::Ruleset(_))),
                // Only a game that a function gives can be called again.
                ExprKind::Call { .. } => Ok(true),
                _ => Ok(false),
            },
            ExprKind::Index { base, .. } => match &base.kind {
                ExprKind::Name(name) if self.variable(name).is_none() => {
                    Ok(self.names.bound_game(name).is_some() || is_game(self.names, name)?)
                }
                ExprKind::Group(inner) => Ok(matches!(inner.kind, ExprKind::Ruleset(_))),
                _ => self.gives_a_game(base),
            },
            ExprKind::Binary { operator: BinaryOperator::Add, left, right } => {
                Ok(self.looks_like_positions(left, functions)? || self.looks_like_positions(right, functions)?)
            }
            ExprKind::Binary { operator: BinaryOperator::Multiply, right, .. } => {
                self.looks_like_positions(right, functions)
            }
            ExprKind::Group(inner) => self.looks_like_positions(inner, functions),
            ExprKind::If { then, .. } => self.looks_like_positions(then, functions),
            ExprKind::Name(name) if self.variable(name).is_none() => {
                let meant = self.meant(name)?;
                Ok(matches!(meant, Some(Meant::Defined(Definition::Value(grundy_engine::game::Value::Position(_), _)))))
            }
            _ => Ok(false),
        }
    }
}

/// The functions that were met, and those whose bodies are still to be searched.
#[derive(Default)]
struct FunctionsMet {
    met: FxHashSet<String>,
    waiting: Vec<Arc<ast::LetDefinition>>,
}

impl FunctionsMet {
    fn note(&mut self, definition: Arc<ast::LetDefinition>) {
        if self.met.insert(definition.name.text.clone()) {
            self.waiting.push(definition);
        }
    }
}

/// The value of an expression where all its outer `if`s hold: whether that is a position decides for all branches.
fn result(expr: &ast::Expr) -> &ast::Expr {
    let mut body = expr;
    while let ExprKind::If { then, .. } = &body.kind {
        body = then;
    }
    body
}
