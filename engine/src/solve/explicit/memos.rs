//! The memos of all systems of explicit rules, and what is resolved of their rules.

use std::sync::Arc;

use super::code::{SystemCode, Ticker};
use super::compile;
use super::decided::Decided;
use super::grid::PositionState;
use super::homes::HomeRules;
use super::key::Node;
use super::memo::Memo;
use super::paths::PathCounts;
use rustc_hash::FxHashMap;

use crate::game::{Meter, Position, System};
use crate::solve::interned::Interned;

/// The memos of all systems met so far.
#[derive(Debug, Default)]
pub struct Explicit {
    pub(super) ticker: Arc<Ticker>,
    /// By number. A number that is free has an empty memo.
    pub(super) memos: Vec<Memo>,
    free: Vec<usize>,
    numbers: Interned<System>,
    now: u64,
    /// What is known of positions that were only decided.
    pub(super) decided: Decided,
    /// Positions that may be looked at for a value before it is given up; no limit if there is none.
    pub patience: Option<u64>,
    /// The mean of the values that the last search found.
    pub(super) usual_value: u64,
    /// Rules with `same as`.
    pub(super) homes: FxHashMap<Arc<System>, HomeRules>,
    /// What each way to a value has done so far.
    pub counts: PathCounts,
    /// Nothing but the definition, for tests and benchmarks.
    pub(super) plain: bool,
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

    /// The number under which a system is known that somebody asks about.
    pub(super) fn asked(&mut self, system: &Arc<System>) -> usize {
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
    pub(super) fn memo(&mut self, system: &Arc<System>) -> usize {
        if let Some(index) = self.numbers.number(system) {
            return index;
        }
        let mut named = Vec::new();
        let code = self.compiled(system, &mut named);
        let memo = Memo::new(system.clone(), code, self.ticker.meter.clone(), named);
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

    pub fn rulesets(&self) -> impl Iterator<Item = &Arc<System>> {
        self.numbers.contents().chain(self.homes.keys())
    }

    /// A new question begins.
    pub fn begin(&mut self, now: u64) {
        self.now = now;
    }

    /// Memos, and addresses of systems.
    pub fn count(&self) -> usize {
        self.numbers.count()
    }

    /// Bytes of all memos.
    pub fn held(&self) -> u64 {
        self.memos.iter().map(Memo::held).sum()
    }

    /// The memos that the question at hand has not asked: when each was asked last, and how many bytes it holds.
    pub fn idle(&self) -> impl Iterator<Item = (u64, u64)> {
        let used = self.numbers.numbers().map(|index| &self.memos[index]);
        used.filter(|memo| memo.asked < self.now).map(|memo| (memo.asked, memo.held()))
    }

    /// Gives up all memos that were asked last at that time or before.
    pub fn give_up(&mut self, last: u64) {
        self.decided.forget_all();
        self.keep((0..self.memos.len()).filter(|index| self.memos[*index].asked > last).collect());
    }

    /// Drops the memos of systems that nobody holds any more, and that no other memo names.
    pub fn sweep(&mut self) {
        self.homes.retain(|system, _| Arc::strong_count(system) > 1);
        // What functions have answered must not keep the games that it is about.
        self.memos.iter().for_each(|memo| memo.mover.forget_answers());
        // Equal systems at other addresses stand for the one of the memo.
        let others =
            self.numbers.sweep().filter(|(system, index)| *system != Arc::as_ptr(self.memos[*index].mover.system()));
        let mut wanted: Vec<usize> = others.map(|(_, index)| index).collect();
        wanted.extend(self.numbers.numbers().filter(|index| self.memos[*index].is_reached()));
        self.keep(wanted);
    }

    /// Drops all memos but some, and but those that these name.
    fn keep(&mut self, mut wanted: Vec<usize>) {
        let mut kept = vec![false; self.memos.len()];
        while let Some(next) = wanted.pop() {
            if !std::mem::replace(&mut kept[next], true) {
                wanted.extend(&self.memos[next].named);
            }
        }
        let gone: Vec<usize> = self.numbers.numbers().filter(|index| !kept[*index]).collect();
        self.numbers.retain(|index| kept[index]);
        // A number may stand for another system soon.
        if !gone.is_empty() {
            self.decided.forget_all();
        }
        for index in gone {
            self.memos[index] = Memo::empty();
            self.free.push(index);
        }
    }

    /// The rules of a system resolved; the systems it names are met before it, and their numbers noted.
    fn compiled(&mut self, system: &Arc<System>, named: &mut Vec<usize>) -> SystemCode {
        if self.plain {
            let count = system.rules.len();
            return SystemCode { rules: vec![None; count], domains: vec![None; count], boards: Vec::new() };
        }
        compile::compile(system, &self.ticker.clone(), &mut |other| {
            let memo = self.memo(other);
            named.push(memo);
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
