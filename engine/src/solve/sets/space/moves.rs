//! The moves of subsets.

use std::ops::ControlFlow;

use super::Subsets;
use crate::game::Binding;
use crate::solve::plane::Plane;
use crate::solve::sets::packed::PackedAction;

impl<P: Plane> Subsets<P> {
    /// Visits the moves that are possible, each with its index, until a visit breaks off.
    #[inline(always)]
    pub(super) fn each_action(&self, left: P, mut visit: impl FnMut(usize, &PackedAction<P>) -> ControlFlow<()>) {
        if !self.places.is_empty() {
            let place = left & self.places;
            let from = if place.is_empty() { &[][..] } else { &self.from[place.first()] };
            let actions = from.iter().map(|index| (*index as usize, &self.actions[*index as usize]));
            let mut possible = actions.filter(|(_, action)| action.is_possible(left));
            let _ = possible.try_for_each(|(index, action)| visit(index, action));
            return;
        }
        let Some(grid) = &self.grid else {
            let mut possible = self.actions.iter().enumerate().filter(|(_, action)| action.is_possible(left));
            let _ = possible.try_for_each(|(index, action)| visit(index, action));
            return;
        };
        // Moves along the shorter side of the grid come first, and of these the ones in the middle: what they leave falls apart
        // soonest, so that more is known of it.
        let middle = left.last() / 2;
        let upper = (!P::default()).up(middle);
        for form in &grid.forms {
            let mut firsts = form.firsts(left);
            while !firsts.is_empty() {
                for is_upper in [true, false] {
                    let here = if is_upper { firsts & upper } else { firsts.without(upper) };
                    if here.is_empty() {
                        continue;
                    }
                    let first = if is_upper { here.first() } else { here.last() };
                    firsts = firsts.without(P::cell(first));
                    let index = form.moves[first] as usize;
                    let action = &self.actions[index];
                    if action.also.iter().all(|condition| condition.holds(left)) && visit(index, action).is_break() {
                        return;
                    }
                }
            }
        }
    }

    /// Is there a move?
    pub fn has_moves(&self, part: P) -> bool {
        if part.count() == 1 {
            return self.alone[part.first()];
        }
        let mut has = false;
        self.each_action(part, |_, _| {
            has = true;
            ControlFlow::Break(())
        });
        has
    }

    /// Brings moves with `again` to the front. `None` if the definition must answer: the rule says itself how a subset parts,
    /// there is a token, or the other player must reply.
    pub fn sort_binding_moves(&mut self) -> Option<()> {
        let must_reply = self.actions.iter().any(|action| action.binding == Binding::Reply);
        if self.is_parted || !self.places.is_empty() || self.grid.is_some() || must_reply {
            return None;
        }
        crate::sorting::sort_by_key(&mut self.actions, |action| action.binding != Binding::Again);
        self.forms.forget_removed();
        Some(())
    }

    /// Visits the moves of a component: what each obliges the players to do next, and the least images of the components that
    /// it leaves.
    pub fn each_binding_move(&self, part: P, mut visit: impl FnMut(Binding, &[P]) -> ControlFlow<()>) {
        let mut components = Vec::new();
        self.each_action(part, |_, action| {
            components.clear();
            self.each_component_after(part, true, action, |component| components.push(self.least_image(component)));
            visit(action.binding, &components)
        });
    }
}
