//! Rules of any shape, written out option by option.

use std::cell::RefCell;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::ControlFlow;
use std::sync::Arc;

use super::arguments::expected;
use super::fault::fault;
use super::{
    Answers, Component, EvalError, EvalErrorKind, Evaluator, Function, Game, Meter, Part, Rule, Ruleset, Silent,
    System, Value, Visited,
};

impl System {
    /// The system of these rules, which may name each other by index, and call these functions.
    pub fn new(rules: Vec<Rule>, functions: Arc<[Function]>) -> System {
        let mut hasher = DefaultHasher::new();
        (&rules, &functions).hash(&mut hasher);
        System { fingerprint: hasher.finish(), rules, functions }
    }

    /// Equal systems have equal ones.
    pub fn fingerprint(&self) -> u64 {
        self.fingerprint
    }
}

thread_local! {
    /// The parts of systems that wait to be dropped, while one is being dropped.
    static WAITING: RefCell<Option<Vec<SystemParts>>> = const { RefCell::new(None) };
}

type SystemParts = (Vec<Rule>, Arc<[Function]>);

/// Rules hold the games they name, these hold their rules, and so on: a long chain of them is dropped one by one, without
/// a deep stack.
impl Drop for System {
    fn drop(&mut self) {
        if self.rules.is_empty() {
            return;
        }
        let parts = (std::mem::take(&mut self.rules), std::mem::replace(&mut self.functions, Arc::new([])));
        let waits = WAITING.try_with(|waiting| match &mut *waiting.borrow_mut() {
            Some(waiting) => {
                waiting.push(parts);
                true
            }
            none => {
                *none = Some(vec![parts]);
                false
            }
        });
        if waits != Ok(false) {
            return;
        }
        let next = || WAITING.with(|waiting| waiting.borrow_mut().as_mut().and_then(Vec::pop));
        while let Some(parts) = next() {
            drop(parts);
        }
        WAITING.with(|waiting| waiting.take());
    }
}

impl Hash for System {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.fingerprint);
    }
}

/// A system ready to be moved in.
#[derive(Clone, Debug)]
pub struct Mover {
    system: Arc<System>,
    games: Vec<Arc<Game>>,
    /// What the functions have answered so far.
    answers: Answers,
    meter: Meter,
}

/// The greatest coordinate.
pub const LARGEST_COORDINATE: i128 = i64::MAX as i128;

impl Mover {
    /// Bytes of answers of functions that are kept from one position to the next.
    const ANSWERS: u64 = 1 << 25;

    /// Loops of the rules ask whether to go on.
    pub fn new(system: Arc<System>, meter: Meter) -> Mover {
        let game = |(index, rule): (usize, &Rule)| {
            Arc::new(Game::new(rule.name.clone(), Ruleset::Explicit(system.clone(), index)))
        };
        let games = system.rules.iter().enumerate().map(game).collect();
        let answers = Answers::none(&system.functions);
        Mover { system, games, answers, meter }
    }

    /// The system itself.
    pub fn system(&self) -> &Arc<System> {
        &self.system
    }

    /// The game of the rule with this index.
    pub fn game(&self, index: usize) -> &Arc<Game> {
        &self.games[index]
    }

    /// Forgets what functions have answered. Answers may be positions of the games themselves.
    pub fn forget_answers(&self) {
        self.answers.clear();
    }

    /// Is this a position of the rule at all: no number below 0, and `where` holds?
    ///
    /// # Errors
    /// A fault of the condition, or a number beyond 2^63−1; `Stopped`.
    pub fn admits(&self, index: usize, coordinates: &[Value]) -> Result<bool, EvalError> {
        let rule = &self.system.rules[index];
        for coordinate in coordinates {
            if let Value::Integer(n) = coordinate {
                if *n < 0 {
                    return Ok(false);
                }
                if *n > LARGEST_COORDINATE {
                    let kind = EvalErrorKind::Coordinate { game: rule.name.to_string(), value: *n };
                    return Err(fault(kind));
                }
            }
        }
        let Some(domain) = &rule.domain else { return Ok(true) };
        let mut silent = Silent::new(self.meter.clone());
        let mut evaluator = Evaluator::new(&self.system.functions, &self.games, &self.answers, &mut silent);
        evaluator.truth(domain, &mut self.frame(rule, coordinates))
    }

    /// The position that is said to stand for this one (`same as`): its coordinates, which need not be admitted. `None` if
    /// the rule says nothing of that.
    ///
    /// # Errors
    /// A fault of the rule, also if it does not give as many coordinates as there are; `Stopped`.
    pub fn home(&self, index: usize, coordinates: &[Value]) -> Result<Option<Arc<[Value]>>, EvalError> {
        let rule = &self.system.rules[index];
        let Some(home) = &rule.home else { return Ok(None) };
        let mut silent = Silent::new(self.meter.clone());
        let mut evaluator = Evaluator::new(&self.system.functions, &self.games, &self.answers, &mut silent);
        let found = evaluator.value(home, &mut self.frame(rule, coordinates))?;
        match found {
            one if rule.arity == 1 => Ok(Some(Arc::new([one]))),
            Value::Tuple(members) if members.len() == rule.arity => Ok(Some(members)),
            other => {
                let kind = expected("a tuple of as many values as there are coordinates", &other);
                Err(EvalError::new(kind, home.at))
            }
        }
    }

    /// Visits every option of a position, as the parts of a sum. The same option may come more than once.
    ///
    /// # Errors
    /// A fault of the rule or of the visitor; `Stopped`.
    pub fn each_option(
        &self,
        index: usize,
        coordinates: &[Value],
        visit: &mut dyn FnMut(&[Part]) -> Visited,
    ) -> Visited {
        // No budget counts them, so they are few.
        if self.answers.bytes() > Self::ANSWERS {
            self.answers.clear();
        }
        let rule = &self.system.rules[index];
        let mut silent = Silent::new(self.meter.clone());
        let evaluator = Evaluator::new(&self.system.functions, &self.games, &self.answers, &mut silent);
        let mut evaluator = evaluator.in_rule();
        let mut frame = self.frame(rule, coordinates);
        if let Some(over) = &rule.over
            && evaluator.truth(over, &mut frame)?
        {
            return Ok(ControlFlow::Continue(()));
        }
        for clause in &rule.clauses {
            let flow = evaluator.each(&clause.steps, &mut frame, &mut |evaluator, frame| {
                evaluator.parts(&clause.option, frame, |option| {
                    let inside = self.all_admitted(option).map_err(|fault| fault.placed(clause.option.at))?;
                    if inside { visit(option) } else { Ok(ControlFlow::Continue(())) }
                })?
            })?;
            if flow.is_break() {
                return Ok(flow);
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Does every component lie inside its own game's domain?
    fn all_admitted(&self, parts: &[Part]) -> Result<bool, EvalError> {
        for part in parts {
            let Component::Position(position) = &part.component else { continue };
            let inside = match &position.game.ruleset {
                Ruleset::Explicit(system, index) if Arc::ptr_eq(system, &self.system) => {
                    self.admits(*index, &position.coordinates)?
                }
                _ => position.is_admitted(&self.meter)?,
            };
            if !inside {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn frame(&self, rule: &Rule, coordinates: &[Value]) -> Vec<Value> {
        let mut frame = Vec::with_capacity(rule.slots);
        frame.extend_from_slice(coordinates);
        frame.resize(rule.slots.max(rule.arity), Value::Bool(false));
        frame
    }
}
