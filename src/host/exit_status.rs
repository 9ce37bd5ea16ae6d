//! How the program ends, and whether a run goes on after a statement.

/// How the program ends: its exit status, the worst last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum ExitStatus {
    #[default]
    Success,
    /// An error, a failed `assert` or a failed `check`.
    Failure,
    Interrupted,
}

impl ExitStatus {
    /// The exit code.
    pub fn code(self) -> u8 {
        match self {
            ExitStatus::Success => 0,
            ExitStatus::Failure => 1,
            ExitStatus::Interrupted => 130,
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
