//! Forms: game trees of components without names of games or positions.
//!
//! A form is given by the set of its options, each a multiset of forms, called a bag. Forms and bags have numbers.
//! Components with the same form are equal in misère play: one may replace the other in any sum. Not all equal games
//! are recognised as such. A sum of tame forms is decided as in Nim (`label`), any other by a search through its options
//! (`search`).

mod label;
mod search;

use std::sync::Arc;

use rustc_hash::FxHashMap;

pub(in crate::solve) use self::label::Label;
pub(in crate::solve) use self::search::LISTED;
use crate::nim::{Nimber, Outcome, mex};
use crate::search::Decider;
use crate::solve::{Budget, SolveError, Solved};
use crate::sorting;

/// The number of a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(in crate::solve) struct FormId(u32);

impl FormId {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The number of a multiset that is an option of some form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(in crate::solve) struct BagId(u32);

/// A form in a sum, with the number of its copies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(in crate::solve) struct Item {
    pub form: FormId,
    /// At least 1 in a bag.
    pub copies: u64,
}

/// A sum as a multiset: sorted by form, each form once, in the normal form of [`Forms::normalise`].
pub(in crate::solve) type Bag = Arc<[Item]>;

/// The options of a form.
#[derive(Clone, Debug)]
pub(in crate::solve) enum Tree {
    /// The nim-heap *k. Its options are not listed, since k may be large.
    NimHeap(u64),
    /// The options, sorted and without repeats.
    Options(Arc<[BagId]>),
}

#[derive(Debug)]
struct Form {
    tree: Tree,
    /// The number of moves of the longest play.
    birthday: u64,
    /// The Grundy value, in normal play.
    value: u64,
    /// `None` if the form is not known to be tame.
    label: Option<Label>,
}

/// Which game trees have the same form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::solve) enum FormKind {
    /// Those of which it is found soon that they are equal in misère play.
    Equal,
    /// Only those that are the same: none is replaced by one that it equals.
    Exact,
    /// All that are equal in misère play, where each option is a single form.
    Canonical,
}

/// All known forms, and the outcomes of sums of them.
#[derive(Debug)]
pub(in crate::solve) struct Forms {
    forms: Vec<Form>,
    nim_heaps: FxHashMap<u64, FormId>,
    by_options: FxHashMap<Arc<[BagId]>, FormId>,
    bags: Vec<Bag>,
    bag_ids: FxHashMap<Bag, BagId>,
    kind: FormKind,
    /// Knows the outcomes in misère play of sums that are not tame.
    decider: Decider<Bag>,
}

impl Default for Forms {
    fn default() -> Forms {
        let nothing: Bag = Arc::new([]);
        let empty = Form { tree: Tree::NimHeap(0), birthday: 0, value: 0, label: Some(Label::EMPTY) };
        Forms {
            forms: vec![empty],
            nim_heaps: [(0, Self::EMPTY)].into_iter().collect(),
            by_options: FxHashMap::default(),
            bags: vec![nothing.clone()],
            bag_ids: [(nothing, Self::NOTHING)].into_iter().collect(),
            kind: FormKind::Equal,
            decider: Decider::default(),
        }
    }
}

impl Forms {
    /// The form without moves.
    pub const EMPTY: FormId = FormId(0);
    /// The empty multiset.
    const NOTHING: BagId = BagId(0);

    /// None yet.
    pub fn of_kind(kind: FormKind) -> Forms {
        Forms { kind, ..Forms::default() }
    }

    /// All forms. Options have smaller numbers, but for those of nim-heaps if forms are not exact.
    pub fn ids(&self) -> impl Iterator<Item = FormId> + use<> {
        (0..).map(FormId).take(self.forms.len())
    }

    pub fn len(&self) -> usize {
        self.forms.len()
    }

    /// Bytes that forms and bags take, about; without the outcomes of sums, whose table is bounded.
    pub fn memory(&self) -> u64 {
        const EACH: usize = 256;
        (EACH * (self.forms.len() + self.bags.len())) as u64
    }

    pub fn tree(&self, form: FormId) -> &Tree {
        &self.forms[form.index()].tree
    }

    pub fn bag(&self, id: BagId) -> &Bag {
        &self.bags[id.0 as usize]
    }

    /// The number of moves of the longest play of a form.
    pub fn birthday_of(&self, form: FormId) -> u64 {
        self.forms[form.index()].birthday
    }

    /// The size of a nim-heap; `None` for any other form.
    pub fn nim_size(&self, form: FormId) -> Option<u64> {
        if let Tree::NimHeap(size) = self.tree(form) { Some(*size) } else { None }
    }

