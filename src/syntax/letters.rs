//! What the letters of a text may be part of: names and codes.

/// A letter of any alphabet.
pub(super) fn is_letter(c: char) -> bool {
    c.is_alphabetic()
}

/// What may stand in a name behind its first letter; accents that stand by themselves are part of their letter.
pub(super) fn is_name_part(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '\'' | '\u{300}'..='\u{36f}')
}

/// How many bytes at the beginning are such characters.
pub(super) fn run(text: &str, is_part: impl Fn(char) -> bool) -> usize {
    text.find(|c| !is_part(c)).unwrap_or(text.len())
}

/// How long a code such as `0.07(3)` or `.3!5=` is; 0 if there is none. Any letters and digits are taken, so that a
/// wrong one can be pointed at.
pub(super) fn code_length(text: &str) -> usize {
    let whole = run(text, |c| c.is_ascii_alphanumeric());
    if !text[whole..].starts_with('.') || text[whole..].starts_with("..") {
        return if text.starts_with(|c: char| c.is_ascii_digit()) { whole } else { 0 };
    }
    let mut length = whole + 1 + digits_length(&text[whole + 1..]);
    if text[length..].starts_with('(') {
        let repeated = digits_length(&text[length + 1..]);
        if repeated > 0 && text[length + 1 + repeated..].starts_with(')') {
            length += repeated + 2;
        }
    }
    length
}

/// Digits of a code with the signs behind them; `==` is no sign but a comparison.
fn digits_length(text: &str) -> usize {
    let end = run(text, |c| c.is_ascii_alphanumeric() || matches!(c, '!' | '=' | '?'));
    text[..end].find("==").or_else(|| text[..end].find("!=")).unwrap_or(end)
}

/// How long a number in hexadecimal such as `0x1F` is; 0 if there is none.
pub(super) fn hexadecimal_length(text: &str) -> usize {
    let digits = text.strip_prefix("0x").or(text.strip_prefix("0X")).unwrap_or_default();
    if digits.starts_with(|c: char| c.is_ascii_hexdigit()) {
        2 + run(digits, |c| c.is_ascii_hexdigit() || c == '_')
    } else {
        0
    }
}
