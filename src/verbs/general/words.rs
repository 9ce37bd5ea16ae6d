//! The words of answers about positions whose values need not be nimbers.

use std::slice::from_ref;

use grundy_engine::game::{Binding, Sum};
use grundy_engine::nim::{GrundyValue, Outcome};
use unicode_width::UnicodeWidthStr;

use crate::show::document::{Document, Line, Piece, Role};
use crate::show::phrase::{
    capital, counted, muted, nimber, paragraph, piece, plain, short_sum, sum, thousands, verdict, width, with_code,
};
use crate::show::report::Showable;
use crate::show::rows::Rows;
use crate::verbs::general::data::{GeneralMoveList, GeneralPosition, GeneralStep, GeneralWinner, WayBack};
use crate::verbs::position;
use crate::verbs::position::board::{is_one, move_text};
use crate::verbs::position::data::ValuedSummand;
use crate::verbs::position::moves::rest;

impl Showable for GeneralPosition {
    fn kind(&self) -> &'static str {
        if self.wants_value { "general_value" } else { "general_outcome" }
    }

    fn document(&self) -> Document {
        let mut document = Document::default();
        if self.wants_value {
            paragraph(&mut document, value(self));
        } else {
            paragraph(&mut document, outcome(self));
        }
        never_ends(&mut document, self.way_back.as_ref());
        document
    }

    fn rows(&self) -> Option<Rows<'_>> {
        let headings: &[&str] =
            if self.wants_value { &["position", "value"] } else { &["position", "misere", "outcome"] };
        Some(Rows::of(headings, from_ref(self)))
    }
}

impl Showable for GeneralWinner {
    fn kind(&self) -> &'static str {
        "general_winner"
    }

    fn document(&self) -> Document {
        let mut document = Document::default();
        paragraph(&mut document, verdict_of(&self.position, self.starts));
        if let Some(best) = &self.best {
            paragraph(&mut document, best_move(&self.position, best));
        }
        never_ends(&mut document, self.position.way_back.as_ref());
        document
    }

    fn rows(&self) -> Option<Rows<'_>> {
        Some(Rows::of(&["position", "misere", "outcome", "winner", "value"], from_ref(self)))
    }
}

impl Showable for GeneralMoveList {
    fn kind(&self) -> &'static str {
        "general_moves"
    }

    fn document(&self) -> Document {
        moves(self)
    }

    fn rows(&self) -> Option<Rows<'_>> {
        Some(Rows::of(&["from", "to", "binding", "value", "total", "outcome", "remoteness"], &self.shown))
    }
}

/// "Play may never end: W(0) → W(1) → W(0)."
pub(super) fn never_ends(document: &mut Document, way_back: Option<&WayBack>) {
    let Some(way_back) = way_back else { return };
    let way = crate::error::way_of_play(&way_back.way);
    paragraph(document, vec![plain("Play may never end: "), plain(way), plain(".")]);
    if let Some(help) = &way_back.help {
        let mut line = vec![plain("If it should end, ")];
        line.extend(with_code(help));
        line.push(plain("."));
        paragraph(document, line);
    }
}

/// A value in the look of its kind.
pub(crate) fn value_piece(value: &GrundyValue) -> Piece {
    match value {
        GrundyValue::Nimber(number) => nimber(*number),
        other => piece(Role::Nimber, other),
    }
}

fn value(report: &GeneralPosition) -> Line {
    let Some(value) = &report.value else { return Line::new() };
    let title = if value.nimber().is_some() { "Grundy value " } else { "Value " };
    let mut line = vec![verdict(title), value_piece(value), plain(": ")];
    line.extend(equation(report));
    line.push(plain(match value {
        GrundyValue::Loony => ". The player to move wins, whatever stands beside it.",
        _ => ".",
    }));
    line
}

/// `∞{0} + 2 = ∞{2}`, `1 ⊕ 2 = 3`, or `W(0) = ∞{0}` for a single component.
fn equation(report: &GeneralPosition) -> Line {
    let mut line = Line::new();
    if is_one(&report.sum) {
        line.push(sum(&report.sum));
    } else {
        let is_nimber = report.value.as_ref().is_some_and(|value| value.nimber().is_some());
        let sign = if is_nimber { " ⊕ " } else { " + " };
        for (index, ValuedSummand { copies, value, .. }) in report.terms.iter().enumerate() {
            line.extend((index > 0).then(|| plain(sign)));
            line.push(value_piece(value));
            line.extend((*copies > 1).then(|| plain(format!(" ({} times)", thousands(u128::from(*copies))))));
        }
    }
    line.push(plain(" = "));
    line.extend(report.value.as_ref().map(value_piece));
    line
}

fn outcome(report: &GeneralPosition) -> Line {
    let play = if report.misere { " in misère play" } else { "" };
    let text = match report.outcome {
        Outcome::N => "the player to move wins",
        Outcome::P => "the player to move loses, and the previous player wins",
        Outcome::D => "a draw, since neither player can win",
    };
    vec![verdict(report.outcome), plain(format!("{play}: {text}."))]
}

