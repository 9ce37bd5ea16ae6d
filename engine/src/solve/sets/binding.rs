//! Values of subsets under rules with moves after which the same player moves again.
//!
//! A subset is the sum of its components in such play too: who moves again may do so in any of them. So the table has
//! components alone, in their least images. Where the other player must reply in what is left, a component would be another
//! obligation than the whole: such rules are left to the definition.

use rustc_hash::FxHashMap;

use super::guard::Index;
use super::space::Subsets;
use crate::game::Binding;
use crate::nim::{GrundyValue, Nimber, WinningUnion};
use crate::search::settle;
use crate::solve::plane::Plane;
use crate::solve::{Budget, Solved};

/// The values of the components that were met. Their sets W are not kept: no move of these rules asks for them.
#[derive(Debug)]
pub struct BindingSearch<P> {
    subsets: Subsets<P>,
    known: FxHashMap<P, GrundyValue>,
}

impl<P: Plane> BindingSearch<P> {
    /// `None` if the definition must answer.
    pub fn new(mut subsets: Subsets<P>) -> Option<BindingSearch<P>> {
        subsets.sort_binding_moves()?;
        Some(BindingSearch { subsets, known: FxHashMap::default() })
    }

    /// How many components are known.
    pub fn count(&self) -> usize {
        self.known.len()
    }

    /// The value of a subset.
    ///
    /// # Errors
    /// Those of the budget.
    pub fn value(&mut self, members: &[Index], budget: &Budget) -> Solved<GrundyValue> {
        let mut total = GrundyValue::Nimber(Nimber::ZERO);
        for part in self.subsets.components_of(members) {
            total = &total + &self.component(self.subsets.least_image(part), budget)?;
        }
        Ok(total)
    }

    /// The value of a component in its least image, found from those of its options.
    fn component(&mut self, start: P, budget: &Budget) -> Solved<GrundyValue> {
        let Self { subsets, known } = self;
        let (mut union, mut turns) = (WinningUnion::default(), 0u64);
        settle(start, budget, |part, missing| {
            turns += 1;
            if turns.is_multiple_of(64) {
                budget.progress(known.len() as u64, 0)?;
            }
            if known.contains_key(part) {
                return Ok(());
            }
            union.clear();
            let before = missing.len();
            subsets.each_binding_move(*part, |binding, components| {
                // Where moves with `again` settle the value, the others are not searched.
                let is_settled = union.is_all();
                if is_settled || binding == Binding::Free && missing.len() > before {
                    return std::ops::ControlFlow::Break(());
                }
                let (mut total, waiting) = (GrundyValue::Nimber(Nimber::ZERO), missing.len());
                for component in components {
                    match known.get(component) {
                        Some(value) => total = &total + value,
                        None => missing.push(*component),
                    }
                }
                if missing.len() == waiting {
                    binding.add_to(&mut union, &total);
                }
                std::ops::ControlFlow::Continue(())
            });
            if missing.len() == before || union.is_all() {
                missing.truncate(before);
                budget.meter().insert(known, *part, union.value())?;
            }
            Ok(())
        })?;
        known.get(&start).cloned().ok_or(crate::solve::SolveError::Internal("a component has no value"))
    }
}
