//! Values in a row, with a ruler of heaps where they take more than one line.

use std::io;

use grundy_engine::nim::Nimber;

use crate::show::document::{Line, Role, Sequence, Style, Visit};
use crate::show::lists::Entries;
use crate::show::phrase::{muted, piece, plain};

/// Shown in place of a value if there is no such position.
const NONE: &str = "-";

/// Lays out the values, without the title, which the statement says already.
///
/// # Errors
/// The first error of `visit`.
pub fn each_line(sequence: &Sequence, style: &Style, visit: &mut Visit) -> io::Result<()> {
    let entries = &sequence.entries;
    if entries.is_empty() {
        return visit(&vec![muted("no heaps in the range")]);
    }
    // A blank follows each value but the last.
    let mut room = style.width + 1;
    let fits = |(_, value)| match room.checked_sub(text(value).len() + 1) {
        Some(left) => {
            room = left;
            true
        }
        None => false,
    };
    if entries.iter().all(fits) {
        return visit(&spaced(entries.iter().map(|(_, value)| value), 0));
    }
    ruled(entries, style.width, visit)
}

fn text(value: Option<Nimber>) -> String {
    value.map_or(NONE.to_string(), |value| value.to_string())
}

/// The values one after the other, each at least `width` columns wide.
fn spaced(values: impl Iterator<Item = Option<Nimber>>, width: usize) -> Line {
    let mut line = Line::new();
    for (index, value) in values.enumerate() {
        let text = text(value);
        let blanks = usize::from(index > 0) + width.saturating_sub(text.len());
        if blanks > 0 {
            line.push(plain(" ".repeat(blanks)));
        }
        line.push(piece(if value.is_some() { Role::Nimber } else { Role::Muted }, text));
    }
    line
}

/// Rows of ten, twenty, … values below a ruler. At the left of a row stands the heap that it begins with.
fn ruled(entries: &Entries, width: usize, visit: &mut Visit) -> io::Result<()> {
    let digits = |number: u64| number.checked_ilog10().unwrap_or(0) as usize + 1;
    let digits_of = |heap: i64| digits(heap.unsigned_abs()) + usize::from(heap < 0);
    let (label, cell) = entries.iter().fold((1, 1), |(label, cell), (heap, value)| {
        (digits_of(heap).max(label), digits(value.map_or(0, |value| value.0)).max(cell))
    });
    let count = per_row((width.saturating_sub(label + 2) / (cell + 1)).max(1));
    if let Some(step) = entries.step().filter(|_| count >= 10) {
        let ruler = ruler(count, step, cell);
        visit(&vec![muted(format!("{:>label$}  {ruler}", "n").trim_end())])?;
    }
    for start in (0..entries.len()).step_by(count) {
        let row = start..entries.len().min(start + count);
        let first = entries.get(start).map_or(0, |(heap, _)| heap);
        let mut line = vec![muted(format!("{first:>label$}  "))];
        line.extend(spaced(row.filter_map(|index| entries.get(index)).map(|(_, value)| value), cell));
        visit(&line)?;
    }
    Ok(())
}

/// `+0`, `+10`, … above every tenth value, each ending where the value ends.
fn ruler(count: usize, step: i64, cell: usize) -> String {
    let mut ruler = String::new();
    for index in (0..count).step_by(10) {
        let end = (index + 1) * (cell + 1) - 1;
        let mark = format!("+{}", step.saturating_mul(index as i64));
        let room = end.saturating_sub(ruler.len());
        ruler.push_str(&format!("{mark:>room$}"));
    }
    ruler
}

/// The largest of 1, 2, 5, 10, 20, 30, … that is at most `fits`.
fn per_row(fits: usize) -> usize {
    match fits {
        10.. => fits / 10 * 10,
        5..=9 => 5,
        _ => fits.clamp(1, 2),
    }
}

#[cfg(test)]
mod tests {
    use crate::show::report::Report;
    use crate::verbs::samples::{assert_text, shown, subtraction};
    use crate::verbs::tables::answer::Values;
    use grundy_engine::nim::Nimber;

    fn values(entries: Vec<(u64, Option<Nimber>)>, width: usize) -> String {
        shown(
            &Report::new(Values {
                game: subtraction(),
                coordinates: Vec::new(),
                entries: entries.into_iter().map(|(n, value)| (n as i64, value)).collect(),
            }),
            width,
        )
    }

    #[test]
    fn a_few_values_are_a_line() {
        let entries = (0..6).map(|n| (n, (n != 3).then_some(Nimber(n % 4)))).collect();
        assert_text(&values(entries, 80), "0 1 2 - 0 1\n");
        assert_text(&values(Vec::new(), 80), "no heaps in the range\n");
    }

    #[test]
    fn many_values_stand_under_a_ruler() {
        let entries: Vec<_> = (100..145).map(|n| (n, Some(Nimber(n % 12)))).collect();
        assert_text(
            &values(entries, 70),
            "  n  +0                           +10
100   4  5  6  7  8  9 10 11  0  1  2  3  4  5  6  7  8  9 10 11
120   0  1  2  3  4  5  6  7  8  9 10 11  0  1  2  3  4  5  6  7
140   8  9 10 11  0
",
        );
        let entries: Vec<_> = (0..25).map(|n| (4 * n, Some(Nimber(n % 4)))).collect();
        assert_text(
            &values(entries, 44),
            " n  +0                +40
 0  0 1 2 3 0 1 2 3 0 1 2 3 0 1 2 3 0 1 2 3
80  0 1 2 3 0
",
        );
    }

    #[test]
    fn a_narrow_screen_and_long_values() {
        let entries: Vec<_> = (0..7).map(|n| (n, Some(Nimber(u64::MAX - n)))).collect();
        let text = values(entries, 50);
        assert_text(
            &text,
            "0  18446744073709551615 18446744073709551614
2  18446744073709551613 18446744073709551612
4  18446744073709551611 18446744073709551610
6  18446744073709551609
",
        );
    }

    #[test]
    fn nothing_is_wider_than_the_screen() {
        for width in 3..120 {
            let entries: Vec<_> = (0..300).map(|n| (n, Some(Nimber(n % 4)))).collect();
            let text = values(entries, width);
            assert!(text.lines().all(|line| line.chars().count() <= width.max(6)), "{width}:\n{text}");
        }
    }
}
