//! Whether a run goes on after a statement.

/// Whether a run goes on with the next statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    On,
    /// `quit`, or the reader of the output has gone (broken pipe).
    Quit,
    /// After an error, where errors end the run.
    Stop,
}
