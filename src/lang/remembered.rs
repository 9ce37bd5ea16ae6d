//! What the rooms above remember in a session: at most one value of each type.

use std::any::{Any, TypeId};

use rustc_hash::FxHashMap;

/// Values by their types.
#[derive(Default)]
pub struct Remembered(FxHashMap<TypeId, Box<dyn Any + Send>>);

impl Remembered {
    /// The value of this type, the default one at first.
    pub fn get<T: Any + Send + Default>(&mut self) -> &mut T {
        let kept = self.0.entry(TypeId::of::<T>()).or_insert_with(|| Box::<T>::default());
        // The key is the type of the value.
        kept.downcast_mut().unwrap_or_else(|| unreachable!("a value is kept under its own type"))
    }

    /// The value of this type, if there is one.
    pub fn peek<T: Any>(&self) -> Option<&T> {
        self.0.get(&TypeId::of::<T>())?.downcast_ref()
    }
}
