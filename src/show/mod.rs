//! Turns reports into text: a report becomes a document of blocks, which are laid out by whoever paints them, for a
//! terminal, a page or a file. Errors are shown with their place in the source.

pub mod document;
pub mod error;
pub(crate) mod excerpt;
pub mod file;
pub mod fit;
pub(crate) mod formula;
pub mod handout;
pub mod json;
pub mod page;
pub mod prose;
pub mod report;
pub mod terminal;
pub mod visible;

pub(crate) mod chapter;
pub(crate) mod csv;
pub(crate) mod dot;
pub(crate) mod html;
pub(crate) mod jsonl;
pub(crate) mod listing;
pub(crate) mod markdown;
pub(crate) mod markup;
pub(crate) mod phrase;
pub(crate) mod plain_table;
pub mod row_format;
pub(crate) mod rows;
pub(crate) mod scale;
pub mod showable;
pub(crate) mod squares;
pub(crate) mod svg;
pub(crate) mod tex;
pub(crate) mod tex_text;
pub(crate) mod tex_tree;
pub(crate) mod tex_worksheet;
pub(crate) mod theme;
pub(crate) mod worksheet_markdown;

pub(crate) mod lists;
pub(crate) mod long_list;
pub(crate) mod serializers;
pub(crate) mod survey_cell;
pub(crate) mod tree;

pub use document::{Document, Style};
pub use terminal::{Painter, paint};
pub use theme::Theme;
