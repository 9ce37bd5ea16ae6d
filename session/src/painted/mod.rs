//! How the painters of [`crate::show`] show the answers of the verbs.

mod boards;
mod chapter;
mod cross_table;
mod drawn_tree;
mod errors;
mod files;
mod game_tree;
mod heat;
mod html;
mod json_lines;
mod plot;
mod sequence;
mod svg;
mod tex;
