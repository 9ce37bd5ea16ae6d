//! Canonical forms in misère play: two games are equal, beside every game in the world, if and only if their canonical forms are
//! the same. Of each form the genus is known, and whether it is tame, restive, restless or wild.
//!
//! P. M. Grundy and C. A. B. Smith, Disjunctive games with the last player losing, 1956; J. H. Conway, On Numbers and Games,
//! 1976, chapter 12; E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways, chapter 13.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::genus::{Genus, Tameness};
use crate::search::settle;
use crate::solve::forms::{BagId, FormId, FormKind, Forms, Item, LISTED, Tree};
use crate::solve::{Budget, SolveError, Solved};
use crate::sorting;

/// What is told of a canonical form.
#[derive(Debug)]
struct FormFacts {
    genus: Genus,
    kind: Tameness,
    /// How it is written, if that is not too long.
    text: Option<Arc<str>>,
}

/// The canonical form of a position in misère play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MisereForm {
    /// Its options in braces, nim-heaps as `*k`: `{*0, {*2}}`. Two positions are equal in misère play if and only if these texts
    /// are. `None` if it would be too long.
    pub text: Option<Arc<str>>,
    /// The number of moves of the longest play of the form.
    pub birthday: u64,
    /// How many options the form has.
    pub options: u64,
    /// The genus.
    pub genus: Genus,
    /// How it behaves beside tame games.
    pub kind: Tameness,
}

/// All canonical forms that were met, with the sums of two of them. Each option of one is a single form.
#[derive(Debug)]
pub(super) struct CanonicalForms {
    forms: Forms,
    facts: FxHashMap<FormId, FormFacts>,
    sums: FxHashMap<(FormId, FormId), FormId>,
    /// Of the forms as they were found.
    of_forms: FxHashMap<FormId, FormId>,
}

impl Default for CanonicalForms {
    fn default() -> CanonicalForms {
        let (facts, sums, of_forms) = Default::default();
        CanonicalForms { forms: Forms::of_kind(FormKind::Canonical), facts, sums, of_forms }
    }
}

impl MisereForm {
    /// Longer texts are not made.
    pub const LONGEST: usize = 20_000;
}

impl CanonicalForms {
    /// The canonical form of a sum of forms.
    pub fn of_sum(&mut self, items: &[Item], forms: &Forms, budget: &Budget) -> Solved<MisereForm> {
        let form = self.form_of(items, forms, budget)?;
        let FormFacts { genus, kind, text } = self.facts_of(form, budget)?;
        let (text, genus, kind) = (text.clone(), genus.clone(), *kind);
        let options = match self.forms.tree(form) {
            Tree::NimHeap(size) => *size,
            Tree::Options(options) => options.len() as u64,
        };
        Ok(MisereForm { text, birthday: self.forms.birthday_of(form), options, genus, kind })
    }

    /// Have two sums of forms the same canonical form?
    pub fn are_same(&mut self, left: &[Item], right: &[Item], forms: &Forms, budget: &Budget) -> Solved<bool> {
        Ok(self.form_of(left, forms, budget)? == self.form_of(right, forms, budget)?)
    }

    fn form_of(&mut self, items: &[Item], forms: &Forms, budget: &Budget) -> Solved<FormId> {
        self.add_reachable(items, forms, budget)?;
        self.of_items(items, budget)
    }

    /// Finds the canonical forms of all forms that can be reached from these, those of options first.
    fn add_reachable(&mut self, items: &[Item], forms: &Forms, budget: &Budget) -> Solved<()> {
        for item in items {
            settle(item.form, budget, |form, missing| {
                if self.of_forms.contains_key(form) {
                    return Ok(());
                }
                let found = match forms.tree(*form) {
                    Tree::NimHeap(size) => self.forms.nim_heap(*size, budget)?,
                    Tree::Options(options) => {
                        let before = missing.len();
                        let parts = options.iter().flat_map(|option| forms.bag(*option).iter());
                        missing.extend(parts.map(|item| item.form).filter(|form| !self.of_forms.contains_key(form)));
                        if missing.len() > before {
                            return Ok(());
                        }
                        self.of_bags(options, forms, budget)?
                    }
                };
                Ok(budget.meter().insert(&mut self.of_forms, *form, found).map(drop)?)
            })?;
        }
        Ok(())
    }

