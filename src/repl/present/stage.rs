//! Which part of a lesson is on the screen, and the lines that are shown there. A long answer can be shown bit by bit: by
//! rows, a nim-sum by columns.

use unicode_width::UnicodeWidthStr;

use crate::host::{KeptAnswer, LessonStep, add_typed_code};
use crate::show::document::{Document, Style};
use crate::show::fit;
use crate::show::terminal::{Painter, paint};

/// How much is shown of the answer of the current step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeenPart {
    Nothing,
    Pieces(usize),
    All,
}

/// A lesson, and how far it has come.
pub struct Stage {
    pub steps: Vec<LessonStep>,
    /// What the statement of each step said, once it was run.
    pub answers: Vec<Option<Vec<KeptAnswer>>>,
    /// A step whose statement was stopped, and is run again when its answer is asked for.
    pub stopped: Option<usize>,
    /// The current step.
    pub at: usize,
    pub seen: SeenPart,
    /// The statements that the user typed at this step, with their answers.
    pub typed_statements: Vec<(String, Vec<KeptAnswer>)>,
    /// The first line on the screen.
    pub top: usize,
}

/// The lines of what is shown, and where the last statement stands in them.
pub struct LaidOut {
    pub lines: Vec<String>,
    pub statement: usize,
}

impl Stage {
    pub fn new(steps: Vec<LessonStep>) -> Stage {
        let answers = steps.iter().map(|_| None).collect();
        Stage { steps, answers, stopped: None, at: 0, seen: SeenPart::Nothing, typed_statements: Vec::new(), top: 0 }
    }

    /// Goes to a step, whose answer is not shown yet.
    pub fn go(&mut self, to: usize) {
        self.at = to.min(self.steps.len().saturating_sub(1));
        self.seen = SeenPart::Nothing;
        self.typed_statements.clear();
        self.top = 0;
    }

    /// Whether the current step has an answer that is not wholly shown.
    pub fn has_more(&self) -> bool {
        self.steps[self.at].statement.is_some() && self.seen != SeenPart::All
    }

    /// The next step whose prose has a heading, or the previous one.
    pub fn heading(&self, forward: bool) -> Option<usize> {
        let has_heading = |step: &usize| self.steps[*step].prose.lines().any(|line| line.starts_with('#'));
        match forward {
            true => (self.at + 1..self.steps.len()).find(has_heading),
            false => (0..self.at).rev().find(has_heading),
        }
    }

    /// Lays out everything from the last step with prose to the current one, and what was typed meanwhile.
    pub fn lay_out(&self, style: &Style, painter: Painter) -> LaidOut {
        let has_prose = |step: &usize| !self.steps[*step].prose.trim().is_empty();
        let first = (0..=self.at).rev().find(has_prose).unwrap_or(0);
        let mut layout = LaidOut { lines: Vec::new(), statement: 0 };
        for index in first..=self.at {
            layout.statement = layout.lines.len();
            layout.add(&self.steps[index].document(style.ascii, index == first), style, painter);
            let answer = self.answer(index, style, painter);
            layout.lines.extend(match self.seen {
                SeenPart::Nothing if index == self.at => Vec::new(),
                SeenPart::Pieces(count) if index == self.at => first_pieces(&answer, count),
                _ => answer,
            });
        }
        for (code, said) in &self.typed_statements {
            layout.lines.push(String::new());
            layout.statement = layout.lines.len();
            let mut document = Document::default();
            add_typed_code(&mut document, code);
            layout.add(&document, style, painter);
            layout.lines.extend(said.iter().flat_map(|said| said.lines(style, painter)));
        }
        layout
    }

    /// The lines of a step's answer; empty if its statement has not been run.
    pub fn answer(&self, index: usize, style: &Style, painter: Painter) -> Vec<String> {
        self.answers[index].iter().flatten().flat_map(|said| said.lines(style, painter)).collect()
    }

    /// Scrolls to what was added last on a screen of so many rows: to its end if that shows the statement too, or
    /// else to the statement and what has room below it.
    pub fn show_last(&mut self, layout: &LaidOut, rows: usize) {
        self.top = match layout.lines.len().saturating_sub(rows) {
            end if matches!(self.seen, SeenPart::Pieces(_)) => end,
            end => end.min(layout.statement),
        };
    }

