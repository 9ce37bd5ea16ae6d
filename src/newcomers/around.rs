//! What stands before or behind a statement and belongs to something else: the number of an exercise, the prompt of a program, a
//! comment of another language.

use super::words::meaning;
use crate::syntax::words::is_keyword;

/// Prompts of other programs.
const PROMPTS: [&str; 12] =
    [">>>", "...", "sage:", "ghci>", "cgsuite>", "prelude>", "grundy>", "julia>", "gp>", "$", ">", ":"];

/// What stands behind a label: `Exercise 1: winner S(5)`, `2) winner S(5)`, `In [3]: winner S(5)`, `>>> winner S(5)`; `None` if
/// there is no label.
pub fn behind_label(line: &str) -> Option<&str> {
    let low = line.to_lowercase();
    let prompt = PROMPTS.iter().find(|prompt| low.starts_with(**prompt));
    let rest = match prompt {
        Some(prompt) => line.get(prompt.len()..)?,
        None => behind_number(line)?,
    };
    Some(rest.trim_start()).filter(|rest| rest.starts_with(char::is_alphabetic))
}

/// What stands behind a number or a letter with a sign that no statement has there: `Exercise 1:`, `2)`, `b)`, `[3]:`, `1.`
fn behind_number(line: &str) -> Option<&str> {
    let end = line.find(|sign: char| !(sign.is_alphanumeric() || matches!(sign, ' ' | '[' | '#' | '(')))?;
    let (mut label, mut rest) = line.split_at(end);
    while let Some(more) = rest.strip_prefix([']', ')', ':', '.']) {
        rest = more;
    }
    let signs = &line[end..line.len() - rest.len()];
    let is_said = label.split([' ', '[', '#', '(']).next().is_some_and(|first| {
        let first = first.trim_end_matches(|digit: char| digit.is_ascii_digit());
        let is_name = meaning("label", &first.to_lowercase()).is_some();
        label = if is_name { label[first.len()..].trim_start_matches([' ', '[', '#', '(']) } else { label };
        is_name
    });
    let is_number = label.len() < 4 && !label.is_empty() && label.bytes().all(|digit| digit.is_ascii_digit());
    // A letter before a bracket is `b)`; before a colon it is a name that is defined.
    let is_letter = label.len() == 1 && label.starts_with(|letter: char| letter.is_ascii_lowercase()) && signs == ")";
    let ends = rest.starts_with(' ') && !signs.is_empty();
    let is_heading = is_said && label.is_empty() && signs.starts_with(':');
    (ends && (is_number && (is_said || signs != ":") || is_letter || is_heading) && !is_keyword(label)).then_some(rest)
}

/// A line without what `//` or `/* … */` say behind it. Where a single name or a number stands behind `//`, it divides.
pub fn without_comment(line: &str) -> &str {
    let is_outside = |at: &usize| line[..*at].matches('"').count().is_multiple_of(2);
    let says_words = |at: &usize| {
        let ends = matches!(line[..*at].trim_end().chars().next_back(), None | Some(';' | '{' | '}'));
        ends || line[at + 2..].split_whitespace().filter(|word| word.starts_with(char::is_alphabetic)).count() > 1
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
        for line in ["7 // 2", "n // k", "\"a // b c\""] {
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
        for line in ["winner S(5)", "S(5)", "S: take 1", "a: int = 5", "3 + 4", "2 * (3)", "(5) winner", "k = 3", "> 5"]
        {
            assert_eq!(behind_label(line), None, "{line}");
        }
    }
}
