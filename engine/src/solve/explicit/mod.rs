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
mod expand;
mod fill;
mod interpret;
mod intervals;
mod key;
mod least;
mod marks;
mod memo;
mod paths;
mod places;
mod rays;
mod runs;
mod search;
mod sources;
mod straight;
mod strategy;
mod sweep;
mod vector;
mod weights;

use std::sync::{Arc, Weak};

use rustc_hash::FxHashMap;

use self::code::{Kind, SystemCode};
use self::interpret::Ticker;
use self::key::Key;
use self::memo::{Memo, State};
pub use self::paths::PathCounts;
use self::search::Node;
use self::strategy::Strategy;
use super::heaps::Heaps;
use super::{Budget, SolveError};
use crate::game::{Meter, Position, Ruleset, System};
use crate::nim::Nimber;

/// The memos of all systems met so far.
#[derive(Debug, Default)]
pub struct Explicit {
    ticker: Arc<Ticker>,
    /// By number. A number that is free has an empty memo.
    memos: Vec<Memo>,
    free: Vec<usize>,
    /// By address first. As long as a weak pointer is kept, no address comes again.
    by_address: FxHashMap<usize, (usize, Weak<System>)>,
    by_content: FxHashMap<Arc<System>, usize>,
    now: u64,
    counts: PathCounts,
    /// Nothing but the definition, for tests and benchmarks.
    plain: bool,
}

impl Explicit {
    /// One whose loops stop when they are told to.
    pub fn new(meter: Meter) -> Explicit {
        Explicit { ticker: Arc::new(Ticker::new(meter)), ..Explicit::default() }
    }

    /// One that knows nothing faster than the evaluator. For tests and benchmarks.
    pub fn plain(meter: Meter) -> Explicit {
        Explicit { plain: true, ..Explicit::new(meter) }
    }

    /// The value of a position.
    ///
    /// # Errors
    /// A cycle, a fault of the rule, or the budget. What was computed until then is kept.
    pub fn value(&mut self, position: &Position, heaps: &mut Heaps, budget: &mut Budget) -> Result<Nimber, SolveError> {
        let Ruleset::Explicit(system, rule) = &position.game.ruleset else {
            return Err(SolveError::Internal("a written rule is asked of a heap game"));
        };
        let memo = self.asked(system);
        let start = Node { memo, rule: *rule, key: Key::of(&position.coordinates) };
        if let State::Known(value) = self.state(&start) {
            return Ok(value);
        }
        let before = i128::from(budget.taken()) - heaps.taken();
        let found = self.ask_room(&start, budget).and_then(|()| self.search(&start, heaps, budget));
        self.memos[memo].charge(i128::from(budget.taken()) - heaps.taken() - before);
        found?;
        match self.state(&start) {
            State::Known(value) => Ok(value),
            State::Unknown | State::Open => Err(SolveError::Internal("a search ended without the value it was for")),
        }
    }

    /// Makes ready for questions about most positions up to a highest one. Nothing has to come of it.
    ///
    /// # Errors
    /// An interruption.
    pub fn expect(&mut self, highest: &Position, budget: &mut Budget) -> Result<(), SolveError> {
        let Ruleset::Explicit(system, rule) = &highest.game.ruleset else { return Ok(()) };
        let memo = self.asked(system);
        let node = Node { memo, rule: *rule, key: Key::of(&highest.coordinates) };
        if matches!(self.state(&node), State::Known(_)) {
            return Ok(());
        }
        let before = i128::from(budget.taken());
        let ready = match self.fill(&node, budget) {
            Ok(false) => self.prepare(&node, budget),
            filled => filled.map(|_| ()),
        };
        self.memos[memo].charge(i128::from(budget.taken()) - before);
        ready
    }

