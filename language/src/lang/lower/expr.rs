//! Lowers expressions of the language to expressions of the engine, in which names are slots, constants, functions
//! and games. What brackets mean behind a name or an expression is found in `call.rs`.

use std::sync::Arc;

use grundy_engine::game::{Amounts, At, Builtin, EvalErrorKind, Expr, GameRef, Operator, Step, Term, Value};
use grundy_engine::nim::{Convention, Side};

use crate::error::{Error, SemanticError, SyntaxError, Wanted};
use crate::lang::comparisons::{self, is_number, number_behind, split_number, split_sides};
use crate::lang::lower::caret::{Caret, bare_xor, caret};
use crate::lang::lower::definition::{coordinates, is_on_boards, meter};
use crate::lang::lower::lowerer::{Context, Lowerer, Templated, literal, variables};
use crate::lang::lower::slice::of_each;
use crate::lang::lower::slice::with_ranges_that_follow;
use crate::lang::names::{Definition, Meant, Names};
use crate::lang::{errors, questions};
use crate::show::told::told;
use crate::source::Span;
use crate::syntax::ast::{self, BinaryOperator, Brackets, ExprKind, UnaryOperator};
use crate::syntax::occurrences;

impl Lowerer<'_> {
    /// Lowers an expression that stands where a value is expected.
    pub(crate) fn value(&mut self, expr: &ast::Expr) -> Result<Expr, Error> {
        let span = expr.span;
        meter(self.names, 1, span)?;
        if let Some(regrouped) = self.with_ranges_that_follow(expr)? {
            return self.value(&regrouped);
        }
        let term = match &expr.kind {
            ExprKind::Integer(n) => Term::Constant(Value::Integer(*n)),
            ExprKind::Text(text) => Term::Constant(Value::text(text)),
            ExprKind::Bool(truth) => Term::Constant(Value::Bool(*truth)),
            ExprKind::Side(first) => Term::Constant(Value::Side(if *first { Side::First } else { Side::Second })),
            ExprKind::Any => Term::Constant(Value::Set(Arc::new(Amounts::any().to_set()))),
            ExprKind::Name(name) => return self.name(name, span),
            ExprKind::Call { callee, arguments } => return self.call(callee, arguments, span),
            ExprKind::Index { base, index } => return self.index(base, index, span),
            ExprKind::Sum(list) => Term::Sum(Box::new(self.members(list)?)),
            ExprKind::Unary { operator, operand } => self.unary(*operator, operand)?,
            ExprKind::Binary { operator, left, right } => self.binary(*operator, left, right)?,
            ExprKind::Ask(asked) => {
                // A list is asked for position by position: what goes wrong is told at the game.
                let at = if asked.is_list() { asked.subject.span } else { span };
                return Ok(Expr { term: self.question(asked, span)?, at: At::from(at) });
            }
            ExprKind::If { condition, then, otherwise } => {
                let condition = self.boxed(condition)?;
                Term::If(condition, self.boxed(then)?, self.boxed(otherwise)?)
            }
            ExprKind::Set(members) => Term::Set(self.values(members)?),
            ExprKind::List(members) => return self.list(members, span),
            ExprKind::Tuple(members) => Term::Tuple(self.values(members)?),
            ExprKind::Group(inner) => return self.value(inner),
            ExprKind::Range { start, end, step } => self.range(start, end.as_deref(), step.as_deref())?,
            ExprKind::Comprehension { brackets, body, qualifiers } => {
                let (steps, body) = self.comprehension(body, qualifiers)?;
                match brackets {
                    Brackets::Set => Term::SetOf(steps, body),
                    Brackets::List | Brackets::Bare => Term::ListOf(steps, body),
                }
            }
            // Only questions about games have bounds, and `ask_game` lowers those.
            ExprKind::Bounded { game, .. } => return self.value(game),
            ExprKind::Ruleset(rule) => return self.ruleset(rule, span),
            ExprKind::AtOnce(at_once) => return self.compound(at_once, span),
            ExprKind::Read(..) => return Err(Error::new(SyntaxError::ReadInside, span)),
        };
        Ok(Expr { term, at: At::from(span) })
    }

    /// The expression, if a question in its brackets takes members that follow it as ranges.
    fn with_ranges_that_follow(&mut self, expr: &ast::Expr) -> Result<Option<ast::Expr>, Error> {
        let (ExprKind::Call { arguments: members, .. }
        | ExprKind::Index { index: members, .. }
        | ExprKind::Set(members)
        | ExprKind::List(members)
        | ExprKind::Tuple(members)) = &expr.kind
        else {
            return Ok(None);
        };
        let Some(mut members) = with_ranges_that_follow(self.names, members, &variables(&self.scope))? else {
            return Ok(None);
        };
        let kind = match &expr.kind {
            ExprKind::Call { callee, .. } => ExprKind::Call { callee: callee.clone(), arguments: members },
            ExprKind::Index { base, .. } => ExprKind::Index { base: base.clone(), index: members },
            ExprKind::Set(_) => ExprKind::Set(members),
            ExprKind::List(_) => ExprKind::List(members),
            // Nothing else is left in these brackets.
            _ if members.len() == 1 => return Ok(members.pop()),
            _ => ExprKind::Tuple(members),
        };
        Ok(Some(ast::Expr { kind, span: expr.span }))
    }

    /// Lowers a list. A range among its members stands for the numbers in it, so that the list is joined from parts.
    pub(crate) fn list(&mut self, members: &[ast::Expr], span: Span) -> Result<Expr, Error> {
        let at = At::from(span);
        let mut joined: Option<Expr> = None;
        for part in members.chunk_by(|one, next| !is_range(one) && !is_range(next)) {
            let term = match part {
                [ast::Expr { kind: ExprKind::Range { end: None, .. }, .. }] => return Err(self.endless_list(span)),
                [range @ ast::Expr { kind: ExprKind::Range { .. }, .. }] => {
                    let source = self.value(range)?;
                    let slot = self.nameless();
                    let member = Expr { term: Term::Slot(slot), at: source.at };
                    Term::ListOf(vec![Step::For { slot, source }], Box::new(member))
                }
                several => Term::List(self.values(several)?),
            };
            let part = Expr { term, at };
            joined = Some(match joined {
                None => part,
                Some(before) => Expr { term: Term::Binary(Operator::Join, Box::new(before), Box::new(part)), at },
            });
        }
        Ok(joined.unwrap_or(Expr { term: Term::List(Vec::new()), at }))
    }

    /// The error for a list with an endless range, such as `[1..]`.
    fn endless_list(&self, span: Span) -> Error {
        let written = self.names.text(span).trim();
        let inner = written.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or(written);
        let kind = Box::new(EvalErrorKind::Endless { what: written.to_owned() });
        let set = format!("{{{inner}}}");
        Error::new(SemanticError::Fault { kind, at: None }, span).correct(
            told!("a list has an end; a set may have none"),
            span,
            set,
        )
    }

    pub(crate) fn boxed(&mut self, expr: &ast::Expr) -> Result<Box<Expr>, Error> {
        self.value(expr).map(Box::new)
    }

    pub(crate) fn values(&mut self, exprs: &[ast::Expr]) -> Result<Vec<Expr>, Error> {
        exprs.iter().map(|expr| self.value(expr)).collect()
    }

    pub(crate) fn range(
        &mut self,
        start: &ast::Expr,
        end: Option<&ast::Expr>,
        step: Option<&ast::Expr>,
    ) -> Result<Term, Error> {
        Ok(Term::Range {
            start: self.boxed(start)?,
            end: end.map(|end| self.boxed(end)).transpose()?,
            step: step.map(|step| self.boxed(step)).transpose()?,
        })
    }

    /// Lowers the qualifiers and the body of a comprehension.
    pub(crate) fn comprehension(
        &mut self,
        body: &ast::Expr,
        qualifiers: &[ast::Qualifier],
    ) -> Result<(Vec<Step>, Box<Expr>), Error> {
        self.functions.note_expensive();
        self.with_scope(|this| {
            let steps = this.steps(qualifiers)?;
            Ok((steps, this.boxed(body)?))
        })
    }

    /// Lowers what stands in the brackets of `sum[…]`: a comprehension, or an expression with members.
    pub(crate) fn members(&mut self, list: &ast::Expr) -> Result<Expr, Error> {
        match &list.kind {
            ExprKind::Comprehension { brackets: Brackets::Bare, body, qualifiers } => {
                let (steps, body) = self.comprehension(body, qualifiers)?;
                Ok(Expr { term: Term::ListOf(steps, body), at: At::from(list.span) })
            }
            _ => self.value(list),
        }
    }

    /// A name where a value is expected.
    fn name(&mut self, name: &str, span: Span) -> Result<Expr, Error> {
        if let Some(slot) = self.variable(name) {
            return Ok(Expr { term: Term::Slot(slot), at: At::from(span) });
        }
        if let Some(value) = self.names.binding(name) {
            return Ok(literal(value.clone(), span));
        }
        match self.meant(name)? {
            Some(Meant::Constant(value)) => Ok(literal(value, span)),
            // With nimbers behind it, it is the function.
            Some(Meant::Builtin(Builtin::Infinity)) => Ok(literal(Value::Infinity, span)),
            Some(Meant::Defined(Definition::Value(value, _))) => {
                let value = self.names.refreshed(&value, span)?;
                Ok(literal(value, span))
            }
            Some(Meant::Defined(Definition::Game(definition))) => match self.game_named(name, span)? {
                GameRef::Known(game) => Ok(literal(Value::Game(game), span)),
                _ => {
                    let arity = definition.parameters.as_ref().map_or(1, Vec::len);
                    let on_boards = is_on_boards(&definition);
                    let example = self.names.example(name);
                    Err(Error::new(
                        SemanticError::MissingPosition { game: name.to_owned(), arity, on_boards, example },
                        span,
                    ))
                }
            },
            Some(Meant::Defined(Definition::Function(_)) | Meant::Builtin(_)) => Err(Error::new(
                SemanticError::WrongKind { name: name.to_owned(), wanted: Wanted::Value, found: Wanted::Function },
                span,
            )),
            None => Err(self.unknown(name, Wanted::Anything, span)),
        }
    }

    fn unary(&mut self, operator: UnaryOperator, operand: &ast::Expr) -> Result<Term, Error> {
        if let Some((before, number)) = split_number(self.names, operand).filter(|_| operator != UnaryOperator::Not)
            && !self.has_variable(&number)
        {
            let span = before.span;
            let kind = ExprKind::Unary { operator, operand: Box::new(before) };
            return self.binary(BinaryOperator::Add, &ast::Expr { kind, span }, &number);
        }
        let operand = self.operand(operand)?;
        Ok(match (operator, &operand.term) {
            (UnaryOperator::Negate, Term::Constant(Value::Integer(n))) if n.checked_neg().is_some() => {
                Term::Constant(Value::Integer(-n))
            }
            (UnaryOperator::Negate, _) => Term::Negate(operand),
            (UnaryOperator::Not, _) => Term::Not(operand),
            (UnaryOperator::Star, _) => Term::Star(operand),
        })
    }

    fn binary(&mut self, operator: BinaryOperator, left: &ast::Expr, right: &ast::Expr) -> Result<Term, Error> {
        use BinaryOperator::{Equal, In, Join, NotIn, Power, Unequal, Xor};
        if let Some((before, number)) = split_sides(self.names, operator, left, right)
            && !self.has_variable(&number)
        {
            return self.binary(BinaryOperator::Add, &before, &number);
        }
        let operator = match operator {
            Power => match caret(self.names, left, right, self.functions.own_mex()) {
                Caret::Power => Power,
                Caret::NimSum => Xor,
                Caret::Either => return Err(self.ambiguous_caret(left, right)),
            },
            other => other,
        };
        let span = left.span.to(right.span);
        let beside = bare_xor(self.names, operator, left, right);
        let takes_games = matches!(operator, Equal | Unequal | In | NotIn | Join);
        let mut side = |side| if takes_games { self.boxed(side) } else { self.operand(side) };
        let left = side(left)?;
        let right = side(right)?;
        if let Some(error) = beside {
            return Err(error);
        }
        Ok(match operator {
            BinaryOperator::And => Term::And(left, right),
            BinaryOperator::Or => Term::Or(left, right),
            BinaryOperator::Except => Term::Except(left, right),
            other => {
                let missing = || errors::internal("an operator has no counterpart in the engine", span);
                Term::Binary(strict_operator(other).ok_or_else(missing)?, left, right)
            }
        })
    }

    /// The error for `a ^ b`, and for a chain of these, where the form does not tell a power from the nim-sum.
    fn ambiguous_caret(&self, left: &ast::Expr, right: &ast::Expr) -> Error {
        let mut operands = vec![left];
        let mut rest = right;
        while let ExprKind::Binary { operator: BinaryOperator::Power, left, right } = &rest.kind {
            operands.push(left);
            rest = right;
        }
        operands.push(rest);
        let mut parts: Vec<&str> = operands.iter().map(|operand| self.names.text(operand.span).trim()).collect();
        let span = left.span.to(right.span);
        // Beside another operator the nim-sum needs brackets.
        let text = self.names.sources.get(span.source()).map_or("", |source| &source.text);
        let before = text.get(..span.start()).map_or("", str::trim_end);
        let behind = text.get(span.end()..).map_or("", str::trim_start);
        let signs = ['*', '/', '%', '+', '-', '^'];
        let xor = parts.join(" xor ");
        let xor = if before.ends_with(signs) || behind.starts_with(signs) { format!("({xor})") } else { xor };
        let bare =
            |part: &mut &str| *part = part.strip_prefix('(').and_then(|inner| inner.strip_suffix(')')).unwrap_or(part);
        operands
            .iter()
            .zip(&mut parts)
            .filter(|(operand, _)| matches!(operand.kind, ExprKind::Group(_)))
            .for_each(|(_, part)| bare(part));
        let last = parts.pop().unwrap_or_default().to_owned();
        let power = parts.iter().rev().fold(last, |exponent, base| format!("pow({base}, {exponent})"));
        Error::new(SemanticError::AmbiguousCaret { xor, power }, span)
    }

    pub(crate) fn question(&mut self, asked: &ast::Ask, span: Span) -> Result<Term, Error> {
        let (verb, subject) = (asked.verb, &asked.subject);
        if self.context != Context::Question {
            return Err(Error::new(SemanticError::AskInRule, span));
        }
        self.functions.note_expensive();
        if verb == "quotient" && matches!(subject.kind, ExprKind::List(_) | ExprKind::Comprehension { .. }) {
            return Err(Error::new(SemanticError::QuotientOfList, subject.span));
        }
        let is_of_positions = verb == "quotient" && comparisons::is_position(self.names, subject);
        let convention = Convention::of(asked.misere);
        if asked.is_list() {
            return self.listed(asked);
        }
        if WHOLE.contains(&verb) {
            let mentioned = asked.ranges.iter().chain([subject]).flat_map(occurrences::free_places).collect();
            return Ok(self.template(Templated::Ask(Box::new(asked.clone())), mentioned, span));
        }
        if asked.is_about_a_game() && !is_of_positions {
            return self.ask_game(verb, convention, subject);
        }
        let of_each = of_each(self.names, asked, "values", &variables(&self.scope))?;
        if let Some(of_each) = of_each {
            return self.question(&of_each, span);
        }
        let question = questions::of(verb);
        if let ("grundy", Some((positions, number))) = (verb, number_behind(self.names, subject))
            && !self.has_variable(number)
        {
            let asked = ast::Ask { subject: positions.clone(), ..asked.clone() };
            let asked = self.question(&asked, positions.span)?;
            let asked = Box::new(Expr { term: asked, at: At::from(positions.span) });
            return Ok(Term::Binary(Operator::Add, asked, self.operand(number)?));
        }
        let subject = match own_heaps(self.names, subject) {
            Some(heaps) => self.operand(&heaps)?,
            None => self.operand(subject)?,
        };
        Ok(Term::Ask { question, convention, subject })
    }

    /// Is some name of this number a variable here, such as a parameter, which hides the number of that name?
    fn has_variable(&self, number: &ast::Expr) -> bool {
        match &number.bare().kind {
            ExprKind::Name(name) => self.variable(name).is_some(),
            ExprKind::Binary { left, right, .. } => self.has_variable(left) || self.has_variable(right),
            _ => false,
        }
    }
}

