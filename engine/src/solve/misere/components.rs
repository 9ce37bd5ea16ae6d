//! Finds the forms of positions: a depth-first walk through all positions that can be reached from a component, each of
//! which is expanded once.

use std::ops::ControlFlow;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::game::{Amounts, Component, HeapRules, Likeness, Position, Ruleset, Sum, Summand, Value, contents};
use crate::search::growth::refuse_endless;
use crate::search::{Look, Walk, walk};
use crate::solve::boards::BoardSplitter;
use crate::solve::forms::{BagId, FormId, Forms, Item};
use crate::solve::{Budget, Cost, SolveError, Solved};

/// The number of a known position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct PositionId(u32);

/// Whether the form of a position is known.
#[derive(Clone, Copy, Debug)]
enum FormState {
    Unknown,
    /// It is on the path of the walk: its options are being looked at.
    Open,
    Known(FormId),
}

/// A component of an option with the number of its copies. The form of a `Position` is not known yet.
enum OptionTerm {
    Form(Item),
    Position(PositionId, u64),
}

/// The terms of all options of a position, in one list.
#[derive(Default)]
struct OptionTerms {
    terms: Vec<OptionTerm>,
    /// Where the terms of each option end.
    ends: Vec<usize>,
}

/// What is known of a component without expanding it: its form, for a nim-heap, or the number of its position.
enum ComponentEntry {
    Form(FormId),
    Position(PositionId),
}

/// The known positions with their forms.
#[derive(Debug, Default)]
pub(super) struct Components {
    rulesets: RulesetIndex,
    positions: Vec<Position>,
    states: Vec<FormState>,
    /// How many positions may be expanded for one form before it is given up with `SolveError::Positions`; `None`
    /// means no limit.
    pub position_limit: Option<u64>,
    /// For each ruleset, the numbers of its positions by their coordinates.
    by_coordinates: Vec<FxHashMap<Arc<[Value]>, u32>>,
}

/// The known positions, while forms are looked for.
struct Forming<'a> {
    components: &'a mut Components,
    forms: &'a mut Forms,
    budget: &'a Budget,
    /// The positions without a form that the last look has met.
    missing: Vec<PositionId>,
    /// The open position that the last look has met.
    back: Option<PositionId>,
}

/// The known rulesets. They are looked up by address first, since hashing a whole ruleset is slow. They are kept, so
/// that no address is used for another ruleset.
#[derive(Debug, Default)]
struct RulesetIndex {
    by_address: FxHashMap<(usize, usize), usize>,
    by_ruleset: FxHashMap<Ruleset, usize>,
    kept: Vec<Ruleset>,
    /// For each ruleset, whether its rules are those of Nim.
    is_nim: Vec<bool>,
    /// For each ruleset, what splits its boards into parts; `None` if they are not split.
    splitters: Vec<Option<BoardSplitter>>,
}

impl Components {
    /// Bytes for a position, without its coordinates.
    const POSITION: u64 = 160;

    /// The form of a component. `SolveError::Cycle` if a position can be reached from itself, `SolveError::Grows`,
    /// `SolveError::Fault` with the position that was expanded, `SolveError::Positions` if too many positions can be
    /// reached, and the errors of the budget. Forms that were found before an error are kept.
    pub fn form(&mut self, component: &Component, forms: &mut Forms, budget: &Budget) -> Solved<FormId> {
        let start = match self.look_up(component, forms, budget)? {
            ComponentEntry::Form(form) => return Ok(form),
            ComponentEntry::Position(start) => start,
        };
        refuse_endless(&self.positions[start.0 as usize])?;
        walk(&mut Forming { components: self, forms, budget, missing: Vec::new(), back: None }, start, budget)?;
        match self.state(start) {
            FormState::Known(form) => Ok(form),
            FormState::Unknown | FormState::Open => {
                Err(SolveError::Internal("a walk ended without the misère form it was for"))
            }
        }
    }

    /// The form of a nim-heap, or the number of any other position. Nothing is expanded.
    fn look_up(&mut self, component: &Component, forms: &mut Forms, budget: &Budget) -> Solved<ComponentEntry> {
        let size = match component {
            Component::Star(size) => *size,
            Component::Position(position) => match self.nim_size(position) {
                Some(size) => size,
                None => return self.position_id(position, budget).map(ComponentEntry::Position),
            },
        };
        forms.nim_heap(size, budget).map(ComponentEntry::Form)
    }

    /// The same sum, with the independent parts of each board in its place.
    pub fn split_boards(&mut self, parts: &[Summand], budget: &Budget) -> Solved<Vec<Summand>> {
        let mut split = Vec::with_capacity(parts.len());
        for part in parts {
            match self.board_parts(&part.component, budget)? {
                Some(positions) => split.extend(
                    positions
                        .into_iter()
                        .map(|one| Summand { copies: part.copies, component: Component::Position(one) }),
                ),
                None => split.push(part.clone()),
            }
        }
        Ok(split)
    }