    fn of_bags(&mut self, options: &[BagId], forms: &Forms, budget: &Budget) -> Solved<FormId> {
        let mut found = Vec::with_capacity(options.len());
        for option in options {
            found.push(self.of_items(forms.bag(*option), budget)?);
        }
        self.of_options(found, budget)
    }

    fn of_items(&mut self, items: &[Item], budget: &Budget) -> Solved<FormId> {
        const MISSING: SolveError = SolveError::Internal("a component has no canonical form");
        let mut sum = Forms::EMPTY;
        for item in items {
            let form = *self.of_forms.get(&item.form).ok_or(MISSING)?;
            for _ in 0..item.copies {
                sum = self.plus(sum, form, budget)?;
            }
        }
        Ok(sum)
    }

    /// The options of a form, one by one.
    fn options(&mut self, form: FormId, budget: &Budget) -> Solved<Vec<FormId>> {
        match *self.forms.tree(form) {
            Tree::Options(ref options) => Ok(options.iter().filter_map(|option| self.forms.single(*option)).collect()),
            Tree::NimHeap(size) if size > LISTED => Err(SolveError::Positions { limit: LISTED }),
            Tree::NimHeap(size) => (0..size).map(|smaller| self.forms.nim_heap(smaller, budget)).collect(),
        }
    }

    /// The form with these options, which are canonical.
    fn of_options(&mut self, options: Vec<FormId>, budget: &Budget) -> Solved<FormId> {
        let bags = options.iter().map(|form| self.forms.bag_of(*form, budget)).collect::<Solved<_>>()?;
        self.forms.of_options(bags, budget)
    }

    /// What is told of a form. That of its options was asked before.
    fn facts_of(&mut self, form: FormId, budget: &Budget) -> Solved<&FormFacts> {
        settle(form, budget, |form, missing| {
            if self.facts.contains_key(form) {
                return Ok(());
            }
            let facts = match *self.forms.tree(*form) {
                Tree::NimHeap(size) => FormFacts {
                    genus: Genus::nim_heap(size),
                    kind: Tameness::Tame,
                    text: Some(format!("*{size}").into()),
                },
                Tree::Options(_) => {
                    let (before, options) = (missing.len(), self.options(*form, budget)?);
                    missing.extend(options.iter().filter(|option| !self.facts.contains_key(*option)));
                    if missing.len() > before {
                        return Ok(());
                    }
                    self.facts_by(&options, budget)?
                }
            };
            Ok(budget.meter().insert(&mut self.facts, *form, facts).map(drop)?)
        })?;
        self.facts.get(&form).ok_or(SolveError::Internal("nothing is known of a canonical form"))
    }

    /// The same by the options, of which all is told.
    fn facts_by(&self, options: &[FormId], budget: &Budget) -> Solved<FormFacts> {
        let genera: Vec<(&Genus, Tameness)> =
            options.iter().map(|option| (&self.facts[option].genus, self.facts[option].kind)).collect();
        let genus = Genus::of_options(&genera, budget)?;
        let listed = options.iter().map(|option| self.listed_genera(*option)).collect::<Vec<_>>();
        let kind = Tameness::of(&genus, &genera, &listed);
        Ok(FormFacts { genus, kind, text: self.text(options) })
    }

