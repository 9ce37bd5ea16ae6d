//! Directives: lines such as `#| answer: hide` above a statement, which say how a page shows the statement and its
//! answer.

use crate::error::{Error, SemanticError, similar};
use crate::source::{Span, Text};
use crate::syntax::ast::Statement;
use crate::told::told;

/// What a directive begins with.
pub const MARK: &str = "#|";

const NAMES: [&str; 8] = ["answer", "code", "lines", "points", "slide", "lang", "send", "expect"];
/// Names in other notebooks, each with the directive that means the same here.
const ELSEWHERE: [(&str, &str); 8] = [
    ("echo", "code"),
    ("output", "answer"),
    ("results", "answer"),
    ("result", "answer"),
    ("space", "lines"),
    ("marks", "points"),
    ("language", "lang"),
    ("slider", "slide"),
];
/// Values that are meant as `hide`.
const HIDING: [&str; 6] = ["hidden", "hides", "false", "no", "off", "none"];
/// Values that are meant as `show`.
const SHOWING: [&str; 6] = ["shown", "shows", "true", "yes", "on", "all"];
/// What a statement can be expected to do.
const FAIL: &str = "fail";
/// The most empty lines for an answer.
const MAX_LINES: usize = 60;
/// The most points for an answer, counted in halves.
const MAX_HALF_POINTS: u32 = 2_000;

/// The longest address of a form, in bytes.
const LONGEST_ADDRESS: usize = 2_000;
/// Where the code of a result is filled into the address of a form.
const CODE: &str = "{code}";

/// The largest number of a slider: beyond it the places of a slider are too near to each other to be told apart.
const LARGEST_SLIDE: u32 = 10_000;

/// A slider for the number that the statement below defines: its name, and its first and last number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slide {
    pub name: String,
    pub first: u32,
    pub last: u32,
}

impl Slide {
    /// Whether a statement defines its number, as `let n = 5`.
    pub fn is_of(&self, statement: &Statement) -> bool {
        let Some(made) = statement.definition() else { return false };
        made.parameters.is_none() && made.name.text == self.name && made.body.number().is_some()
    }
}

/// What the directives above a statement say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Directives {
    /// Whether the answer is shown; `None` if no directive says so.
    pub answer: Option<bool>,
    /// Whether the statement is shown; `None` if no directive says so.
    pub code: Option<bool>,
    /// How many empty lines there are in place of the answer.
    pub lines: Option<usize>,
    /// The points for the answer, counted in halves.
    pub half_points: Option<u32>,
    /// The slider of a page on which statements can be run.
    pub slide: Option<Slide>,
    /// Whether the statement is expected to fail.
    pub expects_failure: bool,
    /// The language of the page.
    pub lang: Option<String>,
    /// The address of the form to which students send their results, with places for name, points and code.
    pub send: Option<String>,
    /// The place of the last directive that is about a statement, which `lang` and `send` are not.
    pub last_statement_directive: Option<Span>,
    /// The place of the directive that hides the answer.
    pub hide_at: Option<Span>,
}

impl Directives {
    /// What is wrong with these above this statement: a slider without its number.
    pub fn fault_above(&self, statement: &Statement) -> Option<Error> {
        let slide = self.slide.as_ref().filter(|slide| !slide.is_of(statement))?;
        let value = slide.name.clone();
        let at = self.last_statement_directive.unwrap_or(statement.span);
        Some(Error::new(SemanticError::Directive { fault: "unslid", name: String::new(), value }, at))
    }

