//! Expands positions: generates their options with the compiled rule and looks up the values.

use std::sync::Arc;

use super::grid::PositionState;
use super::key::{Node, PositionKey};
use super::memo::Memo;
use super::memos::WrittenGames;
use crate::code::compile;
use crate::code::flat::{FlatCoordinates, Kind};
use crate::code::form::{Bailout, BoardCoordinate, Code, OptionCode, RuleCode, SystemCode};
use crate::code::frame_slice::lay_out;
use crate::code::run_one::{LoopEnd, each};
use crate::game::{Component, HeapRules, Ruleset, Summand};
use crate::nim::{Mex, Nimber};
use crate::solve::heaps::Heaps;
use crate::solve::{Budget, SolveError, Solved};

/// The result of expanding a position. `Missing`: some options have no value yet; they are in [`OptionValues`].
pub(super) enum Expansion {
    Value(Nimber),
    Missing,
    /// This option is on the search path: the position can be reached from itself.
    Back(Node),
}

/// What was found among the options of a position, and buffers for expanding it, which are reused.
#[derive(Default)]
pub(super) struct OptionValues {
    /// The positions without a value that are options, or components of options.
    pub missing: Vec<Node>,
    /// Were all options generated, and is each missing position an option by itself? Then the mex needs nothing but
    /// their values and those in `seen`.
    pub complete: bool,
    pub seen: Mex,
    /// Set by the caller: list every option separately in `groups`, not only the set of their values.
    pub grouped: bool,
    /// The options in order, if `grouped` is set.
    pub groups: Vec<OptionGroup>,
    /// The expansion stops at so many missing positions.
    abreast: usize,
    frame: Vec<i64>,
    flat: FlatCoordinates,
    option: OptionParts,
}

/// One option: a sum whose components are partly known.
#[derive(Clone, Copy, Debug)]
pub(super) struct OptionGroup {
    /// The nim-sum of its components with known values.
    pub known: u64,
    /// Where its unknown components end in the list of those of all options. They begin where those of the option
    /// before end.
    pub end: usize,
}

impl OptionValues {
    /// An expansion stops at this many missing positions, so that they are searched first. More would make the stack
    /// large; fewer would mean that the same options are generated again and again.
    pub const ABREAST: usize = 16;
    /// As [`OptionValues::ABREAST`], for positions with texts or lists: to make their options takes longer.
    const BOARDS_ABREAST: usize = 64;

    /// To be called before a position is expanded.
    pub fn clear(&mut self) {
        self.missing.clear();
        self.seen.clear();
        self.groups.clear();
        self.complete = true;
        self.abreast = Self::ABREAST;
    }

    /// Notes an option: the nim-sum of its known components, and whether all of its components are known.
    pub fn note_option(&mut self, known: u64, is_known: bool) {
        if self.grouped {
            self.groups.push(OptionGroup { known, end: self.missing.len() });
        }
        if is_known {
            self.seen.insert(Nimber(known));
        }
    }

    /// Notes that the value of a component is missing. Where options are listed separately, an even number of copies is
    /// noted as two, which have to be looked at: they cancel only if the component has a nim-value.
    pub fn note_missing(&mut self, node: Node, odd: bool) {
        if self.grouped && !odd {
            self.missing.push(node.clone());
        }
        self.missing.push(node);
    }

    /// Are enough positions missing to stop and search them?
    pub fn is_full(&self) -> bool {
        !self.grouped && self.missing.len() >= self.abreast
    }
}

/// An option that is a sum, component by component.
#[derive(Default)]
struct OptionParts {
    parts: Vec<OptionPart>,
    /// The nim-sum of its nim-heaps.
    stars: u64,
    /// A buffer for the frame of a `where` condition.
    domain: Vec<i64>,
    /// A buffer for coordinates with texts and lists.
    flat: FlatCoordinates,
}

struct OptionPart {
    kind: OptionPartKind,
    /// Are there an odd number of copies? An even number cancels out.
    odd: bool,
}

