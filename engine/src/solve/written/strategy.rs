//! Chooses how the values of a rule's positions are computed, by inspecting the compiled rule, and counts which of the
//! strategies and fast paths gave values, so that a test fails when one of them is never used.

use super::lines::LineDirections;
use super::marks::Marks;
use crate::code::form::SystemCode;

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
        LineDirections::of(compiled, rule, domain).map_or(Strategy::Code, Strategy::Lines)
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

/// Each count is one row.
macro_rules! strategy_counts {
    ($($(#[$about:meta])* $name:ident,)*) => {
        /// How much each strategy and fast path for written rules has done so far.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct StrategyCounts {
            $($(#[$about])* pub $name: u64,)*
        }

        impl StrategyCounts {
            /// The names of the counts that are not 0.
            pub fn used(&self) -> Vec<&'static str> {
                let counts = [$((self.$name, stringify!($name)),)*];
                counts.into_iter().filter(|(count, _)| *count > 0).map(|(_, name)| name).collect()
            }
        }
    };
}

strategy_counts! {
    /// Positions of grids whose values were computed with bits along lines.
    lines,
    /// Positions valued by a sweep of a grid.
    swept,
    /// How often the options of a clause along its last variable lay on lines and were marked without running code.
    on_lines,
    /// How often code was run for many options of a clause at once, adjacent along its last variable.
    pieces,
    /// Positions of a grid that the search expanded by reading the grid alone.
    in_grid,
    /// Positions valued without a second expansion, because the search passed the values of their options on to them.
    from_options,
    /// Positions expanded by code over numbers.
    code,
    /// Positions expanded by code over texts and lists.
    boards,
    /// Positions on which `decide` listed the options to answer a question about the value.
    decided,
    /// Positions of boxes of which it was marked whether they are lost.
    forward,
    /// Positions whose values were known from a repetition along a coordinate.
    far,
    /// Heads of coin-turning games whose values were found by the nim-sums of coins.
    coins,
    /// Positions expanded by the evaluator.
    definition,
    /// Options of positions that are subsets of a ground set, and were left to the search over these.
    sets,
}

impl StrategyCounts {
    /// Adds the counts that were kept with marks.
    pub(super) fn add_marks(&mut self, marks: &Marks) {
        self.on_lines += marks.on_lines;
        self.pieces += marks.pieces;
    }
}
