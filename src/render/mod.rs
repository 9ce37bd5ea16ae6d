//! Turns reports into text: a report becomes a document of pieces with roles, and a painter paints it. Errors are
//! shown with their place in the source. JSON and files are written from the report itself.

pub mod document;
pub mod error;
mod excerpt;
pub mod file;
pub mod fit;
mod formula;
pub mod handout;
pub mod json;
pub mod page;
pub mod painter;
pub mod prose;
pub mod report;
pub mod survey;
pub mod visible;

mod board;
mod calculation;
mod canvas;
mod chapter;
mod check;
mod columns;
mod csv;
mod definitions;
mod dialogue_help;
mod dot;
mod exercise;
mod explain;
mod expression;
mod grid;
mod heaps;
mod heat;
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
mod play;
mod plot;
mod positions;
mod quiz;
mod replies;
mod rows;
mod scale;
mod screen_table;
mod svg;
mod table;
mod tex;
mod tex_text;
mod tex_tree;
mod theme;
mod tour;
mod tree;
mod values;
mod winner;
mod worksheet;
mod worksheet_tex;

#[cfg(test)]
mod samples;

pub use document::{Document, Style};
pub use painter::{Painter, paint};
pub use theme::Theme;
