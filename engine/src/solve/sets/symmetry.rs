//! Permutations of a ground set that keep its rule: subsets that are images of each other have the same value.

use std::hash::{BuildHasher, Hash};

use rustc_hash::FxBuildHasher;

use super::guard::{Guard, Index};
use super::rules::{Action, SetRules};
use crate::ledger::FastPath;
use crate::sorting;

/// Symmetries of a rule.
#[derive(Debug, Default)]
pub struct Symmetries {
    /// Classes of two or more members that may be exchanged with each other at will, each sorted.
    pub twins: Vec<Vec<Index>>,
    /// Permutations that keep the rule and the order of the members of each class; the identity is left out.
    pub permutations: Vec<Vec<Index>>,
}

impl Symmetries {
    /// The most steps of the search for them.
    const STEPS: u64 = 2_000_000;

    /// In rules with more pairs of members in moves than this they are not looked for.
    const PAIRS: usize = 4_000_000;

    /// Finds at most so many permutations. Those that are left out only cost time.
    pub fn of(rules: &SetRules, most: usize) -> Symmetries {
        // The work of comparing members, and of trying a permutation.
        let pairs = rules.actions.iter().map(|action| action.members().len().pow(2)).sum::<usize>();
        if pairs > Self::PAIRS {
            return Symmetries::default();
        }
        let near = rules.near();
        let relation = Relation::of(rules, &near);
        let twins = if FastPath::ExchangeableMembers.is_off() { Vec::new() } else { relation.twins(rules) };
        let mut search = PermutationSearch {
            relation: &relation,
            rules,
            order: relation.order(&near),
            class: vec![None; rules.count],
            images: Vec::new(),
            taken: vec![false; rules.count],
            found: Vec::new(),
            most: if FastPath::Images.is_off() { 0 } else { most },
            steps: 0,
        };
        for (number, class) in twins.iter().enumerate() {
            class.iter().for_each(|member| search.class[usize::from(*member)] = Some(number));
        }
        search.extend();
        let permutations = search.found;
        Symmetries { twins, permutations }
    }
}

/// For each pair of members, a number that permutations which keep the rule must keep.
struct Relation {
    count: usize,
    pairs: Vec<u64>,
    colours: Vec<u64>,
}

fn hash(of: impl Hash) -> u64 {
    FxBuildHasher.hash_one(of)
}

/// What a member is to a move.
fn role(action: &Action, member: Index) -> u64 {
    let also = action.also.iter().map(|guard| {
        let mut members = Vec::new();
        guard.add_members(&mut members);
        u64::from(members.contains(&member))
    });
    let [needed, removed, added] =
        [&action.needs, &action.removes, &action.adds].map(|members| u64::from(members.contains(&member)));
    needed + 2 * removed + 4 * added + 8 * also.sum::<u64>()
}

impl Relation {
    fn of(rules: &SetRules, near: &[Vec<Index>]) -> Relation {
        let count = rules.count;
        let mut pairs = vec![0u64; count * count];
        for action in &rules.actions {
            let members = action.members();
            let roles: Vec<u64> = members.iter().map(|member| role(action, *member)).collect();
            let sizes = (action.needs.len(), action.removes.len(), action.also.len());
            for (one, its) in members.iter().zip(&roles) {
                for (other, theirs) in members.iter().zip(&roles) {
                    let pair = &mut pairs[usize::from(*one) * count + usize::from(*other)];
                    *pair = pair.wrapping_add(hash((sizes, its, theirs)));
                }
            }
        }
        for (one, others) in near.iter().enumerate() {
            for other in others {
                let pair = &mut pairs[one * count + usize::from(*other)];
                *pair = pair.wrapping_add(hash("near"));
            }
        }
        let mut relation = Relation { count, pairs, colours: Vec::new() };
        relation.colours = (0..count).map(|member| relation.pair(member, member)).collect();
        for _ in 0..4 {
            relation.refine();
        }
        relation
    }

    fn pair(&self, one: usize, other: usize) -> u64 {
        self.pairs[one * self.count + other]
    }

    /// Tells members apart by what they are to others.
    fn refine(&mut self) {
        let colour = |member: usize| {
            let others = (0..self.count).filter(|other| *other != member);
            let seen = others.fold(0u64, |sum, other| {
                sum.wrapping_add(hash((self.pair(member, other), self.pair(other, member), self.colours[other])))
            });
            hash((self.colours[member], seen))
        };
        self.colours = (0..self.count).map(colour).collect();
    }

