//! Lenient forms: what is read although the language is written otherwise, such as `S = take <1,2>` without `game`.
//! Reading a statement gathers them, so that definitions are shown and saved in the house form.

use grundy_engine::sorting::sort_by_key;

use crate::source::{Span, Text};
use crate::told::Told;

/// A lenient form, and what stands in its place in the house form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leniency {
    /// The place of the form; empty where something was left out.
    pub span: Span,
    pub house: String,
    /// What the user is told when the statement runs, where the meaning is not plain.
    pub note: Option<Told>,
}

impl Leniency {
    pub fn new(span: Span, house: impl Into<String>) -> Leniency {
        Leniency { span, house: house.into(), note: None }
    }
}

/// The house form of what is written at `span` in `text`: each lenient form in it is replaced. Where one lies inside
/// another, the outer one counts.
pub fn house_form(text: Text, span: Span, leniencies: &[Leniency]) -> String {
    let mut replaced: Vec<&Leniency> = leniencies.iter().filter(|leniency| span.contains(leniency.span)).collect();
    sort_by_key(&mut replaced, |leniency| (leniency.span.start(), std::cmp::Reverse(leniency.span.end())));
    let mut written = String::new();
    let mut reached = span.beginning();
    for leniency in replaced {
        if leniency.span.start() < reached.start() {
            continue;
        }
        written.push_str(text.at(reached.between(leniency.span)));
        written.push_str(&leniency.house);
        reached = leniency.span.ending();
    }
    written.push_str(text.at(span.behind(reached)));
    written
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::SourceId;

    #[test]
    fn outer_forms_replace_inner_ones() {
        let text = Text::new(SourceId(0), "x abcd e f");
        let at = |start, end| text.span(start..end);
        let leniencies = [
            Leniency::new(at(4, 5), "=="),
            Leniency::new(at(0, 0), "let "),
            Leniency::new(at(2, 6), "y"),
            Leniency::new(at(8, 9), "z"),
        ];
        assert_eq!(house_form(text, at(0, 8), &leniencies), "let x y e");
    }
}
