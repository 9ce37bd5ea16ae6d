//! Who wins, by a search that stops when it knows.
//!
//! A position together with a nim-heap is lost for whoever must move if the value of the position is the size of the
//! heap. So the question is always "is the value of this position so much?": an option of that value ends the search, and
//! what an option leaves is asked the same question, its smaller components being valued first. What is learned, "the
//! value is not 2", is remembered. J. Lemoine and S. Viennot, "Nimbers are inevitable", Theoretical Computer Science
//! 462, 2012; P. Beling and M. Rogalski, "On pruning search trees of impartial games", Artificial Intelligence 283, 2020.

use rustc_hash::FxHashSet;

use super::decided::Knowledge;
use super::expand::{OptionGroup, OptionValues};
use super::grid::PositionState;
use super::key::{Node, PositionKey, Spread};
use super::memos::Explicit;
use super::search::SearchState;
use crate::game::{Position, Ruleset};
use crate::nim::Nimber;
use crate::solve::growth::{LONGEST_GROWTH, growth, refuse_endless};
use crate::solve::heaps::Heaps;
use crate::solve::reservation::Reservation;
use crate::solve::{Budget, SolveError, Solved};

/// What is asked about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Goal {
    /// Its value.
    Value,
    /// Is its value so much?
    Is(u64),
}

/// A position on the path, with its question.
struct Pending {
    node: Node,
    goal: Goal,
    /// Its options, the lightest first, and what they leave that was not known when they were listed, the heaviest
    /// component of each last.
    options: Vec<OptionGroup>,
    left: Vec<Node>,
    /// An option of this value is looked for,
    target: u64,
    /// and this option is next.
    next: usize,
    /// All smaller values are options.
    low: u64,
    /// Values below 63 that the position has not, a bit for each.
    excluded: u64,
    cost: u64,
}

/// What to do next about a position on the path.
enum Turn {
    /// An option's component is asked first.
    Ask(Node, Goal),
    /// An option has the value that is looked for.
    Hit,
    /// No option has.
    Miss,
}

/// What came of a question: the value, if that is known now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Answer {
    Exact(u64),
    No,
}

impl Explicit {
    /// Steps of a search through few positions.
    const FEW: u64 = 30_000;
    /// From here on values are large.
    const LARGE: u64 = 4;

    /// Is a position's value found by looking at options one by one, and no table filled in?
    pub fn is_searched(&mut self, position: &Position) -> bool {
        let Ruleset::Explicit(system, rule) = &position.game.ruleset else { return false };
        let system = self.at_home(system);
        let memo = self.asked(&system);
        !self.plain && self.memos[memo].code.rules[*rule].is_none()
    }

    /// The value of a position, if it is known without any search.
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

    /// Is the value of a position so much, if that is known without any search?
    pub fn known_worth(
        &mut self,
        position: &Position,
        value: Nimber,
        heaps: &mut Heaps,
        budget: &mut Budget,
    ) -> Solved<Option<bool>> {
        let node = self.node_of(position, heaps, budget)?;
        Ok(self.knowledge(&node).is(value.0))
    }

    /// Is the value of a position so much?
    pub fn is_worth(
        &mut self,
        position: &Position,
        value: Nimber,
        heaps: &mut Heaps,
        budget: &mut Budget,
    ) -> Solved<bool> {
        self.decide(position, Goal::Is(value.0), heaps, budget).map(|answer| answer == Answer::Exact(value.0))
    }

    /// The value of a position, without those of all positions below it.
    pub fn decided_value(&mut self, position: &Position, heaps: &mut Heaps, budget: &mut Budget) -> Solved<Nimber> {
        match self.decide(position, Goal::Value, heaps, budget)? {
            Answer::Exact(value) => Ok(Nimber(value)),
            Answer::No => Err(SolveError::Internal("a search ended without the value it was for")),
        }
    }

