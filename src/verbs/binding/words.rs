//! The words of answers about positions whose moves bind the players.

use std::slice::from_ref;

use grundy_engine::game::{Binding, Sum};
use grundy_engine::nim::{BoundValue, Outcome};
use unicode_width::UnicodeWidthStr;

use crate::show::document::{Document, Line, Piece, Role};
use crate::show::phrase::{muted, nimber, paragraph, piece, plain, sum, thousands, verdict, width};
use crate::show::report::Showable;
use crate::show::rows::Rows;
use crate::verbs::binding::data::{BoundMoveList, BoundPosition, BoundStep, BoundWinner};
use crate::verbs::position::board::{is_one, move_text};
use crate::verbs::position::data::ValuedSummand;
use crate::verbs::position::moves::{rest, summary};

impl Showable for BoundPosition {
    fn kind(&self) -> &'static str {
        if self.wants_value { "bound_value" } else { "bound_outcome" }
    }

    fn document(&self) -> Document {
        let mut document = Document::default();
        paragraph(&mut document, if self.wants_value { value(self) } else { outcome(self) });
        document
    }

    fn rows(&self) -> Option<Rows<'_>> {
        let headings: &[&str] = if self.wants_value { &["position", "value"] } else { &["position", "outcome"] };
        Some(Rows::of(headings, from_ref(self)))
    }
}

impl Showable for BoundWinner {
    fn kind(&self) -> &'static str {
        "bound_winner"
    }

    fn document(&self) -> Document {
        let mut document = Document::default();
        paragraph(&mut document, verdict_of(&self.position, self.starts));
        if let Some(best) = &self.best {
            paragraph(&mut document, winning_move(&self.position.sum, best));
        }
        document
    }

    fn rows(&self) -> Option<Rows<'_>> {
        Some(Rows::of(&["position", "outcome", "winner", "value"], from_ref(self)))
    }
}

impl Showable for BoundMoveList {
    fn kind(&self) -> &'static str {
        "bound_moves"
    }

    fn document(&self) -> Document {
        moves(self)
    }

    fn rows(&self) -> Option<Rows<'_>> {
        Some(Rows::of(&["from", "to", "binding", "value", "total", "wins"], &self.shown))
    }
}

/// A value in the look of its kind.
pub(crate) fn bound(value: BoundValue) -> Piece {
    match value {
        BoundValue::Nimber(number) => nimber(number),
        BoundValue::Loony => piece(Role::Nimber, value),
    }
}

fn value(report: &BoundPosition) -> Line {
    let title = if report.value == BoundValue::Loony { "Value " } else { "Grundy value " };
    let mut line = vec![verdict(title), bound(report.value), plain(": ")];
    line.extend(equation(report));
    line.push(plain(match report.value {
        BoundValue::Loony => ". The player to move wins, whatever stands beside it.",
        BoundValue::Nimber(_) => ".",
    }));
    line
}

/// `loony + 2 = loony`, `1 ⊕ 2 = 3`, or `G(0) = 0` for a single component.
fn equation(report: &BoundPosition) -> Line {
    let mut line = Line::new();
    if is_one(&report.sum) {
        line.push(sum(&report.sum));
    }
    for (index, ValuedSummand { copies, value, .. }) in report.terms.iter().enumerate().filter(|_| !is_one(&report.sum))
    {
        line.extend((index > 0).then(|| plain(if report.value == BoundValue::Loony { " + " } else { " ⊕ " })));
        line.push(bound(*value));
        line.extend((*copies > 1).then(|| plain(format!(" ({} times)", thousands(u128::from(*copies))))));
    }
    line.push(plain(" = "));
    line.push(bound(report.value));
    line
}

fn outcome(report: &BoundPosition) -> Line {
    let text = match report.outcome {
        Outcome::N => ": the player to move wins.",
        // Where moves bind, play ends, so that there is no draw.
        Outcome::P | Outcome::D => ": the player to move loses, and the previous player wins.",
    };
    vec![verdict(report.outcome), plain(text)]
}

/// Who wins, and why.
pub(super) fn verdict_of(report: &BoundPosition, starts: Option<u8>) -> Line {
    let other = |player| if player == 1 { 2 } else { 1 };
    let who = match (report.outcome, starts) {
        (Outcome::N, Some(player)) => format!("Player {player} wins"),
        (Outcome::P | Outcome::D, Some(player)) => format!("Player {} wins", other(player)),
        (Outcome::N, None) => "First player wins".to_owned(),
        (Outcome::P | Outcome::D, None) => "Second player wins".to_owned(),
    };
    let mut line = vec![verdict(format!("{who}:")), plain(" ")];
    match (is_one(&report.sum), report.value) {
        (true, BoundValue::Loony) => {
            line.extend([sum(&report.sum), plain(" is "), bound(report.value)]);
        }
        (true, _) => {
            line.extend([plain("the Grundy value of "), sum(&report.sum), plain(" is "), bound(report.value)]);
        }
        (false, _) => line.extend(equation(report)),
    }
    line.extend((report.outcome == Outcome::N && report.value != BoundValue::Loony).then(|| plain(", which is not 0")));
    line.extend(starts.map(|starts| plain(format!(", and player {starts} starts"))));
    line.push(plain("."));
    line
}

/// "Winning move: G(4) → G(2), and the same player moves again."
pub(super) fn winning_move(whole: &Sum, best: &BoundStep) -> Line {
    let mut line = vec![plain("Winning move: "), named(whole, Role::Good, best)];
    line.push(plain(match best.binding {
        Binding::Free => ".".to_owned(),
        Binding::Again => ", after which the same player moves again.".to_owned(),
        Binding::Reply if best.to.parts.is_empty() => ", where the other player must reply and cannot.".to_owned(),
        Binding::Reply => {
            format!(", where the other player must reply in {}.", crate::show::phrase::short_sum(&best.to))
        }
    }));
    line
}

fn named(whole: &Sum, role: Role, step: &BoundStep) -> Piece {
    piece(role, move_text(&step.from, &step.to, is_one(whole)))
}

fn moves(report: &BoundMoveList) -> Document {
    let mut document = Document::default();
    document.line(vec![verdict(summary(report.total, report.winning, false))]);
    let names: Vec<Piece> = report
        .shown
        .iter()
        .map(|step| named(&report.sum, if step.wins { Role::Good } else { Role::Name }, step))
        .collect();
    let widest = names.iter().map(|name| width(from_ref(name))).max().unwrap_or(0);
    let has_binding = report.shown.iter().any(|step| step.binding != Binding::Free);
    let one = is_one(&report.sum);
    let mut lines: Vec<Line> = Vec::new();
    for (step, name) in report.shown.iter().zip(names) {
        let gap = " ".repeat(widest.saturating_sub(name.text.width()));
        let fate = if step.wins { piece(Role::Good, "wins ") } else { muted("loses") };
        let mut line = vec![plain("  "), fate, plain("  "), name, plain(gap)];
        if has_binding {
            line.push(plain(format!("  {:5}", step.binding.word())));
        }
        line.extend(match one {
            true => [muted("  value "), bound(step.value)],
            false => [muted("  together "), bound(step.total)],
        });
        lines.push(line);
    }
    lines.extend(rest(report.total, report.shown.len()));
    document.drawing(lines);
    document
}
