//! Turns reports into text: a report becomes a document of blocks, which are laid out by whoever paints them, for a
//! terminal, a page or a file. Errors are shown with their place in the source.

pub mod certificate;
pub mod code;
pub mod document;
pub mod error;
pub mod exact_json;
pub mod file;
pub mod fit;
pub(crate) mod formula;
pub mod graph_layout;
pub mod handout;
pub mod json;
pub mod language;
pub mod prose;
pub mod report;
mod rocq_library;
pub mod terminal;
pub mod visible;

pub mod chapter;
pub mod html;
pub mod markdown;
pub mod markup;
pub mod phrase;
pub(crate) mod plain_table;
pub(crate) mod question_bank;
pub mod row_format;
pub mod rows;
pub(crate) mod scale;
pub mod svg;
pub mod tex;
pub mod theme;

pub mod lists;
pub mod tree;

pub use document::{Document, Style};
pub use language::known::Language;
pub use terminal::{Painter, paint};
pub use theme::Theme;

pub use crate::told;
