//! How much work the checks of values may be, see [`Solver::position_value`](super::Solver::position_value).

/// The work that the checks of one question may be, in steps of the budget: so much, and a tenth of all other work.
#[derive(Debug, Default)]
pub struct Checks {
    /// The steps of the budget when the question began.
    begun: u64,
    /// The steps of the checks of this question.
    spent: u64,
    /// No value is checked: all of them come from the definition.
    pub is_definition: bool,
}

impl Checks {
    const STEPS: u64 = 60_000;
    /// What looking at a position and at an option takes, beside what the budget counts.
    pub const POSITION: u64 = 2_000;
    pub const OPTION: u64 = 200;
    /// Bytes that must be free: searches for the options keep what they find.
    pub const ROOM: u64 = 8_000_000;
    /// Of more options only the first ones are looked at: none may have the value itself.
    pub const MOST: usize = 400;

    /// For values that come from the definition.
    pub fn none() -> Checks {
        Checks { is_definition: true, ..Checks::default() }
    }

    pub fn begin(&mut self, steps: u64) {
        (self.begun, self.spent) = (steps, 0);
    }

    /// The steps that the next check may take.
    pub fn left(&self, steps: u64) -> u64 {
        let others = (steps - self.begun).saturating_sub(self.spent);
        (Self::STEPS + others / 10).saturating_sub(self.spent)
    }

    pub fn spend(&mut self, steps: u64) {
        self.spent += steps;
    }
}
