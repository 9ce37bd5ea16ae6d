//! Lowering: turns syntax trees into games, rulesets and expressions of the engine. Names become slots, constants,
//! games and functions. What comes out is valid and is not checked again.

mod amounts;
mod becomes;
mod check_definition;
mod clause;
mod code;
mod constant;
mod definition;
mod expr;
mod game;
mod groups;
mod lenders;
mod lowerer;
mod option;
mod recursive;
mod relation;
mod ruleset;
mod ruleset_template;
mod steps;
mod subject;
mod subject_parts;

pub use check_definition::check_definition;
pub use constant::constant;
pub use definition::coordinates;
pub use expr::{number_behind, own_heaps};
pub use game::{anonymous, game};
pub use lowerer::{Program, SurveyProgram, claim, expression, function, survey};
pub use ruleset::{instantiate, is_bare_game, missing_position};
pub use ruleset_template::RulesetTemplate;
pub use subject::subject;
pub use subject_parts::{heap_game_along, subject_parts};
