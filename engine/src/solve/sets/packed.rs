//! What a rule needs and removes, as bits of a subset.

use super::guard::{Guard, Index};
use super::rules::Action;
use crate::game::Binding;
use crate::solve::plane::Plane;

/// A condition on a subset, on bits.
#[derive(Clone, Debug)]
pub enum PackedGuard<P> {
    /// At least so many of these are there.
    AtLeast(P, usize),
    /// Fewer than so many of these are there.
    Fewer(P, usize),
    All(Vec<PackedGuard<P>>),
    Any(Vec<PackedGuard<P>>),
}

pub fn set<P: Plane>(members: &[Index]) -> P {
    members.iter().fold(P::default(), |set, member| set | P::cell(usize::from(*member)))
}

/// The members of a set.
pub fn members<P: Plane>(mut set: P) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let member = (!set.is_empty()).then(|| set.first())?;
        set = set.without(P::cell(member));
        Some(member)
    })
}

impl<P: Plane> PackedGuard<P> {
    pub fn of(guard: &Guard) -> PackedGuard<P> {
        match guard {
            Guard::Known(true) => PackedGuard::All(Vec::new()),
            Guard::Known(false) => PackedGuard::Any(Vec::new()),
            Guard::There(member) => PackedGuard::AtLeast(set(&[*member]), 1),
            Guard::Absent(member) => PackedGuard::Fewer(set(&[*member]), 1),
            Guard::AtLeast(members, least) => PackedGuard::AtLeast(set(members), *least),
            Guard::Fewer(members, least) => PackedGuard::Fewer(set(members), *least),
            Guard::All(several) => PackedGuard::All(several.iter().map(PackedGuard::of).collect()),
            Guard::Any(several) => PackedGuard::Any(several.iter().map(PackedGuard::of).collect()),
        }
    }

    pub fn holds(&self, left: P) -> bool {
        match self {
            PackedGuard::AtLeast(members, 1) => !(left & *members).is_empty(),
            PackedGuard::Fewer(members, 1) => (left & *members).is_empty(),
            PackedGuard::AtLeast(members, least) => (left & *members).count() >= *least,
            PackedGuard::Fewer(members, least) => (left & *members).count() < *least,
            PackedGuard::All(several) => several.iter().all(|one| one.holds(left)),
            PackedGuard::Any(several) => several.iter().any(|one| one.holds(left)),
        }
    }
}

/// A move.
#[derive(Clone, Debug)]
pub struct PackedAction<P> {
    pub needs: P,
    pub also: Vec<PackedGuard<P>>,
    pub removes: P,
    pub adds: P,
    pub binding: Binding,
    /// All members on which it depends whether the move is possible.
    pub looks_at: P,
}

impl<P: Plane> PackedAction<P> {
    pub fn of(action: &Action) -> PackedAction<P> {
        let mut looked_at = action.needs.clone();
        action.also.iter().for_each(|guard| guard.add_members(&mut looked_at));
        PackedAction {
            needs: set(&action.needs),
            also: action.also.iter().map(PackedGuard::of).collect(),
            removes: set(&action.removes),
            adds: set(&action.adds),
            binding: action.binding,
            looks_at: set(&looked_at),
        }
    }

    #[inline(always)]
    pub fn is_possible(&self, left: P) -> bool {
        left & self.needs == self.needs && self.also.iter().all(|condition| condition.holds(left))
    }
}