    /// The normal and misère values of the tame options of a form.
    fn listed_genera(&self, form: FormId) -> Vec<(u64, u64)> {
        // Nim-heaps are tame, and their options are not asked for.
        let Tree::Options(options) = self.forms.tree(form) else { return Vec::new() };
        let facts = options.iter().filter_map(|option| self.facts.get(&self.forms.single(*option)?));
        facts.filter(|option| option.kind == Tameness::Tame).map(|option| option.genus.values()).collect()
    }

    /// The options in braces: nim-heaps by their sizes, then the others, the shorter first.
    fn text(&self, options: &[FormId]) -> Option<Arc<str>> {
        let mut length = 2;
        let mut texts: Vec<(u64, &str)> = Vec::with_capacity(options.len());
        for option in options {
            let text = self.facts[option].text.as_ref()?;
            length += text.len() + 2;
            if length > MisereForm::LONGEST {
                return None;
            }
            texts.push((self.forms.nim_size(*option).unwrap_or(u64::MAX), text));
        }
        sorting::sort_by(&mut texts, |a, b| (a.0, a.1.len(), a.1).cmp(&(b.0, b.1.len(), b.1)));
        let texts: Vec<&str> = texts.into_iter().map(|(_, text)| text).collect();
        Some(format!("{{{}}}", texts.join(", ")).into())
    }

    /// The canonical form of a sum of two: those of its options are found first.
    fn plus(&mut self, a: FormId, b: FormId, budget: &Budget) -> Solved<FormId> {
        if let Some(known) = self.known_sum(a, b, budget)? {
            return Ok(known);
        }
        settle(key(a, b), budget, |(a, b), missing| {
            if self.sums.contains_key(&(*a, *b)) {
                return Ok(());
            }
            let (before, mut options) = (missing.len(), Vec::new());
            for (moved, left) in [(*a, *b), (*b, *a)] {
                for option in self.options(moved, budget)?.iter() {
                    match self.known_sum(*option, left, budget)? {
                        Some(sum) => options.push(sum),
                        None => budget.meter().push(missing, key(*option, left))?,
                    }
                }
            }
            if missing.len() > before {
                return Ok(());
            }
            let sum = self.of_options(options, budget)?;
            Ok(budget.meter().insert(&mut self.sums, (*a, *b), sum).map(drop)?)
        })?;
        self.known_sum(a, b, budget)?.ok_or(SolveError::Internal("a sum of canonical forms was not found"))
    }

    /// The sum of two forms, if it was found before or is that of a nim-heap and *0 or *1: *2k + *1 = *(2k + 1) in misère play too.
    fn known_sum(&mut self, a: FormId, b: FormId, budget: &Budget) -> Solved<Option<FormId>> {
        match (self.forms.nim_size(a), self.forms.nim_size(b)) {
            (Some(0), _) => Ok(Some(b)),
            (_, Some(0)) => Ok(Some(a)),
            (Some(1), Some(size)) | (Some(size), Some(1)) => self.forms.nim_heap(size ^ 1, budget).map(Some),
            _ => Ok(self.sums.get(&key(a, b)).copied()),
        }
    }
}

fn key(a: FormId, b: FormId) -> (FormId, FormId) {
    (a.min(b), a.max(b))
}

#[cfg(test)]
mod tests {
    use rustc_hash::FxHashMap;

    use super::*;
    use crate::dice::{Dice, tries};
    use crate::nim::Nimber;
    use crate::solve::Limits;

    /// Game trees by the numbers of their options, which come before them, and sums of them: nothing but the definition.
    #[derive(Default)]
    struct Trees {
        options: Vec<Vec<usize>>,
        lost: FxHashMap<Vec<usize>, bool>,
        values: FxHashMap<Vec<usize>, u64>,
    }

    impl Trees {
        fn after(&self, sum: &[usize]) -> Vec<Vec<usize>> {
            let mut after = Vec::new();
            for (place, tree) in sum.iter().enumerate() {
                for option in &self.options[*tree] {
                    let mut moved = sum.to_vec();
                    moved[place] = *option;
                    moved.sort_unstable();
                    after.push(moved);
                }
            }
            after
        }

