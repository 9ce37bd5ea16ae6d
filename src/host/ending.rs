//! How a program ends, and whether it goes on.

/// How a program ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ending {
    #[default]
    Fine,
    /// An error, a failed `assert` or a failed `check`.
    Wrong,
    Interrupted,
}

impl Ending {
    pub fn code(self) -> u8 {
        match self {
            Ending::Fine => 0,
            Ending::Wrong => 1,
            Ending::Interrupted => 130,
        }
    }
}

/// Go on with the next statement?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    On,
    /// `quit`, or the reader of our answers is gone.
    Quit,
    /// After an error, where errors end the run.
    Stop,
}
