//! Products of games, as of rows of coins that become a board. A position of the product of A and B has the coordinates of a
//! position of each. A move joins a move a → S of A with a move b → T of B: it leaves (s, b) for each s of S, (a, t) for each
//! t of T, and (s, t) for each pair. So a move of TurningCorners, the product of Twins with itself, turns four corners.

use std::sync::Arc;

use super::{
    At, Binding, Clause, Expr, Function, Game, GameRef, Operator, Position, Rule, Ruleset, Step, System, Term, Value,
};

/// What a game has that is no factor of a product.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoFactor {
    /// No rule that is written out, such as a game made by a program.
    Rule,
    /// A move that leaves something else than positions of the same game, side by side.
    Option(At),
    /// So many coordinates of all factors together, where there are other names for them.
    Coordinates(usize),
}

impl Game {
    /// The product of games, by a rule of its own whose coordinates have these names.
    ///
    /// By the Tartan theorem (J. H. Conway; Winning Ways, chapter 14) its Grundy values are the nim-products of those of the
    /// factors. In misère play they are not.
    ///
    /// # Errors
    /// The index of a game that is no factor, and what it has.
    pub fn product(
        name: &str,
        coordinates: &[Arc<str>],
        factors: &[Arc<Game>],
    ) -> Result<Arc<Game>, (usize, NoFactor)> {
        let mut system: Option<System> = None;
        for (index, factor) in factors.iter().enumerate() {
            let (own, rule) = factor.written_rule().ok_or((index, NoFactor::Rule))?;
            let own = Factor::of(own, rule).map_err(|wrong| (index, wrong))?;
            system = Some(match system {
                None => own.alone(),
                Some(system) => {
                    // What was made here is a factor itself.
                    let so_far = Factor::of(&system, 0).map_err(|wrong| (index, wrong))?;
                    so_far.times(own)
                }
            });
        }
        let system = system.ok_or((0, NoFactor::Rule))?;
        let arity = system.rules[0].arity;
        if coordinates.len() != arity {
            return Err((0, NoFactor::Coordinates(arity)));
        }
        let (name, coordinates): (Arc<str>, Arc<[_]>) = (name.into(), coordinates.into());
        let named = |rule: &Rule| Rule {
            name: name.clone(),
            coordinates: coordinates.clone(),
            factors: factors.into(),
            ..rule.clone()
        };
        let system = System::new(system.rules.iter().map(named).collect(), system.functions.clone());
        Ok(Arc::new(Game::new(name, Ruleset::Written(Arc::new(system), 0))))
    }

    /// The rule, also of a game of heaps.
    fn written_rule(&self) -> Option<(&System, usize)> {
        match (&self.ruleset, &self.original) {
            (Ruleset::Written(system, rule), _) => Some((system, *rule)),
            (Ruleset::Heap(_), Some(original)) => match &original.game.ruleset {
                Ruleset::Written(system, rule) => Some((system, *rule)),
                _ => None,
            },
            _ => None,
        }
    }
}

impl Position {
    /// The positions of the factors, where the game is a product; otherwise none.
    pub fn factors(&self) -> Vec<Position> {
        let Ruleset::Written(system, rule) = &self.game.ruleset else { return Vec::new() };
        let mut rest = self.coordinates.iter();
        let factors = system.rules[*rule].factors.iter().map(|factor| Position {
            game: factor.clone(),
            coordinates: rest.by_ref().take(factor.ruleset.arity()).cloned().collect(),
        });
        factors.collect()
    }
}

/// A rule whose options are sums of its own positions.
struct Factor {
    rule: Rule,
    functions: Arc<[Function]>,
    /// For each clause the positions of its option.
    options: Vec<Vec<Summands>>,
}

/// Positions of an option, one for each case of the steps.
#[derive(Clone)]
struct Summands {
    steps: Vec<Step>,
    coordinates: Vec<Expr>,
    at: At,
}

impl Factor {
    fn of(system: &System, index: usize) -> Result<Factor, NoFactor> {
        let mut rule = system.rules[index].clone();
        let mut options = Vec::new();
        for clause in &rule.clauses {
            if clause.binding != Binding::Free {
                return Err(NoFactor::Option(clause.option.at));
            }
            let slots = &mut rule.slots;
            options.push(summands(&clause.option, index, slots).map_err(NoFactor::Option)?);
        }
        let parts = rule.clauses.iter().flat_map(|clause| clause.steps.iter().filter_map(Step::part));
        let mut parts = parts.chain(&rule.domain).chain(&rule.over);
        if let Some(own) = parts.find(|part| asks_for_positions(part)) {
            return Err(NoFactor::Option(own.at));
        }
        rule.representative = None;
        rule.family = 0;
        Ok(Factor { rule, functions: system.functions.clone(), options })
    }

