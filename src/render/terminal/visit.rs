//! Who takes the lines of a block.

use std::io;

use super::super::document::Line;

/// Takes lines one by one.
pub type Visit<'v> = dyn FnMut(&Line) -> io::Result<()> + 'v;
