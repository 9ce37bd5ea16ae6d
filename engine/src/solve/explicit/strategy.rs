//! Which way to its values a rule allows. A question put to the rule.

use super::code::{RuleCode, SystemCode};
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
        let Some(resolved) = &code.rules[rule] else { return Strategy::Definition };
        match Self::lines(code, rule, resolved) {
            Some(rays) => Strategy::Lines(rays),
            None => Strategy::Code,
        }
    }

    fn lines(code: &SystemCode, rule: usize, resolved: &RuleCode) -> Option<Rays> {
        let domain = code.domains[rule].as_ref()?;
        if domain.condition.is_some() { None } else { Rays::of(resolved, rule) }
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