    fn alone(self) -> System {
        let clauses = self.rule.clauses.into_iter().zip(&self.options).map(|(clause, option)| {
            let at = clause.option.at;
            Clause { steps: clause.steps, option: joined(option.iter().cloned(), at), binding: Binding::Free }
        });
        System::new(vec![Rule { clauses: clauses.collect(), ..self.rule }], self.functions)
    }

    /// The product with another factor, whose slots and functions come behind those of this one.
    fn times(mut self, mut other: Factor) -> System {
        let (first, second) = (self.rule.arity, other.rule.arity);
        let mine = self.rule.slots - first;
        let own_slots = move |slot| if slot < first { slot } else { slot + second };
        let other_slots = move |slot| if slot < second { first + slot } else { first + mine + slot };
        let functions: Vec<Function> = self.functions.iter().chain(&*other.functions).cloned().collect();
        let moved = self.functions.len();
        let functions = functions.into_iter().enumerate().map(|(index, mut function)| {
            if index >= moved {
                function.each_body(&mut |body| renumber(body, &|slot| slot, moved));
            }
            function
        });
        let functions = functions.collect();
        self.renumber(&own_slots, 0);
        other.renumber(&other_slots, moved);
        let here: Vec<Expr> =
            (0..first + second).map(|slot| Expr { term: Term::Slot(slot), at: At::default() }).collect();
        let mut clauses = Vec::new();
        for (one, one_option) in self.rule.clauses.iter().zip(&self.options) {
            for (two, two_option) in other.rule.clauses.iter().zip(&other.options) {
                let mut option = Vec::new();
                for summands in one_option {
                    option.push(summands.clone().beside(&[], &here[first..]));
                }
                for summands in two_option {
                    option.push(summands.clone().beside(&here[..first], &[]));
                }
                for (left, right) in
                    one_option.iter().flat_map(|left| two_option.iter().map(move |right| (left, right)))
                {
                    option.push(left.clone().with(right));
                }
                let steps = one.steps.iter().chain(&two.steps).cloned().collect();
                let option = joined(option.into_iter(), one.option.at);
                clauses.push(Clause { steps, option, binding: Binding::Free });
            }
        }
        let both = |one: Option<Expr>, two: Option<Expr>, term: fn(Box<Expr>, Box<Expr>) -> Term| match (one, two) {
            (Some(one), Some(two)) => Some(Expr { at: At::default(), term: term(Box::new(one), Box::new(two)) }),
            (one, two) => one.or(two),
        };
        let signed = self.rule.signed.iter().copied().chain(other.rule.signed.iter().map(|slot| first + slot));
        let rule = Rule {
            name: self.rule.name.clone(),
            coordinates: self.rule.coordinates.iter().chain(&*other.rule.coordinates).cloned().collect(),
            arity: first + second,
            family: 0,
            slots: self.rule.slots + other.rule.slots,
            signed: signed.collect(),
            domain: both(self.rule.domain, other.rule.domain, Term::And),
            // Without a move in one of them there is none.
            over: both(self.rule.over, other.rule.over, Term::Or),
            representative: None,
            ends: self.rule.ends || other.rule.ends,
            factors: Arc::default(),
            clauses,
        };
        System::new(vec![rule], functions)
    }

    fn renumber(&mut self, slot: &dyn Fn(usize) -> usize, functions: usize) {
        let Rule { domain, over, clauses, .. } = &mut self.rule;
        domain.iter_mut().chain(over).for_each(|condition| renumber(condition, slot, functions));
        clauses.iter_mut().for_each(|clause| renumber_steps(&mut clause.steps, slot, functions));
        for summands in self.options.iter_mut().flatten() {
            renumber_steps(&mut summands.steps, slot, functions);
            summands.coordinates.iter_mut().for_each(|coordinate| renumber(coordinate, slot, functions));
        }
    }
}

impl Summands {
    /// With these coordinates before and behind its own.
    fn beside(mut self, before: &[Expr], behind: &[Expr]) -> Summands {
        self.coordinates.splice(0..0, before.iter().cloned());
        self.coordinates.extend(behind.iter().cloned());
        self
    }

