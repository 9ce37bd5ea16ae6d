//! The search that finds the result of a position from the results of all its options: depth first, with a stack of its
//! own instead of recursion.

use super::growth::{GrowthWatch, LONGEST_GROWTH, growth_along, size};
use crate::game::Position;
use crate::limits::{Budget, SolveError, Solved};

/// Positions whose results are computed from those of all their options, and the memory of these results.
pub trait Walk {
    type Node: Clone + PartialEq + Send + 'static;
    type Found: Clone;
    /// What is kept of an open position while the search looks at its options.
    type Held: Default + Send + 'static;

    /// The result of a position, if it is known.
    fn known(&mut self, node: &Self::Node) -> Option<Self::Found>;

    /// Opens a position, unless its result can be had at once. Returns whether it is open. `path` has the positions on
    /// the stack.
    ///
    /// # Errors
    /// Those of the budget.
    fn open<'a>(&mut self, node: &Self::Node, path: impl Iterator<Item = &'a Self::Node>) -> Solved<bool>;

    /// Looks at the options of an open position.
    ///
    /// # Errors
    /// Faults of the rule, and those of the budget.
    fn look(&mut self, node: &Self::Node, held: &mut Self::Held) -> Solved<Look<Self>>;

    /// The options without a result that the last look has met. The search takes them.
    fn missing(&mut self) -> &mut Vec<Self::Node>;

    /// An option on the stack has this result.
    fn receive(_held: &mut Self::Held, _found: &Self::Found) {}

    /// Keeps the result of an open position.
    ///
    /// # Errors
    /// Those of the budget.
    fn close(&mut self, node: &Self::Node, found: Self::Found) -> Solved<()>;

    /// Forgets that a position is open, after an error.
    fn abandon(&mut self, node: &Self::Node);

    /// Goes the search on, after so many turns, with so many positions opened?
    ///
    /// # Errors
    /// `SolveError::Positions` if not.
    fn check(&self, turns: u64, opened: u64) -> Solved<()>;

    /// How many results are known, for the progress.
    fn count(&self) -> u64;

    /// The position of a node, for messages.
    fn position(&self, node: &Self::Node) -> Position;
}

/// What a look at the options of a position has found.
pub enum Look<W: Walk + ?Sized> {
    /// The result of the position.
    Found(W::Found),
    /// Some options have no result yet.
    Missing,
    /// This option is open: the position can be reached from itself.
    Back(W::Node),
}

/// A position on the stack.
struct StackEntry<W: Walk + ?Sized> {
    node: W::Node,
    held: W::Held,
    /// The index on the stack of the position that waits for this one; the first position has itself.
    waiting: usize,
    /// Is it open? Then it is on the path.
    is_open: bool,
}

/// Finds the result of a position, and of all positions below it that are needed.
///
/// # Errors
/// `SolveError::Cycle` and `SolveError::Grows` if play need not end, and those of the walk. Results that were found
/// until then are kept.
pub fn walk<W: Walk>(space: &mut W, start: W::Node, budget: &Budget) -> Solved<()> {
    let mut stack = vec![StackEntry::<W>::new(start, 0)];
    let result = run(space, &mut stack, budget).map_err(|stop| {
        let met = space.count() + stack.len() as u64;
        stop.or_growth(|| growth(space, &stack)).among(met, budget.used())
    });
    if result.is_err() {
        // To look up a position with a long list takes as long as to make it, so only those are that may be open.
        stack.iter().filter(|entry| entry.is_open).for_each(|entry| space.abandon(&entry.node));
        let left: Vec<(W::Node, W::Held)> = stack.into_iter().map(|entry| (entry.node, entry.held)).collect();
        budget.meter().set_aside(left);
    }
    result
}

