//! Misère play, in which the player who makes the last move loses: a search over sums as multisets of components.
//!
//! Grundy values do not decide misère play, so components are turned into forms first (`components`), of which the
//! room `forms` decides sums. If the components of a sum have too many positions to be turned into forms, the search
//! goes through sums of positions (`large`).

mod canonical;
mod components;
mod equality;
mod genus;
mod large;
mod moves;
mod quotient;
mod sets;
mod tame;

use self::canonical::CanonicalForms;
use self::components::Components;
use self::quotient::Quotients;
use super::forms::{Bag, Forms, Item};
use super::{Budget, Solved};
use crate::game::{Ruleset, Sum, Summand};
use crate::search::Decider;

pub use self::canonical::MisereForm;
pub use self::equality::{MisereEquality, MisereSeparation};
pub use self::genus::{Genus, Tameness};
pub use self::quotient::{BoundedGame, Exponents, Extent, KnownHeaps, Quotient, QuotientElement, QuotientTables};
pub use self::tame::Tame;

/// Everything that is known about misère play.
#[derive(Debug)]
pub struct Misere {
    components: Components,
    forms: Forms,
    /// Knows the outcomes of large sums, in normal form ([`Misere::normal`]).
    decider: Decider<Sum>,
    quotients: Quotients,
    /// Made when they are first asked for.
    canonical: Option<Box<CanonicalForms>>,
    /// A sum is large if more than this many positions of a component would have to be turned into forms.
    pub small: u64,
}

impl Default for Misere {
    fn default() -> Misere {
        let (components, forms, decider, quotients, canonical) = Default::default();
        Misere { components, forms, decider, quotients, canonical, small: 2_000 }
    }
}

impl Misere {
    /// How many positions are known.
    pub fn len(&self) -> usize {
        self.components.len()
    }

    pub fn rulesets(&self) -> impl Iterator<Item = &Ruleset> {
        self.components.rulesets()
    }

    /// How many rulesets are kept.
    pub fn ruleset_count(&self) -> usize {
        self.components.ruleset_count()
    }

    /// The sum of `parts` and of the items `beside`, as a multiset of forms in normal form.
    fn bag(&mut self, parts: &[Summand], beside: &[Item], budget: &Budget) -> Solved<Bag> {
        let mut items = beside.to_vec();
        for Summand { copies, component } in self.components.split_boards(parts, budget)? {
            let form = self.components.form(&component, &mut self.forms, budget)?;
            items.push(Item { form, copies });
        }
        self.forms.normalise(&mut items, budget)?;
        Ok(items.into())
    }
}
