//! Texts and lists that repeat a part: `20 * "."`, `3 * [1]`, and boards of equal cells such as `board(3, 4)`.

use super::{Board, EvalErrorKind, Meter, Set, Value};

/// The concatenation of so many copies of a text.
pub(super) fn copies(count: i128, text: &str, meter: &Meter) -> Result<Value, EvalErrorKind> {
    let count = usize::try_from(count).map_err(|_| EvalErrorKind::Copies)?;
    with_room(count.saturating_mul(text.len()), meter)?;
    Ok(Value::Text(if text.is_empty() { "".into() } else { text.repeat(count).into() }))
}

/// So many copies of the members of a list, one behind the other.
pub(super) fn lists(count: i128, members: &[Value], meter: &Meter) -> Result<Value, EvalErrorKind> {
    let count = usize::try_from(count).map_err(|_| EvalErrorKind::Copies)?;
    let all = count.saturating_mul(members.len());
    if all > Set::LARGEST {
        return Err(EvalErrorKind::TooLarge { limit: Set::LARGEST });
    }
    let copies = meter.collected((0..all).map(|index| members[index % members.len()].clone()))?;
    Ok(meter.list_of(copies)?)
}

/// `board(3, 4)`, `board(3, 4, "X")`: so many rows of so many cells.
pub(super) fn board(arguments: &[Value], meter: &Meter) -> Result<Value, EvalErrorKind> {
    let wrong = |why| EvalErrorKind::WrongArgument { function: "board", why };
    let side = |value: &Value| value.as_integer().and_then(|side| usize::try_from(side).ok());
    let side = |value| side(value).ok_or_else(|| wrong("needs numbers of rows and columns ≥ 0"));
    let (rows, columns) = (side(&arguments[0])?, side(&arguments[1])?);
    let cell = match arguments.get(2) {
        None => ".",
        Some(Value::Text(cell)) if cell.chars().count() == 1 && !cell.contains(Board::ROW_END) => cell,
        Some(_) => return Err(wrong("needs one character for the cells, and not `/`, which ends a row")),
    };
    if rows == 0 || columns == 0 {
        return Ok(Value::text(""));
    }
    with_room(rows.saturating_mul(columns.saturating_mul(cell.len()).saturating_add(1)), meter)?;
    let row = cell.repeat(columns) + Board::ROW_END.encode_utf8(&mut [0; 4]);
    let board = row.repeat(rows);
    Ok(Value::text(&board[..board.len() - 1]))
}

/// Checks that a text of so many bytes may be built, and counts the work.
fn with_room(bytes: usize, meter: &Meter) -> Result<(), EvalErrorKind> {
    if bytes > Set::LARGEST {
        return Err(EvalErrorKind::TooLarge { limit: Set::LARGEST });
    }
    meter.room(3 * bytes)?;
    Ok(meter.spend(bytes / Meter::BYTES)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_and_copies() {
        let made = |arguments: &[Value]| board(arguments, &Meter::default()).map(|value| value.to_string());
        assert_eq!(made(&[2.into(), 3.into()]).unwrap(), "\".../...\"");
        assert_eq!(made(&[1.into(), 2.into(), Value::text("é")]).unwrap(), "\"éé\"");
        assert_eq!(made(&[0.into(), 3.into()]).unwrap(), "\"\"");
        for wrong in [[Value::from(-1), 2.into(), Value::text("X")], [1.into(), 2.into(), Value::text("/")]] {
            assert!(matches!(made(&wrong), Err(EvalErrorKind::WrongArgument { .. })), "{wrong:?}");
        }
        let side = 1i128 << 40;
        assert!(matches!(made(&[side.into(), side.into()]), Err(EvalErrorKind::TooLarge { .. })));
        let times = |count, text| copies(count, text, &Meter::default()).map(|value| value.to_string());
        assert_eq!(times(3, "ab").unwrap(), "\"ababab\"");
        assert_eq!(times(i64::MAX.into(), "").unwrap(), "\"\"");
        assert_eq!(times(-1, "a"), Err(EvalErrorKind::Copies));
        assert!(matches!(times(1 << 40, "a"), Err(EvalErrorKind::TooLarge { .. })));
        let listed = |count, of: &[Value]| lists(count, of, &Meter::default()).map(|value| value.to_string());
        assert_eq!(listed(2, &[1.into(), Value::text("a")]).unwrap(), "[1, \"a\", 1, \"a\"]");
        assert_eq!(listed(i64::MAX.into(), &[]).unwrap(), "[]");
        assert_eq!(listed(-1, &[1.into()]), Err(EvalErrorKind::Copies));
        assert!(matches!(listed(1 << 40, &[1.into()]), Err(EvalErrorKind::TooLarge { .. })));
    }
}
