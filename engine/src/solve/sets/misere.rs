//! Misère play of sums of subsets of one ground set.
//!
//! A sum is what its components are: small ones as forms, as which many are equal, and large ones as their least images.
//! Where all are small, the forms decide it; otherwise a search looks for an option that is lost.

use std::ops::ControlFlow;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::guard::Index;
use super::space::Subsets;
use crate::ledger::FastPath;
use crate::nim::Outcome;
use crate::search::{Decider, Knowledge, Listing, PackedSearch, Searcher, Space, TableKey};
use crate::solve::forms::{Bag, FormId, Forms, Item};
use crate::solve::plane::Plane;
use crate::solve::{Budget, Solved};
use crate::sorting;

/// A sum in misère play: subsets of a ground set, and the sizes of nim-heaps.
#[derive(Debug, Default)]
pub struct MisereSum {
    pub subsets: Vec<Vec<Index>>,
    pub heaps: Vec<u64>,
}

/// A search in misère play, with all that it has found.
#[derive(Debug)]
pub struct MisereSearch<P> {
    subsets: Subsets<P>,
    forms: Forms,
    /// The forms of small components, by their least images.
    known: FxHashMap<P, FormId>,
    decider: Decider<SumOfSubsets<P>>,
}

/// A sum as the search sees it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct SumOfSubsets<P> {
    /// The small components, as forms in normal form.
    small: Bag,
    /// The least images of the others, sorted.
    large: Arc<[P]>,
}

impl<P: Plane> TableKey for SumOfSubsets<P> {
    fn any() -> Self {
        SumOfSubsets { small: Arc::default(), large: Arc::default() }
    }

    fn contents(&self) -> u64 {
        let counts = 4 * size_of::<usize>();
        (counts + size_of_val(&*self.small) + size_of_val(&*self.large)) as u64
    }
}

/// A sum that is being put together.
#[derive(Default)]
struct GatheredSum<P> {
    items: Vec<Item>,
    large: Vec<P>,
}

impl<P: Plane> MisereSearch<P> {
    /// Components of at most so many members are small.
    const SMALL: usize = 10;
    /// Forms may take one part in so many of the memory. When they do, no more components count as small.
    const SHARE: u64 = 4;

    pub fn new(subsets: Subsets<P>) -> MisereSearch<P> {
        MisereSearch { subsets, forms: Forms::default(), known: FxHashMap::default(), decider: Decider::default() }
    }

    /// Begins a new question.
    pub fn begin(&mut self) {
        self.decider.begin();
    }

    /// How many sums are in the table, and how many options were looked at.
    pub fn counts(&self) -> (usize, u64) {
        self.decider.counts()
    }

    /// Limits how many more sums may be opened; `None` means no limit.
    pub fn limit(&mut self, more: Option<u64>) {
        self.decider.limit(more);
    }

    /// The outcome of a sum. `normal`: the search for values of subsets of the same ground set.
    pub fn outcome(
        &mut self,
        sum: &MisereSum,
        normal: &mut PackedSearch<Subsets<P>>,
        budget: &Budget,
    ) -> Solved<Outcome> {
        let mut gathered = GatheredSum::default();
        for size in &sum.heaps {
            gathered.items.push(Item { form: self.forms.nim_heap(*size, budget)?, copies: 1 });
        }
        for subset in &sum.subsets {
            for component in self.subsets.components_of(subset) {
                self.add(component, &mut gathered, budget)?;
            }
        }
        let start = match self.settled(gathered, budget)? {
            Ok(outcome) => return Ok(outcome),
            Err(start) => start,
        };
        let mut decider = std::mem::take(&mut self.decider);
        let outcome = decider.outcome(&mut SumSpace { search: self, normal }, &start, budget);
        self.decider = decider;
        outcome
    }

    /// Adds a component to a sum.
    fn add(&mut self, component: P, sum: &mut GatheredSum<P>, budget: &Budget) -> Solved<()> {
        if !self.subsets.has_moves(component) {
            return Ok(());
        }
        let image = self.subsets.least_image(component);
        match self.form(image, budget)? {
            Some(form) => sum.items.push(Item { form, copies: 1 }),
            None => sum.large.push(image),
        }
        Ok(())
    }

