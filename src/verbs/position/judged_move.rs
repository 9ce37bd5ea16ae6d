//! A move that is typed as a statement, such as `Nim(6) -> Nim(5)`: whether it is legal, whether it wins, what
//! answers it, and which move is better.

use crate::show::document::{Document, Line, Role};
use crate::show::phrase::paragraph;
use crate::show::phrase::{code, nimber, piece, plain, short_sum, sum, verdict};
use crate::show::report::Showable;
use crate::verbs::position::data::{JudgedMove, Move};
use crate::verbs::position::move_notation::{is_one, move_in};

impl Showable for JudgedMove {
    fn kind(&self) -> &'static str {
        "judged"
    }

    fn document(&self) -> Document {
        judged_move(self)
    }
}

fn judged_move(report: &JudgedMove) -> Document {
    let mut document = Document::default();
    let Some(made) = &report.made else {
        let mut line = vec![sum(&report.sum), plain(" → "), sum(&report.after), verdict(" is not a move")];
        line.extend([plain(": the rules do not lead there. See "), code(format!("moves {}", short_sum(&report.sum)))]);
        line.push(plain("."));
        paragraph(&mut document, line);
        return document;
    };
    let mut line = vec![move_in(&report.sum, if made.wins { Role::Good } else { Role::Name }, made)];
    line.push(verdict(if made.wins { " wins" } else { " loses" }));
    line.extend(leaves(report, made));
    if let Some(answer) = &report.answer {
        line.extend([plain(" It is answered by "), move_in(&report.after, Role::Good, answer), plain(".")]);
    }
    match &report.better {
        Some(better) => {
            line.extend([plain(" A winning move is "), move_in(&report.sum, Role::Good, better), plain(".")])
        }
        None if !made.wins => line.push(plain(" No move wins here.")),
        None => {}
    }
    paragraph(&mut document, line);
    document
}

/// The value or the nim-sum that the move leaves, if it is known.
fn leaves(report: &JudgedMove, made: &Move) -> Line {
    let what = if is_one(&report.sum) { "value " } else { "the nim-sum " };
    match made.nim_sum {
        Some(value) => vec![plain(": it leaves "), plain(what), nimber(value), plain(".")],
        None => vec![piece(Role::Plain, ".")],
    }
}
