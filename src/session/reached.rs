//! Which names of the language and of the library a definition reaches, through other definitions as well: `save` must
//! see to it that they mean the same again.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use super::uses::Uses;

/// What was found, as long as no definition on the way changes: what is defined upon many definitions does not walk
/// through them all again.
#[derive(Clone, Default)]
pub struct Reached {
    pub(super) uses: Uses,
    pub(super) names: HashMap<String, Arc<BTreeSet<String>>>,
}

impl Reached {
    /// Something else is now meant by a name.
    pub fn change(&mut self, name: &str) {
        let names = &mut self.names;
        self.uses.change(name, |next| {
            names.remove(next);
        });
    }
}
