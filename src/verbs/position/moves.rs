//! `moves` and `options`: the moves of a position, or its options, with their values.

use grundy_engine::game::{Sum, Summand};
use grundy_engine::nim::GrundyValue;
use unicode_width::UnicodeWidthStr;

use crate::show::document::{Align, Document, Line, Long, Piece, Role, ShownPosition};
use crate::show::phrase::{
    capital, counted, heading, muted, name, nimber, piece, plain, sum, thousands, verdict, width,
};
use crate::show::report::Showable;
use crate::show::rows::Rows;
use crate::verbs::position::board::{self, changes, is_one, move_in, picture};
use crate::verbs::position::data::{MoveList, OptionLine, OptionList, ReportedMove};
use crate::verbs::position::winner::nimber_star;

impl Showable for MoveList {
    fn kind(&self) -> &'static str {
        "moves"
    }

    fn document(&self) -> Document {
        moves(self)
    }

    fn rows(&self) -> Option<Rows<'_>> {
        Some(Rows::of(&["from", "to", "value", "nim_sum", "wins"], &self.shown))
    }

    fn picture(&self) -> Option<ShownPosition> {
        picture(&self.sum, self.shown.first().filter(|step| step.wins))
    }
}

impl Showable for OptionList {
    fn kind(&self) -> &'static str {
        "options"
    }

    fn document(&self) -> Document {
        options(self)
    }

    fn rows(&self) -> Option<Rows<'_>> {
        Some(Rows::of(&["option", "value", "outcome"], &self.shown))
    }
}

fn moves(report: &MoveList) -> Document {
    let mut document = Document::default();
    document.line(vec![verdict(summary(report.total, report.winning, report.misere))]);
    let named = |role, step| move_in(&report.sum, role, step);
    let widest = report.shown.iter().map(|step| width(&[named(Role::Name, step)])).max().unwrap_or(0);
    // A single component leaves a value. Only several have a nim-sum.
    let what = if is_one(&report.sum) { "  value " } else { "  nim-sum " };
    board::draw_numbered(&mut document, &report.sum);
    let mut lines: Vec<Line> = report
        .shown
        .iter()
        .map(|step| move_line(step, named(if step.wins { Role::Good } else { Role::Name }, step), widest, what))
        .collect();
    lines.extend(rest(report.total, report.shown.len()));
    document.drawing(lines);
    document
}

/// "2 of 6 moves win:"
pub fn summary(total: u128, winning: u128, misere: bool) -> String {
    let play = if misere { "In misère play " } else { "" };
    let text = match (winning, total) {
        (_, 0) if misere => return "There is no move: in misère play the player to move wins.".to_string(),
        (_, 0) => return "There is no move: the player to move loses.".to_string(),
        (0, 1) => "the only move loses:".to_string(),
        (1, 1) => "the only move wins:".to_string(),
        (0, total) => format!("no move wins; all {} lose:", thousands(total)),
        (winning, total) if winning == total => format!("all {} moves win:", thousands(total)),
        (1, total) => format!("1 of {} moves wins:", thousands(total)),
        (winning, total) => format!("{} of {} moves win:", thousands(winning), thousands(total)),
    };
    if misere { format!("{play}{text}") } else { capital(&text) }
}

fn move_line(step: &ReportedMove, moved: Piece, widest: usize, what: &'static str) -> Line {
    let mark = if step.wins { piece(Role::Good, "wins ") } else { muted("loses") };
    let padding = " ".repeat(widest.saturating_sub(moved.text.width()));
    let mut line = vec![plain("  "), mark, plain("  "), moved];
    if let Some(nim_sum) = step.nim_sum {
        line.extend([plain(padding), muted(what), nimber(nim_sum)]);
    }
    line
}

/// "… and 31 more"
pub fn rest(total: u128, shown: usize) -> Option<Line> {
    let more = total.saturating_sub(shown as u128);
    (more > 0).then(|| vec![plain("  "), muted(format!("… and {} more", thousands(more)))])
}

fn options(report: &OptionList) -> Document {
    let mut document = Document::default();
    if report.total == 0 {
        document.line(vec![verdict("No options"), plain(": there is no move from "), sum(&report.sum), plain(".")]);
        return document;
    }
    let play = if report.misere { " in misère play" } else { "" };
    document.line(vec![verdict(format!("{}{play}:", counted(report.total, "option", "options")))]);
    // The options of a board are shown by what changes on it.
    let is_board = report.shown.iter().all(|line| change(&report.sum, line).is_some());
    if is_board {
        board::draw_numbered(&mut document, &report.sum);
    }
    let mut columns = vec![(vec![heading(if is_board { "move" } else { "option" })], Align::Left)];
    if !report.misere {
        columns.push((vec![heading("value")], Align::Right));
    }
    columns.push((vec![heading("outcome")], Align::Left));
    document.table(columns, Long::of(report.shown.iter().map(|line| option_row(report, line, is_board)).collect()));
    if let Some(line) = rest(report.total, report.shown.len()) {
        document.line(line);
    }
    document
}

