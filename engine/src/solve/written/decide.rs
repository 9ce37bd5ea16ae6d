//! Decides whether a position has a given value, by a search that stops as soon as the answer is known.
//!
//! A position plus a nim-heap is a loss for the player to move exactly if the value of the position is the size of the
//! heap. So who wins is a question "does this position have value v?". An option with value v settles it: no. Each
//! option is therefore asked the same kind of question; if it is a sum, all its components but the largest are valued
//! beforehand. If no option has value v, an option is looked for with each smaller value in turn, until there is none
//! with one of them (no) or there is one with each (yes). What is learned, such as "the value is not 2", is remembered.
//! J. Lemoine and S. Viennot, "Nimbers are inevitable", Theoretical Computer Science 462, 2012; P. Beling and M.
//! Rogalski, "On pruning search trees of impartial games", Artificial Intelligence 283, 2020.

use rustc_hash::FxHashSet;

use super::expand::{OptionGroup, OptionValues};
use super::grid::PositionState;
use super::key::{Node, PositionKey};
use super::memos::WrittenGames;
use super::search::SearchState;
use super::transpositions::Knowledge;
use crate::code::flat::FlatCoordinates;
use crate::game::{Position, Ruleset};
use crate::nim::Nimber;
use crate::solve::growth::{LONGEST_GROWTH, growth_along, refuse_endless, size};
use crate::solve::heaps::Heaps;
use crate::solve::{Budget, SolveError, Solved};

/// The question about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Goal {
    /// What is its value?
    Value,
    /// Does it have this value?
    Is(u64),
}

/// A position on the path of the search, with the question about it and the progress made.
struct Pending {
    node: Node,
    goal: Goal,
    /// Its options, the lightest first: see `weight`. `left` has their components that were not known when they were
    /// listed, the heaviest of each option last.
    options: Vec<OptionGroup>,
    left: Vec<Node>,
    /// The value for which an option is being looked for.
    target: u64,
    /// The index of the option to be considered next.
    next: usize,
    /// For each smaller value there is an option that has it.
    low: u64,
    /// Values below 63 that the position does not have, since an option has them: a bit for each.
    excluded: u64,
}

/// The next step for a position on the path.
enum Turn {
    /// A component of an option must be asked first.
    Ask(Node, Goal),
    /// An option has the target value.
    Hit,
    /// No option has the target value.
    Miss,
}