    /// The multiset of one form.
    pub fn bag_of(&mut self, form: FormId, budget: &Budget) -> Solved<BagId> {
        let one = [Item { form, copies: 1 }];
        self.bag_id(if form == Self::EMPTY { &[] } else { &one }, budget)
    }

    /// The nim-heap of a size, if it was met.
    pub fn known_nim_heap(&self, size: u64) -> Option<FormId> {
        self.nim_heaps.get(&size).copied()
    }

    /// The nim-heap of a size. If forms are exact, the smaller ones are added before it.
    pub fn nim_heap(&mut self, size: u64, budget: &Budget) -> Solved<FormId> {
        if let Some(form) = self.nim_heaps.get(&size) {
            return Ok(*form);
        }
        if self.kind == FormKind::Exact {
            for smaller in self.nim_heaps.len() as u64..size {
                self.add_nim_heap(smaller, budget)?;
            }
        }
        self.add_nim_heap(size, budget)
    }

    fn add_nim_heap(&mut self, size: u64, budget: &Budget) -> Solved<FormId> {
        let label = Some(Label::nim_heap(size));
        let form = self.add(Form { tree: Tree::NimHeap(size), birthday: size, value: size, label }, budget)?;
        budget.meter().insert(&mut self.nim_heaps, size, form)?;
        Ok(form)
    }

    /// The form of a component with these options.
    pub fn of_options(&mut self, mut options: Vec<BagId>, budget: &Budget) -> Solved<FormId> {
        sorting::sort(&mut options);
        options.dedup();
        if options.is_empty() {
            return Ok(Self::EMPTY);
        }
        if let Some(form) = self.by_options.get(&options[..]) {
            return Ok(*form);
        }
        let options: Arc<[BagId]> = options.into();
        let form = match self.equal_nim_heap(&options) {
            _ if self.kind == FormKind::Exact => self.new_form(options.clone(), budget)?,
            Some(size) => self.nim_heap(size, budget)?,
            None => match self.simpler(&options, budget)? {
                Some(form) => form,
                None => self.new_form(options.clone(), budget)?,
            },
        };
        budget.meter().insert(&mut self.by_options, options, form)?;
        Ok(form)
    }

    /// The number of a multiset in normal form.
    pub fn bag_id(&mut self, items: &[Item], budget: &Budget) -> Solved<BagId> {
        if let Some(id) = self.bag_ids.get(items) {
            return Ok(*id);
        }
        let id = BagId(u32::try_from(self.bags.len()).map_err(|_| SolveError::Overflow)?);
        let bag: Bag = items.into();
        budget.meter().make_room(&mut self.bag_ids)?;
        budget.meter().push(&mut self.bags, bag.clone())?;
        self.bag_ids.insert(bag, id);
        Ok(id)
    }

    /// Brings a sum into normal form: sorted, each form once, without empty items. In misère play too, *1 + *1 equals
    /// the empty sum and *2k + *1 equals *(2k+1) (both sides have the same options, or one has reversible options
    /// besides). So odd nim-heaps are replaced by even ones and copies of *1, and if one *1 is left, it is joined
    /// with the largest: at most one nim-heap has odd size. `SolveError::Overflow` if a count does not fit into 64
    /// bits; `SolveError::Memory`.
    pub fn normalise(&mut self, items: &mut Vec<Item>, budget: &Budget) -> Solved<()> {
        let mut odd = false;
        let mut largest = 0;
        for item in items.iter_mut() {
            let Tree::NimHeap(size) = *self.tree(item.form) else { continue };
            if item.copies == 0 || self.kind == FormKind::Exact {
                continue;
            }
            if size % 2 == 1 {
                odd ^= item.copies % 2 == 1;
                item.form = self.nim_heap(size - 1, budget)?;
            }
            largest = largest.max(size & !1);
        }
        if odd {
            let even = self.nim_heap(largest, budget)?;
            if let Some(item) = items.iter_mut().find(|item| item.form == even && item.copies > 0) {
                item.copies -= 1;
            }
            items.push(Item { form: self.nim_heap(largest + 1, budget)?, copies: 1 });
        }
        items.retain(|item| item.copies > 0 && item.form != Self::EMPTY);
        items.sort_unstable_by_key(|item| item.form);
        let mut overflow = false;
        items.dedup_by(|next, kept| {
            let same = next.form == kept.form;
            if same {
                let copies = kept.copies.checked_add(next.copies);
                overflow |= copies.is_none();
                kept.copies = copies.unwrap_or(u64::MAX);
            }
            same
        });
        if overflow { Err(SolveError::Overflow) } else { Ok(()) }
    }

