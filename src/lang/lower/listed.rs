//! Questions whose answer is a list, as values: `values S 0..50`, `losing W 0..9, 0..9`. Each is lowered to the list that it
//! stands for, in which positions that do not exist are left out as in the answer to the statement.

use grundy_engine::game::{At, Builtin, Expr, Game, GameRef, Operator, PositionQuestion, Ruleset, Step, Term, Value};
use grundy_engine::nim::{Convention, Side};
use grundy_engine::sorting::sort_by_key;

use crate::error::{Error, SemanticError};
use crate::lang::errors;
use crate::lang::lower::lowerer::{Context, Lowerer, variables};
use crate::lang::lower::slice::{LAST, empty_range, is_seen_empty, no_boards, rewrites_boards, runs, slice};
use crate::source::Span;
use crate::syntax::ast::{self, ExprKind, ListQuestion, ListedValue};

/// The positions that a question runs through.
struct ListedPositions {
    /// What holds for all of them, and then the loops of the coordinates that run.
    steps: Vec<Step>,
    /// How many coordinates run.
    running: usize,
    /// The position in the innermost loop. Its game and coordinates are slots, so that what was typed is lowered, and
    /// evaluated, once.
    game: GameRef,
    coordinates: Vec<Expr>,
    at: At,
    /// The question for all of them together.
    marked: Option<MarkedList>,
}

/// A question for all positions together, whose answer is a list of one list, or the empty list if it has none; with the slots for
/// its answer and for the list.
struct MarkedList {
    /// What comes first: the ranges are put into slots.
    before: Vec<Step>,
    asked: Expr,
    answer: usize,
    list: usize,
}

