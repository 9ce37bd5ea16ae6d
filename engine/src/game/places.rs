//! Finds the texts in which rules and values were written. A caller keeps these texts as long as the rules and
//! values, so that it can show an error at its place.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::{
    Amounts, Component, Expr, Function, Game, GameRef, HeapRules, Rule, Ruleset, Set, Step, Sum, System, Term, Value,
};

/// Collects the numbers of texts from values, rulesets and systems.
#[derive(Default)]
pub struct Places {
    /// The numbers of the texts found so far.
    pub texts: FxHashSet<u32>,
    met: FxHashSet<*const ()>,
    /// Games still to be looked through; `None` while no game is being looked through. With this list, a long chain
    /// of games that name each other needs no recursion.
    waiting: Option<Vec<Arc<Game>>>,
}

impl Places {
    /// Is this shared data new, that is, not looked through yet? From now on it counts as looked through.
    pub fn is_new<T: ?Sized>(&mut self, shared: &Arc<T>) -> bool {
        self.met.insert(Arc::as_ptr(shared).cast())
    }

    /// Looks through a value.
    pub fn value(&mut self, value: &Value) {
        match value {
            Value::List(members) | Value::Tuple(members) if self.is_new(members) => {
                members.iter().for_each(|member| self.value(member));
            }
            Value::Set(set) if self.is_new(set) => self.set(set),
            Value::Position(sum) if self.is_new(sum) => self.sum(sum),
            Value::Game(game) => self.game(game),
            _ => {}
        }
    }

    fn sum(&mut self, sum: &Sum) {
        for part in &sum.parts {
            if let Component::Position(position) = &part.component {
                self.game(&position.game);
                position.coordinates.iter().for_each(|coordinate| self.value(coordinate));
            }
        }
    }

    fn set(&mut self, set: &Set) {
        match set {
            Set::Finite(members) => members.iter().for_each(|member| self.value(member)),
            Set::Range { .. } | Set::Family(_) | Set::Sequence(_) => {}
            Set::Comprehension(comprehension) if self.is_new(comprehension) => {
                self.steps(&comprehension.steps);
                self.expr(&comprehension.body);
                comprehension.frame.iter().for_each(|value| self.value(value));
                self.functions(&comprehension.functions);
            }
            Set::Comprehension(_) => {}
            Set::Union(parts) => parts.iter().for_each(|part| self.set(part)),
            Set::Except(pair) => {
                self.set(&pair.0);
                self.set(&pair.1);
            }
        }
    }

    fn game(&mut self, game: &Arc<Game>) {
        if !self.is_new(game) {
            return;
        }
        if let Some(waiting) = &mut self.waiting {
            waiting.push(game.clone());
            return;
        }
        self.waiting = Some(vec![game.clone()]);
        while let Some(next) = self.waiting.as_mut().and_then(Vec::pop) {
            self.ruleset(&next.ruleset);
        }
        self.waiting = None;
    }

    /// Looks through the rules of a game.
    pub fn ruleset(&mut self, ruleset: &Ruleset) {
        match ruleset {
            Ruleset::Heap(rules) => self.heap_rules(rules),
            Ruleset::Explicit(system, _) => self.system(system),
        }
    }

    /// Looks through the sets of a heap game.
    pub(crate) fn heap_rules(&mut self, rules: &HeapRules) {
        let amounts = rules.clauses.iter().map(|clause| &clause.amounts).chain([&rules.divisors]);
        for amounts in amounts {
            if let Amounts::Described(set) = amounts {
                self.set(set);
            }
        }
    }

    /// Looks through explicit rules.
    pub fn system(&mut self, system: &Arc<System>) {
        if self.is_new(system) {
            system.rules.iter().for_each(|rule| self.rule(rule));
            self.functions(&system.functions);
        }
    }

    fn rule(&mut self, rule: &Rule) {
        rule.domain.iter().chain(&rule.over).chain(&rule.representative).for_each(|condition| self.expr(condition));
        for clause in &rule.clauses {
            self.steps(&clause.steps);
            self.expr(&clause.option);
        }
    }

    fn functions(&mut self, functions: &Arc<[Function]>) {
        if self.is_new(functions) {
            functions.iter().for_each(|function| self.expr(&function.body));
        }
    }

    fn steps(&mut self, steps: &[Step]) {
        for step in steps {
            match step {
                Step::For { source, .. } => self.expr(source),
                Step::Unpack { .. } => {}
                Step::Test(test) => self.expr(test),
            }
        }
    }

    fn exprs(&mut self, exprs: &[Expr]) {
        exprs.iter().for_each(|expr| self.expr(expr));
    }

    fn named(&mut self, game: &GameRef) {
        match game {
            GameRef::Known(game) => self.game(game),
            GameRef::Value(game) => self.expr(game),
            GameRef::Local(_) => {}
        }
    }

    fn expr(&mut self, expr: &Expr) {
        self.texts.insert(expr.at.text);
        match &expr.term {
            Term::Constant(value) => self.value(value),
            Term::Slot(_) | Term::Made { .. } => {}
            Term::Negate(one)
            | Term::Not(one)
            | Term::Star(one)
            | Term::Sum(one)
            | Term::Ways(one, _)
            | Term::Rewritten(_, one)
            | Term::Ask { subject: one, .. } => self.expr(one),
            Term::And(left, right)
            | Term::Or(left, right)
            | Term::Binary(_, left, right)
            | Term::Except(left, right)
            | Term::Index(left, right)
            | Term::WaysInto { rest: left, into: right, .. }
            | Term::Between { set: left, greatest: right, .. }
            | Term::Divisors { set: left, heap: right } => {
                self.expr(left);
                self.expr(right);
            }
            Term::If(condition, then, otherwise) => {
                self.expr(condition);
                self.expr(then);
                self.expr(otherwise);
            }
            Term::Builtin(_, members)
            | Term::Call(_, members)
            | Term::Admitted(_, members)
            | Term::Tuple(members)
            | Term::List(members)
            | Term::Set(members) => self.exprs(members),
            Term::Range { start, end, step } => {
                self.expr(start);
                end.iter().chain(step).for_each(|part| self.expr(part));
            }
            Term::Slice(list, from, to) => {
                self.expr(list);
                self.expr(from);
                to.iter().for_each(|to| self.expr(to));
            }
            Term::ListOf(steps, body) | Term::SetOf(steps, body) | Term::Fold(_, steps, body) => {
                self.steps(steps);
                self.expr(body);
            }
            Term::Connected { cells, near, .. } => {
                self.expr(cells);
                self.expr(near);
            }
            Term::Position(game, coordinates) => {
                self.named(game);
                self.exprs(coordinates);
            }
            Term::Heaps(game, heaps) => {
                self.named(game);
                self.expr(heaps);
            }
            Term::AskGame { game, line, heaps, seconds, .. } => {
                self.named(game);
                line.iter().for_each(|(_, others)| self.exprs(others));
                heaps.iter().chain(seconds).for_each(|bound| self.expr(bound));
            }
        }
    }
}
