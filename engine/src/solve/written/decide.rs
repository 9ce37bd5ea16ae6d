//! Positions of written rules as a space for the search that looks only at what decides.

use std::cell::RefCell;

use super::expand::OptionValues;
use super::grid::PositionState;
use super::key::{Node, PositionKey};
use super::memos::WrittenGames;
use super::search::SearchState;
use crate::code::flat::FlatCoordinates;
use crate::game::{Position, Ruleset, Value};
use crate::nim::Nimber;
use crate::search::growth::refuse_endless;
use crate::search::{Answer, Knowledge, Listing, Space, TableKey};
use crate::solve::{Budget, SolveError, Solved};

impl WrittenGames {
    /// How many steps the ordinary search has before this one is considered. The ordinary search looks at every position
    /// below its first one, so it meets every place from which play can come back. Whatever is asked about a position,
    /// this search comes first and has as many steps: so the same positions are refused.
    pub const FEW: u64 = 30_000;
    /// If the mean value of positions is at least this, values are too large for this search to be faster.
    const LARGE: u64 = 4;

    /// Are the position's options generated one by one, since its rule is not compiled for numbers and so has no grid?
    /// False for engines that use the evaluator only.
    pub fn is_searched(&mut self, position: &Position) -> bool {
        let Ruleset::Written(system, rule) = &position.game.ruleset else { return false };
        if !system.rules[*rule].factors.is_empty() {
            return false;
        }
        let system = self.with_representatives(system);
        let memo = self.memo_in_use(&system);
        let is_compiled = self.memos[memo].code.rules[*rule].is_some();
        !self.definition_only && !is_compiled && self.memos[memo].rules[*rule].coins.is_none()
    }

    /// What is known of the value of a position without a search.
    pub fn known(&mut self, position: &Position, budget: &Budget) -> Solved<Knowledge> {
        let node = self.node_of(position, budget)?;
        Ok(self.knowledge(&node))
    }

    /// Does a position have this value?
    pub fn has_value(&mut self, position: &Position, value: Nimber, budget: &Budget) -> Solved<bool> {
        let answer = self.decide(position, Some(value.0), budget)?;
        Ok(answer == Answer::Value(value.0))
    }

    /// The value of a position, found by this search, which does not value all positions below it.
    pub fn decided_value(&mut self, position: &Position, budget: &Budget) -> Solved<Nimber> {
        match self.decide(position, None, budget)? {
            Answer::Value(value) => Ok(Nimber(value)),
            Answer::RuledOut => Err(SolveError::Internal("a search ended without the value it was for")),
        }
    }

    /// The value of a position about which nothing else will be asked. If there are few positions below it, all are
    /// valued. If there are many, and values are small, the value is found by this search. Its cost grows with the
    /// values, since it goes through all options once for each candidate.
    pub fn single_value(&mut self, position: &Position, budget: &Budget) -> Solved<Nimber> {
        self.step_limit = Some(Self::FEW);
        let found = self.value(position, budget);
        self.step_limit = None;
        match found {
            Err(SolveError::Positions { .. }) if self.usual_value < Self::LARGE => self.decided_value(position, budget),
            Err(SolveError::Positions { .. }) => self.value(position, budget),
            found => found,
        }
    }

    fn knowledge(&self, node: &Node) -> Knowledge {
        self.memo_knowledge(node).and(self.decider.found(node))
    }

    /// What the memos know of a position.
    fn memo_knowledge(&self, node: &Node) -> Knowledge {
        match self.state(node) {
            PositionState::Known(value) => Knowledge::of_value(value.0),
            PositionState::Unknown | PositionState::Open => Knowledge::NOTHING,
        }
    }

