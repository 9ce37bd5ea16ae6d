//! Parses the digits of an octal or hexadecimal code of a game.

use super::reader::Built;
use crate::error::{Error, SyntaxError};
use crate::source::Span;
use crate::syntax::ast::{Code, Digit, Likeness};

/// The code with these digits. If `stands`, they stand in the source text at `span`, so that an error can point at
/// one of them; otherwise they were computed.
///
/// # Errors
/// If a character is not a digit of such a code, or the point is missing or misplaced.
pub fn code(text: &str, hexadecimal: bool, span: Span, stands: bool) -> Built<Code> {
    let mut code = Code { hexadecimal, digits: Vec::new(), repeated: 0, span };
    let mut repeats_from = None;
    for (index, c) in text.char_indices() {
        match c {
            '.' if code.digits.len() > 1 => return Err(no_point(text, span)),
            '.' if code.digits.is_empty() => code.digits.push(Digit { value: 0, likeness: Likeness::Any }),
            '(' => repeats_from = Some(code.digits.len()),
            '.' | ')' => {}
            _ if digit(&mut code, c).is_some() => {}
            _ => {
                let start = span.start as usize + index;
                let place = if stands { Span::new(span.source, start, start + 1) } else { span };
                return Err(Box::new(Error::new(SyntaxError::CodeDigit { digit: c, hexadecimal }, place)));
            }
        }
    }
    if !text.contains('.') {
        return Err(no_point(text, span));
    }
    code.repeated = repeats_from.map_or(0, |from| code.digits.len() - from);
    Ok(code)
}

fn no_point(text: &str, span: Span) -> Box<Error> {
    Box::new(Error::new(SyntaxError::CodePoint { text: text.to_owned() }, span))
}

/// Adds a character to a code: a digit, or a sign such as `!` that sets the likeness of the last digit; `None` if it
/// is neither.
fn digit(code: &mut Code, c: char) -> Option<()> {
    let likeness = match c {
        '!' => Likeness::Unequal,
        '=' => Likeness::Equal,
        '?' => Likeness::NotAllEqual,
        _ => {
            let value = c.to_digit(if code.hexadecimal { 16 } else { 8 })?;
            code.digits.push(Digit { value: value as u8, likeness: Likeness::Any });
            return Some(());
        }
    };
    let last = code.digits.last_mut().filter(|digit| digit.likeness == Likeness::Any)?;
    last.likeness = likeness;
    Some(())
}
