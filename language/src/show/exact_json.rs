//! Whole numbers that every program reads as they are. Many programs keep numbers as floating-point numbers of 64 bits and would
//! round those beyond 2^53 - 1. After RFC 7493 these are texts.

use std::io;

use serde::Serialize;
use serde_json::ser::{CompactFormatter, Formatter, PrettyFormatter};
use serde_json::{Serializer, Value as Json};

/// The largest number that is written as one.
const LARGEST: u128 = (1 << 53) - 1;

/// How whole numbers beyond 2^53 - 1 are written, and those below -(2^53 - 1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LargeNumbers {
    /// As texts, for any program.
    AsTexts,
    /// As numbers, for a program whose numbers have any size, as those of Python.
    AsNumbers,
}

/// Whether an object is written on one line, or indented over several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lines {
    One,
    Many,
}

/// A value as data.
///
/// # Errors
/// Those of its type.
pub fn value(value: &impl Serialize, large: LargeNumbers) -> serde_json::Result<Json> {
    let mut data = serde_json::to_value(value)?;
    if large == LargeNumbers::AsTexts {
        write_as_texts(&mut data);
    }
    Ok(data)
}

/// Puts a text in the place of each large number.
fn write_as_texts(data: &mut Json) {
    match data {
        Json::Number(number) => {
            // A number with a fraction is none of these.
            let size = number.as_i128().map(i128::unsigned_abs).or_else(|| number.as_u128());
            if size.is_some_and(|size| size > LARGEST) {
                *data = Json::String(number.to_string());
            }
        }
        Json::Array(members) => members.iter_mut().for_each(write_as_texts),
        Json::Object(members) => members.values_mut().for_each(write_as_texts),
        _ => {}
    }
}

/// Writes a value, whose numbers are those of its type; data that it holds are written as they are.
///
/// # Errors
/// Those of its type and of `out`.
pub fn write(value: &impl Serialize, lines: Lines, large: LargeNumbers, out: &mut dyn io::Write) -> io::Result<()> {
    let indented = (lines == Lines::Many).then(PrettyFormatter::new);
    let written = value.serialize(&mut Serializer::with_formatter(out, JsonLayout { indented, large }));
    written.map_err(io::Error::from)
}

/// A value on one line, with large numbers as texts; empty if its type cannot be serialised.
pub fn text(value: &impl Serialize) -> String {
    let mut bytes = Vec::new();
    match write(value, Lines::One, LargeNumbers::AsTexts, &mut bytes) {
        Ok(()) => String::from_utf8(bytes).unwrap_or_default(),
        Err(_) => String::new(),
    }
}

/// Adds a number, as a text if it is large.
pub fn add_number(text: &mut String, number: i128) {
    let mark = if number.unsigned_abs() > LARGEST { "\"" } else { "" };
    text.extend([mark, itoa::Buffer::new().format(number), mark]);
}

/// How an object is written. It is one type, so that what is written need not be compiled for each kind of layout.
struct JsonLayout {
    indented: Option<PrettyFormatter<'static>>,
    large: LargeNumbers,
}

/// The functions that write numbers of these types.
macro_rules! numbers {
    ($($write:ident: $number:ty, $size:expr;)*) => {
        $(fn $write<W: ?Sized + io::Write>(&mut self, to: &mut W, number: $number) -> io::Result<()> {
            let size: u128 = $size(number);
            match size > LARGEST && self.large == LargeNumbers::AsTexts {
                false => CompactFormatter.$write(to, number),
                true => write!(to, "\"{number}\""),
            }
        })*
    };
}

/// The functions that place what is written.
macro_rules! placed {
    ($($write:ident($($first:ident)?);)*) => {
        $(fn $write<W: ?Sized + io::Write>(&mut self, to: &mut W $(, $first: bool)?) -> io::Result<()> {
            match &mut self.indented {
                Some(indented) => indented.$write(to $(, $first)?),
                None => CompactFormatter.$write(to $(, $first)?),
            }
        })*
    };
}

impl Formatter for JsonLayout {
    numbers! {
        write_i64: i64, |number: i64| number.unsigned_abs().into();
        write_u64: u64, u128::from;
        write_i128: i128, i128::unsigned_abs;
        write_u128: u128, std::convert::identity;
    }

    placed! {
        begin_array();
        end_array();
        begin_array_value(first);
        end_array_value();
        begin_object();
        end_object();
        begin_object_key(first);
        begin_object_value();
        end_object_value();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn large_numbers_are_texts() {
        const LIMIT: i128 = 1 << 53;
        for number in
            [0, -1, LIMIT - 1, 1 - LIMIT, LIMIT, -LIMIT, i64::MIN.into(), u64::MAX.into(), i128::MAX, i128::MIN]
        {
            let shown = if number.abs_diff(0) < LIMIT as u128 { number.to_string() } else { format!("\"{number}\"") };
            let mut added = String::new();
            add_number(&mut added, number);
            assert_eq!((&added, &text(&number), &text(&[number])), (&shown, &shown, &format!("[{shown}]")));
            assert_eq!(value(&number, LargeNumbers::AsTexts).unwrap().to_string(), shown);
            assert_eq!(value(&number, LargeNumbers::AsNumbers).unwrap().to_string(), number.to_string());
        }
        assert_eq!(text(&u128::MAX), format!("\"{}\"", u128::MAX));
        assert_eq!(value(&[(u128::MAX, 0.5)], LargeNumbers::AsTexts).unwrap(), json!([[u128::MAX.to_string(), 0.5]]));
    }

    #[test]
    fn lines_are_those_of_the_other_formatter() {
        let data = json!({"a": [1, {"b": []}], "c": {}, "d": "e"});
        for (lines, expected) in
            [(Lines::One, data.to_string()), (Lines::Many, serde_json::to_string_pretty(&data).unwrap())]
        {
            let mut bytes = Vec::new();
            write(&data, lines, LargeNumbers::AsTexts, &mut bytes).unwrap();
            assert_eq!(String::from_utf8(bytes).unwrap(), expected);
        }
    }
}