/// The answer to a question: the value of the position, or `No` if it is only known not to be the one asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Answer {
    Exact(u64),
    No,
}

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
        let system = self.with_representatives(system);
        let memo = self.memo_in_use(&system);
        !self.definition_only && self.memos[memo].code.rules[*rule].is_none()
    }

    /// The value of a position, if it is known without a search.
    pub fn known_value(
        &mut self,
        position: &Position,
        heaps: &mut Heaps,
        budget: &mut Budget,
    ) -> Solved<Option<Nimber>> {
        let node = self.node_of(position, heaps, budget)?;
        Ok(match self.knowledge(&node) {
            Knowledge::Exact(value) => Some(value),
            Knowledge::Excluded(_) => None,
        })
    }

    /// Does a position have this value? `None` if that is not known without a search.
    pub fn known_to_have_value(
        &mut self,
        position: &Position,
        value: Nimber,
        heaps: &mut Heaps,
        budget: &mut Budget,
    ) -> Solved<Option<bool>> {
        let node = self.node_of(position, heaps, budget)?;
        Ok(self.knowledge(&node).is(value.0))
    }

    /// Does a position have this value?
    pub fn has_value(
        &mut self,
        position: &Position,
        value: Nimber,
        heaps: &mut Heaps,
        budget: &mut Budget,
    ) -> Solved<bool> {
        self.decide(position, Goal::Is(value.0), heaps, budget).map(|answer| answer == Answer::Exact(value.0))
    }

    /// The value of a position, found by this search, which does not value all positions below it.
    pub fn decided_value(&mut self, position: &Position, heaps: &mut Heaps, budget: &mut Budget) -> Solved<Nimber> {
        match self.decide(position, Goal::Value, heaps, budget)? {
            Answer::Exact(value) => Ok(Nimber(value)),
            Answer::No => Err(SolveError::Internal("a search ended without the value it was for")),
        }
    }

    /// The value of a position about which nothing else will be asked. If there are few positions below it, all are
    /// valued. If there are many, and values are small, the value is found by this search. Its cost grows with the
    /// values, since it goes through all options once for each candidate.
    pub fn single_value(&mut self, position: &Position, heaps: &mut Heaps, budget: &mut Budget) -> Solved<Nimber> {
        self.step_limit = Some(Self::FEW);
        let found = self.value(position, heaps, budget);
        self.step_limit = None;
        match found {
            Err(SolveError::Positions { .. }) if self.usual_value < Self::LARGE => {
                self.decided_value(position, heaps, budget)
            }
            Err(SolveError::Positions { .. }) => self.value(position, heaps, budget),
            found => found,
        }
    }

    fn knowledge(&self, node: &Node) -> Knowledge {
        match self.state(node) {
            PositionState::Known(value) => Knowledge::Exact(value),
            PositionState::Unknown | PositionState::Open => self.transpositions.get(node),
        }
    }

    fn decide(&mut self, position: &Position, goal: Goal, heaps: &mut Heaps, budget: &mut Budget) -> Solved<Answer> {
        let node = self.node_of(position, heaps, budget)?;
        if let Some(known) = answered(self.knowledge(&node), goal) {
            return Ok(known);
        }
        refuse_endless(position)?;
        self.check_memory(&node, budget)?;
        let mut path = Path::default();
        let mut search = SearchState::new(heaps, budget);
        search.found.grouped = true;
        let found = self.follow(node, goal, &mut path, &mut search);
        found.map_err(|stop| stop.or_growth(|| self.path_growth(&path)))
    }

    fn follow(&mut self, start: Node, goal: Goal, path: &mut Path, search: &mut SearchState) -> Solved<Answer> {
        self.ask(start, goal, path, search)?;
        let mut turns = 0u64;
        loop {
            turns += 1;
            search.budget.check()?;
            if turns.is_multiple_of(256) {
                search.budget.progress(self.transpositions.len() as u64, 0)?;
            }
            if path.pending.len() > LONGEST_GROWTH && turns.is_multiple_of(1 << 16) {
                self.path_growth(path).map_or(Ok(()), Err)?;
            }
            let Some(asked) = path.pending.last_mut() else { return Err(SolveError::Internal("nothing is asked")) };
            let answer = match self.turn(asked, true) {
                Turn::Ask(node, goal) => {
                    if path.open.contains(&node) {
                        return Err(self.circle(path, &node));
                    }
                    self.ask(node, goal, path, search)?;
                    continue;
                }
                Turn::Hit => asked.hit(),
                Turn::Miss => asked.miss(),
            };
            let Some(answer) = answer else { continue };
            let knowledge = match answer {
                Answer::Exact(value) => Knowledge::Exact(Nimber(value)),
                Answer::No => Knowledge::Excluded(asked.excluded),
            };
            let node = asked.node.clone();
            self.transpositions.set(&node, knowledge, search.budget)?;
            path.leave();
            match path.pending.last_mut() {
                None => return Ok(answer),
                Some(waiting) => waiting.component_answered(answer),
            }
        }
    }

    /// Puts a position on the path, with its options and the question about it.
    fn ask(&mut self, node: Node, goal: Goal, path: &mut Path, search: &mut SearchState) -> Solved<()> {
        self.list_options(&node, search)?;
        self.counts.decided += 1;
        let found = &mut search.found;
        let (options, left) = self.ordered(found);
        let excluded = match self.knowledge(&node) {
            Knowledge::Excluded(bits) => bits,
            Knowledge::Exact(_) => 0,
        };
        path.open.insert(node.clone());
        let low = u64::from(excluded.trailing_ones());
        let target = match goal {
            Goal::Value => low,
            Goal::Is(value) => value,
        };
        let pending = Pending { node, goal, options, left, target, next: 0, low, excluded };
        Ok(search.budget.meter().push(&mut path.pending, pending)?)
    }

    /// The options that an expansion found, in the order that [`Pending`] keeps them: the options and their unknown
    /// components.
    fn ordered(&self, found: &mut OptionValues) -> (Vec<OptionGroup>, Vec<Node>) {
        let mut flat = FlatCoordinates::default();
        let mut weighed: Vec<(i64, usize)> =
            found.missing.iter().map(|node| self.weight(node, &mut flat)).zip(0..).collect();
        let mut order = Vec::with_capacity(found.groups.len());
        let mut start = 0;
        for group in &found.groups {
            weighed[start..group.end].sort_unstable();
            let heaviest = weighed[start..group.end].last().map_or(0, |last| last.0);
            order.push((heaviest, start, *group));
            start = group.end;
        }
        order.sort_by_key(|(weight, ..)| *weight);
        let (mut options, mut left) = (Vec::with_capacity(order.len()), Vec::with_capacity(found.missing.len()));
        for (_, start, group) in order {
            left.extend(weighed[start..group.end].iter().map(|(_, place)| found.missing[*place].clone()));
            options.push(OptionGroup { known: group.known, end: left.len() });
        }
        (options, left)
    }

    /// An estimate of how long the search of a position takes: the sum of its numbers, and of the lengths and members
    /// of its texts and lists.
    fn weight(&self, node: &Node, flat: &mut FlatCoordinates) -> i64 {
        let arity = self.memos[node.memo].rules[node.rule].arity;
        if node.key.unpack_board(arity, flat) {
            let numbers = flat.coordinates.iter().map(|(_, n)| *n).chain(flat.members.iter().copied());
            return numbers.fold(0, i64::saturating_add);
        }
        let mut numbers = [0; PositionKey::MOST];
        let Some(numbers) = numbers.get_mut(..arity) else { return i64::MAX };
        let is_packed = node.key.numbers(numbers);
        if is_packed { numbers.iter().copied().fold(0, i64::saturating_add) } else { i64::MAX }
    }

    /// Goes through the options of a position from the next one on, until one has the target value or, if `may_ask`,
    /// until one is found for which that is not known.
    fn turn(&self, asked: &mut Pending, may_ask: bool) -> Turn {
        if asked.next == 0 && may_ask {
            // Go through all options once without a search: what is known already may be enough.
            if let Turn::Hit = self.turn(asked, false) {
                return Turn::Hit;
            }
            asked.next = 0;
        }
        while let Some(option) = asked.options.get(asked.next) {
            let start = asked.next.checked_sub(1).map_or(0, |before| asked.options[before].end);
            let mut wanted = asked.target ^ option.known;
            let mut unknown: Option<&Node> = None;
            let mut several = false;
            for node in &asked.left[start..option.end] {
                match self.knowledge(node) {
                    Knowledge::Exact(value) => wanted ^= value.0,
                    Knowledge::Excluded(_) if unknown.is_some() => {
                        several = true;
                        break;
                    }
                    Knowledge::Excluded(_) => unknown = Some(node),
                }
            }
            match unknown {
                None if wanted == 0 => return Turn::Hit,
                None => {}
                // Components are in order of weight: the lighter one is valued first.
                Some(node) if several && may_ask => return Turn::Ask(node.clone(), Goal::Value),
                Some(_) if several => {}
                Some(node) => match self.knowledge(node).is(wanted) {
                    Some(true) => return Turn::Hit,
                    None if may_ask => return Turn::Ask(node.clone(), Goal::Is(wanted)),
                    _ => {}
                },
            }
            asked.next += 1;
        }
        Turn::Miss
    }

    /// Lists the options of a position in `search.found`.
    fn list_options(&mut self, node: &Node, search: &mut SearchState) -> Solved<()> {
        search.found.clear();
        if self.expand_by_code(node, &mut search.found, search.heaps, search.budget)?.is_some() {
            return Ok(());
        }
        search.budget.check()?;
        search.found.clear();
        self.expand_by_definition(node, search).map(drop)
    }

    fn circle(&self, path: &Path, back: &Node) -> SolveError {
        let nodes = path.pending.iter().map(|asked| &asked.node).skip_while(|node| *node != back).chain([back]);
        SolveError::Cycle(nodes.map(|node| self.position(node)).collect())
    }

    fn path_growth(&self, path: &Path) -> Option<SolveError> {
        let position = |asked: &&Pending| self.position(&asked.node);
        growth_along(path.pending.iter(), |asked| size(&position(asked)), |asked| Some(position(asked)))
    }
}

