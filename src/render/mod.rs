//! From a report to text: a report becomes a document of pieces with roles, and a painter paints it. Errors are shown
//! with their place; JSON and files are written from the report itself.

pub mod document;
pub mod error;
mod excerpt;
pub mod file;
pub mod fit;
pub mod handout;
pub mod json;
pub mod painter;
pub mod report;
pub mod survey;
pub mod visible;

mod argument;
mod board;
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
mod heat;
mod help;
mod html;
mod listing;
mod markdown;
mod markup;
mod moves;
mod nim_sum;
mod pattern;
mod period;
mod period_explanation;
mod phrase;
mod play;
mod plot;
mod positions;
mod quiz;
mod rows;
mod scale;
mod screen_table;
mod svg;
mod table;
mod tex;
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
