//! Positions of a family of games whose parameter changes from position to position, as `Upto(k)(n-1)` in a rule: the
//! family is lowered as one game, whose first coordinates choose the game.

use std::sync::Arc;

use grundy_engine::game::{At, Expr, Game, GameRef, Operator, Step, Term};

use crate::error::{Error, SemanticError};
use crate::lang::free_names;
use crate::lang::lower::definition::{HEAP, NAMELESS_HEAP};
use crate::lang::lower::game;
use crate::lang::lower::lowerer::{Context, Lowerer};
use crate::lang::lower::slice::runs;
use crate::lang::names::{Definition, Meant};
use crate::source::Span;
use crate::syntax::ast::{self, BinaryOperator, ClauseKind, ExprKind, GameDefinition, LetDefinition, Name};

/// A family with the parameters of one of its games, which depend on the position at hand.
struct ChosenGame {
    name: String,
    family: Arc<Game>,
    parameters: Vec<Expr>,
}

impl ChosenGame {
    /// The position with this heap.
    fn position(&self, heap: Expr, at: At) -> Expr {
        let coordinates = self.parameters.iter().cloned().chain([heap]).collect();
        Expr { term: Term::Position(GameRef::Known(self.family.clone()), coordinates), at }
    }
}

impl Lowerer<'_> {
    /// `Upto(k)` in a rule, where `k` depends on the position; `None` for any other game.
    ///
    /// # Errors
    /// The games of the family have moves of another game; or what is wrong with the parameters.
    fn chosen_game(&mut self, game: &ast::Expr, span: Span) -> Result<Option<ChosenGame>, Error> {
        let (Context::Rule { .. }, ExprKind::Call { callee, arguments: chosen }) = (&self.context, &game.kind) else {
            return Ok(None);
        };
        let mut variables = free_names::expression(game).into_iter().filter(|name| self.variable(name).is_some());
        let (Some(variable), ExprKind::Name(name)) = (variables.next(), &callee.kind) else { return Ok(None) };
        let Some(Meant::Defined(Definition::Function(family))) = self.meant(name)? else { return Ok(None) };
        let ExprKind::Ruleset(rule) = &family.body.kind else { return Ok(None) };
        let parameters = family.parameters.as_deref().unwrap_or_default();
        let wanted = parameters.len();
        if chosen.len() != wanted {
            let kind =
                SemanticError::Arguments { function: name.clone(), least: wanted, most: wanted, found: chosen.len() };
            return Err(Error::new(kind, game.span));
        }
        let Some(definition) = as_one_game(&family, parameters, rule) else {
            return Err(Error::new(SemanticError::RuleInRule { name: variable }, game.span));
        };
        let signed = (0..wanted).filter(|&index| !self.is_natural(&chosen[index])).collect();
        let family = game::family(self.names, definition, (wanted, signed), span)?;
        Ok(Some(ChosenGame { name: name.clone(), family, parameters: self.values(chosen)? }))
    }

    /// `Upto(k)(n-1)` in a rule, where `k` depends on the position; `None` for any other position.
    ///
    /// # Errors
    /// As for `chosen_game`; or what is wrong with the heap.
    pub(crate) fn position_in_family(
        &mut self,
        game: &ast::Expr,
        arguments: &[ast::Expr],
        span: Span,
    ) -> Result<Option<Expr>, Error> {
        let Some(game) = self.chosen_game(game, span)? else { return Ok(None) };
        let mut heap = self.coordinates(&game.name, &[HEAP.to_owned()], arguments, span)?;
        Ok(heap.pop().map(|heap| game.position(heap, At::from(span))))
    }

    /// `Upto(k)[n-1, 3]` in a rule, where `k` depends on the position: a heap for each member; `None` for anything else.
    ///
    /// # Errors
    /// As for `chosen_game`; or what is wrong with the heaps.
    pub(crate) fn heaps_in_family(
        &mut self,
        game: &ast::Expr,
        heaps: &[ast::Expr],
        span: Span,
    ) -> Result<Option<Expr>, Error> {
        let Some(game) = self.chosen_game(game, span)? else { return Ok(None) };
        let at = At::from(span);
        // What a variable stands for, a heap or a list of them, is not known yet.
        let may_be_many = matches!(heaps, [] | [ast::Expr { kind: ExprKind::Name(_), .. }]);
        if may_be_many || heaps.iter().any(|heap| runs(self.names, heap, &|name| self.variable(name).is_some())) {
            let source = self.heap_list(heaps, span)?;
            let source = Expr { at: source.at, term: Term::Members(Box::new(source)) };
            let slot = self.nameless();
            let heap = game.position(Expr { term: Term::Slot(slot), at }, at);
            let list = Expr { term: Term::ListOf(vec![Step::For { slot, source }], Box::new(heap)), at };
            return Ok(Some(Expr { term: Term::Sum(Box::new(list)), at }));
        }
        // Added up in pairs, so that many heaps are no deep expression.
        let mut sums: Vec<Expr> = self.values(heaps)?.into_iter().map(|heap| game.position(heap, at)).collect();
        while sums.len() > 1 {
            let mut left = sums.into_iter();
            sums = Vec::with_capacity(left.len().div_ceil(2));
            while let Some(one) = left.next() {
                sums.push(match left.next() {
                    Some(other) => Expr { term: Term::Binary(Operator::Add, Box::new(one), Box::new(other)), at },
                    None => one,
                });
            }
        }
        Ok(sums.pop())
    }
}

impl Lowerer<'_> {
    /// Whether a number is certainly not below 0, as far as the form of the expression shows.
    pub(crate) fn is_natural(&self, expr: &ast::Expr) -> bool {
        match &expr.kind {
            ExprKind::Integer(number) => *number >= 0,
            ExprKind::Name(name) => self.variable(name).is_some_and(|slot| self.naturals.contains(&slot)),
            ExprKind::Group(inner) => self.is_natural(inner),
            ExprKind::Binary { operator: BinaryOperator::Add | BinaryOperator::Multiply, left, right } => {
                self.is_natural(left) && self.is_natural(right)
            }
            _ => false,
        }
    }
}

/// The game whose coordinates are the parameters of a family and then the heap; `None` if a clause names another game
/// or an option.
fn as_one_game(family: &LetDefinition, parameters: &[Name], rule: &ast::Rule) -> Option<GameDefinition> {
    let hides_heap = parameters.iter().any(|parameter| parameter.text == HEAP);
    let text = if hides_heap { NAMELESS_HEAP } else { HEAP };
    let heap = Name { text: text.to_owned(), span: family.name.span };
    let mut rule = rule.clone();
    for clause in &mut rule.clauses {
        match &mut clause.kind {
            ClauseKind::Take { from, .. } if from.is_empty() => from.push(heap.clone()),
            ClauseKind::Take { .. } | ClauseKind::Split(_) | ClauseKind::Code(_) | ClauseKind::CodeOf { .. } => {}
            ClauseKind::Divide { coordinate, .. } => {
                coordinate.get_or_insert_with(|| heap.clone());
            }
            _ => return None,
        }
    }
    Some(GameDefinition {
        name: family.name.clone(),
        parameters: Some(parameters.iter().cloned().chain([heap]).collect()),
        stated: family.stated.clone(),
        domain: None,
        over: None,
        representative: None,
        rule,
        span: family.span,
        house: None,
    })
}
