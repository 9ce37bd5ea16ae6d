//! The words of an error: the texts that `codes.txt` has for its code, with the data of the error filled in.

use std::fmt::Display;

use super::codes;
use crate::source::Span;
use crate::told::{Line, Tellable, Told, plain, quoted};

/// A place and what to write there instead.
pub type Fix = (Span, String);

/// What to do about an error.
#[derive(Clone, Debug, PartialEq)]
pub struct Hint {
    pub text: Line,
    /// Text to put in place of a span, shown as the corrected line.
    pub replacement: Option<Fix>,
}

impl Hint {
    pub fn new(text: impl Tellable, replacement: Option<Fix>) -> Hint {
        Hint { text: text.into_line(), replacement }
    }

    /// In English.
    pub fn text(&self) -> String {
        quoted(&self.text)
    }
}

/// The code of an error, the cases that select among the texts of this code, and the data to fill in.
#[derive(Clone, Debug)]
pub struct Wording {
    pub code: &'static str,
    /// The cases that apply. The text of a later case is preferred to that of an earlier one, and the text without a
    /// case is used last.
    cases: Vec<&'static str>,
    /// Each name with what replaces `{name}`, the first one of a name.
    parts: Vec<(&'static str, Line)>,
    /// A sentence to append to the message, with the same parts.
    tail: &'static str,
    /// The correction, where no text of the code tells it: of the place of the error, or of another one.
    correction: Option<Correction>,
}

#[derive(Clone, Debug)]
enum Correction {
    Here(String),
    There(Fix),
}

/// The wording of an error whose code says all.
impl From<&'static str> for Wording {
    fn from(code: &'static str) -> Wording {
        Wording { code, cases: Vec::new(), parts: Vec::new(), tail: "", correction: None }
    }
}

impl Wording {
    /// The same, where this case applies and goes before the earlier ones.
    pub fn case(mut self, case: &'static str) -> Wording {
        self.cases.push(case);
        self
    }

    /// The same, where this case applies if the condition holds.
    pub fn when(self, condition: bool, case: &'static str) -> Wording {
        if condition { self.case(case) } else { self }
    }

    /// The same, where this case applies and goes behind all others.
    pub fn weak_case(mut self, case: &'static str) -> Wording {
        self.cases.insert(0, case);
        self
    }

    /// The same, where this value replaces `{name}`, unless another does already.
    pub fn part(self, name: &'static str, value: impl Display) -> Wording {
        self.told(name, plain(value))
    }

    /// The same, where this replaces `{name}` and is told in each language.
    pub fn told(mut self, name: &'static str, words: impl Tellable) -> Wording {
        self.parts.push((name, words.into_line()));
        self
    }

    /// The same, where words of the language of the reader replace `{name}`.
    pub fn words(self, name: &'static str, words: &'static str) -> Wording {
        self.told(name, Told::from(words))
    }

    /// The same with this sentence appended to the message.
    pub fn followed_by(mut self, sentence: &'static str) -> Wording {
        self.tail = sentence;
        self
    }

    /// The same with this correction.
    pub fn corrected(mut self, fix: Fix) -> Wording {
        self.correction = Some(Correction::There(fix));
        self
    }

    /// The same, where this case applies and this text corrects what the error is about, if there are any.
    pub fn offering(mut self, correction: Option<(&'static str, String)>) -> Wording {
        let Some((case, text)) = correction else { return self };
        self.correction = Some(Correction::Here(text));
        self.case(case)
    }

    /// The problem in a sentence.
    pub fn message(&self) -> Line {
        [self.filled("message"), Told::new(self.tail, self.parts.clone()).into_line()].concat()
    }

    /// A few words under the caret; may be empty.
    pub fn label(&self) -> Line {
        self.filled("label")
    }

    /// What to do about it; may be empty.
    pub fn help(&self) -> Line {
        self.filled("help")
    }

    /// The correction of an error at this place, if there is one.
    pub fn correction(&self, at: Span) -> Option<Fix> {
        match &self.correction {
            Some(Correction::There(fix)) => return Some(fix.clone()),
            Some(Correction::Here(text)) => return Some((at, text.clone())),
            None => {}
        }
        let places = [("replace", at), ("insert", at.beginning()), ("append", at.ending())];
        places.into_iter().find_map(|(key, place)| {
            self.text(key)?;
            Some((place, quoted(&self.filled(key)).replace('␣', " ")))
        })
    }

    fn filled(&self, key: &str) -> Line {
        Told::new(self.text(key).unwrap_or_default(), self.parts.clone()).into_line()
    }

    /// The text under a key, for the last case that has one.
    fn text(&self, key: &str) -> Option<&'static str> {
        let of_a_case = self.cases.iter().rev().find_map(|case| codes::text(self.code, &format!("{key} {case}")));
        of_a_case.or_else(|| codes::text(self.code, key))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_of_an_error_stand_in_its_texts() {
        let defined = Wording::from("E0120").part("word", "{x}").followed_by("!");
        assert_eq!(quoted(&defined.message()), "`{x}` is reserved and cannot be a name!");
        assert_eq!(defined.correction(Span::default()), Some((Span::default(), "{x}1".to_owned())));
        let set = Wording::from("E0328").part("k", 1);
        let help = quoted(&set.help());
        assert!(help.contains("{k for k in 1..100 if k in primes}"), "{help}");
        assert_ne!(set.clone().case("set").help(), set.help());
        assert_eq!(set.clone().case("set").weak_case("weak").help(), set.case("set").help());
    }
}
