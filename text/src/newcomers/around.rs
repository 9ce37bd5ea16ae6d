//! What stands before or behind a statement and belongs to something else: the number of an exercise, the prompt of a program, a
//! comment of another language.

use super::words::{meaning, starts_with};

/// The statement for a command of another program before what it is about: `:l games.cgt`, `%time winner S(5)`.
pub fn as_command(line: &str) -> Option<String> {
    let (first, rest) = line.split_once(' ').unwrap_or((line, ""));
    meaning("command", first).map(|own| format!("{own} {}", rest.trim()).trim_end().to_owned())
}

/// What stands behind a label: `Exercise 1: winner S(5)`, `2) winner S(5)`, `In [3]: winner S(5)`, `>>> winner S(5)`; `None` if
/// there is no label.
pub fn behind_label(line: &str) -> Option<&str> {
    let rest = match starts_with("prompt", line) {
        Some(length) => &line[length..],
        None => behind_number(line)?,
    };
    Some(rest.trim_start()).filter(|rest| rest.starts_with(char::is_alphabetic))
}

/// What stands behind a word such as `Theorem`, or a number or a letter with a sign that no statement has there: `Exercise 1:`,
/// `2)`, `b)`, `[3]:`, `Lemma 2.1 (Sprague).`
fn behind_number(line: &str) -> Option<&str> {
    const SIGNS: [char; 9] = ['[', ']', '(', ')', ':', '.', '#', '–', '—'];
    let (mut rest, mut last, mut is_said) = (line, "", false);
    while let Some((piece, behind)) = rest.split_once(' ') {
        let bare = piece.trim_matches(SIGNS);
        let word = bare.trim_end_matches(|digit: char| digit.is_ascii_digit()).to_lowercase();
        let is_label = last.is_empty() && meaning("label", &word).is_some();
        let is_signed = piece.ends_with(SIGNS) && !piece.starts_with('(');
        let is_number = !bare.is_empty() && bare.chars().all(|sign| sign.is_ascii_digit() || sign == '.');
        let is_letter = bare.len() == 1 && word == bare && piece.ends_with([')', ']']);
        let is_title = is_said && piece.starts_with('(');
        if !(is_label || is_number && (is_said || is_signed) || is_letter || is_title) {
            break;
        }
        is_said |= is_label;
        (last, rest) = (piece, behind);
    }
    last.ends_with(SIGNS).then_some(rest)
}

/// A line without what `//` or `/* … */` say behind it. Where a number or a single name stands behind `//`, it divides.
pub fn without_comment(line: &str) -> &str {
    let is_outside = |at: &usize| line[..*at].matches('"').count().is_multiple_of(2);
    let says_words = |at: &usize| {
        let ends = matches!(line[..*at].trim_end().chars().next_back(), None | Some(';' | '{' | '}'));
        let divides = line[at + 2..].trim_start().starts_with(|digit: char| digit.is_ascii_digit());
        let words = line[at + 2..].split_whitespace().filter(|word| word.starts_with(char::is_alphabetic));
        ends || !divides && words.count() > 1
    };
    let slashes = line.match_indices("//").map(|(at, _)| at).find(|at| is_outside(at) && says_words(at));
    let closed = || line.trim_end().strip_suffix("*/").and_then(|line| line.rfind("/*")).filter(is_outside);
    line[..slashes.or_else(closed).unwrap_or(line.len())].trim_end().trim_end_matches(';')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_left_out() {
        for line in ["winner S(5) // who wins?", "winner S(5); // why", "winner S(5) /* here */", "winner S(5)"] {
            assert_eq!(without_comment(line), "winner S(5)", "{line}");
        }
        for line in ["7 // 2", "n // k", "n // 2 if n > 1 else n", "\"a // b c\""] {
            assert_eq!(without_comment(line), line);
        }
    }

    #[test]
    fn labels_are_left_out() {
        for line in [
            "Exercise 1: winner S(5)",
            "Q3. winner S(5)",
            "Task #2) winner S(5)",
            "2) winner S(5)",
            "b) winner S(5)",
            "1. winner S(5)",
            "In [3]: winner S(5)",
            ">>> winner S(5)",
            "> winner S(5)",
            "sage: winner S(5)",
        ] {
            assert_eq!(behind_label(line), Some("winner S(5)"), "{line}");
        }
        for line in [
            "Theorem 2.1. winner S(5)",
            "Lemma 4 (Sprague). winner S(5)",
            "Ex. 3.2: winner S(5)",
            "(a) winner S(5)",
            "Exercise 3 (b): winner S(5)",
            "Claim: winner S(5)",
        ] {
            assert_eq!(behind_label(line), Some("winner S(5)"), "{line}");
        }
        for line in ["winner S(5)", "S(5)", "S: take 1", "a: int = 5", "3 + 4", "2 * (3)", "(5) winner", "k = 3", "> 5"]
        {
            assert_eq!(behind_label(line), None, "{line}");
        }
    }
}
