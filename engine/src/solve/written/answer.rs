//! Answers the solver's questions about written rules: the value of a position, which engine is used, and whether
//! there is enough memory.

use std::sync::Arc;

use super::coins::CoinTable;
use super::coprimes::CoprimeTable;
use super::forward::advances::positions_below;
use super::grid::{GridLine, LARGEST_GRID, PositionState};
use super::key::{Node, PositionKey};
use super::memo::Memo;
use super::memos::WrittenGames;
use super::representatives::RepresentativeRules;
use super::strategy::Strategy;
use crate::code::bounds;
use crate::code::compile;
use crate::code::flat::Kind;
use crate::game::{Board, Position, Ruleset, System, Value, rewrites_where};
use crate::nim::Nimber;
use crate::search::growth::refuse_endless;
use crate::solve::{Budget, Cost, SolveError, Solved};

impl WrittenGames {
    /// The value of a position. Values computed before an interruption are kept.
    pub fn value(&mut self, position: &Position, budget: &Budget) -> Solved<Nimber> {
        let start = self.node_of(position, budget)?;
        if let Some((coins, place)) = self.coins(&start, position) {
            let value = coins.value(place, budget)?;
            self.counts.coins += 1;
            return Ok(value);
        }
        if let Some((table, heap)) = self.coprimes(&start, position) {
            return table.value(heap, budget);
        }
        if let PositionState::Known(value) = self.state(&start) {
            return Ok(value);
        }
        refuse_endless(position)?;
        self.check_memory(&start, budget)?;
        self.search(&start, budget)?;
        match self.state(&start) {
            PositionState::Known(value) => Ok(value),
            PositionState::Unknown | PositionState::Open => {
                Err(SolveError::Internal("a search ended without the value it was for"))
            }
        }
    }

    /// The table of a coin-turning game and the place of a head, if the position is one.
    fn coins(&mut self, node: &Node, position: &Position) -> Option<(&mut CoinTable, u64)> {
        let coins = self.memos[node.memo].rules[node.rule].coins.as_mut().filter(|_| !self.definition_only)?;
        Some((coins, u64::try_from(position.coordinates.first()?.as_integer()?).ok()?))
    }

    /// The table of a rule whose moves leave numbers without a common factor with the heap, and the heap, if the position is of such a
    /// rule.
    fn coprimes(&mut self, node: &Node, position: &Position) -> Option<(&mut CoprimeTable, u64)> {
        let is_used = !self.definition_only && !cfg!(target_family = "wasm");
        let table = self.memos[node.memo].rules[node.rule].coprimes.as_mut().filter(|_| is_used)?;
        Some((table, u64::try_from(position.number()?).ok()?))
    }

    /// The places of the other coins that a move turns which leaves this value, if the position is a head of a coin-turning
    /// game and there is such a move. The outer `None` stands for any other position.
    pub fn turned(&mut self, position: &Position, value: Nimber, budget: &Budget) -> Solved<Option<Option<Vec<u64>>>> {
        let Some(node) = self.node_of_coins(position) else { return Ok(None) };
        match self.coins(&node, position) {
            Some((coins, place)) => coins.turned(place, value, budget).map(Some),
            None => Ok(None),
        }
    }

    /// The position as the search refers to it, if the rule is that of a coin-turning game.
    pub(super) fn node_of_coins(&mut self, position: &Position) -> Option<Node> {
        let Ruleset::Written(system, rule) = &position.game.ruleset else { return None };
        let system = self.with_representatives(system);
        let memo = self.memo_in_use(&system);
        self.memos[memo].rules[*rule].coins.as_ref()?;
        Some(Node { memo, rule: *rule, key: PositionKey::of(&position.coordinates) })
    }

    /// A position as the search refers to it, or with `same as` its representative. Its memo counts as used.
    pub(super) fn node_of(&mut self, position: &Position, budget: &Budget) -> Solved<Node> {
        let Ruleset::Written(system, rule) = &position.game.ruleset else {
            return Err(SolveError::Internal("a written rule is asked of a heap game"));
        };
        let coordinates = self.representative_of(position, budget)?;
        let system = self.with_representatives(system);
        Ok(Node { memo: self.memo_in_use(&system), rule: *rule, key: PositionKey::of(&coordinates) })
    }

    /// The rules that `same as` gives for a system; `None` if the system does not use it, or if only the evaluator is
    /// to be used.
    fn representatives(&mut self, system: &Arc<System>) -> Option<&mut RepresentativeRules> {
        if self.definition_only || !system.has_representatives() {
            return None;
        }
        Some(self.representatives.entry(system.clone()).or_insert_with(|| RepresentativeRules::of(system)))
    }

