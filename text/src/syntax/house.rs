//! Whole texts in the house form.

use super::ast::Statement;
use super::lenient::{Leniency, house_form};
use super::{parse, print};
use crate::error::Error;
use crate::source::{Span, Text};

/// A text with its lenient forms replaced by the house form. What cannot be read stays as it is. `None` if it would mean
/// something else then.
pub fn in_house_form(text: &str) -> Option<String> {
    let whole = Text::new(Span::NOWHERE.source(), text);
    let read = parse(whole.source(), text);
    let mut forms: Vec<Leniency> = read.iter().flatten().flat_map(|statement| statement.lenient.clone()).collect();
    forms.extend(read.windows(2).filter_map(|pair| joint(whole, pair)));
    if forms.is_empty() {
        return Some(text.to_owned());
    }
    let house = house_form(whole, whole.whole(), &forms);
    mean_the_same(&read, &parse(whole.source(), &house)).then_some(house)
}

/// What stands between two definitions on a line, `n1 = 4, n2 = 3`, where the house form has a semicolon.
fn joint(text: Text, pair: &[Result<Statement, Error>]) -> Option<Leniency> {
    let [Ok(first), Ok(second)] = pair else { return None };
    let between = first.span.between(second.span);
    let is_joint = first.span.end() <= second.span.start()
        && text.at(between).chars().all(|sign| matches!(sign, ',' | '，' | '、' | ' ' | '\t'));
    is_joint.then(|| Leniency::new(between, "; "))
}

/// Whether two texts have the same statements, and none of the second has a lenient form.
fn mean_the_same(before: &[Result<Statement, Error>], after: &[Result<Statement, Error>]) -> bool {
    let are_same = |pair: (&Result<Statement, Error>, &Result<Statement, Error>)| match pair {
        (Ok(before), Ok(after)) => after.lenient.is_empty() && print::statement(before) == print::statement(after),
        (before, after) => before.is_err() && after.is_err(),
    };
    before.len() == after.len() && before.iter().zip(after).all(are_same)
}
