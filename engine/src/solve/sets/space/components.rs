//! The components of subsets, and what moves leave of them.

use std::ops::ControlFlow;

use super::Subsets;
use crate::solve::plane::Plane;
use crate::solve::sets::guard::Index;
use crate::solve::sets::packed::{PackedAction, members};

impl<P: Plane> Subsets<P> {
    /// The component of a member.
    #[inline(always)]
    pub(super) fn component(&self, first: usize, within: P) -> P {
        self.component_with(first, within, within)
    }

    /// The component of a member, or the whole set as soon as all of `edge` are found to be in it.
    #[inline(always)]
    fn component_with(&self, first: usize, within: P, edge: P) -> P {
        let mut component = P::cell(first);
        if let Some(grid) = &self.grid {
            loop {
                let grown = component | (grid.near(component) & within);
                if edge.without(grown).is_empty() {
                    return within;
                }
                if grown == component {
                    return component;
                }
                component = grown;
            }
        }
        let mut open = component;
        while !open.is_empty() {
            let member = open.first();
            open = open.without(P::cell(member));
            let near = self.near[member] & within.without(component);
            component = component | near;
            open = open | near;
            if edge.without(component).is_empty() {
                return within;
            }
        }
        component
    }

    /// Visits the components of what a move has left of a connected set. `edge`: the neighbours of what was removed.
    #[inline(always)]
    pub(super) fn each_part(&self, mut left: P, edge: P, mut visit: impl FnMut(P)) {
        let mut edge = edge & left;
        while !left.is_empty() {
            let first = if edge.is_empty() { left.first() } else { edge.first() };
            let part = self.component_with(first, left, edge);
            left = left.without(part);
            edge = edge.without(part);
            if self.kept.as_ref().is_none_or(|kept| kept.holds(part)) {
                visit(part);
            }
        }
    }

    /// Visits the component of the token: there are no moves in others. If it has none either, it is left out.
    pub(super) fn part_of_token(&self, left: P, mut visit: impl FnMut(P)) {
        let place = left & self.places;
        if place.is_empty() {
            return;
        }
        let part = self.component(place.first(), left);
        if self.has_moves(part) {
            visit(part);
        }
    }

    /// Visits the components of what a move leaves of a subset.
    #[inline(always)]
    pub(super) fn each_component_after(
        &self,
        part: P,
        is_connected: bool,
        action: &PackedAction<P>,
        visit: impl FnMut(P),
    ) {
        if !self.places.is_empty() {
            return self.part_of_token(part.without(action.removes) | action.adds, visit);
        }
        let (left, removed) = (part.without(action.removes), part & action.removes);
        let edge = if is_connected && removed.count() < 8 { self.edge(removed) } else { left };
        self.each_part(left, edge, visit);
    }

    /// The neighbours of these members.
    #[inline(always)]
    fn edge(&self, removed: P) -> P {
        if let Some(grid) = &self.grid {
            return grid.near(removed);
        }
        members(removed).fold(P::default(), |edge, member| edge | self.near[member])
    }

    /// The parts of a subset that is asked about: one, if the rule itself says when a subset parts.
    pub fn components_of(&self, members: &[Index]) -> Vec<P> {
        let left = self.subset(members);
        if self.is_parted {
            return if left.is_empty() { Vec::new() } else { vec![left] };
        }
        let mut parts = Vec::new();
        if self.places.is_empty() {
            self.each_part(left, left, |part| parts.push(part));
        } else {
            self.part_of_token(left, |part| parts.push(part));
        }
        parts
    }

    pub(super) fn is_connected(&self, part: P) -> bool {
        self.component(part.first(), part) == part
    }

    /// For each move the components that it leaves of a component, or of a subset that was asked about.
    pub fn components_after_moves(&self, part: P) -> Vec<Vec<P>> {
        let is_connected = self.is_connected(part);
        let mut after = Vec::new();
        self.each_action(part, |_, action| {
            let mut components = Vec::new();
            self.each_component_after(part, is_connected, action, |component| components.push(component));
            after.push(components);
            ControlFlow::Continue(())
        });
        after
    }
}