/// Finds something of a position for which it must be known of others, where play ends. `look` adds to the list the positions
/// of which it must be known first; where it adds none, it has noted what was to be found, or that was known.
///
/// # Errors
/// Those of `look`, and of the budget.
pub fn settle<N: Clone>(start: N, budget: &Budget, mut look: impl FnMut(&N, &mut Vec<N>) -> Solved<()>) -> Solved<()> {
    let mut waiting = vec![start];
    while let Some(next) = waiting.last().cloned() {
        budget.check()?;
        let before = waiting.len();
        look(&next, &mut waiting)?;
        if waiting.len() == before {
            waiting.pop();
        }
    }
    Ok(())
}

fn run<W: Walk>(space: &mut W, stack: &mut Vec<StackEntry<W>>, budget: &Budget) -> Solved<()> {
    let (mut turns, mut opened) = (0u64, 0u64);
    let mut watch = GrowthWatch::new(budget);
    while let Some(StackEntry { node, is_open, .. }) = stack.last() {
        let node = node.clone();
        turns += 1;
        space.check(turns, opened)?;
        // A turn that looks at thousands of options checks the budget by itself.
        if turns.is_multiple_of(8) {
            budget.check()?;
        }
        if turns.is_multiple_of(64) {
            budget.progress(space.count(), 0)?;
        }
        if !is_open {
            if let Some(found) = space.known(&node) {
                leave(stack, &found);
                continue;
            }
            if !space.open(&node, stack.iter().map(|entry| &entry.node))? {
                continue;
            }
            opened += 1;
            watch.look(budget, || Some(space.position(&node)))?;
        }
        let Some(entry) = stack.last_mut() else { break };
        entry.is_open = true;
        match space.look(&node, &mut entry.held)? {
            Look::Found(found) => {
                space.close(&node, found.clone())?;
                leave(stack, &found);
            }
            Look::Back(back) => return Err(cycle(space, stack, &back)),
            Look::Missing => push(space.missing(), stack, budget)?,
        }
        if stack.len() > LONGEST_GROWTH && turns.is_multiple_of(1 << 16) {
            growth(space, stack).map_or(Ok(()), Err)?;
        }
    }
    Ok(())
}

impl<W: Walk> StackEntry<W> {
    fn new(node: W::Node, waiting: usize) -> StackEntry<W> {
        StackEntry { node, held: W::Held::default(), waiting, is_open: false }
    }
}

/// Takes the last position off the stack. The one that waits for it receives its result.
fn leave<W: Walk>(stack: &mut Vec<StackEntry<W>>, found: &W::Found) {
    let Some(left) = stack.pop() else { return };
    if let Some(entry) = stack.get_mut(left.waiting) {
        W::receive(&mut entry.held, found);
    }
}

/// Puts the missing positions on the stack.
fn push<W: Walk>(missing: &mut Vec<W::Node>, stack: &mut Vec<StackEntry<W>>, budget: &Budget) -> Solved<()> {
    let (length, more) = (stack.len(), missing.len());
    if length + more > stack.capacity() {
        budget.meter().reserve(stack, (length + more).max(2 * length).max(1 << 8) - length)?;
    }
    stack.extend(missing.drain(..).map(|node| StackEntry::new(node, length - 1)));
    Ok(())
}

/// The path on the stack: the positions that are open, each reachable from the one before. The others wait beside it,
/// where one of the path may stand a second time.
fn path<W: Walk>(stack: &[StackEntry<W>]) -> impl DoubleEndedIterator<Item = &W::Node> + Clone {
    stack.iter().filter(|entry| entry.is_open).map(|entry| &entry.node)
}

fn cycle<W: Walk>(space: &W, stack: &[StackEntry<W>], back: &W::Node) -> SolveError {
    let cycle = path(stack).skip_while(|node| *node != back).chain([back]);
    SolveError::Cycle(cycle.map(|node| space.position(node)).collect())
}

/// As [`growth_along`], for the path on the stack.
fn growth<W: Walk>(space: &W, stack: &[StackEntry<W>]) -> Option<SolveError> {
    growth_along(path(stack), |node| size(&space.position(node)), |node| Some(space.position(node)))
}
