//! Which ways to a value were taken, so that a test can tell when one of them is never taken any more.

use super::marks::Marks;

/// How much each way to the values of explicit rules has done so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PathCounts {
    /// Positions filled in by bits along lines.
    pub lines: u64,
    /// Positions settled by a sweep of a grid.
    pub swept: u64,
    /// Those of them settled with one word of bits each.
    pub narrow: u64,
    /// Clauses whose options were marked along a line without their code being run.
    pub straight: u64,
    /// Pieces of clauses whose code was run for many options at once.
    pub pieces: u64,
    /// Positions of a grid whose value was found by one look at it.
    pub in_grid: u64,
    /// Positions whose options told their values.
    pub told: u64,
    /// Positions expanded by code over numbers.
    pub code: u64,
    /// Positions expanded by code over texts and lists.
    pub boards: u64,
    /// Positions of which only what was asked is known.
    pub decided: u64,
    /// Positions expanded by the evaluator.
    pub definition: u64,
}

impl PathCounts {
    /// Adds what marks were made for.
    pub(super) fn add_marks(&mut self, marks: &Marks) {
        self.straight += marks.straight;
        self.pieces += marks.pieces;
    }

    /// The ways that were taken at all, by name.
    pub fn taken(&self) -> Vec<&'static str> {
        let counts = [
            (self.lines, "lines"),
            (self.swept, "swept"),
            (self.narrow, "narrow"),
            (self.straight, "straight"),
            (self.pieces, "pieces"),
            (self.in_grid, "grid"),
            (self.told, "told"),
            (self.code, "code"),
            (self.boards, "boards"),
            (self.decided, "decided"),
            (self.definition, "definition"),
        ];
        counts.into_iter().filter(|(count, _)| *count > 0).map(|(_, name)| name).collect()
    }
}
