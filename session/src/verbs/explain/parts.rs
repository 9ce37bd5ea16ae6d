//! What explanations share: the nim-sum as it is worked out on a blackboard, values in binary, one under the other; and
//! moves that do not win, each with the answer that beats it.

use grundy_engine::game::Sum;
use grundy_engine::nim::Nimber;

use crate::show::document::{Document, Line, Role};
use crate::show::phrase::{indented, muted, muted_words, name, nimber, piece, plain, thousands, width};
use crate::show::told::{Tellable, told};
use crate::verbs::explain::data::Refutation;
use crate::verbs::position::board::move_in;
use crate::verbs::position::data::ValuedSummand;
use crate::verbs::position::moves::rest;
use crate::verbs::position::winner::value_piece;

/// More summands than this are left out of the drawing.
const ROWS: usize = 16;

/// A row for each summand, a line, the nim-sum, and `^` under its highest bit.
///
/// Copies cancel in pairs, so a row stands for one copy where their number is odd, and for none where it is even.
pub fn binary_columns(terms: &[ValuedSummand], total: Nimber) -> Vec<Line> {
    let widest = terms.iter().map(|term| term.value).max().unwrap_or(Nimber::ZERO);
    columns(rows(terms), widest, total)
}

/// The same drawing for numbers, which have no names.
pub fn columns_of(summands: &[Nimber], total: Nimber) -> Vec<Line> {
    let mut rows: Vec<SummandRow> = summands.iter().map(|value| (Line::new(), Some(*value))).collect();
    leave_out(&mut rows, summands.len());
    columns(rows, summands.iter().copied().max().unwrap_or(Nimber::ZERO), total)
}

fn columns(rows: Vec<SummandRow>, widest: Nimber, total: Nimber) -> Vec<Line> {
    let bits = bit_length(widest).max(bit_length(total)).max(1);
    let labels = rows.iter().map(|(label, _)| width(label)).max().unwrap_or(0).max("nim-sum".len());
    let digits = widest.max(total).to_string().len();
    let mut lines: Vec<Line> = rows
        .into_iter()
        .map(|(label, value)| match value {
            Some(value) => row(label, value, labels, digits, bits),
            None => label,
        })
        .collect();
    let apart = spacing(bits).len() + 1;
    lines.push(vec![plain("  "), muted("─".repeat(labels + 3 + digits + 3 + apart * (bits - 1) + 1))]);
    lines.push(row(told!("nim-sum").into_line(), total, labels, digits, bits));
    if !total.is_zero() {
        let before = 2 + labels + 3 + digits + 3 + apart * (bits - bit_length(total));
        lines.push(vec![plain(" ".repeat(before)), piece(Role::Good, "^")]);
    }
    lines
}

/// Adds the rule that gives the nim-sum column by column.
pub fn odd_columns(document: &mut Document) {
    let rule = told!("The nim-sum has a 1 in every column with an odd number of ones, and a 0 in every other column.");
    indented(document, 2, rule.looks(Role::Muted));
}

/// How many binary digits a value has; 0 has none.
pub fn bit_length(value: Nimber) -> usize {
    (u64::BITS - value.0.leading_zeros()) as usize
}

/// The label of a row and its value. A row without a value says how many summands are left out.
type SummandRow = (Line, Option<Nimber>);

/// The rows of the summands with what they contribute. If there are too many, the last row says how many are left
/// out.
fn rows(terms: &[ValuedSummand]) -> Vec<SummandRow> {
    let mut rows: Vec<SummandRow> = Vec::new();
    let written = terms.iter().flat_map(|term| {
        let repeats = if term.copies <= 4 { term.copies } else { 1 };
        (0..repeats)
            .map(move |_| if term.copies <= 4 { (vec![name(&term.component)], Some(term.value)) } else { many(term) })
    });
    rows.extend(written.take(ROWS));
    let total = terms.iter().map(|term| if term.copies <= 4 { term.copies as usize } else { 1 }).sum::<usize>();
    leave_out(&mut rows, total);
    rows
}

/// If there are more rows than are drawn, keeps the first of them and adds one that says how many are left out.
fn leave_out(rows: &mut Vec<SummandRow>, total: usize) {
    if total > ROWS {
        rows.truncate(ROWS - 1);
        let left = thousands((total - rows.len()) as u128);
        rows.push(([vec![plain("  ")], muted_words(told!("… and {left} more summands", left))].concat(), None));
    }
}

/// The row of a component with many copies, which cancel in pairs.
fn many(term: &ValuedSummand) -> SummandRow {
    let value = if term.copies % 2 == 1 { term.value } else { Nimber::ZERO };
    let copies = thousands(u128::from(term.copies));
    let left = if term.copies % 2 == 1 { told!(" (one is left)") } else { told!(" (all cancel)") };
    ([vec![name(format!("{copies}*{}", term.component))], muted_words(left)].concat(), Some(value))
}

fn row(label: Line, value: Nimber, labels: usize, digits: usize, bits: usize) -> Line {
    let padding = " ".repeat(labels - width(&label).min(labels) + 3 + digits - value.to_string().len());
    let mut line = vec![plain("  ")];
    line.extend(label);
    line.extend([plain(padding), nimber(value), plain("   "), plain(binary(value, bits))]);
    line
}

/// The blank between binary digits. There is none if the value has too many digits for a screen.
fn spacing(bits: usize) -> &'static str {
    const ROOMY: usize = 24;
    if bits > ROOMY { "" } else { " " }
}

/// `1 0 1`
fn binary(value: Nimber, bits: usize) -> String {
    let digit = |place: usize| if place < 64 && value.0 >> place & 1 == 1 { "1" } else { "0" };
    (0..bits).rev().map(digit).collect::<Vec<_>>().join(spacing(bits))
}

/// A line for each of these moves in the position `whole`, with its answer. A last line says how many of the `total`
/// moves are left out.
pub fn reply_lines(whole: &Sum, replies: &[Refutation], total: u128) -> Vec<Line> {
    let tried = |reply: &Refutation| move_in(whole, Role::Name, &reply.tried).into_line();
    let widest = replies.iter().map(|reply| width(&tried(reply))).max().unwrap_or(0);
    let mut lines: Vec<Line> = replies
        .iter()
        .map(|reply| {
            let tried = tried(reply);
            let padding = plain(" ".repeat(widest + 2 - width(&tried)));
            let mut line = [vec![plain("  ")], tried, vec![padding]].concat();
            if let Some(left) = &reply.tried.total {
                line.extend(muted_words(told!("leaves {v};", v = value_piece(left))));
                line.push(plain("  "));
            }
            line.extend(muted_words(told!("answer {step}", step = move_in(&reply.after, Role::Good, &reply.answer))));
            line
        })
        .collect();
    lines.extend(rest(total, replies.len()));
    lines
}
