//! `moves` and `options`: the moves of a position, or its options, with their values.

use grundy_engine::game::{Sum, Summand};
use grundy_engine::nim::{Convention, GrundyValue, Outcome};
use grundy_engine::solve::Move;

use crate::show::document::{Align, Document, Line, Long, Piece, Role, ShownPosition};
use crate::show::phrase::{muted, muted_words, piece, plain, sum, thousands, titled, width};
use crate::show::report::Showable;
use crate::show::rows::Rows;
use crate::show::told::{Tellable, Told, told};
use crate::verbs::position::board::{self, changes, free_move, is_one, picture};
use crate::verbs::position::data::{Analysis, MoveList, OptionLine, OptionList};
use crate::verbs::position::winner::{never_ends, nimber_star, value_piece};

impl Showable for MoveList {
    fn kind(&self) -> &'static str {
        "moves"
    }

    fn document(&self) -> Document {
        let mut document = Document::default();
        let Analysis { sum, convention, .. } = &self.position;
        document.line(summary(self.total, self.winning, self.drawing, *convention).looks(Role::Verdict));
        if self.position.is_usual() {
            board::draw_numbered(&mut document, sum);
        }
        let one = is_one(sum);
        // A single component leaves a value. Only several have a nim-sum.
        let worth = |v: Line| match (one, self.position.is_usual()) {
            (true, _) => told!("value {v}", v),
            (false, true) => told!("nim-sum {v}", v),
            (false, false) => told!("together {v}", v),
        };
        let look = |step: &Move| match step.outcome {
            Outcome::P => (Role::Good, [told!("wins").looks(Role::Good).into_line(), vec![plain(" ")]].concat()),
            Outcome::D => (Role::Name, told!("draws").into_line()),
            Outcome::N => (Role::Name, muted_words(told!("loses"))),
        };
        let name = |step: &Move| free_move(&step.from, &step.to, one).looks(look(step).0).into_line();
        let names: Vec<Line> = self.shown.iter().map(name).collect();
        let totals: Vec<Line> =
            self.shown.iter().map(|step| step.total.as_ref().map(value_piece).into_iter().collect()).collect();
        let widest = |lines: &[Line]| lines.iter().map(|line| width(line)).max().unwrap_or(0);
        let (widest_name, widest_total) = (widest(&names), widest(&totals));
        let pad = |line: &Line, widest: usize| plain(" ".repeat(widest.saturating_sub(width(line))));
        let has_binding = self.shown.iter().any(|step| !step.binding.is_free());
        let mut lines: Vec<Line> = Vec::new();
        for ((step, name), total) in self.shown.iter().zip(names).zip(totals) {
            let gap = pad(&name, widest_name);
            let mut line = [vec![plain("  ")], look(step).1, vec![plain("  ")], name, vec![gap]].concat();
            line.extend(has_binding.then(|| plain(format!("  {:5}", step.binding.word()))));
            if !total.is_empty() {
                let gap = pad(&total, widest_total);
                line.push(plain("  "));
                line.extend(muted_words(worth(total)));
                line.push(gap);
            }
            if let Some(moves) = step.remoteness {
                line.push(plain("  "));
                line.extend(muted_words(told!("{n} move[s] to the end", n = thousands(u128::from(moves)))));
            }
            while line.last().is_some_and(|piece| piece.text.trim().is_empty()) {
                line.pop();
            }
            lines.push(line);
        }
        lines.extend(rest(self.total, self.shown.len()));
        document.drawing(lines);
        never_ends(&mut document, &self.position);
        document
    }

    fn rows(&self) -> Option<Rows<'_>> {
        Some(Rows::of(&["from", "to", "binding", "value", "total", "outcome", "remoteness"], &self.shown))
    }

    fn picture(&self) -> Option<ShownPosition> {
        let Analysis { sum, .. } = &self.position;
        self.position.is_usual().then(|| picture(sum, self.shown.first().filter(|step| step.wins()))).flatten()
    }
}

impl Showable for OptionList {
    fn kind(&self) -> &'static str {
        "options"
    }

    fn document(&self) -> Document {
        let mut document = Document::default();
        if self.total == 0 {
            document.line(told!("**No options**: there is no move from {x}.", x = sum(&self.sum)));
            return document;
        }
        let n = thousands(self.total);
        document.line(match self.convention {
            Convention::Misere => told!("**{n} option[s] in misère play:**", n),
            Convention::Normal => told!("**{n} option[s]:**", n),
        });
        // The options of a board are shown by what changes on it.
        let is_board = self.shown.iter().all(|line| change(&self.sum, line).is_some());
        if is_board {
            board::draw_numbered(&mut document, &self.sum);
        }
        let mut columns = vec![(titled(if is_board { told!("move") } else { told!("option") }), Align::Left)];
        if !self.convention.is_misere() {
            columns.push((titled(told!("value")), Align::Right));
        }
        columns.push((titled(told!("outcome")), Align::Left));
        document.table(columns, Long::of(self.shown.iter().map(|line| option_row(self, line, is_board)).collect()));
        if let Some(line) = rest(self.total, self.shown.len()) {
            document.line(line);
        }
        document
    }

    fn rows(&self) -> Option<Rows<'_>> {
        Some(Rows::of(&["option", "value", "outcome"], &self.shown))
    }
}

