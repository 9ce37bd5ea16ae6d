//! The language and its mathematics, in sessions in memory. `cargo test --test language errors::` runs the tests of one file.
//!
//! All stand in one program, since each program is linked with everything else.

#[path = "../common/mod.rs"]
mod common;

mod another_way;
mod answer_types;
mod at_once;
mod budget;
mod certificates;
mod clauses;
mod code;
mod coins;
mod compiled;
mod dialogues;
mod domains;
mod draws;
mod editors;
mod equals;
mod errors;
mod exercises;
mod form;
mod functions;
mod json;
mod languages;
mod lectures;
mod left_out;
mod levels;
mod licences;
mod loops;
mod mcgs;
mod misere;
mod moves_in_words;
mod patterns;
mod products;
mod properties;
mod proposals;
mod prose;
mod question_banks;
mod questions;
mod quotients;
mod reading;
mod rooms;
mod same;
mod saving;
mod scripts;
mod service;
mod session;
mod sets;
mod simpler;
mod strangers;
mod systems;
mod transcripts;
mod written;
