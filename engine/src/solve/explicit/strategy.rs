//! Which way to its values a rule allows. A question put to the rule.

use super::code::SystemCode;
use super::lines::Rays;

/// How the values of a rule's positions are found.
#[derive(Clone, Debug)]
pub(super) enum Strategy {
    /// The evaluator, option by option.
    Definition,
    /// The rule resolved to code over 64-bit numbers.
    Code,
    /// The rule resolved to code over numbers, texts and lists.
    Boards,
    /// Bits along lines.
    Lines(Rays),
}

impl Strategy {
    /// The fastest way that fits a rule.
    pub fn of(code: &SystemCode, rule: usize) -> Strategy {
        let Some((resolved, domain)) = code.resolved(rule) else { return Strategy::Definition };
        match Rays::of(resolved, rule) {
            Some(rays) if domain.condition.is_none() => Strategy::Lines(rays),
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