    /// Reads a line that begins with `#|`.
    ///
    /// # Errors
    /// If there is no such directive, its value is not valid, or it was given before.
    pub fn add(&mut self, text: Text) -> Result<(), Error> {
        let (line, at) = (text.as_str(), text.whole());
        let written = line.strip_prefix(MARK).unwrap_or(line);
        let fault = |fault: &'static str, name: &str, value: &str, at| {
            Error::new(SemanticError::Directive { fault, name: name.to_owned(), value: value.to_owned() }, at)
        };
        let Some((name, value)) = written.split_once(':') else { return Err(fault("form", "", written.trim(), at)) };
        let place = |part: &str| {
            // `part` is a slice of `line`, so that the difference of their addresses is its offset.
            let start = part.as_ptr() as usize - line.as_ptr() as usize;
            text.span(start..start + part.len())
        };
        let (written, value) = (name.trim(), value.trim());
        let Some(name) = NAMES.into_iter().find(|known| *known == written) else {
            let error = fault("", written, value, place(written));
            return Err(match proposed(written) {
                Some(meant) => error.correct(told!("did you mean {meant}?", meant = &meant), place(written), meant),
                None => error,
            });
        };
        let here = if value.is_empty() { at } else { place(value) };
        let is_new = match name {
            "answer" => shown(value).map(|is_shown| {
                self.hide_at = (!is_shown).then_some(at);
                self.answer.replace(is_shown).is_none()
            }),
            "code" => shown(value).map(|is_shown| self.code.replace(is_shown).is_none()),
            "lines" => line_count(value).map(|lines| self.lines.replace(lines).is_none()),
            "points" => half_points(value).map(|halves| self.half_points.replace(halves).is_none()),
            "slide" => slide(value).map(|slide| self.slide.replace(slide).is_none()),
            "send" => is_form(value).then(|| self.send.replace(value.to_owned()).is_none()),
            "expect" => (value == FAIL).then(|| !std::mem::replace(&mut self.expects_failure, true)),
            _ => is_language(value).then(|| self.lang.replace(value.to_owned()).is_none()),
        };
        match is_new {
            Some(true) => {
                if !["lang", "send"].contains(&name) {
                    self.last_statement_directive = Some(at);
                }
                Ok(())
            }
            Some(false) => Err(fault("twice", name, value, at)),
            None => Err(match meant(name, value).filter(|_| !value.is_empty()) {
                // A misspelt `hide` hides as well: a slip must not reveal an answer.
                Some(meant) if name == "answer" && meant == "hide" => {
                    self.answer = Some(false);
                    fault(name, name, value, here).correct(told!("did you mean {meant}?", meant = &meant), here, meant)
                }
                Some(meant) => {
                    fault(name, name, value, here).correct(told!("did you mean {meant}?", meant = &meant), here, meant)
                }
                None => fault(name, name, value, here),
            }),
        }
    }
}

/// Whether `#| expect: fail` stands above the statement that begins at this place of a script.
pub fn expects_failure(script: &str, start: usize) -> bool {
    let Some((above, beside)) = script.get(..start).and_then(|before| before.rsplit_once('\n')) else { return false };
    let lines = above.lines().rev().map(str::trim).take_while(|line| line.is_empty() || line.starts_with('#'));
    let mut directives = lines.filter_map(|line| line.strip_prefix(MARK)?.split_once(':'));
    beside.trim().is_empty() && directives.any(|(name, value)| name.trim() == "expect" && value.trim() == FAIL)
}

/// The first language that a line `#| lang: zh` of a text names.
pub fn language(text: &str) -> Option<&str> {
    let mut directives = text.lines().filter_map(|line| line.trim_start().strip_prefix(MARK)?.split_once(':'));
    directives.find(|(name, _)| name.trim() == "lang").map(|(_, value)| value.trim())
}

/// The directive that is probably meant.
fn proposed(name: &str) -> Option<String> {
    let lower = name.to_lowercase();
    let elsewhere = ELSEWHERE.iter().find(|(other, _)| *other == lower).map(|(_, ours)| (*ours).to_owned());
    elsewhere.or_else(|| similar(name, NAMES, 0.8).into_iter().next())
}

/// The value that is probably meant.
fn meant(name: &str, value: &str) -> Option<String> {
    let lower = value.to_lowercase();
    match name {
        "answer" | "code" if HIDING.contains(&&*lower) => Some("hide".to_owned()),
        "answer" | "code" if SHOWING.contains(&&*lower) => Some("show".to_owned()),
        "expect" => ["failure", "fails", "failed", "false", "error"].contains(&&*lower).then(|| FAIL.to_owned()),
        "answer" | "code" => similar(value, ["hide", "show"], 0.8).into_iter().next(),
        // `3 lines`
        "lines" => shortened(value, |number| line_count(number).is_some()),
        // `1.5 pts`
        "points" => shortened(value, |number| half_points(number).is_some()),
        // `n: 0..30`, `n 0-30`, `n from 0 to 30`
        "slide" => Some(value.replace([':', ','], " ").replace(" from ", " ").replace(" to ", "..").replace('-', ".."))
            .filter(|meant| slide(meant).is_some()),
        "send" => Some(value.replacen("http:", "https:", 1).replace("{CODE}", CODE)).filter(|meant| is_form(meant)),
        _ => Some(value.replace('_', "-")).filter(|meant| is_language(meant)),
    }
}

