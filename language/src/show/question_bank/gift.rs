//! Worksheets in GIFT, the text format of Moodle for questions: <https://docs.moodle.org/en/GIFT_format>.

use std::fmt::Write as _;

use crate::show::document::{Expected, Worksheets};
use crate::show::question_bank::question::{self, BankQuestion, Shown, category, html, questions};

/// The questions, each sheet in a category of its own. GIFT knows no points.
pub fn gift(worksheets: &Worksheets) -> String {
    let mut text = String::new();
    for sheet in &worksheets.sheets {
        // Writing to a `String` cannot fail.
        let _ = writeln!(text, "$CATEGORY: {}\n", category(worksheets, sheet));
        questions(sheet, Shown::Asked).for_each(|question| put(&mut text, &question));
    }
    text
}

fn put(text: &mut String, question: &BankQuestion) {
    let _ = write!(text, "::{}::[html]{} {{", escaped(&question.name), escaped(&question.text));
    match question.expected {
        Expected::Number(number) => {
            let _ = writeln!(text, "#{number}");
        }
        Expected::Choice(choices) => {
            text.push('\n');
            for (choice, right) in choices {
                let _ = writeln!(text, "{}{}", if *right { '=' } else { '~' }, escaped(&html(choice)));
            }
        }
        Expected::Text(spellings) => {
            text.push('\n');
            for spelling in spellings {
                let _ = writeln!(text, "={}", escaped(&question::pattern(spelling)));
            }
        }
    }
    let _ = writeln!(text, "####{}\n}}\n", escaped(&question.feedback));
}

/// A text in which no sign has a meaning.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for sign in text.chars() {
        if matches!(sign, '~' | '=' | '#' | '{' | '}' | ':' | '\\') {
            escaped.push('\\');
        }
        escaped.push(sign);
    }
    escaped
}