    /// The label of a sum of tame forms; `None` if one of them is not known to be tame.
    pub fn label(&self, items: &[Item]) -> Option<Label> {
        items.iter().try_fold(Label::EMPTY, |sum, item| {
            let label = self.forms[item.form.index()].label?;
            Some(sum.plus(label.times(item.copies)))
        })
    }

    /// The Grundy value of a sum.
    pub fn value(&self, items: &[Item]) -> u64 {
        let odd = items.iter().filter(|item| item.copies % 2 == 1);
        odd.fold(0, |sum, item| sum ^ self.forms[item.form.index()].value)
    }

    /// The number of moves of the longest play.
    pub fn birthday(&self, items: &[Item]) -> u64 {
        items.iter().fold(0, |sum: u64, item| {
            sum.saturating_add(self.forms[item.form.index()].birthday.saturating_mul(item.copies))
        })
    }

    /// The size of the nim-heap that a form with these options equals, by the misère mex rule: if all options are
    /// nim-heaps, and *0 or *1 is one of them, the form equals the nim-heap of their mex. Winning Ways, chapter 13.
    fn equal_nim_heap(&self, options: &[BagId]) -> Option<u64> {
        let sizes = options.iter().map(|option| match self.tree(self.single(*option)?) {
            Tree::NimHeap(size) => Some(Nimber(*size)),
            Tree::Options(_) => None,
        });
        let sizes: Vec<Nimber> = sizes.collect::<Option<_>>()?;
        let small = sizes.iter().any(|size| size.0 <= 1);
        small.then(|| mex(sizes.iter().copied()).0)
    }

    /// A known form that equals the game with these options, since the remaining ones are reversible: all options of
    /// the form are among these, and each of the others has the form as an option. If the form is empty, the game
    /// must also be won in misère play, as the empty form is.
    ///
    /// P. M. Grundy and C. A. B. Smith, Disjunctive games with the last player losing, 1956; ONAG, chapter 12.
    fn simpler(&mut self, options: &[BagId], budget: &Budget) -> Solved<Option<FormId>> {
        // A reversible option has a larger birthday than the candidate, and so than all options of the candidate. So
        // the option with the largest birthday is reversible, and the candidate is one of its options.
        let deepest = options.iter().copied().max_by_key(|option| self.birthday(self.bag(*option)));
        let Some(deepest) = deepest else { return Ok(None) };
        let largest = options.iter().filter_map(|option| self.nim_size(self.single(*option)?)).max();
        if let (FormKind::Canonical, Some(largest)) = (self.kind, largest) {
            // Of nim-heaps only those of so many options can be candidates.
            for smaller in 0..largest.min(options.len() as u64 + 1) {
                let form = self.nim_heap(smaller, budget)?;
                self.bag_of(form, budget)?;
            }
        }
        for candidate in self.single_options(self.bag(deepest), options.len()) {
            budget.check()?;
            if self.is_reached_from_the_rest(candidate, options)
                && (candidate != Self::EMPTY || self.has_winning(options, budget)?)
            {
                return Ok(Some(candidate));
            }
        }
        Ok(None)
    }

    fn is_reached_from_the_rest(&self, candidate: FormId, options: &[BagId]) -> bool {
        let Some(kept) = self.listed_options(candidate, options.len()) else { return false };
        kept.iter().all(|option| options.binary_search(option).is_ok())
            && options
                .iter()
                .filter(|option| kept.binary_search(option).is_err())
                .all(|option| self.has_option(self.bag(*option), candidate))
    }