    /// Each of these positions with each of the others.
    fn with(mut self, other: &Summands) -> Summands {
        self.steps.extend(other.steps.iter().cloned());
        self.coordinates.extend(other.coordinates.iter().cloned());
        self
    }

    fn sum(self) -> Expr {
        let here = |term| Expr { term, at: self.at };
        let position = here(Term::Position(GameRef::Local(0), self.coordinates));
        if self.steps.is_empty() {
            return position;
        }
        here(Term::Sum(Box::new(here(Term::ListOf(self.steps, Box::new(position))))))
    }
}

/// The sum of all these.
fn joined(option: impl Iterator<Item = Summands>, at: At) -> Expr {
    let sum = |one, other| Expr { term: Term::Binary(Operator::Add, Box::new(one), Box::new(other)), at };
    let zero = || Box::new(Expr::of(0, at));
    option.map(Summands::sum).reduce(sum).unwrap_or_else(|| Expr { term: Term::Star(zero()), at })
}

/// The positions of an option, if all are of the rule with this index; otherwise where another thing stands. What a comprehension
/// binds beyond the option goes into new slots.
fn summands(option: &Expr, own: usize, slots: &mut usize) -> Result<Vec<Summands>, At> {
    let at = option.at;
    match &option.term {
        Term::Position(GameRef::Local(rule), coordinates) if *rule == own => {
            Ok(vec![Summands { steps: Vec::new(), coordinates: coordinates.clone(), at }])
        }
        Term::Heaps(GameRef::Local(rule), heaps) if *rule == own => {
            let slot = *slots;
            *slots += 1;
            let steps = vec![Step::For { slot, source: (**heaps).clone() }];
            Ok(vec![Summands { steps, coordinates: vec![Expr { term: Term::Slot(slot), at }], at }])
        }
        Term::Binary(Operator::Add, one, other) => {
            let mut found = summands(one, own, slots)?;
            found.extend(summands(other, own, slots)?);
            Ok(found)
        }
        Term::Star(size) if size.number() == Some(0) => Ok(Vec::new()),
        Term::Constant(Value::Position(sum)) if sum.parts.is_empty() => Ok(Vec::new()),
        Term::Sum(list) => match &list.term {
            Term::ListOf(steps, body) => {
                let mut found = summands(body, own, slots)?;
                found.iter_mut().for_each(|summands| drop(summands.steps.splice(0..0, steps.iter().cloned())));
                Ok(found)
            }
            Term::List(members) => {
                let found: Result<Vec<_>, At> = members.iter().map(|member| summands(member, own, slots)).collect();
                Ok(found?.concat())
            }
            _ => Err(at),
        },
        _ => Err(at),
    }
}

/// Does a condition of the rule ask for positions of its game?
fn asks_for_positions(expr: &Expr) -> bool {
    let mut asks = matches!(expr.term, Term::Admitted(..) | Term::Exists(_) | Term::Position(..) | Term::Made { .. });
    expr.each_part(&mut |part| asks = asks || asks_for_positions(part));
    asks
}

/// Puts each variable into another slot, and calls functions that come so far behind.
fn renumber(expr: &mut Expr, slot: &dyn Fn(usize) -> usize, functions: usize) {
    match &mut expr.term {
        Term::Slot(own) | Term::Connected { slot: own, .. } => *own = slot(*own),
        Term::Call(function, _) => *function += functions,
        Term::ListOf(steps, body) | Term::SetOf(steps, body) | Term::Fold(_, steps, body) => {
            renumber_steps(steps, slot, functions);
            return renumber(body, slot, functions);
        }
        _ => {}
    }
    expr.each_part_mut(&mut |part| renumber(part, slot, functions));
}

fn renumber_steps(steps: &mut [Step], slot: &dyn Fn(usize) -> usize, functions: usize) {
    for step in steps {
        if let Step::For { slot: own, .. } | Step::Unpack { slot: own, .. } = step {
            *own = slot(*own);
        }
        if let Some(part) = step.part_mut() {
            renumber(part, slot, functions);
        }
    }
}

impl Function {
    fn each_body(&mut self, visit: &mut dyn FnMut(&mut Expr)) {
        self.domains.iter_mut().for_each(|domain| visit(&mut domain.condition));
        visit(&mut self.body);
    }
}
