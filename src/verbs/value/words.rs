//! Answers to expressions that are typed as statements, and the output of `print`.

use std::fmt;
use std::sync::Arc;

use grundy_engine::game::{Set, Value};

use crate::show::document::{Block, Document, Line, Piece, PrintOutput, Role};
use crate::show::lists::LongList;
use crate::show::phrase::{muted, piece, plain, sum, thousands};
use crate::show::report::Showable;
use crate::show::rows::{RowField, Rows, columns, typed as field};
use crate::verbs::position::winner::nimber_star;
use crate::verbs::value::data::{PrintedValues, ShownValue};

/// Of a longer list, tuple or set, an expression shows this many members and says how many there are. `print` shows
/// all.
const MEMBERS: usize = 1000;

impl Showable for ShownValue {
    fn kind(&self) -> &'static str {
        "value"
    }

    fn document(&self) -> Document {
        value(self)
    }

    fn rows(&self) -> Option<Rows<'_>> {
        Some(rows(&self.value))
    }

    fn list(&self) -> Option<(&'static str, LongList<'_>)> {
        Some(("value", LongList::Value(&self.value)))
    }

    fn spelled(&self) -> Option<&Value> {
        Some(&self.value)
    }

    fn is_copied(&self) -> bool {
        true
    }
}

/// What `print` prints.
impl Showable for PrintedValues {
    fn kind(&self) -> &'static str {
        "print"
    }

    fn document(&self) -> Document {
        printed(&self.0)
    }

    fn list(&self) -> Option<(&'static str, LongList<'_>)> {
        Some(("values", LongList::Values(&self.0)))
    }

    fn informs(&self) -> bool {
        true
    }

    fn is_copied(&self) -> bool {
        true
    }
}

fn value(ShownValue { value, nimber }: &ShownValue) -> Document {
    let mut document = Document::default();
    document.line(match (value, nimber) {
        (Value::Position(position), Some(nimber)) => vec![sum(position), plain(" = "), nimber_star(*nimber)],
        _ => shown(value),
    });
    document
}

fn shown(value: &Value) -> Line {
    let (open, members, close) = match value {
        Value::List(members) => ("[", members, "]"),
        Value::Tuple(members) => ("(", members, ")"),
        Value::Set(set) => match &**set {
            Set::Finite(members) => ("{", members, "}"),
            _ => return vec![typed(value)],
        },
        _ => return vec![typed(value)],
    };
    if members.len() <= MEMBERS {
        return vec![typed(value)];
    }
    let first: Vec<String> = members[..MEMBERS].iter().map(Value::to_string).collect();
    let all = thousands(members.len() as u128);
    vec![plain(format!("{open}{}, …{close}", first.join(", "))), muted(format!(" ({all} members)"))]
}

/// A value as it would be typed.
pub fn typed(value: &Value) -> Piece {
    let role = match value {
        Value::Integer(_) => Role::Number,
        Value::Text(_) => Role::Code,
        Value::Position(_) | Value::Game(_) => Role::Name,
        Value::None | Value::Bool(_) | Value::Outcome(_) | Value::Side(_) => Role::Verdict,
        Value::Tuple(_) | Value::List(_) | Value::Set(_) => Role::Plain,
    };
    piece(role, value)
}

/// The output of `print`: texts without their quotes, all other values as typed, with blanks between them.
fn printed(values: &[Value]) -> Document {
    Document { blocks: vec![Block::Output(PrintOutput(Arc::new(Printed(values.to_vec()))))] }
}

/// The values of a `print` statement. `Display` writes them as `print` does.
struct Printed(Vec<Value>);

impl fmt::Display for Printed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, value) in self.0.iter().enumerate() {
            f.write_str(if index > 0 { " " } else { "" })?;
            match value {
                Value::Text(text) => f.write_str(text)?,
                other => other.fmt(f)?,
            }
        }
        Ok(())
    }
}

/// A row for each member of a list or a set, a column for each member of a tuple or list in it.
fn rows(value: &Value) -> Rows<'_> {
    let members = match value {
        Value::List(members) => members,
        Value::Set(set) => match &**set {
            Set::Finite(members) => &members[..],
            _ => std::slice::from_ref(value),
        },
        other => std::slice::from_ref(other),
    };
    let width = members.iter().map(|member| columns(member).len()).max().unwrap_or(1).max(1);
    let named: Vec<String> = (1..=width).map(|column| format!("value{column}")).collect();
    let headings: Vec<&str> = if width == 1 { vec!["value"] } else { named.iter().map(String::as_str).collect() };
    Rows::new(
        &headings,
        members.iter().map(move |member| {
            let fields = columns(member);
            (0..width).map(move |column| fields.get(column).map_or(RowField::Null, field))
        }),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::show::report::Report;
    use crate::verbs::samples::{assert_text, shown, sum};
    use grundy_engine::nim::Nimber;
    use grundy_engine::nim::{Outcome, Side};

    #[test]
    fn a_position_shows_its_nimber_and_anything_else_itself() {
        let number = |n| Value::Integer(n);
        let cases = [
            (Value::position(sum(&[5])), Some(Nimber(1)), "S(5) = *1\n"),
            (Value::position(sum(&[5, 2])), Some(Nimber(3)), "S(5) + S(2) = *3\n"),
            (Value::position(sum(&[5])), None, "S(5)\n"),
            (number(i128::MIN), None, "-170141183460469231731687303715884105728\n"),
            (Value::Bool(true), None, "true\n"),
            (Value::Outcome(Outcome::P), None, "P\n"),
            (Value::Side(Side::First), None, "first\n"),
            (Value::text("a\"b"), None, "\"a\\\"b\"\n"),
            (Value::list(vec![number(1), Value::text("x")]), None, "[1, \"x\"]\n"),
            (Value::Set(Set::finite(vec![number(2), number(1)]).into()), None, "{1, 2}\n"),
        ];
        for (value, nimber, expected) in cases {
            assert_text(&shown(&Report::new(ShownValue { value, nimber }), 80), expected);
        }
    }

    #[test]
    fn very_many_members_are_counted() {
        let value = Value::list((0..5000).map(Value::Integer).collect());
        let text = shown(&Report::new(ShownValue { value, nimber: None }), 80);
        assert!(text.ends_with("998, 999, …] (5,000 members)\n"), "{}", &text[text.len() - 60..]);
    }

    #[test]
    fn print_takes_the_quotes_off_and_breaks_lines() {
        let values =
            vec![Value::text("n is"), Value::Integer(3), Value::text("now\nnext"), Value::list(vec![Value::text("q")])];
        assert_text(&shown(&Report::new(PrintedValues(values)), 80), "n is 3 now\nnext [\"q\"]\n");
        assert_text(&shown(&Report::new(PrintedValues(Vec::new())), 80), "\n");
    }
}
