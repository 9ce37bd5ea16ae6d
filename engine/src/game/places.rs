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
                comprehension.steps.iter().filter_map(Step::part).for_each(|part| self.expr(part));
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
            if let Some(original) = &next.original {
                self.game(&original.game);
                for (ruleset, lender) in original.lenders.iter() {
                    self.ruleset(ruleset);
                    self.game(&lender.game);
                }
            }
        }
        self.waiting = None;
    }

    /// Looks through the rules of a game.
    pub fn ruleset(&mut self, ruleset: &Ruleset) {
        match ruleset {
            Ruleset::Heap(rules) => self.heap_rules(rules),
            Ruleset::Written(system, _) => self.system(system),
            Ruleset::Compound(_) | Ruleset::Own(_) => {}
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

    /// Looks through written rules.
    pub fn system(&mut self, system: &Arc<System>) {
        if self.is_new(system) {
            system.rules.iter().for_each(|rule| self.rule(rule));
            self.functions(&system.functions);
        }
    }

    fn rule(&mut self, rule: &Rule) {
        rule.domain.iter().chain(&rule.over).chain(&rule.representative).for_each(|condition| self.expr(condition));
        for clause in &rule.clauses {
            clause.steps.iter().filter_map(Step::part).for_each(|part| self.expr(part));
            self.expr(&clause.option);
        }
    }

    fn functions(&mut self, functions: &Arc<[Function]>) {
        if self.is_new(functions) {
            for function in functions.iter() {
                self.expr(&function.body);
                function.domains.iter().for_each(|domain| self.expr(&domain.condition));
            }
        }
    }

    fn expr(&mut self, expr: &Expr) {
        self.texts.insert(expr.at.text);
        match &expr.term {
            Term::Constant(value) => self.value(value),
            Term::Position(GameRef::Known(game), _)
            | Term::Heaps(GameRef::Known(game), _)
            | Term::AskGame { game: GameRef::Known(game), .. } => self.game(game),
            _ => {}
        }
        expr.each_part(&mut |part| self.expr(part));
    }
}
