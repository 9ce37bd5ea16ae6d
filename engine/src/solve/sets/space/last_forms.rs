//! The forms of the components that were met last.

use crate::ledger::FastPath;
use crate::search::hash;
use crate::solve::plane::Plane;

/// The forms of the components that were met last: the same ones are left again and again.
#[derive(Clone, Debug, Default)]
pub struct LastForms<P> {
    /// A component and its form, at the place that its hash says; twice the empty set where there is none. The form is
    /// empty if a symmetry shows that the value is 0.
    forms: Vec<(P, P)>,
    /// How many were not there, since there are so many places.
    missed: usize,
}

impl<P: Plane> LastForms<P> {
    const LEAST: usize = 1 << 6;
    /// So many fit into a cache of the processor.
    const MOST: usize = 1 << 13;

    /// The form of a component, as `find` says.
    #[inline(always)]
    pub fn form(&mut self, component: P, find: impl FnOnce() -> Option<P>) -> Option<P> {
        let places = self.forms.len().max(1);
        #[expect(clippy::cast_possible_truncation, reason = "any bits will do")]
        let place = hash(&[component]) as usize & (places - 1);
        match self.forms.get(place) {
            _ if FastPath::LastForms.is_off() => find(),
            Some((last, form)) if *last == component => Some(*form).filter(|form| !form.is_empty()),
            _ => {
                let form = find();
                self.note(component, form.unwrap_or_default(), place);
                form
            }
        }
    }

    fn note(&mut self, component: P, form: P, place: usize) {
        self.missed += 1;
        if let Some(last) = self.forms.get_mut(place) {
            *last = (component, form);
        }
        if self.missed > self.forms.len() && self.forms.len() < Self::MOST {
            self.forms = vec![Default::default(); (4 * self.forms.len()).max(Self::LEAST)];
            self.missed = 0;
        }
    }
}
