//! The searches for the subsets of one ground set, in normal and in misère play: who asks need not know how wide they are.

use std::fmt;

use super::binding::BindingSearch;
use super::grid::GridRules;
use super::guard::Index;
use super::misere::{MisereSearch, MisereSum};
use super::rules::SetRules;
use super::space::Subsets;
use crate::nim::{GrundyValue, Outcome};
use crate::search::{PackedSearch, Searcher};
use crate::solve::plane::{Plane, WidePlane};
use crate::solve::{Budget, Solved};

/// Searches over the subsets of one ground set, given by the numbers of their members.
pub type SetSearch = dyn SetSearcher;

pub trait SetSearcher: Searcher<[Index]> {
    /// Are the values of a subset found?
    fn answers(&self, _subset: &[Index]) -> bool {
        true
    }

    /// The outcome of a sum in misère play; `None` if the definition must answer.
    fn misere_outcome(&mut self, sum: &MisereSum, budget: &Budget) -> Option<Solved<Outcome>>;

    /// The value of a subset under a rule whose moves bind the players; `None` if the definition must answer.
    fn bound_value(&mut self, subset: &[Index], budget: &Budget) -> Option<Solved<GrundyValue>>;
}

impl fmt::Debug for SetSearch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SetSearch")
    }
}

/// The searches, for subsets of a certain width.
#[derive(Debug)]
struct SubsetSearch<P: Plane> {
    normal: PackedSearch<Subsets<P>>,
    /// Made at the first question.
    misere: Option<Box<MisereSearch<P>>>,
    /// Made at the first question; `Some(None)` if the definition must answer.
    binding: Option<Option<Box<BindingSearch<P>>>>,
    limit: Option<u64>,
}

/// The most members of a ground set.
pub const MOST: usize = WidePlane::<4>::CELLS;

/// The searches for a rule, with the narrowest bits that hold its ground set, as for [`Subsets::of`]. The build for web pages
/// leaves one of them out, since it must be small.
pub fn search_of_rules(rules: &SetRules, grid: Option<&GridRules>, is_valued: bool) -> Box<SetSearch> {
    fn of<P: Plane>(rules: &SetRules, grid: Option<&GridRules>, is_valued: bool) -> Box<SetSearch> {
        let normal = PackedSearch::new(Subsets::<P>::of(rules, grid, is_valued));
        Box::new(SubsetSearch { normal, misere: None, binding: None, limit: None })
    }
    match grid.map_or(rules.count, |grid| grid.rules.count) {
        #[cfg(not(target_family = "wasm"))]
        ..=64 => of::<u64>(rules, grid, is_valued),
        ..=128 => of::<u128>(rules, grid, is_valued),
        _ => of::<WidePlane<4>>(rules, grid, is_valued),
    }
}

impl<P: Plane> Searcher<[Index]> for SubsetSearch<P> {
    fn value(&mut self, subset: &[Index], budget: &Budget) -> Solved<u64> {
        self.normal.value(subset, budget)
    }

    fn has_value(&mut self, subset: &[Index], value: u64, budget: &Budget) -> Solved<bool> {
        self.normal.has_value(subset, value, budget)
    }

    fn limit(&mut self, more: Option<u64>) {
        self.limit = more;
        Searcher::<[Index]>::limit(&mut self.normal, more);
    }

    fn begin(&mut self) {
        Searcher::<[Index]>::begin(&mut self.normal);
        self.misere.iter_mut().for_each(|misere| misere.begin());
    }

    fn counts(&self) -> (usize, u64) {
        let (normal, looked) = Searcher::<[Index]>::counts(&self.normal);
        let (sums, more) = self.misere.as_ref().map_or((0, 0), |misere| misere.counts());
        let bound = self.binding.iter().flatten().map(|binding| binding.count()).sum::<usize>();
        (normal + sums + bound, looked + more)
    }
}

impl<P: Plane> SetSearcher for SubsetSearch<P> {
    fn misere_outcome(&mut self, sum: &MisereSum, budget: &Budget) -> Option<Solved<Outcome>> {
        let subsets = self.normal.space();
        let misere = self.misere.get_or_insert_with(|| Box::new(MisereSearch::new(subsets.clone())));
        misere.limit(self.limit);
        Some(misere.outcome(sum, &mut self.normal, budget))
    }

    fn bound_value(&mut self, subset: &[Index], budget: &Budget) -> Option<Solved<GrundyValue>> {
        let subsets = self.normal.space();
        let binding = self.binding.get_or_insert_with(|| BindingSearch::new(subsets.clone()).map(Box::new));
        Some(binding.as_mut()?.value(subset, budget))
    }
}
