//! How the program ends, and whether a run goes on after a statement.

/// How the program ends, the worst last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ending {
    #[default]
    Fine,
    /// An error, a failed `assert` or a failed `check`.
    Wrong,
    Interrupted,
}

impl Ending {
    /// The exit code.
    pub fn code(self) -> u8 {
        match self {
            Ending::Fine => 0,
            Ending::Wrong => 1,
            Ending::Interrupted => 130,
        }
    }
}

/// Whether a run goes on with the next statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    On,
    /// `quit`, or the reader of the output has gone (broken pipe).
    Quit,
    /// After an error, where errors end the run.
    Stop,
}
