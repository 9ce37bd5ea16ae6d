//! From positions to forms: every position reachable from a component is looked into once.

use std::ops::ControlFlow;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::forms::{BagId, FormId, Forms, Item};
use crate::game::{Amounts, Component, HeapRules, Likeness, Position, Ruleset, Sum, Value, hashed};
use crate::solve::stop::growth;
use crate::solve::{Budget, Cost, SolveError};

/// A position met, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct PositionId(u32);

#[derive(Clone, Copy, Debug)]
enum FormState {
    Unknown,
    /// It lies on the path.
    Open,
    Known(FormId),
}

/// A component of an option, with its copies.
enum OptionTerm {
    Form(Item),
    Position(PositionId, u64),
}

/// The terms of each option, one after the other.
#[derive(Default)]
struct OptionTerms {
    terms: Vec<OptionTerm>,
    /// Where each option ends.
    ends: Vec<usize>,
}

enum WalkStep {
    Enter(PositionId),
    Leave(PositionId, OptionTerms),
}

/// The positions met so far, with their forms.
#[derive(Debug, Default)]
pub(super) struct Components {
    games: Games,
    positions: Vec<Position>,
    states: Vec<FormState>,
    /// For each game.
    by_coordinates: Vec<FxHashMap<Arc<[Value]>, u32>>,
}

/// The rulesets met so far. By address first, since hashing a whole ruleset is slow; they are kept, so that no
/// address comes again.
#[derive(Debug, Default)]
struct Games {
    by_address: FxHashMap<(usize, usize), usize>,
    by_ruleset: FxHashMap<Ruleset, usize>,
    kept: Vec<Ruleset>,
    /// Whether each game is Nim, by its rules.
    nim: Vec<bool>,
}

impl Components {
    /// Bytes for a position, its coordinates not included.
    const POSITION: u64 = 160;
    const TERM: u64 = 48;
    /// A path so long is taken to grow without end if its positions grow.
    const LONGEST_GROWTH: usize = 3_000_000;

    /// The form of a component.
    ///
    /// # Errors
    /// `SolveError::Cycle` if a position is reached again from itself, `SolveError::Grows`, `SolveError::Fault` with the position at
    /// hand, `SolveError::Positions` at once if too many heaps can be reached, and the budget. What is known is kept.
    pub fn form(
        &mut self,
        component: &Component,
        forms: &mut Forms,
        budget: &mut Budget,
    ) -> Result<FormId, SolveError> {
        let start = match component {
            Component::Star(size) => return forms.nim_heap(*size, budget),
            Component::Position(position) => match self.nim_size(position) {
                Some(size) => return forms.nim_heap(size, budget),
                None => self.met(position, forms, budget)?,
            },
        };
        let mut path = Vec::new();
        let mut held = 0;
        let result = self.walk(start, &mut path, &mut held, forms, budget);
        for PositionId(open) in path {
            self.states[open as usize] = FormState::Unknown;
        }
        forms.reservation.refund(held);
        forms.reservation.settle();
        result?;
        match self.state(start) {
            FormState::Known(form) => Ok(form),
            FormState::Unknown | FormState::Open => {
                Err(SolveError::Internal("a walk ended without the misère form it was for"))
            }
        }
    }

    /// The size of a position that is a heap of Nim.
    pub fn nim_size(&mut self, position: &Position) -> Option<u64> {
        let heap = position.heap()?;
        let game = self.games.index(&position.game.ruleset);
        self.games.nim[game].then_some(heap)
    }

    pub fn rulesets(&self) -> impl Iterator<Item = &Ruleset> {
        self.games.kept.iter()
    }

    /// How many rulesets were met, at whatever address.
    pub fn games(&self) -> usize {
        self.games.kept.len()
    }