        fn is_lost(&mut self, sum: &[usize]) -> bool {
            if let Some(known) = self.lost.get(sum) {
                return *known;
            }
            let after = self.after(sum);
            let lost = !after.is_empty() && after.iter().all(|sum| !self.is_lost(sum));
            self.lost.insert(sum.to_vec(), lost);
            lost
        }

        /// The misère value by its definition.
        fn misere_value(&mut self, sum: &[usize]) -> u64 {
            if let Some(known) = self.values.get(sum) {
                return *known;
            }
            let after = self.after(sum);
            let values: Vec<u64> = after.iter().map(|sum| self.misere_value(sum)).collect();
            let value = if values.is_empty() { 1 } else { (0..).find(|value| !values.contains(value)).unwrap() };
            self.values.insert(sum.to_vec(), value);
            value
        }

        fn birthday(&self, tree: usize) -> usize {
            self.options[tree].iter().map(|option| self.birthday(*option) + 1).max().unwrap_or(0)
        }
    }

    /// All trees with at most three moves in a row, and some with four.
    fn trees() -> Trees {
        let mut trees = Trees { options: vec![Vec::new()], ..Trees::default() };
        for _ in 0..3 {
            let count = trees.options.len();
            for set in 1_u64..1 << count {
                let options: Vec<usize> = (0..count).filter(|tree| set >> tree & 1 == 1).collect();
                if !trees.options.contains(&options) {
                    trees.options.push(options);
                }
            }
        }
        trees
    }

    fn canonical(trees: &Trees, forms: &mut CanonicalForms, budget: &Budget) -> Vec<FormId> {
        let mut found: Vec<FormId> = Vec::new();
        for options in &trees.options {
            let options = options.iter().map(|option| found[*option]).collect();
            found.push(forms.of_options(options, budget).unwrap());
        }
        found
    }

    #[test]
    fn games_born_by_each_day() {
        let (mut forms, budget) = (CanonicalForms::default(), Budget::new(Limits::default(), Arc::default()));
        let mut born = vec![Forms::EMPTY];
        let mut counts = vec![born.len()];
        for _ in 0..4 {
            let mut next = vec![Forms::EMPTY];
            for set in 1_u64..1 << born.len() {
                let options = (0..born.len()).filter(|game| set >> game & 1 == 1).map(|game| born[game]).collect();
                next.push(forms.of_options(options, &budget).unwrap());
            }
            next.sort_unstable();
            next.dedup();
            born = next;
            counts.push(born.len());
        }
        assert_eq!(counts, [1, 2, 3, 5, 22]);
    }

    #[test]
    fn forms_are_the_same_exactly_where_no_small_game_tells_them_apart() {
        let (mut forms, budget) = (CanonicalForms::default(), Budget::new(Limits::default(), Arc::default()));
        let mut trees = trees();
        let found = canonical(&trees, &mut forms, &budget);
        let count = trees.options.len();
        let mut equal = 0;
        for (a, b) in (0..count).flat_map(|a| (0..a).map(move |b| (a, b))) {
            let told = (0..count).any(|beside| {
                let [one, other] = [a, b].map(|tree| if tree < beside { [tree, beside] } else { [beside, tree] });
                trees.is_lost(&one) != trees.is_lost(&other)
            });
            assert_eq!(found[a] != found[b], told, "{:?} {:?}", trees.options[a], trees.options[b]);
            equal += usize::from(!told);
        }
        assert!(count == 16 && equal > 10, "{count} {equal}");
    }

