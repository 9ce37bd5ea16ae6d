//! Chooses how the values of a rule's positions are computed, by inspecting the compiled rule.

use super::code::SystemCode;
use super::lines::LineDirections;

/// How the values of a rule's positions are found.
#[derive(Clone, Debug)]
pub(super) enum Strategy {
    /// The evaluator, option by option.
    Definition,
    /// The rule compiled to code over 64-bit numbers.
    Code,
    /// The rule compiled to code over numbers, texts and lists.
    Boards,
    /// The values on each line of a grid kept as bits: see [`LineDirections`].
    Lines(LineDirections),
}

impl Strategy {
    /// The fastest strategy for the rule with this index, when its coordinates are numbers. Never
    /// [`Strategy::Boards`], which depends on the kinds of the coordinates.
    pub fn of(code: &SystemCode, rule: usize) -> Strategy {
        let Some((compiled, domain)) = code.compiled(rule) else { return Strategy::Definition };
        match LineDirections::of(compiled, rule) {
            Some(directions) if domain.condition.is_none() => Strategy::Lines(directions),
            _ => Strategy::Code,
        }
    }

    /// Why it is chosen, for the last line of `show S`.
    pub fn why(&self) -> &'static str {
        match self {
            Strategy::Definition => {
                "the definition: the mex of the values of the options, remembered for every position"
            }
            Strategy::Code => {
                "whole numbers only: the rule is compiled, and positions that fill a box are computed together"
            }
            Strategy::Boards => "texts and lists: the rule is compiled, and small boards are packed into numbers",
            Strategy::Lines(_) => {
                "every move lowers coordinates along a line: the values on each line are kept as bits"
            }
        }
    }
}