    /// The independent parts of a board: their sum may replace the board. `None` if the component is not such a board.
    fn board_parts(&mut self, component: &Component, budget: &Budget) -> Solved<Option<Vec<Position>>> {
        let Component::Position(position) = component else { return Ok(None) };
        let ruleset = self.rulesets.index(&position.game.ruleset);
        match &self.rulesets.splitters[ruleset] {
            Some(splitter) => splitter.parts(position, budget.meter()),
            None => Ok(None),
        }
    }

    /// The size of a heap of Nim; `None` for other positions.
    pub fn nim_size(&mut self, position: &Position) -> Option<u64> {
        let heap = position.heap()?;
        let ruleset = self.rulesets.index(&position.game.ruleset);
        self.rulesets.is_nim[ruleset].then_some(heap)
    }

    pub fn rulesets(&self) -> impl Iterator<Item = &Ruleset> {
        self.rulesets.kept.iter()
    }

    /// How many rulesets are kept; equal ones at different addresses count each.
    pub fn ruleset_count(&self) -> usize {
        self.rulesets.kept.len()
    }

    /// The positions whose forms are known, with these.
    pub fn known(&self) -> impl Iterator<Item = (&Position, FormId)> {
        self.positions.iter().zip(&self.states).filter_map(|(position, state)| match state {
            FormState::Known(form) => Some((position, *form)),
            FormState::Unknown | FormState::Open => None,
        })
    }

    /// How many positions are known.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// The number of a position, which is new if the position is.
    fn position_id(&mut self, position: &Position, budget: &Budget) -> Solved<PositionId> {
        let ruleset = self.rulesets.index(&position.game.ruleset);
        if self.by_coordinates.len() <= ruleset {
            self.by_coordinates.resize_with(ruleset + 1, FxHashMap::default);
        }
        if let Some(id) = self.by_coordinates[ruleset].get(&position.coordinates) {
            return Ok(PositionId(*id));
        }
        let id = u32::try_from(self.positions.len()).map_err(|_| SolveError::Overflow)?;
        budget.meter().make_room(&mut self.by_coordinates[ruleset])?;
        budget.meter().push(&mut self.positions, position.clone())?;
        self.states.push(FormState::Unknown);
        self.by_coordinates[ruleset].insert(position.coordinates.clone(), id);
        Ok(PositionId(id))
    }

    fn state(&self, id: PositionId) -> FormState {
        self.states[id.0 as usize]
    }
}

impl Walk for Forming<'_> {
    type Node = PositionId;
    type Found = FormId;
    /// The options, once they are listed.
    type Held = Option<OptionTerms>;

    fn known(&mut self, at: &PositionId) -> Option<FormId> {
        match self.components.state(*at) {
            FormState::Known(form) => Some(form),
            FormState::Unknown | FormState::Open => None,
        }
    }

    fn open<'a>(&mut self, at: &PositionId, _path: impl Iterator<Item = &'a PositionId>) -> Solved<bool> {
        self.components.states[at.0 as usize] = FormState::Open;
        Ok(true)
    }

    fn look(&mut self, at: &PositionId, held: &mut Option<OptionTerms>) -> Solved<Look<Self>> {
        if let Some(listing) = held {
            return self.composed(listing).map(Look::Found);
        }
        let listed = self.options(*at);
        if let Some(back) = self.back.take() {
            return Ok(Look::Back(back));
        }
        let listing = listed?;
        self.missing.extend(listing.terms.iter().filter_map(|term| match term {
            OptionTerm::Position(id, _) => Some(*id),
            OptionTerm::Form(_) => None,
        }));
        if self.missing.is_empty() {
            return self.composed(&listing).map(Look::Found);
        }
        *held = Some(listing);
        Ok(Look::Missing)
    }

    fn missing(&mut self) -> &mut Vec<PositionId> {
        &mut self.missing
    }

    fn close(&mut self, at: &PositionId, form: FormId) -> Solved<()> {
        self.components.states[at.0 as usize] = FormState::Known(form);
        Ok(())
    }

    fn abandon(&mut self, at: &PositionId) {
        self.components.states[at.0 as usize] = FormState::Unknown;
    }

    fn check(&self, _turns: u64, opened: u64) -> Solved<()> {
        match self.components.position_limit {
            Some(limit) if opened > limit => Err(SolveError::Positions { limit }),
            _ => Ok(()),
        }
    }

    fn count(&self) -> u64 {
        (self.components.len() + self.forms.len()) as u64
    }

    fn position(&self, at: &PositionId) -> Position {
        self.components.positions[at.0 as usize].clone()
    }
}