/// Who wins, and why.
pub(super) fn verdict_of(report: &GeneralPosition, starts: Option<u8>) -> Line {
    let other = |player| if player == 1 { 2 } else { 1 };
    let who = match (report.outcome, starts) {
        (Outcome::D, _) => "Draw".to_owned(),
        (Outcome::N, Some(player)) => format!("Player {player} wins"),
        (Outcome::P, Some(player)) => format!("Player {} wins", other(player)),
        (Outcome::N, None) => "First player wins".to_owned(),
        (Outcome::P, None) => "Second player wins".to_owned(),
    };
    let starts = starts.map_or(String::new(), |starts| format!(", and player {starts} starts"));
    let Some(value) = &report.value else {
        let rule = " in misère play, where the player who makes the last move loses";
        return vec![verdict(who), plain(format!("{rule}{starts}."))];
    };
    let mut line = vec![verdict(format!("{who}:")), plain(" ")];
    match (is_one(&report.sum), value) {
        (true, GrundyValue::Loony) => line.extend([sum(&report.sum), plain(" is ")]),
        (true, value) => {
            let name = if value.nimber().is_some() { "the Grundy value of " } else { "the value of " };
            line.extend([plain(name), sum(&report.sum), plain(" is ")]);
        }
        (false, _) => line.extend(equation(report)),
    }
    line.extend(is_one(&report.sum).then(|| value_piece(value)));
    line.push(plain(match (value, report.outcome) {
        (GrundyValue::Infinite(_), Outcome::N) => ", where 0 is in the braces",
        (GrundyValue::Infinite(_), _) => ", where 0 is not in the braces",
        (GrundyValue::Nimber(_), Outcome::N) => ", which is not 0",
        _ => "",
    }));
    line.push(plain(format!("{starts}.")));
    line
}

/// "Winning move: W(1) → W(2), after which play ends within 3 moves."
pub(super) fn best_move(report: &GeneralPosition, best: &GeneralStep) -> Line {
    let title = if best.outcome == Outcome::P { "Winning move: " } else { "Move that keeps the draw: " };
    let mut line = vec![plain(title), named(&report.sum, Role::Good, best)];
    line.push(plain(format!("{}.", after_move(best))));
    line
}

/// What becomes of play after a move, as the end of a sentence: ", after which play ends within 3 moves".
fn after_move(best: &GeneralStep) -> String {
    match (best.binding, best.remoteness) {
        (Binding::Again, _) => ", after which the same player moves again".to_owned(),
        (Binding::Reply, _) if best.to.parts.is_empty() => ", where the other player must reply and cannot".to_owned(),
        (Binding::Reply, _) => format!(", where the other player must reply in {}", short_sum(&best.to)),
        (Binding::Free, Some(0)) => ", which ends play".to_owned(),
        (Binding::Free, Some(moves)) => {
            format!(", after which play ends within {}", counted(u128::from(moves), "move", "moves"))
        }
        (Binding::Free, None) => String::new(),
    }
}

fn named(whole: &Sum, role: Role, step: &GeneralStep) -> Piece {
    piece(role, move_text(&step.from, &step.to, is_one(whole)))
}

fn moves(report: &GeneralMoveList) -> Document {
    let mut document = Document::default();
    document.line(vec![verdict(summary(report))]);
    let look = |step: &GeneralStep| match step.outcome {
        Outcome::P => (Role::Good, piece(Role::Good, "wins ")),
        Outcome::D => (Role::Name, plain("draws")),
        Outcome::N => (Role::Name, muted("loses")),
    };
    let names: Vec<Piece> = report.shown.iter().map(|step| named(&report.sum, look(step).0, step)).collect();
    let widest = names.iter().map(|name| width(from_ref(name))).max().unwrap_or(0);
    let has_binding = report.shown.iter().any(|step| step.binding != Binding::Free);
    let one = is_one(&report.sum);
    let what = if one { "  value " } else { "  together " };
    let values = |step: &GeneralStep| if one { step.value.clone() } else { step.total.clone() };
    let widest_value = report.shown.iter().filter_map(values).map(|value| value_piece(&value).text.width()).max();
    let mut lines: Vec<Line> = Vec::new();
    for (step, name) in report.shown.iter().zip(names) {
        let pad = |width: usize, widest: usize| plain(" ".repeat(widest.saturating_sub(width)));
        let gap = pad(name.text.width(), widest);
        let mut line = vec![plain("  "), look(step).1, plain("  "), name, gap];
        if has_binding {
            line.push(plain(format!("  {:5}", step.binding.word())));
        }
        if let Some(value) = values(step) {
            let value = value_piece(&value);
            let gap = pad(value.text.width(), widest_value.unwrap_or(0));
            line.extend([muted(what), value, gap]);
        }
        if let Some(moves) = step.remoteness {
            let moves = counted(u128::from(moves), "move", "moves");
            line.push(muted(format!("  {moves} to the end")));
        }
        while line.last().is_some_and(|piece| piece.text.trim().is_empty()) {
            line.pop();
        }
        lines.push(line);
    }
    lines.extend(rest(report.total, report.shown.len()));
    document.drawing(lines);
    never_ends(&mut document, report.way_back.as_ref());
    document
}

/// "1 of 4 moves wins, and 2 only draw:"
fn summary(report: &GeneralMoveList) -> String {
    let GeneralMoveList { total, winning, drawing, misere, .. } = *report;
    let moves = counted(total, "move", "moves");
    let text = match (winning, drawing) {
        (_, 0) => return position::moves::summary(total, winning, misere),
        (0, 1) => format!("no move wins; 1 of {moves} keeps the draw:"),
        (0, drawing) => format!("no move wins; {} of {moves} keep the draw:", thousands(drawing)),
        (winning, drawing) => {
            let wins = if winning == 1 { "wins" } else { "win" };
            let draws = if drawing == 1 { "only draws" } else { "only draw" };
            format!("{} of {moves} {wins}, and {} {draws}:", thousands(winning), thousands(drawing))
        }
    };
    if misere { format!("In misère play {text}") } else { capital(&text) }
}