    /// The value of a position of which nothing else will be asked. Few positions below it are all valued. Of many, a value
    /// is decided where values are small: each that a position has not takes a look at all options once more.
    pub fn single_value(&mut self, position: &Position, heaps: &mut Heaps, budget: &mut Budget) -> Solved<Nimber> {
        self.patience = Some(Self::FEW);
        let found = self.value(position, heaps, budget);
        self.patience = None;
        match found {
            Err(SolveError::Positions { .. }) if self.usual_value < Self::LARGE => {
                self.decided_value(position, heaps, budget)
            }
            Err(SolveError::Positions { .. }) => self.value(position, heaps, budget),
            found => found,
        }
    }

    fn node_of(&mut self, position: &Position, heaps: &mut Heaps, budget: &mut Budget) -> Solved<Node> {
        let Ruleset::Explicit(system, rule) = &position.game.ruleset else {
            return Err(SolveError::Internal("a written rule is asked of a heap game"));
        };
        let coordinates = self.home_of(position, heaps, budget)?;
        let system = self.at_home(system);
        Ok(Node { memo: self.asked(&system), rule: *rule, key: PositionKey::of(&coordinates) })
    }

    fn knowledge(&self, node: &Node) -> Knowledge {
        match self.state(node) {
            PositionState::Known(value) => Knowledge::Exact(value),
            PositionState::Unknown | PositionState::Open => self.decided.get(node),
        }
    }