    /// The form of a component in its least image; `None` if it is large. The depth of the recursion is the number of
    /// members.
    fn form(&mut self, image: P, budget: &Budget) -> Solved<Option<FormId>> {
        if image.count() == 1 {
            return self.forms.nim_heap(1, budget).map(Some);
        }
        if image.count() > Self::SMALL || FastPath::SmallForms.is_off() {
            return Ok(None);
        }
        if let Some(form) = self.known.get(&image) {
            return Ok(Some(*form));
        }
        if self.forms.memory() > budget.limits().memory / Self::SHARE {
            return Ok(None);
        }
        budget.check()?;
        let mut options = Vec::new();
        for left in self.subsets.components_after_moves(image) {
            let mut sum = GatheredSum::default();
            for component in left {
                self.add(component, &mut sum, budget)?;
            }
            if !sum.large.is_empty() {
                return Ok(None);
            }
            self.forms.normalise(&mut sum.items, budget)?;
            options.push(self.forms.bag_id(&sum.items, budget)?);
        }
        let form = self.forms.of_options(options, budget)?;
        budget.meter().insert(&mut self.known, image, form)?;
        Ok(Some(form))
    }

    /// The outcome of a sum if its forms decide it, and otherwise the sum in normal form.
    fn settled(
        &mut self,
        GatheredSum { mut items, mut large }: GatheredSum<P>,
        budget: &Budget,
    ) -> Solved<Result<Outcome, SumOfSubsets<P>>> {
        self.forms.normalise(&mut items, budget)?;
        let small: Bag = items.into();
        if large.is_empty() {
            return self.forms.outcome(&small, budget).map(Ok);
        }
        sorting::sort(&mut large);
        Ok(Err(SumOfSubsets { small, large: large.into() }))
    }
}

/// The sums of subsets of one ground set.
struct SumSpace<'a, P: Plane> {
    search: &'a mut MisereSearch<P>,
    normal: &'a mut PackedSearch<Subsets<P>>,
}

impl<P: Plane> SumSpace<'_, P> {
    /// What makes a sum that is won in normal play come after all that are lost.
    const WON: u64 = 1 << 40;

    /// Lists an option. Returns whether to go on, as [`Listing::end_option`].
    fn list(
        &mut self,
        option: GatheredSum<P>,
        listing: &mut Listing<SumOfSubsets<P>>,
        budget: &Budget,
    ) -> Solved<ControlFlow<()>> {
        let option = match self.search.settled(option, budget)? {
            Ok(outcome) => return Ok(listing.list(Some(outcome), SumOfSubsets::any)),
            Err(option) => option,
        };
        let known = listing.found(&option).outcome();
        // A sum that is lost in normal play is mostly lost in misère play as well.
        let value = self.search.forms.value(&option.small);
        if known.is_none() && !self.normal.has_value(&option.large[..], value, budget)? {
            listing.add_work(Self::WON);
        }
        Ok(listing.list(known, || option))
    }

    /// Lists the options of a sum.
    fn list_all(
        &mut self,
        sum: &SumOfSubsets<P>,
        listing: &mut Listing<SumOfSubsets<P>>,
        budget: &Budget,
    ) -> Solved<ControlFlow<()>> {
        for place in 0..sum.large.len() {
            if place > 0 && sum.large[place] == sum.large[place - 1] {
                continue;
            }
            let others = [&sum.large[..place], &sum.large[place + 1..]].concat();
            for left in self.search.subsets.components_after_moves(sum.large[place]) {
                let mut option = GatheredSum { items: sum.small.to_vec(), large: others.clone() };
                for component in left {
                    self.search.add(component, &mut option, budget)?;
                }
                if self.list(option, listing, budget)?.is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
        }
        for index in 0..sum.small.len() {
            for place in 0..self.search.forms.option_count(sum.small[index].form)? {
                let mut items = Vec::new();
                self.search.forms.move_in(&sum.small, index, place, &mut items, budget)?;
                if self.list(GatheredSum { items, large: sum.large.to_vec() }, listing, budget)?.is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}

impl<P: Plane> Space for SumSpace<'_, P> {
    type Part = SumOfSubsets<P>;

    const ENDS: bool = true;

    fn expand(
        &mut self,
        sum: &SumOfSubsets<P>,
        listing: &mut Listing<SumOfSubsets<P>>,
        budget: &Budget,
    ) -> Solved<Option<Knowledge>> {
        self.list_all(sum, listing, budget).map(|_| None)
    }

    fn size(&self, sum: &SumOfSubsets<P>) -> u64 {
        let members: usize = sum.large.iter().map(|part| part.count()).sum();
        members as u64 + self.search.forms.birthday(&sum.small).min(1 << 20)
    }
}
