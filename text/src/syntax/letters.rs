//! Which characters make up names, numbers and codes, and how far these extend.

/// A letter of any alphabet.
pub(super) fn is_letter(c: char) -> bool {
    c.is_alphabetic()
}

/// What may stand in a name after its first letter. Combining accents (U+0300 to U+036F) belong to the letter before
/// them, and superscripts are exponents.
pub fn is_name_part(c: char) -> bool {
    c.is_alphanumeric() && !is_superscript(c) || matches!(c, '_' | '\'' | '\u{300}'..='\u{36f}')
}

/// Is this a digit of an exponent?
pub(crate) fn is_superscript(c: char) -> bool {
    digit_of(c).is_some()
}

/// The digit that a superscript is.
pub(super) fn digit_of(superscript: char) -> Option<char> {
    const SUPERSCRIPTS: &str = "⁰¹²³⁴⁵⁶⁷⁸⁹";
    SUPERSCRIPTS.chars().zip('0'..='9').find(|(sign, _)| *sign == superscript).map(|(_, digit)| digit)
}

/// How many bytes the characters at the beginning take for which `is_part` holds.
pub(super) fn run(text: &str, is_part: impl Fn(char) -> bool) -> usize {
    text.find(|c| !is_part(c)).unwrap_or(text.len())
}

/// The length in bytes of a code such as `0.07(3)` or `.3!5=` at the beginning of a text; 0 if there is none. Any
/// letters and digits are included, so that an error can point at a wrong one.
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

/// The length in bytes of the digits of a code, with the signs `!`, `=` and `?` after them. A code ends before `==`
/// and `!=`, which are comparisons.
fn digits_length(text: &str) -> usize {
    let end = run(text, |c| c.is_ascii_alphanumeric() || matches!(c, '!' | '=' | '?'));
    text[..end].find("==").or_else(|| text[..end].find("!=")).unwrap_or(end)
}

/// The length in bytes of a hexadecimal number such as `0x1F` at the beginning of a text; 0 if there is none.
pub(super) fn hexadecimal_length(text: &str) -> usize {
    let digits = text.strip_prefix("0x").or(text.strip_prefix("0X")).unwrap_or_default();
    if digits.starts_with(|c: char| c.is_ascii_hexdigit()) {
        2 + run(digits, |c| c.is_ascii_hexdigit() || c == '_')
    } else {
        0
    }
}

/// The length in bytes of a number whose digits are in groups of three, such as `1,000,000` or `2'000`, at the
/// beginning of a text. `None` if it may as well be a list: only a group that begins with 0 is not a number by itself.
pub fn grouped_digits(text: &str) -> Option<usize> {
    let digits = |text: &str| run(text, |c| c.is_ascii_digit());
    let first = digits(text);
    let sign = text[first..].chars().next().filter(|sign| matches!(sign, ',' | '.' | '\'' | '’' | ' '))?;
    let mut length = first;
    let mut groups = Vec::new();
    while let Some(group) = text[length..].strip_prefix(sign)
        && digits(group) == 3
    {
        groups.push(&group[..3]);
        length += sign.len_utf8() + 3;
    }
    let is_number = (1..=3).contains(&first) && !text.starts_with('0');
    // `1.000` may be a fraction.
    let is_long_enough = sign != '.' || groups.len() > 1;
    (is_number && is_long_enough && groups.iter().any(|group| group.starts_with('0'))).then_some(length)
}

/// The length in bytes of a text in quotation marks of another keyboard, which ends on its line: a `#` in it begins no
/// comment.
pub(super) fn foreign_text(text: &str) -> Option<usize> {
    /// Longer texts are not looked for, so that many marks which open nothing take no longer than other signs.
    const LONGEST: usize = 500;
    let opening = text.chars().next()?;
    let closing: &[char] = match opening {
        '“' | '”' => &['”', '“'],
        '„' => &['“', '”'],
        '«' => &['»'],
        '「' => &['」'],
        '『' => &['』'],
        '〝' => &['〞'],
        _ => return None,
    };
    let inside = text.char_indices().skip(1).take(LONGEST).take_while(|(_, c)| *c != '\n');
    let mut ends = inside.filter(|(_, c)| closing.contains(c));
    ends.next().map(|(offset, c)| offset + c.len_utf8())
}

/// The length in bytes of the text in quotes at the beginning, which ends with its line; the error is the length of one that is not
/// closed.
pub(super) fn quoted_length(text: &str) -> Result<usize, usize> {
    let mut escaped = false;
    for (offset, c) in text.char_indices().skip(1) {
        match c {
            '\n' => return Err(offset),
            '"' if !escaped => return Ok(offset + 1),
            _ => escaped = c == '\\' && !escaped,
        }
    }
    Err(text.len())
}
