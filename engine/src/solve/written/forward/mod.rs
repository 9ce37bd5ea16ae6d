//! Which positions of a box are lost, without their values: from each lost position, the positions that can reach it are
//! marked as won, and what is not marked when its turn comes is lost.
//!
//! Positions are bits, 64 to a word, in rows along one coordinate. Whether the player to move wins is then found for many
//! positions at once: the lost positions of an earlier row, shifted, are won in this row. Moves of any length along a
//! line keep one row of bits for each line. Only conditions are asked position by position, where an option is lost.

pub(super) mod advances;
mod bits;
mod frame;
mod guards;
pub(super) mod lost;
mod marking;

use std::sync::Arc;

use self::advances::{Reach, advances};
use self::frame::Frame;
use self::lost::{LostPositions, MarkedBox, OneByOne, WinnersFound};
use self::marking::Marking;
use super::farthest::decide;
use super::grid::{PositionState, grown, volume};
use super::key::{Node, PositionKey};
use super::memos::WrittenGames;
use super::strategy::Strategy;
use crate::code::bounds::{closure, weighted_closure};
use crate::game::{Position, Ruleset};
use crate::ledger::FastPath;
use crate::solve::{Budget, SolveError, Solved};

impl WrittenGames {
    /// A box may have so many positions for each that is asked: a search would look at some tens of positions for each.
    const SPARE: u64 = 1 << 14;
    /// Where every move is a single step, fewer positions are reached.
    const SPARE_OF_STEPS: u64 = 1 << 8;
    /// A single position is asked as if it were so many.
    const SINGLE: u64 = 1 << 18;
    /// Values of so many positions are not computed only to be shown, if their options lie along lines that are not
    /// kept as bits.
    const DISTANT: i64 = 1 << 21;
    /// The same of positions in one row, whose values are found faster.
    const DISTANT_IN_ROW: i64 = 1 << 24;
    /// May options be looked at one by one? The page has no room for this.
    const ONE_BY_ONE: bool = !cfg!(target_arch = "wasm32");
    /// A position that has so many below it is first decided in this way, if so many options suffice.
    const FAR_ABOVE: i64 = 1 << 16;
    const QUICK: u64 = 1 << 14;
    /// The same if no box can be marked.
    const LONG: u64 = 1 << 22;

    /// The lost positions, in normal play, of a box that holds a position and all that can be reached from it. `None` if
    /// the moves of its rule cannot be marked from where they lead to, if the box is not known, or if it is much larger
    /// than the number of positions that are asked.
    ///
    /// # Errors
    /// `SolveError::Memory` if there is no room for some bits for each position; an interruption.
    pub fn lost_positions(&mut self, highest: &Position, asked: u64, budget: &Budget) -> Solved<Option<LostPositions>> {
        match self.node_to_mark(highest) {
            Some((node, numbers)) => self.lost_up_to(&node, &numbers, asked, budget),
            None => Ok(None),
        }
    }

    fn lost_up_to(
        &mut self,
        node: &Node,
        highest: &[i64],
        asked: u64,
        budget: &Budget,
    ) -> Solved<Option<LostPositions>> {
        let code = Arc::clone(&self.memos[node.memo].code);
        let Some((rule, domain)) = code.compiled(node.rule) else { return Ok(None) };
        let most = |spare: u64| i64::try_from(asked.saturating_mul(spare)).unwrap_or(i64::MAX);
        let closed = closure(rule, node.rule, domain, highest, most(Self::SPARE));
        // All moves from a box that is closed lead into it.
        let highest = closed.as_ref().map_or(highest.to_vec(), |sizes| sizes.iter().map(|size| size - 1).collect());
        let sizes = closed
            .or_else(|| weighted_closure(rule, node.rule, domain, &highest))
            .filter(|sizes| volume(sizes) <= most(Self::SPARE));
        let Some(sizes) = sizes else { return Ok(None) };
        let Some(advances) = advances(rule, node.rule, domain, &sizes) else { return Ok(None) };
        let has_lines = advances.iter().any(|advance| !matches!(advance.reach, Reach::Once));
        if !has_lines && volume(&sizes) > most(Self::SPARE_OF_STEPS) {
            return Ok(None);
        }
        let Some(frame) = Frame::of(&sizes, &advances) else { return Ok(None) };
        let found = Marking::new(rule, domain, frame, advances, budget)?.run(highest)?;
        if let Some(lost) = &found {
            self.counts.forward += lost.len();
        }
        Ok(found)
    }

    /// A position whose rule may be marked, with its coordinates.
    fn node_to_mark(&mut self, position: &Position) -> Option<(Node, Vec<i64>)> {
        let Ruleset::Written(system, index) = &position.game.ruleset else { return None };
        let is_product = system.rules.iter().any(|rule| !rule.factors.is_empty());
        if self.definition_only || system.has_representatives() || is_product || FastPath::Marks.is_off() {
            return None;
        }
        let memo = self.memo_in_use(system);
        let entries = &self.memos[memo].rules[*index];
        if entries.coins.is_some() || entries.coprimes.is_some() {
            return None;
        }
        let node = Node { memo, rule: *index, key: PositionKey::of(&position.coordinates) };
        let mut numbers = vec![0; self.memos[memo].code.compiled(*index)?.0.arity];
        node.key.numbers(&mut numbers).then_some((node, numbers))
    }