    /// Turns to the next page. Returns false if there is none.
    pub fn page_on(&mut self, layout: &LaidOut, rows: usize) -> bool {
        let end = layout.lines.len().saturating_sub(rows);
        let is_more = self.top < end;
        if is_more {
            self.top = (self.top + rows.saturating_sub(1).max(1)).min(end);
        }
        is_more
    }
}

impl LaidOut {
    fn add(&mut self, document: &Document, style: &Style, painter: Painter) {
        self.lines.extend(paint(document, style, painter).lines().map(str::to_owned));
    }
}

/// The label of the last row of a nim-sum in binary columns.
const SUM: &str = "nim-sum";

/// How many pieces an answer has.
pub fn pieces(lines: &[String]) -> usize {
    (0..lines.len()).map(|index| pieces_of(lines, index)).sum()
}

/// The lines of the first `count` pieces of an answer.
fn first_pieces(lines: &[String], mut count: usize) -> Vec<String> {
    let mut shown = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let pieces = pieces_of(lines, index);
        if pieces <= count {
            count -= pieces;
            shown.push(line.clone());
            continue;
        }
        if count > 0 {
            shown.extend(sum(line).map(|sum| sum.right_end(count)));
        }
        break;
    }
    // A horizontal line, or a blank one, comes with what is below it.
    while shown.last().is_some_and(|line| shown.len() < lines.len() && is_apart(line)) {
        shown.pop();
    }
    shown
}

/// How many pieces a line has: one, but 0 for a separator, and in a nim-sum one for each binary digit.
fn pieces_of(lines: &[String], index: usize) -> usize {
    let is_below_rule = index.checked_sub(1).is_some_and(|above| is_apart(&lines[above]));
    match sum(&lines[index]).filter(|_| is_below_rule) {
        Some(sum) => sum.columns(),
        None => usize::from(!is_apart(&lines[index])),
    }
}

/// Whether a line is a separator: blank, or a horizontal line.
fn is_apart(line: &str) -> bool {
    fit::bare(line).chars().all(|sign| sign.is_whitespace() || sign == '─' || sign == '-')
}

/// The last row of a nim-sum, such as `  nim-sum   2   0 1 0`.
struct SumRow {
    /// Columns before the binary digits.
    before: usize,
    digits: String,
}

fn sum(line: &str) -> Option<SumRow> {
    let bare = fit::bare(line);
    let (head, digits) = bare.rsplit_once("   ")?;
    let is_sum = head.trim_start().starts_with(SUM) && digits.chars().all(|digit| matches!(digit, '0' | '1' | ' '));
    is_sum.then(|| SumRow { before: head.width() + 3, digits: digits.to_owned() })
}

impl SumRow {
    fn columns(&self) -> usize {
        self.digits.chars().filter(|sign| *sign != ' ').count()
    }

    /// The row with only its last `count` binary digits, and without its value in decimal.
    fn right_end(&self, count: usize) -> String {
        let hidden = self.columns() - count.min(self.columns());
        let mut seen = 0;
        let digit = |sign: char| {
            seen += usize::from(sign != ' ');
            if seen <= hidden { ' ' } else { sign }
        };
        let digits: String = self.digits.chars().map(digit).collect();
        format!("{:<before$}{digits}", format!("  {SUM}"), before = self.before)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<String> {
        text.lines().map(str::to_owned).collect()
    }

    #[test]
    fn a_nim_sum_comes_column_by_column() {
        let all = lines(
            "  S(3)      3   1 1\n  S(4)      \x1b[35m0\x1b[0m   0 0\n  ─────────\n  nim-sum   \x1b[35m3\x1b[0m   1 1\n              ^",
        );
        assert_eq!(pieces(&all), 5);
        assert_eq!(first_pieces(&all, 2), all[..2]);
        assert_eq!(first_pieces(&all, 3)[3], "  nim-sum         1");
        assert_eq!(first_pieces(&all, 4), all[..4]);
        assert_eq!(first_pieces(&all, 5), all);
        assert!(first_pieces(&all, 0).is_empty());
    }

    #[test]
    fn a_table_comes_row_by_row() {
        let all = lines(" n  value\n──────────\n 0      0\n 1      1");
        assert_eq!(pieces(&all), 3);
        for (count, rows) in [(1, 1), (2, 3), (3, 4), (9, 4)] {
            assert_eq!(first_pieces(&all, count).len(), rows);
        }
        assert_eq!(first_pieces(&all, 2)[2], " 0      0");
    }
}