/// The number at the beginning of a value, with what stands behind it left out: with its fraction if that is valid, or
/// else without.
fn shortened(value: &str, is_valid: impl Fn(&str) -> bool) -> Option<String> {
    let beginning = |fits: fn(char) -> bool| &value[..value.find(|sign| !fits(sign)).unwrap_or(value.len())];
    let numbers = [beginning(|sign| sign.is_ascii_digit() || sign == '.'), beginning(|sign| sign.is_ascii_digit())];
    let number = numbers.into_iter().find(|number| number.len() < value.len() && is_valid(number))?;
    Some(number.to_owned())
}

/// How many lines a value says, if they are not too many.
fn line_count(value: &str) -> Option<usize> {
    value.parse().ok().filter(|lines| *lines <= MAX_LINES)
}

fn shown(value: &str) -> Option<bool> {
    match value {
        "show" => Some(true),
        "hide" => Some(false),
        _ => None,
    }
}

/// `2` or `1.5`, in halves.
fn half_points(value: &str) -> Option<u32> {
    let (whole, half) = match value.split_once('.') {
        Some((whole, "5")) => (whole, 1),
        Some((whole, "0")) => (whole, 0),
        Some(_) => return None,
        None => (value, 0),
    };
    let is_number = !whole.is_empty() && whole.bytes().all(|digit| digit.is_ascii_digit());
    let halves = whole.parse::<u32>().ok().filter(|_| is_number)?.checked_mul(2)? + half;
    (1..=MAX_HALF_POINTS).contains(&halves).then_some(halves)
}

/// `n 0..30`
fn slide(value: &str) -> Option<Slide> {
    let (name, range) = value.split_once(char::is_whitespace)?;
    let mut letters = name.chars();
    let is_name = letters.next()?.is_alphabetic() && letters.all(|letter| letter.is_alphanumeric() || letter == '_');
    let (first, last) = range.split_once("..")?;
    let number = |text: &str| text.trim().parse().ok().filter(|number| *number <= LARGEST_SLIDE);
    let (first, last) = (number(first)?, number(last)?);
    (is_name && first < last).then(|| Slide { name: name.to_owned(), first, last })
}

/// An address that takes at least the code of a result.
fn is_form(value: &str) -> bool {
    let is_plain = value.bytes().all(|letter| letter.is_ascii_graphic() && !b"\"<>\\^`|".contains(&letter));
    value.len() <= LONGEST_ADDRESS && is_plain && value.starts_with("https://") && value.contains(CODE)
}

