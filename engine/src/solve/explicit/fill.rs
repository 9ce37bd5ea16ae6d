//! When whole boxes of positions are filled in at once.

use super::Explicit;
use super::dense::Dense;
use super::key::{Key, unpack};
use super::memo::State;
use super::search::Node;
use super::strategy::Strategy;
use crate::solve::{Budget, SolveError};

impl Explicit {
    /// Fills in a box that holds a position, if its rule has an engine for that and there is room for it. Whether the
    /// position is known now.
    ///
    /// # Errors
    /// An interruption. No room is no error: there is still the search.
    pub(super) fn fill(&mut self, node: &Node, budget: &mut Budget) -> Result<bool, SolveError> {
        let Key::Small(key) = node.key else { return Ok(false) };
        let memo = &mut self.memos[node.memo];
        let Strategy::Lines(rays) = memo.strategy(node.rule) else { return Ok(false) };
        let rays = rays.clone();
        let mut numbers = vec![0; memo.arity(node.rule)];
        unpack(key, &mut numbers);
        let exact: Vec<i64> = numbers.iter().map(|n| n.saturating_add(1)).collect();
        let sizes = memo.dense(node.rule).map(|dense| dense.sizes.clone());
        let grown = sizes.map(|sizes| grown(&exact, &sizes));
        for sizes in grown.into_iter().chain([exact]) {
            if sizes.iter().try_fold(1i64, |product, size| product.checked_mul(*size)).is_none() {
                continue;
            }
            match rays.fill(&sizes, budget) {
                Ok(dense) => {
                    self.counts.lines += dense.len() as u64;
                    self.put(node, dense, budget);
                    return Ok(matches!(self.state(node), State::Known(_)));
                }
                Err(SolveError::Memory { .. } | SolveError::Overflow) => {}
                Err(stop) => return Err(stop),
            }
        }
        Ok(false)
    }

    pub(super) fn put(&mut self, node: &Node, dense: Dense, budget: &mut Budget) {
        let memo = &mut self.memos[node.memo];
        if let Some(old) = memo.take_dense(node.rule) {
            old.release(budget);
        }
        memo.put_dense(node.rule, dense, budget);
    }
}

/// Where a box must grow it grows by half at least, so that growing step by step costs little.
pub(super) fn grown(needed: &[i64], sizes: &[i64]) -> Vec<i64> {
    let along = |(needed, size): (&i64, &i64)| match needed > size {
        true => (*needed).max(size.saturating_add(size / 2)),
        false => *size,
    };
    needed.iter().zip(sizes).map(along).collect()
}
