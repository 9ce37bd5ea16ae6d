//! A rule about the subsets of a ground set, as data: which members a move needs, and which it removes.

use std::ops::Range;

use super::guard::{Guard, Index};
use crate::game::Binding;

/// The rule for the subsets of one ground set, whose members are numbered from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetRules {
    /// How many members the ground set has.
    pub count: usize,
    /// Sorted, without repeats.
    pub actions: Vec<Action>,
    /// How what is left falls apart, if the rule says so.
    pub parting: Option<Parting>,
    /// The members with these numbers are the places of a token: one of them is there, and every move needs it.
    pub places: Range<Index>,
}

/// A move: if a condition holds, some members are removed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Action {
    /// The members that must be there, at least one of which is removed. So play ends.
    pub needs: Vec<Index>,
    /// What else must hold.
    pub also: Vec<Guard>,
    /// The members that are removed, if they are there.
    pub removes: Vec<Index>,
    /// The members that are added: places to which a token is moved.
    pub adds: Vec<Index>,
    /// What the move obliges the players to do next.
    pub binding: Binding,
}

/// The parts in which a rule leaves a subset: its connected components.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parting {
    /// The neighbours of each member: a symmetric relation.
    pub near: Vec<Vec<Index>>,
    /// The components of which this does not hold are left out.
    pub kept: Guard,
}

impl Action {
    /// All members that the move has to do with.
    pub fn members(&self) -> Vec<Index> {
        let mut members = [&self.needs[..], &self.removes, &self.adds].concat();
        self.also.iter().for_each(|guard| guard.add_members(&mut members));
        crate::sorting::sort(&mut members);
        members.dedup();
        members
    }

    /// The same move of other members: each is replaced by its image.
    pub fn mapped(&self, image: &dyn Fn(Index) -> Index) -> Action {
        let mapped = |members: &[Index]| {
            let mut images: Vec<Index> = members.iter().map(|member| image(*member)).collect();
            crate::sorting::sort(&mut images);
            images
        };
        let mut also: Vec<Guard> = self.also.iter().map(|guard| guard.mapped(image)).collect();
        crate::sorting::sort(&mut also);
        let [needs, removes, adds] = [&self.needs, &self.removes, &self.adds].map(|members| mapped(members));
        Action { needs, also, removes, adds, binding: self.binding }
    }
}

impl SetRules {
    /// The neighbours of each member: those with which it may be in one part. Two subsets without neighbours in each
    /// other are independent. With [`SetRules::parting`] it is the relation that the rule gives; otherwise members are
    /// neighbours if a move that needs one of them has to do with the other.
    pub fn near(&self) -> Vec<Vec<Index>> {
        if let Some(parting) = &self.parting {
            return parting.near.clone();
        }
        let mut is_near = vec![vec![false; self.count]; self.count];
        // What a move looks at that needs a place of the token.
        let mut looked_at = vec![Vec::new(); self.count];
        for action in self.actions.iter().filter(|_| !self.places.is_empty()) {
            let place = action.needs.iter().filter(|need| self.places.contains(*need));
            place.for_each(|place| looked_at[usize::from(*place)].extend(action.members()));
        }
        for action in &self.actions {
            let mut members = action.members();
            // A place comes to be there with this move, and then lies beside what the move has needed.
            action.adds.iter().for_each(|place| members.extend(&looked_at[usize::from(*place)]));
            for one in action.needs.iter().map(|one| usize::from(*one)) {
                for other in members.iter().map(|other| usize::from(*other)).filter(|other| *other != one) {
                    is_near[one][other] = true;
                    is_near[other][one] = true;
                }
            }
        }
        let listed =
            |row: &Vec<bool>| (0..).zip(row).filter(|(_, is_near)| **is_near).map(|(other, _)| other).collect();
        is_near.iter().map(listed).collect()
    }
}
