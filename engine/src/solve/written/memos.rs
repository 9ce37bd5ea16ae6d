//! The engine for written rules: the memos of all systems, found by number, and how long they are kept.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::forward::lost::WinnersFound;
use super::grid::PositionState;
use super::key::Node;
use super::memo::Memo;
use super::representatives::RepresentativeRules;
use super::strategy::StrategyCounts;
use crate::code::compile;
use crate::code::form::{SystemCode, Ticker};
use rustc_hash::FxHashMap;

use crate::game::{Meter, Places, Position, System};
use crate::search::Decider;
use crate::solve::by_ruleset::KnownGames;
use crate::solve::heaps::Heaps;
use crate::solve::interned::Interned;

/// The engine for written rules, with the memos of all systems that it was asked about and has not dropped. A memo is
/// referred to by its number, the index in `memos`.
#[derive(Default)]
pub struct WrittenGames {
    /// The tables of the heaps that moves may leave, and of all other heaps that were asked about.
    pub heaps: Heaps,
    pub(super) ticker: Arc<Ticker>,
    /// The memos by number. A free number has an empty memo.
    pub(super) memos: Vec<Memo>,
    free: Vec<usize>,
    numbers: Interned<System>,
    /// The number of the current question, as in [`Solver`](crate::solve::Solver).
    question_number: u64,
    /// What is known of positions that `decide` has searched.
    pub(super) decider: Decider<Node>,
    /// How many steps a search for a value may take before it ends with `SolveError::Positions`; `None`: no limit.
    pub step_limit: Option<u64>,
    /// The mean value, rounded down, of the positions that the last search valued.
    pub(super) usual_value: u64,
    /// For each system with `same as`, the rules in which options are replaced by their representatives.
    pub(super) representatives: FxHashMap<Arc<System>, RepresentativeRules>,
    /// The games whose `same as` was used since this was asked last.
    pub claims: BTreeSet<Arc<str>>,
    /// What the current question has found of who wins, without values.
    pub(super) marked: WinnersFound,
    /// Statistics: which strategies gave values.
    pub counts: StrategyCounts,
    /// Use nothing but the evaluator, for tests and benchmarks.
    pub(super) definition_only: bool,
}

impl WrittenGames {
    /// An empty engine whose loops ask this meter whether to go on.
    pub fn new(meter: Meter) -> WrittenGames {
        WrittenGames { ticker: Arc::new(Ticker::new(meter)), ..WrittenGames::default() }
    }

    /// An empty engine that uses nothing faster than the evaluator, for tests and benchmarks.
    pub fn definition_only(meter: Meter) -> WrittenGames {
        WrittenGames { definition_only: true, ..WrittenGames::new(meter) }
    }

    /// Is this such an engine?
    pub fn is_definition_only(&self) -> bool {
        self.definition_only
    }

    /// The number of a system's memo, which is made if there is none. Notes that the current question uses it.
    pub(super) fn memo_in_use(&mut self, system: &Arc<System>) -> usize {
        let memo = self.memo(system);
        let mut waiting = vec![memo];
        // The memos that its code refers to count as used too, so that they are not given up before it.
        while let Some(next) = waiting.pop() {
            if self.memos[next].last_used < self.question_number {
                self.memos[next].last_used = self.question_number;
                waiting.extend(&self.memos[next].referenced);
            }
        }
        memo
    }

    /// The number of a system's memo, which is made if there is none.
    pub(super) fn memo(&mut self, system: &Arc<System>) -> usize {
        if let Some(index) = self.numbers.number(system) {
            return index;
        }
        let mut referenced = Vec::new();
        let code = self.compiled(system, &mut referenced);
        let memo = Memo::new(system.clone(), code, self.ticker.meter.clone(), referenced);
        let index = match self.free.pop() {
            Some(index) => {
                self.memos[index] = memo;
                index
            }
            None => {
                self.memos.push(memo);
                self.memos.len() - 1
            }
        };
        self.numbers.insert(system.clone(), system, index);
        index
    }

    /// Drops all memos except these and those that their code refers to.
    fn keep(&mut self, mut wanted: Vec<usize>) {
        let mut kept = vec![false; self.memos.len()];
        while let Some(next) = wanted.pop() {
            if !std::mem::replace(&mut kept[next], true) {
                wanted.extend(&self.memos[next].referenced);
            }
        }
        let gone: Vec<usize> = self.numbers.numbers().filter(|index| !kept[*index]).collect();
        self.numbers.retain(|index| kept[index]);
        // These refer to memos by number, and a free number may be given to another system.
        if !gone.is_empty() {
            self.decider = Decider::default();
            self.marked = WinnersFound::default();
        }
        for index in gone {
            self.memos[index] = Memo::empty();
            self.free.push(index);
        }
    }

    /// The compiled rules of a system. The systems it refers to get memos first; their numbers are added to
    /// `referenced`.
    fn compiled(&mut self, system: &Arc<System>, referenced: &mut Vec<usize>) -> SystemCode {
        if self.definition_only {
            let count = system.rules.len();
            return SystemCode { rules: vec![None; count], domains: vec![None; count], boards: Vec::new() };
        }
        compile::compile(system, &self.ticker.clone(), &mut |other| {
            let memo = self.memo(other);
            referenced.push(memo);
            memo
        })
    }

    pub(super) fn state(&self, node: &Node) -> PositionState {
        self.memos[node.memo].state(node.rule, &node.key)
    }

    pub(super) fn position(&self, node: &Node) -> Position {
        self.memos[node.memo].position(node.rule, &node.key)
    }
}

/// The games of written rules, and the heaps that moves may leave.
impl KnownGames for WrittenGames {
    fn begin(&mut self, question_number: u64) {
        self.heaps.begin(question_number);
        self.question_number = question_number;
        self.marked = WinnersFound::default();
    }

    /// By content and by address.
    fn count(&self) -> usize {
        self.heaps.count() + self.numbers.count()
    }

    fn idle(&self) -> Vec<u64> {
        let last_used = self.numbers.numbers().map(|index| self.memos[index].last_used);
        last_used.filter(|last| *last < self.question_number).chain(self.heaps.idle()).collect()
    }

    fn give_up(&mut self, last: u64) {
        self.heaps.give_up(last);
        self.decider = Decider::default();
        self.marked = WinnersFound::default();
        self.keep((0..self.memos.len()).filter(|index| self.memos[*index].last_used > last).collect());
    }

    /// A system stays whose caller or the code of another memo refers to it.
    fn sweep(&mut self) {
        self.representatives.retain(|system, _| Arc::strong_count(system) > 1);
        // Cached results of functions may contain games, which must not keep systems alive.
        self.memos.iter().for_each(|memo| memo.mover.forget_answers());
        // A system is also in use if an equal one at another address is.
        let others =
            self.numbers.sweep().filter(|(system, index)| *system != Arc::as_ptr(self.memos[*index].mover.system()));
        let mut wanted: Vec<usize> = others.map(|(_, index)| index).collect();
        wanted.extend(self.numbers.numbers().filter(|index| self.memos[*index].is_reached()));
        self.keep(wanted);
        self.heaps.sweep();
    }

    fn mark(&self, places: &mut Places) {
        self.heaps.rulesets().for_each(|rules| places.heap_rules(rules));
        self.numbers.contents().chain(self.representatives.keys()).for_each(|system| places.system(system));
    }
}
