//! Moves that do not win, each with the answer that beats it.

use grundy_engine::game::Sum;

use crate::show::document::{Line, Role};
use crate::show::phrase::{muted, nimber, plain, width};
use crate::verbs::explain::data::Refutation;
use crate::verbs::position::move_notation::move_in;
use crate::verbs::position::moves::rest;

/// A line for each of these moves in the position `whole`, with its answer. A last line says how many of the `total`
/// moves are left out.
pub fn reply_lines(whole: &Sum, replies: &[Refutation], total: u128) -> Vec<Line> {
    let tried = |reply: &Refutation| move_in(whole, Role::Name, &reply.tried);
    let widest = replies.iter().map(|reply| width(&[tried(reply)])).max().unwrap_or(0);
    let mut lines: Vec<Line> = replies
        .iter()
        .map(|reply| {
            let padding = " ".repeat(widest + 2 - width(&[tried(reply)]));
            let mut line = vec![plain("  "), tried(reply), plain(padding)];
            if let Some(left) = reply.tried.nim_sum {
                line.extend([muted("leaves "), nimber(left), muted(";  ")]);
            }
            line.extend([muted("answer "), move_in(&reply.after, Role::Good, &reply.answer)]);
            line
        })
        .collect();
    lines.extend(rest(total, replies.len()));
    lines
}
