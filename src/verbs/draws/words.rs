//! The words of answers about positions from which play may never end.

use std::slice::from_ref;

use grundy_engine::nim::{LoopyValue, Outcome};
use unicode_width::UnicodeWidthStr;

use crate::show::document::{Document, Line, Piece, Role};
use crate::show::phrase::{
    capital, counted, muted, nimber, paragraph, piece, plain, sum, thousands, verdict, width, with_code,
};
use crate::show::report::Showable;
use crate::show::rows::Rows;
use crate::verbs::draws::data::{LoopyMoveList, LoopyPosition, LoopyStep, LoopyWinner, WayBack};
use crate::verbs::position::board::{is_one, move_text};
use crate::verbs::position::data::ValuedSummand;
use crate::verbs::position::moves::rest;

impl Showable for LoopyPosition {
    fn kind(&self) -> &'static str {
        if self.wants_value { "loopy_value" } else { "loopy_outcome" }
    }

    fn document(&self) -> Document {
        let mut document = Document::default();
        if self.wants_value {
            paragraph(&mut document, value(self));
        } else {
            paragraph(&mut document, outcome(self));
        }
        never_ends(&mut document, &self.way_back);
        document
    }

    fn rows(&self) -> Option<Rows<'_>> {
        let headings: &[&str] =
            if self.wants_value { &["position", "value"] } else { &["position", "misere", "outcome"] };
        Some(Rows::of(headings, from_ref(self)))
    }
}

impl Showable for LoopyWinner {
    fn kind(&self) -> &'static str {
        "loopy_winner"
    }

    fn document(&self) -> Document {
        let mut document = Document::default();
        paragraph(&mut document, verdict_of(&self.position, self.starts));
        if let Some(best) = &self.best {
            paragraph(&mut document, best_move(&self.position, best));
        }
        never_ends(&mut document, &self.position.way_back);
        document
    }

    fn rows(&self) -> Option<Rows<'_>> {
        Some(Rows::of(&["position", "misere", "outcome", "winner", "value"], from_ref(self)))
    }
}

impl Showable for LoopyMoveList {
    fn kind(&self) -> &'static str {
        "loopy_moves"
    }

    fn document(&self) -> Document {
        moves(self)
    }

    fn rows(&self) -> Option<Rows<'_>> {
        Some(Rows::of(&["from", "to", "value", "total", "outcome", "remoteness"], &self.shown))
    }
}