impl Lowerer<'_> {
    pub(crate) fn listed(&mut self, listed: &ListedValue, span: Span) -> Result<Expr, Error> {
        if self.context != Context::Question {
            return Err(Error::new(SemanticError::AskInRule, span));
        }
        self.functions.note_expensive();
        let slice = slice(self.names, &listed.game, &listed.ranges, &variables(&self.scope))?;
        let game = self.sliced_game(slice.game)?;
        let known = match &game {
            GameRef::Known(game) => Some(&**game),
            _ => None,
        };
        let ranges = slice.ranges(self.names, listed.question.word(), known, [LAST; 2])?;
        if let (Some(game), ListQuestion::Values) = (known, listed.question) {
            no_boards(listed.question.word(), game, listed.game.span)?;
            let running = ranges.iter().filter(|range| self.runs(range)).count();
            if running > 2 {
                return Err(slice.too_many_run(game, running));
            }
        }
        if let Some(range) = ranges.iter().find(|range| is_seen_empty(self.names, range, &variables(&self.scope))) {
            return Err(empty_range(self.names, range));
        }
        let wrong = ranges.iter().find_map(|range| Some((self.no_range(range)?, range.span)));
        if let (Some((value, at)), Some(1)) = (wrong, known.map(|game| game.ruleset.arity()))
            && !known.is_some_and(rewrites_boards)
        {
            return Err(errors::range_wanted(&value, at));
        }
        let open = self.may_run(&ranges, listed.question);
        let is_fit = |game: &Game| matches!(game.ruleset, Ruleset::Written(..)) && !rewrites_boards(game);
        let may_mark = known.is_some_and(is_fit)
            && listed.question != ListQuestion::Values
            && !listed.misere
            && !open.contains(&true);
        self.with_scope(|this| {
            let marks = if may_mark { Some(listed.question.word()) } else { None };
            let mut positions = this.listed_positions(game, &ranges, &open, marks, listed.game.span)?;
            let marked = positions.marked.take();
            let list = match listed.question {
                ListQuestion::Values => positions.values(),
                ListQuestion::Losing => positions.won_by(Side::Second, Convention::of(listed.misere)),
                ListQuestion::Winning => positions.won_by(Side::First, Convention::of(listed.misere)),
            };
            Ok(match marked {
                Some(marked) => marked.or(list),
                None => list,
            })
        })
    }

    /// The game before the ranges. What chooses among games may ask questions.
    fn sliced_game(&mut self, game: &ast::Expr) -> Result<GameRef, Error> {
        match &game.kind {
            ExprKind::Group(inner) => self.sliced_game(inner),
            ExprKind::Call { callee, .. } if self.gives_a_game(callee)? => self.game_value(game),
            ExprKind::If { .. } => self.game_value(game),
            _ => self.asked_game(game),
        }
    }

    /// A value that is written in the place of a range and is neither a range nor a number.
    fn no_range(&self, range: &ast::Expr) -> Option<Value> {
        let value = match &range.kind {
            ExprKind::Text(text) => Value::Text(text.as_str().into()),
            ExprKind::Bool(truth) => Value::Bool(*truth),
            ExprKind::Name(name) if self.variable(name).is_none() => self.names.value_of(name)?.clone(),
            _ => return None,
        };
        matches!(value, Value::Text(_) | Value::Bool(_)).then_some(value)
    }

    /// For each range whether it is a variable that may stand for a number as well as for a range. Of values, rows are
    /// made where two coordinates run, which must be known: there only one may be open.
    fn may_run(&self, ranges: &[ast::Expr], question: ListQuestion) -> Vec<bool> {
        let is_open = |range: &ast::Expr| matches!(&range.kind, ExprKind::Name(name) if self.variable(name).is_some());
        let open: Vec<bool> = ranges.iter().map(is_open).collect();
        let is_alone = open.iter().filter(|open| **open).count() == 1 && !ranges.iter().any(|range| self.runs(range));
        if question == ListQuestion::Values && !is_alone { vec![false; ranges.len()] } else { open }
    }

    /// The loops over the positions of a game with these coordinates, of which those in `open` may be numbers or ranges;
    /// the game is written at `span`. `question`: the word of one that is asked about all positions together first.
    fn listed_positions(
        &mut self,
        game: GameRef,
        ranges: &[ast::Expr],
        open: &[bool],
        question: Option<&'static str>,
        span: Span,
    ) -> Result<ListedPositions, Error> {
        let at = At::from(span);
        let mut steps = Vec::new();
        let game = match game {
            GameRef::Value(value) => {
                let slot = self.nameless();
                steps.push(once(slot, *value));
                GameRef::Value(Box::new(Expr { term: Term::Slot(slot), at }))
            }
            known => known,
        };
        // Slots are given out in the order in which they are filled, so that nothing that is evaluated between uses them.
        let mut order: Vec<(usize, bool)> = ranges.iter().map(|range| self.runs(range)).enumerate().collect();
        sort_by_key(&mut order, |(_, runs)| *runs);
        let mut slots = vec![0; ranges.len()];
        let mut held = Vec::new();
        for (index, runs) in &order {
            let source = self.value(&ranges[*index])?;
            let slot = self.nameless();
            slots[*index] = slot;
            steps.push(match (*runs, open[*index]) {
                (true, _) if question.is_some() => {
                    held.push(*index);
                    once(slot, source)
                }
                (true, _) => Step::For { slot, source },
                (false, true) => {
                    Step::For { slot, source: Expr { at: source.at, term: Term::Members(Box::new(source)) } }
                }
                (false, false) => once(slot, source),
            });
        }
        let marked = question.map(|question| {
            let line = Some((0, slots.iter().map(|slot| Expr { term: Term::Slot(*slot), at }).collect()));
            let term = Term::AskGame {
                question,
                convention: Convention::Normal,
                game: game.clone(),
                line,
                heaps: None,
                seconds: None,
            };
            let before = std::mem::take(&mut steps);
            MarkedList { before, asked: Expr { term, at }, answer: self.nameless(), list: self.nameless() }
        });
        for index in held {
            let source = Expr { term: Term::Slot(slots[index]), at };
            slots[index] = self.nameless();
            steps.push(Step::For { slot: slots[index], source });
        }
        let running = order.iter().filter(|(_, runs)| *runs).count();
        let coordinates = slots.into_iter().map(|slot| Expr { term: Term::Slot(slot), at }).collect();
        Ok(ListedPositions { steps, running, game, coordinates, at, marked })
    }

    fn runs(&self, range: &ast::Expr) -> bool {
        runs(self.names, range, &variables(&self.scope))
    }
}