    /// The coordinates of a position's representative, after testing the claims of `same as`; those of the position
    /// itself if its system does not use `same as`.
    pub(in crate::solve) fn representative_of(&mut self, position: &Position, budget: &Budget) -> Solved<Arc<[Value]>> {
        let here = &position.coordinates;
        let Ruleset::Written(system, rule) = &position.game.ruleset else { return Ok(here.clone()) };
        if !system.has_representatives() {
            return Ok(here.clone());
        }
        let mut definition = WrittenGames::definition_only(budget.meter().clone());
        definition.heaps = std::mem::take(&mut self.heaps);
        let mut value = |position: &Position, most: usize| definition.value_within(position, most, budget);
        let rules = self.representatives(system);
        let found = rules.map(|rules| rules.representative(system, *rule, here, &mut value, budget)).transpose();
        self.heaps = definition.heaps;
        let Some(found) = found? else { return Ok(here.clone()) };
        if !self.claims.contains(&system.rules[*rule].name) {
            self.claims.insert(system.rules[*rule].name.clone());
        }
        Ok(found)
    }

    /// The value of a position, and how much was looked at for it. `None` if that would be more than `most`, or if play need not end.
    fn value_within(&mut self, position: &Position, most: usize, budget: &Budget) -> Solved<(Option<Nimber>, usize)> {
        let before = self.counts.definition;
        self.step_limit = Some(most as u64);
        match self.value(position, budget) {
            Err(SolveError::Positions { .. }) => Ok((None, most)),
            Err(SolveError::Cycle(_) | SolveError::Grows { .. }) => Ok((None, 1)),
            found => Ok((Some(found?), usize::try_from(self.counts.definition - before).unwrap_or(most))),
        }
    }

    /// The system in which values are computed: with every option replaced by its representative, if the system uses
    /// `same as`.
    pub(super) fn with_representatives(&mut self, system: &Arc<System>) -> Arc<System> {
        self.representatives(system).map_or_else(|| system.clone(), |rules| rules.system.clone())
    }

    /// Prepares for questions about most positions with coordinates up to those of `highest`, if it is a position of an
    /// written rule: fills in a grid where that pays and there is room.
    pub fn expect(&mut self, highest: &Position, budget: &Budget) -> Solved<()> {
        let Ruleset::Written(system, rule) = &highest.game.ruleset else { return Ok(()) };
        // Each value of a product is computed by itself.
        if !system.rules[*rule].factors.is_empty() && !self.definition_only {
            return Ok(());
        }
        let system = self.with_representatives(system);
        let memo = self.memo_in_use(&system);
        let node = Node { memo, rule: *rule, key: PositionKey::of(&highest.coordinates) };
        if let Some((coins, place)) = self.coins(&node, highest) {
            return coins.value(place, budget).map(drop);
        }
        if let Some((table, heap)) = self.coprimes(&node, highest) {
            return table.value(heap, budget).map(drop);
        }
        if matches!(self.state(&node), PositionState::Known(_)) {
            return Ok(());
        }
        match self.fill(&node, budget)? {
            true => Ok(()),
            false => self.prepare(&node, budget),
        }
    }

