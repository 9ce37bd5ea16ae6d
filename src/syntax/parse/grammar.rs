//! The grammar, and a rule for each of its parts.

use pest_derive::Parser;

#[derive(Parser)]
#[grammar = "../grammar/grundy.pest"]
pub struct Grammar;