    fn has_winning(&mut self, options: &[BagId], budget: &Budget) -> Solved<bool> {
        for option in options {
            let bag = self.bag(*option).clone();
            if self.outcome(&bag, budget)? == Outcome::P {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The options of a form, sorted; `None` if there are more than `most`, or if one is not known as a bag.
    fn listed_options(&self, form: FormId, most: usize) -> Option<Arc<[BagId]>> {
        match self.tree(form) {
            Tree::Options(options) => (options.len() <= most).then(|| options.clone()),
            Tree::NimHeap(size) if *size > most as u64 => None,
            Tree::NimHeap(size) => {
                let bags = (0..*size).map(|smaller| self.single_bag(*self.nim_heaps.get(&smaller)?));
                let mut options = bags.collect::<Option<Vec<_>>>()?;
                sorting::sort(&mut options);
                Some(options.into())
            }
        }
    }

    /// The bag that contains one copy of a form and nothing else, if it is known.
    fn single_bag(&self, form: FormId) -> Option<BagId> {
        if form == Self::EMPTY {
            return Some(Self::NOTHING);
        }
        self.bag_ids.get(&[Item { form, copies: 1 }][..]).copied()
    }

    /// The form in a bag of one form; the empty form for the empty bag; `None` for a sum of several.
    pub fn single(&self, bag: BagId) -> Option<FormId> {
        match **self.bag(bag) {
            [] => Some(Self::EMPTY),
            [Item { form, copies: 1 }] => Some(form),
            _ => None,
        }
    }

    /// Those options of a sum that consist of one form, if the sum itself has one or two; of a nim-heap only the
    /// options up to the size `most`.
    fn single_options(&self, items: &[Item], most: usize) -> Vec<FormId> {
        match *items {
            [Item { form, copies: 1 }] => match self.tree(form) {
                Tree::NimHeap(size) => {
                    let sizes = 0..(*size).min(most as u64 + 1);
                    sizes.filter_map(|smaller| self.nim_heaps.get(&smaller).copied()).collect()
                }
                Tree::Options(options) => options.iter().filter_map(|option| self.single(*option)).collect(),
            },
            [Item { form, copies: 2 }] if self.can_end(form) => vec![form],
            [Item { form: a, copies: 1 }, Item { form: b, copies: 1 }] => {
                let after = [(a, b), (b, a)].into_iter().filter(|(moved, _)| self.can_end(*moved));
                after.map(|(_, left)| left).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Has a sum this form as an option? False also for the sums and options that [`Forms::single_options`] does not
    /// list.
    fn has_option(&self, items: &[Item], wanted: FormId) -> bool {
        match (items, self.tree(wanted)) {
            ([Item { form, copies: 1 }], tree) => match (self.tree(*form), tree) {
                (Tree::NimHeap(size), Tree::NimHeap(smaller)) => smaller < size,
                (Tree::NimHeap(_), Tree::Options(_)) => false,
                (Tree::Options(options), _) => {
                    self.single_bag(wanted).is_some_and(|wanted| options.binary_search(&wanted).is_ok())
                }
            },
            _ => self.single_options(items, 0).contains(&wanted),
        }
    }

    /// Has the form a move to the empty sum?
    fn can_end(&self, form: FormId) -> bool {
        match self.tree(form) {
            Tree::NimHeap(size) => *size > 0,
            Tree::Options(options) => options.first() == Some(&Self::NOTHING),
        }
    }

    fn new_form(&mut self, options: Arc<[BagId]>, budget: &Budget) -> Solved<FormId> {
        let bags = || options.iter().map(|option| self.bag(*option));
        let birthday = bags().map(|bag| self.birthday(bag)).max().unwrap_or(0).saturating_add(1);
        let value = mex(bags().map(|bag| Nimber(self.value(bag)))).0;
        let label = self.label_of_options(&options);
        self.add(Form { tree: Tree::Options(options), birthday, value, label }, budget)
    }

    fn add(&mut self, form: Form, budget: &Budget) -> Solved<FormId> {
        let id = FormId(u32::try_from(self.forms.len()).map_err(|_| SolveError::Overflow)?);
        budget.meter().push(&mut self.forms, form)?;
        Ok(id)
    }

    /// The label given by [`Label::of_options`], if all options that are not tame revert to it.
    fn label_of_options(&self, options: &[BagId]) -> Option<Label> {
        let tame: Vec<Label> = options.iter().filter_map(|option| self.label(self.bag(*option))).collect();
        let label = Label::of_options(&tame)?;
        let reverting = tame.len() == options.len()
            || options.iter().all(|option| {
                let bag = self.bag(*option);
                self.label(bag).is_some() || self.reverts(bag, label)
            });
        reverting.then_some(label)
    }

    /// Has a sum a tame option with the label `wanted`? Looked for only if the sum has exactly one component that is
    /// not tame.
    fn reverts(&self, bag: &[Item], wanted: Label) -> bool {
        let mut rest = Label::EMPTY;
        let mut wild = None;
        for item in bag {
            match self.forms[item.form.index()].label {
                Some(label) => rest = rest.plus(label.times(item.copies)),
                None if item.copies == 1 && wild.is_none() => wild = Some(item.form),
                None => return false,
            }
        }
        let Some(Tree::Options(options)) = wild.map(|form| self.tree(form)) else { return false };
        options.iter().any(|option| self.label(self.bag(*option)).is_some_and(|label| label.plus(rest) == wanted))
    }
}
