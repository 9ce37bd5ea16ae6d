//! The functions that list arrangements: partitions of a number, subsets of a list, columns of rows.

use super::value::{integer, members_of};
use super::{Builtin, EvalErrorKind, Meter, Value};

impl Builtin {
    /// Functions whose lists grow fast: the meter is asked for each of their members.
    pub(super) fn arranged(self, arguments: &[Value], meter: &Meter) -> Result<Value, EvalErrorKind> {
        match self {
            Builtin::Partitions => partitions(integer(&arguments[0])?, meter),
            Builtin::Subsets => subsets(&arguments[0], meter),
            _ => columns(&arguments[0], meter),
        }
    }
}

/// The partitions of a number, each with its largest part first; those with larger parts come first.
fn partitions(n: i128, meter: &Meter) -> Result<Value, EvalErrorKind> {
    if n < 0 {
        return Err(Builtin::Partitions.wrong("needs a number ≥ 0"));
    }
    let mut found = Vec::new();
    let mut parts: Vec<i128> = if n == 0 { Vec::new() } else { vec![n] };
    loop {
        meter.spend(parts.len() + 1)?;
        let mut listed = meter.with_room(parts.len())?;
        listed.extend(parts.iter().map(|part| Value::Integer(*part)));
        meter.push(&mut found, Value::list(listed))?;
        // The last part above 1 becomes smaller by 1, and what is left follows in parts of at most that size.
        let mut left = 0;
        while parts.last() == Some(&1) {
            parts.pop();
            left += 1;
        }
        let Some(last) = parts.pop() else { return Ok(Value::list(found)) };
        let size = last - 1;
        left += last;
        while left > 0 {
            meter.spend(1)?;
            let part = size.min(left);
            meter.push(&mut parts, part)?;
            left -= part;
        }
    }
}

/// The subsets of the members, each as a list: those without the last member come before those with it.
fn subsets(of: &Value, meter: &Meter) -> Result<Value, EvalErrorKind> {
    let members = members_of(of, meter)?;
    let mut found = vec![Value::list(Vec::new())];
    for member in members.iter() {
        for index in 0..found.len() {
            let Value::List(before) = &found[index] else { continue };
            meter.spend(before.len() + 1)?;
            let mut subset = meter.with_room(before.len() + 1)?;
            subset.extend(before.iter().cloned());
            subset.push(member.clone());
            meter.push(&mut found, Value::list(subset))?;
        }
    }
    Ok(Value::list(found))
}

/// The columns of rows of the same length.
fn columns(of: &Value, meter: &Meter) -> Result<Value, EvalErrorKind> {
    let rows = members_of(of, meter)?;
    let mut columns: Vec<Vec<Value>> = Vec::new();
    for (index, row) in rows.iter().enumerate() {
        let cells = members_of(row, meter)?;
        meter.spend(cells.len() + 1)?;
        if index == 0 {
            columns = vec![Vec::new(); cells.len()];
        }
        if cells.len() != columns.len() {
            return Err(Builtin::Columns.wrong("needs rows of the same length"));
        }
        for (column, cell) in columns.iter_mut().zip(cells.iter()) {
            meter.push(column, cell.clone())?;
        }
    }
    Ok(Value::list(columns.into_iter().map(Value::list).collect()))
}