/// `zh`, `pt-BR`: the tag of a language, after BCP 47.
fn is_language(value: &str) -> bool {
    let mut parts = value.split('-');
    let first = parts.next().unwrap_or_default();
    let is_word = |part: &str| part.bytes().all(|letter| letter.is_ascii_alphanumeric());
    let is_first = (2..=3).contains(&first.len()) && first.bytes().all(|letter| letter.is_ascii_alphabetic());
    is_first && parts.all(|part| (1..=8).contains(&part.len()) && is_word(part))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::SourceId;

    fn read(lines: &[&str]) -> Result<Directives, Error> {
        let mut directives = Directives::default();
        for line in lines {
            let text = format!("{:10}{line}", "");
            let text = Text::new(SourceId(0), &text);
            directives.add(text.piece(text.span(10..10 + line.len())))?;
        }
        Ok(directives)
    }

    #[test]
    fn directives_are_read() {
        let lines = ["#| answer: hide", "#|code:show", "#|  lines :  3 ", "#| points: 1.5", "#| lang: zh-Hant"];
        let found = read(&lines).unwrap();
        assert_eq!((found.answer, found.code, found.lines), (Some(false), Some(true), Some(3)));
        assert_eq!((found.half_points, found.lang.as_deref()), (Some(3), Some("zh-Hant")));
        let slide = read(&["#| slide: n 0..30"]).unwrap().slide;
        assert_eq!(slide, Some(Slide { name: "n".to_owned(), first: 0, last: 30 }));
        assert!(found.hide_at.is_some() && found.last_statement_directive.is_some());
        assert!(read(&["#| lang: zh"]).unwrap().last_statement_directive.is_none());
        let form = "https://school.example/form?who={name}&points={points}&code={code}";
        let send = read(&[&format!("#| send: {form}")]).unwrap();
        assert_eq!((send.send.as_deref(), send.last_statement_directive), (Some(form), None));
    }

    #[test]
    fn proposals_lead_to_a_directive_that_is_accepted() {
        for wrong in [
            "#| echo: false",
            "#| anwser: hid",
            "#| lines: 3 lines",
            "#| lines: 60.5",
            "#| points: 100 pts",
            "#| points: 1.25",
            "#| points: 2.5.1",
            "#| lang: pt_BR",
            "#| slide: n from 0 to 30",
            "#| slider: n: 0-30",
            "#| send: http://school.example/{CODE}",
        ] {
            let mut line = wrong.to_owned();
            while let Err(error) = read(&[&line]) {
                let place = error.span.range();
                let proposal = error.advice.and_then(|hint| hint.replacement);
                let (_, text) = proposal.unwrap_or_else(|| panic!("{wrong}: {line} has no proposal"));
                line.replace_range(place.start - 10..place.end - 10, &text);
            }
            assert_ne!(line, wrong);
        }
    }

    #[test]
    fn a_wrong_directive_is_said_with_what_is_meant() {
        for (line, at, proposed) in [
            ("#| anwser: hide", 13..19, Some("answer")),
            ("#| echo: false", 13..17, Some("code")),
            ("#| frobnicate: 1", 13..23, None),
            ("#| answer: false", 21..26, Some("hide")),
            ("#| answer: Hide", 21..25, Some("hide")),
            ("#| answer: 3", 21..22, None),
            ("#| lines: 3 lines", 20..27, Some("3")),
            ("#| lines: -1", 20..22, None),
            ("#| lines: 61", 20..22, None),
            ("#| points: 0", 21..22, None),
            ("#| points: 1.25", 21..25, Some("1")),
            ("#| points: 0.25", 21..25, None),
            ("#| points: +2", 21..23, None),
            ("#| points: 100 pts", 21..28, Some("100")),
            ("#| points: 1.5 pts", 21..28, Some("1.5")),
            ("#| points: 1001 pts", 21..29, None),
            ("#| lang: pt_BR", 19..24, Some("pt-BR")),
            ("#| slide: n", 20..21, None),
            ("#| slide: n 30..0", 20..27, None),
            ("#| slide: 3 0..30", 20..27, None),
            ("#| slide: n 0..10001", 20..30, None),
            ("#| lang: x\" onload", 19..28, None),
            ("#| send: https://x.org/?name", 19..38, None),
            ("#| send: javascript:{code}", 19..36, None),
            ("#| send: https://x.org/\"{code}", 19..40, None),
            ("#| answer:", 10..20, None),
            ("#| hide", 10..17, None),
        ] {
            let error = read(&[line]).unwrap_err();
            assert_eq!(error.span.range(), at, "{line}");
            let replacement = error.advice.and_then(|hint| hint.replacement).map(|(_, text)| text);
            assert_eq!(replacement.as_deref(), proposed, "{line}");
        }
        let mut directives = Directives::default();
        for (line, answer) in [("#| answer: on", None), ("#| answer: hid", Some(false))] {
            directives.add(Text::new(SourceId(0), line)).unwrap_err();
            assert_eq!(directives.answer, answer, "{line}");
        }
        assert_eq!(read(&["#| lines: 2", "#| lines: 3"]).unwrap_err().to_string(), "lines is said twice");
    }
}