    /// Classes of members such that exchanging any two of them keeps the rule.
    fn twins(&self, rules: &SetRules) -> Vec<Vec<Index>> {
        let mut classes: Vec<Vec<Index>> = Vec::new();
        for member in (0..).take(self.count) {
            let is_twin = |class: &&mut Vec<Index>| {
                self.are_twins(class[0], member) && {
                    let (one, other) = (class[0], member);
                    let exchanged = |index: Index| match index {
                        index if index == one => other,
                        index if index == other => one,
                        index => index,
                    };
                    keeps(rules, &exchanged)
                }
            };
            match classes.iter_mut().find(is_twin) {
                Some(class) => class.push(member),
                None => classes.push(vec![member]),
            }
        }
        classes.retain(|class| class.len() > 1);
        classes
    }

    fn are_twins(&self, one: Index, other: Index) -> bool {
        let (a, b) = (usize::from(one), usize::from(other));
        self.colours[a] == self.colours[b]
            && self.pair(a, b) == self.pair(b, a)
            && (0..self.count)
                .filter(|third| *third != a && *third != b)
                .all(|third| self.pair(a, third) == self.pair(b, third) && self.pair(third, a) == self.pair(third, b))
    }

    /// The members in an order in which each is related to many before it.
    fn order(&self, near: &[Vec<Index>]) -> Vec<usize> {
        let alike = |member: usize| self.colours.iter().filter(|colour| **colour == self.colours[member]).count();
        let alike: Vec<usize> = (0..self.count).map(alike).collect();
        let (mut order, mut ties) = (Vec::new(), vec![0usize; self.count]);
        let mut left: Vec<usize> = (0..self.count).collect();
        while let Some(place) =
            (0..left.len()).max_by_key(|place| (ties[left[*place]], usize::MAX - alike[left[*place]]))
        {
            let member = left.swap_remove(place);
            near[member].iter().for_each(|other| ties[usize::from(*other)] += 1);
            order.push(member);
        }
        order
    }
}

/// Does a permutation keep the rule?
fn keeps(rules: &SetRules, image: &dyn Fn(Index) -> Index) -> bool {
    let mut actions: Vec<Action> = rules.actions.iter().map(|action| action.mapped(image)).collect();
    sorting::sort(&mut actions);
    actions == rules.actions
        && rules.parting.as_ref().is_none_or(|parting| {
            let is_kept = |(one, others): (Index, &Vec<Index>)| {
                let mut images: Vec<Index> = others.iter().map(|other| image(*other)).collect();
                sorting::sort(&mut images);
                images == parting.near[usize::from(image(one))]
            };
            Guard::all([parting.kept.mapped(image)]) == Guard::all([parting.kept.clone()])
                && (0..).zip(&parting.near).all(is_kept)
        })
}

/// A search for permutations, which assigns an image to one member after the other.
struct PermutationSearch<'a> {
    relation: &'a Relation,
    rules: &'a SetRules,
    order: Vec<usize>,
    /// The class of twins of each member.
    class: Vec<Option<usize>>,
    /// The images of the first members in order.
    images: Vec<usize>,
    taken: Vec<bool>,
    found: Vec<Vec<Index>>,
    most: usize,
    steps: u64,
}

impl PermutationSearch<'_> {
    fn is_done(&self) -> bool {
        self.steps > Symmetries::STEPS || self.found.len() >= self.most
    }

    /// Goes through the images of the next member. Its depth is at most the size of the ground set, which is small.
    fn extend(&mut self) {
        let Some(member) = self.order.get(self.images.len()).copied() else { return self.add() };
        for image in 0..self.relation.count {
            if self.is_done() {
                return;
            }
            if self.taken[image] || !self.fits(member, image) {
                continue;
            }
            self.taken[image] = true;
            self.images.push(image);
            self.extend();
            self.images.pop();
            self.taken[image] = false;
        }
    }

    fn fits(&mut self, member: usize, image: usize) -> bool {
        let Relation { colours, .. } = self.relation;
        self.steps += 1;
        if colours[member] != colours[image] || self.class[member].is_some() != self.class[image].is_some() {
            return false;
        }
        self.steps += self.images.len() as u64 / 8;
        self.order.iter().zip(&self.images).all(|(other, theirs)| {
            // Twins keep their order.
            let is_in_order = self.class[member].is_none()
                || self.class[member] != self.class[*other]
                || self.class[image] == self.class[*theirs] && (member < *other) == (image < *theirs);
            is_in_order
                && self.relation.pair(member, *other) == self.relation.pair(image, *theirs)
                && self.relation.pair(*other, member) == self.relation.pair(*theirs, image)
        })
    }

    fn add(&mut self) {
        let mut permutation = vec![0; self.relation.count];
        for (member, image) in self.order.iter().zip(&self.images) {
            permutation[*member] = Index::try_from(*image).unwrap_or_default();
        }
        let is_identity = permutation.iter().enumerate().all(|(member, image)| member == usize::from(*image));
        self.steps += self.rules.actions.len() as u64;
        if !is_identity && keeps(self.rules, &|member| permutation[usize::from(member)]) {
            self.found.push(permutation);
        }
    }
}
