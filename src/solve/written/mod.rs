//! Values of positions of written rules.
//!
//! The definition, the mex of the options, is computed by a depth-first search with a memo and without recursion
//! (`search`). Three things make it fast. Rules over whole numbers, texts and lists are resolved to code (`compile`,
//! `run`, `board`), and only where that does not fit does the search ask the evaluator again. Where the positions are a
//! box, they are filled in line by line (`sweep`). And where every move goes straight down, the values of each line are
//! kept as bits (`rays`).

mod board;
mod boxes;
mod code;
mod compile;
mod dense;
mod engine;
mod fill;
mod intervals;
mod key;
mod lanes;
mod least;
mod look;
mod marks;
mod memo;
mod places;
mod rays;
mod run;
mod runs;
mod search;
mod sources;
mod straight;
mod sweep;
mod weights;

use std::rc::Rc;

use rustc_hash::FxHashMap;

use self::code::{Kind, SystemCode};
use self::engine::Way;
use self::key::Key;
use self::memo::{Memo, State};
use self::run::Pulse;
use self::search::Node;
use super::heaps::Heaps;
use super::{Budget, Stop};
use crate::game::{GoOn, Position, Ruleset, System};
use crate::nim::Nimber;

/// The memos of all systems met so far.
#[derive(Debug, Default)]
pub struct Written {
    pulse: Rc<Pulse>,
    memos: Vec<Memo>,
    /// By address first, since hashing a whole system is slow; the memo keeps the address alive.
    by_address: FxHashMap<*const System, usize>,
    by_content: FxHashMap<Rc<System>, usize>,
    kept: Vec<Rc<System>>,
    /// Nothing but the definition, for tests and benchmarks.
    plain: bool,
}

impl Written {
    /// One whose loops stop when they are told to.
    pub fn new(go_on: GoOn) -> Written {
        Written { pulse: Rc::new(Pulse::new(go_on)), ..Written::default() }
    }

    /// One that knows nothing faster than the evaluator. For tests and benchmarks.
    pub fn plain(go_on: GoOn) -> Written {
        Written { plain: true, ..Written::new(go_on) }
    }

    /// The value of a position.
    ///
    /// # Errors
    /// A cycle, a fault of the rule, or the budget. What was computed until then is kept.
    pub fn value(&mut self, position: &Position, heaps: &mut Heaps, budget: &mut Budget) -> Result<Nimber, Stop> {
        let Ruleset::Written(system, rule) = &position.game.ruleset else {
            return Err(Stop::Internal("a written rule is asked of a heap game"));
        };
        let memo = self.memo(system);
        let start = Node { memo, rule: *rule, key: Key::of(&position.coordinates) };
        if let State::Known(value) = self.state(&start) {
            return Ok(value);
        }
        self.ask_room(&start, budget)?;
        self.search(&start, heaps, budget)?;
        match self.state(&start) {
            State::Known(value) => Ok(value),
            State::Unknown | State::Open => Err(Stop::Internal("a search ended without the value it was for")),
        }
    }

    /// Makes ready for questions about most positions up to a highest one. Nothing has to come of it.
    ///
    /// # Errors
    /// An interruption.
    pub fn expect(&mut self, highest: &Position, budget: &mut Budget) -> Result<(), Stop> {
        let Ruleset::Written(system, rule) = &highest.game.ruleset else { return Ok(()) };
        let memo = self.memo(system);
        let node = Node { memo, rule: *rule, key: Key::of(&highest.coordinates) };
        if matches!(self.state(&node), State::Known(_)) || self.fill(&node, budget)? {
            return Ok(());
        }
        self.prepare(&node, budget)
    }

    /// How the values of a written ruleset are found, in a line.
    pub fn engine(&mut self, ruleset: &Ruleset) -> &'static str {
        let Ruleset::Written(system, rule) = ruleset else { return Way::Definition.why() };
        let memo = self.memo(system);
        let way = self.memos[memo].way(*rule).why();
        if self.memos[memo].code.rules[*rule].is_none() && self.has_boards(system, *rule) {
            return Way::Boards.why();
        }
        way
    }

    /// Can a rule be resolved for some coordinates, a few of which are texts or lists?
    fn has_boards(&mut self, system: &Rc<System>, rule: usize) -> bool {
        const KINDS: [Kind; 3] = [Kind::Text, Kind::List, Kind::Number];
        let arity = system.rules[rule].arity;
        if self.plain || arity > 4 {
            return false;
        }
        (0..KINDS.len().pow(arity as u32) - 1).any(|choice| {
            let kinds: Vec<Kind> = (0..arity as u32).map(|place| KINDS[choice / 3usize.pow(place) % 3]).collect();
            compile::board(system, rule, kinds, &self.pulse.clone(), &mut |other| self.memo(other)).code.is_some()
        })
    }

    /// The number under which a system is known.
    fn memo(&mut self, system: &Rc<System>) -> usize {
        if let Some(index) = self.by_address.get(&Rc::as_ptr(system)) {
            return *index;
        }
        let index = match self.by_content.get(system) {
            Some(index) => *index,
            None => {
                let code = self.compiled(system);
                let index = self.memos.len();
                self.by_content.insert(system.clone(), index);
                self.memos.push(Memo::new(system.clone(), code, self.pulse.go_on().clone()));
                index
            }
        };
        self.kept.push(system.clone());
        self.by_address.insert(Rc::as_ptr(system), index);
        index
    }

    /// The rules of a system resolved; the systems it names are met before it.
    fn compiled(&mut self, system: &Rc<System>) -> SystemCode {
        let nothing = || SystemCode {
            rules: system.rules.iter().map(|_| None).collect(),
            domains: system.rules.iter().map(|_| None).collect(),
            boards: Vec::new(),
        };
        if self.plain {
            nothing()
        } else {
            compile::compile(system, &self.pulse.clone(), &mut |other| self.memo(other))
        }
    }

    fn state(&self, node: &Node) -> State {
        self.memos[node.memo].state(node.rule, &node.key)
    }

    fn position(&self, node: &Node) -> Position {
        self.memos[node.memo].position(node.rule, &node.key)
    }
}
