//! Who takes the lines of a block.

use std::io;

use crate::show::document::Line;

/// Takes lines one by one.
pub type Visit<'v> = dyn FnMut(&Line) -> io::Result<()> + 'v;