    /// Answers a question about a position: `Some(v)` asks whether v is its value; `None` asks for the value.
    fn decide(&mut self, position: &Position, question: Option<u64>, budget: &Budget) -> Solved<Answer> {
        let node = self.node_of(position, budget)?;
        refuse_endless(position)?;
        if self.knowledge(&node) == Knowledge::NOTHING {
            self.check_memory(&node, budget)?;
        }
        let mut decider = std::mem::take(&mut self.decider);
        decider.begin();
        let mut search = SearchState::new(budget);
        search.found.grouped = true;
        let mut space = Nodes { games: self, search, flat: RefCell::default() };
        let answer = decider.answer(&mut space, &node, question, budget);
        self.decider = decider;
        answer
    }

    /// Does the rule of a position claim that play ends?
    fn must_end(&self, node: &Node) -> bool {
        self.memos[node.memo].mover.system().rules[node.rule].ends
    }

    /// How large a position is: the sum of its numbers, and of the lengths and members of its texts and lists.
    fn extent(&self, node: &Node, flat: &RefCell<FlatCoordinates>) -> u64 {
        let arity = self.memos[node.memo].rules[node.rule].arity;
        let sum = |numbers: &mut dyn Iterator<Item = i64>| numbers.fold(0, i64::saturating_add).max(0).unsigned_abs();
        let flat = &mut *flat.borrow_mut();
        if node.key.unpack_board(arity, flat) {
            return sum(&mut flat.coordinates.iter().map(|(_, n)| *n).chain(flat.members.iter().copied()));
        }
        if let PositionKey::Large(coordinates) = &node.key {
            return extent(coordinates);
        }
        let mut numbers = [0; PositionKey::MOST];
        let Some(numbers) = numbers.get_mut(..arity) else { return u64::MAX };
        if node.key.numbers(numbers) { sum(&mut numbers.iter().copied()) } else { u64::MAX }
    }

    /// Lists the options of a position in `search.found`.
    fn list_options(&mut self, node: &Node, search: &mut SearchState) -> Solved<()> {
        search.found.clear();
        self.counts.decided += 1;
        if self.expand_by_code(node, &mut search.found, search.budget)?.is_some() {
            return Ok(());
        }
        search.budget.check()?;
        search.found.clear();
        self.expand_by_definition(node, search).map(drop)
    }
}

impl TableKey for Node {
    fn any() -> Node {
        Node { memo: 0, rule: 0, key: PositionKey::Small(0) }
    }

    fn contents(&self) -> u64 {
        self.key.contents()
    }
}

/// The positions of all written rules.
struct Nodes<'a> {
    games: &'a mut WrittenGames,
    search: SearchState<'a>,
    /// A buffer for the coordinates of the position that is being measured.
    flat: RefCell<FlatCoordinates>,
}

impl Space for Nodes<'_> {
    type Part = Node;

    const ENDS: bool = false;

    fn expand(&mut self, node: &Node, listing: &mut Listing<Node>, _: &Budget) -> Solved<Option<Knowledge>> {
        let Self { games, search, .. } = self;
        games.list_options(node, search)?;
        let OptionValues { groups, missing, .. } = &mut search.found;
        let mut missing = missing.drain(..);
        let mut start = 0;
        for group in groups {
            listing.add_known(group.known);
            for node in missing.by_ref().take(group.end - start) {
                if games.must_end(&node) { listing.add(node) } else { listing.add_apart(node) }
            }
            start = group.end;
            if listing.end_option().is_break() {
                break;
            }
        }
        Ok(None)
    }

    fn known(&self, node: &Node) -> Knowledge {
        self.games.memo_knowledge(node)
    }

    fn size(&self, node: &Node) -> u64 {
        self.games.extent(node, &self.flat)
    }

    fn position(&self, node: &Node) -> Option<Position> {
        Some(self.games.position(node))
    }
}

/// As [`WrittenGames::extent`], for coordinates that are not packed.
fn extent(values: &[Value]) -> u64 {
    let extents = values.iter().map(|value| match value {
        Value::Integer(n) => u64::try_from(*n).unwrap_or(0),
        Value::Text(text) => text.len() as u64,
        Value::List(members) => (members.len() as u64).saturating_add(extent(members)),
        _ => 0,
    });
    extents.fold(0, u64::saturating_add)
}
