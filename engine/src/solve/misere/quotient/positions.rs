//! The quotient of some positions with all that can be reached from them.

use super::classes::{Classes, NumberedPositions};
use super::monoid::Element;
use super::{Exponents, Extent, Quotient};
use crate::game::{Component, Meter, Sum, Visited};
use crate::solve::forms::{FormId, FormKind, Forms, Tree};
use crate::solve::misere::Components;
use crate::solve::{NeedsEnd, SolveError, Solved, Solver};
use crate::sorting;

/// More copies of a component are not looked at.
const COPIES: u64 = 1 << 12;

/// All forms that can be reached from some positions, in the order of their birthdays.
struct ReachedForms {
    forms: Forms,
    in_order: Vec<FormId>,
    /// The number of each form in this order.
    numbers: Vec<usize>,
}

impl ReachedForms {
    /// All of these forms, which are game trees as they are.
    fn all(forms: Forms) -> ReachedForms {
        let mut in_order: Vec<FormId> = forms.ids().collect();
        sorting::sort_by(&mut in_order, |a, b| (forms.birthday_of(*a), a).cmp(&(forms.birthday_of(*b), b)));
        let mut numbers = vec![0; in_order.len()];
        for (number, form) in in_order.iter().enumerate() {
            numbers[form.index()] = number;
        }
        ReachedForms { forms, in_order, numbers }
    }
}

impl NumberedPositions for ReachedForms {
    fn each_option(&self, position: usize, meter: &Meter, visit: &mut dyn FnMut(&[usize]) -> Visited) -> Solved<()> {
        let mut parts = Vec::new();
        match self.forms.tree(self.in_order[position]) {
            Tree::NimHeap(size) => {
                for form in (0..*size).filter_map(|smaller| self.forms.known_nim_heap(smaller)) {
                    meter.spend(1)?;
                    if visit(&[self.numbers[form.index()]])?.is_break() {
                        return Ok(());
                    }
                }
            }
            Tree::Options(options) => {
                for option in options.iter() {
                    parts.clear();
                    for item in self.forms.bag(*option).iter() {
                        if item.copies > COPIES {
                            return Err(SolveError::Positions { limit: COPIES });
                        }
                        parts.extend((0..item.copies).map(|_| self.numbers[item.form.index()]));
                    }
                    meter.spend(1 + parts.len())?;
                    if visit(&parts)?.is_break() {
                        return Ok(());
                    }
                }
            }
        }
        Ok(())
    }
}

impl Quotient {
    /// The quotient of more positions is not looked for.
    pub const MOST_POSITIONS: u64 = 20_000;
}

impl Solver {
    /// The misère quotient of some positions with all that can be reached from them, as far as it is found in so many steps.
    ///
    /// # Errors
    /// As [`Solver::outcome`]; `SolveError::Positions` with [`Quotient::MOST_POSITIONS`] if more can be reached.
    pub fn quotient_of_positions(&mut self, asked: &[Sum], steps: u64) -> Result<Option<Quotient>, SolveError> {
        let mut forms = Forms::of_kind(FormKind::Exact);
        let mut components = Components::default();
        components.position_limit = Some(Quotient::MOST_POSITIONS);
        for sum in asked {
            self.refuse_binding(sum)?;
            for part in components.split_boards(&sum.parts, &self.budget)? {
                components.form(&part.component, &mut forms, &self.budget).map_err(|stop| match stop {
                    SolveError::Cycle(path) if !path.iter().any(|met| met.game.ruleset.must_end()) => {
                        SolveError::Endless(Box::new((NeedsEnd::MisereForm, sum.clone())))
                    }
                    stop => stop,
                })?;
            }
        }
        if forms.len() as u64 > Quotient::MOST_POSITIONS {
            return Err(SolveError::Positions { limit: Quotient::MOST_POSITIONS });
        }
        let budget = self.budget.clone();
        let reached = ReachedForms::all(forms);
        let mut named: Vec<Option<Component>> = vec![None; reached.in_order.len()];
        for (position, form) in components.known() {
            named[form.index()].get_or_insert_with(|| Component::Position(position.clone()));
        }
        let mut classes = Classes::new();
        let total = reached.in_order.len();
        match budget.within(steps, || classes.extend(&reached, total, &budget)) {
            Ok(_) | Err(SolveError::Overflow) => {}
            Err(stop) => return Err(stop),
        }
        let name =
            |place: usize| match (&named[reached.in_order[place].index()], reached.forms.tree(reached.in_order[place]))
            {
                (Some(name), _) => name.clone(),
                (None, Tree::NimHeap(size)) => Component::Star(*size),
                (None, Tree::Options(_)) => Component::Star(0),
            };
        let images: Vec<Element> = (0..classes.len()).map(|number| classes.image(number)).collect();
        let extent = |_: &[Exponents]| Extent::Positions { known: classes.len(), total };
        Quotient::new(classes.learner.verified().monoid(), extent, &images, name, &budget).map(Some)
    }
}