/// "2 of 6 moves win:", "1 of 4 moves wins, and 2 only draw:"
pub fn summary(total: u128, winning: u128, drawing: u128, convention: Convention) -> Told {
    let (n, all) = (thousands(winning), thousands(total));
    let found = match (winning, drawing, total) {
        (_, _, 0) if convention.is_misere() => {
            return told!("There is no move: in misère play the player to move wins.");
        }
        (_, _, 0) => return told!("There is no move: the player to move loses."),
        (0, 0, 1) => told!("the only move loses"),
        (1, 0, 1) => told!("the only move wins"),
        (0, 0, _) => told!("no move wins; all {all} lose", all),
        (_, 0, _) if winning == total => told!("all {all} moves win", all),
        (_, 0, _) => told!("{n} of {all} moves win[n:s|]", n, all),
        (0, ..) => told!("no move wins; {n} of {all} move[s] keep[n:s|] the draw", n = thousands(drawing), all),
        _ => told!("{n} of {all} move[s] win[n:s|], and {k} only draw[s|]", n, all, k = thousands(drawing)),
    };
    match convention {
        Convention::Misere => told!("In misère play {found}:", found),
        Convention::Normal => told!("{found}:", found = found.capital()),
    }
}

/// "… and 31 more"
pub fn rest(total: u128, shown: usize) -> Option<Line> {
    let more = total.saturating_sub(shown as u128);
    (more > 0).then(|| [vec![plain("  ")], muted_words(told!("… and {n} more", n = thousands(more)))].concat())
}

/// `*3`, or `∞{0}` where play may never end.
fn value(value: &GrundyValue) -> Piece {
    match value {
        GrundyValue::Nimber(number) => nimber_star(*number),
        infinite => piece(Role::Nimber, infinite.to_string()),
    }
}

/// What changes on a board that is moved to this option; `None` for other positions.
fn change(whole: &Sum, line: &OptionLine) -> Option<Told> {
    match &whole.parts[..] {
        [Summand { copies: 1, component }] => changes(component, &line.option),
        _ => None,
    }
}

fn option_row(report: &OptionList, line: &OptionLine, is_board: bool) -> Vec<Line> {
    let change = change(&report.sum, line).filter(|_| is_board);
    let mut row = vec![change.map_or_else(|| vec![sum(&line.option)], |change| change.looks(Role::Name).into_line())];
    row[0].extend((!line.binding.is_free()).then(|| muted(format!(" {}", line.binding.word()))));
    if !report.convention.is_misere() {
        row.push(line.value.as_ref().map(value).into_iter().collect());
    }
    row.push(match line.wins() {
        true => [vec![piece(Role::Good, line.outcome), plain("  ")], muted_words(told!("moving here wins"))].concat(),
        false => vec![plain(line.outcome)],
    });
    row
}

#[cfg(test)]
mod tests {
    use crate::show::report::Report;
    use crate::verbs::position::data::{MoveList, OptionLine, OptionList};
    use crate::verbs::samples::{analysis, assert_sample, assert_text, outcome, shown, shown_ascii, step, sum};
    use grundy_engine::game::Binding;
    use grundy_engine::nim::{Convention, GrundyValue, Nimber, Outcome};

    fn moves(total: u128, winning: u128, heaps: &[u64], shown: &[(u64, u64)]) -> MoveList {
        let all = crate::verbs::samples::total(heaps);
        let shown = shown.iter().map(|(from, to)| step(*from, *to, all)).collect();
        MoveList { position: analysis(heaps), total, winning, drawing: 0, shown }
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
        let mut report = moves(6, 2, &[5], &[]);
        report.position.convention = Convention::Misere;
        assert_eq!(shown(&Report::new(report), 80).lines().next(), Some("In misère play 2 of 6 moves win:"));
    }

    #[test]
    fn options_with_value_and_outcome() {
        let line = |n: u64| OptionLine {
            option: sum(&[n]),
            binding: Binding::Free,
            value: Some(GrundyValue::Nimber(Nimber(n % 4))),
            outcome: outcome(&[n]),
        };
        let report = OptionList {
            sum: sum(&[5]),
            convention: Convention::Normal,
            total: 3,
            shown: [4, 3, 2].map(line).to_vec(),
        };
        assert_sample(&shown(&Report::new(report), 80), "moves: options with value and outcome");
        let misere = OptionLine { option: sum(&[1]), binding: Binding::Free, value: None, outcome: Outcome::P };
        let report = OptionList { sum: sum(&[2]), convention: Convention::Misere, total: 2, shown: vec![misere] };
        assert_sample(&shown(&Report::new(report), 80), "moves: options with value and outcome, 2");
        let none = OptionList { sum: sum(&[0]), convention: Convention::Normal, total: 0, shown: Vec::new() };
        assert_text(&shown(&Report::new(none), 80), "No options: there is no move from S(0).\n");
    }
}