impl Forming<'_> {
    /// Lists the options of a position.
    fn options(&mut self, at: PositionId) -> Solved<OptionTerms> {
        let position = self.components.positions[at.0 as usize].clone();
        refuse_too_many(&position, self.budget)?;
        let mut listing = OptionTerms::default();
        self.budget.clone().each_option(&position, &mut |option| {
            self.list(option, &mut listing)?;
            Ok(ControlFlow::Continue(()))
        })?;
        Ok(listing)
    }

    fn list(&mut self, option: &Sum, listing: &mut OptionTerms) -> Solved<()> {
        if listing.ends.len().is_multiple_of(256) {
            self.budget.check()?;
        }
        let parts = self.components.split_boards(&option.parts, self.budget)?;
        self.budget.room((parts.len() * size_of::<OptionTerm>()) as u64)?;
        for part in &parts {
            let term = self.term(part)?;
            listing.terms.push(term);
        }
        listing.ends.push(listing.terms.len());
        Ok(())
    }

    fn term(&mut self, part: &Summand) -> Solved<OptionTerm> {
        let copies = part.copies;
        let id = match self.components.look_up(&part.component, self.forms, self.budget)? {
            ComponentEntry::Form(form) => return Ok(OptionTerm::Form(Item { form, copies })),
            ComponentEntry::Position(id) => id,
        };
        match self.components.state(id) {
            FormState::Known(form) => Ok(OptionTerm::Form(Item { form, copies })),
            FormState::Unknown => Ok(OptionTerm::Position(id, copies)),
            FormState::Open => {
                self.back = Some(id);
                Err(SolveError::Internal("a cycle is reported by the walk"))
            }
        }
    }

    /// The form of a position, if the forms of all its options are known.
    fn composed(&mut self, listing: &OptionTerms) -> Solved<FormId> {
        let mut options: Vec<BagId> = Vec::with_capacity(listing.ends.len());
        let mut items: Vec<Item> = Vec::new();
        let mut start = 0;
        for (index, end) in listing.ends.iter().enumerate() {
            if index.is_multiple_of(256) {
                self.budget.check()?;
            }
            items.clear();
            for term in &listing.terms[start..*end] {
                items.push(match term {
                    OptionTerm::Form(item) => *item,
                    OptionTerm::Position(id, copies) => match self.components.state(*id) {
                        FormState::Known(form) => Item { form, copies: *copies },
                        FormState::Unknown | FormState::Open => {
                            return Err(SolveError::Internal("an option has no misère form"));
                        }
                    },
                });
            }
            start = *end;
            self.forms.normalise(&mut items, self.budget)?;
            options.push(self.forms.bag_id(&items, self.budget)?);
        }
        self.forms.of_options(options, self.budget)
    }
}

impl RulesetIndex {
    fn index(&mut self, ruleset: &Ruleset) -> usize {
        let address = match ruleset {
            Ruleset::Heap(rules) => Some((Arc::as_ptr(rules) as usize, usize::MAX)),
            Ruleset::Written(system, rule) => Some((Arc::as_ptr(system) as usize, *rule)),
            Ruleset::Compound(_) | Ruleset::Own(_) => None,
        };
        if let Some(index) = address.and_then(|address| self.by_address.get(&address)) {
            return *index;
        }
        let next = self.is_nim.len();
        let index = *self.by_ruleset.entry(ruleset.clone()).or_insert(next);
        if index == next {
            let any = Amounts::any();
            self.splitters.push(BoardSplitter::of(ruleset));
            self.is_nim.push(matches!(ruleset, Ruleset::Heap(rules) if rules.subtraction_set() == Some(&any)));
        }
        if let Some(address) = address {
            self.kept.push(ruleset.clone());
            self.by_address.insert(address, index);
        }
        index
    }
}

/// Refuses a heap at once if certainly more heaps can be reached from it than fit into the memory.
fn refuse_too_many(position: &Position, budget: &Budget) -> Solved<()> {
    const MOST: u64 = 1 << 24;
    let (Ruleset::Heap(rules), Some(heap)) = (&position.game.ruleset, position.heap()) else { return Ok(()) };
    let step = smallest_step(rules);
    let positions = step.map_or(1, |step| u128::from(heap / step) + 1);
    budget.room_for(
        positions * u128::from(Components::POSITION + weight(&position.coordinates)),
        Cost::Positions(positions),
    )?;
    match step {
        Some(step) if heap / step > MOST => Err(SolveError::Positions { limit: MOST }),
        _ => Ok(()),
    }
}

/// The least amount by which a move makes the largest heap smaller, leaving the other heaps as small as their clause
/// allows. Clauses that divide into equal heaps, or that only end the game, do not count. `None` without such a move.
fn smallest_step(rules: &HeapRules) -> Option<u64> {
    let steps = rules.clauses.iter().filter_map(|clause| {
        let heaps = u64::from(clause.shape.least.max(1));
        let others = match clause.shape.likeness {
            _ if clause.shape.most == Some(0) => return None,
            Likeness::Equal => return None,
            Likeness::Any | Likeness::NotAllEqual => heaps - 1,
            Likeness::Unequal => heaps * (heaps - 1) / 2,
        };
        // A set whose least member cannot be computed is reported where its members are used.
        let least = clause.amounts.least().ok()??;
        least.checked_add(others).filter(|step| *step > 0)
    });
    steps.min()
}

/// Bytes of coordinates, estimated.
pub(super) fn weight(coordinates: &[Value]) -> u64 {
    16 + contents(coordinates)
}