enum OptionPartKind {
    /// Without a key, it is not a position of the rule.
    Position {
        memo: usize,
        rule: usize,
        key: Option<PositionKey>,
    },
    Heap(Arc<HeapRules>, i64),
}

/// All memos, and the number of the memo of the system being expanded.
type MemosAt<'a> = (&'a [Memo], usize);

/// The state while a position is expanded. `ended` is set if it ends before all options are generated, by a cycle or an
/// error.
struct Expander<'a> {
    memo: usize,
    code: &'a SystemCode,
    memos: &'a [Memo],
    heaps: &'a mut Heaps,
    budget: &'a Budget,
    found: &'a mut OptionValues,
    ticks: u32,
    ended: Option<Solved<Expansion>>,
}

impl WrittenGames {
    /// Expands a position with compiled code. `None` if the rule has no code for it, or the code ends with a
    /// `Bailout`; then `found` is not to be used.
    pub(super) fn expand_by_code(
        &mut self,
        node: &Node,
        found: &mut OptionValues,
        budget: &Budget,
    ) -> Solved<Option<Expansion>> {
        let board = self.board(node, &mut found.flat);
        let code = &*self.memos[node.memo].code;
        let Some(rule) = code.rule(node.rule, board) else { return Ok(None) };
        if board.is_some() {
            lay_out(&mut found.frame, rule.slots, &found.flat, &rule.constants);
            found.abreast = OptionValues::BOARDS_ABREAST;
        } else {
            // The numbers of another position may be left in it: each variable is set before it is read.
            found.frame.resize(rule.slots, 0);
            if !node.key.numbers(&mut found.frame[..rule.arity]) {
                return Ok(None);
            }
        }
        let mut frame = std::mem::take(&mut found.frame);
        let (memo, memos) = (node.memo, &self.memos[..]);
        let mut expander = Expander { memo, code, memos, heaps: &mut self.heaps, budget, found, ticks: 0, ended: None };
        let expanded = expander.all(rule, &mut frame);
        let ended = expander.ended;
        found.frame = frame;
        if expanded == Err(LoopEnd::Bailout) {
            return Ok(None);
        }
        if let Some(ended) = ended {
            return ended.map(Some);
        }
        Ok(Some(if found.missing.is_empty() { Expansion::Value(found.seen.value()) } else { Expansion::Missing }))
    }

    /// Notes an option that the evaluator has found. `Err` if the expansion ends here: by a cycle or an error.
    pub(super) fn note_option(
        &mut self,
        here: usize,
        option: &[Summand],
        found: &mut OptionValues,
        budget: &Budget,
    ) -> Result<(), Solved<Expansion>> {
        found.option.begin();
        for Summand { copies, component } in option {
            let odd = copies % 2 == 1;
            let kind = match component {
                Component::Star(size) => {
                    found.option.stars ^= if odd { *size } else { 0 };
                    continue;
                }
                Component::Position(position) => match &position.game.ruleset {
                    Ruleset::Heap(rules) => {
                        let size = position.heap().and_then(|heap| i64::try_from(heap).ok());
                        OptionPartKind::Heap(rules.clone(), size.ok_or(Err(SolveError::Overflow))?)
                    }
                    Ruleset::Written(system, rule) => {
                        let is_own = Arc::ptr_eq(system, self.memos[here].mover.system());
                        let memo = if is_own { here } else { self.memo(system) };
                        let key = Some(PositionKey::of(&position.coordinates));
                        OptionPartKind::Position { memo, rule: *rule, key }
                    }
                    // Its own positions may stand in the compound again, so that the whole is looked at together (`draws`).
                    Ruleset::Compound(_) | Ruleset::Own(_) => return Err(Err(SolveError::Cycle(Vec::new()))),
                },
            };
            found.option.parts.push(OptionPart { kind, odd });
        }
        let (memos, code) = (&self.memos[..], &*self.memos[here].code);
        let mut expander =
            Expander { memo: here, code, memos, heaps: &mut self.heaps, budget, found, ticks: 0, ended: None };
        let noted = expander.add_value();
        match (expander.ended, noted) {
            (Some(ended), _) => Err(ended),
            (None, Ok(())) => Ok(()),
            (None, Err(_)) => Err(Err(SolveError::Internal("an option of the evaluator has no key"))),
        }
    }

