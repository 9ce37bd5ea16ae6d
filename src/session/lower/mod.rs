//! Lowering: turns syntax trees into games, rulesets and expressions of the engine. Names become slots, constants,
//! games and functions. What comes out is valid and is not checked again.

mod becomes;
mod circles;
mod clause;
mod constant;
mod definition;
mod expr;
mod game;
mod groups;
mod heap;
mod lenders;
mod line;
mod look;
mod lowerer;
mod open_ruleset;
mod option;
mod relation;
mod ruleset;
mod steps;
mod subject;

pub use constant::constant;
pub use definition::coordinates;
pub use game::{anonymous, game};
pub use line::{along, subject_parts};
pub use look::look;
pub use lowerer::{Program, SurveyProgram, claim, expression, function, survey};
pub use open_ruleset::OpenRuleset;
pub use ruleset::{closed, is_bare_game, missing_position};
pub use subject::subject;
