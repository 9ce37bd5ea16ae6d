//! What a word that was begun could become.

use rustyline::completion::Pair;

use crate::session::{Known, KnownKind};
use crate::syntax::words::{WORDS, Word};
use crate::syntax::{TokenKind, tokens};

/// Columns a name takes in the list, before the line about it.
const NAMES: usize = 16;

/// Is a file being named: an open quote behind `load`, `save` or `to`?
pub fn is_path(before: &str) -> bool {
    let Some((head, path)) = before.rsplit_once('"') else { return false };
    let opened = before.matches('"').count() % 2 == 1;
    let last = head.trim_end().rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or("");
    opened && !path.contains('\n') && matches!(last, "load" | "save" | "to")
}

/// Where the word before the cursor begins, and what it could become: words of the language, games, values and
/// functions, each with a line about it.
pub fn words(before: &str, known: &[Known]) -> (usize, Vec<Pair>) {
    let start = before
        .rfind(|c: char| !(c.is_alphanumeric() || c == '_' || c == '\''))
        .map_or(0, |place| place + before[place..].chars().next().map_or(1, char::len_utf8));
    let begun = &before[start..];
    // Inside a text or a comment nothing is completed.
    let inside = tokens(before).last().map(|token| token.kind);
    let quoted = before.matches('"').count() % 2 == 1;
    if quoted || inside == Some(TokenKind::Comment) || begun.starts_with(|c: char| c.is_ascii_digit()) {
        return (start, Vec::new());
    }
    let first = before[..start].trim().is_empty();
    let mut found: Vec<Pair> = Vec::new();
    let mut offer = |name: &str, line: &str| {
        if name.starts_with(begun) && found.iter().all(|pair| pair.replacement != name) {
            let display = format!("{name:NAMES$} {line}");
            found.push(Pair { display, replacement: name.to_owned() });
        }
    };
    for known in known.iter().filter(|known| !first || known.kind != KnownKind::Function) {
        offer(&known.name, &known.line);
    }
    for word in WORDS.iter().filter(|word| is_name(word)) {
        offer(word.word, word.line);
    }
    found.sort_by(|a, b| a.replacement.cmp(&b.replacement));
    (start, found)
}

fn is_name(word: &Word) -> bool {
    word.word.starts_with(char::is_alphabetic)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offered(before: &str) -> Vec<String> {
        let known = [Known { name: "Kayles".into(), kind: KnownKind::Game, line: "pins".into() }];
        words(before, &known).1.into_iter().map(|pair| pair.replacement).collect()
    }

    #[test]
    fn words_games_and_files() {
        assert_eq!(offered("winner Ka"), ["Kayles"]);
        assert_eq!(offered("winn"), ["winner"]);
        assert_eq!(words("winner Ka", &[]).0, 7);
        assert!(offered("print \"Ka").is_empty());
        for (before, expected) in
            [("load \"ex", true), ("values S 0..9 to \"", true), ("print \"a", false), ("load \"a\" ", false)]
        {
            assert_eq!(is_path(before), expected, "{before}");
        }
    }
}