    /// Is a position lost? What is not known so far in this question is decided now: from options one by one, where many positions
    /// lie below it, or by marking a box that holds it. `None` if neither can be done.
    ///
    /// # Errors
    /// An interruption.
    pub fn mark(&mut self, position: &Position, budget: &Budget) -> Solved<Option<bool>> {
        if let Some(is_lost) = self.marked(position) {
            return Ok(Some(is_lost));
        }
        let Some((node, numbers)) = self.node_to_mark(position) else { return Ok(None) };
        if let PositionState::Known(value) = self.state(&node) {
            return Ok(Some(value.is_zero()));
        }
        if let Some(value) = self.far_value(position, budget)? {
            return Ok(Some(value.is_zero()));
        }
        let is_far = Self::ONE_BY_ONE && positions_below(&numbers) > Self::FAR_ABOVE;
        let mut found = None;
        if is_far {
            found = self.decide_one_by_one(&node, Self::QUICK, budget)?;
        }
        if found.is_none() {
            found = self.mark_box(position, &node, &numbers, budget)?;
        }
        if is_far && found.is_none() {
            found = self.decide_one_by_one(&node, Self::LONG, budget)?;
        }
        Ok(found)
    }

    /// Is a position lost, if it is decided by looking at so many options?
    fn decide_one_by_one(&mut self, node: &Node, most: u64, budget: &Budget) -> Solved<Option<bool>> {
        let system = Arc::clone(self.memos[node.memo].mover.system());
        let Some(rules) = self
            .number_moves(&system)
            .filter(|_| self.marked.one_by_one.given_up < most && !FastPath::OneByOne.is_off())
        else {
            return Ok(None);
        };
        let found = &mut self.marked.one_by_one;
        match decide(found, &rules, node, most, budget) {
            Ok(true) => Ok(found.lost.get(node).copied()),
            Ok(false) | Err(SolveError::Memory { .. }) => {
                *found = OneByOne { given_up: most, ..OneByOne::default() };
                Ok(None)
            }
            Err(stop) => Err(stop),
        }
    }

    /// A move that was found to win, where a position was the last that was decided from options one by one.
    pub fn winning_option(&mut self, position: &Position) -> Option<Position> {
        let (node, _) = self.node_to_mark(position).filter(|_| Self::ONE_BY_ONE)?;
        let [_, to] = self.marked.one_by_one.winning.as_ref().filter(|[from, _]| *from == node)?;
        Some(self.position(to))
    }

    /// As [`WrittenGames::mark`], with a box of positions.
    fn mark_box(&mut self, position: &Position, node: &Node, numbers: &[i64], budget: &Budget) -> Solved<Option<bool>> {
        // Questions about position after position, as those of a list, soon find a box that holds all of them.
        let before = self.marked.in_box.take().filter(|marked| (marked.memo, marked.rule) == (node.memo, node.rule));
        let larger = before.map(|before| grown(numbers, &before.lost.highest));
        for highest in larger.as_deref().into_iter().chain([numbers]) {
            match self.lost_up_to(node, highest, Self::SINGLE, budget) {
                Ok(Some(lost)) => {
                    self.marked.in_box = Some(MarkedBox { memo: node.memo, rule: node.rule, lost });
                    return Ok(self.marked(position));
                }
                Ok(None) | Err(SolveError::Memory { .. }) => {}
                Err(stop) => return Err(stop),
            }
        }
        Ok(None)
    }

    /// Is a position lost, if this question has found it?
    pub fn marked(&mut self, position: &Position) -> Option<bool> {
        let WinnersFound { in_box, one_by_one } = &self.marked;
        if in_box.is_none() && one_by_one.lost.is_empty() {
            return None;
        }
        let (node, numbers) = self.node_to_mark(position)?;
        if let Some(is_lost) = self.marked.one_by_one.lost.get(&node).filter(|_| Self::ONE_BY_ONE) {
            return Some(*is_lost);
        }
        let MarkedBox { memo, rule, lost } = self.marked.in_box.as_ref()?;
        if (node.memo, node.rule) != (*memo, *rule) {
            return None;
        }
        lost.is_lost(&numbers).or_else(|| {
            let (rule, domain) = self.memos[*memo].code.compiled(*rule)?;
            let reached = weighted_closure(rule, node.rule, domain, &numbers)?;
            if lost.holds(&reached) { lost.mark(&numbers) } else { None }
        })
    }

    /// Would the value of a position take much longer than who wins, as it is not known and has many positions below it?
    ///
    /// # Errors
    /// An interruption.
    pub fn has_distant_values(&mut self, position: &Position, budget: &Budget) -> Solved<bool> {
        let Some((node, numbers)) = self.node_to_mark(position) else { return Ok(false) };
        let memo = &self.memos[node.memo];
        let is_far = match numbers.len() {
            1 => positions_below(&numbers) > Self::DISTANT_IN_ROW,
            _ => positions_below(&numbers) > Self::DISTANT && memo.grid_is_wide(node.rule),
        };
        Ok(is_far
            && matches!(memo.rules[node.rule].strategy, Strategy::Code)
            && !matches!(self.state(&node), PositionState::Known(_))
            && self.far_value(position, budget)?.is_none())
    }
}

/// How many positions have no coordinate larger than these, at most as many as can be counted.
fn positions_below(numbers: &[i64]) -> i64 {
    numbers.iter().fold(1, |count: i64, n| count.saturating_mul(n.saturating_add(1)))
}