    /// How many positions were met.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Goes through all that can be reached, depth first. `path` are the positions that are open; `held` counts the
    /// bytes of what is kept only for the time of the walk.
    fn walk(
        &mut self,
        start: PositionId,
        path: &mut Vec<PositionId>,
        held: &mut u64,
        forms: &mut Forms,
        budget: &mut Budget,
    ) -> Result<(), SolveError> {
        let mut stack = vec![WalkStep::Enter(start)];
        let mut turns = 0u64;
        while let Some(visit) = stack.pop() {
            turns += 1;
            if turns.is_multiple_of(64) {
                budget.progress((self.len() + forms.len()) as u64, 0).map_err(|stop| self.grown(path, stop))?;
            }
            match visit {
                WalkStep::Enter(at) if matches!(self.state(at), FormState::Unknown) => {
                    path.push(at);
                    self.states[at.0 as usize] = FormState::Open;
                    let listing = self.options(at, path, held, forms, budget);
                    let listing = listing.map_err(|stop| self.grown(path, stop))?;
                    let missing = listing.terms.iter().filter_map(|term| match term {
                        OptionTerm::Position(met, _) => Some(WalkStep::Enter(*met)),
                        OptionTerm::Form(_) => None,
                    });
                    let missing: Vec<WalkStep> = missing.collect();
                    stack.push(WalkStep::Leave(at, listing));
                    stack.extend(missing);
                }
                WalkStep::Enter(_) => {}
                WalkStep::Leave(at, listing) => {
                    let bytes = Self::TERM * (listing.terms.len() + listing.ends.len()) as u64;
                    let form = self.composed(&listing, forms, budget)?;
                    self.states[at.0 as usize] = FormState::Known(form);
                    path.pop();
                    *held -= bytes;
                    forms.reservation.refund(bytes);
                }
            }
            if path.len() > Self::LONGEST_GROWTH && turns.is_multiple_of(1 << 16) {
                self.growth(path).map_or(Ok(()), Err)?;
            }
        }
        Ok(())
    }

    /// Lists the options of a position.
    fn options(
        &mut self,
        at: PositionId,
        path: &[PositionId],
        held: &mut u64,
        forms: &mut Forms,
        budget: &mut Budget,
    ) -> Result<OptionTerms, SolveError> {
        let position = self.positions[at.0 as usize].clone();
        refuse_too_many(&position, budget)?;
        let mut listing = OptionTerms::default();
        let mut stopped = None;
        let meter = budget.meter().clone();
        let looked = position.each_option(&meter, &mut |option| {
            let listed = self.list(&option, &mut listing, path, held, forms, budget);
            Ok(listed.map_or_else(
                |stop| {
                    stopped = Some(stop);
                    ControlFlow::Break(())
                },
                |()| ControlFlow::Continue(()),
            ))
        });
        if let Some(stop) = stopped {
            return Err(stop);
        }
        match looked {
            Ok(_) => Ok(listing),
            Err(fault) => Err(budget.left(fault, position)),
        }
    }

    fn list(
        &mut self,
        option: &Sum,
        listing: &mut OptionTerms,
        path: &[PositionId],
        held: &mut u64,
        forms: &mut Forms,
        budget: &mut Budget,
    ) -> Result<(), SolveError> {
        if listing.ends.len().is_multiple_of(256) {
            budget.check()?;
        }
        let bytes = Self::TERM * (option.parts.len() as u64 + 1);
        forms.reservation.spend(bytes, budget)?;
        *held += bytes;
        for part in &option.parts {
            let term = match &part.component {
                Component::Star(size) => {
                    OptionTerm::Form(Item { form: forms.nim_heap(*size, budget)?, copies: part.copies })
                }
                Component::Position(position) => self.term(position, part.copies, path, forms, budget)?,
            };
            listing.terms.push(term);
        }
        listing.ends.push(listing.terms.len());
        Ok(())
    }

    fn term(
        &mut self,
        position: &Position,
        copies: u64,
        path: &[PositionId],
        forms: &mut Forms,
        budget: &mut Budget,
    ) -> Result<OptionTerm, SolveError> {
        if let Some(size) = self.nim_size(position) {
            return Ok(OptionTerm::Form(Item { form: forms.nim_heap(size, budget)?, copies }));
        }
        let met = self.met(position, forms, budget)?;
        match self.state(met) {
            FormState::Known(form) => Ok(OptionTerm::Form(Item { form, copies })),
            FormState::Unknown => Ok(OptionTerm::Position(met, copies)),
            FormState::Open => {
                let cycle = path.iter().skip_while(|open| **open != met).chain([&met]);
                Err(SolveError::Cycle(cycle.map(|PositionId(open)| self.positions[*open as usize].clone()).collect()))
            }
        }
    }

    /// The form of a position whose options are all known.
    fn composed(&self, listing: &OptionTerms, forms: &mut Forms, budget: &mut Budget) -> Result<FormId, SolveError> {
        let mut options: Vec<BagId> = Vec::with_capacity(listing.ends.len());
        let mut items: Vec<Item> = Vec::new();
        let mut start = 0;
        for (index, end) in listing.ends.iter().enumerate() {
            if index.is_multiple_of(256) {
                budget.check()?;
            }
            items.clear();
            for term in &listing.terms[start..*end] {
                items.push(match term {
                    OptionTerm::Form(item) => *item,
                    OptionTerm::Position(met, copies) => match self.state(*met) {
                        FormState::Known(form) => Item { form, copies: *copies },
                        FormState::Unknown | FormState::Open => {
                            return Err(SolveError::Internal("an option has no misère form"));
                        }
                    },
                });
            }
            start = *end;
            forms.normalise(&mut items, budget)?;
            options.push(forms.bag_id(&items, budget)?);
        }
        forms.of_options(options, budget)
    }