/// Questions whose verbs answer them as a whole: the value is that of the answer which the statement shows.
const WHOLE: &[&str] = &["table", "plot", "pattern"];

/// `grundy(3)`, `winner 5`: a number is a heap of the session's game, if it has only one, which is a game of heaps.
pub fn own_heaps(names: &Names, subject: &ast::Expr) -> Option<ast::Expr> {
    let numbers = match &subject.kind {
        ExprKind::Group(inner) => std::slice::from_ref(&**inner),
        ExprKind::Tuple(members) => members,
        _ => std::slice::from_ref(subject),
    };
    if !numbers.iter().all(|number| is_number(names, number)) {
        return None;
    }
    let mut games = names.all_own().filter_map(|(name, definition)| match definition {
        Definition::Game(game) => Some((name, game)),
        _ => None,
    });
    let ((name, game), None) = (games.next()?, games.next()) else { return None };
    let span = subject.span;
    let callee = Box::new(ast::Expr { kind: ExprKind::Name(name.to_owned()), span });
    let kind = match coordinates(game).len() {
        arity if arity == numbers.len() => ExprKind::Call { callee, arguments: numbers.to_vec() },
        1 => ExprKind::Index { base: callee, index: numbers.to_vec() },
        _ => return None,
    };
    Some(ast::Expr { kind, span })
}

