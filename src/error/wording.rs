//! The words of an error: the texts that `codes.txt` has for its code, with the data of the error filled in.

use std::fmt::Display;

use super::codes;

/// The code of an error, the cases that select among the texts of this code, and the data to fill in.
#[derive(Clone, Debug)]
pub struct Wording {
    pub code: &'static str,
    /// The cases that apply. The text of a later case is preferred to that of an earlier one, and the text without a
    /// case is used last.
    cases: Vec<&'static str>,
    /// Each name with the text that replaces `{name}`.
    parts: Vec<(&'static str, String)>,
    /// Words to append to the message.
    tail: String,
}

impl Wording {
    pub fn of(code: &'static str) -> Wording {
        Wording { code, cases: Vec::new(), parts: Vec::new(), tail: String::new() }
    }

    /// The same, where this case applies and goes before the earlier ones.
    pub fn case(mut self, case: &'static str) -> Wording {
        self.cases.push(case);
        self
    }

    /// The same, where this case applies if the condition holds.
    pub fn when(self, condition: bool, case: &'static str) -> Wording {
        if condition { self.case(case) } else { self }
    }

    /// The same, where this value replaces `{name}`.
    pub fn part(mut self, name: &'static str, value: impl Display) -> Wording {
        self.parts.push((name, value.to_string()));
        self
    }

    /// The same with these words appended to the message.
    pub fn followed_by(mut self, words: impl Into<String>) -> Wording {
        self.tail = words.into();
        self
    }

    /// The problem in a sentence.
    pub fn message(&self) -> String {
        self.text("message") + &self.tail
    }

    /// A few words under the caret; may be empty.
    pub fn label(&self) -> String {
        self.text("label")
    }

    /// What to do about it; may be empty.
    pub fn help(&self) -> String {
        self.text("help")
    }

    fn text(&self, key: &str) -> String {
        let of_a_case = self.cases.iter().rev().find_map(|case| codes::text(self.code, &format!("{key} {case}")));
        filled(of_a_case.or_else(|| codes::text(self.code, key)).unwrap_or_default(), &self.parts)
    }
}

/// The text with each `{name}` replaced by the part of that name. Other braces stay as they are.
pub fn filled(mut text: &str, parts: &[(&str, String)]) -> String {
    let part_called = |name: &str| parts.iter().find(|part| part.0 == name).map(|part| part.1.as_str());
    let mut filled = String::new();
    while let Some((before, behind)) = text.split_once('{') {
        filled.push_str(before);
        let part = behind.split_once('}').and_then(|(name, rest)| Some((part_called(name)?, rest)));
        filled.push_str(part.map_or("{", |(part, _)| part));
        text = part.map_or(behind, |(_, rest)| rest);
    }
    filled + text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_of_an_error_stand_in_its_texts() {
        let defined = Wording::of("E0119").part("name", "{x}").part("keyword", "let").followed_by("!");
        assert_eq!(defined.message(), "`{x}` is defined without `let`!");
        assert_eq!(Wording::of("E0101").help(), "");
        let set = Wording::of("E0328").part("k", 1);
        assert!(set.help().contains("{k for k in 1..100 if k in primes}"), "{}", set.help());
        assert_ne!(set.clone().case("set").help(), set.help());
    }
}
