//! An answer that is shown piece by piece: a table row by row, a nim-sum column by column from the right.

use unicode_width::UnicodeWidthStr;

use crate::show::fit;

/// The label of the last row of a nim-sum in binary columns.
const SUM: &str = "nim-sum";

/// How many pieces an answer has.
pub fn pieces(lines: &[String]) -> usize {
    (0..lines.len()).map(|index| pieces_of(lines, index)).sum()
}

/// The lines of the first `count` pieces of an answer.
pub fn first(lines: &[String], mut count: usize) -> Vec<String> {
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
        assert_eq!(first(&all, 2), all[..2]);
        assert_eq!(first(&all, 3)[3], "  nim-sum         1");
        assert_eq!(first(&all, 4), all[..4]);
        assert_eq!(first(&all, 5), all);
        assert!(first(&all, 0).is_empty());
    }

    #[test]
    fn a_table_comes_row_by_row() {
        let all = lines(" n  value\n──────────\n 0      0\n 1      1");
        assert_eq!(pieces(&all), 3);
        for (count, rows) in [(1, 1), (2, 3), (3, 4), (9, 4)] {
            assert_eq!(first(&all, count).len(), rows);
        }
        assert_eq!(first(&all, 2)[2], " 0      0");
    }
}