    /// The number of a position.
    fn met(&mut self, position: &Position, forms: &mut Forms, budget: &mut Budget) -> Result<PositionId, SolveError> {
        let game = self.games.index(&position.game.ruleset);
        if self.by_coordinates.len() <= game {
            self.by_coordinates.resize_with(game + 1, FxHashMap::default);
        }
        if let Some(met) = self.by_coordinates[game].get(&position.coordinates) {
            return Ok(PositionId(*met));
        }
        forms.reservation.spend(Self::POSITION + weight(&position.coordinates), budget)?;
        let met = u32::try_from(self.positions.len()).map_err(|_| SolveError::Overflow)?;
        hashed::insert(&mut self.by_coordinates[game], position.coordinates.clone(), met, budget.meter())?;
        self.positions.push(position.clone());
        self.states.push(FormState::Unknown);
        Ok(PositionId(met))
    }

    fn state(&self, met: PositionId) -> FormState {
        self.states[met.0 as usize]
    }

    /// When memory runs out because positions grow without end, that is the better thing to say.
    fn grown(&self, path: &[PositionId], stop: SolveError) -> SolveError {
        match stop {
            SolveError::Memory { .. } => self.growth(path).unwrap_or(stop),
            other => other,
        }
    }

    /// As [`growth`], of the path.
    fn growth(&self, path: &[PositionId]) -> Option<SolveError> {
        growth(path.len(), |index| path.get(index).map(|met| self.positions[met.0 as usize].clone()))
    }
}

impl Games {
    fn index(&mut self, ruleset: &Ruleset) -> usize {
        let address = match ruleset {
            Ruleset::Heap(rules) => (Arc::as_ptr(rules) as usize, usize::MAX),
            Ruleset::Explicit(system, rule) => (Arc::as_ptr(system) as usize, *rule),
        };
        if let Some(index) = self.by_address.get(&address) {
            return *index;
        }
        let next = self.nim.len();
        let index = *self.by_ruleset.entry(ruleset.clone()).or_insert(next);
        if index == next {
            let any = Amounts::any();
            self.nim.push(matches!(ruleset, Ruleset::Heap(rules) if rules.subtraction_set() == Some(&any)));
        }
        self.kept.push(ruleset.clone());
        self.by_address.insert(address, index);
        index
    }
}

/// Heaps from which more others are surely reached than there is memory for are refused at once.
fn refuse_too_many(position: &Position, budget: &Budget) -> Result<(), SolveError> {
    const MOST: u64 = 1 << 24;
    let (Ruleset::Heap(rules), Some(heap)) = (&position.game.ruleset, position.heap()) else { return Ok(()) };
    let step = smallest_step(rules);
    let positions = step.map_or(1, |step| u128::from(heap / step) + 1);
    let needed = positions * u128::from(Components::POSITION + weight(&position.coordinates));
    let limit = budget.limits().memory;
    match step {
        Some(_) if needed > u128::from(limit) => {
            Err(SolveError::Memory { needed, limit, cost: Some(Cost::Positions(positions)) })
        }
        Some(step) if heap / step > MOST => Err(SolveError::Positions { limit: MOST }),
        _ => Ok(()),
    }
}

/// By how much the largest heap can become smaller in one move again and again, if not by division.
fn smallest_step(rules: &HeapRules) -> Option<u64> {
    let steps = rules.clauses.iter().filter_map(|clause| {
        let heaps = u64::from(clause.shape.least.max(1));
        let others = match clause.shape.likeness {
            _ if clause.shape.most == Some(0) => return None,
            Likeness::Equal => return None,
            Likeness::Any | Likeness::NotAllEqual => heaps - 1,
            Likeness::Unequal => heaps * (heaps - 1) / 2,
        };
        // A set whose least member cannot be told has its fault told where it is used.
        let least = clause.amounts.least().ok()??;
        least.checked_add(others).filter(|step| *step > 0)
    });
    steps.min()
}

/// Bytes of coordinates, about.
fn weight(coordinates: &[Value]) -> u64 {
    let weights = coordinates.iter().map(|coordinate| match coordinate {
        Value::List(members) | Value::Tuple(members) => 64 + 48 * members.len() as u64,
        Value::Text(text) => 64 + text.len() as u64,
        _ => 32,
    });
    16 + weights.sum::<u64>()
}
