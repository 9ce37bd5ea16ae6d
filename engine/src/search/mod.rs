//! Two searches for all kinds of positions in which play ends, and the values where it may not ([`LoopyGraph`]).
//!
//! [`walk()`] finds the result of a position, such as its value, from those of all its options ([`Walk`]).
//!
//! A [`Space`] says what the positions are: how to list their options as sums of parts, and how much work a part may be.
//! [`Decider`] finds values and winners by asking only what decides, and keeps what it learns ([`Knowledge`]) in a
//! table of bounded memory.

mod decide;
pub(crate) mod growth;
mod key;
mod knowledge;
mod loopy;
mod searcher;
mod shared;
mod space;
mod table;
mod team;
mod together;
mod walk;

pub use self::decide::{Answer, Decider};
pub use self::key::TableKey;
pub use self::knowledge::Knowledge;
pub use self::loopy::{Length, LoopyGraph, MoveEnd, MoveLists, Remoteness, VertexSum, decide};
pub use self::searcher::{PackedSearch, Packs, Searcher};
pub use self::shared::hash;
pub use self::space::{Listing, Space};
pub use self::walk::{Look, Walk, settle, walk};
