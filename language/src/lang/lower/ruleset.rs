//! Games that are made while an expression is evaluated: rules as values, and positions of a family of games whose
//! parameter changes from position to position.
//!
//! A rule that mentions no variable is made into a game at once; one that does becomes a game whenever it is evaluated, for
//! the values that its variables have then. In `Upto(k)(n-1)` in a rule, the family is lowered as one game, whose first
//! coordinates choose the game.

use std::sync::Arc;

use grundy_engine::game::{At, Expr, Game, GameRef, Operator, Step, Term, Value};
use grundy_engine::sorting::sort_by_key;

use crate::error::{Error, SemanticError, Wanted};
use crate::lang::lower::definition::{HEAP, NAMELESS_HEAP};
use crate::lang::lower::game;
use crate::lang::lower::lowerer::{Context, Lowerer, Template, Templated, literal};
use crate::lang::lower::slice::{rewrites_boards, runs};
use crate::lang::names::{Definition, Meant, Names};
use crate::source::Span;
use crate::syntax::ast::{self, BinaryOperator, ClauseKind, ExprKind, GameDefinition, LetDefinition, Name};
use crate::syntax::occurrences;

/// What a template stands for where its variables have these values. `ask` answers a question with names in which they have them.
///
/// # Errors
/// The first thing in it that has no meaning with these values; or what `ask` says.
pub fn instantiate(
    names: &mut Names,
    template: &Template,
    values: Vec<Value>,
    ask: impl FnOnce(&mut Names, &ast::Ask) -> Result<Value, Error>,
) -> Result<Value, Error> {
    let text = match template.what {
        Templated::Rule(_) => template.written(names, &values),
        Templated::Ask(_) => String::new(),
    };
    let bindings = template.variables.iter().cloned().zip(values).chain(template.bound.iter().cloned()).collect();
    let outer = std::mem::replace(&mut names.bindings, bindings);
    let made = match &template.what {
        Templated::Rule(rule) => game::unnamed(names, rule, text, template.span).map(Value::Game),
        Templated::Ask(asked) => ask(names, asked),
    };
    names.bindings = outer;
    made
}

impl Lowerer<'_> {
    /// Lowers a rule that stands where a value is expected.
    pub(crate) fn ruleset(&mut self, rule: &ast::Rule, span: Span) -> Result<Expr, Error> {
        let mentioned = occurrences::free_in_rule(rule);
        for (name, place) in &mentioned {
            if self.variable_around_rule(name).is_none() {
                self.must_mean_something(name, *place)?;
            } else if let Context::Rule { .. } = self.context {
                return Err(Error::new(SemanticError::RuleInRule { name: name.clone() }, *place));
            }
        }
        if mentioned.iter().all(|(name, _)| self.variable_around_rule(name).is_none()) {
            let text = self.names.text(span).to_owned();
            let game = game::unnamed(self.names, rule, text, span)?;
            return Ok(literal(Value::Game(game), span));
        }
        Ok(Expr { term: self.template(Templated::Rule(rule.clone()), mentioned, span), at: At::from(span) })
    }

    /// Keeps a rule or a question that mentions these names, until the variables among them have values.
    pub(crate) fn template(&mut self, what: Templated, mentioned: Vec<(String, Span)>, span: Span) -> Term {
        let (variables, places, bound) = (Vec::new(), Vec::new(), Vec::new());
        let mut template = Template { what, span, variables, places, bound };
        let mut slots = Vec::new();
        for (name, place) in mentioned {
            let Some(slot) = self.variable_around_rule(&name) else {
                template.bound.extend(self.names.binding(&name).map(|value| (name.clone(), value.clone())));
                continue;
            };
            let known = slots.iter().position(|other| *other == slot);
            let variable = known.unwrap_or_else(|| {
                slots.push(slot);
                template.variables.push(name);
                slots.len() - 1
            });
            template.places.push((place, variable));
        }
        sort_by_key(&mut template.places, |(place, _)| place.start());
        self.functions.note_expensive();
        self.templates.push(template);
        Term::Made { rule: self.templates.len() - 1, given: slots }
    }

    /// An error if the digits of a clause's code depend on a variable: the code is read once, for all moves.
    pub(super) fn must_be_constant(&self, digits: &ast::Expr) -> Result<(), Error> {
        match occurrences::free(digits).into_iter().find(|name| self.variable_around_rule(name).is_some()) {
            Some(name) => Err(Error::new(SemanticError::CodeInRule { name }, digits.span)),
            None => Ok(()),
        }
    }

    /// The slot of a variable that a rule mentions. It hides the heap if it is called `n`; but the heap of a game
    /// whose rule has another rule in it is not meant there.
    fn variable_around_rule(&self, name: &str) -> Option<usize> {
        let own_heap = matches!(self.context, Context::Rule { names_heap: false, .. })
            && self.functions.current.is_none()
            && name == HEAP;
        self.variable(name).filter(|slot| !(own_heap && *slot == 0))
    }

    /// An error for a name without a meaning. Without this check, it would be reported only when the rule is
    /// evaluated.
    fn must_mean_something(&mut self, name: &str, place: Span) -> Result<(), Error> {
        if name != HEAP && self.names.binding(name).is_none() && self.meant(name)?.is_none() {
            return Err(self.unknown(name, Wanted::Anything, place));
        }
        Ok(())
    }

    /// Lowers an expression that stands where a game is expected.
    pub(crate) fn game_value(&mut self, expr: &ast::Expr) -> Result<GameRef, Error> {
        if matches!(self.context, Context::Rule { .. })
            && self.functions.current.is_none()
            && !occurrences::free(expr).iter().any(|name| self.variable(name).is_some())
            && self.gives_a_game(expr)?
        {
            // The same game in all positions: its rule does not change inside this one.
            return self.names.subject_game(expr).map(GameRef::Known);
        }
        let lowered = self.value(expr)?;
        Ok(match lowered.term {
            Term::Constant(Value::Game(game)) => GameRef::Known(game),
            _ => GameRef::Value(Box::new(lowered)),
        })
    }

    /// Lowers an expression that must not be a game.
    pub(crate) fn operand(&mut self, expr: &ast::Expr) -> Result<Box<Expr>, Error> {
        let lowered = self.boxed(expr)?;
        match &lowered.term {
            Term::Constant(Value::Game(game)) => Err(missing_position(self.names, game, expr)),
            _ => Ok(lowered),
        }
    }
}

/// The error for a game where one of its positions is expected. A game of a family is called as it was written.
pub fn missing_position(names: &Names, game: &Game, expr: &ast::Expr) -> Error {
    let (arity, on_boards) = (game.ruleset.arity(), rewrites_boards(game));
    let game = match &expr.kind {
        ExprKind::Call { .. } => names.text(expr.span).trim().to_owned(),
        _ => game.name.to_string(),
    };
    let example = names.example(&game);
    Error::new(SemanticError::MissingPosition { game, arity, on_boards, example }, expr.span)
}

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
        let mut variables = occurrences::free(game).into_iter().filter(|name| self.variable(name).is_some());
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
        match &expr.bare().kind {
            ExprKind::Integer(number) => *number >= 0,
            ExprKind::Name(name) => self.variable(name).is_some_and(|slot| self.naturals.contains(&slot)),
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
            ClauseKind::Take { .. }
            | ClauseKind::Turn(_)
            | ClauseKind::Split(_)
            | ClauseKind::Code(_)
            | ClauseKind::CodeOf { .. } => {}
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
        ends: false,
        rule,
        span: family.span,
        house: None,
    })
}