    #[test]
    fn genera_and_kinds_of_trees_drawn_at_random_are_those_of_the_definition() {
        let mut dice = Dice::new(20_260_105);
        let mut below = |limit: usize| usize::try_from(dice.below(limit as u64)).unwrap();
        let mut kinds = FxHashMap::default();
        for _ in 0..tries(400) {
            let (mut forms, budget) = (CanonicalForms::default(), Budget::new(Limits::default(), Arc::default()));
            let mut trees = Trees { options: vec![Vec::new(), vec![0], vec![0, 1]], ..Trees::default() };
            for tree in 3..5 + below(5) {
                let mut options: Vec<usize> = (0..1 + below(3)).map(|_| below(tree)).collect();
                options.sort_unstable();
                options.dedup();
                trees.options.push(options);
            }
            let found = canonical(&trees, &mut forms, &budget);
            for (tree, id) in found.iter().enumerate() {
                assert!(forms.forms.birthday_of(*id) <= trees.birthday(tree) as u64);
                let form = forms.facts_of(*id, &budget).unwrap();
                for copies in 0..form.genus.misere.len() + 3 {
                    let mut sum = vec![2; copies];
                    sum.push(tree);
                    sum.sort_unstable();
                    let expected = trees.misere_value(&sum);
                    assert_eq!(form.genus.beside(copies), Nimber(expected), "{:?} {tree} {copies}", trees.options);
                }
                *kinds.entry(form.kind.name()).or_insert(0) += 1;
            }
            // Sums of two.
            for _ in 0..10 {
                let mut sum = [below(trees.options.len()), below(trees.options.len())];
                sum.sort_unstable();
                let id = forms.plus(found[sum[0]], found[sum[1]], &budget).unwrap();
                let form = forms.facts_of(id, &budget).unwrap();
                assert_eq!(form.genus.misere[0].0, trees.misere_value(&sum), "{sum:?}");
            }
            every_kind_is_that_of_its_definition(&mut forms, &budget);
        }
        assert_eq!(kinds.len(), 4, "{kinds:?}");
    }

    /// Winning Ways, chapter 13, said once more: a game is tame if it has the genus of a sum of nim-heaps because of its tame
    /// options, and can be brought back from all others.
    fn every_kind_is_that_of_its_definition(forms: &mut CanonicalForms, budget: &Budget) {
        for id in forms.forms.ids() {
            forms.facts_of(id, budget).unwrap();
            let all = forms.options(id, budget).unwrap();
            let pair = |of: &FormId| {
                let genus = &forms.facts[of].genus;
                (genus.value.0, genus.misere[0].0)
            };
            let is_tame = |of: &FormId| forms.facts[of].kind == Tameness::Tame;
            let (g, m) = pair(&id);
            let first_missing = |values: Vec<u64>| (0..).find(|value| !values.contains(value)).unwrap();
            let tame: Vec<(u64, u64)> = all.iter().filter(|of| is_tame(of)).map(pair).collect();
            let mut expected = all.is_empty()
                || ((g, m) == (0, 1) || (g, m) == (1, 0) || g == m)
                    && first_missing(tame.iter().map(|pair| pair.0).collect()) == g
                    && first_missing(tame.iter().map(|pair| pair.1).collect()) == m;
            let wild: Vec<FormId> = all.iter().filter(|of| !is_tame(of)).copied().collect();
            for option in &wild {
                let Tree::Options(next) = forms.forms.tree(*option) else { panic!("a nim-heap is tame") };
                let next = next.iter().filter_map(|bag| forms.forms.single(*bag));
                let back: Vec<(u64, u64)> = next.filter(is_tame).map(|of| pair(&of)).collect();
                expected &= back.iter().any(|pair| pair.0 == g) && back.iter().any(|pair| pair.1 == m);
            }
            let expected = match () {
                () if expected => Tameness::Tame,
                () if wild.is_empty() && g <= 1 && m > 1 => Tameness::Restive,
                () if wild.is_empty() && m <= 1 && g > 1 => Tameness::Restless,
                () => Tameness::Wild,
            };
            assert_eq!(forms.facts[&id].kind, expected, "{:?}", forms.facts[&id]);
        }
    }
}
