//! Answers with a long list, whose members are made one by one while they are written: ten million of them at once
//! would fill the memory.

use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::Value as Json;

/// An object whose last member is a list.
pub struct Long<I> {
    /// All other members.
    pub head: Json,
    /// What the list is called.
    pub name: &'static str,
    pub list: I,
}

impl<T: Serialize, I: Iterator<Item = T> + Clone> Serialize for Long<I> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_map(None)?;
        for (name, member) in self.head.as_object().into_iter().flatten() {
            object.serialize_entry(name, member)?;
        }
        object.serialize_entry(self.name, &List(&self.list))?;
        object.end()
    }
}

struct List<'a, I>(&'a I);

impl<T: Serialize, I: Iterator<Item = T> + Clone> Serialize for List<'_, I> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.clone())
    }
}