    /// The line of the grid through a position along one of its coordinates. `None` without a grid, and where a
    /// condition or `same as` says more of a position than its numbers do.
    pub fn line(
        &mut self,
        system: &Arc<System>,
        rule: usize,
        coordinates: &[Value],
        axis: usize,
    ) -> Option<GridLine<'_>> {
        if system.rules[rule].domain.is_some() || system.has_representatives() {
            return None;
        }
        let memo = self.memo_in_use(system);
        let grid = self.memos[memo].rules[rule].grid.as_ref()?;
        let mut numbers: Vec<i64> =
            coordinates.iter().map(|number| number.as_integer()?.try_into().ok()).collect::<Option<_>>()?;
        *numbers.get_mut(axis)? = 0;
        grid.line(&numbers, axis)
    }

    /// One line that says how the values of a ruleset are computed.
    pub fn engine(&mut self, ruleset: &Ruleset) -> &'static str {
        let Ruleset::Written(system, rule) = ruleset else { return Strategy::Definition.why() };
        if !system.rules[*rule].factors.is_empty() {
            return "a product: its values are the nim-products of those of its factors (Tartan theorem)";
        }
        let system = self.with_representatives(system);
        let memo = self.memo_in_use(&system);
        if self.memos[memo].rules[*rule].coins.is_some() && !self.definition_only {
            return "a coin-turning game: the nim-sums of the coins that a move may turn are kept as bits";
        }
        if self.memos[memo].rules[*rule].coprimes.is_some() && !self.definition_only {
            return "a number without a common factor is taken: one divisor for each value tells which heaps can be left";
        }
        let way = self.memos[memo].rules[*rule].strategy.why();
        if self.memos[memo].code.rules[*rule].is_none() && self.has_boards(&system, *rule) {
            return Strategy::Boards.why();
        }
        way
    }

    /// Can a rule be compiled for coordinates of some kinds, at least one of them a text or a list? Tried for up to
    /// four coordinates.
    fn has_boards(&mut self, system: &Arc<System>, rule: usize) -> bool {
        const KINDS: [Kind; 4] = [Kind::Text, Kind::List, Kind::Couples, Kind::Number];
        let Ok(arity @ 0..=4) = u32::try_from(system.rules[rule].arity) else { return false };
        if self.definition_only {
            return false;
        }
        // Every choice of kinds except the last one, which is numbers alone.
        (0..KINDS.len().pow(arity) - 1).any(|choice| {
            let kind = |place| KINDS[choice / KINDS.len().pow(place) % KINDS.len()];
            let kinds: Vec<Kind> = (0..arity).map(kind).collect();
            compile::board(system, rule, kinds, &self.ticker.clone(), &mut |other| self.memo(other)).code.is_some()
        })
    }

    /// `SolveError::Memory` if there certainly is not enough: for the values of the position's options, at a byte each,
    /// or for the positions that can be reached from it, however they are kept.
    pub(super) fn check_memory(&self, node: &Node, budget: &Budget) -> Solved<()> {
        let memo = &self.memos[node.memo];
        let Some((rule, domain)) = memo.code.compiled(node.rule) else {
            return self.check_memory_for_boards(node, budget);
        };
        let mut frame = vec![0; rule.slots.max(domain.slots)];
        for (n, coordinate) in frame.iter_mut().zip(node.key.coordinates(rule.arity).iter()) {
            let Some(Ok(coordinate)) = coordinate.as_integer().map(i64::try_from) else { return Ok(()) };
            *n = coordinate;
        }
        frame.extend_from_slice(&rule.constants);
        let options = bounds::options(rule, domain, &mut frame);
        budget.room_for(options.into(), Cost::Options(options))?;
        let positions = positions_below(rule, node.rule, domain, &frame[..rule.arity]);
        budget.room_for(self.bytes_for(node, positions, &frame[..rule.arity]), Cost::Positions(positions))
    }

    /// The same for a rewriting rule on a text that is too long to be packed. An option is a text as long as the
    /// position. If there are k places for moves with no cell in common, any subset of the moves can be made, so at
    /// least 2^k boards can be reached.
    fn check_memory_for_boards(&self, node: &Node, budget: &Budget) -> Solved<()> {
        let PositionKey::Large(coordinates) = &node.key else { return Ok(()) };
        let system = self.memos[node.memo].mover.system();
        let Some((rewrites, liberty_rules)) =
            rewrites_where(system, node.rule).filter(|_| !system.has_representatives())
        else {
            return Ok(());
        };
        let [Value::Text(text)] = &coordinates[..] else { return Ok(()) };
        budget.meter().room(text.len().saturating_mul(Board::COST))?;
        let Ok(board) = Board::read(text) else { return Ok(()) };
        let options = rewrites.iter().fold(0, |sum: u64, rewrite| sum.saturating_add(rewrite.count(&board)));
        budget.room_for(u128::from(options) * text.len() as u128, Cost::Options(options))?;
        let places =
            rewrites.iter().map(|rewrite| rewrite.independent_places(&board, &liberty_rules, 64)).max().unwrap_or(0);
        let positions = 1u128 << places;
        budget.room_for(positions.saturating_mul(u128::from(Memo::cost(&node.key))), Cost::Positions(positions))
    }

    /// The least memory in which this many positions of a rule can be kept: in a grid, or in hash tables.
    fn bytes_for(&self, node: &Node, positions: u128, start: &[i64]) -> u128 {
        let fits_grid = positions <= LARGEST_GRID as u128;
        let bytes = if fits_grid { Self::BYTES_PER_CELL } else { Memo::cost(&node.key) };
        let searched = positions.saturating_mul(bytes.into());
        match &self.memos[node.memo].rules[node.rule].strategy {
            Strategy::Lines(directions) => {
                let sizes: Vec<i64> = start.iter().map(|n| n.saturating_add(1)).collect();
                searched.min(directions.bytes_needed(&sizes))
            }
            _ => searched,
        }
    }
}
