//! Which names of the language and of the library a definition reaches, through other definitions as well: `save` must
//! see to it that they mean the same again.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use grundy_engine::game::Builtin;

use super::library;
use super::names::Names;
use super::uses::Uses;

/// What was found, as long as no definition on the way changes: what is defined upon many definitions does not walk
/// through them all again.
#[derive(Clone, Default)]
pub struct Reached {
    uses: Uses,
    names: HashMap<String, Arc<BTreeSet<String>>>,
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

impl Names {
    /// The names that not only the user can have given a meaning to, among this one and those it reaches.
    pub(super) fn not_ours(&mut self, name: &str) -> Arc<BTreeSet<String>> {
        if let Some(known) = self.reached.names.get(name) {
            return known.clone();
        }
        let mut found = BTreeSet::new();
        let mut met = BTreeSet::new();
        let mut waiting = vec![name.to_owned()];
        while let Some(next) = waiting.pop() {
            if !met.insert(next.clone()) {
                continue;
            }
            if let Some(known) = self.reached.names.get(&next) {
                found.extend(known.iter().cloned());
                continue;
            }
            if !is_ours(&next) {
                found.insert(next.clone());
            }
            waiting.extend(self.own(&next).into_iter().flat_map(|definition| definition.mentioned()));
        }
        met.remove(name);
        let found = Arc::new(found);
        self.reached.uses.look(name, met);
        self.reached.names.insert(name.to_owned(), found.clone());
        found
    }
}

/// Whether only the user can have given a meaning to this name.
fn is_ours(name: &str) -> bool {
    library::entry(name).is_none() && Builtin::named(name).is_none() && super::builtin::constant(name).is_none()
}