    fn decide(&mut self, position: &Position, goal: Goal, heaps: &mut Heaps, budget: &mut Budget) -> Solved<Answer> {
        let node = self.node_of(position, heaps, budget)?;
        if let Some(known) = answered(self.knowledge(&node), goal) {
            return Ok(known);
        }
        refuse_endless(position)?;
        self.ask_room(&node, budget)?;
        let mut path = Path::default();
        let mut search = SearchState::new(heaps, budget);
        search.met.grouped = true;
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
                search.budget.progress(self.decided.len() as u64, 0)?;
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
            self.decided.set(&node, knowledge, search.budget)?;
            path.leave();
            match path.pending.last_mut() {
                None => return Ok(answer),
                Some(waiting) => waiting.told(answer),
            }
        }
    }

    /// Puts a position on the path, with its options.
    fn ask(&mut self, node: Node, goal: Goal, path: &mut Path, search: &mut SearchState) -> Solved<()> {
        self.list_options(&node, search)?;
        self.counts.decided += 1;
        let met = &mut search.met;
        let (options, left) = self.ordered(met);
        let excluded = match self.knowledge(&node) {
            Knowledge::Excluded(bits) => bits,
            Knowledge::Exact(_) => 0,
        };
        let cost =
            (size_of::<Pending>() + size_of_val(&options[..]) + size_of_val(&left[..]) + 2 * size_of::<Node>()) as u64;
        // The lists of the nodes, once more for the options that are made of them.
        let contents = left.iter().fold(node.key.contents(), |sum, node| sum.saturating_add(node.key.contents()));
        let cost = cost.saturating_add(contents.saturating_mul(2));
        path.reservation.spend(cost, search.budget)?;
        path.open.insert(node.clone());
        let low = u64::from(excluded.trailing_ones());
        let target = match goal {
            Goal::Value => low,
            Goal::Is(value) => value,
        };
        path.pending.push(Pending { node, goal, options, left, target, next: 0, low, excluded, cost });
        Ok(())
    }

    /// The options of what was met, the lightest first, the heaviest component of each last.
    fn ordered(&self, met: &mut OptionValues) -> (Vec<OptionGroup>, Vec<Node>) {
        let mut spread = Spread::default();
        let mut weighed: Vec<(i64, usize)> =
            met.missing.iter().map(|node| self.weight(node, &mut spread)).zip(0..).collect();
        let mut order = Vec::with_capacity(met.groups.len());
        let mut start = 0;
        for group in &met.groups {
            weighed[start..group.end].sort_unstable();
            let heaviest = weighed[start..group.end].last().map_or(0, |last| last.0);
            order.push((heaviest, start, *group));
            start = group.end;
        }
        order.sort_by_key(|(weight, ..)| *weight);
        let (mut options, mut left) = (Vec::with_capacity(order.len()), Vec::with_capacity(met.missing.len()));
        for (_, start, group) in order {
            left.extend(weighed[start..group.end].iter().map(|(_, place)| met.missing[*place].clone()));
            options.push(OptionGroup { known: group.known, end: left.len() });
        }
        (options, left)
    }

    /// How large a position is, about: the sum of its numbers and lengths.
    fn weight(&self, node: &Node, spread: &mut Spread) -> i64 {
        let arity = self.memos[node.memo].rules[node.rule].arity;
        if node.key.spread(arity, spread) {
            let numbers = spread.coordinates.iter().map(|(_, n)| *n).chain(spread.members.iter().copied());
            return numbers.fold(0, i64::saturating_add);
        }
        let mut numbers = [0; PositionKey::MOST];
        let Some(numbers) = numbers.get_mut(..arity) else { return i64::MAX };
        let is_packed = node.key.numbers(numbers);
        if is_packed { numbers.iter().copied().fold(0, i64::saturating_add) } else { i64::MAX }
    }

    /// Goes on with a position: to its first option that is not decided, if it may ask for one.
    fn turn(&self, asked: &mut Pending, may_ask: bool) -> Turn {
        if asked.next == 0 && may_ask {
            // What is known may be enough: all options are looked at once before one of them is searched.
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
                // The lighter one is valued first.
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

    /// The options of a position, into what was met.
    fn list_options(&mut self, node: &Node, search: &mut SearchState) -> Solved<()> {
        search.met.clear();
        if self.expand_by_code(node, &mut search.met, search.heaps, search.budget)?.is_some() {
            return Ok(());
        }
        search.budget.check()?;
        search.met.clear();
        self.expand_by_definition(node, search).map(drop)
    }

    fn circle(&self, path: &Path, back: &Node) -> SolveError {
        let nodes = path.pending.iter().map(|asked| &asked.node).skip_while(|node| *node != back).chain([back]);
        SolveError::Cycle(nodes.map(|node| self.position(node)).collect())
    }

    fn path_growth(&self, path: &Path) -> Option<SolveError> {
        growth(path.pending.len(), |index| path.pending.get(index).map(|asked| self.position(&asked.node)))
    }
}

/// The positions that wait for each other, each an option's component of the one before.
#[derive(Default)]
struct Path {
    pending: Vec<Pending>,
    open: FxHashSet<Node>,
    reservation: Reservation,
}

impl Path {
    fn leave(&mut self) {
        if let Some(left) = self.pending.pop() {
            self.open.remove(&left.node);
            self.reservation.refund(left.cost);
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
    /// The position has not the value that was looked for, since an option has it. What is known then, if that is enough.
    fn hit(&mut self) -> Option<Answer> {
        self.exclude(self.target);
        if self.goal == Goal::Is(self.target) {
            return Some(Answer::No);
        }
        self.low = self.target + 1;
        self.look_for_next()
    }

    /// No option has the value that was looked for.
    fn miss(&mut self) -> Option<Answer> {
        if self.goal != Goal::Is(self.target) || self.low >= self.target {
            // All smaller values are options.
            return Some(Answer::Exact(self.target));
        }
        self.look_for_next()
    }

    /// Looks for the least value that the position may still have.
    fn look_for_next(&mut self) -> Option<Answer> {
        while self.low < 63 && self.excluded >> self.low & 1 == 1 {
            self.low += 1;
        }
        (self.target, self.next) = (self.low, 0);
        match self.goal {
            // No option has that value, or it would have been found first.
            Goal::Is(value) if self.low == value => Some(Answer::Exact(value)),
            _ => None,
        }
    }

    fn exclude(&mut self, value: u64) {
        if value < 63 {
            self.excluded |= 1 << value;
        }
    }

    /// The component that was asked for has answered. Its value would be looked up; what it is not rules the option out.
    fn told(&mut self, answer: Answer) {
        if answer == Answer::No {
            self.next += 1;
        }
    }
}