    /// If there are texts or lists among a position's coordinates, lays them into `flat`, compiles the
    /// rule for coordinates of such kinds if that has not been done, and returns the index of the result among the
    /// boards.
    fn board(&mut self, node: &Node, flat: &mut FlatCoordinates) -> Option<usize> {
        let memo = &self.memos[node.memo];
        if self.definition_only || !node.key.lay_board(memo.rules[node.rule].arity, flat) {
            return None;
        }
        if let Some(known) = memo.code.board(node.rule, flat) {
            return Some(known);
        }
        let system = memo.mover.system().clone();
        let mut code = (*memo.code).clone();
        let mut referenced = Vec::new();
        code.boards.push(compile::board(&system, node.rule, flat.kinds(), &self.ticker.clone(), &mut |other| {
            let memo = self.memo(other);
            referenced.push(memo);
            memo
        }));
        let last = code.boards.len() - 1;
        self.memos[node.memo].code = Arc::new(code);
        self.memos[node.memo].referenced.extend(referenced);
        Some(last)
    }
}

impl Expander<'_> {
    const TICK: u32 = 1 << 12;

    fn all(&mut self, rule: &RuleCode, frame: &mut [i64]) -> Result<(), LoopEnd> {
        if let Some(over) = &rule.over
            && over.holds(frame)?
        {
            return Ok(());
        }
        for clause in &rule.clauses {
            each(&clause.steps, frame, &mut |frame| self.option(&clause.option, frame))?;
        }
        Ok(())
    }

    fn option(&mut self, option: &OptionCode, frame: &mut [i64]) -> Result<(), LoopEnd> {
        self.tick()?;
        match option {
            OptionCode::Written { memo, rule, coordinates } if coordinates.len() <= PositionKey::MOST => {
                self.position(*memo, *rule, coordinates, frame)?;
            }
            OptionCode::Board { memo, rule, coordinates } => {
                let is_own = memo.is_none();
                let memo = memo.unwrap_or(self.memo);
                if let Some(key) = self.found.option.board(&self.memos[memo], is_own, *rule, coordinates, frame)? {
                    let value = self.known(Node { memo, rule: *rule, key })?;
                    self.found.note_option(value.map_or(0, |value| value.0), value.is_some());
                }
            }
            sum => self.sum(sum, frame)?,
        }
        if !self.found.is_full() {
            return Ok(());
        }
        self.found.complete = false;
        Err(LoopEnd::Enough)
    }

    /// Notes an option that is a single position, as most are.
    fn position(
        &mut self,
        memo: Option<usize>,
        rule: usize,
        coordinates: &[Code],
        frame: &mut [i64],
    ) -> Result<(), LoopEnd> {
        let mut numbers = [0; PositionKey::MOST];
        let numbers = &mut numbers[..coordinates.len()];
        for (n, coordinate) in numbers.iter_mut().zip(coordinates) {
            *n = coordinate.value(frame)?;
        }
        let code = memo.map_or(self.code, |memo| &self.memos[memo].code);
        if inside(code, rule, numbers, &mut self.found.option.domain)? {
            let value = self.value(memo, rule, numbers)?;
            self.found.note_option(value.map_or(0, |value| value.0), value.is_some());
        }
        Ok(())
    }

    /// The value of a position if it is known; if not, it is added to those missing.
    fn value(&mut self, memo: Option<usize>, rule: usize, coordinates: &[i64]) -> Result<Option<Nimber>, LoopEnd> {
        let memo = memo.unwrap_or(self.memo);
        let (state, key) = self.memos[memo].state_of(rule, coordinates).ok_or(Bailout)?;
        // Most are known: do not build a node for them.
        if let PositionState::Known(value) = state {
            return Ok(Some(value));
        }
        self.value_or_missing(state, Node { memo, rule, key })
    }

    /// As [`Expander::value`], for a node.
    fn known(&mut self, node: Node) -> Result<Option<Nimber>, LoopEnd> {
        self.value_or_missing(self.memos[node.memo].state(node.rule, &node.key), node)
    }

    fn value_or_missing(&mut self, state: PositionState, node: Node) -> Result<Option<Nimber>, LoopEnd> {
        match state {
            PositionState::Known(value) => return Ok(Some(value)),
            PositionState::Open => return Err(self.end(Ok(Expansion::Back(node)))),
            PositionState::Unknown => self.found.missing.push(node),
        }
        Ok(None)
    }

    fn sum(&mut self, option: &OptionCode, frame: &mut [i64]) -> Result<(), LoopEnd> {
        self.found.option.begin();
        self.found.option.collect((self.memos, self.memo), option, true, frame)?;
        let is_inside = |part: &OptionPart| match &part.kind {
            OptionPartKind::Heap(_, size) => *size >= 0,
            OptionPartKind::Position { key, .. } => key.is_some(),
        };
        if self.found.option.parts.iter().all(is_inside) { self.add_value() } else { Ok(()) }
    }

    fn tick(&mut self) -> Result<(), LoopEnd> {
        self.ticks += 1;
        if self.ticks < Self::TICK {
            return Ok(());
        }
        self.ticks = 0;
        let checked = self.budget.check();
        checked.map_err(|stop| self.end(Err(stop)))
    }

    fn end(&mut self, how: Solved<Expansion>) -> LoopEnd {
        self.ended = Some(how);
        LoopEnd::Enough
    }

    /// Notes the option that was collected: adds its value to those seen, or its unknown components to those missing.
    fn add_value(&mut self) -> Result<(), LoopEnd> {
        let mut total = self.found.option.stars;
        let mut is_known = true;
        let alone = self.found.option.parts.len() == 1 && self.found.option.stars == 0;
        for index in 0..self.found.option.parts.len() {
            let OptionPart { kind, odd } = &self.found.option.parts[index];
            let odd = *odd;
            let value = match kind {
                // Heap games end, so that equal heaps cancel.
                OptionPartKind::Heap(..) if self.found.grouped && !odd => continue,
                OptionPartKind::Heap(rules, size) => match self.heaps.table(rules).value(*size as u64, self.budget) {
                    Ok(value) => Some(value),
                    Err(stop) => return Err(self.end(Err(stop))),
                },
                OptionPartKind::Position { memo, rule, key } => {
                    let key = key.clone().ok_or(Bailout)?;
                    self.known(Node { memo: *memo, rule: *rule, key })?
                }
            };
            let Some(Nimber(value)) = value else {
                is_known = false;
                if !odd && let Some(node) = self.found.missing.pop() {
                    self.found.note_missing(node, odd);
                }
                self.found.complete &= alone && odd;
                continue;
            };
            if odd {
                total ^= value;
            }
        }
        self.found.note_option(total, is_known);
        Ok(())
    }
}

