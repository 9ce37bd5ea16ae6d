//! From a tree to what it means: names become slots, games and functions; what comes out is right, and is not
//! checked again.

mod circles;
mod clause;
mod constant;
mod definition;
mod expr;
mod game;
mod groups;
mod heap;
mod lenders;
mod look;
mod lowerer;
mod option;
mod steps;

pub use constant::constant;
pub use definition::coordinates;
pub use game::{anonymous, game};
pub use look::look;
pub use lowerer::{Program, claim, expression, function};