/// The path of the search: each position is a component of an option of the one before, which waits for it.
#[derive(Default)]
struct Path {
    pending: Vec<Pending>,
    open: FxHashSet<Node>,
}

impl Path {
    fn leave(&mut self) {
        if let Some(left) = self.pending.pop() {
            self.open.remove(&left.node);
        }
    }
}

fn answered(knowledge: Knowledge, goal: Goal) -> Option<Answer> {
    match (knowledge, goal) {
        (Knowledge::Exact(value), _) => Some(Answer::Exact(value.0)),
        (known, Goal::Is(value)) => (known.is(value) == Some(false)).then_some(Answer::No),
        (Knowledge::Excluded(_), Goal::Value) => None,
    }
}

impl Pending {
    /// Records that an option has the target value, so the position does not. The answer, if that settles the question.
    fn hit(&mut self) -> Option<Answer> {
        self.exclude(self.target);
        if self.goal == Goal::Is(self.target) {
            return Some(Answer::No);
        }
        self.low = self.target + 1;
        self.look_for_next()
    }

    /// Records that no option has the target value. The answer, if that settles the question.
    fn miss(&mut self) -> Option<Answer> {
        if self.goal != Goal::Is(self.target) || self.low >= self.target {
            // Each smaller value is that of an option, so the target is the mex.
            return Some(Answer::Exact(self.target));
        }
        self.look_for_next()
    }

    /// Makes the least value that the position may still have the target. The answer, if that settles the question.
    fn look_for_next(&mut self) -> Option<Answer> {
        while self.low < 63 && self.excluded >> self.low & 1 == 1 {
            self.low += 1;
        }
        (self.target, self.next) = (self.low, 0);
        match self.goal {
            // That value was the first target, and no option had it.
            Goal::Is(value) if self.low == value => Some(Answer::Exact(value)),
            _ => None,
        }
    }

    fn exclude(&mut self, value: u64) {
        if value < 63 {
            self.excluded |= 1 << value;
        }
    }

    /// The component that this position waited for has been answered. `No` rules the option out, so the next one
    /// follows; a value is looked up in the next turn.
    fn component_answered(&mut self, answer: Answer) {
        if answer == Answer::No {
            self.next += 1;
        }
    }
}