/// Is this a position of the rule: no number below 0, and `where` holds?
pub(super) fn inside(
    code: &SystemCode,
    rule: usize,
    coordinates: &[i64],
    frame: &mut Vec<i64>,
) -> Result<bool, Bailout> {
    if coordinates.iter().any(|n| *n < 0) {
        return Ok(false);
    }
    let Some(domain) = &code.domains[rule] else { return Err(Bailout) };
    let Some(condition) = &domain.condition else { return Ok(true) };
    // A position whose numbers cannot be packed is left to the evaluator.
    PositionKey::of_numbers(coordinates).ok_or(Bailout)?;
    frame.clear();
    frame.extend_from_slice(coordinates);
    frame.resize(domain.slots.max(coordinates.len()), 0);
    condition.holds(frame)
}

impl OptionParts {
    fn begin(&mut self) {
        self.parts.clear();
        self.stars = 0;
    }

    /// Adds the components of an option. All of them are evaluated before the value of any is looked up.
    fn collect(&mut self, at: MemosAt, option: &OptionCode, odd: bool, frame: &mut [i64]) -> Result<(), LoopEnd> {
        match option {
            OptionCode::Written { memo, rule, coordinates } => {
                let memo = memo.unwrap_or(at.1);
                let mut numbers = [0; PositionKey::MOST];
                let numbers = numbers.get_mut(..coordinates.len()).ok_or(Bailout)?;
                for (n, coordinate) in numbers.iter_mut().zip(coordinates) {
                    *n = coordinate.value(frame)?;
                }
                let key = match inside(&at.0[memo].code, *rule, numbers, &mut self.domain)? {
                    true => Some(PositionKey::of_numbers(numbers).ok_or(Bailout)?),
                    false => None,
                };
                self.parts.push(OptionPart { kind: OptionPartKind::Position { memo, rule: *rule, key }, odd });
            }
            OptionCode::Board { memo, rule, coordinates } => {
                let is_own = memo.is_none();
                let memo = memo.unwrap_or(at.1);
                let key = self.board(&at.0[memo], is_own, *rule, coordinates, frame)?;
                self.parts.push(OptionPart { kind: OptionPartKind::Position { memo, rule: *rule, key }, odd });
            }
            OptionCode::Heap(rules, size) => {
                let size = size.value(frame)?;
                self.parts.push(OptionPart { kind: OptionPartKind::Heap(rules.clone(), size), odd });
            }
            OptionCode::Star(size) => {
                let size = u64::try_from(size.value(frame)?).map_err(|_| Bailout)?;
                self.stars ^= if odd { size } else { 0 };
            }
            OptionCode::Plus(parts) => parts.iter().try_for_each(|part| self.collect(at, part, odd, frame))?,
            OptionCode::Copies(copies, one) => {
                let copies = u64::try_from(copies.value(frame)?).map_err(|_| Bailout)?;
                if copies == 0 {
                    return self.only_checked(at, one, frame);
                }
                self.collect(at, one, odd && copies % 2 == 1, frame)?;
            }
            OptionCode::If(condition, parts) => {
                let part = if condition.holds(frame)? { &parts[0] } else { &parts[1] };
                self.collect(at, part, odd, frame)?;
            }
            OptionCode::Each(steps, one) => each(steps, frame, &mut |frame| self.collect(at, one, odd, frame))?,
        }
        Ok(())
    }

