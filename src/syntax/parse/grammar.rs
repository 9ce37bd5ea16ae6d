//! The parser that pest derives from `grammar/grundy.pest`, with the enum `Rule`, which has a variant for each rule
//! of the grammar.

use pest_derive::Parser;

#[derive(Parser)]
#[grammar = "../grammar/grundy.pest"]
pub struct Grammar;
