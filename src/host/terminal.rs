//! What the environment says about the terminal.

/// Whether TERM is `dumb`: the terminal shows plain characters only.
pub fn is_dumb_by_name() -> bool {
    std::env::var("TERM").is_ok_and(|term| term == "dumb")
}
