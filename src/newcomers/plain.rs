//! Makes the signs of a line plain: quotation marks and brackets of other keyboards, full-width letters, commands of
//! LaTeX. What is said stays the same.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use crate::source::blocks::blocks;

/// Signs of `notation.txt`, by kind and sign, and what to write instead.
static NOTATION: LazyLock<FxHashMap<(&'static str, String), String>> = LazyLock::new(|| {
    let blocks = blocks(include_str!("notation.txt"));
    let rows = blocks.iter().flat_map(|block| block.lines()).flat_map(|&(kind, row)| {
        let (signs, instead) = row.split_once(" ⇒ ").unwrap_or((row, ""));
        let instead = instead.replace('␣', " ").replace('∅', "");
        signs.split(' ').map(move |sign| ((kind, sign.to_owned()), instead.clone()))
    });
    rows.collect()
});

/// What stands in `notation.txt` for a sign or name of this kind.
pub fn instead(kind: &'static str, sign: &str) -> Option<&'static str> {
    NOTATION.get(&(kind, sign.to_owned())).map(String::as_str)
}

/// The line with plain signs.
pub fn plain(line: &str) -> String {
    let is_tex = line.contains('\\') && !line.contains("\\n");
    let characters: Vec<char> = line.chars().map(narrow).collect();
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
                match instead("sign", character.encode_utf8(&mut buffer)) {
                    Some(instead) => text.push_str(instead),
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
    if instead("style", name).is_some() {
        text.push(' ');
        return Some(("", ""));
    }
    match instead("tex", name) {
        Some(instead) => {
            text.push(' ');
            text.push_str(instead);
            text.push(' ');
            None
        }
        None => {
            text.push_str(name);
            None
        }
    }
}

/// The letter, digit or sign of ASCII that a full-width or mathematical one stands for.
fn narrow(character: char) -> char {
    let code = character as u32;
    let ascii = match code {
        0xff01..=0xff5e => code - 0xfee0,
        0x3000 | 0xa0 | 0x2009 | 0x202f => 0x20,
        // Bold, italic, script … letters: capitals and small letters, one alphabet after the other.
        0x1d400..=0x1d6a3 => match (code - 0x1d400) % 52 {
            letter @ 0..26 => u32::from(b'A') + letter,
            letter => u32::from(b'a') + letter - 26,
        },
        0x1d7ce..=0x1d7ff => u32::from(b'0') + (code - 0x1d7ce) % 10,
        _ => return character,
    };
    char::from_u32(ascii).unwrap_or(character)
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
            ("$\\lfloor n/2 \\rfloor$", "floor( n/2 )"),
            ("¿quién gana S(7)?", "quién gana S(7)?"),
            ("{1, 2}", "{1, 2}"),
            ("𝒮(3) ⊕ 𝟓", "S(3) xor 5"),
        ] {
            assert_eq!(plain(line), expected, "{line}");
        }
    }
}
