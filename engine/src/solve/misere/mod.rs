//! Misère play, in which the player who makes the last move loses: a search over sums as multisets of components.
//!
//! Never by xor: in misère play the outcome of a sum is not decided by values of its parts. Components are turned
//! into forms first, equal ones once (`components`, `forms`). A sum of tame forms is decided as in Nim (`label`), any
//! other by looking at its options, with a memory of all sums seen (`search`). Sums of too many positions are searched
//! before their components are forms (`large`).

mod components;
mod forms;
mod label;
mod large;
mod moves;
mod search;
mod tame;

use rustc_hash::FxHashMap;

use self::components::Components;
use self::forms::{Bag, Forms, Item};
use super::{Budget, Solved};
use crate::game::{Component, Part, Ruleset, Sum};
use crate::nim::Outcome;

pub use self::moves::{MisereFound, MisereMove};
pub use self::tame::Tame;

/// What was found of large sums, in normal form. When there is no more room, all of it is forgotten.
type KnownSums = FxHashMap<Sum, Outcome>;

/// Everything known about misère play.
#[derive(Debug)]
pub struct Misere {
    components: Components,
    forms: Forms,
    known: KnownSums,
    /// Positions looked into for the forms of a sum before it is taken for a large one.
    pub small: u64,
}

impl Default for Misere {
    fn default() -> Misere {
        Misere { components: Components::default(), forms: Forms::default(), known: KnownSums::default(), small: 2_000 }
    }
}

impl Misere {
    /// How many positions were met.
    pub fn len(&self) -> usize {
        self.components.len()
    }

    pub fn rulesets(&self) -> impl Iterator<Item = &Ruleset> {
        self.components.rulesets()
    }

    /// Bytes that were taken and not given back.
    pub fn held(&self) -> u64 {
        self.forms.reservation.bytes()
    }

    /// How many rulesets were met.
    pub fn games(&self) -> usize {
        self.components.games()
    }

    /// The components of a sum as forms, beside others, in normal form.
    fn bag(&mut self, parts: &[Part], beside: &[Item], budget: &mut Budget) -> Solved<Bag> {
        let mut items = beside.to_vec();
        for part in parts {
            let apart = self.components.parts(&part.component, budget)?;
            let apart = apart.map(|parts| parts.into_iter().map(Component::Position).collect());
            for component in apart.unwrap_or_else(|| vec![part.component.clone()]) {
                let form = self.components.form(&component, &mut self.forms, budget)?;
                items.push(Item { form, copies: part.copies });
            }
        }
        self.forms.normalise(&mut items, budget)?;
        Ok(items.into())
    }
}