/// "Play may never end: W(0) → W(1) → W(0)."
pub(super) fn never_ends(document: &mut Document, way_back: &WayBack) {
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
pub(crate) fn loopy(value: &LoopyValue) -> Piece {
    match value {
        LoopyValue::Nimber(number) => nimber(*number),
        LoopyValue::Infinite(_) => piece(Role::Nimber, value.to_string()),
    }
}

fn value(report: &LoopyPosition) -> Line {
    let Some(value) = &report.value else { return Line::new() };
    let title = if value.nimber().is_some() { "Grundy value " } else { "Value " };
    let mut line = vec![verdict(title), loopy(value), plain(": ")];
    line.extend(equation(report));
    line.push(plain("."));
    line
}

/// `∞{0} + 2 = ∞{2}`, or `W(0) = ∞{0}` for a single component.
fn equation(report: &LoopyPosition) -> Line {
    let mut line = Line::new();
    if is_one(&report.sum) {
        line.push(sum(&report.sum));
    } else {
        for (index, ValuedSummand { copies, value, .. }) in report.terms.iter().enumerate() {
            line.extend((index > 0).then(|| plain(" + ")));
            line.push(loopy(value));
            line.extend((*copies > 1).then(|| plain(format!(" ({} times)", thousands(u128::from(*copies))))));
        }
    }
    line.push(plain(" = "));
    line.extend(report.value.as_ref().map(loopy));
    line
}

fn outcome(report: &LoopyPosition) -> Line {
    let play = if report.misere { " in misère play" } else { "" };
    let text = match report.outcome {
        Outcome::N => "the player to move wins",
        Outcome::P => "the player to move loses, and the previous player wins",
        Outcome::D => "a draw, since neither player can win",
    };
    vec![verdict(report.outcome), plain(format!("{play}: {text}."))]
}

/// Who wins, and why.
pub(super) fn verdict_of(report: &LoopyPosition, starts: Option<u8>) -> Line {
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
    let one = is_one(&report.sum);
    let name = if value.nimber().is_some() { "the Grundy value of " } else { "the value of " };
    if one {
        line.extend([plain(name), sum(&report.sum), plain(" is "), loopy(value)]);
    } else {
        line.extend(equation(report));
    }
    line.push(plain(match (value, report.outcome) {
        (LoopyValue::Infinite(_), Outcome::N) => ", where 0 is in the braces",
        (LoopyValue::Infinite(_), _) => ", where 0 is not in the braces",
        (LoopyValue::Nimber(_), Outcome::P) => "",
        (LoopyValue::Nimber(_), _) => ", which is not 0",
    }));
    line.push(plain(format!("{starts}.")));
    line
}

/// "Winning move: W(1) → W(2), after which play ends within 3 moves."
pub(super) fn best_move(report: &LoopyPosition, best: &LoopyStep) -> Line {
    let title = if best.outcome == Outcome::P { "Winning move: " } else { "Move that keeps the draw: " };
    let mut line = vec![plain(title), named(&report.sum, Role::Good, best)];
    match best.remoteness {
        Some(0) => line.push(plain(", which ends play")),
        Some(moves) => {
            let moves = counted(u128::from(moves), "move", "moves");
            line.push(plain(format!(", after which play ends within {moves}")));
        }
        None => {}
    }
    line.push(plain("."));
    line
}

pub(super) fn named(whole: &grundy_engine::game::Sum, role: Role, step: &LoopyStep) -> Piece {
    piece(role, move_text(&step.from, &step.to, is_one(whole)))
}

fn moves(report: &LoopyMoveList) -> Document {
    let mut document = Document::default();
    document.line(vec![verdict(summary(report))]);
    let look = |step: &LoopyStep| match step.outcome {
        Outcome::P => (Role::Good, piece(Role::Good, "wins ")),
        Outcome::D => (Role::Name, plain("draws")),
        Outcome::N => (Role::Name, muted("loses")),
    };
    let names: Vec<Piece> = report.shown.iter().map(|step| named(&report.sum, look(step).0, step)).collect();
    let widest = names.iter().map(|name| width(from_ref(name))).max().unwrap_or(0);
    let one = is_one(&report.sum);
    let values = |step: &LoopyStep| if one { step.value.clone() } else { step.total.clone() };
    let widest_value = report.shown.iter().filter_map(values).map(|value| loopy(&value).text.width()).max();
    let mut lines: Vec<Line> = Vec::new();
    for (step, name) in report.shown.iter().zip(names) {
        let pad = |width: usize, widest: usize| plain(" ".repeat(widest.saturating_sub(width)));
        let gap = pad(name.text.width(), widest);
        let mut line = vec![plain("  "), look(step).1, plain("  "), name, gap];
        if let Some(value) = values(step) {
            let value = loopy(&value);
            let gap = pad(value.text.width(), widest_value.unwrap_or(0));
            line.extend([muted("  value "), value, gap]);
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
    lines.extend(rest(report.total as u128, report.shown.len()));
    document.drawing(lines);
    never_ends(&mut document, &report.way_back);
    document
}

/// "1 of 4 moves wins, and 2 keep a draw:"
fn summary(report: &LoopyMoveList) -> String {
    let LoopyMoveList { total, winning, drawing, .. } = report;
    let moves = counted(*total as u128, "move", "moves");
    let text = match (winning, drawing) {
        _ if *total == 0 && report.misere => "there is no move: the player to move wins".to_owned(),
        _ if *total == 0 => "there is no move: the player to move loses".to_owned(),
        (0, 0) => format!("no move wins or draws; of {moves} every one loses:"),
        (0, 1) => format!("no move wins; 1 of {moves} keeps the draw:"),
        (0, drawing) => format!("no move wins; {} of {moves} keep the draw:", thousands(*drawing as u128)),
        (1, 0) => format!("1 of {moves} wins:"),
        (winning, 0) => format!("{} of {moves} win:", thousands(*winning as u128)),
        (winning, drawing) => {
            let wins = if *winning == 1 { "wins" } else { "win" };
            let draws = if *drawing == 1 { "only draws" } else { "only draw" };
            format!("{} of {moves} {wins}, and {} {draws}:", thousands(*winning as u128), thousands(*drawing as u128))
        }
    };
    if report.misere { format!("In misère play {text}") } else { capital(&text) }
}