    /// The key of a position with texts or lists; `None` if it is not a position. `is_own`: is it one of the system whose
    /// position is expanded?
    fn board(
        &mut self,
        memo: &Memo,
        is_own: bool,
        rule: usize,
        coordinates: &[BoardCoordinate],
        frame: &mut [i64],
    ) -> Result<Option<PositionKey>, Bailout> {
        self.flat.clear();
        coordinates.iter().try_for_each(|coordinate| coordinate.append(frame, &mut self.flat))?;
        if self.flat.coordinates.iter().any(|(kind, n)| *kind == Kind::Number && *n < 0) {
            return Ok(None);
        }
        let key = PositionKey::of_flat(&self.flat);
        if memo.mover.system().rules[rule].domain.is_none() || is_own && memo.mover.inherits_domain() {
            return Ok(Some(key));
        }
        let board = memo.code.board(rule, &self.flat).ok_or(Bailout)?;
        let domain = memo.code.boards[board].domain.as_ref().ok_or(Bailout)?;
        let condition = domain.condition.as_ref().ok_or(Bailout)?;
        lay_out(&mut self.domain, domain.slots, &self.flat, &domain.constants);
        Ok(condition.holds(&mut self.domain)?.then_some(key))
    }

    /// Zero copies leave nothing, but the expression of what is copied must still have a value.
    fn only_checked(&mut self, at: MemosAt, one: &OptionCode, frame: &mut [i64]) -> Result<(), LoopEnd> {
        let parts = self.parts.len();
        self.collect(at, one, false, frame)?;
        self.parts.truncate(parts);
        Ok(())
    }
}