/// `*3`, or `∞{0}` where play may never end.
fn value(value: &GrundyValue) -> Piece {
    match value {
        GrundyValue::Nimber(number) => nimber_star(*number),
        infinite => piece(Role::Nimber, infinite.to_string()),
    }
}

/// What changes on a board that is moved to this option; `None` for other positions.
fn change(whole: &Sum, line: &OptionLine) -> Option<String> {
    match &whole.parts[..] {
        [Summand { copies: 1, component }] => changes(component, &line.option),
        _ => None,
    }
}

fn option_row(report: &OptionList, line: &OptionLine, is_board: bool) -> Vec<Line> {
    let change = change(&report.sum, line).filter(|_| is_board);
    let mut row = vec![vec![change.map_or_else(|| sum(&line.option), name)]];
    row[0].extend((!line.binding.is_free()).then(|| muted(format!(" {}", line.binding.word()))));
    if !report.misere {
        row.push(line.value.as_ref().map(value).into_iter().collect());
    }
    row.push(match line.wins() {
        true => vec![piece(Role::Good, line.outcome), muted("  moving here wins")],
        false => vec![plain(line.outcome)],
    });
    row
}

#[cfg(test)]
mod tests {
    use crate::show::report::Report;
    use crate::verbs::position::data::{MoveList, OptionLine, OptionList};
    use crate::verbs::samples::{assert_sample, assert_text, outcome, shown, shown_ascii, step, sum};
    use grundy_engine::game::Binding;
    use grundy_engine::nim::{GrundyValue, Nimber, Outcome};

    fn moves(total: u128, winning: u128, heaps: &[u64], shown: &[(u64, u64)]) -> MoveList {
        let all = crate::verbs::samples::total(heaps);
        let shown = shown.iter().map(|(from, to)| step(*from, *to, all)).collect();
        MoveList { sum: sum(heaps), misere: false, outcome: outcome(heaps), total, winning, shown }
    }

    #[test]
    fn winning_moves_are_marked_with_a_word_and_the_rest_is_counted() {
        let report = moves(34, 1, &[3, 5, 12], &[(3, 1), (3, 2), (12, 11)]);
        let expected = "1 of 34 moves wins:
  wins   S(3) -> S(1)    nim-sum 0
  loses  S(3) -> S(2)    nim-sum 3
  loses  S(12) -> S(11)  nim-sum 1
  ... and 31 more
";
        assert_text(&shown_ascii(&Report::new(report)), expected);
    }

    #[test]
    fn the_first_line_counts() {
        let cases = [
            ((6, 2), "2 of 6 moves win:"),
            ((6, 6), "All 6 moves win:"),
            ((1, 1), "The only move wins:"),
            ((1, 0), "The only move loses:"),
            ((1000, 0), "No move wins; all 1,000 lose:"),
            ((0, 0), "There is no move: the player to move loses."),
        ];
        for ((total, winning), expected) in cases {
            let text = shown(&Report::new(moves(total, winning, &[5], &[])), 80);
            assert_eq!(text.lines().next(), Some(expected));
        }
        let misere = MoveList { misere: true, ..moves(6, 2, &[5], &[]) };
        assert_eq!(shown(&Report::new(misere), 80).lines().next(), Some("In misère play 2 of 6 moves win:"));
    }

    #[test]
    fn options_with_value_and_outcome() {
        let line = |n: u64| OptionLine {
            option: sum(&[n]),
            binding: Binding::Free,
            value: Some(GrundyValue::Nimber(Nimber(n % 4))),
            outcome: outcome(&[n]),
        };
        let report = OptionList { sum: sum(&[5]), misere: false, total: 3, shown: [4, 3, 2].map(line).to_vec() };
        assert_sample(&shown(&Report::new(report), 80), "moves: options with value and outcome");
        let misere = OptionLine { option: sum(&[1]), binding: Binding::Free, value: None, outcome: Outcome::P };
        let report = OptionList { sum: sum(&[2]), misere: true, total: 2, shown: vec![misere] };
        assert_sample(&shown(&Report::new(report), 80), "moves: options with value and outcome, 2");
        let none = OptionList { sum: sum(&[0]), misere: false, total: 0, shown: Vec::new() };
        assert_text(&shown(&Report::new(none), 80), "No options: there is no move from S(0).\n");
    }
}