impl ListedPositions {
    /// The values of the positions: a list, or a list of rows if two coordinates run.
    fn values(mut self) -> Expr {
        let exists = self.existence();
        let value = self.asked(PositionQuestion::Grundy, Convention::Normal);
        if self.running < 2 {
            self.steps.extend(exists.map(Step::Test));
            return list_of(self.steps, value);
        }
        let none = Box::new(self.here(Term::Constant(Value::None)));
        let cell = match exists {
            Some(exists) => self.here(Term::If(Box::new(exists), Box::new(value), none)),
            None => value,
        };
        let across = self.steps.split_off(self.steps.len() - 1);
        list_of(self.steps, list_of(across, cell))
    }

    /// The positions that this side wins: heaps, or tuples of all coordinates.
    fn won_by(mut self, side: Side, convention: Convention) -> Expr {
        let exists = self.existence();
        let winner = Box::new(self.asked(PositionQuestion::Winner, convention));
        let side = Box::new(self.here(Term::Constant(Value::Side(side))));
        let is_won = self.here(Term::Binary(Operator::Equal, winner, side));
        self.steps.extend(exists.into_iter().chain([is_won]).map(Step::Test));
        let found = match &self.coordinates[..] {
            [heap] => heap.clone(),
            several => self.here(Term::Tuple(several.to_vec())),
        };
        list_of(self.steps, found)
    }

    /// The condition that the position exists; `None` if every heap is a position.
    fn existence(&self) -> Option<Expr> {
        let is_heap = matches!(&self.game, GameRef::Known(game) if matches!(game.ruleset, Ruleset::Heap(_)));
        (!is_heap).then(|| self.here(Term::Exists(Box::new(self.position()))))
    }

    fn asked(&self, question: PositionQuestion, convention: Convention) -> Expr {
        self.here(Term::Ask { question, convention, subject: Box::new(self.position()) })
    }

    fn position(&self) -> Expr {
        self.here(Term::Position(self.game.clone(), self.coordinates.clone()))
    }

    fn here(&self, term: Term) -> Expr {
        Expr { term, at: self.at }
    }
}

impl MarkedList {
    /// The list that is answered, or else this one: `[l for a in [ASKED], l in if length(a) == 0 then [LIST] else a][0]`.
    fn or(self, list: Expr) -> Expr {
        let at = self.asked.at;
        let here = |term| Expr { term, at };
        let slot = |slot| Box::new(here(Term::Slot(slot)));
        let number = |n| Box::new(here(Term::Constant(Value::Integer(n))));
        let length = Box::new(here(Term::Builtin(Builtin::Length, vec![*slot(self.answer)])));
        let is_open = Box::new(here(Term::Binary(Operator::Equal, length, number(0))));
        let lists = here(Term::If(is_open, Box::new(here(Term::List(vec![list]))), slot(self.answer)));
        let mut steps = self.before;
        steps.extend([once(self.answer, self.asked), Step::For { slot: self.list, source: lists }]);
        here(Term::Index(Box::new(list_of(steps, *slot(self.list))), number(0)))
    }
}

/// The list of this member in all turns of the loops.
fn list_of(steps: Vec<Step>, member: Expr) -> Expr {
    let at = member.at;
    Expr { term: Term::ListOf(steps, Box::new(member)), at }
}

/// Puts the value into the slot.
fn once(slot: usize, value: Expr) -> Step {
    let at = value.at;
    Step::For { slot, source: Expr { term: Term::List(vec![value]), at } }
}
