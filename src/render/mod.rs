//! Turns reports into text: a report becomes a document of blocks, which are laid out by whoever paints them, for a
//! terminal, a page or a file. Errors are shown with their place in the source.

pub mod document;
pub mod error;
mod excerpt;
pub mod file;
pub mod fit;
mod formula;
pub mod handout;
pub mod json;
pub mod page;
pub mod prose;
pub mod report;
pub mod survey;
pub mod terminal;
pub mod visible;

mod board;
mod board_picture;
mod calculation;
mod chapter;
mod check;
mod csv;
mod definitions;
mod dialogue_help;
mod dot;
mod exercise;
mod explain;
mod expression;
mod grid;
mod heaps;
mod help;
mod html;
mod jsonl;
mod judged_move;
mod listing;
mod markdown;
mod markup;
mod misere;
mod move_notation;
mod moves;
mod nim_sum;
mod pattern;
mod period;
mod period_explanation;
mod period_proof;
mod phrase;
mod plain_table;
mod play;
mod plot;
mod positions;
mod quiz;
mod replies;
mod rows;
mod scale;
pub mod showable;
mod squares;
mod svg;
mod table;
mod tex;
mod tex_text;
mod tex_tree;
mod tex_worksheet;
mod theme;
mod tour;
mod tree;
mod values;
mod winner;
mod worksheet;
mod worksheet_markdown;

#[cfg(test)]
mod samples;

pub use document::{Document, Style};
pub use terminal::{Painter, paint};
pub use theme::Theme;