    /// How the values of a written ruleset are found, in a line.
    pub fn engine(&mut self, ruleset: &Ruleset) -> &'static str {
        let Ruleset::Explicit(system, rule) = ruleset else { return Strategy::Definition.why() };
        let memo = self.asked(system);
        let way = self.memos[memo].strategy(*rule).why();
        if self.memos[memo].code.rules[*rule].is_none() && self.has_boards(system, *rule) {
            return Strategy::Boards.why();
        }
        way
    }

    /// Can a rule be resolved for some coordinates, a few of which are texts or lists?
    fn has_boards(&mut self, system: &Arc<System>, rule: usize) -> bool {
        const KINDS: [Kind; 3] = [Kind::Text, Kind::List, Kind::Number];
        let arity = system.rules[rule].arity;
        if self.plain || arity > 4 {
            return false;
        }
        (0..KINDS.len().pow(arity as u32) - 1).any(|choice| {
            let kinds: Vec<Kind> = (0..arity as u32).map(|place| KINDS[choice / 3usize.pow(place) % 3]).collect();
            compile::board(system, rule, kinds, &self.ticker.clone(), &mut |other| self.memo(other)).code.is_some()
        })
    }

    /// The number under which a system is known that somebody asks about.
    fn asked(&mut self, system: &Arc<System>) -> usize {
        let memo = self.memo(system);
        let mut waiting = vec![memo];
        // Those whose numbers stand in its code are asked with it: so none of them is given up before it.
        while let Some(next) = waiting.pop() {
            if self.memos[next].asked < self.now {
                self.memos[next].asked = self.now;
                waiting.extend(&self.memos[next].named);
            }
        }
        memo
    }

    /// The number under which a system is known.
    fn memo(&mut self, system: &Arc<System>) -> usize {
        if let Some((index, _)) = self.by_address.get(&Arc::as_ptr(system).addr()) {
            return *index;
        }
        let index = match self.by_content.get(system) {
            Some(index) => *index,
            None => {
                let mut named = Vec::new();
                let code = self.compiled(system, &mut named);
                self.by_content.insert(system.clone(), self.free.last().copied().unwrap_or(self.memos.len()));
                let memo = Memo::new(system.clone(), code, self.ticker.meter().clone(), named);
                match self.free.pop() {
                    Some(index) => {
                        self.memos[index] = memo;
                        index
                    }
                    None => {
                        self.memos.push(memo);
                        self.memos.len() - 1
                    }
                }
            }
        };
        self.by_address.insert(Arc::as_ptr(system).addr(), (index, Arc::downgrade(system)));
        index
    }

    /// What each way to a value has done so far.
    pub fn path_counts(&self) -> PathCounts {
        self.counts
    }

    pub fn rulesets(&self) -> impl Iterator<Item = &Arc<System>> {
        self.by_content.keys()
    }

    /// A new question begins.
    pub fn begin(&mut self, now: u64) {
        self.now = now;
    }

    /// Memos, and addresses of systems.
    pub fn count(&self) -> usize {
        self.by_content.len() + self.by_address.len()
    }

    /// Bytes of all memos.
    pub fn held(&self) -> u64 {
        self.memos.iter().map(Memo::held).sum()
    }

    /// The memos that the question at hand has not asked: when each was asked last, and how many bytes it holds.
    pub fn idle(&self) -> impl Iterator<Item = (u64, u64)> {
        let used = self.by_content.values().map(|index| &self.memos[*index]);
        used.filter(|memo| memo.asked < self.now).map(|memo| (memo.asked, memo.held()))
    }

    /// Gives up all memos that were asked last at that time or before.
    pub fn give_up(&mut self, last: u64) {
        let kept: Vec<bool> = self.memos.iter().map(|memo| memo.asked > last).collect();
        self.keep(kept);
    }

    /// Drops the memos of systems that nobody holds any more, and that no other memo names.
    pub fn sweep(&mut self) {
        self.by_address.retain(|_, known| known.1.strong_count() > 0);
        // What functions have answered must not keep the games that it is about.
        self.memos.iter().for_each(|memo| memo.mover.forget_answers());
        let mut kept = vec![false; self.memos.len()];
        let reached = self.by_content.values().filter(|index| self.memos[**index].is_reached());
        // Equal systems at other addresses stand for the one of the memo.
        let others = self
            .by_address
            .values()
            .filter(|(index, system)| !std::ptr::eq(system.as_ptr(), Arc::as_ptr(self.memos[*index].mover.system())));
        let mut waiting: Vec<usize> = reached.copied().chain(others.map(|known| known.0)).collect();
        while let Some(next) = waiting.pop() {
            if !std::mem::replace(&mut kept[next], true) {
                waiting.extend(&self.memos[next].named);
            }
        }
        self.keep(kept);
    }

    fn keep(&mut self, mut kept: Vec<bool>) {
        // What is named by what is kept, is kept.
        let mut waiting: Vec<usize> = (0..kept.len()).filter(|index| kept[*index]).collect();
        while let Some(next) = waiting.pop() {
            for named in &self.memos[next].named {
                if !std::mem::replace(&mut kept[*named], true) {
                    waiting.push(*named);
                }
            }
        }
        let gone: Vec<usize> = self.by_content.values().copied().filter(|index| !kept[*index]).collect();
        self.by_content.retain(|_, index| kept[*index]);
        self.by_address.retain(|_, known| kept[known.0]);
        for index in gone {
            self.memos[index] = Memo::empty();
            self.free.push(index);
        }
    }

    /// The rules of a system resolved; the systems it names are met before it, and their numbers noted.
    fn compiled(&mut self, system: &Arc<System>, named: &mut Vec<usize>) -> SystemCode {
        let nothing = || SystemCode {
            rules: system.rules.iter().map(|_| None).collect(),
            domains: system.rules.iter().map(|_| None).collect(),
            boards: Vec::new(),
        };
        if self.plain {
            nothing()
        } else {
            compile::compile(system, &self.ticker.clone(), &mut |other| {
                let memo = self.memo(other);
                named.push(memo);
                memo
            })
        }
    }

    fn state(&self, node: &Node) -> State {
        self.memos[node.memo].state(node.rule, &node.key)
    }

    fn position(&self, node: &Node) -> Position {
        self.memos[node.memo].position(node.rule, &node.key)
    }
}
