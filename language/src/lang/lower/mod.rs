//! Lowering: turns syntax trees into games, rulesets and expressions of the engine. Names become slots, constants,
//! games and functions. What comes out is valid and is not checked again.

mod becomes;
mod borrowing;
mod call;
pub mod caret;
mod clause;
mod compound;
mod constants;
mod coordinates;
mod definition;
mod domain;
mod expr;
mod game;
mod listed;
mod lowerer;
mod only_heap;
mod option;
mod product;
mod relation;
mod ruleset;
mod slice;
mod subject;
mod turn;

pub use becomes::way_back;
pub use constants::constant;
pub use coordinates::with_coordinates;
pub use definition::{coordinates, is_bare_game};
pub use expr::own_heaps;
pub use game::{anonymous, check_definition, game};
pub use lowerer::{Program, SurveyProgram, Template, claim, expression, function, survey};
pub use ruleset::{instantiate, missing_position};
pub use slice::{LAST, Slice, coordinate, empty_range, no_boards, of_each, slice, with_ranges_that_follow};
pub use subject::{subject, subject_parts};
