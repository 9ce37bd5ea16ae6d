//! Makes the signs of a line plain: quotation marks and brackets of other keyboards, full-width letters, commands of
//! LaTeX. What is said stays the same.

use crate::syntax::{in_a_line, narrow, spelling};

/// The line with plain signs.
pub fn plain(line: &str) -> String {
    let is_tex = line.contains('\\') && !line.contains("\\n") || line.contains("^{");
    let characters: Vec<char> = line.chars().map(blank_or_narrow).collect();
    let mut text = String::with_capacity(line.len());
    // For each brace of LaTeX that is open, what closes it; `None` for a brace that is a bracket of the line's own.
    let mut groups: Vec<Option<&str>> = Vec::new();
    let mut at = 0;
    // Whether the next brace opens a group of LaTeX, and what the group is written as.
    let mut group: Option<(&str, &str)> = None;
    while let Some(&character) = characters.get(at) {
        at += 1;
        let opens = group.take();
        match character {
            '$' if line.matches('$').count().is_multiple_of(2) => {}
            '\\' if is_tex => {
                let end = at + characters[at..].iter().take_while(|letter| letter.is_ascii_alphabetic()).count();
                let name: String = characters[at - 1..end].iter().collect();
                if end > at {
                    at = end;
                    group = command(&name, &mut text);
                } else {
                    // An escaped brace is a bracket; `\,` and `\;` are blanks.
                    let escaped = characters.get(at).copied().unwrap_or(' ');
                    text.push(if matches!(escaped, '{' | '}' | '_' | '%' | '$') { escaped } else { ' ' });
                    at += 1;
                }
            }
            '{' if let Some((open, close)) = opens => {
                text.push_str(open);
                groups.push(Some(close));
            }
            '{' => {
                text.push('{');
                groups.push(None);
            }
            '}' => text.push_str(groups.pop().flatten().unwrap_or("}")),
            ' ' => {
                text.push(' ');
                group = opens;
            }
            _ => {
                let mut buffer = [0; 4];
                match in_a_line(character.encode_utf8(&mut buffer)) {
                    Some(own) if own.starts_with(char::is_alphabetic) => text.push_str(&format!(" {own} ")),
                    Some(own) => text.push_str(own),
                    None => text.push(character),
                }
                group = (is_tex && character == '^').then_some(("(", ")"));
            }
        }
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Writes a command of LaTeX, and says how the group behind it is written.
fn command(name: &str, text: &mut String) -> Option<(&'static str, &'static str)> {
    if spelling("style", name).is_some() {
        text.push(' ');
        return Some(("", ""));
    }
    match in_a_line(name) {
        Some(own) => text.push_str(&format!(" {own} ")),
        None => text.push_str(name),
    }
    None
}

/// A blank of any width as a blank, and a letter, digit or sign of another width as that of ASCII.
fn blank_or_narrow(character: char) -> char {
    match character {
        '\u{3000}' | '\u{a0}' | '\u{2009}' | '\u{202f}' => ' ',
        _ => narrow(character).unwrap_or(character),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_become_plain() {
        for (line, expected) in [
            ("plot S 0..10 to «a.svg»", "plot S 0..10 to \"a.svg\""),
            ("winner S（3）＋S（4）", "winner S(3)+S(4)"),
            ("$\\text{Mex}(\\{0, 2, 3\\})$", "Mex({0, 2, 3})"),
            ("$2^{10} \\cdot 3$", "2^(10) * 3"),
            ("$\\lfloor n/2 \\rfloor$", "( n/2 )"),
            ("¿quién gana S(7)?", "quién gana S(7)?"),
            ("2^{10} - 1", "2^(10) - 1"),
            ("{1, 2}", "{1, 2}"),
            ("𝒮(3) ⊕ 𝟓", "S(3) xor 5"),
        ] {
            assert_eq!(plain(line), expected, "{line}");
        }
    }
}
