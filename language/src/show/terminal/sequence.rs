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
