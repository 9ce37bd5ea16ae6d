//! Lenient forms: what is read although the language is written otherwise, such as `S = take <1,2>` without `game`.
//! Reading a statement gathers them, so that definitions are shown and saved in the house form.

use grundy_engine::sorting::sort_by_key;

use crate::source::Span;

/// A lenient form, and what stands in its place in the house form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leniency {
    /// The place of the form; empty where something was left out.
    pub span: Span,
    pub house: String,
    /// What the user is told when the statement runs, where the meaning is not plain.
    pub note: Option<String>,
}

impl Leniency {
    pub fn new(span: Span, house: impl Into<String>) -> Leniency {
        Leniency { span, house: house.into(), note: None }
    }
}

/// The house form of what is written at `span` in `text`: each lenient form in it is replaced. Where one lies inside
/// another, the outer one counts.
pub fn house_form(text: &str, span: Span, leniencies: &[Leniency]) -> String {
    let inside = |leniency: &&Leniency| {
        leniency.span.source == span.source && leniency.span.start >= span.start && leniency.span.end <= span.end
    };
    let mut replaced: Vec<&Leniency> = leniencies.iter().filter(inside).collect();
    sort_by_key(&mut replaced, |leniency| (leniency.span.start, std::cmp::Reverse(leniency.span.end)));
    let mut written = String::new();
    let mut at = span.start as usize;
    for leniency in replaced {
        if (leniency.span.start as usize) < at {
            continue;
        }
        written.push_str(&text[at..leniency.span.start as usize]);
        written.push_str(&leniency.house);
        at = leniency.span.end as usize;
    }
    written.push_str(&text[at..span.end as usize]);
    written
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::SourceId;

    #[test]
    fn outer_forms_replace_inner_ones() {
        let at = |start, end| Span::new(SourceId(0), start, end);
        let leniencies = [
            Leniency::new(at(4, 5), "=="),
            Leniency::new(at(0, 0), "let "),
            Leniency::new(at(2, 6), "y"),
            Leniency::new(at(8, 9), "z"),
        ];
        assert_eq!(house_form("x abcd e f", at(0, 8), &leniencies), "let x y e");
    }
}