fn is_range(expr: &ast::Expr) -> bool {
    matches!(expr.kind, ExprKind::Range { .. })
}

/// The engine's operator, for an operator that always evaluates both sides; `None` for any other.
fn strict_operator(operator: BinaryOperator) -> Option<Operator> {
    Some(match operator {
        BinaryOperator::Equal => Operator::Equal,
        BinaryOperator::Unequal => Operator::Unequal,
        BinaryOperator::Less => Operator::Less,
        BinaryOperator::LessOrEqual => Operator::LessOrEqual,
        BinaryOperator::Greater => Operator::Greater,
        BinaryOperator::GreaterOrEqual => Operator::GreaterOrEqual,
        BinaryOperator::In => Operator::In,
        BinaryOperator::NotIn => Operator::NotIn,
        BinaryOperator::Add => Operator::Add,
        BinaryOperator::Subtract => Operator::Subtract,
        BinaryOperator::Xor => Operator::Xor,
        BinaryOperator::Join => Operator::Join,
        BinaryOperator::Multiply => Operator::Multiply,
        BinaryOperator::Divide => Operator::Divide,
        BinaryOperator::Remainder => Operator::Remainder,
        BinaryOperator::Power => Operator::Power,
        BinaryOperator::And | BinaryOperator::Or | BinaryOperator::Except => return None,
    })
}
