//! Signs of other keyboards, of books and of other languages, and their spelling in this language: `spellings.txt`.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use crate::source::blocks::blocks;

/// What is written instead of a sign, by its kind in `spellings.txt` and the sign.
static SPELLINGS: LazyLock<FxHashMap<(&str, &str), &str>> = LazyLock::new(|| {
    let blocks = blocks(include_str!("spellings.txt"));
    let rows = blocks.iter().flat_map(|block| block.lines()).flat_map(|&(kind, row)| {
        let (signs, own) = row.rsplit_once(" ⇒ ").unwrap_or((row, ""));
        // The table is never dropped, so that its texts may be leaked.
        let own: &str = if own.contains('␣') { own.replace('␣', " ").leak() } else { own.trim_matches('∅') };
        signs.split(' ').map(move |sign| ((kind, sign), own))
    });
    rows.collect()
});

/// The spelling of a sign or a command in a row of this kind.
pub fn spelling(kind: &str, sign: &str) -> Option<&'static str> {
    SPELLINGS.get(&(kind, sign)).copied()
}

/// What to write instead of a character that the language does not use.
pub fn instead_of_character(character: char) -> Option<&'static str> {
    let mut buffer = [0; 4];
    let sign: &str = character.encode_utf8(&mut buffer);
    spelling("read", sign).or_else(|| spelling("advise", sign)).or_else(|| narrow(character).map(ascii))
}

/// What a sign or a command stands for in a line of words.
pub fn in_a_line(sign: &str) -> Option<&'static str> {
    ["line", "read", "advise"].into_iter().find_map(|kind| spelling(kind, sign))
}

/// The letter, digit or sign of ASCII that a full-width or mathematical one stands for.
pub fn narrow(character: char) -> Option<char> {
    let code = u32::from(character);
    let ascii = match code {
        0xff01..=0xff5e => code - 0xfee0,
        // Bold, italic, script … letters: capitals and small letters, one alphabet after the other.
        0x1d400..=0x1d6a3 => match (code - 0x1d400) % 52 {
            letter @ 0..26 => u32::from(b'A') + letter,
            letter => u32::from(b'a') + letter - 26,
        },
        0x1d7ce..=0x1d7ff => u32::from(b'0') + (code - 0x1d7ce) % 10,
        _ => return None,
    };
    char::from_u32(ascii)
}

/// A character of ASCII as a text.
fn ascii(character: char) -> &'static str {
    const ASCII: &str =
        "!\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~";
    ASCII.find(character).map_or("", |at| &ASCII[at..at + 1])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_well_formed() {
        let rows = crate::syntax::rows(include_str!("spellings.txt")).count();
        let blocks = blocks(include_str!("spellings.txt"));
        assert_eq!(rows, blocks.iter().map(|block| block.lines().len()).sum::<usize>());
        for ((kind, sign), own) in SPELLINGS.iter() {
            assert!(["read", "advise", "line", "style", "operator"].contains(kind), "{kind}");
            assert!(*kind != "read" || own.len() <= sign.len(), "{sign} takes the place of {own}");
        }
    }

    #[test]
    fn characters_of_other_alphabets_are_known() {
        assert_eq!((narrow('５'), narrow('𝒮'), narrow('𝟓'), narrow('S')), (Some('5'), Some('S'), Some('5'), None));
        assert_eq!((instead_of_character('＋'), instead_of_character('×')), (Some("+"), Some("*")));
        assert_eq!((in_a_line("⊕"), in_a_line("¿")), (Some("xor"), Some("")));
    }
}
